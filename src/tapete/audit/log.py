"""Are these rounds legal and rightly paid? Replays a log and says, line by line, what the law would have."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from tapete.audit.breach import Breach
from tapete.audit.table import check_settings
from tapete.engine.chance import Live, commitment
from tapete.engine.places import BANK, CAGE
from tapete.engine.requests import Announce, Chance, Move, Shift, awaited
from tapete.engine.round import Round
from tapete.engine.transcript import FORMAT, End, Entry, Header, In, decode, digest, encode, moves_by_input
from tapete.errors import IllegalAction, Said, TapeteError
from tapete.games import game
from tapete.money import format_cents

Line = tuple[int, Entry]


class Report(NamedTuple):
    """What an audit found."""

    rounds: int
    inputs: int
    breaches: list[Breach]


def audit_file(path: Path) -> Report:
    """Audits a log of JSON lines."""
    try:
        with path.open("rb") as file:
            return audit(file)
    except OSError as error:
        raise TapeteError("{file}: cannot be read: {why}", file=path, why=error.strerror) from None


def audit(lines: Iterable[bytes]) -> Report:
    """Audits the rounds of a log, one after another, and that each takes up where the last one ended."""
    breaches: list[Breach] = []
    rounds = inputs = 0
    before: _Closing | None = None
    for entries in _rounds(lines):
        header = entries[0][1]
        assert isinstance(header, Header)
        if before is not None:
            breaches += _continuity(entries[0][0], header, before)
        breaches += _Audit(entries).run()
        before = _closing(header, entries)
        rounds += 1
        inputs += sum(isinstance(entry, In) for _, entry in entries)
    if not rounds:
        raise TapeteError("the log holds no round")
    return Report(rounds, inputs, breaches)


def _rounds(lines: Iterable[bytes]) -> Iterator[list[Line]]:
    entries: list[Line] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        entry = decode(line.rstrip(b"\r\n"), number)
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
    game: str
    region: str
    places: dict[str, int]
    end: End | None


def _closing(header: Header, entries: list[Line]) -> _Closing:
    """Where the chips lie after a round, by its own moves."""
    places = dict(header.balances)
    for move in chain.from_iterable(moves_by_input(entry for _, entry in entries)):
        places[move.src] = places.get(move.src, 0) - move.cents
        places[move.dst] = places.get(move.dst, 0) + move.cents
    end = next((entry for _, entry in reversed(entries) if isinstance(entry, End)), None)
    return _Closing(header.game, header.region, {place: cents for place, cents in places.items() if cents}, end)


def _line(number: int) -> Said:
    return Said("line {line}", line=number)


def _continuity(line: int, header: Header, before: _Closing) -> Iterator[Breach]:
    if (header.game, header.region) != (before.game, before.region):
        return
    if before.end is None:
        yield Breach(_line(line), "", Said("a round begins before the last one has ended"), Said("an end"))
        return
    if header.previous != before.end.hash:
        yield Breach(_line(line), "", Said("the round does not name the last one's hash"), before.end.hash)
    changed = {
        place: (before.places.get(place, 0), header.balances.get(place, 0))
        for place in sorted({*header.balances, *before.places})
        if before.places.get(place, 0) != header.balances.get(place, 0)
    }
    # Between rounds players buy in and cash out: that is between them, the bank and the cage, and sums to nothing.
    if all(_bought(place) for place in changed) and not sum(now - then for then, now in changed.values()):
        changed = {}
    for place, (then, now) in changed.items():
        what = Said("{place} starts with {amount}", place=place, amount=format_cents(now))
        yield Breach(_line(line), "", what, Said("{what}, as the last round left it", what=format_cents(then)))
    handed = before.end.carry if before.end.carry.get("remaining") else {**before.end.carry, "remaining": None}
    if header.carry != {key: value for key, value in handed.items() if value is not None}:
        what = Said("takes up {carry}", carry=header.carry)
        yield Breach(_line(line), "", what, Said("{what}, as the last round left it", what=before.end.carry))


def _bought(place: str) -> bool:
    return place.startswith("chips/") or place in (BANK, CAGE)


class _Audit:
    """One round, replayed beside its record."""

    def __init__(self, entries: list[Line]) -> None:
        self.entries = entries
        self.line, header = entries[0]
        assert isinstance(header, Header)
        self.header = header
        self.breaches: list[Breach] = []

    def run(self) -> list[Breach]:
        header = self.header
        rules = game(header.game).rules(header.region, header.choices)
        play = game(header.game).play
        if header.format != FORMAT:
            raise TapeteError(
                "line {line}: format {format} is not known: this is for format {known}",
                line=self.line,
                format=header.format,
                known=FORMAT,
            )
        if header.procedure != play.version:
            raise TapeteError(
                "line {line}: procedure {procedure} of {game} is not known: {known} is",
                line=self.line,
                procedure=header.procedure,
                game=header.game,
                known=play.version,
            )
        if header.rulebook != rules.digest:
            self._breach(self.line, rules.article, Said("played under another rulebook"), rules.digest)
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

    def _replay(self, round: Round) -> None:
        """Feeds each recorded input and compares what was recorded after it with what should have been."""
        live, last = self._seed(), self.entries[-1][1]
        if isinstance(last, End):
            round.seed = last.seed
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
        while rest < len(self.entries) and isinstance(self.entries[rest][1], Announce | Move | Shift | End):
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
            seed = bytes.fromhex(end.seed)
        except ValueError:
            seed = b""
        if commitment(seed) != self.header.commitment:
            self._breach(line, "", Said("the seed is not the one committed to"), self.header.commitment)
            return None
        return Live(seed)

    def _draw(self, round: Round, live: Live | None, line: int, entry: Entry) -> None:
        pending = round.pending
        if live is None or not isinstance(pending, Chance) or not isinstance(entry, In) or entry.fell is None:
            return
        drawn = live.answer(pending, round.draws)
        if drawn != entry.fell:
            what = Said("{value} fell", value=entry.fell)
            self._breach(line, pending.article, what, Said("{value}, which the seed draws", value=drawn))

    def _hash(self) -> None:
        line, end = self.entries[-1]
        if isinstance(end, End):
            lines = [encode(entry) for _, entry in self.entries[:-1]]
            right = digest([*lines, encode(msgspec.structs.replace(end, hash=""))])
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
