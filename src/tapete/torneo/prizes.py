"""What the fees become: the house's small percentage, and prizes in money or in kind, by place."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tapete.torneo.places import Placed


class Prize(NamedTuple):
    """The prize of a place: a share of the money in per cent, an amount that is promised, or an object and its value.

    Amounts are cents.
    """

    place: int
    share: Fraction = Fraction(0)
    cents: int = 0
    goods: str = ""
    value: int = 0


class Won(NamedTuple):
    """What an entry wins: cents, and objects."""

    cents: int
    goods: tuple[str, ...] = ()


class Purse(NamedTuple):
    """All fees, what the house keeps of them, and what reverts to those who play."""

    fees: int
    kept: int

    @property
    def prizes(self) -> int:
        """What prizes are worth at least."""
        return self.fees - self.kept


def purse(fees: int, percent: Fraction) -> Purse:
    """What becomes of the fees; a fraction of a cent is a prize's.

    >>> purse(10_001, Fraction(5))
    Purse(fees=10001, kept=500)
    """
    return Purse(fees, int(fees * percent / 100))


def spread(cents: int, weights: Sequence[Fraction]) -> list[int]:
    """An amount in proportion, in whole cents: those cut most have a cent more, the first of equal ones.

    >>> spread(100, [Fraction(1), Fraction(1), Fraction(1)])
    [34, 33, 33]
    """
    total = sum(weights)
    if not total:
        return [0 for _ in weights]
    exact = [cents * weight / total for weight in weights]
    spread = [int(part) for part in exact]
    by_rest = sorted(range(len(exact)), key=lambda i: (spread[i] - exact[i], i))
    for i in by_rest[: cents - sum(spread)]:
        spread[i] += 1
    return spread


def money(reverting: int, prizes: Sequence[Prize], places: int) -> dict[int, int]:
    """The cents of each place that somebody has, where so much reverts to them.

    Objects count for their value. What was promised is paid even if the fees do not reach; what they bring beyond it
    is added in proportion, and where no place has money, to the first.

    >>> money(10_000, [Prize(1, Fraction(70)), Prize(2, Fraction(30))], 9)
    {1: 7000, 2: 3000}
    >>> money(10_000, [Prize(1, cents=6000), Prize(2, cents=2000)], 9)
    {1: 7500, 2: 2500}
    """
    held = [prize for prize in prizes if prize.place <= places]
    left = max(0, reverting - sum(prize.value for prize in held))
    weights = [prize.share or Fraction(prize.cents) for prize in held]
    if not any(weights) and left and held:
        weights = [Fraction(prize.place == min(item.place for item in held)) for prize in held]
    parts = spread(max(left, sum(prize.cents for prize in held)), weights)
    by_place: dict[int, int] = {}
    for prize, cents in zip(held, parts, strict=True):
        by_place[prize.place] = by_place.get(prize.place, 0) + cents
    return {place: cents for place, cents in sorted(by_place.items()) if cents}


def won(by_place: Mapping[int, int], prizes: Sequence[Prize], order: Sequence[Placed]) -> dict[int, Won]:
    """What each entry wins. Those who share places share their money; their objects go by the order given.

    >>> won({1: 100, 2: 51}, [], [Placed(4, 1, 2), Placed(9, 1, 2)])
    {4: Won(cents=76, goods=()), 9: Won(cents=75, goods=())}
    """
    goods: dict[int, list[str]] = {}
    for prize in prizes:
        if prize.goods:
            goods.setdefault(prize.place, []).append(prize.goods)
    won: dict[int, Won] = {}
    for number, placed in enumerate(order, 1):
        within = number - placed.place
        shared = sum(by_place.get(place, 0) for place in range(placed.place, placed.place + placed.sharing))
        cents = spread(shared, [Fraction(1)] * placed.sharing)[within]
        mine = Won(cents, tuple(goods.get(number, ())))
        if mine.cents or mine.goods:
            won[placed.entry] = mine
    return won
