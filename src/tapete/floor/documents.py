"""Documents of a table's chips: fills, credits and counts, each written by one and signed by another.

Chips move when the second name is there, in the transaction that puts it there.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import RowMapping, Select, func, or_, select

from tapete.engine.places import BANK, CAGE, ZONES, kept, place
from tapete.engine.requests import Move
from tapete.errors import IllegalAction, Missing, Said, TapeteError
from tapete.floor.connection import Database
from tapete.floor.desk import Desk
from tapete.floor.growing import alone, id_of, told
from tapete.floor.office import plays
from tapete.floor.prepared import insertion
from tapete.floor.roles import CHIEFS, STAFF, Account, Forbidden, require
from tapete.floor.schema import accounts, commands, documents, signatures
from tapete.floor.standing import Position, Standing, through_cage
from tapete.law.house import house
from tapete.money import euros, format_cents

FILL, CREDIT, COUNT = KINDS = ("fill", "credit", "count")
BOXES = tuple(zone.name for zone in ZONES.values() if zone.closing == "house")  # counted apart from the bank
NAMES = {
    "": Said("Bank"),
    "jackpot": Said("Accumulated for players"),
    "commission": Said("Cagnotte, rake and commissions"),
    "drop": Said("Box of changed money"),
    "tips": Said("Tips"),
}
SIGNED, REFUSED = VERDICTS = ("signed", "refused")
PIECE = re.compile(r"([0-9]{1,6})\s*x\s*([0-9]+(?:[.,][0-9]{1,2})?)")

_WRITE = insertion(
    documents, "table_id", "number", "kind", "box", "cents", "pieces", "why", "corrects", "round", "at", "account_id"
)
_SIGN = insertion(signatures, "table_id", "number", "verdict", "line", "stands", "at", "account_id")


class Document(NamedTuple):
    """A document and, once there is one, its second name and what came of it."""

    number: int
    kind: str
    box: str
    cents: int
    pieces: dict[int, int]
    why: str
    corrects: int | None
    round: int
    at: int
    writer: str
    verdict: str
    line: int | None
    stands: int | None
    signed_at: int | None
    signer: str

    @property
    def difference(self) -> int | None:
        """By how much a signed count differs from what the books had there."""
        return None if self.stands is None else self.cents - self.stands


def pieces(text: str) -> dict[int, int]:
    """Chips by their value in cents, as they are written: so many of so many euros.

    >>> pieces("20x100, 4 x 2.50")
    {10000: 20, 250: 4}
    """
    pieces: dict[int, int] = {}
    rest = PIECE.sub("", text)
    if rest.strip(" ,;+"):
        raise TapeteError("'{text}' is no count of chips: write 20x100 4x2.50, number by value", text=text[:60])
    for number, value in PIECE.findall(text):
        cents = euros(value.replace(",", "."))
        pieces[cents] = pieces.get(cents, 0) + int(number)
    return pieces


class Documents:
    """The documents of a casino's tables."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self.desk, self.db, self.clock = desk, desk.db, clock
        # Who else has a say in which pieces there are, in the bank or in a box.
        self.before_writing: list[Callable[[str, Mapping[int, int], str], None]] = []
        # The values that the house has, if it keeps its chips by pieces: smaller ones than are staked may be paid with.
        self.values: Callable[[], Collection[int]] = tuple

    def write(
        self,
        by: Account,
        table_id: str,
        kind: str,
        counted: Mapping[int, int],
        key: str,
        why: str = "",
        corrects: int | None = None,
        box: str = "",
    ) -> Position:
        """Writes a document: chips to come from the cage or to go there, or those counted in the bank or a box."""
        if kind not in KINDS:
            raise TapeteError("'{kind}' is no document: it is a fill, a credit or a count", kind=kind)
        if box and (box not in BOXES or kind != COUNT):
            raise TapeteError("'{box}' is no box that is counted: {boxes}", box=box[:20], boxes=", ".join(BOXES))
        require(by, STAFF if kind == COUNT else CHIEFS, "write a document of chips")
        cents = sum(value * number for value, number in counted.items())
        words = told(why, Said("why"))

        def work(standing: Standing) -> None:
            _check_writing(standing, by, kind, counted, cents, box, self.values())
            for agrees in self.before_writing:
                agrees(kind, counted, box)
            known = {document.number: document for document in _all(self.db, standing.table.id)}
            if corrects is not None and (corrects not in known or not words):
                raise IllegalAction("a correction names a document of this table, and says why")
            if kind == CREDIT:
                _check_credit(standing, cents)
            values = {
                "number": len(known) + 1,
                "kind": kind,
                "box": box,
                "cents": cents,
                "why": words,
                "corrects": corrects,
            }
            shown = msgspec.json.encode(dict(sorted(counted.items(), reverse=True))).decode()
            here = {"table_id": standing.table.id, "round": standing.number, "at": self.clock(), "account_id": by.id}
            standing.writes.append((_WRITE, {**here, **values, "pieces": shown}))

        chips = ",".join(f"{number}x{format_cents(value)}" for value, number in sorted(counted.items(), reverse=True))
        said = (kind, box, chips or "0", repr(words) if words else "", str(corrects or ""))
        return self.desk.run(table_id, by, key, " ".join(filter(None, said)), work)

    def written(self, table_id: str, at: Position) -> int:
        """The number of the document that a command wrote: as many as the table had once it was done."""
        c = commands.c
        kinds = or_(*(c.what.startswith(f"{kind} ") for kind in KINDS))
        with self.db.read() as conn:
            mine = (c.table_id == id_of(conn, table_id), c.change <= at.change, kinds)
            return int(conn.execute(select(func.count()).where(*mine)).scalar_one())

    def sign(self, by: Account, table_id: str, number: int, verdict: str, key: str) -> Position:
        """Puts the second name under a document, or refuses it; signed, it takes effect."""
        require(by, STAFF, "sign a document of chips")
        if verdict not in VERDICTS:
            raise TapeteError("'{verdict}' is no answer: a document is signed or refused", verdict=verdict)

        def work(standing: Standing) -> None:
            _check_apart(standing, by)
            document = self._pending(standing, by, number)
            line = stands = None
            if verdict == SIGNED:
                _check_key(standing, document.kind, document.box)
                for agrees in self.before_writing:
                    agrees(document.kind, document.pieces, document.box)
            if verdict == SIGNED and document.kind == COUNT:
                stands = _stands(standing, document.box)
            elif verdict == SIGNED:
                line = _move(standing, document)
            values = {
                "table_id": standing.table.id,
                "number": number,
                "verdict": verdict,
                "line": line,
                "stands": stands,
            }
            standing.writes.append((_SIGN, {**values, "at": self.clock(), "account_id": by.id}))

        with alone(self.db):  # what the cage has hangs on every table
            return self.desk.run(table_id, by, key, f"{verdict} {number}", work)

    def of(self, table_id: str) -> list[Document]:
        """A table's documents, in the order in which they were written."""
        with self.db.read() as conn:
            id = id_of(conn, table_id)
        return _all(self.db, id)

    def signed(self, tables: Select[Any]) -> dict[int, list[Document]]:
        """The signed documents of the tables that a query finds, by their numbers."""
        found: dict[int, list[Document]] = {}
        with self.db.read() as conn:
            for row in conn.execute(_WRITTEN.where(documents.c.table_id.in_(tables))).mappings():
                if row["verdict"] == SIGNED:
                    found.setdefault(row["table_id"], []).append(_document(row))
        return found

    def _pending(self, standing: Standing, by: Account, number: int) -> Document:
        # The table's lock is held, so what is committed is all there is.
        document = next((d for d in _all(self.db, standing.table.id) if d.number == number), None)
        if document is None:
            raise Missing("this table has no document {number}", number=number)
        if document.verdict:
            raise IllegalAction("document {number} has its second name already", number=number)
        if document.writer == by.name:
            raise Forbidden("{who} wrote document {number}: another signs it", who=by.name, number=number)
        if by.role not in CHIEFS and not self._chief(document.writer):
            raise Forbidden("one of the two names under a document is a director's or an inspector's")
        return document

    def _chief(self, name: str) -> bool:
        with self.db.read() as conn:
            works = select(accounts.c.role).where(accounts.c.name == name, accounts.c.ended.is_(None))
            return conn.execute(works).scalar() in CHIEFS


def _written() -> Select[Any]:
    """Documents with who wrote and who signed them, each table's in the order in which they were written."""
    writer, signer = accounts.alias("writer"), accounts.alias("signer")
    d, s = documents.c, signatures.c
    return (
        select(
            *(d.table_id, d.number, d.kind, d.box, d.cents, d.pieces, d.why, d.corrects, d.round, d.at),
            writer.c.name.label("writer"),
            *(s.verdict, s.line, s.stands, s.at.label("signed_at")),
            signer.c.name.label("signer"),
        )
        .join(writer, writer.c.id == d.account_id)
        .outerjoin(signatures, (s.table_id == d.table_id) & (s.number == d.number))
        .outerjoin(signer, signer.c.id == s.account_id)
        .order_by(d.table_id, d.number)
    )


_WRITTEN = _written()


def _document(row: RowMapping) -> Document:
    given = {name: row[name] for name in Document._fields}
    pieces = msgspec.json.decode(row["pieces"], type=dict[int, int])
    return Document(**{**given, "pieces": pieces, "verdict": row["verdict"] or "", "signer": row["signer"] or ""})


def _all(db: Database, table: int) -> list[Document]:
    with db.read() as conn:
        rows = conn.execute(_WRITTEN.where(documents.c.table_id == table)).mappings()
        return [_document(row) for row in rows]


def _check_writing(
    standing: Standing,
    by: Account,
    kind: str,
    counted: Mapping[int, int],
    cents: int,
    box: str,
    values: Collection[int],
) -> None:
    _check_apart(standing, by)
    if standing.table.state != "open" and not box:
        raise IllegalAction("the table is closed")
    _check_key(standing, kind, box)
    chip = standing.table.settings.chip
    held = (value for value, number in counted.items() if number and value not in values)
    odd = next((value for value in held if value <= 0 or value % chip), None)
    if odd is not None:
        raise IllegalAction(
            "there are no chips of {value} at this table: whole ones of {chip}",
            value=format_cents(odd),
            chip=format_cents(chip),
        )
    if not cents and kind != COUNT:
        raise IllegalAction("say which chips: 20x100 4x2.50, number by value")


def _check_apart(standing: Standing, by: Account) -> None:
    if standing.table.practice:
        raise IllegalAction("play chips stand in no books: a practice table has no documents")
    if standing.table.tournament:
        raise IllegalAction("a tournament's chips stand in no books: its table has no documents")
    if plays(standing, by):
        raise Forbidden("{who} plays at this table: others see to its chips", who=by.name)


def _check_key(standing: Standing, kind: str, box: str) -> None:
    """While the float is under key nothing comes or goes, and nobody opens the boxes; the bank may be counted."""
    locked = standing.table.held and standing.table.state == "open"
    if not locked or (kind == COUNT and not box):
        return
    if kind != COUNT:
        raise IllegalAction("the float of this table is under key: the director opens it again")
    own = house(standing.table.region)
    article = own.suspension.article if own and own.suspension else ""
    raise IllegalAction("the boxes of a table under key stay as they are until it closes", article)


def _check_credit(standing: Standing, cents: int) -> None:
    if standing.open_round is not None:
        raise IllegalAction("chips go back to the cage between rounds")
    if cents > _bank(standing):
        raise IllegalAction(
            "the bank has {has}, not {amount}", has=format_cents(_bank(standing)), amount=format_cents(cents)
        )


def _bank(standing: Standing) -> int:
    return standing.places().get(BANK, 0)


def _stands(standing: Standing, box: str) -> int:
    """What the books have in the bank or a box, which a table that is closed has handed to the house."""
    if not box:
        return _bank(standing)
    handed = kept(box)
    return sum(
        cents for path, cents in standing.places().items() if place(path).zone.name == box or path.startswith(handed)
    )


def _move(standing: Standing, document: Document) -> int:
    """Chips from the cage or to it; the ledger's line of it."""
    if standing.table.state != "open":
        raise IllegalAction("the table is closed")
    if document.kind == CREDIT:
        _check_credit(standing, document.cents)
    rule = standing.table.rules.float_
    src, dst = (CAGE, BANK) if document.kind == FILL else (BANK, CAGE)
    through_cage(standing, Move(src, dst, document.cents, rule.article if rule else ""))
    return standing.ledger
