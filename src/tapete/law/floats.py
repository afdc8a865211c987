"""Least floats by the casino regulation of 1979: law where a text sends to it, elsewhere a default."""

import functools
import tomllib
from pathlib import Path
from typing import Literal, NamedTuple

from tapete.errors import Said
from tapete.law.house import house
from tapete.law.rulebook import Model
from tapete.law.sections import Positive, TableRulebook
from tapete.money import format_cents

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


class Due(NamedTuple):
    """The least float of a table: by the `law`, by the `default` of the regulation, or as the `house` has set it."""

    cents: int
    by: Literal["law", "regulation", "default", "house"]
    article: str

    @property
    def said(self) -> Said:
        """The same in words."""
        given = {"least": format_cents(self.cents)}
        cited = {**given, "article": floats().article}
        words = {
            "law": Said("{least} or more", **given),
            "regulation": Said("{least} or more (casino regulation of 1979, art. {article})", **cited),
            "default": Said(
                "{least} or more, a default (casino regulation of 1979, art. {article}) that the casino may change",
                **cited,
            ),
            "house": Said("{least} or more, as the casino set it", **given),
        }
        return words[self.by]


def due(rules: TableRulebook, minimum: int, authorised: int | None, own: int | None = None) -> Due | None:
    """The least float of a table at a minimum; `own` is what the house has set for its game, in minimums.

    Whoever raises the minimum completes the float: an article that says so is cited even where the figure is a default.
    """
    if rules.float_ is not None:
        return Due(rules.float_.times_minimum * minimum, "law", rules.float_.article)
    least, text = floats().of(rules.game), house(rules.region)
    unit = (least is not None and least.authorised and authorised) or minimum
    if least is not None and text and text.regulation:
        return Due(least.times_minimum * unit, "regulation", text.regulation.article)
    follows = text.float_follows.values() if text else ()
    article = next((rule.article for rule in follows if rules.game in rule.games), "")
    if own:
        return Due(own * unit, "house", article)
    return Due(least.times_minimum * unit, "default", article) if least is not None else None
