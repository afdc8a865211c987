"""The law of a game: every rule with its article, what is printed and what is read."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from tapete import wording
from tapete.law.compare import Finding, Written, findings, written
from tapete.web.catalogue.place import Here
from tapete.web.render import page

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["catalogue"])


class Rule(BaseModel):
    """A section of the rulebook. `printed` stands beside it where the text says something else, or is in doubt."""

    section: str
    article: str
    title: str
    name: str | None
    values: dict[str, Any]
    printed: dict[str, Any] | None
    why: str | None
    likely: dict[str, Any] | None
    doubt: str | None

    @classmethod
    def of(cls, one: Written) -> "Rule":
        """A section as the API shows it."""
        doubt = one.doubt or {"likely": None, "why": None}
        values = {name: getattr(one, name) for name in cls.model_fields.keys() - {"likely", "doubt"}}
        return cls(**values, likely=doubt["likely"], doubt=doubt["why"])


@api.get("/games/{name}/{region}/law")
def api_law(here: Here) -> list[Rule]:
    """Every rule with its article, what is printed and what is read."""
    return [Rule.of(one) for one in written(here.rules)]


@router.get("/games/{name}/{region}", include_in_schema=False)
def law_page(request: Request, here: Here) -> Response:
    """The law, part by part."""
    parts: dict[str, list[Rule]] = {}
    for rule in api_law(here):
        parts.setdefault(rule.section.partition(".")[0], []).append(rule)
    readings = sum(rule.printed is not None or rule.doubt is not None for part in parts.values() for rule in part)
    return page(
        request,
        "catalogue/law.html",
        here=here,
        parts=parts,
        usual={path: wording.usual(section) for path, section in here.rules.sections()},
        readings=readings,
        words=wording,
        tab="law",
    )


class Noted(BaseModel):
    """Something a reader should know of a text: a reading, a doubt, a note, or a bet whose edge strikes."""

    path: str
    article: str
    kind: str
    runs: dict[str, Any]
    instead: dict[str, Any]
    why: str

    @classmethod
    def of(cls, item: Finding) -> "Noted":
        """A finding as the API shows it."""
        return cls(**item._asdict())


@api.get("/games/{name}/{region}/findings")
def api_findings(here: Here) -> list[Noted]:
    """Misprints, contradictions and doubts of the text."""
    return [Noted.of(item) for item in findings(here.rules)]


router.include_router(api)
