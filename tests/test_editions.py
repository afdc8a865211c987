"""A casino updates Tapete while its tables are open: rounds end, and are audited, by the edition they began with."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, insert, select

from tapete.audit.editions import among
from tapete.audit.log import audit
from tapete.engine.edition import edition
from tapete.engine.requests import Act, Chance
from tapete.engine.round import Play
from tapete.engine.transcript import Edition, Header, decode_any, encode
from tapete.errors import IllegalAction
from tapete.floor import Floor, editions
from tapete.floor.roles import Account, Forbidden
from tapete.floor.schema import entries, game_tables, round_id, rounds
from tapete.games import Game, game
from tapete.law.loading import from_running, load
from tests.helpers import EVERYWHERE, sit
from tests.robot import amount, evening
from tests.test_floor import KINDS, Casino, database

REWORDED = "said otherwise than in the last release"


@dataclass
class Release:
    """What a release changes of a game: the words of notes, a value, the version of the procedure."""

    monkeypatch: pytest.MonkeyPatch
    name: str
    changes: list[str] = field(default_factory=list)

    def ship(self, change: str) -> None:
        """The next release, with one more change; the server starts anew with it."""
        self.changes.append(change)
        self.monkeypatch.setattr(Game, "rules", self._rules)
        if change == "procedure":
            old = game(self.name).play
            new = Play(old.version + 1, old.procedure, old.carry, old.pack, (old, *old.earlier))
            self.monkeypatch.setattr(f"tapete.games.{game(self.name).folder}.play.PLAY", new)
        editions._ready.clear()

    def _rules(self, region: str, choices: Any = None) -> Any:
        own = load(game(self.name).model, self.name, region, choices)
        running, labels = own.running, dict(own.labels)
        if "note" in self.changes:
            labels["title"] = REWORDED
        if "value" in self.changes:
            running["calls"]["open"]["say"] = "¡Juego!"
            # The next phase or hand of some cannot begin with stakes of the last; a game between players has no such.
            if self.name not in ("monte", "trijoker") and "settlement" in running:
                running["settlement"]["winners-stay"] = not own.settlement.winners_stay
        return from_running(type(own), running, labels, own.choices)


@pytest.fixture(params=KINDS)
def casino(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Casino]:
    with database(request.param, tmp_path) as url:
        found = Casino(url)
        yield found
        found.floor.close()


def seated(casino: Casino, name: str, region: str) -> str:
    table = casino.table(name, region, physical=False)
    casino.sit(table, casino.ana, casino.luis)
    return table


def steps(casino: Casino, table: str, count: int, source: random.Random) -> None:
    """Some acts of anybody's, until the round is over."""
    people: list[Account] = [casino.ana, casino.luis, casino.director]
    for _ in range(count):
        sight = casino.floor.rounds.look(table, casino.inspector)
        if sight.view is None or sight.view.finished:
            return
        assert not isinstance(sight.awaited, Chance)
        close = [item for item in casino.floor.rounds.look(table, casino.director).open if item.do == "close"]
        if close and source.random() < 0.3:
            casino.floor.rounds.act(table, casino.director, Act("close"), casino.key(), close[0].who)
            continue
        source.shuffle(people)
        for account in people:
            items = [item for item in casino.floor.rounds.look(table, account).open if item.do != "last"]
            if items:
                item = source.choice(items)
                act = Act(item.do, item.on, amount(source, item), item.slots[: item.least])
                casino.floor.rounds.act(table, account, act, casino.key(), item.who)
                break


def header(casino: Casino, table: str) -> Header:
    number = casino.floor.rounds.look(table, casino.inspector).position.round
    entry = decode_any(casino.floor.history.transcript(table, number, casino.regulator)[0])
    assert isinstance(entry, Header)
    return entry


@pytest.mark.slow
@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_a_table_lives_through_releases_between_and_within_rounds(
    name: str, region: str, casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, source = Release(monkeypatch, name), random.Random(7)
    table = seated(casino, name, region)
    casino.open(table)
    steps(casino, table, 2, source)
    first = header(casino, table)
    for change in ("note", "value", "procedure"):
        before = header(casino, table)
        steps(casino, table, 2, source)
        release.ship(change)
        casino.floor.desk.forget()
        steps(casino, table, 500, source)  # the open round ends on the edition it was opened with
        sight = casino.floor.rounds.look(table, casino.inspector)
        assert sight.view is not None
        assert sight.view.finished
        assert sight.table.edition.own == (change == "note")
        casino.floor.desk.forget()
        casino.open(table)  # and so does the next: only an act of the staff changes it
        again = header(casino, table)
        assert (again.rulebook, again.procedure, again.adopted) == (before.rulebook, before.procedure, "")
        steps(casino, table, 500, source)
        if change != "note":
            with pytest.raises(Forbidden):
                casino.floor.tables.take_edition(casino.croupier, table, casino.key())
            casino.floor.tables.take_edition(casino.director, table, casino.key())
        with pytest.raises(IllegalAction, match="edition already"):
            casino.floor.tables.take_edition(casino.director, table, casino.key())
        casino.open(table)
        taken = header(casino, table)
        assert (taken.adopted == "director") == (change != "note")
        assert ((taken.rulebook, taken.procedure) != (before.rulebook, before.procedure)) == (change != "note")
    steps(casino, table, 500, source)
    last = header(casino, table)
    assert last.procedure == first.procedure + 1
    assert last.rulebook != first.rulebook
    assert any("edition" in action.what for action in casino.floor.trail(casino.regulator, table))
    assert casino.floor.books.check() == []
    log = b"".join(casino.floor.history.export(table, casino.regulator)).splitlines()
    kept = [entry for line in log if isinstance(entry := decode_any(line), Edition)]
    assert {(one.rulebook, one.procedure) for one in kept} == {
        (first.rulebook, first.procedure),
        (last.rulebook, first.procedure),
        (last.rulebook, last.procedure),
    }
    report = audit(log)
    assert report.breaches == []
    assert any(first.rulebook[:12] in note for note in report.notes)


def test_a_log_of_the_last_release_is_proved_where_the_books_kept_its_edition(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(casino, "bola", "extremadura")
    casino.open(table)
    steps(casino, table, 500, random.Random(7))
    log = b"".join(casino.floor.history.export(table, casino.regulator)).splitlines()
    Release(monkeypatch, "bola").ship("value")
    assert audit(log).breaches == []
    kept = casino.floor.history.editions([header(casino, table).rulebook, "unknown"])
    assert [audit(log).clean, audit(log, among(kept)).clean] == [False, True]
    assert [one.rulebook for one in casino.floor.books.editions()] == [header(casino, table).rulebook]


def test_an_edition_is_taken_between_rounds_only(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    release, table = Release(monkeypatch, "bola"), seated(casino, "bola", "extremadura")
    casino.open(table)
    release.ship("value")
    casino.floor.desk.forget()
    with pytest.raises(IllegalAction, match="ends on the edition"):
        casino.floor.tables.take_edition(casino.director, table, casino.key())


def test_a_round_of_a_procedure_that_is_gone_is_seen_and_can_only_be_voided(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, play = seated(casino, "bola", "extremadura"), game("bola").play
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    monkeypatch.setattr("tapete.games.bola.play.PLAY", play._replace(version=9))
    editions._ready.clear()
    casino.floor.desk.forget()
    seen = casino.floor.rounds.look(table, casino.ana)
    assert seen.view is not None
    assert seen.view.places["felt/ana/rojo"] == 1000
    with pytest.raises(IllegalAction, match="can only be voided"):
        casino.close(table)
    casino.floor.rounds.void(table, casino.inspector, "the release has changed", casino.key())
    with pytest.raises(IllegalAction, match="let it take the new edition"):
        casino.open(table)
    casino.floor.tables.take_edition(casino.inspector, table, casino.key())
    casino.open(table)
    assert header(casino, table).procedure == 9


def test_a_finished_round_is_shown_and_voided_without_its_procedure(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = casino.table("bola", "extremadura")
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)

    def never(*_: Any) -> Any:
        raise AssertionError("a finished round was replayed")

    monkeypatch.setattr("tapete.games.bola.play.PLAY", game("bola").play._replace(procedure=never))
    casino.floor.desk.forget()
    seen = casino.floor.rounds.look(table, casino.inspector)
    assert seen.view is not None
    assert seen.view.finished
    assert seen.board == ((1, "2"),)
    casino.void(table, "the plate was tilted")
    assert casino.floor.rounds.look(table, casino.ana).view.places == {"chips/ana": 100_000}  # type: ignore[union-attr]
    assert casino.floor.rounds.look(table, casino.inspector).board == ()


def test_a_log_of_last_year_is_audited_by_last_years_text(monkeypatch: pytest.MonkeyPatch) -> None:
    played = evening(sit("bola", "extremadura"), 5, seed=3)
    kept = encode(edition(played[0].play, played[0].rules))
    lines = [line for table in played for line in table.lines()]
    Release(monkeypatch, "bola").ship("value")
    assert audit([kept, *lines]).breaches == []
    assert audit([kept, *lines]).notes
    without = audit(lines)
    assert "played under another rulebook" in [breach.what for breach in without.breaches]


def test_an_edition_that_is_not_what_it_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    played = evening(sit("bola", "extremadura"), 1, seed=3)
    true = edition(played[0].play, played[0].rules)
    running = {**true.running, "bets": {**true.running["bets"]}}
    running["bets"]["rojo"] = {**running["bets"]["rojo"], "pays": "9:1"}
    Release(monkeypatch, "bola").ship("value")
    found = audit([encode(msgspec.structs.replace(true, running=running)), *played[0].lines()]).breaches
    assert found[0].where == "line 2"
    assert "not the one it says" in found[0].what


def test_a_table_that_changes_edition_by_itself_is_a_breach(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit("bola", "extremadura")
    old = evening(session, 1, seed=3)
    kept = encode(edition(session.play, session.rules))
    Release(monkeypatch, "bola").ship("value")
    session.rules = game("bola").rules("extremadura")
    new = evening(session, 1, seed=4)
    lines = [line for table in (*old, *new) for line in table.lines()]
    assert ["nobody let it" in breach.what for breach in audit([kept, *lines]).breaches] == [True]


def first_release(url: str) -> tuple[Casino, str]:
    """A database of version 0.1.0, in which a table has finished a round and opened another."""
    file = Path(__file__).parent / "data" / "format-1.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    second = next(i for i, line in enumerate(lines) if i and '"t":"round"' in line)
    first, open_ = lines[:second], lines[second : second + 5]
    made = Casino(url)
    table = made.table()
    made.sit(table, made.ana, made.luis)
    made.floor.close()
    engine = create_engine(url)
    with engine.begin() as conn:
        id = conn.execute(select(game_tables.c.id)).scalar_one()
        for number, (log, state) in enumerate(((first, "finished"), (open_, "open")), 1):
            values = {"procedure": 1, "players": '["ana","luis"]', "seed": "", "hash": "", "fell": "", "opened": 1}
            key = {"id": round_id(id, number), "table_id": id, "number": number, "state": state}
            conn.execute(insert(rounds).values({**values, **key}))
            for n, line in enumerate(log):
                conn.execute(insert(entries).values(round_id=key["id"], n=n, line=line))
        for statement in (
            "DROP TABLE editions",
            *(f"DROP INDEX ix_game_tables_{name}" for name in ("state", "rulebook")),
            *(f"ALTER TABLE game_tables DROP COLUMN {name}" for name in ("rulebook", "procedure", "adopted")),
            "ALTER TABLE rounds DROP COLUMN fell",
            *(
                f"ALTER TABLE game_tables DROP COLUMN {name}"
                for name in ("meter", "next_seed", "automatic", "practice", "asked", "held", "tournament", "cleared")
            ),
            "DROP INDEX ix_accounts_skeleton",
            *(f"ALTER TABLE accounts DROP COLUMN {name}" for name in ("skeleton", "used", "ended")),
            *(f"DROP INDEX ix_commands_{name}" for name in ("opening", "table_id")),
            *("DROP INDEX ix_game_tables_opened_by", "DROP INDEX ix_seats_account_id", "DROP INDEX ix_rounds_opened"),
            *(f"DROP INDEX ix_{name}" for name in ("links_account_id", "links_table_id")),
            *(f"DROP INDEX ix_staff_actions_{name}" for name in ("account_id", "table_id")),
            "ALTER TABLE links DROP COLUMN made_by",
            "DROP TABLE account_acts",
            "DROP TABLE documents",
            "DROP TABLE signatures",
            *(f"DROP TABLE {name}" for name in ("session_lines", "stock_lines", "case_lines", "cases")),
            *(f"DROP TABLE cage_{name}" for name in ("signatures", "lines")),
            *(f"DROP TABLE {name}" for name in ("orphan_ends", "orphans", "reckonings", "certificates")),
            *(f"DROP TABLE tournament_{name}" for name in ("money", "acts", "entries")),
            "DROP TABLE tournaments",
            "DROP TABLE barred",
            "DROP TABLE training_lines",
            "DROP TABLE waits",
            "ALTER TABLE seats DROP COLUMN brought",
            "DROP TABLE meter_lines",
            "DROP TABLE meters",
            "UPDATE alembic_version SET version_num = '0002'",
        ):
            conn.exec_driver_sql(statement)
    engine.dispose()
    editions._ready.clear()
    return made, table


def test_a_database_of_the_first_release_opens_and_its_tables_go_on(tmp_path: Path) -> None:
    """Version 0.1.0 kept no editions and wrote format 1: what it finished is shown, what it left open can be voided."""
    url = f"sqlite:///{tmp_path / 'old.db'}"
    made, table = first_release(url)
    with Floor(url) as floor:
        assert [found.round for found in floor.tables.lobby()] == [2]
        seen = floor.rounds.look(table, made.inspector)
        assert seen.table.edition.own
        assert seen.view is not None
        assert not seen.view.finished
        assert floor.history.step(table, 1, 1000, made.inspector).finished
        with pytest.raises(IllegalAction, match="can only be voided"):
            floor.rounds.act(table, made.croupier, Act("close"), "a")
        floor.rounds.void(table, made.inspector, "opened by the last release", "b")
        floor.rounds.open_round(table, made.croupier, "c")
        assert floor.rounds.look(table, made.inspector).view.pending == "stakes"  # type: ignore[union-attr]
