"""The par sheet of a game, for whoever tests or authorises it: as data, and to be printed."""

from fastapi import APIRouter
from fastapi.responses import Response

from tapete import i18n
from tapete.par.printed import printed
from tapete.par.sheet import Sheet, sheet
from tapete.web.answers import PDF
from tapete.web.catalogue.place import Place, Played
from tapete.web.catalogue.rows import rows_of
from tapete.web.catalogue.sheets import pdf
from tapete.web.heading import Sparing

router = APIRouter(route_class=Sparing)


@router.get("/api/v1/games/{name}/{region}/par", tags=["catalogue"])
def api_par(here: Played) -> Sheet:
    """The par sheet: the rules that run, what every bet returns, its variance, and bands to hold a count to."""
    return _sheet(here)


@router.get("/games/{name}/{region}/par.pdf", include_in_schema=False)
@router.get("/api/v1/games/{name}/{region}/par.pdf", tags=["catalogue"], response_class=Response, responses=PDF)
def par_sheet(here: Played) -> Response:
    """The same to be printed, in the reader's language."""
    return pdf(printed(_sheet(here), i18n.language()), f"par-{here.game.id}-{here.region}")


def _sheet(here: Place) -> Sheet:
    """The sheet of a game as a text leaves it."""
    return sheet(here.game, here.rules, {}, rows_of(here.game, here.region) if here.game.has("odds") else ())
