"""The roulettes for the simulator's loop."""

from collections.abc import Mapping

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.ruleta.odds import share
from tapete.games.ruleta.rules import SIMPLE, Parts, Rules, announced, covers, falls, suertes
from tapete.games.shared.prision.kernel import chance
from tapete.games.shared.prision.rules import LEAVES
from tapete.sim.program import BetTable, Program


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by spot; an announced bet is one bet, paid as its spots are."""
    return Program.of([_table(rules, settings, *stake) for stake in stakes.items()], len(rules.pockets))


def outcome(rules: Rules, drawn: int) -> str:
    """What the loop's outcome is at the table."""
    return rules.pockets[drawn]


def _table(rules: Rules, settings: Settings, spot: str, cents: int) -> BetTable:
    if spot in SIMPLE:
        return _chance(rules, settings, spot, cents)
    spots: dict[str, Parts] = {name: ((name, 1),) for name in covers(rules)} | announced(rules)
    if spot not in spots:
        raise UnknownError("bet", spot, list(spots))
    order = rules.pockets
    back = [int(cents * share(rules, settings, spots[spot], pocket)) for pocket in order]
    none = [0] * len(order)
    return BetTable(spot, cents, [1], [none, none], [none, back], [0, cents])


def _chance(rules: Rules, settings: Settings, name: str, cents: int) -> BetTable:
    leaves = LEAVES[rules.option(settings, "zero")] if rules.zero.prison else 1
    fell = list(falls(rules, settings)[name].values())
    return chance(name, cents, fell, suertes(rules)[name].pays, leaves, settings.minimum)
