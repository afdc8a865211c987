"""The felt under a thumb and under a mouse, in a real browser, and the form of a new table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.games import games
from tests.browser import House, anything, browser, discs, house, in_chromium, sideways, spot
from tests.helpers import EVERYTHING

__all__ = ["browser", "house"]
pytestmark = in_chromium

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
THUMB = 44
# Poker between players has no cloth to put chips on. No felt knows a region: one of each game's is enough.
EVERY = [
    (found.id, region)
    for found in games()
    if found.folder != "circulo" and found.has("play")
    for region in (found.regions if EVERYTHING else found.regions[:1])
]
CORNER = "cuadro:17-18-20-21"
# The spots that take chips with another within a thumb's reach of their middle.
CROWDED = """(felt) => {
  const open = [...felt.querySelectorAll("[data-spot]:not([aria-disabled=true])")];
  const boxes = new Map(open.map((spot) => [spot, spot.querySelector("rect").getBoundingClientRect()]));
  const aside = (from, to, at) => Math.max(from - at, 0, at - to);
  const away = (box, x, y) => Math.hypot(aside(box.left, box.right, x), aside(box.top, box.bottom, y));
  return open.filter((spot) => {
    const { x, y, width, height } = boxes.get(spot);
    return open.some((other) => other !== spot && away(boxes.get(other), x + width / 2, y + height / 2) <= 22);
  }).map((spot) => spot.dataset.spot);
}"""
# Everything on the page that is pressed, but links in running text.
PRESSED = "a.button, .table-page :is(button, .tray label, .switch, summary, input:not([type=hidden], label input))"


def started(house: House, game: str, region: str, *, physical: bool = False) -> str:
    """A table whose stakes are open, whatever the croupier or a player must do before."""
    table = house.casino.table(game, region, physical=physical or game.startswith("ruleta"))
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for _ in range(4):
        for who in ("carla", "ana", "luis"):
            asked = [item for item in house.casino.view(who, table)["view"]["open"] if item["do"] == "choose"]
            if asked:
                house.casino.act(who, table, "choose", asked[0]["on"])
    return table


def phone(house: House, table: str, **more: Any) -> Page:
    return house.window("ana", f"/tables/{table}", **PHONE, **more)


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where the middle of a spot is on the screen, once it is scrolled there."""
    there = spot(page, name)
    there.evaluate("spot => spot.scrollIntoView({block: 'center'})")
    box = there.locator("rect").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(page: Page, name: str, aside: float = 0, below: float = 0) -> None:
    x, y = middle(page, name)
    page.touchscreen.tap(x + aside, y + below)


def offered(page: Page) -> list[str]:
    """The spots that the chooser offers."""
    buttons = page.locator("#chooser button[data-puts]")
    found: list[str] = buttons.evaluate_all("all => all.map(one => one.dataset.puts)")
    return found


@pytest.mark.parametrize(("game", "region"), EVERY)
def test_every_target_on_a_phone_is_44_pixels_or_opens_the_chooser(house: House, game: str, region: str) -> None:
    ana = phone(house, started(house, game, region))
    sizes = ana.locator(".shape:visible [data-spot]").evaluate_all(
        "all => all.map(spot => [spot.dataset.spot, spot.querySelector('rect').getBoundingClientRect()])"
        ".map(([name, box]) => [name, Math.min(box.width, box.height)])"
    )
    small = [name for name, size in sizes if size < THUMB]
    lines, all_at_once = ("ruleta-francesa", "ruleta-americana", "ruleta-doble-cero"), ("dados", "monte", "loteria")
    fine = lines + all_at_once
    assert bool(small) == (game in fine)  # all other felts have cells alone
    shapes = ana.locator(".shape:visible", has=ana.locator("[data-spot]")).all()
    crowded = [name for shape in shapes for name in shape.evaluate(CROWDED)]
    taking = [name for name in small if name in crowded]
    assert bool(taking) == bool(small)
    for name in taking[:: len(taking) // 6 or 1]:
        touch(ana, name)
        expect(ana.locator("#chooser")).to_be_visible()
        assert offered(ana)[0] == name
        assert ana.locator("#chooser button").evaluate_all(
            "all => all.every(one => one.offsetHeight >= 44 && one.offsetWidth >= 44)"
        )
        ana.keyboard.press("Escape")
    pressed = ana.locator(PRESSED).evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
        ".map(one => [one.outerHTML.slice(0, 80), one.offsetWidth, one.offsetHeight])"
    )
    assert len(pressed) > 8
    assert [one for one in pressed if min(one[1:]) < THUMB] == []
    assert sideways(ana) == 0


# The spots whose words the first chip on them would hide by a third or more, measured as they are drawn.
HIDING = """(shape) => [...shape.querySelectorAll("[data-at]:not(.line)")].filter((spot) => {
  const words = spot.querySelector("text");
  if (!words || words.hasAttribute("transform")) return false;
  const [x, y, r = 13] = spot.dataset.at.split(" ").map(Number);
  return [...words.querySelectorAll("tspan:not(.gap)")].some((line) => {
    const from = line.getStartPositionOfChar(0), long = line.getComputedTextLength();
    const high = parseFloat(getComputedStyle(line).fontSize) * 0.8, middle = Number(line.getAttribute("y"));
    const wide = Math.min(from.x + long, x + r) - Math.max(from.x, x - r);
    const deep = Math.min(middle + high / 2, y + r) - Math.max(middle - high / 2, y - r);
    return wide > 0 && deep > 0 && wide * deep > long * high / 3;
  });
}).map((spot) => spot.dataset.spot)"""


@pytest.mark.parametrize(("game", "region"), EVERY)
def test_no_chip_hides_what_is_written_on_its_spot(house: House, game: str, region: str) -> None:
    ana = house.window("ana", f"/tables/{started(house, game, region)}", viewport={"width": 1280, "height": 800})
    for width, height in ((1280, 800), (360, 740)):
        ana.set_viewport_size({"width": width, "height": height})
        for shape in ana.locator(".felt .shape:visible").all():
            assert shape.evaluate(HIDING) == [], width


# How large the words of a cloth are on the screen, those on chips too but for the longest sums.
LETTERS = """() => [...document.querySelectorAll(".felt .shape text")]
  .filter((words) => words.checkVisibility({ visibilityProperty: true }))
  .filter((words) => !words.closest(":is(.letters-4, .letters-5, .letters-6)"))
  .flatMap((words) => {
    const { a, b } = words.getScreenCTM();
    return [words, ...words.querySelectorAll("tspan:not(.gap)")].filter((part) => part.checkVisibility())
      .map((part) => [parseFloat(getComputedStyle(part).fontSize) * Math.hypot(a, b), part.textContent]);
  })"""
# Whether the page knows how large it is drawn.
MEASURED = """() => [...document.querySelectorAll(".felt .shape")].every((shape) => !shape.checkVisibility()
  || shape.clientHeight === 0 || shape.style.getPropertyValue("--drawn"))"""


@pytest.mark.parametrize("who", ["ana", "carla"])
def test_words_on_every_cloth_are_read_on_a_phone_however_much_the_bar_asks(house: House, who: str) -> None:
    """A player stakes, the croupier enters what fell: no letter is lower than 8.5 pixels, as it is rounded."""
    page = house.window(who, "/tables", **PHONE)
    read = 0
    for game, region in dict(EVERY).items():
        table = started(house, game, region, physical=True)
        for item in house.casino.view("ana", table)["view"]["open"][:1]:
            if item["do"] == "stake":
                house.casino.act("ana", table, "stake", item["on"], item["lo"])
        if who == "carla":
            house.casino.act("carla", table, "close")
        page.goto(f"/tables/{table}")
        page.wait_for_function(MEASURED)
        letters = page.evaluate(LETTERS)
        assert [found for found in letters if found[0] < 8.4] == [], game
        read += len(letters)
    assert read > 500


def test_a_thumb_near_a_corner_chooses_the_corner(house: House) -> None:
    table = started(house, "ruleta-francesa", "extremadura")
    ana = phone(house, table)
    touch(ana, CORNER, aside=7, below=-6)
    chooser = ana.locator("#chooser")
    expect(chooser).to_be_visible()
    assert offered(ana)[0] == CORNER
    assert {"caballo:17-18", "caballo:17-20", "pleno:18"} <= set(offered(ana))
    assert ana.evaluate("document.activeElement.dataset.puts") == CORNER
    box = chooser.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert box["y"] >= 0 and box["y"] + box["height"] <= 740
    expect(chooser.get_by_role("button").first).to_have_text(re.compile("17/18/20/218 to 1$"))
    chooser.get_by_role("button").first.tap()
    expect(chooser).to_be_hidden()
    expect(discs(ana)).to_have_count(1)
    assert house.casino.view("ana", table)["view"]["places"][f"felt/ana/{CORNER}"] == 500
    touch(ana, "pleno:17")
    expect(discs(ana)).to_have_count(2)
    expect(chooser).to_be_hidden()
    assert house.casino.view("ana", table)["view"]["places"]["felt/ana/pleno:17"] == 500


def test_the_chooser_closes_without_a_bet_and_gives_the_focus_back(house: House) -> None:
    table = started(house, "ruleta-francesa", "extremadura")
    ana = phone(house, table)
    chooser = ana.locator("#chooser")
    for close in ("Escape", "beside", "button"):
        touch(ana, CORNER)
        expect(chooser).to_be_visible()
        if close == "Escape":
            ana.keyboard.press("Escape")
        elif close == "beside":
            ana.touchscreen.tap(3, 3)
        else:
            chooser.get_by_role("button", name="None of these").tap()
        expect(chooser).to_be_hidden()
        assert ana.evaluate("document.activeElement.dataset.spot") == CORNER
    expect(discs(ana)).to_have_count(0)


def test_a_mouse_puts_chips_on_lines_and_corners_at_once(house: House) -> None:
    table = started(house, "ruleta-francesa", "extremadura")
    ana = house.window("ana", f"/tables/{table}")
    spot(ana, CORNER).click()
    expect(discs(ana)).to_have_count(1)
    spot(ana, "caballo:17-20").click()
    expect(discs(ana)).to_have_count(2)
    expect(ana.locator("#chooser")).to_be_hidden()
    places = house.casino.view("ana", table)["view"]["places"]
    assert places[f"felt/ana/{CORNER}"] == places["felt/ana/caballo:17-20"] == 500


@pytest.mark.parametrize("half", [0, 1])
def test_axe_finds_nothing_on_any_felt(house: House, half: int) -> None:
    for game, region in list(dict(EVERY).items())[half::2]:
        path = f"/tables/{started(house, game, region)}"
        ana = house.window("ana", path, viewport={"width": 1280, "height": 800}, color_scheme="light", bypass_csp=True)
        assert anything(ana) == [], game
        ana.set_viewport_size({"width": 360, "height": 800})
        ana.emulate_media(color_scheme="dark")
        assert anything(ana) == [], game
        ana.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_chooser(house: House, scheme: str) -> None:
    ana = phone(house, started(house, "ruleta-americana", "pais-vasco"), color_scheme=scheme, bypass_csp=True)
    touch(ana, CORNER)
    expect(ana.locator("#chooser")).to_be_visible()
    assert anything(ana) == []


def test_spots_that_take_no_chips_now_are_dimmed_and_said_to_be_so(house: House) -> None:
    table = started(house, "monte", "extremadura")
    ana = house.window("ana", f"/tables/{table}")
    expect(spot(ana, "camo-segundas:1")).to_have_attribute("aria-disabled", "true")
    expect(spot(ana, "camo:1")).to_have_attribute("aria-disabled", "false")
    expect(ana.locator(".shape:visible .veil")).to_have_count(16)  # C, A, V and one against another, of four cards
    spot(ana, "camo:1").click()
    expect(discs(ana)).to_have_count(1)
    expect(ana.locator(".shape:visible image").first).to_be_visible()


def test_ex_1_7_5_1_a_click_on_the_insurance_puts_its_only_amount(house: House) -> None:
    table = started(house, "treinta-cuarenta", "extremadura")
    ana = house.window("ana", f"/tables/{table}")
    spot(ana, "rojo").click()
    expect(discs(ana)).to_have_count(1)
    spot(ana, "seguro:rojo").click()
    expect(discs(ana)).to_have_count(2)
    assert house.casino.view("ana", table)["view"]["places"]["felt/ana/seguro:rojo"] == 5  # one in a hundred of 5 €


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_form_of_a_new_table_opens_one(house: House, width: int, scheme: str) -> None:
    view = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    dora = house.window("dora", "/tables/new?game=dados&region=extremadura", **view)
    field, reading = dora.get_by_label("Simple chances"), dora.locator('[id="f-readings.bets.juego-de-7"]')
    field.fill("1")
    reading.select_option("likely")
    dora.locator("summary").click()
    assert anything(dora) == [] and sideways(dora) == 0
    dora.get_by_role("button", name="Open the table").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("1")
    expect(reading).to_have_value("likely")
    assert anything(dora) == [] and sideways(dora) == 0
    field.fill("500")
    dora.get_by_role("button", name="Open the table").click()
    expect(dora.locator(".table-page")).to_be_visible()
    assert house.casino.floor.tables.tables()[0].choices == {"bets.juego-de-7": "likely"}
