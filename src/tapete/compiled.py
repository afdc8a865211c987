"""numba's `njit`, for which compiled code lasts as long as no source it may be made of has changed.

numba looks at the file of a function alone. What a kernel calls, and the constants it freezes, lie in other files: so
compiled code is kept in a folder named by a stamp of all that a kernel can import.
"""

import atexit
import contextlib
import logging
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
from numba import njit

from tapete.stamp import HERE, forget_older, own_folder, stamp

__all__ = ["njit"]

config: Any = numba.config


def _folder() -> Path:
    """Where compiled code is kept now."""
    name = f"numba-{stamp(HERE)}"
    for kept in _places():
        new = not (kept / name).exists()
        if _can_be_written(kept / name):
            if new:
                forget_older(kept, "numba")
            return kept / name
    return _passing()


def _places() -> Iterator[Path]:
    """Where it may be kept: where numba was told to, or beside the sources; else where the user keeps such things."""
    yield Path(config.CACHE_DIR or HERE / "__pycache__")
    with contextlib.suppress(RuntimeError):  # a user may have no home
        yield own_folder()


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
