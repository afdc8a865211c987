"""Settling a felt of pockets at the table."""

from typing import Any

from tapete.engine.places import stakes
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.games.shared.pano.rules import PanoRules, spots


async def settle_felt(rules: PanoRules, table: Table[Any], fell: str) -> None:
    """Takes the losing stakes and pays the winners."""
    await settle(table, rules.settlement, dues(rules, table, fell))


def dues(rules: PanoRules, table: Table[Any], fell: str) -> list[Due]:
    """What becomes of every stake that the draw decides, in the order in which they were laid."""
    felt, stays = spots(rules), rules.settlement.winners_stay
    dues = []
    for stake in stakes(table.places):
        bet, article, back = felt[stake.bet]
        share = back[fell]
        if share is not None:
            dues.append(due(stake, bet, article, share, stays))
    return dues
