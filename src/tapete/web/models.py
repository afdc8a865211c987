"""What the API takes and gives at tables: typed, in cents."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile
from tapete.audit.table import parse as parse_table
from tapete.errors import Said as Sentence
from tapete.floor import overview
from tapete.floor.history import ListedRound
from tapete.floor.standing import GameTable, Position
from tapete.i18n import translated
from tapete.money import format_cents


class Strict(BaseModel):
    """Nothing that is not named."""

    model_config = ConfigDict(extra="forbid")


Cents = Annotated[int, Field(strict=True)]


class NewTable(Strict):
    """A table to open. What is left out is as the text would have it; amounts are cents."""

    game: str = Field(max_length=60)
    region: str = Field(max_length=60)
    name: str = Field(default="", max_length=60)
    physical: bool = False
    practice: bool = Field(default=False, description="play chips, outside the books; whoever opens it runs it alone")
    minimum: Cents = Field(default=500, gt=0, le=10**9)
    authorised_minimum: Cents | None = Field(default=None, gt=0, le=10**9, description="the authority's, if known")
    authorised_most: Cents | None = Field(default=None, gt=0, le=10**9, description="the end of the authorised band")
    maximum: dict[str, Cents] = Field(default_factory=dict, max_length=50)
    minimums: dict[str, Cents] = Field(default_factory=dict, max_length=50)
    chip: Cents | None = Field(default=None, gt=0, le=10**9)
    options: dict[str, str] = Field(default_factory=dict, max_length=50)
    readings: dict[str, str] = Field(default_factory=dict, max_length=50)
    seats: int | None = Field(default=None, ge=1, le=100)
    meter: str = Field(default="", max_length=60, description="the name of the accumulated prize that it shares")
    automatic: int = Field(default=0, ge=0, le=3600, description="seconds after which it goes on by itself, or 0")

    def file(self) -> TableFile:
        """The same as a casino would write it down."""
        data: dict[str, Any] = {
            "game": self.game,
            "region": self.region,
            "minimum": format_cents(self.minimum),
            "maximum": {name: format_cents(cents) for name, cents in self.maximum.items()},
            "minimums": {name: format_cents(cents) for name, cents in self.minimums.items()},
            "options": self.options,
            "readings": self.readings,
            "meter": self.meter,
        }
        if self.authorised_minimum is not None:
            data["authorised-minimum"] = format_cents(self.authorised_minimum)
        if self.authorised_most is not None:
            least = self.authorised_minimum or self.minimum
            data["authorised-minimum"] = [format_cents(least), format_cents(self.authorised_most)]
        if self.chip is not None:
            data["chip"] = format_cents(self.chip)
        if self.seats is not None:
            data["seats"] = self.seats
        return parse_table(data, Sentence("table"))


class TableOut(BaseModel):
    """A table."""

    id: str
    name: str
    game: str
    region: str
    title: str
    physical: bool
    automatic: int
    practice: bool
    tournament: str
    state: str
    seats: int | None
    minimum: Cents
    authorised_minimum: Cents | None
    authorised_most: Cents | None
    maximum: dict[str, Cents]
    chip: Cents
    options: dict[str, str]
    readings: dict[str, str]

    @classmethod
    def of(cls, table: GameTable) -> "TableOut":
        """A table of the floor."""
        settings = table.settings
        return cls(
            id=table.public_id,
            name=table.name,
            game=table.game,
            region=table.region,
            title=table.rules.title,
            physical=table.physical,
            automatic=table.automatic,
            practice=table.practice,
            tournament=table.tournament,
            state=table.state,
            seats=table.seats,
            minimum=settings.minimum,
            authorised_minimum=settings.authorised or None,
            authorised_most=settings.authorised_most or None,
            maximum=settings.maximum,
            chip=settings.chip,
            options=settings.options,
            readings=table.choices,
        )


class Overseen(BaseModel):
    """A table at a glance: what it won in the rounds that have odds, and what these let expect; amounts in cents."""

    table: TableOut
    number: int
    players: list[str]
    waiting: int
    round: int
    playing: bool
    dropped: Cents
    rounds: int
    won: float
    expected: float | None
    deviations: float | None
    alerts: list[str]

    @classmethod
    def of(cls, seen: overview.Overseen) -> "Overseen":
        """A table of the overview."""
        tally = seen.tally
        return cls(
            table=TableOut.of(seen.table),
            number=seen.table.id,
            players=list(seen.players),
            waiting=seen.waiting,
            round=seen.round,
            playing=seen.playing,
            dropped=seen.dropped,
            rounds=tally.rounds if tally else 0,
            won=tally.won if tally else 0.0,
            expected=tally.expected if tally and tally.priced else None,
            deviations=tally.deviations if tally else None,
            alerts=[translated(alert) for alert in seen.alerts],
        )


class BreachOut(BaseModel):
    """Where the law is breached, by which article, what is and what should be."""

    where: str
    article: str
    what: str
    right: str

    @classmethod
    def of(cls, breach: Breach) -> "BreachOut":
        """A breach in the reader's language."""
        where, article, what, right = breach
        return cls(where=translated(where), article=article, what=translated(what), right=translated(right))


class Verdict(BaseModel):
    """Whether a table may be opened."""

    legal: bool
    breaches: list[BreachOut]


class Where(BaseModel):
    """How far a table has come after a command."""

    round: int
    n: int
    change: int

    @classmethod
    def of(cls, position: Position) -> "Where":
        """A position of the floor."""
        return cls(round=position.round, n=position.n, change=position.change)


class Written(Where):
    """The same after a document was written, with its number."""

    number: int


class ByItself(Strict):
    """After how many seconds a table goes on by itself; 0 where a croupier sees to it."""

    seconds: int = Field(ge=0, le=3600)


class BuyIn(Strict):
    """Chips to buy."""

    cents: Cents = Field(gt=0, le=10**9)


class Bring(Strict):
    """What a player adds to the chance of the next round."""

    value: str = Field(min_length=64, max_length=64, description="64 hexadecimal digits")


class SitDown(BuyIn):
    """Chips to sit down with, and a name to sit under where one's own is taken."""

    name: str = Field(default="", max_length=40)


class StrikeIn(Strict):
    """Whom to strike off the list of a table."""

    name: str = Field(max_length=40)


class ActIn(Strict):
    """Something to do. `who` says as whom, where one has several hats."""

    do: str = Field(max_length=40)
    on: str = Field(default="", max_length=80)
    cents: Cents = Field(default=0, ge=0, le=10**9)
    who: str = Field(default="", max_length=40)
    slots: list[Annotated[str, Field(max_length=8)]] = Field(default_factory=list, max_length=60)


class Said(Strict):
    """The same as typed: `rojo 10`, `17 5`, `no va más`."""

    text: str = Field(min_length=1, max_length=200)


class Fell(Strict):
    """What fell: a pocket, a card, or dice."""

    value: str | list[int] = Field(max_length=40)


class ReportIn(Strict):
    """An irregularity of the rulebook."""

    name: str = Field(max_length=80)


class RewindIn(Strict):
    """The input to go back to, and why."""

    to: int = Field(ge=0, le=10**6)
    why: str = Field(min_length=1, max_length=200)


class CorrectIn(Strict):
    """The input that says what fell, what it should say, and why."""

    n: int = Field(ge=1, le=10**6)
    value: str | list[int]
    why: str = Field(min_length=1, max_length=200)


class VoidIn(Strict):
    """Why the round counts for nothing."""

    why: str = Field(min_length=1, max_length=200)
    article: str = Field(default="", max_length=40)


class InviteIn(Strict):
    """Whom a link invites to the table."""

    role: Literal["player", "croupier", "inspector", "regulator"] = "player"
    name: str = Field(default="", max_length=40)


class Invitation(BaseModel):
    """A link's token: it is followed at /link/{token}, or sent to /api/v1/session/link."""

    token: str
    path: str


class Consequence(BaseModel):
    """What would follow: a round's entries, and the same in words."""

    entries: list[dict[str, Any]]
    told: list[str]


class Hint(BaseModel):
    """A choice with what it is worth for each unit staked, or a bet with what the house keeps of it."""

    choice: str
    worth: float
    exact: str | None = None
    article: str = ""


class RoundOut(BaseModel):
    """A round in a list."""

    table: str
    number: int
    state: str
    players: list[str]
    opened: int
    ended: int | None
    hash: str
    fell: str = ""
    greatest: Cents | None = Field(default=None, description="nothing where it is not the reader's to know")

    @classmethod
    def of(cls, played: ListedRound, players: tuple[str, ...], fell: str, greatest: int | None) -> "RoundOut":
        """A round of the floor."""
        return cls(
            table=played.table,
            number=played.number,
            state=played.state,
            players=list(players),
            opened=played.opened,
            ended=played.ended,
            hash=played.hash,
            fell=fell,
            greatest=greatest,
        )


class Transcript(BaseModel):
    """A round's lines, as the reader may have them."""

    lines: list[str]


class AuditOut(BaseModel):
    """What an audit found."""

    rounds: int
    inputs: int
    clean: bool = Field(description="no breach, and by editions that not only the log vouches for")
    breaches: list[BreachOut]
    notes: list[str] = Field(description="what a reader should know though it is no breach")


class EveningOut(BaseModel):
    """One's evening at a table, from noon of a day to the next; `won` is less than nothing where it was lost."""

    table: str
    name: str
    game: str
    who: str
    day: date
    rounds: int
    won: Cents
    first: int
    last: int


class DecisionOut(BaseModel):
    """A decision, what is best, and what the difference is to be expected to cost in cents; `n` is its entry."""

    number: int
    n: int
    chose: str
    best: str
    cents: float
    article: str


class CostOut(BaseModel):
    """A bet in an evening: in how many rounds, what was put on it, and what its exact edge lets that cost, in cents."""

    bet: str
    times: int
    staked: Cents
    cost: float | None
    article: str


class LookedOut(BaseModel):
    """The bets of an evening, the dearest first, from so many of its rounds; ask again for the others."""

    rounds: int
    of: int
    bets: list[CostOut]
