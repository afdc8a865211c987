"""The table of a game between players: who sits where, what lies before whom, who is in which pot, drawn and said."""

import io
import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from tapete import i18n
from tapete.audit.table import TableFile
from tapete.cli.oval import oval as lettered
from tapete.engine.places import chips
from tapete.engine.requests import Act, Announce
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.window import Option
from tapete.errors import IllegalAction, Said
from tapete.games import game
from tapete.games.shared.felt.circle import Around, Circle, plain
from tapete.games.shared.felt.oval import TALL, WIDE, Oval
from tapete.web.tables.deciding import Bar, Deed
from tapete.web.tables.oval import Drawn, Table, drawings
from tests.casino import Casino
from tests.helpers import sit
from tests.robot import play_out

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
FOUR = {"ana": 6000, "luis": 15_000, "teo": 40_000, "sol": 40_000}


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


def dealt(name: str, region: str, balances: dict[str, int] | None = None, seed: int = 3) -> tuple[Session, Round]:
    """A table whose seats are drawn, and its first hand dealt."""
    session = sit(name, region, physical=False, seed=seed, chips=balances or FOUR)
    session.open().act("croupier", Act("close"))
    round = session.open()
    round.act("croupier", Act("close"))
    return session, round


def seen(round: Round, who: str) -> Around:
    view = round.view(who)
    stacks = {name: round.places.get(chips(name), 0) for name in round.header.players}
    return Around(game(round.header.game).circle(round.rules, view, round.log), view, round.log, stacks)


def turn(round: Round) -> str:
    assert round.pending is not None
    return round.pending.label.split(":")[1]


def acts(round: Round, *wanted: str) -> None:
    """Whose turn it is does so: a verb, or what goes with all one has."""
    for do in wanted:
        who = turn(round)
        item = next(item for item in round.view(who).open if item.do == do)
        round.act(who, Act(do, item.on, item.hi))


@pytest.mark.parametrize("oval", [WIDE, TALL], ids=lambda oval: oval.name)
@pytest.mark.parametrize("others", range(1, 8))
def test_one_s_own_seven_cards_lie_as_far_apart_as_nobody_sits_beside_them(oval: Oval, others: int) -> None:
    """Of each but the last at least a third is seen where up to five play; never do they lie over another's place."""
    people = ["ana", *(f"player {n}" for n in range(others))]
    circle = Circle(tuple(people), hands={"mano/ana": "ana"})
    around = Around(circle, None, [], {})
    around.cards = {"mano/ana": ["Ah", "10d", "Qs", "Jc", "10h", "2c", "Kd"]}
    drawn = Drawn(Table(around, people, spanish=False), oval, "ana", "The croupier")
    (own,) = (plate for plate in drawn.plates if plate.who == "ana")
    steps = [then.x - card.x for card, then in pairwise(own.cards)]
    assert len(own.cards) == 7 and min(steps) >= own.cards[0].w * (1 / 3 if others < 5 else 1 / 5)
    for card, step in zip(own.cards, steps, strict=False):
        assert card.left - card.size * len(card.rank) * 0.3 >= card.x - 1  # letters are about 0.6 of their size wide
        assert card.left + card.size * len(card.rank) * 0.3 <= card.x + step + 1
    left, right, top = own.cards[0].x, own.cards[-1].x + own.cards[-1].w, own.cards[0].y
    for plate in drawn.plates:
        if plate is not own and plate.at.y + oval.plate.y / 2 > top:
            assert plate.at.x + oval.plate.x / 2 <= left + 12 or plate.at.x - oval.plate.x / 2 >= right - 12


# What cards make


@pytest.mark.parametrize(
    ("name", "own", "boards", "made"),
    [
        ("omaha-hi-lo", "Ah 2c Kd Ks", ["3h 4d 8s"], ["pair of kings", "low hand, 8 the highest"]),
        ("omaha-hi-lo", "Ah 2c Kd Ks", ["3h 4d 8s Kc 9c"], ["three of a kind, kings", "low hand, 8 the highest"]),
        ("omaha-hi-lo", "Ah 2c Kd Ks", ["3h Jd 10s Kc 9c"], ["three of a kind, kings"]),
        ("omaha", "Ah 2h 7d 9s", ["3h 4h 5h Kh 8c"], ["straight flush to 5"]),
        ("omaha", "Ah 2s 7d 9s", ["3h 4h 5h Kh 8c"], ["straight to 5"]),  # one heart of one's own makes no flush
        ("omaha", "Ah As 7d 9s", [""], []),
        ("double-holdem", "Ah Kh", ["Ad 7c 6s", "Kd Kc 2s"], ["pair of aces", "three of a kind, kings"]),
        ("double-holdem", "Ah Kh", ["", ""], ["high card ace"]),
        ("holdem", "Ah Kh", ["Ad 7c 6s"], ["pair of aces"]),
    ],
)
def test_what_one_s_cards_make_is_said_for_each_line_and_half_of_the_pot(
    name: str, own: str, boards: list[str], made: list[str]
) -> None:
    """By hand: two cards of one's own and three of the table at omaha, any five of a line at hold'em."""
    round = dealt(name, PV)[1]
    lying = {place: line.split() for place, line in zip(("mesa", "mesa/2"), boards, strict=False)}
    view = msgspec.structs.replace(round.view("ana"), cards={"mano/ana": own.split(), **lying})
    assert list(game(name).circle(round.rules, view, round.log).makes.get("ana", ())) == made


# Where things lie


@pytest.mark.parametrize("oval", [WIDE, TALL], ids=lambda oval: oval.name)
@pytest.mark.parametrize("count", range(2, 12))
def test_places_around_the_table_do_not_lie_on_one_another(oval: Oval, count: int) -> None:
    places = [oval.seat(number, count) for number in range(count)]
    for one, other in combinations(places, 2):
        assert abs(one.x - other.x) >= oval.plate.x - 8 or abs(one.y - other.y) >= oval.plate.y - 4
    assert places[0].x == oval.centre.x and places[0].y == max(place.y for place in places)
    assert all(place.x - oval.plate.x / 2 >= 0 and place.x + oval.plate.x / 2 <= oval.width for place in places)
    if count == 4:
        assert places[1].x < oval.centre.x < places[3].x  # clockwise: the next on the left of who sits below


def test_one_sits_below_and_the_others_go_round_clockwise() -> None:
    _, round = dealt("holdem", EX)
    around = seen(round, "teo")
    seats = round.header.carry["seats"]
    ring = [who for who, _ in Drawn(Table(around, seats, False), WIDE, "teo", "croupier").ring]
    start = seats.index("teo")
    assert [who for who in ring if who != "croupier"] == [*seats[start:], *seats[:start]]
    watcher = Drawn(Table(seen(round, "watcher"), seats, False), TALL, "", "croupier")
    assert [who for who, _ in watcher.ring] == ["croupier", *seats]


def test_ga_seats_are_counted_from_the_right_hand_where_the_text_says_so() -> None:
    """The turn goes against the clock there; what the eye sees is the order of the seats."""
    _, round = dealt("holdem", GA)
    rule, circle = round.rules.turn.seats.from_, seen(round, "ana").circle  # type: ignore[attr-defined]
    seats = tuple(round.header.carry["seats"])
    assert circle.seats == (seats if rule == "izquierda" else seats[::-1])
    assert dict(zip(circle.seats, circle.numbers, strict=True)) == {who: n for n, who in enumerate(seats, 1)}


# What is known of each


def test_ex_2_2_9_6_pots_say_who_can_still_win_them() -> None:
    """Ana has 60 euros and Luis 150: both go in with all of it, the others match 150 and can still bet."""
    _, round = dealt("holdem", EX)
    while turn(round) not in ("teo", "sol"):
        acts(round, "raise")
    while round.places.get("pot", 0) == 0:
        who = turn(round)
        open_ = {item.do for item in round.view(who).open}
        level = max(seen(round, who).bets.values())
        acts(round, "raise" if who in ("ana", "luis") and "raise" in open_ and level < 15_000 else "call")
    around = seen(round, "teo")
    assert [(pot.number, set(pot.who)) for pot in around.pots] == [
        (0, {"ana", "luis", "teo", "sol"}),
        (1, {"luis", "teo", "sol"}),
    ]
    taken = round.places["commission"]
    assert sum(pot.cents for pot in around.pots) == 4 * 6000 + 3 * 9000 - taken
    assert list(around.marks("ana")) == list(around.marks("luis")) == ["all in"]
    assert around.bets == {}
    assert around.named(around.pots[1]).startswith("Side pot 1 ")
    assert around.named(around.pots[1], most=5).endswith(": 3 players")
    acts(round, "check")
    acts(round, "bet")
    acts(round, "fold")
    folded = [who for who in FOUR if "folded" in list(seen(round, "ana").marks(who))]
    assert len(folded) == 1 and not any(folded[0] in pot.who for pot in seen(round, "ana").pots)


def test_who_plays_sees_the_others_stacks_and_who_watches_does_not() -> None:
    _, round = dealt("holdem", EX)
    assert round.view("luis").places[chips("teo")] == round.places[chips("teo")]
    assert not any(path.startswith("chips") for path in round.view("watcher").places)
    shoe = sit("chemin-de-fer", EX, physical=False).open()
    assert chips("teo") not in shoe.view("luis").places


def test_each_place_is_one_sentence() -> None:
    """Three seats after the button who speaks first has nothing before them; own cards are named, others' counted."""
    _, round = dealt("holdem", EX)
    first, seats = turn(round), round.header.carry["seats"]
    button = next(entry.args[0] for entry in round.log if isinstance(entry, Announce) and entry.call == "button")
    small = seats[(seats.index(button) + 1) % 4]
    with i18n.speaking("en"):
        table = Table(seen(round, small), seats, False)
        words = table.said(small)
        assert words.startswith(f"{small}: seat {seats.index(small) + 1}, €")
        assert "bet €2.50" in words and " of " in words and "face down" not in words
        assert table.said(first).endswith("2 cards face down, it is their turn")
        assert "has the button" in table.said(button)
        wide, tall = drawings(table, small, "The croupier", felt=False)
        for drawn in (wide, tall):
            plates = {plate.who: plate for plate in drawn.plates}
            assert "turn" in plates[first].kind.split() and "mine" in plates[small].kind.split()
            assert [laid.kind for laid in plates[first].cards] == ["back", "back"]
            assert all(laid.rank and laid.suit for laid in plates[small].cards)
            heap = plates[small].heap
            assert heap is not None
            assert heap.text == "2.5"
            assert plates[button].button is not None


def test_a_mark_wider_than_its_plate_reaches_over_no_neighbour() -> None:
    """At a crowded table on a phone the end of a word below a plate lay under the next one."""
    _, round = dealt("holdem", EX)
    with i18n.speaking("en"):
        for drawn in drawings(Table(seen(round, "ana"), list(FOUR), False), "ana", "The croupier", felt=True):
            half = drawn.oval.plate.x / 2
            for plate in drawn.plates:
                wide = drawn.oval.plate.x * 1.2
                left, right = drawn.beside(plate, wide) - wide / 2, drawn.beside(plate, wide) + wide / 2
                assert left >= 2 and right <= drawn.oval.width - 2
                if plate.who != "ana" and 2 * half < plate.at.x < drawn.oval.width - 2 * half:
                    inner = right - half if plate.at.x < drawn.oval.centre.x else left + half
                    assert inner == pytest.approx(plate.at.x)


def test_who_wins_is_said_when_the_hand_is_over() -> None:
    """The great blind's 2.50 above the small one go back; of a pot of 5 the house's part is less than a chip."""
    _, round = dealt("holdem", EX)
    acts(round, "fold", "fold", "fold")
    assert round.finished
    around = seen(round, "ana")
    (winner,) = around.won
    assert list(around.marks(winner)) == ["wins 5"]


def test_the_warning_of_who_takes_long_stands_beside_the_seat() -> None:
    """EX 2.2.10.3.a: decisions are taken at once, or the player is warned."""
    _, round = dealt("holdem", EX)
    who = turn(round)
    round.act("inspector", Act("rule", f"demora:{who}"))
    assert list(seen(round, who).marks(who)) == ["warned"]
    round.rewind(round.inputs - 1, "inspector", "a slip")
    assert list(seen(round, who).marks(who)) == []


def test_ex_2_2_9_14_it_is_the_turn_of_who_shows_though_others_may_ask_to_see_the_cards() -> None:
    _, round = dealt("holdem", EX)
    while not turn(round) or not str(round.pending.label).endswith(":cartas"):  # type: ignore[union-attr]
        does = {item.do for item in round.pending.open(turn(round))}  # type: ignore[union-attr]
        round.act(turn(round), Act("call" if "call" in does else "check"))
    others = [who for who in FOUR if who != turn(round)]
    assert {seen(round, who).turn for who in (turn(round), *others)} == {turn(round)}
    assert [item.do for item in round.view(others[0]).open] == ["see"]


def test_ex_2_2_5_2_a_seat_that_was_given_is_where_it_is_drawn() -> None:
    session, round = dealt("holdem", EX)
    while not round.finished:
        round.act(turn(round), Act("fold"))
    session.players, session.round = (*FOUR, "eva"), round
    round.places["chips/eva"] = 20_000
    round = session.open()
    before = [who for who in seen(round, "ana").circle.seats if who != "eva"]
    round.act("inspector", Act("seat", f"eva:{before[0]}"))
    assert seen(round, "ana").circle.seats == (before[0], "eva", *before[1:])


def test_who_rests_says_so_before_the_cards() -> None:
    session = sit("holdem", EX, physical=False, chips={**FOUR, "eva": 50_000})
    session.open().act("croupier", Act("close"))
    round = session.open()
    round.act("eva", Act("rest"))
    assert list(seen(round, "ana").marks("eva")) == ["rests"]
    round.act("eva", Act("return"))
    assert list(seen(round, "ana").marks("eva")) == []


# Chemin de fer


def test_ex_2_1_a_the_bank_its_garage_and_who_has_the_cards() -> None:
    """Ana takes the bank with 200 euros; 75 are staked against it, so that 125 go into the garage."""
    round = sit("chemin-de-fer", EX, physical=False, chips=dict.fromkeys(FOUR, 60_000)).open()
    round.act("croupier", Act("choose", "hecha"))
    assert seen(round, "ana").turn == "ana"
    round.act("ana", Act("take", "", 20_000))
    round.act("ana", Act("go-on"))
    round.act("luis", Act("stake", "punto", 5000))
    round.act("teo", Act("stake", "punto", 2500))
    around = seen(round, "sol")
    assert (around.circle.banker, around.banks, around.bets) == ("ana", {"ana": 20_000}, {"luis": 5000, "teo": 2500})
    assert around.circle.seats == ("", "", "", "", "", "sol", "teo", "luis", "ana")  # each to the right of the last
    assert around.circle.numbers == (9, 8, 7, 6, 5, 4, 3, 2, 1)
    round.act("sol", Act("sit", "7"))
    assert seen(round, "sol").circle.seats[2] == "sol"
    round.act("croupier", Act("close"))
    round.act("luis", Act("lift"))
    around = seen(round, "luis")
    assert around.circle.holder == "luis"
    assert list(around.marks("ana")) == ["the bank", "garage 125"]
    assert [len(around.hand(who)) for who in ("ana", "luis", "teo")] == [2, 2, 0]
    assert around.hand("ana") == ["", ""] and all(around.hand("luis"))
    assert around.middle() == ["The bank holds 75"]


def test_a_game_that_declares_nothing_still_has_its_people_around() -> None:
    round = sit("chemin-de-fer", EX, physical=False).open()
    assert plain(round.view("ana"), round.header.players) == Circle(round.header.players)


# What one may do


def bar(round: Round, who: str) -> Bar:
    view, found = round.view(who), game(round.header.game)
    return Bar(found, round.rules, view.open, view, found.circle(round.rules, view, round.log))


def test_ex_2_2_7_3_a_a_raise_has_its_bounds_and_sizes_of_the_pot() -> None:
    """5 to match; double of it at least. After the call the pot is 12.50: half of it more makes 11.25, in chips 11."""
    _, round = dealt("holdem", EX)
    with i18n.speaking("en"):
        found = bar(round, turn(round))
    assert [deed.text for deed in found.deeds] == ["Give up the hand", "Match the bet €5"]
    (amount,) = found.amounts
    assert (amount.option.lo, amount.option.do) == (1000, "raise")
    assert amount.sizes[:3] == [("least", "10"), ("half the pot", "11"), ("the pot", "17.50")]
    assert amount.sizes[-1][0] == "most"


def test_what_may_be_done_to_many_is_a_list_and_cards_are_picked() -> None:
    _, round = dealt("holdem", EX)
    with i18n.speaking("es"):
        found = bar(round, "inspector")
        (rulings,) = found.lists
        assert not found.deeds
        late = {text for _, text in rulings.options if text.endswith(": Demora en decidir")}
        assert late == {f"{who}: Demora en decidir" for who in FOUR}
        with_more = [*(more.option for more in found.more_amounts), *(more.option for more in found.more_picks)]
        assert {*(item for item, _ in rulings.options), *with_more} == set(round.view("inspector").open)
    _, round = dealt("poker-cubierto", EX, dict.fromkeys(FOUR, 60_000))
    while not round.pending.label.endswith("descarte"):  # type: ignore[union-attr]
        who = turn(round)
        item = next(item for item in round.view(who).open if item.do in ("call", "check", "post"))
        round.act(who, Act(item.do, item.on, item.lo))
    (pick,) = bar(round, turn(round)).picks
    assert len(pick.cards) == 5
    assert not any(card.back for _, card in pick.cards)


# Pages and terminal


def test_closed_cards_are_backs_on_the_page_and_in_its_sentences(casino: Casino) -> None:
    table = casino.table("holdem", EX)
    for _ in range(2):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("carla", table, "close")
    for who, open_ in (("ana", 2), ("carla", 0), ("iker", 0), ("", 0)):
        page = casino.get(who, f"/tables/{table}").text
        for shape in re.findall(r'<div class="shape \w+">(.*?)</svg>', page, re.S):
            assert shape.count('class="card back"') == 8 - open_
            assert len(re.findall(r'class="card (?:red|black)"', shape)) == open_
            assert len(re.findall(r'data-seat="\w+"', shape)) == 4
    assert "data-since" in casino.get("ana", f"/tables/{table}").text


def test_a_hand_is_replayed_on_its_table(casino: Casino) -> None:
    table = casino.table("holdem", EX)
    for _ in range(2):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("carla", table, "close")
    for _ in range(3):
        who = casino.view("dora", table)["view"]["actors"][0]
        casino.act(who, table, "fold")
    page = casino.get("rosa", f"/history/{table}/2").text
    assert page.count('class="plate seat') == 8 and "wins" in page
    assert casino.get("ana", f"/history/{table}/2?step=8").status_code == 200


def test_the_form_for_more_chips_says_what_the_text_allows(casino: Casino) -> None:
    page = casino.get("ana", f"/tables/{casino.table('holdem', EX)}").text
    assert "€0.50 – €50" in page.replace("\xa0", " ")
    page = casino.get("ana", f"/tables/{casino.table('sintetico', PV)}").text
    assert 'A stack is filled up once it is used up (art. <a class="article" href="/law/pais-vasco/17.6.III.b">' in page


def test_ex_2_2_6_g_who_rises_and_comes_back_before_the_next_hand_brings_no_less(casino: Casino) -> None:
    table, seats, ana = casino.table("holdem", EX), casino.floor.seats, casino.people["ana"]
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("carla", table, "close")
    had = casino.floor.books.balances(table)["chips/ana"]
    seats.stand_up(ana, table, casino.key())
    with pytest.raises(IllegalAction, match=r"ana rose with 1,?000, and brings no less") as refused:
        seats.seat(ana, table, had - 50, casino.key())
    assert refused.value.article == "2.2.6.g"
    seats.seat(ana, table, had, casino.key())
    assert casino.floor.books.balances(table)["chips/ana"] == had


def test_pv_17_6_iii_b_whoever_comes_back_with_more_fills_a_stack_up_that_is_not_used_up(casino: Casino) -> None:
    table, seats, ana = casino.table("sintetico", PV), casino.floor.seats, casino.people["ana"]
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("carla", table, "close")
    seats.stand_up(ana, table, casino.key())
    with pytest.raises(IllegalAction, match="filled up once it is used up"):
        seats.seat(ana, table, 200_000, casino.key())


def test_ex_2_2_7_3_a_2_the_first_stack_that_the_house_has_fixed_is_the_least_one_sits_down_with(
    casino: Casino,
) -> None:
    """Ten minimums of 5 euros."""
    table, seats, noa = casino.table("holdem", EX), casino.floor.seats, casino.people["noa"]
    page = re.sub("<[^>]+>", "", casino.get("noa", f"/tables/{table}").text)
    assert "The first stack is €50 at least (art. 2.2.7.3.a§2)." in page
    with pytest.raises(IllegalAction, match=r"one sits down with 50 at least .*, not with 49\.50") as refused:
        seats.seat(noa, table, 4_950, casino.key())
    assert refused.value.article == "2.2.7.3.a§2"
    seats.seat(noa, table, 5_000, casino.key())
    higher = TableFile.model_validate({"game": "holdem", "region": EX, "minimum": "5", "maximum": {"resto": "60"}})
    with pytest.raises(IllegalAction, match="noa sits with 50, and the first stack would be 60"):
        casino.floor.tables.change_table(casino.people["dora"], table, higher, casino.key())


@pytest.mark.parametrize(
    ("name", "region", "seats"), [("seven-stud", PV, 7), ("holdem", EX, 10), ("chemin-de-fer", EX, 9)]
)
def test_the_terminal_shows_it_in_80_columns(name: str, region: str, seats: int) -> None:
    people = dict.fromkeys(("ana", "luis", "teo", "sol", "pau", "noa", "ines", "leo", "eva", "mar")[:seats], 123450)
    session = sit(name, region, physical=False, chips=people)
    source = random.Random(2)
    play_out(source, session.open())
    round = session.open()
    play_out(source, round, inputs=4)
    screen = Console(width=80, file=io.StringIO(), color_system=None)
    screen.print(lettered("Tapete", game(name), round))
    play_out(source, round)
    screen.print(lettered("Tapete", game(name), round))
    lines = screen.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert max(map(len, lines)) <= 80
    for who in people:
        assert sum(f" {who} " in line for line in lines) == 2


def test_what_the_clock_would_do_stands_out_unless_a_hand_is_given_up_by_it() -> None:
    options = [Option("ana", do, "", "2.2.9.6", default=True) for do in ("check", "fold")]
    assert [Deed(item, item.do).first for item in options] == [True, False]
    assert not Deed(Option("ana", "call", "", "2.2.9.6"), "call").first


def test_all_that_is_said_under_a_plate_is_within_the_drawing() -> None:
    """A banker with a garage and a count has three marks under his plate, one's own being the lowest of all."""
    circle = Circle(
        ("ana", "luis"), (1, 2), makes={"ana": ("4",)}, marks={"ana": (Said("first cloth"), Said("second cloth"))}
    )
    around = Around(circle, None, (), {"ana": 80_000})
    for drawn in drawings(Table(around, ["ana", "luis"], False), "ana", "The croupier", felt=True):
        own = next(plate for plate in drawn.plates if plate.who == "ana")
        top, high = (float(part) for part in drawn.box.split()[1::2])
        assert len(own.marks) == 3
        assert own.at.y + drawn.oval.plate.y / 2 + 3 * drawn.mark <= top + high
