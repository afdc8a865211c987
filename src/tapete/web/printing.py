"""Pages to be printed: a template filled in by typst, apart from the tables; books in every language of a text."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from tapete import i18n
from tapete.web.apart.hands import apart
from tapete.web.downloads import csv_of
from tapete.web.render import HERE

BOOK = HERE / "templates" / "books" / "book.typ"


async def pdf(request: Request, name: str, template: Path, **inputs: object) -> Response:
    """A template with what it is given, as a file of a name to be looked at."""
    printed = await apart(request, typeset, template, {key: json.dumps(value) for key, value in inputs.items()})
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(printed, media_type="application/pdf", headers=headers)


async def book(
    request: Request, name: str, languages: Iterable[str], content: Callable[[], dict[str, Any]]
) -> Response:
    """A book with lines for signatures, in each of some languages; in the reader's, if there are none.

    What is asked for as `.csv` is the same in rows: titles, columns and words of one language after another.
    """
    parts = spoken_in(languages, content)
    if request.url.path.endswith(".csv"):
        first, *rest = [row for part in parts for row in _rows(part)]
        return csv_of(name, first, rest)
    return await pdf(request, name, BOOK, parts=parts)


def spoken_in(languages: Iterable[str], content: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """The same content in each of some languages; in the reader's, if there are none."""
    parts = []
    for language in tuple(languages) or (i18n.language(),):
        with i18n.speaking(language):
            parts.append({"language": language, **content()})
    return parts


def _rows(part: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    """A book in one language, row by row."""
    yield from ([part["heading"]], [part["title"]], *([line] for line in part["source"].splitlines()))
    for table in part["tables"]:
        named = ([table["heading"]], table["columns"])
        yield from ([], *(row for row in named if any(row)), *table["rows"])
    said = (*part.get("notes", ()), part["total"])
    yield from ([], *([line] for line in said if line), part["signatures"], [])


def rows_of(heading: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> dict[str, Any]:
    """A table of a book."""
    return {"heading": heading, "columns": list(columns), "rows": [list(row) for row in rows]}


def typeset(template: Path, inputs: dict[str, str]) -> bytes:
    """The file itself."""
    import typst

    return bytes(typst.compile(template.read_bytes(), sys_inputs=inputs))
