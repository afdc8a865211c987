"""Chemin de fer for the simulator's loop: shoes are dealt to the stop card, punto and banker mix as they should."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import UnknownError
from tapete.games.chemin_de_fer.odds import MOST, solution
from tapete.games.chemin_de_fer.rules import BANCA, POLICY, PUNTO, Rules, deduction
from tapete.games.shared.bacara import loop
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import OPTIONAL, TAKES, third, worth
from tapete.games.shared.bacara.shoe import counts, full
from tapete.sim.program import Ints, Program, Source
from tapete.sim.shoe import Bytes

COUPS = 80  # more than a shoe can give


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over coups dealt from shuffled shoes."""
    percent = deduction(rules, settings)
    bets = []
    for name, cents in stakes.items():
        if name not in (PUNTO, BANCA):
            raise UnknownError("bet", name, [PUNTO, BANCA])
        gain = cents - (0 if name == PUNTO else cents * percent.numerator // percent.denominator)
        back = [cents + gain, cents, 0]
        bets.append((name, cents, back if name == PUNTO else back[::-1]))
    return Program.single(bets, 3)._replace(source=source(rules, rules.option(settings, POLICY), percent))


class Tables(NamedTuple):
    """What the loop reads: chances of 2**32, by the punto's total and by the banker's and the third card.

    `natural` says with which totals a coup is over.
    """

    shoe: Bytes
    behind: int
    natural: Bytes
    punto: Ints
    banker: Ints


@functools.lru_cache(maxsize=32)
def tables(rules: Rules, policy: str, cut: Fraction) -> Tables:
    """How both play, as arrays."""
    rule, points, cards = third(rules), worth(rules), rules.equipment.cards
    solved = solution(rules, counts(rules, full(rules), MOST), policy, cut)
    fixed = {TAKES: Fraction(1), OPTIONAL: solved.punto}
    drawing = [fixed.get(rule.punto(total), Fraction(0)) for total in range(TOTALS)]
    places = product(range(TOTALS), range(STOOD + 1))
    return Tables(
        np.array([points[card] for card in card_pack(rules).cards for _ in range(cards.packs)], np.uint8),
        cards.behind,
        np.array([total in rule.natural for total in range(TOTALS)], np.uint8),
        loop.chances(drawing),
        loop.chances([solved.banker.get(place, Fraction(0)) for place in places]),
    )


def source(rules: Rules, policy: str, cut: Fraction) -> Source:
    """Coups dealt from shuffled shoes."""
    given = tables(rules, policy, cut)

    def deal(shoes: Bytes, chances: Ints, out: Bytes, have: int) -> int:
        return int(_deal_shoes(shoes, chances, *given[1:], out, have))

    return loop.source(given.shoe, (COUPS, 2), deal)


@njit(nogil=True, cache=True)
def _deal_shoes(shoes, chances, behind, natural, punto, banker, out, have):  # type: ignore[no-untyped-def]
    """Deals shoes to their stop cards, or until there are outcomes enough; how many there are then."""
    for number in range(len(shoes)):
        shoe = shoes[number]
        i, coup, last = 0, 0, len(shoe) - behind
        while i <= last and have < len(out):
            p, b = (shoe[i] + shoe[i + 2]) % 10, (shoe[i + 1] + shoe[i + 3]) % 10
            i += 4
            if not natural[p] and not natural[b]:
                third = 10
                if chances[number, coup, 0] < punto[p]:
                    third = shoe[i]
                    p = (p + third) % 10
                    i += 1
                if chances[number, coup, 1] < banker[b * 11 + third]:
                    b = (b + shoe[i]) % 10
                    i += 1
            out[have] = 0 if p > b else 1 if p == b else 2  # the punto won, tied, lost
            have += 1
            coup += 1
    return have
