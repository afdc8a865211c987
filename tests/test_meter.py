"""Accumulated prizes: an account that outlives rounds, read when it is needed, paid from at once."""

from pathlib import Path

import pytest
from sqlalchemy import update

from tapete.engine.meter import BOOKS
from tapete.engine.places import chips
from tapete.engine.requests import Act
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.roles import Forbidden
from tapete.floor.schema import meter_lines
from tapete.games import game
from tests.casino import Casino
from tests.premiada import ANTE, PLAY, PRIZE, SEED

RULES = game("bola").rules("extremadura")


def session(*fell: str) -> Session:
    return Session(PLAY, RULES, standard(RULES), {"ana": 100_000, "luis": 100_000}, script=list(fell))


def played(evening: Session) -> Round:
    found = evening.open()
    found.act("croupier", Act("choose", "tirar"))
    assert found.finished
    return found


def readings(found: Round) -> list[int]:
    return [entry.act.cents for entry in found.log if isinstance(entry, In) and entry.who == BOOKS and entry.act]


def test_a_prize_is_fed_by_rounds_and_seeded_by_the_house() -> None:
    evening = session("1", "2")
    assert played(evening).places[PRIZE] == SEED
    second = played(evening)
    assert second.places[PRIZE] == SEED + 2 * ANTE
    assert readings(second) == [SEED + 2 * ANTE]


def test_who_wins_it_takes_what_it_stands_at_and_the_house_seeds_it_anew() -> None:
    evening = session("1", "9")
    played(evening)
    won = played(evening)
    assert readings(won) == [SEED + 2 * ANTE, 0]
    assert won.places[chips("ana")] == 100_000 - 2 * ANTE + SEED + 2 * ANTE
    assert won.places[PRIZE] == SEED
    assert sum(won.places.values()) == 200_000


def test_a_replay_believes_what_was_read() -> None:
    evening = session("1", "9")
    played(evening)
    won = played(evening)
    assert replay(PLAY, RULES, won.log).log == won.log


def test_without_books_the_croupier_reads_the_display() -> None:
    evening = session("9")
    found = evening.open()
    found.books = None
    found.act("croupier", Act("choose", "tirar"))
    with pytest.raises(IllegalAction, match="croupier reads"):
        found.act("ana", Act("read", "premio", 777))
    found.act("croupier", Act("read", "premio", 50_000))
    assert found.places[chips("ana")] == 100_000 - ANTE + 50_000
    assert found.places[PRIZE] == 2 * ANTE - 50_000  # other tables had fed it


def test_a_void_round_gives_back_what_it_took() -> None:
    evening = session("1", "9")
    played(evening)
    won = played(evening)
    before = dict(won.header.balances)
    won.void("inspector", "slip")
    assert {path: cents for path, cents in won.places.items() if cents} == before


# On a floor, where tables share a prize


@pytest.fixture
def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Casino:
    """A casino whose boule is the toy game."""
    monkeypatch.setattr("tapete.games.bola.play.PLAY", PLAY)
    monkeypatch.setattr("tapete.games.bola.rules.apart", lambda rules: (PRIZE,), raising=False)
    return Casino(tmp_path)


def ball(casino: Casino, table: str, number: str) -> None:
    """A round at a table: opened, thrown, entered."""
    carla = casino.people["carla"]
    casino.floor.rounds.open_round(table, carla, casino.key())
    casino.floor.rounds.act(table, carla, Act("choose", "tirar"), casino.key())
    casino.floor.rounds.fell(table, carla, number, casino.key())


def prize(casino: Casino, table: str) -> int:
    return casino.floor.rounds.look(table).meters["premio"]


def test_tables_that_share_a_prize_feed_and_empty_it_together(casino: Casino) -> None:
    one, other = (casino.table("bola", "extremadura", physical=True, meter="sala") for _ in range(2))
    ball(casino, one, "1")
    ball(casino, other, "2")
    assert prize(casino, one) == prize(casino, other) == SEED + 2 * ANTE
    ball(casino, other, "9")
    assert casino.view("ana", other)["view"]["places"][chips("ana")] == 100_000 - 2 * ANTE + SEED + 4 * ANTE
    assert prize(casino, one) == SEED
    ball(casino, one, "9")
    assert casino.view("ana", one)["view"]["places"][chips("ana")] == 100_000 - 2 * ANTE + SEED + 2 * ANTE
    assert casino.floor.books.check() == []


def test_a_table_that_names_no_prize_has_its_own(casino: Casino) -> None:
    one, other = (casino.table("bola", "extremadura", physical=True) for _ in range(2))
    ball(casino, one, "1")
    ball(casino, one, "1")
    ball(casino, other, "1")
    assert (prize(casino, one), prize(casino, other)) == (SEED + 2 * ANTE, SEED)


def test_a_prize_of_a_table_that_closed_goes_on_at_the_next_like_it(casino: Casino) -> None:
    """What players have accumulated is still to be won; a table that is open keeps its own."""
    one = casino.table("bola", "extremadura", physical=True)
    ball(casino, one, "1")
    ball(casino, one, "1")
    dora, tables = casino.people["dora"], casino.floor.tables
    beside = tables.open_like(dora, one).public_id
    tables.close_table(dora, one, casino.key())
    after = tables.open_like(dora, one).public_id
    for table in (beside, after):
        casino.floor.seats.seat(casino.people["ana"], table, 100_000, casino.key())
        ball(casino, table, "1")
    assert (prize(casino, beside), prize(casino, after)) == (SEED, SEED + 3 * ANTE)
    assert casino.floor.books.check() == []


def test_a_round_that_was_open_when_another_table_won_reads_what_is_left(casino: Casino) -> None:
    one, other = (casino.table("bola", "extremadura", physical=True, meter="sala") for _ in range(2))
    carla, rounds = casino.people["carla"], casino.floor.rounds
    rounds.open_round(one, carla, casino.key())
    rounds.act(one, carla, Act("choose", "tirar"), casino.key())
    ball(casino, other, "9")
    casino.floor.desk.forget()
    rounds.fell(one, carla, "9", casino.key())
    assert casino.view("ana", other)["view"]["places"][chips("ana")] == 100_000 - ANTE + 4 * ANTE
    assert casino.view("ana", one)["view"]["places"][chips("ana")] == 100_000 - ANTE + SEED
    assert casino.floor.books.check() == []


def test_a_void_round_gives_a_shared_prize_back(casino: Casino) -> None:
    one, other = (casino.table("bola", "extremadura", physical=True, meter="sala") for _ in range(2))
    ball(casino, one, "1")
    ball(casino, other, "9")
    casino.floor.rounds.void(other, casino.people["iker"], "slip", casino.key())
    casino.floor.rounds.agree(other, casino.people["carla"], casino.key())
    assert prize(casino, one) == SEED
    assert casino.floor.books.check() == []


def test_who_plays_for_a_prize_elsewhere_voids_no_round_in_which_it_was_won(casino: Casino) -> None:
    """Dora plays beside it for the same prize, which a void round would give back to be won; not for another's."""
    one, other = (casino.table("bola", "extremadura", physical=True, meter="sala") for _ in range(2))
    dora, iker, carla = (casino.people[who] for who in ("dora", "iker", "carla"))
    rounds, seats = casino.floor.rounds, casino.floor.seats
    ball(casino, one, "1")
    ball(casino, other, "9")
    apart = casino.table("bola", "extremadura", physical=True)
    seats.seat(dora, apart, 10_000, casino.key())
    rounds.void(other, dora, "slip", casino.key())
    rounds.decline(other, dora, casino.key())
    rounds.void(other, iker, "slip", casino.key())
    seats.seat(dora, one, 10_000, casino.key())
    with pytest.raises(Forbidden, match="for the same accumulated prize"):
        rounds.agree(other, dora, casino.key())
    with pytest.raises(Forbidden, match="for the same accumulated prize"):
        rounds.void(other, dora, "slip", casino.key())
    with pytest.raises(Forbidden, match="for the same accumulated prize"):
        rounds.correct(other, dora, 1, "1", "slip", casino.key())
    seats.stand_up(dora, one, casino.key())
    rounds.void(other, dora, "slip", casino.key())
    seats.seat(dora, one, 10_000, casino.key())
    with pytest.raises(Forbidden, match=r"dora plays at .* for the same accumulated prize"):
        rounds.agree(other, carla, casino.key())
    assert prize(casino, one) == SEED
    seats.stand_up(dora, one, casino.key())
    rounds.agree(other, carla, casino.key())
    assert casino.floor.books.check() == []


def test_a_touched_statement_is_found(casino: Casino) -> None:
    table = casino.table("bola", "extremadura", physical=True)
    ball(casino, table, "1")
    with casino.floor.db.write() as conn:
        conn.execute(update(meter_lines).where(meter_lines.c.line == 1).values(cents=1, after=1))
    wrong = casino.floor.books.check()
    assert {(one.table_id, one.round) for one in wrong} == {(table, 1)}
    assert "the statement has 95.01, the ledger 100" in [str(one.what) for one in wrong]


def test_a_prize_is_shared_within_one_game_and_text(casino: Casino) -> None:
    casino.table("bola", "extremadura", meter="sala")
    with pytest.raises(IllegalAction, match="the prize 'sala' belongs to bola of extremadura"):
        casino.table("bola", "pais-vasco", meter="sala")


def test_a_game_without_accumulated_prizes_shares_none(tmp_path: Path) -> None:
    with pytest.raises(TapeteError, match="meter: 'sala'"):
        Casino(tmp_path).table("bola", "extremadura", meter="sala")
