"""What may differ between the texts in lotteries."""

import functools
from math import comb
from typing import Literal, Self

from pydantic import model_validator

from tapete.engine.places import meter
from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.loteria.settle import holds
from tapete.games.shared.sorteo.rules import SorteoRules, tickets
from tapete.law.marks import Label
from tapete.law.rulebook import Section
from tapete.law.sections import Positive

FORM, FIXED, POOLED = "modalidad", "fijo", "conjunto"
TICKET, COUPON = "billete", "apuesta"
ROLLED = "bote"


class Pool(Section):
    """A coupon: how many numbers there are, and how many of them are marked and drawn."""

    numbers: Positive
    marks: Positive


class Numbers(Section):
    """The numbers printed on tickets: so many digits; and the coupon of the other form."""

    digits: Positive
    pool: Pool


class Relation(Section):
    """How a number must stand to the one drawn, by so many digits where it goes by them, and what it wins in prices."""

    name: Label
    kind: Literal["exacto", "aproximacion", "terminacion", "decena"]
    digits: Positive = 1
    pays: Positive


class Category(Section):
    """So many marks drawn: what share of the sales is parted among those who have them, in per cent."""

    name: Label
    hits: Positive
    share: Positive


class Rollover(Section):
    """What nobody has won is added to the first category of the next draw."""


class Rules(SorteoRules):
    """A region's rules of lotteries."""

    equipment: Numbers
    relations: dict[str, Relation]
    categories: dict[str, Category]
    rollover: Rollover

    @model_validator(mode="after")
    def _whole(self) -> Self:
        self.need("bets", (TICKET, COUPON))
        self.need("calls", ("sold", "empty", "won", "rolled"))
        self.need("options", (FORM,))
        self.options_among({FORM: (FIXED, POOLED)})
        hits = [category.hits for category in self.categories.values()]
        if len(set(hits)) != len(hits) or max(hits) > self.equipment.pool.marks:
            raise ValueError("categories: each has hits of its own, and no more than there are marks")
        if sum(category.share for category in self.categories.values()) > 100:
            raise ValueError("categories: they share no more than all of the sales")
        return self

    @functools.cached_property
    def ranked(self) -> tuple[tuple[str, Category], ...]:
        """The categories, that of the most hits first."""
        return tuple(sorted(self.categories.items(), key=lambda item: -item[1].hits))

    @property
    def size(self) -> int:
        """How many numbers there are on tickets."""
        return int(10**self.equipment.digits)


def prize(rules: Rules, ticket: int, drawn: int) -> int:
    """What a ticket wins, in prices: all relations that hold."""
    return sum(
        relation.pays
        for relation in rules.relations.values()
        if holds(relation.kind, ticket, drawn, rules.size, relation.digits)
    )


def chance(rules: Rules, hits: int) -> tuple[int, int]:
    """In how many of all draws so many marks of a coupon are among those drawn."""
    pool = rules.equipment.pool
    ways = comb(pool.marks, hits) * comb(pool.numbers - pool.marks, pool.marks - hits)
    return ways, comb(pool.numbers, pool.marks)


def written(rules: Rules, number: int) -> str:
    """A number as it is printed on a ticket."""
    return f"{number:0{rules.equipment.digits}d}"


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The counter: every printed number, or the coupon."""
    if rules.option(settings, FORM) == POOLED:
        bet = rules.bets[COUPON]
        return {COUPON: Spot(COUPON, COUPON, tickets(settings, bet.limit), bet.article)}
    bet = rules.bets[TICKET]
    limits = tickets(settings, bet.limit)
    spots = (f"{TICKET}:{written(rules, number)}" for number in range(rules.size))
    return {spot: Spot(spot, TICKET, limits, bet.article) for spot in spots}


def apart(rules: Rules) -> tuple[str, ...]:  # noqa: ARG001
    """The account of what nobody has won."""
    return (meter(ROLLED),)
