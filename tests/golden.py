"""Golden playthroughs: an evening of each game in each region, kept as a transcript. Run as a module to renew them."""

from pathlib import Path

from tests.helpers import EVERYWHERE, sit
from tests.robot import evening

FOLDER = Path(__file__).parent / "golden"


def path(name: str, region: str) -> Path:
    """Where a game's evening is kept."""
    return FOLDER / f"{name}-{region}.jsonl"


def renew() -> None:
    """Plays and writes them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, region in EVERYWHERE:
        rounds = evening(sit(name, region), 12, seed=20, trouble=0.05)
        path(name, region).write_bytes(b"".join(line + b"\n" for table in rounds for line in table.lines()))


if __name__ == "__main__":
    renew()
