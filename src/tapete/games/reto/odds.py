"""Exact odds of el reto: two cards, and two more after a tie, counted without replacement."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import msgspec

from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_pack
from tapete.engine.views import View
from tapete.errors import TapeteError
from tapete.games.reto.play import Carry
from tapete.games.reto.rules import CHALLENGES, GIVES_UP, INITIAL, TIE, Rules, needed, share, shoe_for
from tapete.games.reto.settle import LOST, TIE_LOST, TIE_TIE, TIE_WON, WON
from tapete.odds.chain import Figures, Number, at_once
from tapete.odds.report import BetOdds

BEST = "best play"


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every bet for one player's next pass, for each number of packs or from the shoe that is given.

    The initial stake has a row for each way of meeting a tie; the better one is noted as best play.
    """
    if shoe is not None:
        return _rows(rules, shoe, {})
    return [
        row
        for count in rules.options["mazos"].values
        for row in _rows(rules, Composition.full(int(count), card_pack(rules)), {"mazos": count})
    ]


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """After a tie: what a challenge is worth and what giving up is, from the cards that nobody has seen."""
    if CHALLENGES not in view.choices:
        return []
    carry = msgspec.convert(view.carry, Carry)
    left = shoe_for(rules, view.settings, carry.shoe, carry.packs, len(view.players)).left
    seen = [left.pack.card(card) for cards in view.cards.values() for card in cards]
    return [(choice, float(worth)) for choice, worth in at_tie(rules, left.less(seen)).items()]


def at_tie(rules: Rules, left: Composition) -> dict[str, Number]:
    """What each way of meeting a tie is worth to the initial stake, from the cards that nobody has seen."""
    ties, total = _ties(left.ranks)
    ends = {TIE_LOST: total - ties, TIE_TIE: 2 * ties, TIE_WON: total - ties}
    return {choice: -_figures(rules, ends, INITIAL, choice).edge for choice in (CHALLENGES, GIVES_UP)}


def _rows(rules: Rules, shoe: Composition, setting: dict[str, str]) -> list[BetOdds]:
    by_end = weights(rules, shoe)
    rows = [
        BetOdds.of(rules, INITIAL, _figures(rules, by_end, INITIAL, choice), {**setting, "empate": choice})
        for choice in rules.options["empate"].values
    ]
    best = min(rows, key=lambda row: row.figures.edge)
    rows = [replace(row, note=BEST) if row is best else row for row in rows]
    return [*rows, BetOdds.of(rules, TIE, _figures(rules, by_end, TIE, CHALLENGES), setting)]


def _figures(rules: Rules, weights: Mapping[int, int], name: str, choice: str) -> Figures:
    backs: dict[Fraction, int] = {}
    for fell, weight in weights.items():
        back = share(rules, name, fell, challenges=choice == CHALLENGES)
        backs[back] = backs.get(back, 0) + weight
    return at_once(backs.items())


def weights(rules: Rules, shoe: Composition) -> dict[int, int]:
    """For each way a pass can end, of how many orders of four cards it is the end. Cards burnt unseen change nothing.

    A player's card and the croupier's are dealt alike, so each is the higher one as often as the other.

    >>> from tapete.games import game
    >>> rules = game("reto").rules(game("reto").regions[0])
    >>> sum(weights(rules, Composition.full(1)).values()) == 52 * 51 * 50 * 49
    True
    """
    check_pack(rules, shoe)
    if shoe.total < needed(rules, 1):
        most = needed(rules, 1)
        raise TapeteError("a pass may take {most} cards, and the shoe has {left} left", most=most, left=shoe.total)
    ranks = shoe.ranks
    ties, total = _ties(ranks)
    second = (shoe.total - 2) * (shoe.total - 3)
    twice = 0
    for rank, count in enumerate(ranks):
        if count > 1:
            twice += count * (count - 1) * _ties((*ranks[:rank], count - 2, *ranks[rank + 1 :]))[0]
    decided, once = (total - ties) // 2 * second, (ties * second - twice) // 2
    return {LOST: decided, WON: decided, TIE_LOST: once, TIE_TIE: twice, TIE_WON: once}


def _ties(ranks: tuple[int, ...]) -> tuple[int, int]:
    """How many orders of two cards are of one rank, and how many there are."""
    cards = sum(ranks)
    return sum(count * (count - 1) for count in ranks), cards * (cards - 1)
