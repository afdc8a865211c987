"""What a card and none are worth: to the punto by his points, to the banker by his and by the punto's third card."""

from tapete.engine.settings import Settings
from tapete.games.chemin_de_fer.odds import Duel
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.shared.bacara import mixing
from tapete.games.shared.bacara.hand import CARD, NO
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.shoe import full
from tapete.odds.guide import Guide

WORDS = (CARD, NO)
NONE = "ninguna"


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """From a full shoe, the other playing as in equilibrium under this table's deduction."""
    duel = Duel(rules, settings, full(rules))
    return [_punto(rules, duel), _banker(rules, duel)]


def _totals(duel: Duel) -> list[int]:
    return [total for total in range(TOTALS) if total not in duel.rule.natural]


def _punto(rules: Rules, duel: Duel) -> Guide:
    rows = {str(total): ({word: duel.punto(total, word) for word in WORDS},) for total in _totals(duel)}
    hands = rules.hands.punto
    articles = {
        str(total): section.article for section in (hands.draws, hands.free, hands.stands) for total in section.totals
    }
    note = mixing.punto(duel.rule.punto_free, duel.solution.punto)
    return Guide("punto", "puntos", "valor", ("cualquiera",), rows, articles, note=note)


def _banker(rules: Rules, duel: Duel) -> Guide:
    columns = (*map(str, range(TOTALS)), NONE)
    rows = {
        str(total): tuple({word: duel.banker(total, card, word) for word in WORDS} for card in range(STOOD + 1))
        for total in _totals(duel)
    }
    articles = dict.fromkeys(rows, rules.hands.banker.table.article)
    note = mixing.banker((str(total), columns[card], share) for (total, card), share in duel.solution.banker.items())
    return Guide("banquero", "puntos", "tercera-carta", columns, rows, articles, note=note)
