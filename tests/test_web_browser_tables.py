"""Live tables in a real browser: players and a croupier in windows of their own, and all that can go wrong between."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import (
    House,
    anything,
    browser,
    discs,
    house,
    in_chromium,
    purse,
    sideways,
    spot,
)

__all__ = ["browser", "house"]
pytestmark = in_chromium

# One table of each family: what Ana clicks, with a chip of five euros, what Luis types, and what the croupier enters;
# what each holds afterwards by what the bet pays, won stakes lying where they lay but for craps.
FAMILIES = [
    ("ruleta-francesa", "extremadura", "pleno:17", "rojo 10", "17", ("1,170", "990")),  # 35 to 1; 17 is black
    ("ruleta-doble-cero", "extremadura", "caballo:0-00", "linea-especial 5", "00", ("1,080", "1,025")),  # 17; 6 to 1
    ("bola", "extremadura", "numero-entero:5", "negro 10", "5", ("1,030", "990")),  # 7 to 1; the five is no colour
    ("ruleta-fortuna", "extremadura", "24", "joker rojo 5", "24", ("1,000", "995")),  # even money
    ("dados", "extremadura", "win", "dont-win 10", [3, 4], ("1,005", "990")),  # seven at first wins
    ("banca-francesa", "extremadura", "pequeno", "ases 5", [1, 2, 3], ("1,000", "995")),  # six is small
]


@pytest.mark.parametrize(("game", "region", "clicked", "words", "falls", "purses"), FAMILIES)
def test_two_players_and_a_croupier_play_a_round(
    house: House, game: str, region: str, clicked: str, words: str, falls: str | list[int], purses: tuple[str, str]
) -> None:
    table = house.casino.table(game, region, physical=True)
    carla, ana, luis = house.windows(table, "carla", "ana", "luis")
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_have_text("Place your bets")
    purse(ana, "1,000")
    spot(ana, clicked).click()
    expect(discs(luis)).to_have_count(1)
    house.types(luis, words)
    expect(discs(ana)).to_have_count(2)
    carla.locator("#do-close-it").click()
    enter(house, carla, falls)
    expect(carla.locator("#open-round")).to_be_visible()
    expect(ana.locator("#latest li").first).to_have_text(falls if isinstance(falls, str) else "-".join(map(str, falls)))
    for page, euros in zip((ana, luis), purses, strict=True):
        purse(page, euros)
    carla.locator("#open-round").click()
    expect(luis.locator("#waiting")).to_have_text("Place your bets")
    assert house.casino.view("dora", table)["round"] == 2
    assert house.casino.floor.books.check() == []


def test_american_roulette_is_played_with_colours_of_a_declared_value(house: House) -> None:
    """Ana's chips are worth ten (1.2.1.b§1): a full number pays 35 to 1. Without a word Luis's are of the minimum."""
    table = house.casino.table("ruleta-americana", "extremadura", physical=True)
    carla, ana, luis = house.windows(table, "carla", "ana", "luis")
    house.does(carla, carla.locator("#open-round").click)
    ana.locator("#more-acts summary").click()
    declares = ana.locator("form", has=ana.locator("#do-declare-it"))
    declares.locator("input[name=euros]").fill("10")
    house.does(ana, declares.get_by_role("button").click)
    spot(ana, "pleno:17").click()  # with the chip of five that is chosen at first
    expect(ana.locator("#notice")).to_contain_text("10")
    ana.locator("input[name=chip][value='1000']").check(force=True)
    spot(ana, "pleno:17").click()
    expect(discs(luis)).to_have_count(1)
    house.types(luis, "negro 15")
    expect(discs(ana)).to_have_count(2)
    carla.locator("#do-close-it").click()
    enter(house, carla, "17")
    purse(ana, "1,340")
    purse(luis, "1,000")
    expect(discs(carla)).to_have_count(2)
    carla.locator("#open-round").click()
    expect(ana.locator("#do-declare-it")).to_have_count(0)  # her chips lie on the felt, so their value stands
    assert house.casino.floor.books.check() == []


def test_neighbours_and_orphans_are_laid_chip_by_chip_pv(house: House) -> None:
    """Luis's 17 with its two neighbours on either side (02.I.e) pays 35 to 1 once; two of Ana's five pay 17 to 1."""
    table = house.casino.table("ruleta-americana", "pais-vasco", physical=True)
    carla, ana, luis = house.windows(table, "carla", "ana", "luis")
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_have_text("Place your bets")
    ana.locator("input[name=chip][value='2500']").check(force=True)
    spot(ana, "huerfanos").click()
    expect(discs(luis)).to_have_count(5)
    house.types(luis, "vecinos 17 25")
    expect(discs(ana)).to_have_count(10)
    carla.locator("#do-close-it").click()
    enter(house, carla, "17")
    purse(ana, "1,145")
    purse(luis, "1,150")
    expect(discs(carla)).to_have_count(3)
    assert house.casino.floor.books.check() == []


def enter(house: House, carla: Page, falls: str | list[int]) -> None:
    """The croupier enters what fell, and confirms it once it is shown back."""
    if isinstance(falls, str):
        house.enters(carla, carla.locator(f'[id="pocket-{falls}"]').click)
        return
    for i, die in enumerate(falls):
        carla.locator(f"#die-{i}-{die}").check(force=True)
    house.enters(carla, carla.locator("#dice-fell").click)


def test_no_die_is_chosen_before_somebody_chooses_it(house: House) -> None:
    table = house.casino.table("dados", "extremadura", physical=True)
    (carla,) = house.windows(table, "carla")
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("ana", table, "stake", "win", 500)
    house.casino.act("carla", table, "close")
    expect(carla.locator("#dice-fell")).to_be_visible()
    assert carla.locator(".pips input:checked").count() == 0
    carla.locator("#die-0-3").check(force=True)
    before = house.casino.view("dora", table)["n"]
    carla.locator("#dice-fell").click()
    expect(carla.get_by_text("Die 2: fill this in")).to_be_visible()
    assert house.casino.view("dora", table)["n"] == before


def test_whoever_sits_down_while_others_play_is_told_of_nothing_that_the_page_lacks(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    (teo,) = house.windows(table, "teo")
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.up_to_date(teo)
    answer = house.casino.post("teo", f"/api/v1/tables/{table}/seat", {"cents": 10_000})
    assert answer.status_code == 200, answer.text
    house.up_to_date(teo)  # which comes before the page itself is asked for again
    house.casino.act("ana", table, "stake", "rojo", 500)
    house.up_to_date(teo)
    assert house.errors == []


def test_a_reload_in_the_middle_of_a_round_shows_it_as_it_stands(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = house.windows(table, "carla", "ana")
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
    carla, ana = house.windows(table, "carla", "ana")
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_contain_text("Place your bets")
    house.drop(ana)
    house.casino.act("luis", table, "stake", "negro", 500)
    expect(discs(carla)).to_have_count(1)
    with ana.expect_event("requestfailed", lambda request: request.url.endswith("/act")):
        spot(ana, "rojo").click()  # sent again, under the same key, until the line is back
    expect(discs(ana)).to_have_count(0)
    ana.context.set_offline(False)
    expect(discs(ana)).to_have_count(2)
    expect(ana.locator("#offline")).to_be_hidden()
    assert house.casino.view("ana", table)["view"]["places"]["felt/ana/rojo"] == 500


def test_a_button_that_is_being_pressed_is_not_replaced_by_what_others_do(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = house.windows(table, "carla", "ana")
    carla.locator("#open-round").click()
    spot(ana, "rojo").click()
    house.up_to_date(ana)
    ana.locator("#do-undo-it").hover()
    ana.mouse.down()
    house.casino.act("luis", table, "stake", "negro", 500)
    expect(discs(carla)).to_have_count(2)
    ana.wait_for_timeout(500)  # what Luis staked has come here too
    expect(discs(ana)).to_have_count(1)
    ana.mouse.up()
    expect(discs(carla)).to_have_count(1)
    house.up_to_date(ana)
    expect(discs(ana)).to_have_count(1)
    assert "felt/ana/rojo" not in house.casino.view("ana", table)["view"]["places"]


def test_an_illegal_bet_is_one_line_and_nothing_changes(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, ana = house.windows(table, "carla", "ana")
    carla.locator("#open-round").click()
    expect(ana.locator("#waiting")).to_contain_text("Place your bets")
    ana.locator("input[name=chip][value='100']").check(force=True)
    spot(ana, "pleno:17").click()
    expect(ana.locator("#notice")).to_contain_text(re.compile(r"Straight up 17 .*art\. 1\.1\.4"))
    ana.locator("#typed").fill("rojo 3,33")
    ana.locator("#typed").press("Enter")
    expect(ana.locator("#notice")).to_contain_text("Red")
    expect(discs(ana)).to_have_count(0)
    assert house.casino.view("ana", table)["n"] == 1


def test_an_irregularity_is_seen_before_it_is_reported(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("carla", table, "close")
    iker, ana = house.windows(table, "iker", "ana")
    iker.locator("#irregularity").select_option("bola-fuera")
    iker.locator("#preview-irregularity").click()
    expect(iker.locator(".consequence")).to_contain_text("Tirada nula.")
    expect(ana.locator("#calls")).not_to_contain_text("Tirada nula.")
    iker.locator("#report-irregularity").click()
    expect(ana.locator("#calls")).to_contain_text("Tirada nula.")
    expect(iker.locator(".consequence")).to_have_count(0)


def test_on_a_phone_the_sheet_leaves_the_answer_to_what_was_done_on_it_to_be_seen(house: House) -> None:
    table = house.casino.table("banca-francesa", "extremadura", physical=True)
    house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
    house.casino.act("ana", table, "stake", "grande", 500)
    house.casino.act("carla", table, "close")
    house.casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": [6, 6, 5]})
    carla = house.window("carla", f"/tables/{table}", viewport={"width": 360, "height": 740})
    carla.locator("#rail-open").click()
    carla.locator("#open-mend").click()
    carla.locator("#mend-value").fill("1-1-1")
    carla.locator("#foresee-mended").click()
    carla.locator("#mend-why").fill("misread")
    carla.locator("#correct").click()
    expect(carla.locator("#rail")).not_to_have_class(re.compile(r"\bopen\b"))
    expect(carla.locator("#asked")).to_contain_text("1 1 1")


def test_what_was_said_to_follow_and_what_was_refused_go_with_their_moment(house: House) -> None:
    table = house.casino.table("ruleta-francesa", "extremadura", physical=True)
    carla, iker = house.windows(table, "carla", "iker")
    iker.locator("#preview-irregularity").click()
    expect(iker.locator("#rail .beside")).to_contain_text("No round is open")
    carla.locator("#open-mend").click()
    expect(carla.locator("#mend")).to_contain_text("Nothing has been entered")
    house.does(carla, carla.locator("#open-round").click)
    expect(iker.locator("#rail .beside")).to_have_count(0)
    house.types(carla, "no va más")
    iker.locator("#irregularity").select_option("bola-fuera")
    iker.locator("#preview-irregularity").click()
    expect(iker.locator("#report-irregularity")).to_be_visible()
    house.enters(carla, carla.locator("#pocket-17").click)
    expect(iker.locator("#report-irregularity")).to_have_count(0)
    expect(carla.locator("#mend-n")).to_contain_text("17")


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
    for step in ("1", "2"):
        rosa.locator("#step-on").click()
        expect(rosa.locator("#step")).to_have_value(step)
    expect(discs(rosa)).to_have_count(1)
    rosa.locator("#seen-by").select_option("ana")
    expect(rosa.locator("#seen-by")).to_have_value("ana")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_and_nothing_overflows(house: House, width: int, scheme: str) -> None:
    families = FAMILIES[::2]
    felts = [house.casino.table(game, region, physical=True) for game, region, *_ in families]
    for table, (_, _, clicked, *_) in zip(felts, families, strict=True):
        house.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        house.casino.act("ana", table, "stake", clicked, 500)
    cards = house.casino.table("blackjack", "extremadura")
    house.casino.post("carla", f"/api/v1/tables/{cards}/rounds")
    house.casino.act("ana", cards, "stake", "casilla:1", 500)
    house.casino.act("carla", cards, "close")
    visits = [("ana", f"/tables/{table}") for table in (*felts, cards)]
    visits += [("iker", f"/tables/{felts[1]}"), ("", f"/tables/{felts[1]}"), ("dora", "/tables")]
    visits += [("dora", "/tables/new"), ("dora", "/tables/new?game=dados&region=extremadura")]
    visits += [("ana", "/history"), ("ana", "/history/audit"), ("rosa", f"/history/{felts[1]}/1")]
    for who, path in visits:
        page = house.window(who, path, viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
        assert anything(page) == [], path
        assert sideways(page) <= 0, path
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
