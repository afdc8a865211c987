"""Best play: what costs least, how the player's choices compare, and what to do in each case."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from tapete import wording
from tapete.engine.places import bet_of
from tapete.engine.settings import standard
from tapete.errors import Said, UnknownError
from tapete.games import Game
from tapete.law.option import Option
from tapete.law.sections import BankRulebook
from tapete.odds.chain import Number
from tapete.odds.guide import Guide
from tapete.odds.report import BetOdds
from tapete.web.catalogue.place import Here, Place
from tapete.web.catalogue.rows import rows_of
from tapete.web.heading import Sparing
from tapete.web.render import page, wants_fragment

router = APIRouter(route_class=Sparing)
api = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["catalogue"])

MOST_LISTED = 6
MOST_LINKED = 400  # cases of all tables, each of which is a link; where there are more, they are sought by a form
SMALL = 100


class Decided(BaseModel):
    """What each option is worth, for each unit staked, in one case."""

    row: str
    column: str
    best: str
    worth: dict[str, float]
    exact: dict[str, str | None] = Field(description="the same as fractions; null where exactness is out of reach")
    article: str


class Table(BaseModel):
    """Best play as a table: a case for every row and column."""

    name: str
    down: str = Field(description="what the rows are")
    across: str = Field(description="what the columns are")
    columns: list[str]
    cases: list[list[Decided]]
    priced: str = Field(description="where a case is to do one thing or nothing: that one thing; else empty")
    note: str

    @classmethod
    def of(cls, guide: Guide) -> "Table":
        """A guide as the API shows it. What its note is put together from stays with it, for other languages."""
        return cls.model_validate(guide.as_json()).model_copy(update={"note": guide.note})

    @property
    def leaders(self) -> dict[str, str]:
        """For each column the bet that is worth most, where rows are bets and do not all come to the same."""
        if not self.priced or self.down != "bet":
            return {}
        leaders = {}
        for column in zip(*self.cases, strict=True):
            worth = {case.row: case.worth[self.priced] for case in column}
            if len(set(worth.values())) > 1:
                leaders[column[0].column] = max(worth, key=lambda row: worth[row])
        return leaders

    @property
    def size(self) -> int:
        """How many cases it has."""
        return len(self.cases) * len(self.columns)

    @property
    def answers(self) -> list[str]:
        """The options that are the best somewhere."""
        return list(dict.fromkeys(case.best for cases in self.cases for case in cases))


def house_choices(rules: BankRulebook, query: Mapping[str, str]) -> dict[str, str]:
    """The options of the house among an address's words; one that the text does not leave is refused."""
    house_choices = {}
    for name, option in rules.options.items():
        if option.by == "house" and query.get(name):
            if not option.takes(query[name]):
                raise UnknownError(Said("value for {name}", name=name), query[name], list(option.values))
            house_choices[name] = query[name]
    return house_choices


@functools.lru_cache(maxsize=64)
def guides_of(game: Game, region: str, options: tuple[tuple[str, str], ...]) -> tuple[Guide, ...]:
    """A game's tables of best play under the house's options, worked out once."""
    rules = game.rules(region)
    return tuple(game.guides(rules, standard(rules, options=dict(options))))


@api.get("/games/{name}/{region}/best")
def api_best(request: Request, here: Here) -> list[Table]:
    """Best play as tables, where the game has them; the house's options may be given, as `?retiro=si`."""
    chosen = house_choices(here.rules, request.query_params)
    return [Table.of(guide) for guide in guides_of(here.game, here.region, tuple(sorted(chosen.items())))]


@router.get("/games/{name}/{region}/best", include_in_schema=False)
def best_page(request: Request, here: Here, at: str = "", table: str = "", row: str = "", column: str = "") -> Response:
    """What costs least, how each choice that is left to the player compares, and what to do in each case."""
    tables = api_best(request, here)
    context: dict[str, Any] = {"here": here, "words": wording, "case": _case(tables, at or f"{table}.{row}.{column}")}
    if wants_fragment(request):
        return page(request, "catalogue/case.html", **context)
    rows = rows_of(here.game, here.region)
    chosen = house_choices(here.rules, request.query_params)
    cheapest, dearest = _ends(rows)
    return page(
        request,
        "catalogue/best.html",
        cheapest=cheapest,
        dearest=dearest,
        striking=_striking(rows, tables),
        choices=_choices(here, rows),
        tables=tables,
        large=_large(tables),
        options={name: (item, chosen.get(name, item.default)) for name, item in _asked(here, rows, tables).items()},
        query=urlencode(chosen),
        tab="best",
        **context,
    )


def _large(tables: Sequence[Table]) -> set[str]:
    """The tables with so many cases that a link for each would make the page heavy."""
    heavy = sum(table.size for table in tables) > MOST_LINKED
    return {table.name for table in tables if heavy and table.size > SMALL}


def _case(tables: list[Table], at: str) -> tuple[Table, Decided] | None:
    """The case that an address points at: table, row and column, as `hard-hands.16.10`."""
    name, _, rest = at.partition(".")
    row, _, column = rest.partition(".")
    for table in tables:
        for case in (case for cases in table.cases for case in cases):
            if (table.name, case.row, case.column) == (name, row, column):
                return table, case
    return None


def _asked(here: Place, rows: Sequence[BetOdds], tables: Sequence[Table]) -> dict[str, Option]:
    """The options of the house that change a price and that no table has all values of."""
    pricing = {name for row in rows for name in row.setting}
    spread = {axis for table in tables for axis in (table.down, table.across)}
    return {
        name: option
        for name, option in here.rules.options.items()
        if option.by == "house" and name in pricing - spread and tables
    }


def _edge(row: BetOdds) -> Number:
    return row.figures.edge


def _by_bet(rows: Sequence[BetOdds]) -> dict[str, list[BetOdds]]:
    by_bet: dict[str, list[BetOdds]] = {}
    for row in rows:
        by_bet.setdefault(bet_of(row.bet), []).append(row)
    return by_bet


def _ends(rows: Sequence[BetOdds]) -> tuple[list[BetOdds], list[BetOdds]]:
    """The bets that cost least, each where it costs least, and others that cost most, each where it costs most."""
    bets = sorted(_by_bet(rows).values(), key=lambda of_bet: min(map(_edge, of_bet)))
    few = min(MOST_LISTED, (len(bets) + 1) // 2)
    dear = sorted((max(of_bet, key=_edge) for of_bet in bets[few:]), key=_edge, reverse=True)
    return [min(of_bet, key=_edge) for of_bet in bets[:few]], dear[:MOST_LISTED]


def _striking(rows: Sequence[BetOdds], tables: Sequence[Table]) -> list[BetOdds]:
    """The bets that leave the player ahead, each where it does most; those that a table is about are marked there."""
    told = {about.partition(":")[0] for table in tables for about in (table.name, *(row[0].row for row in table.cases))}
    best = [min(of_bet, key=_edge) for bet, of_bet in _by_bet(rows).items() if bet not in told]
    return [row for row in best if _edge(row) < 0]


class Choice(NamedTuple):
    """A bet under all settings but one, which is the player's: what each value of that one costs."""

    bet: str
    others: list[str]
    edges: dict[str, Number]


def _choices(here: Place, rows: Sequence[BetOdds]) -> dict[str, list[Choice]]:
    """For every option left to the player, the bets it concerns."""
    choices: dict[str, dict[str, Choice]] = {}
    for name, option in here.rules.options.items():
        for row in rows if option.by == "player" else ():
            if name in row.setting:
                others = [f"{key}={value}" for key, value in row.setting.items() if key != name]
                line = choices.setdefault(name, {}).setdefault(f"{row.bet} {others}", Choice(row.bet, others, {}))
                line.edges[row.setting[name]] = _edge(row)
    return {name: list(lines.values()) for name, lines in choices.items()}


router.include_router(api)
