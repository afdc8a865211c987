"""A stake at a table while 500 anonymous visitors ask for everything at once, beside what it takes when nobody does.

What computes is done by processes apart, each visitor in turn; who asks for too much is told when to come back. The
visitors come from addresses of their own, as a proxy in front would say; one of ten has sat down with play chips, and
asks with the session that anybody is given for it. Somebody has seen the pages before: what is loaded once is no part
of it. Quiet and crowded take turns, so that whatever else the machine does falls on both; what counts is by how much
longer a stake takes in the median turn.
"""

import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.helpers import sit
from tests.robot import evening

from benchmarks.measure import Words, report
from benchmarks.serving import OWN, House, Line, request, served, share

VISITORS = 500
STAKES = 60
PAUSE = 0.05  # seconds between two stakes
TURNS = 5
LEAVING = 2.0  # seconds after which nobody works any more for those who have left
GOAL = 2.0  # times as long as when nobody asks for anything
PORT = 18_767
KEYS = count()
PAGES = ("/", "/tables", "/history")
SITS, PLAY = 10, "/api/v1/play/bola/extremadura"
AUDIT = "/api/v1/audit"
# Everything that computes, and pages besides.
ASKED = (
    "/api/v1/games/ruleta-francesa/extremadura/odds",
    "/api/v1/games/holdem/extremadura/equity?hand=AKs&hand=QQ&board=Ah+7d+2c",
    "/api/v1/games/blackjack/extremadura/differences/pais-vasco",
    "/games/punto-banca/extremadura/odds",
    "/api/v1/games/tripoker/extremadura/best",
    "/games/dados/extremadura/sheet.pdf",
    "/api/v1/simulation?game=bola&region=extremadura&bets=rojo+10&rounds=2000000&seed={n}",
    "/simulate/stream?game=dados&region=extremadura&bets=win+10&rounds=5000000&seed={n}",
    AUDIT,
    *PAGES,
)
ANSWERS = {200, 201, 429, 503}
FORM = "a-form-of-ours-0123456789"  # what a passer-by's form is known by
PROXIED = OWN.replace("proxy_headers=False", 'proxy_headers=True, forwarded_allow_ips="127.0.0.1"')
PROXIED = PROXIED.replace('log_level="error"', 'log_level="critical"')  # hundreds still wait when it is stopped


class Turn(NamedTuple):
    """The median of a stake when nobody asks for anything, and beside all the visitors."""

    quiet: float
    crowded: float


def main() -> None:
    """Prints the median of a stake, quiet and under load, and how the visitors were answered."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'casino.db'}"
        house = House(url, 1)
        with served(PROXIED, url, PORT, "/healthz"):
            (turns, answers), busy = share(lambda: _measured(house))
    assert set(answers) <= ANSWERS, answers
    told = ", ".join(f"{number:,} × {status}" for status, number in sorted(answers.items()))
    still, under = (statistics.median(times) for times in zip(*turns, strict=True))
    ratios = sorted(turn.crowded / turn.quiet for turn in turns)
    what = f"a stake while {VISITORS} visitors ask for everything at once"
    report(what, 1000 * under, "ms", 1000 * still, "when nobody does", more_is_better=False)
    goal = f"… times as long, by the median of {TURNS} turns"
    report(goal, statistics.median(ratios), "", GOAL, "goal", more_is_better=False)
    print(f"the turns: {', '.join(f'{ratio:.2f}' for ratio in ratios)} times as long")
    print(f"the visitors were answered {told}; client and visitors took {busy:.0%} of a processor")


async def _measured(house: House) -> tuple[list[Turn], Counter[int]]:
    token, table = house.people[0]
    player = Line(PORT)
    await _stakes(player, token, table)
    for page in PAGES:
        assert await player.ask(request(page)) == 200
    answers: Counter[int] = Counter()
    upload, turns = _upload(), []
    for _ in range(TURNS):
        quiet = await _stakes(player, token, table)
        visitors = [asyncio.create_task(_visit(number, answers, upload)) for number in range(VISITORS)]
        await asyncio.sleep(1)
        crowded = await _stakes(player, token, table)
        for visitor in visitors:
            visitor.cancel()
        await asyncio.gather(*visitors, return_exceptions=True)
        turns.append(Turn(statistics.median(quiet), statistics.median(crowded)))
        await asyncio.sleep(LEAVING)
    return turns, answers


async def _stakes(player: Line, token: str, table: str) -> list[float]:
    found = []
    for i in range(STAKES):
        body = {"do": "undo"} if i % 2 else {"do": "stake", "on": "rojo", "cents": 500}
        asked = request(f"/api/v1/tables/{table}/act", token, body, f"load-{next(KEYS)}")
        start = time.perf_counter()
        assert await player.ask(asked) == 200, player.got
        found.append(time.perf_counter() - start)
        await asyncio.sleep(PAUSE)
    return found


def _upload() -> bytes:
    """An evening's log, to be audited."""
    played = evening(sit("ruleta-francesa", "extremadura", chips={"ana": 10**8, "luis": 10**8}), 500, seed=2)
    log = b"\n".join(line for table in played for line in table.lines())
    part = b'--part\r\nContent-Disposition: form-data; name="log"; filename="log.jsonl"\r\n\r\n'
    body = part + log + b"\r\n--part--\r\n"
    head = f"POST {AUDIT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    form = f"Content-Type: multipart/form-data; boundary=part\r\nCookie: tapete_form={FORM}\r\nX-CSRF-Token: {FORM}\r\n"
    return f"{head}{form}\r\n".encode() + body


async def _visit(number: int, answers: Counter[int], upload: bytes) -> None:
    """A visitor who asks for one thing after another, and looks at each for a second, until they leave."""
    source, line, token = random.Random(number), Line(PORT), ""
    try:
        while True:
            sits = number % SITS == 0 and not token
            path = source.choice(ASKED).format(n=source.randrange(1 << 30))
            asked = request(PLAY, body={}) if sits else upload if path == AUDIT else request(path, token)
            try:
                answers[await line.ask(_from(number, asked))] += 1
            except (ConnectionError, ValueError):
                line = Line(PORT)
            else:
                token = json.loads(line.got.partition(b"\r\n\r\n")[2])["token"] if sits else token
            await asyncio.sleep(1)
    finally:
        if line.transport is not None:
            line.transport.close()


def _from(number: int, asked: bytes) -> bytes:
    """A request of a visitor's, as their proxy passes it on."""
    address = f"X-Forwarded-For: 10.0.{number // 250}.{number % 250 + 1}\r\n"
    return asked.replace(b"\r\n\r\n", f"\r\n{address}\r\n".encode(), 1)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
