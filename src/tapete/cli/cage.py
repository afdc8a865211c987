"""What `books` tells of the cage: accumulated prizes, chips by value, orphan stakes."""

from typing import TYPE_CHECKING

from tapete.cli.output import answer, say, table
from tapete.money import format_cents

if TYPE_CHECKING:
    from tapete.floor import Floor
    from tapete.floor.cage import Chips


def prizes(floor: "Floor") -> None:
    """What accumulated prizes stand at."""
    prizes = floor.prizes.read()

    def shown() -> None:
        rows = [(one.name, one.path.partition("/")[2], one.tables, one.open, format_cents(one.cents)) for one in prizes]
        columns = ("Name", "Prize", "Tables", "Open", "Stands at")
        table("Accumulated prizes", columns, rows, right=columns[2:])

    answer([one._asdict() for one in prizes], shown)


def chips(floor: "Floor") -> None:
    """Chips and plaques by value, and what a count of the cage left to be explained."""
    chips = floor.cage.read()
    answer(chips.told(), lambda: _chips(chips))


def _chips(chips: "Chips") -> None:
    columns = ("Value", "In service", "In open banks", "Counted", "Difference")
    rows = [
        (format_cents(value), *("" if count is None else count for count in (*item[:3], item.difference)))
        for value, item in chips.values.items()
    ]
    if not rows:
        say("No chips are in service by pieces: this house goes by amounts.")
        return
    table("Chips and plaques", columns, rows, right=columns)
    say(f"At open tables {format_cents(chips.outside)}, of which with players {format_cents(chips.players)}.")
    say(f"In the cage must be {format_cents(chips.cage)}.")
    if chips.last is not None:
        out = f"{format_cents(chips.out)} was at open tables without a document by pieces"
        say(f"Count {chips.last.number}: {out}; beyond that {_rest(chips.last.difference or 0)}.")


def _rest(differs: int) -> str:
    if not differs:
        return "nothing is missing"
    return f"{format_cents(abs(differs))} is {'missing' if differs < 0 else 'too many'}"


def orphans(floor: "Floor") -> None:
    """Chips that nobody owned up to, and what became of them."""
    orphans = floor.orphans.all()

    def shown() -> None:
        columns = ("No.", "Table", "Euros", "Found", "What became of it", "Whose")
        rows = [
            (one.number, one.table, format_cents(one.cents), one.found, one.what or "kept", one.name) for one in orphans
        ]
        table("Orphan stakes", columns, rows, right=("No.", "Euros"))

    answer([one._asdict() for one in orphans], shown)


KEPT = {"prizes": prizes, "chips": chips, "orphans": orphans}
