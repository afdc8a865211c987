"""How a round begins, grows and ends: its header, the promise of the next one's seed, and what is written of it."""

import secrets
from collections.abc import Iterable

import msgspec
from sqlalchemy import bindparam, delete, update

from tapete.engine.chance import Live
from tapete.engine.record import Record, until_input
from tapete.engine.round import Round
from tapete.engine.succession import Left, left_by, next_header
from tapete.engine.transcript import CASINO, PRACTICE, TOURNAMENT, End, In, Void
from tapete.errors import IllegalAction
from tapete.floor.prepared import Prepared, insertion
from tapete.floor.roles import Account
from tapete.floor.schema import game_tables, reckonings, round_id, rounds, seats
from tapete.floor.seats import let_go
from tapete.floor.standing import ON_BOARD, Standing, append
from tapete.games import game

_ROUND = ("id", "table_id", "number", "procedure", "players", "seed", "state", "hash", "fell", "opened")
_NEW = insertion(rounds, *_ROUND, turn=0)  # its entries refer to it
_END = Prepared(
    update(rounds)
    .where(rounds.c.id == bindparam("round"))
    .values(state=bindparam("how"), hash=bindparam("sum"), fell=bindparam("what"), ended=bindparam("at")),
    turn=2,
)
_TOLD = Prepared(update(game_tables).where(game_tables.c.id == bindparam("table")).values(adopted=bindparam("nobody")))
_PROMISE = Prepared(
    update(game_tables).where(game_tables.c.id == bindparam("table")).values(next_seed=bindparam("seed")), turn=2
)
_USED = Prepared(update(seats).where(seats.c.table_id == bindparam("table")).values(brought=bindparam("nothing")))
# What a round let the house expect is reckoned anew once it is mended.
_FORGET = Prepared(
    delete(reckonings).where(reckonings.c.table_id == bindparam("table"), reckonings.c.number == bindparam("round"))
)


def open_next(standing: Standing, now: int) -> None:
    """Opens the next round for everybody who sits."""
    table, last = standing.table, standing.round
    if table.state != "open":
        raise IllegalAction("the table is closed")
    if table.held:
        raise IllegalAction("the float of this table is under key: the director opens it again")
    if last is not None and not last.finished:
        raise IllegalAction("round {number} is being played", number=standing.number)
    if standing.waits:
        raise IllegalAction("the tournament has not let this table go on yet: seats, level or break are being seen to")
    if not standing.sitting:
        raise IllegalAction("nobody sits at the table")
    players = tuple(seat.name for seat in standing.sitting)
    play, salt = table.play, secrets.token_hex(16)
    brought = {} if table.physical else {seat.name: seat.brought for seat in standing.sitting if seat.brought}
    chance = None if table.physical else Live(bytes.fromhex(standing.next_seed) or None, brought)
    places, left = standing.places(), left_by(last) if last else Left(standing.taken_over)
    house = PRACTICE if table.practice else TOURNAMENT if table.tournament else CASINO
    header = next_header(
        play, table.rules, table.settings, players, places, left, chance, salt, table.adopted, brought, house
    )
    standing.before, standing.round = last, Round(play, table.rules, header, chance, standing.clock, standing.reading)
    if chance is not None:
        _promise(standing)
    standing.number += 1
    standing.round_id = round_id(table.id, standing.number)
    standing.coming = {}
    values = {
        "id": standing.round_id,
        "table_id": table.id,
        "number": standing.number,
        "procedure": play.version,
        "players": msgspec.json.encode(header.players).decode(),
        "seed": standing.round.seed,
        "state": "open",
        "hash": "",
        "fell": "",
        "opened": now,
    }
    standing.writes.append((_NEW, values))
    if table.adopted:
        standing.table = msgspec.structs.replace(table, adopted="")
        standing.writes.append((_TOLD, {"table": table.id, "nobody": ""}))
    write(standing, 0, now)


def _promise(standing: Standing) -> None:
    """Chooses the seed of the round after this one, which its end will promise; what was brought has been used."""
    assert isinstance(standing.round, Round)
    standing.next_seed = secrets.token_hex(32)
    standing.round.promise = standing.promise
    standing.writes.append((_PROMISE, {"table": standing.table.id, "seed": standing.next_seed}))
    if any(seat.brought for seat in standing.seats):
        standing.seats = [msgspec.structs.replace(seat, brought="") for seat in standing.seats]
        standing.writes.append((_USED, {"table": standing.table.id, "nothing": ""}))


def write(standing: Standing, known: int, now: int) -> None:
    """Appends what the round has grown by; when that ends it, who is leaving goes."""
    append(standing, known)
    assert standing.round is not None
    end, over = standing.round.end, isinstance(standing.round.log[known - 1], End)
    if over:
        standing.writes.append((_FORGET, {"table": standing.table.id, "round": standing.number}))
    if end is None:
        if over:
            standing.writes.append(
                (_END, {"round": standing.round_id, "how": "open", "sum": "", "what": "", "at": None})
            )
            standing.board = [item for item in standing.board if item[0] != standing.number]
        return
    state, fell = ("void", "") if end.void else ("finished", came_out(standing.round))
    values = {"round": standing.round_id, "how": state, "sum": end.hash, "what": fell, "at": now}
    standing.writes.append((_END, values))
    others = [item for item in standing.board if item[0] != standing.number]
    standing.board = [*([(standing.number, fell)] if fell else []), *others][:ON_BOARD]
    let_go(standing)


def came_out(played: Record) -> str:
    """How a round came out, for the board above its table."""
    return game(played.header.game).road(until_input(played.log)) or last_fall(played.counting())


def last_fall(inputs: Iterable[In]) -> str:
    """What a round's last wheel or dice showed, in few words; cards lie in hands of their own."""
    fell = [entry.fell for entry in inputs if entry.fell is not None and ":" not in entry.to]
    if not fell:
        return ""
    return "-".join(map(str, fell[-1])) if isinstance(fell[-1], list) else fell[-1]


def close_round(standing: Standing, by: Account, role: str, now: int) -> None:
    """Ends a round that nobody has done anything in; another must be played out or voided first."""
    playing = standing.round
    if playing is None or playing.finished:
        return
    if playing.inputs:
        raise IllegalAction("round {number} is being played: finish it or void it first", number=standing.number)
    abandon_round(standing, by, role, now)


def abandon_round(standing: Standing, by: Account, role: str, now: int) -> None:
    """Declares an open round void because its table closes."""
    playing = standing.round
    if playing is None or playing.finished:
        return
    known = len(playing.log)
    playing.apply(Void(standing.clock(), role, "the table is closed", "", (by.name,)))
    write(standing, known, now)
