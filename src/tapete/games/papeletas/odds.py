"""Exact odds of a ticket: every number is as likely, in the whole lot or in what is left of it."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tapete.engine.views import View
from tapete.games.papeletas.rules import PROGRAMME, Programme, Rules, programme
from tapete.games.papeletas.settle import kind_of
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds

Worth = Mapping[int, Fraction]


def odds(rules: Rules) -> list[BetOdds]:
    """A ticket of every programme, all of its tickets sold."""
    return [
        BetOdds.of(rules, bet, figures(worth(rules, announced, announced.dates)), {PROGRAMME: name})
        for bet in rules.bets
        for name, announced in rules.programmes.items()
    ]


def on_table(rules: Rules, view: View) -> list[BetOdds]:
    """The same of what is left of the lot that a table sells."""
    announced = programme(rules, view.settings)
    out = view.carry.get("out", ()) if rules.drawing.at_once else ()
    if len(out) >= announced.tickets:
        out = ()
    (bet,) = rules.bets
    return [BetOdds.of(rules, bet, figures(worth(rules, announced, announced.dates, out)))]


def worth(rules: Rules, announced: Programme, dates: int, out: tuple[int, ...] | list[int] = ()) -> Worth:
    """What a ticket is worth in prices of a ticket, each with its chance: what it wins on all dates.

    What is paid for a product at its ordinary price is had in the product.
    """
    once = _once(announced, frozenset(out))
    chances: dict[int, Fraction] = {1 if rules.ordinary else 0: Fraction(1)}
    for _ in range(dates):
        more: Counter[int] = Counter()
        for had, chance in chances.items():
            for wins, part in once.items():
                more[had + wins] += chance * part  # type: ignore[assignment]
        chances = dict(more)  # type: ignore[arg-type]
    return chances


def _once(announced: Programme, out: frozenset[int]) -> Worth:
    left = [number for number in range(1, announced.tickets + 1) if number not in out]
    kinds = Counter(kind_of(number, announced.counts) for number in left)
    worths = (*announced.worths, 0)
    chances: dict[int, Fraction] = {}
    for kind, count in kinds.items():
        chances[worths[kind]] = chances.get(worths[kind], Fraction(0)) + Fraction(count, len(left))
    return chances


def figures(chances: Worth) -> Figures:
    """The figures of what is won with a ticket.

    >>> figures({0: Fraction(9, 10), 5: Fraction(1, 10)}).edge
    Fraction(1, 2)
    """
    mean = sum((value * chance for value, chance in chances.items()), Fraction(0))
    square = sum((value**2 * chance for value, chance in chances.items()), Fraction(0))
    win = sum((chance for value, chance in chances.items() if value > 1), Fraction(0))
    push = chances.get(1, Fraction(0))
    return Figures(1 - mean, win, push, 1 - win - push, square - mean**2)
