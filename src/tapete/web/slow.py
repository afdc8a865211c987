"""Whoever sends a request by drops or without end, or reads an answer so, is cut off: each part has its time."""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tapete import i18n
from tapete.web.joined import Joined

HEAD_SECONDS = 15.0
BODY_SECONDS = 60.0
READ_SECONDS = 60.0  # in which somebody takes the tens of kilobytes that wait for them
LARGEST_HEAD = 1 << 16
LARGEST = 1 << 26  # of a request in all: the largest log, in the smallest chunks


class Impatient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, which of itself waits for ever for the head of a request."""

    _timer: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _heard: Any = None
    _size = 0

    def connection_made(self, transport: Any) -> None:
        """The head of the first request is waited for."""
        super().connection_made(Joined(transport, self.loop))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Once a head is whole the request has begun; what comes after it is the next one's."""
        super().data_received(data)
        if self.cycle is not self._heard:
            large = self._size + len(data) > LARGEST_HEAD and _head(self.cycle.scope) > LARGEST_HEAD
            self._heard, self._size = self.cycle, LARGEST + 1 if large else 0
            self._stop()
        elif self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._size = len(data)
            self._wait()
        else:
            self._size += len(data)
        if self._size > (LARGEST if self._timer is None else LARGEST_HEAD):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop()
        self._read_on()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """As much waits to be read as is kept for anybody."""
        super().pause_writing()
        self._reading = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Most of it was read."""
        super().resume_writing()
        self._read_on()

    def _read_on(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _head(scope: Any) -> int:
    """How many bytes the head of a request had."""
    return len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(a) + len(b) for a, b in scope["headers"])


class Late(HTTPException):
    """A body that did not arrive in time."""

    def __init__(self) -> None:
        super().__init__(408, i18n.gettext("The request did not arrive in time."), {"Connection": "close"})


def punctual(receive: Receive, seconds: float = BODY_SECONDS) -> Receive:
    """The same body, each part of which must have arrived some seconds after the request began."""
    due, whole = asyncio.get_running_loop().time() + seconds, False

    async def received() -> Message:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(due):
                message = await receive()
        except TimeoutError:
            raise Late from None
        whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return received
