"""`odds` and `simulate`: what a bet costs, exactly and by playing."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from tapete.cli.arguments import ruled, switches
from tapete.cli.output import answer, console, percent, say, table
from tapete.cli.words import read_stake
from tapete.errors import IllegalAction, TapeteError
from tapete.games import Game, game
from tapete.games import games as all_games
from tapete.money import euros, format_cents
from tapete.odds.report import BetOdds, fraction

if TYPE_CHECKING:
    from tapete.cards.composition import Composition
    from tapete.engine.settings import Settings
    from tapete.law.sections import BankRulebook
    from tapete.sim.run import BetResult, Simulation

WHOLE = 1320  # cents that every payment ratio of the texts divides, so that bets played alone lose nothing to rounding

Set = Annotated[list[str] | None, Parameter(name="--set", negative="")]


def odds(
    name: Annotated[str | None, Parameter(name="GAME")] = None,
    *,
    region: str | None = None,
    shoe: str | None = None,
    set_: Set = None,
) -> None:
    """Every bet exactly: edge, chances, variance.

    Parameters
    ----------
    name
        A game of the catalogue; all of them if none is given.
    region
        A region whose text has the game; all of them if none is given.
    shoe
        What is left in the shoe, as in "6 packs less Ah Ks 10d"; the whole shoe if not given.
    set_
        option=value: an option, or a reading as in bets.juego-de-7=likely. May be given again.
    """
    if shoe is not None and name is None:
        raise TapeteError("--shoe is for one game: say which")
    rows = list(_rows(name, region, switches(set_), shoe))

    def show() -> None:
        for found in dict.fromkeys((row.game, row.region) for row in rows):
            table(
                f"{found[0]} in {found[1]}",
                ["bet", "setting", "edge", "exact", "win", "push", "lose", "variance", "rounds", "article"],
                [_odds_row(row) for row in rows if (row.game, row.region) == found],
                right=["edge", "exact", "win", "push", "lose", "variance", "rounds"],
            )

    answer([row.as_json() for row in rows], show)


def _rows(name: str | None, region: str | None, chosen: dict[str, str], shoe: str | None) -> Iterator[BetOdds]:
    for found in [game(name)] if name else all_games():
        for where in [region] if region else found.regions:
            if not name and where not in found.regions:
                continue
            rules, options = ruled(found, where, chosen)
            for row in found.odds(rules, _composition(rules, shoe)):
                if all(row.setting.get(key, value) == value for key, value in options.items()):
                    yield row


def _composition(rules: "BankRulebook", text: str | None) -> "Composition | None":
    """What is left in the shoe of a game of cards."""
    if text is None:
        return None
    from tapete.cards.card import pack
    from tapete.cards.composition import Composition
    from tapete.law.sections import ShoeRule

    shoe = next((section for _, section in rules.sections() if isinstance(section, ShoeRule)), None)
    if shoe is None:
        raise TapeteError(f"{rules.game} is played without a shoe: leave --shoe out")
    return Composition.parse(text, pack(shoe.pack))


def _odds_row(row: BetOdds) -> tuple[str, ...]:
    figures = row.figures
    return (
        row.bet,
        " ".join(f"{key}={value}" for key, value in row.setting.items()),
        percent(figures.edge),
        fraction(figures.edge) or "—",
        percent(figures.win, 2),
        percent(figures.push, 2),
        percent(figures.lose, 2),
        f"{float(figures.variance):.4g}",
        f"{float(figures.rounds):.4g}",
        row.article,
    )


def simulate(
    name: Annotated[str, Parameter(name="GAME")],
    *,
    region: str,
    rounds: int = 1_000_000,
    seed: int = 1,
    bet: Annotated[list[str] | None, Parameter(negative="")] = None,
    session: int | None = None,
    bankroll: str | None = None,
    workers: int | None = None,
    set_: Set = None,
) -> None:
    """The same by playing, with error bars, ruin and drawdown.

    Parameters
    ----------
    name
        A game of the catalogue.
    region
        A region whose text has the game.
    rounds
        How many rounds are played: for each bet in turn or, with --bet, for the mix.
    seed
        The same seed gives the same results on any number of cores.
    bet
        A stake of a mix, as in --bet "rojo 10" --bet "17 5". Without any, every bet is played alone.
    session
        The rounds of a session; ruin and drawdown are counted by session.
    bankroll
        The euros a session starts with; 200 times the stakes if not given.
    workers
        How many cores to use; all of them if not given.
    set_
        option=value: an option, or a reading as in bets.juego-de-7=likely. May be given again.
    """
    from rich.progress import Progress

    from tapete.engine.settings import standard

    found = game(name)
    rules, options = ruled(found, region, switches(set_))
    settings = standard(rules, options=options)
    purse = euros(bankroll) if bankroll is not None else None
    runs = [_mix(found, rules, settings, bet)] if bet else list(_alone(found, rules, settings))
    rows: list[dict[str, Any]] = []
    with Progress(console=console(stderr=True), transient=True, disable=not console(stderr=True).is_terminal) as bar:
        task = bar.add_task("playing", total=len(runs))
        for done, run in enumerate(runs):
            rows += run.play(
                rounds,
                seed=seed,
                length=session,
                bankroll=purse,
                workers=workers,
                progress=lambda part, whole, done=done: bar.update(task, completed=done + part / whole),
            )
    answer(rows, lambda: _show_rows(rows, f"{name} in {region}, {rounds:,} rounds, seed {seed}"))


class _Run(NamedTuple):
    """A mix of stakes to be played, and which of its bets are reported."""

    game: Game
    rules: "BankRulebook"
    settings: "Settings"
    stakes: dict[str, int]
    reported: dict[str, BetOdds]
    mixed: bool

    def play(self, rounds: int, **how: Any) -> list[dict[str, Any]]:
        """Plays it; each reported bet is a row, and a mix has a row of its own."""
        from tapete.sim.run import simulate as run

        found = run(self.game.program(self.rules, self.settings, self.stakes), rounds, **how)
        rows = [self._row(bet, self.reported[bet.bet]) for bet in found.bets if bet.bet in self.reported]
        if self.mixed:
            rows.append(self._total(found))
        else:
            rows[0]["sessions"] = found.as_json()
        return rows

    def _row(self, bet: "BetResult", exact: BetOdds) -> dict[str, Any]:
        return {
            **exact.as_json(),
            "bet": bet.bet if self.mixed else exact.bet,
            "edge": None,
            "edge_float": bet.edge,
            "std_error": bet.std_error,
            "win": bet.win,
            "push": bet.push,
            "lose": bet.lose,
            "variance": bet.variance,
            "edge_resolved": None,
            "rounds": bet.rounds,
            "made": bet.made,
            "exact": str(exact.figures.edge),
        }

    def _total(self, found: "Simulation") -> dict[str, Any]:
        staked = sum(bet.made * self.stakes[bet.bet] for bet in found.bets)
        per_session = staked / found.sessions
        result = found.as_json()
        return {
            "game": self.rules.game,
            "region": self.rules.region,
            "bet": "mix",
            "setting": {},
            "edge": None,
            "edge_float": -found.mean / per_session,
            "std_error": None if math.isnan(found.mean_error) else found.mean_error / per_session,
            "win": float((found.results > 0).mean()),
            "push": float((found.results == 0).mean()),
            "lose": float((found.results < 0).mean()),
            "variance": float(found.results.var()) / per_session**2,
            "article": self.rules.article,
            "edge_resolved": None,
            "rounds": float(found.length),
            "made": found.sessions,
            "exact": None,
            "sessions": result,
        }


def _mix(found: Game, rules: "BankRulebook", settings: "Settings", bets: list[str]) -> _Run:
    layout = found.layout(rules, settings)
    stakes: dict[str, int] = {}
    for text in bets:
        spot, cents = read_stake(layout, text)
        stakes[spot] = stakes.get(spot, 0) + cents
    for spot, cents in stakes.items():
        limits = layout[spot].limits
        if not limits.admits(cents):
            lo, hi, step = map(format_cents, limits)
            article = rules.limits[rules.bets[layout[spot].bet].limit].article
            raise IllegalAction(f"{spot} takes {lo} to {hi} in steps of {step}, not {format_cents(cents)}", article)
    program = found.program(rules, settings, stakes)
    rows = {row.bet: row for row in found.odds(rules) if row.setting.items() <= settings.options.items()}
    return _Run(found, rules, settings, stakes, {name: _row_of(rows, name) for name in program.names}, True)


def _alone(found: Game, rules: "BankRulebook", settings: "Settings") -> Iterator[_Run]:
    from msgspec.structs import replace

    cents = math.lcm(WHOLE, settings.minimum)
    for row in found.odds(rules):
        chosen = replace(settings, options={**settings.options, **row.setting})
        if not chosen.options.items() >= {k: v for k, v in settings.options.items() if k in row.setting}.items():
            continue
        stakes = found.alone(rules, chosen, row.bet, cents)
        yield _Run(found, rules, chosen, stakes, {list(stakes)[-1]: row}, False)


def _row_of(rows: dict[str, BetOdds], spot: str) -> BetOdds:
    """The row of a spot: its own, or its bet's."""
    return rows.get(spot) or rows[spot.partition(":")[0]]


def _show_rows(rows: list[dict[str, Any]], title: str) -> None:
    table(
        title,
        ["bet", "setting", "edge", "± error", "exact", "win", "push", "lose", "variance", "made", "article"],
        [
            (
                row["bet"],
                " ".join(f"{key}={value}" for key, value in row["setting"].items()),
                percent(row["edge_float"]),
                "—" if row["std_error"] is None else percent(row["std_error"]),
                row["exact"] or "—",
                percent(row["win"], 2),
                percent(row["push"], 2),
                percent(row["lose"], 2),
                f"{row['variance']:.4g}",
                f"{row['made']:,}",
                row["article"],
            )
            for row in rows
        ],
        right=["edge", "± error", "exact", "win", "push", "lose", "variance", "made"],
    )
    if rows[-1]["bet"] == "mix":
        _show_sessions(rows[-1]["sessions"])


def _show_sessions(found: dict[str, Any]) -> None:
    error = "" if found["mean_error"] is None else f" ± {found['mean_error'] / 100:.2f}"
    purse, worst = format_cents(found["bankroll"]), format_cents(found["drawdown_worst"])
    say(f"{found['sessions']:,} sessions of {found['length']:,} rounds with {purse} euros each:")
    say(f"  mean result {found['mean'] / 100:.2f}{error} euros")
    say(f"  ruined {percent(found['ruin'])} ± {percent(found['ruin_error'])}")
    say(f"  deepest fall from a peak: {found['drawdown_mean'] / 100:.2f} on average, {worst} at worst")
    for share, cents in found["quantiles"].items():
        say(f"  {percent(float(share), 0):>5} of sessions end at {cents / 100:.2f} or below")
    counts, edges = found["histogram"]["counts"], found["histogram"]["edges"]
    for count, lo, hi in zip(counts, edges, edges[1:], strict=False):
        bar = "█" * round(50 * count / max(counts))
        say(f"  {lo / 100:>10.2f} to {hi / 100:>10.2f} {count:>9,} {bar}")
