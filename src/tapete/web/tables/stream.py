"""Streams of a table, for pages and API alike. Every event is the whole state, so a reconnect needs no more."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from fastapi.responses import StreamingResponse

from tapete import i18n
from tapete.floor.roles import Account
from tapete.floor.standing import Position
from tapete.floor.store import Floor
from tapete.web.render import TEMPLATES
from tapete.web.tables.face import Face, face

HEARTBEAT_SECONDS = 20.0
KEPT = 512
T = TypeVar("T")


def state(seen: Face, language: str) -> str:
    """The part of a table's page that changes."""
    with i18n.speaking(language):
        return TEMPLATES.get_template("tables/state.html").render(face=seen)


class Renderings:
    """What was rendered lately. People with the same face, as all who only watch, are sent the same text."""

    def __init__(self) -> None:
        self._events: Recent[bytes] = Recent()
        self._seats: Recent[dict[int, str]] = Recent()

    async def event(self, floor: Floor, table_id: str, account: Account | None, language: str, at: Position) -> bytes:
        """The event that tells a person how a table stands at a position."""
        seats = await self._seats.get((table_id, at.change), lambda: _seats(floor, table_id))
        me = seats.get(account.id, "") if account else ""
        role = account.role if account and account.role != "player" else ""
        return await self._events.get(
            (table_id, at.change, role, me, language), lambda: _event(floor, table_id, account, language)
        )


class Recent(Generic[T]):
    """Answers kept by their questions, the oldest forgotten first; a question is worked on once, in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer, made now if nobody asked before."""
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = asyncio.ensure_future(asyncio.to_thread(make))
            kept.add_done_callback(lambda done: self._drop_failed(key, done))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return await asyncio.shield(kept)

    def _drop_failed(self, key: Hashable, done: "asyncio.Future[T]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._kept.pop(key, None)


def _seats(floor: Floor, table_id: str) -> dict[int, str]:
    """Who sits at a table, by account."""
    return floor.desk.read(table_id, lambda found: {seat.account_id: seat.name for seat in found.sitting})


def _event(floor: Floor, table_id: str, account: Account | None, language: str) -> bytes:
    seen = face(floor, table_id, account)
    return event("state", seen.position, state(seen, language))


def event(kind: str, id: str, text: str) -> bytes:
    """A server-sent event."""
    data = "".join(f"data: {line}\n" for line in text.splitlines() if line.strip())
    return f"event: {kind}\nid: {id}\n{data}\n".encode()


async def follow(floor: Floor, table_id: str, make: Callable[[Position], Awaitable[bytes]]) -> AsyncIterator[bytes]:
    """An event for a table as it is now and whenever it changes, with a sign of life in between."""
    positions = floor.feed.follow(table_id)
    waiting: asyncio.Future[Position | None] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(positions, None))
            done, _ = await asyncio.wait({waiting}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield b": still here\n\n"
                continue
            at, waiting = waiting.result(), None
            if at is None:
                return
            yield await make(at)
    finally:
        if waiting is not None:
            waiting.cancel()


def streamed(events: AsyncIterator[bytes]) -> StreamingResponse:
    """Events as an answer that nothing on the way keeps or holds back."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)
