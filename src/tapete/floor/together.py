"""What is asked for while others are being served is done together with them: by one thread, at one go."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

Wanted = TypeVar("Wanted")
Given = TypeVar("Given")


class Together(Generic[Wanted, Given]):
    """Serves the coroutines of any number of loops; if the work fails, it has failed for all who were served."""

    def __init__(self, name: str, work: Callable[[list[Wanted]], list[Given]]) -> None:
        self.work = work
        self._pool = ThreadPoolExecutor(1, name)
        self._lines: dict[int, _Line[Wanted, Given]] = {}

    async def ask(self, what: Wanted) -> Given:
        """What the work gives for this, once it is done."""
        # By thread: asking asyncio for the loop is a call of the system each time.
        line = self._lines.get(threading.get_ident())
        if line is None or line.loop.is_closed():
            line = self._lines[threading.get_ident()] = _Line(asyncio.get_running_loop())
        place: asyncio.Future[Given] = line.loop.create_future()
        line.waiting.append((what, place))
        if not line.served:
            self._serve(line)
        return await place

    def close(self) -> None:
        """Ends the thread."""
        self._pool.shutdown()

    def _serve(self, line: "_Line[Wanted, Given]") -> None:
        """Has all who wait in a line served, and after them those who come meanwhile."""
        served, line.waiting = line.waiting, []
        line.served = bool(served)
        if served:
            done = line.loop.run_in_executor(self._pool, self.work, [what for what, _ in served])
            done.add_done_callback(partial(self._done, line, [place for _, place in served]))

    def _done(
        self, line: "_Line[Wanted, Given]", places: "list[asyncio.Future[Given]]", done: "asyncio.Future[list[Given]]"
    ) -> None:
        failed = asyncio.CancelledError() if done.cancelled() else done.exception()
        waiting = [(i, place) for i, place in enumerate(places) if not place.done()]
        for i, place in waiting:
            if failed is None:
                place.set_result(done.result()[i])
            else:
                place.set_exception(failed)
        self._serve(line)


class _Line(Generic[Wanted, Given]):
    """Those who wait in one loop; it is `served` as long as somebody is."""

    __slots__ = ("loop", "served", "waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.waiting: list[tuple[Wanted, asyncio.Future[Given]]] = []
        self.served = False
