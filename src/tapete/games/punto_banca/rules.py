"""What may differ between the texts in punto y banca, and what a table's settings make of it."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.punto_banca.settle import comes_back
from tapete.games.shared.bacara.points import BANCA, EMPATE, OUTCOMES, PUNTO, STOOD, TOTALS
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Limit, Pays, Positive, ShoeRule
from tapete.money import Range, Ratio

BETS = {"punto": PUNTO, "banca": BANCA, "empate": EMPATE}
HANDS = ("punto", "banca")
PERCENTAGE, SIX = "porcentaje", "mitad-con-6"
OPTIONS = {
    "reparto": ("jugadores", "crupier"),
    "renuncia": ("derecha", "crupier"),
    "de-pie": ("si", "no"),
    "en-multiplos": ("no", "si"),
}
CALLS = (
    "shuffle",
    "burn",
    "shoe",
    "cards",
    "hand",
    "punto",
    "banca",
    "punto-draws",
    "punto-stands",
    "banca-draws",
    "banca-stands",
    "tie",
    "stop",
)


class Cards(ShoeRule):
    """The cards. Behind the stop card lie enough of them for a coup that begins by meeting it."""

    behind: int = Field(ge=6)
    stop_card: Section


class Distributor(Section):
    """The shoe itself: how it may work."""

    kinds: Checked[tuple[str, ...]]


class Felt(Section):
    """The cloth: what each player's department has a box for, and whether the number 13 may be left out."""

    boxes: Checked[tuple[str, ...]]
    thirteen_optional: Cited[bool]


class Centre(Section):
    """The middle of the table: its openings, and the box for stakes on the tie."""

    openings: Checked[tuple[str, ...]]


class Equipment(CardTable):
    """Cards, shoe and cloth."""

    cards: Cards
    distributor: Checked[Distributor]
    felt: Checked[Felt]
    centre: Checked[Centre]
    tie_box: Cited[Section]


class Form(Section):
    """A form of table: how many sit at it where the text says so, who may deal, and whether its cloth may be turned."""

    seats: Positive | None = None
    deals: tuple[Literal["jugadores", "crupier"], ...]
    reversible: Cited[Section | None] = None


class Bank(Section):
    """Who holds the bank."""

    held_by: Cited[Literal["casino"]]


class Deduction(Section):
    """What is deducted from winning stakes on the banca: so many per cent, when it wins with this total or always."""

    percent: int = Field(ge=0, le=100)
    total: int | None = Field(default=None, ge=0, lt=TOTALS)


class Worth(Section):
    """What cards count; those not named count what they show."""

    worth: dict[str, int]

    def of(self, rank: str) -> int:
        """What a rank counts."""
        return self.worth[rank] if rank in self.worth else int(rank)


class Natural(Section):
    """The totals of two cards that end a coup."""

    totals: tuple[int, ...]


class PuntoDraws(Section):
    """The totals with which the punto takes a third card."""

    totals: tuple[int, ...]


class BancaDraws(Section):
    """The banca's table: a row for each total, a letter for each third card of the punto and one where it stood.

    T takes a card, P stands.
    """

    rows: tuple[str, ...]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if any(len(row) != STOOD + 1 or set(row) - {"T", "P"} for row in self.rows):
            raise ValueError(f"a row has {STOOD + 1} letters, T or P")
        return self


class ThirdCard(Section):
    """When a coup is over with two cards, and who takes a third."""

    natural: Natural
    punto: PuntoDraws
    banca: BancaDraws

    @model_validator(mode="after")
    def _every_total_is_ruled(self) -> Self:
        if len(self.banca.rows) != TOTALS - len(self.natural.totals):
            raise ValueError("the banca's table needs a row for each total that is no natural")
        return self


class Salute(Section):
    """Refusing the shoe: how often in a shoe, and how often in a row before the seat is lost."""

    in_a_shoe: Positive
    in_a_row: Positive


class TurnHands(Section):
    """Who plays which hand, and what must win for the shoe to pass on."""

    passes_with: tuple[Literal["punto", "banca", "empate"], ...] = ("punto",)


class TurnRule(Section):
    """Who deals: the players in turn, to the right."""

    hands: TurnHands
    salute: Salute | None = None


class HandLimit(Limit):
    """A maximum that may be a percentage of another limit's; beside a stake on a hand the least may be a part of it."""

    percent: Positive | None = None
    least_beside: Pays | None = None

    @model_validator(mode="after")
    def _percent_of_something(self) -> Self:
        if (self.percent is not None) != self.follows:
            raise ValueError("'percent' needs to say of which limit, with 'of'")
        return self


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of punto y banca. `hands` has the two that are dealt, and which of them wins."""

    equipment: Equipment
    forms: dict[str, Form]
    bank: Cited[Bank]
    bets: dict[str, Bet]
    limits: dict[str, HandLimit]  # type: ignore[assignment]
    deductions: dict[str, Deduction]
    points: Worth
    hands: Section
    third_card: ThirdCard
    burning: Worth
    turn: TurnRule
    waiting_list: Cited[Section]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if tuple(self.bets) != tuple(BETS):
            raise ValueError(f"bets: {', '.join(BETS)}")
        for name, limit in self.limits.items():
            if limit.of and limit.of not in self.limits:
                raise ValueError(f"limits.{name}.of: there is no limit '{limit.of}'")
        self.need("calls", CALLS)
        if ("last" in self.calls) != ("hora-limite" in self.closing):
            raise ValueError("calls.last and closing.hora-limite go together")
        return self

    @model_validator(mode="after")
    def _options_are_understood(self) -> Self:
        if set(self.deductions) != {PERCENTAGE, SIX}:
            raise ValueError(f"deductions: {PERCENTAGE} and {SIX}")
        known = OPTIONS | {"mesa": tuple(self.forms), "deduccion": (*self._percentages(), SIX)}
        self.options_among(known)
        for name in sorted(self.options.keys() - known.keys()):
            raise ValueError(f"options.{name}: among {', '.join(known)}")
        self.need("options", ("mesa", "deduccion", "de-pie", "en-multiplos"))
        if not self.forms.keys() <= self.staff.keys():
            raise ValueError("staff: every form of table needs its own")
        return self

    def _percentages(self) -> tuple[str, ...]:
        return tuple(str(percent) for percent in range(self.deductions[PERCENTAGE].percent, -1, -1))

    def form(self, options: Mapping[str, str]) -> str:
        """The house chooses the form of its table, among those of the text."""
        chosen = options.get("mesa", "")
        return chosen if chosen in self.forms else self.options["mesa"].default

    def seating(self, options: Mapping[str, str]) -> tuple[int | None, str]:
        """A reduced table has as many seats as its form."""
        form = self.forms[self.form(options)]
        return form.seats, form.article


def form(rules: Rules, settings: Settings) -> Form:
    """The table's form."""
    return rules.forms[rules.option(settings, "mesa")]


def players_deal(rules: Rules, settings: Settings) -> bool:
    """Whether the players deal in turn at this table: as the house has it, where its form leaves the choice."""
    allowed = form(rules, settings).deals
    chosen = rules.option(settings, "reparto")
    return (chosen if chosen in allowed else allowed[0]) == "jugadores"


# The rules as settlement takes them


class Draws(NamedTuple):
    """Naturals, the punto's totals that draw, the banca's rows: sets as numbers."""

    natural: int
    punto: int
    banca: tuple[int, ...]


@functools.lru_cache(maxsize=64)
def draws(rules: Rules) -> Draws:
    """Who takes a third card."""
    rule = rules.third_card
    rows = [sum(1 << third for third, letter in enumerate(row) if letter == "T") for row in rule.banca.rows]
    # A total beyond the last row is a natural, which never asks for its row.
    rows += [0] * (TOTALS - len(rows))
    return Draws(
        sum(1 << total for total in rule.natural.totals),
        sum(1 << total for total in rule.punto.totals),
        tuple(rows),
    )


@functools.lru_cache(maxsize=64)
def worth(rules: Rules) -> dict[int, int]:
    """What each card of the pack counts."""
    kind = card_pack(rules)
    return {card: rules.points.of(kind.ranks[kind.rank(card)]) for card in kind.cards}


class Paid(NamedTuple):
    """A stake as it is settled: by which article, and what share of it comes back."""

    article: str
    back: tuple[int, int]


@functools.lru_cache(maxsize=64)
def paid(rules: Rules, settings: Settings) -> dict[str, tuple[Paid, ...]]:
    """What becomes of a stake on each bet, by how the coup ends."""
    rule, percent, only = deduction(rules, rules.option(settings, "deduccion"))
    paid = {}
    for name, bet in BETS.items():
        section = rules.bets[name]
        part = percent / 100
        less = (part.numerator, only, part.denominator) if bet == BANCA else (0, -1)
        paid[name] = tuple(
            Paid(
                rule.article if bet == BANCA and fell // TOTALS == BANCA else section.article,
                comes_back(bet, fell, *section.pays, *less),
            )
            for fell in range(OUTCOMES)
        )
    return paid


def deduction(rules: Rules, chosen: str) -> tuple[Deduction, Fraction, int]:
    """The deduction a house chose: its rule, how many per cent, and the only total it is made at, -1 for any."""
    if chosen == SIX:
        six = rules.deductions[SIX]
        return six, Fraction(six.percent), -1 if six.total is None else six.total
    return rules.deductions[PERCENTAGE], Fraction(chosen), -1


# The felt at a table's settings


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The three bets. Where a stake on a hand lowers the least, the lowered one."""
    return {
        name: Spot(
            name, name, stake_range(rules, settings, name, beside=True), bet.article, pays=_pays(rules, settings, name)
        )
        for name, bet in rules.bets.items()
    }


def _pays(rules: Rules, settings: Settings, name: str) -> str:
    """What the bank's hand pays after the deduction, which may be made at one total alone."""
    _, percent, only = deduction(rules, rules.option(settings, "deduccion"))
    whole = rules.bets[name].pays
    if BETS[name] != BANCA or not percent:
        return ""
    kept = whole.less(percent / 100)
    return str(kept) if only < 0 else f"{whole}|{kept}"


@functools.lru_cache(maxsize=64)
def stake_range(rules: Rules, settings: Settings, name: str, *, beside: bool) -> Range:
    """What a bet takes, `beside` a stake on a hand or without one."""
    limit_name = rules.bets[name].limit
    limit, chip = rules.limits[limit_name], settings.chip
    least = settings.least(limit_name)
    most = settings.maximum[limit.of or limit_name] * (limit.percent or 100) // 100
    unit = least if limit.least_beside is None else _at_least(least, limit.least_beside, chip)
    step = unit if rules.option(settings, "en-multiplos") == "si" else chip
    return Range(unit if beside else least, most, step).floor()


def _at_least(cents: int, part: Ratio, chip: int) -> int:
    """The fewest whole chips that are worth this part of an amount.

    >>> _at_least(500, Ratio(1, 2), 50), _at_least(50, Ratio(1, 2), 50), _at_least(5, Ratio(1, 2), 1)
    (250, 50, 3)
    """
    return -(-cents * part.num // (part.den * chip)) * chip


__all__ = ["Rules", "draws", "form", "layout", "paid", "players_deal", "stake_range", "worth"]
