"""What a round brought somebody, in one line beside their hand; last round's stakes again; a wheel drawn."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete import i18n
from tapete.engine.places import place
from tapete.engine.requests import Announce, Move
from tapete.engine.transcript import Entry
from tapete.games import game
from tapete.games.editions import restored
from tapete.games.shared.felt.circle import Around, Circle
from tapete.web.tables.face import Face, face
from tapete.web.tables.outcome import settled, winning
from tapete.web.tables.wheel import sectors
from tests.casino import Casino
from tests.golden import FOLDER, read

EX = "extremadura"
WON = Announce("result", ("uno", "dos", "negro e inverso ganan", "color pierde"))


def test_equal_gains_of_equal_stakes_are_each_of_the_stake_that_goes_back_after_it() -> None:
    paid, back = "1.10.5.1.A§6", [Move(f"felt/ana/casilla:{n}", "chips/ana", 2500, "1.10.5.1.A§6") for n in (2, 1)]
    staked = [Move("chips/ana", f"felt/ana/casilla:{n}", 2500, "1.10.5.1.A§8") for n in (1, 2)]
    gains = [move for taken in back for move in (Move("bank", "chips/ana", 2500, paid), taken)]
    entries: list[Entry] = [Announce("open"), *staked, *gains]
    found = settled(game("blackjack").rules(EX), entries)
    assert [(part.spot, part.cents) for part in found] == [("casilla:2", 2500), ("casilla:1", 2500)]


BACCARATS = [*FOLDER.glob("chemin-de-fer-*.jsonl"), *FOLDER.glob("bacara-dos-panos-*.jsonl")]


@pytest.mark.parametrize("file", BACCARATS, ids=lambda file: file.stem)
def test_who_won_a_coup_glows_on_the_cloth_and_at_their_place_a_bank_of_a_player_s_included(file: Path) -> None:
    """As the croupier calls it: of a coup, or of each cloth, who won last in its call. A tie marks nothing."""
    edition, rounds = read(file)
    rules = restored(edition)[1]
    for entries in rounds:
        lying: Counter[str] = Counter()
        called: set[str] = set()
        banker: set[str] = set()
        for entry in entries:
            if isinstance(entry, Move) and not called:
                lying[place(entry.src).spot] -= entry.cents
                lying[place(entry.dst).spot] += entry.cents
            elif isinstance(entry, Announce) and entry.call == "result":
                cloth, won = ("punto", entry.args[0]) if len(entry.args) == 3 else (entry.args[0], entry.args[3])
                called |= {won} if lying[cloth] else set()
            elif isinstance(entry, Move) and entry.src.startswith("felt/") and entry.dst.startswith("banca/"):
                banker.add(place(entry.dst).who)
        assert winning(rules, entries) == called
        if called == {"banca"}:
            assert set(Around(Circle(()), None, entries, {}).won) == banker != set()


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


class Evening:
    """A physical table at which Ana stakes and something falls."""

    def __init__(self, casino: Casino, name: str) -> None:
        self.casino, self.table = casino, casino.table(name, EX, physical=True)

    def round(self, falls: object, **stakes: int) -> None:
        self.casino.post("carla", f"/api/v1/tables/{self.table}/rounds")
        for spot, euros in stakes.items():
            self.stake(spot.replace("_", ":"), euros)
        self.casino.act("carla", self.table, "close")
        answer = self.casino.post("carla", f"/api/v1/tables/{self.table}/fell", {"value": falls})
        assert answer.status_code == 200, answer.text

    def stake(self, spot: str, euros: int) -> None:
        assert self.casino.act("ana", self.table, "stake", spot, 100 * euros).status_code == 200

    def seen(self, who: str = "ana") -> Face:
        return face(self.casino.floor, self.table, self.casino.people[who])

    def line(self, who: str = "ana") -> str:
        page = self.casino.get(who, f"/tables/{self.table}").text
        (found,) = re.findall(r'id="outcome".*?</div>', page, re.DOTALL)
        return " ".join(re.sub("<[^>]+>", " ", "<" + found).split())


def test_ex_1_1_4_1_a_full_number_and_a_lost_colour_are_told_with_their_articles(casino: Casino) -> None:
    """35 to 1 on five euros are 175; 17 is black."""
    evening = Evening(casino, "ruleta-francesa")
    evening.round("17", pleno_17=5, rojo=10)
    assert evening.line() == "+€165 · Straight up 17 +€175 · art. 1.1.4.1.A.a · Red −€10 · art. 1.1.4.1.B.a§2"
    assert evening.line("luis") == evening.line("carla") == ""
    won = evening.seen().brought.won()
    assert {"pleno:17", "negro", "impar", "falta", "docena:2", "columna:2", "caballo:17-18"} <= won
    assert not {"rojo", "par", "pleno:18", "docena:1"} & won


def test_the_line_rests_until_the_next_round_is_settled(casino: Casino) -> None:
    evening = Evening(casino, "bola")
    evening.round("5", **{"numero-entero_5": 5})
    told = evening.line()
    assert told.startswith("+€35 · ")  # seven to one
    casino.post("carla", f"/api/v1/tables/{evening.table}/rounds")
    assert evening.line() == told
    casino.act("carla", evening.table, "close")
    casino.post("carla", f"/api/v1/tables/{evening.table}/fell", {"value": "2"})
    assert evening.line().startswith("−€5 · ")  # what was won had left its stake lying


def test_a_void_round_brought_nobody_anything_and_says_that_it_is_void(casino: Casino) -> None:
    """Two have stakes on the felt: what goes back by the void is no gain of either, whichever chips went where."""
    at = Evening(casino, "ruleta-francesa")
    casino.post("carla", f"/api/v1/tables/{at.table}/rounds")
    at.stake("rojo", 20)
    assert casino.act("luis", at.table, "stake", "pleno:17", 1000).status_code == 200
    casino.act("carla", at.table, "close")
    assert casino.post("iker", f"/api/v1/tables/{at.table}/void", {"why": "a test"}).status_code == 200
    for who in ("ana", "luis"):
        assert at.line(who).endswith("€0 · the round is void: every chip lies where it lay before")
        assert "Between rounds: the last one is void" in casino.get(who, f"/tables/{at.table}").text
        assert at.seen(who).brought.won() == frozenset()
    at.round("17", pleno_17=5)
    assert at.line().startswith("+€175")


def test_dice_that_settle_nothing_leave_no_line(casino: Casino) -> None:
    evening = Evening(casino, "dados")
    evening.round([2, 2], win=5)  # the point is four
    assert evening.line() == ""
    fell = evening.seen().brought.fell
    assert fell is not None and fell.value == "2 2"


def test_what_was_left_lying_is_named_when_it_is_paid(casino: Casino) -> None:
    """Four is the point and comes again: Win, laid the round before, is paid once (art. 1.5.4.1.A.a)."""
    evening = Evening(casino, "dados")
    evening.round([2, 2], win=5)
    evening.round([2, 2])
    assert evening.line().startswith("+€5 · Win · ")


def test_a_line_goes_when_the_next_round_s_cards_are_dealt(casino: Casino) -> None:
    evening = Evening(casino, "blackjack")
    api = f"/api/v1/tables/{evening.table}"
    for cards in (("10h", "7c", "10d"), ("5h",)):
        casino.post("carla", f"{api}/rounds")
        while casino.view("carla", evening.table)["view"]["pending"] != "stakes":
            casino.act("ana", evening.table, "choose", "cortar")
        casino.act("ana", evening.table, "stake", "casilla:1", 500)
        casino.act("carla", evening.table, "close")
        for card in cards:
            casino.post("carla", f"{api}/fell", {"value": card})
        if len(cards) == 3:
            casino.act("ana", evening.table, "choose", "plantarse")
            casino.post("carla", f"{api}/fell", {"value": "10s"})  # seventeen for the bank, twenty for Ana
            assert evening.line().startswith("+€5 · ")
    assert evening.line() == ""


@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        ("3h 4d 10c 6s", {"ana": "−€75 · The bank of ana", "luis": "+€50 · Punto", "teo": "+€25 · Punto"}),
        ("3h 3d 10c 8s", {"ana": "+€71.25 · The bank of ana +€75", "luis": "−€50 · Punto", "teo": "−€25 · Punto"}),
    ],
)
def test_ex_2_1_a_5_1_p_what_players_win_of_one_another_is_told_to_both(
    casino: Casino, cards: str, lines: dict[str, str]
) -> None:
    """Seven beats six, and eight beats it; of what the bank wins, 75, the house has five per cent, 3.75."""
    evening = Evening(casino, "chemin-de-fer")
    table = evening.table
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    acts = [
        *(("carla", "choose", "hecha", 0), ("ana", "take", "", 20_000), ("ana", "go-on", "", 0)),
        *(("luis", "stake", "punto", 5000), ("teo", "stake", "punto", 2500), ("carla", "close", "", 0)),
        *(("luis", "lift", "", 0), ("luis", "choose", "no", 0), ("ana", "choose", "no", 0)),
    ]
    for act in acts:
        assert (answer := casino.act(act[0], table, *act[1:])).status_code == 200, answer.text
    for card in cards.split():
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    casino.act("carla", table, "choose", "pagar")
    for who, line in lines.items():
        assert evening.line(who).startswith(line)


@pytest.mark.parametrize(
    ("says", "line"),
    [
        ("banco", "€0 · Punto back: luis called the bank · art. 2.1.A.4.2.a"),
        ("stake", "€0 · Punto back · art. 2.1.A.4.2.a"),
    ],
)
def test_ex_2_1_a_4_2_a_whose_stake_comes_back_is_told_and_why(casino: Casino, says: str, line: str) -> None:
    """Luis sits right of the bank: he calls all of it, or stakes as much, and nothing is left for Teo to play for."""
    evening = Evening(casino, "chemin-de-fer")
    table = evening.table
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    acts = [
        *(("carla", "choose", "hecha", 0), ("ana", "take", "", 5000), ("ana", "go-on", "", 0)),
        *(("teo", "stake", "punto", 2500), ("luis", says, "" if says == "banco" else "punto", 0)),
        *(("carla", "close", "", 0), ("luis", "lift", "", 0), ("luis", "choose", "no", 0), ("ana", "choose", "no", 0)),
    ]
    for who, do, on, cents in acts:
        answer = casino.act(who, table, do, on, 5000 if (who, do) == ("luis", "stake") else cents)
        assert answer.status_code == 200, answer.text
    for card in ["3h", "4d", "10c", "6s"]:
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    casino.act("carla", table, "choose", "pagar")
    told = [told.text for told in evening.seen("luis").told]
    assert told.count("Luis: banco.") == (says == "banco")
    assert not {"luis: Banco", "luis: No card"} & set(told)  # the call tells of it
    around = evening.seen("teo").around
    assert around is not None
    assert around.circle.makes == {"luis": ("7",), "ana": ("6",)}
    assert evening.line("teo") == line
    assert evening.line("luis").startswith("+€50 · Punto")


def test_last_round_s_stakes_again_doubled_and_cleared(casino: Casino) -> None:
    evening = Evening(casino, "ruleta-francesa")
    evening.round("20", pleno_17=5, rojo=10)
    casino.post("carla", f"/api/v1/tables/{evening.table}/rounds")
    (again,) = evening.seen().quick()
    assert again.id == "again"
    assert {act["on"]: act["cents"] for act in again.acts} == {"pleno:17": 500, "rojo": 1000}
    evening.stake("rojo", 20)
    again, double, clear = evening.seen().quick()
    assert [act["on"] for act in again.acts] == ["pleno:17"]
    assert double.acts == [{"do": "stake", "on": "rojo", "cents": 2000}]
    assert clear.acts == [{"do": "withdraw", "on": "rojo"}]
    casino.act("ana", evening.table, "withdraw", "rojo")
    casino.act("carla", evening.table, "close")
    assert evening.seen().quick() == []


def test_what_was_taken_back_is_not_laid_again(casino: Casino) -> None:
    evening = Evening(casino, "bola")
    casino.post("carla", f"/api/v1/tables/{evening.table}/rounds")
    evening.stake("rojo", 10)
    evening.stake("negro", 5)
    casino.act("ana", evening.table, "withdraw", "rojo")
    casino.act("carla", evening.table, "close")
    casino.post("carla", f"/api/v1/tables/{evening.table}/fell", {"value": "5"})
    casino.post("carla", f"/api/v1/tables/{evening.table}/rounds")
    assert [act["on"] for item in evening.seen().quick() for act in item.acts] == ["negro"]


def test_a_wheel_has_its_pockets_in_the_order_of_the_law() -> None:
    french, boule = game("ruleta-francesa"), game("bola")
    assert french.wheel(french.rules(EX))[:4] == ("0", "32", "15", "19")  # 1.1.2.1
    assert len(boule.wheel(boule.rules(EX))) == boule.rules(EX).equipment.holes
    drawn = sectors([(pocket, "rojo") for pocket in "1234"])
    assert [sector.angle for sector in drawn] == [0, 90, 180, 270]
    assert game("dados").wheel(game("dados").rules(EX)) == ()


@pytest.mark.parametrize(
    ("name", "calls", "told", "shown"),
    [
        ("punto-banca", [Announce("result", ("banca", "9", "1"))], "banca", ("B", "rojo")),
        ("punto-banca", [Announce("tie", ("7",))], "empate", ("E", "verde")),
        (
            "treinta-cuarenta",
            [Announce("result", ("1", "2", "negro e inverso ganan", "color pierde"))],
            "negro-inverso",
            ("NI", "negro"),
        ),
        ("treinta-cuarenta", [Announce("refait", ("1", "1"))], "refait", ("31", "verde")),
        ("ruleta-francesa", [Announce("close")], "", ("", "")),
    ],
)
def test_a_coup_is_on_the_road_as_it_was_called(
    name: str, calls: list[Announce], told: str, shown: tuple[str, str]
) -> None:
    found = game(name)
    assert found.road(calls) == told
    if told:
        assert tuple(found.result(found.rules(EX), told)) == shown


@pytest.mark.parametrize(
    ("name", "region", "called", "won"),
    [
        ("punto-banca", EX, Announce("result", ("banca", "7", "2")), {"banca"}),
        ("punto-banca", EX, Announce("tie", ("7",)), {"empate"}),
        ("treinta-cuarenta", EX, WON, {"negro", "inverso"}),
        ("treinta-cuarenta", EX, Announce("refait", ("uno", "uno")), set()),
    ],
)
def test_what_won_is_marked_whether_anybody_staked_on_it_or_not(
    name: str, region: str, called: Announce, won: set[str]
) -> None:
    found = game(name)
    assert found.winners(found.rules(region), found.road([called])) == won


def test_a_lottery_marks_the_ticket_that_was_drawn() -> None:
    found = game("loteria")
    won = found.winners(found.rules("pais-vasco"), "35")
    assert "billete:35" in won and "billete:46" not in won


# What a decision costs stands on its button


@pytest.mark.parametrize(
    ("language", "goes", "gives_up"),
    [
        ("es", "Ir 10 €", "Pasar"),
        ("en", "Go on €10", "Pass"),
        ("gl", "Ir 10 €", "Pasar"),
        ("eu", "Aurrera 10 €", "Pasatu"),
    ],
)
def test_a_button_that_moves_chips_says_how_many(tmp_path: Path, language: str, goes: str, gives_up: str) -> None:
    """To go on at poker without discard takes twice the first stake (EX 1.12.6§5); to give up takes nothing more."""
    casino = Casino(tmp_path, language)
    table = casino.table("poker-sin-descarte", EX)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "inicial:1", 500).status_code == 200
    casino.act("carla", table, "close")
    page = casino.get("ana", f"/tables/{table}").text
    said = {on: words.replace("\xa0", " ") for on, words in re.findall(r'id="do-choose-(\w+)"[^>]*>([^<]*)<', page)}
    casino.close()
    assert said == {"ir": goes, "pasar": gives_up}


def test_a_card_that_is_bought_is_no_result_while_the_numbers_are_called(casino: Casino) -> None:
    table = casino.table("bingo", "pais-vasco", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "carton", 500).status_code == 200
    assert casino.view("ana", table)["view"]["places"]["chips/ana"] == 99_500
    assert face(casino.floor, table, casino.people["ana"]).brought.chips() == []


def test_what_was_called_before_something_falls_is_called_while_it_falls(casino: Casino) -> None:
    evening = Evening(casino, "ruleta-francesa")
    evening.round("17", rojo=5)
    fell = evening.seen().brought.fell
    assert fell is not None
    assert (fell.value, fell.called) == ("17", "No va más.")
    assert f'data-called="{fell.called}"' in casino.get("ana", f"/tables/{evening.table}").text


def test_what_is_seldom_done_steps_aside_while_one_stakes(casino: Casino) -> None:
    """American roulette lets one declare what one's chips are worth (1.2.1.b§1); closing stays at hand."""
    table = casino.table("ruleta-americana", EX, physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    seen = face(casino.floor, table, casino.people["ana"])
    assert [button.option.do for button in seen.buttons() if button.rare] == ["declare"]
    casino.act("ana", table, "stake", "rojo", 500)
    again = face(casino.floor, table, casino.people["ana"])
    assert "undo" in [button.option.do for button in again.buttons() if not button.rare]
    croupier = face(casino.floor, table, casino.people["carla"])
    assert [button.option.do for button in croupier.buttons() if button.rare] == []


def test_a_thing_that_is_won_is_told_before_what_its_ticket_cost(casino: Casino) -> None:
    """A raffle's prizes are things (art. 8): the only ticket that was sold wins the car."""
    table = casino.table("rifa", "pais-vasco", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "papeleta", 500).status_code == 200
    casino.act("carla", table, "close")
    assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "1"}).status_code == 200
    seen = face(casino.floor, table, casino.people["ana"])
    assert [(part.name, part.article) for part in seen.brought.things()] == [("Coche", "art. 8")]
    assert [(part.cents, part.name) for part in seen.brought.chips()] == [(-500, "Papeleta")]
    assert face(casino.floor, table, casino.people["luis"]).brought.things() == []
    told = casino.get("ana", f"/tables/{table}").text
    assert '<strong class="won">Car</strong>' in told
    assert '<strong class="lost">−€' in told  # and what the ticket cost is no gain
    with i18n.speaking("en"):
        heard = [line.text.replace("\xa0", " ") for line in seen.spoken()]
    assert "You win: Car; it cost you €5." in heard and not [line for line in heard if line.startswith("You lose")]
    with i18n.speaking("en"):
        empty = face(casino.floor, table, casino.people["luis"]).spoken()
    assert not [line for line in empty if "Car" in line.text and not line.language]
    assert "ana: 1 papeleta, número 1." in seen.calls()[-2].lower()


def test_a_ticket_that_is_opened_at_once_is_named_and_not_the_bank(casino: Casino) -> None:
    table = casino.table("boletos", "pais-vasco")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "boleto", 500).status_code == 200
    paid = [part for part in face(casino.floor, table, casino.people["ana"]).brought.chips() if part.cents < 0]
    assert [(part.cents, part.name, part.article) for part in paid] == [(-500, "Boleto", "art. 7.1")]


def test_what_a_card_cost_is_not_said_to_be_lost_while_the_numbers_are_called(casino: Casino) -> None:
    table = casino.table("bingo", "pais-vasco", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("ana", table, "stake", "carton", 500)
    casino.act("carla", table, "close")
    assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "88"}).status_code == 200
    said = [line.text for line in face(casino.floor, table, casino.people["ana"]).spoken()]
    assert "5 € a Cartón." in said
    assert not [line for line in said if line.startswith("Pierde")]


def test_ex_2_1_a_7_17_the_croupier_has_what_passes_between_the_players_of_chemin_de_fer(casino: Casino) -> None:
    """Of Ana's bank of 200 nobody covers 140. Luis has nine, she has five and stands: three stakes of 20 are paid."""
    table = casino.table("chemin-de-fer", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for who, do, on, cents in (
        ("carla", "choose", "hecha", 0),
        ("ana", "take", "", 20_000),
        ("ana", "go-on", "", 0),
        *((who, "stake", "punto", 2000) for who in ("luis", "teo", "sol")),
        ("carla", "close", "", 0),
    ):
        assert casino.act(who, table, do, on, cents).status_code == 200, (who, do)
    cards = iter(("9s", "Kc", "2h", "3d"))
    while not (seen := casino.view("carla", table)["view"])["finished"]:
        if not seen["actors"]:
            assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": next(cards)}).status_code == 200
            continue
        who = "carla" if seen["actors"] == ["croupier"] else seen["actors"][0]
        offered = next(item for item in casino.view(who, table)["view"]["open"] if item["do"] in ("choose", "lift"))
        assert casino.act(who, table, offered["do"], offered["on"]).status_code == 200
    page = casino.get("carla", f"/tables/{table}").text.replace("\xa0", " ")
    (laid,) = re.findall(r'<section class="panel pays".*?</section>', page, re.DOTALL)
    assert re.findall(r'class="sum">(€\d+)<', laid)[:4] == ["€140", "€20", "€20", "€20"]
    assert "the bank of ana → luis" in laid
    assert 'class="panel pays"' not in casino.get("luis", f"/tables/{table}").text


def test_ex_1_1_4_1_b_b_a_stake_in_prison_is_called_as_its_bet_and_told_to_be_there(casino: Casino) -> None:
    """However many zeros it has met: neither the line, nor what is asked, nor why the table stays open says an id."""
    evening = Evening(casino, "ruleta-francesa")
    evening.round("0", rojo=10)
    casino.act("ana", evening.table, "choose", "prision")
    assert evening.line() == "€0 · Red, in prison · art. 1.1.4.1.B.b§1"
    evening.round("0")
    assert "It is your decision: Prison red" in casino.get("ana", f"/tables/{evening.table}").text
    casino.act("ana", evening.table, "choose", "prision")
    assert evening.line() == "−€5 · Red −€5 · art. 1.1.4.1.B.b§2 · Red, in prison · art. 1.1.4.1.B.b§2"
    assert [(stake.spot, stake.imprisoned) for stake in evening.seen().own()] == [("rojo", True)]
    refused = casino.post("dora", f"/api/v1/tables/{evening.table}/close")
    assert refused.json()["detail"] == "chips lie on Red, ana: play until the felt is clear"
    evening.round("3")
    assert evening.line() == "€0 · Red back · art. 1.1.4.1.B.b§1"


def test_what_cannot_have_fallen_is_refused_by_the_hand_that_is_waited_for(casino: Casino) -> None:
    table = casino.table("blackjack", EX, physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    while casino.view("carla", table)["view"]["pending"] != "stakes":
        casino.act("ana", table, "choose", "cortar")
    casino.act("ana", table, "stake", "casilla:1", 500)
    casino.act("carla", table, "close")
    cards = ("10h", "10c", "6h", "9h")
    *_dealt, refused = [casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card}) for card in cards]
    assert "a decision: ana, hand 1" in refused.json()["detail"]


def test_where_everybody_has_the_same_box_that_of_who_won_glows_and_a_bank_s_that_did(casino: Casino) -> None:
    """At pai gow one player is the bank and another stakes: whose line says that they won has the box that glows."""
    table = casino.table("pai-gow", EX, chips=500_000)
    told: set[tuple[bool, ...]] = set()
    for _ in range(60):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        offered = casino.view("ana", table)["view"]
        if offered["pending"] == "stakes":  # the croupier has the bank
            casino.act("carla", table, "close")
            continue
        (bank,) = offered["actors"]
        (player,) = {"ana", "luis"} - {bank}
        casino.act(bank, table, "bank", "", 2000)
        assert casino.act(player, table, "stake", "apuesta", 1000).status_code == 200
        drawn = {who: face(casino.floor, table, casino.people[who]) for who in (bank, player)}
        assert {disc.cents for disc in drawn[player].discs("wide")} == {1000, 2000}
        casino.act("carla", table, "close")
        while (view := casino.view("ana", table)["view"])["pending"]:
            for who in ("ana", "luis") if "ana" in view["actors"] or "luis" in view["actors"] else ("carla",):
                for option in [one for one in casino.view(who, table)["view"]["open"] if one["do"] != "check"][:1]:
                    sent = {name: option[name] for name in ("do", "on")} | {"slots": option["slots"][: option["least"]]}
                    assert casino.post(who, f"/api/v1/tables/{table}/act", sent).status_code == 200
        won = [
            sum(part.cents for part in face(casino.floor, table, casino.people[who]).brought.chips()) > 0
            for who in (bank, player)
        ]
        for who, other in ((bank, player), (player, bank)):
            seen = face(casino.floor, table, casino.people[who])
            assert seen.felt is not None
            boxes = [seen.felt.wide.bank(one).rect for one in (bank, player)]
            glows = [place.rect for place in seen.brought.glowing(seen.felt.wide)]
            assert glows == [box for box, has in zip(boxes, won, strict=True) if has], (who, other)
        told.add(tuple(won))
        if len(told) == 3:
            break
    assert {(True, False), (False, True)} <= told
