"""Without script too, a form that its own page refuses keeps what was written in it; passwords it does not."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import FormData

from tapete.web.people.security import SESSION
from tapete.web.refilling import refilled
from tests.casino import Casino

WRITTEN = 'zz @@ "é" <'
BOXES = ("checkbox", "radio")
ELSEWHERE = ("/preferences", "/sign-out")  # on every page, and never refused
OURS = ("csrf", "key", "username")
PAGES = (
    "/people",
    "/account",
    "/books/cage",
    "/books/orphans",
    "/tournaments/book",
    "/check",
    "/casino/stock",
    "/conduct",
)


class Forms(HTMLParser):
    """The forms of a page that are sent, with their fields; each option of a list is one."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, list[dict[str, Any]]]] = []
        self.fields: list[dict[str, Any]] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.fields = []
            if said.get("method") == "post":
                self.forms.append((said.get("action", ""), self.fields))
        elif tag in ("input", "textarea") and "name" in said:
            self.fields.append({"tag": tag, "type": "text", "value": "on" if said.get("type") in BOXES else "", **said})
            self.inside = tag
        elif tag == "select":
            self.inside = said["name"]
        elif tag == "option" and "value" in said:
            self.fields.append({"tag": tag, "type": "option", "name": self.inside, **said})

    def handle_data(self, data: str) -> None:
        if self.inside == "textarea":
            self.fields[-1]["value"] += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag == "textarea" else self.inside


def write(fields: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, str]]:
    """Something in every field, and the last of every list: what is sent, and what of it is to be kept."""
    sent, kept = {}, {}
    for field in fields:
        name, kind = field["name"], field["type"]
        sent[name] = WRITTEN if kind in ("text", "password", "number", "search") else field["value"]
        if kind not in ("hidden", "password", "file") and name not in OURS:
            kept[name] = sent[name]
    return sent, kept


def shows(fields: list[dict[str, Any]]) -> dict[str, str]:
    """What stands in a form."""
    chosen = {"option": "selected", "checkbox": "checked", "radio": "checked"}
    return {field["name"]: field["value"] for field in fields if chosen.get(field["type"], "name") in field}


def test_every_form_that_its_own_page_refuses_keeps_what_was_written(tmp_path: Path) -> None:
    casino, refused = Casino(tmp_path, "en"), set()
    client = casino.client
    client.cookies.set(SESSION, casino.tokens["dora"])
    for path in PAGES:
        for action, fields in Forms(client.get(path, headers={"accept": "text/html"}).text).forms:
            if action in ELSEWHERE:
                continue
            sent, kept = write(fields)
            answer = client.post(action or path, data=sent, headers={"accept": "text/html"}, follow_redirects=False)
            again = [shows(found) for to, found in Forms(answer.text).forms if (to or path) == (action or path)]
            if answer.status_code < 400 or not kept or not again:
                continue
            assert any(kept.items() <= one.items() for one in again), (path, action, kept, again)
            assert not any(
                field["value"]
                for _, found in Forms(answer.text).forms
                for field in found
                if field["type"] == "password"
            )
            refused.add(action or path)
    casino.close()
    assert {"/people", "/books/orphans", "/books/cage", "/tournaments/barred", "/check"} <= refused


def test_of_several_forms_to_one_path_the_one_that_was_sent_is_filled() -> None:
    """Lists and boxes are as they were sent; a password is not told again."""
    rows = [
        '<form method="post" action="/a"><input type="hidden" name="csrf" value="new">'
        f'<input type="hidden" name="who" value="{who}"><input name="why" value="old">'
        '<input type="password" name="word">'
        '<select name="kind"><option value="x" selected>X</option><option value="y">Y</option></select>'
        '<input type="checkbox" name="sure" checked><textarea name="text"></textarea></form>'
        for who in ("ana", "eva")
    ]
    sent = FormData({"csrf": "old", "who": "eva", "why": "<b>", "word": "secret", "kind": "y", "text": "a & b"})
    first, second = (Forms(form).forms[0][1] for form in refilled("|".join(rows), "/a", sent).split("|"))
    assert shows(first) == {
        "csrf": "new",
        "who": "ana",
        "why": "old",
        "word": "",
        "kind": "x",
        "sure": "on",
        "text": "",
    }
    assert shows(second) == {"csrf": "new", "who": "eva", "why": "<b>", "word": "", "kind": "y", "text": "a & b"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_form_that_its_fields_refuse_comes_back_on_its_page_with_why(tmp_path: Path, language: str) -> None:
    """A number beyond what it may be, as a browser without the page's script sends it; no page elsewhere is asked."""
    casino = Casino(tmp_path, language)
    client, sent = casino.client, {"bases": WRITTEN, "automatic": "9999"}
    client.cookies.set(SESSION, casino.tokens["dora"])
    (asked,) = [fields for to, fields in Forms(client.get("/tournaments").text).forms if to == "/tournaments"]
    sent |= {field["name"]: field["value"] for field in asked if field["type"] == "hidden"}
    for came in ("http://testserver/tournaments", "http://elsewhere/account", ""):
        headers = {"accept": "text/html", **({"referer": came} if came else {})}
        answer = client.post("/tournaments", data=sent, headers=headers)
        assert answer.status_code == 422
        (again,) = [shows(fields) for to, fields in Forms(answer.text).forms if to == "/tournaments"]
        assert (again["bases"], again["automatic"]) == (WRITTEN, "9999")
        assert '<div id="notice" class="notice" role="alert"><p>automatic: ' in answer.text
    machine = client.post("/tournaments", data=sent, headers={"accept": "application/json"})
    assert machine.status_code == 422 and machine.json()["detail"].startswith("automatic: ")
    script = client.post("/tournaments", data=sent, headers={"accept": "text/html", "hx-request": "true"})
    assert script.status_code == 422 and script.text.startswith("<p>automatic: ")
    table = casino.table("bola", "extremadura")
    for path in ("no", "account", "a%00b", f"tables/{table}/stream", "games/bola/extremadura/odds", "api/v1/tables"):
        headers = {"accept": "text/html", "referer": f"http://testserver/{path}"}
        elsewhere = client.post("/tournaments", data=sent, headers=headers)
        assert (elsewhere.status_code, "/tournaments" in dict(Forms(elsewhere.text).forms)) == (422, False)
        assert "<h1>automatic: " in elsewhere.text
    casino.close()
