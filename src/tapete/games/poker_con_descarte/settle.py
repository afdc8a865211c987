"""What the bank keeps of its five cards. Plain integers in, plain integers out."""

from collections.abc import Sequence

SUITS, ACE = 4, 12
ALL = 0b11111

# What the bank has before it changes cards, in the order in which it asks itself.
RUN_OR_MORE, TRIO, TWO_PAIRS, PAIR, FOUR_SUITED, FOUR_IN_A_ROW, NOTHING = range(7)


def step(cards: Sequence[int]) -> tuple[int, int]:
    """Which step of its rules binds the bank with five cards, and which of them it keeps, as bits by their places.

    Four in a row begin with the two at the lowest: an ace before it does not count, one after the king does.

    >>> from tapete.cards.card import FRENCH
    >>> [step(FRENCH.parse(hand)) for hand in ("Ah 2c 3d 4s 9h", "Jh Qc Kd As 9h", "8h 8c Kd 4s 9h")]
    [(6, 25), (5, 15), (3, 7)]
    """
    twins, four, pairs, suited, lone, top = 0, 0, 0, 0, -1, 0
    by = [0, 0, 0, 0, 0]
    order = [0, 0, 0, 0, 0]
    for i in range(5):
        equal, alike, above = 0, 0, 0
        for j in range(5):
            equal += cards[i] // SUITS == cards[j] // SUITS
            alike += cards[i] % SUITS == cards[j] % SUITS
            above += cards[j] // SUITS > cards[i] // SUITS or (cards[j] // SUITS == cards[i] // SUITS and j < i)
        pairs += equal - 1
        suited = max(suited, alike)
        twins |= (equal > 1) << i
        four |= (alike == 4) << i
        if equal == 1 and cards[i] // SUITS > lone:
            lone, top = cards[i] // SUITS, 1 << i
        by[above], order[above] = cards[i] // SUITS, i
    in_a_row = by[0] - by[4] == 4 or (by[0] == ACE and by[1] == 3)
    if pairs > 6 or (pairs == 0 and (suited == 5 or in_a_row)):
        return RUN_OR_MORE, ALL
    if pairs:
        return (TRIO if pairs == 6 else TWO_PAIRS if pairs == 4 else PAIR), twins | (top if pairs == 2 else 0)
    if suited == 4:
        return FOUR_SUITED, four
    if by[0] - by[3] == 3:
        return FOUR_IN_A_ROW, ALL & ~(1 << order[4])
    if by[1] - by[4] == 3:
        return FOUR_IN_A_ROW, ALL & ~(1 << order[0])
    return NOTHING, ALL & ~(1 << order[3] | 1 << order[4])
