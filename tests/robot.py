"""A player of anything: drives any game by what is open, knowing nothing of it."""

import random
from collections.abc import Callable

import msgspec

from tapete.engine.places import ROLES
from tapete.engine.requests import Act, Chance
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings, authorised_still
from tapete.engine.transcript import spoken
from tapete.engine.window import Option, Window
from tapete.errors import TapeteError

Watch = Callable[[Round], None]


def amount(source: random.Random, item: Option) -> int:
    """A legal amount, more often a small one; now and then the greatest."""
    if item.amounts is None:
        return 0
    lo, hi, step = item.amounts
    steps = (hi - lo) // step
    return lo + step * (steps if source.random() < 0.02 else min(steps, int(source.expovariate(0.2))))


def step(source: random.Random, table: Round) -> None:
    """One legal input, whatever is pending."""
    pending = table.pending
    if isinstance(pending, Chance):
        table.fell(pending.plain(pending.read([source.randrange(size) for size in pending.sizes])))
        return
    assert isinstance(pending, Window)
    if source.random() < 0.2 and may_close(pending):
        table.act("croupier", Act("close"))
        return
    people = [who for who in pending.actors() if who not in ROLES or source.random() < 0.05]
    source.shuffle(people)
    for who in (*people, *ROLES):
        openings = pending.open(who)
        if openings:
            item = source.choice(openings)
            if item.do == "last" and (item.on or source.random() < 0.9):
                continue  # the end of a day would end the test's
            cards = source.sample(item.slots, source.randint(item.least, item.most)) if item.slots else []
            table.act(who, Act(item.do, item.on, amount(source, item), tuple(cards)))
            return
    raise AssertionError(f"nothing is open to anybody at {pending.label}")


def may_close(pending: object) -> bool:
    """Whether the croupier may close what is pending."""
    return isinstance(pending, Window) and any(item.do == "close" for item in pending.open("croupier"))


def play_out(source: random.Random, table: Round, inputs: int = 200) -> None:
    """To the end of the round, without further bets where the croupier may close them."""
    for _ in range(inputs):
        if table.finished:
            return
        if may_close(table.pending):
            table.act("croupier", Act("close"))
        else:
            step(source, table)


def open_next(session: Session) -> Round:
    """The next round; once the last ones are announced and played, under new limits."""
    try:
        return session.open()
    except TapeteError:
        session.settings = other_limits(session)
        return session.open()


def other_limits(session: Session) -> Settings:
    """Twice the minimum and the maxima; where a text raises the authorised minimum exactly, that one or twice it."""
    old, change = session.settings, msgspec.structs.replace
    if session.rules.minimum.exactly:
        authorised = authorised_still(session.rules, old)
        return change(old, minimum=authorised * (2 if old.minimum == authorised else 1), authorised=authorised)
    return change(old, minimum=2 * old.minimum, maximum={name: 2 * cents for name, cents in old.maximum.items()})


def slip(source: random.Random, table: Round) -> None:
    """What somebody did last is taken back, if nothing fell or was dealt since."""
    inputs = table.counting()
    if inputs and inputs[-1].act is not None and not table.finished:
        by = source.choice(("inspector", "director"))
        if not spoken(table.log[table.log.index(inputs[-1]) :]):
            table.rewind(len(inputs) - 1, by, "a slip")


def evening(
    session: Session,
    rounds: int,
    seed: int,
    watch: Watch = lambda table: None,
    trouble: float = 0.0,
    slips: float = 0.0,
) -> list[Round]:
    """Plays rounds at random; `watch` is called before every input, and irregularities are reported now and then.

    With `slips`, now and then what was done is taken back, and a round that is over declared void.
    """
    source = random.Random(seed)
    played = []
    for _ in range(rounds):
        table = open_next(session)
        while not table.finished:
            watch(table)
            names = list(table.rules.irregularities)
            if names and source.random() < trouble:
                try:
                    table.report(source.choice(names))
                    continue
                except TapeteError:
                    pass
            step(source, table)
            if slips and source.random() < slips:
                slip(source, table)
        if slips and source.random() < slips and not (table.end and table.end.void):
            table.void("inspector", "the wheel was tilted")
        played.append(table)
    return played
