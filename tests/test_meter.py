"""Accumulated prizes: an account that outlives rounds, read when it is needed, paid from at once."""

import pytest

from tapete.engine.meter import BOOKS
from tapete.engine.places import chips
from tapete.engine.requests import Act
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In
from tapete.errors import IllegalAction
from tapete.games import game
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
