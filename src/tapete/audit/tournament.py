"""Is a tournament legal? Leave, notice, bases, fees and prizes against its text, and its tables at every level."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from tapete.audit.breach import Breach
from tapete.audit.table import Euros, TableFile
from tapete.audit.table import check as check_table
from tapete.engine.settings import Settings
from tapete.errors import Said, TapeteError, either
from tapete.games import game
from tapete.law.rulebook import Count, Model, Whole
from tapete.law.sections import BankRulebook, CircleRulebook
from tapete.law.tournaments import Tournaments, tournaments
from tapete.money import format_cents
from tapete.torneo.levels import Level
from tapete.torneo.prizes import Prize
from tapete.validation import first_wrong, refusing

# A share as it is written, of no more digits than anybody needs: a power of ten may be longer than a machine can hold.
PERCENT = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20}|/[1-9][0-9]{0,19})?")


def _percent(value: Any) -> Fraction:
    if not PERCENT.fullmatch(str(value)):
        raise TapeteError("not a number")
    return Fraction(str(value))


Percent = Annotated[Fraction, BeforeValidator(refusing(_percent))]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Note = Annotated[str, Field(max_length=300)]
LAST, CHIPS = "eliminacion", "fichas"
NEEDED = "players.needed"
MOST = 1000  # who may take part in one


class Leave(Model):
    """The authority's leave: its number, from when to when, and whether it lets the casino play elsewhere."""

    number: Annotated[str, Field(max_length=80)]
    from_: date = Field(alias="from")
    until: date
    elsewhere: bool = False


class NoticeFile(Model):
    """When the authority was told, of which day and which hours."""

    sent: date
    day: date
    hours: Annotated[str, Field(max_length=40)] = ""


class EntryFile(Model):
    """How one signs up and what that costs; how many may, how often again, until which level; what the house keeps."""

    how: Note = ""
    fee: Euros | None = None
    kept: Percent = Field(default=Fraction(0), ge=0, le=100)
    most: Whole = Field(default=MOST, ge=2, le=MOST)
    again: Whole = Field(default=0, ge=0, le=100)
    late: Whole = Field(default=0, ge=0, le=100)


class LevelFile(Model):
    """Minutes at a minimum; without one, a break."""

    minutes: Whole = Field(ge=1, le=600)
    minimum: Euros = 0


class PlayFile(Model):
    """The rules of play: chips to begin with, seats at a table, levels or so many rounds, and a table's own choices."""

    stack: Euros = Field(gt=0)
    levels: tuple[LevelFile, ...] = Field(min_length=1, max_length=100)
    rounds: Whole | None = Field(default=None, ge=1, le=10_000)
    seats: Whole | None = Field(default=None, ge=2, le=100)
    chip: Euros | None = Field(default=None, gt=0)
    options: dict[str, str] = Field(default_factory=dict)
    staff: dict[str, Count] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _begins_playing(self) -> "PlayFile":
        if not self.levels[0].minimum:
            raise ValueError("levels.1: the first is played, and a break comes after one")
        return self


class PrizeFile(Model):
    """The prize of a place: a share of what reverts, in per cent, an amount, or an object with its value."""

    place: Whole = Field(ge=1, le=MOST)
    share: Percent | None = Field(default=None, gt=0, le=100)
    euros: Euros | None = Field(default=None, gt=0)
    goods: Annotated[str, Field(max_length=120)] = ""
    value: Euros = 0

    @property
    def prize(self) -> Prize:
        """The same, as prizes are counted."""
        return Prize(self.place, self.share or Fraction(0), self.euros or 0, self.goods, self.value)


class TournamentFile(Model):
    """A tournament as a casino would write it down. Amounts are euros, of chips as well."""

    tournament: Name
    game: str
    region: str
    sit_and_go: bool = False
    place: Literal["casino", "elsewhere"] = "casino"
    authorisation: Leave | None = None
    notice: NoticeFile | None = None
    entry: EntryFile = EntryFile()
    play: PlayFile | None = None
    classification: Literal["", "eliminacion", "fichas"] = ""
    deal: Literal["", "valor", "fichas"] = ""  # how all who are left may share the money, if they agree
    prizes: tuple[PrizeFile, ...] = Field(default=(), max_length=MOST)

    @property
    def law(self) -> Tournaments:
        """What the text says of tournaments."""
        return tournaments(self.region)

    @property
    def rules(self) -> BankRulebook:
        """The game's rulebook, as its tables run by it in a tournament."""
        rules: BankRulebook = game(self.game).rules(self.region, self.readings)
        return rules

    @property
    def readings(self) -> dict[str, str]:
        """What is read otherwise at a tournament's tables: where a game between players needs more, two play on."""
        plain = game(self.game).rules(self.region)
        needed = plain.players.needed if isinstance(plain, CircleRulebook) else None
        return {NEEDED: "likely"} if needed is not None and needed.doubt else {}

    @property
    def levels(self) -> list[Level]:
        """The levels, as the clock has them."""
        assert self.play is not None
        return [Level(level.minutes, level.minimum) for level in self.play.levels]

    @property
    def chip(self) -> int:
        """The smallest chip of all its tables: the one given, or a euro's, or a cent's where that divides no stake."""
        assert self.play is not None
        amounts = [self.play.stack, *(level.minimum for level in self.play.levels)]
        return self.play.chip or (100 if all(cents % 100 == 0 for cents in amounts) else 1)

    @property
    def seats(self) -> int:
        """How many sit at one of its tables."""
        places = self.rules.places(self.options)[0]
        return (self.play.seats if self.play else None) or places or 10

    @property
    def options(self) -> dict[str, str]:
        """What its tables leave open: as it says, and nothing taken from a pot."""
        given = self.play.options if self.play else {}
        return {**_untaxed(game(self.game).rules(self.region)), **given}

    def table(self, level: Level) -> TableFile:
        """One of its tables at a level."""
        assert self.play is not None
        rules = self.rules
        given: dict[str, Any] = {
            "game": self.game,
            "region": self.region,
            "minimum": format_cents(level.minimum),
            "chip": format_cents(self.chip),
            "options": self.options,
            "readings": self.readings,
            "staff": self.play.staff,
            "seats": self.seats,
        }
        if rules.float_:
            given["float"] = format_cents(rules.float_.times_minimum * max(one.minimum for one in self.levels))
        return TableFile.model_validate(given)

    def settings(self, level: Level) -> Settings:
        """The settings of its tables at a level."""
        return self.table(level).settings()


def _untaxed(rules: Any) -> dict[str, str]:
    """The options by which a house takes nothing from the pots of a game between players, where the text lets it."""
    if not isinstance(rules, CircleRulebook) or "beneficio" not in rules.options:
        return {}
    free = [
        name for name in rules.options["beneficio"].values if name in rules.cuts and not rules.cuts[name].percent[0]
    ]
    return {"beneficio": free[0], "porcentaje": "minimo"} if free and "porcentaje" in rules.options else {}


def is_tournament(data: dict[str, Any]) -> bool:
    """Whether a file is of a tournament."""
    return "tournament" in data


def parse(data: dict[str, Any], file: str) -> TournamentFile:
    """A tournament from plain data; what is wrong is said with file, key and reason."""
    try:
        tournament = TournamentFile.model_validate(data)
        assert tournament.law and game(tournament.game).rules(tournament.region)
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None
    except ValidationError as error:
        raise TapeteError("{file}: {why}", file=file, why=first_wrong(error.errors(), model=TournamentFile)) from None
    return tournament


def check_tournament(tournament: TournamentFile) -> list[Breach]:
    """Every breach of the law in a tournament, each with its article."""
    law = tournament.law
    breaches = [*_leave(tournament, law), *_notice(tournament, law), *_bases(tournament, law), *_fees(tournament, law)]
    own = game(tournament.game).family in law.playing.families
    if not own:
        breaches.append(Breach("game", law.playing.article, tournament.game, Said("a game of casinos' own")))
    return [*breaches, *_prizes(tournament, law), *(_tables(tournament, law) if own and tournament.play else ())]


def _leave(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    rule, leave = law.authorisation, tournament.authorisation
    if leave is None:
        yield Breach("authorisation", rule.article, Said("none"), Said("the authority's leave"))
        return
    if not leave.from_ <= leave.until <= _months_after(leave.from_, rule.term.months):
        what = _days(leave.from_, leave.until)
        yield Breach(
            "authorisation.until", rule.term.article, what, Said("{months} months at most", months=rule.term.months)
        )
    if tournament.place == "elsewhere" and not leave.elsewhere:
        right = Said("the casino's own rooms, or leave to play elsewhere")
        yield Breach("place", law.place.article, Said("elsewhere"), right)
    day = tournament.notice.day if tournament.notice else None
    if day is not None and not leave.from_ <= day <= leave.until:
        yield Breach("notice.day", rule.term.article, day.isoformat(), _days(leave.from_, leave.until))


def _notice(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    """The authority knows of a tournament so many days before; one that begins once enough are there has a book."""
    rule, notice = law.notice, tournament.notice
    if tournament.sit_and_go:
        if law.sit_and_go.between_players and not tournament.rules.between_players:
            yield Breach("sit-and-go", law.sit_and_go.article, tournament.game, Said("a poker between players"))
        return
    if notice is None:
        yield Breach("notice", rule.article, Said("none"), Said("{days} days before", days=rule.days))
        return
    if not notice.hours.strip():
        yield Breach("notice.hours", rule.article, Said("none"), Said("from when to when it is played"))
    if notice.day - notice.sent < timedelta(days=rule.days):
        last = notice.day - timedelta(days=rule.days)
        yield Breach(
            "notice.sent", rule.article, notice.sent.isoformat(), Said("{day} or before", day=last.isoformat())
        )


def _bases(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    """What the bases must say, and do not."""
    said = {
        "inscription": ("entry.how", bool(tournament.entry.how.strip()), Said("how one signs up")),
        "cost": ("entry.fee", tournament.entry.fee is not None, Said("what it costs")),
        "rules": ("play", tournament.play is not None, Said("the rules of play: chips, levels, tables")),
        "classification": ("classification", bool(tournament.classification), Said("how places are decided")),
        "prizes": ("prizes", bool(tournament.prizes), Said("how prizes are shared, and what they are")),
    }
    for content in law.bases.contents:
        where, there, right = said[content]
        if not there:
            yield Breach(where, law.bases.article, Said("none"), right)
    if tournament.play and tournament.classification == CHIPS and tournament.play.rounds is None:
        yield Breach("play.rounds", law.bases.article, Said("none"), Said("how many rounds are played"))
    if tournament.play and tournament.classification == LAST and not tournament.rules.between_players:
        what = Said("'{option}'", option=LAST)
        right = Said("'{option}', as players play against the bank", option=CHIPS)
        yield Breach("classification", law.bases.article, what, right)
    if tournament.deal and tournament.classification != LAST:
        what, right = (
            Said("'{option}'", option=tournament.deal),
            Said("nothing, where chips decide after so many rounds"),
        )
        yield Breach("deal", law.bases.article, what, right)


def _fees(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    if tournament.entry.kept > law.fees.most_kept:
        right = Said("{most} per cent at most", most=law.fees.most_kept)
        what = Said("{percent} per cent", percent=_plain(tournament.entry.kept))
        yield Breach("entry.kept", law.fees.article, what, right)


def _prizes(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    """Every prize is something, the first places have them, and shares make up the whole."""
    article, prizes = law.bases.article, tournament.prizes
    for number, prize in enumerate(prizes, 1):
        kinds = (prize.share is not None, prize.euros is not None, bool(prize.goods))
        if sum(kinds) != 1:
            right = either([Said("a share"), Said("an amount"), Said("an object")])
            yield Breach(f"prizes.{number}", article, Said("{count} kinds", count=sum(kinds)), right)
    places = sorted({prize.place for prize in prizes})
    if places != list(range(1, len(places) + 1)):
        yield Breach("prizes", article, ", ".join(map(str, places)), Said("the first places, with none left out"))
    shares, amounts = [prize.share for prize in prizes if prize.share], [prize for prize in prizes if prize.euros]
    if shares and amounts:
        yield Breach("prizes", article, Said("shares and amounts"), Said("one or the other"))
    elif shares and sum(shares) != 100:
        what = Said("{percent} per cent", percent=_plain(sum(shares, Fraction(0))))
        yield Breach("prizes", law.fees.article, what, Said("100 per cent of what reverts"))


def _tables(tournament: TournamentFile, law: Tournaments) -> Iterator[Breach]:
    """Its tables at each of its levels are tables of the game."""
    assert tournament.play is not None
    if tournament.play.stack % tournament.chip:
        right = Said("whole chips of {chip}", chip=format_cents(tournament.chip))
        yield Breach("play.stack", law.playing.article, format_cents(tournament.play.stack), right)
    played = sum(not level.rest for level in tournament.levels)
    if tournament.entry.late >= played:
        right = Said("before the last of {levels}", levels=played)
        yield Breach("entry.late", law.bases.article, Said("until level {level}", level=tournament.entry.late), right)
    seen: set[tuple[str, str]] = set()
    for number, level in enumerate(tournament.levels, 1):
        if level.rest:
            continue
        for breach in check_table(tournament.table(level)):
            if (breach.where, breach.what) not in seen:
                seen.add((breach.where, breach.what))
                yield breach._replace(where=f"play.levels.{number}.{breach.where}")


def _months_after(day: date, months: int) -> date:
    """The last day of a term of months that begins on a day."""
    years, month = divmod(day.month - 1 + months, 12)
    try:
        following = day.replace(year=day.year + years, month=month + 1)
    except ValueError:  # the month is shorter
        following = date(day.year + years, month + 2, 1)
    return following - timedelta(days=1)


def _days(first: date, last: date) -> str:
    return Said("{first} to {last}", first=first.isoformat(), last=last.isoformat())


def _plain(percent: Fraction) -> str:
    """A percentage as it is written: whole ones without a point."""
    return f"{float(percent):g}"
