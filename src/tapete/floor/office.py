"""Who decides at a table: nobody who plays there, two together once chance has spoken. A practice is its owner's."""

import msgspec
from sqlalchemy import bindparam, update

from tapete.engine.record import Record
from tapete.engine.round import now as present
from tapete.engine.transcript import AUTOMATIC, Void, spoken
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.connection import Prepared
from tapete.floor.roles import CHIEFS, HATS, Account, Forbidden, require
from tapete.floor.schema import game_tables
from tapete.floor.standing import Asked, Standing

_ASKED = Prepared(update(game_tables).where(game_tables.c.id == bindparam("table")).values(asked=bindparam("what")))


def runs(found: Standing, account: Account | None) -> bool:
    """Whether a table is somebody's own practice."""
    return account is not None and found.table.practice and found.table.opened_by == account.id


def plays(found: Standing, account: Account) -> bool:
    """Whether somebody sits at a table, or chips of theirs lie there."""
    seat = found.seat_of(account.id)
    return seat is not None and seat.state != "left"


def office(found: Standing, account: Account | None) -> str:
    """In which role somebody decides at a table: none where they play, or where another practises."""
    if account is None:
        return ""
    if account.name == AUTOMATIC:  # the server's own, for tables that run by themselves; nobody has this name
        return account.role
    if runs(found, account):
        return "" if found.table.automatic else "director"
    return "" if found.table.practice or plays(found, account) else account.role


def hats_of(found: Standing, account: Account | None) -> tuple[str, ...]:
    """The roles in which somebody may act at a table."""
    return HATS.get(office(found, account), ())


def decides(found: Standing, account: Account, roles: tuple[str, ...], what: str) -> str:
    """The role in which somebody does this at a table, or why they may not."""
    role = office(found, account)
    if role in roles:
        return role
    if runs(found, account):
        raise Forbidden("this table runs by itself: set its pace to 0 and run it yourself")
    if found.table.practice:
        raise Forbidden("this is a practice table: whoever opened it runs it alone")
    require(account, roles, what)
    raise Forbidden("{who} plays at this table, and who plays decides nothing there", who=account.name)


# What two have to agree to


def ask(found: Standing, wanted: Asked) -> None:
    """Does what somebody wants done at once, or keeps it until somebody else of the staff agrees."""
    round = found.last_round()
    if found.table.practice or not spoken(round.log):
        sign(found, wanted, (wanted.name,))
        return
    _try(found, wanted)
    keep(found, wanted)


def agreed(found: Standing, account: Account) -> None:
    """Somebody else agrees: what was asked is done in the name of both."""
    wanted = asked(found)
    if wanted.by == account.id:
        raise Forbidden("{who} asked for this: somebody else of the staff has to agree", who=account.name)
    if wanted.role not in CHIEFS:
        wanted = msgspec.structs.replace(wanted, role=decides(found, account, CHIEFS, "agree to this"))
    sign(found, wanted, (wanted.name, account.name))


def asked(found: Standing) -> Asked:
    """What somebody has to agree to; nothing is left of it once the round has gone on."""
    if found.asked is None:
        raise IllegalAction("nothing waits for somebody to agree to it")
    return found.asked


def keep(found: Standing, wanted: Asked | None) -> None:
    """Keeps what was asked, or forgets it."""
    found.request = wanted
    what = msgspec.json.encode(wanted).decode() if wanted else ""
    found.writes.append((_ASKED, {"table": found.table.id, "what": what}))


def sign(found: Standing, wanted: Asked, names: tuple[str, ...]) -> None:
    """Takes back, mends or voids, in the names of those who decided it."""
    round = found.last_round()
    if wanted.do == "rewind":
        found.playing().rewind(wanted.to, wanted.role, wanted.why, names)
    elif wanted.do == "correct":
        found.reopened().correct(wanted.to, wanted.fell, wanted.role, wanted.why, names)
    else:
        round.apply(Void(found.clock(), wanted.role, wanted.why, wanted.article, names))
    if found.request is not None:
        keep(found, None)


def _try(found: Standing, wanted: Asked) -> None:
    """Refuses what could not be done even if somebody agreed."""
    round = found.last_round()
    if wanted.do == "correct":
        found.reopened().foreseen_mended(wanted.to, wanted.fell)
    elif wanted.do == "void":
        copy = Record.of(round.rules, list(round.log))
        copy.apply(Void(present(), wanted.role, wanted.why, wanted.article))
    elif round.finished or not 0 <= wanted.to < round.inputs:
        raise TapeteError(
            "an open round returns to one of its inputs 0 to {last}, not {to}", last=round.inputs - 1, to=wanted.to
        )
