"""What may differ between the texts in tripóker, the felt, the order of hands, and what a hand brings back."""

import functools
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.cards.ranking import Ranking
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.rules import HIGH, VOID, Cards, Cloth, Seats, box, ordered
from tapete.games.shared.mano.settle import FOLDED, ante_back, second_back
from tapete.games.tripoker.settle import extra, pair_back
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section, has
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Pays
from tapete.money import Ratio

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup

ANTE = "ante"
GOES, FOLDS = "ir", "retirarse"
BEST, LIKE_THE_BANK, ALWAYS = "mejor", "como-la-banca", "siempre"
DEALING, ALONE, POLICY = "distribuidor", "par-plus-solo", "ir"
MANUAL, AUTOMATIC = "manual", "automatico"
OPTIONS = {DEALING: (MANUAL, AUTOMATIC), ALONE: ("si", "no"), POLICY: (BEST, LIKE_THE_BANK, ALWAYS)}
CALLS = ("idle", "noted")
HAND = 3
PAIR = "pareja"
HANDS = ("escalera-real", "escalera-de-color", "trio", "escalera", "color", PAIR, HIGH)
NOTHING = Ratio(0, 1)


class Equipment(CardTable):
    """Cards, shuffler and table."""

    cards: Cards
    shoe: Cited[Section]
    table: Cloth


class Dealing(Section):
    """How cards are dealt by hand; from the shuffler they come three at a time."""

    shuffled: Section
    face_down: Section


class Tie(Section):
    """How many cards are compared between two hands of one kind."""

    compared: int = Field(default=HAND, ge=1, le=HAND)


class Made(Section):
    """A kind of hand, and what decides between two of it."""

    name: Label
    tie: Tie


class Hands(Section):
    """The kinds of hands, and their order from the best to the worst."""

    order: tuple[str, ...]
    kinds: dict[str, Made]

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        ordered(self.order, self.kinds, HANDS)
        return self


class Prize(Section):
    """What a kind of hand pays."""

    pays: Pays


class SecondBet(Bet):
    """The stake that a player adds to go on: as much as lies on another bet."""

    equals: str


class PairBet(Bet):
    """The bet on one's own cards: what each kind of hand pays, and whether it falls with a hand that loses."""

    prizes: dict[str, Prize]
    falls: bool = False
    stays: Section


class Bonus(Section):
    """What the ante is paid besides for a good hand, and whether the bank must play for that."""

    prizes: dict[str, Prize]
    needs_bank: bool = False


class Bank(Section):
    """The highest card with which the bank plays at least, and the articles of what becomes of the stakes."""

    least: str
    idle: Section
    beaten: Section
    wins: Section
    ties: Section


def _kind(bet: Any) -> str:
    return "pareja" if has(bet, "prizes") else "segunda" if has(bet, "equals") else "apuesta"


AnyBet = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[SecondBet, Tag("segunda")] | Annotated[PairBet, Tag("pareja")],
    Discriminator(_kind),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of tripóker."""

    equipment: Equipment
    dealing: Dealing
    hands: Hands
    bets: dict[str, AnyBet]
    fold: Section
    bank: Bank
    bonus: Bonus
    players: Seats
    penalty: Section | None = None

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        if sorted(map(_kind, self.bets.values())) != ["apuesta", "pareja", "segunda"] or ANTE not in self.bets:
            raise ValueError(f"bets: there are {ANTE}, one that equals it, and one with prizes")
        if self.second_bet.equals != ANTE:
            raise ValueError(f"bets.{self.second}.equals: {ANTE}")
        self._prizes_are_for_hands()
        if self.bank.least not in card_pack(self).ranks:
            raise ValueError("bank.least: a rank of the pack")
        self.remedies_among((VOID, STANDS))
        self.need("calls", CALLS if self.penalty is None else (*CALLS, "punished"))
        self.need("options", (DEALING, POLICY))
        self.options_among(OPTIONS)
        if BEST not in self.options[POLICY].values:
            raise ValueError(f"options.{POLICY}.values: '{BEST}' is one")
        return self

    def _prizes_are_for_hands(self) -> None:
        for where, prizes in ((f"bets.{self.pair}", self.pair_bet.prizes), ("bonus", self.bonus.prizes)):
            if not set(prizes) <= set(self.hands.order):
                raise ValueError(f"{where}.prizes: among {', '.join(self.hands.order)}")

    @functools.cached_property
    def second(self) -> str:
        """The name of the bet that is added to the ante."""
        return next(name for name, bet in self.bets.items() if _kind(bet) == "segunda")

    @functools.cached_property
    def pair(self) -> str:
        """The name of the bet on one's own cards."""
        return next(name for name, bet in self.bets.items() if _kind(bet) == "pareja")

    @property
    def second_bet(self) -> SecondBet:
        """The bet that is added to the ante."""
        return self.bets[self.second]  # type: ignore[return-value]

    @property
    def pair_bet(self) -> PairBet:
        """The bet on one's own cards."""
        return self.bets[self.pair]  # type: ignore[return-value]


class Order(NamedTuple):
    """How hands are scored: from which score the bank plays, and what every kind of hand pays by its place."""

    lookup: "Lookup"
    least: int
    kinds: tuple[str, ...]
    pair: tuple[Ratio, ...]
    bonus: tuple[Ratio, ...]

    def place(self, score: int) -> int:
        """The kind of a hand, by its place from the worst."""
        return int(self.lookup.categories[score])


@functools.lru_cache(maxsize=64)
def order(rules: Rules) -> Order:
    """The order of hands that a text declares, compiled."""
    kinds = rules.hands.order[::-1]
    compared = tuple((kind, rules.hands.kinds[kind].tie.compared) for kind in kinds)
    fewer = tuple((kind, count) for kind, count in compared if count < HAND)
    pack = card_pack(rules)
    lookup = Ranking(pack, HAND, kinds, ace=rules.equipment.cards.ace, compared=fewer).compile()
    rank, high = pack.ranks.index(rules.bank.least), kinds.index(HIGH)
    plays = [value is not None and (value[0] > high or value[1][0] >= rank) for value in lookup.values]
    tables = (rules.pair_bet.prizes, rules.bonus.prizes)
    pair, bonus = (tuple(table[kind].pays if kind in table else NOTHING for kind in kinds) for table in tables)
    return Order(lookup, plays.index(True), kinds, pair, bonus)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The boxes of a player that take stakes before the cards."""
    return {name: box(rules, settings, name) for name in (ANTE, rules.pair)}


def most_cards(rules: Rules) -> int:
    """How many cards a hand of all players takes, with the bank's."""
    return HAND * ((rules.players.seats or len(card_pack(rules)) // HAND - 1) + 1)


def share(rules: Rules, name: str, end: int, place: int) -> Fraction:
    """What a hand brings back for a stake of one; an ante that goes on brings its second stake's gain and extra too."""
    ranking = order(rules)
    if name == rules.pair:
        return Fraction(*pair_back(end, rules.pair_bet.falls, *ranking.pair[place]))
    back = Fraction(*ante_back(end, *rules.bets[ANTE].pays))
    if end == FOLDED:
        return back
    added = Fraction(*second_back(end, *rules.second_bet.pays)) - 1
    return back + added + Fraction(*extra(end, rules.bonus.needs_bank, *ranking.bonus[place]))


__all__ = ["Rules", "layout"]
