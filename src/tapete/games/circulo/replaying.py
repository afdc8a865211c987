"""Hands that others played, through our procedure: what a text forbids is a breach, and the hand goes on as it was."""

from collections import Counter
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

from tapete.engine.deck import Deck
from tapete.engine.places import chips, moved
from tapete.engine.requests import Announce, Down, Move, Several, Shift, Show
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings, standard
from tapete.engine.table import Table
from tapete.errors import Said, TapeteError, Word
from tapete.games.circulo.hand import Seat, board_place
from tapete.games.circulo.phh import DEALS_BOARD, DEALS_HAND, SHOWS, UNKNOWN, Step, Written, check_cards
from tapete.games.circulo.played import BrokenOff, Played, Shown
from tapete.games.circulo.rules import (
    CUT,
    LEAST,
    MAXIMUM,
    PACK,
    SCHEME,
    SHARE,
    STACK,
    Rules,
    Scheme,
    Street,
    antes,
    pack,
    posts,
)
from tapete.games.circulo.seats import Carry, Ring
from tapete.games.circulo.speaking import first
from tapete.games.circulo.staked import Staked

SETUP = 0
ENDLESS = 1000  # whether the pack was enough, the file knows: cards burnt or set apart are not in it


class Breach(NamedTuple):
    """Something that the text forbids: at which action of the file, what, and by which article."""

    step: int
    what: str
    article: str


@dataclass(slots=True)
class Replayed:
    """A hand played again: what was against the text, what each has at the end, and what moved, by action."""

    written: Written
    breaches: list[Breach] = field(default_factory=list)
    stacks: tuple[int, ...] = ()
    moves: list[tuple[int, Move]] = field(default_factory=list)

    @property
    def legal(self) -> bool:
        """Whether the text has it so."""
        return not self.breaches

    @property
    def finishing_stacks(self) -> list[int | float | None]:
        """What each has at the end, as the file writes amounts; nothing of a stack that it does not know."""
        unknown = self.written.unknown
        return [None if who in unknown else self.written.told(cents) for who, cents in enumerate(self.stacks)]

    def as_json(self, file: str, hand: int, game: str) -> dict[str, Any]:
        """The object that `tapete hands --json` prints."""
        return {
            "file": file,
            "hand": hand,
            "game": game,
            "legal": self.legal,
            "breaches": [breach._asdict() for breach in self.breaches],
            "finishing_stacks": self.finishing_stacks,
        }


def replayed(rules: Rules, written: Written, options: Mapping[str, str] | None = None) -> Replayed:
    """Plays a hand again as it was written, by the rules of a text."""
    return Script(rules, written, settings_of(rules, written, options or {})).play()


def settings_of(rules: Rules, written: Written, options: Mapping[str, str]) -> Settings:
    """A table as the hand was played at: its limit, its least bet, the smallest unit as chip.

    The house takes as little as the text lets it, unless it is told otherwise.
    """
    chosen = {SCHEME: _scheme(rules, written), SHARE: LEAST, **_own(rules, written), **options}
    usual = standard(rules, written.least, chosen)
    maximum = {STACK: usual.maximum[STACK]} | ({MAXIMUM: written.high} if MAXIMUM in rules.limits else {})
    return Settings(written.least, maximum, written.chip, options=usual.options)


def _scheme(rules: Rules, written: Written) -> str:
    """The limit of the kind that a hand was played by, the whole pot before a part of it."""
    among = rules.options[SCHEME].values
    alike = [name for name in among if rules.schemes[name].kind in _kinds(written)]
    return max(alike or among[:1], key=lambda name: Fraction(*rules.schemes[name].share))


def _own(rules: Rules, written: Written) -> dict[str, str]:
    """What a hand of ours says of the table, where it is held to the text under which it was played."""
    words = written.options if written.region == rules.region else ()
    return {name: value for name, value in words if name in rules.options and rules.options[name].takes(value)}


def _kinds(written: Written) -> tuple[str, ...]:
    """The kinds of limit that a hand can have been played by."""
    return {"fijo": ("fijo", "hasta")}.get(written.limit, (written.limit,))


class Script:
    """The file as it is worked off, and the table at which that happens."""

    interval = Played

    def __init__(self, rules: Rules, written: Written, settings: Settings) -> None:
        if rules.draw is not None:
            raise TapeteError("PHH has no variant for {game}", game=Word(rules.title))
        self.rules, self.written, self.settings = rules, written, settings
        self.found = Replayed(written)
        self.steps = [step for step in written.steps if step.do != SHOWS]
        self.shows = [step for step in written.steps if step.do == SHOWS and step.cards]
        self.at = 0
        self.now = SETUP
        count = len(written.stacks)
        self.names = [f"p{number + 1}" for number in range(count)]
        # Who speaks first after the first cards is the file's first player, whichever seat a text gives him.
        last = list(rules.streets.values())[-1].speaks.who
        start = count - 1 if last == "tras-la-mano" else 0
        players = tuple(self.names[(start + place) % count] for place in range(count))
        places = {chips(name): cents for name, cents in zip(self.names, written.stacks, strict=True)}
        deck = Deck(Stock(rules.option(settings, PACK) or rules.equipment.cards.pack, most=ENDLESS))
        table: Table[Carry] = Table(settings, players, places, Carry(), deck)
        self.hand = Staked(self, table, Ring(players, {}, {}, players[0], {}))
        check_cards(written, pack(rules, settings))
        self.cards = _cards(written)
        self.board: list[str] = []
        self.slots: dict[str, str] = {}

    # The file

    def peek(self) -> Step | None:
        """What comes next in the file."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def take(self) -> Step:
        """Takes what comes next."""
        step = self.steps[self.at]
        self.at += 1
        self.now = step.number
        return step

    def returns(self, seat: Seat) -> bool:
        """Whether somebody acts or shows his cards further on in the file."""
        player = self.names.index(seat.who)
        return any(step.player == player for step in (*self.steps[self.at :], *self.shows))

    def breach(self, what: str, article: str) -> None:
        """Takes down something that the text forbids."""
        self.found.breaches.append(Breach(self.now, what, article))

    # The hand

    def play(self) -> Replayed:
        """The whole hand; where the file breaks off, chips stay as they lie, stakes with those who laid them."""
        try:
            self._run(self._procedure())
        except BrokenOff:
            self.breach(Said("the hand is not over"), self.rules.pots.article)
        places, seats = self.hand.places, {seat.who: seat for seat in self.hand.seats}
        self.found.stacks = tuple(places[chips(name)] + seats[name].bet for name in self.names)
        return self.found

    async def _procedure(self) -> None:
        hand = self.hand
        self.before()
        await hand.stakes()
        for name, street in self.rules.streets.items():
            self._deal_hands(len(street.cards))
            if common := hand.common(street):
                if self.peek() is None and self._one_shows():
                    break
                self._turn(common * len(hand.boards))
            if self._for_all(street):
                self._turn(1)
                hand.seventh = pack(self.rules, self.settings).card(self.board.pop())
            else:
                await hand.deal(street)
            if street.number == 1:
                await hand.fees(self.fee())
            await self.interval(self, hand, name, street).play(first(hand, street.speaks))
            if gathered := hand.gathered():
                await Several(gathered)
            if hand.alone:
                break
        if self.peek() is not None:
            self.take()
            self.breach(Said("the hand is over"), self.rules.pots.article)
        self.over()
        await Shown(self, hand).settle()

    def fee(self) -> int:
        """What the hand costs each player, where the house takes that; of stacks of ours it has been taken already."""
        taken = _own(self.rules, self.written).get(CUT) == self.settings.options[CUT]
        return 0 if taken else self.hand.terms.fee

    def over(self) -> None:
        """What is to be seen to before a hand is settled: nothing here."""

    def thrown(self) -> dict[int, int]:
        """Who throws his cards away unseen at the end, and at which action."""
        return {step.player: step.number for step in self.written.steps if step.do == SHOWS and not step.cards}

    def _one_shows(self) -> bool:
        """Whether all others throw their cards away, so that no more common cards are needed."""
        out = [self.names[player] for player in self.thrown()]
        return sum(seat.who not in out for seat in self.hand.live()) == 1

    def _deal_hands(self, count: int) -> None:
        """The cards that a street deals, out of the file: as many to each as the game has it."""
        dealt: Counter[int] = Counter()
        while (step := self.peek()) is not None and step.do == DEALS_HAND:
            if count and dealt[step.player] >= count:  # the next street's, where nobody has anything to say between
                break
            dealt[step.player] += len(self.take().cards)
        wrong = next((cards for cards in dealt.values() if cards != count), count)
        if wrong != count:
            told = {"number": self.now, "count": count, "dealt": wrong}
            if count == 1:
                raise TapeteError("action {number}: everybody is dealt one card here, not {dealt}", **told)
            raise TapeteError("action {number}: everybody is dealt {count} cards here, not {dealt}", **told)

    def _for_all(self, street: Street) -> bool:
        """Whether a card in the middle is everybody's last, where a game has no common cards of its own."""
        is_last = street is list(self.rules.streets.values())[-1]
        return is_last and not street.common and (step := self.peek()) is not None and step.do == DEALS_BOARD

    def _turn(self, count: int) -> None:
        """The common cards of a street, out of the file: at once or one after the other."""
        turned = 0
        while turned < count and (step := self.peek()) is not None and step.do == DEALS_BOARD:
            self.board += self.take().cards
            turned += len(step.cards)
        if not turned and self.peek() is None:
            raise BrokenOff
        if turned != count:
            told = {"number": self.now, "count": count, "turned": turned}
            if count == 1:
                raise TapeteError("action {number}: one common card is turned here, not {turned}", **told)
            raise TapeteError("action {number}: {count} common cards are turned here, not {turned}", **told)

    # Before the cards

    def before(self) -> None:
        """What everybody staked before the cards, held to what the text has them stake."""
        rules, written = self.rules, self.written
        if written.seated < rules.players.needed.number:
            needed = rules.players.needed
            self.breach(Said("{count} players at least make a game", count=needed.number), needed.article)
        seats, article = rules.seating(self.settings.options)
        if seats is not None and len(written.stacks) > seats:
            self.breach(Said("there are {count} seats", count=seats), article)
        self._check_limit()
        self._check_antes()
        self._check_blinds()

    def _check_limit(self) -> None:
        chosen = self.settings.options[SCHEME]
        scheme = self.rules.schemes[chosen]
        if scheme.kind not in _kinds(self.written) and chosen != _own(self.rules, self.written).get(SCHEME):
            self.breach(Said("a limit that is not played here"), self.rules.options[SCHEME].article)
        elif self.written.high and (high := self._high(scheme)) != self.written.high:
            told = {"high": self.written.told(high), "was": self.written.told(self.written.high)}
            self.breach(Said("the high limit is {high}, not {was}", **told), scheme.article)

    def _high(self, scheme: Scheme) -> int:
        return self.written.high if scheme.high is None else scheme.high.pay(self.settings.minimum)

    def _check_antes(self) -> None:
        """An ante where the text has one, of everybody, and not above its bound."""
        rule, staked = antes(self.rules, self.settings), self.written.antes
        if rule is None:
            if any(staked):
                self.breach(Said("an ante, where there is none"), self.stakes_article())
        elif not all(staked):
            self.breach(Said("everybody stakes an ante"), rule.article)
        elif max(staked) > rule.up_to.pay(self.settings.minimum):
            most = self.written.told(rule.up_to.pay(self.settings.minimum))
            self.breach(Said("an ante is at most {most}", most=most), rule.article)

    def _check_blinds(self) -> None:
        """Each blind that the text has, of who posts it; and no other. Where some rest, who posts depends on them."""
        if self.written.seated > len(self.written.stacks):
            return
        due = [rule.amount.pay(self.settings.minimum) for rule in posts(self.rules, self.settings).values()]
        for number, (blind, ought) in enumerate(zip_longest(self.written.blinds, due, fillvalue=0)):
            if blind != ought and blind < min(ought, self.written.stacks[number] - self.written.antes[number]):
                told = {"who": self.names[number], "due": self.written.told(ought)}
                self.breach(Said("{who} stakes {due} before the cards", **told), self.stakes_article())
            elif blind > ought and not (self.rules.entering and blind in due):
                who = self.names[number]
                self.breach(Said("{who} stakes before the cards what is not asked for", who=who), self.stakes_article())

    def stakes_article(self) -> str:
        """By what stakes before the cards are asked for."""
        articles = [rule.article for rule in posts(self.rules, self.settings).values()]
        rule = antes(self.rules, self.settings)
        return articles[0] if articles else rule.article if rule else self.rules.article

    # The table

    def _run(self, procedure: Coroutine[Any, Any, None]) -> None:
        """Answers what the procedure awaits: chips move, cards are those of the file."""
        answer = None
        try:
            while True:
                request = procedure.send(answer)
                answer = None
                if type(request) is Show:
                    answer = self._face(request)
                elif type(request) is Several:
                    for effect in request.effects:
                        self._effect(effect)
                else:
                    self._effect(request)
        except StopIteration:
            return
        finally:
            procedure.close()

    def _effect(self, effect: Announce | Move | Shift | Down) -> None:
        """Chips that move and cards that are laid down; what is said nobody hears."""
        if type(effect) is Move:
            moved(self.hand.places, effect.src, effect.dst, effect.cents)
            self.found.moves.append((self.now, effect))
        elif type(effect) is Down:
            self.slots[effect.slot] = effect.to
        else:
            assert isinstance(effect, Announce | Shift)

    def _face(self, request: Show) -> int:
        """The face of a card: the next on the board, or a player's own."""
        place = self.slots[request.slot]
        if place in map(board_place, range(len(self.hand.boards))):
            card = self.board.pop(0)
        else:
            seat = next(seat for seat in self.hand.seats if seat.place == place)
            own, number = self.cards[seat.who], seat.cards.index(request.slot)
            if number >= len(own):
                raise BrokenOff
            card = own[number]
        return request.accept(card)

    def known(self, seat: Seat) -> bool:
        """Whether the file has all the cards of somebody."""
        own = self.cards[seat.who]
        return len(own) >= len(seat.cards) and UNKNOWN not in own


def _cards(written: Written) -> dict[str, list[str]]:
    """Everybody's cards: as dealt, or as shown at the end."""
    cards: dict[str, list[str]] = {f"p{number + 1}": [] for number in range(len(written.stacks))}
    for step in written.steps:
        own = cards[f"p{step.player + 1}"] if step.player >= 0 else []
        if step.do == DEALS_HAND:
            own += step.cards
        elif step.do == SHOWS and len(step.cards) == len(own):
            own[:] = step.cards
    return cards
