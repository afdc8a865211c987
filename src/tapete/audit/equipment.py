"""Is a table's equipment as the text wants it? What its file says of it, against the rulebook's values of that name."""

import functools
from collections.abc import Iterator, Mapping
from typing import Any

from tapete.audit.breach import Breach
from tapete.errors import Said, UnknownError, Word, either, listed
from tapete.law.like import paths
from tapete.law.rulebook import Rulebook, Section


def check_equipment(rules: Rulebook, given: Mapping[str, Any]) -> Iterator[Breach]:
    """Every value that is not as the rulebook has it: `cards.packs` is the rulebook's `equipment.cards.packs`."""
    known = dict(_known(rules.equipment, ""))
    for path, value in paths(dict(given)).items():
        if path not in known:
            raise UnknownError("equipment", path, list(known))
        *tables, name = known[path]
        section = functools.reduce(getattr, tables, rules.equipment)
        wanted = getattr(section, name)
        if not fits(wanted, value):
            yield Breach(f"equipment.{path}", section.article, _said(value), _right(wanted, value))


def _known(section: Section, prefix: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The path of every value of the equipment that can be compared, and the fields that lead to it."""
    for name, field in type(section).model_fields.items():
        value, path = vars(section)[name], f"{prefix}{field.alias}"
        if isinstance(value, Section):
            yield from ((below, (name, *names)) for below, names in _known(value, f"{path}."))
        elif name not in section.NOTES and isinstance(value, bool | int | str | tuple):
            yield path, (name,)


def fits(wanted: Any, given: Any) -> bool:
    """Whether something is as it must be: within a span, one of some words, all of them, or just so.

    >>> fits((1, 2), 2), fits(("manual", "automático"), "manual"), fits(("rojo", "negro"), ["rojo"]), fits(6, 8)
    (True, True, False, False)
    """
    if _is_span(wanted):
        return type(given) is int and wanted[0] <= given <= wanted[1]
    if isinstance(wanted, tuple):
        return given in wanted if isinstance(given, str) else isinstance(given, list) and set(wanted) <= {*given}
    return type(given) is type(wanted) and bool(given == wanted)


def _is_span(wanted: Any) -> bool:
    return isinstance(wanted, tuple) and len(wanted) == 2 and all(type(item) is int for item in wanted)


def _right(wanted: Any, given: Any) -> str:
    if _is_span(wanted):
        return Said("{least} to {most}", least=wanted[0], most=wanted[1])
    if isinstance(wanted, tuple) and isinstance(given, str):
        return either([Word(item) for item in wanted])
    return _said(wanted)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return Said("yes") if value else Said("no")
    if isinstance(value, list | tuple):
        return listed([Word(item) for item in value])
    return Word(value)
