"""Games of bingo with two hundred cards: by which ball they end, and what a card wins of them, on one core."""

import time

import msgspec

from benchmarks.measure import Words, report
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.bingo import drawn
from tapete.games.bingo.measured import first_falls
from tapete.sim.run import simulate

GAMES, SERIES, CARDS = 1_000_000, 34, 204
GOAL = 10.0  # seconds, for games "in seconds"


def simulated() -> float:
    """Seconds in which a million games are played for a card among 34 series, start and compiling included."""
    rules = game("bingo").rules("pais-vasco")
    start = time.perf_counter()
    usual = standard(rules)
    settings = msgspec.structs.replace(usual, options={**usual.options, "series": str(SERIES)})
    simulate(game("bingo").program(rules, settings, {"carton": 200}), GAMES, workers=1)
    return time.perf_counter() - start


def fallen() -> float:
    """Seconds in which the first line and the first bingo of a million games are found."""
    rules = game("bingo").rules("pais-vasco")
    start = time.perf_counter()
    for block in range(GAMES // drawn.GAMES):
        first_falls(rules, CARDS, drawn.GAMES, 1, block)
    return time.perf_counter() - start


def main() -> None:
    """Prints the figures."""
    report(f"a million games of {CARDS} cards, what a card wins", simulated(), "s", GOAL, "goal", more_is_better=False)
    report(f"a million games of {CARDS} cards, when they fall", fallen(), "s", GOAL, "goal", more_is_better=False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
