"""Counting coups exactly: in how many ways a shoe's next cards make two rows, without replacement.

Each card of the shoe is given a part: it is not dealt, lies in one of the rows, or is the last card of one. The cards
that have no such place may lie in any order, so a way in which `a` of them lie in one row and `b` in the other stands
for a! b! orders, of as many as the cards dealt have in all.

The cards are given their parts by what they count, from tens down to aces, and a row goes through three stages: open,
ended once it has its last card, and fixed once its points are known. A row of 30 + v points ends with a card that
counts v or more, so rows that have ended are fixed at 30 + v when the cards that count v have their parts, and after
that only filled up. A row of 31 may end with any card: it is an open row, filled up to 31.
"""

import functools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.treinta_cuarenta.settle import LEAST

TEN = 10
OPEN, ENDED, FIXED = range(3)
NEITHER, TIE, ONE, TWO = range(4)  # which row wins, once both are fixed
WRAPS = 1 << 64  # what the arrays count modulo, left to themselves
OFTEN = 16  # cards after which residues are reduced: each multiplies them by three at most, and 32 bits become 58

Cards = tuple[int, ...]  # how many there are of what counts nothing, one, two, up to ten
Array = NDArray[np.uint64]


class State(NamedTuple):
    """How far both rows are; which wins; whether the first card has its part, a red one, where its colour counts."""

    one: int
    two: int
    wins: int = NEITHER
    led: bool = False


Ways = dict[State, Array]  # by the free cards in each row, then by the points of each
Counted = dict[State, dict[tuple[int, int], int]]  # by the free cards in each row, once both are filled up


class Chances(NamedTuple):
    """How the next coup may end: one row wins, equal points, 31 to 31.

    Black and red win alike: to exchange the two rows of a shuffled shoe is to have it shuffled otherwise.
    """

    decided: Fraction
    null: Fraction
    refait: Fraction


@functools.lru_cache(maxsize=64)
def chances(cards: Cards, most: int) -> Chances:
    """The chances of a shoe with these cards, of which `most` may be dealt: a coup that would need more is void."""
    counted = _counted(cards, None)
    return Chances(
        _chance(counted, [State(FIXED, FIXED, ONE), State(OPEN, FIXED)], cards, most),
        _chance(counted, [State(FIXED, FIXED, TIE)], cards, most),
        _chance(counted, [State(OPEN, OPEN)], cards, most),
    )


@functools.lru_cache(maxsize=64)
def favour(cards: Cards, red: Cards, most: int) -> Fraction:
    """By how much color is likelier than inverso: nothing, where a card's colour does not tell what it counts."""
    if len({Fraction(some, count) for some, count in zip(red, cards, strict=True) if count}) == 1:
        return Fraction(0)
    counted = _counted(cards, red)
    wins_one = _chance(counted, [State(FIXED, FIXED, ONE, led=True), State(OPEN, FIXED, led=True)], cards, most)
    wins_two = _chance(counted, [State(FIXED, FIXED, TWO, led=True), State(FIXED, OPEN, led=True)], cards, most)
    # What a red first card gives color by red and takes from it by black, a black one takes and gives.
    return 2 * (wins_two - wins_one)


def _chance(by_state: Counted, states: Sequence[State], cards: Cards, most: int) -> Fraction:
    """How likely the next cards make rows that end in one of these states."""
    total = sum(cards)
    most = min(most, total)
    orders = 0
    for state in states:
        placed = (state.one == FIXED) + (state.two == FIXED) + state.led
        for (a, b), ways in by_state.get(state, {}).items():
            dealt = a + b + placed
            if dealt <= most:
                orders += ways * factorial(a) * factorial(b) * perm(total - dealt, most - dealt)
    return Fraction(orders, perm(total, most))


def _counted(cards: Cards, red: Cards | None) -> Counted:
    """In how many ways rows end in each state, put together from residues. With `red`, a red card leads row one."""
    moduli = list(_moduli(_bound(cards, led=red is not None)))
    residues = [_residues(cards, red, modulus) for modulus in moduli]
    whole = prod(moduli)
    parts = [whole // modulus * pow(whole // modulus, -1, modulus) for modulus in moduli]
    counted: Counted = {}
    for state, array in residues[0].items():
        columns = zip(*(residue[state].ravel().tolist() for residue in residues), strict=True)
        sums = (sum(map(int.__mul__, parts, column)) % whole for column in columns)
        counted[state] = {divmod(place, len(array)): ways for place, ways in enumerate(sums) if ways}
    return counted


def _bound(cards: Cards, *, led: bool) -> int:
    """At least as many as there are ways: of free cards with the points of two rows, times cards that have a place."""
    ways = [1] + [0] * 2 * LEAST
    for value in range(1, len(cards)):
        for _ in range(cards[value]):
            for points in range(2 * LEAST, value - 1, -1):
                ways[points] += 2 * ways[points - value]
    ended = sum(ways[: 2 * LEAST - 1]) * sum(cards[2:]) ** 2
    return max(sum(ways), ended) * (sum(cards) if led else 1)


def _moduli(bound: int) -> Iterator[int]:
    """What arrays count modulo of themselves, and the greatest primes of 32 bits: enough for numbers up to a bound."""
    product = WRAPS
    yield product
    prime = 1 << 32
    while product <= bound:
        prime -= 1
        if all(prime % factor for factor in range(2, 1 << 16)):
            product *= prime
            yield prime


def _residues(cards: Cards, red: Cards | None, modulus: int) -> Ways:
    """The ways modulo a number, by the free cards in each row, once both are filled up."""
    start = np.zeros((1, 1, LEAST + 1, LEAST + 1), np.uint64)
    start[0, 0, 0, 0] = 1
    ways = {State(OPEN, OPEN): start}
    for value in range(TEN, 1, -1):
        ways = {state: _fitted(state, array, value) for state, array in ways.items()}
        placed = _placed(ways, value, cards[value], None if red is None else red[value], modulus)
        states = dict.fromkeys(state for some in placed for state in some)
        ways = {state: _dealt([some.get(state) for some in placed], value, cards[value], modulus) for state in states}
        _fix(ways, value, folded=red is None)
        for array in ways.values():
            _reduce(array, modulus)
    ends = dict.fromkeys(state._replace(led=red is not None) for state in ways if ENDED not in state[:2])
    return {state: _filled(ways, state, cards[1], 0 if red is None else red[1], modulus) for state in ends}


def _fitted(state: State, array: Array, value: int) -> Array:
    """The array with room for as many free cards as may count this much, and no points that cannot be used any more."""
    one, two = (LEAST + (value if stage == ENDED else 1) for stage in state[:2])
    more = (0, LEAST // value + 1 - len(array))
    return np.pad(array[:, :, :one, :two], (more, more, (0, 0), (0, 0)))


def _placed(ways: Ways, value: int, count: int, red: int | None, modulus: int) -> list[Ways]:
    """The ways once none, one, two or three of these cards have a place: as last cards, or a red one as the first."""
    placed: list[Ways] = [{}, {}, {}, {}]
    for state, old in ways.items():
        for lead, one, two in product(
            range(1 + (red is not None and not state.led)),
            range(1 + (state.one == OPEN)),
            range(1 + (state.two == OPEN)),
        ):
            taken = lead + one + two
            times = (red or 0) * perm(max(count - 1, 0), taken - 1) if lead else perm(count, taken)
            array = _raised(old, 2, value, old.shape[2] - value) if lead else old
            array = _raised(array, 2, value, LEAST) if one else array
            array = _raised(array, 3, value, LEAST) if two else array
            if times:
                to = State(state.one + one, state.two + two, state.wins, bool(state.led or lead))
                array = array * np.uint64(times)
                _reduce(array, modulus)
                _add(placed[taken], to, array, folded=red is None)
    return placed


def _raised(array: Array, axis: int, value: int, keep: int) -> Array:
    """The array with so many points more in a row, where it has fewer than `keep`."""
    more = [(value if axis == other else 0, 0) for other in range(4)]
    return np.pad(array[:, :, :keep] if axis == 2 else array[:, :, :, :keep], more)


def _add(ways: Ways, state: State, array: Array, *, folded: bool) -> None:
    """Adds ways. Folded, a pair of rows stands for the exchanged one too, and the row that is farther comes second."""
    if folded and state.one > state.two:
        state, array = State(state.two, state.one, state.wins), array.transpose(1, 0, 3, 2)
    if state in ways:
        ways[state] += array
    else:
        ways[state] = np.array(array, order="C")


def _dealt(parts: Sequence[Array | None], value: int, count: int, modulus: int) -> Array:
    """The ways once all these cards have their parts: those that have a place in each part already, and the others."""
    ways = np.zeros_like(next(part for part in parts if part is not None))
    for card in range(count + 1):
        if card:
            old, ways = ways, ways.copy()
            ways[1:, :, value:, :] += old[:-1, :, :-value, :]
            ways[:, 1:, :, value:] += old[:, :-1, :, :-value]
        part = parts[card] if card < len(parts) else None
        if part is not None:
            ways += part
        if card % OFTEN == 0:
            _reduce(ways, modulus)
    return ways


def _fix(ways: Ways, value: int, *, folded: bool) -> None:
    """Rows that have ended with this card or a higher one are fixed at 30 points more than it counts.

    Such a row is from now on filled up as one of 31 is. A row fixed after the other has fewer points, and wins. Ties
    are counted folded only: colours do not matter to them.
    """
    over = slice(value - 1, value + LEAST)
    # Pairs with a fixed row go first: no row may be fixed here and then be won against as if it had been before.
    for state in sorted(ways, key=lambda state: -max(state.one, state.two)):
        one, two, _, led = state
        old = ways[state]
        if one == ENDED:
            _add(ways, State(FIXED, two, ONE if two == FIXED else NEITHER, led), old[:, :, over, :], folded=folded)
        if two == ENDED:
            _add(ways, State(one, FIXED, TWO if one == FIXED else NEITHER, led), old[:, :, :, over], folded=folded)
        if one == two == ENDED and folded:
            _add(ways, State(FIXED, FIXED, TIE, led), old[:, :, over, over], folded=folded)


def _filled(ways: Ways, state: State, aces: int, red_aces: int, modulus: int) -> Array:
    """The ways in which aces fill both rows up, by the free cards in each; a red one may lead the first row."""
    size = LEAST // 2 + LEAST + 1
    filled = np.zeros((size, size), np.uint64)
    _fill(filled, ways.get(state), aces, LEAST, 1, modulus)
    if state.led:
        _fill(filled, ways.get(state._replace(led=False)), aces - 1, LEAST - 1, red_aces, modulus)
    return filled


def _fill(out: Array, old: Array | None, aces: int, points: int, times: int, modulus: int) -> None:
    """Adds the ways in which so many aces fill the first row up to these points, and the second."""
    if old is None or not times:
        return
    for i in range(min(aces, points) + 1):
        for j in range(min(aces - i, LEAST) + 1):
            block = out[i : i + len(old), j : j + len(old)]
            block += old[:, :, points - i, LEAST - j] * np.uint64(times * comb(aces, i) * comb(aces - i, j) % modulus)
            _reduce(block, modulus)


def _reduce(array: Array, modulus: int) -> None:
    if modulus != WRAPS:
        array %= np.uint64(modulus)
