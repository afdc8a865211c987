"""What is due at a table that runs by itself, and when: of its croupier, a robot, a player who does not answer."""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from tapete.engine.places import CHIPS, ROLES, chips, place
from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.round import now as present
from tapete.engine.transcript import Entry, In
from tapete.engine.warning import CROUPIER, warned, warning
from tapete.engine.window import Choose, Option, Refusal, Window
from tapete.floor import robots
from tapete.floor.roles import robot
from tapete.floor.seats import refill
from tapete.floor.standing import Standing

PATIENCE = 60  # seconds after which a player who does not answer does what the clock would do
QUICK = 1  # seconds that a robot takes
STACK = 100  # minimums that a robot buys


class Due(NamedTuple):
    """What is to be done at a table, and after how many seconds: a round opened, an act for somebody, chips bought."""

    seconds: int
    do: Literal["open", "act", "fill"] = "open"
    who: str = ""
    act: Act = Act("")


def attended(standing: Standing) -> bool:
    """Whether somebody has acted in this round or the one before; or sits at a table where none has been played."""
    rounds = [round for round in (standing.round, standing.before) if round is not None]
    return not rounds or any(entry.act and not entry.by for round in rounds for entry in _inputs(round.log))


def due(standing: Standing) -> Due | None:
    """What a table waits for that is nobody's but the croupier's or a robot's, or a player's who does not answer."""
    seconds, round = standing.table.automatic, standing.open_round
    if not seconds or standing.table.state != "open":
        return None
    if round is None:
        return _between(standing) if standing.between and not standing.waits else None
    pending = round.pending
    if not isinstance(pending, Window):
        return None
    for who in filter(robot, pending.actors()):
        source = random.Random(f"{standing.table.public_id} {standing.number} {standing.position.n} {who}")
        act = robots.chosen(round, pending, who, source)
        if act is not None:
            return Due(QUICK, "act", who, act)
    mine = default(pending, CROUPIER)
    if mine is not None:
        return (
            None if _nobody_in(standing, pending) else Due(_pause(standing, pending), "act", CROUPIER, mine.least_act)
        )
    return _late(standing, pending)


def deadline(standing: Standing) -> int:
    """When a table will go on by itself at the earliest, in milliseconds; 0 where nobody can say, or a robot thinks."""
    round = standing.open_round
    pending = round.pending if round is not None else None
    if isinstance(pending, Window) and any(map(robot, pending.actors())):
        return 0
    wanted = due(standing)
    times = [entry.at for entry in _inputs(standing.round.log)] if standing.round is not None else []
    return min(max(times), present()) + 1000 * wanted.seconds if wanted is not None and times else 0


def slow(standing: Standing) -> str:
    """Who has been warned of taking long over what they are asked now."""
    round = standing.open_round
    pending = round.pending if round is not None else None
    if round is None or not isinstance(pending, Window):
        return ""
    return next((who for who in pending.actors() if who not in ROLES and warned(round.counting(), pending, who)), "")


def _pause(standing: Standing, pending: Window) -> int:
    """How long the croupier waits: hardly with a choice of nobody else's, or among robots of whom none stakes.

    Nor at a practice, where nobody else has anything to do: ninety balls would take minutes.
    """
    seconds, players = standing.table.automatic, [who for who in pending.actors() if who not in ROLES]
    stakes = any(item.step for who in players for item in pending.open(who))
    alone = not players and (isinstance(pending, Choose) or standing.table.practice)
    pause = min(seconds, QUICK) if alone or (any(map(robot, players)) and not stakes) else seconds
    return pause if standing.table.practice else min(pause, max(0, max(4 * seconds, PATIENCE) - _acting(standing)))


def _acting(standing: Standing) -> int:
    """For how many seconds players have gone on acting, so that nobody keeps the others waiting for ever."""
    log = standing.round.log if standing.round is not None else []
    times = [entry.at for entry in itertools.takewhile(_is_player_s, reversed(list(_inputs(log))))]
    return (times[0] - times[-1]) // 1000 if times else 0


def _is_player_s(entry: In) -> bool:
    return entry.act is not None and entry.who not in ROLES


def _late(standing: Standing, pending: Window) -> Due | None:
    """What the clock would do for somebody who leaves or does not answer; the owner of a practice is waited for.

    Where the croupier warns who is slow, he does so once half of their time has passed.
    """
    seconds, round = standing.table.automatic, standing.round
    leaving = {seat.name for seat in standing.sitting if seat.state == "leaving"}
    for who in pending.actors():
        item = default(pending, who) if who not in ROLES else None
        if item is not None and (who in leaving or not standing.table.practice):
            pause = seconds if who in leaving else max(seconds, PATIENCE)
            said = warning(pending, who)
            if said is None:
                return Due(pause, "act", who, item.least_act)
            half = max(QUICK, pause // 2)
            if warned(round.counting() if round else (), pending, who):
                return Due(half, "act", who, item.least_act)
            return Due(half, "act", CROUPIER, said.least_act)
    return None


def _between(standing: Standing) -> Due | None:
    """The next round, once enough can play and one of them is a person; before it, robots buy what they need."""
    for seat in standing.sitting:
        if robot(seat.name) and standing.chips(seat.name) < standing.table.settings.minimum:
            cents = _refill(standing, seat.name)
            if cents:
                return Due(QUICK, "fill", seat.name, Act("buy-in", cents=cents))
    first = standing.round is None and standing.table.practice
    return (
        Due(min(standing.table.automatic, QUICK) if first else standing.table.automatic) if enough(standing) else None
    )


def _refill(standing: Standing, who: str) -> int:
    """What a robot buys: some minimums, or as many as the text lets it."""
    wanted, bounds = STACK * standing.table.settings.minimum, refill(standing, who)
    if isinstance(bounds, Refusal):
        return 0
    return wanted if bounds is None else bounds.hi


def enough(standing: Standing) -> bool:
    """Whether as many sit as the game needs who have chips, in hand or on the felt; and one of them is no robot."""
    places, chip = standing.places(), standing.table.settings.chip
    owners = {place(path).who for path, cents in places.items() if cents and place(path).zone.name != CHIPS}
    staying = [seat.name for seat in standing.sitting if seat.state == "sitting"]
    able = [who for who in staying if places.get(chips(who), 0) >= chip or who in owners]
    return len(able) >= standing.table.rules.least_players and not all(map(robot, able))


def default(pending: Window, who: str) -> Option | None:
    """What the clock would take for somebody."""
    return next((item for item in pending.open(who) if item.default), None)


def _nobody_in(standing: Standing, pending: Window) -> bool:
    """Whether chips are taken from people and nobody has given any yet: then there is nothing to close."""
    people = [who for who in pending.actors() if who not in ROLES]
    if any(map(robot, people)) or standing.round is None:
        return False
    return any(item.step for who in people for item in pending.open(who)) and not any(_in(standing.round, people))


def _in(round: Record, people: Sequence[str]) -> Iterator[bool]:
    """Signs that somebody plays in a round: chips of theirs lie there, have gone, or were played for already."""
    before = round.header.balances
    yield from (place(path).who in people and place(path).zone.name != CHIPS for path, c in round.places.items() if c)
    yield from (round.places.get(chips(who), 0) != before.get(chips(who), 0) for who in people)
    acted = False
    for entry in _inputs(round.log):
        acted = acted or entry.who in people
        yield acted and entry.fell is not None


def _inputs(log: Iterable[Entry]) -> Iterator[In]:
    return (entry for entry in log if isinstance(entry, In))
