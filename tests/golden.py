"""Golden playthroughs: an evening of each game in each region under each version of its procedure, with its edition.

Run as a module to write those that are missing. One that is there is never written again: a procedure that asks, says
or moves anything else than it did is another version, and the old one stays among its `earlier`.
"""

from pathlib import Path

from tapete.engine.edition import edition
from tapete.engine.transcript import Edition, Entry, Header, decode, decode_any, encode
from tapete.games import game
from tests.helpers import EVERYWHERE, sit
from tests.robot import evening

FOLDER = Path(__file__).parent / "golden"


def path(name: str, region: str, version: int) -> Path:
    """Where a game's evening is kept."""
    return FOLDER / f"{name}-{region}-{version}.jsonl"


def read(file: Path) -> tuple[Edition, list[list[Entry]]]:
    """An evening that is kept: its edition, and its rounds."""
    first, *lines = file.read_bytes().splitlines()
    kept = decode_any(first)
    assert isinstance(kept, Edition)
    rounds: list[list[Entry]] = []
    for line in lines:
        entry = decode(line)
        if isinstance(entry, Header):
            rounds.append([])
        rounds[-1].append(entry)
    return kept, rounds


def write_missing() -> None:
    """Plays and writes those that are missing."""
    FOLDER.mkdir(exist_ok=True)
    for name, region in EVERYWHERE:
        file = path(name, region, game(name).play.version)
        if not file.exists():
            rounds = evening(sit(name, region), 12, seed=20, trouble=0.05)
            kept = encode(edition(game(name).play, game(name).rules(region)))
            lines = [kept, *(line for table in rounds for line in table.lines())]
            file.write_bytes(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    write_missing()
