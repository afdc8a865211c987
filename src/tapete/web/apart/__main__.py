"""The process at the other end of a hand: the part of the application that computes, without a database."""

import asyncio
import os
import socket
import sys
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.types import Message

from tapete import i18n
from tapete.crew import called
from tapete.errors import TapeteError
from tapete.odds.kept import Awaited, impatient
from tapete.web.apart.hands import END, Called, Result, read, receiving, write
from tapete.web.app import computing


async def serve(sock: socket.socket) -> None:
    """Answers requests until the server that asks is gone."""
    app = computing()
    reader, writer = await asyncio.open_connection(sock=sock)
    task: asyncio.Task[None] | None = None
    while True:
        try:
            asked = await read(reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            os._exit(0)  # nobody is left to tell, and a thread may be counting
        if isinstance(asked, Called):
            task = asyncio.create_task(_call(asked, writer))
        elif asked is not END:
            scope, body = asked
            task = asyncio.create_task(_answer(app, scope, body, writer))
        elif task is not None:
            task.cancel()


async def _answer(app: FastAPI, scope: dict[str, Any], body: bytes, writer: asyncio.StreamWriter) -> None:
    async def send(message: Message) -> None:
        await write(writer, message)

    visitor = scope["state"]["visitor"]
    i18n.speak(visitor.language)
    try:
        with impatient():
            await app(scope, receiving(body), send)
    except asyncio.CancelledError:
        pass
    finally:
        await write(writer, END)


async def _call(asked: Called, writer: asyncio.StreamWriter) -> None:
    i18n.speak(asked.language)
    try:
        with impatient():
            result = Result(await run_in_threadpool(asked.function, *asked.args))
    except Awaited as error:
        result = Result(awaited=(error.done, error.of))
    except TapeteError as error:
        result = Result(refused=error.text)
    except asyncio.CancelledError:
        result = Result()
    try:
        await write(writer, result)
    finally:
        await write(writer, END)


def main() -> None:
    """Serves the socket that was handed over."""
    with called(os.environ.get("TAPETE_CLUSTER")):
        asyncio.run(serve(socket.socket(fileno=int(sys.argv[1]))))


if __name__ == "__main__":
    main()
