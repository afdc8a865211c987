"""numba's `njit`, for which compiled code lasts as long as no source it may be made of has changed.

numba looks at the file of a function alone. What a kernel calls, and the constants it freezes, lie in other files: so
compiled code is kept in a folder named by a stamp of all that a kernel can import.
"""

import atexit
import contextlib
import hashlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
from numba import njit

__all__ = ["njit"]

HERE = Path(__file__).parent
# The rooms above the games, which no kernel can import: whoever edits a page need not wait for kernels.
ABOVE = {"audit", "cli", "floor", "locale", "web"}
DAY = 24 * 3600

config: Any = numba.config


def sources(root: Path) -> Iterator[Path]:
    """The files that a kernel may be made of."""
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


def _folder() -> Path:
    """Where compiled code is kept now."""
    name = f"numba-{stamp(HERE)}"
    for kept in _places():
        new = not (kept / name).exists()
        if _can_be_written(kept / name):
            if new:
                _forget_older(kept)
            return kept / name
    return _passing()


def _places() -> Iterator[Path]:
    """Where it may be kept: where numba was told to, or beside the sources; else where the user keeps such things."""
    yield Path(config.CACHE_DIR or HERE / "__pycache__")
    with contextlib.suppress(RuntimeError):  # a user may have no home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapete"


def _forget_older(kept: Path) -> None:
    """What was kept for older sources goes, a day after it was last added to."""
    for other in kept.glob("numba-*"):
        with contextlib.suppress(OSError):  # another process may have been quicker
            if time.time() - other.stat().st_mtime > DAY:
                shutil.rmtree(other)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _passing() -> Path:
    """A folder of this process alone: one that others might have filled would have their code run."""
    folder = tempfile.mkdtemp(prefix="tapete-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    logging.getLogger("tapete").warning(
        "tapete: compiled code cannot be kept, so every start compiles anew; NUMBA_CACHE_DIR may name a folder for it"
    )
    return Path(folder)


config.CACHE_DIR = str(_folder())
