"""Tournaments walked through on the pages: a roulette to its end, a second entry, a deal among three, all paid."""

import itertools
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tapete.errors import IllegalAction
from tapete.floor.roles import Forbidden
from tests.casino import Casino
from tests.test_tournaments import FAST
from tests.test_web_tournaments import TODAY, send
from tests.test_web_tournaments import bases as text
from tests.torneo import House, bases, timid

PRIZES = (50, 30, 20)  # per cent
SLOW = {**FAST, "levels": [{"minutes": 60, "minimum": 50}, {"minutes": 60, "minimum": 100}]}


@pytest.fixture
def casino(tmp_path: Path) -> Any:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


def worth(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """What stacks are worth: every order of going out, each place by the share of the chips that are left."""
    found = [Fraction(0)] * len(stacks)
    for order in itertools.permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for who in order:
            chance, left = chance * Fraction(stacks[who], left), left - stacks[who]
        for who, prize in zip(order, prizes, strict=True):
            found[who] += chance * prize
    return found


def dealing(house: House, late: int = 0, **more: Any) -> Any:
    """A tournament of three whose stacks have come to differ, its clock running."""
    found = house.announced(3, bases(play=SLOW, entry={"late": late, "again": 0}, **more))
    house.floor.running.start(house.director, found.public_id)
    for _ in range(2):
        for table in house.free(found):
            house.hand(table, timid)
        house.floor.running.look(found.public_id)
    return found


def test_pv_art_2_bis_1_b_a_deal_among_three_is_the_bases_to_allow_and_is_paid_to_the_cent(tmp_path: Path) -> None:
    """Of 300 in fees 285 revert: 142.50, 85.50 and 57 are shared by what the stacks are worth."""
    house = House(f"sqlite:///{tmp_path}/casino.db")
    running, office = house.floor.running, house.floor.tournaments
    found = dealing(house, deal="valor")
    id = found.public_id
    with pytest.raises(IllegalAction, match="stop the clock first"):
        running.deal(house.director, id)
    running.pause(house.director, id)
    with pytest.raises(Forbidden):
        running.deal(house.croupier, id)
    (table,) = house.tables(found)
    held = house.floor.books.balances(table)
    stacks = [held[f"chips/{entry.name}"] for entry in house.sheet(found).entries]
    assert len(set(stacks)) > 1, "blinds have moved chips"
    running.deal(house.director, id)
    sheet = house.sheet(found)
    due = worth(stacks, [28_500 * share // 100 for share in PRIZES])
    assert [entry.won for entry in sheet.entries] == pytest.approx([float(part) for part in due], abs=1)
    assert sum(entry.won for entry in sheet.entries) == 28_500
    assert [entry.chips for entry in sorted(sheet.entries, key=lambda one: one.place or 0)] == sorted(stacks)[::-1]
    (act,) = (act for act in sheet.acts if act.what == "deal")
    assert (act.by, act.detail["shares"]) == ("Dora", {entry.name: entry.won for entry in sheet.entries})
    with pytest.raises(IllegalAction, match="stop the clock first"):
        running.deal(house.director, id)
    for entry in sheet.entries:
        office.pay(house.croupier, id, entry.number)
    assert house.sheet(found).handed_out == 28_500
    house.floor.close()


@pytest.mark.parametrize(
    ("late", "more", "line"), [(0, {}, "have no deal (art. 2 bis.1.b)"), (1, {"deal": "valor"}, "can sign up any more")]
)
def test_pv_art_2_bis_1_b_without_a_deal_in_the_bases_or_while_one_can_sign_up_there_is_none(
    late: int, more: dict[str, str], line: str, tmp_path: Path
) -> None:
    house = House(f"sqlite:///{tmp_path}/casino.db")
    found = dealing(house, late, **more)
    house.floor.running.pause(house.director, found.public_id)
    with pytest.raises(IllegalAction) as refused:
        house.floor.running.deal(house.director, found.public_id)
    assert line in str(refused.value)
    assert house.sheet(found).tournament.state == "paused"
    house.floor.close()


def test_pv_art_2_bis_1_b_a_deal_is_for_who_stays_longest(casino: Casino) -> None:
    changes = {'classification = "eliminacion"': 'classification = "fichas"\ndeal = "fichas"', "stack = 5000": ROUNDS}
    refused = send(casino, "dora", "/tournaments", bases=text(**changes), automatic="0")
    assert refused.status_code == 400
    assert "deal" in refused.text
    assert "nothing, where chips decide" in refused.text


def sign_up(casino: Casino, path: str, *names: str) -> None:
    for name in names:
        signed = send(casino, "carla", f"{path}/register", name=name, born="1990-05-31", admitted="true")
        assert signed.status_code == 303


ROUNDS = "stack = 1000\nrounds = 2"
ROULETTE = {
    'game = "holdem"': 'game = "ruleta-francesa"',
    'classification = "eliminacion"': 'classification = "fichas"',
    "stack = 5000": ROUNDS,
    "again = 1\nlate = 3": "again = 0\nlate = 0",
}


def test_a_roulette_is_walked_from_its_bases_to_its_prizes_and_results(casino: Casino) -> None:
    """Two balls; Ana stakes on red, Luis on nothing. A minor and somebody barred are refused beside the form."""
    levels = re.sub(
        r"levels = \[.*?\n\]", "levels = [{ minutes = 60, minimum = 5 }]", text(**ROULETTE), flags=re.DOTALL
    )
    answer = send(casino, "dora", "/tournaments", bases=levels, automatic="0")
    assert answer.status_code == 303, re.findall(r'role="alert">.*?</', answer.text, re.DOTALL)
    path = answer.headers["location"].removesuffix("/desk")
    assert send(casino, "dora", "/tournaments/barred", name="pau", why="a petición propia").status_code == 303
    for name, born, line in (
        ("ana", f"{TODAY.year - 17}-01-01", "ana is not 18 years old yet on"),
        ("pau", "1990-05-31", "pau is barred from play"),
    ):
        refused = send(casino, "carla", f"{path}/register", name=name, born=born, admitted="true")
        form = refused.text.partition(f'action="{path}/register"')[2].partition("</form>")[0]
        assert (refused.status_code, form.count('role="alert"'), line in form) == (409, 1, True)
    sign_up(casino, path, "ana", "luis")
    assert send(casino, "dora", f"{path}/clock/start").status_code == 303
    table = path.removeprefix("/tournaments/") + "-1"
    for _ in range(2):
        assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
        assert casino.act("ana", table, "stake", "rojo", 500).status_code == 200
        assert casino.act("carla", table, "close").status_code == 200
        casino.floor.running.look(path.removeprefix("/tournaments/"))
    told = casino.get("", f"/api/v1{path}").json()
    assert told["state"] == "finished"
    assert sum(one["won"] for one in told["places"]) == 19_000
    for one in told["places"]:
        assert send(casino, "carla", f"{path}/entries/{one['entry']}/pay").status_code == 303
    assert "€190" in casino.get("rosa", "/tournaments/book").text
    assert casino.get("", f"{path}/results.pdf").content.startswith(b"%PDF")


def test_three_deal_on_the_director_s_page_and_the_results_name_them(casino: Casino) -> None:
    """Three equal stacks of 5,000: each has a third of 285 euros; the page offers it once the clock stands."""
    changes = {
        'classification = "eliminacion"': 'classification = "eliminacion"\ndeal = "valor"',
        "late = 3": "late = 0",
    }
    answer = send(casino, "dora", "/tournaments", bases=text(**changes), automatic="0")
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"].removesuffix("/desk")
    sign_up(casino, path, "ana", "luis", "eva")
    assert "if all who are left agree" in casino.get("rosa", path).text
    send(casino, "dora", f"{path}/clock/start")
    assert 'id="deal"' not in casino.get("dora", f"{path}/desk").text
    early = send(casino, "dora", f"{path}/clock/deal")
    assert (early.status_code, "stop the clock first" in early.text) == (409, True)
    assert send(casino, "dora", f"{path}/clock/pause").status_code == 303
    assert 'id="deal"' in casino.get("dora", f"{path}/desk").text
    assert send(casino, "carla", f"{path}/clock/deal").status_code == 403
    assert send(casino, "dora", f"{path}/clock/deal").status_code == 303
    told = casino.get("", f"/api/v1{path}").json()
    assert [one["won"] for one in told["places"]] == [9_500] * 3
    desk = casino.get("dora", f"{path}/desk").text
    assert "deal agreed" in desk
    assert desk.count("€95") >= 6
    assert desk.count("Place 1–3") == 3  # as in the classification and on paper
    for number in (1, 2, 3):
        assert send(casino, "carla", f"{path}/entries/{number}/pay").status_code == 303
    assert json.loads(casino.get("rosa", "/api/v1/tournaments/book").text)[0]["paid"] == 28_500
    assert casino.get("", f"{path}/results.pdf").content.startswith(b"%PDF")
