"""Small pictures of the felts, as images of their own: light, kept by browsers, and the same in both themes."""

import functools
import gzip
from xml.sax.saxutils import escape

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tapete import i18n
from tapete.engine.settings import standard
from tapete.games import Game
from tapete.games.shared.felt.geometry import Drawing, Place
from tapete.law.sections import BankRulebook
from tapete.web.catalogue.place import Played
from tapete.web.tables.telling import printed

router = APIRouter(include_in_schema=False)
DAY = "public, max-age=86400"
MARGIN = 10
STYLE = """
rect { fill: none; stroke: #e2e0c6; stroke-width: 1.5 }
.cloth { fill: #14573f; stroke: none }
.rojo rect, .joker-rojo rect { fill: #a8261f } .negro rect, .joker-negro rect { fill: #16191c }
.verde rect, .neutral rect, .rest rect, .card-place rect { fill: #0f4733 }
.label rect { stroke: none } .ring rect { rx: 50%; ry: 50% }
path { fill: none; stroke: #e2e0c6; stroke-opacity: .55 }
.lozenge.rojo { fill: #a8261f } .lozenge.negro { fill: #16191c }
text { fill: #f4f8f2; font: 600 15px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central }
.tight { font-size: 12px } .number text { font: 700 22px Georgia, serif }
.card { fill: #fdfcf8; stroke: #0b3122; stroke-width: 2 } .seat { fill: #10231b; stroke: #46705c; stroke-width: 3 }
"""


@router.get("/games/{name}/{region}/felt.svg")
def felt(request: Request, here: Played) -> Response:
    """A game's felt, drawn small; of a game between players, its table. Nothing in it is confidential."""
    which = (here.game, here.region, i18n.language())
    headers = {"Cache-Control": DAY, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(packed(*which), media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})
    return Response(picture(*which), media_type="image/svg+xml", headers=headers)


@functools.lru_cache(maxsize=256)
def packed(game: Game, region: str, language: str) -> bytes:
    """The drawing, packed once for everybody."""
    return gzip.compress(picture(game, region, language), mtime=0)


@functools.lru_cache(maxsize=256)
def picture(game: Game, region: str, _language: str) -> bytes:
    """The drawing as it is sent, in the language being spoken."""
    rules: BankRulebook = game.rules(region)
    drawing = wide(game, rules)
    return (_of_felt(drawing) if drawing else _of_circle(rules)).encode()


def wide(game: Game, rules: BankRulebook) -> Drawing | None:
    """The felt of a game as it lies on a screen, if it has one."""
    if not game.has("play") or rules.between_players:
        return None
    felt = game.felt(rules, standard(rules))
    return felt.wide if felt else None


def box(drawing: Drawing) -> str:
    """The part of the plane that a felt is drawn in."""
    return f"{-MARGIN} {-MARGIN} {drawing.width + 2 * MARGIN:g} {drawing.height + 2 * MARGIN:g}"


def _of_felt(drawing: Drawing) -> str:
    parts = "".join(_part(place) for place in drawing.places if place.kind.split(" ")[0] != "line")
    cards = "".join(
        f'<g class="card-place"><rect x="{at.x:g}" y="{at.y:g}" width="{at.w:g}" height="{at.h:g}"/></g>'
        for at in drawing.cards.values()
    )
    lines = "".join(f'<path class="{line.kind}" d="{line.path}"/>' for line in drawing.decor if not line.text)
    return _svg(box(drawing), drawing.width / drawing.height, lines + parts + cards)


def _part(place: Place) -> str:
    at, words = place.rect, printed(place.text)
    middle, lines = at.centre, place.lines(words)
    shape = f'<rect x="{at.x:g}" y="{at.y:g}" width="{at.w:g}" height="{at.h:g}"/>'
    turned = f' transform="rotate(-90 {middle[0]:g} {middle[1]:g})"' if place.upright else ""
    tight = ' class="tight"' if place.tight(words) else ""
    spans = "".join(
        f'<tspan x="{middle[0]:g}" y="{y:g}">{escape(line)}</tspan>'
        for line, y in zip(lines, place.heights(len(lines)), strict=True)
    )
    text = f"<text{tight}{turned}>{spans}</text>" if spans else ""
    return f'<g class="{escape(place.kind)}">{shape}{text}</g>'


SEATS = ((120, 60), (300, 30), (480, 60), (540, 150), (480, 240), (300, 270), (120, 240), (60, 150))


def _of_circle(rules: BankRulebook) -> str:
    """A table that people sit around."""
    count = min(len(SEATS), max(2, rules.least_players))
    chosen = [SEATS[i * len(SEATS) // count] for i in range(count)] if rules.between_players else []
    seats = "".join(f'<circle class="seat" cx="{x}" cy="{y}" r="26"/>' for x, y in chosen)
    cards = "".join(f'<rect class="card" x="{210 + 38 * i}" y="126" width="32" height="46" rx="4"/>' for i in range(5))
    return _svg("0 0 600 300", 2, f'<ellipse class="cloth" cx="300" cy="150" rx="240" ry="115"/>{cards}{seats}')


def _svg(view: str, shape: float, inside: str) -> str:
    """Lines and words alone: the page has the cloth."""
    size = f'width="{320 * min(shape, 3):.0f}" height="{320 * min(shape, 3) / shape:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}><style>{STYLE}</style>{inside}</svg>'
