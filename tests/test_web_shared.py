"""Pages that are rendered once and sent to many: nobody is sent what was rendered for somebody who sees more."""

import asyncio

import pytest

from tapete.engine.requests import Act
from tapete.web.tables import stream
from tapete.web.tables.stream import Renderings
from tests.casino import Casino

EX = "extremadura"


def told(casino: Casino, kept: Renderings, table: str, *people: str) -> list[str]:
    """What each of some people is sent of a table as it stands, one after another; nobody's is a watcher's."""
    at = casino.floor.feed.position(table)

    async def one_by_one() -> list[str]:
        accounts = [casino.people.get(who) for who in people]
        return [(await kept.event(casino.floor, table, account, "es", at)).decode() for account in accounts]

    return asyncio.run(one_by_one())


@pytest.mark.parametrize("first, then", [("ana", ""), ("", "ana"), ("eva", "ana"), ("ana", "eva")])
def test_who_played_at_a_closed_table_sees_its_last_round_and_who_passes_by_does_not(
    casino: Casino, first: str, then: str
) -> None:
    """Ana was in the round: both are sent what they would be alone, whoever asks first."""
    table = casino.table("bola", EX)
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    rounds.act(table, people["ana"], Act("stake", "rojo", 500), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    casino.floor.tables.close_table(people["dora"], table, casino.key())
    alone = [told(casino, Renderings(), table, who)[0] for who in (first, then)]
    assert told(casino, Renderings(), table, first, then) == alone
    assert alone[0] != alone[1]
    assert told(casino, Renderings(), table, "eva", "")[0] == told(casino, Renderings(), table, "")[0]


def test_who_sits_down_while_a_page_is_rendered_is_the_only_one_to_see_their_chips(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eva looks on as others do, and has sat down by the time that her page is made: theirs has not her chips."""
    table, kept, before = casino.table("bola", EX), Renderings(), stream._event

    def later(*args: object) -> tuple[int, bytes]:
        monkeypatch.setattr(stream, "_event", before)
        casino.floor.seats.seat(casino.people["eva"], table, 123_45_00, casino.key())
        return before(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(stream, "_event", later)
    at = casino.floor.feed.position(table)

    async def both() -> list[str]:
        accounts = casino.people["eva"], None
        return [(await kept.event(casino.floor, table, account, "es", at)).decode() for account in accounts]

    mine, theirs = asyncio.run(both())
    assert "12.345" in mine
    assert "12.345" not in theirs
