"""Hold'em against the bank: one hand, from the ante to the last payment."""

from collections.abc import Iterable, Sequence

from tapete.engine.last import LastHands
from tapete.engine.places import Stake, chips, felt
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Play, Reported
from tapete.engine.sealed import Stock
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.engine.window import Choose, Offer
from tapete.games.shared.mano import hands
from tapete.games.shared.mano.asking import asked, noted
from tapete.games.shared.mano.behind import Carry
from tapete.games.shared.mano.cards import CROUPIER, DISCARDS, NOBODY, dealt, texts
from tapete.games.shared.mano.lying import give_back, lose, lying, stakes
from tapete.games.shared.mano.rules import named
from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED, WON, clash
from tapete.games.texas.boxes import Boxes
from tapete.games.texas.out import Annulling, Parting
from tapete.games.texas.rules import (
    ANTE,
    ASIDE,
    FLOP,
    OWN,
    TURN,
    UNTIL_DECIDED,
    FlopBet,
    LaterBet,
    OwnBet,
    Rules,
    common,
    flop_prize,
    most_cards,
    order,
    own_prize,
)
from tapete.games.texas.settle import ante_back, beside_back, later_back

BURNT = "quemadas"


class Hand(hands.Hand):
    """A player's cards, and what they make."""

    def __init__(self, owners: Sequence[str], slots: Sequence[str]) -> None:
        super().__init__(owners, slots)
        self.score = 0


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand: before each street those bets that come before it, and at the end the bank's cards."""
    last = LastHands(rules, table.carry)
    boxes = Boxes(rules, table)
    await Announce("open")
    await boxes.take_stakes(last)
    await Announce("close")
    coup = Coup(rules, table)
    if boxes.playing():
        await coup.deal(boxes)
        for street in rules.streets:
            await coup.decide(street)
            if street == TURN and isinstance(rules.beside_bet, FlopBet):
                await coup.pay_on_the_flop(rules.beside_bet)
            await coup.turn_up(street)
        await coup.show_bank()
        await coup.show_hands()
        await coup.settle()
    return Carry(table.carry.after(last.announced), boxes.guests.hosts)


class Coup:
    """What the steps of a hand share: its rules, its table, the cards dealt."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table, self.order = rules, table, order(rules)
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.board: dict[str, list[int]] = {}
        self.bank_score = 0
        self.decided, self.aside = False, False

    # The cards

    async def deal(self, boxes: Boxes) -> None:
        """Two cards to each player and to the bank, face down, one by one from the croupier's left."""
        cards = await dealt(self.table, boxes.playing(), OWN, self.rules.dealing.article)
        self.bank = cards.pop(CROUPIER)
        self.hands = [Hand((who, *boxes.guests.behind(who)), slots) for who, slots in cards.items()]

    async def turn_up(self, street: str) -> None:
        """The common cards of a street, after those that are burnt, as long as anybody is in."""
        if not self.staying:
            return
        rule = self.rules.streets[street]
        for _ in range(rule.burnt):
            await self.table.deck.down(BURNT, article=rule.article)
        slots = [await self.table.deck.down(place, article=rule.article) for place in common(self.rules, street)]
        self.board[street] = await self.read(slots, rule.article)
        await Announce(street, self.text(self.board[street]))

    async def read(self, slots: Sequence[str], article: str) -> list[int]:
        """Turns cards over."""
        return [await asked(lambda slot=slot: self.table.deck.show(slot, article), self.remedy) for slot in slots]  # type: ignore[misc]

    def text(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Cards as they are written."""
        return tuple(map(self.table.deck.text, cards))

    def faces(self, slots: Iterable[str]) -> list[int]:
        """The faces of cards that were turned over."""
        return [self.table.deck.faces[slot] for slot in slots]

    def score(self, own: Sequence[int]) -> int:
        """What two cards make with the common ones."""
        return self.order.seven.score([*own, *(card for cards in self.board.values() for card in cards)])

    # The decisions

    @property
    def staying(self) -> list[Hand]:
        """The hands that were not given up."""
        return [hand for hand in self.hands if hand.end != FOLDED]

    async def decide(self, street: str) -> None:
        """Each in turn makes the bet that comes before a street, or passes, or gives up."""
        for name, bet in self.rules.later.items():
            if bet.before == street:
                for hand in self.hands:
                    await self.offer(hand, name, bet)
                self.decided = name == [*self.rules.later][-1]

    async def offer(self, hand: Hand, name: str, bet: LaterBet) -> None:
        """Who commands a hand makes a bet, or does not."""
        if await self.makes(hand, name, bet):
            await self.add(hand, name, bet)
        elif bet.folds and hand.end != FOLDED:
            await self.fold(hand)

    async def makes(self, hand: Hand, name: str, bet: LaterBet) -> bool:
        """Asks who commands a hand that is still in; one whose chips do not reach is not asked."""
        while hand.end != FOLDED and self.reaches(hand.who, bet):
            _, act = await asked(lambda: self.question(hand.who, name, bet), self.remedy)
            if act.do == "choose":
                return act.on == bet.choices[0]
            await self.put_out(act)
        return False

    def question(self, who: str, name: str, bet: LaterBet) -> Choose:
        """A player's choice; the chief of table may take hands out of the game meanwhile, where the text does."""
        rules, meanwhile = self.rules, list[Offer]()
        if rules.misdealt is not None:
            meanwhile.append(Annulling(self.playing, rules.misdealt.article))
        if rules.contact is not None:
            meanwhile.append(Parting(self.playing, rules.contact.article))
        costs: dict[str, int] = {bet.choices[0]: bet.times * lying(self.table, who, ANTE)}
        return Choose(who, name, bet.choices, bet.choices[1], bet.article, *meanwhile, costs=costs)

    def playing(self) -> list[str]:
        """Whose cards something still depends on."""
        return [hand.who for hand in self.hands if self.stakes(hand)]

    def reaches(self, who: str, bet: LaterBet) -> bool:
        """Whether somebody has chips for a bet of so many antes."""
        return self.table.places.get(chips(who), 0) >= bet.times * lying(self.table, who, ANTE)

    async def add(self, hand: Hand, name: str, bet: LaterBet) -> None:
        """So many antes; whoever stands behind the hand does the same, or loses what lies there."""
        for who in hand.owners:
            cents = bet.times * lying(self.table, who, ANTE)
            if cents and self.reaches(who, bet):
                await Move(chips(who), felt(who, name), cents, bet.article)
            elif cents:
                lost = stakes(self.table, [who], self.rules.bets)
                await lose(self.table, self.rules.settlement, lost, self.rules.fold.article)

    async def fold(self, hand: Hand) -> None:
        """The ante is taken, and a bet on the flop with it; the cards too, unless a bet on them is to be decided."""
        hand.end = FOLDED
        kept = [self.rules.beside] if isinstance(self.rules.beside_bet, OwnBet) else []
        lost = [stake for stake in self.stakes(hand) if stake.bet not in kept]
        await lose(self.table, self.rules.settlement, lost, self.rules.fold.article)
        if not self.stakes(hand):
            await hand.put_away()

    # The payments

    async def pay_on_the_flop(self, bet: FlopBet) -> None:
        """Who has won on one's own cards with the flop: the cards of all who bet on it are turned over."""
        beside = self.rules.beside
        hands = [hand for hand in self.staying if self.stakes(hand, beside)]
        if not hands:
            return
        await Announce("bonus")
        dues = []
        for hand in hands:
            cards = [*await self.read(hand.slots, bet.shown.article), *self.board[FLOP]]
            dues += [self.due_beside(stake, flop_prize(self.rules, cards)) for stake in self.stakes(hand, beside)]
        await settle(self.table, bet.settlement, dues)

    async def show_bank(self) -> None:
        """The bank's cards, once all have decided, if any stake depends on them."""
        if not self.playing():
            return
        own = await self.read(self.bank, self.rules.bank.shown.article)
        if self.staying:
            self.bank_score = self.score(own)

    async def show_hands(self) -> None:
        """The cards of all whose stakes they decide, and what the bank's do against them."""
        for hand in self.hands:
            if self.stakes(hand):
                own = await self.read(hand.slots, self.shown_by(hand))
                if hand.end != FOLDED:
                    hand.score = self.score(own)
                    hand.end = clash(hand.score, self.bank_score, self.order.least)

    def shown_by(self, hand: Hand) -> str:
        """By which article a hand is turned over: one that was given up, for the bet beside it."""
        bet = self.rules.beside_bet
        return (bet.stays if hand.end == FOLDED and isinstance(bet, OwnBet) else self.rules.bank.shown).article

    async def settle(self) -> None:
        """The result is called, losers are taken and winners paid."""
        if self.staying:
            await self.call()
        await settle(
            self.table,
            self.rules.settlement,
            [self.due(hand, stake) for hand in self.hands for stake in self.stakes(hand)],
        )

    async def call(self) -> None:
        """The croupier calls the bank's cards, what they make, and who beats them."""
        cards = texts(self.table, self.bank)
        if self.bank_score < self.order.least:
            await Announce("idle", cards)
            return
        kind = self.order.kind(self.bank_score)
        winners = ", ".join(hand.who for hand in self.hands if hand.end == WON)
        await Announce("result", (*cards, named(kind), winners or NOBODY))

    def due(self, hand: Hand, stake: Stake) -> Due:
        """What becomes of a stake at the end."""
        if stake.bet == self.rules.beside:
            return self.due_beside(stake, own_prize(self.rules, self.faces(hand.slots), self.faces(self.bank)))
        if stake.bet != ANTE:
            gain = self.rules.bets[stake.bet].pays.num
            return due(stake, stake.bet, self.article(hand.end), (later_back(hand.end, gain), 1), stays=False)
        kind = self.order.kind(hand.score)
        back = ante_back(hand.end, self.order.gains[self.order.kinds.index(kind)]), 1
        paid = self.rules.ante.prizes.get(kind) or self.rules.ante.unpaid
        article = paid.article if paid and hand.end in (IDLE, WON) else self.article(hand.end)
        return due(stake, ANTE, article, back, stays=False)

    def due_beside(self, stake: Stake, prize: str) -> Due:
        """What becomes of a stake beside the ante, by the prize that its cards have won, if any."""
        bet = self.rules.beside_bet
        won = bet.prizes[prize] if prize else None
        back = beside_back(won.pays.num if won else 0), 1
        return due(stake, stake.bet, (won or bet.none).article, back, stays=False)

    def article(self, end: int) -> str:
        """By what a hand's stakes are settled."""
        bank = self.rules.bank
        return {IDLE: bank.idle or bank, LOST: bank.wins, TIED: bank.ties, WON: bank.beaten}[end].article

    def stakes(self, hand: Hand, *bets: str) -> list[Stake]:
        """The stakes that lie on a hand: all, or those on some bets."""
        return stakes(self.table, hand.owners, bets or self.rules.bets)

    # What goes wrong

    async def put_out(self, act: Act) -> None:
        """A hand dealt wrongly counts for nothing; two that touched are taken, and what was staked on them."""
        names = act.on.split("+")
        hands = [hand for hand in self.hands if hand.who in names]
        await Announce({"annul": "annulled", "part": "contact"}[act.do], tuple(names))
        for hand in hands:
            await (self.annul(hand) if act.do == "annul" else self.part(hand))
            hand.end = FOLDED
            await hand.put_away()

    async def annul(self, hand: Hand) -> None:
        """All that lies on a hand goes back."""
        assert self.rules.misdealt is not None
        await give_back(self.table, self.rules.settlement, self.stakes(hand), self.rules.misdealt.article)

    async def part(self, hand: Hand) -> None:
        """What its player staked is lost, or goes back; stakes of others behind it go back, the fault is not theirs."""
        rule = self.rules.contact
        assert rule is not None
        own = stakes(self.table, [hand.who], self.rules.bets) if rule.lost else []
        await lose(self.table, self.rules.settlement, own, rule.article)
        await give_back(self.table, self.rules.settlement, self.stakes(hand), rule.article)

    async def remedy(self, report: Reported) -> None:
        """One card that lies open in the pack is set aside; a bank card seen when all have decided changes nothing."""
        article = report.rule.article
        if report.rule.remedy == ASIDE and not self.aside:
            self.aside = True
            await self.read([await self.table.deck.down(DISCARDS, article=article)], article)
        elif report.rule.remedy == UNTIL_DECIDED and self.decided:
            await Announce("noted")
        else:
            await noted(report)


PLAY = Play(1, play, Carry, lambda rules, settings, carry: Stock(rules.equipment.cards.pack, most=most_cards(rules)))
