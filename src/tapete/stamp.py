"""A stamp of the sources: what was made by them is kept under it, for as long as they stay as they are."""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
# The rooms above the games, of which nothing that is kept is made: whoever edits a page need not wait for kernels.
ABOVE = {"audit", "cli", "floor", "locale", "torneo", "web"}
DAY = 24 * 3600


def sources(root: Path) -> Iterator[Path]:
    """The files that kernels and odds may be made of."""
    for part in root.iterdir():
        if part.suffix == ".py":
            yield part
        elif part.name not in ABOVE:
            yield from part.rglob("*.py")


def stamp(root: Path) -> str:
    """What those files look like from outside: their names, sizes and times."""
    seen = []
    for path in sources(root):
        about = path.stat()
        seen.append((path.relative_to(root).as_posix(), about.st_size, about.st_mtime_ns))
    return hashlib.sha256(repr(sorted(seen)).encode()).hexdigest()[:16]


def own_folder() -> Path:
    """Where the user keeps what can be made again; who has no home has none."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapete"


def forget_older(kept: Path, kind: str) -> None:
    """What was kept for older sources goes, a day after it was last added to."""
    for other in kept.glob(f"{kind}-*"):
        with contextlib.suppress(OSError):  # another process may have been quicker
            if time.time() - other.stat().st_mtime > DAY:
                shutil.rmtree(other)
