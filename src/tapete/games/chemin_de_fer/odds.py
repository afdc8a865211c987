"""Exact odds of chemin de fer: what punto and banker expect, with what the house takes and as both or one play best."""

import functools
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import msgspec

from tapete.cards.composition import Composition
from tapete.engine.places import place, stakes
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import Shoe
from tapete.engine.views import View
from tapete.games.chemin_de_fer.play import Carry
from tapete.games.chemin_de_fer.rules import (
    BANCA,
    DEDUCTION,
    DRAWING,
    EQUILIBRIUM,
    FREEDOM,
    POLICY,
    PUNTO,
    Rules,
    deduction,
)
from tapete.games.shared.bacara.duel import Ends, Left, Solution, Tally, against, equilibrium, facing_banker, tally
from tapete.games.shared.bacara.hand import ADVICE, CARD, NO, SHOWS, TABLE
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import OPTIONAL, TAKES, third
from tapete.games.shared.bacara.shoe import counts, full, points
from tapete.odds.chain import Figures, at_once
from tapete.odds.report import BetOdds

MOST = 6  # cards that a coup takes at most


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Punto and bank for the next coup of a shoe, a full one if none is given, by each way to play five.

    The banker answers it best; with `equilibrio` neither would gain by playing otherwise. What the house takes has a
    row for each choice that it has.
    """
    left = counts(rules, shoe or full(rules), MOST)
    rows = []
    for policy in rules.options[POLICY].values:
        for chosen in rules.options[DEDUCTION].values if DEDUCTION in rules.options else ("",):
            setting = {POLICY: policy, **({DEDUCTION: chosen} if chosen else {})}
            cut = deduction(rules, standard(rules, options=setting))
            ends = solution(rules, left, policy, cut).ends
            rows += [BetOdds.of(rules, bet, _figures(rules, bet, ends, cut), setting) for bet in (PUNTO, BANCA)]
    return rows


@functools.lru_cache(maxsize=64)
def coups(rules: Rules, left: Left) -> Tally:
    """All coups that a shoe may give."""
    return tally(left, third(rules))


@functools.lru_cache(maxsize=256)
def solution(rules: Rules, left: Left, policy: str, cut: Fraction) -> Solution:
    """How both play: the punto as this policy has it, the banker best against it; or both best."""
    if policy == EQUILIBRIUM:
        return equilibrium(coups(rules, left), third(rules), cut)
    return against(coups(rules, left), third(rules), Fraction(policy == DRAWING), cut)


def _figures(rules: Rules, bet: str, ends: Ends, cut: Fraction) -> Figures:
    """A bet's figures: the punto's stake, or the bank, of whose gain the house has its part."""
    gain = Fraction(*rules.bets[bet].pays)
    win, lose = (ends.win, ends.lose) if bet == PUNTO else (ends.lose, ends.win)
    won = 1 + gain * (1 if bet == PUNTO else 1 - cut)
    chances = [Fraction(chance) for chance in (win, ends.tie, lose)]
    scale = lcm(*(chance.denominator for chance in chances))
    backs = (won, Fraction(1), Fraction(0))
    return at_once((back, int(chance * scale)) for chance, back in zip(chances, backs, strict=True))


# What a choice is worth


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each word is worth to whoever is asked for one, from the cards seen before this coup.

    The other plays as in equilibrium; of one's own cards the total counts, as it does for all of the duel.
    """
    asked = view.about
    if asked not in (PUNTO, BANCA) or view.pending != f"choose:{view.who}:{asked}":
        return []
    own = points(rules, view, asked)
    if len(own) < 2:
        return []
    duel = Duel(rules, view.settings, _shoe(rules, view))
    first = sum(own[:2]) % TOTALS
    if asked == PUNTO:
        return _punto(duel, first, free=_is_free(rules, view))
    theirs = points(rules, view, PUNTO)
    return _banker(duel, first, theirs[2] if len(theirs) > 2 else STOOD, view.choices)


class Duel:
    """The duel from a shoe, under a table's deduction."""

    def __init__(self, rules: Rules, settings: Settings, shoe: Composition) -> None:
        self.rule, self.left, self.cut = third(rules), counts(rules, shoe, MOST), deduction(rules, settings)
        self.faced = coups(rules, self.left).faced
        self.solution = solution(rules, self.left, EQUILIBRIUM, self.cut)

    def punto(self, total: int, word: str) -> Fraction:
        """What a word is worth to the punto with this total."""
        ends = facing_banker(self.left, self.rule, total, word == CARD, self.solution.banker)
        return Fraction(ends.punto)

    def banker(self, total: int, card: int, word: str) -> Fraction:
        """What a word is worth to the banker with this total, against a third card or who stood."""
        draw, stand = self.faced[total, card].at(self.solution.punto)
        ends = draw if word == CARD else stand
        return ends.banker(self.cut) / sum(ends)


def _punto(duel: Duel, first: int, *, free: bool) -> list[tuple[str, float]]:
    """What the punto's words are worth: one by the rule, or two to choose from."""
    letter = duel.rule.punto(first)
    if first in duel.rule.natural:
        return [(SHOWS, float(duel.punto(first, NO)))]
    words = (CARD, NO) if free or letter == OPTIONAL else (CARD,) if letter == TAKES else (NO,)
    advised = CARD if letter == TAKES else NO
    return [*((word, float(duel.punto(first, word))) for word in words), (ADVICE, float(duel.punto(first, advised)))]


def _banker(duel: Duel, first: int, card: int, choices: Sequence[str]) -> list[tuple[str, float]]:
    """What the banker's words are worth: a natural is shown, nothing is never stood on."""
    if first in duel.rule.natural:
        return [(SHOWS, float(1 - duel.cut))] if SHOWS in choices else [(NO, float(1 - duel.cut))]
    if CARD not in choices:
        return []
    words = {word: float(duel.banker(first, card, word)) for word in (CARD, NO)}
    letter = duel.rule.banker(first, card)
    table = {TAKES: words[CARD], OPTIONAL: max(words.values())}.get(letter, words[NO])
    open_to = (CARD,) if first in duel.rule.banker_draws else (CARD, NO)
    return [*((word, words[word]) for word in open_to), (TABLE, table)]


def _shoe(rules: Rules, view: View) -> Composition:
    """The cards that nobody had seen before this coup."""
    return Shoe(rules.equipment.cards, msgspec.convert(view.carry, Carry).shoe).left


def _is_free(rules: Rules, view: View) -> bool:
    """Whether somebody plays the whole bank alone, in a house that leaves him free then."""
    staked = [stake for stake in stakes(view.places) if stake.bet == PUNTO]
    alone = len(staked) == 1 and staked[0].who == view.who and staked[0].cents == sum(_banks(view))
    return alone and rules.option(view.settings, FREEDOM) == "si"


def _banks(view: View) -> list[int]:
    return [cents for path, cents in view.places.items() if place(path).zone.name == BANCA]
