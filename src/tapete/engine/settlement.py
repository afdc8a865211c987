"""Settlement at the table: losing stakes are taken and winners paid, by a banker, in the order the text gives."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tapete.engine.places import BANK, CAGE, Stake, banca, chips
from tapete.engine.requests import Move
from tapete.engine.table import Table
from tapete.law.sections import Settlement

NONE_APART: frozenset[str] = frozenset()


class Banker(NamedTuple):
    """Who takes and pays: the house, whose float the cage completes, or a player, as far as his bank reaches."""

    place: str = BANK
    limited: bool = False


HOUSE = Banker()


def player_bank(who: str) -> Banker:
    """A player who is the bank."""
    return Banker(banca(who), limited=True)


class Due(NamedTuple):
    """What becomes of a stake: cents taken by the bank, won from it, and whether the stake goes back to its player."""

    stake: Stake
    bet: str
    article: str
    taken: int = 0
    won: int = 0
    rest: str = ""
    returned: bool = False


def due(stake: Stake, bet: str, article: str, back: tuple[int, int], stays: bool) -> Due:
    """What becomes of a stake of which the share `back` comes back; a fraction of a cent stays with the house."""
    num, den = back
    cents, rest = divmod(stake.cents * num, den)
    noted = f"{rest}/{den}" if rest else ""
    if cents < stake.cents:
        return Due(stake, bet, article, taken=stake.cents - cents, rest=noted, returned=cents > 0)
    return Due(stake, bet, article, won=cents - stake.cents, rest=noted, returned=not stays)


async def settle(
    table: Table[Any],
    settlement: Settlement,
    dues: Sequence[Due],
    simple: frozenset[str] = NONE_APART,
    banker: Banker = HOUSE,
) -> dict[str, int]:
    """Moves every chip that is due, losers first where the text has it so; what a limited bank could not pay.

    A winner whom the bank does not reach is given his stake back, and what is missing is returned by its place.
    """
    taken = [due for due in sorted(dues, key=lambda due: _rank(settlement, due.bet)) if due.taken]
    paid = order(settlement, [due for due in dues if due.won or due.returned], simple)
    unpaid: dict[str, int] = {}
    if settlement.losers_first:
        await _take(taken, banker)
    for due in paid:
        reach = table.places.get(banker.place, 0) if banker.limited else due.won
        if reach < due.won:
            unpaid[due.stake.place] = due.won - reach
            due = due._replace(won=reach, rest="")
        for move in _pay(table, due, banker):
            await move
    if not settlement.losers_first:
        await _take(taken, banker)
    return unpaid


async def _take(dues: Sequence[Due], banker: Banker) -> None:
    for due in dues:
        await Move(due.stake.place, banker.place, due.taken, due.article, due.rest)


def order(settlement: Settlement, winners: Sequence[Due], simple: frozenset[str]) -> list[Due]:
    """The winners as they are paid: by kind of bet and, where the text says so, all of one player's together."""
    ranked = sorted(winners, key=lambda due: _rank(settlement, due.bet))
    if settlement.together == "no":
        return ranked
    apart = simple if settlement.together == "multiple" else frozenset()
    first: dict[str, int] = {}
    for place, due in enumerate(ranked):
        if due.bet not in apart:
            first.setdefault(due.stake.who, place)
    return [
        due
        for _, due in sorted(
            enumerate(ranked), key=lambda item: (item[0] if item[1].bet in apart else first[item[1].stake.who], item[0])
        )
    ]


def _rank(settlement: Settlement, bet: str) -> int:
    return settlement.order.index(bet) if bet in settlement.order else len(settlement.order)


def _pay(table: Table[Any], due: Due, banker: Banker) -> Iterator[Move]:
    """The gain from the bank; then the stake, if it goes back."""
    own = chips(due.stake.who)
    if not banker.limited:
        yield from cover(table, due.won, due.article)
    if due.won:
        yield Move(banker.place, own, due.won, due.article, due.rest)
    if due.returned and due.stake.cents > due.taken:
        yield Move(due.stake.place, own, due.stake.cents - due.taken, due.article)


def cover(table: Table[Any], cents: int, article: str) -> Iterator[Move]:
    """The cage completes the table's float where it is short of so much."""
    short = cents - table.places.get(BANK, 0)
    if short > 0:
        yield Move(CAGE, BANK, short, article)
