"""What a text says of the house as a whole, and of no game alone: sessions, people on duty, stock, conduct."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from tapete.law.loading import load, path_of
from tapete.law.marks import Checked, Label
from tapete.law.rulebook import Rulebook, Section
from tapete.law.sections import Chosen, Positive, TableRulebook

HOUSE = "casino"
Severity = Literal["light", "serious", "very-serious"]
OFF = ("", "no", "0")  # an option that a table does without
SEVERITIES: tuple[Severity, ...] = ("light", "serious", "very-serious")


class AlwaysOpen(Section):
    """How many tables must be in service whenever the casino is open: of one of these games, or of a family of them."""

    games: Checked[tuple[str, ...]] = ()
    family: Checked[str] = ""
    tables: Checked[Positive] = 1

    @model_validator(mode="after")
    def _of_something(self) -> Self:
        if bool(self.games) == bool(self.family):
            raise ValueError("give games or a family")
        return self


class Regulation(Section):
    """The text sends to the casino regulation of 1979: what that says of floats is law here, and no default."""


class Sector(Section):
    """How many tables a sector may have; who is chief of several has them in one, and so many of whatever game."""

    tables: Checked[Positive | None] = None
    of_a_chief: Checked[Positive | None] = None


class GoesOn(Section):
    """A table with its float must play for the first player and, if so, go on until the hour."""

    hour: bool = True


class Interruption(Section):
    """Why a table may stop before the hour: its players leave, or enough others are in service."""

    when: Literal["hour", "nobody-plays", "others-in-service"]


class Announces(Section):
    """Who says at a table what this article has announced before the end, besides the director."""

    by: tuple[Literal["crupier", "jefe-de-mesa", "inspector"], ...] = Field(min_length=1)


class Suspension(Section):
    """A table that nobody plays at may be locked for a while, its float under key: how long before the hour.

    `present` are those of whom one each must be on duty there when it is opened again.
    """

    hours_left: Positive | None = None
    present: tuple[tuple[str, ...], ...] = ()


class Sealing(Section):
    """Tables of these games have their equipment locked or sealed when the session ends."""

    games: Checked[tuple[str, ...]]


class Rotation(Section):
    """Whoever has a post at tables of these games is relieved after some minutes, or takes turns with the others.

    A turn is over after so many throws, if there is another in the post.
    """

    games: Checked[tuple[str, ...]]
    post: Checked[str]
    minutes: Checked[Positive | None] = None
    throws: Checked[Positive | None] = None


class Stock(Section):
    """What tables of these games play with comes from the depot, and is replaced after some minutes if it says so.

    `spread`: the same piece does not go to the same table session after session; `rested`: none that was in use in the
    session before.
    """

    kind: Literal["cards", "dice", "shoe"]
    games: Checked[tuple[str, ...]] = ()
    family: Checked[str] = ""
    minutes: Checked[Positive | None] = None
    spread: bool = False
    rested: bool = False


class Seizure(Section):
    """Equipment that is suspected is seized, packed and sealed before so many witnesses; who pays for a false alarm."""

    kind: Literal["cards", "dice", "shoe"]
    witnesses: Positive
    costs: Section


class Reversible(Section):
    """Games whose tables may become one another's: the one closes, the other opens with a float and books of its own.

    Of a game that is named in `forms` only tables of these forms may.
    """

    games: tuple[str, ...]
    forms: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class AtTables(Section):
    """A rule for tables of these games; with `options`, for those that play with one of them: at one of `values`."""

    games: Checked[tuple[str, ...]] = ()
    options: Checked[tuple[str, ...]] = ()
    values: Checked[tuple[str, ...]] = ()

    def concerns(self, rules: TableRulebook, settings: Chosen) -> bool:
        """Whether it is for a table."""
        chosen = [rules.option(settings, option) for option in self.options]
        plays = any(value in self.values if self.values else value not in OFF for value in chosen)
        return rules.game in self.games and (not self.options or plays)


class Notice(AtTables):
    """What must be shown or lie ready at some tables; with no games, in the room."""

    name: Label


class MostTables(AtTables):
    """No more of these tables than so many are in service at once, and in so many sessions a day if it says so.

    The dinner hour comes between two of those sessions.
    """

    tables: Checked[Positive]
    sessions: Checked[Positive | None] = None


class Servers(Section):
    """Who serves at tables of these games and has no part in the game: one for every so many of them or fraction."""

    games: Checked[tuple[str, ...]]
    tables: Checked[Positive]


class OneSeat(Section):
    """Nobody sits at several tables of these games at once."""

    games: tuple[str, ...]


class WaitingList(Section):
    """Whoever is chief of tables of these games has a list by which seats that fall free are taken."""

    games: tuple[str, ...]


class FloatFollows(Section):
    """At tables of these games a change of the minimum changes the float that is due."""

    games: Checked[tuple[str, ...]]


class Guarantee(Section):
    """What the cage has at the start of a session to pay with: the float of the table of these games whose minimum is
    highest, at least so many per cent of it in cash and the rest blocked in a bank.
    """

    games: Checked[tuple[str, ...]]
    cash: Checked[Positive] = 50


class Band(Section):
    """The limits of tables of these games lie within the band that the authorisation gives: all, or minimums only.

    Or one `limit` alone lies in it. Its upper end is at most so many `times` its lower one.
    """

    games: Checked[tuple[str, ...]]
    of: Checked[Literal["stakes", "minimums"]] = "stakes"
    limit: Checked[str] = ""
    times: Checked[Positive | None] = None


class Paper(AtTables):
    """What the casino must have from the authority: at all, or for each game of some tables.

    Of those named, or of all; `remote`, of those played at a distance; `reversible`, of those turned over; `linked`, of
    those that share an accumulated prize; `raised`, of those above the authorised minimum. One of `lowest` is never
    missing: who has it need not keep a table at that minimum, and who has not must.
    """

    name: Label
    each: Checked[Literal["house", "game", "remote", "reversible", "linked", "raised", "lowest"]] = "house"


class Prohibition(Section):
    """What a text forbids in the house without saying how it is punished, and to whom."""

    name: Label
    whose: Literal["company", "worker", "player", "anybody"]


class Infraction(Section):
    """What the authority punishes: how serious, and whose it is. `of` are the articles whose breach it is."""

    name: Label
    severity: Severity
    whose: Literal["company", "worker", "player", "anybody"]
    of: tuple[str, ...] = ()


class Recidivism(Section):
    """More than so many infractions of one severity within so many days are one of the next."""

    severity: Severity
    more_than: Positive = 1
    days: Positive = 365
    makes: Severity


class Responsibility(Section):
    """Who answers for an infraction besides who commits it."""

    whose: Literal["company", "anybody"]
    jointly: tuple[str, ...] = ()


class Organ(Section):
    """Who does something in a case."""

    by: Label


class Proceedings(Section):
    """How the authority goes about an infraction: who opens its case, who decides it, within how many months."""

    months: Positive
    opening: Organ
    resolution: Organ


class House(Rulebook):
    """A region's rules of the house."""

    equipment: Any = None
    always_open: dict[str, AlwaysOpen] = Field(default_factory=dict)
    regulation: Checked[Regulation | None] = None
    sector: Sector | None = None
    goes_on: GoesOn | None = None
    interruptions: dict[str, Interruption] = Field(default_factory=dict)
    announces: dict[str, Announces] = Field(default_factory=dict)
    suspension: Suspension | None = None
    sealing: dict[str, Sealing] = Field(default_factory=dict)
    rotation: dict[str, Rotation] = Field(default_factory=dict)
    stock: dict[str, Stock] = Field(default_factory=dict)
    seizure: Seizure | None = None
    reversible: Reversible | None = None
    notices: dict[str, Notice] = Field(default_factory=dict)
    most_tables: dict[str, MostTables] = Field(default_factory=dict)
    servers: Servers | None = None
    one_seat: OneSeat | None = None
    waiting: dict[str, WaitingList] = Field(default_factory=dict)
    float_follows: dict[str, FloatFollows] = Field(default_factory=dict)
    guarantee: Guarantee | None = None
    bands: dict[str, Band] = Field(default_factory=dict)
    papers: dict[str, Paper] = Field(default_factory=dict)
    prohibitions: dict[str, Prohibition] = Field(default_factory=dict)
    infractions: dict[str, Infraction] = Field(default_factory=dict)
    recidivism: dict[str, Recidivism] = Field(default_factory=dict)
    responsibility: dict[str, Responsibility] = Field(default_factory=dict)
    proceedings: Proceedings | None = None

    def band(self, game: str) -> Band | None:
        """That in which the limits of a game's tables lie, if the text has one for it."""
        return next((band for band in self.bands.values() if game in band.games), None)

    @property
    def dines(self) -> bool:
        """Whether something waits for the dinner hour."""
        return any(rule.sessions for rule in self.most_tables.values())

    def lowest(self, game: str) -> tuple[str, Paper] | None:
        """The paper, with its name, without which one table of a game keeps the authorised minimum."""
        papers = ((name, one) for name, one in self.papers.items() if one.each == "lowest" and game in one.games)
        return next(papers, None)


def house(region: str) -> House | None:
    """The rules of the house in a region, if its text has any."""
    return load(House, HOUSE, region) if path_of(HOUSE, region).is_file() else None


def tables_per_chief(rules: TableRulebook, form: str) -> tuple[int | None, str]:
    """How many tables the chief of one of this form may have, if a text says so, and its article.

    What a text prints of all games against the house is said of those too whose own section is silent.
    """
    most, article = rules.tables_per_chief(form)
    own = house(rules.region)
    if most is None and own is not None and own.sector is not None and not rules.between_players:
        return own.sector.of_a_chief, own.sector.article
    return most, article


def keeps_lowest(rules: TableRulebook) -> str:
    """The article by which one table of a game keeps the authorised minimum; nothing, where none must."""
    own = house(rules.region)
    paper = own.lowest(rules.game) if own else None
    if paper is not None:
        return paper[1].article
    return rules.minimum.article if rules.minimum.keeps_one_table else ""
