"""An audit's lines a second on one core, and a hundred thousand mutated logs, none of which may make it fail.

`./tapete bench audit` runs the mutations for a minute at most; `python -m benchmarks.audit 100000` all of them.
"""

import random
import sys
import time
from collections import Counter

from tests.forging import data
from tests.helpers import EVERYWHERE, sit
from tests.mutating import mutated
from tests.robot import evening

from benchmarks.engine import acts, one, session
from benchmarks.measure import report, seconds
from tapete.audit.log import audit
from tapete.errors import TapeteError

GOAL = 200_000 / 3  # lines a second
AT_MOST = 60.0  # seconds


def lines() -> None:
    """How fast honest logs are audited: a full table, and evenings of one or two players."""
    for name in ("ruleta-francesa", "bola"):
        table = session(name)
        inputs = acts(table)
        _report(f"{name}, eight players", [line for _ in range(100) for line in one(table, inputs).lines()])
    for name in ("ruleta-francesa", "blackjack", "dados"):
        played = evening(sit(name, "extremadura", chips={"ana": 10**8, "luis": 10**8}), 200, seed=2)
        _report(f"{name}, two players", [line for table in played for line in table.lines()])


def _report(what: str, log: list[bytes]) -> None:
    report(f"{what}: lines audited", len(log) / seconds(lambda: audit(log)), "/s", GOAL, "goal")


def mutations(most: int, at_most: float) -> None:
    """Audits mutated logs of every game and says how many made it fail, and how many passed as clean."""
    source = random.Random(14)
    evenings = [
        data(evening(sit(name, region, physical=physical), 4, seed=8, trouble=0.05))
        for name, region in EVERYWHERE
        for physical in (True, False)
    ]
    faults: Counter[str] = Counter()
    done = clean = stopped = 0
    until = time.monotonic() + at_most
    while done < most and time.monotonic() < until:
        done += 1
        log = mutated(source, source.choice(evenings))
        try:
            found = audit(log).breaches
        except TapeteError:
            continue
        except Exception as error:  # noqa: BLE001 what is counted here
            faults[f"{type(error).__name__}: {str(error)[:60]}"] += 1
            continue
        clean += not found
        for breach in found:
            if "cannot go on" in breach.what:
                stopped += 1
                faults[f"caught: {breach.what[:90]}"] += 0
    print(f"{done} mutations: {sum(faults.values())} faults, {clean} clean, {stopped} stopped in a procedure")
    for what in faults:
        print(f"  {what}")


def main() -> None:
    """Prints the figures."""
    lines()
    mutations(100_000, AT_MOST if len(sys.argv) < 2 or not sys.argv[-1].isdigit() else float("inf"))


if __name__ == "__main__":
    main()
