"""What each bet of a rulebook costs, remembered for as long as nothing that it is counted by has changed."""

import contextlib
import functools
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tapete.law.rulebook import Rulebook
from tapete.odds.chain import Number
from tapete.odds.kept import write
from tapete.odds.report import BetOdds
from tapete.stamp import HERE, forget_older, own_folder, stamp

if TYPE_CHECKING:
    from tapete.games import Game


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet in a setting, and the house's edge: exact, as `1/37`, or else an estimate."""

    bet: str
    article: str
    setting: dict[str, str]
    exact: str = ""
    estimate: float = 0

    @classmethod
    def of(cls, row: BetOdds) -> "Edge":
        """What is remembered of a bet's odds."""
        edge = row.figures.edge
        known = (str(edge),) if isinstance(edge, Fraction) else ("", float(edge))
        return cls(row.bet, row.article, row.setting, *known)

    @property
    def edge(self) -> Number:
        """The house's edge."""
        return Fraction(self.exact) if self.exact else self.estimate


def edges(found: "Game", rules: Rulebook) -> tuple[Edge, ...]:
    """Every bet of a rulebook; none of a game without odds."""
    if not found.has("odds"):
        return ()
    folder = _folder()
    file = folder / f"{found.id}-{rules.digest}" if folder else None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a spoilt file is none
            return msgspec.json.decode(file.read_bytes(), type=tuple[Edge, ...])
    rows = tuple(map(Edge.of, found.odds(rules)))  # type: ignore[arg-type]
    if file is not None:
        with contextlib.suppress(OSError):  # what cannot be kept is counted again
            write(file, msgspec.json.encode(rows))
    return rows


@functools.cache
def _folder() -> Path | None:
    """Where they are kept by these sources; who has no home keeps none."""
    with contextlib.suppress(RuntimeError, OSError):
        forget_older(own_folder(), "edges")
        return own_folder() / f"edges-{stamp(HERE)}"
    return None
