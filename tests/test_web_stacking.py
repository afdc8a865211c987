"""Tables that are wider than a phone: their cells go under one another, and each says its heading."""

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from tapete.web import render
from tapete.web.stacking import stacked

TEMPLATES = Path(render.__file__).parent / "templates"
TABLE = re.compile(r"<table\b([^>]*)>(.*?)</table>", re.DOTALL)
# Tables that are to be read across and down, and those of so few narrow columns that they fit a phone.
GRIDS = {"catalogue/moments.html", "tables/list.html", "people/people.html", "tournaments/tournament.html"}


def test_cells_say_the_headings_of_their_columns_as_they_are_seen() -> None:
    head = (
        '<thead><tr><th scope="col"><span class="hidden">Choose</span></th><th>Bet</th><th class="num">It "pays"</th>'
    )
    rows = '<tr><td><input></td><th scope="row">17</th><td class="num">35 &lt; 36</td></tr>'
    found = stacked(Markup(f"<table>{head}</tr></thead><tbody>{rows}{rows}</tbody></table>"))
    said = '<td class="num" data-head="It &quot;pays&quot;">35 &lt; 36</td>'
    assert found.count("data-head") == found.count(said) == 2 and found.count("<td><input></td>") == 2


def test_a_cell_across_several_columns_says_none_and_those_after_it_say_their_own() -> None:
    head = "<thead><tr><th>A</th><th>B</th><th>C</th><th>D</th></tr></thead>"
    found = stacked(f'<table>{head}<tr><th>1</th><td colspan="2">2</td><td>3</td></tr></table>')
    assert '<td colspan="2">2</td><td data-head="D">3</td>' in found


def test_a_cell_with_nothing_in_it_is_left_empty_so_that_its_heading_is_not_shown() -> None:
    head = "<thead><tr><th>A</th><th>Prize</th></tr></thead>"
    assert '<td data-head="Prize"></td>' in stacked(f"<table>{head}<tr><th>1</th><td>\n  </td></tr></table>")


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.stem)
def test_every_table_of_several_columns_stacks(path: Path) -> None:
    if str(path.relative_to(TEMPLATES)) in GRIDS:
        return
    text = path.read_text(encoding="utf-8")
    for found in TABLE.finditer(text):
        if found[2].count('<th scope="col"') > 2:
            assert "stacks" in found[1] and text[: found.start()].endswith("{% filter stacked %}"), found[0][:200]
