"""What people write is what others read: nothing hidden in it, nothing that turns it around, runs or opens a door."""

import csv
import io
import tomllib
from collections.abc import Callable
from datetime import date
from typing import Any

import httpx
import pytest

from tapete.engine.requests import Act
from tapete.web.tournaments.pages import example
from tests.casino import Casino

# What is read backwards, has no width, ends a text, or stands unseen before one.
UNSEEN = ["\u202e", "\u200b", "\0", "\ufeff"]
CHIPS = [{"value": 500, "number": 3}]
EX = "extremadura"


def plain(given: Any) -> Any:
    """Bases as JSON has them."""
    if isinstance(given, dict):
        return {name: plain(value) for name, value in given.items()}
    return (
        [plain(one) for one in given] if isinstance(given, list) else str(given) if isinstance(given, date) else given
    )


class Desk:
    """Somebody who writes the same words wherever words are written."""

    def __init__(self, casino: Casino) -> None:
        self.casino, floor = casino, casino.floor
        self.table = casino.table("bola", EX, physical=True)
        floor.rounds.open_round(self.table, casino.people["carla"], casino.key())
        floor.rounds.act(self.table, casino.people["ana"], Act("stake", "rojo", 500), casino.key())
        floor.sessions.open(casino.people["dora"], EX, 3_600_000, casino.key())
        self.rule = floor.conduct.offences("", EX)[0].rule
        self.orphans = 0

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.casino.post("dora", f"/api/v1/{path}", body)

    def orphan(self, text: str) -> httpx.Response:
        self.orphans += 1
        self.post("books/orphans", cents=500, found="here")
        return self.post(f"books/orphans/{self.orphans}/returned", name=text, proof="a card")

    def case(self, text: str) -> httpx.Response:
        self.post("conduct", who="Z", rule=self.rule, region=EX)
        return self.post("conduct/1/note", words=text)

    def bases(self, text: str) -> httpx.Response:
        given = plain(tomllib.loads(example(date.today())))
        named = next(name for name, value in given.items() if isinstance(value, str) and " " in value)
        return self.post("tournaments", bases={**given, named: text}, automatic=0)


WRITTEN: dict[str, Callable[[Desk, str], httpx.Response]] = {
    "table": lambda desk, text: desk.post("tables", game="bola", region=EX, name=text),
    "prize": lambda desk, text: desk.post(
        "tables", game="poker-sin-descarte", region=EX, options={"progresivo": "si"}, meter=text
    ),
    "document": lambda desk, text: desk.post(f"tables/{desk.table}/documents", kind="count", pieces=CHIPS, why=text),
    "rewind": lambda desk, text: desk.post(f"tables/{desk.table}/rewind", to=0, why=text),
    "void": lambda desk, text: desk.post(f"tables/{desk.table}/void", why=text),
    "cage": lambda desk, text: desk.post("books/chips", what="stock", pieces=CHIPS, why=text),
    "orphan": lambda desk, text: desk.post("books/orphans", cents=500, found=text),
    "owner": Desk.orphan,
    "stock": lambda desk, text: desk.post("casino/stock", kind="cards", label=text),
    "sector": lambda desk, text: desk.post("casino/acts/place", table=desk.table, detail=text),
    "case": lambda desk, text: desk.post("conduct", who=text, rule=desk.rule, region=EX),
    "note": Desk.case,
    "bases": Desk.bases,
}


@pytest.mark.parametrize("where", WRITTEN)
def test_nothing_is_written_that_nobody_sees(casino: Casino, where: str) -> None:
    desk = Desk(casino)
    for sign in UNSEEN:
        answer = WRITTEN[where](desk, f"mesa {sign}1")
        assert (answer.status_code, f"U+{ord(sign):04X}" in answer.text) == (400, True), (sign, answer.text)
    answer = WRITTEN[where](desk, "mesa ñ 1")
    assert answer.status_code < 300, answer.text


def test_a_name_of_a_table_is_one_line_and_of_nothing_but_spaces_none(casino: Casino) -> None:
    desk = Desk(casino)
    given = {"game": "bola", "region": EX}
    assert desk.post("tables", **given, name="a\r\nSet-Cookie: b").json()["name"] == "a Set-Cookie: b"
    assert desk.post("tables", **given, name="  ").json()["name"] == desk.post("tables", **given).json()["name"]


def test_what_a_spreadsheet_would_run_is_text_in_every_file(casino: Casino) -> None:
    desk, formula = Desk(casino), "=1+1"
    desk.post("books/orphans", cents=500, found=formula)
    desk.orphans += 1
    for where in ("owner", "case", "cage", "document"):
        assert WRITTEN[where](desk, formula).status_code < 300
    for path in ("books/orphans.csv", "conduct.csv", "books/cage.csv", f"tables/{desk.table}/register.csv"):
        answer = casino.get("dora", f"/{path}")
        cells = [cell for row in csv.reader(io.StringIO(answer.text)) for cell in row]
        assert (answer.status_code, [cell for cell in cells if cell.startswith("=")]) == (200, []), path
    assert "'=1+1" in casino.get("dora", "/books/orphans.csv").text
