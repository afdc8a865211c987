"""Live tables in a real browser: players and a croupier in windows of their own, and all that can go wrong between."""

import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.casino import Casino

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = next((Path(__file__).parent / "vendor").glob("axe-*.min.js"))
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")

# One table of each family: what Ana clicks, what Luis types, and what the croupier enters.
FAMILIES = [
    ("ruleta-francesa", "extremadura", "pleno:17", "rojo 10", "17"),
    ("ruleta-doble-cero", "extremadura", "caballo:0-00", "linea-especial 5", "00"),
    ("bola", "extremadura", "numero-entero:5", "negro 10", "5"),
    ("ruleta-fortuna", "extremadura", "24", "joker rojo 5", "24"),
    ("dados", "extremadura", "win", "dont-win 10", [3, 4]),
    ("banca-francesa", "extremadura", "pequeno", "ases 5", [1, 2, 3]),
]


class House:
    """A casino served on a port of its own, with browser windows for its people."""

    def __init__(self, casino: Casino, browser: Any) -> None:
        self.casino, self.browser = casino, browser
        config = uvicorn.Config(casino.app, port=0, log_level="error", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://localhost:{port}"
        self.errors: list[str] = []

    def window(self, who: str, path: str, **settings: Any) -> Any:
        """A window of somebody's."""
        context = self.browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        )
        if who:
            context.add_cookies([{"name": "tapete_session", "value": self.casino.tokens[who], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self._note(said.text))
        page.goto(self.url + path)
        return page

    def _note(self, text: str) -> None:
        if "Content Security Policy" in text or "violates" in text:
            self.errors.append(text)

    def close(self) -> None:
        """Ends the server."""
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def house(tmp_path: Path, browser: Any) -> Iterator[House]:
    found = House(Casino(tmp_path, "en"), browser)
    yield found
    assert found.errors == []
    for context in browser.contexts:
        context.close()
    found.close()
    found.casino.close()


def expect(locator: Any) -> Any:
    playwright_api.expect.set_options(timeout=20_000)  # two cores may be busy with other tests
    return playwright_api.expect(locator)


def spot(page: Any, name: str) -> Any:
    """A spot on the felt that is shown."""
    return page.locator(f'.shape:visible [data-spot="{name}"]')


def discs(page: Any) -> Any:
    return page.locator(".shape:visible .disc")


def choose_what_is_asked(*pages: Any) -> None:
    """Whoever has a decision to make takes the first option."""
    for page in pages:
        choice = page.locator("[id^=do-choose]")
        if choice.count():
            choice.first.click()
            page.wait_for_timeout(200)


@pytest.mark.parametrize(("game", "region", "clicked", "typed", "falls"), FAMILIES)
def test_two_players_and_a_croupier_play_a_round(
    house: House, game: str, region: str, clicked: str, typed: str, falls: str | list[int]
) -> None:
    table = house.casino.table(game, region, physical=True)
    carla, ana, luis = (house.window(who, f"/tables/{table}") for who in ("carla", "ana", "luis"))
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_be_visible()
    expect(ana.locator("#purse")).to_contain_text("1,000")
    spot(ana, clicked).click()
    expect(discs(luis)).to_have_count(1)
    luis.locator("#typed").fill(typed)
    luis.locator("#typed").press("Enter")
    expect(discs(ana)).to_have_count(2)
    expect(luis.locator("#typed")).to_have_value("")
    carla.locator("#do-close-it").click()
    enter(carla, falls)
    expect(carla.locator("#open-round")).to_be_visible()
    expect(ana.locator("#latest li").first).to_have_text(falls if isinstance(falls, str) else "-".join(map(str, falls)))
    carla.locator("#open-round").click()
    expect(luis.locator("#waiting")).to_be_visible()
    assert house.casino.view("dora", table)["round"] == 2
    assert house.casino.floor.books.check() == []


def enter(carla: Any, falls: str | list[int]) -> None:
    """The croupier enters what fell."""
    if isinstance(falls, str):
        carla.locator(f'[id="pocket-{falls}"]').click()
        return
    for i, die in enumerate(falls):
        carla.locator(f"#die-{i}").select_option(str(die))
    carla.locator("#dice-fell").click()


@pytest.mark.parametrize(("game", "region"), [("blackjack", "extremadura"), ("punto-banca", "pais-vasco")])
def test_cards_are_dealt_and_shown(house: House, game: str, region: str) -> None:
    table = house.casino.table(game, region)
    carla, ana = (house.window(who, f"/tables/{table}") for who in ("carla", "ana"))
    carla.locator("#open-round").click()
    for _ in range(6):
        if ana.locator(".shape:visible [data-spot]").count() and ana.locator("#do-undo-it").count() == 0:
            ana.locator(".shape:visible [data-spot]").first.click()
            ana.wait_for_timeout(300)
        choose_what_is_asked(carla)
    expect(discs(carla)).to_have_count(1)
    carla.locator("#do-close-it").click()
    expect(ana.locator("#cards img").first).to_be_visible()
    assert ana.locator("#cards img").first.evaluate("image => image.complete && image.naturalWidth > 0")
    assert ana.locator("#cards img").first.get_attribute("alt")
    contrast = ana.locator("#cards figcaption").first.evaluate("element => getComputedStyle(element).color")
    assert contrast == "rgb(244, 248, 242)"


def test_a_reload_in_the_middle_of_a_round_shows_it_as_it_stands(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = (house.window(who, f"/tables/{table}") for who in ("carla", "ana"))
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_be_visible()
    spot(ana, "rojo").click()
    expect(discs(ana)).to_have_count(1)
    ana.reload()
    expect(discs(ana)).to_have_count(1)
    expect(ana.locator("#purse")).to_contain_text("995")
    ana.locator("#do-undo-it").click()
    expect(discs(carla)).to_have_count(0)


def test_a_dropped_connection_catches_up(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = (house.window(who, f"/tables/{table}") for who in ("carla", "ana"))
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_contain_text("Place your bets")
    ana.context.set_offline(True)
    expect(ana.locator("#offline")).to_be_visible()
    house.casino.act("luis", table, "stake", "negro", 500)
    expect(discs(carla)).to_have_count(1)
    spot(ana, "rojo").click()  # sent again, under the same key, once the line is back
    ana.wait_for_timeout(300)
    ana.context.set_offline(False)
    ana.evaluate("window.dispatchEvent(new Event('online'))")
    expect(discs(ana)).to_have_count(2)
    assert house.casino.view("ana", table)["view"]["places"]["felt/ana/rojo"] == 500


def test_an_illegal_bet_is_one_line_and_nothing_changes(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = (house.window(who, f"/tables/{table}") for who in ("carla", "ana"))
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_contain_text("Place your bets")
    ana.locator("input[name=chip][value='100']").check(force=True)
    spot(ana, "pleno:17").click()
    expect(ana.locator("#notice")).to_contain_text(re.compile(r"pleno:17 .*art\. 1\.1\.4"))
    ana.locator("#typed").fill("rojo 3,33")
    ana.locator("#typed").press("Enter")
    expect(ana.locator("#notice")).to_contain_text("rojo")
    expect(discs(ana)).to_have_count(0)
    assert house.casino.view("ana", table)["n"] == 1


def test_an_irregularity_is_seen_before_it_is_reported(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("carla", table, "close")
    iker, ana = (house.window(who, f"/tables/{table}") for who in ("iker", "ana"))
    iker.locator("#irregularity").select_option("bola-fuera")
    iker.locator("#preview-irregularity").click()
    expect(iker.locator(".consequence")).to_contain_text("Tirada nula.")
    expect(ana.locator("#calls")).not_to_contain_text("Tirada nula.")
    iker.locator("#report-irregularity").click()
    expect(ana.locator("#calls")).to_contain_text("Tirada nula.")
    expect(iker.locator(".consequence")).to_have_count(0)


def test_keys_alone_play(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    ana = house.window("ana", f"/tables/{table}")
    spot(ana, "pleno:0").focus()
    for key in ("ArrowRight", "ArrowRight"):
        ana.keyboard.press(key)
    on = ana.evaluate("document.activeElement.dataset.spot")
    assert on not in (None, "pleno:0")
    ana.keyboard.press("Enter")
    expect(discs(ana)).to_have_count(1)
    assert ana.evaluate("document.activeElement.dataset.spot") == on
    assert list(house.casino.view("ana", table)["view"]["places"])[-1] == f"felt/ana/{on}"
    ana.keyboard.press("Delete")
    expect(discs(ana)).to_have_count(0)


def test_a_round_is_replayed_step_by_step(house: House) -> None:
    table = house.casino.table("bola", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("ana", table, "stake", "rojo", 500)
    house.casino.act("carla", table, "close")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "5"})
    rosa = house.window("rosa", f"/history/{table}/1")
    rosa.locator("#step-first").click()
    expect(rosa.locator("#step")).to_have_value("0")
    expect(discs(rosa)).to_have_count(0)
    for _ in range(2):
        rosa.locator("#step-on").click()
        rosa.wait_for_timeout(200)
    expect(discs(rosa)).to_have_count(1)
    rosa.locator("#seen-by").select_option("ana")
    expect(rosa.locator("#seen-by")).to_have_value("ana")


def serious(page: Any) -> list[str]:
    """What axe finds to be serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:120]}"
        for item in found["violations"]
        if item["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_serious_and_nothing_overflows(house: House, width: int, scheme: str) -> None:
    families = FAMILIES[::2]
    felts = [house.casino.table(game, region, physical=True) for game, region, *_ in families]
    for table, (_, _, clicked, *_) in zip(felts, families, strict=True):
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        house.casino.act("ana", table, "stake", clicked, 500)
    visits = [("ana", f"/tables/{table}") for table in felts]
    visits += [("iker", f"/tables/{felts[1]}"), ("", f"/tables/{felts[1]}"), ("dora", "/tables")]
    visits += [("dora", "/tables/new"), ("dora", "/tables/new?game=dados&region=extremadura")]
    visits += [("ana", "/history"), ("ana", "/history/audit"), ("rosa", f"/history/{felts[1]}/1")]
    for who, path in visits:
        page = house.window(who, path, viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        page.context.close()


def test_the_dark_theme_at_phone_width_plays(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "pais-vasco", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    ana = house.window("ana", f"/tables/{table}", viewport={"width": 360, "height": 740}, color_scheme="dark")
    assert ana.locator(".shape.tall").is_visible()
    assert not ana.locator(".shape.wide").is_visible()
    spot(ana, "pleno:17").click()
    expect(discs(ana)).to_have_count(1)
    background = ana.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", background)[:3]) < 64
