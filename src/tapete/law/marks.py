"""What a field of a rulebook's model says of itself: it is read by people only, is checked, or is cited only."""

from typing import Annotated, Literal, TypeVar

from pydantic.fields import FieldInfo

T = TypeVar("T")
State = Literal["runs", "checked", "cited"]

# Read by people, and by nothing that runs.
Label = Annotated[str, "label"]
# No procedure does it; `check` or `audit` holds a table to it.
Checked = Annotated[T, "checked"]
# No machine can do it or see it; it stands in the rulebook for its article.
Cited = Annotated[T, "cited"]


def is_label(field: FieldInfo) -> bool:
    """Whether a field is for people only."""
    return "label" in field.metadata


def declared(field: FieldInfo) -> State | None:
    """What a field says it is; nothing where it runs, or where what it holds says more."""
    return "checked" if "checked" in field.metadata else "cited" if "cited" in field.metadata else None
