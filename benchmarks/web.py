"""100 players at 50 tables through HTTP, beside what a bare FastAPI endpoint answers to the same client.

Both servers are uvicorn with uvloop and httptools, a process each; the client asks them by turns, some seconds at a
time, so that whatever else the machine does falls on both. The bare endpoint reads the same body into a model and
answers with another, and keeps nothing; a command is on the disk before it is answered. Every player asks as soon as
they are answered; after 20 acts at a table its croupier closes the round, and opens the next.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Words, disk, report
from benchmarks.serving import BARE, OWN, House, Line, request, served, share

TABLES = 50
ACTS = 20  # of each player in a round
SECONDS, TURNS = 2.0, 6
OWN_PORT, BARE_PORT = 18_765, 18_766
KEYS = count()
STAKE: dict[str, object] = {"do": "stake", "on": "rojo", "cents": 500}
Timed = list[float]
Play = Callable[[Timed, float], Awaitable[None]]
Clock = Callable[[], float]


class Turn(NamedTuple):
    """Some seconds of asking: how long each answer took, how long all, and the processor's seconds of the server."""

    answers: Timed
    seconds: float
    taken: float


def main() -> None:
    """Prints how many commands a second, beside the endpoint's answers, and how long they took."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'casino.db'}"
        house = House(url, TABLES)
        with served(OWN, url, OWN_PORT, "/healthz") as own, served(BARE, url, BARE_PORT, "/docs") as bare:
            before = disk(Path(folder))
            (mine, theirs), busy = share(lambda: _by_turns(house, own, bare))
            keeping = statistics.median([*before, *disk(Path(folder))])
    answers = sorted(1000 * each for turn in mine for each in turn.answers)
    what = f"{2 * TABLES} players at {TABLES} tables"
    each = f"{what}: the processor's time of a command, durable"
    report(each, _cost(mine), "ms", _cost(theirs), "a bare endpoint", more_is_better=False)
    beside = "commands a second, beside the bare endpoint's answers to the same client"
    report(beside, _rate(mine), "/s", _rate(theirs), "a bare endpoint")
    report("… half of them within", statistics.median(answers), "ms", 100, "goal", more_is_better=False)
    report("… 99 of 100 within", answers[int(0.99 * len(answers))], "ms", 100, "goal", more_is_better=False)
    print(f"the client took {busy:.0%} of a processor, and waited for the servers the rest of the time")
    print(f"the disk takes {keeping:.1f} ms to keep 64 kB: every command waits for it, and the bare endpoint does not")


def _rate(turns: list[Turn]) -> float:
    """Answers a second, by the median turn."""
    return statistics.median(len(turn.answers) / turn.seconds for turn in turns)


def _cost(turns: list[Turn]) -> float:
    """The processor's milliseconds that an answer takes."""
    return 1000 * sum(turn.taken for turn in turns) / sum(len(turn.answers) for turn in turns)


async def _by_turns(house: House, own: Clock, bare: Clock) -> tuple[list[Turn], list[Turn]]:
    """What each server did in its turns, after one to warm up."""
    tables = [Table.of(house, i) for i in range(TABLES)]
    others = [Line(BARE_PORT) for _ in house.people]
    mine, theirs = [], []
    for _ in range(TURNS + 1):
        mine.append(await _for_a_while([table.play for table in tables], own))
        theirs.append(await _for_a_while([_asking(one) for one in others], bare))
    for one in [*others, *(each for table in tables for each in table.lines)]:
        if one.transport is not None:
            one.transport.close()
    return mine[1:], theirs[1:]


async def _for_a_while(plays: list[Play], clock: Clock) -> Turn:
    """How long each answer took that came in so many seconds."""
    found: Timed = []
    start, before = time.perf_counter(), clock()
    await asyncio.gather(*(play(found, start + SECONDS) for play in plays))
    return Turn(found, time.perf_counter() - start, clock() - before)


def _asking(one: Line) -> Play:
    """Asks the bare endpoint as long as there is time."""
    asked = request("/act", "t" * 43, STAKE, "bench-1000000")

    async def play(found: Timed, until: float) -> None:
        while (start := time.perf_counter()) < until:
            assert await one.ask(asked) == 200
            found.append(time.perf_counter() - start)

    return play


class Table:
    """A table: its two players who stake and take it back, and its croupier."""

    def __init__(self, id: str, tokens: list[str], director: str, lines: list[Line]) -> None:
        self.id, self.tokens, self.director, self.lines = id, tokens, director, lines
        self.found: Timed = []

    @classmethod
    def of(cls, house: House, i: int) -> "Table":
        """A table of a house, with a connection for each of the three."""
        tokens = [token for token, table in house.people if table == house.tables[i]]
        return cls(house.tables[i], tokens, house.director, [Line(OWN_PORT) for _ in range(3)])

    async def play(self, found: Timed, until: float) -> None:
        """Rounds, as long as there is time."""
        self.found = found
        *players, croupier = self.lines
        while time.perf_counter() < until:
            await asyncio.gather(*(self._act(*player) for player in zip(players, self.tokens, strict=True)))
            await self._ask(croupier, self.director, "act", {"do": "close", "who": "croupier"})
            await self._ask(croupier, self.director, "rounds", {})

    async def _act(self, player: Line, token: str) -> None:
        for i in range(ACTS):
            await self._ask(player, token, "act", {"do": "undo"} if i % 2 else STAKE)

    async def _ask(self, one: Line, token: str, path: str, body: dict[str, object]) -> None:
        asked = request(f"/api/v1/tables/{self.id}/{path}", token, body, f"bench-{next(KEYS)}")
        start = time.perf_counter()
        assert await one.ask(asked) == 200, one.got
        self.found.append(time.perf_counter() - start)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
