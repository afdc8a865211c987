"""Which tests run, in which order, what is said of those that did not, and the casino that many are held in."""

import random
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from tapete.odds import kept

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tests.casino import Casino

LEFT_OUT = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the long runs too: faults, statistics, browsers, every region")


def pytest_configure(config: pytest.Config) -> None:
    """Leaves out what takes long, unless it is asked for: by --all, by -m, or by the name of a file or a test."""
    asked = config.option.all or config.option.markexpr or any(".py" in arg for arg in config.args)
    config.stash[LEFT_OUT] = not asked
    if not asked:
        config.option.markexpr = "not slow"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest begin first, so that no core is left with one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture
def casino(tmp_path: Path) -> "Iterator[Casino]":
    """A casino of its own, whose people read Spanish."""
    from tests.casino import Casino  # the application, which most tests do without

    found = Casino(tmp_path)
    yield found
    found.close()


def lots(name: str) -> "AbstractContextManager[object]":
    """What is drawn from here on, the same at every run: balls and cards do not decide whether a test passes."""
    drawn = random.Random(name)
    return mock.patch("secrets.token_bytes", lambda nbytes=None: drawn.randbytes(nbytes or 32))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Each test draws its own lots."""
    with lots(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """What several tests share draws its own too, whichever of them a process comes to first."""
    if fixturedef.scope == "function":
        return (yield)
    with lots(f"{fixturedef.baseid}::{fixturedef.argname}"):
        return (yield)


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked is counted by the sources as they are: answers of earlier runs are not known."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for each in kept.KEPT.values():
        monkeypatch.setattr(each, "_found", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Why tests were skipped, each reason once, and how to have them run."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.getreports("skipped"))
    for reason, times in reasons.most_common():
        terminalreporter.write_line(f"{times} skipped: {reason.removeprefix('Skipped: ')}")
    if config.stash[LEFT_OUT] and config.args_source is not pytest.Config.ArgsSource.ARGS:
        terminalreporter.write_line("The long runs were left out; ./tapete test --all has them too.")
