"""What a card and none are worth: to a cloth by its points, to the banker by his and by what both cloths have."""

import numpy as np

from tapete.engine.settings import Settings
from tapete.games.bacara_dos_panos.both import FACED, SHOWN
from tapete.games.bacara_dos_panos.odds import Facing
from tapete.games.bacara_dos_panos.rules import Rules
from tapete.games.bacara_dos_panos.solving import Stakes
from tapete.games.shared.bacara import mixing
from tapete.games.shared.bacara.hand import CARD, NO
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.shoe import full
from tapete.odds.guide import Cell, Guide

WORDS = (CARD, NO)
HAVE = {STOOD: "ninguna", SHOWN: "abate"}


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """From a full shoe and for equal stakes, the others playing as in equilibrium under this table's deduction.

    Of the banker's points only those of which he does not always do the same.
    """
    table = Facing(rules, settings, full(rules))
    totals = [total for total in range(TOTALS) if total not in table.rule.natural]
    guides = [_banker(rules, table, total) for total in totals]
    return [_punto(rules, table, totals), *(guide for guide in guides if len(_best(guide)) > 1)]


def _best(guide: Guide) -> set[str]:
    return {guide.best(cell) for cells in guide.rows.values() for cell in cells if cell[CARD] != cell[NO]}


def _punto(rules: Rules, table: Facing, totals: list[int]) -> Guide:
    rows = {str(total): ({word: table.cloth(total, word) for word in WORDS},) for total in totals}
    hands = rules.hands.punto
    articles = {
        str(total): section.article for section in (hands.draws, hands.free, hands.stands) for total in section.totals
    }
    note = mixing.punto(table.rule.punto_free, table.solution.punto)
    return Guide("punto", "puntos", "valor", ("cualquiera",), rows, articles, note=note)


def _banker(rules: Rules, table: Facing, total: int) -> Guide:
    """Rows for what the first cloth has, columns for the second."""
    names = [HAVE.get(faced, str(faced)) for faced in range(FACED)]
    stakes = Stakes(cut=table.cut)

    def cell(one: int, other: int) -> Cell:
        return {word: table.banker(total, (one, other), word, stakes) for word in WORDS}

    rows = {names[one]: tuple(cell(one, other) for other in range(FACED)) for one in range(FACED)}
    articles = dict.fromkeys(rows, rules.hands.banker.table.article)
    shares = table.solution.banker[total]
    note = mixing.banker((names[one], names[other], shares[one, other]) for one, other in np.ndindex(FACED, FACED))
    return Guide(f"banquero-{total}", "primer-pano", "segundo-pano", tuple(names), rows, articles, note=note)
