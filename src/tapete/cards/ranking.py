"""Hand rankings as declarations: which categories, in which order, how the ace plays, what breaks ties."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from tapete.cards.card import SUITS, Pack
from tapete.errors import TapeteError, UnknownError

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup, Mixed


class Category(NamedTuple):
    """What a hand must show. A hand belongs to the best category, in the ranking's order, that it satisfies.

    `groups` are the numbers of equal cards, single ones left out: a full is (3, 2), no pair at all is (). `run` asks
    for consecutive ranks, `"top"` for the highest. `only` are the ranks it may hold. `ties` says what is compared
    first: the larger groups, or the highest pair and then card by card.
    """

    groups: tuple[int, ...] | None = None
    suited: bool = False
    run: Literal["", "any", "top"] = ""
    only: tuple[str, ...] = ()
    ties: Literal["groups", "pair"] = "groups"


CATEGORIES = {
    "carta-mayor": Category(),
    "pareja": Category((2,)),
    "doble-pareja": Category((2, 2)),
    "figuras": Category(only=("A", "K", "Q", "J"), ties="pair"),
    "trio": Category((3,)),
    "escalera": Category((), run="any"),
    "color": Category((), suited=True),
    "full": Category((3, 2)),
    "poker": Category((4,)),
    "escalera-de-color": Category((), suited=True, run="any"),
    "escalera-real": Category((), suited=True, run="top"),
    "cinco-ases": Category((5,), only=("A",)),
    "ocho-o-menos": Category((), only=("A", "2", "3", "4", "5", "6", "7", "8")),
}

Value = tuple[int, tuple[int, ...]]


class Made(NamedTuple):
    """What a hand makes: the category, the cards that make it, and its value, by which two hands compare."""

    category: str
    cards: tuple[int, ...]
    value: Value


@dataclass(frozen=True)
class Ranking:
    """An order of hands of `cards` cards, declared: `order` names the categories from worst to best.

    `ace`: high, low, or both, when it also stands below the pack's lowest card, in runs only. `low_run`: whether the
    run from the low ace is the lowest or the second highest; `low_runs`: in which categories it is the lowest or, by
    its ace, as high as the highest run all the same. `lowest_wins`: hands of a category compare the other way
    round. `joker`: the categories it may complete with any card that the hand lacks; in all others it is an ace, of no
    suit. `compared`: how many values break a tie in a category; all do where it is not named.

    >>> from tapete.cards.card import FRENCH
    >>> POKER = Ranking(FRENCH, 5, ("carta-mayor", "pareja", "trio", "full"))
    >>> POKER.compare(FRENCH.parse("Kh Ks Kd 2c 2s"), FRENCH.parse("Ah As Ad Kc Qs"))
    1
    >>> POKER.describe(FRENCH.parse("Kh Ks Kd 2c 2s 3s 7h"))
    'full: Kh Ks Kd 2c 2s'
    """

    pack: Pack
    cards: int
    order: tuple[str, ...]
    ace: Literal["high", "low", "both"] = "both"
    low_run: Literal["lowest", "second"] = "lowest"
    lowest_wins: bool = False
    joker: tuple[str, ...] = ()
    compared: tuple[tuple[str, int], ...] = ()
    low_runs: tuple[tuple[str, Literal["lowest", "highest"]], ...] = ()

    def __post_init__(self) -> None:
        for name in (*self.order, *self.joker, *(name for name, _ in (*self.compared, *self.low_runs))):
            if name not in CATEGORIES:
                raise UnknownError("category", name, list(CATEGORIES))
        if len(set(self.order)) != len(self.order):
            raise TapeteError("a category is there twice in {order}", order=", ".join(self.order))

    @cached_property
    def runs(self) -> tuple[frozenset[int], ...]:
        """Every run of ranks, from worst to best.

        >>> from tapete.cards.card import FRENCH
        >>> pai_gow = Ranking(FRENCH, 5, ("carta-mayor", "escalera"), low_run="second")
        >>> [max(run) for run in pai_gow.runs][-3:], 0 in pai_gow.runs[-2]
        ([11, 12, 12], True)
        """
        ranks = range(self.pack.first, len(self.pack.ranks))
        ace = ranks[-1]
        runs = [frozenset(ranks[start : start + self.cards]) for start in range(len(ranks) - self.cards + 1)]
        if self.ace == "high":
            return tuple(runs)
        from_ace = frozenset((ace, *ranks[: self.cards - 1]))
        if self.ace == "low":
            return (from_ace, *runs[:-1])
        return (from_ace, *runs) if self.low_run == "lowest" else (*runs[:-1], from_ace, runs[-1])

    def compare(self, one: Sequence[int], other: Sequence[int]) -> int:
        """1 if the first hand is better, -1 if the second is, 0 if they tie."""
        values = [made.value if made else (-1, ()) for made in (self.made(one), self.made(other))]
        return (values[0] > values[1]) - (values[0] < values[1])

    def describe(self, hand: Sequence[int]) -> str:
        """The category a hand makes and the cards that make it, for a person."""
        made = self.made(hand)
        return f"{made.category}: {self.pack.text(made.cards)}" if made else "nothing"

    def made(self, hand: Sequence[int]) -> Made | None:
        """What a hand makes with the best of its cards; None where the ranking does not admit it."""
        if len(hand) < self.cards or len(set(hand)) != len(hand):
            raise TapeteError(
                "a hand has at least {least} different cards, not '{cards}'",
                least=self.cards,
                cards=self.pack.text(hand),
            )
        return self._best(combinations(hand, self.cards))

    def compile(self, held: int = 0) -> "Lookup":
        """Tables that score the best of `held` cards, built on first use; `held` is `cards` unless it is given."""
        from tapete.cards.lookup import lookup

        return lookup(self, held or self.cards)

    def compile_mixed(self, own: int, board: int = 5, use: int = 2) -> "Mixed":
        """Tables that score exactly `use` of `own` cards with the rest from the board, built on first use."""
        from tapete.cards.lookup import mixed

        return mixed(self, own, board, use)

    def value(self, ranks: Sequence[int], suited: bool) -> Value | None:
        """What exactly `cards` cards of these ranks are worth; the joker's rank is the one above the ace."""
        joker = len(self.pack.ranks)
        if joker not in ranks:
            return self._value(ranks, suited, self.order)
        others = [rank for rank in ranks if rank != joker]
        missing = set(range(self.pack.first, joker)).difference(others)
        as_ace = self._value([*others, joker - 1], False, self.order)
        completing = [self._value([*others, rank], suited, self.joker) for rank in missing]
        return max((value for value in (as_ace, *completing) if value), default=None)

    def place(self, name: str, run: int) -> int:
        """Where a run stands in a category, from the worst."""
        if run != self._low_run:
            return run
        return {"lowest": -1, "highest": len(self.runs) - 1}.get(dict(self.low_runs).get(name, ""), run)

    def _best(self, hands: Iterable[tuple[int, ...]]) -> Made | None:
        best: Made | None = None
        for cards in hands:
            value = self.value([card // SUITS for card in cards], self._suited(cards))
            if value and (best is None or value > best.value):
                best = Made(self.order[value[0]], cards, value)
        return best

    def _suited(self, cards: Sequence[int]) -> bool:
        return len({card % SUITS for card in cards if not self.pack.is_joker(card)}) == 1

    def _value(self, ranks: Sequence[int], suited: bool, allowed: Sequence[str]) -> Value | None:
        counts = Counter(ranks)
        groups = tuple(sorted((count for count in counts.values() if count > 1), reverse=True))
        run = self._places.get(frozenset(counts), -1) if not groups else -1
        for place, name, category in self._best_first:
            if name in allowed and self._shows(category, counts, groups, suited, run):
                return place, self._ties(name, category, counts, run)
        return None

    def _shows(
        self, category: Category, counts: Mapping[int, int], groups: tuple[int, ...], suited: bool, run: int
    ) -> bool:
        """Whether a hand satisfies a category."""
        if category.groups not in (None, groups) or (category.suited and not suited):
            return False
        if category.run and (run < 0 or (category.run == "top" and run != len(self.runs) - 1)):
            return False
        return not category.only or all(self.pack.ranks[rank] in category.only for rank in counts)

    def _ties(self, name: str, category: Category, counts: Mapping[int, int], run: int) -> tuple[int, ...]:
        """The values that break ties, from the first compared to the last."""
        if category.run:
            return (self.place(name, run),)
        ace = len(self.pack.ranks) - 1
        heights = {rank: -1 if rank == ace and self.ace == "low" else rank for rank in counts}
        if category.ties == "pair":
            pair = max((heights[rank] for rank, count in counts.items() if count > 1), default=-1)
            rest = [heights[rank] for rank, count in counts.items() for _ in range(count - 2 * (heights[rank] == pair))]
            ties = [pair, *sorted(rest, reverse=True)]
        else:
            ties = [heights[rank] for rank in sorted(counts, key=lambda r: (counts[r], heights[r]), reverse=True)]
        compared = ties[: dict(self.compared).get(name, len(ties))]
        return tuple(-height for height in compared) if self.lowest_wins else tuple(compared)

    @cached_property
    def _low_run(self) -> int:
        """The place of the run that begins with the ace."""
        first, ace = self.pack.first, len(self.pack.ranks) - 1
        return next((place for place, run in enumerate(self.runs) if {first, ace} <= run), -1)

    @cached_property
    def _places(self) -> dict[frozenset[int], int]:
        return {run: place for place, run in enumerate(self.runs)}

    @cached_property
    def _best_first(self) -> list[tuple[int, str, Category]]:
        return [(place, name, CATEGORIES[name]) for place, name in enumerate(self.order)][::-1]
