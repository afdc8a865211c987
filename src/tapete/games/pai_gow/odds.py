"""Odds of pai gow: for a player and for who is the bank, set in the best way, the house's, or by a rule of two lines.

How often each class of hands comes is exact, and so is the advice on one hand: it is compared with every hand that the
other side can have. Figures of the whole game are counted over deals drawn at random, and carry their error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tapete.cards.composition import Composition
from tapete.engine.places import banca
from tapete.engine.shoe import card_pack, check_hand
from tapete.engine.views import View
from tapete.games.pai_gow.best import ALL, FEWER, SEATS, Rest, analysis, facts, from_rest, named
from tapete.games.pai_gow.guide import RULE
from tapete.games.pai_gow.rules import (
    BANKER,
    BEST,
    BET,
    COMMISSION,
    HAND,
    HOUSE_WAY,
    PLAYER,
    POLICY,
    SEAT,
    SIMPLE,
    Rules,
    share,
)
from tapete.games.pai_gow.settle import ENDS, LOST, NULL, WON, back
from tapete.odds.chain import Figures, Number
from tapete.odds.report import BetOdds, costed

NOTES = {BEST: "best play", SIMPLE: RULE}
OTHERWISE = "de-otra-manera"


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The stake of a player, and what a bank makes of one, by commission and by how the cards are set."""
    policies = rules.options[POLICY].values
    rows = [
        (Fraction(each) / 100, seat, policy)
        for each in rules.options[COMMISSION].values
        for seat in SEATS
        for policy in policies
    ]
    names = {row: plan_name(*row) for row in rows}
    deals, ends = _ends(rules, list(dict.fromkeys(names.values())), shoe)
    return costed([_row(rules, *row, ends[name], deals) for row, name in names.items()], POLICY, BEST)


def on_table(rules: Rules, _: View) -> list[BetOdds]:
    """Every hand is dealt from a whole pack: what lies on the table is no help to the next stake."""
    return odds(rules)


def plan_name(each: Fraction, seat: str, policy: str) -> str:
    """The plan that a policy follows at a commission: between two whole per cents, as at the nearest."""
    return named(seat, round(100 * each) if policy == BEST else policy)


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What each two cards are worth as the low hand, from the cards that somebody sees; foul parts are left out."""
    slots = next((item.slots for item in view.open if item.do == "set"), ())
    faces, pack = view.faces, card_pack(rules)
    mine = [pack.card(faces[slot]) for slot in slots if faces.get(slot)]
    if len(mine) < HAND:
        return []
    from tapete.games.pai_gow.worth import worths

    left = Composition.full(1, pack).less(pack.card(face) for face in faces.values() if face)
    seat = BANKER if view.places.get(banca(view.who)) else PLAYER
    values = worths(rules, mine, left, seat, share(rules, view.settings))
    return [(" ".join(slots[at] for at in part), float(worth)) for part, worth in values.items()]


def frequencies(rules: Rules) -> dict[str, int]:
    """How many of all hands of seven cards make each kind with the best five of them, the best kind first."""
    return analysis(facts(rules)).kinds


def _ends(rules: Rules, names: Sequence[str], shoe: Composition | None) -> tuple[int, Mapping[str, list[int]]]:
    if shoe is None:
        answer = analysis(facts(rules))
        return answer.deals, answer.cells
    check_hand(rules, shoe, 2 * HAND)
    plans = tuple(dict.fromkeys((named(PLAYER, HOUSE_WAY), *names)))
    cards = tuple(card for card in shoe.pack.cards if shoe.of(card))
    return FEWER, from_rest(Rest(facts(rules), plans, cards)).cells


def _row(rules: Rules, each: Fraction, seat: str, policy: str, ends: Sequence[int], deals: int) -> BetOdds:
    figures, error = _figures(ends, deals, each)
    setting = {COMMISSION: _percent(rules, each), SEAT: seat, POLICY: policy}
    row = replace(BetOdds.of(rules, BET, figures, setting), std_error=error, note=NOTES.get(policy, ""))
    return replace(row, decisions=_decisions(rules, plan_name(each, seat, policy)))


def _percent(rules: Rules, each: Fraction) -> str:
    """A commission as its option has it."""
    return next(value for value in rules.options[COMMISSION].values if Fraction(value) == 100 * each)


def _figures(ends: Sequence[int], deals: int, each: Fraction) -> tuple[Figures, float]:
    """The figures of a stake, and the error of the edge: each deal counts as the mean of its two hands."""
    cells = {divmod(at, ENDS): count for at, count in enumerate(ends)}
    shares = [sum(count * pair.count(end) for pair, count in cells.items()) / (2 * deals) for end in range(ENDS)]
    gains = [num / den - 1 for num, den in (back(end, each.numerator, each.denominator) for end in range(ENDS))]
    mean = sum(share * gain for share, gain in zip(shares, gains, strict=True))
    variance = sum(share * gain**2 for share, gain in zip(shares, gains, strict=True)) - mean**2
    of_deals = sum(count * ((gains[one] + gains[other]) / 2) ** 2 for (one, other), count in cells.items()) / deals
    return Figures(-mean, shares[WON], shares[NULL], shares[LOST], variance), ((of_deals - mean**2) / deals) ** 0.5


def _decisions(rules: Rules, name: str) -> dict[str, Number]:
    """How often a plan sets cards as the house does: of all hands, exactly."""
    alike = Fraction(analysis(facts(rules)).alike.get(name, ALL), ALL)
    return {HOUSE_WAY: alike, OTHERWISE: 1 - alike}
