"""A coup of punto and banker: two cards each, what is said, a third card, and what showing them brings to light."""

from collections.abc import Awaitable, Callable
from typing import Any

from tapete.engine.requests import Announce
from tapete.engine.table import Table
from tapete.games.chemin_de_fer.rules import BANCA, FREEDOM, PUNTO, Rules
from tapete.games.shared.bacara.hand import (
    CARD,
    GIVES,
    NO,
    PAYMENT,
    PAYS,
    SHOWS,
    TABLE,
    THIRD,
    Cards,
    Hand,
)
from tapete.games.shared.bacara.points import STOOD
from tapete.games.shared.bacara.rules import OPTIONAL, TAKES

COUNTS, LEAVES = "cuenta", "no-cuenta"
NEEDED = 2  # third cards that must always be left


class Coup(Cards):
    """What the punto and the banker have, have said, and are bound to.

    `banco`: the punto plays the whole bank alone. `bound`: both follow the rules; `table_binds`: the banker does, and
    where he may choose takes a card if `drawing`. `fifth`: he has drawn a card too early. `remedy` is what follows a
    fault: whether it answers what was asked.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table[Any],
        banker: str,
        punto: str,
        *,
        banco: bool,
        room: int,
        remedy: "Callable[[Coup, str, str], Awaitable[bool]]",
    ) -> None:
        super().__init__(rules, table, room)
        self.rules, self.remedy = rules, remedy
        self.punto, self.banca = Hand(punto, PUNTO), Hand(banker, BANCA)
        self.banco = banco
        self.free = banco and rules.option(table.settings, FREEDOM) == "si"
        self.bound = self.table_binds = self.drawing = self.fifth = False

    async def play(self) -> None:
        """From the first card to the croupier's word that he pays."""
        await self.deal()
        await self.speaks(self.punto)
        await self.banker_speaks()
        await self.show_all()
        if not self.over:
            await self.mend()
        await self.ask("croupier", PAYMENT, (PAYS,), self.rules.errors.claims.article)

    # The cards

    async def deal(self) -> None:
        """Two cards each, one by one, the punto first."""
        for _ in range(2):
            for hand in (self.punto, self.banca):
                hand.slots.append(await self.down(hand.place, hand.who))

    @property
    def spoken(self) -> list[Hand]:
        return [self.punto]

    @property
    def given(self) -> list[Hand]:
        return [self.punto, self.banca]

    @property
    def third(self) -> int:
        """The punto's third card, or that it stood."""
        return self.face(self.punto.third) if self.punto.third else STOOD

    # What is said

    async def seen_to(self, about: str, name: str) -> bool:
        return await self.remedy(self, about, name)

    async def banker_speaks(self) -> None:
        """The banker shows a natural or gives the card that was asked for; then takes one himself or none."""
        punto, banca = self.punto, self.banca
        while not self.over and not banca.word and punto.word != SHOWS:
            if punto.word == NO or punto.third:
                await self.banker_draws()
                continue
            word = await self.ask(banca.who, BANCA, (SHOWS, GIVES), self.rules.hands.natural.article)
            if word and not (word == SHOWS and await self.shows_natural(banca)):
                await self.give(punto)

    async def banker_draws(self) -> None:
        """The banker's third card: as he likes, as the table has it if he asks for it or must, or the one he drew."""
        banca = self.banca
        if self.fifth and not self.punto.third:
            banca.word = CARD
        elif self.bound or self.table_binds:
            await self.by_table()
        else:
            shows = () if self.punto.third else (SHOWS,)
            word = await self.ask(banca.who, BANCA, (*shows, TABLE, CARD, NO), self.rules.freedom.article)
            if word == TABLE or (word == SHOWS and not await self.shows_natural(banca)):
                await self.by_table()
            else:
                banca.word = word or banca.word
        if banca.word == CARD and not banca.third and not self.over:
            await self.give(banca)

    async def by_table(self) -> None:
        """The table decides for the banker, whose cards are turned over."""
        banca, table = self.banca, self.rules.hands.banker.table
        letter = self.rule.banker(await self.show(banca), self.third)
        await Announce("table", (banca.who,))
        word = CARD if letter == TAKES or (letter == OPTIONAL and self.drawing) else NO
        if letter == OPTIONAL and not self.drawing:
            word = await self.ask(banca.who, THIRD, (CARD, NO), table.article) or NO
        banca.word = word

    # What is found when the cards are shown

    async def show_all(self) -> None:
        """All cards are turned over."""
        for hand in (self.punto, self.banca):
            await self.show(hand)

    async def mend(self) -> None:
        """Words that the cards prove wrong have their consequence."""
        punto, banca = self.punto, self.banca
        if punto.fixed is None and punto.word != SHOWS and self.first(punto) in self.rule.natural:
            await self.forgotten()
        elif punto.fixed is None and punto.word in (CARD, NO) and banca.word != SHOWS:
            await self.misspoken()
        obliged = banca.fixed is None and self.first(banca) in self.rule.banker_draws
        if obliged and not banca.third and punto.word != SHOWS and not self.over:
            await Announce("wrong", (banca.who,))
            await self.give(banca)

    async def forgotten(self) -> None:
        """A natural that was not shown loses to one that was; the banker decides whether a card asked for counts."""
        article = self.rules.errors.natural.article
        await Announce("wrong", (self.punto.who,))
        if self.banca.word == SHOWS:
            self.loser = PUNTO
        elif self.punto.third and await self.ask(self.banca.who, THIRD, (COUNTS, LEAVES), article) == LEAVES:
            await self.take_away(self.punto)

    async def misspoken(self) -> None:
        """A word against the rule is put right; who plays the whole bank is free, or suffers all but a zero."""
        punto, first = self.punto, self.first(self.punto)
        right = {TAKES: CARD, OPTIONAL: punto.word}.get(self.rule.punto(first), NO)
        if right == punto.word or self.punto.mended or (self.free and not self.bound):
            return
        if self.banco and not self.bound:
            if first in self.rule.banker_draws:
                article = self.rules.errors.wrong.article
                if await self.ask(punto.who, THIRD, (CARD, NO), article) == CARD:
                    await self.put_right(CARD)
            return
        await Announce("wrong", (punto.who,))
        await self.put_right(right)

    async def put_right(self, word: str) -> None:
        """Third cards that came of a wrong word are discarded; the punto's is as it ought to be, the banker's by table.

        Where the shoe has too few cards left for that, the coup is null.
        """
        if self.room < NEEDED:
            self.null = True
            return
        for hand in (self.punto, self.banca):
            await self.take_away(hand)
        self.punto.word, self.banca.word = word, ""
        if word == CARD:
            await self.give(self.punto)
        await self.by_table()
        if self.banca.word == CARD:
            await self.give(self.banca)
