"""Registers of the house as PDF: infractions, the file of a case, a session, in every language of their text."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.floor.calendar import moment
from tapete.floor.conduct import File
from tapete.floor.session import Session
from tapete.i18n import gettext as _
from tapete.law.text import text
from tapete.web.casino.conduct import decided, severity_of
from tapete.web.casino.pages import Item, detail_of, done_to, turned
from tapete.web.people.security import Auditor, Reader, TheFloor
from tapete.web.printing import book, rows_of
from tapete.wording import word

router = APIRouter(include_in_schema=False)


@router.get("/conduct.pdf")
@router.get("/conduct.words.csv")
async def register_pdf(request: Request, floor: TheFloor, by: Auditor) -> Response:
    """The register of infractions to be printed and signed."""
    files = await run_in_threadpool(floor.conduct.register, by)
    languages = dict.fromkeys(code for file in files for code in text(file.case.region).languages)
    return await book(request, "conduct", languages, lambda: of_conduct(files))


@router.get("/conduct/{item}/file.pdf")
@router.get("/conduct/{item}/file.words.csv")
async def case_pdf(request: Request, floor: TheFloor, by: Auditor, item: Item) -> Response:
    """The file of a case to be printed and signed."""
    file = await run_in_threadpool(floor.conduct.file, by, item)
    names = await run_in_threadpool(floor.tables.names, [file.case.table])
    return await book(request, f"case-{item}", text(file.case.region).languages, lambda: of_case(file, names))


@router.get("/casino/{item}/session.pdf")
@router.get("/casino/{item}/session.words.csv")
async def session_pdf(request: Request, floor: TheFloor, by: Reader, item: Item) -> Response:
    """Every line of a session to be printed and signed."""
    session = await run_in_threadpool(floor.sessions.read, by, item)
    assert session is not None
    names = await run_in_threadpool(floor.tables.names, [line.table for line in session.lines])
    games = await run_in_threadpool(turned, floor, session.lines)
    return await book(
        request, f"session-{item}", text(session.region).languages, lambda: of_session(session, names, games)
    )


def of_conduct(files: Sequence[File]) -> dict[str, Any]:
    """The register of infractions, in the language being spoken."""
    rows = [
        [
            f"{file.case.number} · {i18n.moment(moment(file.case.at))}",
            file.case.who,
            _cited(i18n.law(file.case.name), file.case.article),
            _cited(severity_of(file.weighed.severity), file.weighed.article),
            ", ".join(decided(step.what) for step in file.case.steps),
            str(file.due or ""),
        ]
        for file in files
    ]
    columns = (_("Case"), _("Who"), _("What"), _("Severity"), _("What came of it"), _("To be decided until"))
    return {
        "heading": _("Register"),
        "title": _("Register of infractions"),
        "source": "",
        "tables": [rows_of("", columns, rows)] if rows else [],
        "total": "" if rows else _("No case has been opened."),
        "signatures": [_("Director")],
    }


def of_case(file: File, names: Mapping[str, str]) -> dict[str, Any]:
    """The file of a case, in the language being spoken."""
    case, weighed = file.case, file.weighed
    answering = [_cited(", ".join(map(i18n.law, rule.jointly)) or case.who, rule.article) for rule in file.answering]
    facts = [
        (_("What"), _cited(i18n.law(case.name), case.article)),
        (_("What happened"), case.told),
        (_("When"), f"{i18n.moment(moment(case.at))} · {_('recorded by %(who)s') % {'who': case.by}}"),
        (_("Table"), names.get(case.table, "")),
        (_("Round"), str(case.round or "")),
        (_("Severity"), _cited(severity_of(weighed.severity), weighed.article)),
        (_("Who answers for it"), " · ".join(answering)),
        (_("To be decided until"), str(file.due or "")),
    ]
    steps = [(i18n.moment(moment(step.at)), decided(step.what), step.by, step.detail) for step in case.steps]
    source = text(case.region)
    return {
        "heading": _("Case %(n)s") % {"n": case.number},
        "title": case.who,
        "source": f"{source.name}. {source.text}",
        "tables": [
            rows_of("", ("", ""), [fact for fact in facts if fact[1]]),
            *([rows_of(_("What came of it"), (_("When"), _("What"), _("Who"), _("Why")), steps)] if steps else []),
        ],
        "total": "" if steps else _("Nothing has been decided yet."),
        "signatures": [_("Director"), _("Inspector")],
    }


def _cited(words: str, article: str) -> str:
    return f"{words} ({article})" if article else words


def of_session(session: Session, names: Mapping[str, str], games: Mapping[str, str]) -> dict[str, Any]:
    """Every line of a session, in the language being spoken."""
    rows = [
        (
            i18n.moment(moment(line.at)),
            f"{line.by} {done_to(line.what)}",
            " ".join(filter(None, (line.who, f"({word(line.post)})" if line.who and line.post else ""))),
            names.get(line.table, ""),
            detail_of(line, games),
        )
        for line in session.lines
    ]
    hours = (i18n.moment(moment(at)) for at in (session.opened, session.ended or session.until))
    source = text(session.region)
    return {
        "heading": _("Session of the casino"),
        "title": _("Session %(n)s") % {"n": session.number},
        "source": f"{source.name}. {source.text}",
        "tables": [rows_of("", (_("When"), _("What"), _("Who"), _("Table"), ""), rows)],
        "total": " – ".join(hours),
        "signatures": [_("Director")],
    }
