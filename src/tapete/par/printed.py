"""The par sheet on paper: a template filled in, in one language."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tapete import i18n
from tapete.errors import UnknownError
from tapete.law.compare import Written
from tapete.law.text import text
from tapete.par.sheet import LEVEL, STAKES, Band, Chosen, Return, Sheet, alike
from tapete.wording import capital, options, shown, values, word

TEMPLATE = Path(__file__).with_name("par.typ")
LONGEST = 30  # letters of a fraction that a column holds


def printed(sheet: Sheet, language: str | None = None) -> bytes:
    """The sheet as PDF; in the first language of its text if none is named."""
    import typst

    spoken = language or text(sheet.region).languages[0]
    if spoken not in i18n.LANGUAGES:
        raise UnknownError("language", spoken, list(i18n.LANGUAGES))
    with i18n.speaking(spoken):
        given = json.dumps({"language": spoken, **content(sheet)})
    return bytes(typst.compile(TEMPLATE.read_bytes(), sys_inputs={"sheet": given}))


def content(sheet: Sheet) -> dict[str, Any]:
    """What the paper says, in the language being spoken."""
    _ = i18n.gettext
    return {
        "heading": _("Par sheet"),
        "title": i18n.law(sheet.title),
        "source": f"{sheet.text}, {sheet.article}",
        "facts": [
            [_("Release"), f"Tapete {sheet.release}"],
            [_("Edition of the rulebook"), sheet.edition],
            [_("Version of the procedure"), str(sheet.procedure or "—")],
        ],
        "tables": [part for part in _tables(sheet) if part["rows"]],
        "notes": list(dict.fromkeys(i18n.translated(row.note) for row in sheet.bets if row.note)),
    }


def _tables(sheet: Sheet) -> list[dict[str, Any]]:
    _ = i18n.gettext
    often = {"share": i18n.percent(LEVEL, 0)}
    returns = [_("Return"), _("Exact"), _("Is won"), _("Comes back"), _("Is lost"), _("Variance"), _("Deviation")]
    stakes = [i18n.number(count) for count in STAKES]
    likely = _("Between what the return of so many stakes lies %(share)s of the time, by the normal law") % often
    surely = _("Between what it lies %(share)s of the time at least, whatever the prizes are (Chebyshev)") % often
    return [
        _part(
            _("As it is set"),
            [_("Option"), _("Value"), _("May be"), _("Article")],
            [[capital(word(one.option)), word(one.value), _may_be(one), one.article] for one in sheet.options],
        ),
        _part(
            _("What every bet returns of an initial stake"),
            [_("Bet"), *returns, _("Article")],
            [_return(row) for row in sheet.bets],
            numbers=len(returns),
        ),
        _part(likely, [_("Bet"), *stakes], _bands(sheet, lambda one: (one.low, one.high)), numbers=len(stakes)),
        _part(
            surely, [_("Bet"), *stakes], _bands(sheet, lambda one: (one.sure_low, one.sure_high)), numbers=len(stakes)
        ),
        _part(
            _("How often each final hand comes"),
            [_("Hand"), _("Deals"), _("Of all"), _("Probability"), _("Article")],
            [_hand(row) for row in sheet.hands],
            numbers=3,
        ),
        _part(
            _("What the house takes in an hour"),
            [_("Cut"), _("Minimums"), _("An hour is"), _("Article")],
            [
                [capital(word(row["cut"])), i18n.number(row["minimums_float"], 2), shown(row["hour"]), row["article"]]
                for row in sheet.takes
            ],
            numbers=1,
        ),
        _part(
            _("The rules that run"),
            [_("Section of the rulebook"), _("Rule"), _("Article")],
            [[rule.section, _said(rule), rule.article] for rule in sheet.rules],
        ),
    ]


def _part(heading: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: int = 0) -> dict[str, Any]:
    """A table; so many columns after the first are numbers."""
    return {"heading": heading, "columns": list(columns), "rows": [list(row) for row in rows], "numbers": numbers}


def _may_be(one: Chosen) -> str:
    """What may be chosen: values, and a range with its steps."""
    span = ["{}–{} (Δ {})".format(*map(word, one.between))] if one.between else []
    return ", ".join([*map(word, one.values), *span])


def _return(row: Return) -> list[str]:
    exact = "—" if row.returns is None else row.returns if len(row.returns) <= LONGEST else "…"
    error = "" if row.std_error is None else f" ± {i18n.percent(row.std_error, 4)}"
    return [
        _named(row),
        i18n.percent(row.returns_float, 3) + error,
        exact,
        *(i18n.percent(share, 2) for share in (row.win, row.push, row.lose)),
        i18n.number(row.variance, 4),
        i18n.number(row.deviation, 4),
        row.article,
    ]


def _named(row: Return) -> str:
    """A bet by its name, its spot where its spots differ, and the options that its row holds under."""
    setting = options([f"{key}={value}" for key, value in row.setting.items()])
    on = row.bet.partition(":")[2]
    name = i18n.law(row.name.removesuffix(f" {on}")) + f" {on}" if on else i18n.law(row.name)
    return name + (f" ({setting})" if setting else "")


def _bands(sheet: Sheet, ends: Callable[[Band], tuple[float, float]]) -> list[list[str]]:
    """A row for the bets that are alike; a column for each number of stakes."""
    return [
        [
            "; ".join(map(_named, group)),
            *("–".join(i18n.number(100 * end, 2) for end in ends(one)) for one in group[0].bands),
        ]
        for group in alike(sheet.bets)
    ]


def _hand(row: dict[str, Any]) -> list[str]:
    counts = [i18n.number(row[name]) for name in ("count", "of")]
    return [capital(word(row["hand"])), *counts, i18n.percent(row["count"] / row["of"], 5), row["article"]]


def _said(rule: Written) -> str:
    """What runs; what is printed where that is something else, or what is likely meant where that is in doubt."""
    _, said = i18n.gettext, _valued(rule.values)
    if rule.printed is not None:
        others = {key: value for key, value in rule.printed.items() if key not in ("says", "article")}
        note = i18n.translated(rule.printed["says"]) if "says" in rule.printed else ""
        return f"{said} [{_('Printed')}: {'; '.join(filter(None, (_valued(others), note)))}]"
    return f"{said} [{_('Likely meant')}: {_valued(rule.doubt['likely'])}]" if rule.doubt else said


def _valued(rule: dict[str, Any]) -> str:
    return "; ".join(f"{key}: {value}" for key, value in values(rule))
