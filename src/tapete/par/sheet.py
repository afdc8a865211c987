"""The par sheet of a game: the rules that run, what every bet returns, and between what a count of it may lie."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from tapete import __version__
from tapete.engine.settings import standard
from tapete.errors import Missing, Word
from tapete.games import Game
from tapete.law.compare import Written, written
from tapete.law.sections import BankRulebook
from tapete.law.text import text
from tapete.odds.report import BetOdds, fraction
from tapete.par.rows import among

LEVEL = 0.95  # of so many counts, how many lie within a band
STAKES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice that the text leaves, as it stands; where it is the player's, every row of it is on the sheet.

    `between` is a range that the text leaves besides: from, to, in steps of.
    """

    option: str
    value: str
    by: str
    values: list[str]
    between: list[str] | None
    article: str


@dataclass(frozen=True, slots=True)
class Band:
    """Between what the return of so many stakes lies in 95 of 100 counts.

    `low` and `high` are by the normal law, which is near the truth once the rarest prize has come often; between
    `sure_low` and `sure_high` lie at least as many whatever the prizes are (Chebyshev).
    """

    stakes: int
    low: float
    high: float
    sure_low: float
    sure_high: float


@dataclass(frozen=True, slots=True)
class Return:
    """What a bet gives back of an initial stake of one; exact figures are fractions, others have a standard error."""

    bet: str
    name: str
    setting: dict[str, str]
    returns: str | None
    returns_float: float
    edge: str | None
    edge_float: float
    std_error: float | None
    win: float
    push: float
    lose: float
    variance: float
    deviation: float
    staked: float
    article: str
    note: str
    bands: list[Band]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game in a region as it is set: whatever a laboratory has to know of it, each with its article.

    `edition` is the hash of all that runs of the rulebook, `procedure` the version of the play. A game between players
    has no bets against the house: `hands` is how often each final hand comes, `takes` what the house takes in an hour.
    """

    game: str
    region: str
    title: str
    text: str
    article: str
    release: str
    edition: str
    procedure: int | None
    options: list[Chosen]
    bets: list[Return]
    hands: list[dict[str, Any]]
    takes: list[dict[str, Any]]
    rules: list[Written]


def sheet(game: Game, rules: BankRulebook, options: Mapping[str, str], bets: Sequence[BetOdds]) -> Sheet:
    """The par sheet of a game with these options and, for what is not among them, the usual ones."""
    between = game.has("frequencies")
    if not (between or bets):
        raise Missing("there are no odds of {game} yet", game=Word(rules.title))
    source = text(rules.region)
    chosen = list(_chosen(rules, options))
    fixed = {one.option: one.value for one in chosen if one.by == "house" or one.option in options}
    return Sheet(
        game=rules.game,
        region=rules.region,
        title=rules.title,
        text=f"{source.name}: {source.text}",
        article=rules.article,
        release=__version__,
        edition=rules.digest,
        procedure=game.play.version if game.has("play") else None,
        options=chosen,
        bets=[_return(row) for row in among(bets, fixed)],
        hands=[row.as_json() for row in among(game.frequencies(rules), fixed)] if between else [],  # type: ignore[arg-type]
        takes=[row.as_json() for row in game.takes(rules, fixed)] if between else [],  # type: ignore[arg-type]
        rules=written(rules),
    )


def _chosen(rules: BankRulebook, options: Mapping[str, str]) -> Iterator[Chosen]:
    """Every choice that the text leaves, as a table has it."""
    set_ = standard(rules, options=options)
    for name, option in rules.options.items():
        between = list(option.ends) if option.spans else None
        yield Chosen(name, rules.option(set_, name), option.by, list(option.values), between, option.article)


def _return(row: BetOdds) -> Return:
    figures = row.figures
    returns, deviation = 1 - figures.edge, math.sqrt(figures.variance)
    return Return(
        bet=row.bet,
        name=row.name,
        setting=row.setting,
        returns=fraction(returns),
        returns_float=float(returns),
        edge=fraction(figures.edge),
        edge_float=float(figures.edge),
        std_error=row.std_error,
        win=float(figures.win),
        push=float(figures.push),
        lose=float(figures.lose),
        variance=float(figures.variance),
        deviation=deviation,
        staked=float(row.staked),
        article=row.article,
        note=row.note,
        bands=[band(float(returns), deviation, stakes, row.std_error or 0.0) for stakes in STAKES],
    )


def alike(bets: Sequence[Return]) -> list[list[Return]]:
    """Bets whose bands are the same, together."""
    groups: dict[tuple[Band, ...], list[Return]] = {}
    for row in bets:
        groups.setdefault(tuple(row.bands), []).append(row)
    return list(groups.values())


def band(returns: float, deviation: float, stakes: int, error: float = 0.0) -> Band:
    """Where the return of so many stakes lies, a return that is only measured being as uncertain as it is.

    >>> one = band(0.9, 1.0, 10_000)
    >>> f"{one.low:.4f} {one.high:.4f} {one.sure_low:.4f} {one.sure_high:.4f}"
    '0.8804 0.9196 0.8553 0.9447'
    """
    off = math.hypot(deviation / math.sqrt(stakes), error)
    likely = NormalDist().inv_cdf((1 + LEVEL) / 2) * off
    surely = off / math.sqrt(1 - LEVEL)
    return Band(stakes, returns - likely, returns + likely, returns - surely, returns + surely)
