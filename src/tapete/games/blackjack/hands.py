"""The hands of a round: whose stakes lie on each, who commands it, and how it is played out card by card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tapete.engine.places import BANK, Stake, chips, felt, stakes
from tapete.engine.requests import Announce, Move, Shift
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.blackjack.pot import Pot
from tapete.games.blackjack.rules import MAIN, Rules, place_of, points_of, terms
from tapete.games.blackjack.sabot import DISCARDS, Carry, Sabot
from tapete.games.blackjack.settle import doubled, is_blackjack, points
from tapete.games.blackjack.terms import Terms

RAISES = ("doblar", "separar")  # what takes as much again as lies on a hand


@dataclass(slots=True)
class Wager:
    """Somebody's stake on a hand: the square it plays for, where it lies, and what it was before any card."""

    who: str
    spot: str
    row: int
    place: str
    first: int


@dataclass(slots=True)
class Hand:
    """A hand: its cards in their place, what cards count, and the stakes on it. Without stakes it is over."""

    place: str
    wagers: list[Wager]
    counts: Mapping[int, int]
    cards: list[int] = field(default_factory=list)
    split: bool = False
    doubled: bool = False

    @property
    def values(self) -> list[int]:
        """What each card counts, an ace one."""
        return [self.counts[card] for card in self.cards]

    def total(self, ace_counts_one: bool) -> int:
        """The hand's points, an ace in doubled cards as the text has it."""
        if self.doubled and len(self.cards) == 3:
            first, second, third = self.values
            return doubled(first, second, third, ace_counts_one)
        return points(self.values)[0]

    @property
    def blackjack(self) -> bool:
        """Whether it is a blackjack."""
        return is_blackjack(self.values, self.split)


@dataclass(slots=True)
class Post:
    """A place of the table that plays: its hands in the order in which they play, and who commands them.

    `by` is the article by which somebody commands a vacant one. `cards` are all that were dealt to it, in order.
    """

    number: int
    commander: str
    by: str
    hands: list[Hand]
    cards: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Coup:
    """A round once the bets are closed."""

    rules: Rules
    table: Table[Carry]
    sabot: Sabot
    pot: Pot
    terms: Terms
    posts: list[Post]
    bank: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, rules: Rules, table: Table[Carry], sabot: Sabot, pot: Pot) -> "Coup":
        """The round that the stakes on the felt make."""
        return cls(rules, table, sabot, pot, terms(rules, table.settings), list(posts(rules, table)))

    @property
    def bank_values(self) -> list[int]:
        """What each card of the bank counts, an ace one."""
        return [points_of(self.rules)[card] for card in self.bank]

    @property
    def bank_ace(self) -> bool:
        """Whether the bank's first card is an ace."""
        return self.bank_values[0] == 1

    def wagers(self, row: int = 0) -> Iterator[tuple[Post, Hand, Wager]]:
        """The stakes still in play, on one square of each hand or on all, from the croupier's right to his left."""
        for post in reversed(self.posts):
            for hand in reversed(post.hands):
                for wager in hand.wagers:
                    if row in (0, wager.row):
                        yield post, hand, wager

    def stake(self, wager: Wager) -> Stake:
        """What lies there now."""
        return Stake(wager.who, wager.spot, self.table.places[wager.place], wager.place)


def posts(rules: Rules, table: Table[Carry]) -> Iterator[Post]:
    """The places with stakes, as the deal goes round, each with one hand."""
    wagers: dict[int, list[Wager]] = {}
    for stake in stakes(table.places):
        if stake.bet.startswith(f"{MAIN}:"):
            row = int(stake.bet.partition(".")[2] or 1)
            wagers.setdefault(place_of(stake.bet), []).append(
                Wager(stake.who, stake.bet, row, stake.place, stake.cents)
            )
    for number in sorted(wagers):
        hand = Hand(f"mano:{number}", wagers[number], points_of(rules))
        yield Post(number, *commander(rules, table.players, number, wagers[number]), [hand])


def commander(rules: Rules, players: tuple[str, ...], number: int, wagers: list[Wager]) -> tuple[str, str]:
    """Who decides: the player who sits there; on a vacant square, by its article, the largest stake or the hand
    nearest the shoe.
    """
    staked: dict[str, int] = {}
    for wager in wagers:
        staked[wager.who] = staked.get(wager.who, 0) + wager.first
    if number <= len(players) and players[number - 1] in staked:
        return players[number - 1], ""
    return min(staked, key=lambda who: (-staked[who], players.index(who))), rules.players.vacant.article


async def deal(coup: Coup) -> None:
    """A card to every hand from the croupier's left, one to the bank, a second one to every hand."""
    rule = coup.rules.deal
    for post in coup.posts:
        await give(coup, post, post.hands[0], rule.first.article)
    coup.bank.append(await coup.sabot.card("banca", rule.first.article))
    for post in coup.posts:
        await give(coup, post, post.hands[0], rule.second.article)


async def give(coup: Coup, post: Post, hand: Hand, article: str) -> None:
    """The next card to a hand."""
    card = await coup.sabot.card(hand.place, article, post.commander)
    hand.cards.append(card)
    post.cards.append(card)


async def play_hands(coup: Coup) -> None:
    """Every hand in turn, before the next; hands that a split makes come after the one they came from."""
    for post in coup.posts:
        turn = 0
        while turn < len(post.hands):
            if post.hands[turn].wagers:
                await play_hand(coup, post, turn)
            turn += 1


async def play_hand(coup: Coup, post: Post, turn: int) -> None:
    """One hand: cards, one by one, until it stands, has 21, or busts and is taken at once."""
    hand, rules = post.hands[turn], coup.rules
    if len(hand.cards) == 2:
        await call_points(coup, post, hand, "points")
    while True:
        if len(hand.cards) == 1:
            await give(coup, post, hand, after_split(rules, hand.values[0]))
            await call_points(coup, post, hand, "points")
        options = choices(coup, post, hand)
        if options == ("plantarse",):
            return
        costs = dict.fromkeys(RAISES, matching(coup, post.commander, hand.wagers))
        _, act = await Choose(post.commander, hand.place, options, "plantarse", rules.deal.ask.article, costs=costs)
        if act.on == "plantarse":
            return
        if act.on == "separar":
            await split(coup, post, turn)
            continue
        if act.on == "doblar":
            await double(coup, post, hand)
        await give(coup, post, hand, rules.double.article if hand.doubled else rules.deal.ask.article)
        if hand.total(coup.terms.ace_counts_one_when_doubling) > 21:
            await bust(coup, post, hand)
            return
        if hand.doubled:
            return


def after_split(rules: Rules, first: int) -> str:
    """The article by which a split card takes its second: aces one only, and with aces or tens 21 is no blackjack."""
    return (rules.split.aces if first == 1 else rules.split.blackjack if first == 10 else rules.split).article


def choices(coup: Coup, post: Post, hand: Hand) -> tuple[str, ...]:
    """What may be done with a hand: at 21 it stands, and a split ace takes no second card but may be split again."""
    choices = ["plantarse"]
    if points(hand.values)[0] >= 21:
        return tuple(choices)
    closed = coup.terms.split_aces_one_card and hand.split and hand.values[0] == 1
    if not closed:
        choices.append("pedir")
        if may_double(coup.terms, hand) and affords(coup, post, hand):
            choices.append("doblar")
    if may_split(coup.terms, post, hand) and affords(coup, post, hand):
        choices.append("separar")
    return tuple(choices)


def may_double(terms: Terms, hand: Hand) -> bool:
    """Whether the text lets these cards be doubled."""
    values = hand.values
    if len(values) != 2 or (hand.split and not terms.double_after_split):
        return False
    aces = values.count(1)
    if aces == 2:
        return terms.double_aces
    return (terms.double_soft or not aces) and (not terms.double or sum(values) in terms.double)


def may_split(terms: Terms, post: Post, hand: Hand) -> bool:
    """Whether the text lets these cards be split: two of equal points."""
    values = hand.values
    if not terms.split or len(values) != 2 or values[0] != values[1]:
        return False
    return len(post.hands) == 1 or (terms.resplit and (values[0] != 1 or terms.resplit_aces))


def affords(coup: Coup, post: Post, hand: Hand) -> bool:
    """Whether the commander has the chips to match all his stakes on a hand."""
    return holds(coup, post.commander, hand.wagers)


def holds(coup: Coup, who: str, wagers: list[Wager]) -> bool:
    """Whether somebody has the chips to match all his stakes among these."""
    return coup.table.places.get(chips(who), 0) >= matching(coup, who, wagers)


def matching(coup: Coup, who: str, wagers: list[Wager]) -> int:
    """What it takes to match all of somebody's stakes among these."""
    return sum(coup.table.places[wager.place] for wager in wagers if wager.who == who)


async def double(coup: Coup, post: Post, hand: Hand) -> None:
    """The stakes on a hand are doubled, each if its player follows."""
    article = coup.rules.double.article
    for wager in await following(coup, post, hand):
        await Move(chips(wager.who), wager.place, coup.table.places[wager.place], article)
    hand.doubled = True


async def split(coup: Coup, post: Post, turn: int) -> None:
    """The second card makes a hand of its own, with equal stakes of all who follow; the others stay on the first."""
    hand, number, article = post.hands[turn], len(post.hands) + 1, coup.rules.split.article
    new = Hand(f"mano:{post.number}/{number}", [], hand.counts, split=True)
    for wager in await following(coup, post, hand):
        place = felt(wager.who, f"{wager.spot}/{number}")
        await Move(chips(wager.who), place, coup.table.places[wager.place], article)
        new.wagers.append(Wager(wager.who, wager.spot, wager.row, place, wager.first))
    card = hand.cards.pop()
    await Shift(coup.sabot.show(card), hand.place, new.place)
    new.cards.append(card)
    hand.split = True
    post.hands.insert(turn + 1, new)


async def following(coup: Coup, post: Post, hand: Hand) -> list[Wager]:
    """The stakes that are raised: the commander's, and those of the players behind who choose to follow him."""
    follow = {post.commander}
    for who in dict.fromkeys(wager.who for wager in hand.wagers):
        if who != post.commander and holds(coup, who, hand.wagers):
            article = coup.rules.players.follows.article
            costs = {"seguir": matching(coup, who, hand.wagers)}
            _, act = await Choose(who, hand.place, ("seguir", "no-seguir"), "no-seguir", article, costs=costs)
            if act.on == "seguir":
                follow.add(who)
    return [wager for wager in hand.wagers if wager.who in follow]


async def bust(coup: Coup, post: Post, hand: Hand) -> None:
    """A hand over 21 loses: its stakes and cards are taken before the next hand plays."""
    await call_points(coup, post, hand, "bust")
    for wager in hand.wagers:
        await Move(wager.place, BANK, coup.table.places[wager.place], coup.rules.deal.ask.article)
    await put_away(coup, hand)


async def put_away(coup: Coup, hand: Hand) -> None:
    """A hand that is over: its cards go to the discards."""
    hand.wagers = []
    for card in hand.cards:
        await Shift(coup.sabot.show(card), hand.place, DISCARDS)


async def call_points(coup: Coup, post: Post, hand: Hand, call: str) -> None:
    """The croupier announces a hand's points, where the text has him do so."""
    if call in coup.rules.calls:
        total = hand.total(coup.terms.ace_counts_one_when_doubling)
        await Announce(call, (str(post.number), "blackjack" if hand.blackjack else str(total)))
