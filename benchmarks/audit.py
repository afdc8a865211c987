"""An audit's lines a second on one core: full tables, small ones, cards with backs, and a log of second thoughts."""

import time

from tests.helpers import sit
from tests.robot import evening

from benchmarks.engine import acts, one, session
from benchmarks.measure import Words, report, seconds
from tapete.audit.log import audit
from tapete.engine.requests import Act

GOAL = 200_000 / 3  # lines a second


def lines() -> None:
    """How fast honest logs are audited: a full table, and evenings of one or two players."""
    for name in ("ruleta-francesa", "bola"):
        table = session(name)
        inputs = acts(table)
        _report(f"{name}, eight players", [line for _ in range(100) for line in one(table, inputs).lines()])
    for name in ("ruleta-francesa", "blackjack", "dados", "punto-banca", "poker-sin-descarte", "holdem"):
        played = evening(sit(name, "extremadura", chips={"ana": 10**8, "luis": 10**8}), 200, seed=2)
        _report(f"{name}, two players", [line for table in played for line in table.lines()])


def _report(what: str, log: list[bytes]) -> None:
    taken = seconds(lambda: audit(log), clock=time.process_time)
    report(f"{what}: lines audited", len(log) / taken, "/s", GOAL, "goal")


def second_thoughts() -> None:
    """How fast a log of little but rewinds is audited: a stake laid, taken back and laid again."""
    table = sit("bola", "extremadura").open()
    for i in range(60):
        table.act("ana", Act("stake", "rojo", 500 if i == 0 else 50))
    for _ in range(300):
        table.rewind(59, "inspector", "a slip")
        table.act("ana", Act("stake", "rojo", 50))
    table.act("croupier", Act("close"))
    table.fell("2")
    _report("bola, 300 rewinds of the sixtieth stake", table.lines())


def main() -> None:
    """Prints the figures."""
    lines()
    second_thoughts()


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
