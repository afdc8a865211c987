"""The wheel of fortune for the simulator's loop: an outcome is one of the fifty-four cells."""

from tapete.games.shared.pano.kernel import outcome, program

__all__ = ["outcome", "program"]
