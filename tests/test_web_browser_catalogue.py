"""The catalogue in a real browser: search, themes, phones, and what axe finds."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.floor import Floor
from tapete.web.settings import WebSettings
from tests.browser import address as where
from tests.browser import browser, in_chromium, serious, served, sideways
from tests.web import House

__all__ = ["browser"]
pytestmark = in_chromium

PAGES = [
    "/games/blackjack/extremadura/best?at=hard-hands.16.10",
    "/",
    "/sign-in",
    "/games/bola/pais-vasco",
    "/games/ruleta-francesa/extremadura/odds",
    "/games/ruleta-fortuna/extremadura/differences",
    "/games/ruleta-francesa/extremadura/best",
    "/games/monte/extremadura/best?at=segundas.anti-segundas:4.varias",
    "/games/monte/extremadura/odds?layout=doblada",
    "/games/reto/extremadura/best?at=empate.1.cualquiera",
    "/games/treinta-cuarenta/extremadura/best",
    "/train",
    "/train/banca-francesa/extremadura?seed=4",
    "/simulate?place=dados/extremadura",
    "/law/extremadura?chapter=1.5",
    "/law/pais-vasco?state=cited",
    "/check?example=combinacion-aleatoria",
    "/games/bingo/pais-vasco/odds?cards=12",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = WebSettings(address="http://testserver", most_rounds=10**9)
    url = f"sqlite:///{tmp_path_factory.mktemp('browser')}/casa.db"
    with Floor(url) as floor, served(House(floor, settings).app) as server:
        yield where(server)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, locale="es-ES", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def test_the_catalogue_is_searched_while_typing(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Buscar").press_sequentially("boule")
    expect(page.locator(".game")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=boule"))
    page.get_by_role("link", name="Bola o boule", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bola o boule")


def test_a_link_that_is_being_pressed_is_not_replaced_by_what_leaving_the_field_asks_for(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Buscar").press_sequentially("boule")
    expect(page).to_have_url(re.compile("q=boule"))
    page.wait_for_load_state("networkidle")
    page.get_by_role("link", name="Bola o boule", exact=True).hover()
    page.mouse.down()
    page.wait_for_timeout(500)  # a slow finger: longer than the answer takes
    page.mouse.up()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bola o boule")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_pages_fit_and_axe_finds_nothing_serious(page: Page, path: str, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(path)
    assert sideways(page) <= 0
    assert serious(page) == []


def test_the_dark_theme_is_chosen_at_phone_width_and_kept(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    before = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("button", name="Oscuro").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_load_state()
    after = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert before != after
    page.goto("/games/bola/extremadura")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == after
    assert sideways(page) <= 0


def test_buttons_and_links_of_the_frame_can_be_hit_with_a_thumb(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/games/bola/extremadura")
    small = page.evaluate(
        "[...document.querySelectorAll('button, header a, .chip, .tabs a')].filter(e => e.offsetParent"
        " && e.getBoundingClientRect().height < 44).map(e => e.textContent.trim())"
    )
    assert small == []


def test_the_keyboard_reaches_the_content_first(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Saltar al contenido")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_language_is_switched_in_the_footer(page: Page) -> None:
    page.goto("/games/bola/extremadura")
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url(re.compile("/games/bola/extremadura$"))
    expect(page.get_by_role("link", name="Odds")).to_be_visible()


def test_a_simulation_runs_before_one_s_eyes_and_ends(page: Page) -> None:
    page.goto("/simulate?place=bola/extremadura")
    page.get_by_label("Apuestas, una por línea").fill("rojo 10\nnumero-entero 5 5")
    page.get_by_role("button", name="Jugar").click()
    expect(page.locator(".progress")).to_contain_text("100")
    expect(page.get_by_role("link", name="Cancelar")).to_have_count(0)
    expect(page.locator("#run table tbody tr")).to_have_count(2)


def test_a_long_simulation_is_cancelled(page: Page) -> None:
    page.goto("/simulate?place=dados/extremadura&bets=win+10&rounds=1000000000&run=1")
    expect(page.locator("#run .chart")).to_be_visible()
    page.get_by_role("link", name="Cancelar").click()
    expect(page.locator("#run")).to_have_count(0)
    expect(page.get_by_label("Apuestas, una por línea")).to_have_value("win 10")


def test_another_bet_redraws_the_session_s_result(page: Page) -> None:
    page.goto("/games/bola/extremadura/odds")
    page.get_by_label("Apuesta", exact=True).select_option("numero-entero")
    expect(page.locator("#evening figcaption")).to_contain_text("Número entero")
    page.get_by_label("Apuesta por jugada, en euros").fill("7,30")
    page.get_by_role("button", name="Mostrar").click()
    expect(page.locator("#evening .refusal")).to_contain_text("art. 1.3.5.2")


def test_a_drill_is_done_by_keyboard(page: Page) -> None:
    page.goto("/train/banca-francesa/extremadura?seed=4")
    expect(page.get_by_label("Además de la apuesta, en euros")).to_be_focused()
    page.keyboard.type("999999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("de más")
    page.get_by_role("link", name="Siguiente").press("Enter")
    expect(page.get_by_label("Además de la apuesta, en euros")).to_be_visible()


def test_best_play_is_clicked_through(page: Page) -> None:
    page.goto("/games/blackjack/extremadura/best")
    page.get_by_role("link", name="11, 6: doblar").click()
    expect(page.locator("#case")).to_contain_text("carta de la banca: 6 · Doblar")


def test_reto_s_tie_is_clicked_through(page: Page) -> None:
    page.goto("/games/reto/extremadura/best")
    for packs, exact in (("1", "-86/245"), ("2", "-566/1717")):
        page.get_by_role("link", name=f"{packs}, cualquiera: retar").click()
        expect(page.locator("#case")).to_contain_text(f"mazos: {packs}")
        expect(page.locator("#case")).to_contain_text(exact)


def test_monte_s_bets_are_clicked_through_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/games/monte/extremadura/best")
    page.get_by_role("link", name="Camo 1, 2, distintas").click()
    expect(page.locator("#case")).to_contain_text("-11/360")
    page.get_by_role("link", name="Anti en Segundas 4, varias").click()
    expect(page.locator("#case")).to_contain_text("1.8.6.1.A§2")
    expect(page.locator("#case .card")).to_be_in_viewport()
    assert (
        page.evaluate(
            "[...document.querySelectorAll('.case')].filter(e => e.getBoundingClientRect().height < 44).length"
        )
        == 0
    )


def test_the_odds_of_a_layout_are_chosen_and_the_address_keeps_them(page: Page) -> None:
    page.goto("/games/monte/extremadura/odds")
    page.get_by_label("Cartas expuestas").select_option("doblada")
    expect(page).to_have_url(re.compile("layout=doblada"))
    expect(page.locator("#prices tbody tr").first).to_contain_text("Lo mismo en 2")
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    page.get_by_label("Apuesta", exact=True).select_option("camo:1 deduccion=ganancia layout=doblada")
    expect(page.locator("#evening figcaption")).to_contain_text("Camo 1")


def test_going_back_brings_the_whole_page_of_the_earlier_choice(page: Page) -> None:
    page.goto("/games/reto/extremadura/odds")
    for packs in ("8", "3"):
        page.get_by_label("Mazos").select_option(packs)
        expect(page).to_have_url(re.compile(f"mazos={packs}"))
    page.go_back()
    expect(page.get_by_label("Mazos")).to_have_value("8")
    expect(page.get_by_role("heading", level=1)).to_have_text("El reto")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_raffle_of_money_is_written_down_and_not_allowed(page: Page, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/games/rifa/pais-vasco")
    page.get_by_role("link", name="¿Está permitido?").first.click()
    written = page.get_by_label("Lo que se quiere comprobar")
    written.press("Control+End")
    written.press_sequentially("cash = true")
    page.get_by_role("button", name="Comprobar").press("Enter")
    expect(page.get_by_role("heading", name="No permitido")).to_be_visible()
    assert (sideways(page), serious(page)) == (0, [])


def test_a_table_is_sorted_filtered_and_taken_along_as_it_is_shown(page: Page) -> None:
    """French roulette with the zero's half: even chances cost 1/74, all else 1/37."""
    page.goto("/games/ruleta-francesa/extremadura/odds?zero=mitad")
    table = page.locator("table.sortable").first
    page.get_by_role("button", name="Ventaja").click()
    expect(table.locator("tbody tr").first.locator("td").nth(2)).to_have_text("1/74")
    page.get_by_role("button", name="Ventaja").click()
    expect(table.locator("tbody tr").first.locator("td").nth(2)).to_have_text("1/37")
    expect(table.locator("th").nth(1)).to_have_attribute("aria-sort", "descending")
    page.locator(".table-tools input").first.fill("dócena")
    expect(table.locator("tbody tr:visible th")).to_have_text(["Docena", "Dos docenas"])
    with page.expect_download() as taken:
        page.locator(".table-tools button").first.click()
    lines = taken.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(";")[:3] for line in lines] == [
        ['"Apuesta"', '"Ventaja"', '"Exacta"'],
        ['"Docena"', '"2,70 %"', '"1/37"'],
        ['"Dos docenas"', '"2,70 %"', '"1/37"'],
    ]
