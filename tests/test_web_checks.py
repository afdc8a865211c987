"""The page that checks what one writes down: every example, what is not allowed, and what is no description at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.web.checks.pages import LARGEST, examples
from tests.casino import Casino

MONEY = examples()["rifa"] + "cash = true\n"
DEEP = "a = " + "[" * 20_000


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("checks"))
    yield found
    found.close()


def sent(casino: Casino, text: str = "", file: bytes | None = None) -> tuple[int, str]:
    files = {"file": ("casa.toml", file)} if file is not None else None
    answer = casino.client.post("/check", data={"text": text}, files=files, headers=casino.headers("rosa"))
    return answer.status_code, answer.text


@pytest.mark.parametrize("name", examples())
def test_every_example_is_shown_and_allowed(casino: Casino, name: str) -> None:
    shown = casino.get("", "/check", params={"example": name})
    assert (shown.status_code, "region = &#34;" in shown.text) == (200, True)
    status, page = sent(casino, examples()[name].replace("\n", "\r\n"))
    assert (status, "Permitido ·" in page, "No permitido" in page) == (200, True, False)


def test_pv_art_8_a_raffle_of_money_is_not_allowed_and_the_page_says_by_which_article(casino: Casino) -> None:
    status, page = sent(casino, MONEY)
    assert (status, "No permitido · " in page) == (200, True)
    assert 'href="/law/pais-vasco/art.%208"' in page
    assert "bienes o servicios" in page
    assert sent(casino, "", MONEY.encode())[1].count('href="/law/pais-vasco/art.%208"') == page.count(
        'href="/law/pais-vasco/art.%208"'
    )


@pytest.mark.parametrize(
    ("text", "file", "says"),
    [
        ('game = "rifa', None, "el texto: no es TOML"),
        ("", None, "game: falta"),
        ('game = "rifa"', None, "region: falta"),
        ('game = "rifa"\nregion = "galicia"', None, "galicia"),
        ('game = "nada"\nregion = "galicia"', None, "«nada» (juego)"),
        ("game = 7", None, "game: "),
        ("a = " + "9" * 5000, None, "no es TOML"),
        ("#" * (LARGEST + 1), None, "64 kB"),
        ("", b"#" * (LARGEST + 1), "64 kB"),
        ("", b"\xff\xfe", "casa.toml: no es texto en UTF-8"),
        ("", b"\0", "casa.toml: no es TOML"),
        (DEEP, None, "anidad"),
        pytest.param("a" + ".a" * 32_000 + " = 1", None, "anidad", id="a key of many parts"),
        pytest.param("a = {" + "a . " * 500 + "a = 1}", None, "anidad", id="a key of many parts in a table"),
        pytest.param("[a" + ".'a'" * 500 + "]", None, "anidad", id="a table's name of many parts"),
        pytest.param("#" + " . " * 20_000, None, "game: falta", id="points that are no key"),
    ],
)
def test_what_cannot_be_checked_is_one_line(casino: Casino, text: str, file: bytes | None, says: str) -> None:
    status, page = sent(casino, text, file)
    assert (status, says in page) == (400, True), page[-3000:]
    assert "Permitido" not in page


def test_a_form_that_cannot_be_read_is_refused_and_not_logged(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever wants to could fill the log with them."""
    odd = b'--part\r\nContent-Disposition\r: form-data; name="text"\r\n\r\n\r\n--part--\r\n'
    headers = {"Content-Type": "multipart/form-data; boundary=part", "Authorization": "Bearer of-nobody"}
    answer = casino.client.post("/api/v1/audit", content=odd, headers=headers)
    assert (answer.status_code, len(answer.text.splitlines())) == (400, 1)
    assert [record for record in caplog.records if record.name == "python_multipart.multipart"] == []


def test_an_example_that_is_not_there(casino: Casino) -> None:
    answer = casino.get("", "/check", params={"example": "rifas"})
    assert (answer.status_code, "rifa" in answer.text) == (404, True)


def test_the_api_says_the_same(casino: Casino) -> None:
    found = casino.post("ana", "/api/v1/check", {"toml": MONEY}).json()
    assert (found["game"], found["region"], found["legal"]) == ("rifa", "pais-vasco", False)
    assert found["is"] == [{"what": "Rifa", "article": "art. 8"}]
    assert [(breach["where"], breach["article"]) for breach in found["breaches"]] == [("prizes.coche", "art. 8")]
    house = casino.post("ana", "/api/v1/check", {"toml": examples()["casino"]}).json()
    assert (house["game"], house["is"], house["legal"]) == (None, [], True)
    assert casino.post("ana", "/api/v1/check", {"toml": "game ="}).status_code == 400
    assert casino.post("ana", "/api/v1/check", {}).status_code == 422


def test_games_that_are_described_lead_to_their_example(casino: Casino) -> None:
    for name in set(examples()) - {"mesa", "casino"}:
        assert f'href="/check?example={name}"' in casino.get("", f"/games/{name}/pais-vasco").text
    assert "/check?example" not in casino.get("", "/games/bola/extremadura").text


def test_examples_are_files_that_the_command_takes() -> None:
    from tapete.audit.described import is_description
    from tapete.audit.table import load
    from tapete.games import games

    folder = Path(__file__).parent.parent / "src/tapete/web/checks/examples"
    described = {path.stem for path in folder.glob("*.toml") if is_description(load(path))}
    assert described == {game.id for game in games() if game.has("describe")}
