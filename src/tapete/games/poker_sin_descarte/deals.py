"""Every deal: a player's five cards, the bank's open one, and all that the bank may have behind it.

Hands that differ only in the names of suits are one hand with a weight; where cards are gone from the pack, suits that
lack the same ranks may still change their names.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.compiled import jitable, njit
from tapete.games.poker_sin_descarte.count import (
    CARDS,
    IDLE_BELOW,
    LIMITS,
    LOSES_BELOW,
    PLAIN,
    RANKS,
    TIES_BELOW,
    Tables,
)
from tapete.games.shared.mano.five import HAND
from tapete.games.shared.mano.settle import ENDS, FOLDED, IDLE, LOST, TIED, WON

FOUR = HAND - 1
PASS, GO = 0, 1 << HAND  # an act; anything between is a set of cards of which one is changed, by their places
SHARES = 12  # acts that are worth the same share a deal; as many as four of them

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Pack(NamedTuple):
    """What is left of a pack: its cards, the ranks that each suit lacks, which suits lack the same ones."""

    left: Ints
    lacks: Ints
    alike: Ints

    @classmethod
    def of(cls, left: tuple[int, ...]) -> "Pack":
        """Some cards of a pack."""
        lacks = np.full(SUITS, (1 << RANKS) - 1, np.int64)
        for card in left:
            lacks[card % SUITS] ^= 1 << card // SUITS
        return cls(np.array(left, np.int64), lacks, np.unique(lacks, return_inverse=True)[1].astype(np.int64))


class Hands(NamedTuple):
    """Hands of so many cards, one a row, in order; each stands for `weight` of them. `number` has each hand's row.

    `group` is the group under which it is told what a hand is worth.
    """

    cards: Bytes
    weight: Ints
    number: NDArray[np.int32]
    group: Ints


class Terms(NamedTuple):
    """What hands are worth, in parts of a first stake: by the kind of a hand and how it ends, and the price of a card.

    `places` has the place of each kind among the kinds of hands that a text names.
    """

    nets: Ints
    places: Ints
    price: int


def hands(pack: Pack, size: int, choose: Ints) -> Hands:
    """All hands of so many cards that differ in more than the names of suits."""
    most = int(choose[CARDS, size])
    cards, weight, number = np.zeros((most, size), np.uint8), np.zeros(most, np.int64), np.full(most, -1, np.int32)
    hands = _hands(pack.left, pack.alike, size, choose, cards, weight, number)
    return Hands(cards[:hands].copy(), weight[:hands].copy(), number, np.zeros(hands, np.int64))


@njit(nogil=True, cache=True)
def _hands(left, alike, size, choose, cards, weight, number):  # type: ignore[no-untyped-def]
    at, own, hands = np.arange(size), np.zeros(SUITS, np.int64), 0
    while True:
        own[:] = 0
        for i in range(size):
            own[left[at[i]] % SUITS] |= 1 << left[at[i]] // SUITS
        many = _weight(own, alike)
        if many:
            index = 0
            for i in range(size):
                cards[hands, i] = left[at[i]]
                index += choose[left[at[i]], i + 1]
            weight[hands] = many
            number[index] = hands
            hands += 1
        i = size - 1
        while i >= 0 and at[i] == len(left) - size + i:
            i -= 1
        if i < 0:
            return hands
        at[i] += 1
        for j in range(i + 1, size):
            at[j] = at[j - 1] + 1


@jitable
def _weight(own, alike):  # type: ignore[no-untyped-def]
    """How many hands one stands for: of suits that are alike the first has the greatest set; else it is another's."""
    many = 1
    for suit in range(SUITS):
        same, equal = 1, 1
        for other in range(suit):
            if alike[other] == alike[suit]:
                if own[other] < own[suit]:
                    return 0
                same += 1
                equal += own[other] == own[suit]
        many = many * same // equal
    return many


@jitable
def named(own, alike, names):  # type: ignore[no-untyped-def]
    """Names suits so that a hand, as the sets of its suits, is the one that stands for all like it."""
    for suit in range(SUITS):
        name = 0
        for other in range(SUITS):
            if alike[other] == alike[suit]:
                name += own[other] > own[suit] or (own[other] == own[suit] and other < suit)
        for other in range(SUITS):  # the suit that has this place among those that are alike
            if alike[other] == alike[suit]:
                if name == 0:
                    names[suit] = other
                    break
                name -= 1


@jitable
def kind(ranks, suited, choose):  # type: ignore[no-untyped-def]
    """The kind of five ranks in order."""
    a, b, c, d, e = ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]
    if suited:
        return PLAIN + choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]
    return choose[a, 1] + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4] + choose[e + 4, 5]


@jitable
def _below(t: Tables, made, limit, card, thrown, lacks):  # type: ignore[no-untyped-def]
    """The bank's hands below a limit that hold a card, without those that hold the one thrown away, if any is.

    `lacks` are the sets that suits lack.
    """
    rank, suit = card // SUITS, card % SUITS
    lack, second, row = lacks[suit], thrown // SUITS, t.rows[made, limit]
    below = np.int64(t.one[made, limit, rank]) + t.colours[row, lack] - t.colours[row, lack | 1 << rank]
    if thrown >= 0:
        below -= t.two[made, limit, rank, second]
        if thrown % SUITS == suit:
            one, both = t.colours[row, lack | 1 << rank], t.colours[row, lack | 1 << rank | 1 << second]
            below -= np.int64(t.colours[row, lack]) - one - t.colours[row, lack | 1 << second] + both
    return below


@jitable
def look(cards, pack: Pack, t: Tables, ranks, lacks):  # type: ignore[no-untyped-def]
    """A hand's kind; its ranks in order, and what suits lack beside it, are put down."""
    for suit in range(SUITS):
        lacks[suit] = pack.lacks[suit]
    suited = True
    for i in range(HAND):
        ranks[i] = cards[i] // SUITS
        lacks[cards[i] % SUITS] |= 1 << ranks[i]
        suited = suited and cards[i] % SUITS == cards[0] % SUITS
    return kind(ranks, suited, t.choose)


@jitable
def _count(t: Tables, made, card, thrown, lacks, total, counts):  # type: ignore[no-untyped-def]
    """How a hand that goes ends, over all that the bank may have with its open card."""
    idle = _below(t, made, IDLE_BELOW, card, thrown, lacks)
    loses = _below(t, made, LOSES_BELOW, card, thrown, lacks)
    ties = _below(t, made, TIES_BELOW, card, thrown, lacks)
    counts[IDLE], counts[WON], counts[TIED], counts[LOST] = idle, loses - idle, ties - loses, total - ties


@jitable
def _worth(nets, counts):  # type: ignore[no-untyped-def]
    """What a hand that goes is worth, over all that the bank may have."""
    return nets[IDLE] * counts[IDLE] + nets[WON] * counts[WON] + nets[TIED] * counts[TIED] + nets[LOST] * counts[LOST]


@jitable
def goes_on(pack: Pack, t: Tables, terms: Terms, made, card, thrown, lacks, counts):  # type: ignore[no-untyped-def]
    """Whether a hand for which a card was bought goes on; how it would end is put down."""
    total = t.choose[len(pack.left) - HAND - 2, FOUR]
    _count(t, made, card, thrown, lacks, total, counts)
    return _worth(terms.nets[made], counts) > terms.nets[made, FOLDED] * total


@njit(nogil=True, cache=True)
def going(head, start, stop, worth, by_group):  # type: ignore[no-untyped-def]
    """For some hands and every open card: what going is worth over all deals.

    `worth` has rows for these hands alone; `by_group` adds up by the group of the hand and the rank of the open card.
    """
    ranks, lacks = np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64)
    pack, t, terms, fives = head
    total, counts = t.choose[len(pack.left) - HAND - 1, FOUR], np.zeros(ENDS, np.int64)
    for i in range(start, stop):
        made = look(fives.cards[i], pack, t, ranks, lacks)
        for card in pack.left:
            if lacks[card % SUITS] >> (card // SUITS) & 1:
                continue
            _count(t, made, card, -1, lacks, total, counts)
            worth[i - start, card] = _worth(terms.nets[made], counts)
            by_group[fives.group[i], card // SUITS] += fives.weight[i] * worth[i - start, card]


@njit(nogil=True, cache=True)
def buying(head, fours: Hands, start, stop, span, worth):  # type: ignore[no-untyped-def]
    """For some four cards kept, open cards from one rank to another, and all thrown away: what a fifth is worth.

    `worth` has rows for these alone, and adds it up over all deals, by suit and rank of the open card and of the one
    thrown away.
    """
    cards, ranks, lacks = np.zeros(HAND, np.int64), np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64)
    pack, t, terms, _ = head
    (lo, hi), all_four = span, t.choose[len(pack.left) - HAND - 2, FOUR]
    mixed, same = np.zeros((RANKS, RANKS), np.int64), np.zeros((RANKS, RANKS), np.int64)
    steps = np.zeros(LIMITS, np.int64)
    for i in range(start, stop):
        four = fours.cards[i]
        for fifth in pack.left:
            if not insert(four, fifth, cards):
                continue
            made = look(cards, pack, t, ranks, lacks)
            nets = terms.nets[made]
            folded = nets[FOLDED] * all_four
            # What going is worth goes by steps: so much more for each hand of the bank that is below a limit.
            steps[IDLE_BELOW] = nets[IDLE] - nets[WON]
            steps[LOSES_BELOW] = nets[WON] - nets[TIED]
            steps[TIES_BELOW] = nets[TIED] - nets[LOST]
            for one in range(lo, hi):
                for two in range(RANKS):
                    mixed[one, two] = 0
                    for limit in range(LIMITS):
                        mixed[one, two] += steps[limit] * t.two[made, limit, one, two]
            for suit in range(SUITS):
                _colour(t, made, steps, lacks[suit], span, mixed, same)
                for rank in range(lo, hi):
                    if lacks[suit] >> rank & 1:
                        continue
                    card = rank * SUITS + suit
                    base = nets[LOST] * all_four
                    for limit in range(LIMITS):
                        base += steps[limit] * _below(t, made, limit, card, -1, lacks)
                    row = worth[i - start, suit * (hi - lo) + rank - lo]
                    itself = row[fifth % SUITS * RANKS + fifth // SUITS]
                    for other in range(SUITS):
                        table = same[rank] if other == suit else mixed[rank]
                        for thrown in range(RANKS):
                            row[other * RANKS + thrown] += max(base - table[thrown], folded)
                    row[fifth % SUITS * RANKS + fifth // SUITS] = itself


@jitable
def _colour(t: Tables, made, steps, lack, span, mixed, same):  # type: ignore[no-untyped-def]
    """What two cards of one suit take away, from what two of different suits do; the first from one rank to another."""
    lo, hi = span
    for one in range(lo, hi):
        for two in range(RANKS):
            same[one, two] = mixed[one, two]
    for limit in range(LIMITS):
        row = t.colours[t.rows[made, limit]]
        whole = np.int64(row[lack])
        if whole == 0:
            continue
        for one in range(lo, hi):
            without = whole - row[lack | 1 << one]
            if without == 0:
                continue
            for two in range(RANKS):
                both = without - row[lack | 1 << two] + row[lack | 1 << one | 1 << two]
                same[one, two] += steps[limit] * both


@jitable
def insert(four, fifth, cards):  # type: ignore[no-untyped-def]
    """Five cards in order, of four and another; none if it is among them."""
    place = FOUR
    for i in range(FOUR):
        if four[i] == fifth:
            return False
    for i in range(FOUR - 1, -1, -1):
        if four[i] > fifth:
            cards[i + 1] = four[i]
            place = i
        else:
            break
    for i in range(place):
        cards[i] = four[i]
    cards[place] = fifth
    return True


@njit(nogil=True, cache=True)
def choosing(head, fours: Hands, start, stop, span, go, buy, acts, by_group):  # type: ignore[no-untyped-def]
    """For some hands and open cards from one rank to another: the best act, where a card may be bought.

    `by_group` adds up what buying is worth, in as many deals as `go` has, times the cards that may come of them.
    """
    ranks, lacks, own = np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    four, kept = np.zeros(FOUR, np.int64), np.zeros(FOUR, np.int64)
    rows, names = np.zeros(HAND, np.int64), np.zeros((HAND, SUITS), np.int64)
    pack, t, terms, fives = head
    (lo, hi), unseen = span, len(pack.left) - HAND - 1
    deals = unseen * t.choose[unseen - 1, FOUR]
    for i in range(start, stop):
        cards = fives.cards[i]
        made = look(cards, pack, t, ranks, lacks)
        for place in range(HAND):
            own[:] = 0
            for j in range(FOUR):
                four[j] = cards[j + (j >= place)]
                own[four[j] % SUITS] |= 1 << four[j] // SUITS
            named(own, pack.alike, names[place])
            rows[place] = _row(four, names[place], fours, t.choose, kept)
        for card in pack.left:
            if lacks[card % SUITS] >> (card // SUITS) & 1 or not lo <= card // SUITS < hi:
                continue
            best, act = terms.nets[made, FOLDED] * deals, PASS
            # Behind a bought card the bank has fewer hands: as many deals are counted for both.
            if go[i - start, card] * (unseen - FOUR) > best:
                best, act = go[i - start, card] * (unseen - FOUR), GO
            top = -(np.int64(1) << 60)
            for place in range(HAND):
                name = names[place]
                open_card = name[card % SUITS] * (hi - lo) + card // SUITS - lo
                thrown = name[cards[place] % SUITS] * RANKS + cards[place] // SUITS
                changed = buy[rows[place], open_card, thrown] - terms.price * deals
                if changed > best:
                    best, act = changed, 1 << place
                elif changed == best and 0 < act < GO:
                    act |= 1 << place
                top = max(top, changed)
            acts[i - start, card] = act
            by_group[fives.group[i], card // SUITS] += fives.weight[i] * top


@jitable
def _row(four, names, fours: Hands, choose, kept):  # type: ignore[no-untyped-def]
    """The row of four cards under other names of suits."""
    for j in range(FOUR):
        kept[j] = four[j] - four[j] % SUITS + names[four[j] % SUITS]
    kept.sort()
    index = 0
    for j in range(FOUR):
        index += choose[kept[j], j + 1]
    return fours.number[index]


@njit(nogil=True, cache=True)
def faring(head, start, stop, acts, least, ends):  # type: ignore[no-untyped-def]
    """Plays some hands by what is to be done with each: counts by whether a card was bought, place and end.

    `acts` has rows for these hands alone. Who bought goes on from the score `least`; with none, where that is worth
    more. A deal counts for twelve of every card that may be bought.
    """
    ranks, lacks, counts = np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64), np.zeros(ENDS, np.int64)
    pack, t, terms, fives = head
    unseen = len(pack.left) - HAND - 1
    total, fewer = t.choose[unseen, FOUR], t.choose[unseen - 1, FOUR]
    for i in range(start, stop):
        cards, weight = fives.cards[i], fives.weight[i] * SHARES
        made = look(cards, pack, t, ranks, lacks)
        place = terms.places[made]
        for card in pack.left:
            if lacks[card % SUITS] >> (card // SUITS) & 1:
                continue
            act = acts[i - start, card]
            if act == PASS:
                ends[0, place, FOLDED] += weight * unseen * fewer
            elif act == GO:
                _count(t, made, card, -1, lacks, total, counts)
                for end in range(1, ENDS):
                    ends[0, place, end] += weight * (unseen - FOUR) * counts[end]
            else:
                _changed(pack, t, terms, cards, card, act, weight, least, ends[1])


@jitable
def _changed(pack: Pack, t: Tables, terms: Terms, cards, card, act, weight, least, ends):  # type: ignore[no-untyped-def]
    """Counts how a hand ends in which one of some cards, that are worth the same, is changed."""
    ranks, lacks, counts = np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64), np.zeros(ENDS, np.int64)
    four, five = np.zeros(FOUR, np.int64), np.zeros(HAND, np.int64)
    fewer, many = t.choose[len(pack.left) - HAND - 2, FOUR], 0
    for place in range(HAND):
        many += act >> place & 1
    for place in range(HAND):
        if not act >> place & 1:
            continue
        thrown = np.int64(cards[place])
        for j in range(FOUR):
            four[j] = cards[j + (j >= place)]
        for fifth in pack.left:
            if fifth in (card, thrown) or not insert(four, fifth, five):
                continue
            made = look(five, pack, t, ranks, lacks)
            goes = goes_on(pack, t, terms, made, card, thrown, lacks, counts)
            if goes if least < 0 else t.score[made] >= least:
                for end in range(1, ENDS):
                    ends[terms.places[made], end] += weight // many * counts[end]
            else:
                ends[terms.places[made], FOLDED] += weight // many * fewer
