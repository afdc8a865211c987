"""The API of the texts: what becomes of every section."""

from fastapi import APIRouter
from pydantic import BaseModel

from tapete.law.coverage import State
from tapete.web.texts.reading import rows

router = APIRouter(prefix="/api/v1", tags=["law"])


class Covered(BaseModel):
    """A section of a text: its state, what rests on it (`game:section` of rulebooks), and the tests that hold it."""

    region: str
    article: str
    title: str
    state: State
    rests: list[str]
    tests: list[str]
    why: str


@router.get("/law/{region}/coverage")
def covered(region: str, state: State | None = None) -> list[Covered]:
    """Every section of a text in its order, or those in one state."""
    return [Covered(**row._asdict()) for row in rows(region) if state in (None, row.state)]
