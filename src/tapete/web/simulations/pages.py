"""Simulations that one can watch: a stream plays them block by block, and ends when nobody listens any more.

Nothing is kept: the address says what is played, and the seed alone decides what comes out, so any worker can serve it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

import anyio
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from tapete import i18n
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import games
from tapete.law.text import text
from tapete.sim.run import Stage, stages
from tapete.trials import Trial, mixed
from tapete.web import charts, wording
from tapete.web.catalogue.place import Place, place
from tapete.web.catalogue.rows import rows_of
from tapete.web.people.security import settings
from tapete.web.render import page, render

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["simulations"])

OFTEN = 0.15  # seconds between two pictures of a running simulation
AT_ONCE = 10_000_000  # rounds that a single answer may take to play
Rounds = Annotated[int, Query(ge=1, le=1_000_000_000)]
Seed = Annotated[int, Query(ge=0, lt=1 << 63)]
Length = Annotated[int, Query(ge=1, le=100_000)]


class Wish:
    """What is to be simulated, as an address says it."""

    def __init__(
        self,
        request: Request,
        name: Annotated[str, Query(alias="game")],
        region: str,
        bets: Annotated[str, Query(max_length=2000)] = "",
        rounds: Rounds = 2_000_000,
        seed: Seed = 1,
        length: Length = 200,
    ) -> None:
        most = settings(request).most_rounds
        if rounds > most:
            raise TapeteError("At most {most:,} rounds are played here.", most=most)
        self.here = place(name, region)
        self.bets = [line.strip() for line in bets.replace(";", "\n").splitlines() if line.strip()]
        self.rounds, self.seed, self.length = rounds, seed, length

    def trial(self) -> Trial:
        """The mix of bets; one that is not open at a standard table is refused with its article."""
        if not self.bets:
            raise TapeteError("Write at least one bet, as in “{bet}”.", bet=example(self.here))
        return mixed(self.here.game, self.here.rules, standard(self.here.rules), self.bets)

    def stages(self) -> Iterator[Stage]:
        """The simulation, block by block, leaving the machine a core to answer with."""
        return stages(self.trial().program, self.rounds, seed=self.seed, length=self.length, workers=1)


Wished = Annotated[Wish, Depends()]


def example(here: Place) -> str:
    """A bet that the game takes, as one would type it."""
    cheapest = min(rows_of(here.game, here.region), key=lambda row: abs(float(row.figures.edge)))
    table = standard(here.rules)
    stakes = here.game.alone(here.rules, table, cheapest.bet, table.minimum)
    spot = next(iter(stakes))
    return f"{spot.replace(':', ' ')} {here.game.layout(here.rules, table)[spot].limits.lo / 100:g}"


# Pages


@router.get("/simulate", include_in_schema=False)
def simulate_page(
    request: Request,
    at: Annotated[str, Query(alias="place", max_length=100)] = "",
    bets: Annotated[str, Query(max_length=2000)] = "",
    rounds: Rounds = 2_000_000,
    seed: Seed = 1,
    length: Length = 200,
    run: bool = False,
) -> Response:
    """The form and, once it is sent, the running simulation. A place is a game in a region, `dados/extremadura`."""
    places: dict[str, list[tuple[str, str]]] = {}
    for found in games():
        for where in found.regions:
            places.setdefault(text(where).name, []).append((f"{found.id}/{where}", found.rules(where).title))
    name, _, region = (at or next(iter(places.values()))[0][0]).partition("/")
    here = place(name, region)
    asked = {"game": name, "region": region, "bets": bets, "rounds": rounds, "seed": seed, "length": length}
    refused = ""
    if run:
        try:
            Wish(request, name, region, bets, rounds, seed, length).trial()
        except TapeteError as error:
            refused = i18n.translated(error.text)
    return page(
        request,
        "simulations/simulate.html",
        400 if refused else 200,
        here=here,
        places=places,
        at=f"{name}/{region}",
        bets=bets or example(here),
        rounds=rounds,
        seed=seed,
        length=length,
        most=settings(request).most_rounds,
        running=urlencode(asked) if run and not refused else "",
        stop=urlencode({**asked, "place": f"{name}/{region}"}),
        refused=refused,
        spots=list(here.game.layout(here.rules, standard(here.rules))),
    )


@router.get("/simulate/stream", include_in_schema=False)
async def stream(request: Request, wish: Wished) -> Response:
    """The running simulation as parts of a page, pushed as they come."""
    trial = await run_in_threadpool(wish.trial)
    return _streamed(request, wish, lambda stage: render(request, "simulations/stage.html", **seen(wish, trial, stage)))


@router.get("/simulate/result", include_in_schema=False)
def result_page(request: Request, wish: Wished) -> Response:
    """The same played at once, for browsers without script."""
    if wish.rounds > AT_ONCE:
        raise TapeteError("At most {most:,} rounds are played here.", most=AT_ONCE)
    *_, last = wish.stages()
    return page(request, "simulations/result.html", **seen(wish, wish.trial(), last))


def seen(wish: Wish, trial: Trial, stage: Stage) -> dict[str, Any]:
    """A simulation's stage, for a template."""
    found = stage.found()
    rows = trial.rows(found)
    mix = rows.pop()
    says = i18n.gettext("Results of a session: half of them end between %(low)s and %(high)s.") % {
        "low": i18n.money(mix["sessions"]["quantiles"]["0.25"]),
        "high": i18n.money(mix["sessions"]["quantiles"]["0.75"]),
    }
    return {
        "here": wish.here,
        "wish": wish,
        "stage": stage,
        "rows": rows,
        "mix": mix,
        "chart": charts.histogram(*charts.bins(found.results), found.mean, says),
        "words": wording,
    }


# The stream


def _streamed(request: Request, wish: Wish, show: Callable[[Stage], str]) -> StreamingResponse:
    slots: asyncio.Semaphore = request.app.state.simulations
    return StreamingResponse(_events(wish, show, slots), media_type="text/event-stream")


async def _events(wish: Wish, show: Callable[[Stage], str], slots: asyncio.Semaphore) -> AsyncIterator[str]:
    """A picture now and then, the last one always, and an end. A reader who leaves stops the play."""
    async with slots:
        play = wish.stages()
        try:
            shown = 0.0
            async for stage in iterate_in_threadpool(play):
                if stage.done == stage.total or time.monotonic() - shown > OFTEN:
                    yield _event("stage", stage.done, await run_in_threadpool(show, stage))
                    shown = time.monotonic()
            yield _event("done", stage.total, "")
        finally:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(play.close)  # type: ignore[attr-defined]


def _event(name: str, id: int, data: str) -> str:
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {name}\nid: {id}\n{lines}\n"


# The same for machines


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


@api.get("/simulation")
def api_simulation(wish: Wished) -> Found:
    """A mix of bets, one a line or parted by semicolons, played at once."""
    if wish.rounds > AT_ONCE:
        raise TapeteError(
            "at most {most} rounds are played at once: follow /api/v1/simulation/stream for more", most=AT_ONCE
        )
    *_, last = wish.stages()
    return found_by(wish.trial(), last)


@api.get("/simulation/stream", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def api_stream(request: Request, wish: Wished) -> Response:
    """The same as server-sent events: `stage` with what was found so far, then `done`."""
    trial = await run_in_threadpool(wish.trial)
    return _streamed(request, wish, lambda stage: found_by(trial, stage).model_dump_json())


router.include_router(api)
