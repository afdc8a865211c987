"""Answers that take long to find, kept by what they depend on: a changed value asks another question.

The release ships the answers for the texts as they are; others are kept where the user keeps such things. Nothing is
looked up by the name of a region, so texts whose rules come to the same share an answer.
"""

import contextlib
import contextvars
import hashlib
import os
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from tapete.errors import TapeteError
from tapete.stamp import own_folder

Progress = Callable[[int, int], None]
F = TypeVar("F", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)

SHIPPED = Path(__file__).parent / "answers"
KEPT: dict[str, "Kept[Any, Any]"] = {}

WAITS, ORDERS, KNOWS = range(3)
OFTEN = 0.3  # seconds between two words on how far a work has come
_mode: ContextVar[int] = ContextVar("mode", default=WAITS)
_watching: ContextVar[Progress] = ContextVar("watching", default=lambda done, of: None)


class Awaited(TapeteError):
    """An answer that is being worked out, and how much of the work is done."""

    def __init__(self, done: int, of: int) -> None:
        super().__init__("this is being worked out: {share} % is done", share=100 * done // max(of, 1))
        self.done, self.of = done, of


class Page(msgspec.Struct, frozen=True):
    """An answer as it is written down, beside its question."""

    name: str
    version: int
    facts: msgspec.Raw
    answer: msgspec.Raw


class Work:
    """An answer being worked out in the background."""

    __slots__ = ("_path", "_told", "done", "failed", "of")

    def __init__(self, path: Path) -> None:
        self.done, self.of = 0, 1
        self.failed: Exception | None = None
        self._path, self._told = path, 0.0

    def progress(self, done: int, of: int) -> None:
        """Takes down how far the work has come, where other processes look too."""
        self.done, self.of = done, of
        if time.monotonic() - self._told > OFTEN:
            self._told = time.monotonic()
            with contextlib.suppress(OSError):
                write(self._path, msgspec.json.encode((os.getpid(), done, of)))

    def over(self) -> None:
        """Nobody works on it any more."""
        with contextlib.suppress(OSError):
            self._path.unlink()


def elsewhere(path: Path) -> tuple[int, int] | None:
    """How far another process has come with an answer, if one that lives is at it."""
    try:
        pid, done, of = msgspec.json.decode(path.read_bytes(), type=tuple[int, int, int])
        os.kill(pid, 0)
    except (OSError, msgspec.MsgspecError, OverflowError):
        return None
    return (done, of) if pid != os.getpid() else None


class Kept(Generic[F, A]):
    """A function from facts to an answer, that is asked only once for each facts."""

    def __init__(self, function: Callable[[F, Progress], A], version: int) -> None:
        self.function, self.version = function, version
        self.name = f"{function.__module__.removeprefix('tapete.').removeprefix('games.')}.{function.__name__}"
        hints = get_type_hints(function)
        self.facts: type[F] = hints["facts"]
        self.answer: type[A] = hints["return"]
        self._found: dict[str, A] = {}
        self._works: dict[str, Work] = {}
        self._lock = threading.Lock()
        KEPT[self.name] = self

    def __call__(self, facts: F) -> A:
        """The answer: as it was kept, or worked out now; where nobody waits, `Awaited` until it is there."""
        key = self.key(facts)
        with self._lock:
            a = self._found.get(key) or self._read(key)
            if a is not None:
                self._found[key] = a
                return a
        if _mode.get() == WAITS:
            return self._keep(key, facts, _watching.get())
        raise self._ordered(key, facts) if _mode.get() == ORDERS else Awaited(0, 1)

    def key(self, facts: F) -> str:
        """The name of an answer's file: it changes with anything that the answer depends on."""
        asked = msgspec.json.encode((self.name, self.version, facts))
        return f"{self.name}-{hashlib.sha256(asked).hexdigest()[:16]}"

    def work_out(self, facts: F, progress: Progress = lambda done, of: None) -> bytes:
        """The answer worked out anew, as its file has it."""
        return self._written(facts, self.function(facts, progress))

    def asked(self, written: bytes) -> F:
        """The question that a file answers."""
        page = msgspec.msgpack.decode(zlib.decompress(written), type=Page)
        return msgspec.msgpack.decode(page.facts, type=self.facts)

    def _written(self, facts: F, answer: A) -> bytes:
        raw = (msgspec.Raw(msgspec.msgpack.encode(part)) for part in (facts, answer))
        return zlib.compress(msgspec.msgpack.encode(Page(self.name, self.version, *raw)), 9)

    def _read(self, key: str) -> A | None:
        for folder in folders():
            with contextlib.suppress(OSError, zlib.error, msgspec.DecodeError):  # a spoilt file is none
                page = msgspec.msgpack.decode(zlib.decompress((folder / key).read_bytes()), type=Page)
                return msgspec.msgpack.decode(page.answer, type=self.answer)
        return None

    def _keep(self, key: str, facts: F, progress: Progress) -> A:
        answer = self.function(facts, progress)
        with contextlib.suppress(OSError):  # what cannot be kept is worked out again
            write(folders()[-1] / key, self._written(facts, answer))
        with self._lock:
            self._found[key] = answer
        return answer

    def _ordered(self, key: str, facts: F) -> Exception:
        """Has an answer worked out behind somebody's back, and says how far that has come, or why it failed."""
        with self._lock:
            work = self._works.get(key)
            path = folders()[-1] / f"{key}.part"
            if work is None and (others := elsewhere(path)):
                return Awaited(*others)
            if work is None:
                work = self._works[key] = Work(path)
                work.progress(0, 1)
                run = contextvars.copy_context().run  # who is hired where this was asked for works there too
                threading.Thread(target=run, args=(self._attend, key, facts, work), daemon=True).start()
            elif work.failed is not None:
                del self._works[key]
                return work.failed
            return Awaited(work.done, work.of)

    def _attend(self, key: str, facts: F, work: Work) -> None:
        with _one_at_a_time, _asking(WAITS):
            try:
                self._keep(key, facts, work.progress)
            except Exception as error:  # noqa: BLE001  whoever asks next is told
                work.failed = error
            else:
                with self._lock:
                    del self._works[key]
            finally:
                work.over()


_one_at_a_time = threading.Lock()


def kept(version: int) -> Callable[[Callable[[F, Progress], A]], Kept[F, A]]:
    """Keeps what a function answers. A change to the function that alters answers raises its `version`."""
    return lambda function: Kept(function, version)


def impatient() -> contextlib.AbstractContextManager[None]:
    """Within this nobody waits: what is not known raises `Awaited`, and is worked out meanwhile."""
    return _asking(ORDERS)


def known_only() -> contextlib.AbstractContextManager[None]:
    """Within this nothing is worked out, neither now nor meanwhile: what is not known raises `Awaited`."""
    return _asking(KNOWS)


@contextlib.contextmanager
def _asking(mode: int) -> Iterator[None]:
    token = _mode.set(mode)
    try:
        yield
    finally:
        _mode.reset(token)


@contextlib.contextmanager
def watched(progress: Progress) -> Iterator[None]:
    """Within this somebody waits and is told how far the work has come."""
    token = _watching.set(progress)
    try:
        yield
    finally:
        _watching.reset(token)


def folders() -> list[Path]:
    """Where answers are looked for: what is shipped, then the user's own, to which new ones are added."""
    with contextlib.suppress(RuntimeError):  # a user may have no home
        return [SHIPPED, own_folder() / "answers"]
    return [SHIPPED, Path(tempfile.gettempdir()) / "tapete" / "answers"]


def write(path: Path, content: bytes) -> None:
    """All of a file or nothing, even if two write it at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)
