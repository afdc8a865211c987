"""What every bet of a game costs, and what an evening on one of them brings."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from tapete import i18n, wording
from tapete.errors import TapeteError
from tapete.money import euros
from tapete.odds.kept import Awaited
from tapete.odds.moments import means, measured
from tapete.odds.report import BetOdds
from tapete.web import charts
from tapete.web.catalogue.evening import evening, least, settings_of
from tapete.web.catalogue.frequencies import frequencies_page
from tapete.web.catalogue.frequencies import rows_of as hands_of
from tapete.web.catalogue.place import Here, Place
from tapete.web.catalogue.rows import ALL, chosen, key_of, lines, rows_of, settings_among, under
from tapete.web.heading import Sparing
from tapete.web.render import page, wants_fragment

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])

LONG_NOTE = 40


class Odds(BaseModel):
    """A bet in one setting; a positive edge is the house's. Exact figures are fractions."""

    bet: str
    name: str
    setting: dict[str, str]
    edge: str | None = Field(description="exact, as a fraction; null where exactness is out of reach")
    edge_float: float
    std_error: float | None
    win: float
    push: float
    lose: float
    variance: float
    rounds: float
    article: str
    note: str
    staked: float = Field(description="what is put down in all for an initial stake of one")
    element_of_risk: float = Field(description="the edge as a share of all that is staked")
    decisions: dict[str, float] = Field(description="how often each choice is made")
    cost: str | None = Field(description="how much more is lost than with best play, exact; null as the edge")
    cost_float: float | None
    cost_error: float | None


@api.get("/games/{name}/{region}/odds")
def api_odds(here: Here) -> list[Odds]:
    """Every bet exactly: edge, chances, variance."""
    fields = Odds.model_fields
    return [
        Odds(name=row.name, **{key: value for key, value in row.as_json().items() if key in fields})
        for row in rows_of(here.game, here.region)
    ]


@router.get("/games/{name}/{region}/odds", include_in_schema=False)
def odds_page(
    request: Request, here: Here, bet: str = "", stake: str = "", length: int = 100, cards: int = 200
) -> Response:
    """The bets' odds under some settings, compared; and what an evening on one of them brings.

    Of a game between players, how often its hands come.
    """
    if here.game.has("frequencies"):
        return frequencies_page(request, here)
    rows = rows_of(here.game, here.region)
    settings = settings_among(here.rules, rows, request.query_params)
    shown = under(rows, settings)
    one = chosen(rows if bet else shown, bet)
    context: dict[str, Any] = {"here": here, "words": wording, "chosen": one}
    if wants_fragment(request) and request.headers.get("hx-target") == "evening":
        return page(request, "catalogue/evening.html", **context, **_evening(here, one, stake, length))
    context |= _evening(here, one, stake, length) if bet or stake else _later(here, one, length)
    return page(
        request,
        "catalogue/prices.html" if wants_fragment(request) else "catalogue/odds.html",
        settings=settings,
        every=ALL,
        rows=shown if one in shown else [one, *shown],
        lines=lines(shown),
        notes=_footnotes(shown),
        largest=min(max((abs(float(row.figures.edge)) for row in shown), default=1.0), 0.5),
        bar=charts.edge_bar,
        key=key_of,
        hands=hands_of(here.game, here.region),
        tab="odds",
        **_moments(here, cards),
        **context,
    )


def _moments(here: Place, cards: int) -> dict[str, Any]:
    """When what is waited for falls, where a game is played with cards of numbers."""
    moments = here.game.moments(here.rules, cards) if here.game.has("moments") else []
    return {
        "moments": moments,
        "means": {name: float(ball) for name, ball in means(moments).items()},
        "played": measured(moments),
        "cards": cards,
    }


def _footnotes(rows: Sequence[BetOdds]) -> list[str]:
    """The notes that are too long to stand in every row that has them."""
    return list(dict.fromkeys(row.note for row in rows if len(row.note) > LONG_NOTE))


def _evening(here: Place, row: BetOdds, stake: str, length: int) -> dict[str, Any]:
    """A session's results on one bet, for the page; a refusal stands in its place."""
    settings = settings_of(here, row)
    try:
        cents = euros(stake) if stake else least(here, settings, row)
        outlook = evening(here.game, here.region, key_of(row), cents, length)
        says = i18n.gettext("Results of a session: half of them end between %(low)s and %(high)s.") % {
            "low": i18n.money(outlook.quantiles["0.25"]),
            "high": i18n.money(outlook.quantiles["0.75"]),
        }
        chart = charts.histogram(outlook.counts, outlook.edges, outlook.mean, says)
        return {"evening": outlook, "chart": chart, "stake": cents, "length": length, "refused": ""}
    except Awaited:
        raise
    except TapeteError as error:
        refused = i18n.translated(error.text)
        return {"evening": None, "chart": "", "stake": 0, "length": length, "refused": refused, "typed": stake}


def _later(here: Place, row: BetOdds, length: int) -> dict[str, Any]:
    """The same before anybody has asked for it: what is known stands on the page at once, and the page asks."""
    context = {"evening": None, "chart": "", "length": length, "refused": "", "later": True}
    try:
        return {**context, "stake": least(here, settings_of(here, row), row)}
    except TapeteError as error:
        return {**context, "stake": 0, "refused": i18n.translated(error.text), "later": False}


router.include_router(api)
