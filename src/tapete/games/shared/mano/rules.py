"""What rulebooks of hands against the bank share: the pack, the cloth, who plays, the order of hands, their boxes."""

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator

from tapete.engine.settings import Settings
from tapete.engine.stakes import Spot
from tapete.games.shared.mano.behind import Behind
from tapete.law.rulebook import Section
from tapete.law.sections import Pays, Players, ShoeRule, StakedRulebook
from tapete.money import Range, Ratio

HIGH = "carta-mayor"
VOID = "anular"
ACCENTED = {"trio": "trío", "poker": "póquer"}


class Cards(ShoeRule):
    """The pack; the ace stands above the king and, where it is `both`, below the two as well, in runs only."""

    ace: Literal["high", "both"]


class Cloth(Section):
    """The table, and what must stand written on it."""

    inscription: str = ""


class Seats(Players):
    """Who plays, and where the text has it, who stakes behind them."""

    behind: Behind | None = None


def _whole(pays: Ratio) -> Ratio:
    if pays.den != 1:
        raise ValueError("hands pay whole stakes")
    return pays


WholePays = Annotated[Pays, AfterValidator(_whole)]


def ordered(order: Iterable[str], kinds: Collection[str], known: Collection[str]) -> None:
    """For a validator: every kind of hand that a text has is one of those known, and has one place in its order."""
    *_, last = placed = tuple(order)
    if sorted(placed) != sorted(kinds) or not set(kinds) <= set(known) or last != HIGH:
        raise ValueError(f"every kind has one place in the order, {HIGH} the last, among {', '.join(known)}")


def named(kind: str) -> str:
    """A kind of hand as it is called.

    >>> named("trio"), named("escalera-de-color")
    ('trío', 'escalera de color')
    """
    return ACCENTED.get(kind, kind.replace("-", " "))


def limits(rules: StakedRulebook, settings: Settings, name: str) -> Range:
    """The least and most that a bet takes."""
    limit = rules.bets[name].limit
    most = settings.maximum[rules.limits[limit].of or limit]
    return Range(settings.least(limit), most, settings.chip).floor()


def box(rules: StakedRulebook, settings: Settings, name: str) -> Spot:
    """A bet's box before each player."""
    return Spot(name, name, limits(rules, settings, name), rules.bets[name].article)
