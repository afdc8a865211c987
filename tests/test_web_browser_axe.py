"""axe finds nothing at all: on every kind of page and face of a table, light and dark, on a phone and on a desk."""

import itertools
from typing import Literal

from playwright.sync_api import Page

from tests.browser import House, anything, browser, house, in_chromium, sideways
from tests.helpers import EVERYTHING

__all__ = ["browser", "house"]
pytestmark = in_chromium
WIDTHS = (360, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Pages by whoever reads them; {played} is a table whose round is over, {open} one whose bets are open.
SAMPLE = [
    ("ana", "/evenings"),
    ("carla", "/tables/{open}"),
    ("dora", "/tables/{played}/settings"),
    ("", "/learn/monte/extremadura"),
]
PAGES = [
    ("", "/"),
    ("", "/sign-in"),
    ("", "/tables"),
    ("", "/games/blackjack/extremadura"),
    ("", "/games/ruleta-francesa/pais-vasco/odds"),
    ("", "/games/blackjack/extremadura/best"),
    ("", "/games/dados/extremadura/differences"),
    ("", "/games/holdem/galicia/equity"),
    ("", "/law/extremadura"),
    ("", "/law/extremadura/1.1.4.1.A.a"),
    ("", "/learn/holdem/galicia"),
    ("", "/check"),
    ("", "/simulate"),
    ("", "/train"),
    ("", "/train/ruleta-francesa/extremadura"),
    ("", "/train/punto-banca/extremadura"),
    ("", "/tables/{open}"),
    ("", "/tournaments"),
    ("ana", "/account"),
    ("ana", "/history"),
    ("ana", "/history/{played}/1"),
    ("ana", "/evenings/{played}/{day}"),
    ("ana", "/tables/{open}"),
    ("ana", "/tables/{played}"),
    ("carla", "/tables/{played}"),
    ("iker", "/tables/{open}"),
    ("iker", "/tables/{played}"),
    ("iker", "/tables/{played}/register"),
    ("dora", "/tables/{open}"),
    ("dora", "/tables/new"),
    ("dora", "/tables/new?game=blackjack&region=extremadura"),
    ("dora", "/floor"),
    ("dora", "/people"),
    ("dora", "/people/ana"),
    ("dora", "/books"),
    ("dora", "/books/normal"),
    ("dora", "/books/orphans"),
    ("dora", "/books/prizes"),
    ("dora", "/casino"),
    ("dora", "/casino/stock"),
    ("dora", "/conduct"),
    ("dora", "/tournaments"),
    ("dora", "/tournaments/book"),
    ("dora", "/history/audit"),
    ("rosa", "/history/{played}/1"),
]
FELTS = ["dados", "banca-francesa", "treinta-cuarenta", "monte", "punto-banca", "poker-sin-descarte", "pai-gow", "reto"]
CIRCLES = ["holdem", "chemin-de-fer"]


def played(house: House) -> dict[str, str]:
    """Two tables: a round of roulette that Ana has lost, and blackjack with her chip on it; and the day it is."""
    over = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{over}/rounds")
    house.casino.act("ana", over, "stake", "rojo", 500)
    house.casino.act("carla", over, "close")
    house.casino.post("carla", f"/api/v1/tables/{over}/fell", {"value": "20"})
    (evening,) = house.casino.floor.evenings.of(house.casino.people["ana"])
    return {"played": over, "open": opened(house, "blackjack"), "day": str(evening.day)}


def opened(house: House, game: str) -> str:
    """A table of a game with a round begun."""
    table = house.casino.table(game, "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    return table


def faults(page: Page) -> list[str]:
    """All that axe finds, with everything unfolded, and whether the page is wider than its window."""
    page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    return anything(page) + [f"wider by {wider} px" for wider in [sideways(page)] if wider > 0]


def test_axe_finds_nothing_on_any_page_or_face_light_or_dark_narrow_or_wide(house: House) -> None:
    names = played(house)
    looks = list(itertools.product(WIDTHS, SCHEMES))
    pages = [(who, path, looks[i % 4 : i % 4 + 1]) for i, (who, path) in enumerate(SAMPLE)]
    if EVERYTHING:
        tables = [f"/tables/{opened(house, game)}" for game in (*FELTS, *CIRCLES)]
        felts = [(who, path) for path in tables for who in ("ana", "carla")]
        pages = [(who, path, looks) for who, path in (*SAMPLE, *PAGES, *felts)]
    found = {}
    for who, path, ways in pages:
        page = house.window(who, path.format(**names), bypass_csp=True)
        for width, scheme in ways:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if faults_here := faults(page):
                found[who, path, width, scheme] = faults_here
        page.context.close()
    assert found == {}
