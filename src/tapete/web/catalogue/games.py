"""The catalogue: games by family and region."""

import functools
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel

from tapete import i18n
from tapete.errors import UnknownError
from tapete.games import Game, game, games
from tapete.law.text import regions, text
from tapete.words import normal

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["catalogue"])


def families() -> dict[str, str]:
    """The families' names."""
    _ = i18n.gettext
    return {
        "wheels": _("Wheels"),
        "dice": _("Dice"),
        "cards": _("Cards against the bank"),
        "circle": _("Between players"),
        "draws": _("Draws"),
        "described": _("Machines and bets"),
    }


class GameIn(BaseModel):
    """A game in a region."""

    game: str
    region: str
    family: str
    title: str
    article: str


def listed(region: str = "", of: str = "", words: str = "") -> Iterator[GameIn]:
    """The games of a region and family whose titles, ids or bets have these words; no filter, all of them."""
    sought = [normal(word) for word in words.split()]
    for each in games():
        for where in each.regions:
            if region in ("", where) and of in ("", each.family):
                rules = each.rules(where)
                if all(word in _text(each, where, i18n.language()) for word in sought):
                    yield GameIn(
                        game=each.id,
                        region=where,
                        family=each.family,
                        title=rules.title,
                        article=rules.article,
                    )


@functools.lru_cache(maxsize=256)
def _text(game: Game, region: str, _: str) -> str:
    """What a search looks through, in the language being spoken."""
    rules = game.rules(region)
    bets = [name for bet in rules.bets.values() for name in (bet.name, i18n.law(bet.name))]
    return normal(" ".join([game.id, rules.title, i18n.law(rules.title), region, text(region).name, *bets]))


def catalogue(q: str = "", region: str = "", family: str = "") -> dict[str, Any]:
    """What a page of the catalogue shows: the games by family that fit, and what they were sought by."""
    by_family: dict[str, dict[str, list[GameIn]]] = {}
    for item in listed(region, family, q[:100]):
        by_family.setdefault(item.family, {}).setdefault(item.game, []).append(item)
    known = families()
    return {
        "found": {name: by_family[name] for name in known if name in by_family},
        "families": known,
        "regions": {where: text(where).name for where in regions()},
        "q": q[:100],
        "region": region,
        "family": family,
        "played": {game.id for game in games() if game.has("play")},
    }


@api.get("/games")
def api_games(region: str = "", family: str = "", q: Annotated[str, Query(max_length=100)] = "") -> list[GameIn]:
    """The catalogue: every game, where it is played, and the article that regulates it."""
    if region and region not in regions():
        raise UnknownError("region", region, list(regions()))
    return list(listed(region, family, q))


@router.get("/games/{name}", include_in_schema=False)
def any_region(name: str) -> Response:
    """A game without a region: the first that has it."""
    return RedirectResponse(f"/games/{name}/{game(name).regions[0]}", 303)


router.include_router(api)
