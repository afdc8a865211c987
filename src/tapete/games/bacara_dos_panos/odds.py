"""Exact odds of baccarat at two cloths: what a cloth and the banker expect, with what the house takes.

The banker decides once against both cloths, for what he wins at both together; here both have the same stakes.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

import msgspec

from tapete.cards.composition import Composition
from tapete.engine.places import stakes as lying
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import Shoe
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.bacara_dos_panos.both import ENDS, SHOWN, Counted, Hands, count, count_with, coups
from tapete.games.bacara_dos_panos.play import Carry
from tapete.games.bacara_dos_panos.rules import (
    BANCA,
    BOTH,
    CLOTHS,
    DRAWING,
    EQUILIBRIUM,
    MODE,
    POLICY,
    Rules,
    deduction,
)
from tapete.games.bacara_dos_panos.settle import LOST, WON
from tapete.games.bacara_dos_panos.solving import (
    PUNTO,
    Solution,
    Stakes,
    against,
    equilibrium,
    played,
    valued,
    weighed,
)
from tapete.games.shared.bacara.hand import ADVICE, CARD, NO, SHOWS, TABLE
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import OPTIONAL, STANDS, TAKES, third
from tapete.games.shared.bacara.shoe import counts, full, points
from tapete.odds.chain import Figures, at_once
from tapete.odds.report import BetOdds

MOST = 9  # cards that a coup takes at most
Left = tuple[int, ...]


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every bet for the next coup of a shoe, a full one if none is given, by the bank and by each way to play five.

    The banker answers it best; with `equilibrio` nobody would gain by playing otherwise.
    """
    left = counts(rules, shoe or full(rules), MOST)
    rows = []
    for mode in rules.options[MODE].values:
        for policy in rules.options[POLICY].values:
            setting = {MODE: mode, POLICY: policy}
            cut = deduction(rules, standard(rules, options=setting))
            solved = solution(hands(rules), left, policy, cut)
            rows += [_row(rules, bet, solved, cut, setting) for bet in (*CLOTHS, BOTH, BANCA)]
    return rows


@functools.lru_cache(maxsize=64)
def hands(rules: Rules) -> Hands:
    """Who takes a third card, and with which two cards a hand wins over any other."""
    return Hands(third(rules), frozenset(rules.natural_first.totals))


@functools.lru_cache(maxsize=8)
def counted(hands: Hands, left: Left) -> Counted:
    """All coups that a shoe may give."""
    return count(coups(left), hands)


@functools.lru_cache(maxsize=64)
def solution(hands: Hands, left: Left, policy: str, cut: Fraction) -> Solution:
    """How all play: the cloths as this policy has it, the banker best against it; or all best."""
    stakes = Stakes(cut=cut)
    if policy == EQUILIBRIUM:
        return equilibrium(counted(hands, left), hands.rule, stakes)
    return against(counted(hands, left), hands.rule, Fraction(policy == DRAWING), stakes)


def _row(rules: Rules, bet: str, solution: Solution, cut: Fraction, setting: dict[str, str]) -> BetOdds:
    """A bet's odds. The bank is worth as much as lies at both cloths, which is the same."""
    gains = Stakes(cut=cut).gains()
    brings: dict[str, Callable[[int, int], Fraction]] = {
        CLOTHS[0]: lambda one, _: Fraction(PUNTO[one]),
        CLOTHS[1]: lambda _, other: Fraction(PUNTO[other]),
        BOTH: lambda one, other: Fraction(PUNTO[one] + PUNTO[other], 2),
        BANCA: lambda one, other: gains[one][other] / 2,
    }
    pays = Fraction(*rules.bets[bet].pays)
    row = BetOdds.of(rules, bet, _figures(solution, lambda one, other: brings[bet](one, other) * pays), setting)
    if bet == BANCA:
        edge = f"{float(solution.cloth) * 100:.4f} %"
        row = replace(row, note=Said("without what the house takes the edge would be {edge}", edge=edge))
    return row


def _figures(solution: Solution, brings: Callable[[int, int], Fraction]) -> Figures:
    """A bet's figures by what it brings at each pair of ends."""
    chances = [(solution.ends[one][other], brings(one, other)) for one in range(ENDS) for other in range(ENDS)]
    scale = lcm(*(chance.denominator for chance, _ in chances))
    return at_once((1 + won, int(chance * scale)) for chance, won in chances)


# What a choice is worth


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each word is worth to whoever is asked for one, from the cards seen before this coup.

    The others play as in equilibrium; the banker is told what he expects of each unit that lies at both cloths.
    """
    asked = view.about
    if asked not in (*CLOTHS, BANCA) or view.pending != f"choose:{view.who}:{asked}":
        return []
    own = points(rules, view, asked)
    if len(own) < 2:
        return []
    table = Facing(rules, view.settings, Shoe(rules.equipment.cards, msgspec.convert(view.carry, Carry).shoe).left)
    first = sum(own[:2]) % TOTALS
    if asked in CLOTHS:
        return _cloth(table, first, free=_plays_both(view))
    faced = [_faced(rules, view, cloth) for cloth in CLOTHS]
    staked = [sum(stake.cents for stake in lying(view.places) if stake.bet == cloth) for cloth in CLOTHS]
    return _banker(table, first, faced, Stakes(staked[0], staked[1], table.cut), view.choices)


class Facing:
    """What words are worth from a shoe, under a table's deduction."""

    def __init__(self, rules: Rules, settings: Settings, shoe: Composition) -> None:
        self.hands, self.left = hands(rules), counts(rules, shoe, MOST)
        self.rule, self.cut = self.hands.rule, deduction(rules, settings)
        self.solution = solution(self.hands, self.left, EQUILIBRIUM, self.cut)

    def cloth(self, total: int, word: str) -> Fraction:
        """What a word is worth to a cloth with this total."""
        return _cloth_worth(self.hands, self.left, total, word, self.cut)

    def banker(self, total: int, faced: Sequence[int], word: str, stakes: Stakes) -> Fraction:
        """What a word is worth to the banker, for each unit that lies at both cloths, against what they have."""
        coups = counted(self.hands, self.left)
        q, at = self.solution.punto, (total, *faced)
        cell = weighed((coups.draw if word == CARD else coups.stand)[at], q, q)
        often = sum(cell.ravel().tolist())
        return Fraction(int(valued(cell, stakes)), stakes.cut.denominator * often * (stakes.first + stakes.second))


@functools.lru_cache(maxsize=256)
def _cloth_worth(hands: Hands, left: Left, total: int, word: str, cut: Fraction) -> Fraction:
    solved = solution(hands, left, EQUILIBRIUM, cut)
    only = count_with(coups(left), hands, total, word == CARD)
    ends = played(only, Fraction(1), solved.punto, solved.banker)
    return sum(ends[WON], Fraction(0)) - sum(ends[LOST], Fraction(0))


def _cloth(table: Facing, first: int, *, free: bool) -> list[tuple[str, float]]:
    """What a cloth's words are worth: one by the rule, or two to choose from."""
    letter = table.rule.punto(first)
    if first in table.rule.natural:
        return [(SHOWS, float(table.cloth(first, NO)))]
    words = (CARD, NO) if free or letter == OPTIONAL else (CARD,) if letter == TAKES else (NO,)
    advised = CARD if letter == TAKES else NO
    return [*((word, float(table.cloth(first, word))) for word in words), (ADVICE, float(table.cloth(first, advised)))]


def _banker(
    table: Facing, first: int, faced: Sequence[int], stakes: Stakes, choices: Sequence[str]
) -> list[tuple[str, float]]:
    """What the banker's words are worth where he may draw; a natural is shown, nothing is never stood on."""
    if first in table.rule.natural:
        return [(SHOWS, float(1 - table.cut))] if SHOWS in choices else []
    if CARD not in choices or not stakes.first + stakes.second:
        return []
    words = {word: float(table.banker(first, faced, word, stakes)) for word in (CARD, NO)}
    letters = {table.rule.banker(first, card) for card in faced if card != SHOWN}
    same = letters.pop() if len(letters) == 1 else OPTIONAL
    by_table = {TAKES: words[CARD], STANDS: words[NO]}.get(same, max(words.values()))
    open_to = (CARD,) if first in table.rule.banker_draws else (CARD, NO)
    return [*((word, words[word]) for word in open_to), (TABLE, by_table)]


def _faced(rules: Rules, view: View, cloth: str) -> int:
    """A cloth's third card, that it stood, or that it shows a natural."""
    seen = points(rules, view, cloth)
    slots = view.cards.get(cloth, [])
    if len(slots) > 2:
        return seen[-1]
    natural = len(seen) == 2 and sum(seen) % TOTALS in third(rules).natural
    return SHOWN if natural else STOOD


def _plays_both(view: View) -> bool:
    """Whether somebody plays the whole bank at both cloths."""
    names = {stake.who for stake in lying(view.places)}
    staked = sum(stake.cents for stake in lying(view.places))
    banks = [cents for path, cents in view.places.items() if path.startswith(f"{BANCA}/") and cents]
    return names == {view.who} and [staked] == banks
