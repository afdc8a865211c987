"""Exact odds of treinta y cuarenta: every coup of a shoe counted, without replacement."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_begins, left_for
from tapete.engine.views import View
from tapete.errors import TapeteError
from tapete.games.shared.prision import odds as prision
from tapete.games.shared.prision.rules import LEAVES
from tapete.games.shared.prision.settle import LOSES, NULL, WINS, ZERO
from tapete.games.treinta_cuarenta.rows import TEN, chances, favour
from tapete.games.treinta_cuarenta.rules import CHANCES, PREMIUM, Rules, pays, worth
from tapete.games.treinta_cuarenta.settle import NEGRO_COLOR, NULO, REFAIT, insurance_worth
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.report import BetOdds

LEANS = {"color": 1, "inverso": -1}  # the chances that the first card's colour favours, or its contrary
LATER = "coups after 31 to 31 are reckoned by the chances of this one"
BESIDE = "beside a stake of which half is taken back at 31 to 31: it is worth the other half then"


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every bet for the next coup of a shoe, a full one if none is given; chances by how 31 to 31 is treated.

    Equal points are a push. Prison is reckoned for a stake that may be halved without end.
    """
    coup = Coup(rules, shoe or full(rules))
    return [row for name in rules.bets for row in (_rows if name in CHANCES else _insurance)(rules, coup, name)]


def full(rules: Rules) -> Composition:
    """A whole shoe."""
    return Composition.full(rules.equipment.cards.packs, card_pack(rules))


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """At 31 to 31: what taking half is worth, and what prison is; the coups that follow as the next one.

    That is dealt from the cards that are left, or from a full shoe where these are too few.
    """
    if "prision" not in view.choices:
        return []
    name, imprisoned = prision.chance_of(view)
    met = _next_coup(rules, left_for(rules, view)).weights(name)
    return prision.advice(met, pays(rules)[name], imprisoned=imprisoned)


def _next_coup(rules: Rules, left: Composition | None) -> "Coup":
    if left is not None:
        with contextlib.suppress(TapeteError):
            return Coup(rules, left)
    return Coup(rules, full(rules))


class Coup:
    """The next coup of a shoe."""

    def __init__(self, rules: Rules, shoe: Composition) -> None:
        check_begins(rules, shoe)
        kind, count = card_pack(rules), worth(rules)
        cards, red = [0] * (TEN + 1), [0] * (TEN + 1)
        for card in kind.cards:
            cards[count[card]] += shoe.of(card)
            red[count[card]] += shoe.of(card) if kind.is_red(card) else 0
        self.cards, self.red, self.most = tuple(cards), tuple(red), shoe.total - rules.equipment.cards.behind
        self.chances = chances(self.cards, self.most)
        if not self.chances.decided and not self.chances.refait:
            raise TapeteError("{cards}: no coup that is dealt from them decides anything", cards=shoe.said)

    def weights(self, name: str) -> dict[int, int]:
        """How often a chance wins, loses, meets 31 to 31 or nothing, in whole numbers."""
        decided, _, refait = self.chances
        lean = LEANS[name] * favour(self.cards, self.red, self.most) if name in LEANS else Fraction(0)
        shares = {
            WINS: (decided + lean) / 2,
            LOSES: (decided - lean) / 2,
            ZERO: refait,
            NULL: 1 - decided - refait,
        }
        whole = lcm(*(share.denominator for share in shares.values()))
        return {met: int(share * whole) for met, share in shares.items() if share}


def _rows(rules: Rules, coup: Coup, name: str) -> Iterator[BetOdds]:
    met = coup.weights(name)
    for policy in rules.options["zero"].values:
        exact = figures(prision.chain(met, pays(rules)[name], LEAVES[policy]))
        if LEAVES[policy] == 1:
            yield BetOdds.of(rules, name, exact, {"zero": policy})
        else:
            row = BetOdds.of(rules, name, Figures(*map(float, exact)), {"zero": policy})
            yield replace(row, note=LATER)


def _insurance(rules: Rules, coup: Coup, name: str) -> Iterator[BetOdds]:
    """The insurance, by what becomes of its premium. A coup that is void gives it back."""
    chances = coup.chances
    void = 1 - chances.decided - chances.null - chances.refait
    for choice in rules.options["prima"].values:
        shares = [
            (share, Fraction(*insurance_worth(fell, *rules.seguro.premium, *PREMIUM[choice])))
            for share, fell in ((chances.refait, REFAIT), (chances.null, NULO), (chances.decided, NEGRO_COLOR))
        ]
        whole = lcm(*(share.denominator for share in (*chances, void)))
        steps = [Step(int(share * whole), -1, back) for share, back in (*shares, (void, Fraction(1))) if share]
        yield replace(BetOdds.of(rules, name, figures([steps]), {"prima": choice}), note=BESIDE)
