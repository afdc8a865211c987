"""A process that answers requests one after another, apart from the tables and with less claim to the machine."""

import asyncio
import contextlib
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Receive

import tapete
from tapete import i18n
from tapete.crew import Away
from tapete.errors import Said, TapeteError
from tapete.odds.kept import Awaited
from tapete.web.heading import spare

R = TypeVar("R")
GRACE = 1.5  # seconds in which a request that nobody waits for any more may still end by itself
END: None = None
NICE = 15
DIED = "the process that was to answer has died"


def receiving(body: bytes) -> Receive:
    """What an application receives of a request that has arrived whole: its body, and then nothing more."""
    bodies = iter([body])
    forever: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    async def receive() -> Message:
        for part in bodies:
            return {"type": "http.request", "body": part}
        return await forever

    return receive


class Called(NamedTuple):
    """A function that can be imported by name, what it is given, and the language that it speaks."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    language: str


class Result(NamedTuple):
    """What a function came to; or what it refused; or how much is done of what it waits for."""

    value: Any = None
    refused: Said | str = ""
    awaited: tuple[int, int] | None = None


class Hand:
    """One such process, started when somebody comes or when it is first needed, and anew after it was stopped.

    Once anybody has `played` it gets only what nobody else wants of the machine.
    """

    def __init__(self, played: Callable[[], bool] = lambda: False) -> None:
        self._played = played
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter
        self._coming: asyncio.Task[Any] | None = None
        self._starting = asyncio.Lock()
        self._busy = self._behind = False

    async def ready(self) -> None:
        """Has the process started, if there is none."""
        async with self._starting:
            if self._process is None or self._process.poll() is not None:
                self.stop()
                await self._start()
            if self._played() and not self._behind:
                self._give_way()

    async def ask(self, request: tuple[dict[str, Any], bytes] | Called) -> None:
        """Gives it a request: a scope and a body; or a function to call."""
        await self.ready()
        self._busy = True
        await self._tell(request)

    async def call(self, function: Callable[..., R], *args: Any) -> R:
        """What a function comes to there; what it refuses is refused here."""
        await self.ask(Called(function, args, i18n.language()))
        answered = await self._answered()
        if answered is END:
            raise Away(DIED)
        await self._answered()
        assert isinstance(answered, Result)
        if answered.awaited:
            raise Awaited(*answered.awaited)
        if answered.refused:
            said = answered.refused
            raise TapeteError(said.template, **said.values) if isinstance(said, Said) else TapeteError(said)
        value: R = answered.value
        return value

    async def answer(self) -> dict[str, Any] | None:
        """The next message of its answer; nothing more where the answer is whole, or the process has died."""
        answer: dict[str, Any] | None = await self._answered()
        return answer

    async def _answered(self) -> Any:
        try:
            answered = await self._read()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.stop()
            return END
        self._busy = self._busy and answered is not END
        return answered

    async def give_up(self) -> None:
        """Nobody waits for the answer: what can end by itself does, all else is stopped."""
        if not self._busy:
            return
        try:
            await self._tell(END)
            async with asyncio.timeout(GRACE):
                while await self._answered() is not END:
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
        self._busy = False

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        path = os.pathsep.join(filter(None, (str(Path(tapete.__file__).parents[1]), os.environ.get("PYTHONPATH"))))
        command = [sys.executable, "-m", "tapete.web.apart", str(theirs.fileno())]
        with theirs:
            process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL
            )
        os.setpriority(os.PRIO_PROCESS, process.pid, NICE)  # before it has loaded anything
        try:
            self._reader, self._writer = await asyncio.open_connection(sock=ours)
        except BaseException:  # whoever asked for it leaves at this very moment
            ours.close()
            process.kill()
            process.wait()
            raise
        self._process, self._behind = process, False

    def _give_way(self) -> None:
        """Has it leave a core the moment that anybody else wants it.

        However low its priority it would first end its slice of some milliseconds, and a command is woken a dozen
        times. Threads do as the one that starts them; there is no way back, nor need of one.
        """
        assert self._process is not None
        self._behind = True
        if hasattr(os, "SCHED_IDLE"):
            with contextlib.suppress(OSError):  # a thread has ended, or this is not allowed: its priority is low anyway
                for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
                    os.sched_setscheduler(int(thread.name), os.SCHED_IDLE, os.sched_param(0))

    async def _read(self) -> Any:
        """The next message; who stops waiting for it leaves it to be read by the next, and not half of it."""
        if self._coming is None:
            self._coming = asyncio.create_task(read(self._reader))
        message = await asyncio.shield(self._coming)
        self._coming = None
        return message

    async def _tell(self, what: object) -> None:
        with contextlib.suppress(ConnectionError):
            await write(self._writer, what)


async def apart(request: Request, function: Callable[..., R], *args: Any) -> R:
    """What a function comes to, done by the hand whose turn this request has; in a thread here, where there is none."""
    spare()
    hand: Hand | None = getattr(request.state, "hand", None)
    return await (hand.call(function, *args) if hand else run_in_threadpool(function, *args))


async def read(reader: asyncio.StreamReader) -> Any:
    """What the other side wrote."""
    size = int.from_bytes(await reader.readexactly(4), "big")
    return pickle.loads(await reader.readexactly(size))


async def write(writer: asyncio.StreamWriter, what: object) -> None:
    """Something for the other side to read."""
    data = pickle.dumps(what)
    writer.write(len(data).to_bytes(4, "big") + data)
    await writer.drain()
