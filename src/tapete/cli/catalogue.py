"""`games`, `law`, `diff` and `lint`: what the texts say."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any

from cyclopts import Parameter

from tapete.cli.arguments import GAME, REGION, only_region
from tapete.cli.output import answer, percent, say, table
from tapete.errors import TapeteError
from tapete.games import Game, game
from tapete.games import games as all_games
from tapete.law.compare import Written, findings, written
from tapete.law.loading import heading
from tapete.law.rulebook import Like
from tapete.law.text import regions, text
from tapete.odds.worth import priced, striking


def games(*, region: str | None = None) -> None:
    """The catalogue: every game, where it is played, and the article that regulates it.

    Parameters
    ----------
    region
        Only the games of this region.
    """
    if region is not None:
        text(region)
    rows = [
        {"game": each.id, "region": where, **heading(each.id, where)._asdict()}
        for each in all_games()
        for where in each.regions
        if region in (None, where)
    ]
    answer(rows, lambda: table("Catalogue", ["game", "region", "title", "article"], [tuple(r.values()) for r in rows]))


def law(name: Annotated[str, GAME], /, *, region: Annotated[str | None, REGION] = None) -> None:
    """A rulebook: every value with its article, what is printed and what is read."""
    region = region or only_region(game(name))
    rules, source = game(name).rules(region), text(region)
    rows = written(rules)

    def show() -> None:
        say(f"{rules.title}. {source.name}: {source.text}, {rules.article}\n")
        if rules.like:
            say(f"{_as_in(rules.like)}\n")
        show_rules("", rows)

    answer([asdict(row) for row in rows], show)


def _as_in(like: Like) -> str:
    without = ", ".join(f"{path} ({article})" for path, article in like.without.items())
    where = f" of {like.region}" if like.region else ""
    return f"As {like.game}{where} ({like.article}) but for what is said here" + (
        f", and without {without}" if without else ""
    )


def show_rules(title: str, rows: Sequence[Written]) -> None:
    """Prints what a rulebook says."""
    lines = [(row.section, _said(row), row.article, row.title) for row in rows]
    table(title, ["section", "rule", "article", "about"], lines)


def _said(row: Written) -> str:
    words = [str(row.name)] if row.name else []
    words += [f"{key} {show_value(value)}" for key, value in row.values.items() if value not in (None, {}, [])]
    if row.printed is not None:
        words.append(f"PRINTED {show_value(row.printed)}")
    if row.doubt:
        words.append(f"DOUBTFUL, likely {show_value(row.doubt['likely'])}: {row.doubt['why']}")
    if row.why:
        words.append(f"({row.why})")
    if row.like:
        words.append(f"AS {row.like}")
    return " · ".join(words)


def show_value(value: Any) -> str:
    """A rulebook's value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {show_value(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(show_value(item) for item in value)
    return str(value)


def diff(
    name: Annotated[str, GAME],
    one: Annotated[str, Parameter(name="R1")],
    other: Annotated[str, Parameter(name="R2")],
    /,
) -> None:
    """What differs between two regions, and what each difference is worth in house edge.

    Parameters
    ----------
    one
        A region.
    other
        Another region.
    """
    if one == other:
        raise TapeteError(f"{one} does not differ from itself: name two regions whose texts have {game(name).id}")
    rows = [
        {**item.difference._asdict(), "worth": {bet: str(value) for bet, value in item.worth.items()}}
        for item in priced(game(name), one, other)
    ]

    def show() -> None:
        table(
            f"{name}: {one} and {other}",
            ["section", one, other, "articles", "worth in house edge"],
            [
                (
                    f"{row['path']} {row['key']}".strip(),
                    "—" if row["one"] is None else show_value(row["one"]),
                    "—" if row["other"] is None else show_value(row["other"]),
                    " / ".join(article or "—" for article in (row["article_one"], row["article_other"])),
                    ", ".join(f"{bet} {percent(Fraction(value))}" for bet, value in row["worth"].items()),
                )
                for row in rows
            ],
        )
        if not rows:
            say("Nothing differs.")

    answer(rows, show)


def lint(region: Annotated[str | None, Parameter(name="R")] = None, /) -> None:
    """Misprints, contradictions, and bets with a player's edge or a ruinous one.

    Parameters
    ----------
    region
        Only this region's text.
    """
    if region is not None and region not in regions():
        text(region)
    rows: list[dict[str, Any]] = []
    for each in all_games():
        for where in each.regions:
            if region not in (None, where):
                continue
            rules = each.rules(where)
            rows += [{"game": each.id, "region": where, **item._asdict()} for item in findings(rules)]
            rows += _striking(each, where)

    def show() -> None:
        table(
            "What is misprinted, silent or striking",
            ["game", "region", "section", "article", "kind", "what"],
            [(r["game"], r["region"], r["path"], r["article"], r["kind"], _finding(r)) for r in rows],
        )

    answer(rows, show)


def _striking(game: Game, region: str) -> list[dict[str, Any]]:
    """The bets whose edge is the player's, or beyond a quarter of the stake."""
    rows = []
    for row in striking(game, game.rules(region)):
        edge = row.edge
        setting = {"setting": row.setting} if row.setting else {}
        rows.append(
            {
                "game": game.id,
                "region": region,
                "path": f"bets.{row.bet}",
                "article": row.article,
                "kind": "player edge" if edge < 0 else "ruinous",
                "runs": {"edge": str(edge), **setting},
                "instead": {},
                "why": f"the house's edge is {percent(edge)} of the stake",
            }
        )
    return rows


def _finding(row: dict[str, Any]) -> str:
    words = {"reading": "printed", "doubt": "likely"}.get(row["kind"])
    instead = f"{words} {show_value(row['instead'])}; " if words else ""
    runs = f"runs {show_value(row['runs'])}; " if words and row["runs"] else ""
    return f"{runs}{instead}{row['why']}"
