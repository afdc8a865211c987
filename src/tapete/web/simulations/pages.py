"""Pages of simulations: the form, the one that runs, and what it finds."""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n, wording
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import games
from tapete.law.text import text
from tapete.sim.run import Stage
from tapete.trials import Trial
from tapete.web import charts
from tapete.web.catalogue.place import Place, place
from tapete.web.downloads import csv_of
from tapete.web.heading import Sparing
from tapete.web.people.security import settings
from tapete.web.render import page, render
from tapete.web.simulations.running import (
    AT_ONCE,
    Chosen,
    Length,
    Purse,
    Rounds,
    Seed,
    Shown,
    Wish,
    Wished,
    example,
    streamed,
)

router = APIRouter(route_class=Sparing, include_in_schema=False)
FIGURES = ("bet", "made", "edge_float", "std_error", "exact", "win", "push", "lose", "variance", "article")


@router.get("/simulate")
def simulate_page(
    request: Request,
    at: Annotated[str, Query(alias="place", max_length=100)] = "",
    bets: Annotated[str, Query(max_length=2000)] = "",
    rounds: Rounds = 2_000_000,
    seed: Seed = 1,
    length: Length = 200,
    bankroll: Purse = "",
    chosen: Chosen = [],  # noqa: B006
    run: bool = False,
) -> Response:
    """The form and, once it is sent, the running simulation. A place is a game in a region, `dados/extremadura`."""
    places: dict[str, list[tuple[str, str]]] = {}
    for game in games():
        for where in game.regions if game.has("kernel") else ():
            places.setdefault(text(where).name, []).append((f"{game.id}/{where}", game.rules(where).title))
    name, _, region = (at or next(iter(places.values()))[0][0]).partition("/")
    here = place(name, region)
    switched = [word for word in chosen if word]
    how = {"rounds": rounds, "seed": seed, "length": length, "bankroll": bankroll, "set": switched}
    asked = {"game": name, "region": region, "bets": bets, **how}
    refused = ""
    if run:
        try:
            Wish(request, name, region, bets, rounds, seed, length, bankroll, switched).trial()
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
        bankroll=bankroll,
        choices=choices(here, chosen),
        most=settings(request).most_rounds,
        running=urlencode(asked, doseq=True) if run and not refused else "",
        stop=urlencode({**asked, "place": f"{name}/{region}"}, doseq=True),
        refused=refused,
        takes=rounds <= AT_ONCE,
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
            lambda line: render(request, "base/notice.html", line=line, article=""),
        ),
    )


@router.get("/simulate/result")
def result_page(request: Request, wish: Wished) -> Response:
    """The same played at once, for browsers without script."""
    if wish.rounds > AT_ONCE:
        raise TapeteError("At most {most:,} rounds are played here.", most=AT_ONCE)
    *_, last = wish.stages()
    return page(request, "simulations/result.html", **seen(wish, wish.trial(), last))


@router.get("/simulate/result.csv")
def result_csv(wish: Wished) -> Response:
    """The same to take along: a line for each bet, then how sessions ended."""
    if wish.rounds > AT_ONCE:
        raise TapeteError("At most {most:,} rounds are played here.", most=AT_ONCE)
    *_, last = wish.stages()
    *rows, mix = wish.trial().rows(last.found())
    lines: list[tuple[object, ...]] = [tuple(row[name] for name in FIGURES) for row in rows]
    sessions, histogram = mix["sessions"], mix["sessions"]["histogram"]
    lines += [(), ("sessions", "length", "bankroll", "mean", "mean_error", "ruin", "drawdown_mean", "drawdown_worst")]
    lines.append(tuple(sessions[name] for name in lines[-1]))
    lines += [(), ("from", "to", "sessions")]
    lines += zip(histogram["edges"], histogram["edges"][1:], histogram["counts"], strict=False)
    return csv_of(f"{wish.here.game.id}-{wish.here.region}-{wish.seed}", FIGURES, lines)


class Choice(NamedTuple):
    """Something to choose: a word of the address for each value, what is chosen, and the article that leaves it."""

    name: str
    values: list[tuple[str, str]]
    chosen: str
    usual: str
    article: str

    @property
    def changed(self) -> bool:
        """Whether it is not as usual."""
        return self.chosen != self.usual


def choices(here: Place, chosen: Sequence[str]) -> list[Choice]:
    """The options that the text leaves, and its readings where it can be read another way."""
    choices = []
    for name, option in here.rules.options.items():
        values = dict.fromkeys((*option.values, *[*option.ends][:2]))
        words = [(f"{name}={value}", wording.word(value)) for value in values]
        usual = f"{name}={option.default}"
        choices.append(Choice(wording.word(name), words, _of(words, chosen, usual), usual, option.article))
    read = {"printed": i18n.gettext("as printed"), "likely": i18n.gettext("as it was likely meant")}
    for path, section in here.rules.sections():
        if section.variants:
            words = [
                ("", i18n.gettext("as it is played")),
                *((f"{path}={name}", read[name]) for name in section.variants),
            ]
            choices.append(Choice(_part(here, path), words, _of(words, chosen, ""), "", section.article))
    return choices


def _part(here: Place, path: str) -> str:
    """A section by what people call it: a bet by its name."""
    first, *parts = path.split(".")
    if first == "bets":
        first, *parts = parts
    name = wording.bet(here.rules, first) if first in here.rules.bets else wording.word(first)
    return " · ".join([name, *map(wording.word, parts)])


def _of(words: Sequence[tuple[str, str]], chosen: Sequence[str], usual: str) -> str:
    return next((word for word, _ in words if word in chosen), usual)


def seen(wish: Wish, trial: Trial, stage: Stage) -> dict[str, Any]:
    """A simulation's stage, for a template."""
    simulation = stage.found()
    rows = trial.rows(simulation)
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
        "chart": charts.histogram(*charts.bins(simulation.results), simulation.mean, says),
        "words": wording,
    }
