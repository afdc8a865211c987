"""What a server's worker runs: the application on the database that the command named."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from tapete.floor import Floor
from tapete.web.app import create_app
from tapete.web.settings import WebSettings


def application() -> FastAPI:
    """The application of this process, with a floor of its own."""
    floor = Floor(os.environ["TAPETE_DATABASE"])
    app = create_app(floor, WebSettings(secure=bool(os.environ.get("TAPETE_SECURE"))))
    served = app.router.lifespan_context

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with served(app):
            yield
        floor.close()

    app.router.lifespan_context = life
    return app
