"""numba's `njit`, for which compiled code lasts as long as no source it is made of has changed.

numba looks at the file of a function alone. What a kernel calls lies in other files, a game's `settle.py` first of all,
and a change there would go unnoticed: so compiled code is kept in a folder named by a stamp of all those files.
"""

import hashlib
import shutil
import time
from pathlib import Path
from typing import Any

import numba
from numba import njit

__all__ = ["njit"]

HERE = Path(__file__).parent
ROOMS = ("cards", "games", "money", "odds", "sim")
DAY = 24 * 3600

config: Any = numba.config


def stamp(root: Path) -> str:
    """What the sources that kernels are made of look like from outside: their names, sizes and times."""
    seen = []
    for path in sorted(found for room in ROOMS for found in (root / room).rglob("*.py")):
        about = path.stat()
        seen.append((path.relative_to(root).as_posix(), about.st_size, about.st_mtime_ns))
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def _folder() -> Path:
    """Where compiled code is kept now. What was kept for older sources goes, a day after it was last added to."""
    kept = Path(config.CACHE_DIR or HERE / "__pycache__")
    now = kept / f"numba-{stamp(HERE)}"
    if not now.exists():
        for other in kept.glob("numba-*"):
            if time.time() - other.stat().st_mtime > DAY:
                shutil.rmtree(other, ignore_errors=True)
    return now


config.CACHE_DIR = str(_folder())
