"""Hands that others wrote down: what is read, replayed, laid side by side and written by the games between players."""

from tapete.games.circulo.beside import USUAL, beside
from tapete.games.circulo.export import Unwritten, exported, numbered, rounds
from tapete.games.circulo.phh import Written, hands, read
from tapete.games.circulo.replaying import replayed

__all__ = ["USUAL", "Unwritten", "Written", "beside", "exported", "hands", "numbered", "read", "replayed", "rounds"]
