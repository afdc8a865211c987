"""Odds of blackjack: the square with best play for each choice of the house, the bets beside it counted exactly."""

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import msgspec

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import Shoe, check_begins
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.blackjack.best import advise, counts
from tapete.games.blackjack.rules import (
    INSURANCE,
    MAIN,
    PAIR_PRIZES,
    PAIRS,
    SEVENS,
    SEVENS_PRIZES,
    THIRTEEN,
    Rules,
    prize_pays,
    terms,
)
from tapete.games.blackjack.sabot import FRESH, Carry
from tapete.games.blackjack.settle import SEVEN, against_thirteen, insurance_back, pair, sevens, value
from tapete.games.blackjack.terms import Terms
from tapete.games.blackjack.worth import worth
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.report import BetOdds

CHANGING = ("doblar-con-as", "retiro", "tres-sietes")  # the house's options that change what a square is worth
LATE = "antes-de-la-banca"
BEST_PLAY = (
    "best play by every card seen, worked out without sampling; a split hand is played by its own cards alone, "
    "and the chances of its results take its hands for independent once the bank has ended"
)
MORE = "a third card to every two sevens; a pot that has grown gives the player more"
BEST_SQUARE = (
    "best play by every card seen, worked out without sampling; a split hand is played by its own cards alone, "
    "and the chances of its results take its hands for independent once the bank has ended; "
    "each square by itself: one hand plays for all, and the bank's draws for one are as likely as for another"
)


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every bet from whole packs, or from what is left of them."""
    left = shoe or Composition.full(rules.equipment.cards.packs)
    check_begins(rules, left)
    rows: list[BetOdds] = []
    for name in rules.bets:
        if name == MAIN:
            rows += _squares(rules, left)
        elif name == INSURANCE:
            rows += _insurance(rules, left)
        elif name in THIRTEEN:
            rows.append(_of(rules, name, _thirteen(rules, left, name)))
        elif name == PAIRS:
            rows.append(_of(rules, name, _pairs(rules, left)))
        elif name == SEVENS:
            rows += _accumulated(rules, left)
    return rows


def on_table(rules: Rules, view: View) -> list[BetOdds]:
    """Every bet by the cards seen since the shuffle; once cards lie there, the insurance alone is to be had."""
    left = _left(rules, view)
    if not view.cards:
        return odds(rules, left)
    num, den = insurance_back(True, *rules.bets[INSURANCE].pays)
    tens = counts(left)[-1]
    result = figures([[Step(tens, -1, Fraction(num, den)), Step(left.total - tens, -1)]])
    option = rules.options.get("seguro")
    setting = {"seguro": rules.option(view.settings, "seguro")} if option else {}
    return [BetOdds.of(rules, INSURANCE, result, setting)]


def _left(rules: Rules, view: View) -> Composition:
    """What somebody has not seen of the shoe since the shuffle."""
    carry = msgspec.convert(view.carry, Carry)
    seen = [FRENCH.card(card) for cards in view.cards.values() for card in cards]
    fresh = terms(rules, view.settings).fresh
    return Shoe(rules.equipment.cards, FRESH if fresh else carry.shoe).left.less(seen)


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each choice for a hand is worth in stakes, by every card seen since the shuffle."""
    place = view.about
    if "plantarse" not in view.choices or place not in view.cards:
        return []
    how, left = terms(rules, view.settings), _left(rules, view)
    hand, (up, *_) = ([value(FRENCH.card(card)) for card in view.cards[at]] for at in (place, "banca"))
    split = any(other.startswith(f"{place.partition('/')[0]}/") for other in view.cards)
    values = advise(how, tuple(hand), up, left, view.choices, split=split)
    return [(option, float(worth)) for option, worth in values]


def _of(rules: Rules, name: str, steps: Iterable[Step]) -> BetOdds:
    option = rules.bets[name].option
    return BetOdds.of(rules, name, figures([list(steps)]), {option: "si"} if option else {})


def _squares(rules: Rules, shoe: Composition) -> Iterator[BetOdds]:
    """The square with every choice of the house's."""
    names = [name for name in CHANGING if name in rules.options]
    note = BEST_SQUARE if rules.triple else BEST_PLAY
    for choices in product(*(rules.options[name].values for name in names)):
        setting = dict(zip(names, choices, strict=True))
        value = worth(_terms(rules, setting), counts(shoe))
        result = Figures(-value.expectation, value.win, value.push, value.lose, value.variance)
        yield replace(BetOdds.of(rules, MAIN, result, setting), note=note)


def _terms(rules: Rules, setting: dict[str, str]) -> Terms:
    return terms(rules, standard(rules, options=setting))


def _insurance(rules: Rules, shoe: Composition) -> Iterator[BetOdds]:
    """The insurance, once the bank has an ace and nothing else has been seen since the shoe was as it is."""
    left = counts(shoe)
    aces, tens, total = left[0], left[-1], sum(left)
    if not aces:
        return
    num, den = insurance_back(True, *rules.bets[INSURANCE].pays)
    option = rules.options.get("seguro")
    for moment in option.values if option else ("",):
        setting = {"seguro": moment} if moment else {}
        if moment == LATE:
            chance = worth(_terms(rules, setting), left).insured
            back = num / den
            result = Figures(1 - chance * back, chance, 0.0, 1 - chance, chance * (1 - chance) * back**2)
            note = "of hands that best play has not bust by then; worked out without sampling"
        else:
            result = figures([[Step(tens, -1, Fraction(num, den)), Step(total - 1 - tens, -1)]])
            note = _even_money(rules, shoe)
        yield replace(BetOdds.of(rules, INSURANCE, result, setting), note=note)


def _even_money(rules: Rules, shoe: Composition) -> Said | str:
    """What a blackjack gives up that is paid at par, the bank having an ace."""
    left = counts(shoe)
    if left[0] < 2 or not left[-1]:
        return ""
    chance = Fraction(left[-1] - 1, sum(left) - 3)
    num, den = _terms(rules, {}).blackjack
    given_up = Fraction(num, den) * (1 - chance) - 1
    return Said("a blackjack paid at par gives up {part} of its stake", part=str(given_up))


def _thirteen(rules: Rules, shoe: Composition, name: str) -> Iterator[Step]:
    side, (num, den) = (-1, 1)[THIRTEEN.index(name)], rules.bets[name].pays
    left = counts(shoe)
    for one, other in product(range(1, len(left) + 1), repeat=2):
        weight = left[one - 1] * (left[other - 1] - (one == other))
        won = against_thirteen(one, other) == side
        yield Step(max(weight, 0), -1, Fraction(num + den, den) if won else Fraction(0))


def _pairs(rules: Rules, shoe: Composition) -> Iterator[Step]:
    backs = _backs(rules, standard(rules), PAIRS, PAIR_PRIZES)
    for one, other in product(FRENCH.cards, repeat=2):
        weight = shoe.of(one) * (shoe.of(other) - (one == other))
        yield Step(max(weight, 0), -1, backs[pair(one, other)])


def _accumulated(rules: Rules, shoe: Composition) -> Iterator[BetOdds]:
    """The bet on sevens with the least prizes, and with all that the house may choose."""
    option = rules.options.get("premios")
    for hundredths in option.values if option else ("",):
        chosen = {"premios": hundredths} if option else {}
        least = not option or hundredths == option.default
        row = _of(rules, SEVENS, _sevens(shoe, 3, _sevens_backs(rules, standard(rules, options=chosen))))
        yield replace(row, setting=row.setting | chosen, note=_least_note(rules, shoe) if least else MORE)


def with_pot(rules: Rules, settings: Settings, bet: str, cents: int, pot: int | None) -> Figures | None:
    """A stake on the bet on sevens with so much in its pot, which is paid where it is more than the prize."""
    if bet != SEVENS:
        return None
    backs = _sevens_backs(rules, settings)
    backs[-1] = max(backs[-1], 1 + Fraction(pot or 0, cents))
    return figures([list(_sevens(Composition.full(rules.equipment.cards.packs), 3, backs))])


def _sevens_backs(rules: Rules, settings: Settings) -> list[Fraction]:
    return _backs(rules, settings, SEVENS, SEVENS_PRIZES)


def _sevens(shoe: Composition, cards: int, backs: Sequence[Fraction]) -> Iterator[Step]:
    """The bet on sevens by so many first cards."""
    return (Step(weight, -1, back) for weight, back in zip(_ways(shoe, cards), backs, strict=True))


@functools.lru_cache(maxsize=64)
def _ways(shoe: Composition, cards: int) -> tuple[int, ...]:
    """In how many ways so many first cards win nothing, and each prize; all that are no sevens are one kind."""
    kinds = {card: shoe.of(card) for card in FRENCH.cards if FRENCH.rank(card) == SEVEN}
    kinds[0] = shoe.total - sum(kinds.values())
    ways = [0] * (1 + len(SEVENS_PRIZES))
    for dealt in product(kinds, repeat=cards):
        weight = 1
        for place, card in enumerate(dealt):
            weight *= max(kinds[card] - dealt[:place].count(card), 0)
        ways[sevens(dealt)] += weight
    return tuple(ways)


def _least_note(rules: Rules, shoe: Composition) -> Said:
    short = figures([list(_sevens(shoe, 2, _sevens_backs(rules, standard(rules))))]).edge
    return Said(
        "the least prizes, and a third card to every two sevens; without one the house has {edge}, "
        "and a pot that has grown gives the player more",
        edge=str(short),
    )


def _backs(rules: Rules, settings: Settings, bet: str, prizes: Sequence[str]) -> list[Fraction]:
    """What comes back without a prize, and with each."""
    return [Fraction(0), *(1 + Fraction(*prize_pays(rules, settings, bet, prize)) for prize in prizes)]
