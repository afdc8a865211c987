"""Rows of a casino's database changed, added or removed by somebody inside, hashes mended where they can be."""

import itertools
import json
from collections.abc import Callable, Iterator

import msgspec
import pytest
from sqlalchemy import Connection, text

from tapete.engine.chance import Live, commitment
from tapete.engine.edition import edition
from tapete.floor.books import discrepancies
from tapete.games import game
from tapete.games.editions import restored
from tapete.law.rulebook import digest
from tests.forging import Data, mended
from tests.test_floor import Casino

BOLA, ROULETTE, CLOSED = 1, 2, 3  # the tables, by their rows
WHEEL = (37,)
Forge = Callable[[Connection], None]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A physical table with documents, a live one whose rounds promise seeds, and one that closed."""
    casino = Casino(f"sqlite:///{tmp_path_factory.mktemp('forged') / 'casino.db'}")
    floor = casino.floor
    bola = casino.table(float="5000")
    casino.sit(bola, casino.ana, casino.luis)
    for kind, pieces in (("fill", {10_000: 5}), ("count", {10_000: 55}), ("credit", {10_000: 1})):
        floor.documents.write(casino.inspector, bola, kind, pieces, casino.key())
        floor.documents.sign(casino.croupier, bola, len(floor.documents.of(bola)), "signed", casino.key())
    for _ in range(3):
        casino.play(bola)
    floor.seats.tip(casino.ana, bola, 500, casino.key())
    floor.seats.buy_in(casino.luis, bola, 7000, casino.key())
    floor.seats.change(casino.croupier, bola, "ana", 3000, casino.key())
    casino.play(bola)
    roulette = casino.table("ruleta-francesa", physical=False)
    casino.sit(roulette, casino.ana, casino.luis)
    for _ in range(4):
        casino.open(roulette)
        casino.stake(roulette, casino.ana, "rojo", 1000)
        casino.close(roulette)
    closed = casino.table()
    casino.sit(closed, casino.ana)
    casino.open(closed)
    casino.close(closed)
    casino.fell(closed, "2")
    floor.tables.close_table(casino.director, closed, casino.key())
    for found in range(2):
        floor.orphans.enter(casino.croupier, 500 + found, "under the table", bola, casino.key())
    assert floor.books.check() == []
    with floor.db.write() as conn:  # whoever has the database can take away what keeps rows as they are
        for name in conn.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all():
            conn.execute(text(f"DROP TRIGGER {name}"))
    yield casino
    floor.close()


def sql(statement: str) -> Forge:
    """A forgery in one statement or several."""

    def forge(conn: Connection) -> None:
        for one in statement.split(";"):
            assert conn.exec_driver_sql(one).rowcount > 0, one

    return forge


def rewritten(table: int, change: Callable[[list[list[Data]]], None], then: str = "") -> Forge:
    """A table's transcripts changed as plain data, with balances, chain, hashes and rows mended."""

    def forge(conn: Connection) -> None:
        ids = f"(SELECT id FROM rounds WHERE table_id = {table})"
        rows = conn.execute(
            text(f"SELECT round_id, line FROM entries WHERE round_id IN {ids} ORDER BY round_id, n")
        ).all()
        grouped = [[*lines] for _, lines in itertools.groupby(rows, key=lambda row: row.round_id)]
        logs = [[json.loads(row.line) for row in lines] for lines in grouped]
        change(logs)
        lines = iter(mended(logs))
        for before, log in zip(grouped, logs, strict=True):
            conn.execute(text("DELETE FROM entries WHERE round_id = :id"), {"id": before[0].round_id})
            for n in range(len(log)):
                values = {"id": before[0].round_id, "n": n, "line": next(lines).decode()}
                conn.execute(text("INSERT INTO entries VALUES (:id, :n, :line)"), values)
            end = log[-1]
            values = {"id": before[0].round_id, "hash": end["hash"], "seed": end.get("seed", "")}
            conn.execute(text("UPDATE rounds SET hash = :hash, seed = :seed WHERE id = :id"), values)
        if then:
            sql(then)(conn)

    return forge


def reseeded(logs: list[list[Data]]) -> None:
    """Another seed for the last round, of another number, as the round before had promised it."""
    fell = Live(bytes.fromhex(logs[-1][-1]["seed"])).draw(0, WHEEL)
    seed = next(seed for n in range(256) if Live(seed := bytes([n]) * 32).draw(0, WHEEL) != fell)
    logs[-1][-1]["seed"] = seed.hex()
    logs[-1][0]["commitment"] = logs[-2][-1]["next"] = commitment(seed)


def recarried(logs: list[list[Data]]) -> None:
    """The last three rounds had been announced, in one round that nothing announced."""
    logs[-1][0]["carry"] = {**logs[-1][0]["carry"], "remaining": 3}


def shifted(logs: list[list[Data]]) -> None:
    logs[1][0]["settings"]["minimum"] = 1000


def backdated(logs: list[list[Data]]) -> None:
    for entry in logs[2]:
        if entry["t"] == "in":
            entry["at"] = 5


def own_edition(conn: Connection) -> None:
    """Boule with a red that pays tenfold: an edition that says that it is the true one."""
    true = edition(game("bola").play, game("bola").rules("extremadura"))
    running = json.loads(json.dumps(true.running))
    running["bets"]["rojo"]["pays"] = "9:1"
    lie = msgspec.structs.replace(true, running=running)
    assert restored(msgspec.structs.replace(lie, rulebook=digest(running)))

    def renamed(logs: list[list[Data]]) -> None:
        for log in logs:
            log[0]["rulebook"] = digest(running)

    rewritten(BOLA, renamed)(conn)
    body = {"body": msgspec.json.encode(lie).decode(), "rulebook": digest(running)}
    conn.execute(
        text("INSERT INTO editions SELECT :rulebook, procedure, game, region, :body FROM editions LIMIT 1"), body
    )


def last_round_gone(table: int, *more: str) -> Forge:
    last = f"(SELECT max(number) FROM rounds WHERE table_id = {table})"
    lines = f"DELETE FROM entries WHERE round_id = (SELECT id FROM rounds WHERE table_id = {table} AND number = {last})"
    moves = f"DELETE FROM ledger WHERE table_id = {table} AND round = {last}"
    return sql("; ".join((lines, *more, moves, f"DELETE FROM rounds WHERE table_id = {table} AND number = {last}")))


def posted(before: int, src: str, dst: str) -> str:
    """A line of the first table's ledger put in before a round."""
    values = f"1, 1 + max(line), {before}, NULL, '{src}', '{dst}', 100000, ''"
    return f"INSERT INTO ledger SELECT {values} FROM ledger WHERE table_id = 1"


FIRST = "round_id = 4294967297"  # the first round of the first table
FORGERIES: dict[str, Forge] = {
    "a payment raised": sql("UPDATE ledger SET cents = 9000 WHERE table_id = 1 AND src = 'bank' AND n IS NOT NULL"),
    "a payment to another": sql(
        "UPDATE ledger SET dst = 'chips/luis' WHERE table_id = 1 AND dst = 'chips/ana' AND n IS NOT NULL"
    ),
    "a payment taken out": sql("DELETE FROM ledger WHERE table_id = 1 AND src = 'bank' AND n IS NOT NULL"),
    "an article changed": sql("UPDATE ledger SET article = '9.9' WHERE table_id = 1 AND n IS NOT NULL"),
    "a payment at another entry": sql("UPDATE ledger SET n = n + 1 WHERE table_id = 1 AND n IS NOT NULL"),
    "a purchase raised": sql("UPDATE ledger SET cents = 8000 WHERE table_id = 1 AND cents = 7000"),
    "a purchase put in and cashed": sql(posted(2, "cage", "chips/ana") + "; " + posted(2, "chips/ana", "cage")),
    "a purchase before a round to come": sql(posted(99, "cage", "chips/ana")),
    "a purchase before all rounds": sql(posted(0, "cage", "bank")),
    "a fill without a document": sql(posted(3, "cage", "bank") + "; " + posted(3, "bank", "cage")),
    "chips that go to the cage of an open table": sql(posted(5, "bank", "cage")),
    "a box emptied": sql(posted(5, "tips", "cage")),
    "chips between players": sql(posted(5, "chips/ana", "chips/luis")),
    "a tip raised": sql("UPDATE ledger SET cents = 600 WHERE table_id = 1 AND dst = 'tips'"),
    "notes of another amount": sql("UPDATE ledger SET cents = 2000 WHERE table_id = 1 AND dst = 'drop'"),
    "a line of the ledger numbered otherwise": sql(
        "UPDATE ledger SET line = 999 WHERE table_id = 1 AND line = (SELECT max(line) FROM ledger WHERE table_id = 1)"
    ),
    "a document lowered": sql("UPDATE documents SET cents = 10000 WHERE kind = 'fill'"),
    "a document lowered with its pieces": sql(
        "UPDATE documents SET cents = 10000, pieces = '{\"10000\":1}' WHERE kind = 'fill'"
    ),
    "a document taken out": sql("DELETE FROM documents WHERE number = 2; DELETE FROM signatures WHERE number = 2"),
    "a fill taken out": sql("DELETE FROM documents WHERE number = 3; DELETE FROM signatures WHERE number = 3"),
    "a document signed by who wrote it": sql("UPDATE signatures SET account_id = 2"),
    "a document moved another line": sql("UPDATE signatures SET line = line + 1 WHERE number = 1"),
    "a refusal turned": sql("UPDATE signatures SET verdict = 'refused' WHERE number = 1"),
    "a round's players changed": sql("UPDATE rounds SET players = '[\"ana\"]' WHERE table_id = 1 AND number = 2"),
    "a round's procedure changed": sql("UPDATE rounds SET procedure = 7 WHERE table_id = 1 AND number = 2"),
    "a round called void": sql("UPDATE rounds SET state = 'void' WHERE table_id = 1 AND number = 2"),
    "a round opened again": sql("UPDATE rounds SET state = 'open', ended = NULL WHERE table_id = 1 AND number = 2"),
    "a round without its end's time": sql("UPDATE rounds SET ended = NULL WHERE table_id = 1 AND number = 2"),
    "a board that shows another number": sql("UPDATE rounds SET fell = '5' WHERE table_id = 1 AND number = 2"),
    "another hash": sql("UPDATE rounds SET hash = 'ab' WHERE table_id = 1 AND number = 2"),
    "another seed": sql("UPDATE rounds SET seed = 'ab' WHERE table_id = 2 AND number = 2"),
    "a round numbered otherwise": sql("UPDATE rounds SET number = 9 WHERE table_id = 1 AND number = 4"),
    "rounds of two tables exchanged": sql(
        "UPDATE rounds SET table_id = 9 WHERE table_id = 1 AND number = 1; "
        "UPDATE rounds SET table_id = 1 WHERE table_id = 3 AND number = 1; "
        "UPDATE rounds SET table_id = 3 WHERE table_id = 9"
    ),
    "the last round gone": last_round_gone(BOLA),
    "the last round gone, with its commands": last_round_gone(
        ROULETTE,
        "DELETE FROM commands WHERE table_id = 2 AND round = 4",
    ),
    "a line of a round gone": sql(f"DELETE FROM entries WHERE n = 3 AND {FIRST}"),
    "the last line of a round numbered otherwise": sql(
        f"UPDATE entries SET n = 500 WHERE n = (SELECT max(n) FROM entries WHERE {FIRST}) AND {FIRST}"
    ),
    "lines of a round that is not there": sql(f"INSERT INTO entries SELECT 77, n, line FROM entries WHERE {FIRST}"),
    "the promised seed exchanged": sql("UPDATE game_tables SET next_seed = 'abcd' WHERE id = 2"),
    "a table that is of another edition": sql("UPDATE game_tables SET rulebook = 'ab' WHERE id = 1"),
    "a table that is said to be closed": sql("UPDATE game_tables SET state = 'closed' WHERE id = 1"),
    "a table that counts less than was done": sql("UPDATE game_tables SET change = 1 WHERE id = 1"),
    "a closing stock lowered": sql("DELETE FROM ledger WHERE table_id = 3 AND src = 'chips/ana' AND dst = 'cage'"),
    "a player renamed": sql("UPDATE seats SET name = 'eva' WHERE table_id = 1 AND name = 'ana'"),
    "a player who never sat": sql("DELETE FROM seats WHERE table_id = 1 AND name = 'luis'"),
    "a purchase that nobody asked for": sql("DELETE FROM commands WHERE what LIKE 'buy-in%'"),
    "a purchase asked for otherwise": sql("UPDATE commands SET what = 'buy-in 9000' WHERE what LIKE 'buy-in%'"),
    "an orphan stake gone": sql("DELETE FROM orphans WHERE number = 1"),
    "an edition changed": sql("UPDATE editions SET body = replace(body, '\"7:1\"', '\"9:1\"')"),
    "an edition of one's own that says it is the true one": own_edition,
    "another seed, promised and mended": rewritten(ROULETTE, reseeded),
    "another announcement handed on, mended": rewritten(BOLA, recarried),
    "limits changed without announcement, mended": rewritten(BOLA, shifted),
    "a time before the round before, mended": rewritten(BOLA, backdated),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_of_the_database_is_found(house: Casino, name: str) -> None:
    with house.floor.db.engine.connect() as conn:
        conn.execute(text("PRAGMA defer_foreign_keys = ON"))
        FORGERIES[name](conn)
        found = [*discrepancies(conn)]
        conn.rollback()
    assert found
    assert all(one.what for one in found)
