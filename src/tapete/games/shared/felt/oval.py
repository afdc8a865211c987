"""The oval of a game between players: where the places around it lie, and the chips before them."""

import functools
from itertools import accumulate, pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple

FINE = 720  # points of an edge by which it is measured


class Point(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


class Oval(NamedTuple):
    """A table seen from above: its width, its middle, the edge on which people sit, the line of the chips before them.

    Cards stand above plates, so that the middle lies a little low. `plate` and `card` are how wide and how high
    somebody's place and a card are drawn.
    """

    name: str
    width: float
    centre: Point
    edge: Point
    chips: Point
    plate: Point
    card: Point

    def seat(self, number: int, count: int) -> Point:
        """The middle of one of so many places, from the one at the bottom on clockwise, evenly along the edge."""
        return self._around(self.edge, turns(self.edge, count)[number])

    def before(self, number: int, count: int) -> Point:
        """Where chips lie before a place."""
        return self._around(self.chips, turns(self.edge, count)[number])

    def _around(self, radii: Point, angle: float) -> Point:
        x, y = self.centre
        return Point(round(x - radii.x * sin(angle), 1), round(y + radii.y * cos(angle), 1))


WIDE = Oval("wide", 1000, Point(500, 272), Point(418, 192), Point(262, 84), Point(148, 50), Point(46, 64))
TALL = Oval("tall", 360, Point(180, 228), Point(139, 168), Point(74, 90), Point(78, 38), Point(30, 42))
LOW = Oval("tall", 360, Point(180, 160), Point(143, 116), Point(90, 47), Point(72, 36), Point(28, 39))  # above a felt
FULL = Oval("tall", 360, Point(180, 170), Point(147, 128), Point(84, 52), Point(62, 30), Point(22, 31))
ABOVE_FELT = 11  # places that a low one has room for; more need smaller ones around a full one


@functools.cache
def turns(radii: Point, count: int) -> tuple[float, ...]:
    """The angles of so many points that are equally far from one another along an ellipse, the first at the bottom.

    >>> [round(angle / pi, 3) for angle in turns(Point(100, 100), 4)]
    [0.0, 0.5, 1.0, 1.5]
    """
    angles = [2 * pi * step / FINE for step in range(FINE + 1)]
    points = [(radii.x * sin(angle), radii.y * cos(angle)) for angle in angles]
    along = [0.0, *accumulate(dist(one, other) for one, other in pairwise(points))]
    turns = []
    for number in range(count):
        wanted = along[-1] * number / count
        step = next(step for step, length in enumerate(along) if length >= wanted)
        turns.append(angles[step])
    return tuple(turns)
