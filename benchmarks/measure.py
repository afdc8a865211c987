"""How benchmarks measure and print."""

import sys
import time
from collections.abc import Callable


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


def share_asked(usual: float = 0.01) -> float:
    """The share of a long run that `--share 0.1` asks for."""
    given = sys.argv[1:]
    return float(given[given.index("--share") + 1]) if "--share" in given else usual
