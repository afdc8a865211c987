"""Exact odds of the roulettes: one equally likely pocket, and a prison that a stake may pass through."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from tapete.engine.requests import Choose
from tapete.engine.round import Round
from tapete.engine.settings import Settings, standard
from tapete.games.ruleta.rules import (
    LEAVES,
    SIMPLE,
    Parts,
    Rules,
    announced,
    bet_of,
    covers,
    falls,
    paid,
    suertes,
)
from tapete.games.ruleta.settle import simple_chance
from tapete.odds.chain import Chain, Figures, Step, figures
from tapete.odds.report import BetOdds


def odds(rules: Rules) -> list[BetOdds]:
    """Every bet, and the simple chances once for each way of treating the zero.

    Prison is reckoned for a stake that may be halved without end: no cent is lost to rounding, and the minimum does
    not bind a player who would take half at the second zero, as it does one who staked less than twice as much.
    """
    settings = standard(rules)
    return [row for name in rules.bets for row in _rows(rules, settings, name)]


def advice(table: Round) -> list[tuple[str, float]]:
    """At a zero: what taking half is worth, and what prison is to one who plays on well, each less the stake."""
    pending, rules = table.pending, cast(Rules, table.rules)
    if not isinstance(pending, Choose) or not rules.zero.prison:
        return []
    settings, name = standard(rules), pending.label.rpartition(":")[2]
    pockets = len(rules.equipment.cylinder.order)
    # A stake on a simple chance loses only what the zero, one pocket in so many, takes from it.
    worth = {
        policy: -pockets * float(figures(_chain(rules, settings, name, leaves)).edge)
        for policy, leaves in LEAVES.items()
    }
    half = worth.pop("mitad")
    return [("mitad", half), ("prision", max(worth.values()))]


def _rows(rules: Rules, settings: Settings, name: str) -> Iterator[BetOdds]:
    if name not in SIMPLE:
        yield BetOdds.of(rules, name, _multiple(rules, settings, name))
    elif rules.zero.prison:
        for policy in rules.options["zero"].values:
            found = figures(_chain(rules, settings, name, LEAVES[policy]))
            yield BetOdds.of(rules, name, found, {"zero": policy})
    elif option := rules.options.get("double-zero"):
        for value in option.values:
            chosen = standard(rules, options={"double-zero": value})
            yield BetOdds.of(rules, name, figures(_chain(rules, chosen, name, 1)), {"double-zero": value})
    else:
        yield BetOdds.of(rules, name, figures(_chain(rules, settings, name, 1)))


def _multiple(rules: Rules, settings: Settings, name: str) -> Figures:
    """The figures of a bet that one ball decides. Its spots cover alike, so they have the same."""
    spots = [((spot, 1),) for spot in covers(rules)] + list(announced(rules).values())
    names = [*covers(rules), *announced(rules)]
    (only,) = {
        _one_ball(rules, settings, parts) for spot, parts in zip(names, spots, strict=True) if bet_of(spot) == name
    }
    return only


def _one_ball(rules: Rules, settings: Settings, parts: Parts) -> Figures:
    shares = Counter(share(rules, settings, parts, pocket) for pocket in rules.equipment.cylinder.order)
    return figures([[Step(weight, -1, back) for back, weight in sorted(shares.items())]])


def share(rules: Rules, settings: Settings, parts: Parts, pocket: str) -> Fraction:
    """The share of a stake spread over these spots that comes back when a pocket falls."""
    spots = paid(rules, settings)[pocket]
    chips = sum(count for _, count in parts)
    return sum((count * Fraction(*spots[spot].back) for spot, count in parts), Fraction(0)) / chips


def _chain(rules: Rules, settings: Settings, name: str, leaves: int) -> Chain:
    """A simple chance as a chain: on the felt, then in prison by zeros seen, as long as that matters to its owner."""
    met = Counter(falls(rules, settings)[name].values())
    pays = suertes(rules)[name].pays
    deepest = 0 if leaves == 1 else 1
    chain = []
    for zeros in range(deepest + 1):
        steps = []
        for fell, weight in met.items():
            after, num, den = simple_chance(zeros, fell, zeros + 1 != leaves, *pays)
            value = Fraction(num, den)
            steps.append(Step(weight, -1, value) if after < 0 else Step(weight, min(after, deepest), scale=value))
        chain.append(steps)
    return chain
