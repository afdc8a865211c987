"""How much a bet or a raise may be, by each limit that a table can play with. Plain integers only.

Amounts are levels: what a player has before him in an interval, not what he adds to it.
"""

import msgspec

FREE, POT, FIXED, UP_TO = "libre", "bote", "fijo", "hasta"
DOUBLE, MINIMUM, INCREASE = "doble", "minimo", "subida"
ENDLESS = 10**15


class Facing(msgspec.Struct, frozen=True, gc=False):
    """What a player faces: the level to match, the last that counted as a raise, what he has there, all that is staked.

    `unit` is the interval's fixed amount; `figure`, where there is one, the pot that bounds every raise of it; `by` is
    what the last raise that counted added.
    """

    level: int
    full: int
    bet: int
    pot: int
    minimum: int
    chip: int
    unit: int = 0
    figure: int = 0
    by: int = 0


def least(rule: str, facing: Facing) -> int:
    """The lowest level that a bet or a raise may reach.

    >>> facing = Facing(100, 100, 0, 150, 20, 5, by=60)
    >>> least(DOUBLE, facing), least(MINIMUM, facing), least(INCREASE, facing)
    (200, 120, 160)
    """
    level, minimum = facing.level, facing.minimum
    if not level:
        return minimum
    if rule == DOUBLE:
        return max(2 * level, minimum)
    return level + (max(facing.by, minimum) if rule == INCREASE else minimum)


def pot_raise(facing: Facing, num: int, den: int) -> int:
    """The level that a raise by this share of the pot reaches, once the bet is matched.

    >>> pot_raise(Facing(100, 100, 0, 250, 20, 5), 1, 1), pot_raise(Facing(100, 100, 0, 250, 20, 5), 1, 2)
    (450, 275)
    """
    by = facing.figure or (facing.pot + facing.level - facing.bet) * num // den
    return facing.level + by // facing.chip * facing.chip


def span(kind: str, rule: str, share: tuple[int, int], facing: Facing) -> tuple[int, int]:
    """The levels, from the least to the most, that a bet or a raise may reach by a limit; the least may always be."""
    if kind == FIXED:
        level = facing.full + facing.unit
        return level, level
    low = least(rule, facing)
    if kind == FREE:
        return low, ENDLESS
    if kind == UP_TO:
        return low, max(low, facing.level + facing.unit)
    return low, max(low, pot_raise(facing, *share))


def reopens(share: tuple[int, int] | None, before: int, after: int) -> bool:
    """Whether last chips that lift a level let those raise again who have spoken: above this share of what stood.

    >>> reopens((1, 2), 100, 150), reopens((1, 2), 100, 151), reopens(None, 100, 101)
    (False, True, True)
    """
    return share is None or not before or (after - before) * share[1] > before * share[0]
