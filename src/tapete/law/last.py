"""What is announced before the closing hour: by a game's rulebook, or else by the casino regulation of 1979."""

import functools
import tomllib
from pathlib import Path
from typing import Literal, NamedTuple

from tapete.errors import Said
from tapete.law.rulebook import Model
from tapete.law.sections import TableRulebook

FILE = Path(__file__).parent / "last.toml"
# Closings of rulebooks that announce no number of rounds.
NAMED = {"ultimo-sabot": "shoe", "ultimo-tirador": "shooter"}


class LastRounds(Model):
    """What is announced at tables of some games: so many rounds, or the last of something."""

    games: tuple[str, ...]
    rounds: int = 0
    what: Literal["rounds", "shoe", "cut"] = "rounds"


class Lasts(Model):
    """All of them, and the article they stand in."""

    article: str
    last: tuple[LastRounds, ...]


class Announcement(NamedTuple):
    """What is to be announced, and by which article: the text's own, or with `default` the regulation's."""

    what: str
    rounds: int
    article: str
    default: bool

    @property
    def said(self) -> Said:
        """The same in words."""
        words = {
            "rounds": Said("{count} last rounds", count=self.rounds) if self.rounds > 1 else Said("the last round"),
            "shoe": Said("the last shoe"),
            "shooter": Said("the last shooter"),
            "cut": Said("the last cut"),
        }
        return words[self.what]


@functools.cache
def lasts() -> Lasts:
    """The regulation's list."""
    return Lasts.model_validate(tomllib.loads(FILE.read_text(encoding="utf-8")))


def announced(rules: TableRulebook) -> Announcement | None:
    """What is announced at tables of a game before the hour; nothing, where no text says anything."""
    for name, rule in rules.closing.items():
        if rule.announced_rounds or name in NAMED:
            return Announcement(NAMED.get(name, "rounds"), rule.announced_rounds, rule.article, default=False)
    last_rounds = next((last for last in lasts().last if rules.game in last.games), None)
    return Announcement(last_rounds.what, last_rounds.rounds, lasts().article, default=True) if last_rounds else None
