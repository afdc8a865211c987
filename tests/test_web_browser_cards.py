"""Card games in a real browser: whole rounds with cards known beforehand, in three windows, to the last chip.

The croupier enters the cards one by one, so each round is worked out by hand: what everybody ends with is what the
article named pays. Ana and Luis sit down with 1,000 euros each.
"""

import re

from playwright.sync_api import Locator, Page, expect

from tapete import i18n
from tapete.web.tables.telling import hand_name
from tests.browser import House, browser, discs, house, in_chromium, purse, spot

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX, PV = "extremadura", "pais-vasco"


class Felt:
    """A physical table in the croupier's, Ana's and Luis's windows, with a round opened."""

    def __init__(self, house: House, game: str, region: str) -> None:
        self.house = house
        self.table = house.casino.table(game, region, physical=True)
        self.carla, self.ana, self.luis = house.windows(self.table, "carla", "ana", "luis")
        self.button(self.carla, "open-round")

    def button(self, page: Page, id: str) -> None:
        """Somebody does what is open to them, once it is."""
        self.house.does(page, page.locator(f'[id="{id}"]').click)

    def clicks(self, page: Page, chip: int, *spots: str) -> None:
        """A player puts a chip of so many euros on spots."""
        page.locator(f"input[name=chip][value='{100 * chip}']").check(force=True)
        for name in spots:
            self.house.does(page, spot(page, name).click)

    def types(self, page: Page, text: str) -> None:
        """A player types a bet."""
        self.house.types(page, text)

    def no_more_bets(self) -> None:
        """The croupier closes the bets."""
        self.button(self.carla, "do-close-it")

    def cards(self, text: str) -> None:
        """The croupier enters cards as they are turned."""
        for card in text.split():
            self.house.up_to_date(self.carla)
            self.carla.locator("#fell-value").fill(card)
            self.house.enters(self.carla, self.carla.locator("#card-fell").click)

    def chooses(self, page: Page, option: str, *watching: Page) -> None:
        """Somebody decides when it is their turn; the others see that it is, and cannot."""
        expect(page.locator("#waiting")).to_contain_text("It is your decision")
        for other in watching:
            expect(other.locator("#waiting")).to_contain_text("decides")
            expect(other.locator("[id^=do-choose]")).to_have_count(0)
        self.button(page, f"do-choose-{option}")

    def ends(self, ana: str, luis: str) -> None:
        """The round is over with these chips in hand, the books are even, and the next round opens for everybody."""
        purse(self.ana, ana)
        purse(self.luis, luis)
        for page in (self.carla, self.ana, self.luis):
            expect(page.locator("#waiting")).to_have_text("Between rounds")
        assert self.house.casino.floor.books.check() == []
        self.button(self.carla, "open-round")
        for page in (self.ana, self.luis):
            expect(page.locator("#waiting")).not_to_have_text("Between rounds")


def hand(page: Page, place: str) -> Locator:
    """The cards that lie in a place, as a window shows them."""
    with i18n.speaking("en"):
        caption = page.get_by_text(hand_name(place), exact=True)
    return page.locator("#cards figure").filter(has=caption).locator("img")


def test_blackjack_ex_one_doubles_and_one_splits(house: House) -> None:
    """Ana doubles 11 (1.10.5.1.D) and wins with 20; Luis splits eights (C§1), ties with 18 and wins with 21 (A§7)."""
    felt = Felt(house, "blackjack", EX)
    felt.clicks(felt.ana, 10, "casilla:1")
    felt.types(felt.luis, "casilla 2 25")
    expect(discs(felt.ana)).to_have_count(2)
    felt.no_more_bets()
    felt.cards("6s 8c 6h 5d 8d")
    expect(hand(felt.luis, "mano:1")).to_have_count(2)
    felt.chooses(felt.ana, "doblar", felt.luis, felt.carla)
    purse(felt.ana, "980")
    felt.cards("9h")
    felt.chooses(felt.luis, "separar", felt.ana, felt.carla)
    purse(felt.luis, "950")
    felt.cards("10s")
    felt.chooses(felt.luis, "plantarse", felt.ana)
    felt.cards("3c")
    felt.chooses(felt.luis, "pedir", felt.ana)
    felt.cards("Kc")
    felt.cards("10d 2s")  # the bank: 16, and 18
    expect(felt.ana.locator("#calls")).to_contain_text("Banca: 18.")
    felt.ends(ana="1,020", luis="1,025")


def test_blackjack_pv_the_cut_goes_round_and_the_bank_s_ace_is_insured(house: House) -> None:
    """Ana's blackjack takes even money (03.V.1.b§3); Luis loses 20 and wins 2 to 1 on an insurance of 10 (b§2)."""
    felt = Felt(house, "blackjack", PV)
    felt.chooses(felt.ana, "rehusar", felt.luis, felt.carla)
    felt.chooses(felt.luis, "cortar", felt.ana)
    expect(felt.ana.locator("#calls")).to_contain_text("Corta luis.")
    felt.clicks(felt.ana, 10, "casilla:1")
    felt.types(felt.luis, "casilla 2 20")
    felt.no_more_bets()
    felt.cards("As 10c Ah Kd 9h")
    felt.button(felt.ana, "do-a-la-par-casilla:1")
    purse(felt.ana, "1,010")
    asks = felt.luis.locator("form", has=felt.luis.locator('[id="do-asegurar-seguro:2"]'))
    asks.locator("input[name=euros]").fill("10")
    felt.button(felt.luis, "do-asegurar-seguro:2")
    purse(felt.luis, "970")
    felt.no_more_bets()
    felt.chooses(felt.luis, "plantarse", felt.ana)
    felt.cards("Ks")
    expect(felt.luis.locator("#calls")).to_contain_text("Banca: blackjack.")
    felt.ends(ana="1,010", luis="1,000")


def test_triple_blackjack_pv_one_hand_for_three_squares(house: House) -> None:
    """Ana's 18 wins, loses and wins against three hands of the bank's ten (03.01.1.a§6, §8 and §15); Luis wins one."""
    felt = Felt(house, "triple-blackjack", PV)
    felt.chooses(felt.ana, "cortar", felt.luis)
    felt.clicks(felt.ana, 10, "casilla:1.1", "casilla:1.2", "casilla:1.3")
    felt.types(felt.luis, "casilla 2.1 20")
    felt.no_more_bets()
    felt.cards("10c 10d 10h 8c 9d")
    felt.chooses(felt.ana, "plantarse", felt.luis)
    felt.chooses(felt.luis, "plantarse", felt.ana)
    felt.cards("6h Ks")  # 26: the bank passes
    purse(felt.luis, "1,020")
    expect(hand(felt.luis, "banca")).to_have_count(1)
    felt.cards("Ah")  # a blackjack against the second squares
    felt.cards("7h")  # 17 against the third
    expect(felt.luis.locator("#calls")).to_contain_text("Banca: 17.")
    felt.ends(ana="1,010", luis="1,020")


def test_punto_banca_ex_third_cards_and_the_deduction(house: House) -> None:
    """5 and 4 both draw (1.11.6.2): the banca wins 9 to 1, 20 less five per cent (1.11.5§2), and its stake stays."""
    felt = Felt(house, "punto-banca", EX)
    felt.chooses(felt.carla, "hecha", felt.ana)
    felt.cards("3c")
    felt.ana.locator("#more-acts summary").click()
    felt.button(felt.ana, "do-refuse-shoe-it")
    expect(felt.luis.locator("#calls")).to_contain_text("El sabot, para luis.")
    felt.clicks(felt.ana, 10, "punto")
    felt.types(felt.luis, "banca 20")
    felt.no_more_bets()
    felt.cards("2s Kh 3d 4c")
    expect(felt.ana.locator("#calls")).to_contain_text("Carta para el jugador.")
    felt.cards("6h 5s")
    expect(hand(felt.luis, "banca")).to_have_count(3)
    expect(felt.ana.locator("#calls")).to_contain_text("Gana banca: 9 contra 1.")
    felt.ends(ana="990", luis="999")
    expect(discs(felt.ana)).to_have_count(1)


def test_punto_banca_pv_a_tie_pays_eight_and_leaves_the_hands_stakes(house: House) -> None:
    """7 against 7, no third cards: the tie pays 8 to 1 (07.VI.1§1), and Ana may take her stake back (07.VII§5)."""
    felt = Felt(house, "punto-banca", PV)
    felt.chooses(felt.carla, "hecha", felt.ana)
    felt.cards("Ac")
    felt.clicks(felt.ana, 10, "punto")
    felt.types(felt.luis, "empate 5")
    felt.no_more_bets()
    felt.cards("4s Kd 3s 7h")
    expect(felt.ana.locator("#calls")).to_contain_text("Empate a 7.")
    felt.ends(ana="990", luis="1,035")
    felt.ana.locator("#tab-mine").click()
    felt.button(felt.ana, "back-punto")
    purse(felt.ana, "1,000")


def test_treinta_cuarenta_ex_31_to_31_is_prison_or_half(house: House) -> None:
    """As at the zero of roulette (1.7.5.1§3): Luis takes half of 20; Ana's 10 goes to prison and is freed by black."""
    felt = Felt(house, "treinta-cuarenta", EX)
    felt.clicks(felt.ana, 10, "negro")
    felt.types(felt.luis, "rojo 20")
    felt.no_more_bets()
    felt.cards("10c Jd Qh Ac Ks 10c 4h 7d")
    felt.chooses(felt.ana, "prision", felt.luis)
    felt.chooses(felt.luis, "mitad", felt.ana)
    expect(felt.luis.locator(".shape:visible .disc.imprisoned")).to_have_count(1)
    felt.ends(ana="990", luis="990")
    felt.no_more_bets()
    felt.cards("10s Jd Qh 2c Ks 10c Kh 3d")  # 32 to 33
    expect(felt.luis.locator("#calls")).to_contain_text("negro y color ganan")
    felt.ends(ana="1,000", luis="990")


def test_treinta_cuarenta_pv_an_insured_stake_need_not_fear_31(house: House) -> None:
    """One in a hundred insures Luis's 20, which stay where they lie; Ana takes half of 10 (05.V.1§3)."""
    felt = Felt(house, "treinta-cuarenta", PV)
    felt.clicks(felt.ana, 10, "negro")
    felt.types(felt.luis, "rojo 20")
    felt.types(felt.luis, "seguro rojo 0,20")
    felt.no_more_bets()
    felt.cards("10c Jd Qh Ac Ks 10c 4h 7d")
    felt.chooses(felt.ana, "mitad", felt.luis)
    felt.ends(ana="995", luis="979.80")
    expect(discs(felt.ana)).to_have_count(1)


def test_monte_ex_a_camo_wins_and_segundas_follow(house: House) -> None:
    """The camo pays 11 to 1 (1.8.6.1.A.b). In Segundas the viudo pays 5 to 1 (A§2), less a tenth at once (1.8.5.2)."""
    felt = Felt(house, "monte", EX)
    felt.chooses(felt.carla, "cortar", felt.ana)
    felt.cards("5o 2o 4o 3o")
    felt.clicks(felt.ana, 10, "camo:1")
    felt.types(felt.luis, "salto 2 10")
    felt.no_more_bets()
    felt.cards("7o 5c")
    expect(felt.luis.locator("#calls")).to_contain_text("Segundas: tercera contra cuarta.")
    purse(felt.ana, "1,110")
    purse(felt.luis, "990")
    felt.clicks(felt.ana, 10, "cartas-segundas:4-3")
    felt.types(felt.luis, "viudo-segundas 3 10")
    felt.no_more_bets()
    felt.cards("4e")
    felt.ends(ana="1,100", luis="1,035")


def test_reto_ex_both_tie_and_one_challenges(house: House) -> None:
    """Ana's tie pays 10 to 1 (1.9.5.4) and her challenge is won (5.2); Luis gives up and keeps half (5.3)."""
    felt = Felt(house, "reto", EX)
    felt.clicks(felt.ana, 10, "inicial")
    felt.clicks(felt.ana, 5, "tie")
    felt.types(felt.luis, "inicial 20")
    felt.no_more_bets()
    felt.cards("8s 8h 8d")
    expect(felt.luis.locator("#calls")).to_contain_text("Empata: ana, luis.")
    purse(felt.ana, "1,040")
    felt.chooses(felt.ana, "retar", felt.luis)
    felt.chooses(felt.luis, "retirarse", felt.ana)
    expect(felt.luis.locator("#calls")).to_contain_text("Se queman 3 cartas.")
    felt.cards("3h 2c")
    felt.ends(ana="1,060", luis="990")


# What can go wrong


def deciding(house: House) -> Felt:
    """Blackjack with Ana's 11 against a six, and it is her turn."""
    felt = Felt(house, "blackjack", EX)
    felt.clicks(felt.ana, 10, "casilla:1")
    felt.no_more_bets()
    felt.cards("6s 6h 5d")
    expect(felt.ana.locator("#waiting")).to_contain_text("It is your decision")
    return felt


def test_poker_cuatro_cartas_ex_any_amount_and_three_times_against_an_open_card(house: House) -> None:
    """Ana adds 25 to her 10 (1.18.5.2) and wins; Luis three times his 10 with a trio, loses, and has the bonus (12)."""
    felt = Felt(house, "poker-cuatro-cartas", EX)
    felt.clicks(felt.ana, 10, "ante")
    felt.types(felt.luis, "ante 10")
    felt.types(felt.luis, "ases 5")
    felt.no_more_bets()
    felt.cards("4c")
    expect(felt.ana.locator("#calls")).to_contain_text("La banca enseña: 4 de tréboles.")
    asks = felt.ana.locator("form", has=felt.ana.locator('[id="do-jugar-play"]'))
    asks.locator("input[name=euros]").fill("25")
    felt.button(felt.ana, "do-jugar-play")
    purse(felt.ana, "965")
    felt.chooses(felt.luis, "tres-veces", felt.ana, felt.carla)
    purse(felt.luis, "955")
    felt.cards("9c 9d 9h Ks 2d")  # three nines
    felt.cards("Jc Jd Jh 5s 3d 8c 8d 8h 6s 2c")
    expect(felt.ana.locator("#calls")).to_contain_text("Gana: ana.")
    felt.ends(ana="1,055", luis="1,015")


def test_texas_bonus_ex_one_bets_to_the_river_and_one_gives_up_with_two_aces(house: House) -> None:
    """Ana's two kings win twice, once and once her 10 (1.17.6.10); Luis keeps his bonus of 5, 30 to 1 (1.17.6.12)."""
    felt = Felt(house, "texas-bonus", EX)
    felt.clicks(felt.ana, 10, "ante")
    felt.types(felt.luis, "ante 10")
    felt.types(felt.luis, "bonus 5")
    felt.no_more_bets()
    felt.chooses(felt.ana, "apostar", felt.luis, felt.carla)
    purse(felt.ana, "970")
    felt.chooses(felt.luis, "retirarse", felt.ana)
    felt.cards("Kh 8d 3s")
    expect(felt.luis.locator("#calls")).to_contain_text("Flop: rey de corazones, 8 de diamantes, 3 de picas.")
    felt.chooses(felt.ana, "apostar", felt.luis)
    felt.cards("9c")
    felt.chooses(felt.ana, "apostar", felt.luis)
    felt.cards("2c Qh Jd Kc 5d Ac Ad")
    expect(felt.ana.locator("#calls")).to_contain_text("Gana: ana.")
    felt.ends(ana="1,040", luis="1,140")


def test_texas_poker_pv_the_bank_needs_fours_and_the_bonus_is_paid_before_the_turn(house: House) -> None:
    """Both go with twice their 10; the bank does not play (16.VII§6). Luis has aces with the flop, 7 to 1 (16.VI§3)."""
    felt = Felt(house, "texas-poker", PV)
    felt.types(felt.ana, "ante 10")
    felt.types(felt.luis, "ante 10")
    felt.types(felt.luis, "txb 5")
    felt.no_more_bets()
    felt.cards("Ad 9s 4c")
    felt.chooses(felt.ana, "ir", felt.luis, felt.carla)
    felt.chooses(felt.luis, "ir", felt.ana)
    felt.cards("Ah 7c")
    purse(felt.luis, "1,005")
    felt.cards("2d 3h Jc 10h Kc Qd")
    expect(felt.ana.locator("#calls")).to_contain_text("La banca no juega")
    felt.ends(ana="1,010", luis="1,045")


def test_a_reload_in_the_middle_of_a_decision_shows_it_again(house: House) -> None:
    felt = deciding(house)
    felt.ana.reload()
    expect(hand(felt.ana, "mano:1")).to_have_count(2)
    expect(hand(felt.ana, "mano:1").first).to_have_attribute("alt", "6 of spades")
    expect(hand(felt.ana, "mano:1").first).to_have_js_property("complete", True)
    assert hand(felt.ana, "mano:1").first.evaluate("image => image.naturalWidth") > 0
    expect(hand(felt.ana, "banca")).to_have_count(1)
    purse(felt.ana, "990")
    felt.chooses(felt.ana, "doblar", felt.luis)
    felt.carla.reload()
    felt.cards("9h 10d 2s")
    felt.ends(ana="1,020", luis="1,000")


def test_what_is_being_typed_outlives_a_connection_that_dropped(house: House) -> None:
    felt = deciding(house)
    felt.chooses(felt.ana, "doblar")
    expect(felt.carla.locator("#fell-value")).to_be_visible()
    felt.carla.locator("#fell-value").fill("9h")
    house.drop(felt.carla)
    felt.carla.context.set_offline(False)
    expect(felt.carla.locator("#offline")).to_be_hidden()
    house.enters(felt.carla, felt.carla.locator("#card-fell").click)
    felt.cards("10d 2s")
    felt.ends(ana="1,020", luis="1,000")


def test_a_connection_dropped_in_the_middle_of_a_decision_catches_up(house: House) -> None:
    """Ana decides on another line meanwhile; her window asks for nothing any more once its own line is back."""
    felt = deciding(house)
    house.drop(felt.ana)
    house.casino.act("ana", felt.table, "choose", "doblar")
    expect(felt.carla.locator("#fell-value")).to_be_visible()
    felt.cards("9h")
    expect(hand(felt.ana, "mano:1")).to_have_count(2)
    felt.ana.context.set_offline(False)
    expect(hand(felt.ana, "mano:1")).to_have_count(3)
    expect(felt.ana.locator("#offline")).to_be_hidden()
    expect(felt.ana.locator("[id^=do-choose]")).to_have_count(0)
    felt.cards("10d 2s")
    felt.ends(ana="1,020", luis="1,000")


def test_an_illegal_bet_on_a_card_table_is_one_line(house: House) -> None:
    """A stake outside the limits (1.10.5.2.b), another's square without leave (1.10.4.b), and a card that is none."""
    felt = Felt(house, "blackjack", EX)
    felt.luis.locator("input[name=chip][value='100']").check(force=True)
    spot(felt.luis, "casilla:2").click()
    expect(felt.luis.locator("#notice")).to_contain_text(re.compile(r"Square 2 takes €5 .*art\. 1\.10\.5\.2\.b"))
    for text, says in (("casilla 1 5", r"ana.*art\. 1\.10\.4\.b"), ("seguro 2 5", r"art\. 1\.10\.5\.1\.B§1")):
        felt.luis.locator("#typed").fill(text)
        felt.luis.locator("#typed").press("Enter")
        expect(felt.luis.locator("#notice")).to_contain_text(re.compile(says))
    expect(discs(felt.luis)).to_have_count(0)
    purse(felt.luis, "1,000")
    felt.types(felt.luis, "casilla 2 5")
    felt.no_more_bets()
    felt.carla.locator("#fell-value").fill("1x")
    felt.carla.locator("#card-fell").click()
    expect(felt.carla.locator("#notice")).to_contain_text("1x")
    felt.cards("10s")
    expect(hand(felt.luis, "mano:2")).to_have_count(1)


def test_a_card_found_turned_is_seen_before_it_is_reported(house: House) -> None:
    """A card lying face up in the shoe is eliminated (1.10.5.3§2), and the next one is Ana's."""
    felt = Felt(house, "blackjack", EX)
    (iker,) = house.windows(felt.table, "iker")
    felt.clicks(felt.ana, 10, "casilla:1")
    felt.no_more_bets()
    iker.locator("#irregularity").select_option("carta-vuelta")
    iker.locator("#preview-irregularity").click()
    expect(iker.locator(".consequence")).to_contain_text("Carta vuelta: se elimina.")
    expect(felt.ana.locator("#calls")).not_to_contain_text("Carta vuelta")
    iker.locator("#report-irregularity").click()
    expect(felt.ana.locator("#calls")).to_contain_text("Carta vuelta: se elimina.")
    expect(iker.locator(".consequence")).to_have_count(0)
    felt.cards("2c 6s")
    expect(hand(felt.ana, "descarte")).to_have_count(1)
    expect(hand(felt.ana, "mano:1")).to_have_count(1)
