"""The odds of a rulebook's bets, remembered for as long as nothing that they are counted by has changed.

They are remembered by the rulebook and, so that who asks again need not wait for rulebooks to be read, by the question.
"""

import contextlib
import functools
import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.errors import Said
from tapete.law.text import FOLDER
from tapete.odds.chain import Figures, Number
from tapete.odds.kept import write
from tapete.odds.report import BetOdds
from tapete.stamp import HERE, forget_older, own_folder, stamp

if TYPE_CHECKING:
    from tapete.games import Game
    from tapete.law.sections import BankRulebook

Written = str | float  # an exact number as `1/37`, any other as it is


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A bet's odds as they are written down."""

    bet: str
    name: str
    article: str
    figures: tuple[Written, ...]
    setting: dict[str, str]
    std_error: float | None
    note: tuple[str, dict[str, Any] | None]
    staked: Written
    decisions: dict[str, Written]

    @classmethod
    def of(cls, row: BetOdds) -> "Line":
        """Some odds, to be written down."""
        decisions = {choice: _written(often) for choice, often in row.decisions.items()}
        figures = tuple(map(_written, row.figures))
        note = (row.note.template, row.note.values) if isinstance(row.note, Said) else (row.note, None)
        about = (row.setting, row.std_error, note, _written(row.staked), decisions)
        return cls(row.bet, row.name, row.article, figures, *about)

    def read(self, game: str, region: str) -> BetOdds:
        """The odds again, of a game in a region."""
        decisions = {choice: _number(often) for choice, often in self.decisions.items()}
        figures = Figures(*map(_number, self.figures))
        template, values = self.note
        note = template if values is None else Said(template, **values)
        about = (self.setting, self.std_error, note, _number(self.staked), decisions)
        return BetOdds(game, region, self.bet, self.name, self.article, figures, *about)


def rows(found: "Game", rules: "BankRulebook") -> list[BetOdds]:
    """Every bet of a rulebook, as `Game.odds` counts them from a whole shoe."""
    return _known(found.id, rules.region, _key(rules), lambda: found.odds(rules))


def asked(name: str, region: str, chosen: Mapping[str, str], count: Callable[[], list[BetOdds]]) -> list[BetOdds]:
    """The rows that answer a question: a game, a region, and what was chosen; counted if it was not asked before."""
    question = repr((region, sorted(chosen.items()), _texts()))
    return _known(name, region, hashlib.sha256(question.encode()).hexdigest()[:32], count)


def _known(name: str, region: str, key: str, count: Callable[[], list[BetOdds]]) -> list[BetOdds]:
    folder = _folder()
    file = folder / f"{name}-{key}" if folder else None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a spoilt file is none
            lines = msgspec.json.decode(file.read_bytes(), type=tuple[Line, ...])
            return [line.read(name, region) for line in lines]
    counted = count()
    if file is not None:
        with contextlib.suppress(OSError, TypeError):  # what cannot be kept, or said in plain values, is counted again
            write(file, msgspec.json.encode([Line.of(row) for row in counted]))
    return counted


@functools.cache
def _texts() -> str:
    """All that rulebooks are made of, by its content: one may be like another, of another region."""
    every = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.toml")):
        every.update(f"{path.relative_to(FOLDER)}\n".encode() + path.read_bytes())
    return every.hexdigest()


def _key(rules: "BankRulebook") -> str:
    """What rows are made of besides the sources: all that runs of a rulebook, and the names of its bets."""
    return hashlib.sha256(repr((rules.region, rules.digest, sorted(rules.labels.items()))).encode()).hexdigest()[:32]


def _written(value: Number) -> Written:
    return str(value) if isinstance(value, Fraction | int) else float(value)


def _number(value: Written) -> Number:
    return Fraction(value) if isinstance(value, str) else value


@functools.cache
def _folder() -> Path | None:
    """Where they are kept by these sources; who has no home keeps none."""
    with contextlib.suppress(RuntimeError, OSError):
        forget_older(own_folder(), "odds")
        return own_folder() / f"odds-{stamp(HERE)}"
    return None
