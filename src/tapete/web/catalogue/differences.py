"""What differs between two regions' texts of a game, each value with its price."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from tapete import i18n, wording
from tapete.errors import UnknownError
from tapete.law.compare import differences
from tapete.law.rulebook import Section
from tapete.odds.worth import Priced, priced
from tapete.web.catalogue.place import Here, Place
from tapete.web.heading import Sparing
from tapete.web.render import page, wants_fragment

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])


class Differs(BaseModel):
    """A value that two texts give differently, and by how much each bet costs more under the other's."""

    path: str
    key: str
    one: Any
    other: Any
    article_one: str
    article_other: str
    worth: dict[str, float]

    @classmethod
    def of(cls, item: Priced) -> "Differs":
        """A priced difference as the API shows it."""
        return cls(**item.difference._asdict(), worth={bet: float(value) for bet, value in item.worth.items()})


@api.get("/games/{name}/{region}/differences/{other}")
def api_differences(here: Here, other: str) -> list[Differs]:
    """What differs between two regions, and what each difference is worth in house edge."""
    if other not in here.others:
        raise UnknownError("other region of this game", other, here.others)
    return [Differs.of(item) for item in priced(here.game, here.region, other)]


@router.get("/games/{name}/{region}/differences", include_in_schema=False)
def differences_page(
    request: Request, here: Here, other: Annotated[str, Query(alias="with")] = "", prices: bool = False
) -> Response:
    """What differs: at once, and what each difference costs as soon as it is counted, the dearest first."""
    other = other or (here.others[0] if here.others else "")
    asked = (here.game.id, here.region, other)
    later = bool(other) and here.game.has("odds") and not prices and asked not in _counted
    differs = [] if not other else _unpriced(here, other) if later else api_differences(here, other)
    _counted.update([] if later else [asked])
    template = "catalogue/differing.html" if wants_fragment(request) else "catalogue/differences.html"
    context: dict[str, Any] = {"here": here, "other": other, "words": wording, "tab": "differences", "later": later}
    context["priced"] = later or any(item.worth for item in differs)
    sections = dict([*here.game.rules(other).sections(), *here.rules.sections()]) if other else {}
    context["said"] = {item.path: _said(item.path, sections) for item in differs}
    return page(request, template, found=sorted(differs, key=lambda item: -_weight(item)), **context)


_counted: set[tuple[str, str, str]] = set()  # what has been priced here, and is therefore there at once


def _unpriced(here: Place, other: str) -> list[Differs]:
    """The differences alone, which are read off the two rulebooks."""
    if other not in here.others:
        raise UnknownError("other region of this game", other, here.others)
    differing = differences(here.rules, here.game.rules(other))
    return [Differs.of(Priced(item, {})) for item in differing]


def _said(path: str, sections: Mapping[str, Section]) -> str:
    """Where a section stands, in words: bets, irregularities and the like by their names."""
    held = {each: section for each in wording.above(path) if (section := sections.get(each))}
    names = {each: i18n.law(section.content.get("name") or "") for each, section in held.items()}
    return " › ".join(names.get(each) or wording.part(each) for each in wording.above(path))


def _weight(item: Differs) -> float:
    return max((abs(value) for value in item.worth.values()), default=0.0)


router.include_router(api)
