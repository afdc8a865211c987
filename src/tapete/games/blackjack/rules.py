"""What may differ between the texts in blackjack and triple blackjack, the felt, and the terms of a table."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, model_validator

from tapete.cards.card import FRENCH
from tapete.engine.places import meter, tail_of
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.blackjack.settle import value
from tapete.games.blackjack.terms import Terms
from tapete.law.marks import Checked
from tapete.law.option import AND, Option
from tapete.law.rulebook import Section
from tapete.law.sections import (
    BankRulebook,
    Bet,
    CardTable,
    DealtRulebook,
    Limit,
    Pays,
    Players,
    Positive,
    Span,
)
from tapete.money import Range, Ratio

MAIN, INSURANCE, THIRTEEN, PAIRS, SEVENS = "casilla", "seguro", ("menor-13", "mayor-13"), "parejas", "acumulada"
FIGURES = ("J", "Q", "K")
METER, POT = meter(SEVENS), f"jackpot/{SEVENS}"  # where it accumulates; where the first procedure had it
PAIR_PRIZES = ("incompleta", "color", "completa")
SEVENS_PRIZES = ("siete", "dos-sietes", "dos-sietes-de-un-palo", "tres-sietes", "tres-sietes-de-un-palo")
PRIZES = {MAIN: ("blackjack",), PAIRS: PAIR_PRIZES, SEVENS: SEVENS_PRIZES}
WHOLE = 100  # hundredths
CALLS = ("shuffle", "cut", "burn", "insurance", "insurance-closed", "surrender", "separator", "exposed", "last")
OPTIONS = {
    "plazas": tuple("123456789"),
    "distribuidor": ("manual", "automatico"),
    "seguro": ("antes-de-la-tercera", "antes-de-la-banca"),
    "doblar-con-as": ("no", "si"),
    "trece": ("no", "si"),
    "retiro": ("no", "si"),
    "tres-sietes": ("no", "si"),
    "parejas": ("no", "si"),
    "acumulada": ("no", "si"),
}


class SquaresRule(Section):
    """How many squares a table may have, least and most."""

    number: Checked[Span]


class Cut(Section):
    """To whom the last cut is offered: one player, or all of them in turn from the one who was dealt the separator."""

    offered_to: Literal["one", "all"]


class Automatic(Section):
    """A shuffler; `continuous`, it deals every round from whole packs, and nothing is burnt or cut."""

    continuous: bool = True


class Values(Section):
    """What figures count, and an ace as suits the hand; the other cards count what they show."""

    figures: Positive = 10
    ace: Span = (1, 11)

    @model_validator(mode="after")
    def _as_settlement_counts(self) -> Self:
        if (self.figures, self.ace) != (value(FRENCH.card("Kh")), (value(FRENCH.card("Ah")), 11)):
            raise ValueError("figures count 10, and an ace 1 or 11")
        return self

    def of(self, rank: str) -> int:
        """What a rank counts, an ace the less."""
        return self.ace[0] if rank == "A" else self.figures if rank in FIGURES else int(rank)


class Equipment(CardTable):
    """The shoe, dealt by hand or by a shuffler, what its cards are worth, the cut, and the squares of the felt."""

    automatic: Automatic
    values: Values
    squares: Checked[SquaresRule]
    cut: Cut


class Dealing(Section):
    """The first and the second card of every hand, and what players are asked then."""

    first: Section
    second: Section
    ask: Section


class Double(Section):
    """On which points of two cards a stake may be doubled, aces counting one; none named, on all.

    A pair of aces never is. `soft` is whether other cards with an ace are; `ace_counts_one` what it then counts.
    """

    points: tuple[int, ...]
    soft: Literal["yes", "option"]
    ace_counts_one: bool = False


class SplitAces(Section):
    """Whether each of two split aces takes one card and no more."""

    one_card: bool = True


class Split(Section):
    """Two cards of equal points as two hands, and whether `again`; 21 with one card more is no `blackjack`."""

    again: bool
    aces: SplitAces
    blackjack: Section


class Insurance(Section):
    """The insurance against the bank's ace, its least amount, and even money for a blackjack."""

    least: Literal["half-minimum", "chip"]
    even_money: Section
    after_bust: Section


class Bank(Section):
    """How the bank draws, pays when it busts, compares, and wins with a blackjack."""

    bust: Section
    compares: Section
    blackjack: Section


class Triple(Section):
    """Several squares played by one hand, one after another, against new cards to the bank's first.

    `rows` has what settles the squares after the first.
    """

    squares: Positive
    anew: Section
    rows: dict[str, Section]

    @model_validator(mode="after")
    def _every_row(self) -> Self:
        if list(self.rows) != [str(row) for row in range(2, self.squares + 1)]:
            raise ValueError(f"rows: the squares 2 to {self.squares}, in order")
        return self


class Prize(Section):
    """What cards pay; with `least`, the house may pay more: what, its option `premios` says. `option` admits it."""

    pays: Pays
    option: str = ""
    least: bool = False


class SquareBet(Bet):
    """A bet on a square; `option` is the house's that admits it, `prizes` what it pays by what the cards make."""

    option: str = ""
    prizes: dict[str, Prize] = Field(default_factory=dict)


class SquareLimit(Limit):
    """A maximum for each player, or `shared` by all who stake on the square; `fixed` is one amount for all."""

    shared: bool = False
    fixed: bool = False


class Behind(Section):
    """Stakes of several players on one square: how many at most, and whose consent a seated player's square needs."""

    most: Positive | None = None
    consent: tuple[Literal["titular", "inspector"], ...]


class Seats(Players):
    """Who plays: seated players and those behind them, who commands a vacant square, who follows a raised stake."""

    vacant: Section
    behind: Behind
    follows: Section


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of blackjack or triple blackjack."""

    equipment: Equipment
    deal: Dealing
    double: Double
    split: Split
    insurance: Insurance
    surrender: Section
    bank: Bank
    triple: Triple | None = None
    bets: dict[str, SquareBet]
    limits: dict[str, SquareLimit]  # type: ignore[assignment]
    players: Seats

    @property
    def rows(self) -> int:
        """How many squares a hand plays for."""
        return self.triple.squares if self.triple else 1

    @model_validator(mode="after")
    def _bets_are_whole(self) -> Self:
        for name in (MAIN, INSURANCE):
            if name not in self.bets:
                raise ValueError(f"bets.{name}: missing")
        for name, bet in self.bets.items():
            if name not in (MAIN, INSURANCE, PAIRS, SEVENS, *THIRTEEN):
                raise ValueError(f"bets.{name}: no bet of this game")
            for prize in PRIZES.get(name, ()):
                if prize not in bet.prizes:
                    raise ValueError(f"bets.{name}.prizes.{prize}: missing")
            for option in (bet.option, *(prize.option for prize in bet.prizes.values())):
                if option and option not in self.options:
                    raise ValueError(f"bets.{name}.option: there is no option '{option}'")
        return self

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        for name, irregularity in self.irregularities.items():
            if irregularity.remedy != "eliminate":
                raise ValueError(f"irregularities.{name}.remedy: only 'eliminate'")
        self.need("calls", (*CALLS, *(("row",) if self.triple else ())))
        self.need("options", ("plazas", "distribuidor", "retiro"))
        self.options_among(OPTIONS)
        lo, hi = self.equipment.squares.number
        if not all(lo <= int(number) <= hi for number in self.options["plazas"].values):
            raise ValueError(f"options.plazas.values: from {lo} to {hi}")
        if self.double.soft == "option":
            self.need("options", ("doblar-con-as",))
        chosen = self.options.get("premios")
        if chosen and not self._pays_the_least(chosen):
            raise ValueError("options.premios: the least prizes one after another, or more")
        return self

    def _pays_the_least(self, chosen: Option) -> bool:
        """Whether all lists of prizes have as much for each as the text, and the first of them no more."""
        least = self.least_prizes
        lists = [paid(least, value) for value in chosen.values]
        enough = all(pays.keys() == least.keys() and all(pays[it] >= least[it] for it in least) for pays in lists)
        return enough and paid(least, chosen.default) == least

    @functools.cached_property
    def least_prizes(self) -> dict[str, Fraction]:
        """The prizes of which the text has the least, one after another, and what they pay to one."""
        prizes = self.bets[SEVENS].prizes if SEVENS in self.bets else {}
        return {name: Fraction(*prizes[name].pays) for name in SEVENS_PRIZES if name in prizes and prizes[name].least}

    def places(self, options: Mapping[str, str]) -> tuple[int | None, str]:
        """A seat for each square of the felt; who finds none stands, and stakes on another's hand."""
        option = self.options["plazas"]
        chosen = options.get("plazas", option.default)
        return int(chosen if chosen in option.values else option.default), self.players.article


def admitted(rules: Rules, settings: Settings, option: str) -> bool:
    """Whether the house admits what this option is about."""
    return not option or rules.option(settings, option) == "si"


@functools.lru_cache(maxsize=64)
def terms(rules: Rules, settings: Settings) -> Terms:
    """The terms on which a table plays."""
    shoe, bet = rules.equipment.cards, rules.bets[MAIN]
    sevens = bet.prizes.get("tres-sietes")
    late = rules.option(settings, "seguro") == "antes-de-la-banca"
    return Terms(
        packs=shoe.packs,
        burnt=shoe.burnt,
        behind=int(rules.option(settings, "separador") or shoe.behind),
        fresh=rules.option(settings, "distribuidor") == "automatico" and rules.equipment.automatic.continuous,
        blackjack=bet.prizes["blackjack"].pays,
        double=rules.double.points,
        double_soft=rules.double.soft == "yes" or rules.option(settings, "doblar-con-as") == "si",
        double_aces=False,
        double_after_split=True,
        ace_counts_one_when_doubling=rules.double.ace_counts_one,
        split=True,
        resplit=rules.split.again,
        resplit_aces=rules.split.again,
        split_aces_one_card=rules.split.aces.one_card,
        surrender=admitted(rules, settings, "retiro"),
        three_sevens=sevens.pays if sevens and admitted(rules, settings, sevens.option) else None,
        insurance="before-bank-card" if late else "before-third-cards",
        insurance_pays=rules.bets[INSURANCE].pays,
        squares=rules.rows,
    )


def prize_pays(rules: Rules, settings: Settings, bet: str, name: str) -> Ratio:
    """What a prize pays: as the text has it or, where that is the least, as the house says."""
    prize, chosen = rules.bets[bet].prizes[name], rules.option(settings, "premios")
    return Ratio(*paid(rules.least_prizes, chosen)[name].as_integer_ratio()) if prize.least and chosen else prize.pays


def paid(least: Mapping[str, Fraction], chosen: str) -> dict[str, Fraction]:
    """What prizes pay to one: a list says each; one number alone, in earlier editions, all in hundredths of the least.

    >>> least = {"siete": Fraction(2), "dos-sietes": Fraction(10)}
    >>> [str(pays) for chosen in ("2.5-12", "150") for pays in paid(least, chosen).values()]
    ['5/2', '12', '3', '15']
    """
    numbers = [Fraction(number) for number in chosen.split(AND)]
    if len(numbers) == 1:
        return {name: pays * numbers[0] / WHOLE for name, pays in least.items()}
    return dict(zip(least, numbers, strict=False))


@functools.lru_cache(maxsize=64)
def points_of(rules: Rules) -> dict[int, int]:
    """What each card of the pack counts, an ace one."""
    kind = card_pack(rules)
    return {card: rules.equipment.values.of(kind.ranks[kind.rank(card)]) for card in kind.cards}


def pot_share(rules: Rules, settings: Settings) -> Fraction:
    """The share of an accumulated bet that goes to its pot."""
    chosen = (rules.option(settings, "bote") or 0) if admitted(rules, settings, "acumulada") else 0
    return Fraction(chosen) / 100


def accumulates(rules: Rules, settings: Settings) -> tuple[str, ...]:
    """The account of the pot, where the house sets a share of the bets aside for it."""
    return (METER,) if pot_share(rules, settings) else ()


def apart(rules: Rules) -> tuple[str, ...]:
    """Where chips accumulate for a player to win, where the text has it."""
    return (METER, POT) if "bote" in rules.options else ()


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The felt at these settings: the squares, the line of insurance, and beside each square what the house admits."""
    layout: dict[str, Spot] = {}
    for name, bet in rules.bets.items():
        limits = _range(rules, settings, name, bet)
        if not admitted(rules, settings, bet.option) or limits.hi < limits.lo:
            continue
        for number in range(1, squares(rules, settings) + 1):
            for row in range(1, (rules.rows if name in (MAIN, INSURANCE) else 1) + 1):
                spot = spot_of(rules, name, number, row)
                layout[spot] = Spot(spot, name, limits, bet.article)
    return layout


def squares(rules: Rules, settings: Settings) -> int:
    """How many places the table has; the first is at the croupier's left."""
    return int(rules.option(settings, "plazas"))


def spot_of(rules: Rules, bet: str, number: int, row: int = 1) -> str:
    """A bet's spot at a place of the table; where a hand plays for several squares, on one of them."""
    return f"{bet}:{number}.{row}" if rules.triple and bet in (MAIN, INSURANCE) else f"{bet}:{number}"


def place_of(spot: str) -> int:
    """The place of the table that a spot is at."""
    return int(tail_of(spot).partition(".")[0])


def _range(rules: Rules, settings: Settings, name: str, bet: SquareBet) -> Range:
    limit, chip = rules.limits[bet.limit], settings.chip
    if limit.fixed:
        most = settings.minimum // limit.minimum_part
        amount = min(settings.maximum.get(bet.limit, most), most) // chip * chip
        return Range(amount or chip, amount, chip)
    if name == INSURANCE:
        return insured(rules, settings, settings.maximum[limit.of])
    part = -(-settings.minimum // (limit.minimum_part * chip)) * chip
    return Range(settings.minimums.get(bet.limit, part), settings.maximum[limit.of or bet.limit], chip).floor()


def insured(rules: Rules, settings: Settings, stake: int) -> Range:
    """What an insurance of this stake takes: half of it at most, in whole chips."""
    chip = settings.chip
    half = -(-settings.minimum // (2 * chip)) * chip if rules.insurance.least == "half-minimum" else chip
    return Range(half, stake // (2 * chip) * chip, chip)
