"""Sessions found open lately, so that not every request asks the database whether its visitor is signed in."""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from tapete.floor.accounts import Accounts, WebSession, alive
from tapete.floor.endings import Endings
from tapete.floor.feed import Feed

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

    def lately(self, token: str) -> WebSession | None:
        """A session that was found open some seconds ago, and none has ended since."""
        seen = self._found.get(token)
        if seen is None or seen.ended != self.endings.count or time.monotonic() - seen.at > BELIEVED_SECONDS:
            return None
        return seen.session if alive(seen.session.expires, self.clock()) else None

    def find(self, token: str) -> WebSession | None:
        """The session of a token by the database; what ends while it is asked is not believed afterwards."""
        self.feed.listen()
        # Those who came together are not all asked for anew at the same moment.
        ended, at = self.endings.count, time.monotonic() - random.uniform(0, BELIEVED_SECONDS / 2)
        session = self.accounts.session(token)
        if session is None:
            self._found.pop(token, None)
            return None
        if len(self._found) >= KEPT:
            self._found.clear()
        self._found[token] = _Found(session, at, ended)
        return session
