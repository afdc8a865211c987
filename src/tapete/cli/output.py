"""How commands answer: tables for people, JSON for machines, with the same content."""

import json
import os
import signal
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from itertools import chain
from types import FrameType
from typing import Any

as_json = False
AROUND, INDENT, SENTENCE = 3, 2, 16
WIDE, HELP = 140, 80  # where nobody looks at a terminal, or says how wide it is
BETWEEN = " " * AROUND
COMPILER = "llvmlite"  # calls back through C, where what is raised is lost
LONG_WORD, LONG_LINE = 300, 2000  # letters of a word, and of a line, that say what is wrong and still can be read
Part = tuple[str, Any]  # a cell's name and what is in it
BLANKS = "\t\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # no letters, and yet to be printed


def answer(data: Any, show: Callable[[], None]) -> None:
    """Prints the data as JSON when that was asked for, and otherwise shows it to a person."""
    if as_json:
        json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
    else:
        show()


def visible(text: str) -> str:
    """A text without what would colour a terminal, move in it or turn its letters round.

    >>> visible("no 'a\\x1b[2J' here")
    "no 'a�[2J' here"
    """
    return "".join(char if char.isprintable() or char in BLANKS else "\N{REPLACEMENT CHARACTER}" for char in text)


def complain(message: str) -> None:
    """What is wrong, as a line on standard error: words of a file or of a command stand in it as they are, if short."""
    line = " ".join([shortened(word, LONG_WORD) for word in message.split()])
    print("tapete: " + visible(shortened(line, LONG_LINE)), file=sys.stderr, flush=True)  # noqa: T201


def shortened(text: str, most: int) -> str:
    """A text of so many letters at most.

    >>> shortened("A" * 100, 5), shortened("AKs", 5)
    ('AAAA…', 'AKs')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def console(stderr: bool = False, wide: int = WIDE) -> Any:
    """A rich console: as wide as the terminal or COLUMNS, or enough for tables where there is neither."""
    from rich.console import Console

    class Answering(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would exit with 1, which is the answer "no"

    stream = sys.stderr if stderr else sys.stdout
    asked = stream.isatty() or os.environ.get("COLUMNS", "").isdecimal()
    return Answering(stderr=stderr, highlight=False, width=None if asked else wide)


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error for work that takes long, drawn once there is something to tell, where somebody looks."""
    with ExitStack() as stack, _interruptible() as interrupted:
        bars: list[tuple[Any, Any]] = []

        def tell(done: int, of: int) -> None:
            if interrupted:
                raise KeyboardInterrupt
            if not sys.stderr.isatty():
                return
            if not bars:
                from rich.progress import Progress

                drawn = stack.enter_context(Progress(console=console(stderr=True), transient=True))
                bars.append((drawn, drawn.add_task(words)))
            bars[0][0].update(bars[0][1], completed=done, total=of)

        yield tell


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Within this ctrl-C is heeded at once or, where the compiler would swallow it, remembered."""
    interrupted: list[int] = []

    def heed(number: int, frame: FrameType | None) -> None:
        interrupted.append(number)
        while frame is not None and COMPILER not in frame.f_code.co_filename:
            frame = frame.f_back
        if frame is None:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> None:
    """Prints a table, without columns that are empty; `right` names those of numbers.

    Where the terminal is too narrow for every word of it, each row is printed as lines of its own.
    """
    from rich.text import Text

    cells = [[cell if isinstance(cell, Text) else Text(visible(str(cell))) for cell in row] for row in rows]
    filled = [place for place in range(len(columns)) if not cells or any(row[place].plain for row in cells)]
    names = [columns[place] for place in filled]
    cells = [[row[place] for place in filled] for row in cells]
    screen = console()
    least = [_narrowest(name, place, cells) for place, name in enumerate(names)]
    if sum(least) <= screen.width:
        widths = _widths(least, [_widest(name, place, cells) for place, name in enumerate(names)], screen.width)
        screen.print(_grid(title, names, cells, right, widths))
    else:
        _print_lines(screen, title, names, cells)


def _narrowest(name: str, place: int, cells: Sequence[Sequence[Any]]) -> int:
    """How wide a column must be: for its longest word, and for sentences to be read in; with the room around it."""
    words = [name, *(word for row in cells for word in row[place].plain.split())]
    sentence = max((len(row[place].plain) for row in cells), default=0)
    return max(max(map(len, words)), min(sentence, SENTENCE)) + AROUND


def _widest(name: str, place: int, cells: Sequence[Sequence[Any]]) -> int:
    """How wide a column would be if nothing in it were broken; with the room around it."""
    return AROUND + max([len(name), *(len(row[place].plain) for row in cells)])


def _widths(least: Sequence[int], most: Sequence[int], width: int) -> list[int]:
    """How wide each column is, without the room around it: the widest give way first, none below what it must be.

    >>> _widths([13, 23, 8], [13, 23, 103], 80), _widths([13, 28, 8], [33, 28, 103], 80)
    ([10, 20, 42], [23, 25, 23])
    """
    both, room = list(zip(least, most, strict=True)), width + 1  # after the last column there is less room
    level = next((n for n in range(max(most), 0, -1) if sum(max(lo, min(hi, n)) for lo, hi in both) <= room), 0)
    return [max(lo, min(hi, level)) - AROUND for lo, hi in both]


def _grid(
    title: str, names: Sequence[str], cells: Sequence[Sequence[Any]], right: Sequence[str], widths: Sequence[int]
) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    grid = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, title_style="bold")
    for name, width in zip(names, widths, strict=True):
        grid.add_column(name, justify="right" if name in right else "left", overflow="fold", width=width)
    for row in cells:
        grid.add_row(*row)
    return grid


def _print_lines(screen: Any, title: str, names: Sequence[str], cells: Sequence[Sequence[Any]]) -> None:
    """The first cell of each row, below it the others with their names, as many a line as fit; then an empty line."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    width = screen.width  # asked of the terminal each time
    lines = _lines(names, cells, width - INDENT)
    if screen.is_terminal:
        heading = [Text(title, "bold")] if title else []
        screen.print(Group(*heading, *(Padding(_line(parts), (0, 0, 0, indent)) for indent, parts in lines), Text()))
    else:  # thousands of lines without colours need not be laid out one by one
        sys.stdout.write(_folded(title, "", width) if title else "")
        sys.stdout.writelines(_folded(_plain(parts), " " * indent, width) for indent, parts in lines)
        sys.stdout.write("\n")


def _lines(names: Sequence[str], cells: Sequence[Sequence[Any]], width: int) -> Iterator[tuple[int, list[Part]]]:
    """Lines: how far each is indented, and cells with their names."""
    for first, *others in cells:
        yield 0, [("", first)]
        line: list[Part] = []
        used = 0
        for name, cell in zip(names[1:], others, strict=True):
            if not cell.plain:
                continue
            long = len(name) + 1 + len(cell)
            if line and used + long + AROUND > width:
                yield INDENT, line
                line, used = [], 0
            used += long + AROUND * bool(line)
            line.append((name, cell))
        if line:
            yield INDENT, line


def _line(parts: Sequence[Part]) -> Any:
    from rich.text import Text

    return Text(BETWEEN).join(Text.assemble((name, "dim"), " ", cell) if name else cell for name, cell in parts)


def _plain(parts: Sequence[Part]) -> str:
    return BETWEEN.join(f"{name} {cell.plain}" if name else cell.plain for name, cell in parts)


def _folded(text: str, indent: str, width: int) -> str:
    """A text in lines of a width."""
    lines = (textwrap.wrap(line, width, initial_indent=indent, subsequent_indent=indent) for line in text.splitlines())
    return "".join(f"{line}\n" for line in chain.from_iterable(line or [""] for line in lines))


def say(text: str) -> None:
    """Prints a line."""
    console().print(text, markup=False)


def say_whole(text: str) -> None:
    """Prints a line with an address in it, which no width breaks."""
    console().print(text, markup=False, soft_wrap=True)


def say_on(screen: Any, text: str) -> None:
    """Prints a line of what goes on: between words on a screen, and whole where a program reads line by line."""
    screen.print(text, markup=False, soft_wrap=not screen.is_terminal)


def percent(value: Fraction | float, digits: int = 3) -> str:
    """A share as a percentage.

    >>> percent(Fraction(1, 37))
    '2.703 %'
    """
    return f"{float(value) * 100:.{digits}f} %"
