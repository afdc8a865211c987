"""Rounds found again by table, game, player, day and amount."""

from datetime import date, datetime, timedelta
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import Depends, Query

from tapete.engine.calls import spoken
from tapete.errors import TapeteError
from tapete.floor.calendar import first_of, moment
from tapete.floor.history import ListedRound
from tapete.floor.roles import READING, Account, Forbidden
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.games import game
from tapete.money import euros, format_cents
from tapete.web.tables.results import Summary, summary
from tapete.wording import word

SHOWN = 50
YEARS = range(1970, 9999)  # of which there are moments, with a day after each


class Filters(NamedTuple):
    """Which rounds are wanted; what is empty does not matter."""

    table: str
    game: str
    player: str
    since: date | None
    until: date | None
    amount: int
    before: str

    @property
    def euros(self) -> str:
        """The amount as it is typed."""
        return format_cents(self.amount) if self.amount else ""

    def older(self, than: ListedRound) -> str:
        """The same filters in an address, for the rounds before one of them."""
        wanted = {**self._asdict(), "amount": self.euros, "before": f"{than.table}/{than.number}"}
        return urlencode({name: value for name, value in wanted.items() if value})


def filters(
    table: Annotated[str, Query(max_length=40)] = "",
    game: Annotated[str, Query(max_length=40)] = "",
    player: Annotated[str, Query(max_length=40)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    amount: Annotated[str, Query(max_length=20, description="euros")] = "",
    before: Annotated[str, Query(max_length=60, description="only older rounds than this one: TABLE/NUMBER")] = "",
) -> Filters:
    """The filters of a question."""
    return Filters(table, game, player, _day(since), _day(until), euros(amount) if amount else 0, before)


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if text else None
        if day is not None and day.year not in YEARS:
            raise ValueError
        return day
    except ValueError:
        raise TapeteError("'{text}' is no date: write 2026-05-31", text=text) from None


Wanted = Annotated[Filters, Depends(filters)]


class Row(NamedTuple):
    """A round in the list; its persons and amounts, if they are the reader's to know."""

    table: GameTable
    played: ListedRound
    short: Summary
    players: tuple[str, ...] = ()
    own: bool = False

    @property
    def greatest(self) -> int | None:
        """The most that moved at once."""
        return self.short.greatest if self.own else None

    @property
    def when(self) -> datetime:
        """When it was opened."""
        return moment(self.played.opened)

    @property
    def result(self) -> str:
        """What fell, or what was called last where cards decide."""
        if self.short.fell:
            return word(game(self.table.game).result(self.table.rules, self.short.fell).text)
        called = self.short.called
        if called is None or (not self.own and any(name in " ".join(called.args) for name in self.played.players)):
            return ""
        return spoken(self.table.rules, called)


def find(floor: Floor, wanted: Filters, who: Account | None) -> list[Row]:
    """The finished rounds that fit, the latest first, as somebody may know them."""
    _check_private(wanted, who)
    listed_rounds = floor.history.rounds(
        wanted.table or None,
        game=wanted.game or None,
        player=wanted.player or None,
        states=["finished", "void"],
        since=_start(wanted.since),
        until=_start(wanted.until + timedelta(days=1)) if wanted.until else None,
        amount=wanted.amount,
        before=_round_at(floor, wanted.before) if wanted.before else None,
        limit=SHOWN,
        by=who,
    )
    tables = floor.tables.some(played.table for played in listed_rounds)
    return [_row(floor, tables[played.table], played, who) for played in listed_rounds]


def _row(floor: Floor, table: GameTable, played: ListedRound, who: Account | None) -> Row:
    short = summary(floor, played.table, played.number, played.hash)
    if who is not None and who.role in READING:
        return Row(table, played, short, played.players, own=True)
    me = floor.history.name_at(played.table, who) if who else ""
    own = bool(me) and me in played.players
    return Row(table, played, short, (me,) if own else (), own)


def _check_private(wanted: Filters, who: Account | None) -> None:
    """Others' rounds are found by persons and amounts by staff and regulator only."""
    if not (wanted.player or wanted.amount) or (who is not None and who.role in READING):
        return
    if who is None or wanted.player != who.name:
        raise Forbidden("persons and amounts in history are for themselves, the staff and the regulator")


def _round_at(floor: Floor, text: str) -> ListedRound:
    """The round that an address names, as `TABLE/7`."""
    table, _, number = text.partition("/")
    if not number.isdecimal() or len(number) > 9:
        raise TapeteError("'{text}' names no round: write TABLE/7", text=text)
    return floor.history.round(table, int(number))


def _start(day: date | None) -> int | None:
    return None if day is None else first_of(day)
