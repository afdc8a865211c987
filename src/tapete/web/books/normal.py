"""Was tonight normal? Pages, CSV and API of what was won beside what the odds let expect."""

from datetime import date, timedelta
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from tapete import i18n
from tapete.floor.calendar import first_of
from tapete.floor.expectation import DEPENDS, NO_ODDS, PLAYERS, PRISONERS
from tapete.floor.normal import ALERT, CROUPIER, DAY, GAME, GROUPS, TABLE, Choice, Tally
from tapete.floor.store import Floor
from tapete.games import game
from tapete.games.folders import FOLDERS
from tapete.i18n import gettext as _
from tapete.money import format_cents
from tapete.odds.kept import impatient
from tapete.web.books.pages import the_day
from tapete.web.charts import control
from tapete.web.downloads import csv_of
from tapete.web.people.security import Auditor, TheFloor
from tapete.web.render import page
from tapete.wording import word

router = APIRouter()
Written = Annotated[str, Query(max_length=60)]
Day = Annotated[str, Query(max_length=10, description="as 2026-05-31; today, if none is given")]
By = Annotated[str, Query(max_length=10, description="table, game, croupier or day")]
COLUMNS = ("group", "name", "rounds", "staked", "won", "priced", "compared", "expected", "deviation", "deviations")


class Asked(NamedTuple):
    """What somebody wants to see: from a day to a day, both in it, and of one table, game or croupier."""

    since: date
    until: date
    choice: Choice


def asked(since: Day = "", until: Day = "", table: Written = "", game: Written = "", croupier: Written = "") -> Asked:
    """The rounds that a question is about."""
    first, last = the_day(since), the_day(until or since)
    return Asked(first, last, Choice(first_of(first), first_of(last, 1), table, game, croupier))


Wanted = Annotated[Asked, Depends(asked)]


@router.get("/books/normal", include_in_schema=False)
def normal_page(request: Request, floor: TheFloor, by: Auditor, wanted: Wanted, group: By = TABLE) -> Response:
    """Some rounds beside their odds, by table, game, croupier or day."""
    whole = caught_up(floor)
    tallies = floor.normal.by(by, group, wanted.choice)
    steps = floor.normal.chart(wanted.choice)
    return page(
        request,
        "books/normal.html",
        wanted=wanted,
        group=group,
        groups={name: heading(name) for name in GROUPS},
        tallies=tallies,
        called=called,
        narrower={TABLE: "table", GAME: "game", CROUPIER: "croupier"},
        alerts=[tally for tally in tallies if tally.alert],
        chart=control([(step.difference, step.deviation) for step in steps], _says(steps)) if steps else "",
        furthest=floor.normal.furthest(wanted.choice),
        unpriced={reason(why): count for why, count in floor.normal.unpriced(wanted.choice).items()},
        whole=whole,
        far=ALERT,
    )


@router.get("/books/normal.csv", include_in_schema=False)
def normal_csv(floor: TheFloor, by: Auditor, wanted: Wanted, group: By = TABLE) -> Response:
    """The same to take along."""
    caught_up(floor)
    rows = [_figures(group, tally) for tally in floor.normal.by(by, group, wanted.choice)]
    return csv_of(f"normal-{group}-{wanted.since}-{wanted.until}", COLUMNS, rows)


@router.get("/api/v1/books/normal", tags=["books"])
def normal(floor: TheFloor, by: Auditor, wanted: Wanted, group: By = TABLE) -> dict[str, Any]:
    """What was staked, expected and won by table, game, croupier or day, in cents, and how many deviations apart."""
    whole = caught_up(floor)
    return {
        "whole": whole,
        "groups": [told(tally) for tally in floor.normal.by(by, group, wanted.choice)],
        "furthest": [far._asdict() for far in floor.normal.furthest(wanted.choice)],
        "unpriced": floor.normal.unpriced(wanted.choice),
    }


def told(tally: Tally) -> dict[str, Any]:
    """A tally as the API tells it."""
    return {
        **tally._asdict(),
        "difference": tally.difference,
        "deviations": tally.deviations,
        "alert": tally.alert,
        "at_most": tally.at_most,
    }


def caught_up(floor: Floor) -> bool:
    """Reckons what has ended since, as far as nobody has to wait for it; whether that is all."""
    with impatient():
        return floor.normal.catch_up()


def heading(group: str) -> str:
    """A way to group rounds, in the reader's language."""
    return {TABLE: _("Table"), GAME: _("Game"), CROUPIER: _("Croupier"), DAY: _("Day")}[group]


def called(group: str, tally: Tally) -> str:
    """A group by the name that people know it by."""
    if group == DAY:
        return str(date(1970, 1, 1) + timedelta(days=int(tally.key)))
    if group == GAME and tally.key in FOLDERS:
        return f"{i18n.law(game(tally.key).rules(tally.name).title)}, {word(tally.name)}"
    return tally.name or "—"


def reason(why: str) -> str:
    """Why rounds have no expectation."""
    kind, _of, bet = why.partition(" ")
    words = {
        PLAYERS: _("Players play against one another there, or for what they paid in: the house wagers nothing."),
        NO_ODDS: _("There are no odds of a bet that was made."),
        DEPENDS: _("The odds of a bet depend on more than how the table is set, as on a prize that has accumulated."),
        PRISONERS: _("A stake lay in prison, whose chances are not counted one coup at a time."),
    }
    said = words.get(kind, _("The edition they were played under is not in these books."))
    return f"{said} ({word(bet)})" if bet else said


def _figures(group: str, tally: Tally) -> list[str]:
    amounts = (tally.compared, tally.expected, tally.variance**0.5)
    apart = "" if tally.deviations is None else f"{tally.deviations:.2f}"
    shown = [format_cents(round(cents)) for cents in (tally.staked, tally.won)]
    compared = [format_cents(round(cents)) for cents in amounts]
    key = called(group, tally) if group == DAY else tally.key
    return [key, tally.name, str(tally.rounds), *shown, str(tally.priced), *compared, apart]


def _says(steps: list[Any]) -> str:
    last = steps[-1]
    said = _("Won beyond what was expected: %(amount)s in the end, with a standard deviation of %(deviation)s.")
    return said % {"amount": i18n.money(last.difference), "deviation": i18n.money(last.deviation)}
