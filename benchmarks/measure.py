"""How benchmarks measure and print."""

import argparse
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn


def seconds(run: Callable[[], object], least: float = 1.0, clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of one call, the best of as many as fit into `least` seconds, after one to warm up."""
    run()
    best, until = float("inf"), time.perf_counter() + least
    while time.perf_counter() < until:
        start = clock()
        run()
        best = min(best, clock() - start)
    return best


def report(what: str, value: float, unit: str, against: float, peer: str, more_is_better: bool = True) -> None:
    """One line: a figure and its ratio to a named peer or limit."""
    ratio = value / against if more_is_better else against / value
    digits = 2 if ratio >= 0.1 else 4
    print(f"{what:<58} {value:>14,.3f} {unit:<14} {ratio:>10,.{digits}f} × {peer} ({against:,.3f})")


def processor(run: Callable[[], object], times: int = 3) -> float:
    """Seconds of the processor that one call takes, the best of several: what others run beside it counts less."""
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def disk(folder: Path, times: int = 50) -> list[float]:
    """Milliseconds that a folder's disk takes to keep 64 kB, each time in the same place, as a log does."""
    found, data = [], os.urandom(1 << 16)
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(times):
            os.pwrite(file.fileno(), data, 0)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(1000 * (time.perf_counter() - start))
    return found


class Words(argparse.ArgumentParser):
    """What a benchmark is asked on the command line: `--help` says what it measures, another word is refused."""

    def __init__(self, says: str | None) -> None:
        part = Path(sys.argv[0]).stem
        command = "./tapete bench" if part == "__main__" else f"./tapete run python -m benchmarks.{part}"
        form = argparse.RawDescriptionHelpFormatter
        super().__init__(command, description=says, formatter_class=form, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"tapete: {message}; --help says what there is\n")


def in_turns(runs: Mapping[str, Callable[[], object]], times: int = 5) -> dict[str, float]:
    """Seconds of the processor that each of some calls takes, the best of several turns: a busy minute is nobody's."""
    found = dict.fromkeys(runs, float("inf"))
    for _ in range(times):
        for name, run in runs.items():
            found[name] = min(found[name], processor(run, 1))
    return found


def share_asked(says: str | None, usual: float) -> float:
    """The share of a long run that `--share 0.1` asks for."""
    words = Words(says)
    words.add_argument("--share", type=_share, default=usual, help=f"how much of the whole, {usual} unless said")
    return float(words.parse_args().share)


def _share(word: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(word) <= 1:
            return float(word)
    raise argparse.ArgumentTypeError(f"'{word}' is no share: more than 0, and 1 at most")
