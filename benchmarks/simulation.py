"""Simulated decisions a second on one core, against crapssim playing the same line bet in the same run."""

import io
from contextlib import redirect_stdout

from benchmarks.measure import Words, report, seconds
from tapete.engine.settings import standard
from tapete.games import game
from tapete.sim.run import simulate

GOAL = 30e6


def line_decisions() -> float:
    """Win bets decided a second."""
    rules = game("dados").rules("extremadura")
    program = game("dados").program(rules, standard(rules), {"win": 1000})
    made = simulate(program, 20_000_000, workers=1).bets[0].made
    return made / seconds(lambda: simulate(program, 20_000_000, workers=1), 3.0)


def spins(bet: str = "rojo") -> float:
    """Spins of French roulette a second with one bet on the felt."""
    rules = game("ruleta-francesa").rules("extremadura")
    program = game("ruleta-francesa").program(rules, standard(rules), {bet: 1000})
    return 20e6 / seconds(lambda: simulate(program, 20_000_000, workers=1), 3.0)


def crapssim_decisions() -> float:
    """Pass line bets that crapssim decides a second; it re-makes the bet after every decision."""
    from crapssim.strategy.single_bet import BetPassLine
    from crapssim.table import Table

    decisions = 300

    def run() -> None:
        table = Table(seed=1)
        table.add_player(bankroll=1e9, strategy=BetPassLine(10))
        with redirect_stdout(io.StringIO()):
            table.run(max_rolls=round(decisions * 557 / 165), verbose=False)

    return decisions / seconds(run, 2.0)


def main() -> None:
    """Prints the figures."""
    ours, theirs = line_decisions(), crapssim_decisions()
    report("craps line decisions, one core", ours / 1e6, "million/s", GOAL / 1e6, "goal")
    report("craps line decisions, one core", ours, "/s", theirs, "crapssim")
    report("roulette spins, one even chance, one core", spins() / 1e6, "million/s", ours / 1e6, "craps line decisions")


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
