"""What becomes of the stakes of a hand: pots, shares, chips over, the house's part. Plain integers only.

Players are numbered in the order of play.
"""

from collections.abc import Sequence

NOBODY = -1


def uncalled(bets: Sequence[int]) -> tuple[int, int]:
    """Whose bet nobody matched to the end, and how much of it goes back.

    >>> uncalled([200, 500, 200]), uncalled([500, 500, 200])
    ((1, 300), (-1, 0))
    """
    most = max(bets)
    if bets.count(most) > 1:
        return NOBODY, 0
    second = sorted(bets)[-2] if len(bets) > 1 else 0
    return (bets.index(most), most - second) if most else (NOBODY, 0)


def layers(before: int, after: int, bounds: Sequence[int]) -> list[int]:
    """How what takes a player's stakes from `before` to `after` falls to the pots, each up to its bound.

    The last pot has no bound: whatever is above the highest is its own.

    >>> layers(0, 900, [200, 500]), layers(300, 900, [200, 500])
    ([200, 300, 400], [0, 200, 400])
    """
    if not bounds:
        return [after - before]
    layers, low = [], before
    for high in bounds:
        top = high if high < after else after
        layers.append(top - low if low < top else 0)
        low = high if low < high else low
    layers.append(after - low if low < after else 0)
    return layers


def contenders(put: Sequence[int], live: Sequence[bool], low: int) -> list[int]:
    """Who may win the pot of what was staked above `low`: those still in who have stakes there."""
    return [who for who, cents in enumerate(put) if live[who] and cents > low]


def shares(amount: int, winners: Sequence[int], first: int, seats: int, chip: int) -> list[int]:
    """What each of those who share a pot is given, in whole chips; those over go one by one, from `first` on.

    `first` is who raised last: if he has no share, the next in the order of play who has is served before others.

    >>> shares(1050, [0, 2], 1, 3, 50), shares(1000, [0, 2], 1, 3, 50)
    ([500, 550], [500, 500])
    """
    each = amount // len(winners) // chip * chip
    fromkeys = dict.fromkeys(winners, each)
    over = amount - each * len(winners)
    for who in sorted(winners, key=lambda who: (who - first) % seats):
        given = min(chip, over)
        fromkeys[who] += given
        over -= given
    return [fromkeys[who] for who in winners]


def halves(amount: int, second_first: bool, chip: int) -> tuple[int, int]:
    """A pot in two, in whole chips; the chip over goes to the first half, or to the second.

    >>> halves(1050, False, 50), halves(1050, True, 50)
    ((550, 500), (500, 550))
    """
    less = amount // 2 // chip * chip
    return (less, amount - less) if second_first else (amount - less, less)


def cut(amount: int, num: int, den: int, chip: int) -> int:
    """The house's part of an amount, rounded down to the chip.

    >>> cut(1990, 5, 100, 50)
    50
    """
    return amount * num // den // chip * chip


def spread(amount: int, over: Sequence[int], chip: int) -> list[int]:
    """An amount taken from several pots in proportion to them, in whole chips, no more from any than there is.

    >>> spread(150, [2000, 1000], 50), spread(50, [1000, 1000], 50)
    ([100, 50], [0, 50])
    """
    total, gone, seen, spread = sum(over), 0, 0, []
    for part in over:
        seen += part
        due = amount * seen // total // chip * chip if seen < total else amount
        spread.append(due - gone)
        gone = due
    return spread
