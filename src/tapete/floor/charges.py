"""Until when players have paid for a session, by the rounds of their table: nobody pays again before that is over."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select

from tapete.engine.charges import Paid, charges
from tapete.engine.requests import Act
from tapete.engine.transcript import CHARGES, SESSION, Entry, decode
from tapete.errors import IllegalAction, minutes
from tapete.floor.connection import Database
from tapete.floor.schema import entries, rounds
from tapete.floor.standing import Standing, lines_of
from tapete.games import game


def paid(db: Database, standing: Standing) -> Paid:
    """Until when each has paid at a table."""
    found, table = Paid(), standing.table
    longest, _ = game(table.game).session_time(table.rules, table.settings)
    now = standing.clock()
    for log in _logs(db, standing):
        made = charges(log)
        for charge in made:
            found.add(charge, game(table.game).session_time(table.rules, table.settings, charge.on)[0])
        if made and made[-1].at + longest <= now:
            break
    return found


def check_charge(db: Database, standing: Standing, players: Sequence[str], act: Act) -> None:
    """Refuses to charge somebody who has paid for time that is not over: one player where one is named, or else all."""
    one = act.on.partition(":")[2]
    if act.do not in CHARGES or not (early := paid(db, standing).early([one] if one else players, standing.clock())):
        return
    table, (who, left) = standing.table, early
    _, article = game(table.game).session_time(table.rules, table.settings, act.on)
    raise IllegalAction("{who} has paid for {time} more of play", article, who=who, time=minutes(left))


def _logs(db: Database, standing: Standing) -> Iterator[Sequence[Entry]]:
    """The rounds in which players may have been charged, the last first: the last two as they stand, others as read."""
    last = [round.log for round in (standing.round, standing.before) if round is not None]
    yield from last
    charged = (
        select(rounds.c.number, rounds.c.id)
        .join(entries, entries.c.round_id == rounds.c.id)
        .where(rounds.c.table_id == standing.table.id, rounds.c.state != "void")
        .where(entries.c.line.contains(f'"do":"{SESSION}'))  # of all, or of one
        .order_by(rounds.c.number.desc())
        .limit(1)  # one at a time: those before an hour ago are not looked for
    )
    number = standing.number - len(last) + 1
    with db.read() as conn:
        while row := conn.execute(charged.where(rounds.c.number < number)).first():
            number = row.number
            yield [decode(line, n) for n, line in enumerate(lines_of(conn, row.id), 1)]
