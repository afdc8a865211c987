"""The tests. What one takes depends on what else the machine does, so none has a deadline, and who waits is patient."""

import os
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0  # seconds until what a test waits for must have come about: only what never does should fail


def environment(checkout: Path = ROOT, **more: str) -> dict[str, str]:
    """What a process of its own is started with, so that it runs a checkout's code; xdist's width is not told."""
    own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**own, "PYTHONPATH": str(checkout / "src"), "PYTHONUTF8": "1", **more}


settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
