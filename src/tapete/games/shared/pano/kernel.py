"""A mix of bets on pockets, for the simulator's loop: an outcome is one of the pockets."""

from collections.abc import Mapping

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.shared.pano.rules import PanoRules, spots
from tapete.games.shared.pano.settle import Share
from tapete.sim.program import Program


def program(rules: PanoRules, settings: Settings, stakes: Mapping[str, int]) -> Program:  # noqa: ARG001
    """The tables of these stakes, in cents by spot."""
    felt = spots(rules)
    bets = []
    for spot, cents in stakes.items():
        if spot not in felt:
            raise UnknownError("bet", spot, list(felt))
        bets.append((spot, cents, [_cents(cents, felt[spot].back[pocket]) for pocket in rules.pockets]))
    return Program.single(bets, len(rules.pockets))


def _cents(stake: int, share: Share) -> int | None:
    """A share in cents, rounded down as at the table."""
    return None if share is None else stake * share[0] // share[1]


def outcome(rules: PanoRules, drawn: int) -> str:
    """What the loop's outcome is at the table."""
    return rules.pockets[drawn]
