"""Best play of póker de cuatro cartas and rules to remember: what is asked, and what the counting answers.

The counting itself is compiled, and imported only where an answer is not known yet.
"""

from math import lcm
from typing import Literal

import msgspec

from tapete.cards.card import pack
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking
from tapete.engine.shoe import card_pack
from tapete.games.cuatro_cartas.rules import (
    ALWAYS,
    ANTE,
    BANK,
    BEST,
    BY_CARD,
    OWN,
    PAIR,
    POLICY,
    SIMPLE,
    Rules,
    order,
    share,
)
from tapete.games.cuatro_cartas.settle import FOLDED, LOST, WON
from tapete.odds.kept import Progress, kept

# By rule to remember: the pair with which one goes on; with which for the most, while the open card is no higher than
# the pair; and with which for the most whatever card lies open.
PAIRS = {BY_CARD: ("3", "9", "K"), SIMPLE: ("3", "10", "10")}


class Memo(msgspec.Struct, frozen=True):
    """A rule to remember, as the scores of those pairs."""

    least: int
    most: int
    sure: int


class Facts(msgspec.Struct, frozen=True):
    """All that the counting depends on.

    A player adds one of `times` antes, the first of which is none. `backs` has by that choice, and by what a hand is
    paid as, what comes back of an ante when it loses and when it does not, in equal parts; `places` is by score.
    """

    pack: str
    cards: int
    order: tuple[str, ...]
    ace: Literal["high", "both"]
    times: tuple[int, ...]
    places: tuple[int, ...]
    backs: tuple[tuple[tuple[int, int], ...], ...]
    memos: dict[str, Memo]


class Ended(msgspec.Struct, frozen=True, array_like=True):
    """How many deals end so: by what the hand is paid as, how many antes were added, and how it ended."""

    place: int
    times: int
    end: int
    count: int


class Case(msgspec.Struct, frozen=True, array_like=True):
    """Hands of a kind with one first rank to compare, against open cards of a rank that is among their own, or is not.

    `deals` is how many hands with open cards these are, `won` how many of the bank's hands they do not lose to.
    """

    kind: int
    first: int
    rank: int
    among: int
    deals: int
    won: int


class Counted(msgspec.Struct, frozen=True):
    """How all deals of some cards end, by each way to play, and what its cases are worth."""

    ends: dict[str, list[Ended]]
    cases: list[Case]


class Answer(Counted, frozen=True):
    """The same of a whole pack, with best play of every hand as `deals.hands` has them: a bit for each open card.

    It says in `goes` whether anything is added, in `most` whether as much as may be.
    """

    goes: bytes
    most: bytes


def facts(rules: Rules) -> Facts:
    """What the counting depends on of a rulebook."""
    ranking, times = order(rules), (0, *sorted(set(rules.added_bet.times)))
    backs = [
        [[share(rules, ANTE, end, place, antes) for end in ends_of(antes)] for place in range(len(ranking.kinds))]
        for antes in times
    ]
    parts = lcm(*(back.denominator for choice in backs for place in choice for back in place))
    return Facts(
        rules.equipment.cards.pack,
        rules.hands.cards,
        ranking.kinds,
        rules.equipment.cards.ace,
        times,
        ranking.places,
        tuple(tuple((int(lost * parts), int(won * parts)) for lost, won in choice) for choice in backs),
        {policy: _memo(rules, policy) for policy in rules.options[POLICY].values if policy != BEST},
    )


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Every hand of a whole pack against every open card."""
    from tapete.games.cuatro_cartas.tally import Tally

    tally = Tally(facts, pack(facts.pack).cards)
    goes, most = tally.masks(progress)
    counted = tally.found
    return Answer(counted.ends, counted.cases, goes.tobytes(), most.tobytes())


class Rest(msgspec.Struct, frozen=True):
    """What is left of a pack: all that the counting depends on, and the cards."""

    facts: Facts
    cards: tuple[int, ...]


@kept(version=1)
def from_rest(facts: Rest, progress: Progress) -> Counted:
    """Every hand of what is left of a pack against every open card."""
    from tapete.games.cuatro_cartas.tally import Tally

    tally = Tally(facts.facts, facts.cards)
    for _ in tally.through(progress):
        pass
    return tally.found


def lookups(facts: Facts) -> tuple[Lookup, Lookup]:
    """How a player's hand and the bank's are scored."""
    ranking = Ranking(pack(facts.pack), facts.cards, facts.order, ace=facts.ace)
    return ranking.compile(OWN), ranking.compile(BANK)


def ends_of(antes: int) -> tuple[int, int]:
    """How a hand ends that adds so many antes, lost and not; a tie counts as won, as it is paid."""
    return (LOST, WON) if antes else (FOLDED, FOLDED)


def _memo(rules: Rules, policy: str) -> Memo:
    """A rule to remember; who always goes on adds the least."""
    ranking = order(rules)
    if policy == ALWAYS:
        return Memo(0, len(ranking.places), len(ranking.places))
    pair, ranks = ranking.kinds.index(PAIR), card_pack(rules).ranks
    pairs = [(pair, (ranks.index(rank),)) for rank in PAIRS[policy]]
    values = ranking.mine.values
    return Memo(*(next(at for at, value in enumerate(values) if value and value >= least) for least in pairs))
