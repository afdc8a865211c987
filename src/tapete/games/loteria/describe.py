"""A lottery described: its relations or its categories as a declaration, and what it returns, exactly."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tapete.errors import Said
from tapete.games.loteria.odds import coupon, ticket
from tapete.games.loteria.rules import Category, Numbers, Pool, Relation, Rules
from tapete.games.shared.described import Finding, Verdict
from tapete.law.rulebook import Model, Whole


class Related(Model):
    """A relation of a printed number to the one drawn, and what it wins in prices; `series` asks for its series too."""

    kind: Literal["exacto", "aproximacion", "terminacion", "decena"]
    digits: Whole = Field(default=1, ge=1, le=6)
    pays: Whole = Field(ge=1, le=10**7)
    series: bool = False


class Pooled(Model):
    """A pool: numbers, marks, coupons sold, and the share of each number of hits in per cent."""

    numbers: Whole = Field(ge=2, le=99)
    marks: Whole = Field(ge=1, le=20)
    sold: Whole = Field(ge=1, le=100_000)
    shares: Mapping[str, Whole]


class Description(Model):
    """Either relations over numbers of so many digits, each printed in so many series, or a pool."""

    digits: Whole = Field(default=5, ge=1, le=5)
    series: Whole = Field(default=1, ge=1, le=1000)
    relations: tuple[Related, ...] = ()
    pool: Pooled | None = None


def describe(rules: Rules, given: Description) -> Verdict:
    """What it is and returns."""
    is_: list[tuple[str, str]] = []
    wrong: list[Finding] = []
    if given.relations:
        returns = _returns(rules, given)
        is_.append(
            (
                Said("fixed prizes by printed number: {share} of the price comes back", share=str(returns)),
                rules.equipment.article,
            )
        )
    if given.pool:
        wrong += _pool_wrong(rules, given.pool)
        if not wrong:
            edge = coupon(_pooled(rules, given.pool), given.pool.sold).edge
            percent = f"{100 - 100 * float(edge):.4f} %"
            is_.append(
                (
                    Said("prizes by how many take part: {share} of the price comes back", share=percent),
                    rules.equipment.pool.article,
                )
            )
    if not is_ and not wrong:
        wrong.append(Finding("relations", rules.article, Said("nothing"), Said("relations, or a pool")))
    return Verdict(tuple(is_), tuple(wrong))


def _returns(rules: Rules, given: Description) -> Fraction:
    """What comes back of a ticket's price: what asks for the series too comes once in so many of them."""
    share = Fraction(0)
    for series in (False, True):
        alike = [relation for relation in given.relations if relation.series == series]
        if alike:
            back = 1 - Fraction(ticket(_fixed(rules, given.digits, alike)).edge)
            share += back / given.series if series else back
    return share


def _fixed(rules: Rules, digits: int, given: Sequence[Related]) -> Rules:
    article = rules.equipment.article
    relations = {
        str(i): Relation(article=article, name=item.kind, kind=item.kind, digits=item.digits, pays=item.pays)
        for i, item in enumerate(given)
    }
    numbers = Numbers(article=article, digits=digits, pool=rules.equipment.pool)
    return rules.model_copy(update={"equipment": numbers, "relations": relations})


def _pooled(rules: Rules, given: Pooled) -> Rules:
    article = rules.equipment.pool.article
    categories = {
        hits: Category(article=article, name=hits, hits=int(hits), share=share) for hits, share in given.shares.items()
    }
    pool = Pool(article=article, numbers=given.numbers, marks=given.marks)
    numbers = Numbers(article=rules.equipment.article, digits=rules.equipment.digits, pool=pool)
    return rules.model_copy(update={"equipment": numbers, "categories": categories})


def _pool_wrong(rules: Rules, given: Pooled) -> Iterator[Finding]:
    article = rules.equipment.pool.article
    if given.marks >= given.numbers:
        right = Said("fewer than {numbers}", numbers=given.numbers)
        yield Finding("pool.marks", article, str(given.marks), right)
    for hits in given.shares:
        if not hits.isdecimal() or not 0 < int(hits) <= given.marks:
            right = Said("hits from 1 to {marks}", marks=given.marks)
            yield Finding("pool.shares", article, Said("'{option}'", option=hits), right)
    if sum(given.shares.values()) > 100 or any(share <= 0 for share in given.shares.values()):
        what = Said("{percent} per cent", percent=sum(given.shares.values()))
        yield Finding("pool.shares", article, what, Said("100 at most"))
