"""Best play and how it fares, over all deals: worked out once for all texts whose rules come to the same, and kept."""

import functools
from typing import Literal

import msgspec

from tapete.games.poker_sin_descarte.rules import INSURANCE, Rules, order
from tapete.games.poker_sin_descarte.settle import prize_back
from tapete.odds.kept import Progress, kept

LowRuns = tuple[tuple[str, Literal["lowest", "highest"]], ...]
LESS = "menos"  # than what the bank plays with


class Facts(msgspec.Struct, frozen=True):
    """All that the counting depends on.

    `gone` are cards that were seen; `bought`, whether cards are; `insured`, by the place of a hand that goes, what it
    wins besides, in parts of a first stake, and `parts` how many of them make one.
    """

    ace: Literal["high", "both"]
    kinds: tuple[str, ...]
    compared: tuple[tuple[str, int], ...]
    least: int
    pays: tuple[int, ...]
    times: int
    gone: tuple[int, ...] = ()
    bought: bool = False
    insured: tuple[int, ...] = ()
    parts: int = 1
    low_runs: LowRuns | msgspec.UnsetType = msgspec.UNSET


class Group(msgspec.Struct, frozen=True):
    """Hands of which it is told what they are worth together: what they are, and what a card might make of them."""

    hand: str
    draw: str


class Answer(msgspec.Struct, frozen=True):
    """How plans fare, and best play.

    `ends` counts for each plan by whether a card was bought, place of the hand played and end, `scale` of them a deal
    of ten cards. `acts` has for each hand that stands for others, and each open card, what is best. For each group of
    hands, and each rank of the open card, `deals` is how many there are, `go` and `buy` what going and buying come to.
    """

    scale: int
    ends: dict[str, list[int]]
    acts: bytes
    groups: list[Group]
    deals: list[list[int]]
    go: list[list[int]]
    buy: list[list[int]]


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Counts every deal; what is known already needs no compiler."""
    from tapete.games.poker_sin_descarte.counting import Analysis

    return Analysis(facts, progress).answer()


@functools.lru_cache(maxsize=64)
def facts(rules: Rules, gone: tuple[int, ...] = (), bought: bool = False, insured: bool = False) -> Facts:
    """What a rulebook says that the counting depends on; insured as highly as may be beside the lowest first stake."""
    ranking = order(rules)
    plain = Facts(
        rules.equipment.cards.ace,
        ranking.kinds,
        ranking.lookup.ranking.compared,
        ranking.least,
        ranking.pays,
        rules.second.times,
        gone,
        bought,
        low_runs=rules.hands.low_runs or msgspec.UNSET,
    )
    if not insured:
        return plain
    rule = rules.side[INSURANCE]
    backs = [
        prize_back(rule.prizes[kind].times, rule.returned)[0] if kind in rule.prizes else 0 for kind in ranking.kinds
    ]
    parts = rules.limits[rule.limit].minimum_part
    return msgspec.structs.replace(plain, insured=tuple(backs), parts=parts)
