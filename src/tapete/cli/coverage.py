"""`coverage`: what becomes of every section of the texts."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Annotated

from cyclopts import Parameter

from tapete.cli.output import answer, say, table
from tapete.games import books
from tapete.law.coverage import STATES, Row, State, account
from tapete.law.coverage import coverage as sections
from tapete.law.text import regions, text


def coverage(region: Annotated[str | None, Parameter(name="REGION")] = None, /, *, state: State | None = None) -> None:
    """Every section of the texts: does it run, is it checked, cited only, without a rule, or missing?

    Parameters
    ----------
    region
        Only this region's text, section by section; without it, how many of each there are by chapter.
    state
        Only the sections in this state.
    """
    chosen = regions() if region is None else (text(region).region,)
    rows = [row for where in chosen for row in sections(where, books(where)) if state in (None, row.state)]
    keys = ("region", "article", "title", "state", "rests", "tests", "why")
    data = [{key: getattr(row, key) for key in keys} for row in rows]
    answer(data, lambda: _list(rows) if region or state else _count(rows))


def _count(rows: Iterable[Row]) -> None:
    """How many sections there are in each state, by text and chapter."""
    for where, of_text in groupby(rows, key=attrgetter("region")):
        chapters, lines, total = account(where).chapters, [], Counter[str]()
        for chapter, of_chapter in groupby(of_text, key=attrgetter("chapter")):
            states = Counter(row.state for row in of_chapter)
            total += states
            lines.append((chapters[chapter], *(states[state] or "" for state in STATES)))
        lines.append(("in all", *(total[state] for state in STATES)))
        table(f"{where}: {text(where).text}", ["chapter", *STATES], lines, right=STATES)


def _list(rows: list[Row]) -> None:
    """Every section with what rests on it, or why nothing does."""
    for (where, chapter), of_chapter in groupby(rows, key=attrgetter("region", "chapter")):
        table(f"{where}: {account(where).chapters[chapter]}", ["state", "section"], [_line(row) for row in of_chapter])
    states = Counter(row.state for row in rows)
    say(", ".join(f"{states[state]} {state}" for state in STATES if states[state]) or "No section.")


def _line(row: Row) -> tuple[str, str]:
    below = " ".join(row.rests) or row.why
    held = f"{len(row.tests)} test{'s' * (len(row.tests) > 1)}" if row.tests else ""
    return row.state, "\n".join(filter(None, (f"{row.article}  {row.title}", below, held)))
