"""Baccarat at two cloths for the simulator's loop: shoes are dealt to the stop card, all mix as they should."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import UnknownError
from tapete.games.bacara_dos_panos import settle
from tapete.games.bacara_dos_panos.both import ENDS, FACED
from tapete.games.bacara_dos_panos.odds import MOST, hands, solution
from tapete.games.bacara_dos_panos.rules import BANCA, BOTH, CLOTHS, POLICY, Rules, deduction
from tapete.games.shared.bacara import loop
from tapete.games.shared.bacara.money import cagnotte
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import OPTIONAL, TAKES, worth
from tapete.games.shared.bacara.shoe import counts, full
from tapete.sim.program import Ints, Program, Source
from tapete.sim.shoe import Bytes

COUPS = 60  # more than a shoe can give
OUTCOMES = ENDS * ENDS

ends = njit(nogil=True, cache=True)(settle.ends)


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over coups dealt from shuffled shoes."""
    share = deduction(rules, settings)
    bets = []
    for name, cents in stakes.items():
        if name not in (*CLOTHS, BOTH, BANCA):
            raise UnknownError("bet", name, [*CLOTHS, BOTH, BANCA])
        bets.append((name, cents, [back(name, cents, settings.chip, share, end) for end in range(OUTCOMES)]))
    return Program.single(bets, OUTCOMES)._replace(source=source(rules, rules.option(settings, POLICY), share))


def back(name: str, cents: int, chip: int, share: Fraction, end: int) -> int:
    """What comes back of a stake, or of a bank against which as much is staked at both cloths, by a coup's outcome."""
    at = divmod(end, ENDS)
    parts = settle.split(cents, chip) if name in (BOTH, BANCA) else tuple(cents * (name == cloth) for cloth in CLOTHS)
    won = sum(settle.gain(one, part) for one, part in zip(at, parts, strict=True))
    if name == BANCA:
        return cents + won - (cagnotte(won, share, 1) if won > 0 else 0)
    return cents - won


class Tables(NamedTuple):
    """What the loop reads: chances of 2**32, by a cloth's total and by the banker's and what both cloths have.

    `natural` says with which totals a coup is over, `first` with which two cards win over any other hand.
    """

    shoe: Bytes
    behind: int
    natural: Bytes
    first: Bytes
    punto: Ints
    banker: Ints


@functools.lru_cache(maxsize=32)
def tables(rules: Rules, policy: str, cut: Fraction) -> Tables:
    """How all play, as arrays."""
    known, values, cards = hands(rules), worth(rules), rules.equipment.cards
    solved = solution(known, counts(rules, full(rules), MOST), policy, cut)
    fixed = {TAKES: Fraction(1), OPTIONAL: solved.punto}
    drawing = [fixed.get(known.rule.punto(total), Fraction(0)) for total in range(TOTALS)]
    return Tables(
        np.array([values[card] for card in card_pack(rules).cards for _ in range(cards.packs)], np.uint8),
        cards.behind,
        np.array([total in known.rule.natural for total in range(TOTALS)], np.uint8),
        np.array([total in known.first for total in range(TOTALS)], np.uint8),
        loop.chances(drawing),
        loop.chances(solved.banker.ravel().tolist()),
    )


def source(rules: Rules, policy: str, cut: Fraction) -> Source:
    """Coups dealt from shuffled shoes."""
    given = tables(rules, policy, cut)

    def deal(shoes: Bytes, chances: Ints, out: Bytes, have: int) -> int:
        return int(_deal_shoes(shoes, chances, *given[1:], out, have))

    return loop.source(given.shoe, (COUPS, 3), deal)


@njit(nogil=True, cache=True)
def _deal_shoes(shoes, chances, behind, natural, first, punto, banker, out, have):  # type: ignore[no-untyped-def]
    """Deals shoes to their stop cards, or until there are outcomes enough; how many there are then."""
    for number in range(len(shoes)):
        shoe = shoes[number]
        i, coup, last = 0, 0, len(shoe) - behind
        while i <= last and have < len(out):
            p, q, b = (shoe[i] + shoe[i + 3]) % 10, (shoe[i + 1] + shoe[i + 4]) % 10, (shoe[i + 2] + shoe[i + 5]) % 10
            i += 6
            p_first, q_first, b_first = first[p] == 1, first[q] == 1, first[b] == 1
            if not natural[b]:
                one, other = 11 if natural[p] else STOOD, 11 if natural[q] else STOOD
                if not natural[p] and chances[number, coup, 0] < punto[p]:
                    one = shoe[i]
                    p = (p + one) % 10
                    p_first = False
                    i += 1
                if not natural[q] and chances[number, coup, 1] < punto[q]:
                    other = shoe[i]
                    q = (q + other) % 10
                    q_first = False
                    i += 1
                shown = one == 11 and other == 11
                if not shown and chances[number, coup, 2] < banker[(b * FACED + one) * FACED + other]:
                    b = (b + shoe[i]) % 10
                    b_first = False
                    i += 1
            out[have] = 3 * ends(p, p_first, b, b_first) + ends(q, q_first, b, b_first)
            have += 1
            coup += 1
    return have
