"""The README runs: every command it shows prints what it shows."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


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
