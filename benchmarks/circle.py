"""Hands of poker between players beside PokerKit and OpenSpiel: six at hold'em without limit, random legal actions.

Ours are whole hands of a live table: the pack's order committed to, every act checked against its article, every chip
moved, every line kept and all of them hashed. Then the lines are audited: played again through the procedure and
compared. PokerKit plays with all its automations and keeps its operations; OpenSpiel's game has four sizes of bet, and
is compiled. In ours and PokerKit's nobody gives up who has nothing to match. Figures are of the processor's time.
"""

import importlib
import importlib.util
import random
from collections.abc import Callable
from typing import Any

import msgspec

from benchmarks.measure import Words, in_turns, processor, report
from tapete.engine.requests import Act
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import Entry
from tapete.engine.window import Option, Window
from tapete.games import game
from tapete.games.circulo.settle import contenders, layers, shares

HANDS, GOAL = 500, 10
CASES, SOON = 1_000, 0.1
REGION = "extremadura"
BLIND, STACK = 100, 20_000
NAMES = ("ana", "luis", "eva", "pau", "noa", "teo")
OPTIONS = {"limite": "sin-limite", "puestos": str(len(NAMES)), "porcentaje": "minimo"}
SPIEL = (
    "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=50 100 0 0 0 0,firstPlayer=3 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=20000 20000 20000 20000 20000 20000,"
    "bettingAbstraction=fchpa)"
)


# Ours


def hands(count: int) -> list[list[Entry]]:
    """The transcripts of so many hands, after the draw of seats."""
    rules, source = game("holdem").rules(REGION), random.Random(1)
    settings = msgspec.structs.replace(standard(rules, BLIND, OPTIONS), chip=1)
    stacks = dict.fromkeys(NAMES, STACK)
    table = Session(game("holdem").play, rules, settings, stacks, seeds=lambda: source.randbytes(32))
    table.open().act("croupier", Act("close"))
    return [hand(table, source).log for _ in range(count)]


def hand(table: Session, source: random.Random) -> Round:
    """The next hand to its end, everybody with a full stack."""
    if table.round is not None:
        table._take_over(table.round)
        table.round = None
    table.places = {f"chips/{who}": STACK for who in NAMES}
    found = table.open()
    found.act("croupier", Act("close"))
    while found.end is None:
        pending = found.pending
        assert isinstance(pending, Window)
        who = pending.label.split(":", 2)[1]
        found.act(who, chosen(pending.open(who), source))
    return found


def chosen(options: list[Option], source: random.Random) -> Act:
    """One of the options, and one of its amounts; nobody gives up for nothing."""
    first = options[0].do == "fold" and not options[0].default
    option = options[first + int(source.random() * (len(options) - first))]
    if not option.step:
        return Act(option.do, option.on)
    steps = (option.hi - option.lo) // option.step + 1
    return Act(option.do, option.on, option.lo + option.step * int(source.random() * steps))


def audited(logs: list[list[Entry]]) -> None:
    """Each hand is played again from its lines, and compared with them."""
    play, rules = game("holdem").play, game("holdem").rules(REGION)
    for log in logs:
        replay(play, rules, log)


def settled(cases: list[tuple[list[int], list[bool], list[int]]]) -> None:
    """Pots out of what each staked, and each pot to the best of those who may win it."""
    for put, live, scores in cases:
        bounds = sorted({cents for cents, stays in zip(put, live, strict=True) if stays})
        *pots, above = map(sum, zip(*(layers(0, cents, bounds) for cents in put), strict=True))
        pots[-1] += above
        for low, cents in zip([0, *bounds], pots, strict=False):
            among = contenders(put, live, low)
            most = max(scores[who] for who in among)
            shares(cents, [who for who in among if scores[who] == most], 0, len(put), 5)


def cases(count: int) -> list[tuple[list[int], list[bool], list[int]]]:
    """Stakes of nine players, who of them is in, and how good each hand is, with many ties."""
    source, found = random.Random(1), []
    for _ in range(count):
        live = [source.random() < 0.6 for _ in range(9)]
        live[source.randrange(9)] = True
        found.append(([5 * source.randrange(1, 200) for _ in live], live, [source.randrange(4) for _ in live]))
    return found


# Theirs


def pokerkit(count: int) -> list[Any]:
    """The operations of so many hands of PokerKit's."""
    kit, source = importlib.import_module("pokerkit"), random.Random(1)
    automations, stacks = tuple(kit.Automation), (STACK,) * len(NAMES)
    found = []
    for _ in range(count):
        state = kit.NoLimitTexasHoldem.create_state(
            automations, True, 0, (BLIND // 2, BLIND), BLIND, stacks, len(stacks)
        )
        while state.status:
            pokerkit_step(state, source)
        found.append(state.operations)
    return found


def pokerkit_step(state: Any, source: random.Random) -> None:
    """One of the acts that are open, and one of its amounts."""
    acts = [state.check_or_call]
    if state.can_fold():
        acts.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        acts.append(state.complete_bet_or_raise_to)
    act = acts[int(source.random() * len(acts))]
    if act == state.complete_bet_or_raise_to:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        act(least + int(source.random() * (most - least + 1)))
    else:
        act()


def open_spiel(count: int) -> list[Any]:
    """The histories of so many hands of OpenSpiel's."""
    spiel, source, found = importlib.import_module("pyspiel").load_game(SPIEL), random.Random(1), []
    for _ in range(count):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(source.random() * len(legal))])
        found.append(state.history())
    return found


PEERS = {"PokerKit": ("pokerkit", pokerkit), "OpenSpiel": ("pyspiel", open_spiel)}


def main() -> None:
    """Prints the figures."""
    logs = hands(HANDS)
    runs: dict[str, Callable[[], object]] = {"ours": lambda: hands(HANDS), "again": lambda: audited(logs)}
    for peer, (module, play) in PEERS.items():
        if importlib.util.find_spec(module) is None:
            print(f"{peer} is not installed: not compared")
        else:
            runs[peer] = lambda play=play: play(HANDS)  # type: ignore[misc]
    rates = {name: HANDS / seconds for name, seconds in in_turns(runs).items()}
    for peer in [name for name in rates if name in PEERS]:
        report("hold'em hands of six, random acts, transcript kept", rates["ours"], "/s", rates[peer], peer)
        report("the same hands audited", rates["again"], "/s", rates[peer], peer)
    if "PokerKit" in rates:
        goal = f"{GOAL} times PokerKit"
        report("hold'em hands of six, played, and the goal", rates["ours"], "/s", GOAL * rates["PokerKit"], goal)
        report("the same audited, and the goal", rates["again"], "/s", GOAL * rates["PokerKit"], goal)
    some = cases(CASES)
    report(f"{CASES:,} cases of side pots settled", processor(lambda: settled(some)), "s", SOON, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
