"""The floor's page: every table at a glance, many opened or closed at once, and the limits of one changed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from tapete.audit.breach import Breach
from tapete.engine.settings import Settings, at_minimum
from tapete.errors import TapeteError
from tapete.floor.lawful import Illegal
from tapete.floor.overview import SEEING, Outcome, each
from tapete.floor.roles import Account
from tapete.floor.standing import GameTable
from tapete.floor.tables import LATEST
from tapete.i18n import gettext as _
from tapete.i18n import ngettext, translated
from tapete.law.text import text as law_text
from tapete.money import euros, format_cents
from tapete.web.books.normal import caught_up
from tapete.web.models import Overseen
from tapete.web.once import form
from tapete.web.people.security import Director, TheFloor, csrf, require, require_at
from tapete.web.render import page
from tapete.web.tables import opening
from tapete.web.tables.commands import Boss, Key, new_key
from tapete.web.tables.telling import told_apart

router = APIRouter()
CHECKED = [Depends(csrf)]
MANY = 200
Seeing = Annotated[Account, Depends(require(*SEEING))]
Chosen = Annotated[list[str], Form(alias="table", max_length=MANY)]
Amount = Annotated[str, Query(max_length=20)]
Before = Annotated[str, Query(max_length=40, description="of the closed ones those opened before this one, by its id")]
State = Annotated[str, Query(pattern="^(open|closed)$")]


@router.get("/floor", include_in_schema=False)
def floor_page(request: Request, floor: TheFloor, who: Seeing, state: State = "open", before: Before = "") -> Response:
    """Every open table at a glance, or the last of the closed ones, or those before one of them."""
    return _shown(request, floor, who, state, before=before)


@router.get("/api/v1/floor", tags=["tables"])
def overview(floor: TheFloor, who: Seeing, state: State = "open", before: Before = "") -> list[Overseen]:
    """Every table of the books: its round, people, drop, result and what was to be expected of it, alerts."""
    caught_up(floor)
    return [Overseen.of(seen) for seen in floor.overview.tables(who, state, before)]


def _shown(
    request: Request,
    floor: TheFloor,
    who: Account,
    state: str,
    done: Sequence[Outcome] = (),
    line: str = "",
    before: str = "",
) -> Response:
    caught_up(floor)
    tables = floor.overview.tables(who, state, before)
    lacks = floor.duty.missing()
    refused = {one.table: translated(one.refused) for one in done if one.refused}
    return page(
        request,
        "tables/floor.html",
        409 if refused else 200,
        tables=tables,
        names=told_apart([seen.table for seen in tables]),
        state=state,
        earlier=earlier([seen.table for seen in tables], state),
        lacking=len(lacks),
        short=Counter(lack.table for lack in lacks if lack.table),
        refused=refused,
        line=line,
        key=new_key(),
        region_name=lambda region: law_text(region).name,
    )


def earlier(tables: Sequence[GameTable], state: str) -> str:
    """After which table a list of closed ones goes on, if it may."""
    return tables[-1].public_id if state == "closed" and len(tables) == LATEST else ""


@router.post("/floor/close", include_in_schema=False, dependencies=CHECKED)
def close_many(request: Request, floor: TheFloor, by: Director, key: Key, tables: Chosen) -> Response:
    """Closes the chosen tables; who hinders it is said beside each."""
    done = each(tables, lambda table: floor.tables.close_table(by, table, f"{key}-{table}"))
    count = sum(not one.refused for one in done)
    line = ngettext("%(n)s table is closed.", "%(n)s tables are closed.", count) % {"n": count}
    return _shown(request, floor, by, "open", done, line)


@router.post("/floor/open", include_in_schema=False, dependencies=CHECKED)
def open_many(request: Request, floor: TheFloor, by: Director, tables: Chosen) -> Response:
    """Opens a table like each of the chosen ones: of its game, name, limits, options and chance."""
    done = each(tables, lambda table: floor.tables.open_like(by, table))
    count = sum(not one.refused for one in done)
    line = ngettext("%(n)s table is open.", "%(n)s tables are open.", count) % {"n": count}
    return _shown(request, floor, by, "open", done, line)


# The limits of one


Changing = Annotated[Account, Depends(require_at("director"))]


@router.get("/tables/{table_id}/settings", include_in_schema=False)
def limits_page(request: Request, floor: TheFloor, table_id: str, _who: Changing, minimum: Amount = "") -> Response:
    """The limits and options of a table, to be changed as its text allows; with a minimum, what follows from it."""
    table = floor.tables.table(table_id)
    if not minimum:
        return _limits(request, table, given_by(table, table.settings))
    if not (cents := euros(minimum)):
        raise TapeteError("the minimum is not positive")
    proposed = at_minimum(table.rules, table.settings, cents)
    return _limits(request, table, given_by(table, proposed), proposed=True)


@router.post("/tables/{table_id}/settings", include_in_schema=False, dependencies=CHECKED)
async def change_limits(request: Request, floor: TheFloor, table_id: str, by: Boss, key: Key) -> Response:
    """Other limits and options from the next round on; what the law does not allow comes back beside its field."""
    table = floor.tables.table(table_id)
    sent = {name: value.strip()[:200] for name, value in (await form(request)).items() if isinstance(value, str)}
    given = {**sent, **_kept(table)}
    try:
        floor.tables.change_table(by, table_id, opening.file(given), key)
    except Illegal as error:
        if (following := _following(table, given)) is not None:
            line = _(
                "Proposed for this minimum: what the text counts in minimums is as many times it as before. "
                "Anything can be changed."
            )
            return _limits(request, table, following, line=line, status=409, proposed=True)
        return _limits(request, table, given, error.breaches, status=409)
    except TapeteError as error:
        return _limits(request, table, given, line=translated(error.text), status=409)
    return RedirectResponse(f"/tables/{table_id}", 303)


def _limits(
    request: Request,
    table: GameTable,
    given: Mapping[str, str],
    breaches: Sequence[Breach] = (),
    line: str = "",
    status: int = 200,
    proposed: bool = False,
) -> Response:
    return page(
        request,
        "tables/limits.html",
        status,
        table=table,
        form=opening.Form(given, breaches),
        line=line,
        proposed=proposed,
        title=law_text(table.region).title,
        key=new_key(),
    )


def _following(table: GameTable, given: Mapping[str, str]) -> dict[str, str] | None:
    """What follows from another minimum, where it was sent before anything could be proposed for it."""
    old, minimum = given_by(table, table.settings), euros(given["minimum"])
    limits = [name for name in {*old, *given} if name == "chip" or name.startswith(("maximum.", "minimums."))]
    if minimum == table.settings.minimum or any(given.get(name, "") != old.get(name, "") for name in limits):
        return None
    proposed = given_by(table, at_minimum(table.rules, table.settings, minimum))
    return {**given, **{name: proposed.get(name, "") for name in ("minimum", *limits)}}


def _kept(table: GameTable) -> dict[str, str]:
    """What stays as it is: the game, its text, and how that is read."""
    readings = {f"readings.{path}": way for path, way in table.choices.items()}
    return {"game": table.game, "region": table.region, **readings}


def given_by(table: GameTable, settings: Settings) -> dict[str, str]:
    """A table's settings, or others that are proposed for it, as its form has them."""
    plain: dict[str, str] = {"minimum": format_cents(settings.minimum), "chip": format_cents(settings.chip)}
    plain |= {f"maximum.{name}": format_cents(cents) for name, cents in settings.maximum.items()}
    plain |= {f"minimums.{name}": format_cents(cents) for name, cents in settings.minimums.items()}
    plain |= {f"options.{name}": value for name, value in settings.options.items()}
    plain |= {"authorised-minimum": format_cents(settings.authorised)} if settings.authorised else {}
    plain |= {opening.BAND: format_cents(settings.authorised_most)} if settings.authorised_most else {}
    plain |= {"colours": str(settings.colours)} if settings.colours else {}
    return {**{name: str(text) for name, text in plain.items()}, **_kept(table)}
