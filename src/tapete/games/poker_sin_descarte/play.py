"""Poker without discard: one hand, from the stakes to the last payment."""

from collections.abc import Sequence

from tapete.engine.last import LastHands
from tapete.engine.places import BANK, Stake, bet_of, chips, felt
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.poker_sin_descarte.progressive import Entry, feed, pay
from tapete.games.poker_sin_descarte.rules import (
    BUYING,
    BUYS,
    BY_FIVES,
    CHANGES,
    DEALING,
    FIRST,
    FOLDS,
    GOES,
    PROGRESSIVE,
    SECOND,
    Rules,
    admitted,
    order,
    prizes,
    spot_of,
    squares,
)
from tapete.games.poker_sin_descarte.settle import prize_back
from tapete.games.poker_sin_descarte.squares import Carry, Squares, Squares2
from tapete.games.shared.mano.asking import heard
from tapete.games.shared.mano.cards import CROUPIER, NOBODY, lying_at, put_away, read, texts
from tapete.games.shared.mano.five import HAND
from tapete.games.shared.mano.lying import LOSES, give_back, lose, lying, stakes
from tapete.games.shared.mano.punishing import Punishing
from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED, WON, ante_back, clash, second_back
from tapete.law.rulebook import Section

BANK_HAND = lying_at(CROUPIER)


class Hand:
    """A square's cards, and all who have stakes on them: its holder first, who sees them unless it is played blind."""

    def __init__(self, number: int, owners: Sequence[str], blind: bool) -> None:
        self.number, self.owners, self.blind = number, list(owners), blind
        self.slots: list[str] = []
        self.first: list[str] = []
        self.end = IDLE
        self.score = self.first_score = 0
        self.taken = False
        self.paid_in = 0  # what its holder has put into the progressive, while it can win

    @property
    def holder(self) -> str:
        """Who commands it."""
        return self.owners[0]

    @property
    def place(self) -> str:
        """Where its cards lie."""
        return f"mano/{self.number}"

    def spot(self, bet: str) -> str:
        """Where stakes on it lie."""
        return spot_of(bet, self.number)

    @property
    def bought(self) -> bool:
        """Whether a card was bought for it."""
        return self.slots != self.first


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand, from the stakes to the last payment."""
    return await one_hand(rules, Squares(rules, table), Coup)


async def one_hand(rules: Rules, on: Squares, settled: type["Coup"]) -> Carry:
    """One hand, by this procedure's squares and articles or an earlier one's."""
    table = on.table
    last = LastHands(rules, table.carry)
    await Announce("open")
    await on.take_stakes(last)
    await Announce("close")
    if on.playing():
        coup = settled(rules, table, on)
        await feed(rules, table, coup.hands)
        await coup.deal()
        await coup.decide()
        await coup.show_bank()
        await coup.show_hands()
        await coup.settle()
    return Carry(table.carry.after(last.announced), on.guests)


class Coup:
    """What the steps of a hand share: its rules, its table, the cards dealt."""

    def __init__(self, rules: Rules, table: Table[Carry], on: Squares) -> None:
        self.rules, self.table, self.order = rules, table, order(rules)
        self.hands = [Hand(number, on.owners(number), not on.seated(number)) for number in on.playing()]
        self.bank: list[str] = []
        self.bank_score = 0
        self.on_first_five = [name for name, bet in rules.side.items() if bet.cards == "first"]

    # The cards

    async def deal(self) -> None:
        """Five cards to each square and to the bank, of whose one is turned over: one by one, or all at once."""
        rule, at_once = self.rules.deal, self.rules.option(self.table.settings, DEALING) == BY_FIVES
        shown = (rule.by_fives if at_once else rule).shown
        article = (rule.by_fives if at_once else rule).article
        turned = 0 if shown == "first" else HAND - 1
        for each in [HAND] if at_once else [1] * HAND:
            for hand in self.hands:
                looks = "" if hand.blind else hand.holder
                hand.slots += [await self.table.deck.down(hand.place, looks, article) for _ in range(each)]
            for _ in range(each):
                self.bank.append(await self.table.deck.down(BANK_HAND, article=article))
                if len(self.bank) - 1 == turned:
                    await read(self.table, self.bank[-1:], article)
        for hand in self.hands:
            hand.first = list(hand.slots)

    async def show_bank(self) -> None:
        """The bank's cards, once all have decided, if anybody is still in."""
        if any(self.lying(hand, SECOND) for hand in self.hands):
            cards = await read(self.table, self.bank, self.rules.bank.article)
            self.bank_score = self.order.lookup.score(cards)

    async def show_hands(self) -> None:
        """The cards of all whose stakes they decide, and what the bank's do against them."""
        for hand in self.hands:
            if hand.paid_in or self.lying(hand, FIRST, *self.rules.side):
                went = self.lying(hand, SECOND)
                by = (self.rules.bank.beaten if went else self.rules.fold).article
                hand.score = self.order.lookup.score(await read(self.table, hand.slots, by))
                if hand.bought and (hand.paid_in or any(self.lying(hand, bet) for bet in self.on_first_five)):
                    hand.first_score = self.order.lookup.score(await read(self.table, hand.first, by))
                if went:
                    hand.end = clash(hand.score, self.bank_score, self.order.least)

    # The decisions

    async def decide(self) -> None:
        """Square by square from the croupier's left: to go, to pass, or first to buy a card."""
        for hand in self.hands:
            while self.lies(hand, FIRST) and not self.lies(hand, SECOND):
                await self.turn(hand)

    async def turn(self, hand: Hand) -> None:
        """The holder decides; who has not the chips for the second stake passes."""
        if not self.can_add(hand.holder, hand, self.rules.second.times):
            await self.fold(hand)
            return
        act = await self.ask(hand, hand.holder, (GOES, FOLDS, *self.changes(hand)))
        if act.on == GOES:
            await self.go(hand)
        elif act.on == FOLDS:
            await self.fold(hand)
        elif act.on in CHANGES:
            await self.buy(hand, CHANGES.index(act.on))

    async def ask(self, hand: Hand, who: str, choices: tuple[str, ...]) -> Act:
        """Somebody's choice on a hand; whoever is punished meanwhile is out, and the act is nobody's choice then."""
        punishing = Punishing(self.staked, self.rules.penalty.article)
        first = lying(self.table, who, hand.spot(FIRST))
        costs = {GOES: self.rules.second.times * first, **dict.fromkeys((BUYS, *CHANGES), first)}
        turn = Choose(who, hand.spot(SECOND), choices, FOLDS, self.rules.second.article, punishing, costs=costs)
        _, act = await heard(lambda: turn)
        if act.do == "punish":
            await self.punish(act.on)
        return act

    def changes(self, hand: Hand) -> tuple[str, ...]:
        """The cards in whose place one may be bought: of a hand that its holder sees, once, with chips to go on."""
        may = admitted(self.rules, self.table.settings, BUYING) and not hand.blind and not hand.bought
        return CHANGES if may and self.can_add(hand.holder, hand, self.rules.second.times + 1) else ()

    def can_add(self, who: str, hand: Hand, times: int) -> bool:
        """Whether somebody has chips for so many times the first stake."""
        return self.table.places.get(chips(who), 0) >= times * lying(self.table, who, hand.spot(FIRST))

    async def go(self, hand: Hand) -> None:
        """Twice the first stake is added; whoever stakes behind the hand does the same or loses the first."""
        rule = self.rules.second
        for who in await self.followers(hand, GOES, rule.times):
            cents = rule.times * lying(self.table, who, hand.spot(FIRST))
            await Move(chips(who), felt(who, hand.spot(SECOND)), cents, rule.article)

    async def buy(self, hand: Hand, place: int) -> None:
        """A card for as much as the first stake, in the place of one that is put down; what it forfeits is taken."""
        rule = self.rules.buying
        for who in await self.followers(hand, BUYS, self.rules.second.times + 1):
            await Move(chips(who), BANK, lying(self.table, who, hand.spot(FIRST)), rule.article)
        if not self.lies(hand, FIRST):
            return
        await Announce("bought", (hand.holder,))
        hand.paid_in *= PROGRESSIVE not in rule.forfeits
        await self.take(stakes(self.table, hand.owners, map(hand.spot, rule.forfeits)), rule)
        await put_away(hand.place, hand.slots[place : place + 1])
        hand.slots[place] = await self.table.deck.down(hand.place, hand.holder, rule.article)
        if rule.open:
            await read(self.table, [hand.slots[place]], rule.article)

    async def followers(self, hand: Hand, act: str, times: int) -> list[str]:
        """Who stays on a hand: its holder, and whoever does the same; the others lose their stake."""
        for who in hand.owners[1:]:
            while lying(self.table, who, hand.spot(FIRST)) and self.lies(hand, FIRST):
                if self.can_add(who, hand, times):
                    choice = await self.ask(hand, who, (act, FOLDS))
                    if choice.on == act:
                        break
                    if choice.do == "punish":
                        continue
                left = [stake for stake in self.stakes(hand, FIRST) if stake.who == who]
                await self.take(left, self.leaving(act))
        return [who for who in hand.owners if lying(self.table, who, hand.spot(FIRST))]

    def leaving(self, act: str) -> Section:
        """Why who stakes behind a hand and does not do the same as its holder loses the stake."""
        return self.rules.buying if act == BUYS else self.rules.players.behind

    async def fold(self, hand: Hand) -> None:
        """All first stakes are taken at once; the cards too, unless a bet on them is still to be decided."""
        hand.end = FOLDED
        stays = self.rules.side if self.rules.fold.shown else ()
        lost = [stake for stake in self.stakes(hand) if bet_of(stake.bet) not in stays]
        await self.take(lost, self.rules.fold)
        hand.paid_in *= self.rules.fold.shown
        if not hand.paid_in and not self.stakes(hand):
            await self.put_away(hand)

    async def punish(self, who: str) -> None:
        """All that somebody has on the felt is lost; the stakes of those behind go back, the fault is not theirs."""
        article, rule = self.rules.penalty.article, self.rules.settlement
        own = [stake for hand in self.hands for stake in self.stakes(hand) if stake.who == who]
        await Announce("punished", (who,))
        await lose(self.table, rule, own, article)
        for hand in self.hands:
            if hand.holder == who:
                hand.paid_in = 0
                await give_back(self.table, rule, self.stakes(hand), article)
                await self.put_away(hand)

    async def put_away(self, hand: Hand) -> None:
        """A hand that is out of the game is taken, unseen."""
        await put_away(hand.place, () if hand.taken else hand.slots)
        hand.taken = True

    async def take(self, lost: Sequence[Stake], rule: Section) -> None:
        """Stakes are lost."""
        await lose(self.table, self.rules.settlement, lost, rule.article)

    # The payments

    async def settle(self) -> None:
        """The result is called, losers are taken and winners paid, at last those of the progressive."""
        await self.call()
        dues = [self.due(hand, stake) for hand in self.hands for stake in self.stakes(hand)]
        await settle(self.table, self.rules.settlement, dues)
        entries = [
            Entry(hand.holder, hand.paid_in, self.on_cards(hand, PROGRESSIVE)) for hand in self.hands if hand.paid_in
        ]
        await pay(self.rules, self.table, entries)

    async def call(self) -> None:
        """The croupier calls the bank's cards, if they were shown, and who beats them."""
        if not self.bank_score:
            return
        cards = texts(self.table, self.bank)
        winners = dict.fromkeys(hand.holder for hand in self.hands if hand.end == WON)
        plays = self.bank_score >= self.order.least
        await (Announce("result", (*cards, ", ".join(winners) or NOBODY)) if plays else Announce("idle", cards))

    def due(self, hand: Hand, stake: Stake) -> Due:
        """What becomes of a stake."""
        bet = bet_of(stake.bet)
        if bet in self.rules.side:
            return self.prize(hand, stake, bet)
        if bet == FIRST:
            back = ante_back(hand.end, *self.rules.bets[FIRST].pays)  # type: ignore[union-attr]
        else:
            back = second_back(hand.end, self.order.pays[self.order.place(hand.score)], 1)
        return due(stake, bet, self.article(hand, bet), back, stays=False)

    def prize(self, hand: Hand, stake: Stake, bet: str) -> Due:
        """What becomes of a stake on the cards alone."""
        rule = self.rules.side[bet]
        prize = prizes(self.rules, self.table.settings, bet).get(self.order.kind(self.on_cards(hand, bet)))
        if prize is None:
            return due(stake, bet, rule.article, LOSES, stays=False)
        return due(stake, bet, prize.article, prize_back(prize.times, rule.returned), stays=False)

    def on_cards(self, hand: Hand, bet: str) -> int:
        """The score of the cards by which a bet on them goes."""
        return hand.first_score if hand.bought and bet in self.on_first_five else hand.score

    def article(self, hand: Hand, bet: str) -> str:
        """By what a stake on a hand is settled: the second one is paid by what the hand is, the first one even."""
        bank = self.rules.bank
        if hand.end == WON and bet == SECOND:
            return self.rules.hands.kinds[self.order.kind(hand.score)].article
        return {WON: bank.beaten, IDLE: bank.idle, LOST: bank.wins, TIED: bank.ties}[hand.end].article

    # The stakes

    def stakes(self, hand: Hand, *bets: str) -> list[Stake]:
        """The stakes that lie on a hand: all, or those on some bets."""
        named = [hand.spot(bet) for bet in bets or (FIRST, SECOND, *self.rules.side)]
        return stakes(self.table, hand.owners, named)

    def lying(self, hand: Hand, *bets: str) -> bool:
        """Whether anything lies on some bets of a hand."""
        return bool(self.stakes(hand, *bets))

    def lies(self, hand: Hand, bet: str) -> bool:
        """Whether a hand's holder has something on a bet."""
        return bool(lying(self.table, hand.holder, hand.spot(bet)))

    def staked(self) -> list[str]:
        """Who has anything on the felt."""
        return list(dict.fromkeys(stake.who for hand in self.hands for stake in self.stakes(hand)))


class Coup1(Coup):
    """A hand by the first procedure: both stakes cited what it is, and who did not follow cited who passes."""

    def leaving(self, act: str) -> Section:  # noqa: ARG002
        return self.rules.fold

    def article(self, hand: Hand, bet: str) -> str:
        return super().article(hand, SECOND if hand.end == WON else bet)


def most_cards(rules: Rules, settings: Settings) -> int:
    """How many cards a hand of all squares takes, with the bank's, and those that may be bought."""
    each = HAND + admitted(rules, settings, BUYING)
    return each * squares(rules, settings) + HAND


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """The pack that a hand is dealt from."""
    return Stock(rules.equipment.cards.pack, most=most_cards(rules, settings))


async def play_2(rules: Rules, table: Table[Carry]) -> Carry:
    """The second procedure."""
    return await one_hand(rules, Squares2(rules, table), Coup)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """The first procedure."""
    return await one_hand(rules, Squares2(rules, table), Coup1)


PLAY = Play(3, play, Carry, stock, earlier=(Play(2, play_2, Carry, stock), Play(1, play_1, Carry, stock)))
