"""Exact odds of monte. Every bet is a race: the first of its own cards to come decides it.

So with w cards that win, l that lose and r that send the stake back, all in the shoe, it wins in w of w + l + r cases;
and the first card of n wins it, less the deduction, in w of n.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, lcm
from typing import Any, NamedTuple

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.engine.places import bet_of
from tapete.engine.shoe import card_pack
from tapete.engine.views import View
from tapete.errors import Said, TapeteError
from tapete.games.monte.rules import (
    BOTTOM,
    BURNING,
    EVERY,
    LAYOUTS,
    ORDINALS,
    TOP,
    Phase,
    Piled,
    Rules,
    in_play,
    phase,
    won,
)
from tapete.games.monte.settle import COMBINATIONS, PLACES, combination, laid_at, layout_class, points
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds


class Laid(NamedTuple):
    """A layout: how many cards lie on each of the four, which that match are still to come, of how many, and burnt."""

    piled: Piled
    coming: int
    cards: int
    burnt: int


class Chances(NamedTuple):
    """Weighted sums over layouts: how often a bet is made, won, won by the first card, sent back."""

    made: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    first: Fraction = Fraction(0)
    push: Fraction = Fraction(0)

    def plus(self, other: "Chances") -> "Chances":
        """Both together."""
        return Chances(*(a + b for a, b in zip(self, other, strict=True)))


Tally = dict[int, Chances]  # by the points that are off the payment


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every spot over all layouts, for each base of the deduction; then for each class of layouts, on the usual base.

    A void layout takes no stakes; a spot of Segundas is staked whenever its row is left.
    """
    tallies = _of_shoe(rules, shoe or Composition.full(1, card_pack(rules)))
    usual = rules.options["deduccion"].default
    rows = []
    for spot, tally in tallies[""].items():
        bet, _, on = spot.partition(":")
        spared = bet in rules.deduction.spares
        for base in [usual] if spared else rules.options["deduccion"].values:
            figures = _figures(rules, base, bet, tally)
            rows.append(BetOdds.of(rules, bet, figures, {} if spared else {"deduccion": base}, on))
    for name in LAYOUTS:
        rows += _of_class(rules, usual, name, tallies.get(name, {}))
    return rows


def _of_class(rules: Rules, base: str, name: str, tallies: Mapping[str, Tally]) -> Iterator[BetOdds]:
    """A class of layouts; spots of one bet that are alike share a row, which says so."""
    alike: dict[tuple[str, Figures], list[str]] = {}
    for spot, tally in tallies.items():
        bet, _, on = spot.partition(":")
        alike.setdefault((bet, _figures(rules, base, bet, tally)), []).append(on)
    for (bet, figures), (on, *others) in alike.items():
        setting = ({} if bet in rules.deduction.spares else {"deduccion": base}) | {"layout": name}
        note = Said("the same on {spots}", spots=", ".join(others)) if others else ""
        yield replace(BetOdds.of(rules, bet, figures, setting, on), note=note)


def by_layout(rules: Rules, base: str) -> dict[str, dict[str, Figures]]:
    """Every spot on each class of layouts of a whole pack."""
    tallies = _of_shoe(rules, Composition.full(1, card_pack(rules)))
    return {
        name: {spot: _figures(rules, base, bet_of(spot), tally) for spot, tally in tallies[name].items()}
        for name in LAYOUTS
    }


def on_layout(rules: Rules, cards: Sequence[int], base: str = "") -> dict[str, Figures]:
    """Every spot once these cards have been uncovered from a whole pack, in this order, and four values lie there."""
    base = base or rules.options["deduccion"].default
    tally = _tallies(rules, {_lay(rules, cards): 1})[""]
    return {spot: _figures(rules, base, bet_of(spot), counts) for spot, counts in tally.items()}


def on_table(rules: Rules, view: View) -> list[BetOdds]:
    """Every spot of the phase that is played, with the cards that lie there: none before four values are laid out."""
    kind = card_pack(rules)
    lying = [[kind.card(card) for card in view.cards.get(place, ())] for place in ORDINALS]
    rows = sum(1 << place for place, pile in enumerate(lying) if pile)
    if rows not in (EVERY, TOP, BOTTOM):
        return []
    seen = {kind.card(card) for cards in view.cards.values() for card in cards}
    left = [card for card in kind.cards if card not in seen]
    piled = tuple(max(len(pile) - 1, 0) for pile in lying)
    coming = sum(_bits([(pile[0], place) for place, pile in enumerate(lying) if pile], left))
    now, base = phase(rules, piled, rows), rules.option(view.settings, "deduccion")
    burnt = len(view.cards.get(BURNING, ()))
    return [_now(rules, now, spot, in_play(piled, rows), (coming, len(left), burnt), base) for spot in now.races]


def _now(rules: Rules, now: Phase, spot: str, seen: Piled, cards: tuple[int, int, int], base: str) -> BetOdds:
    """A spot with so many cards coming that match, left and burnt."""
    coming, left, burnt = cards
    bet, _, on = spot.partition(":")
    share = _race(*_in_primeras(now, spot)(coming))
    first = share.firsts / left if left else Fraction(0)
    only = rules.bets[bet].first_card
    tally = {
        points(rules.bets[bet].counted, seen, burnt): Chances(
            Fraction(1), first if only else share.win, first, share.push
        )
    }
    setting = {} if bet in rules.deduction.spares else {"deduccion": base}
    return BetOdds.of(rules, bet, _figures(rules, base, bet, tally), setting, on)


def _bits(laid: Sequence[tuple[int, int]], left: Sequence[int]) -> Iterator[int]:
    """The cards to come that match one laid out, each as its bit."""
    for first, place in laid:
        for card in left:
            if card // SUITS == first // SUITS:
                yield 1 << COMBINATIONS * place + combination(first % SUITS, card % SUITS)


def _lay(rules: Rules, cards: Sequence[int]) -> Laid:
    """The layout that these cards make."""
    ranks, first, piled, burnt, count = [0] * PLACES, [0] * PLACES, [0] * PLACES, 0, 0
    for card in cards:
        place = laid_at(ranks, count, card // SUITS)
        if place < 0:
            burnt, count = burnt + 2, 0
        elif place < count:
            piled[place] += 1
        else:
            ranks[place], first[place] = card // SUITS, card % SUITS
            count += 1
    if count != PLACES or max(Counter(card // SUITS for card in cards).values()) >= rules.laying.void.cards:
        raise TapeteError("{cards} lay out no four values to play with", cards=card_pack(rules).text(cards))
    left = [card for card in card_pack(rules).cards if card not in cards]
    coming = sum(_bits([(SUITS * ranks[place] + first[place], place) for place in range(PLACES)], left))
    return Laid(tuple(piled), coming, len(left), burnt)


def _figures(rules: Rules, base: str, bet: str, tally: Tally) -> Figures:
    """The figures of a bet from how it may end."""
    total = functools.reduce(Chances.plus, tally.values())
    made, win, push = total.made, total.win, total.push
    back = square = push
    for off, chances in tally.items():
        whole, less = (Fraction(*won(rules, base, bet, off, by_first)[0]) for by_first in (False, True))
        back += (chances.win - chances.first) * whole + chances.first * less
        square += (chances.win - chances.first) * whole**2 + chances.first * less**2
    back /= made
    return Figures(1 - back, win / made, push / made, (made - win - push) / made, square / made - back**2)


# How the bets may end on some layouts.


class Rates(NamedTuple):
    """A bet on layouts that are alike: how often it is made; of these, won and sent back; how many firsts win it."""

    made: Fraction
    win: Fraction
    push: Fraction
    firsts: Fraction


Weight = tuple[int, int]  # the weight of some layouts, and the same with each divided by the cards left
Counts = tuple[int, ...]  # of the cards to come, those that decide a spot, as `_race` or `_second_race` takes them
Key = tuple[str, str, int, Counts]  # the class of the layout, the spot, the points off


@functools.lru_cache(maxsize=8)
def _of_shoe(rules: Rules, whole: Composition) -> dict[str, dict[str, Tally]]:
    return _tallies(rules, layouts(whole, rules.laying.void.cards))


def _tallies(rules: Rules, weights: Mapping[Laid, int]) -> dict[str, dict[str, Tally]]:
    """Every spot's ways to end, over all these layouts ("") and over each class of them."""
    whole = lcm(*{laid.cards or 1 for laid in weights})
    by_spot: dict[str, dict[str, Tally]] = {"": {}}
    for (name, spot, off, counts), (weight, per_card) in _counted(rules, weights, whole).items():
        share = _race(*counts) if len(counts) == 3 else _second_race(*counts)
        made, first = share.made * weight, share.made * share.firsts * Fraction(per_card, whole)
        # A bet on the first card is won by it or not at all.
        only = rules.bets[bet_of(spot)].first_card
        chances = Chances(made, first if only else made * share.win, first, made * share.push)
        for tallies in (by_spot[""], by_spot.setdefault(name, {})):
            tally = tallies.setdefault(spot, {})
            tally[off] = tally.get(off, Chances()).plus(chances)
    return {name: {spot: tally for spot, tally in some.items() if _made(tally)} for name, some in by_spot.items()}


def _made(tally: Tally) -> bool:
    """Whether a bet can be made at all."""
    return any(chances.made for chances in tally.values())


def _counted(rules: Rules, weights: Mapping[Laid, int], whole: int) -> dict[Key, Weight]:
    """The weights of layouts that are alike to a spot: of one class, with so many points off, and the same counts.

    The number of cards left matters in one way only: the first of them is each with the same chance. So it needs no
    telling apart; nor do burnt cards, but for the bets that lose points by them.
    """
    by_key: dict[Key, Weight] = {}
    by_burnt = {name for name, bet in rules.bets.items() if bet.counted[-1]}
    for exact in (True, False):
        alike: dict[tuple[Piled, int], dict[int, Weight]] = {}
        for laid, weight in weights.items():
            some = alike.setdefault((laid.piled, laid.burnt if exact else min(laid.burnt, 1)), {})
            _add(some, laid.coming, (weight, weight * (whole // laid.cards) if laid.cards else 0))
        for (piled, burnt), some in alike.items():
            name = LAYOUTS[layout_class(piled, burnt)]
            for spot, bet, counted, seen in _spots(rules, piled):
                if (bet in by_burnt) == exact:
                    off = points(rules.bets[bet].counted, seen, burnt)
                    for coming, both in some.items():
                        _add(by_key, (name, spot, off, counted(coming)), both)
    return by_key


def _add(sums: dict[Any, Weight], key: Any, more: Weight) -> None:
    weight, per_card = sums.get(key, (0, 0))
    sums[key] = weight + more[0], per_card + more[1]


@functools.lru_cache(maxsize=1024)
def _spots(rules: Rules, piled: Piled) -> list[tuple[str, str, Callable[[int], Counts], Piled]]:
    """Every spot on these piles: its bet, what counts for it of the cards to come, and the piles in play."""
    first = phase(rules, piled)
    spots = [(spot, bet_of(spot), _in_primeras(first, spot), piled) for spot in first.races]
    for rows in (TOP, BOTTOM):
        second = phase(rules, piled, rows)
        seen = in_play(piled, rows)
        spots += [(spot, bet_of(spot), _in_segundas(first, second, spot), seen) for spot in second.races]
    return spots


def _in_primeras(now: Phase, spot: str) -> Callable[[int], Counts]:
    wins, loses, returns = now.races[spot]
    return lambda coming: ((wins & coming).bit_count(), (loses & coming).bit_count(), (returns & coming).bit_count())


@functools.lru_cache(maxsize=4096)
def _race(wins: int, loses: int, returns: int) -> Rates:
    """The first deciding card ends it; where none is left, the stake goes back."""
    deciding = wins + loses + returns
    if not deciding:
        return Rates(Fraction(1), Fraction(0), Fraction(1), Fraction(0))
    return Rates(Fraction(1), Fraction(wins, deciding), Fraction(returns, deciding), Fraction(wins))


def _in_segundas(first: Phase, now: Phase, spot: str) -> Callable[[int], Counts]:
    """A spot of Segundas: its row must be left, and cards annulled in Primeras may have come already."""
    wins, loses, _ = now.races[spot]
    ends, gone = first.ends, first.ends & ~now.cards

    def counted(coming: int) -> Counts:
        early, late = coming & ~ends, coming & ends
        return (
            late.bit_count(),
            (gone & coming).bit_count(),
            (wins & early).bit_count(),
            (wins & late).bit_count(),
            (loses & early).bit_count(),
            (loses & late).bit_count(),
        )

    return counted


@functools.lru_cache(maxsize=4096)
def _second_race(ending: int, gone: int, wins_early: int, wins: int, loses_early: int, loses: int) -> Rates:
    """Primeras end with the first of `ending` cards, `gone` of which are in the other row.

    Of the cards that win and lose, those that may have come before are counted apart from those that would have ended
    Primeras themselves. A card lies right behind another in one of n cases; that the other is then the first of those
    that end Primeras has to be asked of all but itself. Without any, there are no Segundas.
    """
    if not ending:
        return Rates(*[Fraction(0)] * 4)
    early = wins_early + loses_early
    win = push = Fraction(0)
    for i, j in product(range(wins_early + 1), range(loses_early + 1)):
        # These i and j come before all of `ending`, the other early ones after the first of them.
        ways = comb(wins_early, i) * comb(loses_early, j) * factorial(i + j) * factorial(early - i - j + ending - 1)
        share = Fraction(ways * ending, factorial(early + ending))
        winning, losing = wins + wins_early - i, loses + loses_early - j
        if winning + losing:
            win += share * Fraction(winning, winning + losing)
        else:
            push += share
    firsts = wins_early + (Fraction(wins * ending, ending - 1) if wins and gone else Fraction(0))
    return Rates(Fraction(gone, ending), win, push, firsts)


# The layouts, counted card by card. Values are alike of which no card is gone; of others, the suits left are known, up
# to their turn in the circle.

Left = int  # the suits left, as bits; or, below zero, how many of a value of which any may be gone
Value = tuple[Left, int]  # and how many of it have been shown
Pile = tuple[Left, int, int]  # the same for one laid out, suits counted from its own; and how many lie on it
Values = tuple[tuple[Value, int], ...]
State = tuple[Values, tuple[Pile, ...], int]


@functools.lru_cache(maxsize=8)
def layouts(whole: Composition, void: int) -> Counter[Laid]:
    """Every layout that does not become void, with its weight among all orders of the shoe, some times over."""
    counts: Counter[Laid] = Counter()
    cards = whole.total
    ahead: Counter[State] = Counter({(_values(whole), (), 0): 1})
    while ahead and cards:
        cards -= 1
        after: Counter[State] = Counter()
        for state, weight in ahead.items():
            for (values, piles, burnt), ways in _next(state, void):
                if len(piles) < PLACES:
                    after[values, piles, burnt] += weight * ways
                else:
                    for coming, share in _coming(piles):
                        laid = Laid(tuple(piled for _, _, piled in piles), coming, cards, burnt)
                        counts[laid] += weight * ways * share * factorial(cards)
        ahead = after
    if not counts:
        raise TapeteError("{cards}: too few to lay out four values", cards=whole.said)
    return counts


def _values(whole: Composition) -> Values:
    every = (1 << SUITS) - 1
    suits = [
        sum(1 << suit for suit in range(SUITS) if whole.of(SUITS * rank + suit))
        for rank in range(whole.pack.first, len(whole.pack.ranks))
    ]
    return tuple(sorted(Counter((-SUITS if left == every else _turned(left), 0) for left in suits if left).items()))


def _next(state: State, void: int) -> Iterator[tuple[State, int]]:
    """Where the next card may lead, and how many cards do; a void layout leads nowhere."""
    values, piles, burnt = state
    for place, (left, shown, piled) in enumerate(piles):
        for rest, _, ways in _drawn(left) if shown + 1 < void else ():
            if len(piles) == 1:
                value = (rest if rest < 0 else _turned(rest)), shown + 1
                yield (_plus(values, value, 1), (), burnt + 2), ways
            else:
                yield (values, (*piles[:place], (rest, shown + 1, piled + 1), *piles[place + 1 :]), burnt), ways
    for (left, shown), count in values:
        for rest, suit, ways in _drawn(left) if shown + 1 < void else ():
            laid = rest if rest < 0 else _turn(rest, suit), shown + 1, 0
            yield (_plus(values, (left, shown), -1), (*piles, laid), burnt), ways * count


def _drawn(left: Left) -> list[tuple[Left, int, int]]:
    """What is left of a value once a card of it is drawn, that card's suit, and how many cards do this."""
    if left < 0:
        return [(left + 1, 0, -left)]
    return [(left & ~(1 << suit), suit, 1) for suit in range(SUITS) if left >> suit & 1]


def _plus(values: Values, value: Value, change: int) -> Values:
    counts = Counter(dict(values))
    counts[value] += change
    return tuple(sorted((key, count) for key, count in counts.items() if count and key[0]))


def _turn(suits: int, by: int) -> int:
    """Suits counted from another one.

    >>> bin(_turn(0b1001, 3))
    '0b11'
    """
    return (suits >> by | suits << SUITS - by) & (1 << SUITS) - 1


def _turned(suits: int) -> int:
    return min(_turn(suits, by) for by in range(SUITS))


def _coming(piles: tuple[Pile, ...]) -> Iterator[tuple[int, int]]:
    """The cards that match and are to come, as bits, in every way that these piles leave open, all scaled alike."""
    ways = [_left_of(left) for left, _, _ in piles]
    share = COMBINATIONS**PLACES
    for some in ways:
        share //= len(some)
    for masks in product(*ways):
        yield sum(mask << COMBINATIONS * place for place, mask in enumerate(masks)), share


@functools.cache
def _left_of(left: Left) -> list[int]:
    """The combinations that may be left of a value laid out: any so many of them are equally likely."""
    if left < 0:
        return [sum(1 << one for one in some) for some in combinations(range(COMBINATIONS), -left)]
    return [sum(1 << combination(0, suit) for suit in range(1, SUITS) if left >> suit & 1)]


__all__ = ["by_layout", "layouts", "odds", "on_layout"]
