"""The odds of a rulebook's bets, remembered for as long as nothing that they are counted by has changed."""

import contextlib
import functools
import hashlib
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.errors import Said
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

    def read(self, rules: "BankRulebook") -> BetOdds:
        """The odds again."""
        decisions = {choice: _number(often) for choice, often in self.decisions.items()}
        figures = Figures(*map(_number, self.figures))
        template, values = self.note
        note = template if values is None else Said(template, **values)
        about = (self.setting, self.std_error, note, _number(self.staked), decisions)
        return BetOdds(rules.game, rules.region, self.bet, self.name, self.article, figures, *about)


def rows(found: "Game", rules: "BankRulebook") -> list[BetOdds]:
    """Every bet of a rulebook, as `Game.odds` counts them from a whole shoe."""
    folder = _folder()
    file = folder / f"{found.id}-{_key(rules)}" if folder else None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a spoilt file is none
            return [line.read(rules) for line in msgspec.json.decode(file.read_bytes(), type=tuple[Line, ...])]
    counted = found.odds(rules)
    if file is not None:
        with contextlib.suppress(OSError, TypeError):  # what cannot be kept, or said in plain values, is counted again
            write(file, msgspec.json.encode([Line.of(row) for row in counted]))
    return counted


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
