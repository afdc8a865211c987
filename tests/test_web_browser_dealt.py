"""Cards as they come to lie on the cloth of a live table, in a real browser, and what waits for them."""

from playwright.sync_api import expect

from tests.browser import House, browser, house, in_chromium

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX = "extremadura"


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
