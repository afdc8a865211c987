"""What is wrong with what others wrote, as one line of our own: TOML, and data that a model does not take."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from tapete.errors import Said, TapeteError, alike, listed

T = TypeVar("T")
_OWN = "own"  # pydantic's name for what is refused in our own words
_UNKNOWN = "extra_forbidden"  # and for a key that a model does not have
_WHOLE, _NUMBER, _TEXT = Said("not a whole number"), Said("not a number"), Said("not text")
_BOOL, _CHOICE = Said("neither true nor false"), Said("must be one of {expected}")
_LIST = Said("not a list")
_REASONS = {
    "missing": Said("missing"),
    _UNKNOWN: Said("unknown key"),
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


# A key of very many parts, a.b.c and so on: reading one takes the square of their number.
_DEEP = re.compile(r"""(?:\.[ \t]{0,8}(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]{0,8}){100}""")


def toml(text: str, number: Callable[[str], Any] = float) -> dict[str, Any]:
    """What somebody wrote in TOML, as plain data, without the mark that some editors begin a file with.

    >>> toml("chips = 2.5"), toml("chips = 2.5", str)
    ({'chips': 2.5}, {'chips': '2.5'})
    """
    try:
        if _DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text.removeprefix("\ufeff"), parse_float=number)
    except tomllib.TOMLDecodeError as error:
        raise TapeteError("not valid TOML: {why}", why=str(error)) from None
    except (ValueError, ArithmeticError):
        raise TapeteError("not valid TOML: {why}", why=Said("a number with too many digits")) from None
    except RecursionError:
        raise TapeteError("not valid TOML: {why}", why=Said("lists are nested too deeply")) from None


def refusing(read: Callable[[Any], T]) -> Callable[[Any], T]:
    """A reader of values for a model: what it refuses in words of our own is told with the key."""
    from pydantic_core import PydanticCustomError

    def reading(value: Any) -> T:
        try:
            return read(value)
        except TapeteError as error:
            raise PydanticCustomError(_OWN, "{why}", {"why": error.text}) from None

    return reading


def first_wrong(errors: Sequence[Mapping[str, Any]], skip: int = 0, model: Any = None) -> Said:
    """The first of pydantic's errors: the key, after so many parts of its place, and why its value is refused.

    A key that the model does not know comes before one that is missing, since it may be that one mistyped.

    >>> first_wrong([{"type": "greater_than", "loc": ("body", "cents"), "ctx": {"gt": 0}}], skip=1)
    'cents: must be more than 0'
    """
    unknown = [error for error in errors if error["type"] == _UNKNOWN]
    first = unknown[0] if unknown and errors[0]["type"] == "missing" else errors[0]
    place = first["loc"][skip:]
    known = _keys(model, place[:-1]) if first["type"] == _UNKNOWN else []
    why = unknown_key(str(place[-1]), known) if known else _why(str(first["type"]), first.get("ctx", {}))
    return Said("{key}: {why}", key=".".join(map(str, place)), why=why) if place else why


def unknown_key(key: str, known: Sequence[str]) -> Said:
    """What is said of a key that is none of those that are known.

    >>> unknown_key("seat", ["game", "seats"])
    'unknown key: did you mean seats'
    """
    close = alike(key, known)
    said = Said("unknown key: did you mean {shown}") if close else Said("unknown key: there are {shown}")
    return Said(said, shown=listed(close or known))


def keys(model: Any) -> list[str]:
    """The keys that a model takes, as they are written."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _keys(annotation: Any, place: Sequence[object]) -> list[str]:
    """The keys that are known at a place in what a model takes; none where anything may stand."""
    for part in place:
        annotation = next(filter(None, (_within(one, part) for one in _kinds(annotation))), None)
    models = [one for one in _kinds(annotation) if hasattr(one, "model_fields")]
    return keys(models[0]) if models else []


def _within(annotation: Any, part: object) -> Any:
    """What stands at a key, or in a list or a table of such."""
    if hasattr(annotation, "model_fields"):
        fields = annotation.model_fields.items()
        return next((field.annotation for name, field in fields if part in (name, field.alias)), None)
    if get_origin(annotation) in (list, tuple, dict):
        return get_args(annotation)[get_origin(annotation) is dict]
    return None


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """What a value may be: each part of a union."""
    if get_origin(annotation) is Annotated:
        return _kinds(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return tuple(kind for one in get_args(annotation) for kind in _kinds(one))
    return (annotation,)


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
    return int(value) if isinstance(value, float | Fraction) and value == int(value) else value
