"""Pages of live tables: the list, opening one, and one table as a player, the staff or a watcher sees it."""

import asyncio
from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from tapete.audit.breach import Breach
from tapete.engine.round import now
from tapete.errors import TapeteError
from tapete.floor.lawful import Illegal
from tapete.floor.roles import CHIEFS, STAFF
from tapete.games import games
from tapete.i18n import translated
from tapete.law.text import text as law_text
from tapete.web.once import form
from tapete.web.people.security import SignedIn, TheFloor, account, bound_visit, visitor
from tapete.web.render import page
from tapete.web.tables import opening
from tapete.web.tables.cards import RANKS, SPANISH_SUITS, drawn
from tapete.web.tables.commands import CHECKED, Opener, Staff, new_key
from tapete.web.tables.face import face
from tapete.web.tables.floor import Before, earlier
from tapete.web.tables.hints import hints
from tapete.web.tables.stream import Presence, Renderings, follow, streamed
from tapete.web.tables.telling import tell, told_apart

router = APIRouter(include_in_schema=False)


@router.get("/tables")
def list_page(request: Request, floor: TheFloor, state: str = "open", before: Before = "") -> Response:
    """The open tables, or the last of the closed ones, or those before one of them."""
    shown, who = state if state in ("open", "closed") else "open", account(request)
    tables = floor.tables.lobby(who) if shown == "open" else floor.tables.closed(who, before)
    listed = [item.table for item in tables]
    told = {"names": told_apart(listed), "earlier": earlier(listed, shown), "region_name": _region_name}
    return page(request, "tables/list.html", 200, tables=tables, state=shown, **told)


def _region_name(region: str) -> str:
    return law_text(region).name


# Opening


@router.get("/tables/new")
def new_page(request: Request, _opener: Opener, game: str = "", region: str = "") -> Response:
    """The form of a new table; game and region first, then what they leave to the house."""
    return _new(request, {"game": game, "region": region, "minimum": "5"})


def _new(
    request: Request, given: dict[str, str], breaches: Sequence[Breach] = (), line: str = "", status: int = 200
) -> Response:
    form = opening.Form(given, breaches) if given.get("game") and given.get("region") else None
    return page(
        request,
        "tables/new.html",
        status,
        form=form,
        places=[
            (game.id, region, game.rules(region).title)
            for game in games()
            for region in (game.regions if game.has("play") else ())
        ],
        line=line,
        region_name=_region_name,
        title=law_text(given["region"]).title if form else str,
    )


@router.post("/tables", dependencies=CHECKED)
async def open_table(request: Request, floor: TheFloor, by: Opener) -> Response:
    """Opens a table; one that the law does not allow comes back with every breach and its article."""
    await run_in_threadpool(bound_visit, request)
    given = {name: value.strip()[:200] for name, value in (await form(request)).items() if isinstance(value, str)}
    physical, name = given.get("chance") == "physical", given.get("name", "")[:60]
    try:
        practice = by.role not in CHIEFS or given.get("books") == "practice"
        file, seconds = opening.file(given), opening.seconds(given)
        table = floor.tables.open_table(by, file, physical, name, automatic=seconds, practice=practice)
    except Illegal as error:
        return _new(request, given, error.breaches, status=409)
    except TapeteError as error:
        return _new(request, given, line=translated(error.text), status=400)
    return RedirectResponse(f"/tables/{table.public_id}", 303)


# One table


@router.get("/tables/{table_id}")
def table_page(request: Request, floor: TheFloor, table_id: str) -> Response:
    """A table as the visitor sees it."""
    seen = face(floor, table_id, account(request))
    shown = {"face": seen, "key": new_key(), "chiefs": CHIEFS, "staff": STAFF, "now": now()}
    took = floor.overview.takings(account(request), seen.table)
    return page(request, "tables/table.html", 200, region_name=_region_name, takings=took, **shown)


@router.get("/tables/{table_id}/stream")
async def stream(request: Request, floor: TheFloor, table_id: str) -> Response:
    """The table's page as it changes. Every event is all of it, so the last one seen does not matter."""
    who = visitor(request)
    await asyncio.to_thread(floor.feed.position, table_id)  # an unknown table is refused before anything is sent
    kept = renderings(request)
    presence = Presence(floor, who.token, who.account)
    events = follow(floor, table_id, lambda at: kept.event(floor, table_id, who.account, who.language, at), presence)
    return streamed(events)


def renderings(request: Request) -> Renderings:
    """What this process has rendered lately."""
    state = request.app.state
    if not hasattr(state, "renderings"):
        state.renderings = Renderings()
    renderings: Renderings = state.renderings
    return renderings


@router.get("/tables/{table_id}/line")
def line_part(request: Request, floor: TheFloor, table_id: str) -> Response:
    """Who waits for a seat, and for whom one is kept."""
    return page(request, "tables/waiting.html", face=face(floor, table_id, account(request)))


@router.get("/tables/{table_id}/hints")
async def hints_part(request: Request, floor: TheFloor, table_id: str, who: SignedIn) -> Response:
    """What best play would do now, and the cheapest bets that are open."""
    return page(request, "tables/hints.html", hints=await hints(request, floor, table_id, who))


@router.get("/tables/{table_id}/closing")
def closing_part(request: Request, floor: TheFloor, table_id: str, _by: Staff) -> Response:
    """What is to be announced before the closing hour, for whoever works there."""
    due = floor.duty.before_the_hour(table_id)
    return page(request, "tables/closing.html", due=due, region=floor.tables.table(table_id).region)


@router.get("/tables/{table_id}/preview")
def preview_part(request: Request, floor: TheFloor, table_id: str, name: str, who: Staff) -> Response:
    """What reporting an irregularity would bring about."""
    table = floor.tables.table(table_id)
    rule = table.rules.irregularities.get(name)
    told = tell(table.rules, floor.rounds.preview(table_id, who, name), "", everything=True)
    return page(request, "tables/preview.html", table=table, name=name, rule=rule, told=told)


@router.get("/cards/{card}.svg")
def spanish_card(card: str) -> Response:
    """A card of the Spanish pack, drawn."""
    if card[:-1] not in RANKS or card[-1:] not in SPANISH_SUITS:
        raise TapeteError("'{card}' is no card of the Spanish pack", card=card)
    return Response(drawn(card), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=604800"})
