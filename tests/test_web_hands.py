"""Processes apart that die, or are left at any moment: who waited is told to come back, the next one is answered."""

import asyncio
import json

import pytest

from tapete.web.apart.hands import Hand
from tests.casino import Casino
from tests.test_web_apart import LONG, ODDS, Answer, part, served, stopped, until

AUDIT, FORM = "/api/v1/audit", {"content_type": "multipart/form-data; boundary=part", "authorization": "Bearer nobody"}
LOG = b'--part\r\nContent-Disposition: form-data; name="log"; filename="log.jsonl"\r\n\r\n{}\n\r\n--part--\r\n'


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_who_leaves_while_a_process_is_started_leaves_none_that_nobody_can_talk_to(turns: int) -> None:
    """After so many turns of the loop: it would have had a process, no words with it, and failed from then on."""

    async def run() -> None:
        hand = Hand()
        starting = asyncio.create_task(hand.ready())
        for _ in range(turns):
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        try:
            assert await hand.call(abs, -2) == 2
        finally:
            hand.stop()

    asyncio.run(run())


@pytest.mark.parametrize("path", [ODDS, AUDIT])
def test_a_process_that_is_killed_is_a_503_and_one_line_in_the_log(
    casino: Casino, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    """As the system kills what takes too much memory: nothing is wrong with what was asked, and it may be again."""

    async def run() -> None:
        async with served(casino, processes=1) as app:
            (hand,) = part(app).hands
            await hand.ready()
            with stopped(hand):
                asked = Answer(app, path, [LOG] if path == AUDIT else None, **FORM)
                await until(lambda: hand._busy)
                assert hand._process is not None
                hand._process.kill()
                await asked.task
            assert (asked.status, asked.headers["retry-after"]) == (503, "2")
            assert "detail" in json.loads(asked.body)
            again = Answer(app, ODDS)
            await again.task
            assert again.status == 200

    asyncio.run(run())
    assert [record.getMessage() for record in caplog.records] == ["the process that was to answer has died"]


def test_a_stream_ends_with_the_process_that_it_comes_from(casino: Casino) -> None:
    async def run() -> None:
        async with served(casino, processes=1) as app:
            (hand,) = part(app).hands
            long = Answer(app, LONG)
            await long.begun.wait()
            assert hand._process is not None
            hand._process.kill()
            await long.task
            assert (long.status, part(app).turns.working) == (200, 0)

    asyncio.run(run())
