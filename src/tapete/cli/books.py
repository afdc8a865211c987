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
        profits = {register.table: profit(floor.db, register) for register in registers if table}
    data = {
        "even": not wrong,
        "discrepancies": [discrepancy._asdict() for discrepancy in wrong],
        "editions": [{"game": one.game, "region": one.region, "rulebook": one.rulebook} for one in editions],
        "tables": [{**_told(register), **_profited(profits.get(register.table))} for register in registers],
    }

    def shown() -> None:
        if table:
            _lines(registers[0])
            _profits(profits[table])
        else:
            _all(registers)
        for discrepancy in wrong:
            where = [discrepancy.table_id, f"round {discrepancy.round}" if discrepancy.round else ""]
            say(f"{', '.join(filter(None, where)) or 'the house'}: {discrepancy.what}")
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
        [table] if table else [table.public_id for table in floor.tables.tables(None) if table.counts]
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


def _told(register: "Register") -> dict[str, object]:
    return {
        "table": register.table,
        "name": register.name,
        "game": register.game,
        "region": register.region,
        "open": register.closed is None,
        "opening": register.total("opening"),
        "fills": register.total("fill", "covered"),
        "credits": -register.total("credit"),
        "closing": -register.total("closing"),
        "drop": register.drop,
        "result": register.result,
        "boxes": register.boxes,
        "prizes": {path: prize._asdict() for path, prize in register.prizes.items()},
        "other": register.others,
        "unexplained": register.unexplained,
        "pending": len(register.pending),
        "gaps": [gap.cents for gap in register.gaps],
    }


def _all(registers: "list[Register]") -> None:
    rows = [
        (
            register.table,
            register.name,
            format_cents(register.total("opening")),
            format_cents(register.total("fill", "covered")),
            format_cents(-register.total("credit")),
            format_cents(-register.total("closing")) if register.closed else "",
            "" if register.drop is None else format_cents(register.drop),
            _result(register),
        )
        for register in registers
    ]
    columns = ("Table", "Name", "Float", "Fills", "Credits", "Closing", "Drop", "Result")
    table("Tables", columns, rows, right=columns[2:])
    for register in registers:
        if register.unexplained:
            amount, id = format_cents(register.unexplained), register.table
            say(f"{register.name}: {amount} of its result is in no transcript; --table {id} names the rounds.")


def _result(register: "Register") -> str:
    if register.result is not None:
        return format_cents(register.result)
    return "open" if register.closed is None else "drop to count"


def _lines(register: "Register") -> None:
    rows = [
        (
            NAMES[line.what],
            format_cents(line.cents),
            line.round,
            f"{line.document.number}: {line.document.writer}, {line.document.signer}" if line.document else "",
        )
        for line in register.lines
    ]
    table(register.name, ("What", "Euros", "Before round", "Document"), rows, right=("Euros", "Before round"))
    for path, prize in register.prizes.items():
        fed, paid = format_cents(prize.aside), format_cents(prize.paid)
        say(f"{path.partition('/')[2]}: {fed} set aside for the accumulated prize, {paid} paid of it to players.")
    for gap in register.gaps:
        say(f"Count {gap.document.number} differs by {format_cents(gap.cents)}, which came about {_among(gap)}.")


def _among(gap: "Gap") -> str:
    """The rounds among which a difference came about."""
    if gap.first == gap.last:
        return f"in round {gap.first}"
    return f"in rounds {gap.first} to {gap.last}" if gap.first < gap.last else "without a round"


def _profited(profit: "Profit | None") -> dict[str, object]:
    return {"profit": profit.told()} if profit else {}


def _profits(profit: "Profit | None") -> None:
    """The profit register of a table between players."""
    if profit is None:
        return
    hours = [(one.first, one.last, when(one.since), when(one.until) if one.until else "") for one in profit.hours]
    table("Profit register", ("First hand", "Last hand", "From", "Until"), hours)
    dealt, changed, held = (
        ", ".join(names) or "nobody" for names in (profit.croupiers, profit.changers, profit.bankers)
    )
    say(f"Dealt by {dealt}; money changed by {changed}; banks held by {held}.")
    counted = f"counted {format_cents(profit.counted.cents)}" if profit.counted else "not counted yet"
    say(f"Taken by the house {format_cents(profit.taken)}, {counted}.")
