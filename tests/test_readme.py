"""What is documented runs: every command that is shown prints what is shown, every file that is shown is allowed."""

import re
import tomllib
from pathlib import Path

import pytest

from tapete.cli.tables import check
from tests import ROOT
from tests.pages import Block, blocks, commands, run

PAGES = ("README.md", "docs/draws.md", "docs/tournaments.md")
BLOCKS = [block for page in PAGES for block in blocks(page) if block.kind == "console"]
FILES = [block for page in (*PAGES, "docs/table.md") for block in blocks(page) if block.kind == "toml"]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_readme_runs(block: Block, tmp_path: Path) -> None:
    for command, shown in commands(block):
        assert run(command, ROOT, tmp_path)[1] == shown, command


@pytest.mark.parametrize("block", FILES)
def test_a_file_that_is_shown_is_allowed(block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shown.toml").write_text(block.text, encoding="utf-8")
    assert check(tmp_path / "shown.toml") == 0, capsys.readouterr().out


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) >= 3 and len(FILES) >= 3


def test_the_table_of_rooms_is_the_contract_of_imports() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| room |")[2].partition("\n\n")[0]
    told = [re.findall(r"`(\w+)", row.split("|")[1]) for row in table.splitlines()[2:]]
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    held = [layer.split(" | ") for layer in tools["importlinter"]["contracts"][0]["layers"] if layer != "__main__"]
    assert told == held
