"""`books`: the registers of a casino's tables, read from its database, and whether the books are even."""

from datetime import date
from typing import TYPE_CHECKING

from tapete.cli.cage import KEPT
from tapete.cli.database import HERE, Database, casino
from tapete.cli.output import answer, say, table
from tapete.errors import TapeteError
from tapete.money import format_cents

if TYPE_CHECKING:
    from tapete.floor import Floor
    from tapete.floor.normal import Tally
    from tapete.floor.profit import Profit
    from tapete.floor.register import Gap, Register

TABLES = "tables"
FIRST_DAY = date(1970, 1, 1).toordinal()
NAMES = {
    "opening": "Opening float",
    "fill": "Fill",
    "credit": "Credit",
    "covered": "Covered in play",
    "count": "Count",
    "closing": "Closing stock",
}


def books(what: str = TABLES, /, *, database: Database = HERE, table: str = "", day: str = "", normal: str = "") -> int:
    """The books of a casino: what its tables were given, gave back and won, and whether ledger and rounds agree.

    Parameters
    ----------
    what
        tables; or, of what the cage keeps, prizes, chips or orphans.
    table
        One table, line by line, by the id in its address.
    day
        Only tables that closed on this day (UTC), as 2026-05-31, as the income book has them; with --normal, only
        rounds that ended on it.
    normal
        table, game, croupier or day: what each won instead, beside what the exact odds of those very bets let expect.
    """
    from tapete.floor.profit import profit

    _check_asked(what, table or day or normal)
    with casino(database) as floor:
        if what in KEPT:
            KEPT[what](floor)
            return 0
        on = _day(day)
        if normal:
            return _normal(floor, normal, table, on)
        registers = _registers(floor, table, on)
        wrong, editions = floor.books.check(), floor.books.editions()
        profits = {found.table: profit(floor.db, found) for found in registers if table}
    data = {
        "even": not wrong,
        "discrepancies": [found._asdict() for found in wrong],
        "editions": [{"game": one.game, "region": one.region, "rulebook": one.rulebook} for one in editions],
        "tables": [{**_told(found), **_profited(profits.get(found.table))} for found in registers],
    }

    def shown() -> None:
        if table:
            _lines(registers[0])
            _profits(profits[table])
        else:
            _all(registers)
        for found in wrong:
            where = [found.table_id, f"round {found.round}" if found.round else ""]
            say(f"{', '.join(filter(None, where)) or 'the house'}: {found.what}")
        say("The books are not even." if wrong else "The books are even.")
        for one in editions:
            say(f"{one.game} of {one.region}: only these books have edition {one.rulebook[:12]}, not this release.")

    answer(data, shown)
    return 1 if wrong else 0


def _check_asked(what: str, chosen: str) -> None:
    if what != TABLES and what not in KEPT:
        raise TapeteError(f"'{what}' is not in the books: {', '.join([TABLES, *KEPT])}")
    if what in KEPT and chosen:
        raise TapeteError(f"--table, --day and --normal are about tables, not {what}")


def _registers(floor: "Floor", table: str, day: date | None) -> "list[Register]":
    """Of one table, of those that closed on a day, or of all."""
    if table and day:
        raise TapeteError("--table is one table whenever it closed: leave --day out, or ask for --normal")
    if day:
        return floor.registers.read_day(day)
    return floor.registers.read(
        [table] if table else [found.public_id for found in floor.tables.tables(None) if found.counts]
    )


def _normal(floor: "Floor", group: str, table: str, day: date | None) -> int:
    from tapete.floor.calendar import first_of
    from tapete.floor.normal import GROUPS, Choice

    if group not in GROUPS:
        raise TapeteError(f"'{group}' is no way to group rounds: {', '.join(GROUPS[:-1])} or {GROUPS[-1]}")
    since, until = (first_of(day), first_of(day, 1)) if day else (None, None)
    while not floor.normal.catch_up():
        pass
    tallies = floor.normal.read(group, Choice(since, until, table))
    rows = [{**tally._asdict(), "deviations": tally.deviations, "alert": tally.alert} for tally in tallies]
    answer(rows, lambda: _compared(group, tallies))
    return 0


def _compared(group: str, tallies: "list[Tally]") -> None:
    rows = [
        (
            str(date.fromordinal(FIRST_DAY + int(tally.key))) if group == "day" else tally.key,
            tally.rounds,
            format_cents(tally.staked),
            format_cents(round(tally.expected)) if tally.priced else "",
            format_cents(round(tally.compared if tally.priced else tally.won)),
            "" if tally.deviations is None else f"{tally.deviations:+.2f}{' !' if tally.alert else ''}",
        )
        for tally in tallies
    ]
    columns = (group.capitalize(), "Rounds", "At risk", "Expected", "Won", "Deviations apart")
    table("Won beside what was to be expected", columns, rows, right=columns[1:])
    if any(tally.alert for tally in tallies):
        say("! Chance alone seldom goes as far; that proves nothing more. docs/application.md says what it rests on.")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise TapeteError(f"'{text}' is no date: write 2026-05-31") from None


def when(at: int) -> str:
    """A moment as it is written."""
    from tapete.floor.calendar import moment

    return moment(at).strftime("%Y-%m-%d %H:%M")


def _told(found: "Register") -> dict[str, object]:
    return {
        "table": found.table,
        "name": found.name,
        "game": found.game,
        "region": found.region,
        "open": found.closed is None,
        "opening": found.total("opening"),
        "fills": found.total("fill", "covered"),
        "credits": -found.total("credit"),
        "closing": -found.total("closing"),
        "result": found.result,
        "boxes": found.boxes,
        "other": found.others,
        "unexplained": found.unexplained,
        "pending": len(found.pending),
        "gaps": [gap.cents for gap in found.gaps],
    }


def _all(registers: "list[Register]") -> None:
    rows = [
        (
            found.table,
            found.name,
            format_cents(found.total("opening")),
            format_cents(found.total("fill", "covered")),
            format_cents(-found.total("credit")),
            format_cents(-found.total("closing")) if found.closed else "",
            _result(found),
        )
        for found in registers
    ]
    columns = ("Table", "Name", "Float", "Fills", "Credits", "Closing", "Result")
    table("Tables", columns, rows, right=columns[2:])


def _result(found: "Register") -> str:
    if found.result is not None:
        return format_cents(found.result)
    return "open" if found.closed is None else "drop to count"


def _lines(found: "Register") -> None:
    rows = [
        (
            NAMES[line.what],
            format_cents(line.cents),
            line.round,
            f"{line.document.number}: {line.document.writer}, {line.document.signer}" if line.document else "",
        )
        for line in found.lines
    ]
    table(found.name, ("What", "Euros", "Before round", "Document"), rows, right=("Euros", "Before round"))
    for gap in found.gaps:
        say(f"Count {gap.document.number} differs by {format_cents(gap.cents)}, which came about {_among(gap)}.")


def _among(gap: "Gap") -> str:
    """The rounds among which a difference came about."""
    if gap.first == gap.last:
        return f"in round {gap.first}"
    return f"in rounds {gap.first} to {gap.last}" if gap.first < gap.last else "without a round"


def _profited(found: "Profit | None") -> dict[str, object]:
    return {"profit": found.told()} if found else {}


def _profits(found: "Profit | None") -> None:
    """The profit register of a table between players."""
    if found is None:
        return
    hours = [(one.first, one.last, when(one.since), when(one.until) if one.until else "") for one in found.hours]
    table("Profit register", ("First hand", "Last hand", "From", "Until"), hours)
    say(f"Dealt by {', '.join(found.croupiers) or 'nobody'}; banks held by {', '.join(found.bankers) or 'nobody'}.")
    counted = f"counted {format_cents(found.counted.cents)}" if found.counted else "not counted yet"
    say(f"Taken by the house {format_cents(found.taken)}, {counted}.")
