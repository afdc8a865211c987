"""Coupons: marks of a player's own choice, or of the machine's."""

from collections.abc import Iterable, Sequence
from math import comb
from typing import Any

from tapete.engine.places import called, chips, felt
from tapete.engine.requests import Act, Chance, Move
from tapete.engine.stakes import too_little
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.errors import IllegalAction, UnknownError
from tapete.games.loteria.rules import COUPON, Pool, Rules
from tapete.games.shared.sorteo.rules import tickets


class Marks(Chance[str]):
    """So many different numbers of a pool, chosen by a machine: every combination is as likely."""

    __slots__ = ("pool",)

    def __init__(self, pool: Pool, article: str) -> None:
        super().__init__(f"marks:{pool.marks}-{pool.numbers}", article)
        self.pool = pool

    @property
    def sizes(self) -> tuple[int, ...]:
        return (comb(self.pool.numbers, self.pool.marks),)

    def read(self, draws: Sequence[int]) -> str:
        return coupon(unranked(draws[0], self.pool.numbers, self.pool.marks))

    def accept(self, value: Any) -> str:
        parts = str(value).split("-")
        marks = sorted({int(part) for part in parts if part.isdecimal() and part.isascii()})
        inside = all(1 <= mark <= self.pool.numbers for mark in marks)
        if inside and len(marks) == len(parts) == self.pool.marks:
            return coupon(marks)
        raise IllegalAction(
            "'{value}' are not {marks} different numbers from 1 to {numbers}",
            self.article,
            value=value,
            marks=self.pool.marks,
            numbers=self.pool.numbers,
        )

    def plain(self, value: str) -> str:
        return value


def coupon(marks: Iterable[int]) -> str:
    """Marks as they are written: `3-17-22`."""
    return "-".join(map(str, marks))


def unranked(rank: int, numbers: int, marks: int) -> list[int]:
    """The combination at a place of all of them, in the order of a dictionary.

    >>> unranked(0, 5, 2), unranked(9, 5, 2)
    ([1, 2], [4, 5])
    """
    unranked: list[int] = []
    number = 0
    while len(unranked) < marks:
        number += 1
        ways = comb(numbers - number, marks - len(unranked) - 1)
        if rank < ways:
            unranked.append(number)
        else:
            rank -= ways
    return unranked


class Coupons(Offer):
    """Coupons at one price: as many as one likes with the machine's marks, or one with one's own."""

    __slots__ = ("rules", "table")
    verbs = ("stake", "mark")

    def __init__(self, rules: Rules, table: Table[Any]) -> None:
        self.rules, self.table = rules, table

    def actors(self) -> Iterable[str]:
        return self.table.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("stake", COUPON), ("mark", COUPON)] if who in self.table.players else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bet, pool = self.rules.bets[COUPON], self.rules.equipment.pool
        if who not in self.table.players:
            return Refusal("{who} cannot '{do}' now", self.rules.article, who=called(who), do=Act(do, on).said)
        if on != COUPON:
            return Refusal(UnknownError("bet", on, [COUPON]).text, self.rules.article)
        lo, hi, step = tickets(self.table.settings, bet.limit)
        have = self.table.places.get(chips(who), 0)
        hi = min(hi, have - have % step)
        article = self.rules.limits[bet.limit].article
        if hi < lo:
            return too_little(who, have, on, lo, article)
        if do == "stake":
            return Option(who, do, on, article, lo, hi, step)
        slots = tuple(str(number) for number in range(1, pool.numbers + 1))
        return Option(who, do, on, bet.article, slots=slots, least=pool.marks, most=pool.marks)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        """A coupon of one's own marks is paid for; the machine's are drawn by the round."""
        marks = coupon(sorted(map(int, act.slots)))
        yield self.paid(who, marks)

    def paid(self, who: str, marks: str) -> Move:
        """The price of a coupon, laid on its marks."""
        price, article = self.table.settings.minimum, self.rules.bets[COUPON].article
        return Move(chips(who), felt(who, f"{COUPON}:{marks}"), price, article)
