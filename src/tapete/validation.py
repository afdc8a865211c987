"""What is wrong with data that a model does not take, as one line of our own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tapete.errors import Said, TapeteError, alike, listed

T = TypeVar("T")
_OWN = "own"  # pydantic's name for what is refused in our own words
_WHOLE, _NUMBER, _TEXT = Said("not a whole number"), Said("not a number"), Said("not text")
_BOOL, _CHOICE = Said("neither true nor false"), Said("must be one of {expected}")
_LIST = Said("not a list")
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
    "dict_type": Said("not a table of keys and values"),
    "tuple_type": _LIST,
    "list_type": _LIST,
    "json_invalid": Said("not valid JSON"),
}


def refusing(read: Callable[[Any], T]) -> Callable[[Any], T]:
    """A reader of values for a model: what it refuses in words of our own is told with the key."""
    from pydantic_core import PydanticCustomError

    def reading(value: Any) -> T:
        try:
            return read(value)
        except TapeteError as error:
            raise PydanticCustomError(_OWN, "{why}", {"why": error.text}) from None

    return reading


def first_wrong(errors: Sequence[Mapping[str, Any]], skip: int = 0, known: Sequence[str] = ()) -> Said:
    """The first of pydantic's errors: the key, after so many parts of its place, and why its value is refused.

    >>> first_wrong([{"type": "greater_than", "loc": ("body", "cents"), "ctx": {"gt": 0}}], skip=1)
    'cents: must be more than 0'
    >>> first_wrong([{"type": "extra_forbidden", "loc": ("seat",)}], known=["game", "seats"])
    'seat: unknown key: did you mean seats'
    """
    first = errors[0]
    place = [str(part) for part in first["loc"][skip:]]
    kind = str(first["type"])
    why = _why(kind, first.get("ctx", {}))
    if kind == "extra_forbidden" and len(place) == 1 and known:
        close = alike(place[0], known)
        said = Said("unknown key: did you mean {shown}") if close else Said("unknown key: there are {shown}")
        why = Said(said, shown=listed(close or known))
    return Said("{key}: {why}", key=".".join(place), why=why) if place else why


def _why(kind: str, context: Mapping[str, Any]) -> Said:
    if kind == _OWN:
        said: Said = context["why"]
        return said
    template = _REASONS.get(kind, Said("not valid"))
    values = {name: _plain(value) for name, value in context.items() if f"{{{name}" in template}
    return Said(template, **values)


def _plain(value: Any) -> Any:
    """A bound as a number; choices, which pydantic joins in English, with commas only."""
    if isinstance(value, str):
        return value.replace(" or ", ", ")
    return int(value) if isinstance(value, float) and value.is_integer() else value
