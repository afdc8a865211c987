"""Rounds by keyboard alone, and what a screen reader says meanwhile: once each, in order."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import House, browser, house, in_chromium
from tests.helpers import EVERYTHING
from tests.keys import LISTEN, RESULT, SPOTS, Door, Visit, arrows_to, door, heard, in_order, tab_to, until

__all__ = ["browser", "house"]
pytestmark = in_chromium


def ended(house: House, ana: Page, table: str) -> list[str]:
    """What Ana heard until the round was over."""
    house.up_to_date(ana)
    until(ana, "window.heard.some(line => /^You (win|lose)/.test(line))")
    assert house.casino.view("carla", table)["view"]["finished"]
    return heard(ana)


MOST_STOPS_TO_ANYTHING = 40
FELTS = [
    ("ruleta-francesa", "extremadura", "", ["17"], "El 17"),
    pytest.param("dados", "extremadura", "win", [[3, 4]], "7", marks=pytest.mark.skipif(not EVERYTHING, reason="long")),
    pytest.param("bola", "extremadura", "", ["2"], "2", marks=pytest.mark.skipif(not EVERYTHING, reason="long")),
]


@pytest.mark.parametrize(("game", "region", "on", "falls", "called"), FELTS)
def test_a_round_on_a_felt_by_keyboard_alone(
    house: House, game: str, region: str, on: str, falls: list[object], called: str
) -> None:
    table = house.casino.table(game, region, physical=True)
    (ana,) = house.windows(table, "ana")
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.up_to_date(ana)
    ana.evaluate(LISTEN)
    tab_to(ana, SPOTS)
    if on:
        arrows_to(ana, on)
    house.does(ana, lambda: ana.keyboard.press("Enter"))
    house.casino.act("carla", table, "close")
    for value in falls:
        house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": value})
    lines = ended(house, ana, table)
    in_order(lines, r"^€5 on ", called, r"^You (win|lose) €")
    stake, result = (
        next(i for i, line in enumerate(lines) if re.search(said, line)) for said in ("^€5 on ", "^You (win|lose)")
    )
    assert [i for i, line in enumerate(lines) if line.startswith("You have ")] == [stake + 1, result + 1]


def test_a_round_of_cards_by_keyboard_alone(house: House) -> None:
    """Ana has 10 and 9 and stands; the bank's 10 and 8 make 18: she is paid once what she staked."""
    table = house.casino.table("blackjack", "extremadura", physical=True)
    (ana,) = house.windows(table, "ana")
    api = f"/api/v1/tables/{table}"
    house.casino.post("carla", f"{api}/rounds")
    while house.casino.view("carla", table)["view"]["pending"] != "stakes":
        house.casino.act("ana", table, "choose", "cortar")
    house.up_to_date(ana)
    ana.evaluate(LISTEN)
    tab_to(ana, "#typed")
    ana.keyboard.type("square 1 5")
    house.does(ana, lambda: ana.keyboard.press("Enter"))
    house.casino.act("carla", table, "close")
    for card in ("10h", "10c", "9h"):
        house.casino.post("carla", f"{api}/fell", {"value": card})
    tab_to(ana, "#do-choose-plantarse")
    house.does(ana, lambda: ana.keyboard.press("Enter"))
    house.casino.post("carla", f"{api}/fell", {"value": "8d"})
    in_order(
        ended(house, ana, table),
        r"^€5 on Square 1",
        r"^You have €995",
        "Banca: 18",
        r"^You win €5",
        r"^You have €1,005",
    )


# Every family whose prizes are chips: where a chip is put, and the buttons that are pressed, the first that is there.
FAMILIES = [
    ("poker-sin-descarte", "extremadura", "inicial", ("do-choose-ir",)),
    ("holdem", "extremadura", "", ("do-check-it", "do-call-it", "do-choose-.*")),
    ("monte", "extremadura", "camo", ()),
]
MORE = [
    ("ruleta-americana", "extremadura", "rojo", ()),
    ("ruleta-doble-cero", "extremadura", "rojo", ()),
    ("bola", "extremadura", "rojo", ()),
    ("ruleta-fortuna", "pais-vasco", ".", ()),
    ("dados", "extremadura", "win", ()),
    ("banca-francesa", "extremadura", "grande$", ()),
    ("treinta-cuarenta", "extremadura", "negro", ()),
    ("reto", "extremadura", "inicial", ("do-choose-.*",)),
    ("blackjack", "extremadura", "casilla:1", ("do-choose-plantarse", "do-choose-.*")),
    ("triple-blackjack", "pais-vasco", ".", ("do-choose-plantarse", "do-choose-.*")),
    ("punto-banca", "extremadura", "punto", ()),
    ("poker-con-descarte", "extremadura", "inicial", ("do-choose-ir", "do-descartar-it", "do-choose-.*")),
    ("trijoker", "extremadura", "apuesta", ("do-choose-dejar",)),
    ("pai-gow", "extremadura", "apuesta", ("do-pass-it", "do-set-it")),
    ("tripoker", "extremadura", "ante", ("do-choose-.*",)),
    ("texas-bonus", "extremadura", "ante", ("do-choose-.*",)),
    ("texas-poker", "pais-vasco", "ante", ("do-choose-.*",)),
    ("poker-cuatro-cartas", "extremadura", "ante", ("do-choose-.*", "do-.*-it")),
    ("poker-cubierto", "galicia", "", ("do-check-it", "do-call-it", "do-choose-.*", "do-(discard|draw|pat).*")),
    ("seven-stud", "galicia", "", ("do-check-it", "do-call-it", "do-choose-.*", "do-bring.*")),
    ("omaha-hi-lo", "pais-vasco", "", ("do-check-it", "do-call-it", "do-choose-.*")),
    ("sintetico", "galicia", "", ("do-check-it", "do-call-it", "do-choose-.*")),
    ("chemin-de-fer", "extremadura", "punto", ("do-refuse-it", "do-choose-.*")),
    ("bacara-dos-panos", "extremadura", "primero", ("do-choose-.*",)),
    ("bingo", "pais-vasco", "carton", ()),
    ("loteria", "pais-vasco", ".", ()),
    ("boletos", "pais-vasco", ".", ()),
    ("rifa", "pais-vasco", ".", ()),
    ("combinacion-aleatoria", "pais-vasco", ".", ()),
]


@pytest.fixture(scope="module")
def entrance(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Door, str]]:
    with door(browser, tmp_path_factory.mktemp("door")) as found:
        yield found


@pytest.mark.parametrize(("game", "region", "spot", "buttons"), [*FAMILIES, *(MORE if EVERYTHING else ())])
def test_a_visitor_plays_a_round_of_every_family_by_keyboard_alone_and_hears_it(
    entrance: tuple[Door, str], game: str, region: str, spot: str, buttons: tuple[str, ...]
) -> None:
    """From the door on: a stake and the balance, then the result and the balance that the page shows, once each."""
    at, url = entrance
    context = at.browser.new_context(
        base_url=url, viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    visit = Visit(at, context.new_page(), game, region)
    lines = visit.plays(spot, *buttons)
    balance = visit.page.locator("#purse").inner_text().replace("\xa0", " ").rpartition(":")[2].strip()
    context.close()
    (result,) = (i for i, line in enumerate(lines) if RESULT.search(line))
    stakes = [i for i, line in enumerate(lines) if re.search(r"^€\S+ on |^You (put in|pay) ", line)]
    balances = [i for i, line in enumerate(lines) if line.startswith("You have ")]
    assert stakes and stakes[0] < result, lines
    assert stakes[0] + 1 in balances and balances[-1] == result + 1, lines
    assert lines[balances[-1]] == f"You have {balance}.", lines
    assert visit.farthest <= MOST_STOPS_TO_ANYTHING, visit.farthest
