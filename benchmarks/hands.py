"""Hands that others played, read and played again, beside PokerKit reading the same ones, in the processor's time."""

import importlib

from benchmarks.measure import Words, processor, report
from tapete.games import game
from tapete.games.circulo.phh import hands, read
from tapete.games.circulo.replaying import replayed

COUNT, GOAL, PEER_COUNT = 10_000, 10.0, 200
SIX = """variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0, 0, 0]
min_bet = 10
starting_stacks = [1000, 1000, 850, 1000, 300, 1000]
actions = ["d dh p1 AcKd", "d dh p2 2c2d", "d dh p3 7h6h", "d dh p4 QsQd", "d dh p5 9h9c", "d dh p6 Jh3d",
 "p3 f", "p4 cbr 25", "p5 cbr 75", "p6 f", "p1 cc", "p2 f", "p4 cc", "d db 7s8s9d", "p1 cc", "p4 cc", "p5 cbr 225",
 "p1 f", "p4 cc", "p4 sm QsQd", "p5 sm 9h9c", "d db 2h", "d db Kc"]
"""


def ours(count: int) -> float:
    """Seconds to read and play so many hands of six."""
    rules = game("holdem").rules("extremadura")
    text = "".join(f"[{number}]\n{SIX}" for number in range(count))
    assert all(replayed(rules, read(hand)).legal for hand in hands(f"[1]\n{SIX}", several=True))
    return processor(lambda: [replayed(rules, read(hand)) for hand in hands(text, several=True)])


def main() -> None:
    """Prints the figures."""
    took = ours(COUNT)
    report(f"{COUNT:,} hands in PHH read and played again", took, "s", GOAL, "goal", False)
    try:
        kit = importlib.import_module("pokerkit")
    except ImportError:
        print("pokerkit is not installed: not compared")
        return
    rate = PEER_COUNT / processor(lambda: [[*kit.HandHistory.loads(SIX)] for _ in range(PEER_COUNT)])
    report("hands a second", COUNT / took, "/s", rate, "PokerKit")


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
