"""A coup at both cloths: two cards to each and to the banker, what is said, third cards, and what showing proves."""

from collections.abc import Awaitable, Callable
from typing import Any

from tapete.engine.requests import Announce, Shift
from tapete.engine.table import Table
from tapete.games.bacara_dos_panos.rules import BANCA, FIRST, SECOND, Rules
from tapete.games.bacara_dos_panos.settle import TIED, ends
from tapete.games.shared.bacara.hand import (
    BASKET,
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
from tapete.games.shared.bacara.rules import OPTIONAL, STANDS, TAKES

NEEDED = 3  # third cards that must always be left
PLAYER = "jugador"


class Coup(Cards):
    """What both cloths and the banker have, have said, and are bound to.

    `banco`: one player has the cards of both, free of the rules. `bound`: all follow them. `fault`: whose it was, in a
    coup that is put right. `opened`: cloths whose cards lie open before they speak. `voided`: cloths at which the coup
    does not count. `silent`: those whose natural was not shown in time. `keeps`, `passes`: cloths whose turn stays, or
    passes on, whatever happens. `remedy` is what follows a fault: whether it answers what was asked.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table[Any],
        banker: str,
        holders: tuple[str, str],
        *,
        banco: bool,
        room: int,
        remedy: "Callable[[Coup, str, str], Awaitable[bool]]",
    ) -> None:
        super().__init__(rules, table, room)
        self.rules, self.remedy, self.banco = rules, remedy, banco
        self.cloths = (Hand(holders[0], FIRST), Hand(holders[1], SECOND))
        self.banca = Hand(banker, BANCA)
        self.bound = False
        self.fault = ""
        self.opened, self.voided, self.silent = set[str](), set[str](), set[str]()
        self.keeps, self.passes = set[str](), set[str]()

    async def play(self) -> None:
        """From the first card to the croupier's word that he pays."""
        await self.deal()
        for hand in self.cloths:
            await self.look(hand)
            await self.says(hand)
        await self.banker_speaks()
        await self.show_all()
        if not self.over:
            await self.mend()
        await self.ask("croupier", PAYMENT, (PAYS,), self.rules.errors.claims.article)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All three, in the order in which they are dealt."""
        return (*self.cloths, self.banca)

    @property
    def live(self) -> list[Hand]:
        """The cloths at which the coup counts."""
        return [] if self.null else [hand for hand in self.cloths if hand.place not in self.voided]

    @property
    def spoken(self) -> list[Hand]:
        return self.live

    @property
    def given(self) -> list[Hand]:
        return [*self.live, self.banca]

    # The cards

    async def deal(self) -> None:
        """Two cards each, one by one; who plays both cloths does not see those of the second yet."""
        for _ in range(2):
            for hand in self.hands:
                hidden = self.banco and hand.place == SECOND
                hand.slots.append(await self.down(hand.place, "" if hidden else hand.who))

    async def look(self, hand: Hand) -> None:
        """Who plays both cloths looks at the cards of the second once he has played the first."""
        if self.banco and hand.place == SECOND and not self.over:
            for slot in hand.slots:
                await Shift(slot, SECOND, SECOND, hand.who)

    async def seen_to(self, about: str, name: str) -> bool:
        return await self.remedy(self, about, name)

    # What is said

    async def says(self, hand: Hand) -> None:
        """A cloth speaks; by the rules if its cards lie open."""
        if hand not in self.live or hand.word:
            return
        if hand.place not in self.opened:
            await self.speaks(hand)
        if hand.place in self.opened and hand in self.live and not hand.word:
            await self.speak_by_rule(hand)
            await Announce("speaks", (hand.who, hand.word))

    @property
    def waiting(self) -> list[Hand]:
        """The cloths that have asked for a card and not had it."""
        return [hand for hand in self.live if hand.word == CARD and not hand.third and hand.fixed is None]

    @property
    def facing(self) -> list[Hand]:
        """The cloths against which a card of the banker's may still matter."""
        return [hand for hand in self.live if hand.word != SHOWS]

    async def banker_speaks(self) -> None:
        """The banker shows a natural or gives the cards that were asked for; then takes one himself or none."""
        banca = self.banca
        while not banca.word and self.facing and not self.over:
            if not self.waiting:
                await self.banker_draws()
                continue
            word = await self.ask(banca.who, BANCA, (SHOWS, GIVES), self.rules.hands.natural.article)
            if word and not (word == SHOWS and await self.shows_natural(banca)):
                for hand in self.waiting:
                    await self.give(hand)

    async def banker_draws(self) -> None:
        """The banker's third card: as he likes, as the table has it if he asks for it or must, or as is put right."""
        banca, article = self.banca, self.rules.freedom.article
        if self.fault:
            banca.word, article = await self.restored_word()
        elif self.bound:
            await self.by_table()
        else:
            shows = () if any(hand.third for hand in self.cloths) else (SHOWS,)
            word = await self.ask(banca.who, BANCA, (*shows, TABLE, CARD, NO), article)
            if word == SHOWS and not await self.shows_natural(banca):
                # A point that is not his, before the others have shown theirs: he may still draw.
                word = await self.ask(banca.who, THIRD, (CARD, NO), self.rules.errors.false_point.article)
            if word == TABLE:
                await self.by_table()
            else:
                banca.word = banca.word or word
        if banca.word == CARD and not banca.third and not self.over:
            await self.give(banca, article)

    def letters(self, hands: list[Hand]) -> list[str]:
        """What the table has the banker do against each of these cloths, whose cards lie open as his own do."""
        first = self.first(self.banca)
        thirds = [self.face(hand.third) if hand.third else STOOD for hand in hands]
        return [self.rule.banker(first, card) for card in thirds]

    async def by_table(self) -> None:
        """The table decides for the banker where it says the same of both cloths; else he chooses."""
        banca = self.banca
        await self.show(banca)
        await Announce("table", (banca.who,))
        letters = set(self.letters(self.facing))
        if letters == {OPTIONAL} or len(letters) > 1:
            article = self.rules.hands.banker.table.article
            banca.word = await self.ask(banca.who, THIRD, (CARD, NO), article) or NO
        else:
            banca.word = CARD if letters == {TAKES} else NO

    # What is found when the cards are shown

    async def show_all(self) -> None:
        """All cards are turned over but those that were thrown away."""
        for hand in self.hands:
            if hand.fixed is None:
                await self.show(hand)

    async def mend(self) -> None:
        """Words that the cards prove wrong have their consequence."""
        wrong = [hand for hand in self.live if await self.is_wrong(hand)]
        if self.banca.word == SHOWS or self.banca.fixed is not None:
            return
        if wrong:
            await self.restore(PLAYER)
            return
        obliged = self.first(self.banca) in self.rule.banker_draws
        if obliged and not self.banca.third and self.facing and not self.over:
            await Announce("wrong", (self.banca.who,))
            await self.give(self.banca)

    async def is_wrong(self, hand: Hand) -> bool:
        """Whether a word is against the rules, so that the coup has to be put right; it is made right then."""
        if hand.fixed is not None or hand.mended or hand.word not in (CARD, NO):
            return False
        first, rule = self.first(hand), self.rules.errors
        if first in self.rule.natural and hand.word == rule.natural.word:
            self.silent.add(hand.place)
            await Announce("wrong", (hand.who,))
            return False
        if self.banca.word == SHOWS:
            return False
        stood, drew = hand.word == NO and first < rule.stood.below, hand.word == CARD and first >= rule.drew.least
        if not (stood or drew) or (self.banco and not self.bound):
            return False
        hand.word, hand.mended = self.right(hand), True
        await Announce("wrong", (hand.who,))
        return True

    # Coups that are put right

    async def restore(self, fault: str) -> None:
        """Third cards go where they ought to have gone, in the order in which they came; then the banker acts.

        Where the shoe has too few left for that, the coup is null.
        """
        self.fault = fault
        await Announce("restored")
        order = self.rules.errors.second.order
        playing = (*self.live, self.banca)
        held = sorted((hand for hand in playing if hand.third), key=lambda hand: int(hand.third[1:]))
        cards = [(hand.third, hand.place) for hand in held]
        if self.room + len(cards) < NEEDED:
            self.null = True
            return
        for hand in playing:
            hand.third = ""
        for hand in sorted(self.waiting, key=lambda hand: order.index(hand.place)):
            await self.next_third(hand, cards, self.rules.errors.article)
        self.banca.word, article = await self.restored_word()
        if self.banca.word == CARD:
            await self.next_third(self.banca, cards, article)
        for slot, place in cards:
            await Shift(slot, place, BASKET)

    async def next_third(self, hand: Hand, cards: list[tuple[str, str]], article: str) -> None:
        """The next of the third cards that were dealt, or else the next of the shoe."""
        if not cards:
            await self.give(hand, article)
            return
        hand.third, place = cards.pop(0)
        if place != hand.place:
            await Shift(hand.third, place, hand.place)

    async def restored_word(self) -> tuple[str, str]:
        """What the banker does, and by which rule: the table's, against both or the other of a cloth that shows.

        Where it says one thing of one and another of the other he is free, unless the fault was his.
        """
        first, rule = await self.show(self.banca), self.rules.restored
        at_fault = CARD if first <= rule.differs.up_to else NO
        article = (rule.same if len(self.facing) == len(self.cloths) else rule.shown).article
        if first in self.rule.natural:
            return NO, article
        letters = {TAKES if letter == OPTIONAL else letter for letter in self.letters(self.facing)} or {STANDS}
        if len(letters) == 1:
            return CARD if letters == {TAKES} else NO, article
        article = rule.differs.article
        if self.fault == BANCA:
            return at_fault, article
        return await self.ask(self.banca.who, THIRD, (CARD, NO), article) or NO, article

    # How it ends

    def natural(self, hand: Hand) -> bool:
        """Whether a hand is a natural of two cards that counts as one."""
        plain = hand.fixed is None and not hand.third and hand.place not in self.silent
        return plain and self.first(hand) in self.rules.natural_first.totals

    def end(self, hand: Hand) -> int:
        """How the coup ends at a cloth; one that does not count ends as a tie."""
        if hand not in self.live:
            return TIED
        banca = self.banca
        return ends(self.points(hand), self.natural(hand), self.points(banca), self.natural(banca))
