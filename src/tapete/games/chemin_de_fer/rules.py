"""What may differ between the texts in chemin de fer, and what a table's settings make of it."""

import functools
from fractions import Fraction
from typing import Self

from pydantic import model_validator

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.bacara.rules import BacaraRulebook, Seated
from tapete.law.rulebook import Section
from tapete.law.sections import Bet, Positive
from tapete.money import Range

PUNTO, BANCA, LINE = "punto", "banca", "raya"
CUT = "banquero"
SEATS, MAXIMUM, FREEDOM, DEDUCTION, ROUNDING, POLICY = (
    "departamentos",
    "maximo",
    "libertad-del-banco",
    "deduccion",
    "redondeo",
    "juego",
)
UNLIMITED = "sin-maximo"
CHIP = "ficha"
EQUILIBRIUM, ADVISED, DRAWING = "equilibrio", "plantarse-con-5", "pedir-con-5"
OPTIONS = {
    MAXIMUM: ("cien-minimos", UNLIMITED),
    FREEDOM: ("no", "si"),
    ROUNDING: ("centimo", CHIP),
    POLICY: (EQUILIBRIUM, ADVISED, DRAWING),
}
CALLS = (
    "shuffle",
    "few",
    "offer",
    "banker",
    "auction",
    "nobody",
    "amount",
    "called",
    "hand",
    "reclaimed",
    "speaks",
    "table",
    "wrong",
    "null",
    "noted",
    "tie",
    "stop",
    "seat",
)
# What follows an irregularity: each is something that the procedure knows how to do.
REMEDIES = (
    "anular",
    "sigue",
    "desechar",
    "sustituir",
    "reglas",
    "reglas-y-pedir",
    "carta-del-banquero",
    "carta-del-banquero-y-otra-fuera",
    "quinta",
    "cero",
    "mejor-de-dos",
    "peor-de-dos",
    "nueve",
    "descubre-una",
    "descubre-dos",
    "retirar-apuestas",
    "pierde-el-banquero",
    "pierde-el-punto",
    "juega-el-crupier",
    "obliga",
    "decide-el-banquero",
    "decide-el-inspector",
)


class Refusals(Section):
    """How often in a row the hand may be refused before the seat is lost."""

    in_a_row: Positive


class Seating(Seated):
    """Who sits and who stands, who comes before whom, and how a seat is taken, lost and passed on."""

    priority: Section
    newcomers: Section
    between_shoes: Section
    refusals: Refusals
    following: Section
    absent: Section


class Banker(Section):
    """Who is the bank: first, by turn, by purchase, at auction, by force; and what binds him."""

    first: Section
    partner: Section
    ceded: Section
    standing: Section
    auction: Section
    after: Section
    raised: Section
    former: Section
    barred: Section
    forced: Section
    returns: Section
    once: Section
    next_shoe: Section


class Voluntary(Section):
    """What the banker won may leave the game once it is above so many minimums."""

    above: Positive


class Garage(Section):
    """What the banker has and does not play: what he may take out, what he must, what he can waive."""

    voluntary: Voluntary
    obligatory: Section
    improper: Section
    waived: Section


class Bancos(Section):
    """Playing the whole bank, alone or with the table, again, and who takes the cards."""

    alone: Section
    with_table: Section
    last: Section
    highest: Section
    again: Section
    late: Section


class Errors(Section):
    """What the procedure itself finds when the cards are shown, and the stakes that lie on the line."""

    natural: Section
    wrong: Section
    line: Section
    claims: Section


class Rules(BacaraRulebook):
    """A region's rules of chemin de fer."""

    players: Seating
    bank: Banker
    garage: Garage
    bancos: Bancos
    errors: Errors
    bets: dict[str, Bet]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if sorted(self.bets) != [BANCA, PUNTO] or sorted(self.limits) != [BANCA, PUNTO] or sorted(self.cuts) != [CUT]:
            raise ValueError(f"bets and limits: {PUNTO} and {BANCA}; cuts: {CUT}")
        if self.limits[PUNTO].of != BANCA or len(self.limits[BANCA].multiples or ()) != 1:
            raise ValueError("limits: the punto's is the bank's, and the bank's is one multiple of the minimum")
        self.remedies_among(REMEDIES)
        self.need("calls", CALLS)
        self.need("options", (SEATS, MAXIMUM, FREEDOM, ROUNDING, POLICY))
        self.options_among({**OPTIONS, DEDUCTION: [str(percent) for percent in self.percentages]})
        if not all(seats.isdigit() and int(seats) > 1 for seats in self.options[SEATS].values):
            raise ValueError(f"options.{SEATS}.values: numbers of seats")
        return self

    @property
    def percentages(self) -> tuple[int, ...]:
        """The whole per cents that the house may deduct, the most first."""
        least, most = self.cuts[CUT].percent
        return tuple(range(int(most), int(least) - 1, -1))


def deduction(rules: Rules, settings: Settings) -> Fraction:
    """The share that the house deducts of the banker's winnings."""
    return Fraction(rules.option(settings, DEDUCTION) or rules.percentages[0]) / 100


def seats(rules: Rules, settings: Settings) -> int:
    """How many departments the table has."""
    return int(rules.option(settings, SEATS))


def most(rules: Rules, settings: Settings) -> int | None:
    """The most that the bank may be, where it is limited."""
    unlimited = rules.option(settings, MAXIMUM) == UNLIMITED
    return None if unlimited else settings.maximum[BANCA]


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """A stake against the bank, or on the line of which half plays; and the bank, which is put up and not staked."""
    least, chip, cap = settings.least(PUNTO), settings.chip, settings.maximum[BANCA]
    punto, banca = rules.bets[PUNTO], rules.bets[BANCA]
    return {
        PUNTO: Spot(PUNTO, PUNTO, Range(least, cap, chip).floor(), punto.article),
        LINE: Spot(LINE, PUNTO, Range(2 * least, 2 * cap, 2 * chip).floor(), rules.errors.line.article),
        BANCA: Spot(BANCA, BANCA, Range(settings.least(BANCA), cap, chip).floor(), banca.article),
    }


__all__ = ["Rules", "layout"]
