"""A table as one person sees it: all that a page shows, made from the floor's view for that person alone."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec

from tapete.engine.places import ROLES, chips, tail_of
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.engine.views import View
from tapete.engine.window import Option
from tapete.errors import Said
from tapete.floor.roles import Account
from tapete.floor.sight import Sight
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.games import Game, game
from tapete.games.shared.felt.boards import Board
from tapete.games.shared.felt.circle import Around, Circle
from tapete.games.shared.felt.geometry import CHIP, Felt, Place
from tapete.games.shared.felt.roads import Roads
from tapete.games.shared.mano.behind import followed
from tapete.i18n import gettext as _
from tapete.law.sections import BankRulebook, Irregularity
from tapete.tongues import bets
from tapete.web.tables.brought import Brought
from tapete.web.tables.buying import Buying
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.chips import COLOURS, HOUSE, Disc, discs, lying, radius, spread
from tapete.web.tables.citing import Cited, cited
from tapete.web.tables.deciding import Bar
from tapete.web.tables.falling import Fall, falling
from tapete.web.tables.holding import Hand, above, across, hands
from tapete.web.tables.outcome import is_void
from tapete.web.tables.oval import Drawn, Table, drawings
from tapete.web.tables.payments import Payment, payments, values
from tapete.web.tables.quick import Quick, quick
from tapete.web.tables.results import Fallen
from tapete.web.tables.spoken import Line, asked, lines
from tapete.web.tables.telling import (
    Told,
    bet_name,
    doing,
    gathered,
    label,
    lasting,
    priced,
    printed,
    ratio,
    role_name,
    tell,
)
from tapete.web.tables.waiting import hindered, waits_for
from tapete.web.tables.warned import Warned, aloud, warned
from tapete.web.tables.wheel import Sector, drawn
from tapete.wording import capital, note, word
from tapete.words import examples

BUTTONS_AT_MOST = 60
LINES = 10**6  # more than a round has to say
CALLS_AT_MOST = 8  # of those that were made last
CHIPS_AT_MOST = 7  # in the tray: a row of a phone
OFTEN = ("undo", "choose", "validate")  # what is done besides staking, round after round


class Button(NamedTuple):
    """Something that is open now, apart from stakes on the felt: what, in words, and the cards to choose for it.

    What is `rare` steps aside while one stakes: whoever wants it looks for it.
    """

    option: Option
    text: str
    cards: list[tuple[str, Picture]]
    rare: bool = False


class Own(NamedTuple):
    """A stake of one's own."""

    spot: str
    name: str
    cents: int
    imprisoned: bool
    withdraws: bool


class Seated(NamedTuple):
    """Somebody at the table."""

    name: str
    colour: int
    playing: bool
    leaving: bool
    chips: int | None


@dataclass(frozen=True)
class Face:
    """What one person sees of a table, in their words: all of it from one sight of the floor.

    `house` asks for the values of the house's chips, where it keeps them by pieces.
    """

    sight: Sight
    house: Callable[[], Collection[int]] = tuple

    # The table

    @property
    def table(self) -> GameTable:
        """The table."""
        return self.sight.table

    @cached_property
    def game(self) -> Game:
        """The game."""
        return game(self.table.game)

    @property
    def rules(self) -> BankRulebook:
        """The rulebook of the edition that it plays."""
        return self.table.rules

    @property
    def settings(self) -> Settings:
        """How the table is set."""
        return self.table.settings

    @property
    def me(self) -> str:
        """One's name at the table, if one sits."""
        return self.sight.me

    @property
    def hats(self) -> tuple[str, ...]:
        """The roles that one may act in."""
        return tuple(who for who in self.sight.hats if who in ROLES)

    @property
    def faces(self) -> list[tuple[str, str]]:
        """The roles among which one chooses, one's own first; none where one has but one, or practises."""
        several = len(self.hats) > 1 and not self.table.practice
        return [(who, capital(role_name(who))) for who in self.hats] if several else []

    @cached_property
    def felt(self) -> Felt | None:
        """The felt, where the game has one, with everybody before whom something may lie."""
        felt = self.game.felt(self.rules, self.settings)
        hosts = followed(self.rules, self.view, self.sight.now) if self.view else {}
        return felt and felt.seated([seat.name for seat in self.sight.seats], self.me, hosts)

    def reportable(self) -> dict[str, Irregularity]:
        """The irregularities that one may report here: a croupier those that the text does not leave to the chief."""
        chief, every = "inspector" in self.hats, self.rules.irregularities
        return {id: rule for id, rule in every.items() if chief or not rule.by or "crupier" in rule.by}

    def claims(self) -> dict[str, Irregularity]:
        """The irregularities that any player may say have happened."""
        return {id: rule for id, rule in self.rules.irregularities.items() if "jugador" in rule.by}

    def meters(self) -> dict[str, int]:
        """What accumulated prizes stand at, by their names."""
        return {capital(word(name)): cents for name, cents in self.sight.meters.items()}

    def labels(self) -> dict[str, str]:
        """Every spot as a screen reader says it."""
        return {id: label(self.rules, spot) for id, spot in self.game.layout(self.rules, self.settings).items()}

    def example(self) -> str:
        """A bet as one would type it here."""
        layout = self.game.layout(self.rules, self.settings)
        return next(iter(examples(layout, self.game.examples, bets(self.rules))), "")

    @staticmethod
    def printed(text: str) -> str:
        """Words on the felt."""
        return printed(text)

    @staticmethod
    def note(why: str) -> str:
        """A reading's reason in the reader's language."""
        return note(why)

    @staticmethod
    def ratio(pays: str) -> str:
        """What a bet pays, in words."""
        return ratio(pays)

    def tray(self) -> list[int]:
        """Chips to choose from: those that the table's limits have use for."""
        spots = self.game.layout(self.rules, self.settings).values()
        most = max((spot.limits.hi for spot in spots), default=0)
        chip, minimum = self.settings.chip, self.settings.minimum
        usual = [
            cents for cents in HOUSE if cents % chip == 0 and minimum <= 5 * cents and cents <= min(most, 100 * minimum)
        ]
        return sorted({*usual, minimum})[:CHIPS_AT_MOST]

    # The round

    @property
    def name(self) -> str:
        """Whose face it is: a player's name, a role, or a watcher's."""
        return self.sight.face

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.sight.position.round

    @property
    def position(self) -> str:
        """How far the table has come, as an event's id."""
        return event_id(self.sight)

    @property
    def view(self) -> View | None:
        """The round as this face sees it; nothing before the first."""
        return self.sight.view

    @property
    def places(self) -> dict[str, int]:
        """The chips that one sees."""
        return self.view.places if self.view else {}

    @property
    def between(self) -> bool:
        """Whether no round is being played."""
        return self.view is None or self.view.finished

    @property
    def purse(self) -> int | None:
        """The chips one holds: those the round counts, or all that one has between rounds."""
        mine = next((seat.chips for seat in self.seats if seat.name == self.me), None)
        return mine if self.between else self.places.get(chips(self.me), mine)

    @cached_property
    def seats(self) -> list[Seated]:
        """Who sits, each with a colour."""
        return [
            Seated(seat.name, i % COLOURS, seat.playing, seat.leaving, seat.chips)
            for i, seat in enumerate(self.sight.seats)
        ]

    @cached_property
    def told(self) -> list[Told]:
        """The round in words: all of it for staff; for others what all saw and heard, and their own chips."""
        return self._in_words(self.sight.now)

    @cached_property
    def before(self) -> list[Told]:
        """The same of the round before."""
        return self._in_words(self.sight.before)

    def _in_words(self, entries: Sequence[Entry]) -> list[Told]:
        """The staff finds every step, to take it back; others read what was dealt place by place."""
        lines = tell(self.rules, lasting(entries), self.name, self.sight.staff)
        return lines if self.sight.staff else list(gathered(lines))

    @cached_property
    def latest(self) -> list[Fallen]:
        """What fell in the last rounds, the newest first."""
        return [Fallen.of(number, self.game.result(self.rules, fell)) for number, fell in self.sight.board]

    @cached_property
    def roads(self) -> Roads | None:
        """The same as players keep it, where they keep roads."""
        return self.game.roads(self.rules, [fell for _number, fell in reversed(self.sight.board)])

    @property
    def fall(self) -> Fall | None:
        """What the croupier is to enter, if the table waits for it."""
        return falling(self.game, self.rules, self.sight.awaited) if self.hats and self.table.physical else None

    def _between(self) -> str:
        """How a table stands between two rounds: at some, bets are still to be decided."""
        play, carried = self.table.edition.play, self.view.carry if self.view else {}
        live = play is not None and getattr(msgspec.convert(carried, play.carry), "unsettled", False)
        if live:
            return _("Between rounds: bets are still to be decided")
        return _("Between rounds: the last one is void") if is_void(self.sight.now) else _("Between rounds")

    @property
    def staking(self) -> bool:
        """Whether one may put chips on the felt now."""
        return bool(self._taking())

    def closed(self) -> set[str]:
        """The spots that take none of one's chips now, while others do."""
        taking = {item.on for item in self._taking()}
        return set(self.game.layout(self.rules, self.settings)) - taking if taking else set()

    def fixed(self) -> dict[str, int]:
        """The spots on which only one amount may be put."""
        return {item.on: item.lo for item in self._taking() if item.lo == item.hi}

    def _taking(self) -> list[Option]:
        return [item for item in self.sight.open if item.who == self.me and item.do == "stake"]

    def discs(self, shape: str) -> list[Disc]:
        """The chips on the wide or the tall felt."""
        if self.felt is None:
            return []
        drawing = self.felt.wide if shape == "wide" else self.felt.tall
        return discs(drawing, self.places, [seat.name for seat in self.seats], self.me)

    @staticmethod
    def rests(place: Place) -> str:
        """Where the first chip on a place comes to rest, and how large it is if not as large as elsewhere."""
        small = [radius(place)] if radius(place) < CHIP else []
        return " ".join(f"{round(at, 1):g}" for at in (*spread(place, 1)[0], *small))

    def own(self) -> list[Own]:
        """One's own stakes."""
        back = {item.on for item in self.sight.open if item.who == self.me and item.do == "withdraw"}
        return [
            Own(stake.spot, bet_name(self.rules, stake.spot), stake.cents, stake.imprisoned, stake.spot in back)
            for stake in lying(self.places)
            if stake.who == self.me
        ]

    def quick(self) -> list[Quick]:
        """What is often done with stakes, at one touch."""
        return quick(self.sight.open, self.kept(), self.sight.before, self.me) if self.staking else []

    def kept(self) -> dict[str, int]:
        """One's stakes by spot, but for those in prison."""
        return {stake.spot: stake.cents for stake in self.own() if not stake.imprisoned}

    def buttons(self) -> list[Button]:
        """What is open besides putting chips on spots, taking them back, and what may be done to one of many."""
        listed = {(several.who, several.do) for several in self.bar.lists}
        faces, kind = self.view.faces if self.view else {}, spanish(self.rules)
        return [
            Button(
                item,
                priced(doing(self.rules, item.do, item.on), item.cost),
                [(slot, picture(faces.get(slot, ""), kind)) for slot in item.slots],
                self.staking and item.who == self.me and item.do not in OFTEN and not item.default,
            )
            for item in self.sight.open
            if item.do not in ("stake", "withdraw") and (item.who, item.do) not in listed
        ][:BUTTONS_AT_MOST]

    def hands(self) -> list[Hand]:
        """The cards on the table."""
        return hands(self.game, self.rules, self.view, self.me) if self.view else []

    def across(self, hands: list[Hand]) -> tuple[int, int]:
        """How many cards' widths the hands take that the cloth has no places for: the wide one, the tall one."""
        return (across(hands, self.felt.wide), above(hands, self.felt)) if self.felt else (across(hands), across(hands))

    @property
    def deciding(self) -> str:
        """The place of the hand that somebody decides on, if one does."""
        if self.view is None or not (self.view.pending or "").startswith("choose:"):
            return ""
        who, _, on = (self.view.pending or "").removeprefix("choose:").partition(":")
        places = (on, f"mano/{tail_of(on)}", f"mano/{who}")
        return next((place for place in places if place in self.view.cards), "")

    @property
    def dealt(self) -> bool:
        """Whether cards are dealt for which the cloth has no places of its own."""
        return self.game.family == "cards" and not (self.felt and self.felt.wide.cards)

    def puck(self) -> tuple[str, str] | None:
        """The mark of the felt on which a puck lies, and what it says."""
        return self.game.puck(self.rules, self.view) if self.view else None

    def boards(self) -> list[Board]:
        """What the table shows besides its felt: numbers that are out, one's own cards."""
        return self.game.boards(self.rules, self.settings, self.sight.now, self.name)

    # The result

    @property
    def pockets(self) -> tuple[str, ...]:
        """What turns at the table, pocket by pocket."""
        return self.game.wheel(self.rules)

    def wheel(self) -> list[Sector]:
        """The same drawn."""
        return drawn(self.game, self.rules)

    @cached_property
    def brought(self) -> Brought:
        """What the round brought one."""
        return Brought(self.game, self.sight)

    # A game between players

    @cached_property
    def circle(self) -> Circle | None:
        """What the game says of who sits where, if it is played between players."""
        if not self.rules.between_players:
            return None
        if self.view is None:
            return Circle(tuple(seat.name for seat in self.seats))
        return self.game.circle(self.rules, self.view, self.sight.now)

    @cached_property
    def around(self) -> Around | None:
        """What lies before whom, and what is to be said of it, if the game is one between players."""
        if self.circle is None:
            return None
        stacks = {seat.name: seat.chips for seat in self.seats if seat.chips is not None}
        coming = {seat.name: (Said("leaving") if seat.leaving else Said("from the next round"),) for seat in self.seats}
        settled = [seat.name for seat in self.seats if seat.playing and not seat.leaving]
        others = {name: words for name, words in coming.items() if name not in settled}
        return Around(self.circle, self.view, self.sight.now, stacks, others)

    def ovals(self) -> tuple[Drawn, ...]:
        """The same drawn, wide and tall, as seen from one's own place."""
        name = capital(role_name("croupier"))
        if self.around is None:
            return ()
        people = [seat.name for seat in self.seats]
        return drawings(Table(self.around, people, spanish(self.rules)), self.me, name, felt=self.felt is not None)

    @cached_property
    def bar(self) -> Bar:
        """What one may do now: by a button, with an amount, with cards, among several."""
        return Bar(self.game, self.rules, self.sight.open, self.view, self.circle)

    @property
    def buying(self) -> Buying:
        """The chips that one may buy here."""
        return Buying(self.game, self.sight)

    @property
    def since(self) -> int:
        """Since when a player is being waited for; 0 if none is."""
        asked = self.around is not None and self.around.turn
        return max((entry.at for entry in self.sight.now if isinstance(entry, In)), default=0) if asked else 0

    def waiting(self) -> str:
        """What the table waits for."""
        if self.table.state != "open":
            return _("The table is closed")
        if self.view is None:
            return _("No round has been played yet")
        if self.view.pending is None:
            return self._between()
        return waits_for(self.game, self.view.pending, self.view.actors, (self.me, self.name), self.view.slots)

    def hindered(self) -> str:
        """Why the bets cannot be closed yet, with its article; nothing where they can be, or nobody is to close any."""
        return hindered(self.rules, self.table.region, self.sight.awaited)

    @cached_property
    def warned(self) -> Warned | None:
        """The croupier's warning, if one takes long."""
        return warned(self.rules, self.sight)

    def cited(self) -> list[Cited]:
        """The articles that hold now: by which the table waits, and by which one may do what is open."""
        article = self.view.article if self.view else None
        return cited(self.rules, self.waiting(), article, self.sight.open)

    def payments(self) -> list[Payment]:
        """What the croupier takes and pays in this round, by spot and in chips."""
        return payments(self.rules, self.sight.now, self.chip_values)

    @property
    def chip_values(self) -> tuple[int, ...]:
        """The values of the chips that are paid out here; play chips and a tournament's are the usual ones."""
        return values(self.settings, self.house() if self.table.counts else ())

    def spoken(self) -> list[Line]:
        """What the round says aloud, each line with a number that grows from round to round."""
        drawn = bool(self.game.prizes(self.rules, self.settings))
        given = [part.name for part in self.brought.given(self.sight.now)]
        said = lines(self.rules, self.sight.now, self.me, self.purse or 0, drawn=drawn, given=given)
        if self.view is not None and self.me:
            said += asked(self.view, self.sight.now, self.me, self.waiting(), self.hands())
        said += aloud(self.sight.now, self.warned)
        return [line._replace(n=self.number * LINES + line.n) for line in sorted(said)]

    def calls(self) -> list[str]:
        """The last calls, to be read aloud."""
        return [line.text for line in self.told if line.kind == "call"][-CALLS_AT_MOST:]


def face(floor: Floor, table_id: str, account: Account | None) -> Face:
    """A table as somebody sees it now."""
    return Face(floor.rounds.look(table_id, account), floor.cage.known)


def event_id(seen: Sight) -> str:
    """How far a table has come, as an event's id: round, entry, change."""
    return ".".join(map(str, seen.position))
