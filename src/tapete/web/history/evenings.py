"""A player's evenings: what each table brought, and the decisions that cost most, each leading to its round."""

import functools
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from tapete.errors import Missing
from tapete.floor import Floor
from tapete.floor.evenings import Looked, judged
from tapete.floor.roles import Account
from tapete.i18n import gettext, law, money
from tapete.web.apart.hands import apart
from tapete.web.charts import path
from tapete.web.models import CostOut, DecisionOut, EveningOut, LookedOut
from tapete.web.people.security import SignedIn, TheFloor
from tapete.web.render import page
from tapete.web.tables.telling import bet_name, option

router = APIRouter()
SECONDS = 0.5  # for which rounds are looked through before a page is answered; it asks again for the rest
PATIENT = 5.0  # and before a program is
AT_ONCE = 200  # rounds that are read for that
Day = Annotated[int, Path(ge=0, le=100_000)]


@router.get("/evenings", include_in_schema=False)
def evenings_page(request: Request, floor: TheFloor, who: SignedIn) -> Response:
    """All of somebody's evenings, the latest first."""
    evenings = floor.evenings.of(who)
    return page(
        request, "history/evenings.html", evenings=evenings, date_of=date_of, won=sum(one.won for one in evenings)
    )


@router.get("/evenings/{table_id}/{day}", include_in_schema=False)
async def evening_page(request: Request, floor: TheFloor, who: SignedIn, table_id: str, day: Day) -> Response:
    """One evening at a table, with the worst decisions first."""
    evenings = await run_in_threadpool(floor.evenings.of, who)
    evening = next((one for one in evenings if (one.table, one.day) == (table_id, day)), None)
    if evening is None:
        raise Missing("there is no such evening of yours")
    table = await run_in_threadpool(floor.tables.table, table_id)
    results = await run_in_threadpool(floor.evenings.results, who, table_id, day)
    return page(
        request,
        "history/evening.html",
        evening=evening,
        chart=_chart(results),
        table=table,
        title=law(table.rules.title),
        day=date_of(day),
        until=date_of(day + 1),
        looked=await _looked(request, floor, who, table_id, day, SECONDS),
        option=option,
        bet=functools.partial(bet_name, table.rules),
    )


@router.get("/api/v1/evenings", tags=["history"])
def evenings(floor: TheFloor, who: SignedIn) -> list[EveningOut]:
    """One's own evenings by table, the latest first: rounds, and what was won or lost in cents."""
    return [EveningOut(**{**one._asdict(), "day": date_of(one.day)}) for one in floor.evenings.of(who)]


@router.get("/api/v1/evenings/{table_id}/{day}", tags=["history"])
async def decisions(request: Request, floor: TheFloor, who: SignedIn, table_id: str, day: date) -> list[DecisionOut]:
    """What was decided otherwise than best play would have at a table in an evening, the dearest first."""
    looked = await _looked(request, floor, who, table_id, (day - date(1970, 1, 1)).days, PATIENT)
    return [DecisionOut(**one._asdict()) for one in looked.decisions]


@router.get("/api/v1/evenings/{table_id}/{day}/bets", tags=["history"])
async def bets(request: Request, floor: TheFloor, who: SignedIn, table_id: str, day: date) -> LookedOut:
    """What one's bets at a table in an evening were to be expected to cost, and how many rounds were looked through."""
    looked = await _looked(request, floor, who, table_id, (day - date(1970, 1, 1)).days, PATIENT)
    return LookedOut(rounds=looked.rounds, of=looked.of, bets=[CostOut(**one._asdict()) for one in looked.bets])


def _chart(results: Sequence[int]) -> Markup:
    """The evening's way up and down, in a picture that says where it led."""
    sums = [0, *accumulate(results)]
    words = gettext("Round after round: %(low)s at the least, %(high)s at the most, %(won)s in the end.")
    return path(results, words % {"low": money(min(sums)), "high": money(max(sums)), "won": money(sums[-1])})


async def _looked(request: Request, floor: Floor, who: Account, table_id: str, day: int, seconds: float) -> Looked:
    """An evening looked back on: its rounds are read here, looked at apart for so long, and what was found is kept."""
    unseen = await run_in_threadpool(floor.evenings.unseen, who, table_id, day, AT_ONCE)
    floor.evenings.keep(unseen, await apart(request, judged, unseen, seconds))
    return await run_in_threadpool(floor.evenings.kept, who, table_id, day)


def date_of(day: int) -> date:
    """The date on which an evening began."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)).date()
