"""The count of all deals: best play with every hand, how it and rules to remember fare, and what hands are worth."""

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import FRENCH, SUITS
from tapete.cards.ranking import Ranking
from tapete.games.poker_sin_descarte.best import LESS, Answer, Facts, Group
from tapete.games.poker_sin_descarte.count import CARDS, RANKS, Tables, tables
from tapete.games.poker_sin_descarte.deals import (
    FOUR,
    GO,
    PASS,
    SHARES,
    Hands,
    Pack,
    Terms,
    buying,
    choosing,
    faring,
    going,
    hands,
)
from tapete.games.poker_sin_descarte.rules import ALWAYS, BEST, LIKE_THE_BANK, SIMPLE
from tapete.games.poker_sin_descarte.settle import net
from tapete.games.shared.mano.five import HAND, Order
from tapete.games.shared.mano.rules import HIGH
from tapete.games.shared.mano.settle import ENDS, FOLDED
from tapete.odds.kept import Progress
from tapete.odds.parts import counted, here, spans

PAIR = "pareja"
FOUR_SUITED = "cuatro-de-un-palo"
DRAWS = ("", "escalera-interior", "escalera-abierta", FOUR_SUITED)
LEAST = ("A", "K", "J", "8", "3")  # of the rule to remember
AT_ONCE = 4096  # hands of a part
ROOM = 400_000_000  # bytes for what cards are worth that may be bought

FOURS = 8  # how many hands' work is in four cards kept

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


class Count:
    """A pack and the hands of it, as the loops read them."""

    def __init__(self, facts: Facts) -> None:
        low_runs = facts.low_runs or ()
        ranking = Ranking(FRENCH, HAND, facts.kinds, ace=facts.ace, compared=facts.compared, low_runs=low_runs)
        lookup = ranking.compile()
        left = tuple(card for card in range(CARDS) if card not in facts.gone)
        self.order = Order(lookup, facts.least, facts.kinds, facts.pays)
        self.pack, self.tables = Pack.of(left), tables(lookup, facts.least, left)
        fives = hands(self.pack, HAND, self.tables.choose)
        self.groups, group = grouped(self.order, fives.cards)
        self.fives = fives._replace(group=group)
        self.terms = _terms(facts, self.tables, lookup.categories)

    @property
    def unseen(self) -> int:
        """How many cards a player does not see."""
        return len(self.pack.left) - HAND - 1


class Analysis:
    """A count under way."""

    def __init__(self, facts: Facts, progress: Progress) -> None:
        self.facts, self.progress = facts, progress
        self.count = Count(facts)
        self.hands = len(self.count.fives.cards)
        self.go = np.zeros((len(self.count.groups), RANKS), np.int64)
        self.buy = np.zeros_like(self.go)
        self.done, self.of = 0, (2 + len(self.ways)) * self.hands
        if facts.bought:
            self.of += len(self.open_ranks) * (FOURS * len(self.fours.cards) + self.hands)

    @property
    def ways(self) -> tuple[str, ...]:
        """The rules to remember that are laid beside best play."""
        if self.facts.insured:
            return ()
        return (SIMPLE,) if self.facts.bought else (SIMPLE, LIKE_THE_BANK, ALWAYS)

    @functools.cached_property
    def fours(self) -> Hands:
        """The cards that may be kept where one is bought."""
        return hands(self.count.pack, FOUR, self.count.tables.choose)

    @property
    def open_ranks(self) -> list[tuple[int, int]]:
        """The ranks of the open card, as many at a time as there is room for."""
        return spans(RANKS, max(1, min(RANKS, ROOM // (len(self.fours.cards) * SUITS * CARDS * 8))))

    def answer(self) -> Answer:
        """Best play first, then how it and the rules to remember fare."""
        best = self.best()
        plans = {BEST: (best, -1), **self.remembered()}
        ends = {name: self.ends(*plan) for name, plan in plans.items()}
        # Behind a bought card the bank has fewer hands: what was counted behind five cards counts so many times more.
        each = self.count.unseen - FOUR
        go, buy, deals = SHARES * each * self.go, SHARES * self.buy, SHARES * each * self.deals()
        told = (table.tolist() for table in (deals, go, buy))
        return Answer(SHARES * each, ends, best.tobytes(), self.count.groups, *told)

    def deals(self) -> Ints:
        """How many deals each group of hands and rank of the open card has."""
        count, out = self.count, np.zeros_like(self.go)
        left = np.bincount(count.pack.left // SUITS, minlength=RANKS)
        cards = left - np.stack([(count.fives.cards // SUITS == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
        np.add.at(out, count.fives.group, cards * count.fives.weight[:, None])
        return out * int(count.tables.choose[count.unseen, FOUR])

    def best(self) -> Bytes:
        """What is best with every hand and open card."""
        count, worths = self.count, []
        for worth, by_group in self.through(went, (self.head, len(self.go)), spans(self.hands, AT_ONCE)):
            worths.append(worth)
            self.go += by_group
        total, worth = count.tables.choose[count.unseen, FOUR], np.concatenate(worths)
        acts = np.where(worth > count.terms.nets[0, FOLDED] * total, GO, PASS).astype(np.uint8)
        if self.facts.bought:
            self.changes(worth, acts)
        return acts

    def changes(self, worth: Ints, acts: Bytes) -> None:
        """Puts down where buying a card is better, for some ranks of the open card at a time."""
        for span in self.open_ranks:
            own = spans(len(self.fours.cards), AT_ONCE)
            parts = self.through(bought, (self.head, self.fours, span), own, FOURS)
            self.choose(span, worth, np.concatenate([*parts]), acts)

    def choose(self, span: tuple[int, int], worth: Ints, bought: Ints, acts: Bytes) -> None:
        """The best act for these ranks of the open card: here, as what cards are worth would be long to send."""
        own = [(start, stop, worth[start:stop], acts[start:stop]) for start, stop in spans(self.hands, AT_ONCE)]
        common = self.head, self.fours, span, bought, len(self.buy)
        for (start, stop, *_), done in zip(own, here(chosen, common, own), strict=True):
            self.buy += done
            self.further(stop - start)

    def remembered(self) -> dict[str, tuple[Bytes, int]]:
        """The rules to remember, each with the score from which who bought a card goes on."""
        lookup, cards = self.count.order.lookup, self.count.fives.cards
        lowest = 0, tuple(FRENCH.ranks.index(rank) for rank in LEAST)
        simple = next(score for score, value in enumerate(lookup.values) if value and value >= lowest)
        scores, plans = lookup.scores(cards), {}
        from_score = {SIMPLE: simple, LIKE_THE_BANK: self.facts.least, ALWAYS: 0}
        for name in self.ways:
            acts = np.repeat(np.where(scores >= from_score[name], GO, PASS)[:, None], CARDS, axis=1).astype(np.uint8)
            if self.facts.bought:
                change, open_to, suited = draws(self.count.order, cards)
                change[(lookup.categories[scores] > 0) | ~(suited | (open_to == 2))] = 0
                acts[change > 0] = change[change > 0][:, None]
            plans[name] = acts, from_score[name]
        return plans

    def ends(self, acts: Bytes, least: int) -> list[int]:
        """How a plan fares."""
        own = [(start, stop, acts[start:stop]) for start, stop in spans(self.hands, AT_ONCE)]
        summed = sum(self.through(fared, (self.head, len(self.facts.kinds), least), own))
        return [int(many) for many in np.asarray(summed).ravel()]

    # The work

    @property
    def head(self) -> "Head":
        """What every loop reads."""
        return self.count.pack, self.count.tables, self.count.terms, self.count.fives

    def through(
        self, part: Any, common: tuple[Any, ...], own: Sequence[tuple[Any, ...]], each: int = 1
    ) -> Iterator[Any]:
        """Goes through everything, part by part, from one to another; a hand counts for `each` in the progress."""
        for (start, stop, *_), done in zip(own, counted(part, common, own), strict=True):
            yield done
            self.further(each * (stop - start))

    def further(self, more: int) -> None:
        """So much more is done."""
        self.done += more
        self.progress(self.done, self.of)


Head = tuple[Pack, Tables, Terms, Hands]


def went(head: Head, groups: int, start: int, stop: int) -> tuple[Ints, Ints]:
    """What going is worth with some hands, by open card; and by group."""
    worth, by_group = np.zeros((stop - start, CARDS), np.int64), np.zeros((groups, RANKS), np.int64)
    going(head, start, stop, worth, by_group)
    return worth, by_group


def bought(head: Head, fours: Hands, span: tuple[int, int], start: int, stop: int) -> Ints:
    """What a card is worth that is bought to some four."""
    worth = np.zeros((stop - start, SUITS * (span[1] - span[0]), CARDS), np.int64)
    buying(head, fours, start, stop, span, worth)
    return worth


def chosen(
    head: Head, fours: Hands, span: tuple[int, int], bought: Ints, groups: int, start: int, stop: int, *rows: Any
) -> Ints:
    """Puts down the best acts of some hands, by what going is worth; what buying is, by group."""
    by_group = np.zeros((groups, RANKS), np.int64)
    worth, acts = rows
    choosing(head, fours, start, stop, span, worth, bought, acts, by_group)
    return by_group


def fared(head: Head, kinds: int, least: int, start: int, stop: int, acts: Bytes) -> Ints:
    """How some hands end."""
    ends = np.zeros((2, kinds, ENDS), np.int64)
    faring(head, start, stop, acts, least, ends)
    return ends


def _terms(facts: Facts, table: Tables, categories: NDArray[np.int8]) -> Terms:
    """What every kind of hand is worth by how it ends, in parts of a first stake."""
    places = np.maximum(categories[table.score].astype(np.int64), 0)
    nets = np.array([[facts.parts * net(end, pays, facts.times) for end in range(ENDS)] for pays in facts.pays])
    for place, besides in enumerate(facts.insured):
        nets[place, FOLDED + 1 :] += besides
    return Terms(nets[places].astype(np.int64), places, facts.parts)


def grouped(order: Order, cards: Bytes) -> tuple[list[Group], Ints]:
    """The groups of hands, and which group each hand is in."""
    scores = order.lookup.scores(cards).astype(np.int64)
    _, straight, suited = draws(order, cards)
    drawn = np.where(suited, DRAWS.index(FOUR_SUITED), straight)
    keys, group = np.unique(scores * len(DRAWS) + drawn, return_inverse=True)
    groups: dict[Group, int] = {}
    place = [groups.setdefault(_group(order, *divmod(int(key), len(DRAWS))), len(groups)) for key in keys]
    return list(groups), np.array(place, np.int64)[group]


def _group(order: Order, score: int, drawn: int) -> Group:
    """High cards from what the bank plays with are told apart, and pairs by their rank; other kinds are not."""
    kind, value = order.kind(score), order.lookup.values[score]
    ranks = [FRENCH.ranks[rank] for rank in (value[1] if value else ())]
    if kind == PAIR:
        return Group("-".join(ranks[:1] * 2), DRAWS[drawn])
    if kind == HIGH:
        return Group("-".join(ranks) if score >= order.least else LESS, DRAWS[drawn])
    return Group(kind, "")


def draws(order: Order, cards: Bytes) -> tuple[Bytes, Ints, NDArray[np.bool_]]:
    """For each hand: the card to change for a colour or an open straight; how open a straight is; if four are suited.

    A straight that four of the cards may come to is open where two ranks complete it.
    """
    ranks, suits = cards.astype(np.int64) // SUITS, cards % SUITS
    runs = [sum(1 << rank for rank in run) for run in order.lookup.ranking.runs]
    change, open_to, suited = np.zeros(len(cards), np.uint8), np.zeros(len(cards), np.int64), np.zeros(len(cards), bool)
    for place in range(HAND):
        others = [i for i in range(HAND) if i != place]
        have = np.bitwise_or.reduce(1 << ranks[:, others], axis=1)
        completed = sum(((have & run) == have).astype(np.int64) for run in runs) * (np.bitwise_count(have) == FOUR)
        of_a_suit = (suits[:, others] == suits[:, others[:1]]).all(axis=1)
        # A colour is worth more than a straight, so it has the last word.
        change[of_a_suit | ((completed == 2) & ~suited & (open_to < 2))] = 1 << place
        open_to, suited = np.maximum(open_to, completed), suited | of_a_suit
    return change, open_to, suited
