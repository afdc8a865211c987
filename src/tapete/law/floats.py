"""Least floats by the casino regulation of 1979: law where a text sends to it, elsewhere a default."""

import functools
import tomllib
from pathlib import Path

from tapete.law.rulebook import Model
from tapete.law.sections import Positive

FILE = Path(__file__).parent / "floats.toml"


class LeastFloat(Model):
    """The least float of tables of some games, in minimums of the table or, if so, in those that are authorised."""

    games: tuple[str, ...]
    times_minimum: Positive
    authorised: bool = False


class Floats(Model):
    """All of them, and the article they stand in."""

    article: str
    floats: tuple[LeastFloat, ...]

    def of(self, game: str) -> LeastFloat | None:
        """That of a game, if the regulation names it."""
        return next((least for least in self.floats if game in least.games), None)


@functools.cache
def floats() -> Floats:
    """The regulation's list."""
    return Floats.model_validate(tomllib.loads(FILE.read_text(encoding="utf-8")))
