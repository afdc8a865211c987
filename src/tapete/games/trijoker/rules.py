"""What may differ between the texts in trijoker, the felt, and what every hand of five cards wins."""

import functools
from typing import Self

from pydantic import field_validator, model_validator

from tapete.cards.card import pack
from tapete.cards.ranking import CATEGORIES, Ranking
from tapete.engine.last import END_OF_DAY
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.trijoker.settle import STAKES
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, CardTable, DealtRulebook, Pays, Players, ShoeRule
from tapete.money import Range

BET = "apuesta"
BOXES = tuple(f"{BET}:{number}" for number in range(1, STAKES + 1))
OWN, DEAL = 3, 5  # cards of a player's own, and with the common ones
LEAVES, WITHDRAWS = "dejar", "retirar"
NOTHING, PAIR = "carta-mayor", "pareja"
ONE_BY_ONE, BY_THREES = "una-a-una", "de-tres-en-tres"
POLICY, BEST, SIMPLE = "juego", "mejor", "sencillo"
OPTIONS = {"reparto": (ONE_BY_ONE, BY_THREES), POLICY: (BEST, SIMPLE, LEAVES, WITHDRAWS)}
CALLS = ("left", "right", "exposed", "lost", "last-hands")
VOID, GOES_ON, BY_RANK = "anular", "seguir", "segun-la-carta"
REMEDIES = (VOID, GOES_ON, BY_RANK)
LEFT_EXPOSED, RIGHT_EXPOSED = "comun-izquierda-descubierta", "comun-derecha-descubierta"


class Cards(ShoeRule):
    """The cards, and their ranks from the highest to the lowest."""

    order: tuple[str, ...]

    @model_validator(mode="after")
    def _as_the_pack_has_them(self) -> Self:
        if self.order != pack(self.pack).ranks[::-1]:
            raise ValueError("the order is the pack's own, from the ace down")
        return self


class Equipment(CardTable):
    """Cards, the shoe they may be dealt from, and a table with three boxes for each player and two common ones."""

    cards: Cards
    shoe: Cited[Section | None] = None
    table: Cited[Section]


class Combinations(Section):
    """The combinations, from the highest to the lowest."""

    order: tuple[str, ...]

    @field_validator("order")
    @classmethod
    def _of_five_cards(cls, order: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(order)) != len(order) or not set(order) <= CATEGORIES.keys() - {NOTHING}:
            raise ValueError(f"each combination once, among {', '.join(CATEGORIES)}")
        return order


class LowAce(Section):
    """Whether the ace also stands before the two in a straight."""

    counts: bool


class LowestPair(Section):
    """The lowest rank whose pair wins."""

    rank: str


class Exposed(Section):
    """The lowest rank of a common card that voids the hand when it lies open too early."""

    void_from: str


class Prize(Section):
    """What a combination pays on every stake in play."""

    name: Label
    pays: Pays

    @field_validator("pays")
    @classmethod
    def _whole(cls, pays: Pays) -> Pays:
        if pays.den != 1:
            raise ValueError("combinations pay whole stakes")
        return pays


class Stakes(Section):
    """The three equal stakes of a player, and the prizes by combination."""

    name: Label
    limit: str
    prizes: dict[str, Prize]


class Deal(Section):
    """How the cards are dealt by hand and, where the text has it, by threes from the automatic shoe."""

    by_threes: Section | None = None


class Decisions(Section):
    """A player's turns: the first stake with three cards, the second with four."""

    first: Section
    second: Section


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of trijoker."""

    equipment: Equipment
    combinations: Combinations
    low_ace: LowAce
    lowest_pair: LowestPair
    exposed: Exposed
    bets: dict[str, Stakes]
    players: Players
    deal: Deal
    decisions: Decisions

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        if set(self.bets) != {BET}:
            raise ValueError(f"bets: there is {BET}, laid three times")
        if set(self.bets[BET].prizes) != set(self.combinations.order):
            raise ValueError(f"bets.{BET}.prizes: every combination pays, and nothing else")
        for name, rank in (("lowest-pair.rank", self.lowest_pair.rank), ("exposed.void-from", self.exposed.void_from)):
            if rank not in self.equipment.cards.order:
                raise ValueError(f"{name}: among {', '.join(self.equipment.cards.order)}")
        return self

    @model_validator(mode="after")
    def _steps_are_understood(self) -> Self:
        self.need("calls", CALLS)
        self.need("calls", ["last"] if self.minimum.announced_rounds else [])
        self.need("calls", ["burn"] if self.deal.by_threes else [])
        self.need("options", (POLICY,))
        self.need("irregularities", (LEFT_EXPOSED, RIGHT_EXPOSED))
        self.need("closing", (END_OF_DAY,))
        self.options_among(OPTIONS)
        for name, rule in self.irregularities.items():
            if rule.remedy not in REMEDIES or (rule.remedy == BY_RANK) != (name in (LEFT_EXPOSED, RIGHT_EXPOSED)):
                raise ValueError(f"irregularities.{name}.remedy: among {', '.join(REMEDIES)}, by rank for common cards")
        if ("reparto" in self.options) != bool(self.deal.by_threes):
            raise ValueError("options.reparto: there is a choice where deal.by-threes says how")
        if self.players.seats is None:
            raise ValueError("players.seats: one pack serves so many")
        return self


def rank_of(rules: Rules, rank: str) -> int:
    """A rank's place in the text's order, from the lowest."""
    return rules.equipment.cards.order[::-1].index(rank)


@functools.lru_cache(maxsize=64)
def ranking(rules: Rules) -> Ranking:
    """The order of hands of five cards, as the text declares it."""
    order = (NOTHING, *rules.combinations.order[::-1])
    return Ranking(card_pack(rules), DEAL, order, ace="both" if rules.low_ace.counts else "high")


@functools.lru_cache(maxsize=64)
def gains(rules: Rules) -> tuple[int, ...]:
    """By the score of a hand of five cards, what a stake of one wins; none is a loss."""
    hands, prizes = ranking(rules).compile(), rules.bets[BET].prizes
    lowest = rank_of(rules, rules.lowest_pair.rank)
    gains = []
    for score, value in enumerate(hands.values):
        made = hands.category(score)
        pays = made in prizes and not (made == PAIR and value is not None and value[1][0] < lowest)
        gains.append(prizes[made].pays.num if pays else 0)
    return tuple(gains)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """A player's three boxes. Chips on one are laid on all three alike, so any of them takes the stakes."""
    bet = rules.bets[BET]
    limits = Range(settings.least(bet.limit), settings.maximum[bet.limit], settings.chip).floor()
    return {box: Spot(box, BET, limits, bet.article) for box in BOXES}


__all__ = ["Rules", "layout"]
