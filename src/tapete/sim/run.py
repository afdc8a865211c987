"""Simulation: sessions in blocks, blocks on all cores, figures with their error bars. Workers do not change results."""

import contextlib
import functools
import hashlib
import math
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.crew import crew
from tapete.errors import TapeteError
from tapete.sim.loop import PLAYOUT, play
from tapete.sim.program import Program
from tapete.sim.stream import SEEDS, generator

BLOCK = 1 << 22  # rounds, about, in a block
CHUNK = 1 << 18  # outcomes drawn at a time; small enough to stay in the cache
LONGEST = 10_000_000
USUAL = 1_000_000  # sessions at most, where nobody says how long one is


class Unplayable(TapeteError):
    """A simulation that cannot be played; `about` says which of rounds, seed, session and bankroll must change."""

    def __init__(self, text: str, about: str, /, **values: object) -> None:
        self.about = about
        super().__init__(text, **values)


class BetResult(NamedTuple):
    """A bet over a simulation. `edge` is the house's share of the initial stake, with its standard error."""

    bet: str
    made: int
    edge: float
    std_error: float
    win: float
    push: float
    lose: float
    variance: float
    rounds: float


class Simulation(NamedTuple):
    """What a simulation found. Amounts are cents; `results` and `falls` have one entry a session."""

    bets: list[BetResult]
    sessions: int
    length: int
    bankroll: int
    ruins: int
    results: NDArray[np.int64]
    falls: NDArray[np.int64]

    @property
    def mean(self) -> float:
        """The mean result of a session."""
        return float(self.results.mean())

    @property
    def mean_error(self) -> float:
        """Its standard error."""
        return float(self.results.std(ddof=1) / math.sqrt(self.sessions)) if self.sessions > 1 else math.nan

    @property
    def ruin(self) -> float:
        """The share of sessions that ended because nothing more could be paid for."""
        return self.ruins / self.sessions

    @property
    def ruin_error(self) -> float:
        """Its standard error."""
        return math.sqrt(self.ruin * (1 - self.ruin) / self.sessions)

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete simulate --json` prints."""
        counts, edges = self.histogram()
        quantiles = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
        return {
            "bets": [bet._asdict() for bet in self.bets],
            "sessions": self.sessions,
            "length": self.length,
            "bankroll": self.bankroll,
            "mean": self.mean,
            "mean_error": None if math.isnan(self.mean_error) else self.mean_error,
            "ruin": self.ruin,
            "ruin_error": self.ruin_error,
            "drawdown_mean": float(self.falls.mean()),
            "drawdown_worst": int(self.falls.max()),
            "quantiles": {str(q): float(np.quantile(self.results, q)) for q in quantiles},
            "histogram": {"counts": counts.tolist(), "edges": edges.tolist()},
        }

    def histogram(self, bins: int = 20) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How many sessions ended in each span of results."""
        counts, edges = np.histogram(self.results, bins)
        return counts, edges


class _Block(NamedTuple):
    visits: NDArray[np.int64]
    ruins: int
    results: NDArray[np.int64]
    falls: NDArray[np.int64]


class Stage(NamedTuple):
    """A simulation under way: how many blocks of how many are done, and what they have found."""

    done: int
    total: int
    found: Callable[[], Simulation]


def simulate(
    program: Program,
    rounds: int,
    *,
    seed: int = 1,
    length: int | None = None,
    bankroll: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Simulation:
    """Plays a mix of bets for `rounds` rounds, in sessions of `length` rounds with `bankroll` cents each."""
    last = None
    for last in stages(program, rounds, seed=seed, length=length, bankroll=bankroll, workers=workers):
        progress(last.done, last.total)
    assert last is not None
    return last.found()


def stages(
    program: Program,
    rounds: int,
    *,
    seed: int = 1,
    length: int | None = None,
    bankroll: int | None = None,
    workers: int | None = None,
) -> Iterator[Stage]:
    """The same block by block; whoever stops asking ends it."""
    if rounds < 1:
        raise Unplayable("a simulation has 1 round or more", "rounds")
    if length is None and rounds > LONGEST * USUAL:
        raise Unplayable("a simulation has {most:,} rounds at most", "rounds", most=LONGEST * USUAL)
    if seed not in SEEDS:
        raise Unplayable("a seed is a number from 0 to 2^64 - 1", "seed")
    if workers is not None and workers < 1:
        raise Unplayable("a simulation takes 1 worker or more", "workers")
    length = min(max(100, -(-rounds // USUAL)) if length is None else length, rounds)
    if not 1 <= length <= LONGEST:
        raise Unplayable("a session has 1 to {most:,} rounds", "session", most=LONGEST)
    sessions = -(-rounds // length)
    if sessions > 20_000_000:
        raise Unplayable(
            "{sessions:,} sessions are too many to keep: let each have {least} rounds or more",
            "session",
            sessions=sessions,
            least=-(-rounds // 20_000_000),
        )
    bankroll = 200 * int(program.stake.sum()) if bankroll is None else bankroll
    if bankroll < program.stake.min():
        raise Unplayable("the bankroll does not pay for a single bet of the mix", "bankroll")
    each = max(1, BLOCK // length)
    sizes = [min(each, sessions - first) for first in range(0, sessions, each)]
    return _run(program, seed, sizes, length, bankroll, workers or os.cpu_count() or 1)


def _run(program: Program, seed: int, sizes: list[int], length: int, bankroll: int, workers: int) -> Iterator[Stage]:
    others, blocks = crew(), {}
    if others is None or program.make is None:
        at_home = _at_home(functools.partial(_block, program, seed, length, bankroll), sizes, workers)
    else:
        wanted = program.make, hashlib.sha256(pickle.dumps(program.make)).hexdigest()
        at_home = others.each(block_of, (*wanted, seed, length, bankroll), list(enumerate(sizes)))
    with contextlib.closing(at_home):  # type: ignore[type-var]
        for number, block in at_home:
            blocks[number] = block
            ready = [blocks[i] for i in sorted(blocks)]
            yield Stage(len(blocks), len(sizes), functools.partial(_gather, program, ready, length, bankroll))


def _at_home(block: Callable[[int, int], _Block], sizes: list[int], workers: int) -> Iterator[tuple[int, _Block]]:
    """All blocks on this machine's cores, as they are done."""
    pool = ThreadPoolExecutor(workers)
    try:
        tasks = {pool.submit(block, i, size): i for i, size in enumerate(sizes)}
        for task in as_completed(tasks):
            yield tasks[task], task.result()
    finally:
        pool.shutdown(cancel_futures=True)


_made: dict[str, Program] = {}


def block_of(
    make: Callable[[], Program], key: str, seed: int, length: int, bankroll: int, block: int, sessions: int
) -> _Block:
    """A block of a program that is made where it is played, once for all blocks there."""
    if key not in _made:
        _made.clear()
        _made[key] = make()
    return _block(_made[key], seed, length, bankroll, block, sessions)


def _block(program: Program, seed: int, length: int, bankroll: int, block: int, sessions: int) -> _Block:
    stream = generator(seed, block)
    results, falls = np.zeros(sessions, np.int64), np.zeros(sessions, np.int64)
    visits = np.zeros(program.back.size, np.int64)
    done, ruins = 0, 0
    arrays = program.arrays
    while done < sessions:
        enough = (sessions - done) * (length + PLAYOUT)
        drawn = program.draw(stream, min(enough, max(CHUNK, 2 * (length + PLAYOUT))))
        done, more = play(drawn, *arrays, length, bankroll, done, results, falls, visits)  # type: ignore[call-arg]
        ruins += more
    return _Block(visits, ruins, results, falls)


def _gather(program: Program, blocks: list[_Block], length: int, bankroll: int) -> Simulation:
    visits = sum((block.visits for block in blocks[1:]), blocks[0].visits).reshape(program.back.shape)
    bets = [_bet(program, b, visits[b, 1:]) for b in range(len(program.names))]
    results = np.concatenate([block.results for block in blocks])
    falls = np.concatenate([block.falls for block in blocks])
    return Simulation(bets, len(results), length, bankroll, sum(block.ruins for block in blocks), results, falls)


def _bet(program: Program, b: int, visits: NDArray[np.int64]) -> BetResult:
    """A bet's figures from how often each outcome fell in each of its states."""
    stake = int(program.stake[b])
    resolved = np.where(program.after[b, 1:] == 0, visits, 0)
    net = (program.back[b, 1:] - stake) / stake
    made = int(resolved.sum())
    n = max(made, 1)
    mean = float((resolved * net).sum()) / n
    variance = max(float((resolved * net**2).sum()) / n - mean**2, 0.0)
    win, push, lose = (float(resolved[sign].sum()) / n for sign in (net > 0, net == 0, net < 0))
    rounds = float(visits.sum()) / n
    return BetResult(program.names[b], made, -mean, math.sqrt(variance / n), win, push, lose, variance, rounds)
