"""The duel of punto and banker: held to what is published, counted in another way, dealt by loop and table alike."""

import random
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tapete import i18n
from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Show
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.games import game
from tapete.games.chemin_de_fer import kernel
from tapete.games.chemin_de_fer.odds import MOST, Duel, coups, odds, solution
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.shared.bacara.duel import Ends, answers, ends, equilibrium, facing_banker, tally
from tapete.games.shared.bacara.points import STOOD
from tapete.games.shared.bacara.rules import third, worth
from tapete.games.shared.bacara.shoe import counts, full
from tests.helpers import advised, choose, close, sit
from tests.web import House

NAME = "chemin-de-fer"
FULL = (96, *[24] * 9)
NOTHING, FIVE_PER_CENT = Fraction(0), Fraction(1, 20)


def rules(region: str = "extremadura") -> Rules:
    found: Rules = game(NAME).rules(region)
    return found


def test_kemeny_and_snell_s_solution_of_1957() -> None:
    """Cards put back, totals only: the punto draws to five with 9/11, the banker to six against none with 859/2288.

    As cited in Ethier and Gámez, A game-theoretic analysis of baccara chemin de fer (Games 4, 2013), from memory; the
    value is theirs too.
    """
    rule = third(rules())
    found = equilibrium(tally((4, *[1] * 9), rule, gone=0), rule, NOTHING)
    assert found.punto == Fraction(9, 11)
    assert {place: share for place, share in found.banker.items() if share not in (0, 1)} == {
        (6, STOOD): Fraction(859, 2288)
    }
    assert found.ends.punto == Fraction(-679_568, 53_094_899)


def test_the_banker_s_answers_are_the_text_s_table_but_for_its_options() -> None:
    """Against a punto who mixes, the printed table is best cell by cell; its two options and six against none turn."""
    rule = third(rules())
    found = equilibrium(tally(FULL, rule), rule, NOTHING)
    for (points, card), share in found.banker.items():
        letter = rule.banker(points, card)
        if letter != "O" and (points, card) != (6, STOOD):
            assert share == (letter == "T"), (points, card)


SMALL = (3, 1, 0, 1, 1, 1, 1, 0, 1, 0)  # nine cards by what they count


def naive(cards: tuple[int, ...], draws_to_five: bool, banker: dict[tuple[int, int], Fraction]) -> int:
    """One coup as the text has it: 0 if the punto wins, 1 for a tie, 2 if the banker does."""
    p, b = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    rest = list(cards[4:])
    if max(p, b) < 8:
        card = STOOD
        if p < 5 or (p == 5 and draws_to_five):
            card = rest.pop(0)
            p = (p + card) % 10
        if banker[b, card]:
            b = (b + rest.pop(0)) % 10
    return 0 if p > b else 1 if p == b else 2


@pytest.mark.parametrize("q", [0, 1])
def test_all_orders_of_a_small_shoe_counted_one_by_one(q: int) -> None:
    rule = third(rules())
    counted = tally(SMALL, rule)
    banker = answers(counted, rule, Fraction(q), FIVE_PER_CENT)
    found = [0, 0, 0]
    orders = list(permutations([value for value, many in enumerate(SMALL) for _ in range(many)], 6))
    for cards in orders:
        found[naive(cards, bool(q), banker)] += 1
    assert counted.of == len(orders)
    assert ends(counted, Fraction(q), banker) == Ends(*(Fraction(count, len(orders)) for count in found))


@pytest.mark.parametrize("cut", [NOTHING, FIVE_PER_CENT])
def test_in_equilibrium_nobody_gains_by_playing_otherwise(cut: Fraction) -> None:
    rule = third(rules())
    counted = tally(FULL, rule)
    found = equilibrium(counted, rule, cut)
    assert 0 < found.punto < 1
    worths = {ends(counted, Fraction(q), found.banker).punto for q in (0, 1)}
    assert worths == {found.ends.punto}
    for place, share in found.banker.items():
        if place[0] not in rule.banker_draws:
            for other in (Fraction(0), Fraction(1)):
                turned = ends(counted, found.punto, {**found.banker, place: other})
                assert turned.banker(cut) <= found.ends.banker(cut), (place, share)


def test_ex_2_1_a_5_1_p_what_the_house_takes_is_what_punto_and_banker_lose_together() -> None:
    for row, other in zip(*[iter(odds(rules("pais-vasco")))] * 2, strict=True):
        assert (row.bet, other.bet) == ("punto", "banca")
        percent = int(row.setting["deduccion"])
        assert row.figures.edge + other.figures.edge == Fraction(percent, 100) * other.figures.win
        assert (row.figures.win, row.figures.push) == (other.figures.lose, other.figures.push)


def test_the_known_figures_of_a_full_shoe() -> None:
    """The bank's advantage is between one and two per cent, as every book on the game has it, and the cagnotte's five
    per cent of about 46 % of the coups are more than that."""
    rows = {(row.bet, row.setting["juego"]): float(row.figures.edge) for row in odds(rules())}
    assert all(0.01 < edge < 0.02 for (bet, _), edge in rows.items() if bet == "punto")
    assert all(0 < edge < 0.015 for (bet, _), edge in rows.items() if bet == "banca")
    assert rows["punto", "equilibrio"] == min(edge for (bet, _), edge in rows.items() if bet == "punto")


def test_what_the_punto_s_totals_are_worth_adds_up_to_the_game() -> None:
    """Each total as often as it comes, five as it is mixed."""
    rule = third(rules())
    counted = tally(FULL, rule)
    found = equilibrium(counted, rule, NOTHING)
    cards = [value for value, many in enumerate(FULL) for _ in range(many)]
    chance = [Fraction(0)] * 10
    for one, many in enumerate(FULL):
        for other, more in enumerate(FULL):
            chance[(one + other) % 10] += Fraction(many * (more - (one == other)), len(cards) * (len(cards) - 1))
    worth_of = Fraction(0)
    for total in range(10):
        draw = Fraction(total < 5) if total != 5 else found.punto
        for share, draws in ((draw, True), (1 - draw, False)):
            if share:
                worth_of += chance[total] * share * facing_banker(FULL, rule, total, draws, found.banker).punto
    assert worth_of == found.ends.punto


def test_the_guides_price_both_words_and_five_is_as_good_either_way() -> None:
    book = game(NAME).rules("extremadura")
    punto, banker = game(NAME).guides(book, standard(book))
    (five,) = punto.rows["5"]
    assert five["carta"] == five["no"]
    assert punto.best(punto.rows["4"][0]) == "carta"
    assert punto.best(punto.rows["6"][0]) == "no"
    assert banker.columns == (*map(str, range(10)), "ninguna")
    assert banker.best(banker.rows["3"][8]) == "no"
    six = banker.rows["6"][10]
    assert six["carta"] == six["no"]


def test_a_shoe_too_small_for_a_coup_is_refused() -> None:
    few = Composition(FRENCH, 1, tuple(int(number < 5) for number in range(52)))
    with pytest.raises(TapeteError, match="a coup may take 6 cards"):
        odds(rules(), few)


def test_advice_is_computed_from_what_one_sees() -> None:
    """A live table: the punto is told what his cards are worth, and nobody else is told anything of them."""
    session = sit(NAME, "extremadura", physical=False, seed=3)
    table = session.open()
    choose(table, "croupier", "hecha")
    table.act("ana", Act("take", "", 2000))
    table.act("ana", Act("go-on"))
    table.act("luis", Act("stake", "punto", 2000))
    close(table)
    table.act("luis", Act("lift"))
    own = [card for card in table.view("luis").cards["punto"] if card]
    assert len(own) == 2
    points = sum(worth(rules())[FRENCH.card(card)] for card in own) % 10
    words = {item.option: item.value for item in advised(table, "luis")}
    duel = Duel(rules(), table.header.settings, full(rules()))
    expected = {"carta"} if points < 5 else {"carta", "no"} if points == 5 else {"no"} if points < 8 else {"abatir"}
    assert words.keys() - {"consejo"} == expected
    assert all(value == float(duel.punto(points, word)) for word, value in words.items() if word in ("carta", "no"))
    assert advised(table, "ana") == []


# The loop and the table


def shoe_of(seed: int) -> list[str]:
    """Six packs, shuffled."""
    cards = [FRENCH.show(card) for card in FRENCH.cards for _ in range(6)]
    random.Random(seed).shuffle(cards)
    return cards


@pytest.mark.parametrize("policy", ["plantarse-con-5", "pedir-con-5"])
def test_the_loop_and_the_table_end_the_same_coups_alike(policy: str) -> None:
    """Both deal one shoe from its first card; who always or never draws to five leaves nothing to chance."""
    book = rules()
    cards = shoe_of(7)
    values = np.array([[worth(book)[FRENCH.card(card)] for card in cards]], np.uint8)
    given = kernel.tables(book, policy, FIVE_PER_CENT)
    found = np.empty(200, np.uint8)
    have = kernel._deal_shoes(values, np.zeros((1, kernel.COUPS, 2), np.int64), *given[1:], found, 0)
    banker = solution(book, counts(book, full(book), MOST), policy, FIVE_PER_CENT).banker
    session = sit(NAME, "extremadura", chips=dict.fromkeys(("ana", "luis", "eva", "teo"), 10**7))
    dealt, ended = 0, list[int]()
    while not ended or session.round is None or session.round.carried["shoe"]:
        table = session.open()
        if table.pending is not None and table.pending.label.startswith("choose"):
            choose(table, "croupier", "hecha")
        dealt, end = coup(table, cards, dealt, policy == "pedir-con-5", banker)
        ended.append(end)
        if not table.finished:
            choose(table, "croupier", "nadie-lo-pide")
    assert ended == list(found[:have])


def coup(table, cards: list[str], dealt: int, draws: bool, banker) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    """A coup for five euros at the table, played as the loop plays it: how many cards are gone then, and its end."""
    while table.pending.label == "offer":
        table.act(table.pending.actors()[0], Act("take", "", table.pending.open(table.pending.actors()[0])[0].lo))
    who = table.pending.actors()[0]
    table.act(who, Act("go-on"))
    other = next(player for player in table.header.players if player != who)
    before = table.places[f"chips/{other}"]
    table.act(other, Act("stake", "punto", 500))
    close(table)
    table.act(other, Act("lift"))
    points = worth(table.rules)
    value = [points[FRENCH.card(card)] for card in cards[dealt : dealt + 6]]
    p, b = (value[0] + value[2]) % 10, (value[1] + value[3]) % 10
    takes = p < 5 or (p == 5 and draws)
    card = value[4] if takes else STOOD
    if p > 7:
        said = ["abatir"]
    elif b > 7:
        said = ["carta" if takes else "no", "abatir"]
    else:
        said = ["carta", "dar"] if takes else ["no"]
        said.append("carta" if banker[b, card] else "no")
    for word in (*said, "pagar"):
        shown(table, cards, dealt)
        choose(table, table.pending.actors()[0], word)
    shown(table, cards, dealt)
    gain = table.places[f"chips/{other}"] - before
    return dealt + sum(map(len, table.cards.values())), 0 if gain > 0 else 1 if gain == 0 else 2


def shown(table, cards: list[str], dealt: int) -> None:  # type: ignore[no-untyped-def]
    """Cards are turned over as they lay in the shoe."""
    while isinstance(table.pending, Show):
        table.fell(cards[dealt + int(table.pending.slot[1:])])


def test_coups_of_a_shoe_are_all_counted() -> None:
    counted = coups(rules(), FULL)
    assert counts(rules(), full(rules()), MOST) == FULL
    for q in (Fraction(0), Fraction(1, 3)):
        banker = answers(counted, third(rules()), q, NOTHING)
        assert sum(ends(counted, q, banker)) == 1


@pytest.mark.parametrize(
    ("cut", "punto"), [("5", Fraction(799_863, 964_528)), ("0", Fraction(7_631_761, 9_407_656))]
)  # by an independent count of six packs without replacement
def test_pv_08_vi_best_play_tells_where_it_is_a_mixture(cut: str, punto: Fraction) -> None:
    """The tables have one answer for each case; where both are as good, how often each is chosen is what matters."""
    found = game(NAME).rules("pais-vasco")
    own, bank = game(NAME).guides(found, standard(found, options={"deduccion": cut}))
    assert f"with 5 a card is asked for in {float(punto):.2%}".replace("%", " %") in own.note
    assert "at row 6, column ninguna in 37.88 % of such coups" in bank.note
    with i18n.speaking("es"):
        assert (
            i18n.translated(bank.note)
            .replace("\xa0", " ")
            .startswith("en fila 6, columna ninguna se toma carta en el 37,88 % de esas jugadas")
        )


@pytest.mark.parametrize(
    ("name", "said"),
    [(NAME, "Con 5 se pide carta en el 82,93 %"), ("bacara-dos-panos", "Con 5 se pide carta en el 80,94 %")],
)
def test_a_page_of_best_play_tells_the_mixture_in_its_reader_s_language(tmp_path: Path, name: str, said: str) -> None:
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        shown = House(floor).visitor("es").get(f"/games/{name}/extremadura/best").text.replace("\xa0", " ")
    assert said in shown and "En fila " in shown
    assert "in equilibrium" not in shown
