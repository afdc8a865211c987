"""A long count in numbered parts: in threads here, or by whoever is hired. What they come to is taken in order."""

import contextlib
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tapete.crew import Part, crew

THREADS = 2


def counted(part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """What `part(*common, *own[i])` comes to, for every i in turn. Whoever stops asking ends it.

    A part can be imported by name, and changes nothing that it is given.
    """
    others = crew()
    results = here(part, common, own) if others is None else _in_turn(others.each(part, common, own))
    with contextlib.closing(results):
        yield from results


def meanwhile(part: Part, *given: Any) -> None:
    """Has a part of no size done in a thread, so that what it compiles is there when a later count begins."""
    if crew() is None:
        threading.Thread(target=part, args=given).start()


def spans(size: int, most: int) -> list[tuple[int, int]]:
    """So many things in parts of so many at most, from one to another.

    >>> spans(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(start, min(start + most, size)) for start in range(0, size, most)]


def here(part: Part, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]]) -> Generator[Any]:
    """The same in threads, whoever is hired; the first part alone, so that nothing is compiled twice."""
    if own:
        yield part(*common, *own[0])
    with ThreadPoolExecutor(THREADS) as pool:
        tasks = [pool.submit(part, *common, *each) for each in own[1:]]
        try:
            for place, task in enumerate(tasks):
                yield task.result()
                tasks[place] = None  # type: ignore[call-overload]  # what was taken need not be kept
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _in_turn(results: Iterator[tuple[int, Any]]) -> Generator[Any]:
    """Results that come as they come, each when those before it have been."""
    waiting: dict[int, Any] = {}
    turn = 0
    with contextlib.closing(results):  # type: ignore[type-var]
        for number, result in results:
            waiting[number] = result
            while turn in waiting:
                yield waiting.pop(turn)
                turn += 1
