"""Tables on narrow terminals: whatever a rulebook says, no word of it is broken, and nothing is wider."""

import re

import pytest

from tapete.cli.catalogue import show_rules
from tapete.games import game, games
from tapete.law.compare import written


@pytest.mark.parametrize(("name", "region"), [(each.id, region) for each in games() for region in each.regions])
def test_no_word_of_a_rulebook_is_broken(
    name: str, region: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = written(game(name).rules(region))

    def words(columns: int) -> set[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        show_rules("", rows)
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= columns
        return set(re.findall(r"\w+", shown))

    whole = words(1000)
    for columns in (60, 80, 100):
        assert not words(columns) - whole
