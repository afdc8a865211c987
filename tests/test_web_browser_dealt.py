"""Cards as they come to lie on the cloth of a live table, in a real browser, and what waits for them."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser import House, browser, house, in_chromium

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX, PV = "extremadura", "pais-vasco"
PHONE = {"width": 360, "height": 740}
# Where the drawn cloth lies, and the cards on it by their place, each with its left, top, right and bottom.
LYING = """() => {
  const box = (part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  const shape = [...document.querySelectorAll(".stage .felt .shape")].find((one) => one.checkVisibility());
  const hands = {};
  for (const card of shape.querySelectorAll("image")) {
    (hands[card.dataset.lies.split("/").slice(1, -1).join("/")] ??= []).push(box(card));
  }
  return [box(shape), hands];
}"""
# The cards that are shown by themselves, over the cloth: how far apart they begin, and how wide the first is.
BY_THEMSELVES = """() => {
  const seen = [...document.querySelectorAll("#cards img")].filter((card) => card.checkVisibility()
    && getComputedStyle(card.closest(".hand")).clipPath === "none").map((card) => card.getBoundingClientRect());
  return [seen.slice(1).map((card, i) => card.left - seen[i].left), seen[0]?.width ?? 0];
}"""


def test_a_decision_is_asked_once_its_cards_lie_or_a_key_skips_their_motion(house: House) -> None:
    """The page's clock stands still, so that no card lies before it goes on: the first two, a flop, and a turn."""
    table, casino = house.casino.table("texas-bonus", EX), house.casino
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "ante", 500).status_code == 200
    calm = house.window("ana", f"/tables/{table}")
    ana = house.window("ana", "/tables", reduced_motion="no-preference")
    ana.clock.install(time=0)
    ana.goto(f"/tables/{table}")
    ana.clock.pause_at(60)
    house.up_to_date(ana)
    bet, bar = ana.locator("#do-choose-apostar"), ana.locator("#bar")

    casino.act("carla", table, "close")
    house.up_to_date(ana)
    expect(bet).to_have_count(1)
    expect(bet).to_be_hidden()
    expect(calm.locator("#do-choose-apostar")).to_be_visible()
    expect(ana.locator("#typed")).to_be_visible()
    ana.keyboard.press("Escape")
    expect(bet).to_be_visible()

    bets: list[str] = []
    ana.on("request", lambda request: bets.append(request.url) if request.url.endswith("/act") else None)
    bet.focus()
    house.does(ana, lambda: ana.keyboard.press("Enter"))
    expect(bet).to_be_hidden()
    expect(bar).to_be_focused()
    ana.keyboard.press("Enter")  # skips, and bets nothing
    expect(bet).to_be_focused()

    house.does(ana, lambda: ana.keyboard.press("Enter"))
    expect(bet).to_be_hidden()
    ana.clock.run_for(1000)
    expect(bet).to_be_focused()
    assert len(bets) == 2


def square(page: Page, spot: str) -> FloatRect:
    """Where a spot lies on the drawn cloth."""
    box = page.locator(f'.shape:visible [data-spot="{spot}"] > rect').bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(
    ("game", "region", "stakes", "cards", "below"),
    [
        ("blackjack", EX, ["casilla:1"], "8c 5h 8d", "8h"),
        ("triple-blackjack", PV, ["casilla:1.1", "casilla:1.2", "casilla:1.3"], "8c 5h 8d", "8h"),
    ],
)
def test_on_a_phone_hands_that_were_parted_lie_at_their_square_and_the_cloth_where_it_lay(
    house: House, game: str, region: str, stakes: list[str], cards: str, below: str
) -> None:
    """Two eights are parted, and so is the third that comes to the first of them."""
    table, casino = house.casino.table(game, region, physical=True), house.casino
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    if casino.view("ana", table)["view"]["pending"] != "stakes":
        assert casino.act("ana", table, "choose", "cortar").status_code == 200
    for spot in stakes:
        assert casino.act("ana", table, "stake", spot, 500).status_code == 200
    ana = house.window("ana", f"/tables/{table}", viewport=PHONE)
    cloth, _ = ana.evaluate(LYING)
    casino.act("carla", table, "close")
    for hands in (1, 2, 3):
        if hands > 1:
            assert casino.act("ana", table, "choose", "separar").status_code == 200
        for card in cards.split() if hands == 1 else [below]:
            assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card}).status_code == 200
        house.up_to_date(ana)
        lies, lying = ana.evaluate(LYING)
        parted = [boxes for place, boxes in lying.items() if place.startswith("mano:1")]
        assert lies == cloth and len(parted) == hands
        assert ana.evaluate(BY_THEMSELVES)[1] == 0  # none is shown anywhere else
        first, second = square(ana, stakes[0]), square(ana, "casilla:2" if game == "blackjack" else "casilla:2.1")
        for left, _top, right, _bottom in (box for boxes in parted for box in boxes):
            assert first["x"] <= left and right <= second["x"] + 1 and right - left >= 22


def test_on_a_phone_the_hands_of_nine_squares_lie_at_them_and_who_decides_reads_their_own(house: House) -> None:
    """Theirs is shown by itself too, below the cloth. Who passes has no hand there any more."""
    table, casino = house.casino.table("poker-sin-descarte", EX), house.casino
    for who in ("eva", "teo", "sol", "pau"):
        casino.floor.seats.seat(casino.people[who], table, 100_000, casino.key())
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for number, who in ((1, "ana"), (2, "luis"), (6, "pau")):
        assert casino.act(who, table, "stake", f"inicial:{number}", 500).status_code == 200
    windows = {who: house.window(who, f"/tables/{table}", viewport=PHONE) for who in ("ana", "pau")}
    cloth, _ = windows["ana"].evaluate(LYING)
    casino.act("carla", table, "close")
    for who in ("ana", "luis", "pau"):
        if page := windows.get(who):
            house.up_to_date(page)
            lies, lying = page.evaluate(LYING)
            assert lies == cloth
            squares = {place: place.rpartition("/")[2] for place in lying if place.startswith("mano/")}
            assert squares.pop("mano/crupier") and len(squares) == (3 if who == "ana" else 1)
            for place, number in squares.items():
                ring, boxes = square(page, f"inicial:{number}"), lying[place]
                assert all(ring["x"] <= box[0] and box[2] <= ring["x"] + ring["width"] for box in boxes)
                assert 0 < ring["y"] - boxes[-1][3] < 50 and min(box[2] - box[0] for box in boxes) >= 28
            apart, wide = page.evaluate(BY_THEMSELVES)
            assert len(apart) == 4 and min(apart) >= 18 and wide >= 35
            hand = page.locator(".hand.turn .fan").bounding_box()
            assert hand is not None and hand["y"] >= cloth[3]
        assert casino.act(who, table, "choose", "pasar").status_code == 200
    house.up_to_date(windows["ana"])
    assert windows["ana"].evaluate(LYING)[0] == cloth
