"""Golden playthroughs replay to the byte by their own edition: a change that alters a procedure is seen here."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tapete.engine.round import replay
from tapete.engine.transcript import encode
from tapete.games import game
from tapete.games.editions import restored
from tests.golden import FOLDER, path, read
from tests.helpers import EVERYWHERE


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.jsonl")), ids=lambda file: file.stem)
def test_a_golden_evening_replays_to_the_byte_by_its_own_edition(file: Path) -> None:
    """However rulebooks have changed since; by the version of the procedure that it names, which is still here."""
    edition, rounds = read(file)
    play, rules = restored(edition)
    assert len(rounds) == 12
    for entries in rounds:
        assert replay(play, rules, entries).lines() == [encode(entry) for entry in entries]


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_version_of_every_procedure_has_its_golden_evening(name: str, region: str) -> None:
    play = game(name).play
    assert [version for version in range(1, play.version + 1) if not path(name, region, version).exists()] == []
    assert [play.at(version).version for version in range(1, play.version + 1)] == [*range(1, play.version + 1)]


def test_a_golden_evening_is_never_written_again() -> None:
    """A procedure whose output changes has a new version, and a new file: no commit changes one that was there."""
    root = FOLDER.parent.parent
    if not shutil.which("git") or not (root / ".git").exists():
        pytest.skip("no git history here")
    names = ["log", "--diff-filter=MD", "--format=", "--name-only", "--", "tests/golden/*-[0-9]*.jsonl"]
    changed = subprocess.run(["git", "-C", root, *names], capture_output=True, text=True, check=True).stdout.split()
    assert changed == []
