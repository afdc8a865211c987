"""`session`, `waiting` and `conduct`: a casino's session, the lists of its tables, and its register of infractions."""

from typing import TYPE_CHECKING

from tapete.cli.books import when
from tapete.cli.database import HERE, Database, casino
from tapete.cli.output import answer, say, table

if TYPE_CHECKING:
    from tapete.audit.breach import Breach
    from tapete.floor.duty import Lack
    from tapete.floor.session import Session


def session(*, database: Database = HERE) -> int:
    """The session of a casino: its hours, who is on duty where, and what its text asks for and is missing now."""
    with casino(database) as floor:
        last, lacks = floor.sessions.last(), floor.duty.missing()
    data = {"session": _told(last) if last else None, "missing": [_lack(lack) for lack in lacks]}

    def shown() -> None:
        if last is None:
            say("No session has been held yet.")
            return
        state = "open" if last.ended is None else f"ended at {when(last.ended)}"
        say(f"Session {last.number}, {last.region}, from {when(last.opened)} until {when(last.until)}: {state}.")
        rows = [(post.table, post.who, post.post, when(post.since)) for post in last.posts]
        table("On duty", ("Table", "Who", "Post", "Since"), rows)
        for lack in lacks:
            at = f"{lack.table} ({lack.name}), " if lack.table else ""
            say(f"{at}{_missing(lack.breach)}")
        if last.ended is None and not lacks:
            say("Nothing is missing.")

    answer(data, shown)
    return 1 if lacks else 0


def waiting(*, database: Database = HERE) -> int:
    """Who waits for a seat at the tables of a casino, in their order, and until when one is kept for whom is called."""
    from tapete.floor.line import KEPT

    with casino(database) as floor:
        lines = [(floor.tables.table(table), floor.lines.of(table)) for table in floor.lines.tables()]
    rows = [
        (here, number, one.name, one.called + KEPT if one.called else None)
        for here, line in lines
        for number, one in enumerate(line, 1)
    ]
    data = [
        {"table": here.public_id, "table_name": here.name, "number": number, "name": name, "until": until}
        for here, number, name, until in rows
    ]

    def shown() -> None:
        if not rows:
            say("Nobody waits for a seat.")
            return
        told = [(here.name, number, name, when(until) if until else "") for here, number, name, until in rows]
        table("Waiting for a seat", ("Table", "Number", "Who", "Called: kept until"), told)

    answer(data, shown)
    return 0


def conduct(*, database: Database = HERE) -> int:
    """The register of infractions of a casino: who did what, how serious it is in the end, and what came of it."""
    with casino(database) as floor:
        files = floor.conduct.files()
    data = [
        {
            **{name: getattr(case, name) for name in ("number", "at", "by", "region", "table", "round", "who")},
            **{name: getattr(case, name) for name in ("rule", "article", "severity", "told")},
            "weighed": weighed._asdict(),
            "steps": [step._asdict() for step in case.steps],
            "due": file.due.isoformat() if file.due else None,
        }
        for file in files
        for case, weighed in [(file.case, file.weighed)]
    ]

    def shown() -> None:
        rows = [
            (
                case.number,
                when(case.at),
                case.who,
                ": ".join(filter(None, (case.article, case.name))),
                " ".join(filter(None, (weighed.severity, weighed.article and f"({weighed.article})"))),
                ", ".join(step.what for step in case.steps),
                file.due.isoformat() if file.due else "",
            )
            for file in files
            for case, weighed in [(file.case, file.weighed)]
        ]
        table("Cases", ("Case", "When", "Who", "What", "Severity", "What came of it", "Due"), rows)

    answer(data, shown)
    return 0


def _told(session: "Session") -> dict[str, object]:
    hours = {"opened": session.opened, "until": session.until, "ended": session.ended}
    return {
        "number": session.number,
        "region": session.region,
        **hours,
        "posts": [post._asdict() for post in session.posts],
    }


def _missing(breach: "Breach") -> str:
    by = f" ({breach.article})" if breach.article else ""
    if breach.where.startswith(("notices.", "papers.")):
        return f"{breach.right}; {breach.what}{by}"
    return f"{breach.where}: {breach.what}; it must be {breach.right}{by}"


def _lack(lack: "Lack") -> dict[str, object]:
    return {"table": lack.table, **lack.breach.as_json()}
