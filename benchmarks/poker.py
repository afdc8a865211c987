"""Poker against the house: exact odds with the start of the command, their memory, and hands a second on one core.

`./tapete bench poker`; of some games alone, `./tapete run python -m benchmarks.poker trijoker pai-gow`. Nothing is
known at first: what the release ships is not looked at, and what compiles is compiled. Texts whose rules come to the
same share a count, so only the first region of a game is sure to wait for one.
"""

import functools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.measure import Words, report, seconds
from tapete.engine.settings import standard
from tapete.games import game
from tapete.sim.run import simulate

HANDS = 4_000_000
GOAL = 5e6  # hands a second
FOUND = 0.3  # seconds, asked again
EVERYTHING, MEMORY = 720.0, 2.0  # seconds and gigabytes for all of them
NOT_BOUGHT = ("--set", "compra=no")
# Seconds to count a game anew; without and with cards that are bought.
COUNTED: dict[str, dict[tuple[str, ...], float]] = {
    "trijoker": {(): 1.0},
    "tripoker": {(): 1.0},
    "poker-sin-descarte": {NOT_BOUGHT: 20.0, (): 60.0},
    "texas-bonus": {(): 20.0},
    "texas-poker": {(): 20.0},
    "poker-cuatro-cartas": {(): 20.0},
    "poker-con-descarte": {(): 240.0},
    "pai-gow": {(): 60.0},
}
SEEN = ("--seen", "Ah Ks")  # two suits that are not like others any more
AS_IF_NOTHING_WERE_SHIPPED = """
import pathlib, sys
from tapete.odds import kept, remembered
kept.SHIPPED = remembered.SHIPPED = pathlib.Path("nothing")
from tapete.cli import main
sys.argv[0] = "tapete"
main()
"""


class Run(NamedTuple):
    """A command that was run: how long it took, and how much memory at most, in gigabytes."""

    seconds: float
    memory: float


def run(words: list[str], cache: str) -> Run:
    """The command from a fresh interpreter to the last figure, as if nothing were shipped."""
    command = [sys.executable, "-c", AS_IF_NOTHING_WERE_SHIPPED, "odds", *words, "--json"]
    env = {**os.environ, "XDG_CACHE_HOME": cache, "NUMBA_CACHE_DIR": cache}
    start = time.perf_counter()
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        sys.exit(f"tapete odds {' '.join(words)} ended with {started.returncode}")
    return Run(time.perf_counter() - start, used.ru_maxrss / 1e6)


def counted(name: str) -> list[Run]:
    """Each region of a game counted where nothing is known, and asked again."""
    every = []
    for more, goal in COUNTED[name].items():
        with tempfile.TemporaryDirectory() as cache:
            for region in game(name).regions:
                words = [name, "--region", region, *more]
                cold = run(words, cache)
                title = " ".join([name, region, *more])
                report(f"counting {title}", cold.seconds, "s", goal, "goal", False)
                report(f"counting {title}, memory", cold.memory, "GB", MEMORY, "goal", False)
                again = seconds(functools.partial(run, words, cache), 2.0)
                report(f"tapete odds {title}, again", again, "s", FOUND, "goal", False)
                every.append(cold)
    return every


def seen(name: str) -> None:
    """A game counted in one region with two cards out of the pack: as long as the longest count of a whole one."""
    words, goal = [name, "--region", game(name).regions[0], *SEEN], max(max(of.values()) for of in COUNTED.values())
    with tempfile.TemporaryDirectory() as cache:
        found = run(words, cache)
    report(f"counting {' '.join(words)}", found.seconds, "s", goal, "goal", False)
    report(f"counting {' '.join(words)}, memory", found.memory, "GB", MEMORY, "goal", False)


def shipped(name: str) -> None:
    """What somebody waits for who asks for the first time, with the answers that the release ships."""
    for region in game(name).regions:
        words = [sys.executable, "-m", "tapete", "odds", name, "--region", region, "--json"]
        with tempfile.TemporaryDirectory() as cache:
            start = time.perf_counter()
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": cache})
        report(f"tapete odds {name} {region}, as shipped", time.perf_counter() - start, "s", 1.0, "goal", False)


def hands(name: str, region: str) -> float:
    """Hands a second, played by the computed strategy."""
    rules = game(name).rules(region)
    settings = standard(rules)
    program = game(name).program(rules, settings, {next(iter(game(name).layout(rules, settings))): 1000})
    simulate(program, 1000)
    return HANDS / seconds(lambda: simulate(program, HANDS, workers=1), 2.0)


def main(names: Sequence[str] = tuple(COUNTED)) -> None:
    """Prints the figures, of all games or of those named."""
    for name in names:
        report(f"{name} hands, one core", hands(name, game(name).regions[0]) / 1e6, "million/s", GOAL / 1e6, "goal")
        shipped(name)
    every = [one for name in names for one in counted(name)]
    if len(names) == len(COUNTED):
        report("counting all of them", sum(one.seconds for one in every), "s", EVERYTHING, "goal", False)
        report("counting all of them, memory", max(one.memory for one in every), "GB", MEMORY, "goal", False)
    for name in names:
        seen(name)


if __name__ == "__main__":
    words = Words(__doc__)
    words.add_argument("game", nargs="*", default=list(COUNTED), help=", ".join(COUNTED))
    asked = words.parse_args().game
    for name in asked:
        if name not in COUNTED:
            words.error(f"'{name}' is no poker against the house: there are {', '.join(COUNTED)}")
    main(asked)
