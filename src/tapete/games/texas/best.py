"""Best play, and how it fares: worked out once for all that it depends on, and kept.

What counts it is imported where an answer is not known: one that is takes no compiler to read.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Literal

import msgspec

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.games.shared.mano.settle import ENDS
from tapete.games.texas.rules import MOST_ADDED, STREETS, FlopBet, Rules, gains
from tapete.odds.kept import Progress, kept

STAKES = MOST_ADDED + 1  # how many antes may be added to the first, none included


class Facts(msgspec.Struct, frozen=True):
    """All that the counting depends on: the order of hands, what they decide, what is added when, cards gone.

    `on_flop` are the kinds of five cards that win the bet on the flop, from a pair of `flop_pair` on.
    """

    pack: str
    kinds: tuple[str, ...]
    ace: Literal["high", "both"]
    lowest_pair: str
    gains: tuple[int, ...]
    times: tuple[int, int, int]
    gives_up: int
    on_flop: tuple[str, ...] = ()
    flop_pair: str = ""
    gone: tuple[int, ...] = ()


class Fares(msgspec.Struct, frozen=True):
    """How a way of deciding fares: deals by kind of hand, end and antes added, in this order; how often a bet is made.

    `made` has for each street how many times the bet before it is made, of how many times it could be; `on_flop` has by
    kind how many hands win the bet on the flop and are not given up.
    """

    counts: list[int]
    made: list[tuple[int, int]]
    on_flop: dict[str, int] = {}

    @property
    def ends(self) -> Iterator[tuple[int, int, int, int]]:
        """The kind of hand, the end and the antes added of all deals, and how many those are."""
        for place, count in enumerate(self.counts):
            kind, rest = divmod(place, ENDS * STAKES)
            if count:
                yield kind, *divmod(rest, STAKES), count


class Answer(msgspec.Struct, frozen=True):
    """What was counted: how best play and a simple one fare, and what going on is worth with two cards and in a case.

    `hands` has the pairs that differ in more than names of suits with the net of all their deals and how many those
    are; `turn` and `river` the cases before these streets in the same way. `plan` is best play: a byte for each pair, a
    bit for each with each flop and, of a whole pack, with each four cards.
    """

    fares: dict[str, Fares]
    hands: dict[int, tuple[int, int]]
    turn: dict[int, tuple[int, int]]
    river: dict[int, tuple[int, int]]
    plan: tuple[bytes, bytes, bytes]


def facts(rules: Rules, left: Composition | None = None) -> Facts:
    """What the counting depends on, of a rulebook and of the cards that are left."""
    later, cards = [*rules.later.values()], rules.equipment.cards
    before, turn, river = (sum(bet.times for bet in later if bet.before == street) for street in STREETS)
    gone = () if left is None else tuple(card for card in left.pack.cards if not left.of(card))
    asked = Facts(
        cards.pack,
        rules.hands.order[::-1],
        cards.ace,
        rules.bank.lowest_pair,
        gains(rules),
        (before, turn, river),
        STREETS.index(later[0].before),
        gone=gone,
    )
    bet = rules.beside_bet
    if not isinstance(bet, FlopBet):
        return asked
    kinds = tuple(sorted(kind for prize in bet.prizes.values() for kind in prize.kinds))
    return msgspec.structs.replace(asked, on_flop=kinds, flop_pair=bet.lowest_pair)


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Counts every deal."""
    from tapete.games.texas.counting import count

    return count(facts, progress)


def kind_of(own: Sequence[int]) -> int:
    """The number of the pair that stands for all that differ from two cards in the names of suits only.

    >>> kind_of([0, 5]) == kind_of([7, 2]), kind_of([0, 4]) == kind_of([0, 5])
    (True, False)
    """
    kinds = []
    for names in permutations(range(SUITS)):
        low, high = sorted(card - card % SUITS + names[card % SUITS] for card in own)
        kinds.append(low + high * (high - 1) // 2)
    return min(kinds)
