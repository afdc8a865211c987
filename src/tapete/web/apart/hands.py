"""A process that answers requests one after another, apart from the tables and with less claim to the machine."""

import asyncio
import contextlib
import os
import pickle
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import tapete

GRACE = 1.5  # seconds in which a request that nobody waits for any more may still end by itself
END: None = None
NICE = 15


class Hand:
    """One such process, started when it is first needed, and anew after it was stopped."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter
        self._coming: asyncio.Task[Any] | None = None

    async def ask(self, request: tuple[dict[str, Any], bytes]) -> None:
        """Gives it a request: a scope and a body."""
        if self._process is None or self._process.poll() is not None:
            await self._start()
        await self._tell(request)

    async def answer(self) -> dict[str, Any] | None:
        """The next message of its answer; nothing more where the answer is whole, or the process has died."""
        try:
            found: dict[str, Any] | None = await self._read()
            return found
        except (asyncio.IncompleteReadError, ConnectionError):
            self.stop()
            return END

    async def give_up(self) -> None:
        """Nobody waits for the answer: what can end by itself does, all else is stopped."""
        try:
            await self._tell(END)
            async with asyncio.timeout(GRACE):
                while await self._read() is not END:
                    pass
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            self.stop()

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._writer.close()
            if self._coming is not None:
                self._coming.cancel()
            self._process = self._coming = None

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        path = os.pathsep.join(filter(None, (str(Path(tapete.__file__).parents[1]), os.environ.get("PYTHONPATH"))))
        command = [sys.executable, "-m", "tapete.web.apart", str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL
            )
        os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)  # before it has loaded anything
        self._reader, self._writer = await asyncio.open_connection(sock=ours)

    async def _read(self) -> Any:
        """The next message; who stops waiting for it leaves it to be read by the next, and not half of it."""
        if self._coming is None:
            self._coming = asyncio.create_task(read(self._reader))
        found = await asyncio.shield(self._coming)
        self._coming = None
        return found

    async def _tell(self, what: object) -> None:
        with contextlib.suppress(ConnectionError):
            await write(self._writer, what)


async def read(reader: asyncio.StreamReader) -> Any:
    """What the other side wrote."""
    size = int.from_bytes(await reader.readexactly(4), "big")
    return pickle.loads(await reader.readexactly(size))


async def write(writer: asyncio.StreamWriter, what: object) -> None:
    """Something for the other side to read."""
    data = pickle.dumps(what)
    writer.write(len(data).to_bytes(4, "big") + data)
    await writer.drain()
