"""The doors in a real browser: from the start page to a played round, and a round stepped through by keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.floor import Floor
from tests.browser import address as where
from tests.browser import browser, in_chromium, serious, served, sideways
from tests.web import House

__all__ = ["browser"]
pytestmark = in_chromium


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Floor(f"sqlite:///{tmp_path_factory.mktemp('doors')}/casa.db") as floor, served(House(floor).app) as server:
        floor.automatic.start()
        yield where(server)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, locale="es-ES", viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def test_one_click_and_one_chip_play_a_round(page: Page) -> None:
    page.goto("/learn/bola/extremadura")
    page.get_by_role("button", name="Jugar").click()
    expect(page.locator("#calls")).to_contain_text("Hagan sus apuestas")
    page.locator(".wide [data-spot=rojo]").click()
    expect(page.locator("#discs-wide .disc")).to_have_count(1)
    expect(page.locator("#latest li").first).to_be_attached()  # the croupier closed the bets and the ball fell


def test_a_round_is_stepped_through_by_keyboard_and_stands_still_where_motion_is_reduced(page: Page) -> None:
    page.goto("/")
    count = page.locator("[data-count]")
    expect(count).to_have_text("1 / " + count.inner_text().split(" / ")[1])
    page.get_by_role("button", name="Siguiente").press("Enter")
    expect(count).to_have_text("2 / " + count.inner_text().split(" / ")[1])
    page.get_by_role("button", name="Atrás").press("Enter")
    expect(page.locator(".walk-steps li:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Atrás")).to_be_disabled()


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    [("/learn/blackjack/pais-vasco", 1280, "light"), ("/learn/holdem/galicia", 360, "dark")],
)
def test_pages_for_beginners_fit_and_axe_finds_nothing(page: Page, path: str, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(path)
    assert serious(page) == []
    assert sideways(page) == 0


def test_on_a_phone_the_bets_of_a_lesson_stand_below_one_another(page: Page) -> None:
    """Nothing is pushed aside to be read, and rows are still sorted and filtered."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/learn/dados/extremadura")
    table = page.locator("table.stacks")
    assert table.evaluate("table => table.parentElement.scrollWidth - table.parentElement.clientWidth") == 0
    first = table.locator("tbody tr").first
    name, wins = (first.locator(cell).first.bounding_box() for cell in ("th", "td"))
    assert name and wins and wins["y"] >= name["y"] + name["height"]
    table.locator("thead button").first.click()
    expect(table.locator("thead th").first).to_have_attribute("aria-sort", "ascending")
    page.locator(".table-tools input").first.fill("field")
    expect(table.locator("tbody tr:visible")).to_have_count(1)
    assert serious(page) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 740)])
def test_the_start_page_has_its_doors_and_a_whole_table_in_one_screen(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    for part in (".entrance h1", ".doors li:last-child a", ".showing .walk-top", ".showing .walk-bar"):
        box = page.locator(part).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, part
    assert sideways(page) == 0
