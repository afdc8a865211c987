"""What may differ between the texts in treinta y cuarenta, and the felt."""

import functools
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Tag, model_validator

from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.prision.rules import LEAVES, Zero
from tapete.games.treinta_cuarenta.settle import COLOR, INVERSO, LEAST, MOST, NEGRO, OUTCOMES, ROJO, falls, insured
from tapete.law.marks import Checked, Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, CardTable, Closing, DealtRulebook, Pays, Positive, ShoeRule
from tapete.money import Range, Ratio

CHANCES = {"negro": NEGRO, "rojo": ROJO, "color": COLOR, "inverso": INVERSO}
INSURANCE = "seguro"
# When a premium comes back: never, at 31 to 31, or at that and whenever a coup is null.
PREMIUM = {"casa": (False, False), "vuelve-con-31": (True, False), "vuelve-con-empate": (True, True)}
OPTIONS = {"zero": tuple(LEAVES), "prima": tuple(PREMIUM)}
CALLS = ("shuffle", "null", "refait", "cut", "last")


class Cut(Section):
    """Who cuts: a player, or the croupier, who does so where nobody plays."""

    by: Literal["jugador", "crupier"] = "jugador"


class Cards(ShoeRule):
    """The cards, without indices, and the red one in front of the last of them: the coup in which it comes is void.

    That a hand puts the red card there is cited only; how many cards lie `behind` it runs.
    """

    indices: Checked[bool]
    cut: Cut
    red_card: Cited[Section]
    void: Section


class Felt(Section):
    """The cloth: its shape and its boxes."""

    shape: Checked[str]
    boxes: Checked[tuple[str, ...]]


class Points(Section):
    """What cards count, where it is not the number printed on them."""

    worth: dict[str, Positive]


class Equipment(CardTable):
    """Cards and cloth."""

    cards: Cards
    felt: Checked[Felt]
    points: Points


class Rows(Section):
    """The rows in the order in which they are dealt, and the points that each is dealt to, least and most."""

    order: tuple[Literal["negra"], Literal["roja"]]
    points: tuple[int, int]

    @model_validator(mode="after")
    def _a_row_ends_between(self) -> Self:
        if self.points != (LEAST, MOST):
            raise ValueError(f"a row that takes cards up to {LEAST} points ends between {LEAST} and {MOST}")
        return self


class Insurance(Section):
    """A stake's exemption from 31 to 31, for a deposit that is so much of it."""

    name: Label
    limit: str
    premium: Pays


def _kind(bet: Any) -> str:
    data = bet if isinstance(bet, dict) else vars(bet)
    return "seguro" if data.get("premium") else "suerte"


AnyBet = Annotated[
    Annotated[Bet, Tag("suerte")] | Annotated[Insurance, Tag("seguro")],
    Discriminator(_kind),
]


class Null(Section):
    """Equal points that are not the least: whether such a coup is counted among the last ones."""

    counted: bool = False


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of treinta y cuarenta."""

    equipment: Equipment
    bets: dict[str, AnyBet]
    rows: Rows
    null: Null
    zero: Zero

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        if set(self.bets) != {*CHANCES, INSURANCE}:
            raise ValueError(f"bets: there are {', '.join((*CHANCES, INSURANCE))}")
        self.need("calls", CALLS)
        self.need("options", OPTIONS)
        self.options_among(OPTIONS)
        if not self.zero.prison:
            raise ValueError("zero: a prison needs its rules for further coups of 31 to 31 and for the last one")
        if not any(closing.announced_rounds for closing in self.closing.values()):
            raise ValueError("closing: say how many coups are announced as the last ones")
        return self

    @property
    def last_coups(self) -> Closing:
        """How the last coups of a session are announced."""
        return next(closing for closing in self.closing.values() if closing.announced_rounds)

    @property
    def seguro(self) -> Insurance:
        """The insurance."""
        return self.bets[INSURANCE]  # type: ignore[return-value]


@functools.lru_cache(maxsize=64)
def worth(rules: Rules) -> dict[int, int]:
    """What every card counts."""
    kind, figures = card_pack(rules), rules.equipment.points.worth
    return {card: figures.get(rank := kind.ranks[kind.rank(card)]) or int(rank) for card in kind.cards}


def apart(rules: Rules) -> tuple[str, ...]:  # noqa: ARG001
    """Where stakes wait for another coup: the cells of the prison."""
    return tuple(f"prison/{name}" for name in CHANCES)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The four boxes, and a mark for the insurance of a stake on each."""
    layout: dict[str, Spot] = {}
    for name in CHANCES:
        limit = rules.bets[name].limit
        limits = Range(settings.least(limit), settings.maximum[limit], settings.chip).floor()
        layout[name] = Spot(name, name, limits, rules.bets[name].article)
    for name in CHANCES:
        mark, bet = f"{INSURANCE}:{name}", rules.seguro
        least, most = max(settings.least(bet.limit), layout[name].limits.lo), layout[name].limits.hi
        limits = Range(max(premium(rules, least), 1), premium(rules, most), 1)
        layout[mark] = Spot(mark, INSURANCE, limits, bet.article)
    return layout


def premium(rules: Rules, cents: int) -> int:
    """The premium of a stake."""
    return insured(cents, *rules.seguro.premium)


@functools.lru_cache(maxsize=64)
def pays(rules: Rules) -> dict[str, Ratio]:
    """What each chance pays."""
    return {name: bet.pays for name, bet in rules.bets.items() if isinstance(bet, Bet)}


# What every outcome is to each chance
MET = {name: tuple(falls(bet, fell, False) for fell in range(OUTCOMES)) for name, bet in CHANCES.items()}

__all__ = ["CHANCES", "INSURANCE", "MET", "PREMIUM", "Rules", "card_pack", "layout", "pays", "premium", "worth"]
