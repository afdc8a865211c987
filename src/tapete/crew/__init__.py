"""A crew: who else works where one machine is too small. Parts of a work have numbers, so who does which is all one.

with hired("tcp://scheduler:8786"):
    simulate(…)
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, Protocol

Part = Callable[..., Any]


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

    with contextlib.closing(Cluster(address, workers)) as found:
        token = _hired.set(found)
        try:
            yield
        finally:
            _hired.reset(token)
