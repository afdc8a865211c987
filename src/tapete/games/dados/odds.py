"""Exact odds of craps: every bet is a chain whose states are the numbers it may stand on."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tapete.engine.places import bet_of, tail_of
from tapete.engine.settings import Settings
from tapete.games.dados.rules import Automaton, Rules, apart, automata
from tapete.games.dados.settle import NULL, STAYS, TRAVELS, comes_back, resolve
from tapete.odds.chain import Step, figures
from tapete.odds.evening import Fates
from tapete.odds.report import BetOdds

THROWS = tuple(product(range(1, 7), repeat=2))


def odds(rules: Rules) -> list[BetOdds]:
    """Every bet, and every number of it where it has one. A null throw ends the bet with a push."""
    return [
        BetOdds.of(rules, name, figures(chain), on=number)
        for name in rules.bets
        for number, chain in _chains(rules, name)
    ]


def _chains(rules: Rules, name: str) -> Iterator[tuple[str, list[list[Step]]]]:
    """The chains of a bet: by number where it is made on one, and as a whole where the dice set it."""
    bet, automaton = rules.bets[name], automata(rules)[name]
    sets = rules.bets[bet.line].sets if bet.line else bet.sets
    if not bet.numbers:
        yield "", _on_any(automaton, sets) if bet.line else _from_nothing(automaton, sets)
    for number in bet.numbers or (sets if bet.line else ()):
        yield str(number), [list(_steps(automaton, number, 0, {}))]


def _from_nothing(bet: Automaton, sets: tuple[int, ...]) -> list[list[Step]]:
    """A bet that finds its number: state 0 before, then a state for each number."""
    states = {number: state for state, number in enumerate(sets, 1)}
    return [list(_steps(bet, number, state, states)) for state, number in enumerate((0, *sets))]


def _on_any(bet: Automaton, sets: tuple[int, ...]) -> list[list[Step]]:
    """A bet made on whichever number the dice have set: state 0 is each of them, as often as it is thrown."""
    ways = Counter(d1 + d2 for d1, d2 in THROWS)
    chain = [list(_steps(bet, number, state, {})) for state, number in enumerate(sets, 1)]
    mixed = [
        step._replace(weight=step.weight * ways[number])
        for number, steps in zip(sets, chain, strict=True)
        for step in steps
    ]
    return [mixed, *chain]


def _steps(bet: Automaton, number: int, state: int, states: dict[int, int]) -> Iterator[Step]:
    """The ways on from a state in which the bet stands on a number."""
    for d1, d2 in THROWS:
        result = resolve(bet.phase(number), number, d1, d2)
        if result == STAYS:
            yield Step(1, state)
        elif result == TRAVELS:
            yield Step(1, states[d1 + d2])
        else:
            yield Step(1, -1, Fraction(*comes_back(result, *bet.pays[number or d1 + d2])))


def fates(rules: Rules, settings: Settings, carry: Mapping[str, Any]) -> Fates:  # noqa: ARG001
    """What one throw makes of every chip, at the point that the table has; one that it does not decide stays."""
    return _fates(rules, int(carry.get("point", 0)))


@functools.lru_cache(maxsize=64)
def _fates(rules: Rules, point: int) -> Fates:
    spots = {spot: number for name, bet in rules.bets.items() for spot, number in bet.spots(name).items()}
    spots |= {spot: int(tail_of(spot)) for spot in (at.removeprefix("felt/") for at in apart(rules))}
    worths = {f"felt/{spot}": _after(automata(rules)[bet_of(spot)], on, point) for spot, on in spots.items()}
    return Fates.of([1] * len(THROWS), worths)


def _after(bet: Automaton, on: int, point: int) -> list[Fraction]:
    """What a bet is worth after each throw."""
    number = on or (point if bet.follows_point else 0)
    after = []
    for d1, d2 in THROWS:
        result = resolve(bet.phase(number), number, d1, d2)
        stays = result in (STAYS, TRAVELS, NULL)
        after.append(Fraction(1) if stays else Fraction(*comes_back(result, *bet.pays[number or d1 + d2])))
    return after
