"""`par`: the par sheet of a game, for whoever tests or authorises it."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from tapete.cli.arguments import GAME, REGION, Set, only_region, played, switches
from tapete.cli.catalogue import show_rules, show_value
from tapete.cli.figures import setting_of
from tapete.cli.output import answer, percent, progress, say, table
from tapete.errors import TapeteError
from tapete.games import game
from tapete.odds.kept import watched
from tapete.par.rows import priced
from tapete.par.sheet import LEVEL, STAKES, Band, Chosen, Return, Sheet, alike, sheet

LONGEST = 28  # letters of a fraction


def par(
    name: Annotated[str, GAME],
    /,
    *,
    region: Annotated[str | None, REGION] = None,
    pdf: Path | None = None,
    language: str | None = None,
    set_: Set = None,
) -> None:
    """The par sheet: the rules that run, what every bet returns, exactly, and between what a count of it may lie.

    Parameters
    ----------
    pdf
        A file to write the sheet to, to be printed.
    language
        The language of the printed sheet: es, en, gl or eu; that of the text if not given.
    """
    one, chosen = played(game(name)), switches(set_)
    region = region or only_region(one)
    if language is not None and pdf is None:
        raise TapeteError("--language is of the printed sheet: say with --pdf where it goes")
    rules, options = one.ruled(region, chosen)
    with progress("counting deals") as tell, watched(tell):
        made = sheet(one, rules, options, priced(one, region, chosen) if one.has("odds") else [])
    if pdf is not None:
        _print(made, pdf, language)
    answer(asdict(made), lambda: _show(made, pdf))


def _print(made: Sheet, pdf: Path, language: str | None) -> None:
    """Writes the sheet down, to be printed."""
    from tapete.par.printed import printed

    body = printed(made, language)
    try:
        pdf.write_bytes(body)
    except OSError as error:
        raise TapeteError("{file}: cannot be written: {why}", file=pdf, why=error.strerror or error) from None


def _show(made: Sheet, pdf: Path | None) -> None:
    say(f"{made.title}. {made.text}, {made.article}")
    procedure = f", procedure {made.procedure}" if made.procedure else ""
    say(f"Tapete {made.release}{procedure}, edition {made.edition}\n")
    if made.options:
        table(
            "as it is set",
            ["option", "value", "may be", "who chooses", "article"],
            [(each.option, each.value, _may_be(each), each.by, each.article) for each in made.options],
        )
    if made.bets:
        _show_bets(made.bets)
    if made.hands:
        _show_hands(made)
    show_rules("the rules that run", made.rules)
    if pdf is not None:
        say(f"Written to {pdf}.")


def _may_be(one: Chosen) -> str:
    span = ["{} to {} in steps of {}".format(*one.between)] if one.between else []
    return ", ".join([*one.values, *span])


def _show_bets(bets: list[Return]) -> None:
    numbers = ["return", "± error", "exact", "win", "push", "lose", "variance", "deviation"]
    table(
        "what every bet returns of an initial stake",
        ["bet", "setting", *numbers, "article"],
        [
            (
                row.bet,
                setting_of(row),
                percent(row.returns_float),
                "" if row.std_error is None else percent(row.std_error, 4),
                "—" if row.returns is None else row.returns if len(row.returns) <= LONGEST else "as --json",
                percent(row.win, 2),
                percent(row.push, 2),
                percent(row.lose, 2),
                f"{row.variance:.4g}",
                f"{row.deviation:.4g}",
                row.article,
            )
            for row in bets
        ],
        numbers,
    )
    often = f"{percent(LEVEL, 0)} of the time"
    _show_bands(
        f"between what the return of so many stakes lies {often}, by the normal law, in per cent", bets, _likely
    )
    _show_bands(f"between what it lies {often} at least, whatever the prizes are (Chebyshev)", bets, _surely)
    for note in dict.fromkeys(row.note for row in bets if row.note):
        say(f"{', '.join(dict.fromkeys(row.bet for row in bets if row.note == note))}: {note}.")


def _show_bands(title: str, bets: list[Return], shown: Callable[[Band], str]) -> None:
    """A column for each number of stakes; bets that are alike in one line."""
    counts = [f"{stakes:,}" for stakes in STAKES]
    rows = [
        (", ".join(f"{row.bet} {setting_of(row)}".strip() for row in group), *map(shown, group[0].bands))
        for group in alike(bets)
    ]
    table(title, ["bet", *counts], rows, counts)


def _likely(one: Band) -> str:
    return f"{100 * one.low:.2f}–{100 * one.high:.2f}"


def _surely(one: Band) -> str:
    return f"{100 * one.sure_low:.2f}–{100 * one.sure_high:.2f}"


def _show_hands(made: Sheet) -> None:
    table(
        "how often each final hand comes",
        ["hand", "count", "of", "chance", "article"],
        [
            (row["hand"], f"{row['count']:,}", f"{row['of']:,}", percent(row["count"] / row["of"], 5), row["article"])
            for row in made.hands
        ],
        ["count", "of", "chance"],
    )
    table(
        "what the house takes in an hour",
        ["cut", "an hour is", "minimums", "article"],
        [(row["cut"], show_value(row["hour"]), f"{row['minimums_float']:.2f}", row["article"]) for row in made.takes],
        ["minimums"],
    )
