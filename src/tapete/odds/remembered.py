"""The odds of a rulebook's bets, remembered for as long as nothing that they are counted by has changed.

They are remembered by the rulebook and, so that who asks again need not wait for rulebooks to be read, by the question.
The release ships those of the texts as they are; who changes a rulebook or how a game is counted counts anew.
"""

import contextlib
import functools
import hashlib
import zlib
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
SHIPPED = Path(__file__).parent / "counted.bin"
# What games count with, besides their own folder; of the engine what says how a table is set and dealt from.
ROOMS = ("games/shared", "odds", "cards", "money")
FILES = ("engine/settings.py", "engine/shoe.py", "engine/settlement.py")


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
    cost: Written | None
    cost_error: float | None

    @classmethod
    def of(cls, row: BetOdds) -> "Line":
        """Some odds, to be written down."""
        decisions = {choice: _written(often) for choice, often in row.decisions.items()}
        figures = tuple(map(_written, row.figures))
        note = (row.note.template, row.note.values) if isinstance(row.note, Said) else (row.note, None)
        cost = None if row.cost is None else _written(row.cost)
        about = (row.setting, row.std_error, note, _written(row.staked), decisions, cost, row.cost_error)
        return cls(row.bet, row.name, row.article, figures, *about)

    def read(self, game: str, region: str) -> BetOdds:
        """The odds again, of a game in a region."""
        decisions = {choice: _number(often) for choice, often in self.decisions.items()}
        figures = Figures(*map(_number, self.figures))
        template, values = self.note
        note = template if values is None else Said(template, **values)
        cost = None if self.cost is None else _number(self.cost)
        about = (self.setting, self.std_error, note, _number(self.staked), decisions, cost, self.cost_error)
        return BetOdds(game, region, self.bet, self.name, self.article, figures, *about)


class Counted(msgspec.Struct, frozen=True, array_like=True):
    """The odds that a release ships of a rulebook, and by which sources they were counted."""

    sources: str
    lines: tuple[Line, ...]


def rows(game: "Game", rules: "BankRulebook") -> list[BetOdds]:
    """Every bet of a rulebook, as `Game.odds` counts them from a whole shoe."""
    return ready(game, rules) or _known(name(game, rules), rules.game, rules.region, lambda: game.odds(rules))


def ready(game: "Game", rules: "BankRulebook") -> list[BetOdds] | None:
    """The rows that the release ships, as long as the sources are those that counted them."""
    shipped = _shipped().get(name(game, rules))
    if shipped is None or shipped.sources != counted_by(game.folder):
        return None
    return [line.read(rules.game, rules.region) for line in shipped.lines]


def asked(game: str, region: str, chosen: Mapping[str, str], count: Callable[[], list[BetOdds]]) -> list[BetOdds]:
    """The rows that answer a question: a game, a region, and what was chosen; counted if it was not asked before."""
    question = repr((region, sorted(chosen.items()), _texts()))
    return _known(f"{game}-{hashlib.sha256(question.encode()).hexdigest()[:32]}", game, region, count)


def _known(key: str, game: str, region: str, count: Callable[[], list[BetOdds]]) -> list[BetOdds]:
    folder = _folder()
    file = folder / key if folder else None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a spoilt file is none
            lines = msgspec.json.decode(file.read_bytes(), type=tuple[Line, ...])
            return [line.read(game, region) for line in lines]
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


def name(game: "Game", rules: "BankRulebook") -> str:
    """A name for what rows are made of besides the sources: all that runs of a rulebook, and the names of its bets."""
    made_of = repr((rules.region, rules.digest, sorted(rules.labels.items())))
    return f"{game.id}-{hashlib.sha256(made_of.encode()).hexdigest()[:32]}"


@functools.cache
def counted_by(folder: str) -> str:
    """The contents of the sources that a game's odds are counted by."""
    return hashlib.sha256(b"".join(map(Path.read_bytes, sources(folder)))).hexdigest()[:32]


def sources(folder: str) -> list[Path]:
    """The files that a game's odds are counted by; what only draws its cloth is none of them."""
    files = sorted(path for room in (f"games/{folder}", *ROOMS) for path in (HERE / room).rglob("*.py"))
    return [*(path for path in files if "felt" not in (path.stem, path.parent.name)), *(HERE / file for file in FILES)]


def pack(shipped: dict[str, Counted]) -> bytes:
    """Odds as a release ships them."""
    return zlib.compress(msgspec.msgpack.encode(shipped), 9)


@functools.cache
def _shipped() -> dict[str, Counted]:
    """What the release ships; a spoilt file is none."""
    with contextlib.suppress(OSError, zlib.error, msgspec.DecodeError):
        return msgspec.msgpack.decode(zlib.decompress(SHIPPED.read_bytes()), type=dict[str, Counted])
    return {}


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
