"""Where the duel's players mix, in words: a table of best play shows one answer where both are as good."""

from collections.abc import Iterable
from fractions import Fraction

from tapete.errors import Said, Share, Word, listed

PUNTO = "with {points} a card is asked for in {share} of such coups in equilibrium: either choice is worth as much"
BANKER = "a card is taken at {places} in {share} of such coups in equilibrium: either choice is worth as much"
PLACE = "row {row}, column {column}"


def punto(totals: Iterable[int], share: Fraction) -> str:
    """How often a card is asked for with these totals; nothing where one always does the same."""
    if share in (0, 1):
        return ""
    return Said(PUNTO, points=Word(listed([str(total) for total in sorted(totals)])), share=Share(float(share)))


def banker(places: Iterable[tuple[str, str, Fraction]]) -> str:
    """How often a card is taken in the row and column where the banker mixes; nothing where he does not.

    Where there are several they are alike but for the order of the cloths.
    """
    mixes = [(row, column, share) for row, column, share in places if share not in (0, 1)]
    if not mixes:
        return ""
    told = [Said(PLACE, row=Word(row), column=Word(column)) for row, column, _ in mixes]
    both = Said("{one} and {other}", one=told[0], other=told[-1]) if len(told) > 1 else told[0]
    return Said(BANKER, places=both, share=Share(float(mixes[0][2])))
