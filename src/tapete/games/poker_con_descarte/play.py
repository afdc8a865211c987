"""Póquer con descarte: one hand, from the first stakes to the last payment."""

from collections.abc import Iterable, Sequence

from tapete.engine.last import LastHands
from tapete.engine.places import Stake, chips, felt
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.engine.window import Choose, Offer, Option, Refusal, Window
from tapete.games.poker_con_descarte.boxes import Boxes
from tapete.games.poker_con_descarte.carry import Carry
from tapete.games.poker_con_descarte.first import Rules1
from tapete.games.poker_con_descarte.jackpot import Jackpot, Played
from tapete.games.poker_con_descarte.rules import (
    BY_FIVES,
    CHANGES,
    DEALING,
    FIRST,
    FOLDS,
    GOES,
    JACKPOT,
    SECOND,
    STEPS,
    Rules,
    most_cards,
    order,
)
from tapete.games.poker_con_descarte.settle import step
from tapete.games.shared.mano import hands
from tapete.games.shared.mano.asking import heard
from tapete.games.shared.mano.cards import CROUPIER, NOBODY, dealt, lying_at, put_away, read, texts
from tapete.games.shared.mano.five import HAND
from tapete.games.shared.mano.hands import goes_on, punish
from tapete.games.shared.mano.lying import lose, lying, stakes
from tapete.games.shared.mano.punishing import Punishing
from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED, WON, ante_back, clash, second_back

BETS = (FIRST, SECOND, JACKPOT)
BANK_HAND = lying_at(CROUPIER)


class Hand(hands.Hand):
    """A player's cards, and whether any was changed."""

    def __init__(self, owners: Sequence[str], slots: Sequence[str]) -> None:
        super().__init__(owners, slots)
        self.changed = False


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand."""
    last = LastHands(rules, table.carry)
    boxes = Boxes(rules, table)
    await Announce("open")
    await boxes.take_stakes(last)
    await Announce("close")
    jackpot = Jackpot(rules, table, rules.jackpot) if rules.jackpot else None
    if boxes.playing():
        coup = Coup(rules, table)
        if jackpot:
            await jackpot.begin()
        await coup.deal(boxes)
        await coup.decide()
        await coup.change()
        await coup.show_bank()
        await coup.show_hands()
        await coup.settle()
        if jackpot:
            await jackpot.settle([Played(hand.who, hand.changed, score) for hand, score in coup.scores.items()])
    return Carry(table.carry.after(last.announced), boxes.guests.hosts, jackpot.joined if jackpot else False)


class Coup:
    """What the steps of a hand share: its rules, its table, the cards dealt."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table, self.order = rules, table, order(rules)
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.bank_score = 0
        self.scores: dict[Hand, int] = {}

    # The cards

    async def deal(self, boxes: Boxes) -> None:
        """Five cards to each player and to the bank, face down but for the bank's last, where the text has it open."""
        at_once, rule = self.rules.option(self.table.settings, DEALING) == BY_FIVES, self.rules.deal
        by = (rule.by_fives if at_once else rule).article
        cards = await dealt(self.table, boxes.playing(), HAND, by, each=HAND if at_once else 1)
        self.bank = cards.pop(CROUPIER)
        self.hands = [Hand((who, *boxes.guests.behind(who)), slots) for who, slots in cards.items()]
        if rule.shows_last:
            await read(self.table, self.bank[-1:], rule.article)

    async def show_bank(self) -> None:
        """The bank's cards, if anybody is still in; it changes those that its steps say, and then it plays or not."""
        if not any(self.stakes(hand, SECOND) for hand in self.hands):
            return
        bound, kept = step(await read(self.table, self.bank, self.rules.bank.changing.article))
        article = self.rules.bank.steps[STEPS[bound]].article
        gone = [slot for place, slot in enumerate(self.bank) if not kept >> place & 1]
        await (Announce("bank-changes", (str(len(gone)),)) if gone else Announce("bank-stands"))
        await put_away(BANK_HAND, gone)
        new = await self.serve(BANK_HAND, len(gone), "", article)
        self.bank = [*(slot for slot in self.bank if slot not in gone), *new]
        self.bank_score = self.order.lookup.score(await read(self.table, self.bank, article))

    async def show_hands(self) -> None:
        """The cards that are compared with the bank's, and those that play for the jackpot."""
        bank, plays = self.rules.bank, self.bank_score >= self.order.least
        for hand in self.hands:
            in_play, jackpot = self.stakes(hand, SECOND), self.stakes(hand, JACKPOT)
            if (in_play and plays) or jackpot:
                by = self.rules.jackpot.stays if self.rules.jackpot and not in_play else bank.beaten
                self.scores[hand] = self.order.lookup.score(await read(self.table, hand.slots, by.article))
            if in_play:
                hand.end = clash(self.scores.get(hand, 0), self.bank_score, self.order.least)

    # The decisions

    async def decide(self) -> None:
        """Each in turn goes on or passes."""
        for hand in self.hands:
            if await self.goes(hand):
                await self.go(hand)
            elif self.stakes(hand, FIRST):
                await self.fold(hand)

    async def goes(self, hand: Hand) -> bool:
        """Whether who commands a hand goes on; who has too few chips left for the second stake cannot."""
        return await goes_on(lambda: self.able(hand.who), lambda: self.turn(hand.who), GOES, self.punish)

    def able(self, who: str) -> bool:
        """Whether somebody has a first stake, and chips to go on."""
        return bool(lying(self.table, who, FIRST)) and self.can_follow(who)

    def turn(self, who: str) -> Choose:
        """A player goes on or passes; the chief of table may punish meanwhile, where the text does."""
        rule = self.rules.second
        costs = {GOES: rule.times * lying(self.table, who, FIRST)}
        return Choose(who, SECOND, (GOES, FOLDS), FOLDS, rule.article, *self.meanwhile(), costs=costs)

    def meanwhile(self) -> list[Offer]:
        """What the chief of table may do while players decide."""
        return [] if self.rules.penalty is None else [Punishing(self.staked, self.rules.penalty.article)]

    def staked(self) -> list[str]:
        """Who has anything on the felt."""
        return list(dict.fromkeys(stake.who for hand in self.hands for stake in self.stakes(hand)))

    def can_follow(self, who: str) -> bool:
        """Whether somebody has chips for the second stake."""
        return self.table.places.get(chips(who), 0) >= self.rules.second.times * lying(self.table, who, FIRST)

    async def go(self, hand: Hand) -> None:
        """The second stake; whoever stands behind the hand does the same, or loses the first and leaves."""
        for who in hand.owners:
            cents = lying(self.table, who, FIRST)
            if cents and self.can_follow(who):
                more = self.rules.second.times * cents
                await Move(chips(who), felt(who, SECOND), more, self.rules.second.article)
            elif cents:
                await self.lose(stakes(self.table, (who,), (FIRST,)), self.rules.fold.article)

    async def fold(self, hand: Hand) -> None:
        """The first stakes are taken at once; the cards too, unless they play for the jackpot."""
        hand.end = FOLDED
        await self.lose(self.stakes(hand, FIRST), self.rules.fold.article)
        if not self.stakes(hand):
            await hand.put_away()

    async def change(self) -> None:
        """Each who went says in turn which cards to change; then the new ones are served, box by box."""
        rule = self.rules.changing
        wanted: dict[Hand, int] = {}
        for hand in self.hands:
            gone = await self.discards(hand)
            await put_away(hand.place, gone)
            hand.slots = [slot for slot in hand.slots if slot not in gone]
            wanted[hand] = len(gone)
        for hand, count in wanted.items():
            if self.stakes(hand, SECOND):
                looks = hand.who if rule.seen_again else ""
                hand.slots += await self.serve(hand.place, count, looks, rule.article)

    async def discards(self, hand: Hand) -> Sequence[str]:
        """The cards that who commands a hand gives away."""
        while self.stakes(hand, SECOND):
            _, act = await heard(lambda: self.choice(hand))
            if act.do == CHANGES:
                hand.changed = bool(act.slots)
                await Announce("changes", (hand.who, str(len(act.slots))))
                return act.slots
            await self.punish(act.on)
        return ()

    def choice(self, hand: Hand) -> Window:
        """Who commands a hand says which of its cards to change."""
        rule = self.rules.changing
        discarding = Discarding(hand, rule.most, rule.article)
        return Window(f"choose:{hand.who}:{CHANGES}", rule.article, discarding, *self.meanwhile())

    async def serve(self, place: str, count: int, looks: str, article: str) -> list[str]:
        """New cards for those that were given away."""
        return [await self.table.deck.down(place, looks, article) for _ in range(count)]

    async def punish(self, who: str) -> None:
        """The chief of table takes all that somebody staked."""
        assert self.rules.penalty is not None
        await punish(self.table, self.rules.settlement, self.rules.penalty, who, self.hands, self.stakes)

    # The payments

    async def settle(self) -> None:
        """The result is called, losers are taken and winners paid."""
        await self.call()
        dues = [self.due(hand, stake) for hand in self.hands for stake in self.stakes(hand, FIRST, SECOND)]
        await settle(self.table, self.rules.settlement, dues)

    async def call(self) -> None:
        """The croupier calls the bank's cards, if they were shown, and who beats them."""
        if not self.bank_score:
            return
        cards = texts(self.table, self.bank)
        winners = ", ".join(hand.who for hand in self.hands if hand.end == WON)
        plays = self.bank_score >= self.order.least
        await (Announce("result", (*cards, winners or NOBODY)) if plays else Announce("idle", cards))

    def due(self, hand: Hand, stake: Stake) -> Due:
        """What becomes of a first or second stake."""
        bank = self.rules.bank
        by = {IDLE: bank.idle, LOST: bank.wins, TIED: bank.ties, WON: bank.beaten}[hand.end].article
        if stake.bet == FIRST:
            return due(stake, stake.bet, by, ante_back(hand.end, *self.rules.first.pays), stays=False)
        if hand.end != WON:
            return due(stake, stake.bet, by, second_back(hand.end, 0, 1), stays=False)
        score = self.scores[hand]
        kind = self.rules.hands.kinds[self.order.kind(score)]
        back = second_back(hand.end, self.order.pays[self.order.place(score)], 1)
        return due(stake, stake.bet, kind.article, back, stays=False)

    # The stakes

    def stakes(self, hand: Hand, *bets: str) -> list[Stake]:
        """The stakes that lie on a hand: all, or those on some bets."""
        return stakes(self.table, hand.owners, bets or BETS)

    async def lose(self, lost: Sequence[Stake], article: str) -> None:
        """Stakes are taken."""
        await lose(self.table, self.rules.settlement, lost, article)


class Discarding(Offer):
    """Who commands a hand gives away none of its cards, or some."""

    __slots__ = ("article", "hand", "most")
    verbs = (CHANGES,)

    def __init__(self, hand: Hand, most: int, article: str) -> None:
        self.hand, self.most, self.article = hand, most, article

    def actors(self) -> Iterable[str]:
        return (self.hand.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(CHANGES, "")] if who == self.hand.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != self.hand.who:
            return Refusal("it is {who}'s choice", self.article, who=self.hand.who)
        if on:
            return Refusal("{who} cannot '{do}' now", self.article, who=who, do=Act(do, on).said)
        return Option(who, do, on, self.article, slots=tuple(self.hand.slots), most=self.most, default=True)


def stock(rules: Rules, *_: object) -> Stock:
    """The pack of a hand."""
    return Stock(rules.equipment.cards.pack, most=most_cards(rules))


PLAY = Play(2, play, Carry, stock, earlier=(Play(1, play, Carry, stock, model=Rules1),))
