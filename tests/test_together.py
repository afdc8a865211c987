"""What many ask for at once is done at one go, and every one of them is told."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from tapete.floor.accounts import WebSession
from tapete.floor.together import Together
from tests.test_floor import Casino


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Casino]:
    casino = Casino(f"sqlite:///{tmp_path / 'floor.db'}")
    yield casino
    casino.floor.close()


def test_those_who_come_meanwhile_are_served_next_all_at_once() -> None:
    served, going = [], threading.Event()

    def double(numbers: list[int]) -> list[int]:
        served.append(numbers)
        assert going.wait(10)
        return [2 * number for number in numbers]

    async def asking() -> list[int]:
        first = asyncio.create_task(doubled.ask(1))
        while not served:
            await asyncio.sleep(0)
        others = [asyncio.create_task(doubled.ask(number)) for number in (2, 3, 4)]
        await asyncio.sleep(0)
        others[1].cancel()
        going.set()
        return [await first, await others[0], await others[2]]

    doubled = Together("doubling", double)
    assert asyncio.run(asking()) == [2, 4, 8]
    assert served == [[1], [2, 3, 4]]
    assert asyncio.run(doubled.ask(5)) == 10, "in the next loop of the same thread"
    doubled.close()


def test_what_fails_has_failed_for_all_who_were_served_and_for_nobody_after_them() -> None:
    def invert(numbers: list[int]) -> list[float]:
        return [1 / number for number in numbers]

    async def asking() -> list[float | BaseException]:
        return await asyncio.gather(*map(inverted.ask, (1, 0, 2)), return_exceptions=True)

    inverted = Together("inverting", invert)
    alone, second, third = asyncio.run(asking())
    assert alone == 1
    assert isinstance(second, ZeroDivisionError)
    assert isinstance(third, ZeroDivisionError)
    assert asyncio.run(inverted.ask(4)) == 0.25
    inverted.close()


def test_sessions_of_many_visitors_are_one_question_to_the_database(house: Casino) -> None:
    floor = house.floor
    people = [house.ana, house.luis, house.director]
    open_sessions = [floor.accounts.open_session(who) for who in people]
    tokens = [session.token for session in open_sessions]
    floor.accounts.close_session(tokens[1])
    questions: list[str] = []

    async def find() -> list[WebSession | None]:
        return await asyncio.gather(*map(floor.visitors.find, ["nobody's", *tokens]))

    event.listen(floor.db.engine, "before_cursor_execute", lambda *told: questions.append(told[2]))
    expected = [None, open_sessions[0], None, open_sessions[2]]
    assert asyncio.run(find()) == expected
    asked = [each for each in questions if "sessions" in each]
    assert len(asked) == 2, "the first who came, and all who came meanwhile"
    assert asyncio.run(find()) == expected
    assert len([each for each in questions if "sessions" in each]) <= 4, "those who are signed in are still known"
