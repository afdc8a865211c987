"""Editions that tables and rounds were opened under, kept in the database by digest and procedure."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, select, update

from tapete.engine.round import Play
from tapete.engine.transcript import Edition, Header
from tapete.errors import Missing, TapeteError
from tapete.floor.prepared import Call, insertion, together
from tapete.floor.schema import editions, game_tables
from tapete.games import game
from tapete.games.editions import current, restored

_KEEP = insertion(editions, "rulebook", "procedure", "game", "region", "body", once=True)


class Known(NamedTuple):
    """An edition ready for use: its rulebook, and its procedure if this release still has it."""

    rules: Any
    play: Play | None
    own: bool


_ready: dict[tuple[str, int], Known] = {}


def keep(kept: Edition) -> Call:
    """What writes an edition, unless it is kept already."""
    body = msgspec.json.encode(kept).decode()
    key = {"rulebook": kept.rulebook, "procedure": kept.procedure}
    return _KEEP, {**key, "game": kept.game, "region": kept.region, "body": body}


def known(conn: Connection, name: str, region: str, choices: dict[str, str], rulebook: str, procedure: int) -> Known:
    """The edition by these names: this release's own if it is that, otherwise the one that was kept."""
    own = _own(name, region, choices)
    if own is not None and (own.rules.digest, own.play and own.play.version) == (rulebook, procedure):
        return own
    key = rulebook, procedure
    if key not in _ready:
        _ready[key] = _kept(conn, key, name)
    return _ready[key]


def name_all(conn: Connection) -> None:
    """Tables of a release that kept no editions have this one's from now on."""
    unnamed = select(game_tables.c.id, game_tables.c.game, game_tables.c.region, game_tables.c.choices)
    for row in conn.execute(unnamed.where(game_tables.c.rulebook == "")).all():
        own = current(row.game, row.region, msgspec.json.decode(row.choices))
        together(conn, keep(own))
        named = {"rulebook": own.rulebook, "procedure": own.procedure}
        conn.execute(update(game_tables).where(game_tables.c.id == row.id).values(named))


def of_header(conn: Connection, header: Header) -> Known:
    """The edition that a round was opened under."""
    return known(conn, header.game, header.region, header.choices, header.rulebook, header.procedure)


def body(conn: Connection, header: Header) -> Edition | None:
    """The kept edition of a round, to go beside its log."""
    where = editions.c.rulebook == header.rulebook, editions.c.procedure == header.procedure
    text = conn.execute(select(editions.c.body).where(*where)).scalar()
    return msgspec.json.decode(text, type=Edition) if text else None


def kept_of(conn: Connection, rulebooks: Iterable[str]) -> list[Edition]:
    """The kept editions of some rulebooks, by their digests."""
    every = conn.execute(select(editions.c.body).where(editions.c.rulebook.in_(list(rulebooks)))).scalars()
    return [msgspec.json.decode(text, type=Edition) for text in every]


def others(conn: Connection) -> list[Edition]:
    """The kept editions that are not this release's: what was played under them, only these books vouch for."""
    every = [msgspec.json.decode(text, type=Edition) for text in conn.execute(select(editions.c.body)).scalars()]
    return [kept for kept in every if not _shipped(kept)]


def _shipped(kept: Edition) -> bool:
    """Whether an edition is this release's rulebook, by any procedure that it has."""
    own = _own(kept.game, kept.region, kept.choices)
    return own is not None and own.rules.digest == kept.rulebook


def _own(name: str, region: str, choices: dict[str, str]) -> Known | None:
    """This release's own edition; none where it no longer has the game, the region or a reading."""
    try:
        return Known(game(name).rules(region, choices), game(name).play, own=True)
    except TapeteError:
        return None


def _kept(conn: Connection, key: tuple[str, int], name: str) -> Known:
    where = editions.c.rulebook == key[0], editions.c.procedure == key[1]
    text = conn.execute(select(editions.c.body).where(*where)).scalar()
    if text is None:
        raise Missing(
            "edition {rulebook} of {game} with procedure {procedure} is not in this house's books",
            rulebook=key[0][:12],
            game=name,
            procedure=key[1],
        )
    kept = msgspec.json.decode(text, type=Edition)
    try:
        play, rules = restored(kept)
    except Missing:
        play, rules = None, restored(msgspec.structs.replace(kept, procedure=game(name).play.version))[1]
    return Known(rules, play, own=False)


__all__ = ["Known", "body", "current", "keep", "known", "name_all", "of_header", "others"]
