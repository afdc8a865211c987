"""Arguments that several commands have, and what is read from them. Rulebooks are imported once one is asked for."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tapete.errors import TapeteError
from tapete.games import Game

if TYPE_CHECKING:
    from cyclopts import Token

GAME = Parameter(name="GAME", help="A game of the catalogue.")
REGION = Parameter(help="A region whose text has the game.")
SET = Parameter(
    name="--set",
    help="option=value: an option, or a reading as in bets.juego-de-7=likely. May be given again.",
)
Set = Annotated[list[str] | None, SET]
_WHOLE = re.compile(r"-?[0-9]+")


def _whole(_: type[int], tokens: "Sequence[Token]") -> int:
    """A number as it is written, which no other number is made of: 1.5 is not 2."""
    text = tokens[0].value
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"'{text}' is no whole number")
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole)]


def switches(words: Iterable[str] | None) -> dict[str, str]:
    """`option=value` words as a mapping."""
    switches: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise TapeteError(f"--set takes option=value, not '{word}'")
        if switches.get(name, value) != value:
            raise TapeteError(f"--set {name} is there twice: as {switches[name]} and as {value}")
        switches[name] = value
    return switches


def only_region(game: Game) -> str:
    """The region of a game that one text alone has; of others, one has to be named."""
    if len(game.regions) != 1:
        raise TapeteError(f"{game.id} is in the texts of {', '.join(game.regions)}: say which with --region")
    return game.regions[0]


def played(game: Game) -> Game:
    """A game that is played; what is only described is refused."""
    if game.family == "described":
        raise TapeteError(f"{game.id} is described, not played: tapete check FILE takes a description of it")
    return game


def ruled(game: Game, region: str, chosen: dict[str, str]) -> tuple[Any, dict[str, str]]:
    """The rulebook with its readings switched as chosen, and the options among the choices."""
    return played(game).ruled(region, chosen)
