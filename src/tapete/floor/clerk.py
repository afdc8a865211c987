"""The clerk: commands that come in while others are being written are carried out together, and committed as one."""

import contextlib
import time

from tapete.floor.desk import Desk, Order
from tapete.floor.standing import Position
from tapete.floor.together import Together

LATELY_SECONDS = 60.0


class Clerk:
    """Takes orders of any number of tables, from any loop. One thread carries them out."""

    def __init__(self, desk: Desk) -> None:
        self._orders: Together[Order, Position | None] = Together("tapete clerk", desk.run_all)
        self._last = float("-inf")

    async def take(self, order: Order) -> Position | None:
        """How far its table has come; nothing, if the order must be `run` by itself: it may have to be refused."""
        self._last = time.monotonic()
        with contextlib.suppress(Exception):  # each will be told by itself what is wrong
            return await self._orders.ask(order)
        return None

    def busy(self) -> bool:
        """Whether an order has come in lately."""
        return time.monotonic() - self._last < LATELY_SECONDS

    def close(self) -> None:
        """Ends the thread."""
        self._orders.close()
