"""Scores of hands, from tables built out of a ranking's declaration: one hand in plain Python, or millions at once.

The ranks of a hand are one number, the sum of 5 to the power of each card's rank: no rank comes five times, so
different ranks have different sums. `plain` scores every sum as if suits did not count, `suited` every set of ranks of
one suit. A hand is worth the better of the two, and only where a suit has enough cards is the second asked.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.ranking import CATEGORIES, Ranking, Value
from tapete.errors import TapeteError

if TYPE_CHECKING:
    from tapete.cards.batch import Batch, BatchMixed

BASE = 5
# Below the sum of ranks, sixteen bits count suits, four bits each; a start of 8 less the cards that a colour needs sets
# the top bit of the suit that has them. The joker counts in every suit.
RANKS_FROM = 16
EACH_SUIT = 0x1111
TOPS = 0x8888

Scores = NDArray[np.uint16]


class Lookup:
    """Scores the best of `held` cards: higher is better, equal is a tie, 0 is what the ranking does not admit.

    >>> from tapete.cards.rankings import POKER
    >>> seven = POKER.compile(7)
    >>> score = seven.score(POKER.pack.parse("Kh Ks Kd 2c 2s 3s 7h"))
    >>> seven.category(score), len(seven.values) - 1
    ('full', 7462)
    """

    def __init__(self, ranking: Ranking, held: int) -> None:
        _check(ranking, held)
        self.ranking = ranking
        self.held = held
        self.values = _exact(ranking)[0]
        self.sums, self.plain = _plain(ranking, held)
        self.suited = _suited(ranking, held)
        self.colours = any(CATEGORIES[name].suited for name in ranking.order)
        self.start = EACH_SUIT * (8 - ranking.cards) if self.colours else 0
        self.tops = TOPS if self.colours else 0
        self.joker = SUITS * len(ranking.pack.ranks)
        self._keys: list[int] = [self._key(card) for card in range(self.joker + 1)]
        self._plain: dict[int, int] = dict(zip(self.sums.tolist(), self.plain.tolist(), strict=True))
        self._suited: list[int] = self.suited.tolist()

    def score(self, hand: Sequence[int]) -> int:
        """The score of one hand. The cards are taken to be different and of the pack."""
        keys = self._keys
        total = self.start
        for card in hand:
            total += keys[card]
        plain = self._plain.get(total >> RANKS_FROM)
        if plain is None:
            raise TapeteError(
                "a hand here is {held} cards of the {pack}, not {count}",
                held=self.held,
                pack=self.ranking.pack.name,
                count=len(hand),
            )
        tops = total & self.tops
        return max(plain, self._suited[self._ranks_of(hand, tops)]) if tops else plain

    def scores(self, hands: NDArray[np.uint8]) -> Scores:
        """The scores of many hands, one a row. The cards are taken to be different and of the pack."""
        return self.batch.scores(hands)

    def category(self, score: int) -> str:
        """The category of a score; empty for 0."""
        value = self.values[score]
        return self.ranking.order[value[0]] if value else ""

    @cached_property
    def categories(self) -> NDArray[np.int8]:
        """The place in the ranking's order of every score; -1 for 0."""
        return np.array([value[0] if value else -1 for value in self.values], np.int8)

    @cached_property
    def batch(self) -> "Batch":
        """The compiled loops over the same tables."""
        from tapete.cards.batch import Batch

        return Batch(self)

    def _key(self, card: int) -> int:
        suits = EACH_SUIT if card == self.joker else 1 << 4 * (card % SUITS)
        power: int = BASE ** (card // SUITS)
        return power << RANKS_FROM | suits

    def _ranks_of(self, hand: Sequence[int], tops: int) -> int:
        """The ranks, as bits, of the suit whose top bit is set, with the joker's."""
        suit = tops.bit_length() // 4 - 1
        return sum(1 << card // SUITS for card in hand if card % SUITS == suit or card == self.joker)


class Mixed:
    """Scores exactly `use` of `own` cards with the rest of the hand from the board.

    >>> from tapete.cards.rankings import POKER
    >>> omaha, parse = POKER.compile_mixed(own=4), POKER.pack.parse
    >>> omaha.exact.category(omaha.score(parse("Ah 9c 8d 4s"), parse("Kh Qh Jh 10h 2s")))
    'escalera'
    """

    def __init__(self, ranking: Ranking, own: int, board: int, use: int) -> None:
        if not (0 < use < ranking.cards and use <= own and ranking.cards - use <= board):
            raise TapeteError(
                "{use} of {own} cards and {rest} of {board} do not make a hand",
                use=use,
                own=own,
                rest=ranking.cards - use,
                board=board,
            )
        self.exact = ranking.compile()
        self.own = np.array([*combinations(range(own), use)], np.uint8)
        self.board = np.array([*combinations(range(board), ranking.cards - use)], np.uint8)
        self.use = use

    def score(self, own: Sequence[int], board: Sequence[int]) -> int:
        """The score of one player's hand, in the scores of `exact`."""
        score, rest = self.exact.score, self.exact.ranking.cards - self.use
        boards = [*combinations(board, rest)]
        return max(score(mine + common) for mine in combinations(own, self.use) for common in boards)

    def best(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The cards that score so; none where they make nothing."""
        rest = self.exact.ranking.cards - self.use
        hands = [mine + common for mine in combinations(own, self.use) for common in combinations(board, rest)]
        best = max(hands, key=self.exact.score, default=())
        return best if best and self.exact.score(best) else ()

    def scores(self, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> Scores:
        """The scores of many, one a row of both."""
        return self.batch.scores(own, board)

    @cached_property
    def batch(self) -> "BatchMixed":
        """The compiled loop over the same tables."""
        from tapete.cards.batch import BatchMixed

        return BatchMixed(self)


@cache
def lookup(ranking: Ranking, held: int) -> Lookup:
    """The tables of a ranking for this many cards, built once."""
    return Lookup(ranking, held)


@cache
def mixed(ranking: Ranking, own: int, board: int, use: int) -> Mixed:
    """The tables of a ranking for own cards and a board, built once."""
    return Mixed(ranking, own, board, use)


def _check(ranking: Ranking, held: int) -> None:
    # Twice the cards of a hand could hold two colours, which one question for the suit would not tell apart; the joker,
    # which counts in both, brings that one card nearer.
    most = 2 * ranking.cards - 1 - ranking.pack.joker
    if not ranking.cards <= held <= most:
        raise TapeteError(
            "the best {cards} can be found among {cards} to {most} cards, not {held}",
            cards=ranking.cards,
            most=most,
            held=held,
        )


@cache
def _exact(ranking: Ranking) -> tuple[list[Value | None], dict[int, int], dict[int, int]]:
    """Every value of exactly a hand's cards, worst first from 1, and scores by sum of ranks and by ranks of a suit."""
    ranks = range(ranking.pack.first, len(ranking.pack.ranks) + ranking.pack.joker)
    joker = len(ranking.pack.ranks)
    plain, suited = {}, {}
    for chosen in combinations_with_replacement(ranks, ranking.cards):
        if all(chosen.count(rank) <= (1 if rank == joker else SUITS) for rank in set(chosen)):
            plain[sum(BASE**rank for rank in chosen)] = ranking.value(chosen, False)
    for chosen in combinations(ranks, ranking.cards):
        suited[sum(1 << rank for rank in chosen)] = ranking.value(chosen, True)
    values = sorted({value for table in (plain, suited) for value in table.values() if value})
    score: dict[Value | None, int] = {value: place for place, value in enumerate([None, *values])}
    return (
        [None, *values],
        {key: score[value] for key, value in plain.items()},
        {key: score[value] for key, value in suited.items()},
    )


@cache
def _plain(ranking: Ranking, held: int) -> tuple[NDArray[np.int64], Scores]:
    """The sums of ranks of so many cards, ascending, and their scores: each the best of what one card less scores."""
    if held == ranking.cards:
        exact = sorted(_exact(ranking)[1].items())
        return np.array([key for key, _ in exact], np.int64), np.array([score for _, score in exact], np.uint16)
    fewer, known = _plain(ranking, held - 1)
    sums = _sums(ranking, held)
    scores = np.zeros(len(sums), np.uint16)
    for rank in range(ranking.pack.first, len(ranking.pack.ranks) + ranking.pack.joker):
        has = np.flatnonzero(sums // BASE**rank % BASE)
        scores[has] = np.maximum(scores[has], known[np.searchsorted(fewer, sums[has] - BASE**rank)])
    return sums, scores


def _sums(ranking: Ranking, held: int) -> NDArray[np.int64]:
    """The sums of ranks of every hand of so many cards, ascending."""
    sums, cards = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for rank in range(ranking.pack.first, len(ranking.pack.ranks) + ranking.pack.joker):
        most = SUITS if rank < len(ranking.pack.ranks) else 1
        sums = np.concatenate([sums + count * BASE**rank for count in range(most + 1)])
        cards = np.concatenate([cards + count for count in range(most + 1)])
        sums, cards = sums[cards <= held], cards[cards <= held]
    return np.sort(sums[cards == held])


@cache
def _suited(ranking: Ranking, held: int) -> Scores:
    """The score of every set of up to so many ranks of one suit, as bits; 0 where they are too few."""
    width = len(ranking.pack.ranks) + ranking.pack.joker
    scores = np.zeros(1 << width, np.uint16)
    for ranks, score in _exact(ranking)[2].items():
        scores[ranks] = score
    size = np.bitwise_count(np.arange(1 << width))
    for cards in range(ranking.cards + 1, held + 1):
        sets = np.flatnonzero(size == cards)
        for rank in range(width):
            has = sets[sets >> rank & 1 > 0]
            scores[has] = np.maximum(scores[has], scores[has ^ 1 << rank])
    return scores
