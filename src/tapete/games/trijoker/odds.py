"""Exact odds of trijoker for one stake of the three, over all deals, and what a decision is worth."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_pack
from tapete.engine.views import View
from tapete.errors import TapeteError
from tapete.games.trijoker.best import Fares, Worth, fares, plan, worth
from tapete.games.trijoker.play import LEFT, RIGHT
from tapete.games.trijoker.rules import BEST, BET, DEAL, LEAVES, OWN, POLICY, SIMPLE, WITHDRAWS, Rules, gains, ranking
from tapete.games.trijoker.settle import net
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds, costed

NOTES = {
    BEST: "best play",
    SIMPLE: "leave the first stake with cards that win already, the second with such or with four of a suit",
}


TOGETHER = (BET,)  # three stakes are put down at once, as large as one another: a row is of one and what lies beside it


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """A row for each way of deciding, the best first; with `shoe`, from the cards that nobody has seen."""
    left = Composition.full(1, card_pack(rules)) if shoe is None else shoe
    values = worth(ranking(rules), gains(rules), _cards(rules, left))
    return costed([_row(rules, way, values) for way in rules.options[POLICY].values], POLICY, BEST)


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What leaving a stake is worth with the cards that this player sees; taking it back costs nothing."""
    if LEAVES not in view.choices:
        return []
    pack = card_pack(rules)
    seen = {place: [pack.card(card) for card in cards if card] for place, cards in view.cards.items()}
    five = [card for place in (f"mano/{view.who}", LEFT, RIGHT) for card in seen.pop(place, ())]
    if len(five) < OWN:
        return []  # at a table with cards of paper nobody but the player knows them
    elsewhere = [card for cards in seen.values() for card in cards]  # what lies open by mistake
    return [(LEAVES, float(at(rules, five, elsewhere))), (WITHDRAWS, 0.0)]


def at(rules: Rules, five: Sequence[int], elsewhere: Sequence[int] = ()) -> Fraction:
    """What a stake in play is worth with these of the five cards, over all that may complete them."""
    hands, won = ranking(rules).compile(), gains(rules)
    rest = [card for card in card_pack(rules).cards if card not in five and card not in elsewhere]
    nets = [net(won[hands.score((*five, *more))], 1) for more in combinations(rest, DEAL - len(five))]
    return Fraction(sum(nets), len(nets))


def _cards(rules: Rules, shoe: Composition) -> tuple[int, ...]:
    check_pack(rules, shoe)
    if max(shoe.counts) > 1 or shoe.total < DEAL:
        raise TapeteError("a hand is dealt from one pack with {least} cards or more", least=DEAL)
    return tuple(card for card in shoe.pack.cards if shoe.of(card))


def _row(rules: Rules, way: str, worth: Worth) -> BetOdds:
    chosen = plan(worth, way)
    weights, total = worth.hands.weights, int(worth.hands.weights.sum())
    first = Fraction(int(weights @ chosen.first), total)
    second = Fraction(int(weights @ chosen.second.sum(axis=1)), total * chosen.second.shape[1])
    row = BetOdds.of(rules, BET, figures(fares(worth, chosen)), {POLICY: way})
    return replace(
        row,
        note=NOTES.get(way, ""),
        staked=1 + first + second,
        decisions={f"{BET}:1 {LEAVES}": first, f"{BET}:2 {LEAVES}": second},
    )


def figures(fares: Fares) -> Figures:
    """The figures of a stake of one, beside which two more lie at first."""
    nets: dict[int, int] = {}
    for gain, row in zip(fares.gains, fares.counts, strict=True):
        for stakes, count in enumerate(row, 1):
            nets[net(gain, stakes)] = nets.get(net(gain, stakes), 0) + count
    total = sum(nets.values())
    mean = Fraction(sum(won * count for won, count in nets.items()), total)
    square = Fraction(sum(won * won * count for won, count in nets.items()), total)
    win = Fraction(sum(count for won, count in nets.items() if won > 0), total)
    return Figures(-mean, win, Fraction(0), 1 - win, square - mean**2)
