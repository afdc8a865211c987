"""The page that checks what somebody writes down or sends: a table, a casino, a raffle, a machine, a bet."""

import functools
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import Response

from tapete import i18n
from tapete.audit.file import Checked, checked
from tapete.audit.table import parsed
from tapete.errors import Said, TapeteError, UnknownError
from tapete.games import game
from tapete.law.text import text as law_text
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED

router = APIRouter(include_in_schema=False)

EXAMPLES = Path(__file__).parent / "examples"
LARGEST = 64 * 1024
ABOUT = Said(
    "A table, a casino, a bingo room, a machine, a bet, a lottery, tickets, a raffle, a tombola or a promotion, "
    "written down as TOML: what it is, whether the catalogue allows it there, and by which article."
)


@functools.cache
def examples() -> dict[str, str]:
    """What can be checked, each as somebody would write it down."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.toml"))}


def titles() -> dict[str, str]:
    """The examples' names: a game's own, and those of files that are of no game."""
    files = {"mesa": i18n.gettext("A table"), "casino": i18n.gettext("A casino")}
    games = {name: i18n.law(game(name).rules(game(name).regions[0]).title) for name in examples() if name not in files}
    return games | files


def verdict(given: str, name: str = "") -> Checked:
    """What the law says to a text in TOML; what is wrong with the text itself is one line."""
    if len(given) > LARGEST:
        raise TapeteError("{most} kB can be checked at most", most=LARGEST // 1024)
    file = name or Said("the text")
    return checked(parsed(given, file), file)


@router.get("/check")
def check_page(request: Request, example: str = "") -> Response:
    """The form, with an example to begin from."""
    example = example or next(iter(titles()))
    if example not in examples():
        raise UnknownError("example", example, list(examples()))
    return _page(request, examples()[example], example=example)


@router.post("/check", dependencies=CHECKED)
def check_sent(
    request: Request, text: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, Form()] = None
) -> Response:
    """What the law says to what was written, or to a file that was sent instead."""
    name = (file.filename or "")[:80] if file else ""
    try:
        given = _read(file, name) if file and name else text.replace("\r\n", "\n")
    except TapeteError as error:
        return _page(request, text, 400, line=i18n.translated(error.text))
    try:
        checked = verdict(given, name)
    except TapeteError as error:
        return _page(request, given, 400, line=i18n.translated(error.text))
    return _page(request, given, found=checked)


def _read(file: UploadFile, name: str) -> str:
    """A file as text, as far as anybody reads it."""
    try:
        return file.file.read(LARGEST + 1).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TapeteError("{file}: not text in UTF-8", file=name) from None


def _page(
    request: Request, given: str, status: int = 200, found: Checked | None = None, line: str = "", example: str = ""
) -> Response:
    region = law_text(found.about["region"]) if found else None
    return page(
        request,
        "checks/check.html",
        status,
        given=given[:LARGEST],
        found=found,
        region=region,
        line=line,
        titles=titles(),
        about=i18n.translated(ABOUT),
        example=example,
    )
