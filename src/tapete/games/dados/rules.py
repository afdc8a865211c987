"""What may differ between the texts in craps, the bets as automata, and the felt they make."""

import functools
from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.dados.settle import EASY, HARD, NUMBER, OTHER
from tapete.law.marks import Checked
from tapete.law.rulebook import Model, Section
from tapete.law.sections import BankRulebook, Bet, Limit, Pays, Positive, Span
from tapete.money import Range, Ratio

LINE = "line"
Throws = tuple[int | Literal["number", "hard", "easy", "other"], ...]


class Phase(Model):
    """What decides a bet: totals, the bet's own number (in any way, by doubles, otherwise), or all other throws."""

    wins: Throws
    loses: Throws


class TakingDown(Section):
    """When a stake may be taken back: always, until its number is known, never, or as the house has it."""

    when: Literal["always", "until-number", "never", "option"]


class DiceBet(Bet):
    """A bet on the dice. `sets` are the totals that become its number, after which `then` decides it.

    `numbers` are the spots of a bet made on a number of one's choice; `line` is the bet that an associated one follows.
    `pays_by` goes by the bet's number or, if it has none, by the total thrown.
    """

    made: Literal["first-throw", "later-throws", "any-throw"]
    wins: Throws
    loses: Throws
    null: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()
    then: Phase | None = None
    numbers: tuple[int, ...] = ()
    line: str = ""
    pays_by: dict[int, Pays] = Field(default_factory=dict)
    taken_down: TakingDown

    @model_validator(mode="after")
    def _whole(self) -> Self:
        marks = [*self.wins, *self.loses, *self.null, *self.sets]
        if len(set(marks)) != len(marks):
            raise ValueError("a throw cannot decide a bet in two ways")
        if not all(2 <= total <= 12 for total in marks if isinstance(total, int)):
            raise ValueError("two dice show 2 to 12")
        if bool(self.sets) != bool(self.then):
            raise ValueError("'sets' and 'then' go together")
        return self

    def spots(self, name: str) -> dict[str, int]:
        """The bet's spots, each with its number."""
        return {f"{name}:{number}": number for number in self.numbers} or {name: 0}


class DiceLimit(Limit):
    """A maximum that may be a percentage, by number, of another limit's or of the stake on the line."""

    percent: dict[int, Positive] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _percent_of_something(self) -> Self:
        if bool(self.percent) != self.follows:
            raise ValueError("'percent' needs to say of what: another limit, or 'line'")
        return self


class Make(Section):
    """How a die is made: least and greatest edge in millimetres."""

    edge: Checked[Span]


class Supply(Section):
    """How many dice a table is given for a session, none of them used in the last one."""

    dice: Checked[Positive]


class Dice(Section):
    """The dice: how many are thrown and how many lie in reserve."""

    thrown: Positive
    reserve: Checked[Positive]
    make: Checked[Make]
    session: Checked[Supply]

    @model_validator(mode="after")
    def _all_counted(self) -> Self:
        if self.thrown + self.reserve != self.session.dice:
            raise ValueError("the dice thrown and those in reserve are not all the dice of the session")
        return self


class OnTheLine(Section):
    """The bets of which the shooter must have made one before the first throw."""

    bets: tuple[str, ...]


class LostDie(Section):
    """Whether a new set of dice is brought when a die that fell on the floor is missing, or when it is found."""

    renewed_when: Literal["missing", "found"]


class Shooter(Section):
    """Who throws and what binds him: the throw, the change of dice between series, a die lost, his own stake."""

    throw: Section
    change: Section
    lost_die: LostDie
    stake: OnTheLine


class Rules(BankRulebook):
    """A region's rules of craps."""

    equipment: Dice
    shooter: Shooter
    bets: dict[str, DiceBet]
    limits: dict[str, DiceLimit]  # type: ignore[assignment]

    @property
    def dice(self) -> int:
        return self.equipment.thrown

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        earlier: list[str] = [LINE]
        for name, limit in self.limits.items():
            if limit.of and limit.of not in earlier:
                raise ValueError(f"limits.{name}.of: there is no limit '{limit.of}' before it")
            earlier.append(name)
        for name, bet in self.bets.items():
            if bet.line and bet.line not in self.bets:
                raise ValueError(f"bets.{name}.line: there is no bet '{bet.line}'")
            percent = self.limits[bet.limit].percent
            if percent and not {*bet.numbers, *(self.bets[bet.line].sets if bet.line else ())} <= percent.keys():
                raise ValueError(f"bets.{name}.limit: '{bet.limit}' has no percentage for some of its numbers")
        return self


class Automaton(NamedTuple):
    """A bet as settlement takes it: its two phases as sets of throws, and what it pays by number or total."""

    first: tuple[int, int, int, int]
    then: tuple[int, int, int, int]
    pays: tuple[Ratio, ...]
    follows_point: bool

    def phase(self, number: int) -> tuple[int, int, int, int]:
        """What decides the bet once it is on a number, or before (0)."""
        return self.then if number else self.first


@functools.lru_cache(maxsize=64)
def automata(rules: Rules) -> dict[str, Automaton]:
    """Every bet as an automaton."""
    return {name: _automaton(rules, bet) for name, bet in rules.bets.items()}


def _automaton(rules: Rules, bet: DiceBet) -> Automaton:
    first = _set(bet.wins), _set(bet.loses), _set(bet.null), _set(bet.sets)
    then = (_set(bet.then.wins), _set(bet.then.loses), 0, 0) if bet.then else first
    pays = tuple(bet.pays_by.get(key, bet.pays) for key in range(13))
    made = rules.bets[bet.line].made if bet.line else bet.made
    return Automaton(first, then, pays, follows_point=made == "first-throw")


def _set(throws: Throws) -> int:
    words = {"number": NUMBER, "hard": HARD, "easy": EASY, "other": OTHER}
    return sum(1 << mark if isinstance(mark, int) else words[mark] for mark in throws)


def points(rules: Rules) -> tuple[int, ...]:
    """The numbers that can be the point."""
    return rules.bets["win"].sets


def apart(rules: Rules) -> tuple[str, ...]:
    """Where stakes wait that have found a number of their own."""
    travelling = [name for name, bet in automata(rules).items() if rules.bets[name].sets and not bet.follows_point]
    return tuple(f"felt/{name}:{number}" for name in travelling for number in rules.bets[name].sets)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The felt at these settings. Where a stake on the line sets the maximum, the highest it can set."""
    return {
        spot: Spot(spot, name, _range(rules, settings, bet, number), bet.article)
        for name, bet in rules.bets.items()
        for spot, number in bet.spots(name).items()
    }


def _range(rules: Rules, settings: Settings, bet: DiceBet, number: int) -> Range:
    limit = rules.limits[bet.limit]
    least = settings.least(bet.limit)
    if limit.gain:
        span = tuple(factor * settings.maximum[limit.of] for factor in limit.gain)
        pays = bet.pays_by.get(number, bet.pays)
        most = _most_by_gain(settings.maximum[bet.limit], span, pays, least, settings.chip)
    elif limit.of == LINE:
        line = settings.maximum[rules.bets[bet.line].limit]
        numbers: Iterable[int] = [number] if number else limit.percent
        most = max(most_on_line(rules, settings, bet, each, line) for each in numbers)
    elif limit.of:
        most = _share(settings, settings.maximum[limit.of], limit.percent[number])
    else:
        most = settings.maximum[bet.limit]
    return Range(least, most, settings.chip)


def most_on_line(rules: Rules, settings: Settings, bet: DiceBet, number: int, line: int) -> int:
    """The most that an associated bet takes on a number beside this stake on its line."""
    limit = rules.limits[bet.limit]
    return _share(settings, line, limit.percent[number]) if limit.of == LINE else settings.maximum[bet.limit]


def _share(settings: Settings, cents: int, percent: int) -> int:
    """A percentage in whole chips."""
    return cents * percent // (100 * settings.chip) * settings.chip


def _most_by_gain(gain: int, span: tuple[int, ...], pays: Ratio, least: int, chip: int) -> int:
    """The stake that can win this gain, in whole chips so that the gain stays inside its span.

    >>> [_most_by_gain(10_000, (10_000, 30_000), Ratio(pays), 500, 50) for pays in (7, 30)]
    [1450, 500]
    """
    num, den = pays
    rounded = gain * den // (num * chip) * chip
    needed = -(-span[0] * den // (num * chip)) * chip
    most = max(rounded, needed)
    # A maximum under the minimum would close the bet, so the minimum is taken where the span has room for it.
    return least if most < least and least * num <= span[1] * den else most


__all__ = ["Automaton", "DiceBet", "Rules", "automata", "layout", "most_on_line", "points"]
