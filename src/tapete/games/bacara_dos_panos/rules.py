"""What may differ between the texts in baccarat at two cloths, and what a table's settings make of it."""

import functools
from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, model_validator

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.bacara.rules import BacaraRulebook, Seated, Totals
from tapete.law.marks import Cited
from tapete.law.rulebook import Section
from tapete.law.sections import Bet, Positive
from tapete.money import Range

FIRST, SECOND, BANCA, BOTH = "primero", "segundo", "banca", "caballo"
CLOTHS = (FIRST, SECOND)
LINES = {f"raya-{cloth}": cloth for cloth in CLOTHS}
STAKE = "postura"
MODE, LIMITED, OPEN = "modalidad", "limitada", "libre"
SEATS, TERM, ROUNDING, POLICY = "departamentos", "tallas", "redondeo", "juego"
CHIP = "ficha"
EQUILIBRIUM, STANDING, DRAWING = "equilibrio", "plantarse-con-5", "pedir-con-5"
OPTIONS = {MODE: (LIMITED, OPEN), ROUNDING: ("centimo", CHIP), POLICY: (EQUILIBRIUM, STANDING, DRAWING)}
SEEN, UNSEEN = "vista", "no-vista"
CALLS = (
    "shuffle",
    "few",
    "moved",
    "offer",
    "banker",
    "auction",
    "lots",
    "nobody",
    "leaves",
    "broken",
    "session",
    "amount",
    "called",
    "hand",
    "speaks",
    "table",
    "wrong",
    "restored",
    "null",
    "noted",
    "tie",
    "stop",
)
# What follows an irregularity: each is something that the procedure knows how to do.
REMEDIES = (
    "anular",
    "anular-pano",
    "sigue",
    "desechar",
    "sustituir",
    "obliga",
    "turno-se-mantiene",
    "juega-el-crupier",
    "descubre-pano",
    "restablecer",
    "restablecer-por-el-banquero",
    "tercera-vista",
    "tercera-no-vista",
    "cero",
    "contradice",
    "punto-falso",
    "decide-el-inspector",
)


class Turn(Section):
    """Whose the cards of a cloth are, by turn: of those who sit at it only."""

    seated_only: bool


class Passing(Section):
    """When they pass to the next."""

    on: tuple[Literal["gana-pano", "empate", "gana-banca"], ...]


class Seating(Seated):
    """Who sits at which cloth, who comes before whom there, and who has its cards."""

    priority: Section
    lots: Section
    turn: Turn
    passing: Passing


class Sessions(Section):
    """The open bank: how many shoes a session has; at how many tables of a house, and in how many sessions a day."""

    shoes: Positive
    tables: Cited[Positive]
    sessions: Cited[Positive]


class Banker(Section):
    """Who is the bank, how it is adjudicated, left and broken; what a limited and an open one answer for."""

    announced: Section
    auction: Section
    lots: Section
    term: Section
    left: Section
    broken: Section
    offered: Section
    limited: Section
    most: Section
    open: Section
    sessions: Sessions


class Staking(Section):
    """Where stakes lie: on a line of which half plays, or across both cloths."""

    half: Section
    across: Section


class Banco(Section):
    """Playing the whole bank at both cloths: when null, it may be repeated so often."""

    repeats: int = Field(ge=0)


class Stood(Section):
    """Saying no with less than this is put right."""

    below: int = Field(ge=0, le=9)


class Drew(Section):
    """So is asking for a card with this or more."""

    least: int = Field(ge=0, le=9)


class Silent(Section):
    """The word that loses the right to show a natural."""

    word: Literal["no"]


class Order(Section):
    """To whom third cards go in a coup that is put right, one after another."""

    order: tuple[str, ...]


class Differs(Section):
    """Where the table says one thing of one cloth and another of the other: to a banker at fault, a card up to this."""

    up_to: int = Field(ge=0, le=9)


class Restored(Section):
    """What the banker does in a coup that was put right."""

    shown: Section
    same: Section
    differs: Differs


class Basket(Section):
    """Which third cards are recovered that fell into the basket; another annuls the coup of its cloth."""

    recovered: tuple[str, ...]


class Errors(Section):
    """What the procedure itself finds when the cards are shown, and what follows."""

    stood: Stood
    drew: Drew
    natural: Silent
    second: Order
    false_point: Section
    basket: Basket
    claims: Section


class Rules(BacaraRulebook):
    """A region's rules of baccarat at two cloths."""

    players: Seating
    bank: Banker
    staking: Staking
    banco: Banco
    facing: Section
    natural_first: Totals
    restored: Restored
    errors: Errors
    bets: dict[str, Bet]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if sorted(self.bets) != sorted((*CLOTHS, BOTH, BANCA)) or sorted(self.limits) != [BANCA, STAKE]:
            raise ValueError(f"bets: {FIRST}, {SECOND}, {BOTH} and {BANCA}; limits: {STAKE} and {BANCA}")
        if sorted(self.cuts) != sorted(OPTIONS[MODE]):
            raise ValueError(f"cuts: {LIMITED} and {OPEN}")
        if any(least != most for least, most in (cut.percent for cut in self.cuts.values())):
            raise ValueError("cuts: each bank has one percentage")
        for name, rule in self.irregularities.items():
            if rule.remedy not in REMEDIES:
                raise ValueError(f"irregularities.{name}.remedy: among {', '.join(REMEDIES)}")
        if self.errors.second.order != (*CLOTHS, BANCA):
            raise ValueError(f"errors.second.order: {FIRST}, {SECOND}, {BANCA}")
        if not set(self.errors.basket.recovered) <= {SEEN, UNSEEN}:
            raise ValueError(f"errors.basket.recovered: among {SEEN}, {UNSEEN}")
        self.need("calls", CALLS)
        self.need("options", (*OPTIONS, SEATS, TERM))
        self.options_among(OPTIONS)
        for name, least in ((SEATS, self.players.needed.number), (TERM, 1)):
            if not all(value.isdigit() and int(value) >= least for value in self.options[name].values):
                raise ValueError(f"options.{name}.values: numbers, {least} at least")
        return self


def is_open(rules: Rules, settings: Settings) -> bool:
    """Whether the bank answers for all stakes."""
    return rules.option(settings, MODE) == OPEN


def deduction(rules: Rules, settings: Settings) -> Fraction:
    """What the house deducts of what the banker wins in a coup, as a share."""
    name = rules.option(settings, MODE)
    return rules.cuts[name].percent[1] / 100 if rules.of_each_coup(name) else Fraction(0)


def seats(rules: Rules, settings: Settings) -> int:
    """How many departments each cloth has."""
    return int(rules.option(settings, SEATS))


def term(rules: Rules, settings: Settings) -> int:
    """For how many shoes the bank is adjudicated."""
    return int(rules.option(settings, TERM))


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """A stake on each cloth, on the line of which half plays, or across both; and the bank, which is put up."""
    least, cap, chip = settings.least(STAKE), settings.maximum[STAKE], settings.chip
    layout = {cloth: Spot(cloth, cloth, Range(least, cap, chip).floor(), rules.bets[cloth].article) for cloth in CLOTHS}
    both, half = Range(2 * least, 2 * cap, chip).floor(), Range(2 * least, 2 * cap, 2 * chip).floor()
    layout[BOTH] = Spot(BOTH, BOTH, both, rules.bets[BOTH].article)
    for line, cloth in LINES.items():
        layout[line] = Spot(line, cloth, half, rules.staking.half.article)
    bank = Range(settings.least(BANCA), settings.maximum[BANCA], chip).floor()
    layout[BANCA] = Spot(BANCA, BANCA, bank, rules.bets[BANCA].article)
    return layout


__all__ = ["Rules", "layout"]
