"""A crew on a Dask cluster. It needs the extra `cluster`.

Workers that run something else are refused: before anything is sent, and by every part where one joins later. On each
host one worker does the first part alone, so that kernels are compiled once there and found by the others.
"""

import asyncio
import contextlib
import itertools
import os
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent import futures
from queue import Empty, SimpleQueue
from typing import Any

from tapete.crew import Away, Part
from tapete.crew.about import about, differences
from tapete.errors import TapeteError

LOCAL = "local"
ADDRESS = re.compile(r"local|(tcp|tls)://[^/]+:[0-9]{1,5}")
PATIENCE = 15.0  # seconds that a scheduler has to answer
SOON = 5.0  # and where somebody waits for a page
LOOK = 2.0  # seconds without a result after which one looks whether anybody works
AHEAD = 3  # parts for each thread of the cluster that are on their way at a time
RETRIES = 10  # how often a part may be lost with its worker


class Cluster:
    """Workers at an address, or some of this machine's own."""

    def __init__(self, address: str, workers: int | None = None, patience: float = PATIENCE) -> None:
        distributed = _dask()
        if not ADDRESS.fullmatch(address):
            raise TapeteError("--cluster {address}: write tcp://HOST:PORT, tls://HOST:PORT or local", address=address)
        if address.startswith("tls") and not distributed.Security().tls_ca_file:
            raise TapeteError(
                "--cluster {address} needs certificates: DASK_DISTRIBUTED__COMM__TLS__CA_FILE and what goes with it",
                address=address,
            )
        self.address, self._own = address, None
        if address == LOCAL:
            self._own = _started(distributed, workers)
        try:
            self._client = distributed.Client(self._own or address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise _silent(address, error) from None
        try:
            self._check(address)
        except BaseException:
            self.close()
            raise

    def each(self, part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """Has every part done: number and result, as they come. Whoever stops asking ends it."""
        with self._answering():
            work = _Work(self, part, common, own)
        try:
            with self._answering():
                hosts, threads = self._hosts(), sum(self._client.nthreads().values())
            yield from work.first(hosts)
            yield from work.rest(AHEAD * max(1, threads))
        finally:
            work.end()

    @property
    def where(self) -> str:
        """Where its scheduler is."""
        address: str = self._client.scheduler.address
        return address

    @property
    def client(self) -> Any:
        """The connection."""
        return self._client

    def look(self) -> None:
        """Whether there is anybody who works."""
        with self._answering():
            if self._client.status != "running":
                raise OSError("the connection is lost")
            if not self._workers():
                raise Away("the cluster {address} has no workers left", address=self.address)

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        """Within this a scheduler that does not answer is said to be away."""
        try:
            yield
        except (OSError, TimeoutError, RuntimeError, asyncio.CancelledError, futures.CancelledError) as error:
            raise _silent(self.address, error) from None

    def close(self) -> None:
        """Lets them go; a cluster that was started here ends."""
        self._client.close()
        if self._own is not None:
            self._own.close()

    def _hosts(self) -> list[str]:
        """A worker of each host."""
        hosts: dict[str, str] = {}
        for worker, seen in self._workers().items():
            hosts.setdefault(seen["host"], worker)
        return sorted(hosts.values())

    def _workers(self) -> dict[str, Any]:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def _check(self, address: str) -> None:
        """Refuses a cluster without workers, and workers that would not come to the same."""
        if not self._workers():
            raise Away("the cluster {address} has no workers: start some with `dask worker`", address=address)
        for worker, theirs in self._client.run(about, on_error="return").items():
            if not isinstance(theirs, dict):
                raise TapeteError("the worker {worker} has no tapete: {why}", worker=worker, why=theirs)
            if odd := differences(about(), theirs):
                raise TapeteError("the worker {worker} runs something else: {odd}", worker=worker, odd=odd)


class _Work:
    """Parts on their way."""

    def __init__(self, cluster: Cluster, part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> None:
        self.cluster, self.client, self.part, self.own = cluster, cluster.client, part, own
        self.given, self.lost = common, Counter[int]()
        self._share()
        self.left = iter(range(len(own)))
        self.going: dict[Any, int] = {}
        self.came: SimpleQueue[Any] = SimpleQueue()

    def first(self, hosts: list[str]) -> Iterator[tuple[int, Any]]:
        """One part by one worker of each host; the others wait for what it compiles."""
        for worker, number in zip(hosts, self.left, strict=False):  # in this order: none is taken that is not sent
            self._send(number, worker)
        while self.going:
            yield self._next()

    def rest(self, ahead: int) -> Iterator[tuple[int, Any]]:
        """All others, some of them ahead of what has come."""
        for number in itertools.islice(self.left, ahead):
            self._send(number)
        while self.going:
            done = self._next()
            for number in itertools.islice(self.left, 1):
                self._send(number)
            yield done

    def end(self) -> None:
        """Nobody works on any of it any more."""
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):  # a cluster that is gone has stopped
            self.client.cancel([*self.going, self.common], force=True)

    def _share(self) -> None:
        """Sends what all parts need to everybody who is there; what was sent before counts no more."""
        self.name = f"{self.part.__name__}-{secrets.token_hex(6)}"
        self.common = self.client.scatter([self.given], broadcast=True, hash=False)[0]

    def _send(self, number: int, worker: str | None = None) -> None:
        where = {"workers": [worker], "allow_other_workers": True} if worker else {}
        key = f"{self.name}-{number}"
        future = self.client.submit(
            done, about(), self.part, self.common, self.own[number], key=key, retries=RETRIES, pure=False, **where
        )
        self.going[future] = number
        future.add_done_callback(self.came.put)

    def _next(self) -> tuple[int, Any]:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        while True:
            future = self._came()
            number = self.going.pop(future)
            try:
                return number, future.result()
            except (KilledWorker, FutureCancelledError) as error:
                self.cluster.look()
                self.lost[number] += 1
                if isinstance(error, KilledWorker) or self.lost[number] > RETRIES:
                    raise TapeteError("the cluster gave up part {number}: {why}", number=number, why=error) from None
            self._share()  # whoever had what all parts need is gone
            self._send(number)

    def _came(self) -> Any:
        """The next that is done; nobody is waited for who is not there."""
        while True:
            with contextlib.suppress(Empty):
                return self.came.get(timeout=LOOK)
            self.cluster.look()


def done(asked: dict[str, str], part: Part, common: tuple[Any, ...], own: tuple[Any, ...]) -> Any:
    """A part, done by a worker that runs what was asked for."""
    if odd := differences(asked, about()):
        raise TapeteError("a worker runs something else: {odd}", odd=odd)
    return part(*common, *own)


def _silent(address: str, error: BaseException) -> Away:
    return Away("the cluster {address} does not answer: {why}", address=address, why=str(error).partition("\n")[0])


def _started(distributed: Any, workers: int | None) -> Any:
    """A cluster of this machine's cores, whose workers say nothing when they are let go."""
    import dask

    with dask.config.set({"logging": {"distributed": "critical"}}):
        return distributed.LocalCluster(
            n_workers=workers or os.cpu_count(), threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
        )


def _dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise TapeteError("a cluster needs the extra 'cluster': pip install 'tapete[cluster]'") from None
    return distributed
