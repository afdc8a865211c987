"""Cards: packs, shoes, hand rankings declared as data, fast evaluators built from the declarations."""

from tapete.cards.card import FRENCH, FRENCH_JOKER, SPANISH, Pack, french, pack
from tapete.cards.composition import Composition
from tapete.cards.ranking import Category, Made, Ranking
from tapete.cards.shoe import Shoe, Stock, cut, dealing, in_play, shuffle, shuffle_sizes

__all__ = [
    "FRENCH",
    "FRENCH_JOKER",
    "SPANISH",
    "Category",
    "Composition",
    "Made",
    "Pack",
    "Ranking",
    "Shoe",
    "Stock",
    "cut",
    "dealing",
    "french",
    "in_play",
    "pack",
    "shuffle",
    "shuffle_sizes",
]
