"""How often final hands come in poker between players: published counts, and counts made in another way."""

from fractions import Fraction
from html import unescape
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from tapete import i18n
from tapete.cards.card import FRENCH, french
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.games import game, games
from tapete.games.circulo.counting import Deal, boards, counted, kinds
from tapete.games.circulo.frequencies import Hour, taken, takes
from tapete.games.circulo.pairs import on_board
from tapete.odds.kept import Progress
from tests.rankings import LOW_EIGHT, by_category, circle
from tests.test_cli import data, run
from tests.web import House

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
QUIET: Progress = lambda done, of: None  # noqa: E731
SHARED = np.array([*combinations(range(5), 3)], np.uint8)
NAMES = ["carta-mayor", "pareja", "doble-pareja", "trio", "escalera", "color", "full", "poquer"]
NAMES += ["escalera-de-color", "escalera-real"]


def counts(name: str, region: str) -> dict[str, int]:
    """The rows of a game, worst first."""
    rows = game(name).frequencies(game(name).rules(region))
    assert sum(row.chance for row in rows) == 1
    return {row.hand: row.count for row in reversed(rows)}


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_e_1_and_ga_art_34_and_pv_17_3_1_hands_of_seven_have_the_published_counts(region: str) -> None:
    # Alspach, "Pai Gow Poker Computations", table 1, its 41,584 straight flushes parted: 4 × C(47, 2) are royal.
    found = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
    assert counts("holdem", region) == dict(zip(NAMES, found, strict=True))
    assert 4 * comb(47, 2) == found[-1] and sum(found) == comb(52, 7) == 133_784_560


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_d_1_and_ga_art_32_and_pv_17_2_1_two_of_four_with_three_of_five_have_the_published_counts(
    region: str,
) -> None:
    # The table of Omaha hands at the Wizard of Odds, from memory; the royal ones are counted here as well: of each
    # suit two in the hand with two others, three on the board with two others.
    found = [13851662832, 122655542152, 170775844104, 40712657408, 52289648688, 31216782384, 29424798576]
    found += [2225270496, 368486160, 42807600]
    assert counts("omaha", region) == dict(zip(NAMES, found, strict=True))
    assert 4 * comb(5, 2) * comb(47, 2) * comb(45, 2) == found[-1]
    assert sum(found) == comb(52, 4) * comb(48, 5)


def test_ga_art_39_two_own_cards_of_28_with_three_of_five_are_as_many_as_scoring_each_deal_finds() -> None:
    ranking = circle(french(28))
    cards, mixed = ranking.pack.cards, ranking.compile_mixed(2)
    found = counted.function(Deal("28", ranking.order, 2, 5, 2, low=False), QUIET)
    # Two cards of a kind once, times as many as there are: pairs, two of a suit, two of different suits.
    own = {pair: 6 for pair in combinations(cards, 2) if pair[0] % 4 == 0 and pair[1] == pair[0] + 1}
    own |= {pair: 4 for pair in combinations(cards, 2) if pair[0] % 4 == pair[1] % 4 == 0}
    own |= {
        pair: 12 for pair in combinations(cards, 2) if (pair[0] % 4, pair[1] % 4) == (0, 1) and pair[1] - pair[0] > 1
    }
    assert sum(own.values()) == comb(28, 2)
    seen = np.zeros(len(mixed.exact.values), np.int64)
    for pair, weight in own.items():
        boards = np.array([*combinations([card for card in cards if card not in pair], 5)], np.uint8)
        scores = mixed.scores(np.repeat(np.array([pair], np.uint8), len(boards), axis=0), boards)
        seen += weight * np.bincount(scores, minlength=len(seen))
    assert found.counts == by_category(mixed.exact, seen)
    assert found.of == comb(28, 2) * comb(26, 5) == sum(found.counts.values())


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_every_variant_s_counts_are_whole_and_its_royal_runs_as_many_as_closed_forms_say(region: str) -> None:
    # Of each suit: five of five; five of seven with two others; two own with others of one's own and of the board.
    royal = {
        ("poker-cubierto", "52"): 4,
        ("poker-cubierto", "32"): 4,
        ("five-stud", "52"): 4,
        ("five-stud", "32"): 4,
        ("seven-stud", "52"): 4 * comb(47, 2),
        ("sintetico", "28"): 4 * comb(5, 2) * comb(23, 2),
        ("omaha-cinco", "52"): 4 * comb(5, 2) * comb(47, 3) * comb(44, 2),
        ("omaha-hi-lo", "52"): 4 * comb(5, 2) * comb(47, 2) * comb(45, 2),
        ("double-holdem", "52"): 4 * comb(47, 2),
    }
    names = [found for found in games() if found.folder == "circulo" and region in found.regions]
    seen = set()
    for found in names:
        rows = found.frequencies(found.rules(region))
        for setting in {str(row.setting): row.setting for row in rows}.values():
            assert sum(row.chance for row in rows if row.setting == setting) == 1
        for row in rows:
            if row.hand == "escalera-real" and (found.id, row.setting["baraja"]) in royal:
                assert row.count == royal[found.id, row.setting["baraja"]]
                seen.add(found.id)
    assert len(seen) == len(names) - 2  # all but hold'em and Omaha, which are above


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_7_1_h_figuras_count_in_covered_poker_alone(region: str) -> None:
    # Five of the sixteen figures, less full, póquer and trío of them.
    figuras = comb(16, 5) - 4 * 4 * 3 * 6 - 4 * 12 - 4 * 4 * comb(3, 2) * 16
    for found in games():
        if found.folder == "circulo" and region in found.regions:
            rows = [row for row in found.frequencies(found.rules(region)) if row.hand == "figuras"]
            assert {row.count for row in rows} == ({figuras} if found.id == "poker-cubierto" else set())


def test_pv_17_2_3_hi_lo_has_rows_of_both_halves_and_pv_17_3_2_two_lines() -> None:
    rows = game("omaha-hi-lo").frequencies(game("omaha-hi-lo").rules(PV))
    assert {row.setting["mitad"] for row in rows} == {"alta", "baja"}
    assert next(row.count for row in rows if row.hand == "baja-5") == wheels()
    assert {row.setting["lineas"] for row in game("double-holdem").frequencies(game("double-holdem").rules(PV))} == {
        "2"
    }


@pytest.mark.parametrize("own", [2, 4, 5])
@pytest.mark.parametrize("size", [28, 32, 52])
def test_pv_17_2_on_a_board_hands_are_as_many_as_scoring_each_one_finds(own: int, size: int) -> None:
    ranking, stream = circle(french(size)), np.random.default_rng(own * size)
    cards, mixed = np.array(ranking.pack.cards, np.uint8), ranking.compile_mixed(own)
    names, kind = kinds(ranking, low=False)
    for _ in range(3):
        board = stream.choice(cards, 5, replace=False)
        left = [card for card in cards.tolist() if card not in board]
        hands = np.array([*combinations(left[: 24 if own == 5 else 47], own)], np.uint8)
        scored = kind[mixed.scores(hands, np.repeat(board[None], len(hands), axis=0))]
        few = np.array([*left[: 24 if own == 5 else 47], *board], np.uint8)
        found = on_board(board, few, own, SHARED, kind, len(names), ranking.compile().batch.tables)
        assert found.tolist() == np.bincount(scored, minlength=len(names)).tolist()


@pytest.mark.parametrize("size", [28, 32, 36, 40, 44, 48, 52])
def test_boards_that_hands_cannot_tell_apart_are_all_boards(size: int) -> None:
    found = [*boards(french(size))]
    assert sum(weight for _, weight in found) == comb(size, 5)
    assert all(len(set(board)) == 5 and set(board) <= set(french(size).cards) for board, _ in found)
    plain = [board for board, _ in found if max(np.bincount(np.array(board) % 4)) < 3]
    ranks = size // 4
    assert len(plain) == comb(ranks + 4, 5) - ranks  # multisets of five ranks, but for those five times the same


def test_pv_17_2_3_a_low_of_two_own_and_three_common_cards_is_as_often_as_ranks_alone_say() -> None:
    """A low depends on ranks only: which of the low ones a hand and a board have."""
    deal = Deal("52", LOW_EIGHT.order, 4, 5, 2, low=True)
    found = counted.function(deal, QUIET)
    assert found.of == comb(52, 4) * comb(48, 5) == sum(found.counts.values())
    boards_with_three = sum(
        weight
        for board, weight in boards(FRENCH, colours=False)
        if len({card // 4 for card in board if low(card)}) >= 3
    )
    without = found.counts["sin-baja"]
    assert without > (comb(52, 5) - boards_with_three) * comb(47, 4)
    assert list(found.counts) == ["sin-baja", "baja-8", "baja-7", "baja-6", "baja-5"]
    # The wheel, by ranks: a board with just these of A to 5, a hand that has the others.
    assert found.counts["baja-5"] == wheels()


def low(card: int) -> bool:
    """Whether a card is an ace, or an eight at most."""
    return card // 4 == 12 or card // 4 <= 6


def wheels() -> int:
    """Deals with a wheel of two own and three common cards, by inclusion and exclusion over the ranks of a board."""
    total = 0
    for on_it, weight in ranks_of_boards():
        missing = [rank for rank in range(5) if rank not in on_it]
        used = [on_it.count(rank) for rank in range(5)]
        if len(missing) <= 2:
            total += weight * hands_that_have(missing, used, 2 - len(missing))
    return total


def ranks_of_boards() -> list[tuple[tuple[int, ...], int]]:
    """The cards of A to 5 on a board, as ranks 0 to 4, and how many boards have just those."""
    found: dict[tuple[int, ...], int] = {}
    for board, weight in boards(FRENCH, colours=False):
        ranks = tuple(sorted((card // 4 + 1) % 13 for card in board if card // 4 in (12, 0, 1, 2, 3)))
        found[ranks] = found.get(ranks, 0) + weight
    return [*found.items()]


def hands_that_have(missing: list[int], used: list[int], more: int) -> int:
    """Hands of four of the other 47 with every missing rank and, in all, `more` other ranks of the five besides."""
    left = [4 - count for count in used]
    rest = 47 - sum(left)
    total = 0
    for size in range(5):
        for ranks in combinations(range(5), size):
            if set(missing) <= set(ranks) and size >= len(missing) + more:
                total += exactly([left[rank] for rank in ranks], rest)
    return total


def exactly(left: list[int], rest: int) -> int:
    """Hands of four with at least one card of each of these ranks, and the others from the rest."""
    ways = [1, 0, 0, 0, 0]
    for count in left:
        ways = [sum(ways[n - k] * comb(count, k) for k in range(1, n + 1)) for n in range(5)]
    return sum(ways[n] * comb(rest, 4 - n) for n in range(5))


def test_ex_2_2_3_and_ga_art_18_3_and_pv_17_ii_3_what_the_house_takes_in_an_hour() -> None:
    # By hand, a table of 5: 5 % of a pot of 100 is 5, 30 times an hour. A session is an hour and two hands more.
    hour = Hour(hands=30, players=8, pot=20)

    def cents(region: str, minimum: int = 500, **options: str) -> Fraction:
        rules = game("holdem").rules(region)
        return taken(rules, standard(rules, minimum, options), hour)

    assert cents(EX, beneficio="bote", porcentaje="maximo") == 30 * 500
    assert cents(EX, beneficio="bote", porcentaje="minimo") == 0
    assert cents(GA, beneficio="bote", porcentaje="medio") == 30 * 250
    assert cents(EX, beneficio="sesion", porcentaje="maximo") == Fraction(8 * 1000 * 30, 32)  # 20 % of 10 minimums
    assert cents(PV, beneficio="jugador", porcentaje="maximo") == 30 * 8 * 250
    assert cents(PV, beneficio="jugador", porcentaje="minimo") == 30 * 8 * 100
    assert [row.cut for row in takes(game("omaha").rules(PV), {})] == ["bote"] * 2 + ["sesion"] * 2 + ["jugador"] * 2


def test_ga_art_18_3_b_a_session_is_paid_what_the_text_has_whatever_the_chips_are() -> None:
    """10 to 20 % of a maximum of 2.5 minimums, of eight players; six have cards where a pack of 32 deals five to each.

    Before, the least was rounded to chips of a tenth of the minimum, which no legal table of that share has.
    """
    for name, players, options in (
        ("holdem", 8, {}),
        ("five-stud", 6, {}),
        ("poker-cubierto", 6, {"baraja": "32"}),
        ("poker-cubierto", 8, {"baraja": "52"}),
    ):
        least, most = takes(game(name).rules(GA), {"beneficio": "sesion", **options})
        assert least.minimums == Fraction(players * 30, 32) / 4 == most.minimums / 2
        assert least.hour == {"hands": 30, "players": players, "pot": 20, "maximum": 2.5}
    assert takes(game("holdem").rules(EX), {"beneficio": "sesion"})[0].hour["stack"] == 10
    assert takes(game("holdem").rules(EX), {"beneficio": "sesion", "puestos": "5"})[0].minimums == Fraction(5 * 30, 32)


def test_pv_17_ii_3_what_the_house_takes_is_told_as_it_is_chosen() -> None:
    """4 per cent of a pot of 20 minimums are 0.8, 30 times an hour; of the minimum and of a session it may not be 4."""
    rules = game("omaha").rules(PV)
    [row] = takes(rules, {"porcentaje": "4"})
    assert (row.cut, row.minimums) == ("bote", Fraction(24))
    assert [row.cut for row in takes(rules, {"porcentaje": "medio"})] == ["bote", "sesion", "jugador"]
    with pytest.raises(TapeteError, match="30 per cent"):
        takes(rules, {"porcentaje": "30", "beneficio": "bote"})


def test_pv_17_ii_3_a_the_house_may_bound_its_part_of_a_pot() -> None:
    rules = game("holdem").rules(PV)
    settings = standard(rules, 500, {"beneficio": "bote", "porcentaje": "maximo", "tope": "1"})
    assert taken(rules, settings, Hour(10, 8, 40)) == 10 * 500  # 5 % of 200 would be 10


@pytest.mark.parametrize(("name", "region"), [("holdem", EX), ("omaha", GA)])
def test_the_page_of_odds_shows_how_often_hands_come_and_what_the_house_takes(
    tmp_path: Path, name: str, region: str
) -> None:
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        client = House(floor).visitor()
        shown = unescape(client.get(f"/games/{name}/{region}/odds").text)
        rows = client.get(f"/api/v1/games/{name}/{region}/frequencies").json()
        assert client.get("/api/v1/games/bola/extremadura/frequencies").json() == []
    assert [row["count"] for row in rows] == [row.count for row in game(name).frequencies(game(name).rules(region))]
    assert "Lo que la casa ingresa en una hora" in shown
    paid = {EX: "sobre un primer resto de 10 mínimos", GA: "sobre un máximo de 2,5 mínimos"}
    assert paid[region] in shown
    with i18n.speaking("es"):
        assert all(i18n.number(row["count"], 0) in shown for row in rows)


def test_the_command_prints_hands_with_count_and_chance_and_what_the_house_takes() -> None:
    rows = data("odds", "omaha", "--region", PV)
    assert rows[0] == {
        "game": "omaha",
        "region": PV,
        "setting": {"baraja": "52", "lineas": "1", "de-la-mano": "2"},
        "hand": "escalera-real",
        "count": 42807600,
        "of": 463563500400,
        "chance": "1/10829",
        "article": "17.VI.1.a",
    }
    assert {row["minimums"] for row in data("odds", "holdem", "--region", GA, "--take", "--set", "beneficio=bote")} == {
        "0",
        "30",
    }
    assert "between players" in run("odds", "bola", "--region", EX, "--take").stderr
    assert "whole packs" in run("odds", "holdem", "--region", GA, "--seen", "Ah").stderr
