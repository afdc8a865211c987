"""`hands`: poker hands that others played, through our procedure and under a region's text."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from tapete.cli.arguments import REGION, Set, ruled, switches
from tapete.cli.output import answer, say, table
from tapete.engine.transcript import Header
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.circulo.export import Unwritten, exported, numbered, rounds
from tapete.games.circulo.phh import hands as hands_of
from tapete.games.circulo.phh import read
from tapete.games.circulo.replaying import replayed

SUFFIXES, LOG = {".phh": False, ".phhs": True}, ".jsonl"


def hands(
    *files: Annotated[Path, Parameter(name="FILE")],
    region: Annotated[str, REGION],
    game_: Annotated[str | None, Parameter(name="--game")] = None,
    export: Path | None = None,
    set_: Set = None,
) -> int:
    """Hands that others played, in PHH: is each legal here, and how does it end?

    What the text forbids is a breach with its article, and the hand is played on as it was; it is settled as the text
    has it. The house takes as little as it may, unless --set says otherwise.

    Parameters
    ----------
    files
        Files in the format PHH: .phh has one hand, .phhs several. Logs of tables of ours, .jsonl, are read as well.
    game_
        The game they are held to; the one of each hand's variant if not given.
    export
        Write the hands of logs of ours down in this .phhs file, each action with its article.
    """
    if export is not None:
        _write(export, _given(files))
    rows = [row for file in _given(files) for row in _rows(file, region, game_, switches(set_))]
    answer(rows, lambda: _show(rows, region))
    return 0 if all(row["legal"] for row in rows) else 1


def _given(files: tuple[Path, ...]) -> tuple[Path, ...]:
    if not files:
        raise TapeteError("give files to read: .phh or .phhs")
    return files


def _rows(file: Path, region: str, name: str | None, chosen: dict[str, str]) -> Iterator[dict[str, Any]]:
    number = 0
    try:
        for number, data in enumerate(hands_of(*_text(file)), 1):
            written = read(data)
            found = game(name or written.game)
            rules, options = ruled(found, region, chosen)
            yield replayed(rules, written, options).as_json(str(file), number, found.id)
    except TapeteError as error:
        raise TapeteError(f"{file}, hand {number or 1}: {error}") from None


def _text(file: Path) -> tuple[str, bool]:
    """What a file says in PHH, and whether it has several hands."""
    if file.suffix == LOG:
        return numbered(_exported(file)), True
    if file.suffix not in SUFFIXES:
        raise TapeteError("its name ends in .phh, .phhs or .jsonl")
    try:
        return file.read_text(encoding="utf-8"), SUFFIXES[file.suffix]
    except (OSError, UnicodeDecodeError) as error:
        raise TapeteError(f"it cannot be read: {error}") from None


def _exported(log: Path) -> list[str]:
    """The hands of a log of ours, each in PHH, but for those that cannot be written down."""
    try:
        lines = log.read_bytes().splitlines()
    except OSError as error:
        raise TapeteError(f"it cannot be read: {error}") from None
    found: list[str] = []
    for entries in rounds(lines):
        header = entries[0]
        if not isinstance(header, Header):
            raise TapeteError("a log starts with the header of a round")
        with suppress(Unwritten):
            found.append(exported(game(header.game).rules(header.region, header.choices), entries))
    return [hand for hand in found if hand]


def _write(into: Path, files: tuple[Path, ...]) -> None:
    """Writes all hands of the logs among some files."""
    hands = [hand for file in files if file.suffix == LOG for hand in _exported(file)]
    if not hands:
        raise TapeteError("--export writes hands of logs of ours, and there is none")
    try:
        into.write_text(numbered(hands), encoding="utf-8")
    except OSError as error:
        raise TapeteError(f"cannot write {into}: {error}") from None


def _show(rows: list[dict[str, Any]], region: str) -> None:
    table(
        f"Hands under the text of {region}",
        ["file", "hand", "game", "legal", "step", "what", "article", "finishing stacks"],
        [line for row in rows for line in _lines(row)],
        right=["hand", "step"],
    )
    legal = sum(row["legal"] for row in rows)
    say(f"{legal} of {len(rows)} hands are legal here.")


def _lines(row: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """A line for a hand, and one more for each further breach."""
    told: tuple[str, ...] = (row["file"], str(row["hand"]), row["game"], "yes" if row["legal"] else "no")
    stacks = " ".join(map(str, row["finishing_stacks"]))
    for breach in row["breaches"] or [{"step": "", "what": "", "article": ""}]:
        yield (*told, str(breach["step"]), breach["what"], breach["article"], stacks)
        told, stacks = ("",) * len(told), ""
