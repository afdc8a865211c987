"""A cluster comes to the same bytes as one machine, whoever works there and whoever is killed; others are refused."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapete.cards.composition import Composition
from tapete.cli import output
from tapete.cli.figures import odds
from tapete.crew import Away, called, crew, hired
from tapete.crew.about import about, differences
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.circulo.counting import Deal, on_boards
from tapete.games.tripoker.odds import all_facing, every
from tapete.odds.parts import counted as in_order
from tapete.sim.run import Simulation, stages
from tapete.trials import Trial, mixed
from tests import environment
from tests.casino import Casino
from tests.test_web_apart import LONG, Answer, served

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
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
    env = environment(DASK_LOGGING__DISTRIBUTED="critical")
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


def printed(capsys: pytest.CaptureFixture[str], cluster: str | None) -> str:
    """What `tapete odds` of tripóker with two cards seen prints: 19,600 hands, in five parts."""
    every.cache_clear()
    odds("tripoker", region="extremadura", seen="Ah Ks", cluster=cluster)
    return capsys.readouterr().out


def test_odds_by_a_cluster_are_what_one_machine_prints(
    scheduler: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "as_json", True)
    with process(WORKER, scheduler):
        assert json.loads(printed(capsys, scheduler)) == json.loads(printed(capsys, None)) != []


def test_a_count_goes_on_with_who_is_left_and_comes_to_the_same(scheduler: str) -> None:
    rules = game("tripoker").rules("extremadura")
    pack = Composition.full(1, card_pack(rules))
    hands = [[((0, 4, card), 1)] * 10 for card in range(8, 48)]
    with ExitStack() as workers:
        doomed, _ = workers.enter_context(process(WORKER, scheduler))
        workers.enter_context(process(WORKER, scheduler))
        with hired(scheduler):
            parts = in_order(all_facing, (rules, pack), [(each,) for each in hands])
            first = next(parts)
            doomed.send_signal(signal.SIGKILL)
            found = [first, *parts]
    assert found == [all_facing(rules, pack, each) for each in hands]


def test_a_count_goes_on_with_who_came_later_when_all_who_knew_of_it_are_gone(scheduler: str) -> None:
    rules = game("tripoker").rules("extremadura")
    pack = Composition.full(1, card_pack(rules))
    hands = [[((0, 4, card), 1)] * 10 for card in range(8, 48)]
    with ExitStack() as workers:
        doomed, _ = workers.enter_context(process(WORKER, scheduler))
        with hired(scheduler):
            parts = in_order(all_facing, (rules, pack), [(each,) for each in hands])
            first = next(parts)
            workers.enter_context(process(WORKER, scheduler))
            doomed.send_signal(signal.SIGKILL)
            found = [first, *parts]
    assert found == [all_facing(rules, pack, each) for each in hands]


def test_compiled_counts_come_to_the_same_on_a_cluster(scheduler: str) -> None:
    """Some boards of Omaha with a short pack, in two parts."""
    asked = Deal("28", ("carta-mayor", "pareja", "doble-pareja", "trio", "full", "poker"), 4, 5, 2, low=False)
    with process(WORKER, scheduler), hired(scheduler):
        there = [*in_order(on_boards, (asked,), [(0, 4), (4, 8)])]
    assert there == [on_boards(asked, 0, 4), on_boards(asked, 4, 8)]


def test_whoever_is_away_is_said_to_be_and_not_waited_for() -> None:
    with process(SCHEDULER) as (own, address), process(WORKER, address) as (worker, _), hired(address):
        found = stages(trial().program, 100 * ROUNDS, seed=7)
        next(found)
        worker.kill()
        with pytest.raises(Away, match="has no workers left"):
            played(found)
        own.kill()
        with pytest.raises(Away, match="does not answer"):
            next(stages(trial().program, ROUNDS, seed=7))


def test_a_cluster_on_call_comes_back(scheduler: str, at_home: tuple[Any, ...]) -> None:
    with called(scheduler):
        with pytest.raises(Away, match="has no workers"):
            played(stages(trial().program, ROUNDS, seed=7))
        with process(WORKER, scheduler):
            assert bytes_of(played(stages(trial().program, ROUNDS, seed=7))) == at_home


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


# The application

SHORT = "/api/v1/simulation?game=bola&region=extremadura&bets=rojo+5&rounds=200000"


def test_what_a_visitor_has_simulated_is_played_by_the_house_s_cluster_and_comes_to_the_same(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And while nobody works there a visitor is told so: a 503 with when to come back, or a word in the stream."""

    async def run() -> None:
        async with served(Casino(tmp_path)) as here, served(Casino(tmp_path / "other"), processes=1) as apart:
            refused, stream = (Answer(apart, path, accept_language="es") for path in (SHORT, LONG))
            for answer in (refused, stream):
                await answer.task
                assert "Las máquinas que cuentan para esta casa no responden" in answer.body.decode()
                assert scheduler not in answer.body.decode()
            assert (refused.status, refused.headers["retry-after"]) == (503, "2")
            assert b"event: refused" in stream.body
            assert stream.body.endswith(b"event: done\nid: 0\ndata: \n\n")
            with process(WORKER, scheduler):
                one, other = Answer(here, SHORT), Answer(apart, SHORT)
                await asyncio.gather(one.task, other.task)
            assert (one.status, one.body) == (other.status, other.body)
            assert json.loads(one.body)["bets"][0]["made"] == 200_000

    (tmp_path / "other").mkdir()
    monkeypatch.setenv("TAPETE_CLUSTER", scheduler)
    asyncio.run(run())
