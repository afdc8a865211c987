"""The terms on which a table plays: what the procedure, best play and the simulator need to know of a rulebook."""

from typing import Literal, NamedTuple


class Terms(NamedTuple):
    """A table's terms. Points are hard points: an ace counts one where a rule names them."""

    packs: int = 6
    burnt: int = 5  # cards put aside before the first deal
    behind: int = 52  # cards that stay behind the separator
    fresh: bool = False  # an automatic shuffler: every round from whole packs, nothing burnt
    blackjack: tuple[int, int] = (3, 2)
    double: tuple[int, ...] = ()  # the points on which two cards may be doubled; none named: on all
    double_soft: bool = True  # whether two cards with an ace may be doubled
    double_aces: bool = False  # whether a pair of aces may be
    double_after_split: bool = True
    ace_counts_one_when_doubling: bool = False  # an ace among the two cards doubled; not one drawn to them
    split: bool = True
    resplit: bool = True  # as many hands as there are cards of equal value; otherwise two
    resplit_aces: bool = True
    split_aces_one_card: bool = True
    surrender: bool = False  # for half the stake, before any third card, never against an ace
    three_sevens: tuple[int, int] | None = None  # what 21 with three sevens pays, where it pays more than any 21
    insurance: Literal["before-third-cards", "before-bank-card"] = "before-third-cards"
    insurance_pays: tuple[int, int] = (2, 1)
    squares: int = 1  # how many hands of the bank a hand is played against, each from the same first card
