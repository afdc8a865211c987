"""A cluster comes to the same bytes as one machine, whoever works there and whoever is killed; others are refused."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapete.crew import crew, hired
from tapete.crew.about import about, differences
from tapete.errors import TapeteError
from tapete.games import game
from tapete.sim.run import Simulation, stages
from tapete.trials import Trial, mixed

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
SOURCE = Path(__file__).parents[1] / "src"
WORKER = """
import asyncio, sys
from distributed import Worker
for name in sys.argv[2:]:
    key, value = name.split("=")
    import tapete.crew.about as mine
    other = {**mine.about(), key: value}
    mine.about.cache_clear()
    mine.about = lambda: other
    import tapete.crew.cluster as theirs
    theirs.about = mine.about
async def work():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print("ready", flush=True)
        await worker.finished()
asyncio.run(work())
"""
SCHEDULER = """
import asyncio
from distributed import Scheduler
async def schedule():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(schedule())
"""


@contextmanager
def process(source: str, *args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that lives as long as it is needed, and the first line that it prints."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "DASK_LOGGING__DISTRIBUTED": "critical"}
    found = subprocess.Popen(
        [sys.executable, "-c", source, *args], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert found.stdout is not None
    try:
        yield found, found.stdout.readline().strip()
    finally:
        found.kill()
        found.wait()
        found.stdout.close()


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with process(SCHEDULER) as (_, address):
        yield address


def trial() -> Trial:
    found = game("bola")
    rules = found.rules("extremadura")
    from tapete.engine.settings import standard

    return mixed(found, rules, standard(rules), ["rojo 10", "par 5"])


ROUNDS = 3 * (1 << 22) + 1000  # three whole blocks and a part of one


def played(found: Iterator[Any]) -> Simulation:
    *_, last = found
    assert (last.done, last.total) == (4, 4)
    result: Simulation = last.found()
    return result


def bytes_of(found: Simulation) -> tuple[Any, ...]:
    return found.as_json(), found.results.tobytes(), found.falls.tobytes()


@pytest.fixture(scope="module")
def at_home() -> tuple[Any, ...]:
    return bytes_of(played(stages(trial().program, ROUNDS, seed=7)))


def test_one_worker_many_and_one_that_is_killed_come_to_what_one_machine_does(
    scheduler: str, at_home: tuple[Any, ...]
) -> None:
    with ExitStack() as workers:
        doomed, _ = workers.enter_context(process(WORKER, scheduler))
        with hired(scheduler):
            assert bytes_of(played(stages(trial().program, ROUNDS, seed=7))) == at_home
            workers.enter_context(process(WORKER, scheduler))
            found = stages(trial().program, ROUNDS, seed=7)
            first = next(found)
            assert first.done == 1
            doomed.send_signal(signal.SIGKILL)
            assert bytes_of(played(found)) == at_home
        assert crew() is None


def test_who_stops_asking_ends_the_work(scheduler: str) -> None:
    with process(WORKER, scheduler), hired(scheduler):
        found = stages(trial().program, 100 * ROUNDS, seed=7)
        next(found)
        found.close()  # type: ignore[attr-defined]
        with distributed.Client(scheduler, set_as_default=False) as client:
            until = time.monotonic() + 60
            while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
                assert time.monotonic() < until


@pytest.mark.parametrize("odd", ["sources=0", "numba=0.1"])
def test_a_worker_that_runs_something_else_is_refused(scheduler: str, odd: str) -> None:
    name, value = odd.split("=")
    line = f"runs something else: {name} {value} instead of {about()[name]}"
    with process(WORKER, scheduler, odd), pytest.raises(TapeteError, match=line), hired(scheduler):
        pass


def test_a_cluster_without_workers_is_refused_in_a_line(scheduler: str) -> None:
    with pytest.raises(TapeteError, match="has no workers"), hired(scheduler):
        pass


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://host:1", "tcp://host"])
def test_what_is_no_cluster_is_refused_in_a_line(address: str) -> None:
    with pytest.raises(TapeteError, match="write tcp://HOST:PORT"), hired(address):
        pass


def test_tls_without_certificates_is_refused_in_a_line() -> None:
    with pytest.raises(TapeteError, match="needs certificates"), hired("tls://localhost:1"):
        pass


def test_only_what_differs_is_named() -> None:
    assert differences({"a": "1", "b": "2"}, {"a": "1", "b": "2"}) == ""
    assert differences({"a": "1", "b": "2"}, {"a": "1"}) == "b — instead of 2"
