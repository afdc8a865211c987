"""Craps for the simulator's loop: an outcome is one of 36 throws, the table's own state is the point."""

from collections.abc import Mapping, Sequence

from tapete.engine.places import bet_of
from tapete.engine.settings import Settings
from tapete.errors import TapeteError, UnknownError
from tapete.games.dados.rules import LINE, Rules, automata, layout, most_on_line, points
from tapete.games.dados.settle import STAYS, TRAVELS, comes_back, next_point, resolve
from tapete.money import format_cents
from tapete.sim.program import BetTable, Program

OUTCOMES = 36


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by spot. `asociada-win:6` is the bet made when the point is 6 only."""
    beside = [name for name, bet in rules.bets.items() if bet.line and not bet.numbers]
    known = [*layout(rules, settings), *(f"{name}:{number}" for name in beside for number in points(rules))]
    for spot in stakes:
        if spot not in known:
            raise UnknownError("bet", spot, known)
    return Program.of([_bet(rules, settings, stakes, spot) for spot in stakes], OUTCOMES, _table(rules))


def outcome(rules: Rules, drawn: int) -> list[int]:  # noqa: ARG001
    """What the loop's outcome is at the table."""
    return list(_dice(drawn))


def _dice(drawn: int) -> tuple[int, int]:
    return drawn // 6 + 1, drawn % 6 + 1


def _table(rules: Rules) -> list[list[int]]:
    """The table's states: no point, then each point."""
    win, states = automata(rules)["win"], (0, *points(rules))
    return [
        [states.index(next_point(win.first, win.then, point, *_dice(drawn))) for drawn in range(OUTCOMES)]
        for point in states
    ]


def _bet(rules: Rules, settings: Settings, stakes: Mapping[str, int], spot: str) -> BetTable:
    name = bet_of(spot)
    bet, automaton, stake = rules.bets[name], automata(rules)[name], stakes[spot]
    numbers = _numbers(rules, spot)
    after, back = [[0] * OUTCOMES], [[0] * OUTCOMES]
    for state, number in enumerate(numbers, 1):
        after.append([0] * OUTCOMES)
        back.append([0] * OUTCOMES)
        for drawn in range(OUTCOMES):
            d1, d2 = _dice(drawn)
            result = resolve(automaton.phase(number), number, d1, d2)
            if result == STAYS:
                after[state][drawn] = state
            elif result == TRAVELS:
                after[state][drawn] = numbers.index(d1 + d2) + 1
            else:
                num, den = comes_back(result, *automaton.pays[number or d1 + d2])
                back[state][drawn] = stake * num // den
    start = _beside(rules, settings, stakes, spot) if bet.line else _start(rules, bet.made)
    parent = list(stakes).index(bet.line) if bet.line else -1
    return BetTable(spot, stake, start, after, back, [0, *(stake for _ in numbers)], parent)


def _numbers(rules: Rules, spot: str) -> tuple[int, ...]:
    """The number on which the bet stands in each of its states, from state 1."""
    name, _, number = spot.partition(":")
    bet = rules.bets[name]
    if number:
        return (int(number),)
    return rules.bets[bet.line].sets if bet.line else (0, *bet.sets)


def _start(rules: Rules, made: str) -> list[int]:
    """When a bet may be made, by the table's state."""
    first, later = int(made != "later-throws"), int(made != "first-throw")
    return [first, *(later for _ in points(rules))]


def _beside(rules: Rules, settings: Settings, stakes: Mapping[str, int], spot: str) -> Sequence[int]:
    """When an associated bet may be made, by its line's state: on the numbers where the line admits so much."""
    bet = rules.bets[bet_of(spot)]
    if bet.line not in stakes:
        raise TapeteError(
            "{bet} is bet beside {line}: put {line} in the mix too (art. {article})",
            bet=spot,
            line=bet.line,
            article=bet.article,
        )
    own, line, limit = _numbers(rules, spot), stakes[bet.line], rules.limits[bet.limit]
    start = [0]
    for number in _numbers(rules, bet.line):
        fits = number in own
        if fits and limit.of == LINE:
            fits = stakes[spot] <= most_on_line(rules, settings, bet, number, line)
        start.append(own.index(number) + 1 if fits else 0)
    if not any(start):
        raise TapeteError(
            "{amount} on {bet} is too much beside {lying} on {line} (art. {article})",
            amount=format_cents(stakes[spot]),
            bet=spot,
            lying=format_cents(line),
            line=bet.line,
            article=limit.article,
        )
    return start
