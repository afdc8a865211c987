"""The time until all of 200 watchers of a table see an event: a server in a process of its own, raw sockets here."""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from itertools import count

from benchmarks.measure import Words, report
from tapete.audit.table import TableFile
from tapete.floor.store import Floor

WATCHERS = 200
EVENTS = 60
WARM_UP = 10
MEDIAN_GOAL, WORST_GOAL = 150.0, 400.0
SERVER = """
import sys, uvicorn
from tapete.floor.store import Floor
from tapete.web.app import create_app
uvicorn.run(create_app(Floor(sys.argv[1])), port=int(sys.argv[2]), log_level="error", timeout_graceful_shutdown=1)
"""
PORT = 18_765
KEYS = count()


def main() -> None:
    """Serves a roulette table, lets 200 watch it, and times a player's stakes until the last of them has each."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/casino.db"
        table, tokens = furnish(url)
        server = subprocess.Popen([sys.executable, "-c", SERVER, url, str(PORT)])
        try:
            wait_for_server()
            post(tokens["croupier"], f"/api/v1/tables/{table}/rounds", {})
            times = asyncio.run(watched(table, tokens["ana"]))
        finally:
            server.terminate()
            server.wait(10)
    milliseconds = sorted(1000 * each for each in times)
    worst = milliseconds[min(len(milliseconds) - 1, int(0.99 * len(milliseconds)))]
    median = statistics.median(milliseconds)
    report(f"until {WATCHERS} watchers see an event, median", median, "ms", MEDIAN_GOAL, "goal", more_is_better=False)
    report(
        f"until {WATCHERS} watchers see an event, 99th percentile",
        worst,
        "ms",
        WORST_GOAL,
        "goal",
        more_is_better=False,
    )


def furnish(url: str) -> tuple[str, dict[str, str]]:
    """A roulette table with a player at it, and what signs everybody in."""
    with Floor(url) as floor:
        people = {name: floor.accounts.create(name, role) for name, role in ROLES.items()}
        file = TableFile.model_validate({"game": "ruleta-francesa", "region": "extremadura", "minimum": "5"})
        table = floor.tables.open_table(people["dora"], file)
        floor.seats.seat(people["ana"], table.public_id, 10_000_000, "seat")
        tokens = {name: floor.accounts.open_session(account).token for name, account in people.items()}
    return table.public_id, {**tokens, "croupier": tokens["carla"]}


ROLES = {"dora": "director", "carla": "croupier", "ana": "player"}


def post(token: str, path: str, body: dict[str, object]) -> None:
    """Sends a command and waits until it is taken."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Idempotency-Key": f"bench-{next(KEYS)}",
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        answer.read()


def wait_for_server() -> None:
    """Until the server answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/v1/tables") as answer:
                answer.read()
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


class Watcher:
    """Somebody who watches: knows the last event that came, by the table's count of changes."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.seen = -1
        self.at = 0.0
        self.news = asyncio.Event()

    async def watch(self) -> None:
        """Reads the stream as long as it lasts."""
        reader, writer = await asyncio.open_connection("127.0.0.1", PORT, limit=1 << 22)
        writer.write(f"GET /tables/{self.table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.seen = int(line.rpartition(b".")[2])
                elif line.startswith(b'data: <p id="calls"'):
                    self.at = time.perf_counter()
                    self.news.set()
        finally:
            writer.close()


async def watched(table: str, token: str) -> list[float]:
    """The seconds from each stake until the last watcher has it whole."""
    watchers = [Watcher(table) for _ in range(WATCHERS)]
    tasks = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    await asyncio.gather(*(watcher.news.wait() for watcher in watchers))
    times = []
    for i in range(EVENTS + WARM_UP):
        for watcher in watchers:
            watcher.news.clear()
        body: dict[str, object] = {"do": "stake", "on": ("rojo", "negro", "par")[i % 3], "cents": 500}
        start = time.perf_counter()
        await asyncio.gather(
            asyncio.to_thread(post, token, f"/api/v1/tables/{table}/act", body),
            *(watcher.news.wait() for watcher in watchers),
        )
        times.append(max(watcher.at for watcher in watchers) - start)
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return times[WARM_UP:]


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
