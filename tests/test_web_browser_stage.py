"""The stage of a live table in a real browser: all of it in the window, and its moments."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import House, browser, discs, house, in_chromium, purse, sideways, spot

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX = "extremadura"
SIZES = ((1280, 800), (768, 1024), (360, 740))
# Whatever is not wholly in the window: what one may do, what one holds, the cloth between the line above and the bar.
OUTSIDE = """() => {
  const within = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
    && box.left >= frame.left - 1 && box.right <= frame.right + 1;
  const frame = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  const bar = document.getElementById("bar");
  const parts = [bar, ...bar.querySelectorAll("button, input:not([type=hidden], [type=radio]), .tray label, #purse"),
    ...document.querySelectorAll(".top h1, #waiting, .stage .felt, .stage .oval, .stage #cards:not(:empty)")];
  const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const out = seen.filter((part) => !within(part.getBoundingClientRect(), frame)
    || (bar.contains(part) && !within(part.getBoundingClientRect(), bar.getBoundingClientRect())));
  const under = [...document.querySelectorAll(".stage > *")].filter((part) => part.checkVisibility()
    && part.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1);
  return [...out, ...under].map((part) => part.outerHTML.slice(0, 100));
}"""

# Whatever of stage or bar has a part that only scrolling would show.
HIDDEN = """() => [...document.querySelectorAll(".stage .felt, .stage .oval, .stage .boards, #bar")]
  .filter((part) => part.checkVisibility() && part.scrollHeight > part.clientHeight + 2)
  .map((part) => part.id || part.className)"""


def deciding(house: House) -> str:
    """Blackjack with cards on the table and a decision to take."""
    table = house.casino.table("blackjack", EX, physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("ana", table, "stake", "casilla:1", 500)
    house.casino.act("carla", table, "close")
    for card in ("6s", "6h", "5d"):
        house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    return table


def staking(game: str) -> Callable[[House], str]:
    """A table whose bets are open, with one of Ana's on it."""

    def opened(house: House) -> str:
        table = house.casino.table(game, EX, physical=True)
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        house.casino.act("ana", table, "stake", {"dados": "win", "monte": "camo:1"}.get(game, "pleno:17"), 500)
        return table

    return opened


def offered(house: House) -> str:
    """Chemin de fer with the bank to be taken: an oval and a cloth, and an amount to choose."""
    table = house.casino.table("chemin-de-fer", EX)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("carla", table, "choose", "hecha")
    return table


@pytest.mark.parametrize("start", [staking("ruleta-francesa"), staking("dados"), deciding, offered])
def test_felt_cards_chips_balance_and_all_one_may_do_are_seen_without_scrolling(
    house: House, start: Callable[[House], str]
) -> None:
    ana = house.window("ana", f"/tables/{start(house)}")
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        expect(ana.locator("#purse")).to_be_visible()
        assert ana.evaluate(OUTSIDE) == []
        assert ana.evaluate("scrollY") == 0
        assert ana.evaluate(HIDDEN) == []
        cloth = ana.locator(".stage .felt, .stage .oval").first.bounding_box()
        assert cloth is not None and cloth["height"] > height / 4


# The pictures of cards that are seen, and whether the table's name ends where its status begins.
SEEN = """() => {
  const cards = [...document.querySelectorAll(".stage #cards img, .stage .felt image")].filter((card) => {
    const box = card.getBoundingClientRect();
    return card.checkVisibility() && box.width > 15
      && getComputedStyle(card.closest(".hand") ?? card).clipPath === "none" && box.bottom <= innerHeight;
  });
  const [name, told] = [".top .which", ".top .status"].map((part) => document.querySelector(part));
  const apart = name.getBoundingClientRect().right <= told.getBoundingClientRect().left
    && name.querySelector("h1").getBoundingClientRect().right <= told.getBoundingClientRect().left;
  return [cards.length, apart];
}"""


@pytest.mark.parametrize(
    ("game", "region", "acts"),
    [
        ("poker-sin-descarte", EX, [("stake", "inicial:1", 500)]),
        ("triple-blackjack", "pais-vasco", [("choose", "cortar", 0), ("stake", "casilla:1.1", 500)]),
    ],
)
def test_whoever_decides_sees_their_cards_at_every_width(
    house: House, game: str, region: str, acts: list[tuple[str, str, int]]
) -> None:
    """At some widths the cloth stands upright: one that shows no cards then would leave a player in the dark."""
    table = house.casino.table(game, region)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for do, on, cents in acts:
        assert house.casino.act("ana", table, do, on, cents).status_code == 200
    house.casino.act("carla", table, "close")
    ana = house.window("ana", f"/tables/{table}")
    for width, height in (*SIZES, (1024, 768)):
        ana.set_viewport_size({"width": width, "height": height})
        seen, apart = ana.evaluate(SEEN)
        assert seen >= 3 and apart, (width, seen, apart)


def test_the_wheel_turns_until_a_key_is_pressed_and_then_the_result_is_told(house: House) -> None:
    table = staking("ruleta-francesa")(house)
    ana = house.window("ana", f"/tables/{table}", reduced_motion="no-preference")
    calm = house.window("ana", f"/tables/{table}")
    house.casino.act("carla", table, "close")
    house.up_to_date(ana)
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "17"})
    expect(ana.locator("#chance")).to_be_visible()
    expect(calm.locator("#outcome")).to_contain_text("+€175")
    expect(calm.locator("#chance")).to_be_hidden()
    for _ in range(2):  # the wheel, then the rest after it
        ana.keyboard.press("Escape")
    expect(ana.locator("#outcome")).to_contain_text("+€175 · Straight up 17 · art. 1.1.4.1.A.a")
    expect(ana.locator("#chance")).to_be_hidden()
    expect(ana.locator(".shape:visible .won").first).to_be_visible()
    purse(ana, "1,170")


def test_a_result_of_cards_is_told_once_the_last_of_them_lies(house: House) -> None:
    """Ana stands on 11 and the bank draws: when that comes, her loss and balance are not yet told; then they are."""
    table = deciding(house)
    house.casino.act("ana", table, "choose", "plantarse")
    ana = house.window("ana", f"/tables/{table}", reduced_motion="no-preference")
    ana.evaluate("""() => document.addEventListener("htmx:sseMessage", () => {
      const text = (id) => document.getElementById(id).textContent;
      window.at_once = [text("outcome").trim(), document.getElementById("cards").getAnimations({ subtree: true }).length
        + document.querySelector(".shape:not([hidden])").getAnimations({ subtree: true }).length > 0];
    })""")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "10h"})
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "5c"})
    expect(ana.locator("#outcome")).to_contain_text("−€5")
    assert ana.evaluate("window.at_once") == ["", True]
    purse(ana, "995")


def test_a_chip_lies_before_the_table_has_said_so_and_goes_when_it_is_refused(house: House) -> None:
    table = staking("ruleta-francesa")(house)
    ana = house.window("ana", f"/tables/{table}")
    kept: list[Route] = []
    ana.route("**/act", lambda route: kept.append(route))
    spot(ana, "rojo").click()
    expect(ghosts(ana)).to_have_count(1)
    expect(discs(ana)).to_have_count(1)
    kept[0].fulfill(status=409, json={"detail": "no"})
    expect(ghosts(ana)).to_have_count(0)
    expect(ana.locator("#notice")).to_have_text("no")


def ghosts(page: Page) -> Locator:
    return page.locator(".shape:visible .ghost")


def test_last_round_s_bets_are_laid_again_doubled_kept_and_cleared(house: House) -> None:
    table = staking("ruleta-francesa")(house)
    house.casino.act("carla", table, "close")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "20"})
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    ana = house.window("ana", f"/tables/{table}")
    for press, lies, left in (("quick-again", 1, "990"), ("quick-double", 1, "985"), ("quick-clear", 0, "995")):
        if press == "quick-clear":
            ana.locator("#favourite").click()
        ana.locator(f"#{press}").click()
        expect(discs(ana)).to_have_count(lies)
        purse(ana, left)
    expect(ana.locator("#favourite")).to_have_attribute("aria-label", "Favourite")
    ana.locator("#favourite").click()
    purse(ana, "985")


@pytest.mark.parametrize("width", [1280, 1024, 768, 360])
def test_the_floor_s_heading_and_what_may_be_done_there_keep_apart(house: House, width: int) -> None:
    house.casino.table("bola", EX)
    dora = house.window("dora", "/floor", viewport={"width": width, "height": 1024})
    heading, doing = (dora.locator(f".table-head {part}").bounding_box() for part in ("h1", ".actions"))
    assert heading is not None and doing is not None
    assert heading["x"] + heading["width"] <= doing["x"] or heading["y"] + heading["height"] <= doing["y"]
    assert sideways(dora) == 0
