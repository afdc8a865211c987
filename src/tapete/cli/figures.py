"""`odds` and `simulate`: what a bet costs, exactly and by playing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tapete.cli.arguments import GAME, REGION, Set, Whole, played, ruled, switches
from tapete.cli.output import answer, console, percent, progress, say, table
from tapete.cli.strategy import strategy as tables_of_play
from tapete.crew import hired
from tapete.errors import TapeteError, either
from tapete.games import Game, game
from tapete.games import games as all_games
from tapete.money import euros, format_cents
from tapete.odds.chain import Number
from tapete.odds.frequency import Frequency, Take
from tapete.odds.kept import watched
from tapete.odds.report import BetOdds, fraction
from tapete.par.rows import Row as HasSetting
from tapete.par.rows import among, narrowed, priced

if TYPE_CHECKING:
    from tapete.cards.composition import Composition
    from tapete.law.rulebook import Rulebook

Row = BetOdds | Frequency | Take
READABLE = 20  # letters of a fraction
TEXTS = ("bet", "hand", "cut", "setting", "an hour is", "article")
# What is asked instead of odds, with the other options that such a question takes.
INSTEAD: dict[str, tuple[str, ...]] = {
    "--strategy": ("--set",),
    "--cards": (),
    "--hands": (),
    "--take": ("--set",),
}


def odds(
    name: Annotated[str | None, Parameter(name="GAME")] = None,
    /,
    *,
    region: str | None = None,
    shoe: str | None = None,
    seen: str | None = None,
    take: Annotated[bool, Parameter(negative="")] = False,
    hands: Annotated[bool, Parameter(negative="")] = False,
    cards: Whole | None = None,
    cluster: str | None = None,
    strategy: Annotated[bool, Parameter(negative="")] = False,
    set_: Set = None,
) -> None:
    """Every bet exactly: edge, chances, variance. Of games between players, how often each final hand comes.

    Parameters
    ----------
    name
        A game of the catalogue; all of them if none is given.
    region
        A region whose text has the game; all of them if none is given.
    shoe
        What is left in the shoe, as in "6 packs less Ah Ks 10d"; the whole shoe if not given.
    seen
        Cards of a whole shoe that a player has seen and that are not dealt any more, as in "Ah Ks". What --set leaves
        out is not counted: without cards that are bought, for instance, it takes seconds.
    take
        What the house takes in an hour from games between players, by each way its text gives.
    hands
        Of a game against the bank that counts them: only how often each kind of hand is dealt.
    cards
        Of bingo: by which ball the first line and the first bingo of so many cards have come out.
    cluster
        A Dask cluster that counts what takes long: tcp://HOST:PORT, tls://HOST:PORT, or local to start one here.
        Results are the same.
    strategy
        Best play: its rules in words, and what to do in every case as tables.
    """
    more: dict[str, object] = {"--shoe": shoe, "--seen": seen, "--cluster": cluster, "--set": set_}
    asked = {"--strategy": strategy, "--cards": cards is not None, "--hands": hands, "--take": take}
    _check_asked([option for option, given in {**asked, **more}.items() if given])
    if strategy:
        tables_of_play(name, region, switches(set_))
        return
    if cards is not None:
        _moments(name, region, cards)
        return
    if hands:
        _dealt(name, region)
        return
    given = {"--shoe": shoe, "--seen": seen}
    for option in (option for option, text in given.items() if text is not None and name is None):
        raise TapeteError("{option} is for one game: say which", option=option)
    if None not in given.values():
        raise TapeteError("--shoe says what is left, --seen what is gone: give one of them")
    with hired(cluster), progress("counting deals") as tell, watched(tell):
        chosen, whole = switches(set_), shoe is None and seen is None
        rows = list(_rows(name, region, chosen, take, None if whole else lambda rules: _composition(rules, shoe, seen)))

    def show() -> None:
        for of in dict.fromkeys((row.game, row.region) for row in rows):
            alike = [row for row in rows if (row.game, row.region) == of]
            lines = [_line(row) for row in alike]
            right = [column for column in lines[0] if column not in TEXTS]
            table(f"{of[0]} in {of[1]}", list(lines[0]), [tuple(line.values()) for line in lines], right)
            _decided([row for row in alike if isinstance(row, BetOdds)])
            if game(of[0]).has("dealt") and whole:
                _show_hands(game(of[0]).dealt(game(of[0]).rules(of[1])))
            if game(of[0]).has("guide") and any(isinstance(row, BetOdds) and row.decisions for row in alike):
                say(f"What to do in each case: tapete odds {of[0]} --region {of[1]} --strategy")

    answer([row.as_json() for row in rows], show)


def _check_asked(given: Sequence[str]) -> None:
    """Refuses options that would be passed over, since another one asks for something that they are not about."""
    for question in (option for option in given if option in INSTEAD):
        for option in given:
            if option != question and option not in INSTEAD[question]:
                raise TapeteError(f"{question} does not go with {option}: leave one of them out")


def _decided(rows: Sequence[BetOdds]) -> None:
    """What the figures rest on: how often each decision is taken, what that costs, and the notes on rows."""
    decided = [row for row in rows if row.decisions]
    choices = list(dict.fromkeys(choice for row in decided for choice in row.decisions))
    shares = [[percent(row.decisions[one], 2) if one in row.decisions else "" for one in choices] for row in decided]
    lines = [(row.bet, setting_of(row), *line, _cost(row)) for row, line in zip(decided, shares, strict=True)]
    if lines:
        columns = [*choices, "costs against best play"]
        table("how often each decision is taken", ["bet", "setting", *columns], lines, columns)
    for note in dict.fromkeys(row.note for row in rows if row.note):
        say(f"{_shared([row for row in rows if row.note == note])}: {note}.")


def _cost(row: BetOdds) -> str:
    error = f" ± {percent(row.cost_error, 4)}" if row.cost_error else ""
    return "" if row.cost is None else percent(row.cost) + error


def _shared(rows: Sequence[BetOdds]) -> str:
    """What rows have in common: their bets, and the options that are the same in all of them."""
    common = [
        (key, value) for key, value in rows[0].setting.items() if all(row.setting.get(key) == value for row in rows)
    ]
    bets = ", ".join(dict.fromkeys(row.bet for row in rows))
    return " ".join([bets, *(f"{key}={value}" for key, value in common)])


def _dealt(name: str | None, region: str | None) -> None:
    """How often each kind of hand is dealt."""
    if name is None:
        raise TapeteError("{option} is for one game: say which", option="--hands")
    chosen = game(name)
    if not chosen.has("dealt"):
        others = ", ".join(other.id for other in all_games() if other.has("dealt"))
        raise TapeteError(f"--hands is for games that count what is dealt against the bank: {others}")
    by_region = [chosen.dealt(chosen.rules(where)) for where in ([region] if region else chosen.regions)]

    def show() -> None:
        for rows in by_region:
            _show_hands(rows)

    answer([row.as_json() for rows in by_region for row in rows], show)


def _show_hands(rows: Sequence[Frequency]) -> None:
    if rows:
        lines = [_line(row) for row in rows]
        right = [column for column in lines[0] if column not in TEXTS]
        title = f"{rows[0].game} in {rows[0].region}: hands as they are dealt"
        table(title, list(lines[0]), [tuple(line.values()) for line in lines], right)


def setting_of(row: HasSetting) -> str:
    """The options that a row holds under, as they are typed."""
    return " ".join(f"{key}={value}" for key, value in row.setting.items())


def _moments(name: str | None, region: str | None, cards: int) -> None:
    """When what is waited for falls, ball by ball, and on average."""
    from tapete.odds.moments import means, measured

    if name is None:
        raise TapeteError("{option} is for one game: say which", option="--cards")
    chosen = game(name)
    rows = chosen.moments(chosen.rules(region or chosen.regions[0]), cards)

    def show() -> None:
        named = list(rows[0].by_then)
        shown = [row for row in rows if min(row.by_then.values()) > 0 or 0 < max(row.by_then.values()) < 1]
        played = measured(rows)
        columns = ["ball", *named, *(f"{what}, played" for what in played)]
        lines = [
            (
                str(row.ball),
                *(percent(float(row.by_then[what])) for what in named),
                *map(percent, row.measured.values()),
            )
            for row in shown
        ]
        table(f"{chosen.id}, {cards} {'card' if cards == 1 else 'cards'}: out by ball", columns, lines, columns)
        say("; ".join(f"{what}: ball {_ball(ball)} on average" for what, ball in means(rows).items()) + ".")
        say(
            "Several share it: " + "; ".join(f"{what} {percent(float(x))}" for what, x in rows[-1].shared.items()) + "."
        )
        if played:
            worst = max(error for row in rows for error in row.std_error.values())
            told = "; ".join(f"{what}: ball {ball:.3f} ± {error:.3f}" for what, (ball, error) in played.items())
            say(f"Exact where the numbers of every series are dealt anew. Played with the book's own cards: {told}.")
            say(f"{rows[0].games:,} games; the standard error of a chance is {percent(worst)} at most.")

    answer([row.as_json() for row in rows], show)


def _ball(mean: Fraction) -> str:
    """A ball on average; as a fraction too where that can be read."""
    return f"{float(mean):.3f}" + (f" ({mean})" if len(str(mean)) < READABLE else "")


def _rows(
    name: str | None, region: str | None, chosen: dict[str, str], take: bool, left: Callable[[Any], Any] | None
) -> Iterator[Row]:
    for each in [game(name)] if name else all_games():
        if not name and not (each.has("frequencies") or (each.has("odds") and not take)):
            continue
        for where in [region] if region else each.regions:
            if not name and where not in each.regions:
                continue
            if take:
                yield from _takes(each, *ruled(each, where, chosen))
            elif left is None and not each.has("frequencies"):
                yield from priced(played(each), where, chosen)
            else:
                rules, options = ruled(each, where, chosen)
                yield from among(_rows_of(each, narrowed(each, rules, options), left and left(rules)), options)


def _takes(game: Game, rules: Any, options: dict[str, str]) -> Sequence[Row]:
    """What the house takes in an hour, as it is chosen."""
    if not game.has("frequencies"):
        told = "--take is for games between players whose odds do not say what the house keeps"
        raise TapeteError(f"{told}: those of {game.id} do")
    return game.takes(rules, options)


def _rows_of(game: Game, rules: Any, left: "Composition | None") -> Sequence[Row]:
    """A game's rows of the kind it has: of bets, or of hands between players."""
    if not game.has("frequencies"):
        return game.odds(rules, left)
    if left is not None:
        raise TapeteError(f"{game.id} is dealt from whole packs: leave --shoe and --seen out")
    return game.frequencies(rules)


def _composition(rules: "Rulebook", shoe: str | None, seen: str | None) -> "Composition | None":
    """What is left in the shoe of a game of cards."""
    if shoe is None and seen is None:
        return None
    from tapete.cards.card import pack
    from tapete.cards.composition import Composition
    from tapete.law.sections import DealtRulebook

    if not isinstance(rules, DealtRulebook):
        raise TapeteError(f"{rules.game} is played without a shoe: leave --shoe and --seen out")
    cards = pack(rules.equipment.cards.pack)
    if shoe is None:
        return Composition.full(rules.equipment.cards.packs, cards).less(cards.parse_many(seen or ""))
    composition, packs = Composition.parse(shoe, cards, rules.equipment.cards.packs), _packs(rules)
    if str(composition.packs) not in packs:
        whole = f"{either(packs)} pack{'' if packs == ('1',) else 's'}"
        raise TapeteError(f"{rules.game} is dealt from {whole}, not from {composition.packs}")
    return composition


def _packs(rules: Any) -> tuple[str, ...]:
    """How many packs a text lets the shoe hold."""
    chosen = rules.options.get("mazos")
    return chosen.values if chosen else (str(rules.equipment.cards.packs),)


def _exact(edge: Number) -> str:
    """The edge as a fraction, where it is exact and short enough to be read."""
    text = fraction(edge)
    return "—" if text is None else text if len(text) <= 28 else "as --json"


def _line(row: Row) -> dict[str, str]:
    """A row for a person, by column."""
    setting = setting_of(row)
    if isinstance(row, Frequency):
        of = {"count": f"{row.count:,}", "of": f"{row.of:,}", "chance": percent(row.chance, 5)}
        return {"hand": row.hand, "setting": setting, **of, "article": row.article}
    if isinstance(row, Take):
        hour = " ".join(f"{key}={value}" for key, value in row.hour.items())
        per_hour = f"{float(row.minimums):.2f}"
        return {"cut": row.cut, "setting": setting, "an hour is": hour, "minimums": per_hour, "article": row.article}
    figures = row.figures
    return {
        "bet": row.bet,
        "setting": setting,
        "edge": percent(figures.edge),
        "± error": "" if row.std_error is None else percent(row.std_error, 4),
        "exact": _exact(figures.edge),
        "of all staked": "" if row.staked == 1 else percent(row.element_of_risk),
        "win": percent(figures.win, 2),
        "push": percent(figures.push, 2),
        "lose": percent(figures.lose, 2),
        "variance": f"{float(figures.variance):.4g}",
        "rounds": f"{float(figures.rounds):.4g}",
        "article": row.article,
    }


def simulate(
    name: Annotated[str, GAME],
    /,
    *,
    region: Annotated[str, REGION],
    rounds: Whole = 1_000_000,
    seed: Whole = 1,
    bet: list[str] | None = None,
    session: Whole | None = None,
    bankroll: str | None = None,
    workers: Whole | None = None,
    cluster: str | None = None,
    set_: Set = None,
) -> None:
    """Every bet by playing it, with error bars, ruin and drawdown.

    Parameters
    ----------
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
    cluster
        A Dask cluster that plays: tcp://HOST:PORT, tls://HOST:PORT, or local to start one here. Results are the same.
    """
    from rich.progress import Progress

    from tapete.engine.settings import standard
    from tapete.trials import alone, mixed

    chosen = game(name)
    rules, options = ruled(chosen, region, switches(set_))
    settings = standard(rules, options=options)
    purse = euros(bankroll) if bankroll is not None else None
    runs = [mixed(chosen, rules, settings, bet)] if bet else list(alone(chosen, rules, settings))
    rows: list[dict[str, Any]] = []
    with (
        _named(),
        hired(cluster, workers),
        Progress(console=console(stderr=True), transient=True, disable=not console(stderr=True).is_terminal) as bar,
    ):
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


@contextmanager
def _named() -> Iterator[None]:
    """What makes a simulation unplayable is said with the option that set it."""
    from tapete.sim.run import Unplayable

    try:
        yield
    except Unplayable as error:
        raise TapeteError(f"--{error.about}: {error}") from None


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


def _show_sessions(sessions: dict[str, Any]) -> None:
    error = "" if sessions["mean_error"] is None else f" ± {sessions['mean_error'] / 100:.2f}"
    purse, worst = format_cents(sessions["bankroll"]), format_cents(sessions["drawdown_worst"])
    say(f"{sessions['sessions']:,} sessions of {sessions['length']:,} rounds with {purse} euros each:")
    say(f"  mean result {sessions['mean'] / 100:.2f}{error} euros")
    say(f"  ruined {percent(sessions['ruin'])} ± {percent(sessions['ruin_error'])}")
    say(f"  deepest fall from a peak: {sessions['drawdown_mean'] / 100:.2f} on average, {worst} at worst")
    for share, cents in sessions["quantiles"].items():
        say(f"  {percent(float(share), 0):>5} of sessions end at {cents / 100:.2f} or below")
    counts, edges = sessions["histogram"]["counts"], sessions["histogram"]["edges"]
    for count, lo, hi in zip(counts, edges, edges[1:], strict=False):
        bar = "█" * round(50 * count / max(counts))
        say(f"  {lo / 100:>10.2f} to {hi / 100:>10.2f} {count:>9,} {bar}")
