"""HEAD wherever GET is, without its work; and what is one thing is sent once."""

import json
from collections.abc import Iterator

import pytest

from tapete.web.apart.front import Apart
from tapete.web.people.access import access
from tests.casino import Casino
from tests.test_access import filled


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("methods"))
    yield found
    found.close()


def test_head_is_answered_wherever_get_is(casino: Casino) -> None:
    """RFC 9110 9.1: both must be supported. A stream ends at once, and nothing is sent after the head."""
    table = casino.table("bola", "extremadura")
    for item in access(casino.app):
        if item.method == "GET":
            answer = casino.client.head(filled(item.path, table), headers=casino.headers("dora"))
            assert answer.status_code < 500, item
            assert (answer.status_code, answer.content) != (405, b""), item
            assert not answer.content
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/tables", "/nothing", "/people", "/static/nothing.css", "/static/base/base.css", "/healthz"),
        *("/tables?state=%ED%A0%80", "/api/v1/tables", "/api/v1/tables/x", "/history?since=x", "/tables/x/stream"),
    ],
)
def test_a_head_is_that_of_the_answer(casino: Casino, path: str) -> None:
    head, answer = (casino.client.request(how, path, follow_redirects=False) for how in ("HEAD", "GET"))
    assert head.status_code == answer.status_code
    kept = ("content-type", "content-length", "location", "cache-control")
    assert [head.headers.get(name) for name in kept] == [answer.headers.get(name) for name in kept]


def test_nothing_is_computed_for_a_head(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    def computes(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Apart, "_apart", computes)
    monkeypatch.setattr("tapete.web.printing.typeset", computes)
    for path, status in (
        ("/games/blackjack/extremadura/odds", 200),
        ("/games/blackjack/nowhere/odds", 404),
        ("/api/v1/games/blackjack/extremadura/odds", 200),
        ("/games/blackjack/extremadura/sheet.pdf", 200),
        ("/train/bola/extremadura", 200),
        ("/simulate/stream?game=bola&region=extremadura", 200),
        ("/books.pdf", 200),
        ("/books/x.pdf", 404),
    ):
        assert casino.client.head(path, headers=casino.headers("dora")).status_code == status, path


def test_a_405_names_head_beside_get(casino: Casino) -> None:
    answer = casino.client.delete("/tables", headers=casino.headers("dora"))
    assert answer.status_code == 405
    assert casino.client.put("/healthz").headers["allow"] == "GET, HEAD"


def test_a_token_that_somebody_is_given_is_kept_nowhere(casino: Casino) -> None:
    """RFC 6749 5.1 of tokens: `no-store`, although nobody was signed in who asked."""
    answer = casino.client.post("/api/v1/play/bola/extremadura")
    assert answer.json()["token"]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["", "elsewhere.example"])
def test_a_slash_too_many_leads_to_no_other_house(casino: Casino, host: str) -> None:
    headers = {"host": host} if host else {}
    for path, to in (("/tables/", "/tables"), ("/tables/?state=open", "/tables?state=open"), ("//evil.example/", "/")):
        answer = casino.client.get(f"http://testserver{path}", headers=headers, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, to)


@pytest.mark.parametrize("body", [b"\xff\x00[", b"[" * 5000 + b"]" * 5000, b""], ids=["bytes", "deep", "empty"])
@pytest.mark.parametrize("kind", ["multipart/form-data", "application/json", "application/x-www-form-urlencoded", "x"])
def test_what_is_no_form_and_no_json_is_refused_or_passed_over(casino: Casino, kind: str, body: bytes) -> None:
    """A form whose parts nothing divides; also where only its token is read, and where nothing is."""
    for path in ("/tables/x/leave", "/api/v1/tables/x/wait", "/api/v1/tables/x/act", "/sign-in", "/floor/close"):
        for who in ("dora", ""):
            headers = {**casino.headers(who), "content-type": kind}
            answer = casino.client.post(path, content=body, headers=headers, follow_redirects=False)
            assert 200 <= answer.status_code < 500, (path, who)


# What is sent twice


def test_a_name_twice_in_json_is_refused(casino: Casino) -> None:
    """RFC 8259 4: what a reader makes of it is unpredictable, so nothing is made of it."""
    table = casino.table("bola", "extremadura")
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
    before = casino.floor.feed.position(table)
    for path, body in (
        (f"/api/v1/tables/{table}/act", '{"do": "stake", "on": "rojo", "cents": 500, "cents": 90000}'),
        (f"/api/v1/tables/{table}/buy-in", '{"cents": 500, "cents": 90000}'),
        ("/api/v1/people", '{"name": "nuevo", "role": "player", "role": "director"}'),
        (f"/api/v1/tables/{table}/documents", '{"kind": "fill", "pieces": [{"value": 500, "value": 5, "number": 1}]}'),
    ):
        headers = {**casino.headers("dora" if "people" in path else "ana"), "content-type": "application/json"}
        answer = casino.client.post(path, content=body, headers=headers)
        assert answer.status_code == 400, path
        assert "dos veces" in answer.json()["detail"]
    assert casino.floor.feed.position(table) == before
    assert json.loads('{"cents": 500, "cents": 90000}') == {"cents": 90000}  # what would have been staked


def test_a_field_or_a_parameter_twice_is_refused_unless_several_are_meant(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    form = {**casino.headers("ana"), "content-type": "application/x-www-form-urlencoded"}
    answer = casino.client.post(f"/tables/{table}/buy-in", content="euros=5&euros=900", headers=form)
    assert answer.status_code == 400
    assert "euros" in answer.text
    act = "do=stake&do=close&on=rojo&euros=5"
    assert casino.client.post(f"/tables/{table}/act", content=act, headers=form).status_code == 400
    assert casino.get("dora", "/api/v1/rounds?limit=1&limit=1").status_code == 400
    assert casino.get("dora", "/tables?state=open&state=closed").status_code == 400
    assert casino.get("", "/simulate?game=bola&region=extremadura&set=a&set=b").status_code != 400
    several = "table=x&table=y"
    assert (
        casino.client.post("/floor/close", content=several, headers={**form, **casino.headers("dora")}).status_code
        != 400
    )
