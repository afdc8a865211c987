"""The API of simulations: a mix of bets played at once, or followed as it runs."""

import json

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from tapete.errors import TapeteError
from tapete.sim.run import Stage
from tapete.trials import Trial
from tapete.web.answers import EVENTS
from tapete.web.heading import Sparing
from tapete.web.simulations.running import AT_ONCE, Shown, Wished, streamed

router = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["simulations"])


class BetFound(BaseModel):
    """A bet over a simulation, beside its exact edge."""

    bet: str
    made: int
    edge_float: float
    std_error: float | None
    exact: str | None
    win: float
    push: float
    lose: float
    variance: float
    article: str


class Found(BaseModel):
    """What a simulation, or the part of it that has been played, found. Amounts are cents."""

    done: float
    bets: list[BetFound]
    sessions: int
    length: int
    bankroll: int
    mean: float
    mean_error: float | None
    ruin: float
    drawdown_mean: float
    drawdown_worst: int
    quantiles: dict[str, float]
    counts: list[int]
    edges: list[float]


def found_by(trial: Trial, stage: Stage) -> Found:
    """A simulation's stage, as the API shows it."""
    rows = trial.rows(stage.found())
    sessions = rows.pop()["sessions"]
    histogram = sessions["histogram"]
    fields = Found.model_fields
    return Found(
        done=stage.done / stage.total,
        bets=[BetFound(**{key: row[key] for key in BetFound.model_fields}) for row in rows],
        counts=histogram["counts"],
        edges=histogram["edges"],
        **{key: value for key, value in sessions.items() if key in fields and key != "bets"},
    )


@router.get("/simulation")
def api_simulation(wish: Wished) -> Found:
    """A mix of bets, one a line or parted by semicolons, played at once."""
    if wish.rounds > AT_ONCE:
        raise TapeteError(
            "at most {most} rounds are played at once: follow /api/v1/simulation/stream for more", most=AT_ONCE
        )
    *_, last = wish.stages()
    return found_by(wish.trial(), last)


@router.get("/simulation/stream", response_class=Response, responses=EVENTS)
async def api_stream(wish: Wished) -> Response:
    """The same as server-sent events: `stage` with what was found so far, then `done`; where it fails, `refused`."""
    trial = await run_in_threadpool(wish.trial)
    return streamed(
        wish,
        Shown(
            lambda stage: found_by(trial, stage).model_dump_json(),
            "refused",
            lambda line: json.dumps({"detail": line}, ensure_ascii=False),
        ),
    )
