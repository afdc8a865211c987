"""Exact odds of the roulettes: one equally likely pocket, and a prison that a stake may pass through."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tapete.engine.places import bet_of
from tapete.engine.settings import Settings, standard
from tapete.engine.views import View
from tapete.games.ruleta.rules import (
    SIMPLE,
    Parts,
    Rules,
    announced,
    covers,
    falls,
    paid,
    suertes,
)
from tapete.games.shared.prision import odds as prision
from tapete.games.shared.prision.rules import LEAVES
from tapete.odds.chain import Figures, at_once, figures
from tapete.odds.evening import Fates
from tapete.odds.report import BetOdds


def odds(rules: Rules) -> list[BetOdds]:
    """Every bet, and the simple chances once for each way of treating the zero.

    Prison is reckoned for a stake that may be halved without end: no cent is lost to rounding, and the minimum does
    not bind a player who would take half at the second zero, as it does one who staked less than twice as much.
    """
    settings = standard(rules)
    return [row for name in rules.bets for row in _rows(rules, settings, name)]


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """At a zero: what taking half is worth, and what prison is."""
    if "prision" not in view.choices:
        return []
    name, imprisoned = prision.chance_of(view)
    return prision.advice(met(rules, standard(rules), name), suertes(rules)[name].pays, imprisoned=imprisoned)


def _rows(rules: Rules, settings: Settings, name: str) -> Iterator[BetOdds]:
    if name not in SIMPLE:
        yield BetOdds.of(rules, name, _multiple(rules, settings, name))
    elif rules.zero.prison:
        for policy in rules.options["zero"].values:
            figures = _simple(rules, settings, name, LEAVES[policy])
            yield BetOdds.of(rules, name, figures, {"zero": policy})
    elif option := rules.options.get("double-zero"):
        for value in option.values:
            chosen = standard(rules, options={"double-zero": value})
            yield BetOdds.of(rules, name, _simple(rules, chosen, name, 1), {"double-zero": value})
    else:
        yield BetOdds.of(rules, name, _simple(rules, settings, name, 1))


def _multiple(rules: Rules, settings: Settings, name: str) -> Figures:
    """The figures of a bet that one ball decides. Its spots cover alike, so they have the same."""
    spots = [((spot, 1),) for spot in covers(rules)] + list(announced(rules).values())
    names = [*covers(rules), *announced(rules)]
    (only,) = {
        _one_ball(rules, settings, parts) for spot, parts in zip(names, spots, strict=True) if bet_of(spot) == name
    }
    return only


def _one_ball(rules: Rules, settings: Settings, parts: Parts) -> Figures:
    shares = Counter(share(rules, settings, parts, pocket) for pocket in rules.pockets)
    return at_once(sorted(shares.items()))


def share(rules: Rules, settings: Settings, parts: Parts, pocket: str) -> Fraction:
    """The share of a stake spread over these spots that comes back when a pocket falls."""
    spots = paid(rules, settings)[pocket]
    chips = sum(count for _, count in parts)
    return sum((count * Fraction(*spots[spot].back) for spot, count in parts), Fraction(0)) / chips


def _simple(rules: Rules, settings: Settings, name: str, leaves: int) -> Figures:
    return figures(prision.chain(met(rules, settings, name), suertes(rules)[name].pays, leaves))


def met(rules: Rules, settings: Settings, name: str) -> Counter[int]:
    """In how many pockets a simple chance loses, wins, or meets a zero."""
    return Counter(falls(rules, settings)[name].values())


def fates(rules: Rules, settings: Settings, carry: Mapping[str, Any]) -> Fates:  # noqa: ARG001
    """What a ball makes of every chip, on the felt or in prison."""
    return _fates(rules, settings)


@functools.lru_cache(maxsize=64)
def _fates(rules: Rules, settings: Settings) -> Fates:
    order = rules.pockets
    spots = paid(rules, settings)
    worths = {f"felt/{spot}": [Fraction(*spots[pocket][spot].back) for pocket in order] for spot in covers(rules)}
    if rules.zero.prison:
        met = falls(rules, settings)
        worths |= {f"prison/{name}": [prision.PRISONER[met[name][pocket]] for pocket in order] for name in SIMPLE}
    return Fates.of([1] * len(order), worths)
