"""Learn a game: one page that a beginner understands, true in each region because its rulebook says it."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tapete.engine.settings import standard
from tapete.games import game
from tapete.web.catalogue.place import Played
from tapete.web.doors.example import example
from tapete.web.doors.lesson import lesson
from tapete.web.doors.pictures import box, wide
from tapete.web.render import page

router = APIRouter(include_in_schema=False)


@router.get("/learn/{name}")
def any_region(name: str) -> Response:
    """A game without a region: the first that has it."""
    return RedirectResponse(f"/learn/{name}/{game(name).regions[0]}", 303)


@router.get("/learn/{name}/{region}")
def learn(request: Request, here: Played) -> Response:
    """How a game is played in a region."""
    drawing = wide(here.game, here.rules)
    return page(
        request,
        "doors/learn.html",
        here=here,
        lesson=lesson(here.rules, standard(here.rules)),
        example=example(here.game.id, here.region),
        box=box(drawing) if drawing else "",
        shape=drawing,
    )
