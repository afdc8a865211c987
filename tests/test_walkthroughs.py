"""The pages that walk through adding a region and a game work, step by step, in a copy of the checkout."""

import shutil
from pathlib import Path

import pytest

from tests import ROOT
from tests.pages import Block, blocks, commands, run


@pytest.mark.parametrize("page", ["docs/add-a-region.md", "docs/add-a-game.md"])
def test_a_page_can_be_followed(page: str, tmp_path: Path) -> None:
    for part in ("src", "tests"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for block in blocks(page):
        if block.kind == "console":
            follow(block, tmp_path)
        else:
            write(block, tmp_path)


def follow(block: Block, checkout: Path) -> None:
    """Runs the commands; each succeeds, and prints what it shows if it shows anything."""
    for command, shown in commands(block):
        status, printed = run(command, checkout, checkout)
        assert status == 0, printed
        assert not shown or printed == shown, command


def write(block: Block, checkout: Path) -> None:
    """Writes a file, or changes one, that the block's first line names."""
    name, _, text = block.text.partition("\n")
    path = checkout / name.removeprefix("# ")
    if block.kind != "diff":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    before, after = ("".join(line[1:] for line in text.splitlines(True) if line[0] in kept) for kept in (" -", " +"))
    source = path.read_text(encoding="utf-8")
    assert source.count(before) == 1
    path.write_text(source.replace(before, after), encoding="utf-8")
