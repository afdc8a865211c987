"""Blackjack rounds a second on one core against gymnasium, and how fast best play is worked out."""

import importlib
import itertools

from benchmarks.measure import Words, report, seconds
from tapete.cards.composition import Composition
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.blackjack.best import advise, counts, less
from tapete.games.blackjack.chart import chart
from tapete.games.blackjack.rules import terms
from tapete.sim.run import simulate

GOAL = 10e6
ROUNDS = 2_000_000
PEER_ROUNDS = 1000


def rounds(shuffler: str) -> float:
    """Rounds a second by the chart, with doubling and splitting: from shoes with a separator, or from a shuffler."""
    rules = game("blackjack").rules("extremadura")
    settings = standard(rules, options={"distribuidor": shuffler})
    program = game("blackjack").program(rules, settings, {"casilla:1": 1000})
    return ROUNDS / seconds(lambda: simulate(program, ROUNDS, workers=1), 3.0)


def gymnasium_rounds() -> float:
    """Blackjack-v1 without its wrappers: endless packs, hit or stand, drawing to 17."""
    env = importlib.import_module("gymnasium").make("Blackjack-v1", sab=True).unwrapped

    def run() -> None:
        for _ in range(PEER_ROUNDS):
            (total, _, _), _ = env.reset()
            done = False
            while not done:
                (total, _, _), _, done, _, _ = env.step(int(total < 17))

    return PEER_ROUNDS / seconds(run, 2.0)


def chart_time() -> float:
    """A chart for a shoe that was not asked about before."""
    rules = game("blackjack").rules("pais-vasco")
    playing, whole = terms(rules, standard(rules)), counts(Composition.full(rules.equipment.cards.packs))
    shoes = itertools.combinations_with_replacement(range(1, 11), 5)
    return seconds(lambda: chart(playing, less(whole, *next(shoes))), 3.0)


def advice_time() -> float:
    """One decision with every card seen, of the kind that takes longest: twos against a two."""
    rules = game("blackjack").rules("pais-vasco")
    playing, whole = terms(rules, standard(rules)), counts(Composition.full(rules.equipment.cards.packs))
    shoes = itertools.combinations_with_replacement(range(1, 11), 5)
    return seconds(lambda: advise(playing, (2, 2), 2, less(whole, 2, 2, 2, *next(shoes))), 2.0)


def main() -> None:
    """Prints the figures."""
    ours = rounds("manual")
    report("blackjack rounds, six packs, one core", ours / 1e6, "million/s", GOAL / 1e6, "goal")
    report("the same from a shuffler", rounds("automatico") / 1e6, "million/s", ours / 1e6, "from shoes")
    report("blackjack rounds, six packs, one core", ours, "/s", gymnasium_rounds(), "gymnasium")
    report("blackjack chart for a new shoe", chart_time(), "s", 2.0, "goal", False)
    report("blackjack advice with every card seen", advice_time() * 1e3, "ms", 50.0, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
