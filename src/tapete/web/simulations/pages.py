"""Pages of simulations: the form, the one that runs, and what it finds."""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import games
from tapete.law.text import text
from tapete.sim.run import Stage
from tapete.trials import Trial
from tapete.web import charts, wording
from tapete.web.catalogue.place import place
from tapete.web.people.security import settings
from tapete.web.render import page, render
from tapete.web.simulations.running import AT_ONCE, Length, Rounds, Seed, Shown, Wish, Wished, example, streamed

router = APIRouter(include_in_schema=False)


@router.get("/simulate")
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
        for where in found.regions if found.has("kernel") else ():
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


@router.get("/simulate/stream")
async def stream(request: Request, wish: Wished) -> Response:
    """The running simulation as parts of a page, pushed as they come."""
    trial = await run_in_threadpool(wish.trial)
    return streamed(
        wish,
        Shown(
            lambda stage: render(request, "simulations/stage.html", **seen(wish, trial, stage)),
            "stage",
            lambda line: render(request, "base/notice.html", line=line),
        ),
    )


@router.get("/simulate/result")
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
