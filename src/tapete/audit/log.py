"""Are these rounds legal and rightly paid? Replays a log and says, line by line, what the law would have."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tapete.audit.breach import Breach
from tapete.audit.table import check_settings
from tapete.engine.chance import Live, commitment
from tapete.engine.edition import names
from tapete.engine.places import BANK, CAGE, moved, place
from tapete.engine.requests import Announce, Chance, Down, Move, Shift, Show, awaited
from tapete.engine.round import Play, Round
from tapete.engine.sealed import Order, order
from tapete.engine.succession import Left, carried
from tapete.engine.transcript import FORMAT, Edition, End, Entry, Header, In, decode_any, encode, moves_by_input
from tapete.engine.views import digest, purse
from tapete.errors import IllegalAction, Missing, Said, TapeteError
from tapete.games import game
from tapete.games.editions import restored
from tapete.law.compare import differences
from tapete.money import format_cents

Line = tuple[int, Entry]
Kept = Callable[[Header], Edition | None]


class Report(NamedTuple):
    """What an audit found; notes are what a reader should know though it is no breach."""

    rounds: int
    inputs: int
    breaches: list[Breach]
    notes: list[str]


def audit_file(path: Path) -> Report:
    """Audits a log of JSON lines."""
    try:
        with path.open("rb") as file:
            return audit(file)
    except OSError as error:
        raise TapeteError("{file}: cannot be read: {why}", file=path, why=error.strerror) from None


def audit(lines: Iterable[bytes], kept: Kept = lambda header: None) -> Report:
    """Audits the rounds of a log, one after another, and that each takes up where the last one ended.

    A round is audited by the edition it names: this release's, one beside the log, or one that `kept` has.
    """
    breaches: list[Breach] = []
    rounds = inputs = 0
    before: _Closing | None = None
    editions = _Editions(kept)
    for entries in _rounds(lines, editions):
        header = entries[0][1]
        assert isinstance(header, Header)
        if before is not None:
            breaches += _continuity(entries[0][0], header, before)
        breaches += _Audit(entries, editions).run()
        before = _closing(header, entries)
        rounds += 1
        inputs += sum(isinstance(entry, In) for _, entry in entries)
    if not rounds:
        raise TapeteError("the log holds no round")
    return Report(rounds, inputs, breaches, editions.notes)


class _Editions:
    """The editions that a log's rounds name."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.beside: list[Edition] = []
        self.notes: list[str] = []
        self._ready: dict[tuple[str, str, int, str], tuple[Play, Any] | None] = {}

    def of(self, header: Header) -> tuple[Play, Any] | None:
        """The procedure and the rulebook that a round names; nothing where neither is to be had."""
        play, rules = game(header.game).play, game(header.game).rules(header.region, header.choices)
        if (header.procedure, header.rulebook) == (play.version, rules.digest):
            return play, rules
        key = header.game, header.region, header.procedure, header.rulebook
        if key not in self._ready:
            self._ready[key] = self._other(header, rules)
        return self._ready[key]

    def _other(self, header: Header, own: Any) -> tuple[Play, Any] | None:
        edition = next((one for one in self.beside if names(header, one)), None) or self.kept(header)
        if edition is None:
            return None
        play, rules = restored(edition)
        about = {"game": header.game, "region": header.region, "digest": header.rulebook[:12]}
        self.notes.append(Said("{game} of {region} was played under edition {digest}, not this release's", **about))
        for item in differences(own, rules):
            where = f"{item.path}.{item.key}".rstrip(".")
            value = Said("{where}: {there} there, {here} here", where=where, there=item.other, here=item.one)
            self.notes.append(value)
        return play, rules


def _rounds(lines: Iterable[bytes], editions: _Editions) -> Iterator[list[Line]]:
    entries: list[Line] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        entry = decode_any(line.rstrip(b"\r\n"), number)
        if isinstance(entry, Edition):
            editions.beside.append(entry)
            continue
        if isinstance(entry, Header):
            if entries:
                yield entries
            entries = []
        elif not entries:
            raise TapeteError("line {line}: a log starts with a round's header", line=number)
        entries.append((number, entry))
    if entries:
        yield entries


class _Closing(NamedTuple):
    header: Header
    places: dict[str, int]
    end: End | None


def _closing(header: Header, entries: list[Line]) -> _Closing:
    """Where the chips lie after a round, by its own moves."""
    places = dict(header.balances)
    for move in chain.from_iterable(moves_by_input(entry for _, entry in entries)):
        moved(places, move.src, move.dst, move.cents)
    end = next((entry for _, entry in reversed(entries) if isinstance(entry, End)), None)
    return _Closing(header, {path: cents for path, cents in places.items() if cents}, end)


def _line(number: int) -> Said:
    return Said("line {line}", line=number)


def _continuity(line: int, header: Header, before: _Closing) -> Iterator[Breach]:
    if (header.game, header.region) != (before.header.game, before.header.region):
        return
    if before.end is None:
        yield Breach(_line(line), "", Said("a round begins before the last one has ended"), Said("an end"))
        return
    if header.previous != before.end.hash:
        yield Breach(_line(line), "", Said("the round does not name the last one's hash"), before.end.hash)
    changed = {
        path: (before.places.get(path, 0), header.balances.get(path, 0))
        for path in sorted({*header.balances, *before.places})
        if before.places.get(path, 0) != header.balances.get(path, 0)
    }
    # Between rounds players buy in and cash out: that is between them, the bank and the cage, and sums to nothing.
    if all(_bought(path) for path in changed) and not sum(now - then for then, now in changed.values()):
        changed = {}
    for path, (then, now) in changed.items():
        what = Said("{place} starts with {amount}", place=path, amount=format_cents(now))
        yield Breach(_line(line), "", what, Said("{what}, as the last round left it", what=format_cents(then)))
    try:
        handed = carried(Left(before.end.carry, before.end.hash, before.header.settings), header.settings)
    except IllegalAction as error:
        yield Breach(_line(line), "", error.reason, Said("refused"))
        return
    if header.carry != handed:
        what = Said("takes up {carry}", carry=header.carry)
        yield Breach(_line(line), "", what, Said("{what}, as the last round left it", what=handed))
    yield from _same_edition(line, header, before.header)


def _same_edition(line: int, header: Header, before: Header) -> Iterator[Breach]:
    """A table takes another edition only by an act of the staff, which the first round under it names."""
    now = header.rulebook, header.procedure
    then = before.rulebook, before.procedure
    if now != then and header.adopted not in ("inspector", "director"):
        what = Said("the table takes edition {digest} and nobody let it", digest=header.rulebook[:12])
        yield Breach(_line(line), "", what, Said("an act of the staff, or {digest}", digest=before.rulebook[:12]))


def _bought(path: str) -> bool:
    return place(path).zone.name in ("chips", BANK, CAGE)


class _Audit:
    """One round, replayed beside its record."""

    def __init__(self, entries: list[Line], editions: _Editions) -> None:
        self.entries = entries
        self.editions = editions
        self.line, header = entries[0]
        assert isinstance(header, Header)
        self.header = header
        self.breaches: list[Breach] = []

    def run(self) -> list[Breach]:
        header = self.header
        if header.format != FORMAT:
            raise TapeteError(
                "line {line}: format {format} is not known: this is for format {known}",
                line=self.line,
                format=header.format,
                known=FORMAT,
            )
        play, rules = self._edition()
        if header.purse != purse(header.balances, header.salt):
            self._breach(self.line, "", Said("the balances are not those committed to"), header.purse)
        for breach in check_settings(rules, header.settings, notified=True):
            what = Said("{where}: {what}", where=breach.where, what=breach.what)
            self._breach(self.line, breach.article, what, breach.right)
        try:
            round = Round(play, rules, header)
        except (msgspec.ValidationError, KeyError) as error:
            raise TapeteError(
                "line {line}: the header does not fit the game: {why}", line=self.line, why=error
            ) from None
        self._replay(round)
        self._hash()
        return self.breaches

    def _edition(self) -> tuple[Play, Any]:
        """What the round is audited by: its edition or, where that is not to be had, this release's rulebook."""
        header = self.header
        try:
            found = self.editions.of(header)
            play = game(header.game).play.at(header.procedure)
        except Missing as error:
            raise TapeteError("line {line}: {why}", line=self.line, why=error.text) from None
        if found is not None:
            return found
        rules = game(header.game).rules(header.region, header.choices)
        self._breach(self.line, rules.article, Said("played under another rulebook"), rules.digest)
        return play, rules

    def _replay(self, round: Round) -> None:
        """Feeds each recorded input and compares what was recorded after it with what should have been."""
        live, last = self._seed(), self.entries[-1][1]
        self.pack = self._order(live)
        if isinstance(last, End):
            round.seed = last.seed or last.secret
        outputs, next_ = self._outputs(1)
        self._compare(self.line, outputs, round.log[1:])
        while next_ < len(self.entries):
            line, entry = self.entries[next_]
            outputs, next_ = self._outputs(next_ + 1)
            known = len(round.log) + 1
            self._draw(round, live, line, entry)
            try:
                _answers(round, entry)
                round.apply(entry)
            except IllegalAction as error:
                self._breach(line, error.article, error.reason, Said("refused"))
            except TapeteError as error:
                self._breach(line, "", error.text, Said("refused"))
            else:
                self._compare(line, outputs, round.log[known:])
        if round.pending is not None:
            right = Said("an answer to '{label}'", label=awaited(round.pending.label))
            self._breach(self.entries[-1][0], "", Said("the round is not finished"), right)

    def _outputs(self, first: int) -> tuple[list[Line], int]:
        """The outputs recorded from an index on, and the index of the next input."""
        rest = first
        while rest < len(self.entries) and isinstance(self.entries[rest][1], Announce | Move | Shift | Down | End):
            rest += 1
        return self.entries[first:rest], rest

    def _compare(self, line: int, recorded: list[Line], due: list[Entry]) -> None:
        for i in range(max(len(recorded), len(due))):
            number, then = recorded[i] if i < len(recorded) else (recorded[-1][0] if recorded else line, None)
            now = due[i] if i < len(due) else None
            if then != now and not (isinstance(then, End) and isinstance(now, End) and then.carry == now.carry):
                self._breach(number, _article(now) or _article(then), _describe(then), _describe(now))

    def _seed(self) -> Live | None:
        """The source that live chance must have come from, if the seed shown is the one committed to."""
        line, end = self.entries[-1]
        if not self.header.commitment or not isinstance(end, End):
            return None
        try:
            seed = bytes.fromhex(end.secret if self.header.pack else end.seed)
        except ValueError:
            seed = b""
        if commitment(seed) != self.header.commitment:
            self._breach(line, "", Said("the seed is not the one committed to"), self.header.commitment)
            return None
        return Live(seed)

    def _order(self, live: Live | None) -> Order | None:
        """The order that the seed gives the pack; every leaf of the header must be of it."""
        pack = self.header.pack
        if live is None or pack is None:
            return None
        found = order(live.seed, pack.stock)
        if found.leaves != pack.leaves:
            self._breach(self.line, "", Said("the pack is not in the order that its seed gives"), Said("its leaves"))
        return found

    def _draw(self, round: Round, live: Live | None, line: int, entry: Entry) -> None:
        pending = round.pending
        if live is None or not isinstance(pending, Chance) or not isinstance(entry, In) or entry.fell is None:
            return
        if isinstance(pending, Show) and self.pack:
            drawn: str | list[int] | None = self.pack.opening(pending.slot)[0]
        else:
            drawn = live.answer(pending, round.draws)
        if drawn != entry.fell:
            what = Said("{value} fell", value=entry.fell)
            self._breach(line, pending.article, what, Said("{value}, which the seed draws", value=drawn))

    def _hash(self) -> None:
        line, end = self.entries[-1]
        if isinstance(end, End):
            lines = [entry for _, entry in self.entries[:-1]]
            right = digest([*lines, msgspec.structs.replace(end, hash="")])
            if end.hash != right:
                self._breach(line, "", Said("the hash is not that of the round's lines"), right)

    def _breach(self, line: int, article: str, what: str, right: str) -> None:
        self.breaches.append(Breach(_line(line), article, what, right))


def _answers(round: Round, entry: Entry) -> None:
    """An input must answer what the table waits for."""
    pending = round.pending
    if isinstance(entry, In) and pending is not None and entry.to != pending.label:
        raise IllegalAction(
            "answers '{to}', but the table waits for '{label}'",
            pending.article,
            to=awaited(entry.to),
            label=awaited(pending.label),
        )


def _article(entry: Entry | None) -> str:
    return entry.article if isinstance(entry, Move | End) else ""


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
        return Said("the end, handing on {carry}", carry=encode(entry).decode())
    return encode(entry).decode()
