"""What a text may say about monte, the felt it makes, and what decides each of its spots."""

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from tapete.cards.card import pack
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.monte.settle import (
    ALL,
    ANTI,
    CAMO,
    FOUR,
    PLACES,
    VIUDO,
    annulled_in_cartas,
    annulled_in_salto,
    comes_back,
    of_places,
)
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Positive, ShoeRule
from tapete.money import Range

Combination = Literal["camo", "anti", "viudo"]
Combinations = tuple[Combination, ...]
Piled = tuple[int, ...]
Share = tuple[int, int]

BURNING = "quemadas"
ORDINALS = ("primera", "segunda", "tercera", "cuarta")
NUMBERS = {"camo": CAMO, "anti": ANTI, "viudo": VIUDO}
NAMES = {number: name for name, number in NUMBERS.items()}
TOP, BOTTOM = 0b0011, 0b1100
EVERY = TOP | BOTTOM
POINTS = ("doblada", "triplicada", "quemada")
# What a pile annuls goes by its height and that of the card facing it: the cases the text tells apart.
CASES = {
    "doblada": (1, 0),
    "dos-dobladas": (1, 1),
    "doblada-y-triplicada": (1, 2),
    "triplicada": (2, 0),
    "triplicada-y-doblada": (2, 1),
    "dos-triplicadas": (2, 2),
}
HEIGHTS = ("", "doblada", "triplicada")
# The classes of layouts that are priced apart, as `layout_class` numbers them.
LAYOUTS = ("distintas", "quemada", "doblada", "dos-dobladas", "triplicada", "varias")


class Cards(ShoeRule):
    """The packs, of which one is dealt while the others are shuffled; their backs in the order of their turn."""

    colours: tuple[str, ...]

    @model_validator(mode="after")
    def _one_pack_of_each_back(self) -> Self:
        if self.packs != 1 or len(self.colours) != self.backs:
            raise ValueError("one pack is in play, and every back has its colour")
        return self


class Suits(Section):
    """The suits in their circular order."""

    order: Checked[tuple[str, ...]]


class Sabot(Section):
    """What the cards may be dealt from, and which of these shuffle by themselves."""

    kinds: Checked[tuple[str, ...]]
    shuffling: Checked[tuple[str, ...]] = ()


class Like(Section):
    """A table of the size of another game's."""

    like: Cited[str]


class Equipment(CardTable):
    """Packs, shoe and table."""

    cards: Cards
    suits: Checked[Suits]
    sabot: Checked[Sabot]
    table: Cited[Like]

    @model_validator(mode="after")
    def _the_pack_has_these_suits(self) -> Self:
        known = pack(self.cards.pack).suits
        if "".join(suit[:1] for suit in self.suits.order) != known:
            raise ValueError(f"suits.order: the pack has its suits in the order {' '.join(known)}")
        return self


class Bank(Section):
    """Who holds the bank."""

    held_by: Cited[str]


class Deduction(Section):
    """What is deducted from bets won by the first card, in per cent, and which bets are spared."""

    percent: int = Field(ge=0, le=100)
    spares: tuple[str, ...] = ()


class MonteBet(Bet):
    """A bet: in which phase, on a combination of a card, on any of its value (Salto) or on cards against cards.

    A spot is a place, or places against places: `12-34` is the first and second card against the third and fourth.
    """

    phase: Literal["primeras", "segundas"]
    on: Literal["suerte", "salto", "cartas"]
    wins: Combinations
    spots: tuple[str, ...]
    first_card: bool = False
    points_off: tuple[Literal["doblada", "triplicada", "quemada"], ...] = ()

    @model_validator(mode="after")
    def _spots_are_places(self) -> Self:
        for spot in self.spots:
            mine, theirs = places(spot)
            if not mine or mine & theirs or bool(theirs) != (self.on == "cartas"):
                raise ValueError(f"'{spot}' is no spot of a bet on {self.on}")
            if self.phase == "segundas" and (mine | theirs) not in (TOP, BOTTOM) and self.on == "cartas":
                raise ValueError(f"'{spot}' is no row, which is all that Segundas are played with")
        return self

    @functools.cached_property
    def counted(self) -> tuple[bool, ...]:
        """Which cards take a point off."""
        return tuple(name in self.points_off for name in POINTS)


class Inspector(Section):
    """Whether the inspector may watch several tables."""

    several_tables: Checked[bool]


class Void(Section):
    """How many cards of one value, shown before the layout is complete, void it."""

    cards: Positive


class Laying(Section):
    """How the four cards are laid out: where, cut by whom, and what is uncovered instead of equal ones."""

    squares: Cited[tuple[str, str, str, str]]
    cut: Section
    burnt: Section
    doubled: Section
    void: Void


class InCartas(Section):
    """What a pile annuls in the card facing it, the one below (or above) and the one beyond, in Cartas."""

    facing: Combinations = ()
    below: Combinations = ()
    beyond: Combinations = ()
    diagonal: bool = False


class InSalto(Section):
    """What a pile annuls in all cards that are piled lower, in a Salto."""

    cancels: Combinations


class Annulments(Section):
    """What doubled and tripled cards annul."""

    cartas: dict[str, InCartas]
    salto: dict[str, InSalto]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.cartas.keys() != CASES.keys():
            raise ValueError(f"cartas: the cases are {', '.join(CASES)}")
        if self.salto.keys() != set(HEIGHTS[1:]):
            raise ValueError(f"salto: the cases are {', '.join(HEIGHTS[1:])}")
        for name, case in self.cartas.items():
            # What ends a phase decides every Salto, and must decide every bet on Cartas too.
            if not {*case.facing, *case.below, *case.beyond} <= set(self.salto[HEIGHTS[CASES[name][0]]].cancels):
                raise ValueError(f"cartas.{name}: annuls what the same card does not annul in a Salto")
        return self


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of monte."""

    equipment: Equipment
    bank: Cited[Bank]
    deduction: Deduction
    bets: dict[str, MonteBet]
    inspector: Checked[Inspector]
    laying: Laying
    segundas: Section
    annulments: Annulments

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for name in self.deduction.spares:
            if name not in self.bets:
                raise ValueError(f"deduction.spares: there is no bet '{name}'")
        if not set(self.options["deduccion"].values) <= BASES.keys():
            raise ValueError(f"options.deduccion.values: the bases are {', '.join(BASES)}")
        return self

    def tables_per_chief(self, form: str) -> tuple[int | None, str]:
        """The inspector may watch several tables, or has this one only."""
        most = super().tables_per_chief(form)[0] if self.inspector.several_tables else 1
        return most, self.inspector.article


# Whether the deduction is taken from the gain, and whether from the stake.
BASES = {"ganancia": (True, False), "apuesta": (False, True), "ambas": (True, True)}


def places(spot: str) -> tuple[int, int]:
    """The places of a spot and those they play against, each as a number of four bits.

    >>> places("3"), places("12-34")
    ((4, 0), (3, 12))
    """
    mine, _, theirs = spot.partition("-")
    return _bits(mine), _bits(theirs)


def _bits(digits: str) -> int:
    if not set(digits) <= set("1234"):
        raise ValueError(f"'{digits}' are no places: 1 to {PLACES}")
    return sum(1 << int(digit) - 1 for digit in set(digits))


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The felt at these settings, for both phases."""
    return {
        f"{name}:{spot}": Spot(
            f"{name}:{spot}",
            name,
            Range(settings.least(bet.limit), settings.maximum[bet.limit], settings.chip),
            bet.article,
        )
        for name, bet in rules.bets.items()
        for spot in bet.spots
    }


class Race(NamedTuple):
    """What decides a spot: the cards with which it wins, with which it loses, with which it goes back."""

    wins: int
    loses: int
    returns: int


class Phase(NamedTuple):
    """A phase on these cards: the spots that take stakes, what decides each, and the cards that end it."""

    name: str
    rows: int
    cards: int
    ends: int
    races: dict[str, Race]


@functools.lru_cache(maxsize=1024)
def phase(rules: Rules, piled: Piled, rows: int = EVERY) -> Phase:
    """Primeras, on both rows, or Segundas on the one that is left; `piled` is how many cards lie on each."""
    name = "primeras" if rows == EVERY else "segundas"
    cards, ends = of_places(rows), _ends(rules, piled, rows)
    races = {
        f"{id}:{spot}": _race(rules, bet, piled, places(spot), cards, ends)
        for id, bet in rules.bets.items()
        for spot in bet.spots
        if bet.phase == name and not (places(spot)[0] & ~rows)
    }
    return Phase(name, rows, cards, ends, races)


def _ends(rules: Rules, piled: Piled, rows: int) -> int:
    """The cards that end a phase: those that nothing annuls."""
    if rows == EVERY:
        return FOUR & ~annulled_in_salto(piled, _salto(rules))
    first = rows & -rows
    return of_places(rows) & ~annulled_in_cartas(piled, first, rows ^ first, _cartas(rules))


def _race(rules: Rules, bet: MonteBet, piled: Piled, spot: tuple[int, int], cards: int, ends: int) -> Race:
    mine, theirs = spot
    own = of_places(mine, _set(bet.wins))
    if bet.on == "suerte":
        return Race(own, cards & ~own, 0)
    if bet.on == "salto":
        return Race(own & ends, ends & ~own, 0)
    live = ~annulled_in_cartas(piled, mine, theirs, _cartas(rules))
    return Race(own & live, of_places(theirs) & live, ends & ~of_places(mine | theirs))


@functools.lru_cache(maxsize=64)
def _salto(rules: Rules) -> tuple[int, ...]:
    known = rules.annulments.salto
    return tuple(_set(known[height].cancels) if height else 0 for height in HEIGHTS)


@functools.lru_cache(maxsize=64)
def _cartas(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """What piles annul, by their height and that of the card facing them."""
    cartas = [(0, 0, 0, 0)] * 9
    for name, (own, facing) in CASES.items():
        case = rules.annulments.cartas[name]
        cartas[3 * own + facing] = (_set(case.facing), _set(case.below), _set(case.beyond), int(case.diagonal))
    return tuple(cartas)


def _set(combinations: Sequence[Combination]) -> int:
    return sum(1 << NUMBERS[name] for name in combinations) & ALL


@functools.lru_cache(maxsize=4096)
def won(rules: Rules, base: str, bet: str, off: int, first: bool) -> tuple[Share, bool]:
    """What a winning bet brings back with so many points off, and whether less the deduction for the first card."""
    num, den = rules.bets[bet].pays
    deducted = first and bet not in rules.deduction.spares
    return comes_back(num - off * den, den, rules.deduction.percent * deducted, *BASES[base]), deducted


def base(rules: Rules, settings: Settings) -> str:
    """What the deduction is taken from at this table."""
    return rules.option(settings, "deduccion")


def in_play(piled: Piled, rows: int) -> Piled:
    """The piles of the cards that are played with."""
    return tuple(height if rows >> place & 1 else 0 for place, height in enumerate(piled))


__all__ = ["Phase", "Race", "Rules", "base", "card_pack", "in_play", "layout", "phase", "won"]
