"""What may differ between texts in póker de cuatro cartas, the felt, the order of hands, what a hand brings back."""

import functools
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

from pydantic import Discriminator, Tag, model_validator

from tapete.cards.ranking import CATEGORIES, Ranking
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout
from tapete.games.cuatro_cartas.settle import comes_back, extra, own_back
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.rules import HIGH, VOID, Cards, box, ordered
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section, has
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Pays, Players, Positive
from tapete.money import Ratio

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup

ANTE = "ante"
FOLDS = "retirarse"
WAYS = {"una-vez": 1, "dos-veces": 2, "tres-veces": 3}  # how many antes are added to go on
BEST, BY_CARD, SIMPLE, ALWAYS = "mejor", "segun-la-carta", "sencillo", "siempre"
DEALING, POLICY = "distribuidor", "jugar"
MANUAL, AUTOMATIC = "manual", "automatico"
OPTIONS = {DEALING: (MANUAL, AUTOMATIC), POLICY: (BEST, BY_CARD, SIMPLE, ALWAYS)}
CALLS = ("shown", "noted")
OWN, BANK = 5, 6  # cards that a player and the bank are dealt: hands of other sizes are counted another way
PAIR = "pareja"
NOTHING = Ratio(0, 1)


class Equipment(CardTable):
    """Cards, shuffler and table."""

    cards: Cards
    shoe: Cited[Section]
    table: Cited[Section]


class Shuffled(Section):
    """How many cards come from the shuffler at a time."""

    at_once: Positive


class Dealing(Section):
    """How many cards a player and the bank are dealt, one by one by hand; the bank's last is shown."""

    own: Positive
    bank: Positive
    face_down: Section
    shown: Section
    shuffled: Shuffled


class Made(Section):
    """A kind of hand."""

    name: Label


class Hands(Section):
    """Of how many cards hands are made, their kinds from the best to the worst, and what decides between two alike."""

    cards: Positive
    order: tuple[str, ...]
    kinds: dict[str, Made]
    tie: Cited[Section]

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        ordered(self.order, self.kinds, CATEGORIES)
        return self


class Prize(Section):
    """What a kind of hand pays."""

    pays: Pays


class Added(Bet):
    """The stake that a player adds to go on: from so many times to so many times what lies on another bet."""

    of: str
    times: tuple[Positive, Positive]


class OwnBet(Bet):
    """The bet on one's own cards: what each kind of hand pays, which pair at least, whether it falls with the ante."""

    prizes: dict[str, Prize]
    lowest_pair: str
    falls: bool = False
    stays: Section


class Bonus(Section):
    """What the ante is paid besides for a good hand, by the table that the house has chosen."""

    name: Label
    prizes: dict[str, Prize]


class Bank(Section):
    """The articles of what becomes of stakes against the bank, which plays whatever it has."""

    beaten: Section
    wins: Section
    ties: Section


def _kind(bet: Any) -> str:
    return "propia" if has(bet, "prizes") else "segunda" if has(bet, "times") else "apuesta"


AnyBet = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[Added, Tag("segunda")] | Annotated[OwnBet, Tag("propia")],
    Discriminator(_kind),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of póker de cuatro cartas."""

    equipment: Equipment
    dealing: Dealing
    hands: Hands
    bets: dict[str, AnyBet]
    fold: Section
    bank: Bank
    bonus: Bonus
    players: Players

    @model_validator(mode="after")
    def _bets_are_understood(self) -> Self:
        if sorted(map(_kind, self.bets.values())) != ["apuesta", "propia", "segunda"] or ANTE not in self.bets:
            raise ValueError(f"bets: there are {ANTE}, one that is so many times it, and one with prizes")
        if self.added_bet.of != ANTE:
            raise ValueError(f"bets.{self.added}.of: {ANTE}")
        if not self.added_bet.times[0] <= self.added_bet.times[1] <= len(WAYS):
            raise ValueError(f"bets.{self.added}.times: from one to {len(WAYS)}")
        if self.own_bet.lowest_pair not in card_pack(self).ranks:
            raise ValueError(f"bets.{self.own}.lowest-pair: a rank of the pack")
        for where, prizes in ((f"bets.{self.own}", self.own_bet.prizes), ("bonus", self.bonus.prizes)):
            if not set(prizes) <= set(self.hands.order) - {HIGH}:
                raise ValueError(f"{where}.prizes: among {', '.join(self.hands.order[:-1])}")
        return self

    @model_validator(mode="after")
    def _steps_are_understood(self) -> Self:
        if (self.dealing.own, self.dealing.bank) != (OWN, BANK) or self.hands.cards > OWN:
            raise ValueError(f"dealing: {OWN} cards to a player and {BANK} to the bank, of which hands are made")
        if self.dealing.shuffled.at_once != self.dealing.own:
            raise ValueError("dealing.shuffled.at-once: as many as a player is dealt")
        if self.players.seats is None:
            raise ValueError("players.seats: one pack serves so many")
        self.remedies_among((VOID, STANDS))
        self.need("calls", CALLS)
        self.need("calls", ["last"] if self.minimum.announced_rounds else [])
        self.need("options", (DEALING, POLICY))
        self.options_among(OPTIONS)
        if BEST not in self.options[POLICY].values:
            raise ValueError(f"options.{POLICY}.values: '{BEST}' is one")
        return self

    @functools.cached_property
    def added(self) -> str:
        """The name of the bet that is added to the ante."""
        return next(name for name, bet in self.bets.items() if _kind(bet) == "segunda")

    @functools.cached_property
    def own(self) -> str:
        """The name of the bet on one's own cards."""
        return next(name for name, bet in self.bets.items() if _kind(bet) == "propia")

    @property
    def added_bet(self) -> Added:
        """The bet that is added to the ante."""
        return self.bets[self.added]  # type: ignore[return-value]

    @property
    def own_bet(self) -> OwnBet:
        """The bet on one's own cards."""
        return self.bets[self.own]  # type: ignore[return-value]


class Order(NamedTuple):
    """How a player's hand and the bank's are scored, and what every kind of hand pays by its place from the worst.

    `places` has, by score, the kind that a hand is paid as: a pair too low to win is paid as a high card.
    """

    mine: "Lookup"
    bank: "Lookup"
    kinds: tuple[str, ...]
    places: tuple[int, ...]
    own: tuple[Ratio, ...]
    bonus: tuple[Ratio, ...]


@functools.lru_cache(maxsize=64)
def order(rules: Rules) -> Order:
    """The order of hands that a text declares, compiled."""
    kinds = rules.hands.order[::-1]
    pack, rule = card_pack(rules), rules.dealing
    ranking = Ranking(pack, rules.hands.cards, kinds, ace=rules.equipment.cards.ace)
    mine, bank = ranking.compile(rule.own), ranking.compile(rule.bank)
    pair, lowest = kinds.index(PAIR), pack.ranks.index(rules.own_bet.lowest_pair)
    low = [value is None or (value[0] == pair and value[1][0] < lowest) for value in mine.values]
    places = tuple(0 if low[score] else place for score, place in enumerate(mine.categories.tolist()))
    tables = (rules.own_bet.prizes, rules.bonus.prizes)
    own, bonus = (tuple(table[kind].pays if kind in table else NOTHING for kind in kinds) for table in tables)
    return Order(mine, bank, kinds, places, own, bonus)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The boxes of a player that take stakes before the cards."""
    return {name: box(rules, settings, name) for name in (ANTE, rules.own)}


def most_cards(rules: Rules) -> int:
    """How many cards a hand of all players takes, with the bank's."""
    return rules.dealing.own * (rules.players.seats or 0) + rules.dealing.bank


def banks(size: int) -> int:
    """How many hands the bank may have of so many cards, beside a player's five and the open card."""
    return comb(size - OWN - 1, BANK - 1)


def share(rules: Rules, name: str, end: int, place: int, times: int) -> Fraction:
    """What a hand brings back for a stake of one; an ante that goes on brings the gain of `times` as much and extra."""
    ranking = order(rules)
    if name == rules.own:
        return Fraction(*own_back(end, rules.own_bet.falls, *ranking.own[place]))
    back = Fraction(*comes_back(end, *rules.bets[ANTE].pays))
    added = Fraction(*comes_back(end, *rules.added_bet.pays)) - 1
    return back + times * added + Fraction(*extra(end, *ranking.bonus[place]))


__all__ = ["Rules", "layout"]
