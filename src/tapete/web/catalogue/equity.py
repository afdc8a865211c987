"""Hands of a poker between players against one another, as a page and as an API."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from tapete import i18n, wording
from tapete.engine.settings import standard
from tapete.errors import Missing, TapeteError, Word
from tapete.odds.equity import Equity
from tapete.web.catalogue.place import Here, Place
from tapete.web.heading import Sparing
from tapete.web.render import page

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])

MOST, LONGEST = 10, 60
LINES = 6

Text = Annotated[str, Field(max_length=LONGEST)]
Hands = Annotated[list[Text], Query(max_length=MOST, description="cards or ranges, as `AsKs`, `QQ+` or `random`")]
Boards = Annotated[list[Text], Query(max_length=2, description="the common cards as far as they lie, a line each")]
Dead = Annotated[str, Query(max_length=LONGEST, description="cards that nobody can get any more")]


class Share(BaseModel):
    """The share of the pot that a hand expects, and how often it takes all of it or a part."""

    hand: str
    equity: str | None = Field(description="exact, as a fraction; null where deals were drawn")
    equity_float: float
    win: float
    tie: float
    lose: float
    std_error: float | None
    deals: int
    article: str


def equities(here: Place, hands: Sequence[str], boards: Sequence[str], dead: str) -> list[Equity]:
    """The hands compared; empty fields are none."""
    rules: Any = here.rules
    given = [hand for hand in hands if hand.strip()]
    return here.game.equity(rules, standard(rules), given, [line for line in boards if line.strip()], dead)


@api.get("/games/{name}/{region}/equity")
def api_equity(here: Here, hand: Hands, board: Boards = [], dead: Dead = "") -> list[Share]:  # noqa: B006
    """Hands or ranges of a poker between players against one another on any street."""
    fields = Share.model_fields
    return [
        Share(**{key: value for key, value in row.as_json().items() if key in fields})
        for row in equities(here, hand, board, dead)
    ]


@router.get("/games/{name}/{region}/equity", include_in_schema=False)
def equity_page(request: Request, here: Here, hand: Hands = [], board: Boards = [], dead: Dead = "") -> Response:  # noqa: B006
    """A form for hands and boards, and what they are worth; a refusal stands in its place."""
    if "equity" not in here.tabs:
        raise Missing("hands of {game} are not compared", game=Word(here.rules.title))
    rows, refused = [], ""
    if any(text.strip() for text in hand):
        try:
            rows = equities(here, hand, board, dead)
        except TapeteError as error:
            refused = i18n.translated(error.text)
    rules: Any = here.rules
    return page(
        request,
        "catalogue/equity.html",
        here=here,
        words=wording,
        rows=rows,
        refused=refused,
        hands=[*hand, *[""] * LINES][: max(LINES, len(hand))],
        boards=[*board, *[""] * rules.making.boards][: rules.making.boards] if rules.making.board else [],
        dead=dead,
        tab="equity",
    )


router.include_router(api)
