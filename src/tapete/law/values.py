"""A rulebook's values without what validates them, for procedures that read them thousands of times a second."""

import functools
from typing import TypeVar, cast

from pydantic import BaseModel

T = TypeVar("T")


def values(part: T) -> T:
    """The same by the same names in plain objects, which are read ten times as fast as pydantic's; no methods.

    >>> from tapete.money import Ratio
    >>> values({"pays": [Ratio(2, 1)]})
    {'pays': [Ratio(num=2, den=1)]}
    """
    plain: object = part
    if isinstance(part, BaseModel):
        plain = _plain(type(part))()
        for name in type(part).model_fields:
            setattr(plain, name, values(getattr(part, name)))
    elif isinstance(part, dict):
        plain = {name: values(value) for name, value in part.items()}
    elif isinstance(part, list):
        plain = [values(value) for value in part]
    return cast(T, plain)


@functools.cache
def _plain(model: type[BaseModel]) -> type:
    """A class of objects that hold what a model's fields do, and nothing else: each is found at its place at once."""
    return type(model.__name__, (), {"__slots__": tuple(model.model_fields)})
