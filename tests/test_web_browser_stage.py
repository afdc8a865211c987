"""The stage of a live table in a real browser: all of it in the window, and its moments."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import House, browser, discs, house, in_chromium, purse, sideways, spot
from tests.keys import until

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX = "extremadura"
SIZES = ((1280, 800), (1024, 768), (768, 1024), (360, 740))
LOOKED_AT = (SIZES[0], *SIZES[2:])
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


def full(game: str, spot: str, *, decided: bool) -> Callable[[House], str]:
    """A table at which seven people sit, each with a stake; some decide on cards."""

    def opened(house: House) -> str:
        table, seats = house.casino.table(game, EX), house.casino.floor.seats
        for who in ("eva", "teo", "sol", "pau", "noa"):
            seats.seat(house.casino.people[who], table, 100_000, house.casino.key())
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        for number, who in enumerate(("ana", "luis", "eva", "teo", "sol", "pau", "noa"), 1):
            assert house.casino.act(who, table, "stake", f"{spot}:{number}", 500).status_code == 200
        if decided:
            house.casino.act("carla", table, "close")
        return table

    return opened


CROWDS = [
    full("blackjack", "casilla", decided=False),
    full("poker-sin-descarte", "inicial", decided=False),
    full("poker-sin-descarte", "inicial", decided=True),
]


@pytest.mark.parametrize("start", [staking("ruleta-francesa"), staking("dados"), deciding, offered, *CROWDS])
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


# The pictures of cards that are seen, and whether the table's name and its status lie beside or below one another.
SEEN = """() => {
  const cards = [...document.querySelectorAll(".stage #cards img, .stage .felt image")].filter((card) => {
    const box = card.getBoundingClientRect();
    return card.checkVisibility() && box.width > 15
      && getComputedStyle(card.closest(".hand") ?? card).clipPath === "none" && box.bottom <= innerHeight;
  });
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const told = box(".top .status");
  const clear = (one) => one.right <= told.left + 1 || one.bottom <= told.top + 1;
  const apart = clear(box(".top h1")) && clear(box(".top .facts"));
  return [cards.length, apart];
}"""


# Whether the last call is read to its end; and whether cards that are shown by themselves lie on those of the cloth.
TO_ITS_END = """() => {
  const calls = document.getElementById("calls");
  const last = calls.lastElementChild;
  return calls.scrollHeight <= calls.clientHeight + 1 && last.scrollWidth <= last.clientWidth + 1;
}"""
ON_OTHERS = """() => {
  const boxes = (parts) => [...document.querySelectorAll(parts)]
    .filter((part) => part.checkVisibility() && getComputedStyle(part.closest(".hand") ?? part).clipPath === "none")
    .map((part) => part.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const [shown, lying] = [boxes(".stage #cards img"), boxes(".stage .felt image")];
  return [shown.length, shown.some((one) => lying.some((other) => !apart(one, other)))];
}"""


def test_cards_too_deep_to_be_read_lie_apart_and_what_the_bank_had_is_read_to_its_end(house: House) -> None:
    table = house.casino.table("poker-sin-descarte", EX)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert house.casino.act("ana", table, "stake", "inicial:1", 500).status_code == 200
    house.casino.act("carla", table, "close")
    ana = house.window("ana", f"/tables/{table}")
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        shown, on_others = ana.evaluate(ON_OTHERS)
        assert shown >= 5 and not on_others, width
    house.does(ana, ana.locator("#do-choose-ir").click)
    assert "La banca" in ana.locator("#calls span").last.inner_text()
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        assert ana.evaluate(TO_ITS_END), width
        assert ana.evaluate(ON_OTHERS)[1] is False, width


def test_a_card_is_picked_by_itself_with_no_box_over_it(house: House) -> None:
    table = house.casino.table("pai-gow", EX)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for who in ("luis", "ana"):
        assert house.casino.act(who, table, "pass").status_code == 200
    assert house.casino.act("ana", table, "stake", "apuesta", 500).status_code == 200
    house.casino.act("carla", table, "close")
    ana = house.window("ana", f"/tables/{table}", color_scheme="dark")
    for at in (0, 1):
        box, card = ana.locator(".pick input").nth(at), ana.locator(".pick img").nth(at)
        expect(box).to_have_css("opacity", "0")
        card.click(position={"x": 5, "y": 5}, force=True)
        expect(box).to_be_checked()
        expect(card).to_have_css("outline-style", "solid")
    legend, cards = (ana.locator(part).first.bounding_box() for part in (".pick legend", ".pick img"))
    assert legend and cards and legend["y"] + legend["height"] <= cards["y"] + 3  # a card that is raised hides no word
    ana.locator(".pick input").nth(2).press("Space")
    expect(ana.locator(".pick input:checked")).to_have_count(3)


@pytest.mark.parametrize("game", ["ruleta-francesa", "dados", "blackjack"])
def test_an_inspector_s_face_has_nothing_of_the_croupier_s(house: House, game: str) -> None:
    table = house.casino.table(game, EX, physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    spots = {"dados": "win", "blackjack": "casilla:1", "ruleta-francesa": "pleno:17"}
    house.casino.act("ana", table, "stake", spots[game], 500)
    house.casino.act("carla", table, "close")
    page = house.window("iker", f"/tables/{table}")
    expect(page.locator(".fall")).to_be_hidden()
    expect(page.locator("#typed")).to_be_visible()
    page.locator("label:has(#worn-croupier)").click()
    expect(page.locator(".fall")).to_be_visible()


@pytest.mark.parametrize("game", ["ruleta-francesa", "dados", "blackjack"])
@pytest.mark.parametrize("who", ["carla", "iker"])
def test_whoever_enters_what_fell_has_all_of_it_in_the_window(house: House, game: str, who: str) -> None:
    table = house.casino.table(game, EX, physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    spots = {"dados": "win", "blackjack": "casilla:1", "ruleta-francesa": "pleno:17"}
    house.casino.act("ana", table, "stake", spots[game], 500)
    house.casino.act("carla", table, "close")
    page = house.window(who, f"/tables/{table}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == page.evaluate(HIDDEN) == [], width


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
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        seen, apart = ana.evaluate(SEEN)
        assert seen >= 3 and apart, (width, seen, apart)


# How much is seen of each card of the hand one decides on, beside or above the next, in pixels; and how wide it is.
READ = """() => {
  const cards = [...document.querySelectorAll(".stage .hand.turn img")].map((card) => card.getBoundingClientRect());
  const seen = cards.slice(1).map((card, i) => Math.max(card.left - cards[i].left, card.top - cards[i].top));
  return [Math.min(...seen), cards[0].width];
}"""


def test_five_cards_to_decide_on_are_read_at_every_width(house: House) -> None:
    ana = house.window("ana", f"/tables/{CROWDS[-1](house)}")
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        seen, wide = ana.evaluate(READ)
        assert seen >= 18 and wide >= 35, (width, seen, wide)


# Whatever of the line above every page is cut off, or in another row than the rest.
ABOVE = """() => {
  const line = document.querySelector("header.site"), frame = line.getBoundingClientRect();
  const parts = [...line.querySelectorAll("a, button")].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const middle = (box) => box.top + box.height / 2;
  const out = parts.filter((part, i) => boxes[i].left < frame.left || boxes[i].right > frame.right
    || Math.abs(middle(boxes[i]) - middle(boxes[0])) > 8
    || boxes.some((box, j) => j > i && box.left < boxes[i].right - 1 && boxes[i].left < box.right - 1));
  return out.map((part) => part.textContent);
}"""


@pytest.mark.parametrize("who", ["", "ana", "carla", "iker", "dora"])
def test_the_line_above_every_page_is_one_line_and_nothing_of_it_is_cut_off(house: House, who: str) -> None:
    table = house.casino.table("bola", EX)
    for path in ("/tournaments", f"/tables/{table}"):
        page = house.window(who, path)
        for language in ("es", "en", "gl", "eu"):
            page.context.set_extra_http_headers({"Accept-Language": language})
            if who:
                house.casino.floor.accounts.set_language(house.casino.people[who], language)
            page.reload()
            for width, height in (*SIZES, (1100, 800), (640, 800)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(ABOVE) == [], (path, language, width)
        page.context.close()


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
    """Ana stands on 11 and the bank draws: neither her loss nor that the round is over is told before that lies."""
    table = deciding(house)
    house.casino.act("ana", table, "choose", "plantarse")
    ana = house.window("ana", f"/tables/{table}", reduced_motion="no-preference")
    ana.evaluate("""() => document.addEventListener("htmx:sseMessage", () => {
      const text = (id) => document.getElementById(id).textContent;
      const moves = (node) => node.getAnimations({ subtree: true }).length > 0;
      const moving = [document.getElementById("cards"), document.querySelector(".shape:not([hidden])")].some(moves);
      window.at_once = [text("outcome").trim(), text("waiting"), moving];
    })""")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "10h"})
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "5c"})
    expect(ana.locator("#outcome")).to_contain_text("−€5")
    assert ana.evaluate("window.at_once") == ["", "The last cards are dealt", True]
    expect(ana.locator("#waiting")).to_have_text("Between rounds")
    purse(ana, "995")


def test_what_the_rows_count_is_told_once_their_cards_lie_and_nothing_of_the_round_before_beside_them(
    house: House,
) -> None:
    """Live cards come at once: until the last of them lies, neither sums are seen nor what the coup before brought."""
    table = house.casino.table("treinta-cuarenta", EX)
    casino, ana = house.casino, house.window("ana", f"/tables/{table}", reduced_motion="no-preference")
    ana.evaluate("""() => document.addEventListener("htmx:sseMessage", () => {
      const totals = [...document.querySelectorAll("#cards .total")];
      if (!totals.length) return;
      const seen = totals.filter((one) => getComputedStyle(one).opacity !== "0").map((one) => one.textContent);
      (window.told ??= []).push([seen, document.getElementById("outcome").textContent.trim()]);
    })""")
    for coup in (1, 2):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        while casino.view("carla", table)["view"]["pending"] != "stakes":
            (who,) = casino.view("carla", table)["view"]["actors"]
            name = "carla" if who == "croupier" else who
            casino.act(name, table, "choose", casino.view(name, table)["view"]["open"][0]["on"])
        casino.act("ana", table, "stake", "negro", 500)
        house.up_to_date(ana)
        casino.act("carla", table, "close")
        until(ana, "(window.told ?? []).length >= value", coup)
        until(ana, "document.getAnimations().every((one) => one.playState === 'finished')")
    told = ana.evaluate("window.told")
    assert all(line == [[], ""] for line in told), told


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


def test_the_article_of_a_refusal_is_a_link_wherever_it_is_said(house: House) -> None:
    """By what is typed, by a click on the cloth, by a form beside it, and where a part of the page was asked for."""
    table = staking("dados")(house)
    ana, carla = house.windows(table, "ana", "carla")
    ana.locator("#typed").fill("come 10")
    ana.locator("#typed").press("Enter")
    link = ana.locator("#notice a.article")
    expect(link).to_have_attribute("href", "/law/extremadura/1.5.4.1.A.c")
    expect(ana.locator("#notice p")).to_contain_text("(art. 1.5.4.1.A.c)")
    ana.evaluate("document.getElementById('notice').replaceChildren()")
    spot(ana, "come").dispatch_event("click")
    expect(link).to_have_count(1)
    carla.locator("#irregularity").select_option("dados-rotos")
    carla.locator("#preview-irregularity").click()
    expect(carla.locator(".beside a.article")).to_have_count(1)


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
    table = staking("ruleta-francesa")(house)
    house.casino.act("carla", table, "close")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "20"})
    staking("ruleta-francesa")(house)
    house.casino.floor.accounts.set_language(house.casino.people["dora"], "es")
    dora = house.window("dora", "/floor", viewport={"width": width, "height": 1024})
    heading, doing = (dora.locator(f".table-head {part}").bounding_box() for part in ("h1", ".actions"))
    assert heading is not None and doing is not None
    assert heading["x"] + heading["width"] <= doing["x"] or heading["y"] + heading["height"] <= doing["y"]
    assert sideways(dora) == 0
    assert dora.locator(".scroll").evaluate("one => one.scrollWidth <= one.clientWidth")


# Where the cloth lies, and how high.
LIES = """() => {
  const box = document.querySelector(".stage .felt").getBoundingClientRect();
  return [Math.round(box.top), Math.round(box.height)];
}"""


@pytest.mark.parametrize(("game", "fell"), [("ruleta-francesa", "20"), ("bola", "2"), ("dados", [2, 5])])
def test_on_a_phone_the_cloth_stays_where_it_lies_from_the_stake_to_the_result(
    house: House, game: str, fell: object
) -> None:
    """The second round has what the first one brought in its bar, and what fell above the cloth."""
    table = house.casino.table(game, EX, physical=True)
    ana = house.window("ana", f"/tables/{table}", viewport={"width": 360, "height": 740})
    lay = []
    for _ in range(2):
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        house.casino.act("ana", table, "stake", {"dados": "win"}.get(game, "rojo"), 500)
        house.up_to_date(ana)
        lay.append(ana.evaluate(LIES))
        house.casino.act("carla", table, "close")
        house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": fell})
        house.up_to_date(ana)
        lay.append(ana.evaluate(LIES))
    assert all(abs(top - lay[0][0]) <= 2 and abs(high - lay[0][1]) <= 2 for top, high in lay), lay


@pytest.mark.parametrize(
    ("game", "spot", "cards"),
    [("treinta-cuarenta", "negro", "Kh Qh Jh 9h Kd Qd 2d 9d"), ("reto", "inicial", "Kh 2d")],
)
def test_cards_without_a_place_on_the_cloth_push_it_nowhere_when_they_are_dealt(
    house: House, game: str, spot: str, cards: str
) -> None:
    table = house.casino.table(game, EX, physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    while house.casino.view("carla", table)["view"]["pending"] != "stakes":
        (who,) = house.casino.view("carla", table)["view"]["actors"]
        name = "carla" if who == "croupier" else who
        house.casino.act(name, table, "choose", house.casino.view(name, table)["view"]["open"][0]["on"])
    assert house.casino.act("ana", table, "stake", spot, 500).status_code == 200
    ana = house.window("ana", f"/tables/{table}")
    lay = {}
    for moment in ("staked", "dealt"):
        for width, height in LOOKED_AT:
            ana.set_viewport_size({"width": width, "height": height})
            lay[moment, width] = ana.evaluate(LIES)
        if moment == "staked":
            house.casino.act("carla", table, "close")
            for card in cards.split():
                house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
            house.up_to_date(ana)
            expect(ana.locator("#cards img").first).to_be_visible()
    for width, _height in LOOKED_AT:
        before, after = lay["staked", width], lay["dealt", width]
        assert all(abs(one - other) <= 4 for one, other in zip(before, after, strict=True)), (width, before, after)


# A table's minimum, whether all of it is seen, and how what stands beside it lies: asked at once, for what is told anew
# meanwhile is another element.
TOP_LINE = """() => {
  const [least, status, waiting, top] = [".top .least", "#status", "#waiting", ".top"].map(
    (one) => document.querySelector(one));
  return [least.innerText, least.scrollWidth <= least.clientWidth, least.getBoundingClientRect().right,
    status.getBoundingClientRect().left, waiting.getClientRects()[0].height, top.getBoundingClientRect().height];
}"""
LEAST = {"es": "mínimo 5 €", "en": "minimum €5", "gl": "mínimo 5 €", "eu": "gutxienekoa: 5 €"}


@pytest.mark.parametrize(
    ("game", "region"), [("ruleta-francesa", EX), ("poker-sin-descarte", EX), ("bingo", "pais-vasco"), ("holdem", EX)]
)
def test_on_a_phone_a_table_s_name_its_minimum_and_what_it_waits_for_are_read(
    house: House, game: str, region: str
) -> None:
    """However long that is said, and with what has accumulated beside it, in no more room than elsewhere."""
    table = house.casino.table(game, region)
    for _ in range(2 if game == "holdem" else 1):  # its first round draws the seats
        house.casino.act("carla", table, "close")
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    if game == "holdem":
        house.casino.act("carla", table, "close")
    ana = house.window("ana", f"/tables/{table}", viewport={"width": 360, "height": 740})
    for language, least in LEAST.items():
        house.casino.floor.accounts.set_language(house.casino.people["ana"], language)
        ana.reload()
        house.up_to_date(ana)
        said, whole, right, status, waits, top = ana.evaluate(TOP_LINE)
        assert said.replace("\xa0", " ").replace("\n", " ") == least, language
        assert whole and right <= status, language
        assert waits < 30 and top <= 52, language


# Whatever hands are shown by themselves over a spot that takes chips.
OVER_SPOTS = """() => {
  const boxes = (parts) => [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()
    && getComputedStyle(part.closest(".hand") ?? part).clipPath === "none").map((part) => part.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const spots = boxes(".stage .shape .felt-spots .spot > rect");
  return boxes(".stage #cards img").filter((card) => spots.some((spot) => !apart(card, spot))).length;
}"""


def test_a_card_of_monte_doubled_twice_hides_no_bet(house: House) -> None:
    """Three aces lie one on the other in their place."""
    table = house.casino.table("monte", EX, physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("carla", table, "choose", "cortar")
    for card in ("1o", "2c", "1e", "3e", "1b", "5b"):
        assert house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card}).status_code == 200
    ana = house.window("ana", f"/tables/{table}")
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        assert ana.evaluate(OVER_SPOTS) == 0, width


def test_throws_of_three_dice_are_each_told_in_one_line(house: House) -> None:
    table = house.casino.table("banca-francesa", EX, physical=True)
    for dice in ([3, 3, 1], [6, 4, 3], [1, 1, 6], [5, 6, 2], [6, 6, 6], [1, 5, 4], [6, 1, 3], [4, 5, 3], [6, 1, 1]):
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        house.casino.act("carla", table, "close")
        house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": dice})
    ana = house.window("ana", f"/tables/{table}")
    for width, height in SIZES:
        ana.set_viewport_size({"width": width, "height": height})
        last, line = ana.locator("#latest li").first.bounding_box(), ana.locator("#latest ol").bounding_box()
        assert last and line and last["height"] <= line["height"] < 40, width


def goes_on(house: House, table: str) -> bool:
    """Whoever is asked does what the clock would have them do, or else the first that is open; if anybody is."""
    view = house.casino.view("ana", table)["view"]
    for who in view["actors"]:
        name = {"croupier": "carla", "inspector": "iker"}.get(who, who)
        options = [option for option in house.casino.view(name, table)["view"]["open"] if option["who"] == who]
        if options:
            act = next((option for option in options if option.get("default")), options[0])
            slots = act.get("slots", [])[: act.get("least", 0)]
            sent = {"do": act["do"], "on": act.get("on", ""), "cents": act.get("lo", 0), "slots": slots}
            assert house.casino.post(name, f"/api/v1/tables/{table}/act", sent).status_code == 200
            return True
    return False


@pytest.mark.parametrize(
    ("game", "region", "spot"),
    [
        ("poker-con-descarte", EX, "inicial"),
        ("poker-cuatro-cartas", EX, "ante"),
        ("poker-sin-descarte", EX, "inicial:1"),
        ("pai-gow", EX, "apuesta"),
        ("triple-blackjack", "pais-vasco", "casilla:1.1"),
    ],
)
def test_what_a_hand_asks_leaves_the_cloth_and_the_bar_where_they_are(
    house: House, game: str, region: str, spot: str
) -> None:
    """Cards to choose from, an amount beside four buttons, and on a phone cards that come to lie above the cloth."""
    table = house.casino.table(game, region)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    while house.casino.view("ana", table)["view"]["pending"] != "stakes":
        assert goes_on(house, table)
    assert house.casino.act("ana", table, "stake", spot, 1000).status_code == 200
    ana = house.window("ana", f"/tables/{table}")
    sizes, lay = ((1280, 800), (360, 740)), {}
    for moment in range(4):
        house.up_to_date(ana)
        for width, height in sizes:
            ana.set_viewport_size({"width": width, "height": height})
            lay[moment, width] = ana.evaluate(STANDS)
        if moment == 0:
            house.casino.act("carla", table, "close")
        elif not goes_on(house, table):
            break
    for (moment, width), boxes in lay.items():
        stood = lay[0, width]
        assert all(abs(one - other) <= 4 for one, other in zip(stood, boxes, strict=True)), (
            moment,
            width,
            stood,
            boxes,
        )


BANK_WINS = (  # Ana is the bank; Luis and Teo stake against it, and eight beats seven
    *(("carla", "choose", "hecha", 0), ("ana", "take", "", 5000), ("ana", "go-on", "", 0), None),
    *(("teo", "stake", "punto", 2000), ("luis", "stake", "punto", 2500), None, ("carla", "close", "", 0), None),
    *(("luis", "lift", "", 0), ("luis", "choose", "no", 0), ("ana", "choose", "no", 0), "3h", "4d", "10c", "8s", None),
    *(("carla", "choose", "pagar", 0), None),
)


def test_between_players_all_that_is_asked_leaves_cloth_and_bar_where_they_are_and_the_bank_that_wins_glows(
    house: House,
) -> None:
    """Luis may undo his stake, call the bank alone or not, or choose chips, all in a bar that does not scroll."""
    table, casino = house.casino.table("chemin-de-fer", EX, physical=True), house.casino
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    luis = house.window("luis", f"/tables/{table}")
    lay: dict[int, list[list[int]]] = {}
    for step in BANK_WINS:
        if isinstance(step, str):
            casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": step})
        elif step is not None:
            who, do, on, cents = step
            assert (answer := casino.act(who, table, do, on, cents)).status_code == 200, answer.text
        else:
            house.up_to_date(luis)
            for width, height in LOOKED_AT:
                luis.set_viewport_size({"width": width, "height": height})
                assert luis.evaluate(HIDDEN) == [], (width, luis.locator("#waiting").inner_text())
                lay.setdefault(width, []).append(luis.evaluate(STANDS))
    for width, boxes in lay.items():
        assert all(abs(one - other) <= 2 for box in boxes for one, other in zip(box, boxes[0], strict=True)), (
            width,
            boxes,
        )
    expect(luis.locator(".shape:visible rect.won")).to_have_count(1)
    expect(luis.locator(".oval .shape:visible .plate.won")).to_have_attribute("data-seat", "ana")


def test_however_much_is_to_be_paid_the_croupier_s_cloth_stays_where_it_lies(house: House) -> None:
    """Forty stakes are taken or paid, in a list that is gone through by itself; the next round is opened below it.

    So does it while the number is picked, and while what follows from it is shown back.
    """
    table, casino = house.casino.table("ruleta-francesa", EX, physical=True), house.casino
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for number in range(20):
        for who in ("ana", "luis"):
            casino.act(who, table, "stake", f"pleno:{number}", 500)
    carla = house.window("carla", f"/tables/{table}")
    lay: dict[int, list[list[int]]] = {width: [] for width, _height in LOOKED_AT}
    for moment in ("staked", "asked", "shown back", "paid"):
        if moment == "asked":
            casino.act("carla", table, "close")
        elif moment == "shown back":
            carla.locator("#pocket-17").click()
            expect(carla.locator("#confirm-fell")).to_be_visible()
        elif moment == "paid":
            house.does(carla, carla.locator("#confirm-fell").click)
        house.up_to_date(carla)
        for width, height in LOOKED_AT:
            carla.set_viewport_size({"width": width, "height": height})
            lay[width].append(carla.evaluate(LIES))
            assert carla.evaluate(OUTSIDE) == [], (moment, width)
    expect(carla.locator("#actions .pays li")).to_have_count(
        41
    )  # the bank has 190 of them, and 160 more for 350 come from the cage
    expect(carla.locator("#open-round")).to_be_in_viewport()
    for width, (before, *later) in lay.items():
        for after in later:
            assert all(abs(one - other) <= 4 for one, other in zip(before, after, strict=True)), (width, before, after)


@pytest.mark.parametrize("game", ["blackjack", "dados", "banca-francesa"])
def test_cards_and_dice_are_picked_where_the_cloth_stays_as_it_lies(house: House, game: str) -> None:
    table, spot = house.casino.table(game, EX, physical=True), {"blackjack": "casilla:1", "dados": "win"}
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert house.casino.act("ana", table, "stake", spot.get(game, "grande"), 500).status_code == 200
    carla = house.window("carla", f"/tables/{table}")
    lay: dict[int, list[list[int]]] = {width: [] for width, _height in LOOKED_AT}
    for moment in ("staked", "asked"):
        if moment == "asked":
            house.casino.act("carla", table, "close")
        house.up_to_date(carla)
        for width, height in LOOKED_AT:
            carla.set_viewport_size({"width": width, "height": height})
            lay[width].append(carla.evaluate(LIES))
    for width, (before, after) in lay.items():
        assert all(abs(one - other) <= 4 for one, other in zip(before, after, strict=True)), (width, before, after)


# Where the drawn cloth and the bar stand, and how high.
STANDS = """() => [...document.querySelectorAll(".stage .felt .shape, #bar")].filter((part) => part.checkVisibility())
  .map((part) => part.getBoundingClientRect()).flatMap((box) => [Math.round(box.top), Math.round(box.height)])"""
