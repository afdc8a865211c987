"""Live tables and history through the API and the pages: whole rounds, who may see what, what is refused."""

import asyncio
import json
import random
import re
from typing import Any

import pytest

from tapete import i18n
from tapete.audit.verify import verify
from tapete.games import game
from tapete.games.shared.felt import tiles
from tapete.web.tables.face import face
from tapete.web.tables.telling import doing
from tests.casino import Casino, live
from tests.helpers import EVERYWHERE

everywhere = pytest.mark.parametrize(("name", "region"), EVERYWHERE)


# A player of anything who knows only what the API shows


def robot_step(casino: Casino, table: str, source: random.Random) -> None:
    """One legal input by somebody."""
    sitting = casino.floor.desk.read(table, lambda found: [seat.name for seat in found.sitting])
    faces = [(name, "") for name in sitting] + [("dora", hat) for hat in ("croupier", "inspector", "director")]
    source.shuffle(faces)
    faces.sort(key=lambda face: face[0] == "dora")
    closes = [item for item in casino.view("dora", table, "croupier")["view"]["open"] if item["do"] == "close"]
    if closes and source.random() < 0.3:
        faces = [("dora", "croupier")]
    for who, hat in faces:
        items = [item for item in casino.view(who, table, hat)["view"]["open"] if item["do"] != "last"]
        items = [item for item in items if hat != "croupier" or item["do"] == "close"] or items
        if items:
            item = source.choice(items)
            cents = item["lo"] + item["step"] * min(
                source.randrange(4), (item["hi"] - item["lo"]) // (item["step"] or 1)
            )
            cards = source.sample(item["slots"], item["least"])
            body = {"do": item["do"], "on": item["on"], "cents": cents, "slots": cards, "who": hat or who}
            answer = casino.post(who, f"/api/v1/tables/{table}/act", body)
            assert answer.status_code == 200, (item, answer.text)
            return
    raise AssertionError("nothing is open to anybody")


def robot_round(casino: Casino, table: str, seed: int) -> None:
    """A whole round, by what the views list as open."""
    source = random.Random(seed)
    opened = casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert opened.status_code == 200, opened.text
    for _ in range(150):
        if casino.view("dora", table)["view"]["finished"]:
            return
        robot_step(casino, table, source)
    raise AssertionError("the round does not end")


@pytest.mark.slow
@everywhere
def test_whole_rounds_through_the_api(casino: Casino, name: str, region: str) -> None:
    table = casino.table(name, region)
    for seed in range(2):
        robot_round(casino, table, seed)
    assert casino.floor.books.check() == []
    log = casino.get("rosa", f"/api/v1/tables/{table}/log")
    report = casino.client.post(
        "/api/v1/audit", files={"log": ("log.jsonl", log.content)}, headers=casino.headers("rosa")
    ).json()
    assert report["clean"] is True
    assert report["rounds"] == 2


# Who may see what


def test_a_player_cannot_put_on_another_face(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for hat in ("luis", "croupier", "inspector", "director", "regulator"):
        assert casino.get("ana", f"/api/v1/tables/{table}/view", params={"face": hat}).status_code == 403
    casino.act("carla", table, "close")
    assert casino.get("ana", f"/history/{table}/1?face=luis").status_code == 403
    assert casino.get("ana", f"/history/{table}/1?face=croupier").status_code == 403
    assert casino.get("rosa", f"/history/{table}/1?face=croupier").status_code == 200


# What is refused


def position(casino: Casino, table: str) -> tuple[int, int, int]:
    seen = casino.view("dora", table)
    return seen["round"], seen["n"], seen["change"]


def test_what_is_illegal_is_one_line_and_changes_nothing(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    before = position(casino, table)
    for who, path, body in (
        ("ana", "act", {"do": "stake", "on": "rojo", "cents": 1}),
        ("ana", "act", {"do": "stake", "on": "no-such-bet", "cents": 500}),
        ("ana", "act", {"do": "close"}),
        ("ana", "act", {"do": "stake", "on": "rojo", "cents": 500, "who": "luis"}),
        ("eva", "act", {"do": "stake", "on": "rojo", "cents": 500}),
        ("ana", "fell", {"value": "17"}),
        ("carla", "fell", {"value": "17"}),
        ("carla", "report", {"name": "bola-fuera"}),
        ("iker", "report", {"name": "bola-fuera"}),
        ("iker", "report", {"name": "nothing-like-it"}),
        ("iker", "rewind", {"to": 7, "why": "a slip"}),
        ("rosa", "act", {"do": "close"}),
        ("ana", "say", {"text": "withdraw rojo"}),
        ("ana", "say", {"text": "qwerty 5"}),
        ("ana", "seat", {"cents": 500}),
        ("carla", "rounds", {}),
    ):
        answer = casino.post(who, f"/api/v1/tables/{table}/{path}", body)
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        line = answer.json()["detail"]
        assert isinstance(line, str)
        assert "\n" not in line
        assert line
    assert position(casino, table) == before


def test_an_illegal_table_is_refused_with_its_article(casino: Casino) -> None:
    bad = {"game": "ruleta-francesa", "region": "extremadura", "minimum": 500, "maximum": {"pleno": 12_345}}
    answer = casino.post("dora", "/api/v1/tables", bad)
    assert answer.status_code == 400
    article = game("ruleta-francesa").rules("extremadura").limits["pleno"].article
    assert article in answer.json()["detail"]
    verdict = casino.post("", "/api/v1/tables/check", bad).json()
    assert verdict["legal"] is False
    assert [breach["article"] for breach in verdict["breaches"]] == [article]
    form = {"game": "ruleta-francesa", "region": "extremadura", "minimum": "5", "maximum.pleno": "123,45"}
    page = casino.client.post("/tables", data=form, headers=casino.headers("dora"))
    assert page.status_code == 409
    assert article in page.text
    assert casino.get("", "/api/v1/tables").json() == []
    assert casino.post("carla", "/api/v1/tables", {"game": "bola", "region": "extremadura"}).status_code == 403


def test_the_same_command_twice_is_applied_once(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    first = casino.act("ana", table, "stake", "rojo", 500, key="once")
    again = casino.act("ana", table, "stake", "rojo", 500, key="once")
    assert first.json() == again.json()
    assert casino.view("ana", table)["view"]["places"]["felt/ana/rojo"] == 500
    other = casino.act("ana", table, "stake", "rojo", 1000, key="once")
    assert other.status_code == 403
    form = {"do": "stake", "on": "negro", "cents": "500", "key": "form"}
    for _ in range(2):
        casino.client.post(
            f"/tables/{table}/act", data=form, headers={"Authorization": f"Bearer {casino.tokens['ana']}"}
        )
    assert casino.view("ana", table)["view"]["places"]["felt/ana/negro"] == 500
    bare = casino.client.post(
        f"/api/v1/tables/{table}/act", json={"do": "undo"}, headers={"Authorization": f"Bearer {casino.tokens['ana']}"}
    )
    assert bare.status_code == 400
    assert "Idempotency-Key" in bare.json()["detail"]


def test_commands_by_cookie_need_the_form_s_token(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    casino.client.cookies.set("tapete_session", casino.tokens["carla"])
    answer = casino.client.post(f"/tables/{table}/open-round", data={"key": "k"})
    assert answer.status_code == 403
    token = casino.client.get("/api/v1/session").json()["csrf"]
    answer = casino.client.post(f"/tables/{table}/open-round", data={"key": "k", "csrf": token}, follow_redirects=False)
    assert answer.status_code == 303
    assert position(casino, table)[0] == 1


def test_a_stream_that_may_not_be_followed_is_refused_before_it_starts(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    for path in ("/tables/nowhere/stream", "/api/v1/tables/nowhere/stream"):
        assert casino.get("ana", path).status_code == 404
    assert casino.get("ana", f"/api/v1/tables/{table}/stream?face=inspector").status_code == 403


# The three faces


def test_an_irregularity_is_previewed_and_then_applied(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("carla", table, "close")
    before = position(casino, table)
    shown = casino.get("iker", f"/api/v1/tables/{table}/preview/bola-fuera").json()
    assert shown["told"] == ["Tirada nula."]
    part = casino.get("iker", f"/tables/{table}/preview?name=bola-fuera").text
    assert "Tirada nula." in part
    assert position(casino, table) == before
    assert casino.get("carla", f"/api/v1/tables/{table}/preview/bola-fuera").status_code == 403
    assert casino.post("iker", f"/api/v1/tables/{table}/report", {"name": "bola-fuera"}).status_code == 200
    assert casino.view("ana", table)["view"]["said"][-1] == "Tirada nula."
    assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "17"}).status_code == 200


def test_typed_words_do_what_clicks_do(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for who, text in (
        ("ana", "17 5"),
        ("ana", "rojo 10"),
        ("ana", "deshacer"),
        ("luis", "caballo 4/7 5"),
        ("luis", "retirar caballo 4/7"),
        ("luis", "negro 5"),
        ("carla", "No va más"),
        ("carla", "17"),
    ):
        answer = casino.post(who, f"/api/v1/tables/{table}/say", {"text": text})
        assert answer.status_code == 200, (text, answer.text)
    seen = casino.view("ana", table)
    assert seen["view"]["finished"]
    assert seen["seats"][0]["chips"] == 100_000 - 500 + 35 * 500  # the winning stake stays on the felt


@pytest.mark.parametrize(("language", "joker"), [("en", "Red joker"), ("es", "Joker rojo")])
def test_what_fell_is_picked_and_shown_by_its_name(casino: Casino, language: str, joker: str) -> None:
    table = casino.table("ruleta-fortuna", "extremadura", physical=True)
    casino.floor.accounts.set_language(casino.people["carla"], language)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("carla", table, "close")

    def page() -> str:
        headers = {**casino.headers("carla"), "accept": "text/html"}
        return str(casino.client.get(f"/tables/{table}", headers=headers).text)

    assert f'value="joker-rojo">{joker}</button>' in page()
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "joker-rojo"})
    assert f'<li class="rojo">{joker.lower()}</li>' in page()


def test_what_is_typed_out_of_turn_is_told_what_the_table_waits_for(casino: Casino) -> None:
    """A decision is no bet: who types one while stakes are placed, cards dealt or others decide is told of that."""
    table = casino.table("blackjack", "extremadura", physical=True)

    def typed(who: str, text: str) -> str:
        answer = casino.post(who, f"/api/v1/tables/{table}/say", {"text": text})
        assert answer.status_code == 409, (text, answer.text)
        told: str = answer.json()["detail"]
        return told.partition(" (art. ")[0]

    casino.floor.accounts.set_language(casino.people["ana"], "en")
    assert typed("ana", "stand").endswith(": no round is being played")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for decision, said in (("stand", "stand"), ("doblar", "double"), ("asegurar", "insure"), ("gelditu", "stand")):
        assert typed("ana", decision) == f"ana cannot '{said}' now: the table waits for stakes"
    for who, spot in (("ana", "casilla:1"), ("luis", "casilla:2")):
        casino.act(who, table, "stake", spot, 500)
    casino.act("carla", table, "close")
    for text in ("stand", "square 1 5", "whatever"):
        assert typed("ana", text).endswith(": the table waits for a card: hand 1")
    for card in ("6s", "8c", "6h", "5d", "8d"):
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    assert casino.post("ana", f"/api/v1/tables/{table}/say", {"text": "stand"}).status_code == 200
    for text in ("stand", "double", "square 1 5", "whatever"):
        assert typed("ana", text).endswith(": the table waits for a decision: luis, hand 2")


def test_what_cannot_have_happened_and_what_was_entered_are_said_in_words(casino: Casino) -> None:
    """They were told by the rulebook's id and by the letters of a card."""
    table = casino.table("holdem", "extremadura", physical=True)
    for cards in (["Ah", "Kh", "Qh", "Jh", "Ac", "Kc", "Qc", "Jc"], []):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("carla", table, "close")
        for card in cards:
            casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    while not (asked := casino.view("dora", table)["view"])["pending"].startswith("show:"):
        who = asked["actors"][0]
        if casino.act(who, table, "call").status_code != 200:
            assert casino.act(who, table, "check").status_code == 200
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "9h"})
    assert ": Mesa: 9 de corazones</option>" in casino.get("carla", f"/tables/{table}/mend").text
    for card in ("2c", "7d"):
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    why = casino.get("iker", f"/tables/{table}/preview?name=fuera-de-orden").text
    assert "Cartas dadas fuera de orden" in why and "fuera-de-orden" not in why
    page = casino.get("iker", f"/tables/{table}").text
    assert 0 < page.index('id="on-rule"') < page.index('<details id="more-acts">') < page.index('class="pick-form"')


def test_whose_turn_it_is_and_whom_banco_is_called_with_are_said(casino: Casino) -> None:
    table = casino.table("chemin-de-fer", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("carla", table, "choose", "hecha")
    for who, line in (("ana", "Le toca decidir: Oferta"), ("luis", "Decide ana: Oferta")):
        assert f'id="waiting">{line}</p>' in casino.get(who, f"/tables/{table}").text
    casino.act("ana", table, "take", "", 20_000)
    casino.act("ana", table, "go-on")
    assert "Banco con teo" in casino.get("luis", f"/tables/{table}").text


@pytest.mark.parametrize("name", ["chemin-de-fer", "bacara-dos-panos"])
def test_a_table_of_draws_is_no_corner_of_a_roulette(name: str) -> None:
    with i18n.speaking("en"):
        assert doing(game(name).rules("extremadura"), "choose", "cuadro") == "Follow the table of draws"
        assert doing(game("ruleta-francesa").rules("extremadura"), "choose", "cuadro") == "Corner"


def test_slips_voids_and_leaving(casino: Casino) -> None:
    table = casino.table("bola", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("ana", table, "stake", "rojo", 500)
    casino.act("ana", table, "stake", "negro", 500)
    assert casino.post("iker", f"/api/v1/tables/{table}/rewind", {"to": 1, "why": "a slip"}).status_code == 200
    assert "felt/ana/negro" not in casino.view("ana", table)["view"]["places"]
    assert casino.post("iker", f"/api/v1/tables/{table}/void", {"why": "a test"}).status_code == 200
    assert casino.view("ana", table)["seats"][0]["chips"] == 100_000
    assert casino.post("ana", f"/api/v1/tables/{table}/buy-in", {"cents": 5000}).status_code == 200
    assert casino.post("ana", f"/api/v1/tables/{table}/stand-up").status_code == 200
    assert [seat["name"] for seat in casino.view("dora", table)["seats"]] == ["luis"]
    assert casino.post("dora", f"/api/v1/tables/{table}/close").status_code == 200
    assert casino.get("", "/api/v1/tables").json() == []
    assert casino.floor.books.check() == []


def test_limits_change_once_the_last_rounds_are_announced_and_played(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    rounds = game("ruleta-francesa").rules("extremadura").minimum.announced_rounds
    new = {"game": "ruleta-francesa", "region": "extremadura", "minimum": 1000}
    for played in range(rounds):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        if not played:
            assert casino.act("dora", table, "last").status_code == 200
        refused = casino.client.put(f"/api/v1/tables/{table}", json=new, headers=casino.headers("dora"))
        assert refused.status_code == 409
        casino.act("carla", table, "close")
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "17"})
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 409
    changed = casino.client.put(f"/api/v1/tables/{table}", json=new, headers=casino.headers("dora"))
    assert changed.status_code == 200
    assert casino.get("", f"/api/v1/tables/{table}").json()["minimum"] == 1000
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200


def test_an_invitation_brings_a_guest_to_the_table(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    made = casino.post("carla", f"/api/v1/tables/{table}/invite", {"name": "pepa"})
    assert made.status_code == 201
    session = casino.client.post("/api/v1/session/link", json={"token": made.json()["token"]}).json()
    assert session["table"] == table
    assert session["account"]["name"] == "pepa"
    assert casino.post("ana", f"/api/v1/tables/{table}/invite", {}).status_code == 403


def test_dice_are_mended_as_they_are_shown_and_what_is_no_throw_is_named(casino: Casino) -> None:
    table = casino.table("banca-francesa", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("luis", table, "stake", "ases", 500)
    casino.act("carla", table, "close")
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": [6, 6, 5]})
    entered = re.search(r'<option value="(\d+)" selected>', casino.get("carla", f"/tables/{table}/mend").text)
    assert entered is not None
    asked = {"n": entered[1], "value": "1-1-1"}
    assert "305" in casino.get("carla", f"/tables/{table}/foreseen", params=asked).text  # 61 to 1
    refused = casino.get("carla", f"/tables/{table}/foreseen", params={**asked, "value": "unos"})
    assert refused.status_code == 409 and "«unos»" in refused.text


def test_ex_1_6_5_2_any_player_says_that_dice_are_suspect_and_they_are_seized(casino: Casino) -> None:
    table = casino.table("banca-francesa", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert 'id="claim-dados-sospechosos"' in casino.get("ana", f"/tables/{table}").text
    assert "basta con que lo diga un jugador" in casino.get("ana", f"/tables/{table}").text.casefold()
    report = f"/api/v1/tables/{table}/report"
    assert casino.post("noa", report, {"name": "dados-sospechosos"}).status_code == 403, "who does not play"
    assert casino.post("ana", report, {"name": "dados-tocados"}).status_code == 403
    assert casino.post("ana", report, {"name": "dados-sospechosos"}).status_code == 200
    assert casino.floor.books.check() == []
    other = casino.table("dados", "extremadura", physical=True)
    assert "claim-" not in casino.get("ana", f"/tables/{other}").text


def test_hints_are_for_those_who_sit(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    found = casino.get("ana", f"/api/v1/tables/{table}/hints").json()
    assert found[0]["exact"] == "1/74"
    assert casino.get("eva", f"/api/v1/tables/{table}/hints").status_code == 409
    assert "1,35" in casino.get("ana", f"/tables/{table}/hints").text


# Pages


@pytest.mark.slow
@everywhere
def test_every_table_is_drawn_for_every_face(casino: Casino, name: str, region: str) -> None:
    table = casino.table(name, region, physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for who in ("ana", "carla", "iker", "dora", "rosa", "eva", ""):
        answer = casino.get(who, f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        assert ("data-stakes" in answer.text) == (who == "ana" and game(name).folder != "circulo")
    found = game(name)
    rules = found.rules(region)
    settings = casino.floor.tables.table(table).settings
    layout = found.layout(rules, settings)
    if not layout:  # no felt against the house
        assert found.felt(rules, settings) is None
        return
    for felt in (found.felt(rules, settings), tiles.draw(rules, layout)):
        assert felt is not None
        for drawing in felt:
            assert {place.spot for place in drawing.places if place.open} == set(layout)
            for place in drawing.places:
                assert place.rect.x >= -10
                assert place.rect.right <= drawing.width + 10.01
                assert place.rect.bottom <= drawing.height + 10.01


def test_a_stream_tells_round_after_round(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")

    async def run() -> list[str]:
        events: list[str] = []
        async for event in live(casino, table, "ana"):
            events.append(event.decode())
            if len(events) == 5:
                break
            await asyncio.to_thread(
                casino.post,
                "carla",
                f"/api/v1/tables/{table}/{'rounds' if len(events) % 2 else 'act'}",
                {"do": "close"},
            )
        return events

    events = asyncio.run(run())
    ids = [re.search(r"^id: (\d+)\.(\d+)\.(\d+)$", event, re.M) for event in events]
    assert [int(found[1]) for found in ids if found] == [0, 1, 1, 2, 2]
    assert all(event.startswith("event: state\n") and event.endswith("\n\n") for event in events)


def test_history_is_filtered_replayed_shared_and_exported(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    for pocket, cents in (("17", 500), ("0", 20_000)):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("ana", table, "stake", "pleno:17", 500)
        casino.act("luis", table, "stake", "negro", cents)
        casino.act("carla", table, "close")
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": pocket})
        for _ in range(2):
            casino.act("luis", table, "choose", "mitad")

    def found(**query: Any) -> list[tuple[int, str]]:
        return [(row["number"], row["fell"]) for row in casino.get("rosa", "/api/v1/rounds", params=query).json()]

    assert found() == [(2, "0"), (1, "17")]
    assert found(amount="190") == [(2, "0")]
    assert found(player="ana", game="ruleta-francesa", table=table, since="2020-01-01") == found()
    assert found(player="eva") == found(game="bola") == found(until="2020-01-01") == []
    assert casino.get("", "/api/v1/rounds", params={"since": "yesterday"}).status_code == 400
    assert casino.get("ana", f"/history?table={table}").status_code == 200

    lines = len(casino.get("ana", f"/api/v1/tables/{table}/rounds/1").json()["lines"])
    for step in range(lines):
        page = casino.get("rosa", f"/history/{table}/1?step={step}&face=luis")
        assert page.status_code == 200
    assert 'class="disc' in casino.get("ana", f"/history/{table}/1?step=4").text
    hash = casino.get("", "/api/v1/rounds").json()[1]["hash"]
    shared = casino.get("", f"/shared/{table}/1/{hash[:16]}")
    assert shared.status_code == 200
    assert casino.get("", f"/shared/{table}/1/{'0' * 16}").status_code == 404
    assert casino.get("ana", f"/history/{table}.jsonl").status_code == 403
    exported = casino.get("rosa", f"/history/{table}.jsonl").content
    wrong = exported.replace(b'"cents":17500', b'"cents":18500')
    answer = casino.client.post(
        "/history/audit", files={"log": ("evening.jsonl", wrong)}, headers=casino.headers("rosa")
    )
    assert answer.status_code == 200
    assert "1.1.4.1.A.a" in answer.text
    for bad in (b"", b"not json", b"\xff\xfe"):
        answer = casino.client.post("/api/v1/audit", files={"log": ("x", bad)}, headers=casino.headers("rosa"))
        assert answer.status_code == 400
        assert "\n" not in answer.json()["detail"]


def test_the_page_of_a_finished_round_has_what_it_takes_to_check_its_chance(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura")
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
    assert casino.act("ana", table, "stake", "pleno:17", 500).status_code == 200
    assert casino.get("ana", f"/history/{table}/1/lines.jsonl").status_code == 409
    assert casino.act("carla", table, "close").status_code == 200
    for who in ("", "eva"):
        assert casino.get(who, f"/history/{table}/1/lines.jsonl").status_code == 403
    for who in ("ana", "rosa"):
        lines = casino.get(who, f"/history/{table}/1/lines.jsonl").content
        found = verify(lines.splitlines())
        assert (found.breaches, found.seeds, found.draws, found.unchecked) == ([], 1, 1, 0)
        _, header, *_, last = map(json.loads, lines.splitlines())
        for reader in (who, ""):
            page = casino.get(reader, f"/history/{table}/1").text
            assert header["commitment"] in page
            assert last["seed"] in page
            assert last["hash"] in page
            assert (f"/history/{table}/1/lines.jsonl" in page) == bool(reader)


def test_a_page_is_drawn_from_one_reading_of_one_moment(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    table = casino.table("bola", "extremadura")
    for _ in range(2):
        assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
        assert casino.act("ana", table, "stake", "rojo", 500).status_code == 200
        assert casino.act("carla", table, "close").status_code == 200
    read, readings = casino.floor.desk.read, []

    def counted(*args: Any) -> Any:
        readings.append(args[0])
        return read(*args)

    monkeypatch.setattr(casino.floor.desk, "read", counted)
    drawn = face(casino.floor, table, casino.people["dora"])
    assert (drawn.told, drawn.before, drawn.latest, drawn.buttons()) != ([], [], [], [])
    assert drawn.fall is None
    assert len(readings) == 1


def test_what_is_described_has_no_tables(casino: Casino) -> None:
    wanted = {"game": "maquinas", "region": "pais-vasco"}
    answers = [casino.post("dora", f"/api/v1/tables{path}", wanted) for path in ("", "/check")]
    answers.append(casino.get("dora", "/tables/new", params=wanted))
    assert {answer.status_code for answer in answers} == {404}
    assert all("no se puede abrir una mesa" in answer.text for answer in answers)
