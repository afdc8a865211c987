"""Who may come in, and who may do what."""

import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from tapete.cli.serve import serve
from tapete.floor import Floor, accounts
from tapete.floor.roles import Account
from tapete.web.app import create_app
from tapete.web.people.auth import SPREAD
from tapete.web.people.security import FORM, KNOWN, SESSION, local
from tapete.web.settings import WebSettings
from tests.web import PASSWORD, House, house

__all__ = ["house"]

CREDENTIALS = {"name": "player1", "password": PASSWORD}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed at no cost here, where many are guessed; tests/test_floor.py goes by the cost they have."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(accounts, "_hasher", cheap)
    monkeypatch.setattr(accounts, "_NOBODY", cheap.hash(PASSWORD[::-1]))


def token_of(client: TestClient, path: str = "/sign-in") -> str:
    """The token in the form of a page."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get(path).text)
    assert found is not None
    return found[1]


def sign_in(client: TestClient, **form: str) -> int:
    return int(client.post("/sign-in", data={"csrf": token_of(client), **form}).status_code)


def test_signing_in_opens_a_session_and_signing_out_ends_it(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.visitor()
    assert sign_in(client, **CREDENTIALS) == 303
    assert "player1" in client.get("/account").text
    assert client.post("/sign-out", data={"csrf": token_of(client, "/account")}).status_code == 303
    assert client.get("/account").headers["location"].startswith("/sign-in?next=/account")


def test_a_wrong_password_is_refused_in_one_line(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.visitor()
    answer = client.post("/sign-in", data={"csrf": token_of(client), "name": "player1", "password": "nada"})
    assert answer.status_code == 403
    assert "El nombre o la contraseña no son correctos." in answer.text
    assert SESSION not in client.cookies


def test_cookies_are_hidden_from_scripts_and_other_sites(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.visitor()
    answer = client.post("/sign-in", data={"csrf": token_of(client), **CREDENTIALS})
    for cookie in [*answer.headers.get_list("set-cookie"), *house.visitor().get("/").headers.get_list("set-cookie")]:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_too_many_attempts_are_refused(house: House) -> None:
    client = house.visitor()
    token = token_of(client)
    wrong = {"csrf": token, "name": "player1", "password": "nada"}
    answers = [client.post("/sign-in", data=wrong).status_code for _ in range(10)]
    assert answers == [403] * 8 + [429] * 2
    assert client.post("/api/v1/session", json={"name": "otra", "password": "nada"}).status_code == 429


def test_attempts_count_for_all_workers_together(house: House) -> None:
    """Whoever is turned away here is turned away there, and does no harm to whoever asks from elsewhere."""
    house.person("player", password=PASSWORD)
    with Floor(str(house.floor.db.url)) as floor:
        workers = [house, House(floor)]
        wrong = {"name": "nadie", "password": "nada"}
        answers = [worker.visitor().post("/api/v1/session", json=wrong).status_code for worker in workers * 5]
        assert answers == [403] * 8 + [429] * 2
        for _ in range(20):
            assert house.visitor().post("/api/v1/session", json=CREDENTIALS).status_code == 429
        elsewhere = TestClient(house.app, client=("10.0.0.7", 1))
        assert elsewhere.post("/api/v1/session", json=CREDENTIALS).status_code == 201


def test_nobody_is_kept_out_by_a_stranger_s_guesses(house: House) -> None:
    """From one place nobody uses up another's attempts; it takes as many as are said, and then only for minutes."""
    house.person("player", password=PASSWORD)
    app = create_app(house.floor, WebSettings(sign_in_attempts=2))
    wrong = {**CREDENTIALS, "password": "nada"}

    def tried(place: int, given: dict[str, str], times: int = 1) -> list[int]:
        client = TestClient(app, client=(f"10.0.0.{place}", 1))
        return [client.post("/api/v1/session", json=given).status_code for _ in range(times)]

    assert tried(1, wrong, 3) == [403, 403, 429]
    assert tried(200, CREDENTIALS) == [201]
    for place in range(SPREAD):
        assert tried(100 + place, wrong, 3) == [403, 403, 429]
    assert tried(200, CREDENTIALS) == [429]


def test_nobody_is_kept_out_of_a_browser_they_came_in_by(house: House) -> None:
    """However many guess at their name from everywhere; from there too, somebody guesses so often and no more."""
    house.person("player", password=PASSWORD)
    house.person("player", "otra", PASSWORD)
    app = create_app(house.floor, WebSettings(sign_in_attempts=2))

    def browser(place: int) -> TestClient:
        return TestClient(app, client=(f"10.0.0.{place}", 1), follow_redirects=False)

    def tried(client: TestClient, **given: str) -> int:
        return int(client.post("/sign-in", data={"csrf": token_of(client), **CREDENTIALS, **given}).status_code)

    own, stranger = browser(200), browser(201)
    assert tried(own) == 303
    own.cookies.delete(SESSION)
    for place in range(SPREAD + 1):
        guesses = browser(100 + place)
        assert [tried(guesses, password="nada") for _ in range(3)][-1] == 429
    assert tried(stranger) == 429
    stranger.cookies.set(KNOWN, house.floor.accounts.familiar("otra"))
    assert tried(stranger) == 429  # another's
    assert tried(own) == 303
    own.cookies.delete(SESSION)
    assert [tried(own, password="nada") for _ in range(3)] == [403, 403, 429]
    house.floor.accounts.set_password(house.people["player1"], "otra contraseña larga", PASSWORD)
    elsewhere = browser(202)
    elsewhere.cookies.set(KNOWN, own.cookies[KNOWN])
    assert tried(elsewhere, password="otra contraseña larga") == 429  # known by a password that is no more


def test_a_password_that_is_renewed_while_it_is_looked_at_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Renewing it ends every session, and one that began at the same moment would have stayed."""
    who, accounts = house.person("player", password=PASSWORD), house.floor.accounts
    check = accounts.check_password

    def renewed_meanwhile(name: str, password: str) -> Account:
        found = check(name, password)
        accounts.set_password(who, "otra contraseña larga", PASSWORD)
        return found

    monkeypatch.setattr(accounts, "check_password", renewed_meanwhile)
    assert house.visitor().post("/api/v1/session", json=CREDENTIALS).status_code == 403
    monkeypatch.undo()
    renewed = {**CREDENTIALS, "password": "otra contraseña larga"}
    assert house.visitor().post("/api/v1/session", json=renewed).status_code == 201


def test_who_has_an_account_guesses_at_another_s_no_more_often(house: House) -> None:
    """A success forgives what was tried under its own name, and nothing else."""
    house.person("player", password=PASSWORD)
    client = house.visitor()
    for _ in range(7):
        assert client.post("/api/v1/session", json={"name": "otra", "password": "nada"}).status_code == 403
    assert client.post("/api/v1/session", json=CREDENTIALS).status_code == 201
    assert client.post("/api/v1/session", json={"name": "otra", "password": "nada"}).status_code == 403
    assert client.post("/api/v1/session", json={"name": "otra", "password": "nada"}).status_code == 429


def test_who_may_not_read_of_others_is_not_told_who_there_is(house: House) -> None:
    house.person("inspector")
    player = house.machine("player")
    answers = [player.get(f"/api/v1/people/{name}/acts") for name in ("inspector1", "nobody")]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].text == answers[1].text
    assert player.get("/api/v1/people/player1/acts").status_code == 200
    assert house.machine("director").get("/api/v1/people/nobody/acts").status_code == 404


def test_a_language_is_not_changed_without_end(house: House) -> None:
    """Every change has all open pages of the house ask who they are for."""
    player, before = house.machine("player"), house.floor.endings.count
    for _ in range(30):
        assert player.patch("/api/v1/account", json={"language": "es"}).status_code == 200
    assert house.floor.endings.count == before
    changes = [player.patch("/api/v1/account", json={"language": one}).status_code for one in ("eu", "gl") * 10]
    assert changes == [200] * 20
    assert player.patch("/api/v1/account", json={"language": "eu"}).status_code == 429


def test_a_success_is_the_end_of_what_was_counted(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.visitor()
    for _ in range(3):
        for _ in range(7):
            assert client.post("/api/v1/session", json={**CREDENTIALS, "password": "nada"}).status_code == 403
        assert client.post("/api/v1/session", json=CREDENTIALS).status_code == 201


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "/sign-in"),
        ("post", "/sign-out"),
        ("post", "/preferences"),
        ("post", "/account/password"),
        ("post", "/people"),
        ("post", "/people/invite"),
        ("post", "/people/player1/link"),
        ("post", "/link/anything"),
        ("delete", "/api/v1/session"),
        ("patch", "/api/v1/account"),
        ("post", "/api/v1/people"),
        ("post", "/api/v1/invitations"),
        ("post", "/api/v1/play/bola/extremadura"),
    ],
)
def test_nothing_changes_without_the_form_s_token(house: House, method: str, path: str) -> None:
    client = house.browser("director")
    for given in ("", "guessed"):
        client.headers["x-csrf-token"] = given
        answer = client.request(method, path, json={"name": "x"} if "/api/" in path else None)
        assert answer.status_code == 403
        assert "caducado" in answer.text


def test_every_form_route_and_every_changing_endpoint_checks_the_token(house: House) -> None:
    """Without the check are two that exchange a secret for a token and set no cookie, and one that only answers.

    One more checks whoever is signed in: who comes without an account has nothing that somebody else could use.
    """
    from fastapi.routing import APIRoute

    from tapete.web.people.security import csrf

    unchecked = {
        route.path
        for router in (house.app.router,)
        for route in _routes(router)
        if isinstance(route, APIRoute)
        and (route.methods or set()) - {"GET", "HEAD", "OPTIONS"}
        and not any(item.call is csrf for item in route.dependant.dependencies)
    }
    play = "/api/v1/play/{name}/{region}"
    assert unchecked <= {"/api/v1/session", "/api/v1/session/link", "/api/v1/tables/check", play}


def _routes(router: object) -> list[object]:
    found: list[object] = []
    for route in getattr(router, "routes", []):
        found += _routes(route.original_router) if hasattr(route, "original_router") else [route]
    return found


def test_no_endpoint_takes_a_field_that_it_does_not_name(house: House) -> None:
    """Of the schema: whoever sends `role` where none is changed is told so, and not that all is well."""
    schema = house.app.openapi()
    bodies = [
        (path, content["application/json"]["schema"])
        for path, operations in schema["paths"].items()
        for operation in operations.values()
        for content in [operation.get("requestBody", {}).get("content", {})]
        if "application/json" in content
    ]
    assert len(bodies) > 30
    models = schema["components"]["schemas"]
    loose = [path for path, body in bodies if models[body["$ref"].rpartition("/")[2]].get("additionalProperties", True)]
    assert loose == []
    assert house.machine("player").patch("/api/v1/account", json={"role": "director"}).status_code == 422


def test_what_everybody_may_keep_carries_nobody_s_cookie(house: House) -> None:
    answers = [house.visitor().get(path) for path in ("/cards/1o.svg", "/games/bola/extremadura/felt.svg", "/tables")]
    assert [answer.headers["cache-control"].startswith("public") for answer in answers] == [True, True, False]
    assert ["set-cookie" in answer.headers for answer in answers] == [False, False, True]


def test_a_token_of_another_session_is_refused(house: House) -> None:
    other = house.browser("player", "luis").headers["x-csrf-token"]
    client = house.browser("player", "ana")
    client.headers["x-csrf-token"] = other
    assert client.patch("/api/v1/account", json={"language": "gl"}).status_code == 403


def test_only_the_director_sees_and_makes_people(house: House) -> None:
    for role in ("player", "croupier", "inspector", "regulator"):
        assert house.browser(role).get("/people").status_code == 403
        assert house.machine(role).post("/api/v1/people", json={"name": "nuevo"}).status_code == 403
    director = house.browser("director")
    assert director.get("/people").status_code == 200
    assert director.post("/people", data={"name": "eva", "role": "croupier"}).status_code == 200
    assert house.floor.accounts.account("eva").role == "croupier"
    assert house.visitor().get("/people").status_code == 303
    assert house.visitor().get("/api/v1/people").status_code == 401


def test_a_link_signs_in_once(house: House) -> None:
    director = house.browser("director")
    made = director.post("/people", data={"name": "eva", "role": "croupier"}).text
    found = re.search(r'class="token" href="http://testserver(/link/[^"]+)"', made)
    assert found is not None
    guest = house.visitor()
    assert guest.get(found[1]).status_code == 200
    assert guest.post(found[1], data={"csrf": token_of(guest, found[1])}).status_code == 303
    assert "eva" in guest.get("/account").text
    late = house.visitor()
    answer = late.post(found[1], data={"csrf": token_of(late, found[1])})
    assert answer.status_code == 403
    assert "Traceback" not in answer.text


def test_an_invitation_lets_a_guest_choose_a_name(house: House) -> None:
    token = house.machine("director").post("/api/v1/invitations", params={"role": "player"}).json()["token"]
    found = house.visitor().post("/api/v1/session/link", json={"token": token, "name": "luis"}).json()
    assert found["account"] == {"name": "luis", "role": "player", "language": "es"}


def test_the_first_director_comes_in_by_the_link_of_a_fresh_database(house: House) -> None:
    link = house.floor.first_director_link()
    guest = house.visitor()
    assert guest.post(f"/link/{link}", data={"csrf": token_of(guest)}).status_code == 303
    assert guest.get("/people").status_code == 200
    assert house.floor.first_director_link() is None


def test_a_new_password_ends_other_sessions_and_keeps_this_one(house: House) -> None:
    here, elsewhere = house.browser("player"), house.browser("player")
    form = {"password": "otra contraseña", "again": "otra contraseña"}
    assert here.post("/account/password", data={**form, "again": "distinta"}).status_code == 400
    assert here.post("/account/password", data=form).status_code == 303
    assert here.get("/account").status_code == 200
    assert elsewhere.get("/account").status_code == 303


def test_a_password_is_changed_by_whoever_knows_it(house: House) -> None:
    house.person("player", password=PASSWORD)
    here, elsewhere = house.browser("player"), house.machine("player")
    assert 'name="present"' in here.get("/account").text
    form = {"password": "otra contraseña", "again": "otra contraseña"}
    for wrong in ({}, {"present": "nada"}):
        answer = here.post("/account/password", data={**form, **wrong})
        assert answer.status_code == 400
        assert "la contraseña actual no es correcta" in answer.text
    assert elsewhere.patch("/api/v1/account", json={"password": "otra contraseña"}).status_code == 403
    assert house.floor.accounts.check_password("player1", PASSWORD)
    assert here.post("/account/password", data={**form, "present": PASSWORD}).status_code == 303
    assert here.get("/account").status_code == 200
    assert elsewhere.get("/api/v1/session").json()["account"] is None
    assert house.floor.accounts.check_password("player1", "otra contraseña")


def test_a_password_cannot_be_guessed_by_whoever_finds_a_session_open(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.machine("player")
    guesses = [{"password": "otra contraseña", "present": f"nada {i}"} for i in range(10)]
    answers = [client.patch("/api/v1/account", json=guess).status_code for guess in guesses]
    assert answers == [403] * 8 + [429] * 2
    assert house.visitor().post("/api/v1/session", json=CREDENTIALS).status_code == 201


def test_the_first_password_needs_no_other(house: House) -> None:
    client = house.browser("player")
    assert 'name="present"' not in client.get("/account").text
    form = {"password": PASSWORD, "again": PASSWORD}
    assert client.post("/account/password", data=form).status_code == 303
    assert client.get("/account").status_code == 200


def test_the_language_is_the_account_s_else_the_browser_s(house: House) -> None:
    assert '<html lang="es">' in house.visitor("fr").get("/").text
    assert "Catalogue</a>" in house.visitor("en-GB,en;q=0.9").get("/").text
    client = house.browser("player")
    client.post("/preferences", data={"language": "eu", "next": "/account"})
    assert '<html lang="eu">' in client.get("/").text
    assert house.floor.accounts.account("player1").language == "eu"


def test_the_theme_is_kept(house: House) -> None:
    client = house.visitor()
    token = token_of(client)
    client.post("/preferences", data={"csrf": token, "theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text
    client.post("/preferences", data={"csrf": token, "theme": "auto"})
    assert "data-theme" not in client.get("/").text


def test_nobody_is_sent_to_another_site() -> None:
    assert local("/tables?x=1") == "/tables?x=1"
    for elsewhere in ("https://example.org", "//example.org", "/\\example.org", "javascript:alert(1)", ""):
        assert local(elsewhere) == "/"


def test_a_program_signs_in_for_a_token_and_needs_no_cookie(house: House) -> None:
    house.person("player", password=PASSWORD)
    client = house.visitor()
    answer = client.post("/api/v1/session", json=CREDENTIALS)
    assert answer.status_code == 201
    assert SESSION not in client.cookies
    client.cookies.clear()
    client.headers["authorization"] = f"Bearer {answer.json()['token']}"
    assert client.patch("/api/v1/account", json={"language": "gl"}).json()["language"] == "gl"
    assert client.delete("/api/v1/session").status_code == 204
    assert client.get("/api/v1/session").json()["account"] is None
    assert FORM not in client.cookies


def test_serve_starts_on_a_fresh_database_and_prints_the_director_s_link(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/casa.db"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-m", "tapete", *words], **pipes) as server:
        try:
            assert server.stdout is not None and server.stderr is not None
            assert server.stdout.readline() == f"Tapete at http://localhost:{port}\n"
            link = server.stdout.readline().split()[-1]
            assert f"http://localhost:{port}/link/" in link
            assert httpx.get(link).status_code == 200, "it is there once it says so"
            for odd in (b"FOO", b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket"):
                with socket.create_connection(("127.0.0.1", port)) as client:
                    client.sendall(odd + b"\r\n\r\n")
                    assert client.recv(100).startswith(b"HTTP/1.1 ")
        finally:
            server.terminate()
        assert server.stderr.read() == "", "what is no request fills no log"
    assert server.returncode in (0, -15)


def test_serve_refuses_what_cannot_be(tmp_path: Path) -> None:
    for words, said in (
        (["--database", "nada"], "is no database"),
        (["--workers", "3", "--database", f"sqlite:///{tmp_path}/casa.db"], "several workers need PostgreSQL"),
    ):
        found = subprocess.run([sys.executable, "-m", "tapete", "serve", *words], capture_output=True, text=True)
        assert found.returncode == 2
        assert said in found.stderr
        assert len(found.stderr.splitlines()) == 1


def test_nothing_is_written_into_the_environment_once_a_thread_may_look_up_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C reads the environment without a lock: a server that wrote into it meanwhile ended now and then at its start."""
    for name in ("DATABASE", "SECURE", "CLUSTER", "ADDRESS", "HOSTS"):
        monkeypatch.setenv(f"TAPETE_{name}", "")
    before: list[dict[str, str]] = []
    monkeypatch.setattr("tapete.cli.serve._greet", lambda *_: None)
    monkeypatch.setattr(threading.Thread, "start", lambda _: before.append(dict(os.environ)))
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: before.append(dict(os.environ)))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve(port=port, database=f"sqlite:///{tmp_path}/casa.db", browser=False)
    greeted, ran = before
    assert greeted == ran and ran["TAPETE_DATABASE"].endswith("casa.db")
