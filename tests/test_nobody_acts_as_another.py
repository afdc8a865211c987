"""Nobody acts as another: links, passwords, names, streams, who decides at a table, and what two have to agree to."""

import asyncio
import json

import pytest
from sqlalchemy.exc import OperationalError

from tapete import i18n
from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.names import LONGEST, ROLE_NAMES, checked, skeleton
from tapete.engine.requests import Act
from tapete.engine.session import RESERVED, checked_names
from tapete.errors import TapeteError
from tapete.floor.posts import CHIEF_POSTS
from tapete.floor.roles import ROLES, WATCHER, Forbidden
from tapete.games import books
from tapete.law.text import regions
from tapete.web.tables.stream import Presence, follow
from tapete.wording import word
from tests.casino import Casino
from tests.helpers import close, sit, stake
from tests.test_web_apart import Answer
from tests.web import PASSWORD, House, house

__all__ = ["house"]


# Links and passwords


def test_a_link_is_made_only_for_whom_nobody_has_come_in_as(house: House) -> None:
    accounts = house.floor.accounts
    director, croupier = house.person("director"), house.person("croupier")
    fresh, known, used = (house.person("player", name) for name in ("eva", "luis", "ana"))
    accounts.set_password(known, PASSWORD)
    accounts.open_session(used)
    first, second = accounts.sign_in_link(croupier, fresh), accounts.sign_in_link(croupier, fresh)
    with pytest.raises(Forbidden):
        accounts.follow_link(first)
    assert accounts.follow_link(second).account == fresh
    for who in (fresh, known, used):
        for by in (croupier, director):
            with pytest.raises(Forbidden, match="only a director can reset"):
                accounts.sign_in_link(by, who)


def test_a_password_is_reset_by_a_director_and_its_owner_sees_it(house: House) -> None:
    ana = house.person("player", "ana", PASSWORD)
    browser = house.browser("player", "ana")
    for role in ("inspector", "croupier", "player", "regulator"):
        assert house.machine(role).post("/api/v1/people/ana/reset").status_code == 403
    token = house.machine("director").post("/api/v1/people/ana/reset").json()["token"]
    assert browser.get("/account").status_code == 303
    with pytest.raises(Forbidden):
        house.floor.accounts.check_password("ana", PASSWORD)
    house.floor.accounts.follow_link(token)
    text = house.browser("player", "ana").get("/account").text
    assert "por director1" in text
    assert [act.what for act in house.floor.accounts.acts(ana, ana)][-4:-1] == [
        "came in by a link",
        "password reset",
        "signed in",
    ]


@pytest.mark.parametrize("how", ["deactivated", "another role", "a new password"])
def test_a_link_ends_with_what_its_maker_may(house: House, how: str) -> None:
    """Who invited a director and was sent away came back by that link."""
    accounts, boss, gone = house.floor.accounts, house.person("director"), house.person("director", "gone")
    fresh = accounts.create("carla", "croupier")
    made = [accounts.invite(gone, "director"), accounts.sign_in_link(gone, fresh)]
    other = accounts.invite(boss, "player")
    if how == "deactivated":
        accounts.deactivate(boss, gone)
    elif how == "another role":
        accounts.change_role(boss, gone, "player")
    else:
        accounts.reset_password(boss, gone)
    for token in made:
        with pytest.raises(Forbidden, match="never was one"):
            accounts.follow_link(token, "thief")
    assert accounts.follow_link(other, "friend").account.role == "player"


def test_people_are_deactivated_and_change_role_in_a_log_that_only_grows(house: House) -> None:
    house.person("player", "ana", PASSWORD)
    director, client = house.machine("director"), house.machine("player", "ana")
    both = director.patch("/api/v1/people/ana", json={"role": "croupier", "active": True})
    assert (both.status_code, house.floor.accounts.account("ana").role) == (400, "player")
    assert director.patch("/api/v1/people/ana", json={"role": "croupier"}).json()["role"] == "croupier"
    assert client.get("/api/v1/session").json()["account"] is None
    assert director.patch("/api/v1/people/ana", json={"active": False}).status_code == 200
    assert house.visitor().post("/api/v1/session", json={"name": "ana", "password": PASSWORD}).status_code == 403
    assert director.patch("/api/v1/people/ana", json={"role": "player"}).status_code == 400
    assert director.patch("/api/v1/people/ana", json={"active": True}).status_code == 200
    assert house.visitor().post("/api/v1/session", json={"name": "ana", "password": PASSWORD}).status_code == 201
    done = director.get("/api/v1/people/ana/acts").json()
    assert [act["what"] for act in done] == [
        *("signed in", "reactivated", "deactivated", "role changed", "signed in", "made"),
    ]
    assert done[3]["detail"] == "player croupier"
    assert house.machine("player", "luis").get("/api/v1/people/ana/acts").status_code == 403
    assert director.patch("/api/v1/people/director1", json={"active": False}).status_code == 403
    for statement in ("DELETE FROM account_acts", "UPDATE account_acts SET what = 'made'"):
        with pytest.raises(Exception, match="only grows"), house.floor.db.write() as conn:
            conn.exec_driver_sql(statement)


def test_a_director_s_pages_of_people(house: House) -> None:
    browser = house.browser("director")
    browser.post("/people", data={"name": "eva", "role": "croupier"})
    assert "/people/eva/link" in browser.get("/people/eva").text
    house.floor.accounts.open_session(house.floor.accounts.account("eva"))
    assert "/people/eva/reset" in browser.get("/people/eva").text
    assert 'class="token"' in browser.post("/people/eva/reset").text
    assert browser.post("/people/eva/role", data={"role": "inspector"}).status_code == 303
    assert browser.post("/people/eva/deactivate").status_code == 303
    assert "/people/eva/reactivate" in browser.get("/people/eva").text
    assert browser.post("/people/eva/reactivate").status_code == 303


# Names


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            "an\u200ba",
            "\u202eana",
            "a\0na",
            "ana\ud800",
            "an\u0430",
            "\uff21\uff2e\uff21",
        ),
        *("Directora", "crupier", "JUGADOR", "zuzendaria", "d1rector", "cr\u00f9pier", "..", "-ana", "ana b", "ana/b"),
        *("a" * (LONGEST + 1), "\U0001f600", "ana\u0301\u0301", "\u1d00na", "\u0391na"),
    ],
)
def test_a_name_that_is_not_what_it_looks_like_is_refused(name: str) -> None:
    with pytest.raises(TapeteError):
        checked(name)


@pytest.mark.parametrize(
    "one, other",
    [
        *(("mama", "мама"), ("jova", "јоѵа"), ("iota", "ιοτα"), ("Зоя", "зоя"), ("ilia", "іӏіа"), ("yeco", "үєсө")),
        *(("a'na", "aŉa"), ("cæsa", "сӕѕа"), ("kike", "ĸiĸe"), ("koko", "кѳкѳ"), ("wp", "ѡр"), ("paco", "ϸαϲο")),
    ],
)
def test_small_letters_of_other_alphabets_are_seen_too(one: str, other: str) -> None:
    """Letters that UTS 39 or the eye takes for Latin ones, among those that names may have, in both cases of a name."""
    assert skeleton(one) == skeleton(other)


def test_nobody_is_called_as_what_acts_in_a_transcript() -> None:
    """Staff, chance, the books that say what a prize stands at, the bank: nor what looks so, at a table or in books."""
    for name in ("director", "inspector", "croupier", "regulator", "chance", "script", "libros", "bank", "automatic"):
        assert skeleton(name) in RESERVED
        for written in (
            name,
            name.upper(),
            name.replace("o", "\u043e"),
            name.replace("r", "r\u0301"),
            name[0] + "." + name[1:],
        ):
            with pytest.raises(TapeteError, match="cannot be a name"):
                checked(written)
            with pytest.raises(TapeteError, match="cannot be a player's name"):
                checked_names(["ana", written])


def test_names_that_look_alike_are_one() -> None:
    """By the table of confusables of UTS 39: Greek and Cyrillic twins, 0 and O, 1 and l, rn and m."""
    for one, other in (
        ("ana", "АΝА"),
        ("ana", "Ana"),
        ("pepe", "рере"),
        ("o0", "O0"),
        ("lll", "I1l"),
        ("carmen", "carrnen"),
    ):
        assert skeleton(one) == skeleton(other), other
    for one, other in (("ana", "ada"), ("luis", "lois"), ("p1", "p2")):
        assert skeleton(one) != skeleton(other)
    for name in ("ana", "José", "Íñigo", "Ελένη", "Ольга", "player1", "o'neill", "ana-2"):
        assert checked(name) == name


def test_no_language_calls_a_role_what_a_person_may_be_called() -> None:
    taken = {skeleton(name) for name in ROLE_NAMES}
    for code in i18n.LANGUAGES:
        with i18n.speaking(code):
            assert {skeleton(i18n.gettext(role)) for role in (*ROLES, WATCHER)} <= taken


def test_no_language_calls_a_post_what_a_person_may_be_called() -> None:
    """Nobody at a table is called as who decides or works there, whether a role or a post that a text has."""
    staff = [form for region in regions() for rules in books(region) for form in getattr(rules, "staff", {}).values()]
    posts = {*CHIEF_POSTS, *(post for form in staff for post in form.roles)}
    assert len(posts) > 10
    for code in i18n.LANGUAGES:
        with i18n.speaking(code):
            for post in posts:
                with pytest.raises(TapeteError, match="means something else"):
                    checked(word(post).replace(" ", "-"))


def test_nobody_sits_under_another_s_name(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    for name in ("carla", "Сarla", "EVA", "crupier"):
        with pytest.raises(TapeteError):
            casino.floor.seats.seat(casino.people["teo"], table, 1000, casino.key(), name)
    casino.floor.seats.seat(casino.people["teo"], table, 1000, casino.key(), "teodoro")


# Who decides


def test_who_plays_decides_nothing(casino: Casino) -> None:
    dora, rounds, tables = casino.people["dora"], casino.floor.rounds, casino.floor.tables
    table = casino.table("bola", "extremadura", physical=True)
    casino.floor.seats.seat(dora, table, 10_000, casino.key())
    rounds.open_round(table, casino.people["carla"], casino.key())
    for do in (
        lambda: rounds.void(table, dora, "why", casino.key()),
        lambda: rounds.rewind(table, dora, 0, "why", casino.key()),
        lambda: rounds.report(table, dora, "bola-fuera", casino.key()),
        lambda: rounds.preview(table, dora, "bola-fuera"),
        lambda: rounds.act(table, dora, Act("close"), casino.key(), "croupier"),
        lambda: rounds.fell(table, dora, "2", casino.key()),
        lambda: tables.close_table(dora, table, casino.key()),
        lambda: tables.take_edition(dora, table, casino.key()),
        lambda: tables.run_by_itself(dora, table, 0, casino.key()),
        lambda: casino.floor.history.export(table, dora),
    ):
        with pytest.raises(Forbidden):
            do()
    assert casino.view("dora", table)["face"] == "dora"
    rounds.act(table, dora, Act("stake", "rojo", 500), casino.key())


def test_the_pace_of_a_table_is_set_by_nobody_who_plays_there_nor_another_s_practice_by_a_chief(casino: Casino) -> None:
    tables = casino.floor.tables
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
    table = casino.table("bola", "extremadura")
    casino.floor.seats.seat(casino.people["dora"], table, 10_000, casino.key())
    practice = tables.open_table(casino.people["ana"], file, practice=True).public_id
    for who, where in (("dora", table), ("dora", practice), ("iker", practice)):
        assert casino.post(who, f"/api/v1/tables/{where}/automatic", {"seconds": 1}).status_code == 403
    for who, where in (("iker", table), ("ana", practice)):
        assert casino.post(who, f"/api/v1/tables/{where}/automatic", {"seconds": 1}).status_code == 200


def test_who_played_reads_the_round_as_a_player_whatever_their_role(casino: Casino) -> None:
    """What others threw away is for the staff, and the director is none where they play."""
    table, path = casino.table("blackjack", "extremadura"), "/api/v1/tables/{}/rounds/1"
    casino.floor.seats.seat(casino.people["dora"], table, 10_000, casino.key())
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert [casino.get(who, path.format(table)).status_code for who in ("iker", "dora", "ana")] == [200, 409, 409]
    casino.floor.rounds.void(table, casino.people["iker"], "why", casino.key())
    whole, own = (casino.get(who, path.format(table)).json()["lines"] for who in ("iker", "dora"))
    assert "chips/ana" in whole[0]
    assert "chips/ana" not in own[0]
    assert casino.get("iker", f"{path.format(table)}/steps/1", params={"face": "ana"}).status_code == 200
    assert casino.get("dora", f"{path.format(table)}/steps/1", params={"face": "ana"}).status_code == 403
    assert casino.get("dora", f"/history/{table}/1").status_code == 200
    assert casino.get("dora", f"/api/v1/tables/{table}/log").status_code == 403
    casino.post("dora", f"/api/v1/tables/{table}/stand-up")
    assert casino.get("dora", f"/api/v1/tables/{table}/log").status_code == 200
    assert casino.get("dora", path.format(table)).json()["lines"] == own


def played(casino: Casino, value: str = "2") -> str:
    """A physical table at which a round is over."""
    table = casino.table("bola", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("ana", table, "stake", "rojo", 500)
    casino.act("carla", table, "close")
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": value})
    return table


def lines(casino: Casino, table: str) -> list[bytes]:
    export = casino.get("rosa", f"/api/v1/tables/{table}/log")
    return export.content.splitlines()


def test_after_chance_has_spoken_two_sign_and_the_transcript_names_both(casino: Casino) -> None:
    table = played(casino)
    path = f"/api/v1/tables/{table}"
    assert casino.post("iker", f"{path}/agree").status_code == 409
    assert casino.post("iker", f"{path}/void", {"why": "tilted"}).status_code == 200
    assert casino.view("carla", table)["asked"]["name"] == "iker"
    assert "asked" not in casino.view("ana", table)
    assert "tilted" in casino.get("dora", f"/tables/{table}").text
    assert casino.post("iker", f"{path}/agree").status_code == 403
    assert casino.post("ana", f"{path}/agree").status_code == 403
    assert casino.post("dora", f"{path}/decline").status_code == 200
    assert casino.post("carla", f"{path}/agree").status_code == 409
    assert casino.post("iker", f"{path}/void", {"why": "tilted"}).status_code == 200
    assert casino.post("carla", f"{path}/agree").status_code == 200
    log = lines(casino, table)
    void = next(json.loads(line) for line in log if b'"t":"void"' in line)
    assert (void["by"], void["signed"]) == ("inspector", ["iker", "carla"])
    assert audit(log).breaches == []
    assert casino.floor.books.check() == []


@pytest.mark.parametrize("how", ["deactivated", "another role", "plays"])
def test_what_was_asked_lapses_with_who_asked(casino: Casino, how: str) -> None:
    """A croupier alone voids nothing: not even in the name of an inspector who no longer is one."""
    table, people, accounts = played(casino), casino.people, casino.floor.accounts
    asker = "dora" if how == "plays" else "iker"
    other = accounts.create("olga", "director")
    path = f"/api/v1/tables/{table}"
    assert casino.post(asker, f"{path}/void", {"why": "tilted"}).status_code == 200
    if how == "deactivated":
        accounts.deactivate(other, people["iker"])
    elif how == "another role":
        accounts.change_role(other, people["iker"], "croupier")
    else:
        casino.floor.seats.seat(people["dora"], table, 10_000, casino.key())
    refused = casino.post("carla", f"{path}/agree")
    assert (refused.status_code, asker in refused.json()["detail"]) == (409, True)
    assert casino.floor.history.round(table, 1).state == "finished"


def test_a_document_whose_chief_was_dismissed_is_signed_by_a_chief(casino: Casino) -> None:
    table, accounts = casino.table("bola", "extremadura"), casino.floor.accounts
    path = f"/api/v1/tables/{table}/documents"
    fill = {"kind": "fill", "pieces": [{"value": 500, "number": 3}]}
    assert casino.post("iker", path, fill).status_code == 200
    accounts.deactivate(casino.people["dora"], casino.people["iker"])
    assert [casino.post(who, f"{path}/1/signed").status_code for who in ("carla", "dora")] == [403, 200]


def test_what_was_asked_lapses_when_the_round_goes_on(casino: Casino) -> None:
    table = played(casino)
    assert casino.post("iker", f"/api/v1/tables/{table}/void", {"why": "tilted"}).status_code == 200
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.floor.desk.forget()
    assert casino.post("dora", f"/api/v1/tables/{table}/agree").status_code == 409


def test_before_chance_has_spoken_one_is_enough(casino: Casino) -> None:
    table = casino.table("bola", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("ana", table, "stake", "rojo", 500)
    assert casino.post("iker", f"/api/v1/tables/{table}/rewind", {"to": 0, "why": "slip"}).status_code == 200
    assert casino.view("ana", table)["view"]["places"] == {"chips/ana": 100_000}
    assert casino.post("iker", f"/api/v1/tables/{table}/void", {"why": "slip"}).status_code == 200
    assert audit(lines(casino, table)).breaches == []


@pytest.mark.parametrize("names", [[], ["iker"], ["iker", "iker"], ["iker", "ana"], ["iker", " "]])
def test_the_audit_demands_two_names_none_of_whom_plays(casino: Casino, names: list[str]) -> None:
    table = played(casino)
    casino.post("iker", f"/api/v1/tables/{table}/void", {"why": "tilted"})
    casino.post("carla", f"/api/v1/tables/{table}/agree")
    forged = [
        line.replace(b'"signed":["iker","carla"]', b'"signed":' + json.dumps(names).encode())
        for line in lines(casino, table)
    ]
    assert any("after chance has spoken" in breach.what for breach in audit(forged).breaches)


def test_an_older_log_says_that_it_names_no_two() -> None:
    """Its lines and hashes stay as they were: what they do not say is noted, and is no breach."""
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "5")
    close(table)
    table.fell("2")
    table.void("inspector", "tilted")
    assert b"signed" not in table.lines()[-3]
    report = audit(table.lines())
    assert report.breaches == []
    assert any("no two people signed" in note for note in report.notes)


# Practice


def practice(casino: Casino, who: str) -> str:
    answer = casino.post(
        who, "/api/v1/tables", {"game": "bola", "region": "extremadura", "physical": True, "practice": True}
    )
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def test_a_practice_table_is_its_owner_s_to_run_alone(casino: Casino) -> None:
    table = practice(casino, "ana")
    path = f"/api/v1/tables/{table}"
    assert casino.post("ana", f"{path}/seat", {"cents": 10_000}).status_code == 200
    assert casino.post("ana", f"{path}/rounds").status_code == 200
    assert casino.act("ana", table, "stake", "rojo", 500).status_code == 200
    assert casino.act("ana", table, "close").status_code == 200
    for who in ("carla", "iker", "luis"):
        assert casino.post(who, f"{path}/fell", {"value": "2"}).status_code == 403
    assert casino.post("ana", f"{path}/fell", {"value": "2"}).status_code == 200
    assert casino.post("ana", f"{path}/void", {"why": "again"}).status_code == 200
    log = lines(casino, table)
    assert json.loads(log[1])["house"] == "practice"
    report = audit(log)
    assert report.breaches == []
    assert casino.post("ana", f"{path}/close").status_code == 200
    assert casino.floor.books.check() == []


def test_practice_is_for_whoever_plays_or_works_here_and_not_without_end(casino: Casino) -> None:
    assert casino.post("rosa", "/api/v1/tables", {"game": "bola", "region": "extremadura"}).status_code == 403
    assert casino.post("ana", "/api/v1/tables", {"game": "bola", "region": "extremadura"}).status_code == 403
    table = [practice(casino, "carla") for _ in range(5)][-1]
    full = {"game": "bola", "region": "extremadura", "practice": True}
    assert casino.post("carla", "/api/v1/tables", full).status_code == 409
    assert casino.post("dora", f"/api/v1/tables/{table}/close").status_code == 200
    assert practice(casino, "carla")


def test_a_round_of_practice_cannot_follow_one_of_the_casino(casino: Casino) -> None:
    table = played(casino)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.post("iker", f"/api/v1/tables/{table}/void", {"why": "slip"})
    log = lines(casino, table)
    second = max(i for i, line in enumerate(log) if b'"t":"round"' in line)
    for other in (b'"house":"practice"', b'"house":"fair"', None):
        forged = [*log]
        own = b'"house":"casino"'
        assert own in log[second]
        forged[second] = log[second].replace(own, other) if other else log[second].replace(b"," + own, b"")
        assert any("house" in breach.what for breach in audit(forged).breaches), other


# Streams


def test_a_stream_ends_with_its_session(casino: Casino) -> None:
    accounts, table = casino.floor.accounts, casino.table("bola", "extremadura")
    ana, dora = casino.people["ana"], casino.people["dora"]

    async def ends(end: object) -> bool:
        found = accounts.open_session(ana)

        async def make(_: object) -> bytes:
            return b"event"

        events = follow(casino.floor, table, make, Presence(casino.floor, found.token, ana))
        assert await anext(events) == b"event"
        waiting = asyncio.ensure_future(anext(events, None))
        await asyncio.sleep(0)
        await asyncio.to_thread(end, found.token)  # type: ignore[arg-type]
        return await asyncio.wait_for(waiting, 30) is None

    def reset(_: str) -> None:
        accounts.reset_password(dora, ana)

    def deactivate(_: str) -> None:
        accounts.deactivate(dora, ana)

    for end in (accounts.close_session, lambda _: accounts.set_password(ana, PASSWORD), reset, deactivate):
        assert asyncio.run(ends(end))


def test_a_stream_ends_with_the_hat_it_was_opened_in(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """Who sits down decides nothing at the table any more; that is no fault of ours, and stands in no log."""
    table = casino.table("bola", "extremadura")

    async def run() -> Answer:
        token = f"Bearer {casino.tokens['dora']}"
        answer = Answer(casino.app, f"/api/v1/tables/{table}/stream?face=inspector", authorization=token)
        await answer.begun.wait()
        await asyncio.to_thread(casino.floor.seats.seat, casino.people["dora"], table, 100_000, casino.key())
        await answer.task
        return answer

    answer = asyncio.run(asyncio.wait_for(run(), 60))
    assert (answer.status, caplog.records) == (200, [])


def test_a_database_that_fails_under_a_stream_is_one_line(
    casino: Casino, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = casino.table("bola", "extremadura")

    def fails(*_: object) -> None:
        raise OperationalError(None, None, Exception("disk I/O error"))

    async def run() -> None:
        answer = Answer(casino.app, f"/api/v1/tables/{table}/stream")
        await answer.begun.wait()
        monkeypatch.setattr(casino.floor.rounds, "look", fails)
        await asyncio.to_thread(casino.floor.seats.buy_in, casino.people["ana"], table, 500, casino.key())
        await answer.task

    asyncio.run(asyncio.wait_for(run(), 60))
    assert [record.exc_info for record in caplog.records] == [None]
    assert "disk I/O error" in caplog.text


def test_a_stream_goes_on_when_another_s_session_ends(casino: Casino) -> None:
    table, ana = casino.table("bola", "extremadura"), casino.people["ana"]

    async def run() -> list[bytes]:
        own, other = (casino.floor.accounts.open_session(who) for who in (ana, casino.people["luis"]))

        async def make(_: object) -> bytes:
            return b"event"

        events = follow(casino.floor, table, make, Presence(casino.floor, own.token, ana))
        first = await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        await asyncio.to_thread(casino.floor.accounts.close_session, other.token)
        await asyncio.to_thread(casino.floor.rounds.open_round, table, casino.people["carla"], casino.key())
        found = [first, await asyncio.wait_for(waiting, 30)]
        await events.aclose()  # type: ignore[attr-defined]
        return found

    assert asyncio.run(run()) == [b"event", b"event"]
