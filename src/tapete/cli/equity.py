"""`equity`: hands of a poker between players against one another."""

from typing import Annotated

from cyclopts import Parameter

from tapete.cli.arguments import GAME, REGION, Set, Whole, ruled, switches
from tapete.cli.output import answer, percent, say, table
from tapete.engine.settings import standard
from tapete.games import game
from tapete.odds.equity import Equity


def equity(
    name: Annotated[str, GAME],
    /,
    *hands: Annotated[str, Parameter(name="HAND")],
    region: Annotated[str, REGION],
    board: list[str] | None = None,
    dead: str = "",
    seed: Whole = 1,
    set_: Set = None,
) -> None:
    """Hands or ranges of a poker between players, against one another on any street.

    All deals are counted where that takes seconds; otherwise some are drawn, and the error is told.

    Parameters
    ----------
    hands
        Cards as AsKs, fewer than a hand has if the rest may be any; sorts as AA, AKs, A10o, QQ+, 22-55; random.
    board
        The common cards as far as they lie, as in "Ah 7d 2c". Where there are two lines, once for each.
    dead
        Cards that nobody can get any more.
    seed
        The same seed draws the same deals.
    """
    chosen = game(name)
    rules, options = ruled(chosen, region, switches(set_))
    rows = chosen.equity(rules, standard(rules, options=options), hands, board or (), dead, seed)
    answer([row.as_json() for row in rows], lambda: _show(rows))


def _show(rows: list[Equity]) -> None:
    first = rows[0]
    lying = f" on {' and '.join(board or '—' for board in first.board)}" if any(first.board) else ""
    table(
        f"{first.game} in {first.region}{lying}",
        ["hand", "equity", "wins", "ties", "loses"],
        [
            (row.hand, _share(row), percent(row.win, 2), percent(row.tie, 2), percent(1 - row.win - row.tie, 2))
            for row in rows
        ],
        right=["equity", "wins", "ties", "loses"],
    )
    deals = "1 deal" if first.deals == 1 else f"{first.deals:,} deals"
    halves = " Wins, ties and losses are of a line, which is half of the pot." if len(first.board) > 1 else ""
    counted = "all that there are" if first.std_error is None else "drawn at random"
    say(f"{deals}, {counted}.{halves}  [{first.article}]")


def _share(row: Equity) -> str:
    return percent(row.equity) if row.std_error is None else f"{percent(row.equity)} ± {percent(row.std_error)}"
