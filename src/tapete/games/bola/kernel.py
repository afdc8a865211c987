"""Boule for the simulator's loop."""

from collections.abc import Mapping

from tapete.engine.settings import Settings
from tapete.games.bola.rules import Rules
from tapete.games.pano import kernel as pano
from tapete.sim.program import Program


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:  # noqa: ARG001
    """The tables of these stakes, in cents by spot."""
    return pano.program(rules, stakes, rules.equipment.pockets)


def outcome(rules: Rules, drawn: int) -> str:
    """What the loop's outcome is at the table."""
    return rules.equipment.pockets[drawn]
