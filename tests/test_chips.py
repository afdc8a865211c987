"""Chips by pieces: the cage's stock, floats counted by two, banks counted before tables close, differences by value."""

import re
from pathlib import Path
from typing import Any

import pytest

from tapete import i18n
from tapete.audit.table import TableFile
from tapete.cli.books import books
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor.cage import Value
from tapete.floor.documents import pieces
from tapete.floor.roles import Forbidden
from tapete.web.books.sheets import of_register
from tapete.web.tables.face import face
from tests.casino import Casino

STOCK = "40x100 200x20 400x5"  # 4,000 and 4,000 and 2,000 euros


def line(casino: Casino, what: str, chips: str, by: str = "iker", signer: str = "dora") -> int:
    number = casino.floor.cage.write(casino.people[by], what, pieces(chips), casino.key())
    casino.floor.cage.sign(casino.people[signer], number, "signed", casino.key())
    return number


def bare(casino: Casino, **more: Any) -> str:
    file = TableFile.model_validate({"game": "ruleta-americana", "region": "pais-vasco", "minimum": "5", **more})
    return casino.floor.tables.open_table(casino.people["dora"], file, True, "mesa").public_id


def document(casino: Casino, table: str, kind: str, chips: str, by: str = "iker", signer: str = "dora") -> None:
    documents, number = casino.floor.documents, len(casino.floor.documents.of(table)) + 1
    documents.write(casino.people[by], table, kind, pieces(chips), casino.key())
    documents.sign(casino.people[signer], table, number, "signed", casino.key())


def close(casino: Casino, table: str) -> None:
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())


def values(casino: Casino) -> dict[int, Value]:
    return casino.floor.cage.chips(casino.people["rosa"]).values


def test_a_house_without_pieces_goes_by_amounts(casino: Casino) -> None:
    table = bare(casino, float="75000")
    close(casino, table)
    register = casino.floor.registers.of(casino.people["rosa"], table)
    assert [(item.what, item.cents) for item in register.lines] == [("opening", 7_500_000), ("closing", -7_500_000)]
    assert casino.floor.cage.chips(casino.people["rosa"]).values == {}


def test_48_2_the_opening_float_is_counted_by_two_in_pieces(casino: Casino) -> None:
    """So many of each value, and the amount follows: 10 of 100, 50 of 20 and 100 of 5 are 2,500 euros."""
    line(casino, "stock", STOCK)
    with pytest.raises(IllegalAction, match="keeps its chips by pieces"):
        bare(casino, float="2500")
    assert casino.floor.tables.tables(None) == []
    table = bare(casino)
    document(casino, table, "fill", "10x100 50x20 100x5")
    document(casino, table, "fill", "20x20")
    register = casino.floor.registers.of(casino.people["rosa"], table)
    assert [(item.what, item.cents) for item in register.lines] == [("opening", 250_000), ("fill", 40_000)]
    assert [item.document.signer for item in register.lines if item.document] == ["dora", "dora"]
    found = casino.floor.cage.chips(casino.people["rosa"])
    assert (found.service, found.outside, found.cage) == (1_000_000, 290_000, 710_000)
    assert found.values == {10_000: Value(40, 10, None), 2_000: Value(200, 70, None), 500: Value(400, 100, None)}


def test_47_2_a_register_says_which_float_is_due(casino: Casino) -> None:
    """15,000 minimums of 5 euros at a roulette of País Vasco, whose provision makes the regulation its law."""
    shown = casino.get("iker", f"/tables/{bare(casino)}/register").text.replace("\xa0", " ")
    assert "Anticipo: debe ser 75.000 € o más (reglamento de casinos de 1979, art. 47.2)" in re.sub(
        "<[^>]+>", "", shown
    )
    assert 'href="/law/pais-vasco/da.6.1"' in shown


def test_48_3_a_bank_is_counted_by_pieces_before_its_table_closes(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    with pytest.raises(IllegalAction, match="two count the bank"):
        close(casino, table)
    document(casino, table, "count", "10x100", by="carla")
    document(casino, table, "credit", "1x100")
    with pytest.raises(IllegalAction, match="two count the bank"):
        close(casino, table)
    document(casino, table, "count", "9x100", by="carla")
    close(casino, table)
    assert casino.floor.cage.chips(casino.people["rosa"]).outside == 0


def test_48_3_and_52_the_result_is_by_what_was_counted_and_a_difference_names_its_rounds(
    casino: Casino, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Brought 1,000; no round is played, and 980 are counted: the house has lost 20 that no transcript explains."""
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    document(casino, table, "count", "9x100 4x20", by="carla")
    close(casino, table)
    found = casino.floor.registers.of(casino.people["rosa"], table)
    assert [(item.what, item.cents) for item in found.lines] == [("opening", 100_000), ("closing", -98_000)]
    assert (found.result, found.played, found.unexplained) == (-2_000, 0, -2_000)
    assert found.lines[-1].document is not None
    assert [found.lines[-1].document.writer, found.lines[-1].document.signer] == ["carla", "dora"]
    shown = casino.get("rosa", f"/tables/{table}/register").text.replace("\xa0", " ")
    assert "-20 € no se explica por ellas" in shown
    assert casino.get("rosa", f"/api/v1/tables/{table}/register").json()["result"] == -2_000
    with i18n.speaking("es"):
        notes = of_register(found, None)["notes"]
    assert [told.replace("\xa0", " ") for told in notes] == [
        "El recuento 2 difiere en -20 €, aunque no se jugó ninguna jugada desde el anterior.",
        "Según las transcripciones las jugadas dieron 0 €: -20 € no se explica por ellas.",
    ]
    income = casino.get("rosa", "/books").text.replace("\xa0", " ")
    assert f'<a href="/tables/{table}/register">-20 € sin explicar</a>' in income
    assert casino.floor.books.check() == []
    books(database=f"sqlite:///{tmp_path}/casino.db")
    assert f"mesa: -20 of its result is in no transcript; --table {table}" in " ".join(capsys.readouterr().out.split())


def test_48_3_a_bank_that_paid_in_cents_is_counted_in_the_small_pieces_that_the_house_has(casino: Casino) -> None:
    """Where whole fifties of cents are staked, 0.05 can be counted once the house has such pieces in service."""
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    with pytest.raises(TapeteError, match=r"0\.05"):
        document(casino, table, "count", "10x100 1x0.05", by="carla")
    line(casino, "stock", "100x0.05")
    document(casino, table, "count", "10x100 1x0.05", by="carla")


def test_48_3_money_changed_after_the_count_is_no_bank_that_was_counted(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    casino.floor.seats.seat(casino.people["ana"], table, 10_000, casino.key())
    document(casino, table, "count", "10x100", by="carla")
    casino.floor.seats.change(casino.people["carla"], table, "ana", 20_000, casino.key())
    with pytest.raises(IllegalAction, match="two count the bank"):
        close(casino, table)
    document(casino, table, "count", "8x100", by="carla")
    close(casino, table)


def test_a_difference_is_named_by_its_value_and_sums_to_the_ledger(casino: Casino) -> None:
    """Two of 20 and one of 5 are gone, one of 100 is too many: 100 less 45 euros."""
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100 50x20")
    number = line(casino, "count", "31x100 148x20 399x5", by="carla", signer="iker")
    found = casino.floor.cage.chips(casino.people["rosa"])
    assert {value: item.difference for value, item in found.values.items()} == {10_000: 1, 2_000: -2, 500: -1}
    assert found.last is not None
    assert (found.last.number, found.last.stands, found.last.difference) == (number, 800_000, 5_500)


def test_players_chips_count_as_outside_and_money_in_the_drop_does_not(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    casino.floor.seats.seat(casino.people["ana"], table, 50_000, casino.key())
    casino.floor.seats.change(casino.people["carla"], table, "ana", 20_000, casino.key())
    found = casino.floor.cage.chips(casino.people["rosa"])
    # 1,000 brought to the bank and 500 bought at the cage; what was changed came out of the bank.
    assert (found.outside, found.cage) == (150_000, 850_000)


def test_a_difference_while_tables_are_open_says_what_is_out_and_what_is_missing(casino: Casino) -> None:
    """Ana buys five of 100 at the cage and changes 200 euros at the table, whose bank was brought ten of 100.

    25 of 100 are left where 30 are in no bank: those five are hers, and nothing is missing. Of a count with two of 20
    less, 40 euros are.
    """
    line(casino, "stock", STOCK)
    table = bare(casino)
    document(casino, table, "fill", "10x100")
    casino.floor.seats.seat(casino.people["ana"], table, 50_000, casino.key())
    casino.floor.seats.change(casino.people["carla"], table, "ana", 20_000, casino.key())
    line(casino, "count", "25x100 200x20 400x5", by="carla", signer="iker")
    found = casino.floor.cage.chips(casino.people["rosa"])
    assert (found.banks, found.players, found.boxes) == (80_000, 70_000, 0)
    assert found.last is not None
    assert (found.last.difference, found.by_value, found.out) == (0, -50_000, 50_000)
    page = casino.get("iker", "/books/cage").text.replace("\xa0", " ")
    assert "había 500 € más" in page
    assert "no falta nada" in page
    line(casino, "count", "25x100 198x20 400x5", by="carla", signer="iker")
    found = casino.floor.cage.chips(casino.people["rosa"])
    assert found.last is not None
    assert (found.last.difference, found.by_value, found.out) == (-4_000, -54_000, 50_000)
    assert "faltan 40 €" in casino.get("iker", "/books/cage").text.replace("\xa0", " ")


def test_what_goes_to_tables_and_comes_back_after_a_count_is_no_difference_of_it(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    early = bare(casino)
    document(casino, early, "fill", "10x100")
    line(casino, "count", "30x100 199x20 400x5", by="carla", signer="iker")
    late = bare(casino)
    document(casino, late, "fill", "20x20")
    document(casino, early, "count", "10x100", by="carla")
    close(casino, early)
    line(casino, "stock", "10x5")
    found = values(casino)
    assert {value: item.difference for value, item in found.items()} == {10_000: 0, 2_000: -1, 500: 0}
    assert {value: item.tables for value, item in found.items()} == {10_000: 0, 2_000: 20, 500: 0}


def test_a_winner_is_paid_in_chips_that_the_house_has(casino: Casino) -> None:
    """35 times 5 is one of 100, three of 20 and three of 5: there are none of 50 or 25."""
    line(casino, "stock", STOCK)
    table, floor, people = bare(casino), casino.floor, casino.people
    document(casino, table, "fill", "10x100 50x20 100x5")
    floor.seats.seat(people["ana"], table, 50_000, casino.key())
    floor.rounds.open_round(table, people["carla"], casino.key())
    floor.rounds.act(table, people["ana"], Act("stake", "pleno:17", 500), casino.key())
    floor.rounds.act(table, people["carla"], Act("close"), casino.key())
    floor.rounds.fell(table, people["carla"], "17", casino.key())
    (paid,) = face(floor, table, people["carla"]).payments()
    assert [(pile.number, pile.cents) for pile in paid.chips] == [(1, 10_000), (3, 2_000), (3, 500)]


def test_only_values_of_the_house_and_only_as_many_as_there_are(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    table = bare(casino)
    with pytest.raises(IllegalAction, match="no chips of 50: 100, 20 or 5"):
        casino.floor.documents.write(casino.people["iker"], table, "fill", pieces("2x50"), casino.key())
    with pytest.raises(IllegalAction, match="of 100 only 40"):
        casino.floor.cage.write(casino.people["iker"], "withdraw", pieces("41x100"), casino.key())
    line(casino, "withdraw", "40x100")
    assert values(casino) == {2_000: Value(200, 0, None), 500: Value(400, 0, None)}


def test_a_line_has_two_names_once_and_one_of_them_a_chiefs(casino: Casino) -> None:
    cage, people = casino.floor.cage, casino.people
    number = cage.write(people["iker"], "stock", pieces(STOCK), "once")
    assert cage.write(people["iker"], "stock", pieces(STOCK), "once") == number
    assert values(casino) == {}  # nothing holds before the second name
    with pytest.raises(Forbidden, match="another signs it"):
        cage.sign(people["iker"], number, "signed", casino.key())
    with pytest.raises(Forbidden):
        cage.sign(people["rosa"], number, "signed", casino.key())
    cage.sign(people["carla"], number, "signed", "twice")
    cage.sign(people["carla"], number, "signed", "twice")
    with pytest.raises(IllegalAction, match="second name already"):
        cage.sign(people["dora"], number, "refused", casino.key())
    with pytest.raises(Missing, match="no line 9"):
        cage.sign(people["dora"], 9, "signed", casino.key())
    for what, chips in (("lend", "1x5"), ("stock", ""), ("stock", "0x5")):
        with pytest.raises(TapeteError, match=r"none of|say which chips"):
            cage.write(people["iker"], what, pieces(chips), casino.key())
    with pytest.raises(Forbidden):
        cage.write(people["carla"], "stock", pieces("1x5"), casino.key())


def test_the_same_by_page_and_api(casino: Casino) -> None:
    given = {"what": "stock", "pieces": [{"value": 10_000, "number": 40}, {"value": 500, "number": 100}]}
    assert casino.post("iker", "/api/v1/books/chips", given).json() == {"number": 1}
    assert casino.post("dora", "/api/v1/books/chips/1/signed").status_code == 200
    found = casino.get("rosa", "/api/v1/books/chips").json()
    assert (found["service"], found["cage"]) == (450_000, 450_000)
    assert [(item["value"], item["service"]) for item in found["values"]] == [(10_000, 40), (500, 100)]
    assert "4.500" in casino.get("rosa", "/books/cage").text.replace(" ", " ")
    assert casino.get("rosa", "/books/cage.csv").text == (
        "value,service,tables,counted,difference\n100,40,0,,\n5,100,0,,\n"
    )
    assert casino.get("ana", "/books/cage").status_code == 403
    assert casino.post("ana", "/api/v1/books/chips", given).status_code == 403


def test_a_count_is_asked_by_the_house_s_values_and_a_refused_one_is_kept(casino: Casino) -> None:
    line(casino, "stock", STOCK)
    page = casino.get("iker", "/books/cage").text
    assert re.findall(r'data-cents="(\d+)"', page) == ["10000", "2000", "500"]
    form = {"what": "count", "chips": "40y100", "why": "evening", "key": "wrong"}
    refused = casino.client.post("/books/cage", data=form, headers={**casino.headers("iker"), "Accept": "text/html"})
    assert refused.status_code == 400
    for kept in ('value="40y100"', 'value="evening"', '<option value="count" selected>'):
        assert kept in refused.text


def test_47_1_no_more_of_a_value_is_brought_or_withdrawn_than_the_cage_has(casino: Casino) -> None:
    """Of 40 of 100, 30 lie at one table: 10 are left, and once 5 are withdrawn 5; a count says that more are there."""
    line(casino, "stock", STOCK)
    one, other = bare(casino), bare(casino)
    document(casino, one, "fill", "30x100")
    with pytest.raises(IllegalAction, match="of 100 the cage has 10 by its documents"):
        document(casino, other, "fill", "11x100")
    with pytest.raises(IllegalAction, match="of 100 the cage has 10 by its documents"):
        line(casino, "withdraw", "11x100")
    written = casino.floor.cage.write(casino.people["iker"], "withdraw", pieces("6x100"), casino.key())
    line(casino, "withdraw", "5x100")
    with pytest.raises(IllegalAction, match="of 100 the cage has 5 by its documents"):
        casino.floor.cage.sign(casino.people["dora"], written, "signed", casino.key())
    casino.floor.documents.write(casino.people["iker"], other, "fill", pieces("5x100 10x20"), casino.key())
    document(casino, one, "fill", "1x100")
    with pytest.raises(IllegalAction, match="of 100 the cage has 4 by its documents"):
        casino.floor.documents.sign(casino.people["dora"], other, 1, "signed", casino.key())
    assert [item.cents for item in casino.floor.registers.of(casino.people["rosa"], other).lines] == []
    line(casino, "count", "7x100 200x20 400x5")  # three have come back over the counter
    document(casino, other, "fill", "7x100")
    with pytest.raises(IllegalAction, match="of 100 the cage has 0 by its documents"):
        document(casino, other, "fill", "1x100")
    document(casino, one, "credit", "2x100")
    document(casino, other, "fill", "2x100")
