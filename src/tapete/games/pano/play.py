"""Settling a felt of pockets at the table."""

from typing import Any

from tapete.engine.places import stakes
from tapete.engine.round import Table
from tapete.engine.settlement import due, settle
from tapete.games.pano.rules import PanoRules, covers
from tapete.games.pano.settle import comes_back


async def settle_felt(rules: PanoRules, table: Table[Any], pockets: tuple[str, ...], fell: str) -> None:
    """Takes the losing stakes and pays the winners."""
    number = {pocket: i for i, pocket in enumerate(pockets)}
    dues = []
    for stake in stakes(table.places):
        name = stake.bet.partition(":")[0]
        bet = rules.bets[name]
        share = comes_back([number[pocket] for pocket in covers(rules)[stake.bet]], number[fell], *bet.pays)
        dues.append(due(stake, name, bet.article, share, rules.settlement.winners_stay))
    await settle(table, rules.settlement, dues, frozenset())
