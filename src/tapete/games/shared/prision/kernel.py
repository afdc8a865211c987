"""A simple chance with a prison, for the simulator's loop."""

from collections.abc import Sequence

from tapete.games.shared.prision.settle import RESOLVED, must_stay, simple_chance
from tapete.money import Ratio
from tapete.sim.program import BetTable


def chance(name: str, cents: int, fell: Sequence[int], pays: Ratio, leaves: int, minimum: int) -> BetTable:
    """State 1 is on the felt, then comes one for each zero seen, until nothing is left of the stake.

    `fell` says of every outcome what it is to this chance; the player takes the stake back at zero number `leaves`.
    """
    worth, after, back = [0, cents], [[0] * len(fell)], [[0] * len(fell)]
    while len(after) < len(worth):
        zeros, value = len(after) - 1, worth[len(after)]
        stays = zeros + 1 != leaves or must_stay(zeros, value, minimum)
        steps = {met: simple_chance(zeros, met, stays, *pays) for met in fell}
        left = {met: value * num // den for met, (_, num, den) in steps.items()}
        after.append([to + 1 if (to := steps[met][0]) != RESOLVED and left[met] else 0 for met in fell])
        back.append([left[met] if steps[met][0] == RESOLVED else 0 for met in fell])
        worth += [left[met] for met, (to, _, _) in steps.items() if to == zeros + 1 and left[met]]
    return BetTable(name, cents, [1], after, back, worth)
