"""A visitor who plays by keyboard alone: from the door to a result, while the croupier's clock is ours to turn."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.engine.round import now
from tapete.web.settings import WebSettings
from tests import PATIENCE
from tests.browser import address, served
from tests.database import fresh
from tests.web import House

LISTEN = """() => {
  window.heard = [];
  const region = document.getElementById("spoken");
  new MutationObserver(() => window.heard.push(...[...region.children].map((line) => line.textContent)))
    .observe(region, { childList: true });
}"""
RESULT = re.compile(r"^You (win|lose)|^€\S+ back from ")
SPOTS = "svg.felt-spots [data-spot]"
MOST_STOPS = 80
MOST_STEPS = 120
PAUSE = 5_000  # milliseconds by which the clock is put forward: longer than a visitor's croupier waits
SHOWS = "Number(document.querySelector('.standing').dataset.position.split('.')[2]) >= value"
# Spots that take chips now, what one may press, whether chips of one's own lie, and the number of the round.
OPEN = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const layer = [...document.querySelectorAll(".felt-discs[data-taking]")].find(seen);
  const taking = "[data-spot]:not([aria-disabled=true])";
  const spots = layer ? [...layer.closest(".shape").querySelectorAll(taking)].filter(seen) : [];
  const buttons = [...document.querySelectorAll("#actions button[id^=do-]:not(:disabled)")].filter(seen);
  return {
    spots: spots.map((spot) => spot.dataset.spot),
    buttons: buttons.map((button) => button.id),
    lies: [...document.querySelectorAll(".disc.mine")].some(seen),
    round: document.querySelector(".standing").dataset.position.split(".")[0],
  };
}"""

# The arrow that leads from the spot where one is towards another, which was not taken from there before; none on it.
TOWARDS = """([wanted, taken]) => {
  const from = document.activeElement;
  if (from.dataset.spot === wanted) return "";
  const to = from.closest("svg").querySelector(`[data-spot="${CSS.escape(wanted)}"]`);
  const [a, b] = [from, to].map((spot) => spot.getBoundingClientRect());
  const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
  const across = [dx > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(dx)];
  const along = [dy > 0 ? "ArrowDown" : "ArrowUp", Math.abs(dy)];
  const ways = (across[1] > along[1] ? [across, along] : [along, across]).map(([arrow]) => arrow);
  return ways.find((arrow) => !taken.includes(`${from.dataset.spot} ${arrow}`)) ?? "ArrowRight";
}"""
# How many cards or numbers a button takes at least, as its legend says.
LEAST = """(id) => {
  const legend = document.getElementById(id).closest("form").querySelector("legend");
  return legend ? Number(legend.textContent.match(/\\((\\d+)/)[1]) : 0;
}"""


def tab_to(page: Page, selector: str) -> int:
    """Goes from stop to stop with the tab key until there; how many there were."""
    expect(page.locator(selector).filter(visible=True).first).to_be_visible()
    for stops in range(MOST_STOPS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return stops
        page.keyboard.press("Tab")
    pytest.fail(f"no stop of the tab key leads to {selector}")


def arrows_to(page: Page, wanted: str) -> None:
    """Goes from spot to spot by arrows until there."""
    taken: list[str] = []
    for _ in range(MOST_STOPS):
        arrow = page.evaluate(TOWARDS, [wanted, taken])
        if not arrow:
            return
        taken.append(f"{page.evaluate('document.activeElement.dataset.spot')} {arrow}")
        page.keyboard.press(arrow)
    pytest.fail(f"no arrows lead to {wanted}: {taken}")


def until(page: Page, condition: str, value: object = None) -> None:
    """Waits in the page itself, whose policy lets nothing be evaluated from a text again and again."""
    look = f"if ({condition}) done(); else if (Date.now() > ends) fail(Error('never')); else setTimeout(look, 20);"
    begin = f"const ends = Date.now() + {PATIENCE * 1000}; const look = () => {{ {look} }}; look();"
    page.evaluate(f"value => new Promise((done, fail) => {{ {begin} }})", value)


def heard(page: Page) -> list[str]:
    """What was said since the page listens."""
    lines: list[str] = page.evaluate("window.heard")
    return [line.replace("\xa0", " ") for line in lines]


def in_order(lines: list[str], *patterns: str) -> None:
    """Each pattern is said once, and one after the other."""
    at = [[i for i, line in enumerate(lines) if re.search(pattern, line)] for pattern in patterns]
    assert [len(found) for found in at] == [1] * len(patterns), (lines, patterns)
    assert at == sorted(at), lines


class Door:
    """A house whose croupiers wait for nobody's watch: their clock is put forward by hand."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.ahead = browser, 0
        self.floor = fresh(f"sqlite:///{folder}/casa.db", lambda: now() + self.ahead)
        self.house = House(self.floor, WebSettings(address="http://testserver", visits=1000))

    def goes_on(self, table: str) -> None:
        """The croupier does what is due."""
        self.floor.automatic.look(table)
        self.ahead += PAUSE
        self.floor.automatic.look(table)


@contextmanager
def door(browser: Browser, folder: Path) -> Iterator[tuple[Door, str]]:
    """Such a house, served, and its address."""
    found = Door(browser, folder)
    with found.floor, served(found.house.app) as server:
        yield found, address(server)


class Visit:
    """Somebody without an account who came in by the door of a game, and plays it by keys."""

    def __init__(self, at: Door, page: Page, game: str, region: str) -> None:
        self.at, self.page, self.farthest = at, page, 0
        page.goto(f"/learn/{game}/{region}")
        tab_to(page, "form[action^='/play/'] button")
        page.keyboard.press("Enter")
        page.wait_for_url("**/tables/*")
        self.table = page.url.rpartition("/")[2]
        page.evaluate(LISTEN)

    def catches_up(self) -> None:
        """The window comes to show its table as it stands."""
        until(self.page, SHOWS, self.at.floor.feed.position(self.table).change)

    def goes_to(self, selector: str) -> None:
        """By the tab key, counting the farthest way."""
        self.farthest = max(self.farthest, tab_to(self.page, selector))

    def sends(self, key: str = "Enter") -> None:
        """Presses a key by which something is sent, and waits for what comes of it."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            self.page.keyboard.press(key)
        assert sent.value.ok, sent.value.text()
        self.catches_up()

    def stakes(self, wanted: str) -> None:
        """Puts a chip on a spot."""
        self.goes_to(SPOTS)
        arrows_to(self.page, wanted)
        self.sends()

    def presses(self, button: str) -> None:
        """Presses a button of the bar, having picked as many cards or numbers as it takes at least."""
        for at in range(self.page.evaluate(LEAST, button)):
            self.goes_to(f"form:has([id='{button}']) label:nth-of-type({at + 1}) input[type=checkbox]")
            self.page.keyboard.press("Space")
        self.goes_to(f"[id='{button}']")
        self.sends()

    def plays(self, spot: str, *buttons: str) -> list[str]:
        """One round: a stake where the felt takes it, then the first of these buttons that is there; what was heard."""
        staked = set()
        for _ in range(MOST_STEPS):
            self.catches_up()
            if any(RESULT.search(line) for line in heard(self.page)):
                return heard(self.page)
            found = self.page.evaluate(OPEN)
            button = next((one for wanted in buttons for one in found["buttons"] if re.fullmatch(wanted, one)), "")
            if spot and found["spots"] and not found["lies"] and found["round"] not in staked:
                staked.add(found["round"])
                self.stakes(next(one for one in found["spots"] if re.match(spot, one)))
            elif button:
                self.presses(button)
            else:
                self.at.goes_on(self.table)
        pytest.fail(f"no result after {MOST_STEPS} steps: {heard(self.page)}")
