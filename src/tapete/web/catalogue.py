"""The catalogue: games by family and region; of each its law, its odds, what differs between texts, and best play."""

import functools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from msgspec.structs import replace
from pydantic import BaseModel, Field

from tapete import i18n
from tapete.audit.worth import Priced, priced
from tapete.engine.settings import Settings, standard
from tapete.engine.words import normal
from tapete.errors import TapeteError, UnknownError
from tapete.games import Game, game, games
from tapete.law.compare import Finding, findings, plain
from tapete.law.sections import BankRulebook
from tapete.law.text import regions, text
from tapete.money import euros
from tapete.odds.guide import Guide
from tapete.odds.report import BetOdds
from tapete.trials import Trial, of_stakes
from tapete.web import charts, wording
from tapete.web.render import page, wants_fragment

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["catalogue"])

FAMILIES = {
    "wheels": ("ruleta", "bola", "fortuna"),
    "dice": ("dados", "banca_francesa"),
    "circle": ("circulo", "bacara"),
    "cards": (),
}
SESSIONS = 20_000
MOST_PLAYED = 4_000_000


def family(found: Game) -> str:
    """The family of a game; one that no list names is played with cards."""
    return next((name for name, folders in FAMILIES.items() if found.folder in folders), "cards")


def families() -> dict[str, str]:
    """The families' names."""
    _ = i18n.gettext
    return {
        "wheels": _("Wheels"),
        "dice": _("Dice"),
        "cards": _("Cards against the bank"),
        "circle": _("Between players"),
    }


# What there is


class GameIn(BaseModel):
    """A game in a region."""

    game: str
    region: str
    family: str
    title: str
    article: str


def listed(region: str = "", of: str = "", words: str = "") -> Iterator[GameIn]:
    """The games of a region and family whose titles, ids or bets have these words; no filter, all of them."""
    sought = [normal(word) for word in words.split()]
    for found in games():
        for where in found.regions:
            if region in ("", where) and of in ("", family(found)):
                rules = found.rules(where)
                if all(word in _text(found, where, i18n.language()) for word in sought):
                    yield GameIn(
                        game=found.id,
                        region=where,
                        family=family(found),
                        title=rules.title,
                        article=rules.article,
                    )


@functools.lru_cache(maxsize=256)
def _text(found: Game, region: str, _: str) -> str:
    """What a search looks through, in the language being spoken."""
    rules = found.rules(region)
    bets = [name for bet in rules.bets.values() for name in (bet.name, i18n.law(bet.name))]
    return normal(" ".join([found.id, rules.title, i18n.law(rules.title), region, text(region).name, *bets]))


@router.get("/", include_in_schema=False)
def home(request: Request, q: str = "", region: str = "", family: str = "") -> Response:
    """The catalogue, searched; htmx asks for its results alone."""
    found: dict[str, dict[str, list[GameIn]]] = {}
    for item in listed(region, family, q[:100]):
        found.setdefault(item.family, {}).setdefault(item.game, []).append(item)
    known = families()
    context: dict[str, Any] = {
        "found": {name: found[name] for name in known if name in found},
        "families": known,
        "regions": {where: text(where).name for where in regions()},
        "q": q[:100],
        "region": region,
        "family": family,
    }
    template = "catalogue/results.html" if wants_fragment(request) else "catalogue/home.html"
    return page(request, template, **context)


@api.get("/games")
def api_games(region: str = "", family: str = "", q: Annotated[str, Query(max_length=100)] = "") -> list[GameIn]:
    """The catalogue: every game, where it is played, and the article that regulates it."""
    if region and region not in regions():
        raise UnknownError("region", region, list(regions()))
    return list(listed(region, family, q))


# One game in one region


class Place:
    """A game in a region, as its pages see it."""

    def __init__(self, found: Game, region: str) -> None:
        self.game, self.region = found, region
        self.rules: BankRulebook = found.rules(region)
        self.text = text(region)
        self.others = [where for where in found.regions if where != region]

    @property
    def title(self) -> str:
        """The game's name."""
        return i18n.law(self.rules.title)

    @property
    def path(self) -> str:
        """Where its pages are."""
        return f"/games/{self.game.id}/{self.region}"

    def name_of(self, region: str) -> str:
        """A region's name."""
        return text(region).name

    def about(self, article: str) -> str:
        """What an article is about."""
        return self.text.articles.get(article, "")


def place(name: str, region: str) -> Place:
    """A dependency: the game and region that a path names."""
    found = game(name)
    if region not in found.regions:
        raise UnknownError("region of this game", region, list(found.regions))
    return Place(found, region)


Here = Annotated[Place, Depends(place)]


@router.get("/games/{name}", include_in_schema=False)
def any_region(name: str) -> Response:
    """A game without a region: the first that has it."""
    return RedirectResponse(f"/games/{name}/{game(name).regions[0]}", 303)


# Its law


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


@api.get("/games/{name}/{region}/law")
def api_law(here: Here) -> list[Rule]:
    """Every rule with its article, what is printed and what is read."""
    return [
        Rule(
            section=path,
            article=section.article,
            title=here.about(section.article),
            name=section.content.get("name") or section.content.get("say"),
            values=plain(section),
            printed=section.printed,
            why=section.why or None,
            likely=section.doubt.likely if section.doubt else None,
            doubt=section.doubt.why if section.doubt else None,
        )
        for path, section in here.rules.sections()
    ]


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


# Its odds


class Odds(BaseModel):
    """A bet in one setting; a positive edge is the house's. Exact figures are fractions."""

    bet: str
    name: str
    setting: dict[str, str]
    edge: str | None = Field(description="exact, as a fraction; null where exactness is out of reach")
    edge_float: float
    std_error: float | None
    win: float
    push: float
    lose: float
    variance: float
    rounds: float
    article: str
    note: str


@functools.lru_cache(maxsize=64)
def rows_of(found: Game, region: str) -> tuple[BetOdds, ...]:
    """A game's odds in a region, worked out once."""
    return tuple(found.odds(found.rules(region)))


@api.get("/games/{name}/{region}/odds")
def api_odds(here: Here) -> list[Odds]:
    """Every bet exactly: edge, chances, variance."""
    fields = Odds.model_fields
    return [
        Odds(name=row.name, **{key: value for key, value in row.as_json().items() if key in fields})
        for row in rows_of(here.game, here.region)
    ]


@router.get("/games/{name}/{region}/odds", include_in_schema=False)
def odds_page(
    request: Request, here: Here, sort: str = "", bet: str = "", stake: str = "", length: int = 100
) -> Response:
    """Every bet's odds, compared; and what an evening on one of them brings."""
    rows = list(rows_of(here.game, here.region))
    chosen = _chosen(rows, bet)
    context: dict[str, Any] = {"here": here, "words": wording, "rows": rows, "chosen": chosen, "sort": sort}
    context |= _evening(here, chosen, stake, length)
    if wants_fragment(request):
        return page(request, "catalogue/evening.html", **context)
    largest = min(max((abs(float(row.figures.edge)) for row in rows), default=1.0), 0.5)
    shown = sorted(rows, key=lambda row: row.figures.edge) if sort == "edge" else rows
    return page(
        request,
        "catalogue/odds.html",
        shown=shown,
        largest=largest,
        bar=charts.edge_bar,
        key=key_of,
        tab="odds",
        **context,
    )


def key_of(row: BetOdds) -> str:
    """A row's own name among a game's odds."""
    return " ".join((row.bet, *(f"{key}={value}" for key, value in row.setting.items())))


def _chosen(rows: list[BetOdds], bet: str) -> BetOdds:
    """The row that a name means; without a name, the cheapest bet."""
    if not bet:
        return min(rows, key=lambda row: abs(float(row.figures.edge)))
    for row in rows:
        if key_of(row) == bet:
            return row
    raise UnknownError("bet", bet, [key_of(row) for row in rows])


def _evening(here: Place, row: BetOdds, stake: str, length: int) -> dict[str, Any]:
    """A session's results on one bet, for the page; a refusal stands in its place."""
    settings = _settings(here, row)
    try:
        cents = euros(stake) if stake else _least(here, settings, row)
        found = evening(here.game, here.region, key_of(row), cents, length)
        says = i18n.gettext("Results of a session: half of them end between %(low)s and %(high)s.") % {
            "low": i18n.money(found.quantiles["0.25"]),
            "high": i18n.money(found.quantiles["0.75"]),
        }
        chart = charts.histogram(found.counts, found.edges, found.mean, says)
        return {"evening": found, "chart": chart, "stake": cents, "length": length, "refused": ""}
    except TapeteError as error:
        return {"evening": None, "chart": "", "stake": 0, "length": length, "refused": str(error), "typed": stake}


class Evening(BaseModel):
    """What sessions of so many rounds end with, in cents."""

    bet: str
    stake: int
    length: int
    sessions: int
    bankroll: int
    mean: float
    ahead: float = Field(description="the share of sessions that end with a gain")
    ruin: float
    quantiles: dict[str, float]
    counts: list[int]
    edges: list[float]


@functools.lru_cache(maxsize=512)
def evening(found: Game, region: str, key: str, cents: int, length: int) -> Evening:
    """The distribution of a session's result, by playing it some thousands of times; asked again, it is the same."""
    from tapete.sim.run import simulate

    if not 1 <= length <= 2000:
        raise TapeteError(i18n.gettext("A session has 1 to 2000 rounds here."))
    here = Place(found, region)
    row = _chosen(list(rows_of(found, region)), key)
    settings = _settings(here, row)
    trial = _trial(here, settings, row, cents)
    sessions = min(SESSIONS, MOST_PLAYED // length)
    result = simulate(trial.program, sessions * length, length=length, workers=1)
    summary = result.as_json()
    counts, edges = charts.bins(result.results)
    return Evening(
        bet=key,
        stake=cents,
        length=length,
        sessions=result.sessions,
        bankroll=result.bankroll,
        mean=result.mean,
        ahead=float((result.results > 0).mean()),
        ruin=result.ruin,
        quantiles=summary["quantiles"],
        counts=counts,
        edges=edges,
    )


def _settings(here: Place, row: BetOdds) -> Settings:
    settings = standard(here.rules)
    return replace(settings, options={**settings.options, **row.setting})


def _trial(here: Place, settings: Settings, row: BetOdds, cents: int) -> Trial:
    return of_stakes(here.game, here.rules, settings, here.game.alone(here.rules, settings, row.bet, cents))


def _least(here: Place, settings: Settings, row: BetOdds) -> int:
    """The least stake that the bet and whatever it is made beside take."""
    stakes = here.game.alone(here.rules, settings, row.bet, settings.minimum)
    layout = here.game.layout(here.rules, settings)
    return max(layout[spot].limits.lo for spot in stakes)


@api.get("/games/{name}/{region}/session")
def api_session(
    here: Here,
    bet: Annotated[str, Query(description="a bet of the odds, as `rojo zero=mitad`")],
    stake: Annotated[int, Query(gt=0, le=100_000_000, description="cents")],
    length: Annotated[int, Query(ge=1, le=2000, description="rounds")] = 100,
) -> Evening:
    """What sessions on one bet end with."""
    return evening(here.game, here.region, bet, stake, length)


# What differs


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
def differences_page(request: Request, here: Here, other: Annotated[str, Query(alias="with")] = "") -> Response:
    """What differs, the dearest first."""
    other = other or (here.others[0] if here.others else "")
    found = sorted(api_differences(here, other), key=lambda item: -_weight(item)) if other else []
    return page(
        request, "catalogue/differences.html", here=here, other=other, found=found, words=wording, tab="differences"
    )


def _weight(item: Differs) -> float:
    return max((abs(value) for value in item.worth.values()), default=0.0)


# Best play, and what to beware of


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


class Decided(BaseModel):
    """What each option is worth, for each unit staked, in one case."""

    row: str
    column: str
    best: str
    worth: dict[str, float]


class Table(BaseModel):
    """Best play as a table: a case for every row and column."""

    name: str
    columns: list[str]
    cases: list[list[Decided]]


def house_choices(rules: BankRulebook, query: Mapping[str, str]) -> dict[str, str]:
    """The options of the house among an address's words; one that the text does not leave is refused."""
    found = {}
    for name, option in rules.options.items():
        if option.by == "house" and query.get(name):
            if query[name] not in option.values:
                raise UnknownError(f"value for {name}", query[name], list(option.values))
            found[name] = query[name]
    return found


@functools.lru_cache(maxsize=64)
def guides_of(found: Game, region: str, options: tuple[tuple[str, str], ...]) -> tuple[Guide, ...]:
    """A game's tables of best play under the house's options, worked out once."""
    rules = found.rules(region)
    return tuple(found.guides(rules, standard(rules, options=dict(options))))


@api.get("/games/{name}/{region}/best")
def api_best(request: Request, here: Here) -> list[Table]:
    """Best play as tables, where the game has them; the house's options may be given, as `?retiro=si`."""
    chosen = house_choices(here.rules, request.query_params)
    return [
        Table(
            name=guide.name,
            columns=list(guide.columns),
            cases=[
                [
                    Decided(row=row, column=column, best=guide.best(cell), worth=dict(cell))
                    for column, cell in zip(guide.columns, cells, strict=True)
                ]
                for row, cells in guide.rows.items()
            ],
        )
        for guide in guides_of(here.game, here.region, tuple(sorted(chosen.items())))
    ]


@router.get("/games/{name}/{region}/best", include_in_schema=False)
def best_page(request: Request, here: Here, at: str = "") -> Response:
    """What costs least, how each choice that is left to the player compares, and what to do with each hand."""
    tables = api_best(request, here)
    chosen = house_choices(here.rules, request.query_params)
    context: dict[str, Any] = {"here": here, "words": wording, "case": _case(tables, at)}
    if wants_fragment(request):
        return page(request, "catalogue/case.html", **context)
    rows = rows_of(here.game, here.region)
    cheapest = sorted(rows, key=lambda row: row.figures.edge)
    return page(
        request,
        "catalogue/best.html",
        cheapest=cheapest[:5],
        dearest=cheapest[:-6:-1],
        striking=[row for row in rows if row.figures.edge < 0],
        choices=_choices(here, rows),
        tables=tables,
        options={
            name: (option, chosen.get(name, option.default))
            for name, option in here.rules.options.items()
            if option.by == "house" and tables
        },
        query=urlencode(chosen),
        tab="best",
        **context,
    )


def _case(tables: list[Table], at: str) -> tuple[Table, Decided] | None:
    """The case that an address points at: table, row and column, as `hard-hands.16.10`."""
    name, _, rest = at.partition(".")
    row, _, column = rest.partition(".")
    for table in tables:
        for case in (case for cases in table.cases for case in cases):
            if (table.name, case.row, case.column) == (name, row, column):
                return table, case
    return None


def _choices(here: Place, rows: tuple[BetOdds, ...]) -> dict[str, dict[str, list[BetOdds]]]:
    """For every option left to the player, each bet's rows, the best first."""
    found: dict[str, dict[str, list[BetOdds]]] = {}
    for name, option in here.rules.options.items():
        if option.by == "player":
            for row in sorted(rows, key=lambda row: row.figures.edge):
                if name in row.setting:
                    found.setdefault(name, {}).setdefault(row.bet, []).append(row)
    return found


router.include_router(api)
