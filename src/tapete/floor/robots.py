"""Robots: who sits where a game needs more people than came. They see what a player sees, and play loose and simple.

What one does follows from its source of chance, which at a table is the table's name and the step alone, so that any
number of processes come to the same.
"""

import random
from collections.abc import Sequence

from tapete.engine.places import CHIPS, chips, place
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.transcript import In
from tapete.engine.window import Option, Window
from tapete.games import game

# How likely a robot takes what it need not, by the verb; what is not here it leaves to others.
LIKELY = {
    "take": 1.0,
    "bid": 0.7,
    "stake": 0.8,
    "deposit": 1.0,
    "call": 0.7,
    "bet": 0.2,
    "raise": 0.06,
}
CROUPIER = "croupier"
DEAR = 4  # what costs more than one in so many of its chips, a robot takes seldom
SELDOM = 0.2
BANK = ("take", "bid")  # by which it puts up a bank: so many of its chips, that there is room for everybody's stake


def chosen(round: Round, pending: Window, who: str, source: random.Random) -> Act | None:
    """What a robot does now; nothing, where it need not do anything."""
    items = pending.open(who)
    held = round.places.get(chips(who), 0)
    for item in sorted((item for item in items if item.do in LIKELY), key=lambda item: list(LIKELY).index(item.do)):
        if (item.do == "stake" and _staked(round, who)) or (item.do == "bid" and _bid(round)):
            continue
        likely = LIKELY[item.do] * (SELDOM if item.lo * DEAR > held else 1.0)
        if source.random() < likely:
            return _taken(item, source, held)
    told = game(round.rules.game).advised
    advised = next((item for item in items if item.do == "choose" and item.on in told), None)
    own = advised or next((item for item in items if item.default), None) or next(iter(_forced(items, pending)), None)
    return own.least_act if own is not None else None


def _forced(items: Sequence[Option], pending: Window) -> Sequence[Option]:
    """What a robot must do one of, since nobody closes the window for it: who opens a round of betting has to bet."""
    return () if CROUPIER in pending.actors() else [item for item in items if item.do in LIKELY]


def _taken(item: Option, source: random.Random, held: int) -> Act:
    """An option as a robot takes it: for the least, or a little more; a bank for what it can well spare."""
    least = item.least_act
    if not item.step:
        return least
    wanted = (held // DEAR - item.lo) // item.step if item.do in BANK else source.choice((0, 0, 1, 2))
    more = max(0, min((item.hi - item.lo) // item.step, wanted))
    return Act(least.do, least.on, item.lo + more * item.step, least.slots)


def _bid(round: Round) -> bool:
    """Whether somebody has bid already: robots drive no price up."""
    return any(isinstance(entry, In) and entry.act is not None and entry.act.do == "bid" for entry in round.log)


def _staked(round: Round, who: str) -> bool:
    """Whether a robot has put something down already."""
    lying = (place(path) for path, cents in round.places.items() if cents)
    return any(where.who == who and where.zone.name != CHIPS for where in lying)
