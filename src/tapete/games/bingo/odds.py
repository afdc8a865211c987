"""Exact odds of a card: what it wins of the sales, alone or with others that are complete at the same ball."""

import functools
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from tapete.engine.settings import standard
from tapete.games.bingo.falls import Shape, open_after, survive, wins_both
from tapete.games.bingo.rules import SPLIT, Rules, split
from tapete.games.bingo.settle import BINGO, LINE, WHOLE
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds

SERIES = "series"
IN_PLAY = (1, 33)  # series in play: one alone, and a room of about two hundred cards
MOST = 12  # winners at one ball who are told apart; more come less than once in ten thousand million games
DEALT_ANEW = "exact for one series; of several, how often a card wins is that of series whose numbers are dealt anew"
Grid = NDArray[np.float64]


def odds(rules: Rules) -> list[BetOdds]:
    """A card of each kind, by how the sales are parted and how many series are played."""
    return [
        replace(
            BetOdds.of(rules, bet, card(rules, value, series), {SPLIT: value, SERIES: str(series)}),
            note=DEALT_ANEW if series > 1 else "",
        )
        for bet in rules.bets
        for value in rules.options[SPLIT].values
        for series in IN_PLAY
    ]


def shape(rules: Rules) -> Shape:
    """What is played with, for counting."""
    drum = rules.equipment
    return Shape(drum.balls, drum.card.lines, drum.card.numbers // drum.card.lines, drum.series.cards)


def card(rules: Rules, value: str, series: int) -> Figures:
    """A card's figures. Every card has the same claim on the prizes, so its edge is what the house keeps."""
    line, bingo = split(rules, standard(rules, options={SPLIT: value}))
    size = rules.equipment.series.cards * series
    back = {
        (k, m): Fraction(size, WHOLE) * ((Fraction(line, k) if k else 0) + (Fraction(bingo, m) if m else 0))
        for k, m in np.ndindex(MOST + 1, MOST + 1)
    }
    chance = winners(shape(rules), series)
    win = Fraction(float(sum(chance[at] for at, share in back.items() if share > 1)))
    push = Fraction(float(sum(chance[at] for at, share in back.items() if share == 1)))
    mean = Fraction(line + bingo, WHOLE)
    square = sum(float(chance[at]) * float(share) ** 2 for at, share in back.items())
    return Figures(1 - mean, win, push, 1 - win - push, square - float(mean) ** 2)


@functools.lru_cache(maxsize=16)
def winners(shape: Shape, series: int) -> Grid:
    """A card's chance by how many win the line and how many the bingo with it, itself counted; or none."""
    winners = np.zeros((MOST + 1, MOST + 1))
    winners[1:, 1:] = _both(shape, series)
    for axis, what in ((0, LINE), (1, BINGO)):
        alone = _one(shape, what, series) - winners[1:, 1:].sum(axis=1 - axis)
        if axis == 0:
            winners[1:, 0] = alone
        else:
            winners[0, 1:] = alone
    winners[0, 0] = 1 - winners.sum()
    return winners


def _one(shape: Shape, what: str, series: int) -> Grid:
    """By how many win it: the chance that a card has the hall's first line, or bingo."""
    left = np.array([float(chance) for chance in open_after(shape, what)])
    at, after = left[:-1] - left[1:], left[1:]
    others = series - 1
    return np.array(
        [
            float((at / shape.cards * comb(others, k) * at**k * after ** (others - k)).sum()) if k <= others else 0.0
            for k in range(MOST)
        ]
    )


def _both(shape: Shape, series: int) -> Grid:
    """The same of both: every other series has its first line and its first bingo at these balls or after them."""
    left, own, others = np.array(survive(shape)), np.array(wins_both(shape)), series - 1
    # Of another series: neither by then; the line just then; the bingo just then; both just then.
    neither = np.zeros_like(own)
    line, bingo, both = neither.copy(), neither.copy(), neither.copy()
    neither[1:, 1:] = left[1:, 1:]
    line[1:, 1:] = left[:-1, 1:] - left[1:, 1:]
    bingo[1:, 1:] = left[1:, :-1] - left[1:, 1:]
    both[1:, 1:] = left[:-1, :-1] - left[1:, :-1] - left[:-1, 1:] + left[1:, 1:]
    out = np.zeros((MOST, MOST))
    for k, m in np.ndindex(MOST, MOST):
        for c in range(min(k, m) + 1):
            rest = others - k - m + c
            if rest >= 0:
                ways = comb(others, c) * comb(others - c, k - c) * comb(others - k, m - c)
                out[k, m] += float(
                    (own * ways * both**c * line ** (k - c) * bingo ** (m - c) * neither**rest)[own > 0].sum()
                )
    return out
