"""`hands`: poker hands that others played, through our procedure and under a region's text."""

import functools
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter

from tapete.cli.arguments import REGION, Set, ruled, switches
from tapete.cli.output import answer, say, table
from tapete.engine.transcript import Header
from tapete.errors import TapeteError, UnknownError, reason
from tapete.games import Game, game
from tapete.games.written import USUAL, Unwritten, Written, exported, numbered, read, replayed, rounds
from tapete.games.written import beside as laid_beside
from tapete.games.written import hands as hands_of
from tapete.law.text import regions

SUFFIXES, LOG = {".phh": False, ".phhs": True}, ".jsonl"


def hands(
    *files: Annotated[Path, Parameter(name="FILE")],
    region: Annotated[str, REGION],
    game_: Annotated[str | None, Parameter(name="--game")] = None,
    beside: list[str] | None = None,
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
    beside
        Another region, or "torneo" for the usual rules of tournaments: where they part, and what it cost whom.
    export
        Write the hands of logs of ours down in this .phhs file, each action with its article.
    """
    if game_ is not None and not game(game_).has("equity"):
        raise TapeteError(f"{game_} is no poker between players, of which PHH hands are")
    if export is not None:
        _write(export, _given(files))
    rows: list[dict[str, Any]] = []
    unread: list[Unread] = []
    chosen, texts = switches(set_), [region, *(beside or [])]
    _check_regions(region, *(text for text in texts[1:] if text != USUAL))
    if twice := [text for text in texts if texts.count(text) > 1]:
        raise TapeteError(f"{twice[0]} is there twice: --beside names another text than --region")
    for hand in (hand for file in _given(files) for hand in _hands(file)):
        try:
            if isinstance(hand, Unread):
                raise hand
            rows.append(_beside(hand, texts, game_, chosen) if beside else _row(hand, region, game_, chosen))
        except Unread as error:
            unread.append(error)
    if rows:
        answer(rows, (lambda: _show_beside(rows)) if beside else (lambda: _show(rows, region)))
    if unread:
        more = f" ({len(unread) - 1} more cannot be read)" if len(unread) > 1 else ""
        raise TapeteError(f"{unread[0]}{more}")
    return 0 if beside or all(row["legal"] for row in rows) else 1


def _given(files: tuple[Path, ...]) -> tuple[Path, ...]:
    if not files:
        raise TapeteError("give files to read: .phh or .phhs")
    return files


def _check_regions(*names: str) -> None:
    for name in names:
        if name not in regions():
            raise UnknownError("region", name, list(regions()))


class Found(NamedTuple):
    """A hand in a file."""

    file: str
    number: int
    written: Written


class Unread(TapeteError):
    """A hand that cannot be read or played, and where it stands."""

    def __init__(self, file: str, number: int, why: TapeteError) -> None:
        super().__init__(f"{file}, hand {number}: {why}")


def _hands(file: Path) -> Iterator[Found | Unread]:
    """The hands of a file, also those that cannot be read."""
    number = 0
    try:
        for number, data in enumerate(hands_of(*_text(file)), 1):
            try:
                yield Found(str(file), number, read(data))
            except TapeteError as error:
                yield Unread(str(file), number, error)
        if not number:
            raise TapeteError("there is none of a poker between players in it")
    except TapeteError as error:
        yield Unread(str(file), number or 1, error)


def _row(hand: Found, region: str, name: str | None, chosen: dict[str, str]) -> dict[str, Any]:
    """A hand under one text."""
    its_game = _its_game(hand, [region], name)
    rules, options = _rules(its_game, region, tuple(chosen.items()))
    try:
        return replayed(rules, hand.written, options).as_json(hand.file, hand.number, its_game.id)
    except TapeteError as error:
        raise Unread(hand.file, hand.number, error) from None


def _its_game(hand: Found, texts: list[str], name: str | None) -> Game:
    """The game that a hand is held to: where a text does not have it, the hand cannot be played, and others can."""
    found = game(name or hand.written.game)
    try:
        for text in texts:
            if text != USUAL:
                found.rules(text)
    except TapeteError as error:
        raise Unread(hand.file, hand.number, error) from None
    return found


@functools.cache
def _rules(game: Game, region: str, chosen: tuple[tuple[str, str], ...]) -> tuple[Any, dict[str, str]]:
    """A game's rules and options, looked up once for all hands of it."""
    return ruled(game, region, dict(chosen))


def _beside(hand: Found, texts: list[str], name: str | None, chosen: dict[str, str]) -> dict[str, Any]:
    """A hand under several, of which the first may not be the tournaments'."""
    its_game = _its_game(hand, texts, name)
    rules = _each_rules(its_game, tuple(texts), tuple(chosen.items()))
    try:
        told = laid_beside(hand.written, rules)
    except TapeteError as error:
        raise Unread(hand.file, hand.number, error) from None
    return {"file": hand.file, "hand": hand.number, "game": its_game.id, **told}


@functools.cache
def _each_rules(
    game: Game, texts: tuple[str, ...], chosen: tuple[tuple[str, str], ...]
) -> dict[str, tuple[Any, dict[str, str]]]:
    """Each text's rules and options: of what is chosen each has what it knows, and what none knows is refused."""
    known: dict[str, dict[str, str]] = {text: {} for text in texts if text != USUAL}
    for name, value in chosen:
        refused = []
        for text, of_text in known.items():
            try:
                ruled(game, text, {name: value})
                of_text[name] = value
            except TapeteError as error:
                refused.append(error)
        if len(refused) == len(known):
            raise refused[0]
    return {text: ruled(game, text, known[text]) if text in known else (game.rules(texts[0]), {}) for text in texts}


def _text(file: Path) -> tuple[str, bool]:
    """What a file says in PHH, and whether it has several hands."""
    if file.suffix == LOG:
        return numbered(_exported(file)), True
    if file.suffix not in SUFFIXES:
        raise TapeteError("its name does not end in .phh, .phhs or .jsonl")
    try:
        return file.read_text(encoding="utf-8"), SUFFIXES[file.suffix]
    except (OSError, UnicodeDecodeError) as error:
        raise TapeteError(f"it cannot be read: {reason(error)}") from None


def _exported(log: Path) -> list[str]:
    """The hands of a log of ours, each in PHH, but for those that cannot be written down."""
    try:
        lines = log.read_bytes().removeprefix(BOM_UTF8).splitlines()
    except OSError as error:
        raise TapeteError(f"it cannot be read: {reason(error)}") from None
    texts: list[str] = []
    unwritten: Unwritten | None = None
    for number, entries in enumerate(rounds(lines), 1):
        header = entries[0]
        if not isinstance(header, Header):
            raise TapeteError("a log starts with the header of a round")
        try:
            if game(header.game).has("equity"):
                texts.append(exported(game(header.game).rules(header.region, header.choices), entries))
        except Unwritten as error:
            unwritten = unwritten or error
        except TapeteError as error:
            raise TapeteError(f"round {number}: {error}") from None
    if unwritten and not any(texts):
        raise unwritten
    return [hand for hand in texts if hand]


def _write(into: Path, files: tuple[Path, ...]) -> None:
    """Writes all hands of the logs among some files."""
    hands: list[str] = []
    for log in (file for file in files if file.suffix == LOG):
        try:
            hands += _exported(log)
        except TapeteError as error:
            raise TapeteError(f"{log}: {error}") from None
    if not hands:
        raise TapeteError("--export writes hands of logs of ours, and there is none")
    try:
        into.write_text(numbered(hands), encoding="utf-8")
    except OSError as error:
        raise TapeteError(f"{into}: cannot be written: {reason(error)}") from None


def _show(rows: list[dict[str, Any]], region: str) -> None:
    table(
        f"Hands under the text of {region}",
        ["file", "hand", "game", "legal", "step", "what", "article", "finishing stacks"],
        [line for row in rows for line in _lines(row)],
        right=["hand", "step"],
    )
    legal = sum(row["legal"] for row in rows)
    say(f"{legal} of {len(rows)} {'hand is' if len(rows) == 1 else 'hands are'} legal here.")


def _lines(row: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """A line for a hand, and one more for each further breach."""
    told: tuple[str, ...] = (row["file"], str(row["hand"]), row["game"], "yes" if row["legal"] else "no")
    stacks = _amounts(row["finishing_stacks"])
    for breach in row["breaches"] or [{"step": "", "what": "", "article": ""}]:
        yield (*told, str(breach["step"]), breach["what"], breach["article"], stacks)
        told, stacks = ("",) * len(told), ""


def _show_beside(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        texts = list(row["finishing_stacks"])
        table(
            f"{row['file']}, hand {row['hand']}: {row['game']}",
            ["step", *texts],
            [
                *(
                    [str(part["step"]), *(_told(part["breaches"].get(text, [])) for text in texts)]
                    for part in row["parts"]
                ),
                ["stacks", *(_amounts(row["finishing_stacks"][text]) for text in texts)],
                ["cost", *(_amounts(row["cost"][text]) for text in texts)],
            ],
        )


def _amounts(amounts: list[float | None]) -> str:
    """What each has; of a stack that a file does not know nothing can be told."""
    return " ".join("?" if amount is None else str(amount) for amount in amounts)


def _told(breaches: list[dict[str, str]]) -> str:
    return "; ".join(f"{breach['what']} [{breach['article']}]" for breach in breaches) or "—"
