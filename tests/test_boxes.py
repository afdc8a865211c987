"""What is counted apart from the bank, money changed at the table, tables between players, and days certified.

Reglamento de Casinos of 1979, arts. 41, 48, 53 and 54, to which the texts send or which they leave as a default.
"""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tapete.audit.log import audit
from tapete.cli.books import books
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.documents import pieces
from tapete.floor.profit import profit
from tapete.floor.register import Stock
from tapete.floor.roles import Forbidden
from tests.casino import Casino
from tests.test_register import register, signs, spin, writes

TODAY = datetime.now(UTC).date()


@pytest.fixture
def table(casino: Casino) -> str:
    """A roulette with a float of 75,000 euros, Ana and Luis at it with 1,000 each."""
    return casino.table("ruleta-francesa", "extremadura", physical=True, float="75000")


def change(casino: Casino, by: str, table: str, who: str, cents: int) -> None:
    casino.floor.seats.change(casino.people[by], table, who, cents, casino.key())


def close(casino: Casino, table: str) -> None:
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())


def counted(casino: Casino, table: str, box: str, text: str) -> None:
    """Carla counts a box, Iker signs."""
    number = len(casino.floor.documents.of(table)) + 1
    writes(casino, "carla", table, "count", text, box=box)
    signs(casino, "iker", table, number)


def test_41_3_money_changed_at_the_table_is_chips_of_its_bank_and_notes_in_a_box(casino: Casino, table: str) -> None:
    change(casino, "carla", table, "ana", 200_00)
    balances = casino.floor.books.balances(table)
    assert (balances["bank"], balances["drop"], balances["chips/ana"]) == (74_800_00, 200_00, 1_200_00)
    assert sum(balances.values()) == 0
    assert casino.floor.books.check() == []
    with pytest.raises(Forbidden, match="does not sit"):
        change(casino, "carla", table, "eva", 200_00)
    with pytest.raises(Forbidden, match="change money at a table"):
        change(casino, "ana", table, "ana", 200_00)
    with pytest.raises(IllegalAction, match="the bank has 74800"):
        change(casino, "carla", table, "ana", 80_000_00)
    with pytest.raises(IllegalAction, match="whole ones"):
        change(casino, "carla", table, "ana", 33)


def test_the_result_waits_for_the_drop_and_is_what_the_transcripts_say(casino: Casino, table: str) -> None:
    """Ana changes 200 and loses 10: the bank closes 190 short of its float, and 200 lie in the box."""
    change(casino, "carla", table, "ana", 200_00)
    spin(casino, table, "2")
    close(casino, table)
    found = register(casino, table)
    assert (found.result, found.due, found.boxes) == (None, ["drop"], {"drop": 200_00})
    assert found.total("closing") == -(75_000_00 - 190_00)
    counted(casino, table, "drop", "4x50")
    found = register(casino, table)
    assert (found.result, found.played, found.unexplained, found.due) == (10_00, 10_00, 0, [])
    assert casino.floor.books.check() == []


def test_a_note_that_is_missing_in_the_box_stays_unexplained(casino: Casino, table: str) -> None:
    change(casino, "carla", table, "ana", 200_00)
    spin(casino, table, "2")
    close(casino, table)
    counted(casino, table, "drop", "3x50")
    found = register(casino, table)
    assert (found.result, found.unexplained) == (-40_00, -50_00)
    assert found.counted["drop"].difference == -50_00
    assert "no se explica" in casino.get("rosa", f"/tables/{table}/register").text


def test_boxes_are_counted_and_nothing_else_is(casino: Casino, table: str) -> None:
    with pytest.raises(TapeteError, match="no box that is counted"):
        writes(casino, "carla", table, "count", "1x5", box="pocket")
    with pytest.raises(TapeteError, match="no box that is counted"):
        writes(casino, "iker", table, "fill", "1x5", box="drop")
    counted(casino, table, "tips", "")
    assert register(casino, table).gaps == []
    close(casino, table)
    with pytest.raises(IllegalAction, match="the table is closed"):
        writes(casino, "carla", table, "count", "1x5")


def test_53_the_profit_register_has_hours_staff_and_the_counted_cagnotte(
    casino: Casino, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = casino.table("holdem", "extremadura")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    found = profit(casino.floor.db, register(casino, table))
    assert found is not None
    assert (len(found.hours), found.croupiers, found.bankers, found.counted) == (1, ("carla",), (), None)
    text = casino.get("rosa", f"/tables/{table}/register").text
    assert "Registro de beneficios" in text
    assert casino.get("rosa", f"/tables/{table}/register.pdf").content[:4] == b"%PDF"
    books(database=f"sqlite:///{tmp_path}/casino.db", table=table)
    shown = capsys.readouterr().out
    assert "Dealt by carla; money changed by nobody; banks held by nobody." in shown
    assert "Taken by the house 0, not counted yet." in shown


@pytest.mark.parametrize("cents", ["200", 200.0, "2e2", True])
def test_an_amount_of_a_program_is_a_whole_number_of_cents(casino: Casino, table: str, cents: object) -> None:
    stood = casino.floor.books.balances(table)
    sent = casino.post("carla", f"/api/v1/tables/{table}/money", {"who": "ana", "cents": cents})
    assert (sent.status_code, "cents" in sent.json()["detail"]) == (422, True)
    assert casino.post("ana", f"/api/v1/tables/{table}/buy-in", {"cents": cents}).status_code == 422
    assert casino.floor.books.balances(table) == stood


def test_a_table_against_the_house_has_no_profit_register(casino: Casino, table: str) -> None:
    assert profit(casino.floor.db, register(casino, table)) is None


def test_54_a_director_certifies_a_day_once_all_is_counted_and_signed(casino: Casino, table: str) -> None:
    income, dora = casino.floor.income, casino.people["dora"]
    change(casino, "carla", table, "ana", 100_00)
    spin(casino, table, "2")
    with pytest.raises(IllegalAction, match="is not over"):
        income.certify(dora, TODAY)
    close(casino, table)
    with pytest.raises(IllegalAction, match="two have not counted this yet: Box of changed money"):
        income.certify(dora, TODAY)
    writes(casino, "carla", table, "count", "2x50", box="drop")
    with pytest.raises(IllegalAction, match="waits for its second name"):
        income.certify(dora, TODAY)
    signs(casino, "iker", table, 1)
    with pytest.raises(Forbidden, match="certify the income"):
        income.certify(casino.people["iker"], TODAY)
    found = income.certify(dora, TODAY)
    assert (found.tables, found.cents, found.by) == (1, 10_00, "dora")
    assert found.holds(casino.floor.registers.closed_on(dora, TODAY))
    assert not found.holds([])
    with pytest.raises(IllegalAction, match="certified already"):
        income.certify(dora, TODAY)
    with pytest.raises(IllegalAction, match="is not over"):
        income.certify(dora, TODAY + timedelta(days=1))
    assert income.certificate(date(1979, 1, 9)) is None


def test_52_and_54_a_session_is_certified_once_it_has_ended_with_its_total_in_words(casino: Casino, table: str) -> None:
    floor, dora = casino.floor, casino.people["dora"]
    given = {"region": floor.tables.table(table).region, "hours": 8}
    assert casino.post("dora", "/api/v1/casino/acts/open", given).status_code == 200
    spin(casino, table, "2")
    assert casino.post("dora", "/api/v1/books/certify", {"session": 1}).status_code == 409
    close(casino, table)
    floor.sessions.seal(dora, table, "7", casino.key())
    assert casino.post("dora", "/api/v1/casino/acts/end").status_code == 200
    page = casino.get("dora", "/books?session=1").text
    assert "Certificar esta sesión" in page
    assert "Orden de 5 de noviembre de 2010" in page
    assert casino.get("dora", "/books.pdf?session=1").content[:4] == b"%PDF"
    assert casino.post("dora", "/api/v1/books/certify", {}).status_code == 400
    assert casino.post("iker", "/api/v1/books/certify", {"session": 1}).status_code == 403
    found = casino.post("dora", "/api/v1/books/certify", {"session": 1}).json()
    assert (found["day"], found["tables"], found["cents"], found["by"]) == ("session 1", 1, 10_00, "dora")
    assert casino.post("dora", "/api/v1/books/certify", {"session": 1}).status_code == 409
    text = casino.get("rosa", "/books?session=1").text
    assert "Certificado por dora" in text
    assert "En letra: diez euros." in text


def test_41_4_a_full_box_is_counted_and_goes_on_and_is_counted_again_at_the_end(casino: Casino, table: str) -> None:
    change(casino, "carla", table, "ana", 100_00)
    writes(casino, "carla", table, "count", "2x50", box="drop")
    signs(casino, "iker", table, 1)
    assert register(casino, table).counted["drop"].number == 1
    change(casino, "carla", table, "ana", 50_00)
    spin(casino, table, "2")
    close(casino, table)
    found = register(casino, table)
    assert [(minute.number, minute.cents) for minute in found.minutes] == [(1, 100_00)]
    assert (found.due, found.result) == (["drop"], None)
    writes(casino, "carla", table, "count", "3x50", box="drop")
    signs(casino, "iker", table, 2)
    found = register(casino, table)
    assert (found.due, found.unexplained, len(found.minutes)) == ([], 0, 1)
    assert "Actas de cajas llenas" in casino.get("rosa", f"/tables/{table}/register").text


def test_28_1_a_house_may_refuse_tips(casino: Casino, table: str) -> None:
    floor, dora = casino.floor, casino.people["dora"]
    floor.sessions.open(dora, floor.tables.table(table).region, 1000, casino.key())
    floor.seats.tip(casino.people["ana"], table, 5_00, casino.key())
    floor.sessions.tips(dora, "refused", casino.key())
    with pytest.raises(IllegalAction, match="takes no tips"):
        floor.seats.tip(casino.people["ana"], table, 5_00, casino.key())
    for says, why in (("refused", "so it is already"), ("perhaps", "unknown answer")):
        with pytest.raises(TapeteError, match=why):
            floor.sessions.tips(dora, says, casino.key())
    with pytest.raises(Forbidden):
        floor.sessions.tips(casino.people["iker"], "taken", casino.key())
    floor.sessions.tips(dora, "taken", casino.key())
    floor.seats.tip(casino.people["ana"], table, 5_00, casino.key())
    assert floor.books.balances(table)["tips"] == 10_00


def test_the_day_s_page_certifies_and_is_printed(casino: Casino, table: str) -> None:
    close(casino, table)
    assert "Certificar este día" in casino.get("dora", "/books").text
    assert "Certificar este día" not in casino.get("rosa", "/books").text
    assert casino.post("iker", "/api/v1/books/certify", {"day": str(TODAY)}).status_code == 403
    assert casino.post("dora", "/api/v1/books/certify", {"day": str(TODAY)}).status_code == 200
    assert "Certificado por dora" in casino.get("rosa", "/books").text
    assert casino.post("dora", "/api/v1/books/certify", {"day": str(TODAY)}).status_code == 409
    assert casino.post("dora", "/api/v1/books/certify", {"day": "never"}).status_code == 400
    assert casino.get("rosa", "/books.pdf").content[:4] == b"%PDF"
    assert casino.get("carla", "/books.pdf").status_code == 403


def test_in_all_is_not_known_while_a_drop_is_to_be_counted(casino: Casino, table: str) -> None:
    """Two tables closed, of one of which the drop waits: the other's result alone is not the day's."""
    other = casino.table("bola", "extremadura", physical=True, float="20000")
    casino.floor.seats.change(casino.people["carla"], table, "ana", 100_00, casino.key())
    for each in (table, other):
        close(casino, each)
    shown = casino.get("rosa", "/books").text
    assert "falta contar el buzón" in shown.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert "En letras" not in shown


def refused(casino: Casino, who: str, path: str, data: dict[str, str]) -> str:
    """The line with which a page's form is answered, on the page that it came from."""
    headers = {**casino.headers(who), "accept": "text/html"}
    found = casino.client.post(path, headers=headers, data={"key": casino.key(), **data})
    assert found.status_code in (400, 403, 404, 409)
    assert 'href="/static/tables/table.css"' in found.text
    return str(found.text).partition('<p class="refusal" role="alert">')[2].partition("</p>")[0]


def test_what_the_books_refuse_is_said_on_the_page_with_what_was_sent(casino: Casino, table: str) -> None:
    register = f"/tables/{table}"
    assert "no es un recuento" in refused(casino, "iker", f"{register}/documents", {"kind": "fill", "chips": "many"})
    assert "número de un documento" in refused(
        casino, "iker", f"{register}/documents", {"kind": "fill", "chips": "1x5", "corrects": "x"}
    )
    assert "documento" in refused(casino, "carla", f"{register}/documents/9/signed", {})
    assert "importe" in refused(casino, "carla", f"{register}/money", {"who": "ana", "amount": "abc"})
    assert "importe" in refused(casino, "carla", "/books/orphans", {"amount": "abc", "found": "x"})
    assert refused(casino, "iker", "/books/orphans/9", {"what": "returned", "name": "ana", "proof": "x"})
    assert refused(casino, "dora", "/books/certify", {"day": str(TODAY)})
    again = casino.client.post(
        f"{register}/documents",
        headers={**casino.headers("iker"), "accept": "text/html"},
        data={"key": casino.key(), "kind": "credit", "chips": "1x3x", "why": "too many"},
    ).text
    assert 'value="1x3x"' in again and 'value="too many"' in again and 'value="credit" selected' in again


def test_money_is_changed_from_the_register_s_page(casino: Casino, table: str) -> None:
    assert "Cambiar dinero en la mesa" in casino.get("carla", f"/tables/{table}/register").text
    sent = {"who": "ana", "cents": 100_00}
    assert casino.post("carla", f"/api/v1/tables/{table}/money", sent).status_code == 200
    assert casino.post("ana", f"/api/v1/tables/{table}/money", sent).status_code == 403
    assert casino.floor.books.balances(table)["drop"] == 100_00
    assert pieces("2x50") == {50_00: 2}


def test_an_audit_takes_fills_credits_and_changed_money_between_rounds_for_what_they_are(
    casino: Casino, table: str
) -> None:
    spin(casino, table, "2")
    writes(casino, "iker", table, "fill", "10x100")
    signs(casino, "dora", table, 1)
    spin(casino, table, "2")
    change(casino, "carla", table, "ana", 200_00)
    spin(casino, table, "2")
    log = list(casino.floor.history.export(table, casino.people["rosa"]))
    assert audit([line.rstrip(b"\n") for line in log]).breaches == []


def test_28_3_a_tip_goes_straight_into_its_box_and_is_counted_apart(casino: Casino, table: str) -> None:
    """Ana gives 5 euros: her chips, not the bank's, and no part of the result."""
    seats, ana = casino.floor.seats, casino.people["ana"]
    spin(casino, table, "2")
    assert casino.post("ana", f"/api/v1/tables/{table}/tip", {"cents": 500}).status_code == 200
    balances = casino.floor.books.balances(table)
    assert (balances["tips"], balances["chips/ana"], balances["bank"]) == (5_00, 985_00, 75_010_00)
    with pytest.raises(IllegalAction, match="ana has 985, not 990"):
        seats.tip(ana, table, 990_00, casino.key())
    with pytest.raises(Forbidden, match="does not sit"):
        seats.tip(casino.people["eva"], table, 5_00, casino.key())
    spin(casino, table, "2")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    with pytest.raises(IllegalAction, match="between two rounds"):
        seats.tip(ana, table, 5_00, casino.key())
    log = list(casino.floor.history.export(table, casino.people["rosa"]))
    assert audit([line.rstrip(b"\n") for line in log]).breaches == []
    close(casino, table)
    assert register(casino, table).due == ["tips"]
    counted(casino, table, "tips", "1x5")
    found = register(casino, table)
    assert (found.result, found.others, found.due) == (20_00, 5_00, [])
    assert casino.floor.books.check() == []


def test_54_the_income_of_a_session_is_that_of_the_tables_that_closed_in_it(casino: Casino) -> None:
    dora, rosa = casino.people["dora"], casino.people["rosa"]
    before = casino.table("bola", "extremadura", physical=True)
    close(casino, before)
    session = casino.floor.sessions.open(dora, "extremadura", 3_600_000, casino.key())
    table = casino.table("ruleta-francesa", "extremadura", physical=True, float="75000")
    elsewhere = casino.table("ruleta-francesa", "pais-vasco", physical=True)
    close(casino, table)
    close(casino, elsewhere)
    names = [found.table for found in casino.floor.registers.closed_in(rosa, session)]
    assert table in names
    assert elsewhere not in names
    told = casino.get("rosa", f"/api/v1/books?session={session.number}").json()
    assert [found["table"] for found in told] == names
    text = casino.get("rosa", f"/books?session={session.number}").text
    assert "Sesión 1" in text
    assert "Certificar este día" not in casino.get("dora", f"/books?session={session.number}").text
    assert casino.get("rosa", "/books.pdf?session=1").content[:4] == b"%PDF"
    assert casino.get("rosa", "/books?session=7").status_code == 404


def test_chips_are_told_by_value_as_last_counted_and_brought_since(casino: Casino, table: str) -> None:
    writes(casino, "iker", table, "fill", "10x100 4x25")
    signs(casino, "dora", table, 1)
    assert register(casino, table).by_value == {100_00: Stock(brought=10), 25_00: Stock(brought=4)}
    writes(casino, "carla", table, "count", "760x100 4x25")
    signs(casino, "iker", table, 2)
    writes(casino, "iker", table, "credit", "20x100")
    signs(casino, "dora", table, 3)
    assert register(casino, table).by_value == {100_00: Stock(counted=760, returned=20), 25_00: Stock(counted=4)}
    assert "Fichas y placas por valor" in casino.get("rosa", f"/tables/{table}/register").text
