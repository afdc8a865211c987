"""Equities of poker between players, against PokerKit's on the same hands in the same run.

PokerKit draws deals and has no count of all of them, so it is measured by its deals a second. Figures are of the
processor's time.
"""

import importlib

from benchmarks.measure import Words, processor, report
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.circulo.equity import equity

REGION = "extremadura"
PREFLOP = ("AsAh", "KdKc")
FLOP = ("AsKh", "QhQd", "JcTc", "7s6s", "2h2d"), "Ah 7d 2c"
OMAHA = ("AsAhKsKh", "QdJdTc9c")
DRAWN, PEER_DRAWN = 250_000, 1_000


def ours(name: str, hands: tuple[str, ...], board: str = "", samples: int = 0) -> float:
    """Seconds for one answer, everything found anew but the tables."""
    rules = game(name).rules(REGION)
    settings = standard(rules)
    return processor(lambda: equity(rules, settings, hands, [board] if board else (), samples=samples))


def pokerkit(hands: tuple[str, ...], board: str, own: int, kind: str) -> float | None:
    """PokerKit's deals a second, or a line that it is not there."""
    try:
        kit = importlib.import_module("pokerkit")
    except ImportError:
        print("pokerkit is not installed: not compared")
        return None
    ranges = [list(kit.parse_range(hand)) for hand in hands]
    lying, types = list(kit.Card.parse(board)), (getattr(kit, kind),)
    return PEER_DRAWN / processor(
        lambda: kit.calculate_equities(ranges, lying, own, 5, kit.Deck.STANDARD, types, sample_count=PEER_DRAWN)
    )


def main() -> None:
    """Prints the figures."""
    exact = ours("holdem", PREFLOP)
    report("hold'em, two hands before the flop, all 1,712,304 deals", exact, "s", 0.2, "goal", False)
    if (rate := pokerkit(PREFLOP, "", 2, "StandardHighHand")) is not None:
        report("the same, deals a second", 1_712_304 / exact, "/s", rate, "PokerKit, drawn")
    on_flop = ours("holdem", *FLOP)
    report("hold'em, five hands on the flop, all 741 deals", on_flop, "s", 0.01, "goal", False)
    drawn = ours("omaha", OMAHA, samples=DRAWN)
    report("Omaha, two hands before the flop, drawn to 0.1 %", drawn, "s", 0.5, "goal", False)
    if (rate := pokerkit(OMAHA, "", 4, "OmahaHoldemHand")) is not None:
        report("the same, deals a second", DRAWN / drawn, "/s", rate, "PokerKit")
    report("Omaha, two hands before the flop, all 1,086,008 deals", ours("omaha", OMAHA), "s", 0.5, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
