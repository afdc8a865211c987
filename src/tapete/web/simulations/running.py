"""A simulation that one can watch: a stream plays it block by block, and ends when nobody listens any more.

Nothing is kept: the address says what is played, and the seed alone decides what comes out, so any worker can serve it.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

import anyio
from fastapi import Depends, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from tapete import i18n
from tapete.crew import Away
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.money import euros
from tapete.sim.run import Stage, stages
from tapete.trials import Trial, check_simulated, mixed
from tapete.web.catalogue.place import Place, place, played
from tapete.web.catalogue.rows import rows_of
from tapete.web.faults import away_line
from tapete.web.people.security import settings
from tapete.words import examples

OFTEN = 0.15  # seconds between two pictures of a running simulation
AT_ONCE = 10_000_000  # rounds that a single answer may take to play
Rounds = Annotated[int, Query(ge=1, le=1_000_000_000)]
Seed = Annotated[int, Query(ge=0, lt=1 << 63)]
Length = Annotated[int, Query(ge=1, le=100_000)]
Purse = Annotated[str, Query(max_length=20)]
Chosen = Annotated[list[str], Query(alias="set", max_length=60)]


class Wish:
    """What is to be simulated, as an address says it."""

    def __init__(
        self,
        request: Request,
        name: Annotated[str, Query(alias="game")],
        region: str,
        bets: Annotated[str, Query(max_length=2000)] = "",
        rounds: Rounds = 2_000_000,
        seed: Seed = 1,
        length: Length = 200,
        bankroll: Purse = "",
        chosen: Chosen = [],  # noqa: B006
    ) -> None:
        most = settings(request).most_rounds
        if rounds > most:
            raise TapeteError("At most {most:,} rounds are played here.", most=most)
        self.here = played(place(name, region))
        self.bets = [line.strip() for line in bets.replace(";", "\n").splitlines() if line.strip()]
        self.rounds, self.seed, self.length = rounds, seed, length
        self.bankroll = euros(bankroll) if bankroll.strip() else None
        self.rules, self.options = self.here.game.ruled(region, switched(chosen))

    def trial(self) -> Trial:
        """The mix of bets; one that is not open at a standard table is refused with its article."""
        check_simulated(self.here.game)
        if not self.bets:
            raise TapeteError("Write at least one bet, as in “{bet}”.", bet=example(self.here))
        return mixed(self.here.game, self.rules, standard(self.rules, options=self.options), self.bets)

    def stages(self) -> Iterator[Stage]:
        """The simulation, block by block, leaving the machine a core to answer with."""
        program = self.trial().program
        return stages(program, self.rounds, seed=self.seed, length=self.length, bankroll=self.bankroll, workers=1)


Wished = Annotated[Wish, Depends()]


def switched(chosen: Sequence[str]) -> dict[str, str]:
    """Options and readings as an address has them, `set=zero=prision`; what is left as it is says nothing."""
    switched = {}
    for word in chosen:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise TapeteError("set takes option=value, not '{word}'", word=word)
        switched[name] = value
    return switched


def example(here: Place) -> str:
    """A bet that the game takes, as one would type it: the cheapest, where that is known."""
    table = standard(here.rules)
    if not here.game.has("odds"):
        return next(iter(examples(here.game.layout(here.rules, table), here.game.examples)), "")
    rows = rows_of(here.game, here.region)
    there = [row for row in rows if all(table.options.get(name, value) == value for name, value in row.setting.items())]
    cheapest = min(there or rows, key=lambda row: abs(float(row.figures.edge)))
    stakes = here.game.alone(here.rules, table, cheapest.bet, table.minimum)
    spot = next(iter(stakes))
    return f"{spot.replace(':', ' ')} {here.game.layout(here.rules, table)[spot].limits.lo / 100:g}"


# The stream


class Shown(NamedTuple):
    """How a stage is shown, and in which event, with which words, that there are no more of them."""

    stage: Callable[[Stage], str]
    event: str
    refusal: Callable[[str], str]


def streamed(wish: Wish, show: Shown) -> StreamingResponse:
    """A simulation as server-sent events, each stage as it is to be shown."""
    return StreamingResponse(_events(wish, show), media_type="text/event-stream")


async def _events(wish: Wish, show: Shown) -> AsyncIterator[str]:
    """A picture now and then, the last one always, and an end. A reader who leaves stops the play."""
    play = wish.stages()
    try:
        shown = 0.0
        async for stage in iterate_in_threadpool(play):
            if stage.done == stage.total or time.monotonic() - shown > OFTEN:
                yield _event("stage", stage.done, await run_in_threadpool(show.stage, stage))
                shown = time.monotonic()
        yield _event("done", stage.total, "")
    except TapeteError as error:
        line = away_line(error) if isinstance(error, Away) else i18n.translated(error.text)
        yield _event(show.event, 0, show.refusal(line)) + _event("done", 0, "")
    finally:
        with anyio.CancelScope(shield=True):
            await run_in_threadpool(play.close)  # type: ignore[attr-defined]


def _event(name: str, id: int, data: str) -> str:
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {name}\nid: {id}\n{lines}\n"
