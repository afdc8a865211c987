"""A wheel or plate drawn: a sector for each pocket, the first at the top and the others clockwise."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from tapete.games import Game
from tapete.law.sections import BankRulebook

RIM, HUB = 96.0, 52.0
LONG, STAR = 3, "★"  # what is written in a sector instead of a word too long for it


class Sector(NamedTuple):
    """A pocket: its outline, its colour, the words in it and how far it is turned from the top."""

    path: str
    colour: str
    text: str
    angle: float


def sectors(pockets: Sequence[tuple[str, str]]) -> list[Sector]:
    """The sectors of pockets, given with their colours.

    >>> [sector.angle for sector in sectors([("1", "rojo"), ("2", "negro")])]
    [0.0, 180.0]
    """
    turn = 2 * pi / max(len(pockets), 1)
    return [
        Sector(_outline(at * turn, turn / 2), colour, _written(text), round(360 * at / len(pockets), 2))
        for at, (text, colour) in enumerate(pockets)
    ]


def drawn(game: Game, rules: BankRulebook) -> list[Sector]:
    """What turns at a game's table; nothing where nothing does."""
    return sectors([(text, game.result(rules, text).colour) for text in game.wheel(rules)])


def _written(text: str) -> str:
    return STAR if len(text) > LONG else text


def _outline(middle: float, half: float) -> str:
    (a, b), (c, d) = _point(RIM, middle - half), _point(RIM, middle + half)
    (e, f), (g, h) = _point(HUB, middle + half), _point(HUB, middle - half)
    return f"M{a} {b}A{RIM} {RIM} 0 0 1 {c} {d}L{e} {f}A{HUB} {HUB} 0 0 0 {g} {h}Z"


def _point(radius: float, angle: float) -> tuple[float, float]:
    return round(radius * sin(angle), 1), round(-radius * cos(angle), 1)
