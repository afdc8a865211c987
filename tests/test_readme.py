"""The README runs: every command it shows prints what it shows."""

import re
import tomllib
from pathlib import Path

import pytest

from tests import ROOT
from tests.pages import Block, blocks, commands, run

BLOCKS = [block for block in blocks("README.md") if block.kind == "console"]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_readme_runs(block: Block, tmp_path: Path) -> None:
    for command, shown in commands(block):
        assert run(command, ROOT, tmp_path)[1] == shown, command


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) >= 3


def test_the_table_of_rooms_is_the_contract_of_imports() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| room |")[2].partition("\n\n")[0]
    told = [re.findall(r"`(\w+)", row.split("|")[1]) for row in table.splitlines()[2:]]
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    held = [layer.split(" | ") for layer in tools["importlinter"]["contracts"][0]["layers"] if layer != "__main__"]
    assert told == held
