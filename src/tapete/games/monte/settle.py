"""Where cards are laid, what decides a bet and what it brings back. Plain integers in, plain integers out.

Places are 0 and 1 above, 2 and 3 below, so that `place ^ 1` faces a place, `place ^ 2` lies below or above it and
`place ^ 3` beyond. A set of cards that can match is one number: bit `3 * place + combination`.
"""

from collections.abc import Sequence
from math import gcd

PLACES = 4
CAMO, VIUDO, ANTI = range(3)
COMBINATIONS = 3
ALL = (1 << COMBINATIONS) - 1
FOUR = (1 << PLACES * COMBINATIONS) - 1
BURNT = -1
STAYS, WINS, LOSES, RETURNS = range(4)
ACROSS, DOWN, DIAGONAL = 1, 2, 3


def laid_at(ranks: Sequence[int], count: int, rank: int) -> int:
    """Where the next card goes, with `count` values laid out: on one of them, in a place of its own, or to be burnt.

    >>> laid_at([6, 0, 0, 0], 1, 6) == BURNT, laid_at([6, 2, 0, 0], 2, 6), laid_at([6, 2, 0, 0], 2, 4)
    (True, 0, 2)
    """
    for place in range(count):
        if ranks[place] == rank:
            return BURNT if count == 1 else place
    return count


def combination(laid: int, suit: int) -> int:
    """What a card of the same value is to the card laid out, by their suits: the next one round is its camo.

    >>> [combination(3, 0), combination(3, 1), combination(3, 2)] == [CAMO, VIUDO, ANTI]
    True
    """
    return (suit - laid) % 4 - 1


def of_places(places: int, combinations: int = ALL) -> int:
    """These combinations of every one of these places, which are a number of four bits.

    >>> bin(of_places(0b0101, 1 << CAMO))
    '0b1000001'
    """
    of_places = 0
    for place in range(PLACES):
        if places >> place & 1:
            of_places |= combinations << COMBINATIONS * place
    return of_places


def annulled_in_salto(piled: Sequence[int], cancels: Sequence[int]) -> int:
    """The matches that decide no Salto: what the highest pile cancels in every card that is piled lower.

    `piled` is how many cards lie on each of the four; `cancels` what a pile of none, one or two annuls.
    """
    annulled_in_salto = 0
    for place in range(PLACES):
        highest = max(piled)
        if piled[place] < highest:
            annulled_in_salto |= cancels[highest] << COMBINATIONS * place
    return annulled_in_salto


def annulled_in_cartas(piled: Sequence[int], mine: int, theirs: int, cases: Sequence[Sequence[int]]) -> int:
    """The matches that do not decide these places against those.

    `cases[3 * own + facing]` is what a pile annuls by its height and that of the card facing it: in the card facing it,
    the one below, the one beyond, and whether diagonals are bound too.
    """
    annulled_in_cartas = 0
    way = direction(mine, theirs)
    for own in range(PLACES):
        if not (piled[own] and (mine | theirs) >> own & 1):
            continue
        case = cases[3 * piled[own] + piled[own ^ 1]]
        others = theirs if mine >> own & 1 else mine
        for relation in (1, 2, 3):
            other = own ^ relation
            bound = relation == 1 if way == ACROSS else relation != 1 if way == DOWN else relation != 3 and case[3]
            if bound and others >> other & 1 and piled[other] < piled[own]:
                annulled_in_cartas |= case[relation - 1] << COMBINATIONS * other
    return annulled_in_cartas


def direction(mine: int, theirs: int) -> int:
    """Whether two cards, or two pairs, play across, down or as diagonals.

    >>> [direction(0b0001, 0b0010), direction(0b0011, 0b1100), direction(0b0101, 0b1010), direction(0b1001, 0b0110)]
    [1, 2, 1, 3]
    """
    facing = [
        (theirs >> (place ^ ACROSS) & 1, theirs >> (place ^ DOWN) & 1) for place in range(PLACES) if mine >> place & 1
    ]
    across, down = (all(ways) for ways in zip(*facing, strict=True))
    return DIAGONAL if across and down else ACROSS if across else DOWN


def resolve(race: Sequence[int], first_card: bool, hit: int, first: bool) -> int:
    """What a card does to a bet whose race has these sets: wins, loses, returns. `hit` is the card's bit, 0 if none.

    A bet on the first card is lost by any other.
    """
    wins, loses, returns = race
    if hit & wins and (first or not first_card):
        return WINS
    if hit & loses or first_card:
        return LOSES
    return RETURNS if hit & returns else STAYS


def points(counted: Sequence[bool], piled: Sequence[int], burnt: int) -> int:
    """The points off a payment: which of doubled, tripled and burnt cards count, one point each.

    >>> points((True, True, True), (2, 1, 0, 0), 2), points((True, False, False), (2, 1, 0, 0), 2)
    (5, 2)
    """
    doubled, tripled, also_burnt = counted
    off = burnt * also_burnt
    for height in piled:
        off += (height > 0) * doubled + (height > 1) * tripled
    return off


def comes_back(num: int, den: int, percent: int = 0, of_gain: bool = False, of_stake: bool = False) -> tuple[int, int]:
    """The share of a won stake that comes back, less so many per cent of its gain, of the stake, or of both.

    >>> comes_back(11, 1), comes_back(11, 1, 10, of_gain=True), comes_back(11, 1, 10, True, True)
    ((12, 1), (109, 10), (54, 5))
    """
    whole, less = 100 * (num + den), percent * (num * of_gain + den * of_stake)
    common = gcd(whole - less, 100 * den)
    return (whole - less) // common, 100 * den // common


def layout_class(piled: Sequence[int], burnt: int) -> int:
    """Which of six classes a layout is of: all different, so after a burnt pair, one doubled, two, one tripled, more.

    >>> [layout_class(piled, 0) for piled in ((0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0), (2, 1, 0, 0))]
    [0, 2, 3, 4, 5]
    """
    total = highest = 0
    for height in piled:
        total += height
        highest = max(highest, height)
    if total == 0:
        return 1 if burnt else 0
    if total > 2:
        return 5
    return total + highest
