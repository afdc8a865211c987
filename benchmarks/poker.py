"""Poker against the house: exact odds with the start of the command, and hands a second on one core."""

import os
import subprocess
import sys
import tempfile

from benchmarks.measure import report, seconds
from tapete.engine.settings import standard
from tapete.games import game
from tapete.sim.run import simulate

HANDS = 4_000_000
GOAL = 5e6
ODDS = {"trijoker": 1.0, "tripoker": 1.0}  # seconds, a region
# Seconds, where answers are kept: to work them out, and then to find them.
COUNTED = {
    "poker-con-descarte": 240.0,
    "poker-sin-descarte": 60.0,
    "pai-gow": 60.0,
    "poker-cuatro-cartas": 20.0,
    "texas-bonus": 20.0,
    "texas-poker": 20.0,
}
FOUND = 0.3
AS_IF_NOTHING_WERE_SHIPPED = """
import pathlib, sys
from tapete.odds import kept
kept.SHIPPED = pathlib.Path("nothing")
from tapete.cli import main
sys.argv[0] = "tapete"
main()
"""


def odds_time(name: str, region: str) -> float:
    """The time of the command, from a fresh interpreter to the last figure."""
    words = [sys.executable, "-m", "tapete", "odds", name, "--region", region, "--json"]
    return seconds(lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL), 2.0)


def counting_time(name: str, region: str) -> float:
    """The same where the answer is not known yet: whoever asks has it counted."""
    words = [sys.executable, "-c", AS_IF_NOTHING_WERE_SHIPPED, "odds", name, "--region", region, "--json"]

    def run() -> None:
        with tempfile.TemporaryDirectory() as new:
            environment = {**os.environ, "XDG_CACHE_HOME": new}
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=environment)

    return seconds(run, 2.0)


def hands(name: str, region: str) -> float:
    """Hands a second, played by the computed strategy."""
    rules = game(name).rules(region)
    settings = standard(rules)
    program = game(name).program(rules, settings, {next(iter(game(name).layout(rules, settings))): 1000})
    simulate(program, 1000)
    return HANDS / seconds(lambda: simulate(program, HANDS, workers=1), 2.0)


def main() -> None:
    """Prints the figures."""
    for name, goal in ODDS.items():
        for region in game(name).regions:
            report(f"tapete odds {name}, {region}", odds_time(name, region), "s", goal, "goal", False)
    for name, goal in COUNTED.items():
        for region in game(name).regions:
            report(f"counting {name}, {region}", counting_time(name, region), "s", goal, "goal", False)
            report(f"tapete odds {name}, {region}", odds_time(name, region), "s", FOUND, "goal", False)
    for name in (*ODDS, *COUNTED):
        report(f"{name} hands, one core", hands(name, game(name).regions[0]) / 1e6, "million/s", GOAL / 1e6, "goal")


if __name__ == "__main__":
    main()
