"""The README runs: every command it shows prints what it shows."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


def commands(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a block with the lines it printed."""
    found = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output.rstrip()) for command, _, output in (part.partition("\n") for part in found)]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_readme_runs(block: str, tmp_path: Path) -> None:
    for command, shown in commands(block):
        script = command.replace("./tapete", f"{shlex.quote(sys.executable)} -m tapete")
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
        found = subprocess.run(script, shell=True, capture_output=True, text=True, cwd=tmp_path, env=env, check=False)
        printed = [line.rstrip() for line in (found.stdout + found.stderr).splitlines() if line.strip()]
        assert printed == [line.rstrip() for line in shown.splitlines() if line.strip()], command


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) >= 3


def test_the_table_of_rooms_is_the_contract_of_imports() -> None:
    table = README.partition("| room |")[2].partition("\n\n")[0]
    told = [re.findall(r"`(\w+)", row.split("|")[1]) for row in table.splitlines()[2:]]
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    held = [layer.split(" | ") for layer in tools["importlinter"]["contracts"][0]["layers"] if layer != "__main__"]
    assert told == held
