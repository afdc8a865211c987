"""Boule for the simulator's loop: an outcome is one of the nine numbers."""

from tapete.games.shared.pano.kernel import outcome, program

__all__ = ["outcome", "program"]
