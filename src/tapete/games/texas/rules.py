"""What may differ between the texts in hold'em against the bank, the felt, the order of hands, what each pays."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.cards.card import SUITS
from tapete.cards.ranking import CATEGORIES, Ranking
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.rules import HIGH, VOID, Cards, Cloth, Seats, WholePays, box, ordered
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section, has
from tapete.law.sections import (
    BankRulebook,
    Bet,
    CardTable,
    DealtRulebook,
    Positive,
    Settlement,
)

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup

ANTE = "ante"
OWN, BOARD, HAND = 2, 5, 5  # cards of one's own, common ones, and those that make a hand
FLOP, TURN, RIVER = STREETS = ("flop", "turn", "river")
BETS, GOES, PASSES, FOLDS = "apostar", "ir", "pasar", "retirarse"
BEST, STAYING, SIMPLE = "mejor", "mejor-con-bonus", "sencillo"
POLICY = "juego"
OPTIONS = {POLICY: (BEST, STAYING, SIMPLE)}
ASIDE, UNTIL_DECIDED = "apartar", "anular-si-falta-decidir"
REMEDIES = (VOID, ASIDE, UNTIL_DECIDED, STANDS)
CALLS = (*STREETS, "noted")
MOST_ADDED = 4  # antes that are added to the first at most
PAIR = "pareja"


class Equipment(CardTable):
    """Cards, what they are dealt from, and the table."""

    cards: Cards
    shoe: Cited[Section]
    table: Cloth


class Kind(Section):
    """A kind of hand."""

    name: Label


class Hands(Section):
    """The kinds of hands of five cards, their order from the best to the worst, and what decides between two alike."""

    order: tuple[str, ...]
    kinds: dict[str, Kind]
    tie: Section

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        ordered(self.order, self.kinds, CATEGORIES)
        return self


class Street(Section):
    """Common cards that are turned over together, after some were burnt unseen."""

    cards: Positive
    burnt: int = Field(default=0, ge=0)


class Prize(Section):
    """What a hand pays."""

    pays: WholePays


class Unpaid(Section):
    """What becomes of an ante that wins with too low a hand: it goes back, or is lost."""

    returned: bool


class AnteBet(Bet):
    """The first stake: the lowest kind of hand with which it is paid, and the kinds that pay more."""

    least: str
    prizes: dict[str, Prize] = Field(default_factory=dict)
    unpaid: Unpaid | None = None


class LaterBet(Bet):
    """A stake of so many antes, made or not before a street; who does not make it passes, or gives up."""

    times: Positive
    before: Literal["flop", "turn", "river"]
    choices: tuple[Literal["apostar", "ir"], Literal["pasar", "retirarse"]]

    @property
    def folds(self) -> bool:
        """Whether who does not make it gives up."""
        return self.choices[1] == FOLDS


class OwnPrize(Prize):
    """What two cards of one's own pay: their ranks, whether of one suit, and whether the bank must have the same."""

    ranks: tuple[str, ...]
    suited: bool | None = None
    bank: bool = False


class OwnBet(Bet):
    """The bet on one's own two cards. It lives on when the ante is given up."""

    prizes: dict[str, OwnPrize]
    none: Section
    stays: Section


class FlopPrize(Prize):
    """What kinds of hands of five cards pay."""

    kinds: tuple[str, ...]


class FlopBet(Bet):
    """The bet on one's own cards with the flop: the lowest pair that wins, and how it is settled before the turn."""

    prizes: dict[str, FlopPrize]
    none: Section
    lowest_pair: str
    shown: Section
    settlement: Settlement


class Bank(Section):
    """The lowest pair with which the bank plays, if it needs any, and the articles of what becomes of the stakes."""

    lowest_pair: str = ""
    shown: Section
    idle: Section | None = None
    beaten: Section
    wins: Section
    ties: Section


class Contact(Section):
    """Two hands that touched are out; whether their stakes are lost."""

    lost: bool


def _kind(bet: Any) -> str:
    if has(bet, "times"):
        return "after"
    if has(bet, "prizes") and not has(bet, "least"):
        return "flop" if has(bet, "lowest-pair") or has(bet, "lowest_pair") else "own"
    return "ante"


AnyBet = Annotated[
    Annotated[AnteBet, Tag("ante")]
    | Annotated[LaterBet, Tag("after")]
    | Annotated[OwnBet, Tag("own")]
    | Annotated[FlopBet, Tag("flop")],
    Discriminator(_kind),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of hold'em against the bank."""

    equipment: Equipment
    dealing: Section
    hands: Hands
    streets: dict[str, Street]
    bets: dict[str, AnyBet]
    fold: Section
    bank: Bank
    players: Seats
    misdealt: Section | None = None
    contact: Contact | None = None

    @model_validator(mode="after")
    def _bets_are_understood(self) -> Self:
        kinds = sorted(map(_kind, self.bets.values()))
        if kinds.count("ante") != 1 or ANTE not in self.bets or kinds.count("own") + kinds.count("flop") != 1:
            raise ValueError(f"bets: there are {ANTE}, others made after it, and one beside it")
        later = [*self.later.values()]
        if [bet.folds for bet in later] != [True] + [False] * (len(later) - 1):
            raise ValueError("bets: who does not make the first that is made after the ante gives up, and passes after")
        if len({bet.before for bet in later}) < len(later) or sum(bet.times for bet in later) > MOST_ADDED:
            raise ValueError(f"bets: one before each street at most, and {MOST_ADDED} antes in all")
        for name, bet in self.later.items():
            if bet.pays != (1, 1):
                raise ValueError(f"bets.{name}.pays: 1:1")
        return self

    @model_validator(mode="after")
    def _prizes_are_for_hands(self) -> Self:
        ante, ranks = self.ante, card_pack(self).ranks
        if not {ante.least, *ante.prizes} <= set(self.hands.order):
            raise ValueError(f"bets.{ANTE}: kinds among {', '.join(self.hands.order)}")
        if (ante.least == HIGH) != (ante.unpaid is None):
            raise ValueError(f"bets.{ANTE}.unpaid: where some hands that win are not paid")
        for prize in self.beside_bet.prizes.values():
            if isinstance(prize, OwnPrize) and not {*" ".join(prize.ranks).split()} <= {*ranks}:
                raise ValueError(f"bets.{self.beside}.prizes: ranks of the pack")
            if isinstance(prize, FlopPrize) and not {*prize.kinds} <= {*self.hands.order}:
                raise ValueError(f"bets.{self.beside}.prizes: kinds among {', '.join(self.hands.order)}")
        if self.bank.lowest_pair not in ("", *ranks) or bool(self.bank.lowest_pair) != (self.bank.idle is not None):
            raise ValueError("bank.lowest-pair: a rank of the pack, and idle says what becomes of the stakes")
        return self

    @model_validator(mode="after")
    def _steps_are_understood(self) -> Self:
        if tuple(self.streets) != STREETS or sum(street.cards for street in self.streets.values()) != BOARD:
            raise ValueError(f"streets: {', '.join(STREETS)}, of {BOARD} cards in all")
        self.remedies_among(REMEDIES)
        self.need("calls", CALLS)
        self.need("calls", ["idle"] if self.bank.idle else [])
        self.need("calls", ["bonus"] if isinstance(self.beside_bet, FlopBet) else [])
        self.need("calls", ["annulled"] if self.misdealt else [])
        self.need("calls", ["contact"] if self.contact else [])
        self.need("options", (POLICY,))
        self.options_among(OPTIONS)
        if (STAYING in self.options[POLICY].values) != isinstance(self.beside_bet, FlopBet):
            raise ValueError(f"options.{POLICY}.values: '{STAYING}' where there is a bet on the flop")
        if self.players.seats is None:
            raise ValueError("players.seats: one pack serves so many")
        return self

    @property
    def ante(self) -> AnteBet:
        """The first stake."""
        return self.bets[ANTE]  # type: ignore[return-value]

    @functools.cached_property
    def later(self) -> dict[str, LaterBet]:
        """The stakes made after it, in the order of the streets."""
        later = {name: bet for name, bet in self.bets.items() if isinstance(bet, LaterBet)}
        return dict(sorted(later.items(), key=lambda item: STREETS.index(item[1].before)))

    @functools.cached_property
    def beside(self) -> str:
        """The name of the bet beside the ante."""
        return next(name for name, bet in self.bets.items() if isinstance(bet, OwnBet | FlopBet))

    @property
    def beside_bet(self) -> OwnBet | FlopBet:
        """The bet beside the ante."""
        return self.bets[self.beside]  # type: ignore[return-value]


class Order(NamedTuple):
    """How hands are scored, from which score the bank plays, and what an ante gains with each kind, worst first.

    A gain of none is an ante that goes back, one of -1 an ante that is lost although it wins.
    """

    seven: "Lookup"
    least: int
    kinds: tuple[str, ...]
    gains: tuple[int, ...]

    def kind(self, score: int) -> str:
        """The kind of a hand by its score."""
        return self.kinds[int(self.seven.categories[score])]


@functools.lru_cache(maxsize=64)
def ranking(rules: Rules) -> Ranking:
    """The order of hands that a text declares."""
    return Ranking(card_pack(rules), HAND, rules.hands.order[::-1], ace=rules.equipment.cards.ace)


@functools.lru_cache(maxsize=64)
def order(rules: Rules) -> Order:
    """The order of hands, compiled, and what the ante gains."""
    seven = ranking(rules).compile(OWN + BOARD)
    return Order(seven, from_pair(seven, rules.bank.lowest_pair), rules.hands.order[::-1], gains(rules))


def gains(rules: Rules) -> tuple[int, ...]:
    """What an ante that wins gains with each kind of hand, worst first."""
    kinds, ante = rules.hands.order[::-1], rules.ante
    unpaid = 0 if ante.unpaid is None or ante.unpaid.returned else -1
    paid = [ante.prizes[kind].pays if kind in ante.prizes else ante.pays for kind in kinds]
    return tuple(pays.num if place >= kinds.index(ante.least) else unpaid for place, pays in enumerate(paid))


def from_pair(lookup: "Lookup", rank: str) -> int:
    """The lowest score of a pair of a rank; of none, the lowest that there is."""
    if not rank:
        return 1
    lowest = (lookup.ranking.order.index(PAIR), (lookup.ranking.pack.ranks.index(rank),))
    return next(score for score, value in enumerate(lookup.values) if value is not None and value >= lowest)


def own_prize(rules: Rules, own: Sequence[int], bank: Sequence[int]) -> str:
    """The prize of the bet on one's own two cards that they win beside the bank's two; empty for none."""
    assert isinstance(rules.beside_bet, OwnBet)
    ranks, suited = _ranks(rules, own), len({card % SUITS for card in own}) == 1
    for name, prize in rules.beside_bet.prizes.items():
        has = ranks in map(_sorted, prize.ranks) and prize.suited in (None, suited)
        if has and (not prize.bank or _ranks(rules, bank) == ranks):
            return name
    return ""


def flop_prize(rules: Rules, cards: Sequence[int]) -> str:
    """The prize of the bet on one's own cards with the flop that the five win; empty for none."""
    return _flop_prizes(rules)[ranking(rules).compile().score(cards)]


@functools.lru_cache(maxsize=64)
def _flop_prizes(rules: Rules) -> tuple[str, ...]:
    """By the score of five cards the prize that they win; empty for none."""
    bet, five = rules.beside_bet, ranking(rules).compile()
    if not isinstance(bet, FlopBet):
        return ("",) * len(five.values)
    by_kind = {kind: name for name, prize in bet.prizes.items() for kind in prize.kinds}
    least = from_pair(five, bet.lowest_pair)
    return tuple(by_kind.get(five.category(score), "") if score >= least else "" for score in range(len(five.values)))


def flop_gains(rules: Rules) -> tuple[int, ...]:
    """By the score of five cards what a stake of one on the flop gains; none for what wins nothing."""
    prizes = rules.beside_bet.prizes
    return tuple(prizes[name].pays.num if name else 0 for name in _flop_prizes(rules))


def _ranks(rules: Rules, cards: Sequence[int]) -> tuple[str, ...]:
    pack = card_pack(rules)
    return tuple(sorted(pack.ranks[pack.rank(card)] for card in cards))


def _sorted(hand: str) -> tuple[str, ...]:
    return tuple(sorted(hand.split()))


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The boxes of a player that take stakes before the cards."""
    return {name: box(rules, settings, name) for name in (ANTE, rules.beside)}


def common(rules: Rules, street: str) -> tuple[str, ...]:
    """The places of a street's common cards, one each.

    >>> from tapete.games import game
    >>> rules = game("texas-poker").rules(game("texas-poker").regions[0])
    >>> common(rules, "flop"), common(rules, "turn")
    (('flop:1', 'flop:2', 'flop:3'), ('turn',))
    """
    cards = rules.streets[street].cards
    return (street,) if cards == 1 else tuple(f"{street}:{number}" for number in range(1, cards + 1))


def most_cards(rules: Rules) -> int:
    """How many cards a hand of all players takes: theirs, the bank's, common and burnt ones, one that is set aside."""
    assert rules.players.seats is not None
    common = sum(street.cards + street.burnt for street in rules.streets.values())
    aside = any(rule.remedy == ASIDE for rule in rules.irregularities.values())
    return OWN * (rules.players.seats + 1) + common + aside


__all__ = ["Rules", "layout"]
