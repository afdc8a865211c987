"""What is wrong with data that a model does not take, as one line of our own."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.errors import Said

_WHOLE, _NUMBER, _TEXT = Said("not a whole number"), Said("not a number"), Said("not text")
_BOOL, _CHOICE = Said("neither true nor false"), Said("must be one of {expected}")
_REASONS = {
    "missing": Said("missing"),
    "extra_forbidden": Said("unknown key"),
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "finite_number": _NUMBER,
    "string_type": _TEXT,
    "bool_parsing": _BOOL,
    "bool_type": _BOOL,
    "literal_error": _CHOICE,
    "enum": _CHOICE,
    "greater_than": Said("must be more than {gt:,}"),
    "greater_than_equal": Said("must be {ge:,} or more"),
    "less_than": Said("must be less than {lt:,}"),
    "less_than_equal": Said("must be {le:,} or less"),
    "string_too_short": Said("needs {min_length:,} characters at least"),
    "string_too_long": Said("takes {max_length:,} characters at most"),
    "too_short": Said("needs {min_length:,} items at least"),
    "too_long": Said("takes {max_length:,} items at most"),
    "json_invalid": Said("not valid JSON"),
}


def first_wrong(errors: Sequence[Mapping[str, Any]], skip: int = 0) -> Said:
    """The first of pydantic's errors: the key, after so many parts of its place, and why its value is refused.

    >>> first_wrong([{"type": "greater_than", "loc": ("body", "cents"), "ctx": {"gt": 0}}], skip=1)
    'cents: must be more than 0'
    """
    first = errors[0]
    key = ".".join(str(part) for part in first["loc"][skip:])
    why = _why(str(first["type"]), first.get("ctx", {}))
    return Said("{key}: {why}", key=key, why=why) if key else why


def _why(kind: str, context: Mapping[str, Any]) -> Said:
    template = _REASONS.get(kind, Said("not valid"))
    values = {name: _plain(value) for name, value in context.items() if f"{{{name}" in template}
    return Said(template, **values)


def _plain(value: Any) -> Any:
    """A bound as a number; choices, which pydantic joins in English, with commas only."""
    if isinstance(value, str):
        return value.replace(" or ", ", ")
    return int(value) if isinstance(value, float) and value.is_integer() else value
