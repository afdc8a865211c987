"""Cards: packs, compositions, hand rankings declared as data, fast evaluators built from the declarations."""

from tapete.cards.card import FRENCH, FRENCH_JOKER, SPANISH, Pack, french, pack
from tapete.cards.composition import Composition
from tapete.cards.ranking import Category, Made, Ranking

__all__ = [
    "FRENCH",
    "FRENCH_JOKER",
    "SPANISH",
    "Category",
    "Composition",
    "Made",
    "Pack",
    "Ranking",
    "french",
    "pack",
]
