"""Pages of documentation, as tests read them: their blocks, the commands they show and what those should print."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests import ROOT, environment

# What `./tapete` does with a command's first words, once all is installed.
WORDS = {"./tapete test": "python -m pytest", "./tapete run ": "", "./tapete": "python -m tapete"}


class Block(NamedTuple):
    """A fenced block: what it is written in, and its text."""

    kind: str
    text: str


def blocks(page: str) -> list[Block]:
    """A page's fenced blocks, in order."""
    source = (ROOT / page).read_text(encoding="utf-8")
    return [Block(*found) for found in re.findall(r"^```(\w+)\n(.*?)^```$", source, re.DOTALL | re.MULTILINE)]


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Each `$ command` of a block with the lines it printed."""
    found = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    return [(command, _lines(output)) for command, _, output in (part.partition("\n") for part in found)]


def run(command: str, checkout: Path, folder: Path) -> tuple[int, list[str]]:
    """Runs a page's command on a checkout, in a folder: its exit status and the lines it printed."""
    for said, meant in WORDS.items():
        command = command.replace(said, meant)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = environment(checkout, PATH=tools)
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=folder, env=env, check=False)
    return done.returncode, _lines(done.stdout + done.stderr)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]
