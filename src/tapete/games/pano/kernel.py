"""A mix of bets on pockets, for the simulator's loop."""

from collections.abc import Mapping, Sequence

from tapete.games.pano.rules import PanoRules, covers
from tapete.games.pano.settle import comes_back
from tapete.sim.program import Program


def program(rules: PanoRules, stakes: Mapping[str, int], pockets: Sequence[str]) -> Program:
    """The tables of these stakes, in cents by spot."""
    bets = []
    for spot, cents in stakes.items():
        covered = [i for i, pocket in enumerate(pockets) if pocket in covers(rules)[spot]]
        pays = rules.bets[spot.partition(":")[0]].pays
        shares = [comes_back(covered, fell, *pays) for fell in range(len(pockets))]
        bets.append((spot, cents, [cents * num // den for num, den in shares]))
    return Program.single(bets, len(pockets))
