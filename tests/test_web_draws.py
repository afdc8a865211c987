"""Draws in the application: a room of bingo that loses its server, cards and boards, a coupon, the record of a draw."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete import i18n
from tapete.engine.transcript import decode
from tapete.floor.store import Floor
from tapete.web.app import create_app
from tapete.web.history.records import content
from tests.casino import Casino

PV = "pais-vasco"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


def opened(casino: Casino, name: str, **more: Any) -> str:
    table = casino.table(name, PV, **more)
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    return table


def killed(casino: Casino, url: str) -> None:
    """The server is gone, and another finds what the database has."""
    from fastapi.testclient import TestClient

    casino.client.close()
    casino.floor.close()
    casino.floor = Floor(url)
    casino.app = create_app(casino.floor)
    casino.client = TestClient(casino.app)


def test_a_game_of_bingo_whose_server_is_killed_goes_on_and_is_paid_once(casino: Casino, tmp_path: Path) -> None:
    table = opened(casino, "bingo")
    for who in ("ana", "luis"):
        assert casino.act(who, table, "stake", "carton", 3000).status_code == 200
    assert casino.act("carla", table, "close").status_code == 200
    for step in range(200):
        if casino.view("carla", table)["view"]["finished"]:
            break
        key = casino.key()
        assert casino.act("carla", table, "next", key=key).status_code == 200
        if step % 15 == 5:
            before = casino.floor.history.transcript(table, 1, casino.people["rosa"])
            killed(casino, f"sqlite:///{tmp_path}/casino.db")
            # What was sent before the server went, sent again, is not done again.
            assert casino.act("carla", table, "next", key=key).status_code == 200
            assert casino.floor.history.transcript(table, 1, casino.people["rosa"]) == before
    lines = casino.floor.history.transcript(table, 1, casino.people["rosa"])
    balls = [line for line in lines if '"to":"drum:1-90"' in line]
    assert len(set(balls)) == len(balls) >= 15
    assert sum('"call":"result"' in line for line in lines) >= 1
    # A thousand euros each, twelve cards at five: the house keeps 35 per cent of sixty, and what does not part.
    left = sum(casino.view(who, table)["view"]["places"][f"chips/{who}"] for who in ("ana", "luis"))
    assert 0 <= 200_000 - 2100 - left <= 20
    assert casino.floor.books.check() == []


def test_a_player_sees_their_cards_marked_and_a_watcher_the_board(casino: Casino) -> None:
    table = opened(casino, "bingo")
    casino.act("ana", table, "stake", "carton", 1000)
    casino.act("luis", table, "stake", "carton", 500)
    casino.act("carla", table, "close")
    own, watched = casino.get("ana", f"/tables/{table}").text, casino.get("", f"/tables/{table}").text
    assert own.count('<figure class="board">') == 3
    assert watched.count('<figure class="board">') == 1
    assert watched.count('class="marked"') == 1
    assert "The next ball" in casino.get("carla", f"/tables/{table}").text


def test_cards_that_are_marked_by_hand_are_buttons(casino: Casino) -> None:
    table = opened(casino, "bingo", options={"canto": "a-mano"})
    casino.act("ana", table, "stake", "carton", 500)
    casino.act("carla", table, "close")
    page = casino.get("ana", f"/tables/{table}").text
    assert page.count("data-mark=") == 15
    assert 'id="do-sing-linea"' in page
    assert casino.act("ana", table, "sing", "bingo").status_code == 200
    assert casino.act("ana", table, "sing", "bingo").status_code == 409


def test_a_coupon_is_marked_with_ones_own_numbers(casino: Casino) -> None:
    table = opened(casino, "loteria", options={"modalidad": "conjunto"})
    page = casino.get("ana", f"/tables/{table}").text
    assert page.count('name="slots"') == 49
    marks = {"do": "mark", "on": "apuesta", "slots": ["1", "2", "3", "4", "5", "6"]}
    assert casino.post("ana", f"/api/v1/tables/{table}/act", marks).status_code == 200
    assert casino.view("luis", table)["view"]["places"]["felt/ana/apuesta:1-2-3-4-5-6"] == 500


def test_pv_art_8_the_record_of_a_raffle_has_what_it_takes_to_check_it(casino: Casino) -> None:
    table = opened(casino, "rifa")
    assert casino.get("ana", f"/history/{table}/1/record.pdf").status_code in (400, 403, 404, 409)
    casino.act("ana", table, "stake", "papeleta", 2500)
    casino.act("carla", table, "close")
    assert casino.get("", f"/history/{table}/1/record.pdf").status_code in (401, 403)
    record = casino.get("ana", f"/history/{table}/1/record.pdf")
    assert (record.status_code, record.content[:5]) == (200, b"%PDF-")
    entries = [decode(line) for line in casino.floor.history.transcript(table, 1, casino.people["rosa"])]
    with i18n.speaking("es"):
        said = content(casino.floor.tables.table(table), 1, entries)
    facts = dict(said["facts"])
    assert len(facts["Compromiso"]) == len(facts["Semilla"]) == len(facts["SHA-256"]) == 64
    assert any(line.startswith("Ana: 5 papeletas") or "5 papeletas, números 1-5" in line for line, _ in said["lines"])
    assert "record.pdf" in casino.get("ana", f"/history/{table}/1").text


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *(("bingo", "Cards are on sale"), ("loteria", "Tickets are on sale")),
        *((name, "One may take part") for name in ("rifa", "tombola", "boletos", "combinacion-aleatoria")),
    ],
)
def test_where_tickets_are_sold_nobody_is_asked_for_bets(casino: Casino, name: str, says: str) -> None:
    table = opened(casino, name)
    assert f'id="waiting">{says}</p>' in casino.get("ana", f"/tables/{table}").text
