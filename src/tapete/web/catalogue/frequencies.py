"""How often each hand comes, and what the house takes in an hour from games between players."""

import functools
from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from tapete import wording
from tapete.engine.settings import standard
from tapete.games import Game
from tapete.odds.frequency import Frequency
from tapete.web import charts
from tapete.web.catalogue.place import Here, Place
from tapete.web.heading import Sparing
from tapete.web.render import page

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])


class HandOdds(BaseModel):
    """A final hand in one setting: `count` of all `of` deals end with it."""

    hand: str
    name: str
    setting: dict[str, str]
    count: int
    of: int
    chance: str = Field(description="exact, as a fraction")
    article: str


@functools.lru_cache(maxsize=64)
def rows_of(game: Game, region: str) -> tuple[Frequency, ...]:
    """A game's hands in a region, counted once: final ones between players, those dealt against the bank, or none."""
    rules = game.rules(region)
    return tuple(game.frequencies(rules) if game.has("frequencies") else game.dealt(rules))


@api.get("/games/{name}/{region}/frequencies")
def api_frequencies(here: Here) -> list[HandOdds]:
    """How often each final hand comes between players, or each hand is dealt against the bank, where it is counted."""
    fields = HandOdds.model_fields
    return [
        HandOdds(name=row.name, **{key: value for key, value in row.as_json().items() if key in fields})
        for row in rows_of(here.game, here.region)
    ]


def frequencies_page(request: Request, here: Place) -> Response:
    """The final hands, a table for each setting, and what the house takes."""
    rows, rules = rows_of(here.game, here.region), here.game.rules(here.region)
    takes = here.game.takes(rules)
    cuts = [here.game.cut(rules, standard(rules, options=row.setting)) for row in takes]
    return page(
        request,
        "catalogue/frequencies.html",
        here=here,
        words=wording,
        tables=_by_setting(rows),
        bar=charts.edge_bar,
        takes=takes,
        bases={of: row.hour[of] for row in takes for of in ("stack", "maximum") if of in row.hour},
        shares=[cut[1] for cut in cuts if cut is not None],
        tab="odds",
    )


def _by_setting(rows: Sequence[Frequency]) -> dict[str, list[Frequency]]:
    by_setting: dict[str, list[Frequency]] = {}
    for row in rows:
        setting = [f"{key}={value}" for key, value in row.setting.items()]
        by_setting.setdefault(wording.options(setting), []).append(row)
    return by_setting


router.include_router(api)
