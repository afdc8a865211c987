"""A process killed at a write of the books, a case, a jackpot, a prize: nothing of it is there, or all of it, once."""

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tapete.engine.round import now
from tapete.errors import IllegalAction
from tapete.floor import Floor
from tapete.floor.calendar import day_of
from tapete.floor.documents import pieces
from tests.casino import Casino
from tests.test_jackpots import BANK, NOTHING, PV, ROYAL, dealt, poker
from tests.torneo import House, bases

WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT")
KILLS = (0, 2)
NEVER = 1000  # writes
LOGS = (
    *("ledger", "documents", "signatures", "cage_lines", "cage_signatures", "meter_lines", "entries", "commands"),
    *("orphans", "orphan_ends", "stock_lines", "cases", "case_lines", "session_lines", "certificates"),
)
Work = Callable[[Floor], object]


def done(url: str, work: Work, at: int) -> bool:
    """Does something in a process of its own, which kills itself at its `at`-th write; whether it came to its end.

    With 0, it is killed as it commits.
    """
    child = os.fork()
    if not child:
        _work_until(url, work, at)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return status == 0


def _work_until(url: str, work: Work, at: int) -> None:
    writes, status = 0, 1

    def trace(statement: str) -> None:
        nonlocal writes
        said = statement.lstrip().upper() if begun else ""
        writes += said.startswith(WRITES)
        if (writes == at if at else said.startswith("COMMIT")) and said:
            os.kill(os.getpid(), signal.SIGKILL)

    begun = False
    event.listen(Engine, "connect", lambda raw, _: raw.set_trace_callback(trace))
    try:
        floor = Floor(url)
        begun = True
        work(floor)
        status = 0
    finally:
        os._exit(status)


def survives(url: str, work: Work, *grown: tuple[str, int]) -> None:
    """Killed at some write or another, and sent again each time, it is done once and no more."""
    file = url.removeprefix("sqlite:///")
    before = counted(file)
    for at in KILLS:
        assert not done(url, work, at)
        assert counted(file) == before, at
    assert done(url, work, NEVER)
    after = counted(file)
    assert {name: after[name] - before[name] for name, _ in grown} == dict(grown)
    with Floor(url) as floor:
        with suppress(IllegalAction):
            work(floor)
        assert counted(file) == after
        assert floor.books.check() == []


def counted(file: str) -> dict[str, int]:
    """How many lines each log has."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as conn:
        names = (*LOGS, "tournament_money", "tournament_acts", "tournament_entries")
        return {name: conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


@pytest.fixture
def casino(tmp_path: Path) -> Casino:
    return Casino(tmp_path)


def test_47_1_a_fill_is_signed_once_and_its_chips_move_once(casino: Casino, tmp_path: Path) -> None:
    table = casino.table("ruleta-americana", PV, physical=True, float="75000")
    dora, iker = casino.people["dora"], casino.people["iker"]
    casino.floor.documents.write(iker, table, "fill", pieces("10x100"), casino.key())
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.documents.sign(dora, table, 1, "signed", "k"), ("signatures", 1), ("ledger", 1))
    with Floor(url) as floor:
        assert floor.books.balances(table)["bank"] == 7_600_000


def test_48_3_a_count_of_the_bank_and_one_of_the_cage_are_written_once(casino: Casino, tmp_path: Path) -> None:
    table = casino.table("ruleta-americana", PV, physical=True, float="75000")
    iker, counts = casino.people["iker"], pieces("100x500 250x100")
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.documents.write(iker, table, "count", counts, "k"), ("documents", 1))
    survives(url, lambda floor: floor.cage.write(iker, "stock", counts, "k"), ("cage_lines", 1))


def test_47_1_and_51_a_credit_and_chips_withdrawn_from_the_cage_are_signed_once(casino: Casino, tmp_path: Path) -> None:
    table = casino.table("ruleta-americana", PV, physical=True, float="75000")
    dora, iker, chips = casino.people["dora"], casino.people["iker"], pieces("10x100")
    casino.floor.documents.write(iker, table, "credit", chips, casino.key())
    casino.floor.cage.write(iker, "stock", chips, casino.key())
    casino.floor.cage.sign(dora, 1, "signed", casino.key())
    casino.floor.cage.write(iker, "withdraw", pieces("3x100"), casino.key())
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.documents.sign(dora, table, 1, "signed", "k"), ("signatures", 1), ("ledger", 1))
    survives(url, lambda floor: floor.cage.sign(dora, 2, "signed", "k2"), ("cage_signatures", 1))
    with Floor(url) as floor:
        assert floor.books.balances(table)["bank"] == 7_400_000


def test_what_the_house_keeps_apart_from_tables_is_written_once(casino: Casino, tmp_path: Path) -> None:
    """A session, an orphan stake and its end, dice from the depot, a case."""
    dora, iker, carla = (casino.people[name] for name in ("dora", "iker", "carla"))
    lasts = 4 * 3_600_000
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.sessions.open(dora, PV, lasts, "a"), ("session_lines", 1))
    survives(url, lambda floor: floor.orphans.enter(carla, 500, "under a table", "", "b"), ("orphans", 1))
    survives(url, lambda floor: floor.orphans.end(dora, 1, "returned", "Ana Ruiz", "her card", "c"), ("orphan_ends", 1))
    survives(url, lambda floor: floor.stores.receive(iker, "dice", "D-17", "d"), ("stock_lines", 1))
    survives(
        url,
        lambda floor: floor.conduct.open(iker, "ana", "casino:prohibitions.prestamo", "lent", "e", region=PV),
        ("cases", 1),
    )


def test_a_decision_a_paper_a_signed_cage_count_and_certificates_are_written_once(
    casino: Casino, tmp_path: Path
) -> None:
    """A table that closed on this day, before its session began."""
    dora, iker, floor = casino.people["dora"], casino.people["iker"], casino.floor
    floor.tables.close_table(dora, casino.table("bola", PV), casino.key())
    floor.sessions.open(dora, PV, 4 * 3_600_000, casino.key())
    floor.conduct.open(iker, "ana", "casino:prohibitions.prestamo", "lent", casino.key(), region=PV)
    for what in ("stock", "count"):
        floor.cage.write(iker, what, pieces("10x100"), casino.key())
    floor.cage.sign(dora, 1, "signed", casino.key())
    today = day_of(now())
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.conduct.decide(dora, 1, "bar", "again", "a"), ("case_lines", 1))
    survives(url, lambda floor: floor.papers.record(dora, "fianza", "12/2026", "b"), ("session_lines", 1))
    survives(url, lambda floor: floor.cage.sign(dora, 2, "signed", "c"), ("cage_signatures", 1))
    survives(url, lambda floor: floor.sessions.end(dora, "d"), ("session_lines", 1))
    survives(url, lambda floor: floor.income.certify(dora, today), ("certificates", 1))
    with Floor(url) as after:
        session = after.sessions.last()
        assert session is not None
    survives(url, lambda floor: floor.income.certify_session(dora, session), ("certificates", 1))


@pytest.mark.parametrize("at", (4, 10, *range(16, 24)))
def test_pv_11_v_3_10_a_hand_is_taken_and_written_into_its_case_at_once(
    at: int, casino: Casino, tmp_path: Path
) -> None:
    """Killed at any of its writes, neither the table nor the case has anything of it."""
    table, iker = casino.table("poker-sin-descarte", PV), casino.people["iker"]
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    casino.act("ana", table, "stake", "inicial:1", 1000)
    casino.act("carla", table, "close")
    casino.floor.conduct.open(iker, "ana", "poker-sin-descarte:penalty", "", casino.key(), table_id=table)
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    before = counted(f"{tmp_path}/casino.db")
    work: Work = lambda floor: floor.conduct.decide(iker, 1, "loss", "", "k")  # noqa: E731
    ended = done(url, work, at)
    found = counted(f"{tmp_path}/casino.db")
    assert (found["entries"] > before["entries"]) == (found["case_lines"] > before["case_lines"]) == ended
    assert done(url, work, NEVER)
    with Floor(url) as floor:
        assert [step.what for step in floor.conduct.files()[0].case.steps] == ["loss"]
        assert "felt/ana/inicial:1" not in floor.books.balances(table)
        assert floor.books.check() == []


def test_pv_11_vi_1_a_jackpot_is_paid_once_whenever_the_server_is_killed(casino: Casino, tmp_path: Path) -> None:
    """The last card is read. All of two stakes of 2.50 goes to the royal flush, which beats a bank that does not play:
    ten euros are paid once, and both stakes go back, ten and twenty.
    """
    table, carla = poker(casino, PV), casino.people["carla"]
    *cards, last = [*dealt(casino, table, PV), *ROYAL.split(), *NOTHING.split()]
    assert len(BANK.split()) + 9 == len(cards) + 1
    for card in cards:
        casino.floor.rounds.fell(table, carla, card, casino.key())
    before = casino.floor.books.balances(table)["chips/ana"]
    casino.close()
    url = f"sqlite:///{tmp_path}/casino.db"
    survives(url, lambda floor: floor.rounds.fell(table, carla, last, "k"), ("commands", 1))
    with Floor(url) as floor:
        (prize,) = floor.prizes.all(casino.people["rosa"])
        after = floor.books.balances(table)
    assert prize.cents == 0
    assert after["chips/ana"] - before == 4000 + 500


def test_pv_art_2_bis_1_d_a_prize_and_the_place_it_is_are_handed_out_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/casino.db"
    house = House(url)
    main = house.floor.tournaments.announce(house.director, bases())
    seat = {"place": 1, "goods": f"plaza:{main.public_id}", "value": 100}
    found = house.announced(2, bases(prizes=[seat, {"place": 2, "share": 100}]))
    house.floor.running.start(house.director, found.public_id)
    while house.sheet(found).tournament.state != "finished":
        house.wave(found)
    (winner,) = [entry for entry in house.sheet(found).entries if entry.goods]
    house.floor.close()
    grown = (("tournament_money", 2), ("tournament_entries", 1))  # the prize here, the fee and the entry there
    survives(url, lambda floor: floor.tournaments.pay(house.croupier, found.public_id, winner.number), *grown)
