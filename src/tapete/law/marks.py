"""What a field of a rulebook's model says of itself: for people only, checked, cited only, or missing."""

from typing import Annotated, Literal, TypeVar

from pydantic.fields import FieldInfo

T = TypeVar("T")
State = Literal["runs", "checked", "cited", "missing"]

# Read by people, and by nothing that runs.
Label = Annotated[str, "label"]
# No procedure does it; `check` or `audit` holds a table to it.
Checked = Annotated[T, "checked"]
# No table can do it or see it: it stands in the rulebook for its article. The house may go by it (`law.house`).
Cited = Annotated[T, "cited"]
# A machine could do it, and in this game none does yet.
Missing = Annotated[T, "missing"]


def is_label(field: FieldInfo) -> bool:
    """Whether a field is for people only."""
    return "label" in field.metadata


def declared(field: FieldInfo) -> State | None:
    """What a field says it is; nothing where it runs, or where what it holds says more."""
    marks: tuple[State, ...] = ("checked", "cited", "missing")
    return next((mark for mark in marks if mark in field.metadata), None)
