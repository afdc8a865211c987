"""Felts as they are drawn, and the form of a new table, through the application without a browser."""

import re
from itertools import combinations, pairwise, product
from urllib.parse import urljoin

import pytest

from tapete import i18n
from tapete.engine.settings import standard
from tapete.games import Game, game, games
from tapete.games.shared.felt.geometry import CHIP, Drawing, Place, Rect
from tapete.law.text import text as law_text
from tapete.web.tables.chips import discs, radius, short, spread
from tapete.web.tables.face import face
from tapete.web.tables.opening import Form
from tapete.web.tables.telling import printed
from tests.casino import Casino

EVERY = [(found.id, region) for found in games() if found.has("play") for region in found.regions]


def drawings(name: str, region: str) -> tuple[Game, list[Drawing]]:
    found = game(name)
    rules = found.rules(region)
    return found, list(found.felt(rules, standard(rules)) or ())


# Felts


@pytest.mark.parametrize(("name", "region"), EVERY)
def test_every_spot_lies_once_on_each_felt_and_no_cell_on_another(name: str, region: str) -> None:
    found, felts = drawings(name, region)
    rules = found.rules(region)
    layout = found.layout(rules, standard(rules))
    for felt in felts:
        open_ = [place for place in felt.places if place.spot and place.open]
        assert sorted(place.spot for place in open_) == sorted(layout)
        cells = [place for place in felt.places if place.kind not in ("line", "card-place", "label")]
        for one, other in combinations(cells, 2):
            both = one.rect.shared(other.rect)
            assert both is None or both.w < 0.01 or both.h < 0.01, (one, other)
        assert max(place.rect.right for place in felt.places) <= felt.width + 10
        assert max(place.rect.bottom for place in felt.places) <= felt.height + 10


@pytest.mark.parametrize("region", game("blackjack").regions)
def test_stakes_of_hands_that_were_parted_lie_in_their_square_and_more_of_them_overlap(region: str) -> None:
    """On a phone they lie below one another down to the square, but not where chips lie as its insurance."""
    wide, tall = drawings("blackjack", region)[1]
    places = ("mano:1", "mano:1/2", "mano:1/3", "mano:2")
    for felt in (wide, tall):
        assert felt.of("casilla:1/2", "ana") == felt.of("casilla:1", "ana")
    whole = wide.cards["mano:1"]
    lie = [wide.lies(place, places) for place in places]
    assert [rect.w for rect in lie] == [whole.w / 2, whole.w / 2, whole.w / 2, wide.cards["mano:2"].w]
    assert lie[0].x == whole.x and lie[2].right == pytest.approx(whole.right)
    whole, square = tall.cards["mano:1"], tall.by_spot["casilla:1"].rect
    for staked, deep in (["casilla:1"], square.y - whole.y), (["casilla:1", "seguro:1"], whole.h):
        first, second = (tall.lies(place, places[:2], staked) for place in places[:2])
        assert first == pytest.approx(whole._replace(h=deep / 2))
        assert second == pytest.approx(whole._replace(y=whole.y + deep / 2, h=deep / 2))


def test_hands_parted_at_triple_blackjack_lie_beside_their_squares_on_a_phone() -> None:
    """A third of 360 is 118 and 2 between: squares take 48, their chips 4, so 66 are left, three rows of 47 high."""
    felt = drawings("triple-blackjack", "pais-vasco")[1][1]
    alone, places = felt.lies("mano:2", ["mano:1", "mano:2"]), ["mano:2", "mano:2/2", "mano:1"]
    assert alone == Rect(200, 0, 38, 141)
    assert [felt.lies(place, places) for place in places[:2]] == [Rect(172, 0, 66, 70.5), Rect(172, 70.5, 66, 70.5)]
    assert felt.lies("mano:2/2", places, ["seguro:2.2"]) == Rect(200, 70.5, 38, 70.5)
    four = ["mano:2", "mano:2/2", "mano:2/3", "mano:2/4"]
    assert [(rect.x, rect.y) for rect in (felt.lies(place, four) for place in four)] == [
        *((172, 0), (205, 0), (172, 70.5), (205, 70.5)),
    ]


@pytest.mark.parametrize(
    ("name", "region"),
    [(name, region) for name, region in EVERY if "blackjack" in name or name == "poker-sin-descarte"],
)
def test_on_a_phone_no_hand_has_its_place_on_what_takes_chips_but_for_what_is_offered_seldom(
    name: str, region: str
) -> None:
    felt = drawings(name, region)[1][1]
    hands = {place for place in felt.cards if place.startswith("mano")}
    assert len(hands) >= 7
    for place, spot in product(hands, (spot for spot in felt.places if spot.open and spot.kind != "insurance")):
        for room in filter(None, (felt.cards[place], felt.parted.get(place))):
            both = room.shared(spot.rect)
            assert both is None or both.w < 0.01 or both.h < 0.01, (place, spot)


def test_five_cards_of_nine_hands_show_their_ranks_on_a_phone() -> None:
    """Each at its square, as wide as can be read, and of all a quarter; the bank's where a tenth would be.

    The cloth leaves 94 of 439 that a phone shows to the hand that somebody reads.
    """
    felt = drawings("poker-sin-descarte", "extremadura")[1][1]
    rings = {place.spot: place.rect for place in felt.places if place.open}
    assert len(rings) == 9 and {(rect.w, rect.h) for rect in rings.values()} == {(70, 72)}
    for number in range(1, 10):
        ring, hand = rings[f"inicial:{number}"], felt.cards[f"mano/{number}"]
        assert ring.x == hand.x and hand.right == ring.right and hand.bottom < ring.y
        cards = felt.laid(hand, "abcde")
        assert all(w >= 30 and y + 1.5 * w <= hand.bottom for _, _, y, w in cards)
        assert all(right[1] - left[1] >= 7.5 for left, right in pairwise(cards))
    bank = felt.cards["mano/crupier"]
    assert bank.x >= rings["inicial:9"].right and bank.y == felt.cards["mano/9"].y
    assert felt.height <= 345


def test_pv_16_iv_2_stakes_behind_a_hand_lie_with_those_that_they_follow(casino: Casino) -> None:
    table = casino.table("texas-poker", "pais-vasco")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert casino.act("ana", table, "stake", "ante", 500).status_code == 200
    for who, role in (("ana", ""), ("iker", "inspector")):
        before = face(casino.floor, table, casino.people["dora"])
        assert before.felt is not None and before.felt.wide.of("ante", "luis") != before.felt.wide.of("ante", "ana")
        sent = {"do": "admit", "on": "luis@ana", "who": role}
        assert casino.post(who, f"/api/v1/tables/{table}/act", sent).status_code == 200
    for who in ("dora", "luis"):
        seen = face(casino.floor, table, casino.people[who])
        assert seen.felt is not None
        for felt in seen.felt:
            assert felt.of("ante", "luis") == felt.of("ante", "ana")


@pytest.mark.parametrize(("name", "region"), EVERY)
@pytest.mark.parametrize("count", [1, 3])
def test_chips_stay_on_their_cells_and_off_the_words(name: str, region: str, count: int) -> None:
    for felt in drawings(name, region)[1]:
        for place in felt.places:
            if not place.spot or not place.open or place.kind == "line" or place.rect.w < 2 * count * CHIP:
                continue
            over = 3.01 if place.crowded else 0.01  # among words that leave no room a chip lies on the corner
            size = radius(place)
            for x, y in spread(place, count):
                assert place.rect.x <= x - size and x + size <= place.rect.right + over, place
                assert place.rect.y <= y - size + over and y + size <= place.rect.bottom + over, place
                if place.roomy:
                    written = len(place.lines(place.text)) + bool(place.note)
                    assert max(place.heights(written), default=0) + 6 <= y - CHIP + 1, place


@pytest.mark.parametrize(("name", "region"), EVERY)
@pytest.mark.parametrize("language", ["es", "en", "gl", "eu"])
def test_words_of_several_lines_keep_off_the_edges_of_their_cell(name: str, region: str, language: str) -> None:
    """The middle of a line keeps half a line from either edge, in every language; a letter's half where none stakes."""
    with i18n.speaking(language):
        for place in (place for felt in drawings(name, region)[1] for place in felt.places):
            if not place.roomy and (place.spot or place.upright):
                continue
            edge = 7.5 if place.roomy else 6
            for height in place.heights(len(place.lines(printed(place.text))) + bool(place.note)):
                assert place.rect.y + edge <= height <= place.rect.bottom - edge, place


@pytest.mark.parametrize(("name", "region"), EVERY)
def test_a_chip_leaves_what_a_cell_pays_to_be_read(name: str, region: str) -> None:
    """Below words it lies with its rim, which is 1.5 wide, under the digits of the last line, which are 9 high."""
    for felt in drawings(name, region)[1]:
        for place in (place for place in felt.places if place.roomy and place.note):
            below = max(place.heights(len(place.lines(place.text)) + 1)) + 4.5
            assert spread(place, 1)[0][1] - CHIP - 1.5 >= below - 0.01, place


def test_ex_1_8_6_3_a_card_of_monte_leaves_its_number_to_be_read() -> None:
    for felt in drawings("monte", "extremadura")[1]:
        numbers = [place.rect for place in felt.places if place.kind == "label" and place.text in "1234"]
        assert len(numbers) == 4
        for card, number in product(felt.cards.values(), numbers):
            both = card.shared(number)
            assert both is None or both.w < 0.01 or both.h < 0.01


@pytest.mark.parametrize("name", ["ruleta-francesa", "bola", "ruleta-fortuna"])
def test_what_turns_has_room_on_a_stage_that_is_as_high_as_wide(name: str) -> None:
    """Upright cloths fill it: that of a wheel is for phones alone, and half of such a stage is left above the other."""
    found = game(name)
    rules = found.rules("extremadura")
    felt = found.felt(rules, standard(rules))
    assert felt is not None and not felt.stands and felt.wide.height <= felt.wide.width / 2


@pytest.mark.parametrize(("name", "region"), EVERY)
def test_a_felt_stands_upright_on_a_screen_only_with_all_the_cards_that_lie_on_it(name: str, region: str) -> None:
    found = game(name)
    rules = found.rules(region)
    felt = found.felt(rules, standard(rules))
    if felt is not None and felt.stands:
        assert set(felt.wide.cards) <= set(felt.tall.cards)


def test_chips_of_one_spot_lie_side_by_side() -> None:
    wide = Place("ases", Rect(0, 0, 200, 80), "Ases", "cell", "61:1")
    xs = [x for x, _ in spread(wide, 3)]
    assert [b - a for a, b in pairwise(xs)] == [2 * CHIP + 1] * 2
    assert sum(xs) / 3 == 100
    crowded = spread(wide, 12)
    assert crowded[0][0] >= CHIP and crowded[-1][0] <= 200 - CHIP


@pytest.mark.parametrize(("language", "written"), [("es", "5,5"), ("en", "5.5"), ("gl", "5,5"), ("eu", "5,5")])
def test_amounts_on_chips_are_written_as_the_reader_writes_them(language: str, written: str) -> None:
    with i18n.speaking(language):
        assert short(550) == written
        assert short(5) == {"en": "0.05"}.get(language, "0,05")
        assert short(50_000) == "500"
        assert short(1_000_000) == "10k"


def test_ex_1_8_6_3_the_four_cards_of_monte_lie_in_a_square_with_their_bets_beside_them() -> None:
    for felt in drawings("monte", "extremadura")[1]:
        first, second, third, fourth = (felt.cards[name] for name in ("primera", "segunda", "tercera", "cuarta"))
        assert first.x < second.x and first.y == second.y
        assert third.x == first.x and fourth.x == second.x and third.y == fourth.y > first.bottom
        for number, card in enumerate((first, second, third, fourth), 1):
            mine = [place.rect for place in felt.places if re.fullmatch(rf".*:{number}(-\d)?", place.spot)]
            assert len(mine) == 11  # VIS, C, A, V, S and two against a card; C, A, V and one against a card in Segundas
            right, below = first.x + felt.width / 2, max(rect.bottom for rect in mine)
            assert all(card.x <= rect.x and rect.right <= card.x + right for rect in mine)
            assert below <= (third.y if number < 3 else felt.height)


def test_insurance_lies_below_what_it_insures_in_treinta_and_before_the_square_in_blackjack() -> None:
    for felt in drawings("treinta-cuarenta", "extremadura")[1]:
        place = felt.by_spot["seguro:rojo"]
        assert place.text == "Rojo"
        assert place.rect.y > felt.by_spot["rojo"].rect.bottom
    for felt in drawings("blackjack", "extremadura")[1]:
        insured, square = felt.by_spot["seguro:3"].rect, felt.by_spot["casilla:3"].rect
        assert (insured.x, insured.bottom) == (square.x, square.y)


def test_ex_1_10_5_1_the_squares_of_blackjack_lie_along_an_arc_with_their_cards_between_them_and_the_bank() -> None:
    for felt in drawings("blackjack", "extremadura")[1]:
        squares = [felt.by_spot[f"casilla:{number}"].rect for number in range(1, 8)]
        heights = [square.y for square in squares]
        assert heights[:4] == sorted(set(heights[:4])) and heights[3:] == sorted(set(heights[3:]), reverse=True)
        assert [square.x for square in squares] == sorted(square.x for square in squares)
        for number, square in enumerate(squares, 1):
            cards = felt.cards[f"mano:{number}"]
            assert felt.cards["banca"].y < cards.bottom <= square.y
        assert ("Blackjack", "3:2") in [(line.text, line.note) for line in felt.decor]  # 1.10.5.1.A§8


@pytest.mark.parametrize(
    ("name", "seats", "boxes"),
    [
        ("tripoker", 9, 3),  # art. 1.16.3: nine seated players; par plus, ante and what equals it
        ("texas-bonus", 9, 5),  # ante, flop, turn, river and bonus
        ("pai-gow", 6, 1),
        ("poker-con-descarte", 6, 2),
        ("poker-cuatro-cartas", 7, 3),
        ("trijoker", 9, 3),
    ],
)
def test_players_against_the_bank_sit_along_an_arc_with_the_same_boxes(name: str, seats: int, boxes: int) -> None:
    for felt in drawings(name, "extremadura")[1]:
        assert len(felt.seats) == seats and len([place for place in felt.places if place.spot]) == boxes
        others = [seat for number, seat in enumerate(felt.seats) if number != felt.own]
        assert all(len(seat.chips) == boxes for seat in others)
        names = [seat.name.centre for seat in felt.seats]
        assert [x for x, _ in names] == sorted(x for x, _ in names)
        assert max(y for _, y in names) == names[felt.own][1]  # one's own is lowest
        low = min(place.rect.y for place in felt.places if place.spot)
        for seat in others:  # nobody's cards, boxes or name lie on another's, or on one's own boxes
            parts = [*seat.cards.values(), *seat.chips.values(), seat.name]
            assert min(rect.x for rect in parts) >= -0.01 and max(rect.right for rect in parts) <= felt.width + 0.01
            own = [place.rect for place in felt.places if place.spot]
            assert not any(box.shared(rect) for rect in parts for box in own) or seat.name.bottom <= low
        for one, other in combinations(felt.seats, 2):
            for mine, yours in product(one.cards.values(), other.cards.values()):
                both = mine.shared(yours)
                assert both is None or both.w < 0.01 or both.h < 0.01


def test_one_sees_oneself_in_the_middle_and_everybody_s_chips_and_cards_before_them(casino: Casino) -> None:
    """Luis sits after Ana: on her felt to her right, while on his she is to his left; a croupier sees all in order."""
    wide = drawings("tripoker", "extremadura")[1][0]
    hers, his = wide.seated(["ana", "luis"], "ana"), wide.seated(["ana", "luis"], "luis")
    assert hers.of("ante", "ana") == his.of("ante", "luis") == wide.by_spot["ante"]
    assert hers.of("ante", "luis").rect.x > wide.by_spot["ante"].rect.x > his.of("ante", "ana").rect.x
    assert hers.cards["mano/luis"].x > hers.cards["mano/ana"].x == his.cards["mano/luis"].x
    assert [seat.name.x for seat in wide.seated(["ana", "luis"], "").before.values()] == [
        seat.name.x for seat in wide.seats[:2]
    ]
    table = casino.table("tripoker", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    for who in ("ana", "luis"):
        casino.act(who, table, "stake", "ante", 500)
    casino.act("carla", table, "close")
    page = casino.get("ana", f"/tables/{table}").text
    assert page.count(">luis</text>") == 2 and ">ana</text>" not in page  # on each of the two drawings
    assert page.count("/mano/luis/3") == page.count("/mano/ana/3") == 2
    assert {disc.r for disc in discs(hers, {"felt/luis/ante": 500}, ["ana", "luis"], "ana")} == {CHIP}


def test_roads_of_past_coups_are_kept_as_players_keep_them() -> None:
    """A run turns at the sixth row, a tie is marked on the coup before it, and the other side begins above."""
    found = game("punto-banca")
    rules = found.rules("extremadura")
    coups = ["punto", "empate", "punto", *["banca"] * 7, "empate", "empate", "punto"]
    drawn = found.roads(rules, coups)
    assert drawn is not None
    assert [(bead.x, bead.y) for bead in drawn.beads] == [(at // 6, at % 6) for at in range(13)]
    assert [(bead.x, bead.y, bead.result.text, bead.ties) for bead in drawn.runs] == [
        (0, 0, "P", 1),
        (0, 1, "P", 0),
        *[(1, row, "B", 0) for row in range(6)],
        (2, 5, "B", 2),
        (2, 0, "P", 0),
    ]
    long = found.roads(rules, ["punto", "banca"] * 36)
    assert long is not None and len(long.beads) == 72 and {bead.x for bead in long.runs} == set(range(24))
    assert found.roads(rules, []) == ((), ())
    assert game("bola").roads(game("bola").rules("extremadura"), ["1"]) is None


def test_triple_blackjack_shows_its_squares_and_no_insurance_before_it_is_offered() -> None:
    for felt in drawings("triple-blackjack", "pais-vasco")[1]:
        kinds = [place.kind for place in felt.places if place.open]
        assert (kinds.count("cell"), kinds.count("insurance")) == (21, 21)


def test_the_french_cloth_has_its_chances_on_both_sides_of_the_numbers() -> None:
    wide, tall = drawings("ruleta-francesa", "extremadura")[1]
    for name, other in (("falta", "pasa"), ("impar", "par"), ("rojo", "negro")):
        assert wide.by_spot[name].rect.bottom <= wide.by_spot["pleno:3"].rect.y
        assert wide.by_spot[other].rect.y >= wide.by_spot["pleno:1"].rect.bottom
        assert tall.by_spot[other].rect.right <= tall.by_spot["pleno:1"].rect.x
    assert [line.kind for line in wide.decor] == ["lozenge rojo", "lozenge negro"]
    american = drawings("ruleta-americana", "extremadura")[1][0]
    assert american.by_spot["falta"].rect.y == american.by_spot["pasa"].rect.y and not american.decor


@pytest.mark.parametrize("name", ["ruleta-francesa", "ruleta-americana", "ruleta-doble-cero"])
def test_a_phone_has_a_roulette_folded_with_every_spot_and_every_number_under_a_thumb(name: str) -> None:
    """Of 360 × 740 pixels a cloth has the width, and 470 of the height between top line and chips."""
    for region in game(name).regions:
        wide, tall = drawings(name, region)[1]
        assert tall.by_spot.keys() == wide.by_spot.keys()
        pixels = 360 / (tall.width + 20)  # a margin of 10 is drawn around every felt
        cells = [place.rect for place in tall.places if place.spot.startswith(("pleno:", "columna:", "docena:"))]
        assert min(min(rect.w, rect.h) for rect in cells) * pixels >= 44
        assert (tall.height + 20) * pixels <= 470
        overlaps = [one.shared(other) for one, other in combinations(cells, 2)]
        assert not any(shared.w and shared.h for shared in overlaps if shared)


def test_what_a_spot_says_it_pays_is_what_it_pays() -> None:
    """A blackjack 3 to 2 (1.10.5.1.A§8); hard ways and odds by their number, the field double on 2 and 12."""
    for name, spot, ratios in (
        ("blackjack", "casilla:1", ("1:1", "3:2")),
        ("blackjack", "seguro:1", ("2:1",)),
        ("dados", "hard-ways:4", ("7:1",)),
        ("dados", "hard-ways:6", ("9:1",)),
        ("dados", "field", ("1:1", "2:1")),
        ("dados", "asociada-win", ("2:1", "3:2", "6:5")),
        ("ruleta-francesa", "pleno:17", ("35:1",)),
    ):
        assert game(name).pays(game(name).rules("extremadura"), spot) == ratios


def test_the_puck_lies_on_the_point_and_beside_the_numbers_before_there_is_one(casino: Casino) -> None:
    table = casino.table("dados", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    casino.act("ana", table, "stake", "win", 500)
    assert 'class="puck off"' in casino.get("ana", f"/tables/{table}").text
    casino.act("carla", table, "close")
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": [3, 3]})
    page = casino.get("ana", f"/tables/{table}").text
    assert 'class="puck on"' in page
    six = drawings("dados", "extremadura")[1][0].marks["point:6"].centre
    assert f'<circle cx="{six[0]}" cy="{six[1]}" r="16"/>' in page


@pytest.mark.parametrize("region", game("dados").regions)
def test_the_cloth_of_craps_is_shaped_as_its_stage_is(region: str) -> None:
    """About 880 by 465 pixels at 1280 by 800, and 345 by 345 of a phone: it fills nine tenths of either's width."""
    wide, upright = drawings("dados", region)[1]
    for felt, across, high in ((wide, 880, 465), (upright, 345, 345)):
        assert felt.width * min(across / felt.width, high / felt.height) >= 0.9 * across


def test_a_number_is_read_beside_the_puck_that_lies_on_it() -> None:
    """Two digits are some 24 wide, and at a phone some 16; most of the puck is in the number's own cell."""
    for drawing, half in zip(drawings("dados", "extremadura")[1], (12, 8), strict=True):
        for place in drawing.places:
            if place.kind == "label number":
                puck = drawing.marks[f"point:{place.text}"].centre[0]
                assert puck + 16 <= place.rect.centre[0] - half
                assert puck > place.rect.x


def closed(casino: Casino, table: str, who: str) -> set[str]:
    return set(re.findall(r'data-closed="([^"]+)"', casino.get(who, f"/tables/{table}").text))


def test_ex_1_8_6_3_what_is_bet_in_segundas_is_dimmed_in_primeras(casino: Casino) -> None:
    table = casino.table("monte", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert closed(casino, table, "ana") == set()  # nothing is open before the cards are cut
    casino.act("carla", table, "choose", "cortar")
    for card in ("1o", "2c", "3e", "Rb"):
        casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": card})
    found = casino.floor.tables.table(table)
    layout = game("monte").layout(found.rules, found.settings)
    assert closed(casino, table, "ana") == {spot for spot in layout if "-segundas" in spot}
    assert closed(casino, table, "rosa") == set()
    page = casino.get("ana", f"/tables/{table}").text
    for card in ("1o", "2c", "3e", "Rb"):
        assert page.count(f'<image href="/cards/{card}.svg"') == 2  # on each of the two drawings


# How much comes over the line


def weight(casino: Casino, path: str, seen: set[str]) -> int:
    """How many bytes a page takes with all that it loads, but for cards; scripts load others."""
    if path in seen:
        return 0
    seen.add(path)
    with casino.client.stream("GET", path, headers={**casino.headers("ana"), "Accept-Encoding": "gzip"}) as answer:
        sent = sum(map(len, answer.iter_raw()))
        assert answer.status_code == 200, path
    text = casino.get("ana", path).text
    loads = re.findall(r'(?:href|src)="(/static/[^"]+)"', text) if "<html" in text else []
    loads += [urljoin(path, found) for found in re.findall(r'(?:import|from) "(\./[^"]+|/static/[^"]+)"', text)]
    return sent + sum(weight(casino, load, seen) for load in loads if "/cards/" not in load)


@pytest.mark.parametrize("name", ["ruleta-francesa", "dados", "texas-bonus", "holdem"])
def test_a_table_s_page_with_all_it_loads_is_under_150_kilobytes(casino: Casino, name: str) -> None:
    table = casino.table(name, "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    seen: set[str] = set()
    assert weight(casino, f"/tables/{table}", seen) < 150_000
    assert len(seen) > 10


def test_a_file_is_sent_as_a_browser_takes_it_and_once_only(casino: Casino) -> None:
    path = "/static/tables/table.css"
    plain, packed = (
        casino.client.get(path, headers={"Accept-Encoding": takes}) for takes in ("identity", "gzip, deflate")
    )
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content and int(packed.headers["content-length"]) < len(plain.content) / 3
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    for answer in (plain, packed):
        again = casino.client.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    page = casino.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in page.headers  # what is secret in a page could be told from its length


# The form of a new table


def send(casino: Casino, game: str, region: str, **more: str) -> tuple[int, str]:
    form = {"game": game, "region": region, "minimum": "5", **more}
    answer = casino.client.post("/tables", data=form, headers=casino.headers("dora"), follow_redirects=False)
    return answer.status_code, answer.text


def part(page: str, field: str) -> str:
    """The part of a page about one field."""
    return next(piece for piece in page.split('<div class="one')[1:] if f'id="f-{field}"' in piece)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "region"), EVERY)
def test_every_game_has_a_form_whose_articles_exist_and_whose_defaults_are_legal(
    casino: Casino, name: str, region: str
) -> None:
    form = Form({"game": name, "region": region, "minimum": "5"})
    articles = law_text(region).articles
    fields = [*form.first(), *form.maxima(), *form.options(), *form.readings(), *form.more()]
    assert all(field.article in articles for field in fields if field.article)
    page = casino.get("dora", f"/tables/new?game={name}&region={region}").text
    for field in fields:
        assert field.article in part(page, field.name)
    chosen = {field.name: field.default for field in fields if field.kind == "choice"}
    assert send(casino, name, region, **chosen)[0] == 303


def test_pv_03_v_1_f_3_prizes_one_by_one_fit_into_their_field(casino: Casino) -> None:
    field = part(casino.get("dora", "/tables/new?game=blackjack&region=pais-vasco").text, "options.premios")
    most = game("blackjack").rules("pais-vasco").options["premios"].ends
    longest = max(len(ends) + 5 * len(".99") for ends in most)
    room = re.search(r'maxlength="(\d+)"', field)
    assert room and int(room[1]) >= longest
    # What it is if nothing is typed, and the least; what is priced besides is not told twice.
    assert field.count("2-10-50-200-2000") == 2 and "3-15-75" not in field
    chosen = {"options.acumulada": "si", "options.premios": "2.55-10.05-50.05-250.05-2500.05"}
    assert send(casino, "blackjack", "pais-vasco", **chosen)[0] == 303
    assert casino.floor.tables.tables()[0].settings.options["premios"] == chosen["options.premios"]
    assert send(casino, "blackjack", "pais-vasco", **{**chosen, "options.premios": "2-9-50-200-2000"})[0] == 409


def test_where_the_text_is_doubtful_the_house_chooses_its_reading(casino: Casino) -> None:
    page = casino.get("dora", "/tables/new?game=ruleta-fortuna&region=pais-vasco").text
    doubted = part(page, "readings.bets.24")
    assert "10.V.1" in doubted
    assert re.search(r'value="likely">[^<]*1:1', doubted)
    assert "otro texto que tiene el juego paga 1 a 1" in doubted
    status, _page = send(casino, "ruleta-fortuna", "pais-vasco", **{"readings.bets.24": "likely"})
    assert status == 303
    table = casino.floor.tables.tables()[0]
    assert table.choices == {"bets.24": "likely"}
    assert str(table.rules.bets["24"].pays) == "1:1"
    assert send(casino, "ruleta-fortuna", "pais-vasco", **{"readings.bets.24": "guessed"})[0] == 400


def test_every_breach_stands_beside_its_field_and_what_was_typed_is_kept(casino: Casino) -> None:
    typed = {"maximum.pleno": "123,45", "staff.crupier": "7", "chip": "3", "name": "La mesa", "form": "dos-panos"}
    status, page = send(casino, "ruleta-francesa", "extremadura", chance="physical", **typed)
    assert status == 409
    rules = game("ruleta-francesa").rules("extremadura")
    for field, article in (
        ("maximum.pleno", rules.limits["pleno"].article),
        ("staff.crupier", rules.staff["dos-panos"].article),
        ("chip", rules.minimum.article),
    ):
        said = part(page, field)
        assert 'aria-invalid="true"' in said and f'value="{typed[field]}"' in said
        assert article in said.partition('id="w-')[2]
    assert 'aria-invalid="true"' not in part(page, "maximum.cuadro")
    assert 'value="La mesa"' in page and 'value="physical" checked' in page and "<details open>" in page
    assert 'value="dos-panos" selected' in page
    assert casino.floor.tables.tables() == []


def test_what_is_left_empty_is_shown_as_the_text_would_have_it(casino: Casino) -> None:
    page = casino.get("dora", "/tables/new?game=ruleta-francesa&region=extremadura").text
    assert 'placeholder="10 veces el mínimo"' in part(page, "maximum.pleno")
    assert "10, 20, 30, 40 veces el mínimo" in part(page, "maximum.pleno")
    assert send(casino, "ruleta-francesa", "extremadura")[0] == 303
    assert casino.floor.tables.tables()[0].settings.maximum["pleno"] == 10 * 500


def test_ex_1_1_4_2_a_higher_maximum_needs_that_the_authority_was_told(casino: Casino) -> None:
    high = {"maximum.pleno": "500"}
    assert send(casino, "ruleta-francesa", "extremadura", **high)[0] == 409
    assert send(casino, "ruleta-francesa", "extremadura", notified="yes", **high)[0] == 303
    assert casino.floor.tables.tables()[0].settings.maximum["pleno"] == 50_000


def test_float_and_minimums_of_their_own_reach_the_table(casino: Casino) -> None:
    status, page = send(casino, "ruleta-fortuna", "pais-vasco", float="1000")
    assert status == 409 and "75.000" in part(page, "float")  # 15 000 minimums of five euros
    assert send(casino, "ruleta-fortuna", "pais-vasco", float="75000")[0] == 303
    more = {"minimums.sencilla": "25", "authorised-minimum": "5", "options.sencillas-en-multiplos": "si"}
    assert send(casino, "ruleta-francesa", "pais-vasco", **more)[0] == 303
    assert casino.floor.tables.tables()[-1].settings.minimums == {"sencilla": 2500}
    assert send(casino, "ruleta-francesa", "pais-vasco", **{"minimums.sencilla": "30"})[0] == 409


# What a hand makes is said beside it, once all of its cards are seen


@pytest.mark.parametrize(
    ("name", "place", "lying", "said"),
    [
        ("poker-sin-descarte", "mano/ana", {"mano/ana": ["Ah", "As", "4d", "5c", "9s"]}, "pair of aces"),
        ("poker-sin-descarte", "crupier", {"crupier": ["Ah", "", "", "", ""]}, ""),
        ("poker-con-descarte", "crupier", {"crupier": ["2h", "3h", "4h", "7h", "Kh"]}, "flush, king the highest"),
        ("tripoker", "mano/ana", {"mano/ana": ["9h", "9s", "4d"]}, "pair of nines"),
        ("texas-bonus", "mano/ana", {"mano/ana": ["Kh", "2s"], "flop:1": ["Kd"], "flop:2": [""]}, "pair of kings"),
        ("texas-bonus", "flop:1", {"flop:1": ["Kd"]}, ""),
        ("pai-gow", "baja/ana", {"baja/ana": ["Qh", "Qs"]}, "pair of queens"),
    ],
)
def test_what_a_hand_makes_is_said(name: str, place: str, lying: dict[str, list[str]], said: str) -> None:
    found = game(name)
    assert found.made(found.rules(found.regions[0]), place, lying) == said


@pytest.mark.parametrize("language", ["es", "en", "gl", "eu"])
@pytest.mark.parametrize("name", ["texas-poker", "texas-bonus", "tripoker", "poker-con-descarte"])
@pytest.mark.parametrize("cards", ["Kd Kc Qd Qh Jc", "Kd Kc Kh Qd Qc", "Kd Qd Jd 10d 9d"])
def test_what_the_bank_s_hand_and_one_s_own_make_has_room_in_every_language(
    name: str, cards: str, language: str
) -> None:
    """A word is said in 80 hundredths of the size at the smallest: thirteen pixels are some 7.6 wide each."""
    found = game(name)
    lying = {"mano/crupier": cards.split()[: 3 if name == "tripoker" else 5]}
    with i18n.speaking(language):
        words = i18n.translated(found.made(found.rules(found.regions[0]), "mano/crupier", lying))
    for felt in drawings(name, found.regions[0])[1]:
        for place in (felt.cards["mano/crupier"], felt.seats[felt.own].cards["mano"]):
            badge = felt.badge(place, felt.laid(place, cards.split())[-1], words)
            assert badge is not None and badge.w >= 0.8 * 7.6 * len(words) + 8, words
            assert badge.x >= 0 and badge.right <= felt.width


@pytest.mark.parametrize(
    ("name", "region", "options", "spot", "pays"),
    [
        ("punto-banca", "extremadura", {}, "banca", "19:20"),
        ("punto-banca", "extremadura", {"deduccion": "mitad-con-6"}, "banca", "1:1|1:2"),
        ("punto-banca", "pais-vasco", {"deduccion": "2.5"}, "banca", "39:40"),
        ("punto-banca", "pais-vasco", {"deduccion": "0"}, "banca", "1:1"),
        ("punto-banca", "extremadura", {}, "punto", "1:1"),
        ("pai-gow", "asturias", {}, "apuesta", "19:20"),
        ("pai-gow", "asturias", {"comision": "1"}, "apuesta", "99:100"),
    ],
)
def test_a_spot_says_what_it_pays_when_the_house_keeps_part_of_a_gain(
    name: str, region: str, options: dict[str, str], spot: str, pays: str
) -> None:
    """EX 1.11.5 and 1.15.6, PV 07.V: a percentage of what the bank's hand wins, or half of it with six."""
    found = game(name)
    rules = found.rules(region)
    felt = found.felt(rules, standard(rules, options=options))
    assert felt is not None
    for drawing in (felt.wide, felt.tall):
        assert pays in [place.note for place in drawing.places if place.spot.startswith(spot)]
