"""The float register: chips between cage and table under two names, counts beside the books, the income of a day.

Reglamento de Casinos of 1979, arts. 47, 48, 52 and 54, to which the texts send or which they leave as a default.
"""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.table import TableFile
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor.documents import pieces
from tapete.floor.register import Gap, Register
from tapete.floor.roles import Forbidden
from tests.casino import Casino
from tests.database import fresh
from tests.test_cli import run


@pytest.fixture
def table(casino: Casino) -> str:
    """A roulette with a float of 75,000 euros, Ana and Luis at it with 1,000 each."""
    return casino.table("ruleta-francesa", "extremadura", physical=True, float="75000")


def writes(casino: Casino, who: str, table: str, kind: str, text: str, **more: Any) -> None:
    casino.floor.documents.write(casino.people[who], table, kind, pieces(text), casino.key(), **more)


def signs(casino: Casino, who: str, table: str, number: int, verdict: str = "signed") -> None:
    casino.floor.documents.sign(casino.people[who], table, number, verdict, casino.key())


def register(casino: Casino, table: str) -> Register:
    return casino.floor.registers.of(casino.people["rosa"], table)


def bank(casino: Casino, table: str) -> int:
    return casino.floor.books.balances(table).get("bank", 0)


def spin(casino: Casino, table: str, fell: str) -> None:
    """Ana stakes 10 euros on red."""
    floor, people = casino.floor, casino.people
    floor.rounds.open_round(table, people["carla"], casino.key())
    casino.act("ana", table, "stake", "rojo", 1000)
    casino.act("carla", table, "close")
    assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": fell}).status_code == 200


def test_47_1_a_fill_moves_chips_once_another_has_signed_it(casino: Casino, table: str) -> None:
    writes(casino, "iker", table, "fill", "50x100 100x25")
    assert bank(casino, table) == 75_000_00
    assert [document.number for document in register(casino, table).pending] == [1]
    signs(casino, "dora", table, 1)
    assert bank(casino, table) == 82_500_00
    found = register(casino, table)
    assert [(line.what, line.cents) for line in found.lines] == [("opening", 75_000_00), ("fill", 7_500_00)]
    assert found.lines[1].document is not None
    assert (found.lines[1].document.writer, found.lines[1].document.signer) == ("iker", "dora")
    assert found.lines[1].document.pieces == {100_00: 50, 25_00: 100}
    assert casino.floor.books.check() == []


def test_47_1_a_signed_document_goes_on_saying_which_chips_it_moved_and_why(casino: Casino, table: str) -> None:
    writes(casino, "iker", table, "fill", "50x100 100x25", why="a run of full numbers")
    signs(casino, "dora", table, 1)
    shown = casino.get("rosa", f"/tables/{table}/register").text
    assert re.search(r"50&nbsp;×&nbsp;100\s€, 100&nbsp;×&nbsp;25\s€ · a run of full numbers", shown)


def test_48_2_nobody_signs_what_they_wrote_nor_twice_nor_what_is_not_there(casino: Casino, table: str) -> None:
    writes(casino, "dora", table, "fill", "10x100")
    with pytest.raises(Forbidden, match="another signs it"):
        signs(casino, "dora", table, 1)
    signs(casino, "iker", table, 1, "refused")
    assert bank(casino, table) == 75_000_00
    with pytest.raises(IllegalAction, match="second name already"):
        signs(casino, "carla", table, 1)
    with pytest.raises(Missing, match="no document 2"):
        signs(casino, "carla", table, 2)


def test_players_croupiers_and_who_sits_at_the_table_have_no_part_in_fills(casino: Casino, table: str) -> None:
    for who in ("ana", "carla", "rosa"):
        with pytest.raises(Forbidden):
            writes(casino, who, table, "fill", "10x100")
    writes(casino, "iker", table, "fill", "10x100")
    casino.floor.seats.seat(casino.people["dora"], table, 10_000, casino.key())
    with pytest.raises(Forbidden, match="dora plays at this table"):
        signs(casino, "dora", table, 1)
    assert bank(casino, table) == 75_000_00


def test_a_credit_goes_back_between_rounds_and_never_beyond_the_bank(casino: Casino, table: str) -> None:
    with pytest.raises(IllegalAction, match="the bank has 75000, not 80000"):
        writes(casino, "iker", table, "credit", "800x100")
    writes(casino, "iker", table, "credit", "100x100")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    with pytest.raises(IllegalAction, match="between rounds"):
        signs(casino, "dora", table, 1)
    assert bank(casino, table) == 75_000_00


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("gift", "10x100", "a fill, a credit or a count"),
        ("fill", "ten of them", "write 20x100"),
        ("fill", "", "say which chips"),
        ("fill", "3x0.33", "no chips of 0.33"),
    ],
)
def test_a_document_that_says_nothing_is_one_clear_line(
    casino: Casino, table: str, kind: str, text: str, words: str
) -> None:
    with pytest.raises(TapeteError, match=words):
        writes(casino, "iker", table, kind, text)
    assert register(casino, table).pending == ()


def test_the_same_key_writes_once(casino: Casino, table: str) -> None:
    for _ in range(2):
        casino.floor.documents.write(casino.people["iker"], table, "fill", pieces("10x100"), "one-key")
    assert len(register(casino, table).pending) == 1


def test_a_count_is_laid_beside_the_books_and_a_gap_names_its_rounds(casino: Casino, table: str) -> None:
    """Black brings the bank 10 euros, red costs it 10, and with what stays black brings 20; then 5 are missing."""
    spin(casino, table, "2")
    writes(casino, "carla", table, "count", "750x100 1x10")
    signs(casino, "iker", table, 1)
    assert register(casino, table).gaps == []
    spin(casino, table, "1")
    spin(casino, table, "2")
    writes(casino, "iker", table, "count", "750x100 1x15")
    signs(casino, "dora", table, 2)
    found = register(casino, table)
    assert found.gaps == [Gap(found.counts[1], -5_00, 2, 3)]
    writes(casino, "dora", table, "count", "750x100 1x20", why="a chip lay under the rake", corrects=2)
    signs(casino, "iker", table, 3)
    assert [gap.cents for gap in register(casino, table).gaps] == [-5_00, 5_00]
    spin(casino, table, "0")
    writes(casino, "iker", table, "count", "750x100 1x15")
    signs(casino, "dora", table, 4)
    shown = casino.get("rosa", f"/tables/{table}/register").text
    assert "surgidos entre las jugadas 2 y 3" in shown and "surgidos en la jugada 4" in shown
    assert all(f'href="/history/{table}/{n}"' in shown for n in (2, 3, 4))


def test_a_count_has_a_chief_s_name_and_a_correction_says_why(casino: Casino, table: str) -> None:
    casino.people["cora"] = casino.floor.accounts.create("cora", "croupier")
    writes(casino, "carla", table, "count", "750x100")
    with pytest.raises(Forbidden, match="director's or an inspector's"):
        signs(casino, "cora", table, 1)
    with pytest.raises(IllegalAction, match="says why"):
        writes(casino, "iker", table, "count", "750x100", corrects=1)
    with pytest.raises(IllegalAction, match="names a document"):
        writes(casino, "iker", table, "count", "750x100", corrects=7, why="a slip")


def test_52_the_result_is_known_once_the_table_is_closed(casino: Casino, table: str) -> None:
    """Closing + credits − opening − fills: the house wins 10 on black, loses 10 on red, wins 20 with what stayed."""
    for fell in ("2", "1", "2"):
        spin(casino, table, fell)
    writes(casino, "iker", table, "fill", "10x100")
    signs(casino, "dora", table, 1)
    writes(casino, "iker", table, "credit", "20x100")
    signs(casino, "dora", table, 2)
    assert register(casino, table).result is None
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    found = register(casino, table)
    assert found.total("closing") == -(75_000_00 + 1_000_00 - 2_000_00 + 20_00)
    assert found.result == 20_00
    with pytest.raises(IllegalAction, match="closed"):
        writes(casino, "iker", table, "fill", "10x100")
    assert casino.floor.books.check() == []


def test_54_the_income_of_a_day_has_the_tables_that_closed_on_it(casino: Casino, table: str) -> None:
    today = datetime.now(UTC).date()
    assert casino.floor.registers.closed_on(casino.people["rosa"], today) == []
    spin(casino, table, "2")
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    (found,) = casino.floor.registers.closed_on(casino.people["rosa"], today)
    assert (found.table, found.result) == (table, 10_00)
    assert casino.floor.registers.closed_on(casino.people["rosa"], date(1979, 1, 9)) == []
    with pytest.raises(Forbidden, match="read the books"):
        casino.floor.registers.closed_on(casino.people["carla"], today)


def test_the_register_s_page_writes_signs_and_is_read_by_staff_and_regulator_alone(casino: Casino, table: str) -> None:
    path = f"/tables/{table}/register"
    assert casino.client.get(path, follow_redirects=False).status_code == 401
    assert casino.get("ana", path).status_code == 403
    written = {"kind": "fill", "pieces": [{"value": 10000, "number": 10}]}
    answer = casino.post("iker", f"/api/v1/tables/{table}/documents", written)
    assert (answer.status_code, answer.json()["number"]) == (200, 1)
    assert "Firmar" in casino.get("dora", path).text
    assert "Firmar" not in casino.get("iker", path).text
    assert "Firmar" not in casino.get("rosa", path).text
    assert casino.post("dora", f"/api/v1/tables/{table}/documents/1/signed").status_code == 200
    assert "76.000" not in casino.get("rosa", path).text  # what the bank holds now is nobody's line
    told = casino.get("rosa", f"/api/v1{path}").json()
    assert [(line["what"], line["cents"]) for line in told["lines"]] == [("opening", 7_500_000), ("fill", 100_000)]
    assert told["result"] is None
    rows = casino.get("rosa", f"{path}.csv").text.splitlines()
    assert rows[0] == "what,euros,round,document,written,signed"
    assert rows[2] == "fill,1000,1,1,iker,dora"


def test_a_document_s_number_is_told_to_who_wrote_it_and_told_again_under_the_same_key(
    casino: Casino, table: str
) -> None:
    path, other = f"/api/v1/tables/{table}/documents", casino.table("bola", "extremadura")
    fill = {"kind": "fill", "pieces": [{"value": 10000, "number": 10}]}
    count = {"kind": "count", "box": "tips", "pieces": [{"value": 500, "number": 1}]}
    assert casino.post("iker", f"/api/v1/tables/{other}/documents", fill).json()["number"] == 1
    assert casino.post("iker", path, fill, "first").json()["number"] == 1
    assert casino.post("dora", f"{path}/1/signed").status_code == 200
    assert casino.post("iker", path, {**fill, "pieces": []}, "refused").status_code == 409
    assert casino.post("carla", path, count, "second").json()["number"] == 2
    assert casino.post("iker", path, fill, "first").json()["number"] == 1
    assert casino.post("carla", path, count, "second").json()["number"] == 2
    assert [one.number for one in casino.floor.documents.of(table)] == [1, 2]


def test_the_income_s_page_and_its_csv(casino: Casino, table: str) -> None:
    spin(casino, table, "2")
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    today = datetime.now(UTC).date().isoformat()
    assert "ruleta-francesa extremadura" in casino.get("rosa", f"/books?day={today}").text
    rows = casino.get("rosa", f"/books.csv?day={today}").text.splitlines()
    assert rows[1].split(",")[4:] == ["75000", "0", "0", "75010", "0", "10", "0"]
    assert casino.get("carla", "/books").status_code == 403
    assert casino.get("rosa", "/books?day=never").status_code == 400
    assert "Ninguna mesa" in casino.get("rosa", "/books?day=1979-01-09").text


def test_54_a_row_of_the_income_adds_up_once_its_drop_is_counted(casino: Casino, table: str) -> None:
    """Twenty are changed and ten won: 74,990 are left, and 74,990 + 20 - 75,000 are ten."""
    casino.floor.seats.change(casino.people["carla"], table, "ana", 20_00, casino.key())
    spin(casino, table, "2")
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    day = datetime.now(UTC).date().isoformat()
    before = casino.get("rosa", f"/books.csv?day={day}").text.splitlines()[1]
    assert before.split(",")[4:] == ["75000", "0", "0", "74990", "", "", "0"]
    writes(casino, "iker", table, "count", "1x20", box="drop")
    signs(casino, "dora", table, 1)
    after = casino.get("rosa", f"/books.csv?day={day}").text.splitlines()[1]
    assert after.split(",")[4:] == ["75000", "0", "0", "74990", "20", "10", "0"]


def test_the_command_s_day_is_that_of_closing_as_the_income_book_s(tmp_path: Path) -> None:
    """Opened before midnight of 31 May, closed after it: the income of 1 June."""
    at = [int(datetime(2026, 5, 31, 23, tzinfo=UTC).timestamp() * 1000)]
    floor = fresh(database := f"sqlite:///{tmp_path}/casino.db", lambda: at[0])
    dora = floor.accounts.create("dora", "director")
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5", "float": "20000"})
    table = floor.tables.open_table(dora, file).public_id
    at[0] += 2 * 3_600_000
    floor.tables.close_table(dora, table, "closes")
    floor.close()
    told = json.loads(run("books", "--database", database, "--day", "2026-06-01", "--json").stdout)
    assert [one["table"] for one in told["tables"]] == [table]


def test_the_command_reads_the_books_of_a_database(casino: Casino, table: str, tmp_path: Path) -> None:
    spin(casino, table, "2")
    writes(casino, "iker", table, "fill", "10x100")
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    database = f"sqlite:///{tmp_path}/casino.db"
    found = run("books", "--database", database, "--json")
    assert found.returncode == 0, found.stderr
    (told,) = json.loads(found.stdout)["tables"]
    assert (told["table"], told["result"], told["pending"]) == (table, 10_00, 1)
    shown = run("books", "--database", database, "--table", table)
    assert "Opening float" in shown.stdout
    assert "The books are even." in shown.stdout
    for words, line in (
        (("odd", "--database", database), "tables, prizes, chips, orphans"),
        (("chips", "--database", database, "--day", "2026-01-01"), "about tables, not chips"),
        (("--database", f"sqlite:///{tmp_path}/none.db"), "there is no casino"),
        (("--database", database, "--table", "nobody"), "there is no table"),
        (("--database", database, "--day", "never"), "is no date"),
        (("--database", database, "--day", "2026-01-01", "--table", table), "leave --day out"),
    ):
        refused = run("books", *words)
        assert (refused.returncode, line in refused.stderr, refused.stdout) == (2, True, ""), refused.stderr
    assert not (tmp_path / "none.db").exists()
