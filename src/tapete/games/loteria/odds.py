"""Exact odds of a ticket of a printed number, and of a coupon among so many that share a pool."""

from collections import Counter
from fractions import Fraction
from math import expm1, log1p

from tapete.games.loteria.rules import COUPON, FIXED, FORM, POOLED, TICKET, Rules, chance, prize
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds

SOLD = "apuestas"
COUPONS = (100, 10_000)  # coupons sold, whose marks are independent of one another


def odds(rules: Rules) -> list[BetOdds]:
    """A ticket; and a coupon by how many are sold, without what has rolled over from earlier draws."""
    rows = []
    forms = rules.options[FORM].values
    if FIXED in forms:
        rows.append(BetOdds.of(rules, TICKET, ticket(rules), {FORM: FIXED}))
    if POOLED in forms:
        rows += [BetOdds.of(rules, COUPON, coupon(rules, sold), {FORM: POOLED, SOLD: str(sold)}) for sold in COUPONS]
    return rows


def ticket(rules: Rules) -> Figures:
    """Every number drawn, beside one ticket: each is as likely, and every ticket stands to them alike."""
    counts = Counter(prize(rules, 0, drawn) for drawn in range(rules.size))
    size = rules.size
    mean = Fraction(sum(value * count for value, count in counts.items()), size)
    square = Fraction(sum(value**2 * count for value, count in counts.items()), size)
    win = Fraction(sum(count for value, count in counts.items() if value > 1), size)
    push = Fraction(counts[1], size)
    return Figures(1 - mean, win, push, 1 - win - push, square - mean**2)


def coupon(rules: Rules, sold: int) -> Figures:
    """A category is paid whenever one coupon has it, and every coupon has the same claim on it.

    The fractions would have thousands of digits, so they are told to fifteen.
    """
    mean, square, win, push = 0.0, 0.0, 0.0, 0.0
    for category in rules.categories.values():
        ways, of = chance(rules, category.hits)
        p = ways / of
        mean += category.share / 100 * -expm1(sold * log1p(-p))
        pot = Fraction(category.share * sold, 100)
        for others, part in _others(p, sold - 1):
            back = pot / (others + 1)
            square += p * part * float(back) ** 2
            win += p * part * (back > 1)
            push += p * part * (back == 1)
    exact_win, exact_push = Fraction(win), Fraction(push)
    return Figures(1 - mean, exact_win, exact_push, 1 - exact_win - exact_push, square - mean**2)


def _others(p: float, coupons: int) -> list[tuple[int, float]]:
    """How many of the others have the category too, each with its chance, as far as it is one."""
    chances, part, others = [], (1 - p) ** coupons, 0
    while others <= coupons and (part > 1e-18 or others <= p * coupons):
        chances.append((others, part))
        part *= (coupons - others) * p / ((others + 1) * (1 - p))
        others += 1
    return chances
