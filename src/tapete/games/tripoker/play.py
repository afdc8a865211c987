"""Tripóker: one hand, from the stakes to the last payment."""

from collections.abc import Iterable, Sequence

from tapete.engine.last import LastHands
from tapete.engine.places import BANK, Stake, chips, felt
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settlement import Due, cover, due, settle
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.shared.mano.behind import Carry
from tapete.games.shared.mano.cards import CROUPIER, NOBODY, dealt, read, texts
from tapete.games.shared.mano.hands import Hand, goes_on, punish
from tapete.games.shared.mano.lying import lose, lying, stakes
from tapete.games.shared.mano.punishing import Punishing
from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED, WON, ante_back, clash, second_back
from tapete.games.tripoker.boxes import Boxes
from tapete.games.tripoker.rules import (
    ANTE,
    AUTOMATIC,
    DEALING,
    FOLDS,
    GOES,
    HAND,
    Rules,
    most_cards,
    order,
)
from tapete.games.tripoker.settle import extra, pair_back


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand, from the stakes to the last payment."""
    last = LastHands(rules, table.carry)
    boxes = Boxes(rules, table)
    await Announce("open")
    await boxes.take_stakes(last)
    await Announce("close")
    coup = Coup(rules, table)
    if boxes.playing():
        await coup.deal(boxes)
        await coup.decide()
        await coup.show_bank()
        await coup.show_hands()
        await coup.settle()
    announced = last.announced
    return Carry(table.carry.after(announced), boxes.guests.hosts)


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
        """Three cards to each player and to the bank, face down: one by one, or from the shuffler all at once."""
        at_once, rule = self.rules.option(self.table.settings, DEALING) == AUTOMATIC, self.rules.dealing
        by = (rule.shuffled if at_once else rule.face_down).article
        cards = await dealt(self.table, boxes.playing(), HAND, by, each=HAND if at_once else 1)
        self.bank = cards.pop(CROUPIER)
        self.hands = [Hand((who, *boxes.guests.behind(who)), slots) for who, slots in cards.items()]

    async def show_bank(self) -> None:
        """The bank's cards, once all have decided, if anybody is still in."""
        if not any(self.stakes(hand, self.rules.second) for hand in self.hands):
            return
        cards = await read(self.table, self.bank, self.rules.bank.article)
        self.bank_score = self.order.lookup.score(cards)

    async def show_hands(self) -> None:
        """The cards of all whose stakes they decide, and what the bank's do against them."""
        for hand in self.hands:
            if self.stakes(hand):
                in_play = self.stakes(hand, self.rules.second)
                by = (self.rules.bank.beaten if in_play else self.rules.pair_bet.stays).article
                self.scores[hand] = self.order.lookup.score(await read(self.table, hand.slots, by))
                if in_play:
                    hand.end = clash(self.scores[hand], self.bank_score, self.order.least)

    # The decisions

    async def decide(self) -> None:
        """Each in turn goes on or gives up the ante."""
        for hand in self.hands:
            if self.stakes(hand, ANTE) and await self.goes(hand):
                await self.go(hand)
            elif self.stakes(hand, ANTE):
                await self.fold(hand)

    async def goes(self, hand: Hand) -> bool:
        """Whether who commands a hand goes on; who has too few chips left for the second stake cannot."""
        return await goes_on(lambda: self.able(hand.who), lambda: self.turn(hand.who), GOES, self.punish)

    def able(self, who: str) -> bool:
        """Whether somebody has an ante, and chips to go on."""
        return bool(lying(self.table, who, ANTE)) and self.can_follow(who)

    def turn(self, who: str) -> Choose:
        """A player goes on or gives up; the chief of table may punish meanwhile, where the text does."""
        rules = self.rules
        meanwhile = [] if rules.penalty is None else [Punishing(self.staked, rules.penalty.article)]
        costs = {GOES: lying(self.table, who, rules.second_bet.equals)}
        return Choose(who, rules.second, (GOES, FOLDS), FOLDS, rules.second_bet.article, *meanwhile, costs=costs)

    def staked(self) -> list[str]:
        """Who has anything on the felt."""
        return list(dict.fromkeys(stake.who for hand in self.hands for stake in self.stakes(hand)))

    def can_follow(self, who: str) -> bool:
        """Whether somebody has chips to match the ante."""
        return self.table.places.get(chips(who), 0) >= lying(self.table, who, ANTE)

    async def go(self, hand: Hand) -> None:
        """As much again as the ante; whoever stands behind the hand does the same, or loses it."""
        for who in hand.owners:
            cents = lying(self.table, who, self.rules.second_bet.equals)
            if cents and self.can_follow(who):
                await Move(chips(who), felt(who, self.rules.second), cents, self.rules.second_bet.article)
            elif cents:
                await lose(
                    self.table,
                    self.rules.settlement,
                    [Stake(who, ANTE, cents, felt(who, ANTE))],
                    self.rules.fold.article,
                )

    async def fold(self, hand: Hand) -> None:
        """The ante is taken at once; the cards too, unless a bet on them is still to be decided."""
        hand.end = FOLDED
        await self.take(self.stakes(hand, ANTE), self.rules.fold.article)
        if not self.stakes(hand):
            await hand.put_away()

    async def punish(self, who: str) -> None:
        """The chief of table takes all that somebody staked."""
        assert self.rules.penalty is not None
        await punish(self.table, self.rules.settlement, self.rules.penalty, who, self.hands, self.stakes)

    async def take(self, stakes: Sequence[Stake], article: str) -> None:
        """Stakes are lost."""
        await lose(self.table, self.rules.settlement, stakes, article)

    # The payments

    async def settle(self) -> None:
        """The result is called, losers are taken and winners paid, then what the antes are paid besides."""
        await self.call()
        dues = [self.due(hand, stake) for hand in self.scores for stake in self.stakes(hand)]
        extras = [extra for hand in self.scores for extra in self.extras(hand)]
        await settle(self.table, self.rules.settlement, dues)
        for who, cents, article in extras:
            for move in cover(self.table, cents, article):
                await move
            await Move(BANK, chips(who), cents, article)

    async def call(self) -> None:
        """The croupier calls the bank's cards, if they were shown, and who beats them."""
        if not self.bank_score:
            return
        cards = texts(self.table, self.bank)
        winners = ", ".join(hand.who for hand in self.scores if hand.end == WON)
        plays = self.bank_score >= self.order.least
        await (Announce("result", (*cards, winners or NOBODY)) if plays else Announce("idle", cards))

    def due(self, hand: Hand, stake: Stake) -> Due:
        """What becomes of a stake."""
        rules, place = self.rules, self.order.place(self.scores[hand])
        if stake.bet == rules.pair:
            prize = rules.pair_bet.prizes.get(self.order.kinds[place])
            back = pair_back(hand.end, rules.pair_bet.falls, *self.order.pair[place])
            return due(stake, stake.bet, (prize or rules.pair_bet).article, back, stays=False)
        back = (ante_back if stake.bet == ANTE else second_back)(hand.end, *rules.bets[stake.bet].pays)
        return due(stake, stake.bet, self.article(hand.end), back, stays=False)

    def article(self, end: int) -> str:
        """By what a hand's stakes are settled."""
        bank = self.rules.bank
        return {IDLE: bank.idle, LOST: bank.wins, TIED: bank.ties, WON: bank.beaten}[end].article

    def extras(self, hand: Hand) -> Iterable[tuple[str, int, str]]:
        """What each ante on a hand is paid besides, and by which article."""
        place = self.order.place(self.scores[hand])
        num, den = extra(hand.end, self.rules.bonus.needs_bank, *self.order.bonus[place])
        for stake in self.stakes(hand, ANTE):
            if cents := stake.cents * num // den:
                yield stake.who, cents, self.rules.bonus.prizes[self.order.kinds[place]].article

    # The stakes

    def stakes(self, hand: Hand, *bets: str) -> list[Stake]:
        """The stakes that lie on a hand: all, or those on some bets."""
        return stakes(self.table, hand.owners, bets or (ANTE, self.rules.second, self.rules.pair))


PLAY = Play(1, play, Carry, lambda rules, settings, carry: Stock(rules.equipment.cards.pack, most=most_cards(rules)))
