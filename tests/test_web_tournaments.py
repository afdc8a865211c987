"""Tournaments in the browser: announced by their bases, signed up for, run, watched, paid, printed."""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.responses import Response
from sqlalchemy import update

from tapete.floor.schema import tournament_entries, tournaments
from tapete.web.tournaments import results
from tapete.web.tournaments.pages import example
from tests.casino import Casino
from tests.torneo import FILE

TODAY = datetime.now(UTC).date()


def bases(**changes: str) -> str:
    """The example's bases for today."""
    text = FILE.read_text(encoding="utf-8")
    words = {
        "2026-01-01": (TODAY - timedelta(days=30)).isoformat(),
        "2026-12-31": (TODAY + timedelta(days=30)).isoformat(),
        "2026-10-20": (TODAY - timedelta(days=20)).isoformat(),
        "2026-11-16": TODAY.isoformat(),
        **changes,
    }
    for old, new in words.items():
        text = text.replace(old, new)
    return text


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


def send(casino: Casino, who: str, path: str, **form: Any) -> httpx.Response:
    """Somebody sends a form."""
    answer: httpx.Response = casino.client.post(path, data=form, headers=casino.headers(who), follow_redirects=False)
    return answer


def announced(casino: Casino, *people: str) -> str:
    """A tournament's address that some have signed up for."""
    answer = send(casino, "dora", "/tournaments", bases=bases(), automatic="0")
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"].removesuffix("/desk")
    for name in people:
        signed = send(casino, "carla", f"{path}/register", name=name, born="1990-05-31", admitted="true")
        assert signed.status_code == 303, signed.text
    return str(path)


def test_bases_against_the_text_are_refused_in_a_line_beside_them(casino: Casino) -> None:
    for changes, line in (
        ({"kept = 5": "kept = 50"}, "art. 2 bis.1.d"),
        ({'region = "pais-vasco"': 'region = "galicia"'}, "no tournament can be held in galicia"),
        ({"fee = 100": "fee ="}, "not valid TOML"),
    ):
        refused = send(casino, "dora", "/tournaments", bases=bases(**changes), automatic="0")
        assert refused.status_code == 400
        assert refused.text.count('role="alert">') >= 2 and line in refused.text
    several = {
        "kept = 5": "kept = 50",
        (TODAY + timedelta(days=30)).isoformat(): (TODAY + timedelta(days=900)).isoformat(),
    }
    shown = send(casino, "dora", "/tournaments", bases=bases(**several), automatic="0").text
    assert [f"<code>{where}</code>" in shown for where in ("entry.kept", "authorisation.until")] == [True, True]
    assert send(casino, "ana", "/tournaments", bases=bases()).status_code == 403
    assert casino.floor.tournaments.all() == []


def test_the_example_in_the_form_can_be_announced_as_it_stands(casino: Casino) -> None:
    given = example(TODAY)
    assert f"day = {TODAY}" in given and "{" not in given.replace("{ minutes", "")
    assert send(casino, "dora", "/tournaments", bases=given, automatic="5").status_code == 303


def test_pv_art_2_bis_1_a_tournament_is_directed_by_api_and_by_who_may(casino: Casino) -> None:
    """Announced, signed up for, withdrawn from, stopped and called off; refusals are one line and change nothing."""
    given = {"bases": json.loads(json.dumps(tomllib.loads(bases()), default=str))}
    here, ana = "/api/v1/tournaments", {"name": "ana", "born": "1990-05-31", "admitted": True}
    assert casino.post("carla", here, given).status_code == 403
    elsewhere = {"bases": {**given["bases"], "region": "galicia"}}
    refused = casino.post("dora", here, elsewhere)
    assert (refused.status_code, "no tournament can be held in galicia" in refused.text) == (400, True)
    id = casino.post("dora", here, given).json()["id"]
    assert casino.post("ana", f"{here}/{id}/entries", ana).status_code == 403
    assert casino.post("carla", f"{here}/{id}/entries", {**ana, "admitted": False}).status_code == 409
    for name, number in (("ana", 1), ("luis", 2), ("eva", 3)):
        assert casino.post("carla", f"{here}/{id}/entries", {**ana, "name": name}).json() == {"number": number}
    assert casino.post("carla", f"{here}/{id}/entries", ana).status_code == 409
    assert casino.post("carla", f"{here}/{id}/entries/3/withdraw").status_code == 200
    assert casino.post("carla", f"{here}/{id}/entries/1/lose").status_code == 400
    assert casino.post("dora", f"{here}/barred", {"name": "pau", "why": "cheated"}).status_code == 200
    assert casino.post("carla", f"{here}/{id}/entries", {**ana, "name": "pau"}).status_code == 409
    assert casino.post("carla", f"{here}/{id}/clock/start").status_code == 403
    for what, state in (("start", "running"), ("pause", "paused"), ("resume", "running")):
        assert casino.post("dora", f"{here}/{id}/clock/{what}").status_code == 200
        assert casino.floor.tournaments.sheet(id).tournament.state == state
    assert casino.post("dora", f"{here}/{id}/clock/cancel").status_code == 409
    (held,) = casino.get("rosa", f"{here}/book").json()
    assert (held["id"], held["entries"], held["fees"], held["paid"]) == (id, 2, 200_00, 0)
    assert casino.get("ana", f"{here}/book").status_code == 403
    assert casino.post("dora", f"{here}/nowhere/clock/start").status_code == 404


def test_pv_art_2_bis_1_c_the_book_says_who_may_not_take_part_and_why(casino: Casino) -> None:
    assert "Nobody is barred from tournaments." in casino.get("rosa", "/tournaments/book").text
    assert send(casino, "iker", "/tournaments/barred", name="pau", why="Cheated <twice>").status_code == 303
    for reader in ("dora", "rosa"):
        page = casino.get(reader, "/tournaments/book").text
        assert "<strong>pau</strong> · Cheated &lt;twice&gt; · " in page and ", iker</li>" in page
    assert send(casino, "dora", "/tournaments/barred", name="pau", lift="true").status_code == 303
    assert "pau" not in casino.get("rosa", "/tournaments/book").text
    assert casino.get("ana", "/tournaments/book").status_code == 403


def test_pv_art_2_bis_1_b_the_page_shows_all_that_the_bases_must_say(casino: Casino) -> None:
    path = announced(casino, "ana")
    shown = casino.get("rosa", path).text
    for said in ("En recepción", "€100", "How to sign up", "Classification", "Prizes", "Levels", "5,000", "50.00%"):
        assert said in shown, said
    assert casino.floor.tournaments.all()[0].commitment in shown
    assert casino.floor.tournaments.all()[0].seed not in shown


def test_pv_art_2_bis_1_c_a_refusal_stands_beside_the_form(casino: Casino) -> None:
    path = announced(casino)
    young = send(casino, "carla", f"{path}/register", name="ana", born=f"{TODAY.year - 17}-01-01", admitted="true")
    assert young.status_code == 409 and "is not 18 years old yet" in young.text and "register" in young.text
    unknown = send(casino, "carla", f"{path}/register", name="nobody", born="1990-01-01", admitted="true")
    assert unknown.status_code == 400 and "nobody is called" in unknown.text
    assert send(casino, "carla", f"{path}/register", name="ana", born="soon").status_code == 422
    assert send(casino, "ana", f"{path}/register", name="ana", born="1990-01-01", admitted="true").status_code == 403
    assert casino.get("", "/tournaments/none").status_code == 404


def test_from_the_start_to_prizes_results_and_the_book(casino: Casino) -> None:
    path = announced(casino, "ana", "luis", "eva", "teo")
    assert send(casino, "carla", f"{path}/clock/start").status_code == 403
    assert send(casino, "dora", f"{path}/clock/start").status_code == 303
    assert send(casino, "dora", f"{path}/clock/start").status_code == 409
    shown = casino.get("rosa", path).text
    assert "Chances by stacks" in shown and "25.00%" in shown  # four equal stacks
    table = path.removeprefix("/tournaments/") + "-1"
    at_table = casino.get("ana", f"/tables/{table}").text
    assert "tournament" in at_table and "buy-in" not in at_table
    assert casino.get("", f"{path}/results.pdf").status_code == 409
    told = casino.get("", f"/api/v1{path}").json()
    assert told["fees"] == 40_000 and [one["chips"] for one in told["stacks"]] == [500_000] * 4
    assert told["seed"] is None
    end(casino, path)
    told = casino.get("", f"/api/v1{path}").json()
    assert (told["state"], [one["won"] for one in told["places"]]) == ("finished", [19_000, 11_400, 7_600, 0])
    first = told["places"][0]["entry"]
    assert send(casino, "carla", f"{path}/entries/{first}/pay").status_code == 303
    assert send(casino, "carla", f"{path}/entries/{first}/pay").status_code == 409
    desk = casino.get("carla", f"{path}/desk").text
    assert (
        re.search("Of these paid</dt><dd>€190</dd>", desk)
        and f"{path}/results.pdf" in desk
        and 'id="register"' not in desk
    )
    printed = casino.get("", f"{path}/results.pdf")
    assert printed.status_code == 200 and printed.content.startswith(b"%PDF")
    assert "Torneo de otoño" in casino.get("rosa", "/tournaments/book").text
    lines = casino.get("rosa", "/tournaments/book.csv").text.splitlines()
    assert lines[1].endswith(",finished,,4,400,20,380,190")


def test_pv_art_2_bis_results_are_printed_in_both_languages_whoever_reads_them(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = announced(casino, "ana", "luis")
    assert send(casino, "dora", f"{path}/clock/start").status_code == 303
    end(casino, path)
    printed = {}

    async def kept(_request: object, name: str, _template: Path, **inputs: Any) -> Response:
        printed[name] = inputs["parts"]
        return Response()

    monkeypatch.setattr(results, "pdf", kept)
    assert casino.get("", f"{path}/results.pdf").status_code == 200
    (parts,) = printed.values()
    assert [part["language"] for part in parts] == ["es", "eu"]
    assert [part["heading"] for part in parts] == ["Resultados del torneo", "Txapelketaren emaitzak"]
    assert parts[0]["rows"][0][:2] == parts[1]["rows"][0][:2]


def test_a_place_that_is_won_is_called_by_its_tournament_and_counts_in_what_stacks_are_worth(casino: Casino) -> None:
    """Of 400 in fees 380 revert: a place worth 100 for the first, the rest for the second; each of four equal stacks
    has a quarter of both, 95 euros.
    """
    main = announced(casino).removeprefix("/tournaments/")
    prizes = [{"place": 1, "goods": f"plaza:{main}", "value": 100}, {"place": 2, "share": 100}]
    given = json.loads(json.dumps({**tomllib.loads(bases()), "prizes": prizes}, default=str))
    id = casino.post("dora", "/api/v1/tournaments", {"bases": given}).json()["id"]
    for name in ("ana", "luis", "eva", "teo"):
        casino.post(
            "carla", f"/api/v1/tournaments/{id}/entries", {"name": name, "born": "1990-05-31", "admitted": True}
        )
    casino.post("dora", f"/api/v1/tournaments/{id}/clock/start")
    assert "a place in Torneo de otoño (€100)" in casino.get("rosa", f"/tournaments/{id}").text
    told = casino.get("", f"/api/v1/tournaments/{id}").json()
    assert [(one["worth"], one["deal"]) for one in told["chances"]] == [(95_00, 70_00)] * 4
    end(casino, f"/tournaments/{id}")
    assert casino.post("carla", f"/api/v1/tournaments/{id}/entries/4/pay").status_code == 200
    desk = casino.get("carla", f"/tournaments/{main}/desk").text
    assert "its fee stays with the prizes" in desk
    assert "fee back" not in desk


def test_who_lost_and_signed_up_again_is_not_told_to_be_out(casino: Casino) -> None:
    """Of five fees of 100 euros 475 revert, and the second entry is the last that the bases allow."""
    path = announced(casino, "ana", "luis", "eva", "teo")
    send(casino, "dora", f"{path}/clock/start")
    with casino.floor.db.write() as conn:
        gone = update(tournament_entries).where(tournament_entries.c.number.in_((1, 2)))
        conn.execute(gone.values(state="out", gone=1))
    again = {"name": "luis", "born": "1990-05-31", "admitted": "true"}
    assert send(casino, "carla", f"{path}/register", **again).status_code == 303
    assert send(casino, "carla", f"{path}/register", **again).status_code == 409
    told = casino.get("", f"/api/v1{path}").json()
    assert ([one["name"] for one in told["places"]], told["fees"], told["kept"]) == (["ana"], 50_000, 2_500)
    assert [one["name"] for one in told["stacks"]] == ["eva", "teo", "luis"]


def end(casino: Casino, path: str) -> None:
    """Three lose their chips, one after another, as the tables would have it."""
    id = path.removeprefix("/tournaments/")
    with casino.floor.db.write() as conn:
        for number in (1, 2, 3):
            gone = update(tournament_entries).where(tournament_entries.c.number == number)
            conn.execute(gone.values(state="out", gone=number))
    with casino.floor.db.write() as conn:
        conn.execute(update(tournaments).values(played=10**9))
    casino.floor.running.look(id)


def test_who_is_barred_is_written_down_and_let_in_again(casino: Casino) -> None:
    path = announced(casino)
    assert send(casino, "dora", "/tournaments/barred", name="ana", why="a petición propia").status_code == 303
    refused = send(casino, "carla", f"{path}/register", name="ana", born="1990-01-01", admitted="true")
    assert refused.status_code == 409 and "barred" in refused.text
    assert send(casino, "dora", "/tournaments/barred", name="ana", lift="true").status_code == 303
    assert send(casino, "carla", f"{path}/register", name="ana", born="1990-01-01", admitted="true").status_code == 303
