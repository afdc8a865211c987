"""Tickets at one price: kinds of them as bets, and the counter at which they are sold as a felt."""

import functools

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.law.marks import Label
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook
from tapete.money import Range


class Ticket(Section):
    """A kind of ticket: its name, and the limit to how many one person may have. It costs the table's minimum."""

    name: Label
    limit: str


class SorteoRules(BankRulebook):
    """A game drawn among tickets at one price: a stake is so many of them."""

    bets: dict[str, Ticket]


@functools.lru_cache(maxsize=64)
def layout(rules: SorteoRules, settings: Settings) -> Layout:
    """The counter at these settings: a spot for each kind of ticket, which takes whole tickets."""
    return {name: Spot(name, name, tickets(settings, bet.limit), bet.article) for name, bet in rules.bets.items()}


def tickets(settings: Settings, limit: str) -> Range:
    """What may be paid for tickets: from one of them to the most that the limit allows."""
    price = settings.least(limit)
    return Range(price, settings.maximum[limit] - settings.maximum[limit] % price, price)
