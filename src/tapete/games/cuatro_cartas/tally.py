"""How all deals end, counted block by block for best play and for rules to remember."""

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS, pack
from tapete.cards.lookup import Lookup
from tapete.games.cuatro_cartas.best import Case, Counted, Ended, Facts, Memo, ends_of, lookups
from tapete.games.cuatro_cartas.deals import Block, Ints, beside, blocks
from tapete.games.cuatro_cartas.rules import BEST, OWN, banks
from tapete.games.cuatro_cartas.settle import ENDS
from tapete.odds.kept import Progress

NONE = -1  # no choice against a card of one's own


class Tally:
    """What is counted block by block."""

    def __init__(self, facts: Facts, cards: Sequence[int]) -> None:
        self.facts, self.cards, self.total = facts, np.array(cards, np.int64), banks(len(cards))
        self.mine, self.bank = lookups(facts)
        self.ranks = self.cards // SUITS
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

    def masks(self, progress: Progress) -> NDArray[np.uint64]:
        """Counts every block: of each hand a bit for each open card, whether it goes on, and whether for the most."""
        masks = {}
        for block, choice in self.through(progress):
            masks[block.first] = np.stack([_mask(choice > 0), _mask(choice == len(self.facts.times) - 1)])
        return np.concatenate([masks[first] for first in sorted(masks)], axis=1)

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
        best: Ints = (won * block.won + lost * (self.total - block.won)).argmax(axis=0)
        return best

    def _add(self, ends: Ints, block: Block, choice: Ints) -> None:
        """Adds up how a block's deals end with these choices."""
        alike, places = block.hands.alike, self.places[block.hands.scores]
        for number, antes in enumerate(self.facts.times):
            chosen = choice == number
            deals = alike * chosen.sum(axis=1) * self.total
            won = alike * (block.won * chosen).sum(axis=1) if antes else deals
            lost_end, won_end = ends_of(antes)
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


def tops(lookup: Lookup) -> Ints:
    """By score, the first rank that is compared."""
    return np.array([value[1][0] if value else 0 for value in lookup.values])


def by_memo(memo: Memo, last: int, scores: Ints, tops: Ints, ranks: Ints) -> Ints:
    """What a rule to remember chooses: nothing, the least, or the `last` of the choices, which adds most."""
    most = (scores >= memo.sure) | ((scores >= memo.most) & (ranks <= tops))
    return np.where(most, last, (scores >= memo.least).astype(np.int64))


def _mask(chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A bit for each open card."""
    bits: NDArray[np.uint64] = (chosen * (np.uint64(1) << np.arange(chosen.shape[1], dtype=np.uint64))).sum(axis=1)
    return bits
