"""Tables on a narrow window: each cell says the heading of its column, and style sheets set cells under one another.

`{% filter stacked %}<table class="stacks">…</table>{% endfilter %}` is all that a template writes.
"""

import re
from collections.abc import Iterator

from markupsafe import Markup

HEAD = re.compile(r"<thead>.*?</thead>", re.DOTALL)
HEADING = re.compile(r"<th\b([^>]*)>(.*?)</th>", re.DOTALL)
HIDDEN = re.compile(r'<span class="hidden">.*?</span>', re.DOTALL)  # heard, and not seen
TAG = re.compile(r"<[^>]*>")
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<(td|th)\b([^>]*)>")
BLANK = re.compile(r"(<td\b[^>]*>)\s+(</td>)")  # what says nothing is not shown with its heading
SPAN = re.compile(r'\bcolspan="(\d+)"')


def stacked(table: str) -> Markup:
    """A table whose cells carry the headings of their columns; a cell across several has the whole row's width.

    >>> print(stacked('<thead><tr><th>Bet</th><th>Pays</th></tr></thead><tr><th>17</th><td>35</td></tr>'))
    <thead><tr><th>Bet</th><th>Pays</th></tr></thead><tr><th>17</th><td data-head="Pays">35</td></tr>
    """
    plain = str(table)  # markup would escape what is put into it
    head = HEAD.search(plain)
    assert head, "a table without headings has nothing to say beside its cells"
    headings = list(_headings(head[0]))
    body = ROW.sub(lambda row: _row(row[0], headings), plain[head.end() :])
    return Markup(plain[: head.end()] + body)  # what a template has escaped, with its own headings


def _headings(head: str) -> Iterator[str]:
    for attributes, inner in HEADING.findall(head):
        said = TAG.sub("", HIDDEN.sub("", inner)).strip().replace('"', "&quot;")
        yield from [said] * _across(attributes)


def _row(row: str, headings: list[str]) -> str:
    column = 0

    def headed(cell: re.Match[str]) -> str:
        nonlocal column
        at, across = column, _across(cell[2])
        column += across
        if cell[1] == "th" or across > 1 or not headings[at]:
            return cell[0]
        return f'<td{cell[2]} data-head="{headings[at]}">'

    return BLANK.sub(r"\1\2", CELL.sub(headed, row))


def _across(attributes: str) -> int:
    span = SPAN.search(attributes)
    return int(span[1]) if span else 1
