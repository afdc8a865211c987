"""Deals that are still to come, compiled: all of them, or as many as a sample takes; who has what share of the pot.

A hand is its choices of own cards, each as sums of a ranking's keys; a board the same. Where any five cards count there
is one choice of each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, score
from tapete.compiled import jitable, njit

SHARE, ALL, PART = 0, 1, 2
TRIES = 1_000_000


class Comparison(NamedTuple):
    """How hands are compared: choices of own and of common cards, the ranking's tables, the low one's if it counts.

    `whole` is the pot, in units that any number of winners can share, also by halves.
    """

    mine: NDArray[np.uint8]
    common: NDArray[np.uint8]
    high: Tables
    low: Tables
    halves: bool
    whole: int


@njit(nogil=True, cache=True)
def every(hands, weights, board, known, cards, gone, by):  # type: ignore[no-untyped-def]
    """All boards for each row of hands: shares, pots taken whole and in part, by player; and how many deals."""
    players, missing, deals = hands.shape[1], len(board) - known, 0
    mine, common, high, low, halves, whole = by  # taken apart once: in a loop that costs more than the scoring
    sums, ranks = _room(players, mine, common)
    low_sums, low_ranks = _room(players, mine, common)
    tally, shares, scores = np.zeros((players, 3), np.int64), np.zeros(players, np.int64), np.zeros(players, np.int64)
    deck, at, full = np.empty(len(cards), np.uint8), np.empty(missing, np.int64), board.copy()
    for row in range(len(hands)):
        size = _left(cards, gone, hands[row], deck)
        for player in range(players):
            _add_up(hands[row, player], mine, high.start, high, sums, ranks, player)
            if halves:
                _add_up(hands[row, player], mine, low.start, low, low_sums, low_ranks, player)
        for place in range(missing):
            at[place] = place
        turn = 0
        while turn >= 0:
            for place in range(missing):
                full[known + place] = deck[at[place]]
            shares[:] = 0
            _add_up(full, common, np.uint64(0), high, sums, ranks, players)
            if halves:
                _add_up(full, common, np.uint64(0), low, low_sums, low_ranks, players)
                _share_halves(sums, ranks, low_sums, low_ranks, mine, common, high, low, scores, whole, shares)
            else:
                _share(sums, ranks, mine, common, high, scores, whole, shares)
            _note(tally, shares, whole, weights[row])
            deals += weights[row]
            turn = missing - 1
            while turn >= 0 and at[turn] == size - missing + turn:
                turn -= 1
            if turn >= 0:
                at[turn] += 1
                for place in range(turn + 1, missing):
                    at[place] = at[place - 1] + 1
    return tally, deals


@njit(nogil=True, cache=True)
def meeting(hands, masks, starts, by):  # type: ignore[no-untyped-def]
    """The same where there are no common cards: each hand is scored once, and all that share no card meet."""
    players, deals, depth = len(starts) - 1, 0, 0
    mine, common, high, whole = by.mine, by.common, by.high, by.whole
    sums, ranks = _room(1, mine, common)
    worth = np.zeros(len(hands), np.int64)
    for row in range(len(hands)):
        _add_up(hands[row], mine, high.start, high, sums, ranks, 0)
        worth[row] = score(sums[0, 0], ranks[0, 0], high)
    tally, shares = np.zeros((players, 3), np.int64), np.zeros(players, np.int64)
    at, used = starts[:-1].copy(), np.zeros(players + 1, np.uint64)
    while depth >= 0:
        row = at[depth]
        if row == starts[depth + 1]:
            depth -= 1
        elif used[depth] & masks[row]:
            at[depth] += 1
            continue
        elif depth < players - 1:
            used[depth + 1] = used[depth] | masks[row]
            depth += 1
            at[depth] = starts[depth]
            continue
        else:
            best, winners = np.int64(0), 0
            for player in range(players):
                value = worth[at[player]]
                winners = 1 if value > best else winners + (value == best)
                best = max(best, value)
            for player in range(players):
                shares[player] = whole // winners if worth[at[player]] == best else 0
            _note(tally, shares, whole, 1)
            deals += 1
        if depth >= 0:
            at[depth] += 1
    return tally, deals


@njit(nogil=True, cache=True)
def some(stream, count, ranges, sizes, masks, starts, own, board, known, cards, gone, by):  # type: ignore[no-untyped-def]
    """So many deals at random: the same as of all deals, and the sum of the squares of each player's share.

    False at the end, where no such deal was to be found.
    """
    players = len(sizes)
    mine, common, high, low, halves, whole = by
    sums, ranks = _room(players, mine, common)
    low_sums, low_ranks = _room(players, mine, common)
    tally, shares, scores = np.zeros((players, 3), np.int64), np.zeros(players, np.int64), np.zeros(players, np.int64)
    squares, hands, full = np.zeros(players), np.zeros((players, own), np.uint8), board.copy()
    settled, used = len(masks) == players and sizes.min() == own, gone  # hands of which nothing is left to draw
    for number in range(count):
        if number == 0 or not settled:
            used, apart = _draw_hands(stream, ranges, sizes, masks, starts, gone, hands)
            if not apart:
                return tally, squares, False
            for player in range(players):
                used = _draw_cards(stream, cards, used, hands[player], sizes[player])
                _add_up(hands[player], mine, high.start, high, sums, ranks, player)
                if halves:
                    _add_up(hands[player], mine, low.start, low, low_sums, low_ranks, player)
        _draw_cards(stream, cards, used, full, known)
        shares[:] = 0
        _add_up(full, common, np.uint64(0), high, sums, ranks, players)
        if halves:
            _add_up(full, common, np.uint64(0), low, low_sums, low_ranks, players)
            _share_halves(sums, ranks, low_sums, low_ranks, mine, common, high, low, scores, whole, shares)
        else:
            _share(sums, ranks, mine, common, high, scores, whole, shares)
        _note(tally, shares, whole, 1)
        for player in range(players):
            squares[player] += (shares[player] / whole) ** 2
    return tally, squares, True


@jitable
def _draw_hands(stream, ranges, sizes, masks, starts, gone, hands):  # type: ignore[no-untyped-def]
    """One hand of each range: all are drawn again until no card is there twice, so that any such deal is as likely."""
    used, apart = gone, False
    for _ in range(TRIES):
        used, apart = gone, True
        for player in range(len(sizes)):
            row = stream.integers(starts[player], starts[player + 1])
            if used & masks[row]:
                apart = False
                break
            used |= masks[row]
            for place in range(sizes[player]):
                hands[player, place] = ranges[row, place]
        if apart:
            break
    return used, apart


@jitable
def _draw_cards(stream, cards, used, into, first):  # type: ignore[no-untyped-def]
    """Fills up cards from `first` on with any that are left."""
    for place in range(first, len(into)):
        card = cards[stream.integers(0, len(cards))]
        while used >> np.uint64(card) & np.uint64(1):
            card = cards[stream.integers(0, len(cards))]
        used |= np.uint64(1) << np.uint64(card)
        into[place] = card
    return used


@jitable
def _left(cards, gone, hands, deck):  # type: ignore[no-untyped-def]
    """Puts the cards that nobody holds into `deck`; how many they are."""
    used = gone
    for hand in hands:
        for card in hand:
            used |= np.uint64(1) << np.uint64(card)
    size = 0
    for card in cards:
        if not used >> np.uint64(card) & np.uint64(1):
            deck[size] = card
            size += 1
    return size


@jitable
def _room(players, mine, common):  # type: ignore[no-untyped-def]
    """Sums of keys and ranks by suit, a row for every player's choices and the last for the board's."""
    shape = (players + 1, max(len(mine), len(common)))
    return np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)


@njit(nogil=True, cache=True, inline="always")
def _add_up(cards, choices, start, tables, sums, ranks, row):  # type: ignore[no-untyped-def]
    """For each choice of cards their sum and their ranks by suit."""
    keys, bits = tables.keys, tables.ranks
    for choice in range(len(choices)):
        total, lanes = start, np.uint64(0)
        for place in range(choices.shape[1]):
            card = cards[choices[choice, place]]
            total += keys[card]
            lanes |= bits[card]
        sums[row, choice], ranks[row, choice] = total, lanes


@njit(nogil=True, cache=True, inline="always")
def _share(sums, ranks, mine, common, tables, scores, amount, shares):  # type: ignore[no-untyped-def]
    """Gives an amount to who has the best score, in equal parts; nobody has it if no hand is admitted."""
    board, best, winners = len(scores), np.int64(0), 0
    for player in range(board):
        most = np.int64(0)
        for a in range(len(mine)):
            for b in range(len(common)):
                value = score(sums[player, a] + sums[board, b], ranks[player, a] | ranks[board, b], tables)
                most = max(most, np.int64(value))
        scores[player] = most
        if most > best:
            best, winners = most, 1
        elif most == best:
            winners += 1
    if best:
        for player in range(board):
            if scores[player] == best:
                shares[player] += amount // winners
    return best


@jitable
def _share_halves(sums, ranks, low_sums, low_ranks, mine, common, high, low, scores, whole, shares):  # type: ignore[no-untyped-def]
    """Half for the lowest hand and half for the best one, which has all where there is no low."""
    lowest = _share(low_sums, low_ranks, mine, common, low, scores, whole // 2, shares)
    _share(sums, ranks, mine, common, high, scores, whole // 2 if lowest else whole, shares)


@njit(nogil=True, cache=True, inline="always")
def _note(out, shares, whole, weight):  # type: ignore[no-untyped-def]
    """Adds a deal's shares to what was found."""
    for player in range(len(shares)):
        share = shares[player]
        if share:
            out[player, SHARE] += share * weight
            out[player, ALL if share == whole else PART] += weight
