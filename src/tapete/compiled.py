"""numba's `njit`, for which compiled code lasts as long as no source it may be made of has changed.

numba looks at the file of a function alone. What a kernel calls, and the constants it freezes, lie in other files: so
compiled code is kept in a folder named by a stamp of all that a kernel can import.

What takes long to compile: a door from Python for tuples of arrays, which `jitable` leaves out; an array assigned to
a slice of another, for which numba compiles how the strings of a message are made. Loops do the same.
"""

import atexit
import contextlib
import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import njit
from numba.extending import register_jitable

from tapete.stamp import HERE, forget_older, own_folder, stamp

__all__ = ["jitable", "njit"]

config: Any = numba.config


def jitable(function: Callable[..., Any]) -> Any:
    """For what only compiled code calls: it is kept with what calls it. Called from Python it runs as it is written."""
    register_jitable(no_cfunc_wrapper=True)(function)
    return function


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
