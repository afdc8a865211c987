"""The driver: runs one procedure by hand, keeps its transcript, and lets nothing into it that is not allowed."""

import atexit
import time
import weakref
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec

from tapete.engine.chance import Source
from tapete.engine.deck import Deck
from tapete.engine.diverging import parting
from tapete.engine.meter import BOOKS, READ, Books, Reading
from tapete.engine.places import BEYOND, ROLES, place
from tapete.engine.record import Record
from tapete.engine.refusing import by_name, explained
from tapete.engine.requests import Act, Announce, Chance, Down, Move, Request, Several, Shift, Show, awaited, step_names
from tapete.engine.sealed import Order, Stock, opens
from tapete.engine.table import Table
from tapete.engine.transcript import AUTOMATIC, End, Entry, Header, In, Rewind, Void, plain
from tapete.engine.window import Window
from tapete.errors import IllegalAction, Missing, Named, Said, TapeteError, UnknownError, Word, listed
from tapete.law.sections import BankRulebook, Irregularity

ENTERS = frozenset(("chance", "script", *ROLES))  # who may say what fell
EFFECTS = frozenset((Announce, Move, Shift, Down))  # what happens by itself
NO_REQUEST = "a procedure awaited {!r}, which is no request"
INPUTS = frozenset((In, Rewind, Void))  # what somebody did; all other lines follow


class Play(NamedTuple):
    """A game's procedure, its version, and the type of what it hands on.

    `pack` is the stock of a round whose cards have backs, by rulebook, settings and what was handed on. `earlier` are
    the versions that rounds still open, and logs to be audited, may name; one whose rulebooks were of another type
    than today's says so with `model`.
    """

    version: int
    procedure: Callable[[Any, Any], Coroutine[Any, Any, Any]]
    carry: type[msgspec.Struct]
    pack: Callable[[Any, Any, Any], Stock] | None = None
    earlier: "tuple[Play, ...]" = ()
    model: type[BankRulebook] | None = None

    def at(self, version: int) -> "Play":
        """The procedure of a version."""
        for play in (self, *self.earlier):
            if play.version == version:
                return play
        known = sorted(play.version for play in (self, *self.earlier))
        raise Missing(
            "procedure {version} is not known: there are {known}", version=version, known=", ".join(map(str, known))
        )

    def stock(self, rules: BankRulebook, settings: Any, carry: dict[str, Any]) -> Stock | None:
        """The cards that a round is dealt from, where they have backs."""
        return self.pack(rules, settings, msgspec.convert(carry, self.carry)) if self.pack else None


class Reported(Exception):
    """An irregularity, thrown into the procedure at the request that was pending."""

    def __init__(self, name: str, rule: Irregularity) -> None:
        self.name = name
        self.rule = rule
        super().__init__(name)


def _check_by(by: str, act: Act | None) -> None:
    """What nobody does in person are acts of a table that runs by itself, and nothing else."""
    if by != AUTOMATIC or act is None:
        raise IllegalAction("'{by}' does nothing at a table: acts are a person's, or automatic", by=by)


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Round(Record):
    """A round that is being played: a header, then inputs; everything else follows.

    With `chance`, chance answers itself, live or by a script; without, the croupier enters what fell (`fell`). With
    `books`, so does what an accumulated prize stands at; without, the croupier reads it off its display.
    """

    __slots__ = (
        "__weakref__",
        "_awaited",
        "_coroutine",
        "_pack",
        "_sealed",
        "_send",
        "_table",
        "books",
        "carry",
        "chance",
        "clock",
        "play",
        "promise",
        "seed",
        "taken_back",
    )

    def __init__(
        self,
        play: Play,
        rules: BankRulebook,
        header: Header,
        chance: Source | None = None,
        clock: Callable[[], int] = now,
        books: Books | None = None,
    ) -> None:
        super().__init__(rules, header)
        self.play = play
        self.books = books
        self.promise = ""
        self.taken_back = False
        self.clock = clock
        self.use(chance)
        self._start()
        self._draw()
        _ROUNDS.add(self)

    def use(self, chance: Source | None) -> None:
        """Chance comes from here from now on."""
        self.chance = chance
        self.seed = chance.seed.hex() if chance else ""
        self._pack = chance.order(self.header.pack.stock) if chance and self.header.pack else None
        # Whether every card of the order opens its leaf: then none needs to be checked again when it is shown.
        self._sealed = bool(self._pack and self.header.pack and self._pack.leaves == self.header.pack.leaves)

    # What may be done to a round

    def act(self, who: str, act: Act, by: str = "") -> None:
        """A person acts, or the table for them. An act that is not open raises `IllegalAction` and changes nothing."""
        if by:
            _check_by(by, act)
        label = self._let(who, act)
        self._take(In(len(self._inputs) + 1, self.clock(), who, label, act, by=by), (who, act))
        self._draw()

    def fell(self, value: Any, who: str = "croupier") -> None:
        """The croupier enters what fell; the transcript has it as the cards, dice or pockets are written."""
        if isinstance(self._awaited, Chance):
            value = self._awaited.plain(self._awaited.accept(value))
        self._input(who, fell=value)
        self._draw()

    def report(self, name: str, who: str = "inspector") -> None:
        """An irregularity is reported; the rulebook says at which steps it can be and what follows."""
        self._input(who, report=name)
        self._draw()

    def preview(self, name: str) -> list[Entry]:
        """What reporting an irregularity would bring about, without bringing it about: as far as chance is asked.

        Whoever looked and let it be would otherwise know cards that lie closed, or are still to come.
        """
        copy = self.copy()
        copy.chance = copy._pack = None
        copy.report(name)
        return copy.log[len(self.log) + 1 :]

    def rewind(self, to: int, by: str, why: str, signed: tuple[str, ...] = ()) -> None:
        """A slip is taken back: inputs after number `to` no longer count. The log only grows."""
        self.apply(Rewind(self.clock(), to, by, why, signed))
        self._draw()

    def correct(self, n: int, value: Any, by: str, why: str, signed: tuple[str, ...] = ()) -> None:
        """What input `n` says fell is mended, also once the round is over: chips are taken back and paid anew.

        What followed is done again as far as the table still asks for it. What cannot be leaves the round as it was.
        """
        self._mended(n, value, by, why, signed)
        after = self._inputs[n:]
        self.rewind(n - 1, by, why, signed)
        self.fell(value)
        self._repeat(after)

    def foreseen(self, value: Any) -> list[Entry]:
        """What would follow if this fell."""
        copy = self.copy()
        copy.fell(value)
        return copy.log[len(self.log) + 1 :]

    def foreseen_mended(self, n: int, value: Any) -> list[Entry]:
        """What would count in place of all after input `n` if that had been what fell."""
        copy = self._mended(n, value, ROLES[1], "", ())
        return copy.log[len(self.log) + 2 :]

    def void(self, by: str, why: str, article: str = "") -> None:
        """The round counts for nothing: every chip goes back where it lay. Only before another round has followed."""
        self.apply(Void(self.clock(), by, why, article))

    def apply(self, entry: Entry) -> None:
        """Takes an entry of a transcript: an input, a rewind, or the voiding of the round."""
        if type(entry) is In:
            self._take(entry, self._check(entry))
        elif isinstance(entry, Rewind):
            self._rewind(entry)
        else:
            super().apply(entry)

    # What it says

    @property
    def pending(self) -> Request[Any] | None:
        return self._awaited

    @property
    def carried(self) -> dict[str, Any]:
        return plain(self.carry)

    def copy(self) -> "Round":
        """The same round, replayed."""
        copy = replay(self.play, self.rules, self.log)
        copy.chance, copy.seed, copy.clock = self.chance, self.seed, self.clock
        copy._pack, copy._sealed = self._pack, self._sealed
        copy.books, copy.promise = self.books, self.promise
        return copy

    def _order(self) -> Order | None:
        return self._pack or super()._order()

    # How it runs

    def _start(self) -> None:
        self.carry = msgspec.convert(self.header.carry, self.play.carry)
        deck = Deck(self.header.pack.stock) if self.header.pack else None
        self._table: Table[Any] = Table(self.header.settings, self.header.players, self.places, self.carry, deck)
        self._coroutine = self.play.procedure(self.rules, self._table)
        self._send = self._coroutine.send
        self._awaited: Request[Any] | None = None
        self._run(self._send, None)

    def _take(self, entry: In, answer: Any) -> None:
        """An input that is known to be allowed, and what the procedure is sent for it."""
        self._inputs.append(entry)
        self.log.append(entry)
        self._run(self._coroutine.throw if entry.report else self._send, answer)

    def _run(self, resume: Callable[[Any], Any], value: Any) -> None:
        """Resumes the procedure, answers every effect at once, and stops at what must be answered from outside."""
        log, send = self.log, self._send
        try:
            request = resume(value)
            while True:
                kind = type(request)
                if kind is Move:
                    self._moved(request)
                    log.append(request)
                elif kind in EFFECTS:
                    log.append(request)
                elif kind is Several:
                    for effect in request.effects:
                        if type(effect) is Move:
                            self._moved(effect)
                        elif type(effect) not in EFFECTS:
                            raise RuntimeError(NO_REQUEST.format(effect))
                    log += request.effects
                elif isinstance(request, Request):
                    self._awaited = request
                    return
                else:
                    raise RuntimeError(NO_REQUEST.format(request))
                request = send(None)
        except StopIteration as stop:
            self.carry = stop.value
            self._close(End(plain(stop.value), "", "", *self._seeds(), next=self.promise))
        except Reported as report:
            self._reverse(report.name, report.rule.article)

    def _moved(self, move: Move) -> None:
        """Chips go from where they are to a place that there is."""
        places, src, dst, cents = self.places, move.src, move.dst, move.cents
        left = places.get(src, 0) - cents
        if cents <= 0 or (left < 0 and place(src).zone.closing != BEYOND):
            raise RuntimeError(f"a move that cannot be: {move}")
        places[src] = left
        if dst in places:
            places[dst] += cents
        else:
            place(dst)
            places[dst] = cents

    def _draw(self) -> None:
        """Answers what is pending as long as it is chance or a prize's standing and there is a source for it."""
        while type(pending := self._awaited) is not Window:
            if self.books is not None and isinstance(pending, Reading):
                self._input(BOOKS, Act(READ, pending.name, self.books(pending.name, self.places)))
                continue
            if self.chance is None or not isinstance(pending, Chance):
                return
            if self._pack is not None and isinstance(pending, Show):
                self._open(pending, self._pack, self.chance.name)
                continue
            value = self.chance.answer(pending, self.draws)
            if value is None:
                return
            self._input(self.chance.name, fell=value)

    def _open(self, pending: Show, pack: Order, who: str) -> None:
        """A card is shown out of the order that the header committed to."""
        face, salt = pack.opening(pending.slot)
        entry = In(len(self._inputs) + 1, self.clock(), who, pending.label, None, face, "", salt)
        if not self._sealed:
            self._check_seal(pending, entry)
        self._take(entry, pending.accept(face))

    def _input(self, who: str, act: Act | None = None, fell: Any = None, report: str = "") -> None:
        """Takes an input of now."""
        label = self._awaited.label if self._awaited else ""
        self.apply(In(len(self._inputs) + 1, self.clock(), who, label, act, fell, report))

    def _check(self, entry: In) -> Any:
        """What the procedure is to be sent for an input, once it is known to be allowed."""
        pending, act = self._awaited, entry.act
        if entry.by:
            _check_by(entry.by, act)
        if entry.report:
            return self._reported(entry.who, entry.report)
        if act is not None:
            self._let(entry.who, act)
            return entry.who, act
        if not isinstance(pending, Chance):
            raise self._not_now(Said("'{value}' cannot fall", value=entry.fell))
        if entry.who not in ENTERS:
            raise IllegalAction("the croupier enters what fell, not {who}", pending.article, who=entry.who)
        if isinstance(pending, Show):
            self._check_seal(pending, entry)
        return pending.accept(entry.fell)

    def _let(self, who: str, act: Act) -> str:
        """What is pending, by its label, where somebody may do this in it now."""
        pending = self._awaited
        if not isinstance(pending, Window):
            raise self._not_now(Said("'{act}' is not asked for now", act=act.said))
        try:
            pending.check(who, act)
        except IllegalAction as refused:
            raise self._refused(pending, who, act, refused) from None
        return pending.label

    def _refused(self, pending: Window, who: str, act: Act, why: IllegalAction) -> IllegalAction:
        """Why an act is not open, as people are told: of bets by their names, of an amount by what bounds it."""
        refusal = explained(why, pending.option(who, act.do, act.on), who, act, self)
        return IllegalAction(by_name(refusal.reason, self.rules.bets), refusal.article)

    def _check_seal(self, pending: Show, entry: In) -> None:
        """Where the order of the pack was committed to, a card is shown with what opens its leaf."""
        leaves = self.header.pack.leaves if self.header.pack else ()
        if leaves and not opens(leaves, pending.slot, str(entry.fell), entry.salt):
            raise IllegalAction(
                "{card} is not the card that {slot} was committed to",
                pending.article,
                card=entry.fell,
                slot=pending.slot,
            )

    def _reported(self, who: str, name: str) -> Reported:
        rules, pending = self.rules.irregularities, self._awaited
        said_by_players = name in rules and "jugador" in rules[name].by
        if who not in ROLES and not (said_by_players and who in self.header.players):
            staff = listed([Said(role) for role in ROLES])
            raise IllegalAction("an irregularity is reported by the {staff}, not by {who}", staff=staff, who=who)
        if name not in rules:
            raise UnknownError("irregularity", name, list(rules))
        rule = rules[name]
        named = Named.of(name, Word(rule.name))
        if rule.by and "crupier" not in rule.by and who == "croupier":
            above = Said("chief of table") if "jefe-de-mesa" in rule.by else Said("inspection")
            said = {"name": named, "above": above}
            raise IllegalAction("'{name}' is the {above}'s to report, not the croupier's", rule.article, **said)
        if pending is None or not step_names(pending.label) & {*rule.during}:
            during = listed([awaited(kind) for kind in rule.during])
            raise IllegalAction(
                "'{name}' cannot be reported now, only during {during}", rule.article, name=named, during=during
            )
        for where, count in rule.lying.items():
            if len(self.cards.get(where, ())) < count:
                short = {"name": named, "count": count, "place": where}
                raise IllegalAction(
                    "'{name}' cannot have happened: {place} does not have {count} cards", rule.article, **short
                )
        if self._table.denies and (why := self._table.denies(named)):
            raise IllegalAction(why.reason, why.article)
        return Reported(name, rule)

    def _rewind(self, entry: Rewind) -> None:
        """Starts anew and takes the inputs that still count. A seed would only draw again what it drew."""
        if self.end is not None and (self.end.void or self.header.commitment):
            raise IllegalAction("a round that is over is taken back only where the croupier entered what fell")
        if not 0 <= entry.to < len(self._inputs):
            raise TapeteError(
                "an open round returns to one of its inputs 0 to {last}, not {to}",
                last=len(self._inputs) - 1,
                to=entry.to,
            )
        self.taken_back = True
        kept = self._inputs[: entry.to]
        log, self.log = self.log, []
        self._clear()
        self._start()
        for old in kept:
            self.apply(old)
        log.append(entry)
        self.log = log

    def _mended(self, n: int, value: Any, by: str, why: str, signed: tuple[str, ...]) -> "Round":
        """A copy in which what input `n` says fell is mended; refused where that is nothing that fell."""
        if not 0 < n <= len(self._inputs) or self._inputs[n - 1].fell is None:
            raise TapeteError("input {n} is nothing that fell: only what was entered is mended", n=n)
        copy = self.copy()
        copy.rewind(n - 1, by, why, signed)
        copy.fell(value)
        copy._repeat(self._inputs[n:])
        return copy

    def _repeat(self, inputs: Sequence[In]) -> None:
        """Takes inputs once more, until one no longer answers what the table waits for."""
        for old in inputs:
            if old.who == BOOKS and self.books is not None:
                continue
            if self._awaited is None or old.to != self._awaited.label:
                return
            try:
                self.apply(In(len(self._inputs) + 1, self.clock(), old.who, old.to, old.act, old.fell, old.report))
            except TapeteError:
                return
            self._draw()

    def _reverse(self, why: str, article: str) -> None:
        self._coroutine.close()
        self.carry = msgspec.convert(self.header.carry, self.play.carry)
        super()._reverse(why, article)

    def _seeds(self) -> tuple[str, str]:
        return ("", self.seed) if self.header.pack else (self.seed, "")

    def _promised(self) -> str:
        return self.promise

    def _close(self, end: End) -> None:
        super()._close(end)
        self._awaited = None
        self._table.denies = None  # it knows the hand, and the hand the table: neither would be let go by itself

    def _not_now(self, what: Said) -> IllegalAction:
        what = by_name(what, self.rules.bets)
        if self._awaited is None:
            return IllegalAction("{what}: the round is over", what=what)
        waits = awaited(self._awaited.label)
        return IllegalAction("{what}: the table waits for {label}", self._awaited.article, what=what, label=waits)


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
        round.seed, round.promise = last.seed or last.secret, last.next
    told, log, at = list(entries), round.log, 0
    try:
        while (at := max(at + 1, len(log))) < len(told):  # what is there already, no input brought about
            entry = told[at]
            if type(entry) is In:
                round._take(entry, round._check(entry))  # as `apply` does, which would ask once more what it is
            elif type(entry) in INPUTS:
                round.apply(entry)
    except TapeteError:
        if round.log == told[: len(round.log)]:
            raise
    if round.log != told:
        raise parting(round.log, told, first_line)
    return round
