"""Packs read and print what is in them, compositions count it."""

import doctest
import importlib
import subprocess
import sys

import pytest

from tapete.cards import (
    FRENCH,
    FRENCH_JOKER,
    SPANISH,
    Composition,
    Pack,
    french,
    pack,
)
from tapete.cards.card import FRENCH_SIZES, PACKS
from tapete.errors import TapeteError


@pytest.mark.parametrize("module", ["card", "composition", "ranking", "rankings", "lookup"])
def test_the_examples_in_the_documentation_run(module: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"tapete.cards.{module}"))
    assert tried.attempted and not tried.failed


def test_importing_cards_and_rankings_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, tapete.cards.rankings; print([m for m in ('numpy', 'numba') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("id", PACKS)
def test_every_card_of_every_pack_prints_what_it_reads(id: str) -> None:
    known = pack(id)
    assert known.parse(known.text(known.cards)) == known.cards
    assert known.parse(known.text(known.cards).replace(" ", "")) == known.cards
    assert known.parse("") == ()
    assert eval(repr(known), {"Pack": Pack}) == known


@pytest.mark.parametrize("size", FRENCH_SIZES)
def test_french_packs_have_their_size_and_keep_their_numbers(size: int) -> None:
    assert len(french(size)) == len(set(french(size).cards)) == size
    assert french(size).card("Ah") == FRENCH.card("Ah")


@pytest.mark.parametrize(
    ("size", "lowest"), [(48, "3"), (44, "4"), (40, "5"), (36, "6"), (32, "7"), (28, "8"), (52, "2"), (53, "2")]
)
def test_ex_2_2_a_1_reduced_packs_lose_their_lowest_ranks(size: int, lowest: str) -> None:
    assert french(size).show(french(size).cards[0]) == f"{lowest}c"


def test_the_joker_is_the_card_after_all_others_and_has_no_suit() -> None:
    joker = FRENCH_JOKER.card("Jk")
    assert joker == FRENCH_JOKER.cards[-1] and FRENCH_JOKER.is_joker(joker) and FRENCH_JOKER.suit(joker) == -1
    assert FRENCH_JOKER.show(joker) == "Jk" and not FRENCH_JOKER.is_red(joker)
    with pytest.raises(TapeteError):
        FRENCH.card("Jk")


def test_ex_1_8_2_1_the_spanish_pack_has_ten_ranks_in_oros_copas_espadas_and_bastos() -> None:
    assert len(SPANISH) == 40
    assert SPANISH.text(SPANISH.parse("7o Rc Se Cb Ao")) == "7o Rc Se Cb 1o"
    assert SPANISH.rank(SPANISH.card("Rb")) == 9 and SPANISH.suits[SPANISH.suit(SPANISH.card("Ce"))] == "e"


def test_reds_are_diamonds_and_hearts() -> None:
    assert [FRENCH.is_red(card) for card in FRENCH.parse("Ac Ad Ah As")] == [False, True, True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1h", "'1h' is no card"),
        ("Ah Ah", "Ah is there twice"),
        ("AhX", "'AhX' is no card"),
        ("Ah, ?", "'\\?' is no card"),
    ],
)
def test_bad_notation_is_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(TapeteError, match=said) as caught:
        FRENCH.parse(text)
    assert "\n" not in str(caught.value)


def test_unknown_packs_and_cards_are_refused() -> None:
    for wrong in (lambda: pack("54"), lambda: french(50), lambda: FRENCH.show(52), lambda: french(28).card("7h")):
        with pytest.raises(TapeteError):
            wrong()


def test_compositions_read_what_they_print_and_count_ranks_and_suits() -> None:
    six = Composition.parse("6 packs less Ah Ks 10d, 10d")
    assert Composition.parse(str(six)) == six
    assert six.total == 308 and six.of(FRENCH.card("10d")) == 4
    assert six.ranks[8] == 22 and six.suits == (78, 76, 77, 77)
    assert six.plus(FRENCH.parse_many("10d 10d Ks Ah")) == Composition.parse("6 packs")
    assert str(Composition.full(1)) == "1 pack" and Composition.full(2, FRENCH_JOKER).ranks[-1] == 2
    assert Composition.parse("1 pack less Rc", SPANISH).total == 39


@pytest.mark.parametrize(
    "text", ["", "six packs", "0 packs", "1 pack less Ah Ah", "2 packs less 1h", "6 packs minus Ah"]
)
def test_bad_compositions_are_refused(text: str) -> None:
    with pytest.raises(TapeteError):
        Composition.parse(text)
