"""The games: one folder each, everything about it. This page is their register."""

import functools
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tapete.errors import IllegalAction, Missing, Said, TapeteError, UnknownError, Word
from tapete.games.folders import FOLDERS
from tapete.money import format_cents

if TYPE_CHECKING:
    from fractions import Fraction

    from tapete.cards.composition import Composition
    from tapete.engine.round import Play
    from tapete.engine.settings import Settings
    from tapete.engine.stakes import Layout
    from tapete.engine.transcript import Entry
    from tapete.engine.views import View
    from tapete.engine.window import Refusal
    from tapete.games.shared.described import Verdict
    from tapete.games.shared.felt.boards import Board
    from tapete.games.shared.felt.circle import Circle
    from tapete.games.shared.felt.geometry import Felt
    from tapete.games.shared.felt.results import Result
    from tapete.games.shared.felt.roads import Roads
    from tapete.law.rulebook import Model, Rulebook
    from tapete.law.sections import BankRulebook, CircleRulebook, Cut, Fee
    from tapete.money import Range
    from tapete.odds.chain import Figures
    from tapete.odds.equity import Equity
    from tapete.odds.evening import Fates
    from tapete.odds.frequency import Frequency, Take
    from tapete.odds.guide import Guide
    from tapete.odds.moments import Moment
    from tapete.odds.report import BetOdds
    from tapete.sim.program import Program


T = TypeVar("T")


class Advice(NamedTuple):
    """A choice and what is to be expected of it, net, for each unit staked."""

    option: str
    value: float


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its id. What it needs is imported when it is asked for."""

    id: str
    folder: str

    def has(self, part: str) -> bool:
        """Whether the game's folder has a part: `play`, `odds`, `frequencies`, `kernel`, … Only rules are demanded."""
        return _there(self.folder, part)

    def _part(self, name: str) -> Any:
        return importlib.import_module(f"tapete.games.{self.folder}.{name}")

    def _of(self, part: str, name: str, default: T) -> T:
        """Something that a part of the game says, or else what is said of any game."""
        said: T = getattr(self._part(part), name, default) if self.has(part) else default
        return said

    def _of_felt(self, name: str, default: T) -> T:
        return self._of("felt", name, default)

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions whose text has the game."""
        from tapete.law.loading import regions_of

        return regions_of(self.id)

    def rules(self, region: str, choices: Mapping[str, str] | None = None) -> Any:
        """The game's rulebook in a region; `choices` switches readings."""
        from tapete.law.loading import load

        return load(self.model, self.id, region, choices)

    def ruled(self, region: str, chosen: Mapping[str, str]) -> tuple[Any, dict[str, str]]:
        """The rulebook in a region with its readings switched as chosen, and the options among the choices."""
        from tapete.engine.settings import idle
        from tapete.law.rulebook import resolve

        rules: BankRulebook = self.rules(region)
        paths = [path for path, section in rules.sections() if section.variants]
        options = {name: value for name, value in chosen.items() if name in rules.options}
        for name, value in options.items():
            option = rules.options[name]
            if not option.takes(value):
                span = ["{} to {} in steps of {}".format(*option.ends)] if option.spans else []
                raise UnknownError(Said("value for {name}", name=name), value, [*option.values, *span])
        for name, other in idle(rules, options):
            alone, lacks = f"{name}={options[name]}", f"{other}={rules.options[name].beside[other]}"
            raise TapeteError("'{option}' counts only with '{value}'", option=alone, value=lacks)
        readings = {}
        for name, value in chosen.items():
            if name not in options:
                try:
                    readings[resolve(name, paths)] = value
                except UnknownError:
                    raise UnknownError("option", name, [*rules.options, *paths]) from None
        return self.rules(region, readings).pricing(options), options

    @property
    def model(self) -> "type[Any]":
        """The type of its rulebooks."""
        model: type[Any] = self._part("rules").Rules
        return model

    @property
    def aim(self) -> "Said | str":
        """What the game is about, for somebody who has never seen it; nothing where its folder does not say."""
        return getattr(importlib.import_module(f"tapete.games.{self.folder}"), "AIM", "")

    def wins(self, rules: "BankRulebook") -> "Mapping[str, str]":
        """What each bet wins with, for somebody who has never seen it, with braces for what the rulebook's bet has."""
        return self._of_felt("wins", lambda _rules: self._of_felt("WINS", {}))(rules)

    @property
    def family(self) -> str:
        """What it is played with; nothing said, cards."""
        family: str = getattr(importlib.import_module(f"tapete.games.{self.folder}"), "FAMILY", "cards")
        return family

    def layout(self, rules: "BankRulebook", settings: "Settings") -> "Layout":
        """The spots of a table's felt; of a game without one, none."""
        spots: Callable[..., Layout] | None = self._of("rules", "layout", None)
        return spots(rules, settings) if spots else {}

    def apart(self, rules: "BankRulebook") -> tuple[str, ...]:
        """Where chips may lie from round to round besides the spots: cells of a prison, numbers found, pots."""
        return self._of("rules", "apart", lambda _rules: ())(rules)

    def accumulates(self, rules: "BankRulebook", settings: "Settings") -> tuple[str, ...]:
        """The accounts of prizes that a table with these settings feeds; where its game does not say, the text's."""
        declared: Callable[..., tuple[str, ...]] | None = self._of("rules", "accumulates", None)
        if declared:
            return declared(rules, settings)
        return tuple(path for path in self.apart(rules) if path.startswith("meter/"))

    def felt(self, rules: "BankRulebook", settings: "Settings") -> "Felt | None":
        """The felt drawn: as the game draws it, or else its bets as tiles; none without a layout."""
        return _drawn(self, rules, settings)

    def circle(self, rules: "BankRulebook", view: "View", entries: "Sequence[Entry]") -> "Circle":
        """The table of a game between players as somebody sees it: what its game says of it, or else its people."""
        from tapete.games.shared.felt.circle import counted, plain

        declared: Callable[..., Circle] | None = self._of_felt("circle", None)
        return declared(rules, view, counted(entries)) if declared else plain(view, view.players)

    def refill(self, rules: "BankRulebook", settings: "Settings", held: int) -> "Range | Refusal | None":
        """What somebody who holds so much may buy more, where the text bounds it; nothing where it does not."""
        bounds: Callable[..., Range | Refusal | None] | None = self._of("rules", "refill", None)
        return bounds(rules, settings, held) if bounds else None

    def cut(self, rules: "BankRulebook", settings: "Settings") -> "tuple[Cut, Fraction] | None":
        """What the house takes in a game between players, and what share that is at a table."""
        chosen: Callable[..., tuple[Cut, Fraction]] | None = self._of_felt("cut", None)
        return chosen(rules, settings) if chosen else None

    def length(self, rules: "BankRulebook", settings: "Settings") -> "tuple[Said, str] | None":
        """How long a game between players lasts at a table, where the text says so, and by which article."""
        told: Callable[..., tuple[Said, str] | None] | None = self._of_felt("length", None)
        return told(rules, settings) if told else None

    def prizes(self, rules: "BankRulebook", settings: "Settings") -> "Sequence[tuple[str, Fraction, str]]":
        """What is won of all that is staked, where it is a share of that: each prize, its share and its article."""
        return self._of_felt("prizes", lambda *_: ())(rules, settings)

    def given(
        self, rules: "BankRulebook", settings: "Settings", entries: "Sequence[Entry]"
    ) -> "Sequence[tuple[str, str, str]]":
        """The things that a round gives as prizes: to whom, what, and by which article; in most games, none."""
        return self._of_felt("given", lambda *_: ())(rules, settings, entries)

    @property
    def asks_much(self) -> bool:
        """Whether a hand asks what takes more room than a stake: cards to choose from, an amount beside choices."""
        return self._of_felt("ASKS_MUCH", False)

    def caller(self, entries: "Sequence[Entry]", me: str) -> str:
        """Who else called the bank of a coup and had the cards, so that one's own stake went back; nobody in most."""
        return self._of_felt("caller", lambda *_: "")(entries, me)

    def fees(self, rules: "BankRulebook", settings: "Settings") -> "Sequence[Fee]":
        """What one amount is asked of players, in whole chips; nothing in most games."""
        return self._of("cuts" if self.has("cuts") else "rules", "fees", lambda *_: ())(rules, settings)

    def session_time(self, rules: "BankRulebook", settings: "Settings", *on: str) -> tuple[int, str]:
        """For how many milliseconds a charge of players lasts, of a whole session unless another is named; article."""
        return self._of("cuts", "session_time", lambda *_: (0, ""))(rules, settings, *on)

    def lasting(self, rules: "BankRulebook", settings: "Settings", *on: str) -> tuple[int, str]:
        """For how many milliseconds the house has announced a game, unless another end of it is named; article."""
        return self._of("lasting", "lasting", lambda *_: (0, ""))(rules, settings, *on)

    def ends(self, rules: "BankRulebook", on: str) -> bool:
        """Whether what is announced ahead is the end of a game between players, and not the house's closing hour."""
        return bool(self._of("lasting", "ends", lambda *_: False)(rules, on))

    def first_stack(self, rules: "BankRulebook", settings: "Settings") -> tuple[int, str] | None:
        """The least that somebody sits down with, and its article, where the text has the house fix it."""
        least: Callable[..., tuple[int, str] | None] | None = self._of("rules", "first_stack", None)
        return least(rules, settings) if least else None

    def check_first_stack(self, rules: "BankRulebook", settings: "Settings", cents: int) -> None:
        """Refuses whoever would sit down with less than the first stack."""
        least, article = self.first_stack(rules, settings) or (0, "")
        if cents < least:
            raise IllegalAction(
                "one sits down with {least} at least at this table, not with {amount}",
                article,
                least=format_cents(least),
                amount=format_cents(cents),
            )

    def retained(self, rules: "BankRulebook") -> str:
        """The article by which nobody takes chips away who stays, where there is one."""
        return self._of("rules", "retained", lambda _rules: "")(rules)

    def result(self, rules: "BankRulebook", fell: str) -> "Result":
        """What fell, as it is called and coloured."""
        from tapete.games.shared.felt.results import result

        return self._of_felt("result", result)(rules, fell)

    def road(self, entries: "Sequence[Entry]") -> str:
        """How a finished round came out, as the road of past results has it, where that is not what fell last."""
        return self._of_felt("road", lambda _entries: "")(entries)

    def roads(self, rules: "BankRulebook", fallen: "Sequence[str]") -> "Roads | None":
        """Past coups, the oldest first, on the roads that players keep of them, where the game has any."""
        from tapete.games.shared.felt.roads import roads

        kept = self._of_felt("road", None) is not None
        return roads([self.result(rules, fell) for fell in fallen]) if kept else None

    def wheel(self, rules: "BankRulebook") -> tuple[str, ...]:
        """The pockets of what turns at its table, as they follow one another; none where nothing turns."""
        return self._of_felt("wheel", lambda _rules: ())(rules)

    def winners(self, rules: "BankRulebook", fell: str) -> frozenset[str]:
        """The spots that win by what fell or how the road has it, where that alone decides it."""
        return self._of_felt("winners", lambda *_: frozenset())(rules, fell)

    def total(self, rules: "BankRulebook", place: str, cards: Sequence[str]) -> str:
        """What the cards in a place count, where the game counts them."""
        return self._of_felt("total", lambda *_: "")(rules, place, cards) if all(cards) else ""

    def made(self, rules: "BankRulebook", place: str, lying: Mapping[str, Sequence[str]]) -> str:
        """What the cards in a place make with the others that lie there, in words, where the game ranks hands."""
        return self._of_felt("made", lambda *_: "")(rules, place, lying)

    def pays(self, rules: "BankRulebook", spot: str) -> tuple[str, ...]:
        """What a spot may pay, as ratios; nothing where its bet has none."""
        from tapete.engine.places import bet_of
        from tapete.games.shared.felt.tiles import paid

        bet = rules.bets.get(bet_of(spot))
        return self._of_felt("pays", lambda *_: paid(bet))(rules, spot) if paid(bet) else ()

    def puck(self, rules: "BankRulebook", view: "View") -> tuple[str, str] | None:
        """The mark of the felt on which a puck lies, and what it says."""
        part: Callable[..., tuple[str, str] | None] = self._of_felt("puck", lambda *_: None)
        return part(rules, view)

    def boards(
        self, rules: "BankRulebook", settings: "Settings", entries: "Sequence[Entry]", who: str
    ) -> "list[Board]":
        """What the table shows besides its felt to somebody who reads these entries: a board of balls, their cards."""
        show: Callable[..., list[Board]] | None = self._of_felt("boards", None)
        return show(rules, settings, entries, who) if show and entries else []

    def describe(self, rules: Any, given: Mapping[str, Any]) -> "Verdict":
        """What something of this kind is that is written down and not played, and what is wrong with it."""
        verdict: Verdict = self._part("describe").describe(rules, self.description.model_validate(given))
        return verdict

    @property
    def description(self) -> "type[Model]":
        """How something of this kind is written down."""
        description: type[Model] = self._part("describe").Description
        return description

    @property
    def verbs(self) -> "Mapping[str, Said]":
        """What is done at this game's tables and at no other's, in words."""
        return self._of_felt("VERBS", {})

    @property
    def waiting(self) -> "Mapping[str, Said]":
        """What this game's tables wait for, where it is said in words of their own."""
        return self._of_felt("WAITING", {})

    @property
    def advised(self) -> tuple[str, ...]:
        """The choices by which somebody has the text's own rules decide for them."""
        return self._of_felt("ADVISED", ())

    def named(self, rules: "BankRulebook", do: str, on: str) -> "Said | None":
        """What an act is done to, where the game has words of its own for it."""
        part: Callable[..., Said | None] = self._of_felt("named", lambda *_: None)
        return part(rules, do, on)

    @property
    def examples(self) -> tuple[str, ...]:
        """Bets to explain with, as people type them; not every table need have each."""
        return self._of_felt("EXAMPLES", ())

    @property
    def play(self) -> "Play":
        """The procedure."""
        if not self.has("play"):
            raise Missing("{game} cannot be played yet", game=self.id)
        play: Play = self._part("play").PLAY
        return play

    def odds(self, rules: "BankRulebook", shoe: "Composition | None" = None) -> "list[BetOdds]":
        """Every bet's exact odds, one row for each choice the text leaves; from a partly dealt shoe if one is given."""
        if not self.has("odds"):
            raise Missing("there are no odds of {game} yet", game=Word(rules.title))
        rows: list[BetOdds] = self._part("odds").odds(rules, *([] if shoe is None else [shoe]))
        return rows

    def moments(self, rules: "BankRulebook", cards: int) -> "list[Moment]":
        """When what is waited for falls, with so many cards in play."""
        if not self.has("moments"):
            raise Missing("{game} is not played with cards of numbers", game=Word(rules.title))
        moments: list[Moment] = self._part("moments").moments(rules, cards)
        return moments

    def frequencies(self, rules: "CircleRulebook") -> "list[Frequency]":
        """How often each final hand comes in a game between players, a row for each pack that the text allows."""
        frequencies: list[Frequency] = self._part("frequencies").frequencies(rules)
        return frequencies

    def dealt(self, rules: "BankRulebook") -> "list[Frequency]":
        """How often each kind of hand is dealt in a game against the bank, where they are counted; else nothing."""
        return self._part("dealt").dealt(rules) if self.has("dealt") else []

    def takes(self, rules: "CircleRulebook", options: Mapping[str, str] | None = None) -> "list[Take]":
        """What the house takes in an hour from a game between players, by each of its cuts, or as options choose it."""
        takes: list[Take] = self._part("frequencies").takes(rules, options or {})
        return takes

    def equity(
        self,
        rules: "CircleRulebook",
        settings: "Settings",
        hands: Sequence[str],
        boards: Sequence[str] = (),
        dead: str = "",
        seed: int = 1,
    ) -> "list[Equity]":
        """What hands or ranges of a poker between players are worth against one another."""
        if not self.has("equity"):
            raise Missing("hands of {game} are not compared", game=Word(rules.title))
        equities: list[Equity] = self._part("equity").equity(rules, settings, hands, boards, dead, seed)
        return equities

    def odds_now(self, rules: "BankRulebook", view: "View") -> "list[BetOdds]":
        """The same by what somebody has seen: cards that lie on the table, and those gone from its shoe."""
        from tapete.engine.shoe import left_for

        if not self.has("odds"):
            return []
        part = self._part("odds")
        if hasattr(part, "on_table"):
            laid: list[BetOdds] = part.on_table(rules, view)
            return laid
        left = left_for(rules, view)
        return [*_whole(self, rules)] if left is None else self.odds(rules, left)

    @property
    def together(self) -> tuple[str, ...]:
        """Bets of several equal stakes, whose odds are those of one with the others beside it."""
        return self._of("odds", "TOGETHER", ())

    @property
    def counted_apart(self) -> tuple[str, ...]:
        """Options whose values are counted each for itself: where one is chosen, the others need not be."""
        return self._of("odds", "COUNTED_APART", ())

    def fates(self, rules: "BankRulebook", settings: "Settings", carry: Mapping[str, Any]) -> "Fates | None":
        """What the next thing that falls makes of every chip; nothing where a round is more than one fall."""
        part: Callable[..., Fates] | None = self._of("odds", "fates", None)
        return part(rules, settings, carry) if part else None

    def with_pot(
        self, rules: "BankRulebook", settings: "Settings", bet: str, cents: int, pot: int | None
    ) -> "Figures | None":
        """The odds of a stake on a bet for which so much has accumulated, if that is known; nothing of other bets."""
        part: Callable[..., Figures | None] | None = self._of("odds", "with_pot", None)
        return part(rules, settings, bet, cents, pot) if part else None

    @property
    def advises(self) -> bool:
        """Whether best play is known for the player's decisions."""
        return self.has("odds") and hasattr(self._part("odds"), "advice")

    def advice(self, rules: "BankRulebook", view: "View") -> list[Advice]:
        """What each choice that is open in a view is worth, the best first; nothing where none is known."""
        if not self.advises:
            return []
        advice: list[Advice] = [Advice(*item) for item in self._part("odds").advice(rules, view)]
        return sorted(advice, key=lambda item: -item.value)

    def guides(self, rules: "BankRulebook", settings: "Settings") -> "list[Guide]":
        """Best play as tables to look up, where a game has them."""
        if not self.has("guide"):
            return []
        guides: list[Guide] = self._part("guide").guides(rules, settings)
        return guides

    def program(self, rules: "BankRulebook", settings: "Settings", stakes: Mapping[str, int]) -> "Program":
        """A mix of stakes, in cents by spot, for the simulator's loop."""
        if not self.has("kernel"):
            raise Missing("there is no simulation of {game} yet", game=Word(rules.title))
        program: Program = self._part("kernel").program(rules, settings, stakes)
        return program

    def alone(self, rules: "BankRulebook", settings: "Settings", bet: str, cents: int) -> dict[str, int]:
        """Stakes that play one bet of the odds' rows: any spot of it, after the line it is made beside, if any."""
        from tapete.engine.places import bet_of

        line = getattr(rules.bets[bet_of(bet)], "line", "")
        spots = self.layout(rules, settings).values()
        spot = bet if ":" in bet else next(spot.id for spot in spots if spot.bet == bet)
        return {**({line: cents} if line else {}), spot: cents}

    def outcome(self, rules: "BankRulebook", drawn: int) -> Any:
        """What an outcome of the simulator's loop is at the table."""
        return self._part("kernel").outcome(rules, drawn)


@functools.cache
def _there(folder: str, part: str) -> bool:
    return importlib.util.find_spec(f"tapete.games.{folder}.{part}") is not None


@functools.lru_cache(maxsize=128)
def _drawn(game: Game, rules: "BankRulebook", settings: "Settings") -> "Felt | None":
    from tapete.games.shared.felt import tiles

    layout = game.layout(rules, settings)
    draw: Callable[..., Felt] = game._of_felt("draw", tiles.draw)
    return draw(rules, layout) if layout else None


@functools.cache
def game(id: str) -> Game:
    """A game by its id.

    >>> game("bola").id
    'bola'
    """
    if id not in FOLDERS:
        raise UnknownError("game", id, list(FOLDERS))
    return Game(id, FOLDERS[id])


def games() -> list[Game]:
    """All of them, in the catalogue's order."""
    return [game(id) for id in FOLDERS]


def books(region: str) -> "list[Rulebook]":
    """The same and, where the text has them, the rulebooks of the house and of tournaments."""
    from tapete.law.house import house
    from tapete.law.loading import regions_of
    from tapete.law.tournaments import TOURNAMENTS, tournaments

    own = house(region)
    held = [tournaments(region)] if region in regions_of(TOURNAMENTS) else []
    return [*rulebooks(region), *([own] if own else []), *held]


def rulebooks(region: str) -> "list[BankRulebook]":
    """Every rulebook of a region's text, in the catalogue's order."""
    return [game.rules(region) for game in games() if region in game.regions]


@functools.lru_cache(maxsize=64)
def _whole(game: Game, rules: "BankRulebook") -> "tuple[BetOdds, ...]":
    """The odds of whole packs, which no view changes."""
    return tuple(game.odds(rules))
