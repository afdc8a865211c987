"""Games between players in a real browser: whole hands in everybody's windows to the last chip, at desk and phone.

The croupier enters the cards as they are turned, so each is worked out by hand: what everybody ends with follows from
the articles named.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.audit.table import TableFile
from tests.browser import House, anything, browser, house, in_chromium, purse, sideways
from tests.helpers import EVERYTHING

__all__ = ["browser", "house"]
pytestmark = in_chromium

EX, GA = "extremadura", "galicia"
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "bypass_csp": True}

# How much of the oval's room the plates, cards and table take up that are drawn in it.
FILLED = """() => {
  const parts = [...document.querySelectorAll(".oval .shape svg > *")].map((part) => part.getBoundingClientRect());
  const boxes = parts.filter((box) => box.width);
  const across = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
  const down = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  const room = document.querySelector(".oval").getBoundingClientRect();
  return (across * down) / (room.width * room.height);
}"""


class Circle:
    """A table of some game with everybody's window, and the croupier's."""

    def __init__(self, house: House, game: str, region: str, physical: bool, **chips: int) -> None:
        self.house, casino = house, house.casino
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5"})
        self.table = casino.floor.tables.open_table(casino.people["dora"], file, physical, game).public_id
        for who, euros in chips.items():
            casino.floor.seats.seat(casino.people[who], self.table, 100 * euros, casino.key())
        self.api = f"/api/v1/tables/{self.table}"
        self.windows: dict[str, Page] = {}

    def sit_down(self, *people: str, **settings: Any) -> None:
        """Windows open. What browsers add to the next round's chance stays with them: it would come at any moment."""
        for who in people:
            page = self.house.window(who, "/sign-in", **settings)
            page.route("**/bring", lambda route: route.fulfill(status=204))
            page.goto(f"/tables/{self.table}")
            self.windows[who] = page

    def drawn(self, cards: str = "") -> None:
        """The round in which the seats are drawn."""
        self.house.casino.post("carla", f"{self.api}/rounds")
        self.house.casino.act("carla", self.table, "close")
        self.fall(cards)

    def fall(self, cards: str) -> None:
        """The croupier enters cards on another line."""
        for card in cards.split():
            answer = self.house.casino.post("carla", f"{self.api}/fell", {"value": card})
            assert answer.status_code == 200, answer.text

    def turns(self, cards: str) -> None:
        """The croupier enters cards on the page."""
        carla = self.windows["carla"]
        for card in cards.split():
            self.house.up_to_date(carla)
            carla.locator("#fell-value").fill(card)
            self.house.enters(carla, carla.locator("#card-fell").click)

    def presses(self, who: str, id: str) -> None:
        """Somebody does what is open to them."""
        page = self.windows[who]
        self.house.does(page, page.locator(f'[id="{id}"]').click)

    def puts(self, who: str, do: str, size: str) -> None:
        """Somebody does something with an amount that the bar names, or that they type."""
        page = self.windows[who]
        self.house.up_to_date(page)
        form = page.locator("form.amount", has=page.locator(f"#do-{do}-it"))
        button = form.locator("[data-size]", has_text=size)
        if button.count():
            button.first.click()
        else:
            form.locator("[name=euros]").fill(size)
        self.presses(who, f"do-{do}-it")

    def seat(self, viewer: str, who: str) -> Any:
        """A place as a window shows it."""
        return self.windows[viewer].locator(f'.oval .shape:visible [data-seat="{who}"]')

    def ends(self, **euros: str) -> None:
        """The hand is over with these chips in hand, and the books are even."""
        for who, amount in euros.items():
            purse(self.windows[who], amount)
        assert self.house.casino.floor.books.check() == []


def test_holdem_ex_four_windows_and_two_side_pots(house: House) -> None:
    """Sol goes in with 60, Luis with 150; Ana bets 100 more against Teo and throws her cards away (2.2.9.14).

    The house has five per cent of what each interval adds (2.2.3.a): 25.50 of 510, 12 and 13.50 of it from the pots of
    240 and 270, then 10 of 200. Sol's aces win 228, Luis's kings 256.50, Teo has the last 190 to himself.
    """
    felt = Circle(house, "holdem", EX, True, ana=1000, luis=150, teo=400, sol=60)
    felt.drawn("Ah Kh Qh Jh Ac Kc Qc Jc")  # seats and button in the order in which they sat down
    felt.sit_down("carla", "ana", "luis", "teo", "sol")
    felt.presses("carla", "open-round")
    felt.presses("carla", "do-close-it")
    expect(felt.seat("teo", "ana").locator(".button-disc")).to_have_count(1)
    expect(felt.seat("teo", "sol")).to_have_class("plate seat turn")
    expect(felt.windows["ana"].locator("#do-call-it")).to_have_count(0)
    felt.puts("sol", "raise", "most")
    expect(felt.seat("ana", "sol")).to_contain_text("all in")
    felt.presses("ana", "do-call-it")
    felt.puts("luis", "raise", "most")
    expect(felt.windows["teo"].locator("#do-call-it")).to_contain_text("€145")
    felt.presses("teo", "do-call-it")
    felt.presses("ana", "do-call-it")
    felt.turns("2c 7d 9h")
    middle = felt.windows["luis"].locator(".oval .shape:visible .middle")
    expect(middle).to_contain_text("Main pot €228")
    expect(middle).to_contain_text("Side pot 1 €256.50: ana, luis, teo")
    assert anything(house.window("luis", f"/tables/{felt.table}", bypass_csp=True)) == []
    felt.presses("teo", "do-check-it")
    felt.puts("ana", "bet", "100")
    felt.presses("teo", "do-call-it")
    felt.turns("Js")
    expect(middle).to_contain_text("Side pot 2 €190: ana, teo")
    for card in ("3c", ""):
        felt.presses("teo", "do-check-it")
        felt.presses("ana", "do-check-it")
        felt.turns(card)
    felt.presses("ana", "do-choose-tirar")
    expect(felt.seat("sol", "ana")).to_contain_text("folded")
    felt.presses("luis", "do-choose-mostrar")
    felt.turns("Ks Kh Qs Qh")
    felt.presses("sol", "do-choose-mostrar")
    felt.turns("As Ah")
    expect(felt.seat("ana", "sol")).to_contain_text("wins €228")
    felt.ends(ana="750", luis="256.50", teo="340", sol="228")


def test_chemin_de_fer_ex_a_coup_that_the_bank_loses(house: House) -> None:
    """Ana's bank of 200 plays 75, the rest goes into the garage (2.1.A.5.2.b); 7 beats 6, and all stakes are paid."""
    felt = Circle(house, "chemin-de-fer", EX, True, ana=600, luis=600, teo=600, sol=600)
    felt.sit_down("carla", "ana", "luis")
    felt.presses("carla", "open-round")
    felt.presses("carla", "do-choose-hecha")
    felt.puts("ana", "take", "200")
    felt.presses("ana", "do-go-on-it")
    house.types(felt.windows["luis"], "punto 50")
    house.casino.act("teo", felt.table, "stake", "punto", 2500)
    expect(felt.seat("luis", "ana").locator(".heap.bank")).to_have_text("200")
    expect(felt.seat("ana", "luis").locator(".heap")).to_have_text("50")
    felt.presses("carla", "do-close-it")
    felt.presses("luis", "do-lift-it")
    expect(felt.seat("luis", "ana")).to_contain_text("garage €125")
    expect(felt.seat("carla", "luis").locator(".card.back")).to_have_count(2)
    felt.presses("luis", "do-choose-no")
    felt.presses("ana", "do-choose-no")
    felt.turns("3h 4d 10c 6s")
    felt.presses("carla", "do-choose-pagar")
    expect(felt.windows["ana"].locator("#waiting")).to_have_text("Between rounds")
    felt.ends(ana="525", luis="650")


def test_ex_2_1_a_5_1_b_a_banker_sees_all_that_is_asked_of_him_at_once_and_what_his_partners_bring(
    house: House,
) -> None:
    """Ana has won 150 twice, less five per cent, more than fifty minimums (2.1.A.5.2.a); then Luis is offered 50."""
    felt = Circle(house, "chemin-de-fer", EX, True, ana=1000, luis=1000, teo=1000, sol=1000)
    felt.sit_down("carla", "ana", "luis")
    felt.presses("carla", "open-round")
    felt.presses("carla", "do-choose-hecha")
    felt.puts("ana", "take", "150")
    for _ in range(2):
        felt.presses("ana", "do-go-on-it")
        house.types(felt.windows["luis"], "punto 150")
        felt.presses("carla", "do-close-it")
        felt.presses("luis", "do-lift-it")
        felt.presses("luis", "do-choose-no")
        felt.presses("ana", "do-choose-no")
        felt.turns("2h 4d 4c 3s")
        felt.presses("carla", "do-choose-pagar")
        felt.presses("carla", "open-round")
    everything_in_sight(felt.windows["ana"], "raise", "put-away")
    felt.presses("ana", "do-pass-it")
    felt.puts("luis", "take", "least")
    house.casino.act("teo", felt.table, "associate", cents=5000)
    house.up_to_date(felt.windows["luis"])
    expect(felt.windows["luis"].locator("form", has_text="teo").locator("button")).to_contain_text("€50")
    everything_in_sight(felt.windows["luis"], "accept-teo", "pass")


def everything_in_sight(page: Page, *doings: str) -> None:
    """What may be done stands in the bar, at a desk and on a phone, and none of it has to be scrolled to."""
    for size in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for do in doings:
            expect(page.locator(f'#bar [id^="do-{do}"]').first).to_be_visible()
        hidden = page.evaluate("(bar => bar.scrollHeight - bar.clientHeight)(document.querySelector('#bar'))")
        assert hidden <= 2, f"{hidden} pixels of the bar are below its edge at {size}"
    page.set_viewport_size({"width": 1280, "height": 900})


def test_an_amount_is_proposed_as_its_reader_writes_it_by_its_size_and_by_its_slider(house: House) -> None:
    felt = Circle(house, "chemin-de-fer", EX, True, ana=600, luis=600, teo=600, sol=600)
    house.casino.people["ana"] = house.casino.floor.accounts.set_language(house.casino.people["ana"], "es")
    felt.sit_down("carla", "ana")
    felt.presses("carla", "open-round")
    felt.presses("carla", "do-choose-hecha")
    felt.puts("ana", "take", "20")
    page = felt.windows["ana"]
    amount = page.locator("#amount-raise-it")
    expect(amount).to_have_value("0,50")
    page.locator("#range-raise-it").press("ArrowRight")
    page.locator("#range-raise-it").press("ArrowRight")
    expect(amount).to_have_value("1,50")
    felt.presses("ana", "do-raise-it")
    expect(felt.seat("ana", "ana").locator(".heap.bank")).to_have_text("21,5")


def test_on_a_phone_the_table_and_what_one_may_do_are_seen_at_once_and_keys_play(house: House) -> None:
    felt = Circle(house, "holdem", EX, False, ana=500, luis=500, teo=500, sol=500, eva=500, pau=500, noa=500)
    felt.drawn()
    house.casino.post("carla", f"{felt.api}/rounds")
    house.casino.act("carla", felt.table, "close")
    who = house.casino.view("dora", felt.table)["view"]["actors"][0]
    felt.sit_down(who, **PHONE)
    page = felt.windows[who]
    expect(felt.seat(who, who).locator(".card:not(.back)")).to_have_count(2)
    mine, bar = felt.seat(who, who).locator("rect").last.bounding_box(), page.locator("#bar").bounding_box()
    assert mine is not None and bar is not None
    assert mine["y"] + mine["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] <= 741
    assert anything(page) == []
    assert sideways(page) <= 0
    amount = page.locator("#amount-raise-it")
    amount.fill("33")
    house.casino.post("iker", f"{felt.api}/act", {"do": "rule", "on": f"demora:{who}", "who": "inspector"})
    expect(felt.seat(who, who)).to_contain_text("warned")
    expect(amount).to_have_value("33")
    page.locator("#do-call-it").focus()
    house.does(page, lambda: page.keyboard.press("Enter"))
    expect(felt.seat(who, who).locator(".heap")).to_have_text("5")
    for width, height in ((360, 740), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".oval .shape:visible .wood")).to_be_visible()
        assert page.evaluate(FILLED) > 0.62, f"the table leaves its stage empty at {width} pixels"


def test_on_a_phone_what_the_inspector_chooses_and_does_is_within_the_window(house: House) -> None:
    """A list of many was as wide as its longest line, and its button beyond the edge."""
    felt = Circle(house, "seven-stud", GA, False, ana=500, luis=500, teo=500, sol=500)
    felt.drawn()
    house.casino.post("carla", f"{felt.api}/rounds")
    house.casino.act("carla", felt.table, "close")
    felt.sit_down("iker", **PHONE)
    page = felt.windows["iker"]
    for id in ("on-rule", "do-rule"):
        box = page.locator(f"#{id}").bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= 360
    croupier = page.locator(".oval .shape:visible .plate.croupier")
    plate, name = croupier.locator("rect").bounding_box(), croupier.locator("text").bounding_box()
    assert plate is not None and name is not None
    assert plate["x"] <= name["x"] < name["x"] + name["width"] <= plate["x"] + plate["width"]


@pytest.mark.skipif(not EVERYTHING, reason="every window of two more games: TAPETE_EVERYTHING=1")
@pytest.mark.parametrize(("game", "region"), [("poker-cubierto", EX), ("five-stud", GA), ("seven-stud", EX)])
def test_a_hand_with_cards_to_change_or_to_see_is_played_by_what_the_bar_offers(
    house: House, game: str, region: str
) -> None:
    people = ("ana", "luis", "teo", "sol")
    felt = Circle(house, game, region, False, **dict.fromkeys(people, 500))
    felt.drawn()
    felt.sit_down("carla", *people)
    felt.presses("carla", "open-round")
    felt.presses("carla", "do-close-it")
    thrown = 0
    while not (view := house.casino.view("dora", felt.table)["view"])["finished"]:
        who = view["actors"][0]
        page = felt.windows[who]
        house.up_to_date(page)
        if page.locator("#do-discard-it").count():
            page.locator(".pick label").nth(thrown).click()
            thrown += 1
            felt.presses(who, "do-discard-it")
        elif page.locator("#do-post-it").count():
            felt.puts(who, "post", "least")
        else:
            ids = ("do-call-it", "do-check-it", "do-bet-it", "do-choose-mostrar")
            felt.presses(who, next(id for id in ids if page.locator(f"#{id}").count()))
    assert thrown == (4 if game == "poker-cubierto" else 0)
    held = [house.casino.view(who, felt.table)["seats"] for who in people]
    total = sum(seat["chips"] for seat in held[0])
    taken = house.casino.view("dora", felt.table)["view"]["places"].get("commission", 0)
    assert total + taken == 4 * 50_000
    assert house.casino.floor.books.check() == []


def test_ex_2_2_10_3_a_on_a_phone_who_is_warned_sees_what_is_left_and_hears_it_once(house: House) -> None:
    """What he writes meanwhile stays; the message leaves his buttons in sight, and is no more once he has decided."""
    casino = house.casino
    felt = Circle(house, "holdem", EX, False, ana=500, luis=500, teo=500, sol=500)
    casino.floor.tables.run_by_itself(casino.people["dora"], felt.table, 5, casino.key())
    felt.drawn()
    casino.post("carla", f"{felt.api}/rounds")
    casino.act("carla", felt.table, "close")
    who = casino.view("dora", felt.table)["view"]["actors"][0]
    felt.sit_down(who, **PHONE)
    page = felt.windows[who]
    page.locator("#amount-raise-it").fill("33")
    casino.act("carla", felt.table, "warn", on=who)
    expect(page.locator("#warned")).to_contain_text("Then the table does it for you: Give up the hand.")
    expect(page.locator("#warned .left")).to_have_text(re.compile(r"^(2\d|30) s$"))
    expect(page.locator("#spoken")).to_contain_text("decide within")
    expect(page.locator("#amount-raise-it")).to_have_value("33")
    for id in ("do-fold-it", "do-call-it"):
        box = page.locator(f"#{id}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 740
    assert anything(page) == []
    assert sideways(page) <= 0
    casino.post("iker", f"{felt.api}/act", {"do": "rule", "on": f"demora:{who}", "who": "inspector"})
    expect(page.locator("#calls")).to_contain_text("El inspector toma nota")
    expect(page.locator("#spoken")).not_to_contain_text("decide within")
    felt.presses(who, "do-call-it")
    expect(page.locator("#warned")).to_have_text("")
