"""What may differ between the texts in roulette, and the felt: which numbers each spot covers."""

import functools
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.engine.places import bet_of
from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.ruleta.settle import comes_back
from tapete.games.shared.prision.rules import LEAVES, Zero
from tapete.games.shared.prision.settle import LOSES, WINS, ZERO, simple_chance
from tapete.law.marks import Checked, Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, Positive
from tapete.money import Range

Parts = tuple[tuple[str, int], ...]

ROWS = [(str(n), str(n + 1), str(n + 2)) for n in range(1, 37, 3)]
NUMBERS = tuple(number for row in ROWS for number in row)
SIMPLE = ("rojo", "negro", "par", "impar", "falta", "pasa")
REMEDIES = ("respin", "respin-after-new-bets")
OPTIONS = {
    "zero": tuple(LEAVES),
    "double-zero": ("mitad", "entera"),
    "sencillas-en-multiplos": ("no", "si"),
}


class Cylinder(Section):
    """The cylinder: its pockets as they follow one another, and which of them are zeros."""

    order: tuple[str, ...]
    zeros: tuple[str, ...]

    @model_validator(mode="after")
    def _as_the_text_wants_it(self) -> Self:
        if sorted(self.order) != sorted((*NUMBERS, *self.zeros)):
            raise ValueError("the pockets are the numbers 1 to 36 and the zeros, each once")
        for a, b in self.neighbours():
            # 00 has no place in the count of numbers, so nothing is consecutive to it.
            if "00" not in (a, b) and abs(int(a) - int(b)) == 1:
                raise ValueError(f"{a} and {b} are consecutive and cannot be neighbours")
        return self

    def neighbours(self) -> Iterator[tuple[str, str]]:
        """Every two pockets that lie side by side."""
        return pairwise((*self.order, self.order[0]))

    def around(self, number: str, each_side: int) -> tuple[str, ...]:
        """A number with its neighbours on the cylinder."""
        at, size = self.order.index(number), len(self.order)
        return tuple(self.order[(at + step) % size] for step in range(-each_side, each_side + 1))


class Colours(Section):
    """The colours, and the text's own rule for them: an even sum of digits is black, but for those it names."""

    rojo: tuple[str, ...]
    negro: tuple[str, ...]
    zero: str
    also_negro: Cited[tuple[str, ...]]
    also_rojo: Cited[tuple[str, ...]]

    @model_validator(mode="after")
    def _as_the_text_wants_it(self) -> Self:
        if self.zero in ("rojo", "negro"):
            raise ValueError("the zero can be neither red nor black")
        if sorted(self.rojo + self.negro, key=int) != list(NUMBERS):
            raise ValueError("every number from 1 to 36 needs one colour")
        for number in NUMBERS:
            if (number in self.negro) != self._black(number):
                raise ValueError(f"{number} is {self.of(number)}, against the rule of the sum of digits")
        return self

    def _black(self, number: str) -> bool:
        even = sum(map(int, number)) % 2 == 0
        return number in self.also_negro or (even and number not in self.also_rojo)

    def of(self, pocket: str) -> str:
        """The colour of a pocket."""
        return "rojo" if pocket in self.rojo else "negro" if pocket in self.negro else self.zero


class Felt(Section):
    """The cloths of a table, the columns drawn on each, the languages its words are printed in."""

    cloths: Checked[tuple[int, int]]
    columns: Checked[Literal[3]]
    languages: Checked[tuple[str, ...]]


class Equipment(Section):
    """Cylinder, colours and felt."""

    cylinder: Cylinder
    colours: Colours
    felt: Checked[Felt]

    @model_validator(mode="after")
    def _colours_alternate(self) -> Self:
        for a, b in self.cylinder.neighbours():
            if self.colours.of(a) == self.colours.of(b):
                raise ValueError(f"{a} and {b} are neighbours of one colour")
        return self


class Suerte(Bet):
    """A bet on numbers: those it `covers` on a spot of its own, or else what the felt's lines make of its name.

    `also` are further spots that lines make with a zero; `pairs` says of what a bet "a caballo" takes two.
    """

    covers: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    pairs: Literal["columna", "docena"] | None = None


class Anunciada(Section):
    """A bet announced by name: its chips by spot, or one on every number within so many neighbours of the one named."""

    name: Label
    limit: str
    chips: dict[str, Positive] = Field(default_factory=dict)
    neighbours: int = 0


def _kind(bet: Any) -> str:
    data = bet if isinstance(bet, dict) else vars(bet)
    return "anunciada" if data.get("chips") or data.get("neighbours") else "suerte"


AnyBet = Annotated[
    Annotated[Suerte, Tag("suerte")] | Annotated[Anunciada, Tag("anunciada")],
    Discriminator(_kind),
]


class Undeclared(Section):
    """What chips are worth of which nothing is declared, in minimums of the table."""

    minimums: Positive = 1


class ColourChips(Section):
    """Chips of a colour for each player, worth what he declares, or the minimum if he declares nothing.

    `number` is how many colours there are where the table's settings do not say.
    """

    number: Positive
    declared: Section
    undeclared: Undeclared
    value_chips: Section


class Launch(Section):
    """The launch: the cylinder is turned each time the other way than before, and the ball against it."""

    alternates: bool


class Rules(BankRulebook):
    """A region's rules of a roulette."""

    equipment: Equipment
    bets: dict[str, AnyBet]
    zero: Zero
    launch: Launch
    colour_chips: ColourChips | None = None

    @property
    def pockets(self) -> tuple[str, ...]:
        return self.equipment.cylinder.order

    @model_validator(mode="after")
    def _spots_exist(self) -> Self:
        for name in SIMPLE:
            if name not in self.bets:
                raise ValueError(f"bets.{name}: missing")
        spots: dict[str, tuple[str, ...]] = {}
        for name, bet in self.bets.items():
            if isinstance(bet, Suerte):
                if not bet.covers and name not in LINES:
                    raise ValueError(f"bets.{name}: say which numbers it covers")
                spots |= _combinations(self, name, bet)
        for spot, numbers in spots.items():
            if not numbers or not set(numbers) <= set(self.pockets):
                raise ValueError(f"bets: {spot} does not cover numbers of the cylinder")
        for name, bet in self.bets.items():
            if isinstance(bet, Anunciada) and not bet.chips.keys() <= spots.keys():
                raise ValueError(f"bets.{name}.chips: there is no spot {', '.join(bet.chips.keys() - spots.keys())}")
        return self

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        calls = {"void", "last"}
        for name, irregularity in self.irregularities.items():
            if irregularity.remedy not in REMEDIES:
                raise ValueError(f"irregularities.{name}.remedy: one of {', '.join(REMEDIES)}")
            if irregularity.remedy == "respin-after-new-bets":
                calls.add("reopen")
        self.need("calls", sorted(calls))
        self.options_among(OPTIONS)
        if self.zero.prison != ("zero" in self.options):
            raise ValueError("options.zero: needed where there is a prison, and only there")
        return self


# Which numbers the felt's lines make of each bet, by what tells its spots apart


def _joined(*sets: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {"-".join(numbers): numbers for numbers in sets}


def _caballos() -> dict[str, tuple[str, ...]]:
    across = [pair for row in ROWS for pair in pairwise(row)]
    along = [pair for a, b in pairwise(ROWS) for pair in zip(a, b, strict=True)]
    return _joined(*across, *along)


def _cuadros() -> dict[str, tuple[str, ...]]:
    return _joined(*((a[i], a[i + 1], b[i], b[i + 1]) for a, b in pairwise(ROWS) for i in range(2)))


def _seisenas() -> dict[str, tuple[str, ...]]:
    return {f"{a[0]}-{b[-1]}": a + b for a, b in pairwise(ROWS)}


COLUMNS = {str(i + 1): tuple(row[i] for row in ROWS) for i in range(3)}
DOZENS = {str(i + 1): NUMBERS[12 * i : 12 * i + 12] for i in range(3)}
LINES: dict[str, dict[str, tuple[str, ...]]] = {
    "pleno": _joined(*((number,) for number in NUMBERS)),
    "caballo": _caballos(),
    "transversal": _joined(*ROWS),
    "cuadro": _cuadros(),
    "seisena": _seisenas(),
    "columna": COLUMNS,
    "docena": DOZENS,
    # A chip lies on the line between two columns or dozens, so only neighbouring ones make a pair.
    "dos-columnas": {"1-2": (), "2-3": ()},
    "dos-docenas": {"1-2": (), "2-3": ()},
    # The colours are the rulebook's.
    "rojo": {},
    "negro": {},
    "par": {"": tuple(number for number in NUMBERS if int(number) % 2 == 0)},
    "impar": {"": tuple(number for number in NUMBERS if int(number) % 2)},
    "falta": {"": NUMBERS[:18]},
    "pasa": {"": NUMBERS[18:]},
}


def _combinations(rules: Rules, name: str, bet: Suerte) -> dict[str, tuple[str, ...]]:
    """A bet's spots and the numbers that each covers."""
    colours = rules.equipment.colours
    if bet.covers:
        lines = {"": bet.covers}
    elif bet.pairs:
        halves = COLUMNS if bet.pairs == "columna" else DOZENS
        lines = {pair: halves[pair[0]] + halves[pair[2]] for pair in LINES[name]}
    elif name in ("rojo", "negro"):
        lines = {"": colours.rojo if name == "rojo" else colours.negro}
    else:
        lines = _joined(*(tuple(spot.split("-")) for spot in bet.also)) | LINES[name]
    return {f"{name}:{spot}" if spot else name: numbers for spot, numbers in lines.items()}


@functools.lru_cache(maxsize=64)
def suertes(rules: Rules) -> dict[str, Suerte]:
    """The bets that lie on spots of their own."""
    return {name: bet for name, bet in rules.bets.items() if isinstance(bet, Suerte)}


@functools.lru_cache(maxsize=64)
def covers(rules: Rules) -> dict[str, frozenset[str]]:
    """The numbers that each spot covers; announced bets lie on other spots."""
    return {
        spot: frozenset(numbers)
        for name, bet in suertes(rules).items()
        for spot, numbers in _combinations(rules, name, bet).items()
    }


@functools.lru_cache(maxsize=64)
def announced(rules: Rules) -> dict[str, Parts]:
    """The announced bets, and the spots over which each spreads its chips, from the lowest number up."""
    announced: dict[str, Parts] = {}
    cylinder = rules.equipment.cylinder
    for name, bet in rules.bets.items():
        if not isinstance(bet, Anunciada):
            continue
        if bet.chips:
            lowest = {spot: min(map(int, covers(rules)[spot])) for spot in bet.chips}
            announced[name] = tuple(sorted(bet.chips.items(), key=lambda part: lowest[part[0]]))
        else:
            for number in sorted(cylinder.order, key=int):
                around = cylinder.around(number, bet.neighbours)
                announced[f"{name}:{number}"] = tuple((f"pleno:{neighbour}", 1) for neighbour in around)
    return announced


# The felt at a table's settings


def apart(rules: Rules) -> tuple[str, ...]:
    """Where stakes wait for another ball: the cells of the prison, where there is one."""
    return tuple(f"prison/{name}" for name in SIMPLE if name in rules.bets) if rules.zero.prison else ()


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """Every spot that takes chips."""
    layout: dict[str, Spot] = {}
    for spot in covers(rules):
        bet = rules.bets[name := bet_of(spot)]
        layout[spot] = Spot(spot, name, _limits(rules, settings, name), bet.article)
    for spot, parts in announced(rules).items():
        bet = rules.bets[name := bet_of(spot)]
        layout[spot] = Spot(spot, name, _spread(layout, parts), bet.article, parts)
    return layout


def _limits(rules: Rules, settings: Settings, name: str) -> Range:
    limit = rules.bets[name].limit
    least = settings.least(limit)
    in_multiples = name in SIMPLE and rules.option(settings, "sencillas-en-multiplos") == "si"
    return Range(least, settings.maximum[limit], least if in_multiples else settings.chip)


def _spread(spots: dict[str, Spot], parts: Parts) -> Range:
    """What an announced bet takes in all: one chip's value, within what each of its spots takes, for every chip."""
    limits = [(spots[spot].limits, count) for spot, count in parts]
    chips = sum(count for _, count in limits)
    step = limits[0][0].step
    least = max(lo for (lo, _, _), _ in limits)
    most = min(hi // count for (_, hi, _), count in limits)
    return Range(chips * least, chips * (most - (most - least) % step), chips * step)


# What falls, at a table's settings


@functools.lru_cache(maxsize=64)
def falls(rules: Rules, settings: Settings) -> dict[str, dict[str, int]]:
    """For every simple chance and pocket, whether it loses, wins, or meets a zero that takes half."""
    zeros = rules.equipment.cylinder.zeros
    halving = zeros[:1] if rules.option(settings, "double-zero") == "entera" else zeros
    return {
        name: {
            pocket: WINS if pocket in covers(rules)[name] else ZERO if pocket in halving else LOSES
            for pocket in rules.pockets
        }
        for name in SIMPLE
    }


class Paid(NamedTuple):
    """A spot as it is settled: its bet, the article it is settled by, the share that comes back."""

    bet: str
    article: str
    back: tuple[int, int]


@functools.lru_cache(maxsize=64)
def paid(rules: Rules, settings: Settings) -> dict[str, dict[str, Paid]]:
    """For every pocket, what becomes of each spot; a simple chance that meets a zero is taken back."""
    return {pocket: {spot: _paid(rules, settings, spot, pocket) for spot in covers(rules)} for pocket in rules.pockets}


def _paid(rules: Rules, settings: Settings, spot: str, pocket: str) -> Paid:
    bet = suertes(rules)[name := bet_of(spot)]
    if name not in SIMPLE:
        return Paid(name, bet.article, comes_back(pocket in covers(rules)[spot], *bet.pays))
    fell = falls(rules, settings)[name][pocket]
    _, num, den = simple_chance(0, fell, False, *bet.pays)
    return Paid(name, rules.zero.article if fell == ZERO else bet.article, (num, den))
