"""A simulation by one worker of a cluster and by two, beside one thread at home: what a second machine would bring."""

import os
import time
from collections.abc import Callable

from benchmarks.measure import Words, report
from tapete.crew import hired
from tapete.engine.settings import standard
from tapete.games import game
from tapete.sim.run import Simulation, simulate
from tapete.trials import mixed

ROUNDS = 1 << 28


def main() -> None:
    """Prints rounds a second; on fewer than two processors a second worker brings nothing."""
    found = game("bola")
    rules = found.rules("extremadura")
    program = mixed(found, rules, standard(rules), ["rojo 10", "par 5"]).program
    simulate(program, 1 << 22)
    home, result = _timed(lambda: simulate(program, ROUNDS, workers=1))
    report("simulated at home, one thread", ROUNDS / home, "/s", ROUNDS / home, "itself")
    one = 0.0
    for workers in (1, 2):
        with hired("local", workers):
            simulate(program, 1 << 24)  # compiles, or finds what was compiled
            took, other = _timed(lambda: simulate(program, ROUNDS))
        assert other.results.tobytes() == result.results.tobytes()
        one = one or took
        what, beside, took_beside = {
            1: ("a simulation by one worker of a cluster", "one thread at home", home),
            2: ("a simulation by two", "one worker", one),
        }[workers]
        report(what, ROUNDS / took, "/s", ROUNDS / took_beside, beside)
    print(f"the same bytes each time; {os.cpu_count()} processors")


def _timed(play: Callable[[], Simulation]) -> tuple[float, Simulation]:
    start = time.perf_counter()
    found = play()
    return time.perf_counter() - start, found


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
