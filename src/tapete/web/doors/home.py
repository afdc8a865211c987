"""The start page: one sentence, one table that deals by itself, three doors, and the catalogue."""

import time

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tapete.games import games
from tapete.law.text import text
from tapete.web.catalogue.games import catalogue
from tapete.web.catalogue.place import place
from tapete.web.doors.example import SEEDS, example
from tapete.web.doors.pictures import box, wide
from tapete.web.render import page, wants_fragment
from tapete.web.texts.finding import sections

router = APIRouter(include_in_schema=False)
EASY = "wheels"  # what is dealt on the start page, each for some minutes: what everybody can follow
EACH = 300
EVENING = 12  # rounds that are shown in turn


@router.get("/")
def home(request: Request, q: str = "", region: str = "", family: str = "") -> Response:
    """The start page, or the catalogue searched; htmx asks for its results alone."""
    offered = {**catalogue(q, region, family), "sections": sections(q[:100], region) if not family else None}
    if wants_fragment(request):
        return page(request, "catalogue/results.html", **offered)
    turn = int(time.time()) // EACH
    shown = [(game.id, game.regions[0]) for game in games() if game.family == EASY]
    id, where = shown[turn % len(shown)]
    here = place(id, where)
    drawing = wide(here.game, here.rules)
    return page(
        request,
        "doors/home.html",
        here=here,
        region_name=text(where).name,
        example=example(id, where, turn % EVENING * SEEDS),
        box=box(drawing) if drawing else "",
        shape=drawing,
        sought=bool(q or region or family),
        **offered,
    )
