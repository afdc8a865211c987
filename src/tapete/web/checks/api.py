"""The API of checks: what `tapete check` says of a file, for programs."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from tapete import i18n
from tapete.web.checks.pages import LARGEST, verdict
from tapete.web.models import BreachOut, Strict
from tapete.web.tables.commands import CHECKED

router = APIRouter(prefix="/api/v1", tags=["catalogue"])


class Written(Strict):
    """A table, a casino or a description as a file would have it."""

    toml: str = Field(max_length=LARGEST, examples=['game = "bola"\nregion = "extremadura"\nminimum = 5\n'])


class Part(BaseModel):
    """Something that a description is, and by which article."""

    what: str
    article: str


class CheckOut(BaseModel):
    """What the law says to it."""

    game: str | None = Field(description="nothing of a casino")
    region: str
    is_: list[Part] = Field(alias="is", description="what a description is; of tables nothing")
    legal: bool
    breaches: list[BreachOut]


@router.post("/check", dependencies=CHECKED)
def check_written(given: Written) -> CheckOut:
    """Checks a table, a casino, or the description of a draw, a machine or a bet: what it is, and every breach."""
    checked = verdict(given.toml)
    return CheckOut.model_validate(
        {
            "game": checked.about.get("game"),
            "region": checked.about["region"],
            "is": [Part(what=i18n.translated(what), article=article) for what, article in checked.is_ or ()],
            "legal": not checked.breaches,
            "breaches": [BreachOut.of(breach) for breach in checked.breaches],
        }
    )
