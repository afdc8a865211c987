"""What rulebooks share: the sections, and the parts a game's rulebook is put together from."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self

from pydantic import BeforeValidator, Field, PlainSerializer, field_validator, model_validator

from tapete.law.marks import Checked, Cited, Label
from tapete.law.option import Option
from tapete.law.rulebook import Rulebook, Section
from tapete.money import Ratio

Pays = Annotated[
    Ratio, BeforeValidator(lambda v: Ratio.parse(v) if isinstance(v, str) else v), PlainSerializer(str, return_type=str)
]
Percent = Annotated[
    Fraction,
    BeforeValidator(lambda v: Fraction(v) if isinstance(v, str) else v),
    PlainSerializer(str, return_type=str),
]
Span = tuple[int, int]


def _numbers(value: Any) -> Any:
    return (value.removesuffix("+"), None) if isinstance(value, str) and value.endswith("+") else value


def _as_written(value: tuple[int, int | None]) -> str | list[int]:
    least, most = value
    return f"{least}+" if most is None else [least, most]


# How many: from so many to so many; `"1+"` where only the least is printed.
Numbers = Annotated[tuple[int, int | None], BeforeValidator(_numbers), PlainSerializer(_as_written)]
Positive = Annotated[int, Field(gt=0)]


class Bet(Section):
    """A bet: its name on the felt, the limit that binds it, what it pays."""

    name: Label
    limit: str
    pays: Pays


class NoMost(Section):
    """With this value of an option there is no maximum."""

    option: Checked[str]
    value: Checked[str]


class Limit(Section):
    """The maximum of a kind of bet, in minimums of the table; with none given, the authorisation fixes it.

    A span may be given in `parts` of a minimum, as from 5 to 10 halves; `least` alone leaves it open above. `gain`
    bounds what may be won, in maxima of the limit that `of` names. A limit `of` something else without a gain follows
    from it, and the house sets none, unless it has a `minimum_part`: then the house stipulates it, at most that part of
    the table's minimum; or is `bounded`: then the house may fix it, at most at the other's. Otherwise a minimum may lie
    from one of so many parts of the table's to so many times it. `authorised` names what of this is counted in minimums
    that the authority gave the game, not in the table's. Where the multiples are `banded` they are those of its band,
    within which a table's maximum may be anything. `none` is when the house sets no maximum.
    """

    multiples: tuple[Positive, ...] | None = None
    between: Span | None = None
    parts: Positive = 1
    least: Positive | None = None
    gain: Span | None = None
    of: str = ""
    minimum_part: Positive = 1
    bounded: Checked[bool] = False
    minimum_up_to: Checked[Positive] = 1
    authorised: tuple[Literal["maximum", "minimum"], ...] = ()
    raisable: Checked[bool] = False
    banded: Checked[bool] = False
    none: Checked[NoMost | None] = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if sum(form is not None for form in (self.multiples, self.between, self.least, self.gain)) > 1:
            raise ValueError("give one of multiples, between, least or gain")
        for span in (self.between, self.gain):
            if span is not None and not 0 < span[0] <= span[1]:
                raise ValueError(f"{list(span)} is no span of positive numbers")
        if self.gain and not self.of:
            raise ValueError("a gain is measured by another limit: name it with 'of'")
        if self.bounded and not self.follows:
            raise ValueError("what the house fixes is bounded by another limit: name it with 'of'")
        if self.banded and not self.multiples:
            raise ValueError("a band ends at multiples of its minimum: give them")
        return self

    @property
    def follows(self) -> bool:
        """Whether the maximum follows from another one or from a stake."""
        return bool(self.of) and self.gain is None

    @property
    def stipulated(self) -> bool:
        """Whether the house stipulates how much it is: at most a part of the table's minimum, or another maximum."""
        return self.follows and (self.bounded or self.minimum_part > 1)

    @property
    def leaves_open(self) -> bool:
        """Whether there is more than one maximum to choose from."""
        span = self.between or self.gain
        return span[0] < span[1] if span else not self.multiples or len(self.multiples) > 1

    def stays(self, authorised: bool) -> bool:
        """Whether the maximum stays when a table's minimum changes; what the authority gave may be known, or not."""
        if not (self.multiples or self.between or self.least):
            return True
        return authorised and (self.banded or "maximum" in self.authorised)

    def lowest(self, minimum: int) -> int:
        """The lowest maximum at this minimum; where the authorisation fixes it without a rule, a hundredfold."""
        if self.between:
            return -(-self.between[0] * minimum // self.parts)
        return (self.multiples[0] if self.multiples else self.least or 100) * minimum


class Minimum(Section):
    """How far the house may raise the minimum stake, how that is announced, and whether one table keeps the lowest.

    With `band`, the authorisation may give a span for it; raised `exactly`, it is so many times the authorised one.
    Where it is the last shoe that is announced, `announced_shoe`; of a shuffler, what its closing has.
    """

    up_to: Checked[Positive | None] = None
    exactly: Checked[bool] = False
    announced_rounds: int = 0
    announced_shoe: Checked[bool] = False
    keeps_one_table: Checked[bool] = False
    band: Checked[bool] = False


class Staff(Section):
    """Who serves a table of this form: each role's least and greatest number, and how many tables a chief may hold."""

    roles: Checked[dict[str, Numbers]]
    tables_per_chief: Checked[Positive | None] = None


class Players(Section):
    """How many may sit, and whether others may stake standing. No number of seats: no limit."""

    seats: Positive | None = None
    standing: Checked[bool] = True


class Call(Section):
    """What is said aloud, by whom. Braces stand for what the round fills in: `{0}`, or a card as it is called.

    `{0:carta}` is one of the French pack, `{0:naipe}` one of the Spanish pack.
    """

    say: str
    by: Cited[str] = "crupier"

    @field_validator("say")
    @classmethod
    def _fillable(cls, say: str) -> str:
        for _, place, kind, _ in Formatter().parse(say):
            if place is not None and (not place.isdigit() or kind not in ("", "carta", "naipe")):
                raise ValueError(f"'{{{place}:{kind}}}': braces hold a number, and after a colon 'carta' or 'naipe'")
        return say


class Settlement(Section):
    """In what order stakes are taken and paid, and whether a winning stake stays on the felt."""

    order: tuple[str, ...] = ()
    losers_first: bool = True
    winners_stay: bool = True
    together: Literal["no", "all", "multiple"] = "no"


class Irregularity(Section):
    """Something that must not happen: at which steps it may be reported, and what the text does about it.

    A step may be named with what is being chosen, `choose:punto`; `lying` is how many cards must lie where for it to
    have happened. Where the text says whose it is to stop the game, `by` names them, and nobody below them reports it;
    a player only where it is named.
    """

    name: Label
    during: tuple[str, ...]
    lying: dict[str, int] = Field(default_factory=dict)
    remedy: str
    by: tuple[Literal["jefe-de-mesa", "crupier", "inspeccion", "jugador"], ...] = ()


class Closing(Section):
    """What is announced at the end of the day, and how the equipment or the table is closed."""

    announced_rounds: int = 0
    sealed: Cited[bool] = False
    temporary: Cited[bool] = False


class Float(Section):
    """The least float of a table, as a multiple of its minimum."""

    times_minimum: Checked[Positive]


class ShoeRule(Section):
    """The cards: which pack, how many, how many backs, how many stay behind the cut card, how many are burnt first."""

    pack: str = "52"
    packs: Positive
    backs: Checked[Positive] = 1
    behind: int = Field(default=0, ge=0)
    burnt: int = Field(default=0, ge=0)


class CardTable(Section):
    """The equipment of a dealt game: its cards, and whatever a game adds."""

    cards: ShoeRule


class Needed(Section):
    """How many players a game needs to begin and to go on, at the table or at each of its cloths."""

    number: Positive
    at_each: Literal["table", "cloth"] = "table"

    @property
    def people(self) -> int:
        """How many that makes in all: of two cloths the banker sits at neither."""
        return self.number if self.at_each == "table" else 2 * self.number + 1


class Circle(Players):
    """Players who play against one another, and how many it takes."""

    needed: Needed


class Cut(Section):
    """What the house takes: from so many to so many per cent, `of` what, and how often.

    Of what the banker wins, of the pot, of the table's maximum, of its first stack, or of its minimum from each player.
    `minutes`: how long a session lasts that is paid for.
    """

    percent: tuple[Percent, Percent]
    of: Literal["winnings", "pot", "maximum", "stack", "minimum"]
    each: Literal["coup", "interval", "hand", "session"]
    minutes: Checked[Positive] = 60

    @model_validator(mode="after")
    def _a_span(self) -> Self:
        if not 0 <= self.percent[0] <= self.percent[1] <= 100:
            raise ValueError("percent: from the least to the most, 0 to 100")
        return self

    def allows(self, share: Fraction) -> bool:
        """Whether the house may take this share."""
        return self.percent[0] <= 100 * share <= self.percent[1]


class Fee(NamedTuple):
    """An amount that is asked of each player, by which article, and between which it must lie."""

    cents: int
    article: str
    least: Fraction
    most: Fraction


class Ante(Section):
    """What everybody who wants cards stakes first: at most this part of the table's minimum."""

    up_to: Pays


class Chosen(Protocol):
    """A table's settings, as far as the law needs to know them: what was chosen where a text leaves a choice."""

    @property
    def options(self) -> Mapping[str, str]: ...


CALLED = ("irregularities.", "rulings.", "hands.kinds.")  # what a round calls by its id


class TableRulebook(Rulebook):
    """What every text says of a table: its limits' change, its people, its calls, what may go wrong, its closing.

    `between_players`: whether they play against one another. `open_stacks`: whether what a player holds lies before the
    others' eyes.
    """

    between_players: ClassVar[bool] = False
    open_stacks: ClassVar[bool] = False

    minimum: Minimum
    staff: Checked[dict[str, Staff]]
    players: Checked[Players]
    calls: dict[str, Call]
    irregularities: dict[str, Irregularity] = Field(default_factory=dict)
    options: dict[str, Option] = Field(default_factory=dict)
    closing: dict[str, Closing] = Field(default_factory=dict)
    float_: Checked[Float | None] = Field(default=None, alias="float")

    @property
    def pockets(self) -> tuple[str, ...]:
        """The equally likely outcomes of what turns, by what is read off them: several may read alike."""
        return ()

    @property
    def dice(self) -> int:
        """How many dice are thrown at once."""
        return 0

    @functools.cached_property
    def called(self) -> Mapping[str, str]:
        """The names of faults, rulings and hands by their ids, as a round names them: that of `trio` is *Trío*."""
        named = {key.removesuffix(".name"): name for key, name in self.labels.items()}
        return {path.rpartition(".")[2]: name for path, name in named.items() if path.startswith(CALLED)}

    def need(self, part: str, names: Iterable[str]) -> None:
        """For a validator: a part of the rulebook, as `calls` or `options`, must have all of these."""
        for name in names:
            if name not in getattr(self, part):
                raise ValueError(f"{part}.{name}: missing")

    def options_among(self, known: Mapping[str, Sequence[str]]) -> None:
        """For a validator: an option that a game knows may have the values that it knows, and no others."""
        for name, values in known.items():
            if name in self.options and not set(self.options[name].values) <= set(values):
                raise ValueError(f"options.{name}.values: among {', '.join(values)}")

    def remedies_among(self, known: Sequence[str]) -> None:
        """For a validator: an irregularity has one of the remedies that a game knows."""
        for name, rule in self.irregularities.items():
            if rule.remedy not in known:
                raise ValueError(f"irregularities.{name}.remedy: among {', '.join(known)}")

    def option(self, settings: Chosen, name: str) -> str:
        """What was chosen, or else the default; nothing where the text leaves no such choice."""
        option = self.options.get(name)
        return settings.options.get(name, option.default) if option else ""

    def pricing(self, chosen: Mapping[str, str]) -> Self:
        """The same rulebook, whose odds are counted for what was chosen within a range too."""
        more = {
            name: option.model_copy(update={"values": (*option.values, chosen[name])})
            for name, option in self.options.items()
            if name in chosen and chosen[name] not in option.values and option.takes(chosen[name])
        }
        if not more:
            return self
        book = self.model_copy(update={"options": {**self.options, **more}})
        vars(book).pop("digest", None)
        return book

    def narrowed(self, chosen: Mapping[str, str]) -> Self:
        """The same rulebook with no other values of these options."""
        only = {name: {"values": (value,), "default": value} for name, value in chosen.items()}
        options = {name: option.model_copy(update=only.get(name, {})) for name, option in self.options.items()}
        book = self.model_copy(update={"options": options})
        vars(book).pop("digest", None)
        return book

    def form(self, options: Mapping[str, str]) -> str:  # noqa: ARG002
        """The form of table that a house with these options has, by which its staff is counted."""
        return next(iter(self.staff))

    def tables_per_chief(self, form: str) -> tuple[int | None, str]:
        """How many tables of this form a chief may hold at once, if the text says so, and its article."""
        return self.staff[form].tables_per_chief, self.staff[form].article

    @property
    def least_players(self) -> int:
        """How many must sit for a round to be played."""
        return 1

    def seating(self, options: Mapping[str, str]) -> tuple[int | None, str]:  # noqa: ARG002
        """How many may play at a table with these options, if the text says so, and its article."""
        return self.players.seats, self.players.article

    def places(self, options: Mapping[str, str]) -> tuple[int | None, str]:
        """How many seats a table with these options has: for as many as may play, unless some of them stand."""
        return self.seating(options)


class FeltRulebook(Rulebook):
    """What a game with stakes on a felt says: its bets, what they are bound by, how they are settled."""

    bets: dict[str, Any]
    limits: dict[str, Limit]
    settlement: Settlement

    @model_validator(mode="after")
    def _bets_have_limits(self) -> Self:
        for name, bet in self.bets.items():
            if bet.limit not in self.limits:
                raise ValueError(f"bets.{name}.limit: there is no limit '{bet.limit}'")
        return self


class DealtRulebook(Rulebook):
    """What a dealt game says: its cards."""

    equipment: CardTable


class StakedRulebook(TableRulebook, FeltRulebook):
    """A table with stakes on a felt, whoever is the bank."""

    @model_validator(mode="after")
    def _calls_of_a_round(self) -> Self:
        self.need("calls", ("open", "close", "result"))
        return self


class BankRulebook(StakedRulebook):
    """A game against the house with stakes on a felt."""


class CircleRulebook(TableRulebook):
    """A game between players: the house puts up nothing, and takes a cut in one of the ways its text gives."""

    between_players: ClassVar[bool] = True

    players: Circle
    cuts: dict[str, Cut]
    ante: Ante | None = None

    @property
    def least_players(self) -> int:
        """How many players the game needs, with a banker who sits at neither of two cloths."""
        return self.players.needed.people

    @model_validator(mode="after")
    def _the_house_lives_of_something(self) -> Self:
        if not self.cuts:
            raise ValueError("cuts: say what the house takes")
        return self
