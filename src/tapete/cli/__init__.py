"""The `tapete` command: what it can do, and how it answers. Each command is imported when it is called."""

import os
import sys
from collections.abc import Sequence
from errno import ENOSPC
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tapete import __version__

if TYPE_CHECKING:
    from cyclopts import CycloptsError

COMMANDS = {
    "games": ("catalogue:games", "The catalogue: every game, where it is played, and the article that regulates it."),
    "law": ("catalogue:law", "A rulebook: every value with its article, what is printed and what is read."),
    "diff": ("catalogue:diff", "What differs between two regions, and what each difference is worth in house edge."),
    "lint": ("catalogue:lint", "Misprints, contradictions, and bets with a player's edge or a ruinous one."),
    "coverage": (
        "coverage:coverage",
        "What becomes of every section of the texts: it runs, is checked, cited, or missing.",
    ),
    "odds": ("figures:odds", "Every bet exactly: edge, chances, variance."),
    "par": ("par:par", "The par sheet: the rules that run, exact returns, variance, and bands to hold a count to."),
    "equity": ("equity:equity", "Hands or ranges of a poker between players, against one another on any street."),
    "hands": ("hands:hands", "Hands that others played, in PHH: is each legal here, and how does it end?"),
    "simulate": ("figures:simulate", "Every bet by playing it, with error bars, ruin and drawdown."),
    "play": ("play:play", "A table in the terminal, or driven through a pipe."),
    "train": ("train:train", "Drills: croupiers train paying, players train deciding; mistakes with cost and article."),
    "check": ("tables:check", "Is this table, casino or tournament legal? Each breach with its article."),
    "audit": ("tables:audit", "Are these rounds legal and rightly paid? Each breach with its article."),
    "verify": ("tables:verify", "Was chance honest? Commitments, draws, shown cards and hashes of a log."),
    "books": (
        "books:books",
        "The books of a casino: what its tables were given and won, and are they even?",
    ),
    "tournaments": (
        "tournaments:tournaments",
        "The tournaments of a casino: who plays, places, prizes, what was paid.",
    ),
    "icm": ("tournaments:icm", "What stacks are worth in a tournament, exactly, and the deals that follow from it."),
    "session": (
        "casino:session",
        "The session of a casino: who is on duty where, and what is missing.",
    ),
    "waiting": ("casino:waiting", "Who waits for a seat at the tables of a casino, and for whom one is kept."),
    "conduct": ("casino:conduct", "The register of infractions of a casino: who did what, and what came of it."),
    "serve": ("serve:serve", "The application in the browser: catalogue, tables, history, simulations, drills."),
    "backup": ("keeping:backup", "A casino in a file, of one moment, while its tables play."),
    "restore": ("keeping:restore", "A backup put into an empty database, and proved: books, chain, every round."),
}
HELP = """Tapete: the Spanish casino catalogues, executable.

--json anywhere prints machine-readable output and nothing else. Exit status: 0 done, 1 the answer is no, 2 bad input.
"""


def main() -> None:
    """Runs the command line; whatever goes wrong is one line on standard error."""
    from cyclopts import App, CycloptsError, Parameter

    from tapete.cli import output
    from tapete.errors import TapeteError

    app = App(
        name="tapete",
        help=HELP,
        version=__version__,
        help_format="markdown",
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    app.default_parameter = Parameter(negative_iterable="", show_default=lambda value: str(value) if value else None)
    for name, (target, help) in COMMANDS.items():
        app.command(f"tapete.cli.{target}", name=name, help=help)
    words = [word for word in sys.argv[1:] if word != "--json"]
    output.as_json = len(words) < len(sys.argv) - 1
    _open_streams(output.as_json)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if not words and output.as_json:
        output.answer({"version": __version__, "commands": {name: help for name, (_, help) in COMMANDS.items()}}, app)
        sys.exit(0)
    for before, word in pairwise([*words, "end"]):
        if not word or (before.startswith("--") and before.endswith("=")):
            fail(f"nothing is said by the empty word after '{before}': say what is meant, or leave it out")
    try:
        screen = output.console(wide=output.HELP) if not words or {"--help", "-h"} & {*words} else None
        status = app(words, exit_on_error=False, print_error=False, console=screen)
        sys.stdout.flush()
    except CycloptsError as error:
        fail(_mistyped(error, words))
    except TapeteError as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("interrupted", 130)
    except BrokenPipeError:
        _lead_nowhere()
        sys.exit(0)
    except Exception as error:  # noqa: BLE001
        if isinstance(error, OSError) and error.errno == ENOSPC:
            _lead_nowhere()
            fail(f"it cannot be written: {error.strerror}")
        fail(f"a fault of ours, please report it: {type(error).__name__}: {error}", 70)
    else:
        sys.exit(status if isinstance(status, int) else 0)


def _lead_nowhere() -> None:
    """What is still to be written has nowhere to go, and is not tried once more when all ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams(as_json: bool) -> None:
    """Closed streams lead nowhere. JSON is UTF-8 wherever it goes; for people a screen's letters have to do."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8" if as_json else None, errors="replace")


def _mistyped(error: "CycloptsError", words: Sequence[str]) -> str:
    """What is wrong with the words of a command, and what would be right."""
    from cyclopts import CoercionError, MissingArgumentError, UnknownCommandError, UnusedCliTokensError

    from tapete.errors import UnknownError

    name = error.argument.name if error.argument else ""
    match error:
        case UnknownCommandError():
            option = words[0].startswith("-")
            known = ["--json", "--help", "--version"] if option else list(COMMANDS)
            return str(UnknownError("option" if option else "command", words[0], known))
        case UnusedCliTokensError():
            more = " ".join(f"'{word}'" for word in error.unused_tokens or ())
            return f"{more}: more than this command takes: `tapete {words[0]} --help` says what it does"
        case MissingArgumentError():
            lacks = f"nothing follows {name}" if name in words else f"{name} is missing"
            return f"{lacks}: `tapete {words[0]} --help` says what it takes"
        case CoercionError(msg=str(said)):
            return f"{name}: {said}"
    return str(error)


def fail(message: str, status: int = 2) -> None:
    """Ends with one line on standard error."""
    from tapete.cli.output import complain

    complain(message)
    sys.exit(status)
