"""A stake at a table while 500 anonymous visitors ask for everything at once, beside what it takes when nobody does.

What computes is done by processes apart, each visitor in turn; who asks for too much is told when to come back. The
visitors come from addresses of their own, as a proxy in front would say; one of ten has sat down with play chips, and
asks with the session that anybody is given for it. Somebody has seen the pages before: what is loaded once is no part
of it.
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

from benchmarks.measure import Words, report
from benchmarks.serving import OWN, House, Line, request, served, share

VISITORS = 500
STAKES = 60
PAUSE = 0.1  # seconds between two stakes
PORT = 18_767
KEYS = count()
PAGES = ("/", "/tables", "/history")
SITS, PLAY = 10, "/api/v1/play/bola/extremadura"
# Everything that computes, and pages besides.
ASKED = (
    "/api/v1/games/ruleta-francesa/extremadura/odds",
    "/api/v1/games/blackjack/extremadura/odds?shoe=6+packs+less+Ah",
    "/api/v1/games/blackjack/galicia/differences",
    "/games/punto-banca/extremadura/odds",
    "/api/v1/games/tripoker/extremadura/best",
    "/games/dados/extremadura/sheet.pdf",
    "/api/v1/simulation?game=bola&region=extremadura&bets=rojo+10&rounds=2000000&seed={n}",
    "/simulate/stream?game=dados&region=extremadura&bets=pase+10&rounds=5000000&seed={n}",
    *PAGES,
)
PROXIED = OWN.replace("proxy_headers=False", 'proxy_headers=True, forwarded_allow_ips="127.0.0.1"')
PROXIED = PROXIED.replace('log_level="error"', 'log_level="critical"')  # hundreds still wait when it is stopped


def main() -> None:
    """Prints the median of a stake, quiet and under load, and how the visitors were answered."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'casino.db'}"
        house = House(url, 1)
        with served(PROXIED, url, PORT, "/healthz"):
            (quiet, loaded, answers), busy = share(lambda: _measured(house))
    told = ", ".join(f"{number:,} × {status}" for status, number in sorted(answers.items()))
    still, under = (1000 * statistics.median(times) for times in (quiet, loaded))
    what = f"a stake while {VISITORS} visitors ask for everything at once"
    report(what, under, "ms", still, "when nobody does", more_is_better=False)
    print(f"the visitors were answered {told}; client and visitors took {busy:.0%} of a processor")


async def _measured(house: House) -> tuple[list[float], list[float], Counter[int]]:
    token, table = house.people[0]
    player = Line(PORT)
    await _stakes(player, token, table)
    for page in PAGES:
        assert await player.ask(request(page)) == 200
    quiet = await _stakes(player, token, table)
    answers: Counter[int] = Counter()
    visitors = [asyncio.create_task(_visit(number, answers)) for number in range(VISITORS)]
    await asyncio.sleep(1)
    loaded = await _stakes(player, token, table)
    for visitor in visitors:
        visitor.cancel()
    await asyncio.gather(*visitors, return_exceptions=True)
    return quiet, loaded, answers


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


async def _visit(number: int, answers: Counter[int]) -> None:
    """A visitor who asks for one thing after another, and looks at each for a second."""
    source, line, token = random.Random(number), Line(PORT), ""
    while True:
        sits = number % SITS == 0 and not token
        path = source.choice(ASKED).format(n=source.randrange(1 << 30))
        asked = request(PLAY, body={}) if sits else request(path, token)
        try:
            answers[await line.ask(_from(number, asked))] += 1
        except (ConnectionError, ValueError):
            line = Line(PORT)
        else:
            token = json.loads(line.got.partition(b"\r\n\r\n")[2])["token"] if sits else token
        await asyncio.sleep(1)


def _from(number: int, asked: bytes) -> bytes:
    """A request of a visitor's, as their proxy passes it on."""
    address = f"X-Forwarded-For: 10.0.{number // 250}.{number % 250 + 1}\r\n"
    return asked.replace(b"\r\n\r\n", f"\r\n{address}\r\n".encode(), 1)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
