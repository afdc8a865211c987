"""The driver: runs one procedure by hand, keeps its transcript, and lets nothing into it that is not allowed."""

import atexit
import time
import weakref
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from tapete.engine.calls import spoken
from tapete.engine.chance import Source
from tapete.engine.places import CAGE, ROLES
from tapete.engine.requests import Act, Announce, Chance, Deal, Move, Request, Shift, awaited
from tapete.engine.table import Table
from tapete.engine.transcript import End, Entry, Header, In, Rewind, Void, digest, encode, plain
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction, Said, TapeteError, UnknownError, listed
from tapete.law.sections import BankRulebook, Irregularity

RulesT = TypeVar("RulesT", bound=BankRulebook)
CarryT = TypeVar("CarryT", bound=msgspec.Struct)
Procedure = Coroutine[Any, Any, CarryT]


class Play(NamedTuple):
    """A game's procedure, its version, and the type of what it hands on."""

    version: int
    procedure: Callable[[Any, Any], Procedure[Any]]
    carry: type[msgspec.Struct]


class Reported(Exception):
    """An irregularity, thrown into the procedure at the request that was pending."""

    def __init__(self, name: str, rule: Irregularity) -> None:
        self.name = name
        self.rule = rule
        super().__init__(name)


class Diverged(TapeteError):
    """A replay that does not do what the transcript says: the line, what it says, and what the procedure does."""

    def __init__(self, line: int, then: Entry | None, now: Entry | None) -> None:
        self.line, self.then, self.now = line, then, now
        super().__init__(
            "line {line}: the transcript has {then}, the procedure {now}", line=line, then=_show(then), now=_show(now)
        )


def _show(entry: Entry | None) -> str:
    return Said("nothing more") if entry is None else encode(entry).decode()


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Round:
    """One round of one game: a header, then inputs; everything else follows.

    With `chance`, chance answers itself, live or by a script; without, the croupier enters what fell (`fell`).
    """

    __slots__ = (
        "__weakref__",
        "_coroutine",
        "_inputs",
        "cards",
        "carry",
        "chance",
        "clock",
        "draws",
        "end",
        "header",
        "log",
        "pending",
        "places",
        "play",
        "rules",
        "seed",
    )

    def __init__(
        self,
        play: Play,
        rules: BankRulebook,
        header: Header,
        chance: Source | None = None,
        clock: Callable[[], int] = now,
    ) -> None:
        self.play = play
        self.rules = rules
        self.header = header
        self.chance = chance
        self.clock = clock
        self.seed = chance.seed.hex() if chance else ""
        self.log: list[Entry] = [header]
        self.end: End | None = None
        self._start()
        self._draw()
        _ROUNDS.add(self)

    # What may be done to a round

    def act(self, who: str, act: Act) -> None:
        """A person acts. An act that is not open raises `IllegalAction` and changes nothing."""
        self._input(who, act)
        self._draw()

    def fell(self, value: Any, who: str = "croupier") -> None:
        """The croupier enters what fell; the transcript has it as the cards, dice or pockets are written."""
        if isinstance(self.pending, Chance):
            value = self.pending.plain(self.pending.accept(value))
        self._input(who, fell=value)
        self._draw()

    def report(self, name: str, who: str = "inspector") -> None:
        """An irregularity is reported; the rulebook says at which steps it can be and what follows."""
        self._input(who, report=name)
        self._draw()

    def preview(self, name: str) -> list[Entry]:
        """What reporting an irregularity would bring about, without bringing it about."""
        copy = self.copy()
        copy.report(name)
        return copy.log[len(self.log) + 1 :]

    def rewind(self, to: int, by: str, why: str) -> None:
        """A slip is taken back: inputs after number `to` no longer count. The log only grows."""
        self.apply(Rewind(self.clock(), to, by, why))
        self._draw()

    def void(self, by: str, why: str, article: str = "") -> None:
        """The round counts for nothing: every chip goes back where it lay. Only before another round has followed."""
        self.apply(Void(self.clock(), by, why, article))

    def apply(self, entry: Entry) -> None:
        """Takes an entry of a transcript: an input, a rewind, or the voiding of the round."""
        if isinstance(entry, In):
            answer = self._check(entry)
            if entry.fell is not None:
                self.draws += 1
                if isinstance(self.pending, Deal):
                    self.cards.setdefault(self.pending.to, []).append(self.pending.plain(answer))
            self._inputs.append(entry)
            self.log.append(entry)
            self._run(self._coroutine.throw if entry.report else self._coroutine.send, answer)
        elif isinstance(entry, Rewind):
            if self.end is not None or not 0 <= entry.to < len(self._inputs):
                raise TapeteError(
                    "an open round returns to one of its inputs 0 to {last}, not {to}",
                    last=len(self._inputs) - 1,
                    to=entry.to,
                )
            kept = self._inputs[: entry.to]
            self.log.append(entry)
            log, self.log = self.log, []
            self._start()
            for old in kept:
                self.apply(old)
            self.log = log
        elif isinstance(entry, Void):
            if self.end is not None and self.end.void:
                raise TapeteError("this round is void already")
            self.log.append(entry)
            self._void(entry.why, entry.article)

    # What it says

    @property
    def finished(self) -> bool:
        """Whether nothing more is asked."""
        return self.end is not None

    @property
    def inputs(self) -> int:
        """How many inputs count."""
        return len(self._inputs)

    def lines(self) -> list[bytes]:
        """The transcript, a JSON object a line."""
        return [encode(entry) for entry in self.log]

    @property
    def hash(self) -> str:
        """The hash that the next round names as its previous one."""
        if self.end is None:
            raise TapeteError("an open round has no hash yet")
        return self.end.hash

    def said(self) -> list[str]:
        """The calls so far, in the rulebook's words."""
        return [self.phrase(entry) for entry in self.log if isinstance(entry, Announce)]

    def phrase(self, announce: Announce) -> str:
        """A call in the rulebook's words."""
        return spoken(self.rules, announce)

    def open_to_all(self) -> list[Entry]:
        """What everybody at the table saw and heard: every entry but the header, which has what each one holds."""
        return self.log[1:]

    def copy(self) -> "Round":
        """The same round, replayed."""
        copy = replay(self.play, self.rules, self.log)
        copy.chance, copy.seed, copy.clock = self.chance, self.seed, self.clock
        return copy

    def view(self, who: str) -> dict[str, Any]:
        """All that a person may see of the round and do in it. The only way state leaves for a person."""
        pending = self.pending
        staff = who in ROLES
        own = f"chips/{who}"
        return {
            "who": who,
            "game": self.header.game,
            "region": self.header.region,
            "commitment": self.header.commitment,
            "pending": pending.label if pending else None,
            "article": pending.article if pending else None,
            "actors": list(pending.actors()) if isinstance(pending, Window) else [],
            "open": [_option(item) for item in pending.open(who)] if isinstance(pending, Window) else [],
            "places": {
                place: cents
                for place, cents in self.places.items()
                if cents and (staff or place == own or place.startswith(("felt/", "prison/")))
            },
            "cards": {place: list(cards) for place, cards in self.cards.items() if cards},
            "carry": plain(self.carry),
            "said": self.said(),
            "finished": self.finished,
        }

    # How it runs

    def _start(self) -> None:
        self.places = dict(self.header.balances)
        self.cards: dict[str, list[str]] = {}
        self.carry = msgspec.convert(self.header.carry, self.play.carry)
        table: Table[Any] = Table(self.header.settings, self.header.players, self.places, self.carry)
        self._coroutine = self.play.procedure(self.rules, table)
        self._inputs: list[In] = []
        self.draws = 0
        self.pending: Request[Any] | None = None
        self._run(self._coroutine.send, None)

    def _run(self, resume: Callable[[Any], Any], value: Any) -> None:
        """Resumes the procedure, answers every effect at once, and stops at what must be answered from outside."""
        send = self._coroutine.send
        places = self.places
        append = self.log.append
        try:
            request = resume(value)
            while True:
                kind = type(request)
                if kind is Move:
                    src, cents = request.src, request.cents
                    left = places.get(src, 0) - cents
                    if cents <= 0 or (left < 0 and src != CAGE):
                        raise RuntimeError(f"a move that cannot be: {request}")
                    places[src] = left
                    dst = request.dst
                    places[dst] = places.get(dst, 0) + cents
                    append(request)
                elif kind is Announce:
                    append(request)
                elif kind is Shift:
                    self.cards[request.src].remove(request.card)
                    self.cards.setdefault(request.dst, []).append(request.card)
                    append(request)
                elif isinstance(request, Request):
                    self.pending = request
                    return
                else:
                    raise RuntimeError(f"a procedure awaited {request!r}, which is no request")
                request = send(None)
        except StopIteration as stop:
            self._close(End(plain(stop.value)))
            self.carry = stop.value
        except Reported as report:
            self._void(report.name, report.rule.article)

    def _draw(self) -> None:
        """Answers what is pending as long as it is chance and there is a source for it."""
        while self.chance is not None and isinstance(self.pending, Chance):
            value = self.chance.answer(self.pending, self.draws)
            if value is None:
                return
            self._input(self.chance.name, fell=value)

    def _input(self, who: str, act: Act | None = None, fell: Any = None, report: str = "") -> None:
        """Takes an input of now."""
        label = self.pending.label if self.pending else ""
        self.apply(In(len(self._inputs) + 1, self.clock(), who, label, act, fell, report))

    def _check(self, entry: In) -> Any:
        """What the procedure is to be sent for an input, once it is known to be allowed."""
        pending = self.pending
        if entry.report:
            return self._reported(entry.who, entry.report)
        if entry.act is not None:
            if not isinstance(pending, Window):
                raise self._not_now(Said("'{act}' comes too late", act=entry.act.said))
            pending.check(entry.who, entry.act)
            return entry.who, entry.act
        if not isinstance(pending, Chance):
            raise self._not_now(Said("'{value}' cannot fall", value=entry.fell))
        if entry.who not in ("chance", "script", *ROLES):
            raise IllegalAction("the croupier enters what fell, not {who}", pending.article, who=entry.who)
        return pending.accept(entry.fell)

    def _reported(self, who: str, name: str) -> Reported:
        rules, pending = self.rules.irregularities, self.pending
        if who not in ROLES:
            staff = listed([Said(role) for role in ROLES])
            raise IllegalAction("an irregularity is reported by the {staff}, not by {who}", staff=staff, who=who)
        if name not in rules:
            raise UnknownError("irregularity", name, list(rules))
        rule = rules[name]
        if pending is None or pending.label.partition(":")[0] not in rule.during:
            during = listed([awaited(kind) for kind in rule.during])
            raise IllegalAction(
                "'{name}' cannot be reported now, only during {during}", rule.article, name=name, during=during
            )
        return Reported(name, rule)

    def _void(self, why: str, article: str) -> None:
        """Takes every chip back to where it lay before the round, by moves of its own."""
        self._coroutine.close()
        more = {place: cents - self.header.balances.get(place, 0) for place, cents in self.places.items()}
        less = [place for place, cents in more.items() if cents < 0]
        for place in [place for place, cents in more.items() if cents > 0]:
            while more[place]:
                home = less[-1]
                cents = min(more[place], -more[home])
                self.log.append(Move(place, home, cents, article))
                for where, change in ((place, -cents), (home, cents)):
                    more[where] += change
                    self.places[where] += change
                if not more[home]:
                    less.pop()
        self.carry = msgspec.convert(self.header.carry, self.play.carry)
        self._close(End(self.header.carry, why, article))

    def _close(self, end: End) -> None:
        end = msgspec.structs.replace(end, seed=self.seed)
        self.end = msgspec.structs.replace(end, hash=digest([*self.lines(), encode(end)]))
        self.log.append(self.end)
        self.pending = None

    def _not_now(self, what: str) -> IllegalAction:
        if self.pending is None:
            return IllegalAction("{what}: the round is over", what=what)
        waits = awaited(self.pending.label)
        return IllegalAction("{what}: the table waits for {label}", self.pending.article, what=what, label=waits)


_ROUNDS: "weakref.WeakSet[Round]" = weakref.WeakSet()


@atexit.register
def leave() -> None:
    """Lets go of the procedures that are still waiting, while the names they need are still there."""
    for round in list(_ROUNDS):
        round._coroutine.close()


def replay(play: Play, rules: BankRulebook, entries: Sequence[Entry], first_line: int = 1) -> Round:
    """Plays a transcript again: feeds its inputs, and raises `Diverged` where anything else comes out."""
    header, last = entries[0], entries[-1]
    if not isinstance(header, Header):
        raise TapeteError("line {line}: a round starts with its header", line=first_line)
    round = Round(play, rules, header)
    if isinstance(last, End):
        round.seed = last.seed
    log = round.log
    for i, entry in enumerate(entries):
        if i == len(log):
            round.apply(entry)
        if i == len(log) or log[i] != entry:
            raise Diverged(first_line + i, entry, log[i] if i < len(log) else None)
    if len(log) > len(entries):
        raise Diverged(first_line + len(entries), None, log[len(entries)])
    return round


def _option(item: Option) -> dict[str, Any]:
    return {"do": item.do, "on": item.on, "article": item.article, "lo": item.lo, "hi": item.hi, "step": item.step}
