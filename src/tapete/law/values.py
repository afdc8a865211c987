"""A rulebook's values without what validates them, for procedures that read them thousands of times a second."""

from types import SimpleNamespace
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
        plain = SimpleNamespace(**{name: values(value) for name, value in part})
    elif isinstance(part, dict):
        plain = {name: values(value) for name, value in part.items()}
    elif isinstance(part, list):
        plain = [values(value) for value in part]
    return cast(T, plain)
