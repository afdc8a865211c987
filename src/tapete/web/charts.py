"""Charts drawn by the server as SVG: a few lines of ours instead of a charting library, no script, and no style inline.

Colours come from the page's style sheet by class, so that charts follow the theme; every chart says in words what it
shows.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from tapete import i18n

Across = Callable[[float], float]

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 12, 12, 16, 34


class Bar(NamedTuple):
    """A bar of a histogram: where it stands, and what it says when it is pointed at."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    says: str


def edge_bar(edge: float, largest: float) -> Markup:
    """A bar as long as an edge is large; to the player's side when it is negative."""
    share = min(abs(edge) / largest, 1.0) * 100 if largest else 0.0
    kind = "gain" if edge < 0 else "loss"
    return Markup(
        '<svg class="edge-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect class="track" width="100" height="10"/><rect class="{}" width="{:.2f}" height="10"/></svg>'
    ).format(kind, share)


def bins(results: NDArray[np.int64], most: int = 40) -> tuple[list[int], list[float]]:
    """How many results fall in each of some equal spans, which are whole steps of what results can be.

    >>> bins(np.array([-1000, 1000, 1000, 3000]))
    ([1, 2, 1], [-2000.0, 0.0, 2000.0, 4000.0])
    """
    values = np.unique(results)
    step = int(np.gcd.reduce(np.diff(values))) if len(values) > 1 else 100
    low, high = int(values[0]), int(values[-1])
    width = step * -(-((high - low) // step + 1) // most)
    count = (high - low) // width + 1
    edges = [low - step / 2 + width * i for i in range(count + 1)]
    counts, _ = np.histogram(results, edges)
    return counts.tolist(), edges


def histogram(counts: Sequence[int], edges: Sequence[float], mean: float, says: str) -> Markup:
    """How often each result came, losses and gains apart, with the mean marked; edges are cents."""
    low, high = edges[0], edges[-1]
    span = (high - low) or 1.0
    tallest, total = max(counts) or 1, sum(counts) or 1

    def across(cents: float) -> float:
        return LEFT + (cents - low) / span * (WIDTH - LEFT - RIGHT)

    room = HEIGHT - TOP - BOTTOM
    bars = []
    for count, lo, hi in zip(counts, edges, edges[1:], strict=False):
        height = room * count / tallest
        told = f"{i18n.money(lo)} – {i18n.money(hi)}: {i18n.percent(count / total, 1)}"
        kind = "loss" if (lo + hi) / 2 < 0 else "gain"
        bars.append(
            Bar(across(lo) + 0.5, TOP + room - height, max(across(hi) - across(lo) - 1, 0.5), height, kind, told)
        )
    drawn = Markup("").join(
        Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>').format(
            bar.kind, bar.x, bar.y, bar.width, bar.height, bar.says
        )
        for bar in bars
    )
    return Markup(
        '<svg class="chart" viewBox="0 0 {w} {h}" role="img" aria-label="{says}"><line class="axis" x1="{l}" x2="{r}" '
        'y1="{base}" y2="{base}"/>{bars}{marks}{mean}</svg>'
    ).format(
        w=WIDTH,
        h=HEIGHT,
        l=LEFT,
        r=WIDTH - RIGHT,
        base=HEIGHT - BOTTOM,
        says=says,
        bars=drawn,
        marks=_marks(low, high, across),
        mean=_mean(mean, across),
    )


def control(points: Sequence[tuple[float, float]], says: str) -> Markup:
    """How far something has strayed from what was to be expected, between two and three deviations; amounts are cents.

    A point is a difference and the deviation that it has by then.
    """
    tallest = max((max(abs(apart), 3 * deviation) for apart, deviation in points), default=0) or 1.0
    middle, room = (TOP + HEIGHT - BOTTOM) / 2, (HEIGHT - TOP - BOTTOM) / 2
    step = (WIDTH - LEFT - RIGHT) / max(len(points), 1)

    def line(kind: str, values: Sequence[float]) -> Markup:
        steps = " ".join(
            f"{LEFT + i * step:.1f},{middle - value / tallest * room:.1f}" for i, value in enumerate([0.0, *values])
        )
        return Markup('<polyline class="{}" points="{}"/>').format(kind, steps)

    bounds = [
        line(kind, [sign * times * deviation for _, deviation in points])
        for kind, times in (("warn", 2), ("bound", 3))
        for sign in (1, -1)
    ]
    return Markup(
        '<svg class="chart control" viewBox="0 0 {w} {h}" role="img" aria-label="{says}"><line class="axis" x1="{l}" '
        'x2="{r}" y1="{m:.1f}" y2="{m:.1f}"/>{lines}{marks}</svg>'
    ).format(
        w=WIDTH,
        h=HEIGHT,
        l=LEFT,
        r=WIDTH - RIGHT,
        m=middle,
        says=says,
        lines=Markup("").join([*bounds, line("path", [apart for apart, _ in points])]),
        marks=Markup("").join(
            Markup('<text class="mark" x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(WIDTH - RIGHT, y, said)
            for y, said in ((TOP - 2, i18n.money(tallest)), (HEIGHT - BOTTOM + 16, i18n.money(-tallest)))
        ),
    )


def path(results: Sequence[int], says: str) -> Markup:
    """What somebody had won or lost by then, round after round; amounts are cents."""
    sums = [0, *accumulate(results)]
    high, low = max(sums), min(sums)
    span, room = (high - low) or 1, HEIGHT - TOP - BOTTOM

    def height(cents: int) -> float:
        return TOP + (high - cents) / span * room

    steps = (WIDTH - LEFT - RIGHT) / max(len(results), 1)
    points = " ".join(f"{LEFT + i * steps:.1f},{height(cents):.1f}" for i, cents in enumerate(sums))
    ends = {high: TOP - 4, low: HEIGHT - BOTTOM + 16}
    return Markup(
        '<svg class="chart" viewBox="0 0 {w} {h}" role="img" aria-label="{says}"><line class="axis" x1="{l}" x2="{r}" '
        'y1="{zero:.1f}" y2="{zero:.1f}"/><polyline class="path" points="{points}"/><circle class="{kind}" cx="{r}" '
        'cy="{last:.1f}" r="5"/>{marks}</svg>'
    ).format(
        w=WIDTH,
        h=HEIGHT,
        l=LEFT,
        r=WIDTH - RIGHT,
        zero=height(0),
        points=points,
        kind="loss" if sums[-1] < 0 else "gain",
        last=height(sums[-1]),
        says=says,
        marks=Markup("").join(
            Markup('<text class="mark" x="{}" y="{}">{}</text>').format(LEFT, y, i18n.money(cents))
            for cents, y in ends.items()
        ),
    )


def _marks(low: float, high: float, across: Across) -> Markup:
    """The amounts below the axis: both ends and, where it lies well between them, nothing won or lost."""
    points = [(low, "start"), (high, "end")]
    if low < 0 < high and min(-low, high) > (high - low) / 6:
        points.append((0.0, "middle"))
    return Markup("").join(
        Markup('<text class="mark" x="{:.1f}" y="{}" text-anchor="{}">{}</text>').format(
            across(cents), HEIGHT - 10, anchor, i18n.money(round(cents / 100) * 100)
        )
        for cents, anchor in points
    )


def _mean(mean: float, across: Across) -> Markup:
    x = across(mean)
    anchor = "end" if x > WIDTH * 0.75 else "start"
    return Markup(
        '<line class="mean" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{base}"/>'
        '<text class="mark" x="{tx:.1f}" y="{top}" dy="4" text-anchor="{anchor}">{says}</text>'
    ).format(
        x=x,
        tx=x + (-6 if anchor == "end" else 6),
        top=TOP - 6,
        base=HEIGHT - BOTTOM,
        anchor=anchor,
        says=i18n.gettext("mean %(amount)s") % {"amount": i18n.money(mean)},
    )
