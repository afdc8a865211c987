"""Trials: bets played by the simulator, each beside its exact figures, as the command line and the pages show them."""

import functools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.engine.places import bet_of
from tapete.errors import IllegalAction, TapeteError
from tapete.games import Game, game
from tapete.money import format_cents
from tapete.odds.report import BetOdds
from tapete.tongues import bets as called
from tapete.words import read_stake

if TYPE_CHECKING:
    from tapete.engine.settings import Settings
    from tapete.law.sections import BankRulebook
    from tapete.sim.program import Program
    from tapete.sim.run import BetResult, Simulation

WHOLE = 1320  # cents that every payment ratio of the texts divides, so that bets played alone lose nothing to rounding


class Trial(NamedTuple):
    """A mix of stakes to be played, and which of its bets are reported, each beside its odds where there are any."""

    game: Game
    rules: "BankRulebook"
    settings: "Settings"
    stakes: dict[str, int]
    reported: dict[str, BetOdds | None]
    mixed: bool

    @property
    def program(self) -> "Program":
        """The stakes as the simulator's loop takes them, here or on another machine."""
        make = functools.partial(_program, self.game.id, self.rules, self.settings, self.stakes)
        return make()._replace(make=make)

    def play(self, rounds: int, **how: Any) -> list[dict[str, Any]]:
        """Plays it; each reported bet is a row, and a mix has a row of its own."""
        from tapete.sim.run import simulate

        return self.rows(simulate(self.program, rounds, **how))

    def rows(self, simulation: "Simulation") -> list[dict[str, Any]]:
        """What a simulation found: each reported bet is a row, and a mix has a row of its own."""
        rows = [self._row(bet, self.reported[bet.bet]) for bet in simulation.bets if bet.bet in self.reported]
        if self.mixed:
            rows.append(self._total(simulation))
        else:
            rows[0]["sessions"] = simulation.as_json()
        return rows

    def _row(self, bet: "BetResult", exact: BetOdds | None) -> dict[str, Any]:
        return {
            **(exact.as_json() if exact else self._unpriced(bet.bet)),
            "bet": bet.bet if self.mixed or not exact else exact.bet,
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
            "exact": str(exact.figures.edge) if exact else None,
        }

    def _unpriced(self, bet: str) -> dict[str, Any]:
        """What is known of a bet that has no odds."""
        article = self.rules.bets[bet_of(bet)].article
        return {"game": self.rules.game, "region": self.rules.region, "setting": {}, "article": article, "note": ""}

    def _total(self, simulation: "Simulation") -> dict[str, Any]:
        staked = sum(bet.made * self.stakes[bet.bet] for bet in simulation.bets)
        per_session = staked / simulation.sessions
        result = simulation.as_json()
        return {
            "game": self.rules.game,
            "region": self.rules.region,
            "bet": "mix",
            "setting": {},
            "edge": None,
            "edge_float": -simulation.mean / per_session,
            "std_error": None if math.isnan(simulation.mean_error) else simulation.mean_error / per_session,
            "win": float((simulation.results > 0).mean()),
            "push": float((simulation.results == 0).mean()),
            "lose": float((simulation.results < 0).mean()),
            "variance": float(simulation.results.var()) / per_session**2,
            "article": self.rules.article,
            "edge_resolved": None,
            "rounds": float(simulation.length),
            "made": simulation.sessions,
            "exact": None,
            "sessions": result,
        }


def _program(name: str, rules: "BankRulebook", settings: "Settings", stakes: dict[str, int]) -> "Program":
    return game(name).program(rules, settings, stakes)


def check_simulated(game: Game) -> None:
    """Refuses a game between players, which has nothing that is staked against the house."""
    if game.has("frequencies") and not game.has("kernel"):
        raise TapeteError("{game} has no bet against the house to simulate", game=game.id)


def mixed(game: Game, rules: "BankRulebook", settings: "Settings", bets: Sequence[str]) -> Trial:
    """The mix that people write as `rojo 10`, `17 5`; a stake that the table does not take is refused."""
    check_simulated(game)
    layout = game.layout(rules, settings)
    stakes: dict[str, int] = {}
    for text in bets:
        spot, cents = read_stake(layout, text, called(rules))
        stakes[spot] = stakes.get(spot, 0) + cents
    return of_stakes(game, rules, settings, stakes)


def of_stakes(game: Game, rules: "BankRulebook", settings: "Settings", stakes: dict[str, int]) -> Trial:
    """A mix of stakes in cents by spot; one that the table does not take is refused."""
    layout = game.layout(rules, settings)
    for spot, cents in stakes.items():
        limits = layout[spot].limits
        if not limits.admits(cents):
            lo, hi, step = map(format_cents, limits)
            article = rules.limits[rules.bets[layout[spot].bet].limit].article
            raise IllegalAction(
                "{bet} takes {lo} to {hi} in steps of {step}, not {amount}",
                article,
                bet=spot,
                lo=lo,
                hi=hi,
                step=step,
                amount=format_cents(cents),
            )
    program = game.program(rules, settings, stakes)
    rows = {row.bet: row for row in _rows(game, rules) if row.setting.items() <= settings.options.items()}
    return Trial(game, rules, settings, stakes, {name: _row_of(rows, name) for name in program.names}, True)


def alone(game: Game, rules: "BankRulebook", settings: "Settings") -> Iterator[Trial]:
    """Every bet of the odds' rows, or of a game without odds every bet, played by itself."""
    from msgspec.structs import replace

    check_simulated(game)
    cents = math.lcm(WHOLE, settings.minimum)
    rows = _rows(game, rules)
    for bet, row in [(row.bet, row) for row in rows] if rows else [(bet, None) for bet in rules.bets]:
        setting = row.setting if row else {}
        if any(settings.options.get(name, value) != value for name, value in setting.items()):
            continue
        chosen = replace(settings, options={**settings.options, **setting})
        stakes = game.alone(rules, chosen, bet, cents)
        yield Trial(game, rules, chosen, stakes, {list(stakes)[-1]: row}, False)


def _rows(game: Game, rules: "BankRulebook") -> list[BetOdds]:
    return game.odds(rules) if game.has("odds") else []


def _row_of(rows: dict[str, BetOdds], spot: str) -> BetOdds | None:
    """The row of a spot: its own, or its bet's; none where there are no odds."""
    return rows.get(spot) or (rows[bet_of(spot)] if rows else None)
