"""Best play for the cards at hand: what every decision is worth, knowing every card that has been seen.

Nothing is sampled. A hand that is not split is played perfectly. A split hand is played perfectly by its own cards and
the pairs split before it, whatever the other hands drew; what it is worth so played is exact too, for the cards that it
will draw are as likely after another hand has drawn as before. Knowing the other hands could add a little to it.
"""

import functools
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.composition import Composition
from tapete.games.blackjack.bank import BLACKJACK, ENDS, SEVENS, VALUES, Draws, Numbers, ends
from tapete.games.blackjack.lattice import (
    NATURAL,
    OVER,
    THREE_SEVENS,
    Bools,
    Hand,
    Ints,
    Lattice,
    Start,
    lattice,
    multiset,
)
from tapete.games.blackjack.settle import bank_draws, comes_back, doubled, is_blackjack, three_sevens_back, value
from tapete.games.blackjack.terms import Terms
from tapete.odds.chain import Number

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
OPTIONS = ("plantarse", "pedir", "doblar", "separar", "retirarse")
INSURE, NO_INSURANCE, EVEN_MONEY = "asegurar", "no-asegurar", "a-la-par"
HALF = Fraction(1, 2)
NEVER = -np.inf

# Of the pairs that may be split one after another three are worked out; further ones lie on the parabola through them.
# Even where tens are split, which leads on most often, that is right to six places.
LEVELS, DEEPEST = 3, 24

Counts = tuple[int, ...]  # of each value, from the ace to the ten


class Plan(NamedTuple):
    """A fixed way to play: what to do with two cards, and whether to draw to more.

    `first[up, one, other]` is an option, `again` the same for a hand that was split, `later[up, soft, points]` a yes.
    """

    first: NDArray[np.uint8]
    again: NDArray[np.uint8]
    later: Bools


class Solved(NamedTuple):
    """What the hands of a lattice are worth against one card of the bank, option by option.

    `draws` is whether a hand draws when nothing else is open to it; `pairs` what splitting each value is worth.
    """

    hands: Lattice
    ends: Numbers
    chance: Numbers
    stand: Numbers
    hit: Numbers
    double: Numbers
    draws: Bools
    pairs: Mapping[int, Number]

    def options(self, terms: Terms, up: int, rows: Ints) -> Numbers:
        """What each option is worth to hands, in the order of OPTIONS."""
        two = self.hands.size[rows] == 2
        options = np.full((len(rows), len(OPTIONS)), NEVER, self.stand.dtype)
        options[:, STAND], options[:, HIT], options[:, DOUBLE] = self.stand[rows], self.hit[rows], self.double[rows]
        for pair, worth in self.pairs.items():
            options[two & (self.hands.cards[rows, pair - 1] == 2), SPLIT] = worth
        if terms.surrender and up != 1:
            options[two & ~self.hands.split[rows], SURRENDER] = -HALF if options.dtype == object else -0.5
        return options


def counts(shoe: Composition) -> Counts:
    """How many cards of each value a shoe holds.

    >>> counts(Composition.parse("6 packs less Kh 10d Ah"))
    (23, 24, 24, 24, 24, 24, 24, 24, 24, 94)
    """
    counts = [0] * VALUES
    for card, count in zip(shoe.pack.cards, shoe.counts, strict=True):
        counts[value(card) - 1] += count
    return tuple(counts)


def less(unseen: Counts, *values: int) -> Counts:
    """The same without these cards."""
    left = np.array(unseen) - multiset(values)
    return tuple(left.tolist())


def solve(
    terms: Terms,
    up: int,
    unseen: Counts,
    starts: tuple[Start, ...],
    plan: Plan | None = None,
    exact: bool = False,
    goes_on: Draws = bank_draws,
) -> Solved:
    """Every hand that grows from these starts, played as best it can be or by a plan.

    `unseen` are all cards but the bank's, those of the hands and those gone among them.
    """
    hands = lattice(starts)
    chances, chance = _chances(up, unseen, starts, exact, goes_on)
    table = np.array(pays(terms), chance.dtype)
    own, draw = hands.own, chance[hands.at]
    stand = np.append((table[own] * chances[hands.at]).sum(axis=1), table[OVER, 0])
    hit, worth, draws = np.full_like(stand, NEVER), stand.copy(), np.zeros(len(own), bool)
    for rows in hands.rising[::-1]:
        hit[rows] = (draw[rows] * worth[hands.grown[rows]]).sum(axis=1)
        better = hit[rows] > stand[rows]
        draws[rows] = plan.later[up, hands.soft[rows].astype(int), hands.points[rows]] if plan else better
        worth[rows] = np.where(draws[rows], hit[rows], stand[rows])
    double = np.full_like(stand[:-1], NEVER)
    rows = np.flatnonzero(_may_double(terms, hands))
    double[rows] = 2 * (draw[rows] * _drawn(terms, hands, rows, chances, table)).sum(axis=1)
    solved = Solved(hands, chances, chance, stand[:-1], hit[:-1], double, draws, {})
    slots: dict[int, list[int]] = {}
    for block, start in enumerate(starts):
        if start.gone:
            slots.setdefault(start.cards[0], []).append(block)
    return solved._replace(
        pairs={pair: _pair(terms, up, unseen, solved, blocks, pair, plan) for pair, blocks in slots.items()}
    )


@functools.lru_cache(maxsize=64)
def pays(terms: Terms) -> tuple[tuple[Fraction, ...], ...]:
    """What a stake wins, by how the player's hand ends and how the bank's does."""
    return tuple(tuple(_net(terms, own, end) for end in range(ENDS)) for own in range(THREE_SEVENS + 1))


def _net(terms: Terms, own: int, end: int) -> Fraction:
    natural = end == BLACKJACK
    if own == THREE_SEVENS and terms.three_sevens:
        return Fraction(*three_sevens_back(natural, end == SEVENS, *terms.three_sevens)) - 1
    total = 21 if own in (NATURAL, THREE_SEVENS) else own
    against = 21 if end in (BLACKJACK, SEVENS) else 17 + end
    return Fraction(*comes_back(total, own == NATURAL, against, natural, *terms.blackjack)) - 1


@functools.lru_cache(maxsize=32)
def _chances(
    up: int, unseen: Counts, starts: tuple[Start, ...], exact: bool, goes_on: Draws
) -> tuple[Numbers, Numbers]:
    """How the bank ends, and what the next card is, for each multiset of cards gone."""
    left = np.array(unseen, object if exact else float) - lattice(starts).gone
    total = left.sum(axis=1, keepdims=True) * (Fraction(1) if exact else 1.0)
    return ends(up, left, goes_on), np.maximum(left, 0) / np.maximum(total, 1)


def _may_double(terms: Terms, hands: Lattice) -> Bools:
    aces = hands.cards[:, 0]
    may = (hands.size == 2) & (hands.points < 21) & ~hands.closed
    may &= np.isin(hands.hard, terms.double) if terms.double else True
    may &= (aces != 1) | terms.double_soft
    may &= (aces != 2) | terms.double_aces
    may_double: Bools = may & (~hands.split | terms.double_after_split)
    return may_double


def _drawn(terms: Terms, hands: Lattice, rows: Ints, chances: Numbers, table: Numbers) -> Numbers:
    """What a hand doubled is worth to each of its stakes, by the card that it draws."""
    after = chances[np.append(hands.at, 0)[hands.grown[rows]]]
    drawn: Numbers = (table[doubled_ends(terms, hands, rows)] * after).sum(axis=2)
    return drawn


def doubled_ends(terms: Terms, hands: Lattice, rows: Ints) -> Ints:
    """How two cards doubled end, by the card that they draw."""
    low, high = _two(hands, rows)
    points = doubled_totals(terms.ace_counts_one_when_doubling)[low, high]
    grown = np.append(hands.own, OVER)[hands.grown[rows]]
    return np.where(grown == THREE_SEVENS, grown, points)


def _two(hands: Lattice, rows: Ints) -> tuple[Ints, Ints]:
    """The two values of hands of two cards."""
    held = hands.cards[rows] > 0
    return held.argmax(axis=1) + 1, VALUES - held[:, ::-1].argmax(axis=1)


@functools.cache
def doubled_totals(ace_counts_one: bool) -> Ints:
    """The totals of doubled hands by their first two cards and, from 0, the third."""
    values = range(1, VALUES + 1)
    doubled_totals = np.zeros((VALUES + 1, VALUES + 1, VALUES), np.int64)
    for one in values:
        for other in values:
            doubled_totals[one, other] = [min(doubled(one, other, third, ace_counts_one), OVER) for third in values]
    return doubled_totals


def _pair(
    terms: Terms, up: int, unseen: Counts, solved: Solved, blocks: list[int], pair: int, plan: Plan | None
) -> Number:
    """What splitting a pair is worth: two hands that begin with one card of it each.

    A hand that is dealt a third such card may become two in its turn, each worth what the next level says.
    """
    rest, same = zip(*(_slot(solved, up, block, pair, plan) for block in blocks), strict=True)
    again = terms.resplit and (pair > 1 or terms.resplit_aces)
    left, total = unseen[pair - 1] - 2, sum(unseen) - 2
    worth: Number = 0.0
    for level in range(max(0, min(left, DEEPEST)) if again else 0, -1, -1):
        chance = max(left - level, 0) / max(total - level, 1)
        kept = _course(same, level)
        if not again or level == DEEPEST:
            worth = kept
        elif plan:
            worth = 2 * worth if plan.first[up, pair, pair] == SPLIT else kept
        else:
            worth = max(2 * worth, kept)
        worth = _course(rest, level) + chance * worth
    return 2 * worth


def _slot(solved: Solved, up: int, block: int, pair: int, plan: Plan | None) -> tuple[Number, Number]:
    """What one hand of a split pair is worth by its second card: all others together, and one of the pair."""
    hands, slot = solved.hands, solved.hands.blocks[block].start
    rows = hands.grown[slot]
    best = np.where(solved.draws[rows], solved.hit[rows], solved.stand[rows])
    if plan:
        planned = plan.again[up, pair, 1:]
        best = np.where(planned == HIT, solved.hit[rows], np.where(planned == STAND, solved.stand[rows], best))
        best = np.where(planned == DOUBLE, solved.double[rows], best)
        best = np.where(hands.closed[rows], solved.stand[rows], best)
    else:
        best = np.maximum(best, solved.double[rows])
    worth = solved.chance[hands.at[slot]] * best
    return worth.sum() - worth[pair - 1], best[pair - 1]


def _course(known: tuple[Number, ...], level: int) -> Number:
    """What a level is worth: as worked out, or by the parabola through the levels that were."""
    if level < len(known):
        return known[level]
    zero, one, two = known[-LEVELS:]
    on = level - len(known) + LEVELS
    return zero * ((on - 1) * (on - 2) // 2) - one * (on * (on - 2)) + two * (on * (on - 1) // 2)


def starting(terms: Terms, hand: Hand = (), split: bool = False) -> tuple[Start, ...]:
    """Where to start for a hand that may be split, or for all first hands."""
    pairs: Iterable[int] = range(1, VALUES + 1)
    if hand:
        pairs = hand[:1] if len(hand) == 2 and hand[0] == hand[1] else ()
    most = 2 if split and hand[:1] == (1,) and terms.split_aces_one_card else 21
    slots = (
        Start((pair,), (pair,) * level, 2 if pair == 1 and terms.split_aces_one_card else 21, True)
        for pair in pairs
        for level in range(1, LEVELS + 1)
    )
    return Start(tuple(sorted(hand)), (), most, split), *(slots if terms.split else ())


def advise(
    terms: Terms,
    hand: Hand,
    up: int,
    shoe: Composition | Counts,
    options: Iterable[str] = (*OPTIONS, INSURE, NO_INSURANCE, EVEN_MONEY),
    *,
    split: bool = False,
    exact: bool = False,
) -> list[tuple[str, Number]]:
    """What each open option is worth in stakes, best first. `shoe` has every card that has not been seen.

    Exact figures are fractions, but for splitting. An insurance is of half the stake.

    >>> shoe = Composition.parse("6 packs less Kh 6d Qs")
    >>> [(option, round(worth, 4)) for option, worth in advise(Terms(), (10, 6), 10, shoe)]
    [('pedir', -0.5708), ('plantarse', -0.5766), ('doblar', -1.1416)]
    """
    unseen = counts(shoe) if isinstance(shoe, Composition) else shoe
    every = tuple((np.array(unseen) + multiset(hand)).tolist())
    first, *pairs = starting(terms, hand, split)
    solved = solve(terms, up, every, (first,) if exact else (first, *pairs), exact=exact)
    if exact and pairs:
        solved = solved._replace(pairs=solve(terms, up, every, (first, *pairs)).pairs)
    worth = dict(zip(OPTIONS, solved.options(terms, up, solved.hands.rows([hand]))[0].tolist(), strict=True))
    if up == 1:
        one, best = (Fraction(1) if exact else 1.0), max(worth.values())
        num, den = terms.insurance_pays
        insurance = one / 2 * (unseen[-1] * (num + den) - sum(unseen) * den) / (sum(unseen) * den)
        worth |= {NO_INSURANCE: best, INSURE: best + insurance}
        if is_blackjack(hand, split):
            worth[EVEN_MONEY] = one
    open_now = [(option, worth[option]) for option in options if worth.get(option, NEVER) != NEVER]
    return sorted(open_now, key=lambda item: item[1], reverse=True)
