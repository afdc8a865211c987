"""The results of a tournament as PDF, in the languages of its text: places, prizes, fees, and how to draw its lots."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.engine.round import now
from tapete.errors import IllegalAction
from tapete.floor.tournament.rows import Entry
from tapete.games import game
from tapete.law.text import text
from tapete.web.people.security import TheFloor
from tapete.web.printing import pdf, spoken_in
from tapete.web.render import HERE
from tapete.web.tournaments.seen import Seen, seen

router = APIRouter(include_in_schema=False)
TEMPLATE = HERE / "templates" / "tournaments" / "results.typ"


@router.get("/tournaments/{id}/results.pdf")
async def results(request: Request, floor: TheFloor, id: str) -> Response:
    """The results of a tournament that is over."""
    shown = await run_in_threadpool(seen, floor, id, now())
    if shown.sheet.tournament.state != "finished":
        raise IllegalAction("there are results once the tournament is over")
    languages = text(shown.sheet.tournament.region).languages
    return await pdf(request, f"tournament-{id}", TEMPLATE, parts=spoken_in(languages, lambda: content(shown)))


def content(seen: Seen) -> dict[str, Any]:
    """What the results say, in the language being spoken."""
    _, tournament = i18n.gettext, seen.sheet.tournament
    file, source = tournament.file, text(tournament.region)
    leave = file.authorisation
    facts = [
        [_("Game"), i18n.law(game(file.game).rules(file.region).title)],
        [_("Day"), i18n.day(file.notice.day) if file.notice else _("sit & go")],
        [_("Authorisation"), leave.number if leave else ""],
        [_("Entries"), str(len(seen.sheet.standing))],
        [_("Fees"), i18n.money(seen.sheet.purse.fees)],
        [_("Kept for organisation"), i18n.money(seen.sheet.purse.kept)],
        [_("Prizes"), i18n.money(seen.sheet.purse.prizes)],
        *([_("Agreed deal"), ", ".join(act.detail["shares"])] for act in seen.sheet.acts if act.what == "deal"),
    ]
    return {
        "heading": _("Results of the tournament"),
        "title": tournament.name,
        "source": f"{source.name}. {source.text}, {file.law.article}",
        "facts": facts,
        "columns": [_("Place"), _("Name"), _("Prize")],
        "rows": [[one.ranked, one.name, _won(seen, one)] for one in seen.placed],
        "lots": [[_("Commitment"), tournament.commitment], [_("Seed"), tournament.seed]],
        "check": f"{_('How to draw the lots again')}: docs/tournaments.md",
    }


def _won(seen: Seen, one: Entry) -> str:
    money = [i18n.money(one.won)] if one.won else []
    return ", ".join([*money, *(seen.objects[goods] for goods in one.goods)]) or "—"
