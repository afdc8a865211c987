"""How answers of the API are described besides what each path gives: files, streams, refusals, what is counted."""

from typing import Any

from pydantic import BaseModel, Field

Described = dict[int | str, dict[str, Any]]


class Refused(BaseModel):
    """Why not, in one line, and by which article where it is one that forbids it."""

    detail: str
    article: str = Field("", description="left out where no article is named")


class Counting(BaseModel):
    """What is being worked out, and how far that has come."""

    detail: str
    done: int
    of: int


# How any path may answer, and how those may that count for long.
REFUSALS: Described = {
    "4XX": {"model": Refused, "description": "Refused: nothing was changed"},
    503: {"model": Refused, "description": "Nobody answers now: the same again in a moment, under the same key"},
}
COUNTED: Described = {202: {"model": Counting, "description": "Being worked out: ask again in a second"}}

PDF: Described = {200: {"content": {"application/pdf": {}}}}
EVENTS: Described = {200: {"content": {"text/event-stream": {}}}}
LINES: Described = {200: {"content": {"application/jsonl": {}}}}
