"""Rounds by keyboard alone, and what a screen reader says meanwhile: once each, in order."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import House, browser, house, needs_chromium
from tests.helpers import EVERYTHING

__all__ = ["browser", "house"]
pytestmark = needs_chromium

LISTEN = """() => {
  window.heard = [];
  const region = document.getElementById("spoken");
  new MutationObserver(() => window.heard.push(...[...region.children].map((line) => line.textContent)))
    .observe(region, { childList: true });
}"""
MOST_STOPS = 80


def tab_to(page: Page, selector: str) -> None:
    """Goes from stop to stop with the tab key until there."""
    expect(page.locator(selector).first).to_be_visible()
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"no stop of the tab key leads to {selector}")


def heard(page: Page) -> list[str]:
    """What was said since the page listens."""
    lines: list[str] = page.evaluate("window.heard")
    return [line.replace("\xa0", " ") for line in lines]


def ended(house: House, ana: Page, table: str) -> list[str]:
    """What Ana heard until the round was over."""
    house.up_to_date(ana)
    ana.wait_for_function("window.heard.some(line => /^You (win|lose)/.test(line))")
    assert house.casino.view("carla", table)["view"]["finished"]
    return heard(ana)


def in_order(lines: list[str], *patterns: str) -> None:
    """Each pattern is said once, and one after the other."""
    at = [[i for i, line in enumerate(lines) if re.search(pattern, line)] for pattern in patterns]
    assert [len(found) for found in at] == [1] * len(patterns), (lines, patterns)
    assert at == sorted(at), lines


FELTS = [
    ("ruleta-francesa", "extremadura", ["17"], "El 17"),
    pytest.param("dados", "extremadura", [[3, 4]], "7", marks=pytest.mark.skipif(not EVERYTHING, reason="long")),
    pytest.param("bola", "extremadura", ["2"], "2", marks=pytest.mark.skipif(not EVERYTHING, reason="long")),
]


@pytest.mark.parametrize(("game", "region", "falls", "called"), FELTS)
def test_a_round_on_a_felt_by_keyboard_alone(
    house: House, game: str, region: str, falls: list[object], called: str
) -> None:
    table = house.casino.table(game, region, physical=True)
    (ana,) = house.windows(table, "ana")
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.up_to_date(ana)
    ana.evaluate(LISTEN)
    tab_to(ana, "svg.felt-spots [data-spot]")
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
