"""A log's lines as evidence: each is read by itself, and one that cannot be read hides no other."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from tapete.audit.breach import Breach
from tapete.engine.edition import named
from tapete.engine.requests import Announce, Down, Move, Shift
from tapete.engine.transcript import Edition, End, Entry, Header, In, Rewind, Void, encode, read
from tapete.errors import Said, TapeteError

BOM = b"\xef\xbb\xbf"
SHOWN = 60  # how much of a line a breach shows
RETURN = b"\r"
SEEN = {" ": "␣", "\t": "␉", "\r": "␍"}  # how a breach shows what one would not see
# How files begin that are no log, and what they are.
OTHERWISE = {
    b"\x1f\x8b": Said("it is compressed: unpack it first"),
    b"PK": Said("it is compressed: unpack it first"),
    b"\xff\xfe": Said("it is UTF-16: a log is UTF-8"),
    b"\xfe\xff": Said("it is UTF-16: a log is UTF-8"),
    b"[": Said("it is a list: a log has one entry a line"),
}
WITHIN = frozenset((In, Announce, Move, Shift, Down, Rewind, Void, End))  # what a round consists of after its header


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of a log: its number, what it holds (nothing where it cannot be read), and as a table writes that."""

    number: int
    entry: Entry | None
    text: bytes = b""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file of a log; what is wrong with it, or with what is in it, is said of it by its name."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise TapeteError("{file}: cannot be read: {why}", file=path, why=error.strerror) from None
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=path, why=error.text) from None


def where(number: int) -> Said:
    """A line as a breach names it."""
    return Said("line {line}", line=number)


MOST = 1000  # breaches that are told: who sends a log of nothing else has no more of it read


class Rounds:
    """The rounds of a log, each as its lines, with what is wrong with the lines themselves.

    With each comes whether nothing is lost before it: where a header cannot be read, its round is left out. `beside`
    has the editions so far.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.breaches: list[Breach] = []
        self.beside: dict[tuple[str, str, int, str], tuple[int, Edition]] = {}
        self._lines = lines
        self._first = b""
        self._returns = False

    @property
    def none(self) -> TapeteError:
        """Why there is no round in it."""
        why = next((said for begins, said in OTHERWISE.items() if self._first.startswith(begins)), "")
        if not self._first:
            why = Said("it is empty")
        elif not why and self.breaches:
            why = Said("{where}: {what}", where=self.breaches[0].where, what=self.breaches[0].what)
        return TapeteError("the log holds no round: {why}", why=why or Said("a log starts with a round's header"))

    def __iter__(self) -> Iterator[tuple[list[Line], bool]]:
        lines: list[Line] = []
        whole = lost = False
        for number, raw in enumerate(self._lines, 1):
            if len(self.breaches) > MOST:
                break
            self._first = self._first or raw.strip()
            entry, text = self._read(number, raw.removesuffix(b"\n"))
            if lines and type(entry) in WITHIN:
                lines.append(Line(number, entry, text))  # type: ignore[arg-type]
            elif isinstance(entry, Header):
                if lines:
                    yield lines, whole
                lines, whole, lost = [Line(number, entry, text)], not lost, False
            elif isinstance(entry, Edition):
                self._edition(number, entry, lines)
            elif not text:
                continue
            elif lines and entry is None and _ended(lines):
                # What follows an end and cannot be read may be the next header: what comes then has none.
                yield lines, whole
                lines, lost = [], True
            elif lines:
                lines.append(Line(number, None, text))
            else:
                if entry is not None and not lost:
                    what = Said("stands in no round")
                    self._breach(number, what, Said("a log starts with a round's header"))
                lost = True
        if lines:
            yield lines, whole

    def _edition(self, number: int, entry: Edition, lines: list[Line]) -> None:
        if lines and not _ended(lines):
            self._breach(number, Said("an edition in a round"), Said("an edition stands before a round, not in it"))
        first, known = self.beside.setdefault(named(entry), (number, entry))
        if encode(known) != encode(entry):
            what = Said("is not what the edition of the same name on line {line} is", line=first)
            self._breach(number, what, Said("one edition of a name"))

    def _read(self, number: int, line: bytes) -> tuple[Entry | Edition | None, bytes]:
        """What a line holds, and as a table writes it; of one that cannot be read the text, of an empty one none."""
        if number == 1 and line.startswith(BOM):
            self._breach(1, Said("begins with a byte order mark"), Said("UTF-8 without one"))
            line = line[len(BOM) :]
        if line.endswith(RETURN) and line.strip():
            line = self._returned(number, line)
        try:
            entry = read(line)
        except TapeteError as error:
            if line.strip():
                self._breach(number, error.text, Said("an entry of a transcript"))
                return None, line
            self._breach(number, Said("an empty line"), Said("an entry of a transcript"))
            return None, b""
        written = encode(entry)
        if written != line:
            at = next((i for i, (a, b) in enumerate(zip(line, written, strict=False)) if a != b), len(written))
            what = Said("is not written as a table writes it: {text}", text=_part(line, at))
            self._breach(number, what, _part(written, at))
        return entry, written

    def _returned(self, number: int, line: bytes) -> bytes:
        """A line without its carriage return, which is said once: another system puts one at the end of every line."""
        if not self._returns:
            what = Said("is not written as a table writes it: a carriage return ends the line")
            self._breach(number, what, Said("a line feed alone, here and in the lines that follow"))
            self._returns = True
        return line.removesuffix(RETURN)

    def _breach(self, number: int, what: str, right: str) -> None:
        self.breaches.append(Breach(where(number), "", what, right))


def _ended(lines: list[Line]) -> bool:
    return isinstance(lines[-1].entry, End)


def _part(line: bytes, at: int) -> str:
    """What a line has around the first place where it differs."""
    start = max(0, at - 20)
    text = line[start : start + SHOWN].decode("utf-8", "replace") or "…"
    return "".join(SEEN.get(char, char if char.isprintable() else "\N{REPLACEMENT CHARACTER}") for char in text)
