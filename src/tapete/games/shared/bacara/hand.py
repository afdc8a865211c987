"""The cards of a coup: hands of slots, how they are dealt, shown and discarded, and what is asked of who has them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.engine.requests import Announce, Shift
from tapete.engine.round import Reported
from tapete.engine.shoe import card_pack
from tapete.engine.table import Table
from tapete.engine.window import Choose, Refusal
from tapete.errors import Said, Word, either
from tapete.games.shared.bacara.points import TOTALS, total
from tapete.games.shared.bacara.rules import OPTIONAL, TAKES, BacaraRulebook, third, worth

SHOWS, CARD, NO, TABLE, GIVES, ADVICE = "abatir", "carta", "no", "cuadro", "dar", "consejo"
CHOSEN = {TABLE: Said("Follow the table of draws"), NO: Said("No card")}  # which other games call otherwise
BASKET, PAYMENT, PAYS, THIRD = "cesta", "pago", "pagar", "tercera-carta"
GOES_ON, ANNULS = "sigue", "anular"  # what the inspector decides where no rule provides for a case


def chosen(word: str) -> Said | None:
    """What is chosen, where its own word says something else elsewhere."""
    return CHOSEN.get(word)


def counts(
    rules: BacaraRulebook, cards: Mapping[str, Sequence[str]], hands: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """What the cards before each count, where all are seen; somebody may have the hands of two places."""
    kind, of = card_pack(rules), worth(rules)
    counted: dict[str, list[str]] = {}
    for place, who in hands.items():
        lying = cards.get(place, ())
        if lying and all(lying):
            counted.setdefault(who, []).append(str(sum(of[kind.card(card)] for card in lying) % TOTALS))
    return {who: (" · ".join(each),) for who, each in counted.items()}


class Hand:
    """Somebody's cards in a coup, and what they said: two slots, perhaps a third, perhaps points that are given.

    `mended`: the word was put right already.
    """

    def __init__(self, who: str, place: str) -> None:
        self.who, self.place = who, place
        self.slots: list[str] = []
        self.third = ""
        self.word = ""
        self.fixed: int | None = None
        self.mended = False


class Cards(ABC):
    """The cards of a coup. `room` is how many may still be dealt; `null` and `loser` end it before its end."""

    def __init__(self, rules: BacaraRulebook, table: Table[Any], room: int) -> None:
        self.table, self.deck, self.book = table, table.deck, rules
        self.room = room
        self.rule, self.worth = third(rules), worth(rules)
        self.loser = ""
        self.null = False
        table.denies = self.denies

    @property
    @abstractmethod
    def spoken(self) -> Sequence[Hand]:
        """The hands whose words count, the banker's aside."""

    @property
    @abstractmethod
    def given(self) -> Sequence[Hand]:
        """All hands that may have a third card."""

    def denies(self, name: str) -> Refusal | None:
        """Why a fault cannot have happened: what must have been said was not, or cards were given or were not."""
        rule = self.book.irregularities[name]
        before = [hand for hand in self.spoken if hand.word in rule.said]
        if rule.said and not before:
            told = {"name": name, "words": either([Word(word) for word in rule.said])}
            return Refusal("'{name}' cannot have happened: nobody has said {words}", rule.article, **told)
        if rule.third is False and all(hand.third for hand in before):
            return Refusal("'{name}' is said before the third card is given", rule.article, name=name)
        if rule.third and not any(hand.third for hand in self.given):
            return Refusal("'{name}' cannot have happened: no third card was given", rule.article, name=name)
        return None

    @property
    def over(self) -> bool:
        """Whether nothing more is said."""
        return self.null or bool(self.loser)

    async def down(self, to: str, who: str = "") -> str:
        """The next card, face down."""
        self.room -= 1
        return await self.deck.down(to, who, self.book.dealing.article)

    async def give(self, hand: Hand, article: str = "") -> None:
        """A third card, face up, by the rule of who draws or by another."""
        hand.third = await self.down(hand.place)
        await self.deck.show(hand.third, article or self.book.freedom.article)

    async def show(self, hand: Hand) -> int:
        """A hand's first cards are turned over: their points."""
        for slot in hand.slots:
            await self.deck.show(slot, self.book.hands.article)
        return self.first(hand)

    async def discard(self, hand: Hand, slot: str) -> None:
        """A card counts no more."""
        await Shift(slot, hand.place, BASKET)

    async def take_away(self, hand: Hand) -> None:
        """A third card counts no more."""
        if hand.third:
            await self.discard(hand, hand.third)
            hand.third = ""

    def face(self, slot: str) -> int:
        """What a card that lies open counts."""
        return self.worth[self.deck.faces[slot]]

    def first(self, hand: Hand) -> int:
        """The points of a hand's first two cards."""
        return total(*map(self.face, hand.slots)) if hand.fixed is None else hand.fixed

    def points(self, hand: Hand) -> int:
        """The points of a hand that lies open."""
        return total(self.first(hand), self.face(hand.third)) if hand.third else self.first(hand)

    async def ask(self, who: str, about: str, options: Sequence[str], article: str) -> str:
        """Somebody chooses; what is reported meanwhile is seen to, and may leave nothing to choose."""
        while not self.over:
            fault: Reported | None = None
            chosen = ""
            try:
                _, act = await Choose(who, about, tuple(options), options[-1], article)
                chosen = act.on
            except Reported as report:
                fault = report
            if fault is None:
                return chosen
            await Announce("noted")
            if await self.seen_to(about, fault.rule.remedy):
                break
        return ""

    # What is said

    async def speaks(self, hand: Hand) -> None:
        """A punto shows a natural, asks for a card or wants none."""
        word = await self.ask(hand.who, hand.place, (SHOWS, ADVICE, CARD, NO), self.book.hands.punto.article)
        hand.word = word or hand.word
        if hand.word == ADVICE:
            await self.be_advised(hand)
        if hand.word == SHOWS and hand.fixed is None and await self.show(hand) not in self.rule.natural:
            await Announce("wrong", (hand.who,))
            await self.speak_by_rule(hand)
        if hand.word and not self.over:
            await Announce("speaks", (hand.who, hand.word))

    async def be_advised(self, hand: Hand) -> None:
        """The croupier says what the rules have a punto do, to stand where he may choose: his cards lie open then."""
        for slot in hand.slots:
            await self.deck.show(slot, self.book.hands.advice.article)
        hand.word, hand.mended = self.right(hand) or NO, True

    async def speak_by_rule(self, hand: Hand) -> None:
        """A punto whose cards lie open speaks as the rules have it, and chooses where they let him."""
        word = self.right(hand)
        if not word:
            word = await self.ask(hand.who, THIRD, (CARD, NO), self.book.hands.punto.free.article) or NO
        hand.word, hand.mended = word, True

    def right(self, hand: Hand) -> str:
        """What the rules have a punto say whose cards lie open; nothing where he may choose."""
        first = self.first(hand)
        if first in self.rule.natural:
            return SHOWS
        return {TAKES: CARD, OPTIONAL: ""}.get(self.rule.punto(first), NO)

    async def shows_natural(self, hand: Hand) -> bool:
        """A banker turns his cards over: whether he was right to."""
        if await self.show(hand) in self.rule.natural:
            hand.word = SHOWS
            return True
        await Announce("wrong", (hand.who,))
        return False

    # What goes wrong

    async def which(self, hands: Sequence[Hand]) -> tuple[Hand, int]:
        """The inspector says which card it was, of the first two of these hands."""
        names = [(f"{hand.place}-{number + 1}", hand, number) for number in range(2) for hand in hands]
        options = tuple(name for name, _, _ in names)
        _, act = await Choose("inspector", "carta", options, options[0], self.book.dealing.article)
        return next((hand, number) for name, hand, number in names if name == act.on)

    async def replace(self, hands: Sequence[Hand]) -> None:
        """A card that came out face up is of no use: another takes its place."""
        hand, number = await self.which(hands)
        await self.deck.show(hand.slots[number], self.book.dealing.article)
        await self.discard(hand, hand.slots[number])
        hand.slots[number] = await self.down(hand.place, hand.who)

    @abstractmethod
    async def seen_to(self, about: str, name: str) -> bool:
        """What follows a fault that was reported while this was asked: whether it answers the question."""
