"""A session's result on one bet, by playing it some thousands of times."""

import functools
from typing import Annotated

from fastapi import APIRouter, Query
from msgspec.structs import replace
from pydantic import BaseModel, Field

from tapete.engine.settings import Settings, standard
from tapete.errors import TapeteError
from tapete.games import Game
from tapete.odds.report import BetOdds
from tapete.trials import Trial, of_stakes
from tapete.web import charts
from tapete.web.catalogue.place import Here, Place
from tapete.web.catalogue.rows import chosen, rows_of
from tapete.web.heading import Sparing

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])

SESSIONS = 20_000
MOST_PLAYED = 4_000_000


class Evening(BaseModel):
    """What sessions of so many rounds end with, in cents."""

    bet: str
    stake: int
    length: int
    sessions: int
    bankroll: int
    mean: float
    ahead: float = Field(description="the share of sessions that end with a gain")
    ruin: float
    quantiles: dict[str, float]
    counts: list[int]
    edges: list[float]


@functools.lru_cache(maxsize=512)
def evening(game: Game, region: str, key: str, cents: int, length: int) -> Evening:
    """The distribution of a session's result, by playing it some thousands of times; asked again, it is the same."""
    from tapete.sim.run import simulate

    if not 1 <= length <= 2000:
        raise TapeteError("A session has 1 to 2000 rounds here.")
    here = Place(game, region)
    row = chosen(rows_of(game, region), key)
    settings = settings_of(here, row)
    trial = _trial(here, settings, row, cents)
    sessions = min(SESSIONS, MOST_PLAYED // length)
    result = simulate(trial.program, sessions * length, length=length, workers=1)
    summary = result.as_json()
    counts, edges = charts.bins(result.results)
    return Evening(
        bet=key,
        stake=cents,
        length=length,
        sessions=result.sessions,
        bankroll=result.bankroll,
        mean=result.mean,
        ahead=float((result.results > 0).mean()),
        ruin=result.ruin,
        quantiles=summary["quantiles"],
        counts=counts,
        edges=edges,
    )


def settings_of(here: Place, row: BetOdds) -> Settings:
    """A standard table's settings with the options of a row."""
    settings = standard(here.rules)
    return replace(settings, options={**settings.options, **row.setting})


def _trial(here: Place, settings: Settings, row: BetOdds, cents: int) -> Trial:
    return of_stakes(here.game, here.rules, settings, here.game.alone(here.rules, settings, row.bet, cents))


def least(here: Place, settings: Settings, row: BetOdds) -> int:
    """The least stake that the bet and whatever it is made beside take."""
    stakes = here.game.alone(here.rules, settings, row.bet, settings.minimum)
    layout = here.game.layout(here.rules, settings)
    return max(layout[spot].limits.lo for spot in stakes)


@api.get("/games/{name}/{region}/session")
def api_session(
    here: Here,
    bet: Annotated[str, Query(description="a bet of the odds, as `rojo zero=mitad`")],
    stake: Annotated[int, Query(gt=0, le=100_000_000, description="cents")],
    length: Annotated[int, Query(ge=1, le=2000, description="rounds")] = 100,
) -> Evening:
    """What sessions on one bet end with."""
    return evening(here.game, here.region, bet, stake, length)


router.include_router(api)
