"""The shoe of a blackjack table: shuffled, cut, burnt, and dealt from until the separator comes out."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

import msgspec

from tapete.cards.card import pack
from tapete.engine import carry
from tapete.engine.requests import Announce
from tapete.engine.round import Reported
from tapete.engine.settings import Settings
from tapete.engine.shoe import Gone, Shoe
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.blackjack.rules import Rules, terms

FRESH = Gone()
DISCARDS = "descarte"


class Carry(carry.Carry, frozen=True, omit_defaults=True):
    """What outlives a round: the shoe, who was dealt the separator, and whom each player lets stake on his square."""

    shoe: Gone = FRESH
    cutter: str = ""
    guests: dict[str, list[str]] = msgspec.field(default_factory=dict)

    def people(self) -> Iterable[str]:
        return (*filter(None, [self.cutter]), *self.guests, *chain.from_iterable(self.guests.values()))

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        cards = rules.equipment.cards
        return self.shoe.impossible(pack(cards.pack), cards.packs) or super().impossible(rules, settings)


class Sabot:
    """The shoe during a round. A shuffler deals every round from whole packs; nothing is burnt or cut in it."""

    __slots__ = ("automatic", "carry", "cutter", "dealt", "last", "players", "rules", "shoe")

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules = rules
        self.players = table.players
        self.carry = table.carry
        self.automatic = terms(rules, table.settings).fresh
        self.shoe = Shoe(rules.equipment.cards, FRESH if self.automatic else table.carry.shoe)
        self.shoe.behind = terms(rules, table.settings).behind
        self.dealt: list[int] = []
        self.last = False
        self.cutter = ""

    async def prepare(self) -> None:
        """A new shoe is shuffled and cut, and its first cards are put aside."""
        if self.automatic or self.carry.shoe != FRESH:
            return
        await Announce("shuffle")
        await Announce("cut", (await self._cut() or "el jefe de mesa",))
        burnt = self.rules.equipment.cards.burnt
        self.shoe.burn(burnt)
        await Announce("burn", (str(burnt),))

    async def card(self, to: str, article: str, who: str = "") -> int:
        """The next card, into a place; `who` commands the hand it is for."""
        if not self.shoe.cards:
            await self._shuffle_again()
        if self.shoe.cut_card_out and not (self.last or self.automatic):
            self.last, self.cutter = True, who
            await Announce("separator")
        while True:
            try:
                card = await self.shoe.up(to, article)
            except Reported as report:
                exposed = report
            else:
                self.dealt.append(card)
                return card
            await Announce("exposed")
            await self.card(DISCARDS, exposed.rule.article)

    def show(self, card: int) -> str:
        """A card as text."""
        return self.shoe.left.pack.show(card)

    def carry_on(self, remaining: int, guests: dict[str, list[str]]) -> Carry:
        """What the next round takes over: a new shoe after the round in which the separator came."""
        shoe = FRESH if self.last or self.automatic else self.shoe.gone
        return Carry(remaining, shoe, self.cutter if self.last else self.carry.cutter, guests)

    async def _cut(self) -> str:
        """Who makes the last cut: one player, or the first who accepts it."""
        first = [self.carry.cutter] if self.carry.cutter in self.players else []
        order = dict.fromkeys((*first, *self.players))
        rule = self.rules.equipment.cut
        if rule.offered_to == "one":
            return next(iter(order), "")
        for who in order:
            _, act = await Choose(who, "corte", ("cortar", "rehusar"), "cortar", rule.article)
            if act.on == "cortar":
                return who
        return ""

    async def _shuffle_again(self) -> None:
        """No text foresees a shoe that runs out within a round: all but this round's cards go into it again."""
        seen = Counter(map(self.show, self.dealt))
        self.shoe = Shoe(self.rules.equipment.cards, Gone(dict(seen)))
        await Announce("shuffle")
