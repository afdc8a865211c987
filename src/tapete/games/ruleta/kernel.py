"""The roulettes for the simulator's loop."""

from collections.abc import Mapping

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.ruleta.odds import share
from tapete.games.ruleta.rules import LEAVES, SIMPLE, Parts, Rules, announced, covers, falls, suertes
from tapete.games.ruleta.settle import RESOLVED, must_stay, simple_chance
from tapete.sim.program import BetTable, Program


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by spot; an announced bet is one bet, paid as its spots are."""
    return Program.of(
        [_table(rules, settings, *stake) for stake in stakes.items()], len(rules.equipment.cylinder.order)
    )


def outcome(rules: Rules, drawn: int) -> str:
    """What the loop's outcome is at the table."""
    return rules.equipment.cylinder.order[drawn]


def _table(rules: Rules, settings: Settings, spot: str, cents: int) -> BetTable:
    if spot in SIMPLE:
        return _chance(rules, settings, spot, cents)
    spots: dict[str, Parts] = {name: ((name, 1),) for name in covers(rules)} | announced(rules)
    if spot not in spots:
        raise UnknownError("bet", spot, list(spots))
    order = rules.equipment.cylinder.order
    back = [int(cents * share(rules, settings, spots[spot], pocket)) for pocket in order]
    none = [0] * len(order)
    return BetTable(spot, cents, [1], [none, none], [none, back], [0, cents])


def _chance(rules: Rules, settings: Settings, name: str, cents: int) -> BetTable:
    """A simple chance: state 1 on the felt, then one for each zero it has seen, until nothing is left of it."""
    leaves = LEAVES[settings.options.get("zero", rules.options["zero"].default)] if rules.zero.prison else 1
    fell = falls(rules, settings)[name]
    pays = suertes(rules)[name].pays
    worth, after, back = [0, cents], [[0] * len(fell)], [[0] * len(fell)]
    while len(after) < len(worth):
        zeros, value = len(after) - 1, worth[len(after)]
        stays = zeros + 1 != leaves or must_stay(zeros, value, settings.minimum)
        steps = {met: simple_chance(zeros, met, stays, *pays) for met in fell.values()}
        left = {met: value * num // den for met, (_, num, den) in steps.items()}
        after.append([to + 1 if (to := steps[met][0]) != RESOLVED and left[met] else 0 for met in fell.values()])
        back.append([left[met] if steps[met][0] == RESOLVED else 0 for met in fell.values()])
        worth += [left[met] for met, step in steps.items() if step[0] != RESOLVED and left[met]]
    return BetTable(name, cents, [1], after, back, worth)
