"""Sessions that end: whoever streams something to a person is told, and looks whether that person is still there."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator


class Watch:
    """One stream's ear: an event of its loop, set when some session has ended."""

    __slots__ = ("loop", "told")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.told = asyncio.Event()


class Endings:
    """Tells every watch of this process that some session has ended; whose, each finds out; how many have."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watches: set[Watch] = set()
        self.count = 0

    def tell(self) -> None:
        """Some session has ended. Any thread may say so."""
        with self._lock:
            self.count += 1
            watches = list(self._watches)
        for watch in watches:
            with contextlib.suppress(RuntimeError):  # a loop that has ended streams nothing
                watch.loop.call_soon_threadsafe(watch.told.set)

    @contextlib.contextmanager
    def watching(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever a session has ended."""
        watch = Watch()
        with self._lock:
            self._watches.add(watch)
        try:
            yield watch.told
        finally:
            with self._lock:
                self._watches.discard(watch)
