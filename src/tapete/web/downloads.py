"""Tables to take along, as CSV."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from fastapi.responses import Response

CSV = "text/csv; charset=utf-8"
NUMBER = re.compile(r"-?\d+([.,]\d+)*(\s?€)?")


def csv_of(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Rows to take along."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return Response(
        text.getvalue(), media_type=CSV, headers={"Content-Disposition": f'attachment; filename="{name}.csv"'}
    )


def _plain(cell: object) -> str:
    """A cell as text: what a spreadsheet would take for a formula stands behind an apostrophe.

    >>> _plain("=1+1"), _plain("-12.5"), _plain("-1.200,50 €"), _plain("ana"), _plain(None)
    ("'=1+1", '-12.5', '-1.200,50 €', 'ana', '')
    """
    text = "" if cell is None else str(cell)
    return f"'{text}" if text[:1] in "=+-@\t\r" and text and not NUMBER.fullmatch(text) else text
