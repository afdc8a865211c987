"""Exact odds of póker de cuatro cartas over all deals, and what a decision is worth with the cards that are seen."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_hand
from tapete.engine.views import View
from tapete.games.cuatro_cartas.best import Counted, Ended, Rest, analysis, facts, from_rest
from tapete.games.cuatro_cartas.guide import RULE
from tapete.games.cuatro_cartas.rules import (
    ANTE,
    BANK,
    BEST,
    BY_CARD,
    FOLDS,
    OWN,
    POLICY,
    SIMPLE,
    WAYS,
    Rules,
    banks,
    order,
    share,
)
from tapete.games.cuatro_cartas.settle import FOLDED, LOST, WON
from tapete.odds.chain import Figures, Number, at_once
from tapete.odds.report import BetOdds, costed

NOTES = {
    BEST: "best play",
    BY_CARD: RULE,
    SIMPLE: "three times with a pair of tens or better, once with a lower pair from threes on, nothing with less",
}


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The ante with what is added to it, for best play and for rules to remember; and the bet on one's own cards."""
    counted = analysis(facts(rules)) if shoe is None else _of_shoe(rules, shoe)
    rows = [_ante(rules, policy, counted.ends[policy]) for policy in rules.options[POLICY].values]
    return [*costed(rows, POLICY, BEST), BetOdds.of(rules, rules.own, _figures(rules, rules.own, counted.ends[BEST]))]


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each choice is worth to the ante, from the cards that somebody sees."""
    pack, own = card_pack(rules), f"mano/{view.who}"
    seen = {place: [pack.card(card) for card in cards if card] for place, cards in view.cards.items()}
    mine = seen.pop(own, [])
    shown = seen.pop("mano/crupier", [])
    if FOLDS not in view.choices or len(mine) < OWN or len(shown) != 1:
        return []
    left = Composition.full(1, pack).less((*mine, *shown, *(card for cards in seen.values() for card in cards)))
    values = worths(rules, mine, shown[0], left)
    return [(choice, float(worth)) for choice, worth in values.items() if choice in view.choices]


def worths(rules: Rules, mine: list[int], shown: int, left: Composition) -> dict[str, Fraction]:
    """What each choice is worth for an ante of one, against all that the bank may add to its open card."""
    from tapete.games.cuatro_cartas.deals import no_better

    ranking = order(rules)
    score = ranking.mine.score(mine)
    rest = [card for card in left.pack.cards if left.of(card)]
    won, total = no_better(rest, shown, ranking.bank, score), banks(len(rest) + OWN + 1)
    least, most = rules.added_bet.times
    worth = {}
    for way, times in WAYS.items():
        if least <= times <= most:
            backs = [share(rules, ANTE, end, ranking.places[score], times) for end in (WON, LOST)]
            worth[way] = (backs[0] * won + backs[1] * (total - won)) / total - 1
    return {**worth, FOLDS: share(rules, ANTE, FOLDED, ranking.places[score], 0) - 1}


def _of_shoe(rules: Rules, shoe: Composition) -> Counted:
    check_hand(rules, shoe, OWN + BANK)
    return from_rest(Rest(facts(rules), tuple(card for card in shoe.pack.cards if shoe.of(card))))


def _ante(rules: Rules, policy: str, ends: list[Ended]) -> BetOdds:
    total = sum(ended.count for ended in ends)
    often: Counter[int] = Counter()
    for ended in ends:
        often[ended.times] += ended.count
    names = {0: FOLDS, **{times: way for way, times in WAYS.items()}}
    decisions: dict[str, Number] = {
        names[times]: Fraction(often[times], total) for times in sorted(often, reverse=True)
    }
    staked = 1 + sum((times * Fraction(count, total) for times, count in often.items()), Fraction(0))
    row = BetOdds.of(rules, ANTE, _figures(rules, ANTE, ends), {POLICY: policy})
    return replace(row, note=NOTES.get(policy, ""), staked=staked, decisions=decisions)


def _figures(rules: Rules, name: str, ends: list[Ended]) -> Figures:
    backs: Counter[Fraction] = Counter()
    for ended in ends:
        backs[share(rules, name, ended.end, ended.place, ended.times)] += ended.count
    return at_once(backs.items())
