"""Best play of póker de cuatro cartas and rules to remember, counted over all deals."""

from collections.abc import Iterator
from math import comb, lcm
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS, pack
from tapete.cards.composition import Composition
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking
from tapete.engine.shoe import card_pack
from tapete.games.cuatro_cartas.deals import Block, Ints, banks, beside, blocks
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
from tapete.games.cuatro_cartas.settle import ENDS, FOLDED, LOST, WON
from tapete.odds.kept import Progress, kept

NONE = -1  # no choice against a card of one's own
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
    found, times = order(rules), (0, *sorted(set(rules.added_bet.times)))
    backs = [
        [[share(rules, ANTE, end, place, antes) for end in _ends(antes)] for place in range(len(found.kinds))]
        for antes in times
    ]
    parts = lcm(*(back.denominator for choice in backs for place in choice for back in place))
    return Facts(
        rules.equipment.cards.pack,
        rules.hands.cards,
        found.kinds,
        rules.equipment.cards.ace,
        times,
        found.places,
        tuple(tuple((int(lost * parts), int(won * parts)) for lost, won in choice) for choice in backs),
        {policy: _memo(rules, policy) for policy in rules.options[POLICY].values if policy != BEST},
    )


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Every hand of a whole pack against every open card."""
    cards = np.array(pack(facts.pack).cards, np.int64)
    tally, masks = Tally(facts, cards), dict[int, NDArray[np.uint64]]()
    for block, choice in tally.through(progress):
        masks[block.first] = np.stack([_mask(choice > 0), _mask(choice == len(facts.times) - 1)])
    goes, most = np.concatenate([masks[first] for first in sorted(masks)], axis=1)
    found = tally.found
    return Answer(found.ends, found.cases, goes.tobytes(), most.tobytes())


def counted(facts: Facts, shoe: Composition) -> Counted:
    """Every hand of some cards against every open card."""
    tally = Tally(facts, np.array([card for card in shoe.pack.cards if shoe.of(card)], np.int64))
    for _ in tally.through(lambda done, of: None):
        pass
    return tally.found


class Tally:
    """What is counted block by block."""

    def __init__(self, facts: Facts, cards: Ints) -> None:
        self.facts, self.cards, self.total = facts, cards, banks(len(cards))
        self.mine, self.bank = lookups(facts)
        self.ranks = cards // SUITS
        self.places, self.backs = np.array(facts.places), np.array(facts.backs, np.int64)
        self.tops = tops(self.mine)
        shape = len(facts.times), ENDS, len(facts.order)
        self.ends = {policy: np.zeros(shape, np.int64) for policy in (BEST, *facts.memos)}
        ranks = len(pack(facts.pack).ranks)
        self.cases = np.zeros((2, len(facts.order), ranks, ranks, 2), np.int64)

    def through(self, progress: Progress) -> Iterator[tuple[Block, Ints]]:
        """Counts every block; each with what is best against every open card."""
        done, of = 0, comb(len(self.cards), OWN)
        for block in blocks(self.cards, self.mine, self.bank):
            there = beside(block.hands, len(self.cards))
            best = np.where(there, self._best(block), NONE)
            self._add(self.ends[BEST], block, best)
            scores, last = block.hands.scores[:, None], len(self.facts.times) - 1
            for policy, memo in self.facts.memos.items():
                choice = by_memo(memo, last, scores, self.tops[scores], self.ranks)
                self._add(self.ends[policy], block, np.where(there, choice, NONE))
            self._add_cases(block, there)
            done += int(block.hands.alike.sum())
            progress(done, of)
            yield block, best

    @property
    def found(self) -> Counted:
        """What was counted."""
        ends = {
            policy: [
                Ended(place, self.facts.times[choice], end, int(counts[choice, end, place]))
                for choice, end, place in np.argwhere(counts).tolist()
            ]
            for policy, counts in self.ends.items()
        }
        deals, won = self.cases
        cases = [
            Case(kind, first, rank, among, int(deals[kind, first, rank, among]), int(won[kind, first, rank, among]))
            for kind, first, rank, among in np.argwhere(deals).tolist()
        ]
        return Counted(ends, cases)

    def _best(self, block: Block) -> Ints:
        """The choice that brings most back; of equal ones the one that adds least."""
        lost, won = np.moveaxis(self.backs[:, self.places[block.hands.scores]], -1, 0)[..., None]
        found: Ints = (won * block.won + lost * (self.total - block.won)).argmax(axis=0)
        return found

    def _add(self, ends: Ints, block: Block, choice: Ints) -> None:
        """Adds up how a block's deals end with these choices."""
        alike, places = block.hands.alike, self.places[block.hands.scores]
        for number, antes in enumerate(self.facts.times):
            chosen = choice == number
            deals = alike * chosen.sum(axis=1) * self.total
            won = alike * (block.won * chosen).sum(axis=1) if antes else deals
            lost_end, won_end = _ends(antes)
            np.add.at(ends[number, won_end], places, won)
            np.add.at(ends[number, lost_end], places, deals - won)

    def _add_cases(self, block: Block, there: NDArray[np.bool_]) -> None:
        """Adds up what the open cards do to hands of each kind and first rank."""
        hands = block.hands
        among = (self.ranks[hands.cards][:, :, None] == self.ranks).any(axis=1).astype(np.int64)
        kinds = self.mine.categories[hands.scores].astype(np.int64)
        at = kinds[:, None], self.tops[hands.scores][:, None], self.ranks[None, :], among
        np.add.at(self.cases[0], at, hands.alike[:, None] * there)
        np.add.at(self.cases[1], at, hands.alike[:, None] * block.won * there)


def lookups(facts: Facts) -> tuple[Lookup, Lookup]:
    """How a player's hand and the bank's are scored."""
    ranking = Ranking(pack(facts.pack), facts.cards, facts.order, ace=facts.ace)
    return ranking.compile(OWN), ranking.compile(BANK)


def tops(found: Lookup) -> Ints:
    """By score, the first rank that is compared."""
    return np.array([value[1][0] if value else 0 for value in found.values])


def by_memo(memo: Memo, last: int, scores: Ints, tops: Ints, ranks: Ints) -> Ints:
    """What a rule to remember chooses: nothing, the least, or the `last` of the choices, which adds most."""
    most = (scores >= memo.sure) | ((scores >= memo.most) & (ranks <= tops))
    return np.where(most, last, (scores >= memo.least).astype(np.int64))


def _ends(antes: int) -> tuple[int, int]:
    """How a hand ends that adds so many antes, lost and not; a tie counts as won, as it is paid."""
    return (LOST, WON) if antes else (FOLDED, FOLDED)


def _memo(rules: Rules, policy: str) -> Memo:
    """A rule to remember; who always goes on adds the least."""
    found = order(rules)
    if policy == ALWAYS:
        return Memo(0, len(found.places), len(found.places))
    pair, ranks = found.kinds.index(PAIR), card_pack(rules).ranks
    pairs = [(pair, (ranks.index(rank),)) for rank in PAIRS[policy]]
    values = found.mine.values
    return Memo(*(next(at for at, value in enumerate(values) if value and value >= least) for least in pairs))


def _mask(chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A bit for each open card."""
    bits: NDArray[np.uint64] = (chosen * (np.uint64(1) << np.arange(chosen.shape[1], dtype=np.uint64))).sum(axis=1)
    return bits
