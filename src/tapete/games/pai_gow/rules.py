"""What may differ between the texts in pai gow, the felt, and the rulebook's words as the numbers that hands go by."""

import functools
from fractions import Fraction
from itertools import product
from typing import Literal, Self

from pydantic import Field, model_validator

from tapete.cards.card import pack
from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.pai_gow.settle import KINDS, RESULTS
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.rules import VOID
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Percent, Players, ShoeRule
from tapete.money import Range

BET = "apuesta"
HAND, LOW = 7, 2
COMMISSION, ROUNDING, COUNTED, REACH, HOUSE_STAKE, SEAT, POLICY = (
    "comision",
    "redondeo",
    "cuenta",
    "alcance",
    "apuesta-de-la-casa",
    "puesto",
    "colocar",
)
OCCUPIED, ALL = "ocupadas", "todas"
TAKEN_TOO, FUND_ALONE, COVERED = "lo-cobrado", "fondo", "cubierto"
NONE, LEAST = "no", "minimo"
CENT, CHIP = "centimo", "ficha"
PLAYER, BANKER = "jugador", "banquero"
BEST, HOUSE_WAY, SIMPLE = "mejor", "como-la-casa", "sencilla"
OPTIONS = {
    COUNTED: (OCCUPIED, ALL),
    REACH: (TAKEN_TOO, FUND_ALONE, COVERED),
    HOUSE_STAKE: (NONE, LEAST),
    SEAT: (PLAYER, BANKER),
    POLICY: (BEST, HOUSE_WAY, SIMPLE),
}
LOSES, RECTIFIED = "pierde", "rectificar"
CALLS = ("bank", "dice", "left", "hands", "short", "noted", "house")


class Joker(Section):
    """What the joker may complete; in any other hand it is an ace, of no suit."""

    completes: tuple[str, ...]


class Cards(ShoeRule):
    """The pack, with its joker."""

    pack: str = "53"
    joker: Joker


class Dice(Section):
    """The dice, and how long their edges may be."""

    number: int = Field(ge=1)
    millimetres: Cited[tuple[int, int] | None] = None


class Equipment(CardTable):
    """Cards, dice and table."""

    cards: Cards
    dice: Dice
    table: Cited[Section | None] = None
    shoe: Cited[Section | None] = None


class Dealing(Section):
    """Which way round the table the count and the deal go, and who makes the hands."""

    clockwise: bool
    made: Section
    cut: Cited[Section]


class Kind(Section):
    """A kind of hand."""

    name: Label


class Hands(Section):
    """The kinds of hands from the best, the place of the run from the ace to the five, and the hand of two cards.

    That run is the lowest, the second highest, or this only where it is of one suit.
    """

    order: tuple[str, ...]
    kinds: dict[str, Kind]
    low_run: Literal["lowest", "second", "suited"]
    low: Cited[Section]
    above: Section

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        if sorted(self.order) != sorted(self.kinds) or sorted(self.order) != sorted(KINDS):
            raise ValueError(f"every kind has one place in the order: {', '.join(KINDS)}")
        return self


Stand = Literal["inferior", "igualdad", "superior"]
COMPARED: tuple[Stand, ...] = ("inferior", "igualdad", "superior")


class Case(Section):
    """A case of the table that compares hands: how the high and the low one stand, and what comes of it."""

    hands: tuple[tuple[Stand, Stand], ...]
    result: Literal["ganancia", "nula", "perdida"]


class Bank(Section):
    """How the bank goes round, who is compared first, and who goes on to whom."""

    turn: Section
    marked: Cited[Section]
    sees: Section
    first: Cited[Section]
    next: Section
    shown: Cited[Section]


class Foul(Section):
    """A high hand that is not above the low one."""

    croupier_too: bool


class Commission(Section):
    """What the house keeps of winnings, in per cent, at most; of a player's bank, of what it won in all.

    A table's rate is an option: its values are held to `up_to` as the rulebook is made, and that one runs.
    """

    up_to: Cited[Percent]


class Way(Section):
    """How the bank's seven cards are set. Ranks are those up to which, or from which, a rule holds.

    `together`: two pairs up to these ranks stay in the high hand when the low one can then have this card. `fours`: so
    do four of a kind up to a rank, always or with this card. `full`: so does a full with this pair, with these cards
    for the low hand. `pair_before_run`: from this pair on, where there is an ace, a better low hand goes before a run
    or a colour in the high one. `broken`: three of this rank are parted. `five`: beside this pair five aces are not.
    """

    together: tuple[tuple[str, str, str], ...]
    fours: tuple[tuple[str, str], ...]
    full: tuple[str, str, str]
    pair_before_run: str
    broken: str
    five: str


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of pai gow."""

    equipment: Equipment
    dealing: Dealing
    hands: Hands
    bets: dict[str, Bet]
    cases: dict[str, Case]
    bank: Bank
    foul: Foul
    commission: Commission
    house_way: Way
    players: Players

    @property
    def dice(self) -> int:
        return self.equipment.dice.number

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        if set(self.bets) != {BET}:
            raise ValueError(f"bets: there is {BET} alone")
        if sorted(hands for case in self.cases.values() for hands in case.hands) != sorted(product(COMPARED, COMPARED)):
            raise ValueError("cases: each of the nine ways that two hands can stand is in one of them")
        if self.players.seats is None or HAND * (self.players.seats + 1) > len(pack(self.equipment.cards.pack)):
            raise ValueError("players.seats: as many as the pack has hands for, the croupier's among them")
        self.remedies_among((VOID, STANDS, LOSES, RECTIFIED))
        self.need("calls", CALLS)
        self.need("options", (COMMISSION, *OPTIONS))
        self.options_among(OPTIONS | {COMMISSION: self._percentages(), ROUNDING: (CENT, CHIP)})
        if not {BEST, HOUSE_WAY, SIMPLE} <= set(self.options[POLICY].values):
            raise ValueError(f"options.{POLICY}.values: all of {', '.join(OPTIONS[POLICY])}")
        return self

    def _percentages(self) -> tuple[str, ...]:
        return tuple(str(percent) for percent in range(int(self.commission.up_to), -1, -1))

    @functools.cached_property
    def by_stand(self) -> tuple[Case, ...]:
        """The case of each way that the two hands can stand: the high one first, worse, equal or better."""
        by_hands = {hands: case for case in self.cases.values() for hands in case.hands}
        return tuple(by_hands[high, low] for high, low in product(COMPARED, COMPARED))

    @functools.cached_property
    def table(self) -> tuple[int, ...]:
        """What comes of each of them."""
        return tuple(RESULTS.index(case.result) for case in self.by_stand)

    @functools.cached_property
    def way(self) -> tuple[int, ...]:
        """The bank's way as numbers, as `settle.wanted` reads them: ranks are counted from 0, -1 is any."""
        return way(self.house_way, pack(self.equipment.cards.pack).ranks)


def way(rule: Way, ranks: tuple[str, ...]) -> tuple[int, ...]:
    """A way of setting the bank's cards, each list after its length."""

    def of(*words: str) -> list[int]:
        return [ranks.index(word) if word else -1 for word in words]

    lists = (rule.together, rule.fours)
    flat = [number for rows in lists for number in (len(rows), *(rank for row in rows for rank in of(*row)))]
    return (*flat, *of(*rule.full, rule.pair_before_run, rule.broken, rule.five))


def share(rules: Rules, settings: Settings) -> Fraction:
    """The commission of a table, as a share of what is won."""
    return Fraction(rules.option(settings, COMMISSION)) / 100


def unit(rules: Rules, settings: Settings) -> int:
    """What a commission is whole in, in cents; of an edition that leaves no such choice, cents."""
    return settings.chip if rules.option(settings, ROUNDING) == CHIP else 1


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """A player's box."""
    bet = rules.bets[BET]
    limits = Range(settings.least(bet.limit), settings.maximum[bet.limit], settings.chip).floor()
    return {BET: Spot(BET, BET, limits, bet.article, pays=str(bet.pays.less(share(rules, settings))))}


def most_cards(rules: Rules) -> int:
    """How many cards a full table takes, with the croupier's."""
    assert rules.players.seats is not None
    return HAND * (rules.players.seats + 1)


__all__ = ["Rules", "layout"]
