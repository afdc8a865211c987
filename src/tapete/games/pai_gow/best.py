"""Best setting, and what it is worth: what is kept of it.

The counting itself is compiled, and imported only where an answer is not known yet.
"""

import math
from typing import NamedTuple

import msgspec

from tapete.games.pai_gow.rules import BANKER, COMMISSION, HAND, PLAYER, Rules
from tapete.odds.kept import Progress, kept

ALL = math.comb(53, HAND)
SEATS = (PLAYER, BANKER)
FEWER = 1 << 20  # deals from a pack that lacks cards


class Facts(msgspec.Struct, frozen=True):
    """All of a rulebook that the analysis reads."""

    order: tuple[str, ...]
    completes: tuple[str, ...]
    low_run: str
    way: tuple[int, ...]
    table: tuple[int, ...]
    percents: tuple[int, ...]


class Group(NamedTuple):
    """Two pairs, or four of a kind as two of the same, beside a highest other card: how many hands, and what is worth.

    `together` and `apart` are on average of them, for each unit staked.
    """

    higher: int
    lower: int
    top: int
    hands: int
    together: float
    apart: float


class Answer(msgspec.Struct, frozen=True):
    """What is kept: plans, how deals end, and what decisions are worth.

    A plan is a byte for every class, the place of its part in `PARTS`; all but the first are kept as what differs from
    it. `cells` are how often the two hands of a deal end how; `alike` is how many of all hands a plan sets as the house
    does, `kinds` how many make what with their best five cards. `groups` are worth what they are at the first
    commission.
    """

    plans: dict[str, bytes]
    cells: dict[str, list[int]]
    deals: int
    alike: dict[str, int]
    kinds: dict[str, int]
    groups: list[Group]


def facts(rules: Rules) -> Facts:
    """What the analysis reads of a rulebook."""
    cards, hands = rules.equipment.cards, rules.hands
    percents = tuple(int(value) for value in rules.options[COMMISSION].values if value.isdecimal())
    return Facts(hands.order, cards.joker.completes, hands.low_run, rules.way, rules.table, percents)


def named(seat: str, policy: str | int) -> str:
    """The name of a plan: whose seat it is for, and its policy, or the commission at which it is the best."""
    return f"{seat}/{policy}"


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Every plan, and what comes of it against hands set the house's way."""
    from tapete.games.pai_gow.counting import answer

    return answer(facts, progress)


class Rest(msgspec.Struct, frozen=True):
    """What is left of a pack: what the analysis reads, the plans by which hands are set, and the cards."""

    facts: Facts
    plans: tuple[str, ...]
    cards: tuple[int, ...]


class Ends(msgspec.Struct, frozen=True):
    """How deals from it end, as in an `Answer`."""

    cells: dict[str, list[int]]


@kept(version=1)
def from_rest(facts: Rest, progress: Progress) -> Ends:
    """The same plans, where cards are known to be out of the pack."""
    from tapete.games.pai_gow.counting import cells, plan_of

    plans = {name: plan_of(facts.facts, name) for name in facts.plans}
    return Ends(cells(facts.facts, plans, facts.cards, FEWER, progress))
