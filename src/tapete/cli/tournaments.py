"""`tournaments` and `icm`: the book of a casino's tournaments, and chances by stacks."""

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tapete.cli.arguments import Whole
from tapete.cli.database import HERE, Database, casino
from tapete.cli.output import answer, percent, say, table
from tapete.errors import TapeteError
from tapete.money import euros, format_cents

if TYPE_CHECKING:
    from tapete.floor.tournament.office import Sheet


def tournaments(id: str = "", /, *, database: Database = HERE) -> int:
    """The tournaments of a casino, or one of them: who takes part, places and prizes, what was paid in and out.

    Parameters
    ----------
    id
        A tournament, by the id in its address; without one, all of them.
    """
    with casino(database) as floor:
        if id:
            sheet = floor.tournaments.sheet(id)
            answer(_told(sheet), lambda: _show(sheet))
        else:
            sheets = [floor.tournaments.sheet(tournament.public_id) for tournament in floor.tournaments.all()]
            answer([_told(sheet) for sheet in sheets], lambda: _book(sheets))
    return 0


def icm(*stacks: Whole, prizes: Annotated[tuple[str, ...], Parameter(consume_multiple=True)]) -> int:
    """What each stack is worth, the chance of each place, and a fair deal: by worth (Malmuth-Harville), and by chips.

    Parameters
    ----------
    stacks
        The chips of each who is left, 2 to 12 of them.
    prizes
        What is still to be won, from the first place on, in euros.
    """
    from tapete.torneo.icm import chances, chop, deal, worth

    amounts = [euros(prize) for prize in prizes]
    if len(stacks) < 2 or not amounts:
        raise TapeteError("give the stacks of two at least, and the prizes: tapete icm 5000 3000 --prizes 70 30")
    if len(amounts) > len(stacks):
        many, few = len(amounts), len(stacks)
        raise TapeteError(f"--prizes: {many} prizes for {few} who are left: give one for each at most")
    for place, (one, other) in enumerate(pairwise(amounts), 2):
        if other > one:
            more, less = format_cents(other), format_cents(one)
            raise TapeteError(f"--prizes: {more} for place {place}, {less} for the one before: begin with the first")
    places, values = chances(stacks), worth(stacks, amounts)
    rows = list(zip(stacks, places, values, deal(stacks, amounts), chop(stacks, amounts), strict=True))
    data = [
        {"stack": stack, "places": [str(one) for one in own], "worth": str(value), "deal": by_worth, "chop": by_chips}
        for stack, own, value, by_worth, by_chips in rows
    ]

    def shown() -> None:
        columns = ("Stack", "First", "Worth", "Deal by worth", "Deal by chips")
        lines = [
            (stack, percent(own[0], 2), f"{float(value) / 100:.2f}", format_cents(by_worth), format_cents(by_chips))
            for stack, own, value, by_worth, by_chips in rows
        ]
        table("Chances by stacks", columns, lines, right=columns)

    answer(data, shown)
    return 0


def _told(sheet: "Sheet") -> dict[str, object]:
    return {
        **sheet.tournament.told(),
        "fees": sheet.purse.fees,
        "kept": sheet.purse.kept,
        "prizes": sheet.purse.prizes,
        "paid": sheet.handed_out,
        "entries": [
            {"entry": one.number, "name": one.name, "state": one.state, "place": one.place, "won": one.won}
            for one in sheet.entries
        ],
    }


def _book(sheets: "list[Sheet]") -> None:
    rows = [
        (
            sheet.tournament.public_id,
            sheet.tournament.name,
            sheet.tournament.file.game,
            sheet.tournament.state,
            len(sheet.standing),
            format_cents(sheet.purse.fees),
            format_cents(sheet.purse.prizes),
        )
        for sheet in sheets
    ]
    columns = ("Id", "Tournament", "Game", "State", "Entries", "Fees", "Prizes")
    table("Tournaments", columns, rows, right=columns[4:])


def _show(sheet: "Sheet") -> None:
    ranked = sorted(sheet.entries, key=lambda one: (one.place is None, one.place or 0, one.number))
    rows = [
        (
            one.ranked,
            one.number,
            one.name,
            one.state,
            format_cents(one.won) if one.won else "",
            ", ".join(one.goods),
        )
        for one in ranked
    ]
    columns = ("Place", "Entry", "Name", "State", "Prize", "In kind")
    table(sheet.tournament.name, columns, rows, right=("Place", "Entry", "Prize"))
    say(f"Lots: commitment {sheet.tournament.commitment}")
    if sheet.tournament.over:
        say(f"Seed: {sheet.tournament.seed}")
