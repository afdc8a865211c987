"""Streams of a table, for pages and API alike. Every event is the whole state, so a reconnect needs no more."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from fastapi.responses import StreamingResponse

from tapete import i18n
from tapete.floor.roles import Account
from tapete.floor.standing import Position, Standing
from tapete.floor.store import Floor
from tapete.web.render import TEMPLATES
from tapete.web.tables.face import Face, face

HEARTBEAT_SECONDS = 20.0
ASKED_SECONDS = 1.0  # for how long a session that was found open is believed to be, unless told otherwise
KEPT = 512
ENDS = re.compile("\r\n|\r|\n")  # what ends a line of a stream; what else ends one elsewhere may stand in a text
T = TypeVar("T")


def state(seen: Face, language: str) -> str:
    """The part of a table's page that changes."""
    with i18n.speaking(language):
        return TEMPLATES.get_template("tables/state.html").render(face=seen)


class Renderings:
    """What was rendered lately. People who see the same of a table, as all who only watch, are sent the same text."""

    def __init__(self) -> None:
        self._events: Recent[tuple[int, bytes]] = Recent()
        self._people: Recent[_People] = Recent()

    async def event(self, floor: Floor, table_id: str, account: Account | None, language: str, at: Position) -> bytes:
        """The event that tells a person how a table stands at a position, or after it."""
        people = await self._people.get((table_id, at.change), lambda: _people(floor, table_id))
        make = lambda: _event(floor, table_id, account, language)  # noqa: E731
        change, text = await self._events.get((table_id, people.change, people.eyes(account), language), make)
        if change != people.change:  # the table has gone on since: who saw the same then need not see the same now
            _, text = await asyncio.to_thread(make)
        return text


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


class _People(NamedTuple):
    """Those who see something else of a table than others do: who sits, who was in its last round, whose practice.

    That is so after as many changes.
    """

    change: int
    seated: dict[int, str]
    played: frozenset[int]
    owner: int | None

    def eyes(self, account: Account | None) -> Hashable:
        """What is alike of those who see the same."""
        if account is None:
            return None
        role = account.role if account.role != "player" else ""
        alike = role, self.seated.get(account.id, ""), account.id in self.played, account.id == self.owner
        return alike if any(alike) else None


def _people(floor: Floor, table_id: str) -> _People:
    def look(standing: Standing) -> _People:
        last = standing.round.header.players if standing.round else ()
        return _People(
            standing.change,
            {seat.account_id: seat.name for seat in standing.sitting},
            frozenset(seat.account_id for seat in standing.seats if seat.name in last),
            standing.table.opened_by if standing.table.practice else None,
        )

    return floor.desk.read(table_id, look)


def _event(floor: Floor, table_id: str, account: Account | None, language: str) -> tuple[int, bytes]:
    """How a table stands now as somebody sees it, and after how many changes."""
    seen = face(floor, table_id, account)
    return seen.sight.position.change, event("state", seen.position, state(seen, language))


def event(kind: str, id: str, text: str) -> bytes:
    """A server-sent event."""
    data = "".join(f"data: {line}\n" for line in ENDS.split(text) if line.strip())
    return f"event: {kind}\nid: {id}\n{data}\n".encode()


class Presence:
    """Whether the session that a stream was opened in goes on. A passer-by has none, and stays."""

    def __init__(self, floor: Floor, token: str = "", account: Account | None = None) -> None:
        self.floor, self.token, self.account = floor, token, account
        self._asked = 0.0

    async def goes_on(self, at_once: bool) -> bool:
        """Asks the database, at once or if it has not been asked lately."""
        if not self.token or not (at_once or time.monotonic() - self._asked > ASKED_SECONDS):
            return True
        self._asked = time.monotonic()
        session = await asyncio.to_thread(self.floor.accounts.session, self.token)
        return session is not None and session.account == self.account


async def follow(
    floor: Floor,
    table_id: str,
    make: Callable[[Position], Awaitable[bytes]],
    presence: Presence | None = None,
) -> AsyncIterator[bytes]:
    """An event for a table as it is now and whenever it changes, with a sign of life in between.

    It ends with the session that it was opened in.
    """
    positions, presence = floor.feed.follow(table_id), presence or Presence(floor)
    with floor.endings.watching() as ended:
        changed: asyncio.Future[Position | None] | None = None
        ending = asyncio.ensure_future(ended.wait())
        try:
            while True:
                changed = changed or asyncio.ensure_future(anext(positions, None))
                both: set[asyncio.Future[Any]] = {changed, ending}
                await asyncio.wait(both, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if not await presence.goes_on(at_once=ending.done() or not changed.done()):
                    return
                if ending.done():
                    ended.clear()
                    ending = asyncio.ensure_future(ended.wait())
                elif not changed.done():
                    yield b": still here\n\n"
                if not changed.done():
                    continue
                at, changed = changed.result(), None
                if at is None:
                    return
                yield await make(at)
        finally:
            ending.cancel()
            if changed is not None:
                changed.cancel()


def streamed(events: AsyncIterator[bytes]) -> StreamingResponse:
    """Events as an answer that nothing on the way keeps or holds back."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)
