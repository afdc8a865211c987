"""Rounds: opened, acted in, corrected and voided by commands; seen by each face as far as it may see."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import bindparam, update

from tapete.engine.chance import Live
from tapete.engine.places import ROLES, chips
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import FIRST
from tapete.engine.transcript import FORMAT, Entry, Header, plain
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction, Said
from tapete.floor.connection import Prepared, insertion
from tapete.floor.desk import Desk
from tapete.floor.roles import CHIEFS, HATS, STAFF, WATCHER, Account, Forbidden, hat, require
from tapete.floor.schema import round_id, rounds
from tapete.floor.seats import let_go
from tapete.floor.standing import Position, Standing, append
from tapete.games import game
from tapete.money import format_cents

_NEW = insertion(rounds, "id", "table_id", "number", "procedure", "players", "seed", "state", "hash", "opened")
_END = Prepared(
    update(rounds)
    .where(rounds.c.id == bindparam("round"))
    .values(state=bindparam("how"), hash=bindparam("sum"), ended=bindparam("at"))
)


class Rounds:
    """What is played at the tables.

    Staff open each round. Between two, the last one is still seen, can still be voided, and people sit down and leave.
    """

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self.desk = desk
        self.clock = clock

    # Commands

    def open_round(self, table_id: str, account: Account, key: str) -> Position:
        """Opens the next round for everybody who sits; its seed is stored and committed to before any stake."""
        require(account, STAFF, "open a round")

        def work(found: Standing) -> None:
            _open(found, self.clock())

        return self.desk.run(table_id, account, key, "open-round", work)

    def act(self, table_id: str, account: Account, act: Act, key: str, who: str = "") -> Position:
        """Somebody acts under their name at the table, or as staff; `who` says as whom where it could be either."""

        def do(round: Round, found: Standing) -> None:
            actor = who or _actor(round, found, account, act)
            if who:
                _check_hat(found, account, who)
            if actor not in ROLES and actor not in round.header.players:
                raise IllegalAction("{who} plays from the next round on", who=actor)
            round.act(actor, act)

        return self._play(table_id, account, key, f"act {who} {_words(act)}", do)

    def fell(self, table_id: str, account: Account, value: str | list[int], key: str) -> Position:
        """The croupier enters what fell."""
        require(account, STAFF, "enter what fell")
        return self._play(
            table_id, account, key, f"fell {value}", lambda table, _: table.fell(value, HATS[account.role][-1])
        )

    def report(self, table_id: str, account: Account, name: str, key: str) -> Position:
        """An irregularity is reported, and what the rulebook says follows."""
        require(account, CHIEFS, "report an irregularity")
        return self._play(table_id, account, key, f"report {name}", lambda table, _: table.report(name, account.role))

    def rewind(self, table_id: str, account: Account, to: int, why: str, key: str) -> Position:
        """A slip is taken back: the inputs after number `to` no longer count."""
        require(account, CHIEFS, "take a slip back")
        return self._play(
            table_id, account, key, f"rewind {to} {why}", lambda table, _: table.rewind(to, account.role, why)
        )

    def void(self, table_id: str, account: Account, why: str, key: str, article: str = "") -> Position:
        """The last round counts for nothing, open or finished, as long as nobody has left with chips from it."""
        require(account, CHIEFS, "void a round")

        def do(round: Round, found: Standing) -> None:
            _check_voidable(round, found)
            round.void(account.role, why, article)

        return self._play(table_id, account, key, f"void {why}", do)

    def _play(
        self, table_id: str, account: Account, key: str, what: str, do: Callable[[Round, Standing], None]
    ) -> Position:
        def work(found: Standing) -> None:
            round = found.playing()
            known = len(round.log)
            do(round, found)
            _write(found, known, self.clock())

        return self.desk.run(table_id, account, key, what, work)

    # What is seen

    def view(self, table_id: str, account: Account | None = None, face: str = "") -> dict[str, Any]:
        """All that somebody may see of a table: their own face, or `face` if they may put that one on."""
        return self.desk.read(table_id, lambda found: _view(found, account, face or _face(found, account)))

    def face(self, table_id: str, account: Account | None = None) -> str:
        """The face that somebody has at a table: a role's, their own name's or a watcher's. One face sees one thing."""
        return self.desk.read(table_id, lambda found: _face(found, account))

    def preview(self, table_id: str, account: Account, name: str) -> list[Entry]:
        """What reporting an irregularity would bring about."""
        require(account, CHIEFS, "preview an irregularity")
        return self.desk.read(table_id, lambda found: found.playing().preview(name))


# Option and ending


def _open(found: Standing, now: int) -> None:
    if found.table.state != "open":
        raise IllegalAction("the table is closed")
    if found.open_round is not None:
        raise IllegalAction("round {number} is being played", number=found.number)
    if not found.sitting:
        raise IllegalAction("nobody sits at the table")
    table = found.table
    play, rules = game(table.game).play, table.rules
    chance = None if table.physical else Live()
    header = _header(found, play.version, chance.commitment if chance else "")
    found.round = Round(play, rules, header, chance)
    found.number += 1
    found.round_id = round_id(table.id, found.number)
    found.coming = {}
    values = {
        "id": found.round_id,
        "table_id": table.id,
        "number": found.number,
        "procedure": play.version,
        "players": msgspec.json.encode(header.players).decode(),
        "seed": found.round.seed,
        "state": "open",
        "hash": "",
        "opened": now,
    }
    found.writes.append((_NEW, values))
    _write(found, 0, now)


def _header(found: Standing, version: int, commitment: str) -> Header:
    table, rules, last = found.table, found.table.rules, found.round
    return Header(
        FORMAT,
        table.game,
        table.region,
        version,
        rules.digest,
        rules.choices,
        table.settings,
        tuple(seat.name for seat in found.sitting),
        found.places(),
        _carried(found),
        last.hash if last else FIRST,
        secrets.token_hex(16),
        commitment,
    )


def _carried(found: Standing) -> dict[str, Any]:
    """What the last round hands on; once the announced last rounds are played, only under new settings."""
    if found.round is None:
        return {}
    carry = plain(found.round.carry)
    if carry.get("remaining") != 0:
        return carry
    if found.table.settings == found.round.header.settings:
        raise IllegalAction("the announced last rounds are played: the table needs new limits, or it is closed")
    return {key: value for key, value in carry.items() if key != "remaining"}


def _write(found: Standing, known: int, now: int) -> None:
    """Appends what the round has grown by; when that ends it, who is leaving goes."""
    append(found, known)
    assert found.round is not None
    end = found.round.end
    if end is None:
        return
    state = "void" if end.void else "finished"
    found.writes.append((_END, {"round": found.round_id, "how": state, "sum": end.hash, "at": now}))
    let_go(found)


def close_round(found: Standing, by: Account, now: int) -> None:
    """Ends a round that nobody has done anything in; another must be played out or voided first."""
    playing = found.open_round
    if playing is None:
        return
    if playing.inputs:
        raise IllegalAction("round {number} is being played: finish it or void it first", number=found.number)
    known = len(playing.log)
    playing.void(by.role, "the table is closed")
    _write(found, known, now)


def _check_voidable(round: Round, found: Standing) -> None:
    """Chips that have left the table cannot go back where they lay."""
    if not round.finished:
        return
    sitting = {seat.name for seat in found.sitting}
    gone = [who for who in round.header.players if who not in sitting or found.coming.get(chips(who), 0) < 0]
    if gone:
        raise IllegalAction("{who} has left since: what was paid can only be corrected by hand", who=gone[0])


# Who acts, who sees


def _words(act: Act) -> str:
    return " ".join(filter(None, (act.do, act.on, format_cents(act.cents) if act.cents else "")))


def _hats(found: Standing, account: Account) -> tuple[str, ...]:
    """Everybody that an account may stand for at a table."""
    seat = found.seat_of(account.id)
    own = (seat.name,) if seat is not None and seat.state != "left" else ()
    return (*own, *HATS.get(account.role, ()))


def _check_hat(found: Standing, account: Account, who: str) -> None:
    if who not in _hats(found, account):
        raise Forbidden("{who} may not act as {face} at this table", who=account.name, face=hat(who))


def _actor(round: Round, found: Standing, account: Account, act: Act) -> str:
    """As whom an act is meant: the first of the account's hats to whom it is open."""
    hats, pending = _hats(found, account), round.pending
    if not hats:
        raise Forbidden("{who} does not sit at this table", who=account.name)
    if len(hats) > 1 and isinstance(pending, Window):
        for hat in hats:
            if isinstance(pending.option(hat, act.do, act.on), Option):
                return hat
    return hats[0]


def _face(found: Standing, account: Account | None) -> str:
    if account is None:
        return WATCHER
    if account.role in (*STAFF, "regulator"):
        return account.role
    hats = _hats(found, account)
    return hats[0] if hats else WATCHER


def _view(found: Standing, account: Account | None, face: str) -> dict[str, Any]:
    if face not in (WATCHER, _face(found, account)) and (account is None or face not in _hats(found, account)):
        who = account.name if account else Said("a watcher")
        raise Forbidden("{who} may not see the table as {face}", who=who, face=hat(face))
    staff = face in (*STAFF, "regulator")
    table, last = found.table, found.round
    return {
        "table": {
            "id": table.public_id,
            "name": table.name,
            "game": table.game,
            "region": table.region,
            "physical": table.physical,
            "state": table.state,
            "settings": msgspec.to_builtins(table.settings),
        },
        "face": face,
        **found.position._asdict(),
        "seats": [
            {
                "name": seat.name,
                "playing": last is not None and seat.name in last.header.players,
                "leaving": seat.state == "leaving",
                **({"chips": found.chips(seat.name)} if staff or seat.name == face else {}),
            }
            for seat in found.sitting
        ],
        "view": _seen(last, face) if last else None,
    }


def _seen(round: Round, face: str) -> dict[str, Any]:
    """The round as a face sees it: the regulator what the inspector sees, with nothing to do."""
    if face == "regulator":
        return {**round.view("inspector"), "who": face, "open": []}
    return round.view(face)
