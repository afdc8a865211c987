"""The bets of a coup are open; cards that are drawn before they close may have to be discarded."""

from typing import Any

from tapete.engine.requests import Announce
from tapete.engine.round import Reported
from tapete.engine.stakes import take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Offer
from tapete.games.shared.bacara.hand import BASKET
from tapete.games.shared.bacara.rules import BacaraRulebook

DISCARDS = "desechar"


async def take_bets(rules: BacaraRulebook, table: Table[Any], spare: int, *offers: Offer) -> int:
    """The bets are open until the croupier closes them: how many cards were discarded meanwhile, of those to spare."""
    discarded = 0
    while True:
        fault: Reported | None = None
        try:
            await take_stakes(rules, *offers)
        except Reported as report:
            fault = report
        if fault is None:
            return discarded
        await Announce("noted")
        if fault.rule.remedy == DISCARDS and discarded < spare:
            discarded += 1
            await table.deck.down(BASKET, article=fault.rule.article)
