"""How much a bet or a raise may be, by each limit that a table can play with. Plain integers only.

Amounts are levels: what a player has before him in an interval, not what he adds to it.
"""

FREE, POT, FIXED, UP_TO = "libre", "bote", "fijo", "hasta"
DOUBLE, MINIMUM, INCREASE = "doble", "minimo", "subida"
ENDLESS = 10**15


def least(kind: str, rule: str, level: int, full: int, by: int, unit: int, minimum: int) -> int:
    """The lowest level that a bet or a raise over a level may reach.

    `full` is the last level that counted as a raise and `by` what it added; `unit` is the interval's fixed amount.

    >>> [least(FREE, rule, 100, 100, 60, 0, 20) for rule in (DOUBLE, MINIMUM, INCREASE)]
    [200, 120, 160]
    """
    if kind == FIXED:
        return full + unit
    if not level:
        return minimum
    if rule == DOUBLE:
        return max(2 * level, minimum)
    return level + (max(by, minimum) if rule == INCREASE else minimum)


def most(kind: str, low: int, level: int, by: int, unit: int, chip: int) -> int:
    """The highest level that a bet or a raise may reach; the lowest may always be. `by` is what the pot allows."""
    if kind == FREE:
        return ENDLESS
    if kind == FIXED:
        return low
    return max(low, level + (unit if kind == UP_TO else by // chip * chip))


def pot_raise(pot: int, owed: int, share: tuple[int, int]) -> int:
    """By how much a share of the pot lifts a level, once what is owed is in it.

    >>> pot_raise(250, 100, (1, 1)), pot_raise(250, 100, (1, 2))
    (350, 175)
    """
    return (pot + owed) * share[0] // share[1]


def reopens(share: tuple[int, int] | None, before: int, after: int) -> bool:
    """Whether last chips that lift a level let those raise again who have spoken: above this share of what stood.

    >>> reopens((1, 2), 100, 150), reopens((1, 2), 100, 151), reopens(None, 100, 101)
    (False, True, True)
    """
    return share is None or not before or (after - before) * share[1] > before * share[0]
