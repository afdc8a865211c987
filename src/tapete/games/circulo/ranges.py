"""Hands as players write them: cards, as in `AsKs`; sorts of hands, as in `QQ+` or `AKs`; any hand at all."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from tapete.cards.card import SUITS, Pack
from tapete.errors import TapeteError

ANY = ("random", "*")
MOST = 400_000  # hands of a range: so many are found in a second


@dataclass(frozen=True, slots=True)
class Range:
    """Hands that somebody may hold, each as likely: the cards known of each, as many in every one, and its text."""

    text: str
    hands: tuple[tuple[int, ...], ...]

    @property
    def known(self) -> int:
        """How many cards of a hand are known; the rest is dealt."""
        return len(self.hands[0])

    def without(self, gone: Iterable[int]) -> "Range":
        """The hands that can be held where these cards lie elsewhere."""
        lying = frozenset(gone)
        left = tuple(hand for hand in self.hands if lying.isdisjoint(hand))
        if not left:
            raise TapeteError("no hand of '{hand}' is left: its cards lie elsewhere", hand=self.text)
        return Range(self.text, left)

    def dealt(self, cards: Iterable[int], own: int) -> "Range | None":
        """The same with all their cards, any of those left; None where they would be too many."""
        left = tuple(cards)
        if self.known == own:
            return self
        if len(self.hands) * comb(len(left) - self.known, own - self.known) > MOST:
            return None
        return Range(self.text, tuple(sorted(set(_filled(self.hands, left, own)))))


def read(text: str, pack: Pack, own: int) -> Range:
    """Reads a hand or a range of hands of `own` cards: cards, fewer than all if the rest may be any, or sorts.

    >>> from tapete.cards.card import FRENCH
    >>> [len(read(text, FRENCH, 2).hands) for text in ("AsKs", "QQ+", "AKs", "A10o+", "22-44", "AK", "QQ+,AKs")]
    [1, 18, 4, 48, 18, 16, 22]
    """
    if text.strip().lower() in ANY:
        return Range(text, ((),))
    written = re.split(r"\s*,\s*", text.strip())
    if not all(written):
        raise TapeteError("'{text}' is no range: write it as 22-55 or A2s-A5s", text=text)
    parts = [frozenset(_part(part, pack, own)) for part in written]
    sizes = {len(hand) for part in parts for hand in part}
    hands = {hand for part in parts for hand in part}
    if len(hands) > 1 and sizes != {own}:
        if len(hands) * comb(len(pack), own - min(sizes)) > 4 * MOST:
            raise TapeteError("'{text}' is too many hands of {own} cards: name their cards", text=text, own=own)
        hands = set(_filled(hands, pack.cards, own))
    return Range(text, tuple(sorted(hands)))


def _filled(hands: Iterable[tuple[int, ...]], cards: tuple[int, ...], own: int) -> Iterator[tuple[int, ...]]:
    """Each hand with whatever other cards fill it up."""
    for hand in hands:
        left = [card for card in cards if card not in hand]
        for more in combinations(left, own - len(hand)):
            yield tuple(sorted((*hand, *more)))


def _part(text: str, pack: Pack, own: int) -> Iterator[tuple[int, ...]]:
    """The hands of one part of a range: of two ranks, from them on, from one to another, or cards."""
    match = _pattern(pack).fullmatch(text.lower())
    if match is None or own < 2:
        cards = pack.parse(text)
        if len(cards) > own:
            raise TapeteError("'{text}' is more than the {own} cards of a hand here", text=text, own=own)
        return iter([tuple(sorted(cards))])
    high, low = sorted((_rank(match["one"], pack), _rank(match["other"], pack)), reverse=True)
    if high == low and match["suit"]:
        raise TapeteError("'{text}' is no range: the two cards of a pair have different suits", text=text)
    return (hand for ranks in _ranks(text, match, pack, high, low) for hand in _suits(*ranks, match["suit"]))


def _ranks(text: str, match: re.Match[str], pack: Pack, high: int, low: int) -> Iterator[tuple[int, int]]:
    """The pairs of ranks of a part: `QQ+` rises to aces, `A10+` to the king beside the ace, `22-55` from one to one."""
    first, last = (low, low)
    if match["plus"]:
        last = len(pack.ranks) - 1 if high == low else high - 1
    elif match["to"]:
        ends = sorted((_rank(match["to_one"], pack), _rank(match["to_other"], pack)), reverse=True)
        paired = high == low
        if (ends[0] == ends[1]) != paired or (not paired and ends[0] != high) or match["to_suit"] != match["suit"]:
            raise TapeteError("'{text}' is no range: write it as 22-55 or A2s-A5s", text=text)
        first, last = sorted((low, ends[1]))
    return ((rank if high == low else high, rank) for rank in range(first, last + 1))


def _suits(high: int, low: int, suit: str | None) -> Iterator[tuple[int, ...]]:
    """The hands of two ranks: of one suit, of two, or either."""
    if high == low:
        return ((SUITS * high + a, SUITS * high + b) for a, b in combinations(range(SUITS), 2))
    same = {"s": (True,), "o": (False,), None: (True, False)}[suit]
    pairs = product(range(SUITS), repeat=2)
    return ((SUITS * low + a, SUITS * high + b) for a, b in pairs if (a == b) in same)


def _rank(text: str, pack: Pack) -> int:
    rank = pack.ranks.index({letters.upper(): name for letters, name in pack.read}.get(text.upper(), text.upper()))
    if rank < pack.first:
        raise TapeteError("there is no {rank} in the {pack}", rank=text, pack=pack.name)
    return rank


def _pattern(pack: Pack) -> re.Pattern[str]:
    rank = "|".join([*pack.ranks, *(letters for letters, _ in pack.read)])
    two = f"(?P<one>{rank})(?P<other>{rank})(?P<suit>[so])?"
    to = f"(?P<to_one>{rank})(?P<to_other>{rank})(?P<to_suit>[so])?"
    return re.compile(f"{two}(?:(?P<plus>\\+)|(?P<to>-{to}))?", re.IGNORECASE | re.ASCII)
