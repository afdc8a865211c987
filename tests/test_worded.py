"""What a hand makes and what a rulebook holds, said to a person in the four languages."""

import re

import pytest

from tapete import i18n, wording
from tapete.cards.card import french
from tapete.cards.ranking import Ranking
from tapete.cards.rankings import PAI_GOW, POKER
from tapete.cards.worded import in_words
from tapete.games import games
from tapete.law.compare import plain
from tests.rankings import FOUR, LOW_EIGHT, PAI_GOW_LOW, THREE, circle

FIGURAS = circle(french(32), figuras=True)
SAID: list[tuple[Ranking, str, str, str]] = [
    (POKER, "Ah As 9d 5c 2h", "pair of aces", "pareja de ases"),
    (POKER, "10h 10s 3d 3c 2h", "two pairs, tens and threes", "doble pareja de dieces y treses"),
    (POKER, "6h 6s 6d 3c 2h", "three of a kind, sixes", "trío de seises"),
    (POKER, "Ah 2s 3d 4c 5h", "straight to 5", "escalera hasta 5"),
    (POKER, "10h Js Qd Kc Ah", "straight to ace", "escalera hasta as"),
    (POKER, "Kh 9h 5h 3h 2h", "flush, king the highest", "color, rey la mayor"),
    (POKER, "2h 2s 2d Kc Kh", "full house, twos over kings", "full de doses y reyes"),
    (POKER, "7h 7s 7d 7c Kh", "four of a kind, sevens", "póquer de sietes"),
    (POKER, "9h Kh Qh Jh 10h", "straight flush to king", "escalera de color hasta rey"),
    (POKER, "Ah Kh Qh Jh 10h 10s 10d", "royal flush", "escalera real"),
    (POKER, "Qh 9s 5d 3c 2h", "high card queen", "carta mayor: dama"),
    (POKER, "Qh Qs 9d", "pair of queens", "pareja de damas"),
    (POKER, "Kh", "high card king", "carta mayor: rey"),
    (THREE, "Ah 2s 3d", "straight to 3", "escalera hasta 3"),
    (FOUR, "8h 8s 3d 3c 2h", "two pairs, eights and threes", "doble pareja de ochos y treses"),
    (FOUR, "4h 5h 6h 7h 2h 2c", "straight flush to 7", "escalera de color hasta 7"),
    (PAI_GOW, "Ah As Ad Ac Jk", "five aces", "cinco ases"),
    (PAI_GOW, "Kh Ks Kd Ac Jk", "full house, kings over aces", "full de reyes y ases"),
    (PAI_GOW, "9h 8s 6d 5c Jk", "straight to 9", "escalera hasta 9"),
    (PAI_GOW, "Ah 2s 3d 4c Jk", "straight to 5", "escalera hasta 5"),
    (PAI_GOW, "Kh 9h 5h 3h Jk", "flush, ace the highest", "color, as la mayor"),
    (PAI_GOW_LOW, "Jk Kh", "high card ace", "carta mayor: as"),
    (FIGURAS, "Ah Ks Qd Jc Jh", "figures", "figuras"),
    (FIGURAS, "Ah 7s 8d 9c 10h", "straight to 10", "escalera hasta 10"),
    (LOW_EIGHT, "Ah 2s 3d 4c 7h", "low hand, 7 the highest", "jugada baja, 7 la mayor"),
    (LOW_EIGHT, "Ah 2s 3d 4c 9h", "", ""),
    (POKER, "", "", ""),
]


@pytest.mark.parametrize(("ranking", "cards", "english", "spanish"), SAID)
def test_a_hand_is_said_by_what_it_makes(ranking: Ranking, cards: str, english: str, spanish: str) -> None:
    found = in_words(ranking, ranking.pack.parse(cards))
    assert found == english
    with i18n.speaking("es"):
        assert i18n.translated(found) == spanish


def test_the_other_two_languages_put_the_ranks_where_they_belong() -> None:
    found = [in_words(POKER, POKER.pack.parse(cards)) for cards in ("Ah As 9d 5c 2h", "2h 2s 2d Kc Kh")]
    with i18n.speaking("gl"):
        assert [i18n.translated(text) for text in found] == ["parella de ases", "full de douses e reis"]
    with i18n.speaking("eu"):
        assert [i18n.translated(text) for text in found] == ["bateko bikotea", "biko eta errege fulla"]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_values_of_rulebooks_are_read_without_ids_gaps_or_lists_run_together(language: str) -> None:
    """As bets of roulette that are made of others are told chip by chip, and the ways to set a hand card by card."""
    with i18n.speaking(language):
        said = {
            (path, name): wording.shown(value)
            for found in games()
            for region in found.regions
            for path, section in found.rules(region).sections()
            for name, value in plain(section).items()
            if value not in wording.EMPTY and name not in wording.HIDDEN
        }
    assert [(at, text) for at, text in said.items() if re.search(r"[a-z]:\d|, ,|^, |, $", text)] == []
    assert said["house-way", "fours"] == "6, — · 10, A"
