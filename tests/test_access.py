"""Who may ask for what: every route and method with every role, streams included, as docs/roles.md says."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete import i18n
from tapete.web.people.access import PUBLIC, Access, access, page
from tests import ROOT
from tests.casino import Casino

PEOPLE = {"": "", "director": "dora", "inspector": "iker", "croupier": "carla", "player": "eva", "regulator": "rosa"}
with i18n.speaking("es"):
    REFUSED = (i18n.gettext("Your role may not do this."), i18n.gettext("Please sign in."))
FORM = "x" * 32


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("access"))
    yield found
    found.close()


def test_the_documentation_has_what_the_gates_say(casino: Casino) -> None:
    assert (ROOT / "docs/roles.md").read_text(encoding="utf-8") == page(casino.app)


def test_every_route_is_in_the_table(casino: Casino) -> None:
    known = {item.path for item in access(casino.app)}
    assert set(casino.client.get("/api/v1/openapi.json").json()["paths"]) <= known
    assert {"/tables/{table_id}/stream", "/api/v1/tables/{table_id}/stream", "/people/{name}/reset"} <= known


async def ask(casino: Casino, item: Access, role: str, path: str) -> tuple[int, str]:
    """The status of an answer and what it begins with; whoever asked leaves as soon as there is something to read."""
    headers = [(b"host", b"testserver"), (b"accept", b"application/json"), (b"accept-language", b"es")]
    headers += [(b"cookie", f"tapete_form={FORM}".encode()), (b"x-csrf-token", FORM.encode())]
    if role:
        headers += [(b"authorization", f"Bearer {casino.tokens[PEOPLE[role]]}".encode())]
    scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"}
    scope |= {"method": item.method, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
    scope |= {"headers": headers, "client": ("10.0.0.9", 1), "server": ("testserver", 80)}
    left, said = asyncio.Event(), [False]
    got: dict[str, Any] = {"status": 0, "text": ""}

    async def receive() -> dict[str, Any]:
        if not said[0]:
            said[0] = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            got["status"] = message["status"]
            got["text"] += json.dumps([value.decode("latin-1") for _, value in message["headers"]])
        else:
            got["text"] += message.get("body", b"").decode()
            left.set()

    await asyncio.wait_for(casino.app(scope, receive, send), 60)
    return got["status"], got["text"]


def filled(path: str, table: str) -> str:
    """A path with something in it: a table that is there, and otherwise what quickly turns out not to be."""
    for part, value in (("{table_id}", table), ("{number}", "7"), ("{n}", "1"), ("{step}", "1")):
        path = path.replace(part, value)
    return re.sub(r"{[^}]*}", "x", path)


def test_every_gate_lets_in_whom_it_should_and_nobody_else(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    items = [item for item in access(casino.app) if (item.method, item.path) != ("DELETE", "/api/v1/session")]

    async def run() -> list[str]:
        wrong = []
        for item in items:
            for role in PUBLIC:
                if item.roles == PUBLIC and role:
                    continue  # what is everybody's is asked for by nobody in particular
                status, text = await ask(casino, item, role, filled(item.path, table))
                refused = status in (401, 403) and any(line in text for line in REFUSED)
                if refused == (role in item.roles) or status >= 500:
                    wrong.append(f"{item.method} {item.path} as {role or 'nobody'}: {status}")
        return wrong

    assert asyncio.run(run()) == []


def test_a_practice_s_owner_is_let_in_where_others_of_their_role_are_not(casino: Casino) -> None:
    given = {"game": "bola", "region": "extremadura", "practice": True}
    table = casino.post("eva", "/api/v1/tables", given).json()["id"]
    for item in access(casino.app):
        if item.practice and "player" not in item.roles and not item.path.endswith("/close"):
            _, text = asyncio.run(ask(casino, item, "player", filled(item.path, table)))
            assert not any(line in text for line in REFUSED), item


# Persons and amounts


def test_history_shows_persons_and_amounts_to_themselves_staff_and_regulator(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    table = casino.table("bola", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "rojo", 4500).status_code == 200
    casino.act("carla", table, "close")
    with i18n.speaking("es"):
        amount = i18n.money(4500)
    rows = {who: casino.get(who, "/api/v1/rounds").json()[0] for who in ("", "eva", "ana", "carla", "rosa")}
    assert {who: row["players"] for who, row in rows.items()} == {
        "": [],
        "eva": [],
        "ana": ["ana"],
        "carla": ["ana", "luis"],
        "rosa": ["ana", "luis"],
    }
    assert [who for who, row in rows.items() if row["greatest"] is None] == ["", "eva"]
    hash = rows[""]["hash"]
    for who in ("", "eva"):
        for path in (
            *("/history", f"/history/{table}/1", f"/shared/{table}/1/{hash[:16]}", "/api/v1/rounds"),
            *(f"/api/v1/tables/{table}/rounds/1", f"/api/v1/tables/{table}/rounds/1/steps/999"),
        ):
            answer = casino.get(who, path)
            assert answer.status_code == 200, path
            assert not {"ana", "luis", "4500"} & set(re.findall(r"[\w]+", visible(answer.text))), path
            assert amount not in answer.text, path
        for query in ({"player": "ana"}, {"amount": "5"}):
            assert casino.get(who, "/api/v1/rounds", params=query).status_code == 403
    assert casino.get("ana", "/api/v1/rounds", params={"player": "ana", "amount": "5"}).status_code == 200
    assert "ana" in casino.get("ana", f"/history/{table}/1").text
    casino.close()


def visible(text: str) -> str:
    """A page's text without its addresses and hashes, which are random."""
    return re.sub(r'[0-9a-f]{16,}|[\w-]{11}(?=[/"?.])', " ", text)
