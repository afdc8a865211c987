"""Rounds a second beside OpenSpiel and RLCard: our loops and our procedures, and the nearest games that they have.

Theirs are played as they are meant to be, step by step from Python with random actions. Our loop plays by the computed
strategy; our procedure is a whole round of a live table, with chance that was committed to, limits checked, every chip
moved and every line written. Figures are of the processor's time, on one core: what runs beside it counts less.
"""

import importlib
import random
from collections.abc import Callable

from benchmarks.measure import Words, processor, report
from benchmarks.poker import COUNTED
from tapete.engine.requests import Act
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose, Option, Window
from tapete.games import game
from tapete.sim.run import simulate

LOOP, FEW = 1_000_000, 200
LIMIT_HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,maxRaises=3 4 4 4,"
    "firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
BLACKJACK = ("blackjack",)
POKER = tuple(COUNTED)


def open_spiel(name: str) -> float:
    """Rounds of a game of OpenSpiel's."""
    found, source = importlib.import_module("pyspiel").load_game(name), random.Random(1)

    def run() -> None:
        for _ in range(FEW):
            state = found.new_initial_state()
            while not state.is_terminal():
                state.apply_action(source.choice(state.legal_actions()))

    return FEW / processor(run)


def rlcard(name: str) -> float:
    """Rounds of a game of RLCard's."""
    env, source = importlib.import_module("rlcard").make(name), random.Random(1)

    def run() -> None:
        for _ in range(FEW):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(source.choice(list(state["legal_actions"])))

    return FEW / processor(run)


def loop(name: str) -> float:
    """Rounds of ours, by the computed strategy, on one core."""
    found = game(name)
    rules = found.rules(found.regions[0])
    settings = standard(rules)
    program = found.program(rules, settings, {next(iter(found.layout(rules, settings))): 1000})
    return LOOP / processor(lambda: simulate(program, LOOP, workers=1))


def procedure(name: str) -> float:
    """Rounds of ours through the procedure: a player's stake, random choices, the settlement, the transcript."""
    found, source = game(name), random.Random(1)
    rules = found.rules(found.regions[0])
    settings = standard(rules)
    spot = next(iter(found.layout(rules, settings).values()))
    table = Session(found.play, rules, settings, {"ana": 10**12}, seeds=lambda: source.randbytes(32))

    def run() -> None:
        for _ in range(FEW):  # a shoe that is shuffled is a round of its own
            assert any(_round(table, Act("stake", spot.id, spot.limits.lo), source) for _ in range(2))

    return FEW / processor(run)


def _round(table: Session, stake: Act, source: random.Random) -> bool:
    """One round to its end; whether anything was staked."""
    found, staked = table.open(), False
    while not found.finished:
        pending = found.pending
        if isinstance(pending, Choose):
            found.act(pending.actor, Act("choose", source.choice(pending.options)))
            continue
        assert isinstance(pending, Window)
        if not staked and type(pending.option("ana", stake.do, stake.on)) is Option:
            found.act("ana", stake)
            staked = True
            continue
        openings = [(who, item) for who in ("croupier", *pending.actors()) for item in pending.open(who)]
        who, item = next((opening for opening in openings if opening[1].do == "close"), openings[0])
        found.act(who, item.least_act)
    return staked


PEERS: dict[tuple[str, ...], dict[str, Callable[[], float]]] = {
    BLACKJACK: {
        "open_spiel blackjack": lambda: open_spiel("blackjack"),
        "rlcard blackjack": lambda: rlcard("blackjack"),
    },
    POKER: {
        "open_spiel leduc_poker": lambda: open_spiel("leduc_poker"),
        "open_spiel limit hold'em": lambda: open_spiel(LIMIT_HOLDEM),
        "rlcard leduc-holdem": lambda: rlcard("leduc-holdem"),
        "rlcard limit-holdem": lambda: rlcard("limit-holdem"),
    },
}


def main() -> None:
    """Prints the figures, each of ours against each of theirs."""
    for names, peers in PEERS.items():
        theirs = {peer: measure() for peer, measure in peers.items()}
        for name in names:
            for kind, ours in (("loop", loop(name)), ("procedure", procedure(name))):
                for peer, rounds in theirs.items():
                    report(f"{name} rounds, {kind}, one core", ours, "/s", rounds, peer)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
