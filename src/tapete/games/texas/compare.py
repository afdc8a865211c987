"""All hands on a board compared with all that the bank can have, at once.

Cards are alike there that have one rank and are both of the suit in which a colour is possible, or both not: a few
hundred pairs of kinds stand for the thousand of hands. Taken from the lowest score up, they give for every hand how
many pairs lie below it, less those that share a card with it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, plain_score, score
from tapete.cards.card import SUITS
from tapete.compiled import jitable, njit
from tapete.games.shared.mano.settle import ENDS, IDLE, LOST, TIED, WON
from tapete.games.texas.boards import Ints
from tapete.games.texas.cases import CARDS, RANKS

KINDS = 2 * RANKS  # kinds of cards on a board: by rank, of the suit of the colour or not
CLASSES = KINDS * (KINDS + 1) // 2
_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
for _bit in range(64):
    _LOWEST[(int(_BRUIJN) << _bit) % (1 << 64) >> 58] = _bit


class Work(NamedTuple):
    """What the comparison on a board works with and leaves: for each pair of kinds of cards how it ends how often.

    `fifths` has the groups of fifth cards to four that are alike, `sizes` how many each has, `beside` all of them. Of
    the group that is compared, `among` says whether a card is one of it, `often` how many of it are beside a card.
    """

    left: Ints
    kind_of: Ints
    many: Ints
    card: Ints
    place: NDArray[np.int16]
    one: Ints
    other: Ints
    scores: Ints
    first: NDArray[np.int16]
    following: NDArray[np.int16]
    marks: NDArray[np.uint64]
    below: Ints
    idle_below: Ints
    under: Ints
    up_to: Ints
    ends: Ints
    fifths: Ints
    sizes: Ints
    beside: Ints
    among: Ints
    often: Ints


def work_of(scores: int) -> Work:
    """Room to work in, for so many scores."""

    def ints(*size: int) -> Ints:
        return np.zeros(size, np.int64)

    return Work(
        ints(CARDS),
        ints(CARDS),
        ints(KINDS),
        ints(KINDS),
        np.zeros((KINDS, KINDS), np.int16),
        ints(CLASSES),
        ints(CLASSES),
        ints(CLASSES),
        np.full(scores, -1, np.int16),
        np.zeros(CLASSES, np.int16),
        np.zeros(scores // 64 + 1, np.uint64),
        ints(KINDS),
        ints(KINDS),
        ints(CLASSES),
        ints(CLASSES),
        ints(CLASSES, ENDS),
        ints(CARDS, SUITS),
        ints(CARDS),
        ints(CARDS),
        ints(CARDS),
        ints(CARDS),
    )


@jitable
def group_fifths(four, deck, work: Work):  # type: ignore[no-untyped-def]
    """Groups the fifth cards to four that make the same of all hands; returns how many groups there are.

    They are those of one rank that are not of a suit in which there is a colour with them.
    """
    suits = np.zeros(SUITS, np.int64)
    for card in four:
        suits[card % SUITS] += 1
    groups, cards, rank, alike = 0, 0, -1, 0
    for card in deck:
        if card in four:
            continue
        work.beside[cards] = card
        cards += 1
        if suits[card % SUITS] + 1 < 3 and card // SUITS == rank:
            work.fifths[alike, work.sizes[alike]] = card
            work.sizes[alike] += 1
            continue
        if suits[card % SUITS] + 1 < 3:
            rank, alike = card // SUITS, groups
        work.fifths[groups, 0] = card
        work.sizes[groups] = 1
        groups += 1
    return groups


@njit(nogil=True, cache=True, inline="always")
def compare_group(board, group, deck, tables: Tables, least, work: Work):  # type: ignore[no-untyped-def]
    """Compares all pairs on four cards with a group of fifth ones, as `compare` does."""
    size = work.sizes[group]
    work.among[:] = 0
    for i in range(size):
        work.among[work.fifths[group, i]] = 1
    for card in deck:
        work.often[card] = size - work.among[card]
    board[4] = work.fifths[group, 0]
    work.kind_of[board[4]] = board[4] // SUITS  # as the others of its group, beside which it may be in a hand
    return compare(board, deck, tables, least, work)


@jitable
def compare(board, deck, tables: Tables, least, work: Work):  # type: ignore[no-untyped-def]
    """Compares all pairs with all that share no card with them; how many pairs of kinds there are, and cards left."""
    total, bits, colour = tables.start, np.uint64(0), np.int64(-1)
    suits = np.zeros(SUITS, np.int64)
    for card in board:
        total += tables.keys[card]
        bits |= tables.ranks[card]
        suits[card % SUITS] += 1
        if suits[card % SUITS] >= 3:
            colour = card % SUITS
    left = _sort_cards(board, deck, colour, work)
    pairs = np.int64(0)
    for i in range(KINDS):
        if not work.many[i]:
            continue
        one, mine = total + tables.keys[work.card[i]], bits | tables.ranks[work.card[i]]
        for j in range(i, KINDS):
            if not work.many[j] or (i == j and work.many[i] < 2):
                continue
            both = one + tables.keys[work.card[j]]
            if colour < 0:
                made = np.int64(plain_score(both, tables))
            else:
                made = np.int64(score(both, mine | tables.ranks[work.card[j]], tables))
            work.place[i, j] = work.place[j, i] = pairs
            work.one[pairs], work.other[pairs], work.scores[pairs] = i, j, made
            if work.first[made] < 0:
                work.marks[made >> 6] |= np.uint64(1) << np.uint64(made & 63)
            work.following[pairs] = work.first[made]
            work.first[made] = pairs
            pairs += 1
    idle = _rank(least, work)
    _tell(pairs, idle, (left - 2) * (left - 3) // 2, least, work)
    return pairs, left


@jitable
def _sort_cards(board, deck, colour, work: Work):  # type: ignore[no-untyped-def]
    """Counts the cards of each kind that are left; returns how many there are in all."""
    work.many[:] = 0
    left = 0
    for card in deck:
        if card in board:
            continue
        kind = card // SUITS + RANKS * (card % SUITS == colour)
        work.kind_of[card] = kind
        work.many[kind] += 1
        work.card[kind] = card
        work.left[left] = card
        left += 1
    return left


@jitable
def _rank(least, work: Work):  # type: ignore[no-untyped-def]
    """From the lowest score up: how many pairs lie under each, and up to it; how many do not make the bank play."""
    done, idle = 0, -1
    work.below[:] = 0
    for word in range(len(work.marks)):
        marks = work.marks[word]
        work.marks[word] = 0
        while marks:
            lowest = marks & (~marks + np.uint64(1))
            marks ^= lowest
            place = 64 * word + _LOWEST[(lowest * _BRUIJN) >> np.uint64(58)]
            if idle < 0 and place >= least:
                idle = done
                for i in range(KINDS):
                    work.idle_below[i] = work.below[i]
            at = work.first[place]
            while at >= 0:
                work.under[at] = done - work.below[work.one[at]] - work.below[work.other[at]]
                at = work.following[at]
            at = work.first[place]
            while at >= 0:
                i, j = work.one[at], work.other[at]
                if i == j:
                    done += work.many[i] * (work.many[i] - 1) // 2
                    work.below[i] += work.many[i] - 1
                else:
                    done += work.many[i] * work.many[j]
                    work.below[i] += work.many[j]
                    work.below[j] += work.many[i]
                at = work.following[at]
            at = work.first[place]
            work.first[place] = -1
            while at >= 0:
                work.up_to[at] = done - work.below[work.one[at]] - work.below[work.other[at]] + 1
                at = work.following[at]
    if idle < 0:
        idle = done
        for i in range(KINDS):
            work.idle_below[i] = work.below[i]
    return idle


@jitable
def _tell(pairs, idle, banks, least, work: Work):  # type: ignore[no-untyped-def]
    """How each pair of kinds ends how often, of all that the bank may have."""
    for at in range(pairs):
        ends, plays = work.ends[at], work.scores[at] >= least
        none = idle - work.idle_below[work.one[at]] - work.idle_below[work.other[at]] + (0 if plays else 1)
        ends[IDLE] = none
        ends[WON] = work.under[at] - none if plays else 0
        ends[TIED] = work.up_to[at] - work.under[at] if plays else 0
        ends[LOST] = banks - work.up_to[at] if plays else banks - none
