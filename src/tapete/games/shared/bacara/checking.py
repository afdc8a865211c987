"""The cards of a shoe are checked when it has been dealt, if a player asks for it."""

from collections.abc import Iterable, Sequence
from typing import Any

from tapete.engine.places import called
from tapete.engine.requests import Act, Announce
from tapete.engine.shoe import Gone
from tapete.engine.table import Table
from tapete.engine.window import Choose, Offer, Option, Refusal
from tapete.errors import Said
from tapete.games.shared.bacara.rules import BacaraRulebook
from tapete.games.shared.bacara.shoe import lying

CHECK, CONTROL, COUNT = "check-cards", "control-de-las-cartas", "recuento"
UNASKED, WHOLE, NOT_WHOLE = "nadie-lo-pide", "completas", "incompletas"
ASKED = {CHECK: Said("Have the cards checked")}


class Asking(Offer):
    """Any player may ask that the cards be checked."""

    __slots__ = ("article", "players")
    verbs = (CHECK,)

    def __init__(self, players: Sequence[str], article: str) -> None:
        self.players, self.article = players, article

    def actors(self) -> Iterable[str]:
        return self.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(CHECK, "")] if who in self.players else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in self.players or on:
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        return Option(who, do, on, self.article)


async def end_shoe(rules: BacaraRulebook, table: Table[Any], gone: Gone) -> None:
    """No more is dealt from a shoe: where the text lets players ask, and one does, the croupier counts its cards."""
    rule, shoe = rules.equipment.cards.checked, lying(rules, table, gone)
    whole = shoe.left.packs * len(shoe.left.pack)
    if rule is None or shoe.cards == whole:
        return
    asking = Asking(table.players, rule.article)
    who, act = await Choose("croupier", CONTROL, (UNASKED,), UNASKED, rule.article, asking)
    if act.do != CHECK:
        return
    await Announce("checked", (who, str(whole - shoe.cards), str(shoe.cards), str(whole)))
    _, count = await Choose("croupier", COUNT, (WHOLE, NOT_WHOLE), WHOLE, rule.article)
    await Announce("counted", (count.on,))
