"""A croupier's evening at a physical table in a real browser: what is refused, mended, changed and closed, at hand."""

from playwright.sync_api import Page, expect

from tests.browser import House, browser, house, in_chromium, purse

__all__ = ["browser", "house"]
pytestmark = in_chromium


def said(page: Page) -> str:
    """The one line that a page says beside a form."""
    return page.locator("form .beside").inner_text()


def test_a_roulette_s_evening_from_the_first_stake_to_the_closed_table(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True, float=75_000)
    dora, iker, carla, ana = house.windows(table, "dora", "iker", "carla", "ana")

    carla.locator("#open-change").click()
    carla.locator("#change-money").click()
    assert said(carla) == "Euros: fill this in"
    carla.locator("#change-amount").fill("20")
    house.does(carla, carla.locator("#change-money").click)
    purse(ana, "1,020")

    house.does(carla, carla.locator("#open-round").click)
    house.types(ana, "17 10")
    ana.locator("#typed").fill("17 1000")
    ana.locator("#typed").press("Enter")
    expect(ana.locator("#notice")).to_contain_text("not €1,000")
    house.types(carla, "no va más")
    expect(ana.locator("#notice")).to_be_empty()  # nothing can be staked any more, rightly or wrongly
    carla.locator("#pocket-17").click()
    expect(carla.locator(".pockets")).to_be_hidden()
    house.does(carla, carla.locator("#confirm-fell").click)
    expect(ana.locator("#outcome")).to_contain_text("+€350")

    carla.locator("#open-mend").click()
    carla.locator("#mend-value").fill("99")
    carla.locator("#foresee-mended").click()
    expect(carla.locator("form .beside")).to_contain_text("'99' cannot have come up")
    assert carla.locator("#mend-value").input_value() == "99"
    carla.locator("#mend-value").fill("20")
    carla.locator("#foresee-mended").click()
    carla.locator("#mend-why").fill("misread")
    house.does(carla, carla.locator("#correct").click)
    expect(carla.locator("#asked")).to_contain_text("misread")
    expect(carla.locator("#agree")).to_have_count(0)  # who asked does not agree as well
    expect(iker.locator("#asked")).to_contain_text("Instead of 17: 20")
    house.does(iker, iker.locator("#agree").click)
    expect(ana.locator("#outcome")).to_contain_text("−€10")

    house.does(carla, carla.locator("#open-round").click)
    house.does(dora, dora.get_by_role("button", name="Announce the last rounds before the table closes").click)
    house.types(carla, "no va más")
    carla.locator("#pocket-20").click()
    house.does(carla, carla.locator("#confirm-fell").click)
    dora.get_by_role("button", name="Close the table").click()
    expect(ana.locator("#closed")).to_contain_text("Whoever sat here has their chips back.")
    expect(ana.locator("#typed")).to_be_hidden()
    expect(dora.locator("#closed")).to_contain_text("Its boxes are counted in the register.")


def test_a_form_that_is_refused_says_so_beside_itself_and_keeps_what_was_written(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    iker = house.window("iker", f"/tables/{table}/register")
    before = iker.locator("main table, main dl").all_inner_texts()
    iker.locator("#f-chips").fill("three of five")
    iker.locator("#f-why").fill("because")
    iker.locator("#write-document").click()
    expect(iker.locator("form:has(#f-chips) .beside")).to_contain_text("write 20x100 4x2.50")
    assert (iker.locator("#f-chips").input_value(), iker.locator("#f-why").input_value()) == (
        "three of five",
        "because",
    )
    assert iker.url.endswith("/register") and iker.locator("main table, main dl").all_inner_texts() == before
    iker.locator("#f-chips").fill("2x100")
    expect(iker.locator(".beside")).to_have_count(0)
    iker.locator("#write-document").click()
    expect(iker.get_by_text("Fill 1")).to_be_visible()


def test_chips_are_counted_pile_by_pile_and_the_line_says_the_same(house: House) -> None:
    iker = house.window("iker", "/books/cage")
    piles, line, total = (iker.locator(part) for part in (".counting input", "#f-chips", ".counting output"))
    iker.get_by_label("€100", exact=True).fill("20")
    iker.get_by_label("€2.50", exact=True).fill("4")
    expect(line).to_have_value("20x100 4x2.50")
    expect(total).to_have_text("€2,010.00")
    line.fill("3x5 7x0.20")
    expect(iker.get_by_label("€5", exact=True)).to_have_value("3")
    expect(total).to_have_text("€16.40")
    piles.first.fill("1")
    expect(line).to_have_value("1x10000 3x5 7x0.20")
