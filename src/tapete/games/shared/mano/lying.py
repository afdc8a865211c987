"""The stakes that lie before players, by the bet they are on."""

from collections.abc import Iterable
from typing import Any

from tapete.engine.places import Stake, felt
from tapete.engine.settlement import due, settle
from tapete.engine.table import Table
from tapete.law.sections import Settlement

LOSES, KEEPS = (0, 1), (1, 1)


def lying(table: Table[Any], who: str, bet: str) -> int:
    """What somebody has on a bet."""
    return table.places.get(felt(who, bet), 0)


def stakes(table: Table[Any], owners: Iterable[str], bets: Iterable[str]) -> list[Stake]:
    """What some people have on some bets, person by person."""
    named = [(who, bet, felt(who, bet)) for who in owners for bet in bets]
    return [Stake(who, bet, table.places[place], place) for who, bet, place in named if table.places.get(place)]


async def lose(table: Table[Any], rule: Settlement, lost: Iterable[Stake], article: str) -> None:
    """Stakes are taken."""
    await settle(table, rule, [due(stake, stake.bet, article, LOSES, stays=False) for stake in lost])


async def give_back(table: Table[Any], rule: Settlement, kept: Iterable[Stake], article: str) -> None:
    """Stakes go back to their owners."""
    await settle(table, rule, [due(stake, stake.bet, article, KEEPS, stays=False) for stake in kept])
