"""The table between hands: seats and the mano, who rests, who comes back or in, what a session costs."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tapete.engine import carry as engine
from tapete.engine.last import LastHands
from tapete.engine.places import COMMISSION, POT, called, chips, place
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.settings import Settings
from tapete.engine.table import Table
from tapete.engine.transcript import CHARGES, OF_ONE, SESSION
from tapete.engine.window import Closing, Effect, Offer, Option, Refusal, Window, take
from tapete.errors import Said, times
from tapete.games.circulo.cuts import HALF, WHOLE, session_fee
from tapete.games.circulo.lasting import ends, manos
from tapete.games.circulo.rules import CUT, Rules
from tapete.games.circulo.terms import terms

RESTS, RETURNS, SEATS = "rest", "return", "seat"
IN_A_ROW = "seguidas"
CARD = "sorteo"


class Carry(engine.Carry, frozen=True, omit_defaults=True):
    """What a hand hands on: seats in their order, who had the mano, who rests and has rested, with what one enters.

    `drawn`: the mano was drawn for, and has not been played yet. `blank`: how many hands in a row nobody opened.
    `warned`: how often something was noted of somebody; `out`: who was sent away for it. `due`: how often the mano is
    still to come to each of those who began the game, before it may end.
    """

    seats: tuple[str, ...] = ()
    mano: str = ""
    drawn: bool = False
    away: tuple[str, ...] = ()
    rested: dict[str, int] = msgspec.field(default_factory=dict)
    owes: dict[str, str] = msgspec.field(default_factory=dict)
    blank: int = 0
    warned: dict[str, int] = msgspec.field(default_factory=dict)
    out: tuple[str, ...] = ()
    due: dict[str, int] = msgspec.field(default_factory=dict)

    def people(self) -> Iterable[str]:
        warned = [noted.partition(":")[2] for noted in self.warned]
        return {
            *self.seats,
            *self.away,
            *self.rested,
            *self.owes,
            *warned,
            *self.out,
            *self.due,
            *([self.mano] if self.mano else []),
        }

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        if len(set(self.seats)) != len(self.seats) or (self.mano and self.mano not in self.seats):
            return Said("seats that nobody can have drawn")
        if not self.mano and (self.seats or self.drawn):
            return Said("seats that nobody can have drawn")
        if any(len(set(names)) != len(names) for names in (self.away, self.out)):
            return Said("somebody is away twice")
        if not all(0 < hands <= rules.resting.hands for hands in self.rested.values()):
            return Said("somebody rests longer than one may")
        if not set(self.owes.values()) <= set(rules.posts):
            return Said("somebody is to enter with a stake that there is not")
        if any(rules.rulings.get(noted.partition(":")[0]) is None or count < 1 for noted, count in self.warned.items()):
            return Said("somebody was warned of what is not forbidden")
        most = manos(rules, settings)
        if not all(0 < count <= most and who in self.seats for who, count in self.due.items()):
            return Said("the mano is to come more often than it must")
        if not 0 <= self.blank < max(1, len(rules.openers.pairs) if rules.openers else 1):
            return Said("more hands went blank than can be counted")
        return super().impossible(rules, settings)

    def lying(self, path: str, rules: Any) -> bool:
        return super().lying(path, rules) or (rules.openers is not None and place(path).zone.name == POT)


class Ring(NamedTuple):
    """Who is dealt in, from the mano on; who posts which stake, who enters with which; the nearest to the croupier.

    `owing` are those who are to enter with a stake later.
    """

    players: tuple[str, ...]
    posts: dict[str, str]
    enters: dict[str, str]
    nearest: str
    owing: dict[str, str]


class Noted(NamedTuple):
    """What the inspector has noted of players, by name and person, how often; and whom he has sent away in a hand."""

    warned: dict[str, int]
    expelled: list[str]


class Seating(Offer):
    """Players rest and come back; the croupier takes what a session costs, of all or of one who comes later."""

    __slots__ = ("away", "charged", "rested", "rules", "table")
    verbs = (RESTS, RETURNS, SESSION, OF_ONE)
    of_one = True

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.away = [who for who in table.carry.away if who in table.players]
        self.rested = {who: hands for who, hands in table.carry.rested.items() if who in table.players}
        for who in list(self.away):
            if self._rested_enough(who):
                self.away.remove(who)
        self.charged: list[str] = []

    def actors(self) -> Iterable[str]:
        return (*self.table.players, "croupier")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who == "croupier":
            of_one = [f"{part}:{player}" for player in self.table.players for part in (WHOLE, HALF)]
            return [(SESSION, WHOLE), (SESSION, HALF), *((OF_ONE, on) for on in of_one)]
        return [(RESTS, ""), (RETURNS, "")]

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        rule = self.rules.resting
        if do in CHARGES:
            return self._session(who, do, on)
        if who not in self.table.players or on:
            return Refusal("{who} cannot '{do}' now", rule.article, who=called(who), do=Act(do, on).said)
        if (do == RESTS) == (who in self.away):
            return Refusal("{who} does so already", rule.article, who=who)
        if do == RESTS and self._rested_enough(who):
            return Refusal("{who} has rested {count} hands, and may no more", rule.article, who=who, count=rule.hands)
        return Option(who, do, "", rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do in CHARGES:
            return self._charge(act.on)
        if act.do == RESTS:
            self.away.append(who)
        else:
            self.away.remove(who)
        return ()

    def after(self, dealt: bool) -> dict[str, int]:
        """How many hands each has rested, once this one is over."""
        rested = dict(self.rested)
        if dealt and self.rules.resting.counted == IN_A_ROW:
            rested = {who: hands for who, hands in rested.items() if who in self.away}
        for who in self.away if dealt else ():
            rested[who] = rested.get(who, 0) + 1
        return rested

    def _rested_enough(self, who: str) -> bool:
        return self.rested.get(who, 0) >= self.rules.resting.hands

    def _session(self, who: str, do: str, on: str) -> Option | Refusal:
        cut = self.rules.cuts.get(self.rules.option(self.table.settings, CUT))
        if cut is None or cut.each != "session":
            return Refusal("this table takes nothing by the session", self.rules.minimum.article)
        half, (part, _, player) = self.rules.half_session, on.partition(":")
        if do == OF_ONE:
            known = self.of_one and player not in self.charged and self.table.places.get(chips(player), 0) > 0
        else:
            known = on == part and not self.charged
        if who != "croupier" or not known or part not in (WHOLE, *((HALF,) if half else ())):
            return Refusal("{who} cannot '{do}' now", cut.article, who=called(who), do=Act(do, on).said)
        return Option(who, do, on, half.article if half and part == HALF else cut.article)

    def due(self, on: str) -> tuple[int, str]:
        """What a whole session or half of one costs each, and by which article."""
        return session_fee(self.rules, self.table.settings, self.rules.half_session if on == HALF else None)

    def _charge(self, on: str) -> Iterable[Effect]:
        part, _, player = on.partition(":")
        due, article = self.due(part)
        paying = [player] if player else self.table.players
        self.charged += paying
        for who in paying:
            cents = min(due, self.table.places.get(chips(who), 0))
            if cents:
                yield Move(chips(who), COMMISSION, cents, article)


class Giving(Offer):
    """Who comes into a game under way is given a seat: the one after somebody's, in the order of the seats."""

    __slots__ = ("between",)
    verbs = (SEATS,)

    def __init__(self, between: "Between") -> None:
        self.between = between

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        between = self.between
        pairs = [(new, other) for new in between.new for other in between.order if other != new]
        return [(SEATS, f"{new}:{other}") for new, other in pairs] if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        between, rule = self.between, self.between.law.button
        article = (rule.given or rule.seats).article
        new, _, other = on.partition(":")
        if who != "inspector" or new not in between.new or other not in between.order or other == new:
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act(do, on).said)
        if seated(between.chairs, on) == between.chairs:
            return Refusal("{who} does so already", article, who=new)
        return Option(who, do, on, article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        self.between.sit(seated(self.between.chairs, act.on))
        return ()


def seated(chairs: Sequence[str], on: str) -> list[str]:
    """The seats once somebody has been given the one after another's.

    >>> seated(["ana", "luis", "eva", "noa"], "noa:ana")
    ['ana', 'noa', 'luis', 'eva']
    """
    new, _, other = on.partition(":")
    others = [who for who in chairs if who != new]
    after = others.index(other) + 1
    return [*others[:after], new, *others[after:]]


class LastOfGame(LastHands):
    """The last hands of a game, announced once the mano comes with them to all who began as often as it must."""

    __slots__ = ("between",)

    def __init__(self, between: "Between") -> None:
        super().__init__(between.law, between.carry)
        self.between = between

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        open = super().option(who, do, on)
        if isinstance(open, Refusal) or not ends(self.between.law, on):
            return open
        lacking = self.between.lacking(self.endings[on].rounds)
        if lacking is None:
            return open
        waits, count = lacking
        said = "the game goes on: {who}, who began it, is still to have the mano {times} after the last hands"
        return Refusal(said, self.between.law.duration.article, who=waits, times=times(count))


class Between:
    """The time before a hand: who sits where, who will play, whose the mano is."""

    offers = Seating

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.table, self.carry = table, table.carry
        self.seating = self.offers(rules, table)
        self.terms = terms(rules, table.settings)
        self.law = law = self.terms.law
        self.announced = 0  # how many hands are left, once the last of the game are announced
        known = [who for who in self.carry.seats if who in table.players]
        self.new = [who for who in table.players if who not in self.carry.seats] if known else []
        self.known = known
        self.sit([*self.carry.seats, *self.new] if known else list(table.players))
        self.owes = {who: post for who, post in self.carry.owes.items() if who in self.order}
        self.barred: list[str] = []  # from the mano and the small blind: who has not come in yet
        if law.entering and law.entering.barred:
            *_, great = self.terms.posts
            self.owes |= dict.fromkeys(self.new, great)
            self.barred = [who for who, post in self.owes.items() if post == great]
        self.present: list[str] = []  # who has chips once the croupier deals, in the order of play from the first seat
        self.playing: list[str] = []  # and does not rest

    def sit(self, chairs: list[str]) -> None:
        """The seats, those among them whose owners have left, and who sits there: as they are counted, and played."""
        self.chairs = chairs
        self.order = tuple([who for who in chairs if who in self.table.players])
        self.in_order = self._played(self.order)

    async def wait(self) -> None:
        """Seats are taken and left until the croupier deals."""
        await Announce("open")
        article = self.law.calls["open"].article
        giving = (Giving(self),) if self.law.button.given and self.new else ()
        last = LastOfGame(self)  # kept no longer than it is asked: each would keep the other from being let go
        await take(Window("stakes", article, self.seating, last, *giving, Closing(article)))
        self.announced = last.announced
        places, chip, out = self.table.places, self.table.settings.chip, self.carry.out
        self.present = [who for who in self.in_order if places.get(chips(who), 0) >= chip and who not in out]
        self.playing = [who for who in self.present if who not in self.seating.away]

    def enough(self) -> bool:
        """Whether there are as many players as it takes, those who rest among them, and two who play."""
        needed = self.law.players.needed
        assert needed.at_each == "table"
        return len(self.present) >= needed.number and 1 < len(self.playing) <= self.terms.served

    @property
    def seated(self) -> bool:
        """Whether seats were drawn, and somebody of those who drew them is still there."""
        return bool(self.known)

    def _played(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Seats in the direction of play."""
        turn = self.law.turn
        return seats if (turn.direction == "reloj") == (turn.seats.from_ == "izquierda") else seats[::-1]

    def start(self) -> int:
        """The place in the order of play from which on the mano is looked for: after who had it, also if he left."""
        order, carry = self.in_order, self.carry
        if carry.mano in order:
            return (order.index(carry.mano) + (not carry.drawn)) % len(order)
        seats = self._played(tuple(self.chairs))
        after = _from(seats, seats.index(carry.mano) + 1) if carry.mano in seats else []
        return next((order.index(who) for who in after if who in order), 0)

    def waits(self) -> Carry:
        """What is handed on where too few are there to play: whose the mano is, if who had it has left."""
        mano, drawn = self.carry.mano, self.carry.drawn
        if mano and mano not in self.order:
            mano, drawn = (self.in_order[self.start()], True) if self.seated else ("", False)
        return self.hand_on(mano, drawn=drawn, blank=self.carry.blank)

    # The draw of seats

    async def draw(self) -> Carry:
        """Seats are drawn by a card each; where the text says so, the mano by another."""
        seats = await self._by_cards(self.table.players, self.law.button.seats.article)
        await Announce("seats", (", ".join(seats),))
        mano = seats[0]
        if self.law.button.first == "carta-alta":
            mano = (await self._by_cards(seats, self.law.button.article))[0]
        await Announce("button", (mano,))
        return self.hand_on(mano, seats=tuple(seats), drawn=True, due=self._begins(seats))

    async def _by_cards(self, players: Sequence[str], article: str) -> list[str]:
        """Players from the highest card down; between equal ranks the suit decides."""
        cards = {who: await self.table.deck.up(f"{CARD}/{who}", article) for who in players}
        return sorted(players, key=lambda who: -cards[who])

    # Whose hand it is

    def ring(self) -> Ring:
        """Who is dealt in, and how: who must wait to come in does not, where one alone would be left to play."""
        ring = self._ring()
        if len(ring.players) == 1:
            self.barred = []
            ring = self._ring()
        return ring

    def _ring(self) -> Ring:
        """Who is dealt in from the mano on, who posts, and who must wait for another hand to come in."""
        mano = self._comes(_from(self.in_order, self.start()), self.playing)
        return self._around(mano, set())

    def _around(self, mano: str, waits: set[str]) -> Ring:
        """Who is dealt in with a mano: not those who wait, nor who would come in between it and the small blind."""
        order, playing = self.in_order, self.playing
        after = _from(order, order.index(mano) + 1)
        posts, missed = self._blinds(after, playing, waits)
        dealt = [who for who in (mano, *after[:-1]) if who in playing and who not in waits]
        enters: dict[str, str] = {}
        owing: dict[str, str] = {}
        for who, post in {**self.owes, **missed}.items():
            if who not in dealt:
                owing[who] = post
            elif who not in posts:
                enters[who] = post
        return Ring(tuple(dealt), posts, enters, next(who for who in self.order if who in dealt), owing)

    def _blinds(
        self, after: Sequence[str], playing: Sequence[str], waits: set[str]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Who stakes before the cards, and who misses the small blind by resting: then nobody posts that one."""
        if self.law.entering is None:
            order = [who for who in _from(after, len(after) - 1) if who in playing]
            return {order[post.seat % len(order)]: name for name, post in self.terms.posts.items()}, {}
        small, *others = self.terms.posts
        who = self._comes(after, [*playing, *self.seating.away])
        waits.update(after[: after.index(who)])
        rest = [other for other in _from(after, after.index(who) + 1) if other in playing and other not in waits]
        great = dict(zip(rest, others, strict=False))
        return (great, {who: small}) if who in self.seating.away else ({who: small, **great}, {})

    def _comes(self, turn: Sequence[str], among: Sequence[str]) -> str:
        """The first of some; who comes in anew may not be it, unless there is no other."""
        for who in turn:
            if who in among and who not in self.barred:
                return who
        return next(who for who in turn if who in among)

    # How long a game lasts

    def _begins(self, players: Iterable[str]) -> dict[str, int]:
        """How often the mano is to come to those who begin a game."""
        return dict.fromkeys(players, self.terms.manos) if self.terms.manos else {}

    def _due(self, came: Collection[str]) -> dict[str, int]:
        """The same once it has come to some; who has left has given it up."""
        left = {who: count - (who in came) for who, count in self.carry.due.items() if who in self.table.players}
        return {who: count for who, count in left.items() if count}

    def _comes_by(self, mano: str) -> list[str]:
        """To whom the mano came on its way to who has it now: who rests or has no chips lets it pass."""
        turn = _from(self.in_order, self.start())
        return turn[: turn.index(mano) + 1]

    def lacking(self, hands: int) -> tuple[str, int] | None:
        """Somebody who began and has yet to have the mano once so many hands are played, and how often."""
        if not self.seated:
            return next(iter(self._begins(self.order).items()), None)
        places, chip, out = self.table.places, self.table.settings.chip, (*self.carry.out, *self.seating.away)
        due, turn = self._due(()), _from(self.in_order, self.start())
        plays = [who for who in turn if places.get(chips(who), 0) >= chip and who not in out]
        for who in itertools.cycle(turn) if plays else ():
            if not hands:
                break
            due[who] = due.get(who, 0) - 1
            hands -= who in plays
        return next(((who, count) for who, count in due.items() if count > 0), None)

    def hand_on(
        self, mano: str, *, ring: Ring | None = None, blank: int = 0, noted: Noted | None = None, **drawn: Any
    ) -> Carry:
        """What is handed on: the seats as they are now, who had the mano, who rests, who is to enter with what."""
        warned, expelled = noted or Noted(self.carry.warned, [])
        return Carry(
            self.carry.after(self.announced),
            drawn.get("seats", self.order if self.seated else ()),
            mano,
            bool(drawn.get("drawn")),
            tuple(self.seating.away),
            self.seating.after(ring is not None),
            self.owes if ring is None else ring.owing,
            blank,
            {name: count for name, count in warned.items() if name.partition(":")[2] in self.table.players},
            tuple(who for who in (*self.carry.out, *expelled) if who in self.table.players),
            drawn.get("due", self._due(self._comes_by(mano) if ring else ())),
        )


def _from(order: Sequence[str], start: int) -> list[str]:
    """An order from one of its places on, and round."""
    return [*order[start:], *order[:start]]
