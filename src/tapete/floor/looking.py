"""Rounds of a table looked back on: those in which something was written, the last first, no further than is asked."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select

from tapete.engine.transcript import Entry, decode
from tapete.floor.connection import Database
from tapete.floor.schema import entries, rounds
from tapete.floor.standing import Standing, lines_of


def back(db: Database, standing: Standing, written: str) -> Iterator[Sequence[Entry]]:
    """The last two rounds as they stand, whatever they hold; of the others those with a line that has this, as read."""
    last = [round.log for round in (standing.round, standing.before) if round is not None]
    yield from last
    holding = (
        select(rounds.c.number, rounds.c.id)
        .join(entries, entries.c.round_id == rounds.c.id)
        .where(rounds.c.table_id == standing.table.id, rounds.c.state != "void", entries.c.line.contains(written))
        .order_by(rounds.c.number.desc())
        .limit(1)  # one at a time: what lies further back than is asked for is not looked for
    )
    number = standing.number - len(last) + 1
    with db.read() as conn:
        while row := conn.execute(holding.where(rounds.c.number < number)).first():
            number = row.number
            yield [decode(line, n) for n, line in enumerate(lines_of(conn, row.id), 1)]
