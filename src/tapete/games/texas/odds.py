"""Exact odds of hold'em against the bank, over all deals, and what a decision is worth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_hand
from tapete.engine.views import View
from tapete.games.texas.best import Fares, analysis, facts, kind_of
from tapete.games.texas.rules import (
    ANTE,
    BEST,
    BOARD,
    HAND,
    OWN,
    POLICY,
    SIMPLE,
    STAYING,
    STREETS,
    FlopBet,
    LaterBet,
    OwnBet,
    Rules,
    common,
    flop_prize,
    gains,
    own_prize,
)
from tapete.games.texas.settle import ante_back, beside_back, later_back
from tapete.odds.chain import Number, at_once
from tapete.odds.report import BetOdds, costed

NOTES = {
    BEST: "best play",
    STAYING: "best play that gives up no hand that wins on the flop",
    SIMPLE: "each bet by the rule to remember that stands with its table",
}
LEAST = 2 * OWN + BOARD  # cards of a hand against the bank


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The ante with all that is added to it, for best play and for a simple one; and the bet beside it."""
    left = _left(rules, shoe)
    asked = facts(rules, left)
    answer = analysis(asked)
    policies = rules.options[POLICY].values
    rows = costed([_ante(rules, policy, answer.fares[policy]) for policy in policies], POLICY, BEST)
    if isinstance(rules.beside_bet, OwnBet):
        return [*rows, BetOdds.of(rules, rules.beside, at_once(_own(rules, left).items()))]
    beside = {policy: at_once(_on_the_flop(rules, left, answer.fares[policy]).items()) for policy in policies}
    return [*rows, *(BetOdds.of(rules, rules.beside, part, {POLICY: policy}) for policy, part in beside.items())]


def back(end: int, gain: int, added: int) -> int:
    """What an ante of one brings back, with what the stakes added to it win or lose."""
    return ante_back(end, gain) + added * (later_back(end, 1) - 1)


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each choice is worth for an ante of one, from the cards that somebody sees."""
    pack = card_pack(rules)
    seen = {place: [pack.card(card) for card in cards if card] for place, cards in view.cards.items()}
    own = seen.pop(f"mano/{view.who}", [])
    bet = rules.later.get(view.about)
    if bet is None or bet.choices[0] not in view.choices or len(own) < OWN:
        return []  # at a table with cards of paper nobody but the player knows them
    board = [card for street in STREETS for place in common(rules, street) for card in seen.pop(place, [])]
    elsewhere = {card for cards in seen.values() for card in cards}
    if not board and elsewhere:
        return []  # all deals are counted for a whole pack, and what lies open by mistake would change them
    if not board:
        net, of = analysis(facts(rules)).hands[kind_of(own)]
        return [(bet.choices[0], net / of), (bet.choices[1], -1.0)]
    lies = view.places.get(f"felt/{view.who}/{rules.beside}", 0) if isinstance(rules.beside_bet, FlopBet) else 0
    beside = lies / view.places[f"felt/{view.who}/{ANTE}"]
    return _worths(rules, bet, own, board, elsewhere, beside)


def _worths(
    rules: Rules, bet: LaterBet, own: Sequence[int], board: Sequence[int], gone: set[int], beside: float
) -> list[tuple[str, float]]:
    """What making a bet is worth and what not making it, with so much on the flop beside an ante of one."""
    from tapete.games.texas.counting import terms
    from tapete.games.texas.deals import spot

    deck = [card for card in card_pack(rules).cards if card not in gone]
    at_spot = spot(terms(facts(rules)), deck, own, board)
    worth = bet.times * at_spot.lead / at_spot.deals
    if not bet.folds:
        return [(bet.choices[0], worth), (bet.choices[1], 0.0)]
    prize = flop_prize(rules, [*own, *board])
    gain = rules.beside_bet.prizes[prize].pays.num if prize else -1
    return [(bet.choices[0], at_spot.net / at_spot.deals + worth + gain * beside), (bet.choices[1], -1.0 - beside)]


def _left(rules: Rules, shoe: Composition | None) -> Composition:
    if shoe is None:
        return Composition.full(1, card_pack(rules))
    check_hand(rules, shoe, LEAST)
    return shoe


def _ante(rules: Rules, policy: str, fares: Fares) -> BetOdds:
    total, added, backs, gain = 0, 0, Counter[int](), gains(rules)
    for kind, end, more, count in fares.ends:
        backs[back(end, gain[kind], more)] += count
        total, added = total + count, added + more * count
    made: dict[str, Number] = {}
    for name, bet in rules.later.items():
        made[f"{name} {bet.choices[0]}"] = Fraction(*fares.made[STREETS.index(bet.before)])
    row = BetOdds.of(rules, ANTE, at_once(backs.items()), {POLICY: policy})
    return replace(row, note=NOTES.get(policy, ""), staked=1 + Fraction(added, total), decisions=made)


def _own(rules: Rules, left: Composition) -> Counter[int]:
    """What the bet on one's own cards brings back, for all of them and all that the bank can have beside them."""
    backs: Counter[int] = Counter()
    deck = [card for card in left.pack.cards if left.of(card)]
    banks = comb(len(deck) - OWN, OWN)
    pairs = {_kind(own): own for own in combinations(deck, OWN)}
    for kind, often in Counter(map(_kind, combinations(deck, OWN))).items():
        own = pairs[kind]
        alike = _alike(deck, own)
        for bank, many in ((own, alike), ((), banks - alike)):
            prize = own_prize(rules, own, bank)
            backs[beside_back(rules.beside_bet.prizes[prize].pays.num if prize else 0)] += often * many
    return backs


def _kind(own: Sequence[int]) -> tuple[int, int, bool]:
    """The ranks of two cards, and whether they are of one suit."""
    return own[0] // SUITS, own[1] // SUITS, own[0] % SUITS == own[1] % SUITS


def _alike(deck: Sequence[int], own: Sequence[int]) -> int:
    """How many pairs of the others have the same ranks as two cards."""
    one, other = (card // SUITS for card in own)
    many = Counter(card // SUITS for card in deck if card not in own)
    return comb(many[one], 2) if one == other else many[one] * many[other]


def _on_the_flop(rules: Rules, left: Composition, fares: Fares) -> Counter[int]:
    """What the bet on the flop brings back: nothing where the hand is given up."""
    assert isinstance(rules.beside_bet, FlopBet)
    backs = Counter({0: comb(left.total, HAND) * comb(HAND, OWN)})
    for prize in rules.beside_bet.prizes.values():
        won = sum(fares.on_flop[kind] for kind in prize.kinds)
        backs[beside_back(prize.pays.num)] += won
        backs[0] -= won
    return backs
