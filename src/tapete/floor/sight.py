"""A table as one person may see it, of one moment: everything that a page or an answer of the API is made from."""

from typing import Any

import msgspec

from tapete.engine.places import place
from tapete.engine.record import Record
from tapete.engine.requests import Request
from tapete.engine.transcript import Entry
from tapete.engine.views import View
from tapete.engine.window import Option, Refusal, Window
from tapete.errors import Said
from tapete.floor.due import deadline, slow
from tapete.floor.line import KEPT, line
from tapete.floor.office import hats_of, lent, office
from tapete.floor.roles import READING, WATCHER, Account, Forbidden, hat
from tapete.floor.seats import refill
from tapete.floor.standing import Asked, GameTable, Position, Standing
from tapete.money import Range


class SeatSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table; their chips only for themselves and staff, or for all who sit where stacks lie open."""

    name: str
    playing: bool
    leaving: bool
    chips: int | None = None


class WaitSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who waits for a seat; `until` when one is kept for whom is called, and for how many `seconds` still."""

    name: str
    until: int | None = None
    seconds: int | None = None


class Sight(msgspec.Struct, frozen=True):
    """A table through somebody's eyes.

    `me` is their name there, if they sit; `open` is what they may do under each of their hats. `awaited` is what the
    round waits for, for the croupier who enters it. `now` and `before` are this round's entries and the last one's, as
    they may read them. `meters` is what accumulated prizes stand at. `promise`
    commits to the next round's seed, and those who `brought` something to it are named. `refill` is what one may buy
    more, where the text bounds it. `asked` is what staff have to agree to. `waiting` is the line before the table.
    `until` is when a table that runs by itself goes on at the earliest, in milliseconds; 0 where it waits for somebody.
    `warned` is who was warned of taking long over what they are asked: where `until` is told, they are acted for then.
    """

    table: GameTable
    face: str
    position: Position
    seats: tuple[SeatSeen, ...]
    me: str
    hats: tuple[str, ...]
    view: View | None
    open: tuple[Option, ...]
    awaited: Request[Any] | None
    now: tuple[Entry, ...]
    before: tuple[Entry, ...]
    board: tuple[tuple[int, str], ...]
    meters: dict[str, int]
    promise: str
    brought: tuple[str, ...]
    refill: Range | Refusal | None = None
    asked: Asked | None = None
    waiting: tuple[WaitSeen, ...] = ()
    until: int = 0
    warned: str = ""

    @property
    def staff(self) -> bool:
        """Whether all of the table's chips are theirs to see."""
        return self.face in READING

    def as_json(self) -> dict[str, Any]:
        """What the API answers."""
        table = self.table
        about = {name: getattr(table, name) for name in ("name", "game", "region", "physical", "state", "practice")}
        return {
            "table": {"id": table.public_id, **about, "settings": msgspec.to_builtins(table.settings)},
            "edition": {
                "rulebook": table.rules.digest,
                "procedure": table.edition.play.version if table.edition.play else None,
                "current": table.edition.own,
            },
            "face": self.face,
            **self.position._asdict(),
            "seats": [msgspec.to_builtins(seat) for seat in self.seats],
            "waiting": [msgspec.to_builtins(one) for one in self.waiting],
            "view": _plain(self.view) if self.view else None,
            "meters": self.meters,
            "promise": self.promise,
            "brought": list(self.brought),
            "until": self.until,
            "warned": self.warned,
            **({"asked": msgspec.to_builtins(self.asked)} if self.asked else {}),
        }


def _plain(view: View) -> dict[str, Any]:
    """A view as plain data, every field of every option said."""
    seen: dict[str, Any] = msgspec.to_builtins(view)
    return {**seen, "open": [msgspec.structs.asdict(item) for item in view.open]}


def sight(standing: Standing, account: Account | None, face: str = "") -> Sight:
    """A table as somebody sees it under their own face, or under another that they may put on."""
    own = face_of(standing, account)
    face = face or own
    mine = hats(standing, account) if account else ()
    if face not in (WATCHER, own, *mine):
        who = account.name if account else Said("a watcher")
        raise Forbidden("{who} may not see the table as {face}", who=who, face=hat(face))
    # Who was there, and with what, is no longer for whoever passes by once the table is closed.
    over = standing.table.state == "closed" and face == WATCHER and not _was_in(standing, account)
    staff, last, before = face in READING, None if over else standing.round, None if over else standing.before
    sees_all = staff or (standing.table.rules.open_stacks and any(seat.name == face for seat in standing.sitting))
    given = lent(standing, account)
    return Sight(
        standing.table,
        face,
        standing.position,
        tuple(
            SeatSeen(
                seat.name,
                last is not None and seat.name in last.header.players,
                seat.state == "leaving",
                standing.chips(seat.name) if sees_all or seat.name == face else None,
            )
            for seat in standing.sitting
        ),
        _seat_name(standing, account),
        mine,
        _view(last, face, given if face == own else []) if last else None,
        (*_open(standing, mine), *given),
        last.pending if last else None,
        tuple(last.seen(face)) if last else (),
        tuple(before.seen(face)) if before else (),
        tuple(standing.board),
        {place(path).who: account.cents for path, account in standing.meters.items()},
        standing.promise,
        tuple(seat.name for seat in standing.sitting if seat.brought),
        refill(standing, me) if (me := _seat_name(standing, account)) else None,
        standing.asked if staff else None,
        waiting_seen(standing),
        deadline(standing) if standing.table.automatic else 0,
        slow(standing),
    )


def _view(round: Record, face: str, given: list[Option]) -> View:
    """A round as a face sees it, with what is given to it that is another's to do."""
    view = round.view(face)
    return msgspec.structs.replace(view, open=[*view.open, *given]) if given else view


def _was_in(standing: Standing, account: Account | None) -> bool:
    """Whether somebody played in the last round."""
    seat = standing.seat_of(account.id) if account is not None else None
    return seat is not None and standing.round is not None and seat.name in standing.round.header.players


def waiting_seen(standing: Standing) -> tuple[WaitSeen, ...]:
    """The line before a table, as everybody sees it."""
    return tuple(
        WaitSeen(one.name, until := one.called + KEPT, -(-(until - standing.clock()) // 1000))
        if one.called
        else WaitSeen(one.name)
        for one in line(standing)
    )


def hats(standing: Standing, account: Account | None) -> tuple[str, ...]:
    """Everybody that an account may stand for at a table: under their own name first."""
    own = _seat_name(standing, account)
    return (*((own,) if own else ()), *hats_of(standing, account))


def face_of(standing: Standing, account: Account | None) -> str:
    """The face that somebody has at a table: a role's, their own name's or a watcher's. One face sees one thing."""
    role = office(standing, account)
    if role in READING:
        return role
    return _seat_name(standing, account) or WATCHER


def _seat_name(standing: Standing, account: Account | None) -> str:
    seat = standing.seat_of(account.id) if account else None
    return seat.name if seat is not None and seat.state != "left" else ""


def _open(standing: Standing, mine: tuple[str, ...]) -> list[Option]:
    pending = standing.round.pending if standing.round else None
    return [item for who in mine for item in pending.open(who)] if isinstance(pending, Window) else []
