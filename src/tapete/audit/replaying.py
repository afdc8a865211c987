"""One round, played again beside its record: every line is derived anew, and what differs is said with its line."""

import bisect
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tapete.audit.following import same
from tapete.audit.header import HASH
from tapete.audit.lines import Line
from tapete.audit.signatures import Signatures
from tapete.audit.source import misplaced
from tapete.audit.told import Told
from tapete.engine.again import Owed
from tapete.engine.chance import Live, commitment
from tapete.engine.meter import Reading
from tapete.engine.names import ROBOT
from tapete.engine.places import ROLES, called, moved
from tapete.engine.requests import Act, Announce, Chance, Down, Move, Shift, Show, awaited
from tapete.engine.round import Play, Round
from tapete.engine.sealed import Order, order
from tapete.engine.transcript import (
    CHARGES,
    PRACTICE,
    End,
    Entry,
    Header,
    In,
    Rewind,
    Void,
    encode,
    moves_by_input,
    spoken,
)
from tapete.engine.views import NOBODY, SECRETIVE, masked
from tapete.engine.warning import WARN, warned, warning
from tapete.engine.window import Window
from tapete.errors import IllegalAction, Said, TapeteError
from tapete.money import format_cents

OUTPUTS = frozenset((Announce, Move, Shift, Down, End, type(None)))  # a line that cannot be read may be any of them
LATEST = 253_402_300_800_000  # the end of the year 9999
AGAIN = 2  # how often an input may be played again, on average over a log, because others were taken back
# What a procedure can raise that is handed what no honest table comes to, beside what the law refuses.
IMPOSSIBLE = (ArithmeticError, LookupError, RuntimeError, ValueError)
BY_ITSELF = (*CHARGES, WARN)  # what a table does for its croupier besides what the clock would do
SHOWN = 3  # how many lines of one difference are said


class Replay:
    """One round. `round` is what its procedure makes of it, as far as it goes; nothing, if it cannot begin.

    `exact`: all of it was played again, and every line is as it follows. `hash` is the right one, where it can be told.
    """

    def __init__(self, lines: Sequence[Line], told: Told) -> None:
        self.lines = lines
        self.told = told
        self.line, header = lines[0].number, lines[0].entry
        assert isinstance(header, Header)
        self.header = header
        self._signatures = Signatures(lines, header, told)
        self._ends = [(i, line.entry) for i, line in enumerate(lines) if type(line.entry) is End]
        self.end = self._ends[-1][1] if self._ends else None
        self.hash = ""
        self.inputs = 0
        self.round: Round | None = None
        self.exact = True
        self._due: list[Entry] = []
        self._unreadable = [line.number for line in lines if line.entry is None]
        self._count = 0
        self._off = 0
        self._draws = 0
        self._owed = Owed()
        self._live: Live | None = None
        self._sealing = header.pack
        self._pack: Order | None = None

    def run(self, play: Play | None, rules: Any, header: Header | None) -> None:
        """Plays the round again from a header, if there is one, and checks what needs no play in any case."""
        self.told.again += AGAIN * len(self.lines)
        self._sealing = header.pack if header is not None else self.header.pack
        self._seed()
        inputs = [i for i, line in enumerate(self.lines) if type(line.entry) not in OUTPUTS]  # with the header
        ends = [*inputs[1:], len(self.lines)]
        if play is None or header is None:
            self._stop(self.line)
        elif self._guarded(self.line, self._begin, play, rules, header):
            self.exact = header is self.header
            self._compare(self.line, self.lines[1 : ends[0]])
        for i, end in zip(inputs[1:], ends[1:], strict=True):
            line, entry = self.lines[i].number, self.lines[i].entry
            self._form(line, entry)
            if self.round is None:
                if type(entry) is In and entry.fell is not None:
                    self._source(line, entry, "")
            elif self._guarded(line, self._feed, line, entry):
                self._compare(line, self.lines[i + 1 : end])
        self._finish()

    # How it is played

    def _begin(self, play: Play, rules: Any, header: Header) -> None:
        self._order()
        self.round = _Again(play, rules, header)
        self._due = self.round.log[1:]
        if self.end is not None and self.header.commitment:
            self.round.seed = self.end.secret if self._sealing else self.end.seed
            self.round.promise = self.end.next if HASH.fullmatch(self.end.next) else ""

    def _feed(self, line: int, entry: Entry) -> None:
        """Takes an input; what follows from it is due."""
        round = self.round
        assert round is not None
        known, unattended = len(round.log) + 1, None
        if type(entry) is In:
            self._answers(round, entry)
            if entry.by and entry.act is not None:
                unattended = self._unattended(round, entry.who, entry.act)
            if entry.fell is not None:
                self._fell(round, line, entry)
                self._draws += 1
            if self._owed.inputs:
                self._repeats(round, line, entry)
        elif type(entry) is Rewind:
            self._take_back(round, entry)
        round.apply(entry)
        self._due = round.log[known:]
        if self._sealing is not None and spoken(self._due):
            self._owed.deal(round.inputs)
        if unattended is not None:
            self.told.breach(line, *unattended)

    def _guarded(self, line: int, do: Callable[..., None], *given: Any) -> bool:
        """Does something that the law may refuse, or that no honest table could come to; the round stops there."""
        try:
            do(*given)
        except IllegalAction as error:
            self.told.breach(line, error.article, error.reason, Said("refused"))
        except TapeteError as error:
            self.told.breach(line, "", error.text, Said("refused"))
        except IMPOSSIBLE as error:
            what = Said("the round cannot go on: {why}", why=f"{type(error).__name__}: {error}")
            self.told.breach(line, "", what, Said("refused"))
        else:
            return True
        self._stop(line)
        return False

    def _stop(self, line: int) -> None:
        self.told.note(Said("line {line}: the rest of this round was not played again", line=line))
        self.round = None
        self.exact = False

    def _finish(self) -> None:
        line, last = self.lines[-1].number, self.lines[-1].entry
        if self.round is not None and self.round.pending is not None:
            right = Said("an answer to '{label}'", label=awaited(self.round.pending.label))
            self.told.breach(line, "", Said("the round is not finished"), right)
        elif self.round is None and not isinstance(last, End):
            self.told.breach(line, "", Said("the round is not finished"), Said("an end"))
        unread = next((i for i, line in enumerate(self.lines) if line.entry is None), len(self.lines))
        for i, end in self._ends:
            self.hash = hashed(self.lines[: i + 1]) if i < unread else ""
            if self.hash and end.hash != self.hash:
                what = Said("the hash is not that of the round's lines")
                self.told.breach(self.lines[i].number, "", what, self.hash)

    # What an input must be

    def _form(self, line: int, entry: Entry | None) -> None:
        """Number, time and signature, which nothing but the lines before decides."""
        if type(entry) is In:
            self._time(line, entry.at)
            self.inputs += 1
            self._number(line, entry.n)
            said = (entry.act is not None) + (entry.fell is not None) + bool(entry.report)
            if said != 1:
                what = Said("an input that says {count} things", count=said)
                self.told.breach(line, "", what, Said("an act, what fell, or a report"))
            if entry.salt and entry.fell is None:
                self.told.breach(line, "", Said("a salt, where no leaf is opened"), Said("none"))
        elif isinstance(entry, Rewind):
            self._time(line, entry.at)
            if 0 <= entry.to <= self._count:
                self._count = entry.to
            self._signatures.check(line, entry)
        elif isinstance(entry, Void):
            self._time(line, entry.at)
            self._signatures.check(line, entry)

    def _number(self, line: int, number: int) -> None:
        """One more than the last; what is numbered on from a number that was said to be wrong is not said again."""
        self._count += 1
        off, unread = number - self._count, self._unread(line)
        if off and off != self._off and not 0 < off <= unread:
            what = Said("input number {number}", number=number)
            self.told.breach(line, "", what, Said("number {number}", number=self._count))
        self._off = off

    def _unread(self, line: int) -> int:
        """How many lines before this one cannot be read: each may have been an input."""
        return bisect.bisect_left(self._unreadable, line)

    def _time(self, line: int, at: int) -> None:
        if not 0 <= at < LATEST:
            self.told.breach(line, "", Said("at {time}", time=at), Said("milliseconds since 1970"))
            return
        if at < self.told.time:
            right = Said("{time} or later, as the line before", time=self.told.time)
            self.told.breach(line, "", Said("at {time}", time=at), right)
        self.told.time = at

    def _answers(self, round: Round, entry: In) -> None:
        """An input must answer what the table waits for."""
        pending = round.pending
        if type(pending) is Reading:
            what = Said("what '{name}' stood at is proved only by the casino's books", name=pending.name)
            self.told.note(what)
        if pending is not None and entry.to != pending.label:
            raise IllegalAction(
                "answers '{to}', but the table waits for '{label}'",
                pending.article,
                to=awaited(entry.to),
                label=awaited(pending.label),
            )

    def _unattended(self, round: Round, who: str, act: Act) -> tuple[str, str, str] | None:
        """What nobody does in person is what the clock would do, or the session's price; robots play as they like.

        Where the croupier warns who is slow, he may do so by himself, and has to before anything is done for a player.
        """
        pending = round.pending
        if not isinstance(pending, Window) or (self.header.house == PRACTICE and who.startswith(ROBOT)):
            return None
        items = [item for item in pending.open(who) if item.default or (item.do in BY_ITSELF and who in ROLES)]
        if act in (due := [item.least_act for item in items]):
            return self._unwarned(round, pending, who, act)
        what = Said("{who}: {act}, which nobody did in person", who=called(who), act=act.said)
        return pending.article, what, due[0].said if due else Said("nothing: only {who} may do it", who=called(who))

    @staticmethod
    def _unwarned(round: Round, pending: Window, who: str, act: Act) -> tuple[str, str, str] | None:
        """What was done for a player whom the croupier has to warn before, and has not."""
        said = warning(pending, who) if who not in ROLES else None
        if said is None or warned(round.counting(), pending, who):
            return None
        what = Said("{who}: {act}, which nobody did in person, and without a warning", who=who, act=act.said)
        return said.article, what, Said("the croupier's warning before")

    # What fell

    def _seed(self) -> None:
        """The source that live chance must have come from, if the seed shown is the one committed to."""
        if not self.header.commitment or self.end is None:
            return
        line = self.lines[self._ends[-1][0]].number
        shown = self.end.secret if self._sealing else self.end.seed
        try:
            seed = bytes.fromhex(shown)
        except ValueError:
            seed = b""
        if commitment(seed) != self.header.commitment or seed.hex() != shown:
            self.told.breach(line, "", Said("the seed is not the one committed to"), self.header.commitment)
        else:
            self._live = Live(seed, self.header.added)

    def _order(self) -> None:
        """The order that the seed gives the pack; every leaf of the header must be of it."""
        pack = self._sealing
        if self._live is None or pack is None:
            return
        self._pack = order(self._live.key, pack.stock)
        if self._pack.leaves != pack.leaves:
            what = Said("the pack is not in the order that its seed gives")
            self.told.breach(self.line, "", what, Said("its leaves"))

    def _fell(self, round: Round, line: int, entry: In) -> None:
        """What fell came from where the header says that chance comes from, and the seed draws it."""
        pending = round.pending
        if not isinstance(pending, Chance):
            return
        shown = isinstance(pending, Show) and bool(self.header.commitment)
        if entry.salt and not shown:
            self.told.breach(line, "", Said("a salt, where no leaf is opened"), Said("none"))
        self._source(line, entry, pending.article)
        drawn: Any
        if self._live is None:
            drawn = pending.plain(pending.accept(entry.fell))
        else:
            hidden = isinstance(pending, Show) and self._pack is not None
            drawn = self._pack.opening(pending.slot)[0] if hidden else self._live.answer(pending, self._draws)  # type: ignore[union-attr, attr-defined]
        if drawn != entry.fell:
            written = Said("'{value}', as it is written", value=drawn)
            right = written if self._live is None else Said("{value}, which the seed draws", value=drawn)
            self.told.breach(line, pending.article, Said("{value} fell", value=entry.fell), right)

    def _source(self, line: int, entry: In, article: str) -> None:
        wrong = misplaced(self.header, entry)
        if wrong is not None:
            self.told.breach(line, article, *wrong)
        elif entry.who == "script":
            self.told.note(Said("what fell was written down beforehand: this is no casino's evening"))

    # What is taken back

    def _take_back(self, round: Round, entry: Rewind) -> None:
        """After something fell or was dealt, what was staked and decided before must be done again as it was."""
        self.told.again -= 1 + max(entry.to, 0)
        if self.told.again < 0:
            raise TapeteError("more was taken back than anybody plays again")
        counting = round.counting()
        self._draws -= sum(old.fell is not None for old in counting[max(entry.to, 0) :])
        self._owed.take_back(counting, entry.to)

    def _repeats(self, round: Round, line: int, entry: In) -> None:
        otherwise = self._owed.otherwise(entry)
        if otherwise is None:
            return
        if otherwise.excused:
            self.told.note(Said("line {line}: decided otherwise than before what fell was mended", line=line))
            return
        article = round.pending.article if round.pending else ""
        what = Said("{act}, after what fell was seen", act=_said(entry))
        self.told.breach(line, article, what, Said("{act}, as before it was taken back", act=_said(otherwise.before)))

    # What follows from it

    def _compare(self, line: int, written: Sequence[Line]) -> None:
        """Compares outputs with those due, line by line; where there are more or fewer, only what is between."""
        due = self._due
        if len(written) == len(due):
            for one, now in zip(written, due, strict=True):
                if one.entry != now if type(now) is not End else not _ends_as_due(one, now):
                    self._differs(one.number, one.entry, now)
            return
        unread = next((one.number for one in written if one.entry is None), None)
        if unread is not None:
            self._stop(unread)
            return
        self.exact = False
        least, start, stop = min(len(written), len(due)), 0, 0
        while start < least and written[start].entry == due[start]:
            start += 1
        while stop < least - start and _alike(written[-1 - stop].entry, due[-1 - stop]):
            stop += 1
        self._between(line, written[start : len(written) - stop], due[start : len(due) - stop])
        if stop and isinstance(due[-1], End):
            self._differs(written[-1].number, written[-1].entry, due[-1])

    def _between(self, line: int, written: Sequence[Line], due: Sequence[Entry]) -> None:
        for i in range(min(SHOWN, max(len(written), len(due)))):
            number = written[min(i, len(written) - 1)].number if written else line
            then = written[i].entry if i < len(written) else None
            now = due[i] if i < len(due) else None
            if then != now:
                self.told.breach(number, _article(now) or _article(then), *_sides(then, now))
        rest = max(len(written), len(due)) - SHOWN
        if rest == 1:
            self.told.note(Said("line {line}: one more line differs after this input", line=line))
        elif rest > 1:
            self.told.note(Said("line {line}: {count} more lines differ after this input", line=line, count=rest))

    def _differs(self, number: int, then: Entry | None, now: Entry) -> None:
        if then is None:
            self.exact = False
        elif isinstance(then, End) and isinstance(now, End):
            self._fields(number, then, now)
        else:
            self.exact = False
            self.told.breach(number, _article(now) or _article(then), *_sides(then, now))

    def _fields(self, line: int, then: End, now: End) -> None:
        """Every field of an end but its hash follows from the round; what does not is said field by field."""
        for field in ("carry", "void", "article", "seed", "secret", "next"):
            is_, due = getattr(then, field), getattr(now, field)
            if not same(is_, due):
                self.exact = False
                what = Said("the end's {field} is {value}", field=Said(field), value=_value(is_))
                self.told.breach(line, now.article, what, _value(due))

    def written(self) -> dict[str, int]:
        """Where the chips lie after the round, by its own lines."""
        places = dict(self.header.balances)
        for moves in moves_by_input(line.entry for line in self.lines if line.entry is not None):
            for move in moves:
                moved(places, move.src, move.dst, move.cents)
        return {path: cents for path, cents in places.items() if cents}


class _Again(Round):
    """A round that is played again: its hash is taken of the lines that are written, not of those that are due."""

    __slots__ = ()

    def _close(self, end: End) -> None:
        self.end = end
        self.log.append(end)
        self._awaited = None


def hashed(lines: Sequence[Line]) -> str:
    """The hash of a round's lines, the last of which is an end, as anybody may read them."""
    texts = [line.text for line in lines]
    for i, line in enumerate(lines):
        entry = line.entry
        if type(entry) in SECRETIVE:
            assert isinstance(entry, Header | End)
            plain = entry if line is not lines[-1] else msgspec.structs.replace(entry, hash="")
            texts[i] = encode(masked(plain, NOBODY))
    return hashlib.sha256(b"\n".join(texts)).hexdigest()


def _ends_as_due(one: Line, due: End) -> bool:
    """Whether a line is the end that is due, to the byte but for its hash."""
    return type(one.entry) is End and encode(msgspec.structs.replace(due, hash=one.entry.hash)) == one.text


def _said(entry: In) -> str:
    if entry.act is not None:
        return Said("{who}: {act}", who=Said(entry.who) if entry.who in ROLES else entry.who, act=entry.act.said)
    return Said("{value} fell", value=entry.fell)


def _alike(one: Entry | None, other: Entry) -> bool:
    """Whether two outputs are the same; of two ends, the fields are compared by themselves."""
    return one == other or (isinstance(one, End) and isinstance(other, End))


def _article(entry: Entry | None) -> str:
    return entry.article if isinstance(entry, Move | End) else ""


def _sides(then: Entry | None, now: Entry | None) -> tuple[str, str]:
    """What is there and what would be right; where both read alike, as they are written."""
    one, other = _describe(then), _describe(now)
    if one == other and then is not None and now is not None:
        return encode(then).decode(), encode(now).decode()
    return one, other


def _describe(entry: Entry | None) -> str:
    if entry is None:
        return Said("nothing")
    if isinstance(entry, Move):
        amount = format_cents(entry.cents)
        return Said("{amount} from {src} to {dst}", amount=amount, src=entry.src, dst=entry.dst)
    if isinstance(entry, Announce):
        args = " ".join(entry.args)
        call = Said("the call '{call}'", call=entry.call)
        return Said("{call} {args}", call=call, args=args) if args else call
    if isinstance(entry, End) and entry.void:
        return Said("void: {why}", why=entry.void)
    if isinstance(entry, End):
        return Said("the end, handing on {carry}", carry=msgspec.json.encode(entry.carry).decode())
    return encode(entry).decode()


def _value(value: Any) -> str:
    shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return shown[:300] or Said("nothing")
