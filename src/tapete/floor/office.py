"""Who decides at a table: nobody who plays there, two together once chance has spoken. A practice is its owner's."""

import msgspec
from sqlalchemy import bindparam, update

from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.round import now as present
from tapete.engine.transcript import AUTOMATIC, Void, spoken
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.prepared import Prepared
from tapete.floor.roles import CHIEFS, HATS, Account, Forbidden, require
from tapete.floor.schema import game_tables
from tapete.floor.standing import Asked, Standing
from tapete.law.house import house

_ASKED = Prepared(update(game_tables).where(game_tables.c.id == bindparam("table")).values(asked=bindparam("what")))
LAST = "last"  # the announcement of the last rounds


def runs(standing: Standing, account: Account | None) -> bool:
    """Whether a table is somebody's own practice."""
    return account is not None and standing.table.practice and standing.table.opened_by == account.id


def plays(standing: Standing, account: Account) -> bool:
    """Whether somebody sits at a table, or chips of theirs lie there."""
    seat = standing.seat_of(account.id)
    return seat is not None and seat.state != "left"


def office(standing: Standing, account: Account | None) -> str:
    """In which role somebody decides at a table: none where they play, or where another practises."""
    if account is None:
        return ""
    if account.name == AUTOMATIC:  # the server's own, for tables that run by themselves; nobody has this name
        return account.role
    if runs(standing, account):
        return "" if standing.table.automatic else "director"
    return "" if standing.table.practice or plays(standing, account) else account.role


def hats_of(standing: Standing, account: Account | None) -> tuple[str, ...]:
    """The roles in which somebody may act at a table."""
    return HATS.get(office(standing, account), ())


def lent(standing: Standing, account: Account | None) -> list[Option]:
    """What is the director's to do and the text gives to who works at the table: announcing the last rounds."""
    pending, given = standing.round.pending if standing.round else None, _announces(standing, account)
    options = pending.open("director") if given and isinstance(pending, Window) else ()
    return [item for item in options if item.do == LAST and item.article in given]


def stands_in(standing: Standing, account: Account, act: Act) -> bool:
    """Whether somebody does this in the director's stead, now or as soon as it can be done."""
    pending = standing.round.pending if standing.round else None
    if act.do != LAST or not isinstance(pending, Window):
        return False
    return pending.option("director", act.do, act.on).article in _announces(standing, account)


def _announces(standing: Standing, account: Account | None) -> frozenset[str]:
    """By which articles somebody at the table announces the last rounds."""
    role = office(standing, account)
    rules = house(standing.table.region) if role in ("inspector", "croupier") else None
    said = rules.announces.values() if rules else ()
    return frozenset(rule.article for rule in said if role == "inspector" or "crupier" in rule.by)


def decides(standing: Standing, account: Account, roles: tuple[str, ...], what: str) -> str:
    """The role in which somebody does this at a table, or why they may not."""
    role = office(standing, account)
    if role in roles:
        return role
    if runs(standing, account):
        raise Forbidden("this table runs by itself: set its pace to 0 and run it yourself")
    if standing.table.practice:
        raise Forbidden("this is a practice table: whoever opened it runs it alone")
    require(account, roles, what)
    raise Forbidden("{who} plays at this table, and who plays decides nothing there", who=account.name)


# What two have to agree to


def ask(standing: Standing, wanted: Asked) -> None:
    """Does what somebody wants done at once, or keeps it until somebody else of the staff agrees."""
    round = standing.last_round()
    if standing.table.practice or not spoken(round.log):
        sign(standing, wanted, (wanted.name,))
        return
    _try(standing, wanted)
    keep(standing, wanted)


def agreed(standing: Standing, account: Account) -> None:
    """Somebody else agrees: what was asked is done in the name of both."""
    wanted = asked(standing)
    if wanted.by == account.id:
        raise Forbidden("{who} asked for this: somebody else of the staff has to agree", who=account.name)
    if wanted.role not in CHIEFS:
        wanted = msgspec.structs.replace(wanted, role=decides(standing, account, CHIEFS, "agree to this"))
    sign(standing, wanted, (wanted.name, account.name))


def asked(standing: Standing) -> Asked:
    """What somebody has to agree to; nothing is left of it once the round has gone on."""
    if standing.asked is None:
        raise IllegalAction("nothing waits for somebody to agree to it")
    return standing.asked


def keep(standing: Standing, wanted: Asked | None) -> None:
    """Keeps what was asked, or forgets it."""
    standing.request = wanted
    what = msgspec.json.encode(wanted).decode() if wanted else ""
    standing.writes.append((_ASKED, {"table": standing.table.id, "what": what}))


def sign(standing: Standing, wanted: Asked, names: tuple[str, ...]) -> None:
    """Takes back, mends or voids, in the names of those who decided it."""
    round = standing.last_round()
    if wanted.do == "rewind":
        standing.playing().rewind(wanted.to, wanted.role, wanted.why, names)
    elif wanted.do == "correct":
        standing.reopened().correct(wanted.to, wanted.fell, wanted.role, wanted.why, names)
    else:
        round.apply(Void(standing.clock(), wanted.role, wanted.why, wanted.article, names))
    if standing.request is not None:
        keep(standing, None)


def _try(standing: Standing, wanted: Asked) -> None:
    """Refuses what could not be done even if somebody agreed."""
    round = standing.last_round()
    if wanted.do == "correct":
        standing.reopened().foreseen_mended(wanted.to, wanted.fell)
    elif wanted.do == "void":
        copy = Record.of(round.rules, list(round.log))
        copy.apply(Void(present(), wanted.role, wanted.why, wanted.article))
    elif round.finished or not 0 <= wanted.to < round.inputs:
        raise TapeteError(
            "an open round returns to one of its inputs 0 to {last}, not {to}", last=round.inputs - 1, to=wanted.to
        )
