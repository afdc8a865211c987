"""A hand's cards: dealt to players and bank, turned over, put away."""

from collections.abc import Iterable
from typing import Any

from tapete.engine.requests import Shift
from tapete.engine.table import Table
from tapete.games.shared.mano.asking import heard

CROUPIER, DISCARDS = "crupier", "descartes"
NOBODY = "nadie"  # who wins, when nobody does


def lying_at(who: str) -> str:
    """Where somebody's cards lie."""
    return f"mano/{who}"


async def dealt(
    table: Table[Any], players: Iterable[str], count: int, article: str, each: int = 1
) -> dict[str, list[str]]:
    """So many cards face down to each player and last to the bank, `each` at a time; by whose they are."""
    dealt: dict[str, list[str]] = {who: [] for who in (*players, CROUPIER)}
    for _ in range(count // each):
        for who, slots in dealt.items():
            looks = "" if who == CROUPIER else who
            slots += [await table.deck.down(lying_at(who), looks, article) for _ in range(each)]
    return dealt


async def read(table: Table[Any], slots: Iterable[str], article: str) -> list[int]:
    """Turns cards over."""
    return [await heard(lambda slot=slot: table.deck.show(slot, article)) for slot in slots]  # type: ignore[misc]


async def put_away(place: str, slots: Iterable[str]) -> None:
    """Cards are taken, unseen if they were."""
    for slot in slots:
        await Shift(slot, place, DISCARDS)


def texts(table: Table[Any], slots: Iterable[str]) -> tuple[str, ...]:
    """Cards that were turned over, as they are written."""
    return tuple(table.deck.text(table.deck.faces[slot]) for slot in slots)
