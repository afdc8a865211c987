"""What a server's worker runs: the application on the database that the command named."""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType

from fastapi import FastAPI

from tapete.floor import Floor
from tapete.web.app import create_app
from tapete.web.settings import WebSettings

PROCESSES = max(2, os.cpu_count() or 1)
# How long a thread that computes may keep the others waiting. A command goes through a dozen hands, each of which would
# wait Python's usual 5 ms for a page that is being written.
SWITCH_SECONDS = 0.0002
# How many objects are made until Python looks for garbage among them. By its usual 700 it would look through all tables
# that are being played once a second, and stop them for 20 ms.
LOOKED_THROUGH = 10_000


def application() -> FastAPI:
    """The application of this process, with a floor of its own."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_after, args=[parent], name="tapete parent", daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(LOOKED_THROUGH)
    # What uvicorn warns of is what somebody sent that is no request: it is answered, and no event of the house's.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    floor = Floor(os.environ["TAPETE_DATABASE"])
    given = os.environ
    hosts = tuple(given.get("TAPETE_HOSTS", "").split())
    settings = WebSettings(
        bool(given.get("TAPETE_SECURE")), given.get("TAPETE_ADDRESS", ""), hosts, processes=PROCESSES
    )
    app = create_app(floor, settings)
    served = app.router.lifespan_context

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        _before_ending(floor.feed.end)
        floor.automatic.start()
        async with served(app):
            gc.freeze()  # what is there from the start stays: looking through it for garbage would stop every table
            yield
        floor.close()

    app.router.lifespan_context = life
    return app


def _before_ending(end: Callable[[], None]) -> None:
    """Has something done when the server is asked to stop, before it waits for open connections to end."""
    loop = asyncio.get_running_loop()

    def add(number: signal.Signals) -> None:
        stop = signal.getsignal(number)
        assert callable(stop)

        def stopping(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(end)
            stop(number, frame)

        signal.signal(number, stopping)

    for number in (signal.SIGTERM, signal.SIGINT):
        add(number)


def _end_after(parent: multiprocessing.process.BaseProcess) -> None:
    """A worker whose parent was killed must not keep its port and serve on unseen."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
