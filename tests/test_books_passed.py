"""What passed the cage between two rounds: proved where the books are at hand, and noted where a log is alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tapete.audit.log import Report, audit
from tapete.engine.window import Refusal
from tapete.floor.books import discrepancies
from tapete.floor.seats import refill
from tests.forging import mended
from tests.test_floor import Casino

PASSED = "what players bought and cashed between rounds is proved only by the casino's books"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(f"sqlite:///{tmp_path / 'casino.db'}")
    yield found
    found.floor.close()


def exchanged(casino: Casino) -> str:
    """A table at which Luis rises with what he has and comes back with 5 euros less, while Ana buys for 10."""
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table, "1")
    casino.floor.seats.stand_up(casino.luis, table, casino.key())
    casino.sit(table, casino.luis, cents=99_000)
    casino.floor.seats.buy_in(casino.ana, table, 1000, casino.key())
    casino.play(table, "1")
    return table


def lines(casino: Casino) -> list[bytes]:
    with casino.floor.db.read() as conn:
        found = conn.execute(text("SELECT line FROM entries ORDER BY round_id, n")).scalars()
        return [line.encode() for line in found]


def transferred(log: list[bytes]) -> list[bytes]:
    """The same evening with five euros more that Luis handed to Ana before the second round, every hash mended."""
    rounds: list[list[dict[str, object]]] = []
    for entry in map(json.loads, log):
        if entry["t"] == "round":
            rounds.append([])
        rounds[-1].append(entry)
    balances = rounds[1][0]["balances"]
    assert isinstance(balances, dict)
    balances["chips/ana"] += 500
    balances["chips/luis"] -= 500
    return mended(rounds)


def between(report: Report) -> list[tuple[str, str]]:
    return [(breach.what, breach.right) for breach in report.breaches]


def test_who_rises_and_comes_back_with_less_while_another_buys_is_proved_by_the_books(casino: Casino) -> None:
    exchanged(casino)
    assert casino.floor.books.check() == []


def test_a_log_alone_notes_that_chips_may_have_passed_from_one_to_another(casino: Casino) -> None:
    exchanged(casino)
    report = audit(lines(casino))
    assert report.clean
    (exchange,) = (note for note in report.notes if "whether chips passed" in note)
    assert "from chips/luis to chips/ana" in exchange
    assert PASSED in report.notes


def test_a_log_whose_cage_has_not_changed_says_that_nothing_passed_it(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table, "1")
    casino.play(table, "1")
    assert between(audit(transferred(lines(casino)))) == [
        ("chips/ana starts with 995", "990, as the last round left it"),
        ("chips/luis starts with 990", "995, as the last round left it"),
    ]


def test_an_audit_that_is_given_what_passed_the_cage_finds_what_did_not(casino: Casino) -> None:
    """Luis lost 5 in the first round, had 995, and came back with 990; Ana lost 10, had 990, and bought 10."""
    exchanged(casino)
    log = lines(casino)
    before = json.loads(next(line for line in log if b'"t":"end"' in line))["hash"]
    passed = {before: {"chips/luis": -500, "chips/ana": 1000, "cage": -500}}
    honest = audit(log, passed=passed)
    assert honest.clean
    assert honest.notes == []
    assert between(audit(transferred(log), passed=passed)) == [
        ("chips/ana starts with 1005", "1000, as the last round left it and the cage changed it"),
        ("chips/luis starts with 985", "990, as the last round left it and the cage changed it"),
    ]
    assert between(audit(log, passed={})) == [
        ("cage starts with -2005", "-2000, as the last round left it and the cage changed it"),
        ("chips/ana starts with 1000", "990, as the last round left it and the cage changed it"),
        ("chips/luis starts with 990", "995, as the last round left it and the cage changed it"),
    ]


def test_chips_forged_from_one_player_to_another_are_found_by_the_books(casino: Casino) -> None:
    exchanged(casino)
    with casino.floor.db.engine.connect() as conn:
        for name in conn.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all():
            conn.execute(text(f"DROP TRIGGER {name}"))
        places = conn.execute(text("SELECT round_id, n FROM entries ORDER BY round_id, n")).all()
        for (round_id, n), line in zip(places, transferred(lines(casino)), strict=True):
            values = {"round": round_id, "n": n, "line": line.decode()}
            conn.execute(text("UPDATE entries SET line = :line WHERE round_id = :round AND n = :n"), values)
        found = [one.what for one in discrepancies(conn)]
        conn.rollback()
    assert any("chips/ana starts with 1005" in what for what in found), found


def test_pv_17_6_iii_b_a_stack_that_is_played_for_is_not_used_up_before_its_hand_is_over(casino: Casino) -> None:
    """Who has put all in may win it: bought meanwhile, the next hand would begin with a stack filled up too early."""
    table = casino.table("sintetico", "pais-vasco")
    casino.sit(table, casino.ana, cents=5_000)
    casino.open(table)
    found = casino.floor.desk.read(table, lambda standing: standing)
    assert found.open_round is not None
    found.open_round.places["chips/ana"] = 0
    refused = refill(found, "ana")
    assert isinstance(refused, Refusal)
    assert refused.article == "17.6.III.b"
