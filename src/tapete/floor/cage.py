"""The cage's chips and plaques by value: put into service, withdrawn, counted; written by one and signed by another.

A house that has put chips into service keeps them by pieces: floats are documents of pieces too, and a table closes
once its bank has been counted. A house that has not goes by amounts.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, insert, select

from tapete.audit.table import TableFile
from tapete.engine.places import BANK, BEYOND, DROP, place
from tapete.errors import IllegalAction, Missing, Said, TapeteError, either
from tapete.floor.documents import COUNT, FILL, SIGNED, VERDICTS, Documents
from tapete.floor.growing import alone, following, told, writing, written
from tapete.floor.register import Registers, last_count
from tapete.floor.roles import CHIEFS, READING, STAFF, Account, Forbidden, require
from tapete.floor.schema import accounts, cage_lines, cage_signatures, game_tables, ledger
from tapete.floor.standing import Standing
from tapete.floor.tables import Tables
from tapete.floor.trail import note
from tapete.money import format_cents

STOCK, WITHDRAW = "stock", "withdraw"
KINDS = (STOCK, WITHDRAW, COUNT)
PLAYERS, BOXED = "players", "boxes"


class CageLine(NamedTuple):
    """What was put into service, withdrawn or counted, and its second name; `stands` is what the books had."""

    number: int
    what: str
    pieces: dict[int, int]
    cents: int
    why: str
    at: int
    writer: str
    verdict: str
    stands: int | None
    signed_at: int | None
    signer: str

    @property
    def difference(self) -> int | None:
        """By how much a signed count differs from what the books had in the cage."""
        return None if self.stands is None else self.cents - self.stands


class Value(NamedTuple):
    """Pieces of one value: in service, at open tables by their documents, and in the cage when it was last counted.

    `due` are those that were in service then, and at no open table by its documents.
    """

    service: int
    tables: int
    counted: int | None
    due: int | None = None

    @property
    def difference(self) -> int | None:
        """How many were too many, or with a minus not where they should be: with players, or lost."""
        return None if self.counted is None or self.due is None else self.counted - self.due


class Chips(NamedTuple):
    """Every chip of the house: by value, in cents, what lies at open tables by the ledger, and the lines behind it.

    What lies there is in `banks`, with `players` and on felts, or else in boxes; what is in a drop is money.
    """

    values: dict[int, Value]
    service: int
    banks: int
    players: int
    boxes: int
    lines: tuple[CageLine, ...]

    @property
    def outside(self) -> int:
        """What lies at open tables."""
        return self.banks + self.players + self.boxes

    @property
    def by_value(self) -> int:
        """What the differences by value come to."""
        return sum(value * (item.difference or 0) for value, item in self.values.items())

    @property
    def out(self) -> int:
        """What lay at open tables at the last count without a document that names its pieces: what players held, and
        what play had moved out of the banks, or with a minus into them, since these were counted.
        """
        return (self.last.difference or 0) - self.by_value if self.last else 0

    @property
    def cage(self) -> int:
        """What must be in the cage."""
        return self.service - self.outside

    @property
    def last(self) -> CageLine | None:
        """The last count that two have signed."""
        return _last_count(self.lines)

    def told(self) -> dict[str, Any]:
        """The same for a machine."""
        values = [
            {"value": value, **item._asdict(), "difference": item.difference} for value, item in self.values.items()
        ]
        amounts = ("service", "banks", "players", "boxes", "outside", "cage", "out")
        lines = [{**line._asdict(), "difference": line.difference} for line in self.lines]
        return {"values": values, **{name: getattr(self, name) for name in amounts}, "lines": lines}


class Cage:
    """The chips of a casino."""

    def __init__(self, tables: Tables, registers: Registers, documents: Documents, clock: Callable[[], int]) -> None:
        self.tables, self.db, self.registers, self.clock = tables, tables.db, registers, clock
        self.documents = documents
        tables.before_float.append(self._by_pieces)
        tables.before_closing.append(self._counted)
        documents.before_writing.append(self._of_the_house)
        documents.values = self.known

    # What is read

    def known(self) -> frozenset[int]:
        """The values of chips in service; none in a house that goes by amounts."""
        with self.db.read() as conn:
            return frozenset(+_service(_lines(conn)))

    def chips(self, by: Account) -> Chips:
        """Where the house's chips are."""
        require(by, READING, "read the books")
        return self.read()

    def read(self) -> Chips:
        """The same; for who has the database itself."""
        with self.db.read() as conn:
            lines, lying = _lines(conn), _lying(conn)
        chips = Chips({}, _cents(_service(lines)), lying[BANK], lying[PLAYERS], lying[BOXED], tuple(lines))
        return chips._replace(values=self._values(lines, chips.last))

    def _values(self, lines: list[CageLine], count: CageLine | None) -> dict[int, Value]:
        service, tables = _service(lines), self._at_tables(self.clock())
        if count is None or count.signed_at is None:
            values = sorted({*(+service), *(+tables)}, reverse=True)
            return {value: Value(service[value], tables[value], None) for value in values}
        due = _service([line for line in lines if (line.signed_at or 0) <= count.signed_at])
        due.subtract(self._at_tables(count.signed_at))
        return {
            value: Value(service[value], tables[value], count.pieces.get(value, 0), due[value])
            for value in sorted({*(+service), *count.pieces, *(+tables)}, reverse=True)
        }

    def _at_tables(self, at: int) -> Counter[int]:
        """Pieces at tables open at a time: as their banks were last counted, with what came and went since."""
        counts: Counter[int] = Counter()
        for bank in self.registers.banks_at(at):
            for value, stock in bank.items():
                counts[value] += stock.counted + stock.brought - stock.returned
        return counts

    # What is done

    def write(self, by: Account, what: str, pieces: Mapping[int, int], key: str, why: str = "") -> int:
        """Writes down chips that are put into service, withdrawn, or were counted in the cage."""
        if what not in KINDS:
            raise TapeteError("'{what}' is none of stock, withdraw and count", what=what[:20])
        require(by, STAFF if what == COUNT else CHIEFS, "write to the cage's register")
        cents = sum(value * number for value, number in pieces.items())
        if not pieces or min(pieces) <= 0 or (what != COUNT and not cents):
            raise TapeteError("say which chips: 20x100 4x2.50, number by value")
        shown = msgspec.json.encode(dict(sorted(pieces.items(), reverse=True))).decode()
        said = {"what": what, "pieces": shown, "cents": cents, "why": told(why, Said("why"))}
        with alone(self.db), writing(self.db) as conn:
            before = written(conn, cage_lines, by, key, **said)
            if before is not None:
                return int(before.number)
            lines = _lines(conn)
            _check_there(what, pieces, _service(lines))
            if what == WITHDRAW:
                self._check_cage(pieces, lines)
            number = following(conn, cage_lines, "number")
            mine = {"number": number, "at": self.clock(), "account_id": by.id, "key": key}
            conn.execute(insert(cage_lines).values({**mine, **said}))
            note(conn, self.clock(), by, None, f"cage {number} {what} {cents}")
        return number

    def sign(self, by: Account, number: int, verdict: str, key: str) -> None:
        """Puts the second name under a line, or refuses it; signed, it holds."""
        require(by, STAFF, "sign in the cage's register")
        if verdict not in VERDICTS:
            raise TapeteError("'{verdict}' is no answer: a document is signed or refused", verdict=verdict[:20])
        with alone(self.db), writing(self.db) as conn:
            if written(conn, cage_signatures, by, key, number=number, verdict=verdict):
                return
            lines = _lines(conn)
            line = next((line for line in lines if line.number == number), None)
            if line is None:
                raise Missing("the cage's register has no line {number}", number=number)
            _check_signing(conn, line, by)
            service = _service(lines)
            if verdict == SIGNED:
                _check_there(line.what, line.pieces, service)
                if line.what == WITHDRAW:
                    self._check_cage(line.pieces, lines)
            stands = _cents(service) - sum(_lying(conn).values()) if verdict == SIGNED and line.what == COUNT else None
            mine = {"number": number, "at": self.clock(), "account_id": by.id, "key": key}
            conn.execute(insert(cage_signatures).values({**mine, "verdict": verdict, "stands": stands}))
            note(conn, self.clock(), by, None, f"cage {number} {verdict}")

    # What follows at tables

    def _by_pieces(self, file: TableFile) -> None:  # noqa: ARG002
        """Refuses a float of which only the amount is known, where chips are kept by pieces."""
        if self.known():
            raise IllegalAction("this house keeps its chips by pieces: open the table without a float, then fill it")

    def _of_the_house(self, kind: str, pieces: Mapping[int, int], box: str) -> None:
        """Refuses pieces that the house does not have, or the cage to fill with; in the drop there is money."""
        if box != DROP:
            _check_values(pieces, self.known())
        if kind == FILL:
            with self.db.read() as conn:
                self._check_cage(pieces, _lines(conn))

    def _check_cage(self, pieces: Mapping[int, int], lines: list[CageLine]) -> None:
        """Refuses more of a value than the cage has by its documents, in a house that keeps its chips by pieces."""
        known = self._values(lines, _last_count(lines))
        for value, number in pieces.items() if +_service(lines) else ():
            one = known.get(value, Value(0, 0, None))
            has = max(0, one.service - one.tables + max(0, one.difference or 0))
            if number > has:
                raise IllegalAction(
                    "of {value} the cage has {count} by its documents: count it, or the bank where they lay",
                    value=format_cents(value),
                    count=has,
                )

    def _counted(self, standing: Standing, by: Account) -> None:  # noqa: ARG002
        """Refuses to close a table whose bank has not been counted by pieces since anything moved in it."""
        bank = standing.places().get(BANK)
        if not standing.table.counts or not bank or not self.known():
            return
        last = last_count(self.documents.of(standing.table.public_id), bank)
        if last is None or last.round != standing.number:
            raise IllegalAction("this house keeps its chips by pieces: two count the bank before the table closes")


def _lines(conn: Connection) -> list[CageLine]:
    writer, signer, c, s = accounts.alias("writer"), accounts.alias("signer"), cage_lines.c, cage_signatures.c
    rows = (
        select(c.number, c.what, c.pieces, c.cents, c.why, c.at, writer.c.name)
        .add_columns(func.coalesce(s.verdict, ""), s.stands, s.at, func.coalesce(signer.c.name, ""))
        .join(writer, writer.c.id == c.account_id)
        .outerjoin(cage_signatures, s.number == c.number)
        .outerjoin(signer, signer.c.id == s.account_id)
        .order_by(c.number)
    )
    return [
        CageLine(number, what, msgspec.json.decode(pieces, type=dict[int, int]), *rest)
        for number, what, pieces, *rest in conn.execute(rows)
    ]


def _last_count(lines: Sequence[CageLine]) -> CageLine | None:
    return next((line for line in reversed(lines) if line.what == COUNT and line.verdict == SIGNED), None)


def _service(lines: list[CageLine]) -> Counter[int]:
    """Pieces in service: what was put there and signed, less what was withdrawn."""
    counts: Counter[int] = Counter()
    for line in lines:
        if line.verdict == SIGNED and line.what != COUNT:
            sign = 1 if line.what == STOCK else -1
            counts.update({value: sign * number for value, number in line.pieces.items()})
    return counts


def _cents(pieces: Mapping[int, int]) -> int:
    return sum(value * number for value, number in pieces.items())


def _lying(conn: Connection) -> Counter[str]:
    """What lies at open tables in chips by the ledger: in banks, with players, in boxes; what is in a drop is money."""
    open_ = select(game_tables.c.id).where(
        game_tables.c.state == "open", ~game_tables.c.practice, game_tables.c.tournament == ""
    )
    counts: Counter[str] = Counter()
    for side, sign in ((ledger.c.dst, 1), (ledger.c.src, -1)):
        rows = select(side, func.sum(ledger.c.cents)).where(ledger.c.table_id.in_(open_)).group_by(side)
        for path, cents in conn.execute(rows):
            zone = place(path).zone
            if zone.closing != BEYOND and zone.name != DROP:
                kind = BANK if zone.name == BANK else PLAYERS if zone.closing != "house" else BOXED
                counts[kind] += sign * int(cents)
    return counts


def _check_there(what: str, pieces: Mapping[int, int], service: Counter[int]) -> None:
    """What is withdrawn was in service, and only such values are counted."""
    for value, number in pieces.items():
        if what == WITHDRAW and number > service[value]:
            has, amount = service[value], format_cents(value)
            raise IllegalAction("of {value} only {count} are in service", value=amount, count=has)
    _check_values(pieces, frozenset(+service) if what == COUNT else frozenset())


def _check_values(pieces: Mapping[int, int], known: frozenset[int]) -> None:
    """Refuses chips of a value that the house does not have, if it keeps them by pieces."""
    odd = next((value for value, number in pieces.items() if number and known and value not in known), None)
    if odd is not None:
        values = either([format_cents(value) for value in sorted(known, reverse=True)])
        raise IllegalAction("the house has no chips of {value}: {values}", value=format_cents(odd), values=values)


def _check_signing(conn: Connection, line: CageLine, by: Account) -> None:
    if line.verdict:
        raise IllegalAction("line {number} has its second name already", number=line.number)
    if line.writer == by.name:
        raise Forbidden("{who} wrote line {number}: another signs it", who=by.name, number=line.number)
    works = select(accounts.c.role).where(accounts.c.name == line.writer, accounts.c.ended.is_(None))
    if not {by.role, conn.execute(works).scalar()} & set(CHIEFS):
        raise Forbidden("one of the two names under a document is a director's or an inspector's")
