"""How tests hold a table's staff to its text: by what `check` says of one too few and one too many."""

from typing import Any

from tapete.audit.table import check, parse


def staff_is(name: str, region: str, form: str, article: str, counted: str, tables: int | None = None) -> None:
    """A form of table has whom its text counts, `"1 jefe-de-mesa, 0-2 extremo-de-mesa"`, and its chief so many tables.

    Where the text names no most, as in `"1+ crupier"` or without `tables`, many are as good.
    """
    spans = {role: span(numbers) for numbers, role in (part.split() for part in counted.split(", "))}
    file = {"game": name, "region": region, "form": form, "minimum": 5}
    file["staff"] = least = {role: lo for role, (lo, _) in spans.items()}
    assert breaches(file) == []
    assert breaches({**file, "staff": {role: lo + 20 if hi is None else hi for role, (lo, hi) in spans.items()}}) == []
    for role, (lo, hi) in spans.items():
        for wrong in {lo - 1, lo if hi is None else hi + 1} - {-1, lo}:
            assert breaches({**file, "staff": {**least, role: wrong}}) == [(f"staff.{role}", article)]
    assert breaches({**file, "tables-per-chief": tables or 20}) == []
    if tables:
        assert [where for where, _ in breaches({**file, "tables-per-chief": tables + 1})] == ["tables-per-chief"]


def span(numbers: str) -> tuple[int, int | None]:
    """How many at least and at most: of "2", "0-1" and "1+"."""
    lo, _, hi = numbers.rstrip("+").partition("-")
    return int(lo), None if numbers.endswith("+") else int(hi or lo)


def breaches(table: dict[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with a table's file, and by which article."""
    return [(breach.where, breach.article) for breach in check(parse(table, "table"))]
