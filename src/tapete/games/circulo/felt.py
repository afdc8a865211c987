"""The table of poker between players: who sits where, the button, what a bet costs; and what is done, in words."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from tapete.cards.worded import in_words
from tapete.engine.places import FELT, POT, chips, place
from tapete.engine.requests import Announce
from tapete.engine.settings import Settings
from tapete.engine.transcript import CHARGES, Entry, In
from tapete.engine.views import View
from tapete.engine.warning import WARN
from tapete.errors import Said, Word, minutes
from tapete.games.circulo.betting import Turn
from tapete.games.circulo.cuts import HALF, chosen
from tapete.games.circulo.hand import board_place
from tapete.games.circulo.hands import HAND
from tapete.games.circulo.lasting import END, MINUTE, lasting, manos
from tapete.games.circulo.rules import DRAW_CALLS, Rules, posts, ranking
from tapete.games.circulo.rulings import EXPELS, RULE
from tapete.games.circulo.seats import CARD, RESTS, RETURNS, SEATS, Carry, seated
from tapete.games.circulo.showdown import parted
from tapete.games.shared.felt.circle import Circle, before
from tapete.law.sections import Cut

if TYPE_CHECKING:
    from tapete.cards.lookup import Mixed

WARNS = "advierte"
VERBS = {
    "fold": Said("Give up the hand"),
    "check": Said("Pass"),
    "call": Said("Match the bet"),
    "bet": Said("Make a bet"),
    "raise": Said("Raise"),
    "rest": Said("Rest"),
    "return": Said("Come back"),
    "seat": Said("Give a seat:"),
    "see": Said("Ask to see the cards"),
    "session": Said("Take what the session costs:"),
    "session-of": Said("Take what the session costs, of one:"),
    "rule": Said("Rule on:"),
    WARN: Said("Warn of delaying the game:"),
    "post": Said("Lay a stake before the cards"),
    "discard": Said("Throw cards away"),
    "close": Said("Deal"),
}
WAITING = {"stakes": Said("Between two hands")}


def cut(rules: Rules, settings: Settings) -> tuple[Cut, Fraction]:
    """What the house takes, and what share that is at a table."""
    return chosen(rules, settings)


def length(rules: Rules, settings: Settings) -> tuple[Said, str] | None:
    """How long a game lasts at a table."""
    lasts, article = lasting(rules, settings)
    told = Said("A game lasts {time}, as announced, and the last hands.", time=minutes(lasts // MINUTE))
    if count := manos(rules, settings):
        told = Said("A game goes on until the mano has come {count} times to each who began it.", count=count)
    return (told, article) if lasts or count else None


def circle(rules: Rules, view: View, entries: Sequence[Entry]) -> Circle:
    """The table as the seats were drawn, and what is known of each who sits there."""
    carry = msgspec.convert(view.carry, Carry)
    order = _seats(carry, view, entries)
    along = rules.turn.seats.from_ == "izquierda"
    numbers = tuple(range(1, len(order) + 1))
    called = [entry.args[0] for entry in entries if isinstance(entry, Announce) and entry.call == "button"]
    owed, pot = _owed(rules, view), _staked(view.places)
    return Circle(
        order if along else order[::-1],
        numbers if along else numbers[::-1],
        button=called[-1] if called else carry.mano,
        hands={f"{kind}/{who}": who for kind in ("mano", CARD) for who in order},
        boards=tuple(board_place(number) for number in range(rules.making.boards)),
        marks={who: marks for who in order if (marks := tuple(_marks(rules, carry, entries, who)))},
        makes={who: made for who in order if (made := _makes(rules, view, who))},
        costs={"call": min(owed, view.places.get(chips(view.who), 0))},
        sizes=((Said("half the pot"), owed + (pot + owed) // 2), (Said("the pot"), owed + pot + owed)),
    )


def _seats(carry: Carry, view: View, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Who sits in which order: as before, who has come after them, or where a seat was given them."""
    seats = [*carry.seats, *(who for who in view.players if who not in carry.seats)]
    for entry in entries:
        if isinstance(entry, In) and entry.act is not None and entry.act.do == SEATS:
            seats = seated(seats, entry.act.on)
    return tuple(who for who in seats if who in view.players)


def named(rules: Rules, do: str, on: str) -> Said | None:
    """What an act is done to, in words: a seat, what a player did or suffered, and who; or its occasion."""
    name, _, who = on.partition(":")
    if do == SEATS:
        return Said("{who}, the one after {other}", who=name, other=who)
    if do in CHARGES:
        part = Said("half of it") if name == HALF else Said("all of it")
        return Said("{who}: {what}", who=who, what=part) if who else part
    if do == "last" and on == END:
        return Said("of the session")
    if do == RULE and name == EXPELS:
        return Said("{who}: is sent away", who=who)
    if do != RULE or name not in rules.rulings:
        return None
    return Said("{who}: {what}", who=who, what=Word(rules.rulings[name].name))


def _makes(rules: Rules, view: View, who: str) -> tuple[str, ...]:
    """What somebody's cards make with each line of common ones, and as a low hand, where all of theirs are seen."""
    cards = view.cards.get(f"mano/{who}", ())
    if not cards or not all(cards):
        return ()
    order = ranking(rules, view.settings)
    own, *lines = (order.pack.parse(" ".join(faces)) for faces in (cards, *_lines(rules, view)))
    if rules.making.from_hand:
        made = [in_words(mixed.exact.ranking, mixed.best(own, line)) for mixed in _parts(rules, view) for line in lines]
    else:
        made = [in_words(order, (*own, *line)) for line in lines]
    return tuple(dict.fromkeys(filter(None, made)))


def _lines(rules: Rules, view: View) -> list[Sequence[str]]:
    """The common cards, line by line."""
    return [view.cards.get(board_place(number), ()) for number in range(rules.making.boards)]


def _parts(rules: Rules, view: View) -> "list[Mixed]":
    """What a hand is worth of which some cards must be one's own; nothing before there can be one."""
    enough = HAND - (rules.making.from_hand or 0)
    return parted(rules, view.settings) if all(len(line) >= enough for line in _lines(rules, view)) else []


def _staked(places: Mapping[str, int]) -> int:
    """All that is staked, in pots and before the seats."""
    return sum(cents for path, cents in places.items() if place(path).zone.name in (POT, FELT))


def _owed(rules: Rules, view: View) -> int:
    """What who looks has to add to match the bet; a blind that was laid short stands for the whole of it."""
    bets = before(view.places)
    if not bets:
        return 0
    level, gathered = max(bets.values()), any(place(path).zone.name == POT for path in view.places)
    if not gathered:
        level = max(
            level, *(post.amount.pay(view.settings.minimum) for post in posts(rules, view.settings).values()), 0
        )
    return max(0, level - bets.get(view.who, 0))


def _marks(rules: Rules, carry: Carry, entries: Sequence[Entry], who: str) -> Iterator[Said]:
    """Whether somebody rests, how many cards they changed, and whether they were warned."""
    rests = who in carry.away
    for entry in entries:
        if isinstance(entry, In) and entry.act is not None and entry.who == who and entry.act.do in (RESTS, RETURNS):
            rests = entry.act.do == RESTS
    if rests:
        yield Said("rests")
    if (count := _changed(entries, who)) is not None:
        yield Said("changed {count}", count=count) if count else Said("changed none")
    noted = [entry.args[0].split(", ") for entry in entries if isinstance(entry, Announce) and entry.call == "noted"]
    warnings = [name for name, ruling in rules.rulings.items() if ruling.remedy == WARNS]
    slow = rules.rulings[rules.slow].call if rules.slow else ""
    called = (entry.call == slow and entry.args == (who,) for entry in entries if isinstance(entry, Announce))
    if any(called) or any(name in warnings and whom == [who] for name, *whom in noted):
        yield Said("warned")


def _changed(entries: Sequence[Entry], who: str) -> int | None:
    """How many cards somebody changed, from when it was called until somebody has bet or passed after it."""
    changed: int | None = None
    for entry in entries:
        if isinstance(entry, Announce) and entry.call in DRAW_CALLS and entry.args[0] == who:
            changed = int(entry.args[1])
        elif isinstance(entry, In) and entry.act is not None and entry.act.do in Turn.verbs:
            changed = None
    return changed
