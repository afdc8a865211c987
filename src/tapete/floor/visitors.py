"""Sessions found open lately, so that not every request asks the database whether its visitor is signed in."""

import time
from collections.abc import Callable
from typing import NamedTuple

from tapete.floor.accounts import Accounts, WebSession, alive
from tapete.floor.endings import Endings
from tapete.floor.feed import Feed
from tapete.floor.together import Together

BELIEVED_SECONDS = 5.0
KEPT = 10_000


class _Found(NamedTuple):
    session: WebSession
    at: float
    ended: int


class Visitors:
    """One that ends in this process is forgotten at once; in another, when PostgreSQL tells, or within seconds."""

    def __init__(self, accounts: Accounts, feed: Feed, endings: Endings, clock: Callable[[], int]) -> None:
        self.accounts, self.feed, self.endings, self.clock = accounts, feed, endings, clock
        self._found: dict[str, _Found] = {}
        self._asked: Together[str, WebSession | None] = Together("tapete visitors", self._find_all)

    def lately(self, token: str) -> WebSession | None:
        """A session that was found open some seconds ago, and none has ended since."""
        seen = self._found.get(token)
        if seen is None or seen.ended != self.endings.count or time.monotonic() - seen.at > BELIEVED_SECONDS:
            return None
        return seen.session if alive(seen.session.expires, self.clock()) else None

    async def find(self, token: str) -> WebSession | None:
        """The session of a token: one found lately, or what the database says, asked for many at once."""
        return self.lately(token) or await self._asked.ask(token)

    def close(self) -> None:
        """Ends the thread."""
        self._asked.close()

    def _find_all(self, tokens: list[str]) -> list[WebSession | None]:
        """The sessions by the database; what ends while it is asked is not believed afterwards."""
        self.feed.listen()
        ended, at = self.endings.count, time.monotonic()
        sessions = self.accounts.sessions(tokens)
        if len(self._found) + len(sessions) > KEPT:
            self._found.clear()
        for token in tokens:
            if token in sessions:
                self._found[token] = _Found(sessions[token], at, ended)
            else:
                self._found.pop(token, None)
        return [sessions.get(token) for token in tokens]
