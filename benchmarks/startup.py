"""How long the command takes to start, and the exact odds of everything, against an empty interpreter."""

import subprocess
import sys

from benchmarks.measure import Words, report, seconds
from tapete.games import games


def python(*words: str) -> float:
    """The time of a fresh interpreter."""
    return seconds(lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL), 2.0)


def all_odds() -> None:
    """The odds of every game in every region."""
    for found in games():
        for region in found.regions if found.has("odds") else ():
            found.odds(found.rules(region))


def main() -> None:
    """Prints the figures."""
    empty = python("-c", "pass")
    report("import tapete", python("-c", "import tapete"), "s", 0.15, "goal", False)
    report("tapete --help", python("-m", "tapete", "--help"), "s", 0.3, "goal", False)
    report("tapete --help", python("-m", "tapete", "--help"), "s", empty, "an empty interpreter", False)
    report("tapete odds, all games, all regions", python("-m", "tapete", "odds", "--json"), "s", 2.0, "goal", False)
    report("the same without starting up", seconds(all_odds), "s", 2.0, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
