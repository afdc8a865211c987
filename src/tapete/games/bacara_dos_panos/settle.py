"""Who is covered by the bank, how a coup ends at a cloth, and what the banker wins at both. Plain integers."""

from collections.abc import Mapping, Sequence

from tapete.games.shared.bacara.money import half

WON, TIED, LOST = range(3)  # by the cloth


def split(cents: int, chip: int) -> tuple[int, int]:
    """A stake across both cloths, or a bank that is played at both: an odd chip plays at the first.

    >>> split(1000, 50), split(1050, 50)
    ((500, 500), (550, 500))
    """
    first = half(cents, chip)
    return first, cents - first


def admitted(
    bank: int, orders: Sequence[Sequence[str]], stakes: Sequence[Mapping[str, int]]
) -> tuple[dict[str, int], ...]:
    """What of the stakes at each cloth a limited bank answers for: the first cloth first, in each by priority.

    >>> admitted(1000, [["ana", "eva"], ["luis"]], [{"eva": 700}, {"luis": 700}])
    ({'eva': 700}, {'luis': 300})
    """
    admitted: list[dict[str, int]] = []
    for order, lying in zip(orders, stakes, strict=True):
        covered = {}
        for who in order:
            cents = min(lying.get(who, 0), bank)
            if cents:
                covered[who] = cents
                bank -= cents
        admitted.append(covered)
    return tuple(admitted)


def ends(p: int, p_natural: bool, b: int, b_natural: bool) -> int:
    """How a coup ends at a cloth: two cards that make a natural win over any other hand, else the points decide.

    >>> ends(8, True, 9, False), ends(8, True, 9, True), ends(7, False, 7, False)
    (0, 2, 1)
    """
    if p_natural != b_natural:
        return WON if p_natural else LOST
    return WON if p > b else TIED if p == b else LOST


def gain(end: int, cents: int) -> int:
    """What the banker has of a stake: it, nothing, or its loss.

    >>> gain(LOST, 500), gain(TIED, 500), gain(WON, 500)
    (500, 0, -500)
    """
    return (end - TIED) * cents
