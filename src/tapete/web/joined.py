"""What is written to a connection in one turn of the loop goes out at once: the head of an answer with its body.

uvicorn writes them one after the other, and uvloop hands each to the system as it comes: two calls of it for a short
answer, and a client that is woken for half of one.
"""

import asyncio
from typing import Any

HELD = 1 << 14  # bytes at most that wait for the end of the turn: who writes much is to see when nobody reads it


class Joined:
    """A transport as uvicorn uses one, before the one that it stands for."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Keeps it for the end of the turn, unless that is much."""
        if not self._held:
            self._loop.call_soon(self._send)
        self._held.append(data)
        self._size += len(data)
        if self._size > HELD:
            self._send()

    def close(self) -> None:
        """Ends the connection once all is sent."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        held, self._held, self._size = self._held, [], 0
        if held and not self._transport.is_closing():
            self._transport.write(held[0] if len(held) == 1 else b"".join(held))
