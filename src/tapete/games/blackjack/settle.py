"""What hands are worth and what stakes bring back. Plain integers in, plain integers out; an ace is 1 in values."""

from collections.abc import Sequence

ACE, SEVEN = 12, 5  # ranks as the French pack counts them
STANDS = 17
INCOMPLETE, COLOUR, COMPLETE = 1, 2, 3  # kinds of pair


def value(card: int) -> int:
    """A card's points: figures count ten, an ace one.

    >>> [value(card) for card in (0, 32, 44, 48)]
    [2, 10, 10, 1]
    """
    rank = card // 4
    if rank == ACE:
        return 1
    return rank + 2 if rank < 8 else 10


def points(values: Sequence[int]) -> tuple[int, bool]:
    """The best total that does not pass 21, and whether an ace counts eleven in it.

    >>> points((1, 6)), points((1, 6, 10)), points((1, 1)), points((10, 6, 9))
    ((17, True), (17, False), (12, True), (25, False))
    """
    total, aces = 0, 0
    for card in values:
        total += card
        aces += card == 1
    if aces and total <= 11:
        return total + 10, True
    return total, False


def doubled(first: int, second: int, third: int, ace_counts_one: bool) -> int:
    """The total of a doubled hand; an ace among the first two may have to count one, never the card drawn to them.

    >>> doubled(1, 6, 10, False), doubled(1, 6, 3, False), doubled(1, 6, 3, True), doubled(1, 6, 1, True)
    (17, 20, 10, 18)
    """
    if ace_counts_one:
        return points((first + second, third))[0]
    return points((first, second, third))[0]


def is_blackjack(values: Sequence[int], split: bool) -> bool:
    """Whether these cards are a blackjack: 21 with the first two, and not after splitting.

    >>> is_blackjack((1, 10), False), is_blackjack((1, 10), True), is_blackjack((7, 7, 7), False)
    (True, False, False)
    """
    return not split and len(values) == 2 and values[0] + values[1] == 11 and (values[0] == 1 or values[1] == 1)


def is_three_sevens(values: Sequence[int]) -> bool:
    """Whether these cards are 21 with three sevens."""
    return len(values) == 3 and values[0] == 7 and values[1] == 7 and values[2] == 7


def bank_draws(values: Sequence[int]) -> bool:
    """Whether the bank must take another card: below 17, where an ace counts eleven if that makes 17 to 21.

    >>> bank_draws((10, 6)), bank_draws((1, 6)), bank_draws((1, 5, 10))
    (True, False, True)
    """
    return points(values)[0] < STANDS


def comes_back(
    player_total: int, player_blackjack: bool, bank_total: int, bank_blackjack: bool, num: int, den: int
) -> tuple[int, int]:
    """The share of a stake that comes back; `num` to `den` is what a blackjack is paid.

    >>> comes_back(20, False, 18, False, 3, 2), comes_back(21, True, 21, False, 3, 2)
    ((2, 1), (5, 2))
    """
    if player_total > 21:
        return 0, 1
    if player_blackjack or bank_blackjack:
        if player_blackjack and bank_blackjack:
            return 1, 1
        return (den + num, den) if player_blackjack else (0, 1)
    if bank_total > 21 or player_total > bank_total:
        return 2, 1
    return (1, 1) if player_total == bank_total else (0, 1)


def three_sevens_back(bank_blackjack: bool, bank_three_sevens: bool, num: int, den: int) -> tuple[int, int]:
    """The share that comes back to 21 with three sevens, where it is paid by itself: `num` to `den` unless the bank has
    a blackjack, which wins, or three sevens, which ties; another 21 of the bank does not stop it.
    """
    if bank_blackjack:
        return 0, 1
    return (1, 1) if bank_three_sevens else (den + num, den)


def insurance_back(bank_blackjack: bool, num: int, den: int) -> tuple[int, int]:
    """The share of an insurance that comes back."""
    return (den + num, den) if bank_blackjack else (0, 1)


def against_thirteen(first: int, second: int) -> int:
    """Whether two cards, aces counting one, are under (-1), exactly (0) or over (1) thirteen."""
    total = first + second
    return (total > 13) - (total < 13)


def pair(first: int, second: int) -> int:
    """The kind of pair that two cards are: 0 none, 1 of rank alone, 2 of rank and colour, 3 of rank and suit.

    >>> pair(44, 45), pair(45, 46), pair(45, 45), pair(32, 36)
    (1, 2, 3, 0)
    """
    if first // 4 != second // 4:
        return 0
    one, other = first % 4, second % 4
    if one == other:
        return COMPLETE
    return COLOUR if (one in (1, 2)) == (other in (1, 2)) else INCOMPLETE


def sevens(cards: Sequence[int]) -> int:
    """The prize of the first cards, three at most: 0 none, 1 a seven, 2 and 3 two of them, 4 and 5 three, the odd ones
    from 3 on of one suit. A hand that goes no further than two cards can have no more than two.

    >>> [sevens(cards) for cards in ((20, 0), (20, 21), (20, 20, 0), (20, 20, 21), (20, 20, 20), (0, 20))]
    [1, 2, 3, 4, 5, 0]
    """
    count = 0
    for card in cards[:3]:
        if card // 4 != SEVEN:
            break
        count += 1
    if count < 2:
        return count
    suited = cards[0] == cards[1] and (count == 2 or cards[1] == cards[2])
    return 2 * count - 2 + suited
