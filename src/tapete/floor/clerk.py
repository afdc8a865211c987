"""The clerk: commands that come in while others are being written are carried out together, and committed as one."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from weakref import WeakKeyDictionary

from tapete.floor.desk import Desk, Order
from tapete.floor.standing import Position

Place = asyncio.Future[Position | None]
LATELY_SECONDS = 60.0


class Clerk:
    """Takes orders of any number of tables, from any loop. One thread carries them out."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._pool = ThreadPoolExecutor(1, "tapete clerk")
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, _Line] = WeakKeyDictionary()
        self._last = float("-inf")

    async def take(self, order: Order) -> Position | None:
        """How far its table has come; nothing, if the order must be `run` by itself: it may have to be refused."""
        self._last = time.monotonic()
        loop = asyncio.get_running_loop()
        line = self._lines.get(loop)
        if line is None:
            line = self._lines[loop] = _Line()
        place: Place = loop.create_future()
        line.waiting.append((order, place))
        if not line.served:
            self._serve(loop, line)
        return await place

    def busy(self) -> bool:
        """Whether an order has come in lately."""
        return time.monotonic() - self._last < LATELY_SECONDS

    def close(self) -> None:
        """Ends the thread."""
        self._pool.shutdown()

    def _serve(self, loop: asyncio.AbstractEventLoop, line: "_Line") -> None:
        """Has all who wait in a line served, and after them those who come meanwhile."""
        served, line.waiting = line.waiting, []
        line.served = bool(served)
        if served:
            work = loop.run_in_executor(self._pool, self.desk.run_all, [order for order, _ in served])
            work.add_done_callback(partial(self._done, loop, line, [place for _, place in served]))

    def _done(
        self,
        loop: asyncio.AbstractEventLoop,
        line: "_Line",
        places: list[Place],
        work: asyncio.Future[list[Position | None]],
    ) -> None:
        failed = work.cancelled() or work.exception() is not None  # each will be told by itself what is wrong
        for place, position in zip(places, [None] * len(places) if failed else work.result(), strict=True):
            if not place.done():
                place.set_result(position)
        self._serve(loop, line)


class _Line:
    """Those who wait in one loop; it is `served` as long as somebody is."""

    __slots__ = ("__weakref__", "served", "waiting")

    def __init__(self) -> None:
        self.waiting: list[tuple[Order, Place]] = []
        self.served = False
