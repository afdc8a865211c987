"""Banca francesa for the simulator's loop: an outcome is one of the 216 throws, counted as a number in base six."""

from tapete.games.banca_francesa.rules import Rules
from tapete.games.shared.pano.kernel import program


def outcome(rules: Rules, drawn: int) -> list[int]:
    """The dice of the loop's outcome."""
    places = range(rules.dice - 1, -1, -1)
    return [drawn // 6**place % 6 + 1 for place in places]


__all__ = ["outcome", "program"]
