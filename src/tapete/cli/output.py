"""How commands answer: tables for people, JSON for machines, with the same content."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from typing import Any

as_json = False


def answer(data: Any, show: Callable[[], None]) -> None:
    """Prints the data as JSON when that was asked for, and otherwise shows it to a person."""
    if as_json:
        json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
    else:
        show()


def console(stderr: bool = False) -> Any:
    """A rich console; wide enough for tables when nobody is looking at a terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, width=None if stream.isatty() else 140)


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error for work that takes long, drawn once there is something to tell, where somebody looks."""
    with ExitStack() as stack:
        bars: list[tuple[Any, Any]] = []

        def tell(done: int, of: int) -> None:
            if not sys.stderr.isatty():
                return
            if not bars:
                from rich.progress import Progress

                drawn = stack.enter_context(Progress(console=console(stderr=True), transient=True))
                bars.append((drawn, drawn.add_task(words)))
            bars[0][0].update(bars[0][1], completed=done, total=of)

        yield tell


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> None:
    """Prints a table; `right` names the columns of numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    grid = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, title_style="bold")
    for column in columns:
        grid.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    console().print(grid)


def say(text: str) -> None:
    """Prints a line."""
    console().print(text, markup=False)


def percent(value: Fraction | float, digits: int = 3) -> str:
    """A share as a percentage.

    >>> percent(Fraction(1, 37))
    '2.703 %'
    """
    return f"{float(value) * 100:.{digits}f} %"
