"""Tournaments for tests: a floor with a director, people who sign up, and bots that play whatever is open to them."""

import functools
import itertools
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tapete.engine.places import ROLES
from tapete.engine.requests import Act
from tapete.engine.window import Option, Window
from tapete.floor import Floor
from tapete.floor.roles import Account
from tapete.floor.tournament.office import Sheet
from tapete.floor.tournament.rows import Tournament

FILE = Path(__file__).parent / "data" / "torneo.toml"
DAY = datetime(2026, 11, 16, 19, tzinfo=UTC)
MINUTE = 60_000
BORN = date(1990, 5, 31)
SEATING = ("last", "rest", "return", "session")  # what is open between hands, and ends none


def bases(**more: Any) -> dict[str, Any]:
    """The bases of the example, some of them otherwise: a part is put into the one that is there."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for key, value in more.items():
        name = key.replace("_", "-")
        found[name] = {**found[name], **value} if isinstance(value, dict) and name in found else value
    return found


class House:
    """A casino that holds tournaments; its clock is set by hand, and it can be shut and opened again."""

    def __init__(self, url: str) -> None:
        self.url, self.time = url, int(DAY.timestamp() * 1000)
        self.floor = self._opened()
        create = self.floor.accounts.create
        self.director = create("Dora", "director")
        self.croupier = create("Carla", "croupier", by=self.director)
        self._keys = itertools.count()

    def _opened(self) -> Floor:
        return Floor(self.url, lambda: self.time)

    def again(self) -> None:
        """Another process opens the same casino."""
        self.floor.close()
        self.floor = self._opened()

    @functools.cache  # noqa: B019
    def account(self, name: str) -> Account:
        """Somebody who plays."""
        return self.floor.accounts.account(name)

    def people(self, count: int) -> list[Account]:
        """So many players."""
        return [self.floor.accounts.create(f"p{i:03d}", "player") for i in range(count)]

    def announced(self, people: int, given: dict[str, Any]) -> Tournament:
        """A tournament that so many have signed up for."""
        found = self.floor.tournaments.announce(self.director, given)
        for account in self.people(people):
            self.register(found, account.name)
        return found

    def register(self, found: Tournament, name: str, born: date = BORN, admitted: bool = True) -> int:
        """Signs somebody up."""
        return self.floor.tournaments.register(self.croupier, found.public_id, name, born, admitted).number

    def sheet(self, found: Tournament) -> Sheet:
        """The tournament as it stands."""
        return self.floor.tournaments.sheet(found.public_id)

    def tables(self, found: Tournament) -> list[str]:
        """The tables that somebody sits at."""
        here = {entry.table_no for entry in self.sheet(found).entries if entry.state == "seated"}
        return [found.table(number) for number in sorted(here)]

    def free(self, found: Tournament) -> list[str]:
        """The tables that may go on, or are in the middle of a hand."""
        going = lambda at: not at.between or not at.waits  # noqa: E731
        return [table for table in self.tables(found) if self.floor.desk.read(table, going)]

    def hand(self, table: str, pick: Callable[[list[Option]], Option]) -> None:
        """One hand at a table, opened by the croupier if it is not, each choosing from what is open to them."""
        rounds = self.floor.rounds
        if self.floor.desk.read(table, lambda at: at.between):
            rounds.open_round(table, self.croupier, self.key())
        while (going := self.floor.desk.read(table, lambda at: at.open_round)) is not None:
            pending = going.pending
            assert isinstance(pending, Window), pending
            who, item = self._turn(pending, pick)
            act = Act(item.do, item.on, item.amounts[1] if item.amounts else 0)
            rounds.act(table, self.croupier if who in ROLES else self.account(who), act, self.key(), who)

    def _turn(self, pending: Window, pick: Callable[[list[Option]], Option]) -> tuple[str, Option]:
        for who in pending.actors():
            items = [item for item in pending.open(who) if item.do not in SEATING]
            if items:
                return who, pick(items)
        raise AssertionError(f"nothing is open to anybody at {pending.label}")

    def wave(self, found: Tournament, minutes: int = 1) -> None:
        """A hand at every table that may go on, and what follows from them."""
        for table in self.free(found):
            self.hand(table, boldest)
        self.time += minutes * MINUTE
        self.floor.running.look(found.public_id)

    def key(self) -> str:
        """A key that no command has had."""
        return f"key {next(self._keys)}"


def boldest(items: list[Option]) -> Option:
    """All in, where one can be; otherwise what the clock would do."""
    return max(items, key=lambda item: (item.amounts[1] if item.amounts else 0, bool(item.default)))


def timid(items: list[Option]) -> Option:
    """What the clock would do."""
    return next((item for item in items if item.default), items[0])
