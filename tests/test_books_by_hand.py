"""A random day of many tables, kept beside the books by another hand: its own notes, and transcripts as stored.

What the notes hold is what was acknowledged: pieces brought, given back and counted, money changed, tips. What rounds
did is read from the stored lines alone. Processes are killed in the middle of a fill, a count, a jackpot's card and a
closing; the registers must come to what the notes do, and a difference that was put in must be found among its rounds.
"""

import json
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tapete.audit.table import TableFile
from tapete.engine.places import ROLES
from tapete.engine.requests import Act
from tapete.engine.round import now as present
from tapete.engine.window import Window
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.calendar import day_of
from tapete.floor.standing import Standing
from tests.casino import Casino
from tests.robot import amount
from tests.test_books_killed import done

PV = "pais-vasco"
GAMES = (
    *("ruleta-americana", "ruleta-fortuna", "dados", "blackjack", "punto-banca", "treinta-cuarenta"),
    *("poker-sin-descarte", "poker-sin-descarte", "holdem"),
)
VALUES = (100_000, 10_000, 500, 100, 50, 5, 1)
PLAYERS = ("ana", "luis", "eva")
LYING = ("felt/", "prison/")
ACTS = 45


class Counted(NamedTuple):
    """A count of a bank as it was noted: how much, the last round before it, and what was put in or left out."""

    cents: int
    round: int
    wrong: int


class Notes:
    """What somebody beside the table writes down of it."""

    def __init__(self) -> None:
        self.brought: list[int] = []
        self.back = self.changed = self.tips = 0
        self.counts: list[Counted] = []
        self.drop = 0
        self.documents = 0


def in_pieces(cents: int) -> dict[int, int]:
    """An amount in pieces of the house's values."""
    pieces = {}
    for value in VALUES:
        pieces[value], cents = divmod(cents, value)
    return {value: number for value, number in pieces.items() if number}


class Day:
    """A casino that is closed and opened again by every kill, with the notes of its tables."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.casino, self.source = Casino(folder), random.Random(seed)
        self.url, self.file = f"sqlite:///{folder}/casino.db", f"{folder}/casino.db"
        self.people = self.casino.people
        self.notes: dict[str, Notes] = {}
        self.kills, self.ends = 0, False
        number = self.floor.cage.write(self.people["dora"], "stock", dict.fromkeys(VALUES, 900_000), self.key())
        self.floor.cage.sign(self.people["iker"], number, "signed", self.key())
        for i, game in enumerate(GAMES):
            self.opened(game, f"{game} {i}")

    @property
    def floor(self) -> Floor:
        return self.casino.floor

    def key(self) -> str:
        return self.casino.key()

    def opened(self, game: str, name: str) -> None:
        shared = {"options": {"progresivo": "si"}, "meter": "sala"}
        more: dict[str, Any] = shared if game == "poker-sin-descarte" else {}
        file = TableFile.model_validate({"game": game, "region": PV, "minimum": "5", **more})
        table = self.floor.tables.open_table(self.people["dora"], file, False, name).public_id
        self.notes[table] = Notes()
        if game != "holdem":
            self.document(table, "fill", 7_500_000)
        for who in (*PLAYERS, "teo") if game == "holdem" else PLAYERS:
            self.floor.seats.seat(self.people[who], table, 100_000, self.key())

    def surely(self, work: Callable[[Floor], object], kill: bool = False) -> None:
        """Does something; now and then in a process that dies at one of its writes, and once more with the same key."""
        if not kill:
            work(self.floor)
            return
        self.floor.close()
        for at in (self.source.randint(1, 4), 0):
            self.kills += not done(self.url, work, at)
        self.casino.floor = Floor(self.url)
        work(self.floor)  # with the same key: if the kill came after the commit, nothing happens twice

    def document(self, table: str, kind: str, cents: int, box: str = "", kill: bool = False) -> None:
        """Iker writes, Dora signs."""
        notes, key = self.notes[table], self.key()
        iker, dora, pieces = self.people["iker"], self.people["dora"], in_pieces(cents)
        self.floor.documents.write(iker, table, kind, pieces, key, box=box)
        notes.documents += 1
        number, signed = notes.documents, self.key()
        self.surely(lambda floor: floor.documents.sign(dora, table, number, "signed", signed), kill)
        if kind == "fill":
            notes.brought.append(cents)
        elif kind == "credit":
            notes.back += cents

    # What happens

    def happens(self) -> None:
        """Something at one of the tables."""
        table = self.source.choice(list(self.notes))
        against = self.floor.tables.table(table).game != "holdem"
        choices = [self.round, self.round, self.round, self.void, self.tip]
        choices += [self.fill, self.credit, self.counted, self.change] if against else []
        self.source.choice(choices)(table)

    def round(self, table: str) -> None:
        """A round that everybody plays as they please; now and then a process dies at one of its steps."""
        for who in PLAYERS:
            if self.held(table, f"chips/{who}") < 20_000:
                self.floor.seats.buy_in(self.people[who], table, 50_000, self.key())
        self.floor.rounds.open_round(table, self.people["carla"], self.key())
        self.played(table, 400)

    def void(self, table: str) -> None:
        """A round that two declare void in the middle of it."""
        self.floor.rounds.open_round(table, self.people["carla"], self.key())
        self.played(table, 6)
        with suppress(TapeteError):
            self.floor.rounds.void(table, self.people["iker"], "a trial", self.key())
            self.floor.rounds.agree(table, self.people["dora"], self.key())
        self.played(table, 400)

    def played(self, table: str, steps: int) -> None:
        for step in range(steps):
            going = self.floor.desk.read(table, lambda at: at.open_round)
            if going is None or not isinstance(going.pending, Window):
                return
            who, act = self.chosen(going.pending, step)
            by, key = self.people["carla" if who in ROLES else who], self.key()
            work = lambda floor, act=act, by=by, key=key, who=who: floor.rounds.act(table, by, act, key, who)  # noqa: E731
            self.surely(work, kill=self.source.random() < 0.004)

    def chosen(self, pending: Window, step: int) -> tuple[str, Act]:
        """Somebody who may do something, and what: bets are closed after a while."""
        turns = [who for who in pending.actors() if who not in ROLES]
        self.source.shuffle(turns)
        close = next((item for item in pending.open("croupier") if item.do in ("close", "deal")), None)
        if close is not None and (step > 8 or not turns or self.ends):
            return "croupier", Act(close.do, close.on)
        for who in (*turns, *ROLES):
            items = [item for item in pending.open(who) if item.do not in ("last", "rest", "session", "sign")]
            if items:
                item = self.source.choice(items)
                cards = self.source.sample(item.slots, self.source.randint(item.least, item.most)) if item.slots else []
                return who, Act(item.do, item.on, amount(self.source, item), tuple(cards))
        raise AssertionError(f"nothing is open to anybody at {pending.label}")

    def tip(self, table: str) -> None:
        if self.held(table, "chips/luis") > 1_000:
            self.floor.seats.tip(self.people["luis"], table, 500, self.key())
            self.notes[table].tips += 500

    def fill(self, table: str) -> None:
        self.document(table, "fill", 100 * self.source.randint(100, 5_000), kill=self.source.random() < 0.3)

    def credit(self, table: str) -> None:
        self.document(table, "credit", 100 * self.source.randint(100, 5_000), kill=self.source.random() < 0.3)

    def change(self, table: str) -> None:
        cents = 1_000 * self.source.randint(2, 40)
        self.floor.seats.change(self.people["carla"], table, "eva", cents, self.key())
        self.notes[table].changed += cents

    def counted(self, table: str, wrong: int | None = None) -> None:
        """Two count the bank; a chip is missing or too many, now and then, and stays so."""
        known = self.notes[table].counts[-1].wrong if self.notes[table].counts else 0
        if wrong is None:
            wrong = known + self.source.choice((0, 0, -500, 10_000))
        cents = self.held(table, "bank") + wrong
        last = self.floor.desk.read(table, lambda at: at.number)
        self.document(table, "count", cents, kill=self.source.random() < 0.3)
        self.notes[table].counts.append(Counted(cents, last, wrong))

    def end(self) -> None:
        """Every bank is counted once more, every table closed, every drop counted: one note of fifty is gone."""
        self.ends = True
        for table, notes in self.notes.items():
            while self.floor.desk.read(table, goes_on):
                self.round(table)
            if self.held(table, "bank"):
                self.counted(table)
            key = self.key()
            work = lambda floor, table=table, key=key: floor.tables.close_table(self.people["dora"], table, key)  # noqa: E731
            self.surely(work, kill=self.source.random() < 0.5)
            if notes.changed:
                notes.drop = max(0, notes.changed - self.source.choice((0, 5_000)))
                self.document(table, "count", notes.drop, box="drop")

    def held(self, table: str, path: str) -> int:
        return self.floor.desk.read(table, lambda at: at.places().get(path, 0))


def goes_on(standing: Standing) -> bool:
    """Whether something still lies at a table, or the mano is to come to somebody who began its game."""
    due = standing.round.carried.get("due", {}) if standing.round else {}
    return any(path.startswith(LYING) for path in standing.places()) or any(map(standing.chips, due))


# What the stored lines say


def moves(file: str, table: str) -> list[dict[str, Any]]:
    """The moves that count in a table's stored rounds, those taken back left out."""
    query = (
        "SELECT r.number, e.line FROM entries e JOIN rounds r ON r.id = e.round_id"
        " JOIN game_tables t ON t.id = r.table_id WHERE t.public_id = ? ORDER BY r.number, e.n"
    )
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as conn:
        lines = [(number, json.loads(line)) for number, line in conn.execute(query, (table,))]
    by_round: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for number, line in lines:
        kept = by_round[number]
        if line["t"] == "rewind":
            starts = [i for i, old in enumerate(kept) if old["t"] == "in"]
            del kept[starts[line["to"]] if line["to"] < len(starts) else len(kept) :]
        else:
            kept.append(line)
    return [line for kept in by_round.values() for line in kept if line["t"] == "move"]


def flows(lines: list[dict[str, Any]]) -> Counter[str]:
    """What each place came to by moves, by the first part of its name; what the cage gave a bank in play apart."""
    sums: Counter[str] = Counter()
    for line in lines:
        src, dst = (line[end].partition("/")[0] for end in ("src", "dst"))
        if {src, dst} == {"cage", "bank"}:
            sums["covered"] += line["cents"] if dst == "bank" else -line["cents"]
            continue
        sums[src] -= line["cents"]
        sums[dst] += line["cents"]
    return sums


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_47_48_52_and_54_a_random_day_by_another_hand(tmp_path: Path, seed: int) -> None:
    day = Day(tmp_path, seed)
    for table in day.notes:
        day.round(table)
    for _ in range(ACTS):
        day.happens()
    day.end()
    assert day.kills >= 5
    total, meters = 0, 0
    for table, notes in day.notes.items():
        register = day.floor.registers.of(day.people["rosa"], table)
        played = flows(moves(day.file, table))
        closed = notes.counts[-1].cents if notes.counts else 0
        opening, *fills = notes.brought or [0]
        drop = notes.drop
        result = closed + notes.back + drop - opening - sum(fills) - played["covered"]
        assert register.total("opening", "fill") == opening + sum(fills), register.name
        assert register.total("covered") == played["covered"]
        assert (-register.total("credit"), -register.total("closing")) == (notes.back, closed)
        assert (register.drop, register.result, register.played) == (drop, result, played["bank"])
        assert register.unexplained == result - played["bank"] == _wrong(notes)
        assert register.boxes.get("tips", 0) == notes.tips
        assert register.boxes.get("drop", 0) == notes.changed
        assert register.boxes.get("commission", 0) == played["commission"]
        assert sum(prize.aside - prize.paid for prize in register.prizes.values()) == played["meter"]
        for gap, seen in zip(register.gaps, _differing(notes), strict=True):
            assert (gap.cents, gap.first, gap.last) == seen
        total, meters = total + result, meters + played["meter"]
    assert sum(prize.cents for prize in day.floor.prizes.all(day.people["rosa"])) == meters
    income = day.floor.registers.closed_on(day.people["rosa"], day_of(present()))
    assert sum(register.result or 0 for register in income) == total
    assert day.floor.books.check() == []
    day.casino.close()


def _wrong(notes: Notes) -> int:
    """What was put in or left out at the end: in the bank, and in the box."""
    return (notes.counts[-1].wrong if notes.counts else 0) + notes.drop - notes.changed


def _differing(notes: Notes) -> list[tuple[int, int, int]]:
    """Each count that differs from the one before by something, and the rounds between the two."""
    found, known, since = [], 0, 1
    for count in notes.counts:
        if count.wrong != known:
            found.append((count.wrong - known, since, count.round))
        known, since = count.wrong, count.round + 1
    return found
