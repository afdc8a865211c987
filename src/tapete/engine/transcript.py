"""A round's transcript: header, inputs, outputs and end, one JSON object a line. `docs/transcript.md` is its schema."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tapete.engine.requests import Act, Announce, Down, Move, Shift
from tapete.engine.sealed import Sealing
from tapete.engine.settings import Settings
from tapete.errors import TapeteError

FORMAT = 2
AUTOMATIC = "automatic"
CHARGES = SESSION, OF_ONE = "session", "session-of"  # all are charged for a session, or one; a table does so by itself


class Header(msgspec.Struct, frozen=True, tag_field="t", tag="round", forbid_unknown_fields=True, gc=False):
    """What a round starts from. `previous` is the last round's hash, `commitment` fixes the seed of its chance.

    `purse` commits to the balances, with `salt`, so that who may not see them can check the round's hash all the same.
    `pack` fixes the order of the cards where they have backs. `adopted` is who let the table take another edition.
    `brought` is what players added to the chance once its seed had been promised. `house` is the casino where a round
    is in its books, a practice where chips are play chips; older rounds do not say.
    """

    format: int
    game: str
    region: str
    procedure: int
    rulebook: str
    choices: dict[str, str]
    settings: Settings
    players: tuple[str, ...]
    balances: dict[str, int]
    carry: dict[str, Any]
    previous: str
    salt: str
    commitment: str
    purse: str = ""
    pack: Sealing | None = None
    adopted: str = ""
    brought: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    house: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def added(self) -> dict[str, str]:
        """What players added to the chance."""
        return {} if self.brought is msgspec.UNSET else self.brought


class In(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="in", forbid_unknown_fields=True, gc=False
):
    """An input: who answered which request, with an act, with what fell, or with a report of an irregularity.

    `salt` opens the leaf of a card that was shown. `by` says that nobody did it in person: the table ran by itself.
    """

    n: int
    at: int
    who: str
    to: str
    act: Act | None = None
    fell: str | list[int] | None = None
    report: str = ""
    salt: str = ""
    by: str = ""

    @property
    def fallen(self) -> str:
        """What fell, as it is typed: a pocket, a card, or the dice one after another."""
        return " ".join(map(str, self.fell)) if isinstance(self.fell, list) else self.fell or ""


class Rewind(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="rewind", forbid_unknown_fields=True, gc=False
):
    """A slip taken back: all inputs after number `to` no longer count. `signed`: two, once chance has spoken."""

    at: int
    to: int
    by: str
    why: str
    signed: tuple[str, ...] = ()


class Void(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="void", forbid_unknown_fields=True, gc=False
):
    """Somebody declares the round void. `signed`: by whom, two once chance has spoken."""

    at: int
    by: str
    why: str
    article: str = ""
    signed: tuple[str, ...] = ()


class End(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="end", forbid_unknown_fields=True, gc=False
):
    """The end of a round: what it hands on, why it is void if it is, and the seed that its chance came from.

    Where cards have backs the seed is a `secret`, for staff and regulator: it would open what was never shown. `next`
    promises the seed of the next round, before anybody brings anything to it.
    """

    carry: dict[str, Any]
    void: str = ""
    article: str = ""
    seed: str = ""
    secret: str = ""
    hash: str = ""
    next: str = ""


class Edition(msgspec.Struct, frozen=True, tag_field="t", tag="edition", forbid_unknown_fields=True):
    """The edition of a game that rounds were played under: a procedure by its version, and what ran of its rulebook.

    `rulebook` is the digest of `running`; `labels` are names for people, which the digest leaves out.
    """

    game: str
    region: str
    procedure: int
    rulebook: str
    choices: dict[str, str]
    running: dict[str, Any]
    labels: dict[str, str]


Entry = Header | In | Announce | Move | Shift | Down | Rewind | Void | End

_encoder = msgspec.json.Encoder()
_encode = _encoder.encode
_decode = msgspec.json.Decoder(Entry | Edition).decode


def encode(entry: Entry | Edition) -> bytes:
    """One line, without its end."""
    return _encode(entry)


def encode_all(entries: Sequence[Entry]) -> bytes:
    """Lines, each with its end."""
    return _encoder.encode_lines(entries)


def decode(line: bytes | str, number: int = 1) -> Entry:
    """The entry of a round on a line; a line that is none is refused by its number."""
    entry = decode_any(line, number)
    if isinstance(entry, Edition):
        raise TapeteError("line {line}: an edition stands before a round, not in it", line=number)
    return entry


def decode_any(line: bytes | str, number: int = 1) -> Entry | Edition:
    """What a line of a log holds: an entry of a round, or the edition of those that follow."""
    try:
        return read(line)
    except TapeteError as error:
        raise TapeteError("line {line}: {why}", line=number, why=error.text) from None


def read(line: bytes | str) -> Entry | Edition:
    """What a line holds; one that holds nothing of a transcript is refused with the reason."""
    try:
        entry: Entry | Edition = _decode(line)
        return entry
    except msgspec.MsgspecError as error:
        raise TapeteError("not an entry of a transcript: {why}", why=error) from None
    except UnicodeDecodeError:
        raise TapeteError("not UTF-8 text") from None
    except RecursionError:
        raise TapeteError("not an entry of a transcript: it is nested too deeply") from None


CASINO, PRACTICE, TOURNAMENT = "casino", "practice", "tournament"


def by_chance(entry: Entry | None) -> bool:
    """Whether chance speaks with an entry: something fell, or a card was dealt face down."""
    return isinstance(entry, Down) or (isinstance(entry, In) and entry.fell is not None)


def spoken(entries: Iterable[Entry | None]) -> bool:
    """Whether chance has spoken in a log, if only to be taken back."""
    return any(map(by_chance, entries))


def moves_by_input(entries: Iterable[Entry]) -> list[list[Move]]:
    """The moves that count in a log, by the input they follow; a rewind takes back those after the input it names."""
    kept: list[list[Move]] = [[]]
    for entry in entries:
        if isinstance(entry, In):
            kept.append([])
        elif isinstance(entry, Move):
            kept[-1].append(entry)
        elif isinstance(entry, Rewind):
            del kept[max(entry.to, 0) + 1 :]
    return kept


def plain(carry: msgspec.Struct) -> dict[str, Any]:
    """What is handed on, as it reads back from its line: a tuple is a list there."""
    carried: dict[str, Any] = msgspec.json.decode(_encode(carry))
    return carried
