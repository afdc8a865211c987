"""Póker de cuatro cartas: one hand, from the stakes to the last payment."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tapete.cards.card import SUITS
from tapete.engine.carry import Carry
from tapete.engine.last import LastHands
from tapete.engine.places import Stake, chips, felt
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.cuatro_cartas.boxes import ADD, Adding, addable, lay, playing, ways
from tapete.games.cuatro_cartas.rules import ANTE, AUTOMATIC, DEALING, FOLDS, WAYS, Rules, most_cards, order
from tapete.games.cuatro_cartas.settle import FOLDED, LOST, TIED, WON, clash, comes_back, extra, own_back
from tapete.games.shared.mano.asking import heard
from tapete.games.shared.mano.cards import CROUPIER, NOBODY, dealt, lying_at, put_away, read
from tapete.games.shared.mano.lying import lose, lying, stakes
from tapete.games.shared.mano.rules import named


class Hand:
    """A player's cards, and how they end."""

    def __init__(self, who: str, slots: Sequence[str]) -> None:
        self.who, self.slots = who, tuple(slots)
        self.end = FOLDED


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand, from the stakes to the last payment."""
    last = LastHands(rules, table.carry)
    await Announce("open")
    await lay(rules, table, last)
    await Announce("close")
    players = playing(rules, table)
    if players:
        coup = Coup(rules, table)
        await coup.deal(players)
        await coup.decide()
        await coup.show_bank()
        await coup.show_hands()
        await coup.settle()
    return Carry(table.carry.after(last.announced))


class Coup:
    """What the steps of a hand share: its rules, its table, the cards dealt."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table, self.order = rules, table, order(rules)
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.bank_score = 0
        self.scores: dict[Hand, int] = {}

    # The cards

    async def deal(self, players: Sequence[str]) -> None:
        """Five cards to each player and to the bank, one by one or from the shuffler at once; then the bank's sixth."""
        rule = self.rules.dealing
        at_once = self.rules.option(self.table.settings, DEALING) == AUTOMATIC
        each, by = (rule.shuffled.at_once, rule.shuffled.article) if at_once else (1, rule.face_down.article)
        cards = await dealt(self.table, players, rule.own, by, each)
        self.bank = cards.pop(CROUPIER)
        self.hands = [Hand(who, slots) for who, slots in cards.items()]
        await self.complete_bank()

    async def complete_bank(self) -> None:
        """What the bank is dealt beyond the players; its last card is shown."""
        rule, place = self.rules.dealing, lying_at(CROUPIER)
        while len(self.bank) < rule.bank:
            self.bank.append(await self.table.deck.down(place, article=rule.article))
        (card,) = await read(self.table, self.bank[-1:], rule.shown.article)
        await Announce("shown", (self.table.deck.text(card),))

    async def show_bank(self) -> None:
        """The bank's cards, once all have decided, if anybody is still in."""
        if any(lying(self.table, hand.who, self.rules.added) for hand in self.hands):
            self.bank_score = self.order.bank.score(await read(self.table, self.bank, self.rules.bank.article))

    async def show_hands(self) -> None:
        """The cards of all whose stakes they decide, and what the bank's do against them."""
        for hand in self.hands:
            if self.stakes(hand):
                in_play = lying(self.table, hand.who, self.rules.added)
                by = (self.rules.bank.beaten if in_play else self.rules.own_bet.stays).article
                self.scores[hand] = self.order.mine.score(await read(self.table, hand.slots, by))
                if in_play:
                    hand.end = clash(self.scores[hand], self.bank_score)

    # The decisions

    async def decide(self) -> None:
        """Each in turn adds to the ante or gives it up."""
        for hand in self.hands:
            if lying(self.table, hand.who, ANTE):
                cents = await self.added(hand.who)
                if cents:
                    await Move(chips(hand.who), felt(hand.who, self.rules.added), cents, self.rules.added_bet.article)
                else:
                    await self.fold(hand)

    async def added(self, who: str) -> int:
        """What somebody adds to the ante: nothing who gives it up, or has too few chips left to go on."""
        ante, room = lying(self.table, who, ANTE), addable(self.rules, self.table, who)
        if room.hi < room.lo:
            return 0
        on, article = self.rules.added, self.rules.added_bet.article
        any_amount = Adding(who, on, room, article)
        costs = {way: times * ante for way, times in WAYS.items()}
        turn = Choose(who, on, (*ways(room, ante), FOLDS), FOLDS, article, any_amount, costs=costs)
        _, act = await heard(lambda: turn)
        return act.cents if act.do == ADD else WAYS.get(act.on, 0) * ante

    async def fold(self, hand: Hand) -> None:
        """The ante is taken at once; the cards too, unless a bet on them is still to be decided."""
        bets = (ANTE, self.rules.own) if self.rules.own_bet.falls else (ANTE,)
        lost = stakes(self.table, (hand.who,), bets)
        await lose(self.table, self.rules.settlement, lost, self.rules.fold.article)
        if not self.stakes(hand):
            await put_away(lying_at(hand.who), hand.slots)

    # The payments

    async def settle(self) -> None:
        """The result is called; losers are taken, then winners paid, what is paid besides with the ante it hangs on."""
        await self.call()
        await settle(self.table, self.rules.settlement, [due for hand in self.scores for due in self.dues(hand)])

    async def call(self) -> None:
        """The croupier calls what the bank has, if its cards were shown, and whom it does not beat."""
        if not self.bank_score:
            return
        deck, exact = self.table.deck, self.order.bank.ranking.compile()
        faces = [deck.faces[slot] for slot in self.bank]
        best = max(combinations(faces, self.rules.hands.cards), key=exact.score)
        made = exact.category(self.bank_score)
        winners = ", ".join(hand.who for hand in self.scores if hand.end in (TIED, WON))
        await Announce("result", (named(made), *map(deck.text, in_order(best)), winners or NOBODY))

    def dues(self, hand: Hand) -> Iterable[Due]:
        """What becomes of the stakes on a hand, and what its ante is paid besides."""
        for stake in self.stakes(hand):
            yield self.own(hand, stake) if stake.bet == self.rules.own else self.against_bank(hand, stake)
            if stake.bet == ANTE:
                yield from self.bonus(hand, stake)

    def against_bank(self, hand: Hand, stake: Stake) -> Due:
        """The ante, or what was added to it."""
        bank, back = self.rules.bank, comes_back(hand.end, *self.rules.bets[stake.bet].pays)
        article = {LOST: bank.wins, TIED: bank.ties, WON: bank.beaten}[hand.end].article
        return due(stake, stake.bet, article, back, stays=False)

    def own(self, hand: Hand, stake: Stake) -> Due:
        """The bet on one's own cards."""
        bet, place = self.rules.own_bet, self.order.places[self.scores[hand]]
        prize = bet.prizes.get(self.order.kinds[place], bet)
        return due(stake, stake.bet, prize.article, own_back(hand.end, bet.falls, *self.order.own[place]), stays=False)

    def bonus(self, hand: Hand, ante: Stake) -> Iterable[Due]:
        """What the ante is paid besides; that has no stake of its own."""
        place = self.order.places[self.scores[hand]]
        num, den = extra(hand.end, *self.order.bonus[place])
        if cents := ante.cents * num // den:
            article = self.rules.bonus.prizes[self.order.kinds[place]].article
            yield Due(ante._replace(cents=0), ANTE, article, won=cents)

    def stakes(self, hand: Hand) -> list[Stake]:
        """The stakes that lie on a hand."""
        return stakes(self.table, (hand.who,), (self.rules.added, ANTE, self.rules.own))


def in_order(cards: Sequence[int]) -> list[int]:
    """The cards of a hand as they are called: what makes it first, the highest first."""
    ranks = [card // SUITS for card in cards]
    return sorted(cards, key=lambda card: (ranks.count(card // SUITS), card), reverse=True)


PLAY = Play(1, play, Carry, lambda rules, settings, carry: Stock(rules.equipment.cards.pack, most=most_cards(rules)))
