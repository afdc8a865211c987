"""What the cage keeps apart: orphan stakes (Reglamento de Casinos of 1979, art. 43) and accumulated prizes."""

from pathlib import Path

import pytest

from tapete.cli.books import books
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor.documents import pieces
from tapete.floor.orphans import kept
from tapete.floor.roles import Forbidden
from tests.casino import Casino


def enter(casino: Casino, cents: int = 25_00, found: str = "under the table", key: str = "") -> int:
    return casino.floor.orphans.enter(casino.people["carla"], cents, found, "", key or casino.key())


def end(casino: Casino, number: int, what: str = "returned", by: str = "iker", name: str = "Ana Ruiz") -> None:
    casino.floor.orphans.end(casino.people[by], number, what, name, "the entry card of that night", casino.key())


def test_43_1_what_nobody_owns_is_entered_once_and_kept_in_the_cage(casino: Casino) -> None:
    assert [enter(casino, key="one"), enter(casino, key="one"), enter(casino, 10_00)] == [1, 1, 2]
    register = casino.floor.orphans.read(casino.people["rosa"])
    assert [(item.number, item.cents, item.by, item.what) for item in register] == [
        (1, 25_00, "carla", ""),
        (2, 10_00, "carla", ""),
    ]
    assert kept(register) == 35_00
    with pytest.raises(Forbidden, match="was used for another command"):
        enter(casino, 99_00, key="one")
    with pytest.raises(TapeteError, match="and where"):
        enter(casino, found=" ")
    with pytest.raises(TapeteError, match="200 characters at most"):  # nothing of what is written down is cut off
        enter(casino, found=201 * "x")
    with pytest.raises(Forbidden, match="enter an orphan stake"):
        casino.floor.orphans.enter(casino.people["ana"], 100, "here", "", casino.key())
    with pytest.raises(Missing, match="there is no table"):
        casino.floor.orphans.enter(casino.people["carla"], 100, "here", "nowhere", casino.key())


def test_an_end_that_was_sent_again_for_another_stake_is_not_taken_for_done(casino: Casino) -> None:
    enter(casino)
    enter(casino, 10_00)
    sent = {"name": "Ana Ruiz", "proof": "her card"}
    answers = [casino.post("iker", f"/api/v1/books/orphans/{n}/returned", sent, "one").status_code for n in (1, 1, 2)]
    assert answers == [200, 200, 403]
    assert [item.what for item in casino.floor.orphans.read(casino.people["rosa"])] == ["returned", ""]


def test_43_3_and_43_4_it_is_returned_on_proof_or_handed_over_and_never_twice(casino: Casino) -> None:
    enter(casino)
    enter(casino, 10_00)
    with pytest.raises(Forbidden, match="return or hand over"):
        end(casino, 1, by="carla")
    with pytest.raises(TapeteError, match="to whom"):
        end(casino, 1, name="")
    with pytest.raises(Forbidden, match="to themselves"):
        end(casino, 1, by="dora", name=" Dora ")
    with pytest.raises(TapeteError, match="returned or handed-over"):
        end(casino, 1, "lost")
    with pytest.raises(Missing, match="no orphan stake 7"):
        end(casino, 7)
    end(casino, 1)
    with pytest.raises(IllegalAction, match="not in the cage any more"):
        end(casino, 1, "handed-over")
    end(casino, 2, "handed-over", by="dora", name="the town")
    register = casino.floor.orphans.read(casino.people["rosa"])
    assert [(item.what, item.signer, item.name) for item in register] == [
        ("returned", "iker", "Ana Ruiz"),
        ("handed-over", "dora", "the town"),
    ]
    assert kept(register) == 0


def test_the_register_s_page_csv_and_api(casino: Casino) -> None:
    sent = {"cents": 25_00, "found": "on the felt"}
    assert casino.post("carla", "/api/v1/books/orphans", sent).json() == {"number": 1}
    assert "25" in casino.get("rosa", "/books/orphans").text
    assert 'id="end-1"' in casino.get("iker", "/books/orphans").text
    assert 'id="end-1"' not in casino.get("rosa", "/books/orphans").text
    assert casino.get("ana", "/books/orphans").status_code == 403
    proof = {"name": "Ana Ruiz", "proof": "her card"}
    assert casino.post("carla", "/api/v1/books/orphans/1/returned", proof).status_code == 403
    assert casino.post("iker", "/api/v1/books/orphans/1/returned", proof).status_code == 200
    (told,) = casino.get("rosa", "/api/v1/books/orphans").json()
    assert (told["what"], told["name"]) == ("returned", "Ana Ruiz")
    assert casino.get("rosa", "/books/orphans.csv").text.splitlines()[1].endswith("iker,Ana Ruiz,her card")


def test_a_prize_is_told_with_its_tables_and_outlives_them(casino: Casino) -> None:
    """Two tables share it and one closes: the prize stays, and one open table has it."""
    options = {"progresivo": "si"}
    first = casino.table("poker-sin-descarte", "extremadura", options=options, meter="sala")
    casino.table("poker-sin-descarte", "extremadura", options=options, meter="sala")
    casino.floor.tables.close_table(casino.people["dora"], first, casino.key())
    (prize,) = casino.floor.prizes.all(casino.people["rosa"])
    assert (prize.name, prize.path, prize.cents, prize.tables, prize.open) == ("sala", "meter/progresivo", 0, 2, 1)
    assert casino.floor.prizes.statement(casino.people["rosa"], "sala", prize.path) == []
    with pytest.raises(Missing, match="no accumulated prize"):
        casino.floor.prizes.statement(casino.people["rosa"], "bar", prize.path)
    assert "sala" in casino.get("rosa", f"/books/prizes?name=sala&path={prize.path}").text
    assert casino.get("rosa", "/books/prizes?name=bar&path=x").status_code == 404
    assert casino.get("ana", "/books/prizes").status_code == 403


def test_nothing_of_a_practice_stands_in_the_registers_of_the_house(casino: Casino) -> None:
    """Play chips that somebody loses are no orphan stake, what they accumulate is no prize, nobody's conduct counts."""
    options = {"progresivo": "si"}
    casino.table("poker-sin-descarte", "extremadura", options=options, meter="sala")
    given = {"game": "poker-sin-descarte", "region": "extremadura", "options": options, "meter": "sala"}
    own = casino.post("eva", "/api/v1/tables", {**given, "practice": True}).json()["id"]
    lost = {"table": own, "cents": 500, "found": "felt"}
    answer = casino.post("carla", "/api/v1/books/orphans", lost)
    assert (answer.status_code, casino.get("rosa", "/api/v1/books/orphans").json()) == (409, [])
    assert [prize["name"] for prize in casino.get("rosa", "/api/v1/books/prizes").json()] == ["sala"]
    statement = {"name": own, "path": "meter/progresivo"}
    assert casino.get("rosa", "/api/v1/books/prizes/statement", params=statement).status_code == 404
    with pytest.raises(IllegalAction, match="a practice is its owner's"):
        casino.floor.conduct.open(casino.people["iker"], "eva", "x", "cheats", casino.key(), table_id=own)


def test_the_command_tells_what_the_cage_keeps(
    casino: Casino, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A prize that one table feeds, chips of which one of 20 is missing, a stake that nobody owns."""
    options = {"progresivo": "si"}
    casino.table("poker-sin-descarte", "extremadura", options=options, meter="sala")
    casino.floor.orphans.enter(casino.people["carla"], 20_00, "bajo la mesa", "", casino.key())
    for what, counted in (("stock", "300x100 10x20"), ("count", "280x100 9x20")):
        number = casino.floor.cage.write(casino.people["iker"], what, pieces(counted), casino.key())
        casino.floor.cage.sign(casino.people["dora"], number, "signed", casino.key())
    database = f"sqlite:///{tmp_path}/casino.db"
    for what, said in (
        ("prizes", ["sala", "progresivo"]),
        ("orphans", ["bajo la mesa", "kept"]),
        ("chips", ["2000 was at open tables without a document by pieces; beyond that 20 is missing"]),
    ):
        assert books(what, database=database) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert [part for part in said if part not in shown] == []
