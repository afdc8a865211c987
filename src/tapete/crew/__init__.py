"""A crew: who else works where one machine is too small. Parts of a work have numbers, so who does which is all one.

with hired("tcp://scheduler:8786"):
    simulate(…)
"""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, Protocol

from tapete.errors import TapeteError

Part = Callable[..., Any]


class Away(TapeteError):
    """A crew that does not answer, or has nobody left to work."""


class Crew(Protocol):
    """Others who work."""

    def each(self, part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """Has `part(*common, *own[i])` done for every i: number and result, as they come.

        A part can be imported by name. Whoever stops asking ends it.
        """


_hired: ContextVar[Crew | None] = ContextVar("hired", default=None)


def crew() -> Crew | None:
    """The crew that is hired here; none where everything is done at home."""
    return _hired.get()


@contextlib.contextmanager
def hired(address: str | None, workers: int | None = None) -> Iterator[None]:
    """Within this a cluster works too: tcp://… or tls://… names its scheduler, `local` starts one; none is home."""
    if not address:
        yield
        return
    from tapete.crew.cluster import Cluster

    with contextlib.closing(Cluster(address, workers)) as cluster, _hiring(cluster):
        yield


@contextlib.contextmanager
def called(address: str | None) -> Iterator[None]:
    """The same for a server: a cluster is called when there is work for it, and anew after it was away."""
    if not address:
        yield
        return
    with contextlib.closing(OnCall(address)) as on_call, _hiring(on_call):
        yield


@contextlib.contextmanager
def standing(address: str | None) -> Iterator[str]:
    """The address at which others call a cluster that has answered; `local` is started here, for as long as this."""
    if not address:
        yield ""
        return
    from tapete.crew.cluster import LOCAL, Cluster

    with contextlib.closing(Cluster(address)) as cluster:
        if address == LOCAL:
            yield cluster.where
            return
    yield address


@contextlib.contextmanager
def _hiring(crew: Crew) -> Iterator[None]:
    token = _hired.set(crew)
    try:
        yield
    finally:
        _hired.reset(token)


class OnCall:
    """A cluster that may come and go."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cluster: Any = None
        self._lock = threading.Lock()

    def each(self, part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """Has every part done, if there is anybody to do it."""
        try:
            yield from self._found().each(part, common, own)
        except Away:
            self.close()
            raise

    def close(self) -> None:
        """Lets them go."""
        with self._lock:
            cluster, self._cluster = self._cluster, None
        if cluster is not None:
            cluster.close()

    def _found(self) -> Crew:
        from tapete.crew.cluster import SOON, Cluster

        with self._lock:
            if self._cluster is None:
                self._cluster = Cluster(self.address, patience=SOON)
            crew: Crew = self._cluster
            return crew
