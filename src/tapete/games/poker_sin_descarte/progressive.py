"""The progressive: stakes on it go into a prize that tables may share, and good hands win parts of it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from tapete.engine.meter import standing
from tapete.engine.places import BANK, chips, felt
from tapete.engine.requests import Announce, Move
from tapete.engine.settlement import cover
from tapete.engine.table import Table
from tapete.games.poker_sin_descarte.rules import DEDUCTION, METER, PROGRESSIVE, Prize, Rules, order, prizes
from tapete.games.poker_sin_descarte.settle import prize_back
from tapete.games.shared.mano.jackpot import Claim, shares
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.rules import named
from tapete.money import format_cents

WHOLE = 100  # per cent


class Playing(Protocol):
    """A hand whose holder may have staked on the progressive."""

    paid_in: int

    @property
    def holder(self) -> str: ...

    def spot(self, bet: str) -> str: ...


class Entry(NamedTuple):
    """A hand that is in for the progressive: whose, what was paid in, and the score of its cards."""

    who: str
    cents: int
    score: int


async def feed(rules: Rules, table: Table[Any], hands: Iterable[Playing]) -> None:
    """Each stake goes into the prize before the cards, less what the house is authorised to keep of it."""
    rule, kept = rules.side.get(PROGRESSIVE), Fraction(rules.option(table.settings, DEDUCTION) or 0)
    for hand in hands if rule else ():
        hand.paid_in = lying(table, hand.holder, hand.spot(PROGRESSIVE))
        house = int(hand.paid_in * kept / WHOLE)
        for to, cents in ((METER, hand.paid_in - house), (BANK, house)):
            if cents:
                await Move(felt(hand.holder, hand.spot(PROGRESSIVE)), to, cents, rules.options[DEDUCTION].article)


async def pay(rules: Rules, table: Table[Any], entries: Sequence[Entry]) -> None:
    """Multiples of the stake are the house's to pay; parts of the prize are paid out of it, the highest hand first."""
    won = [(entry, prize) for entry in entries if (prize := _prize(rules, table, entry)) is not None]
    won.sort(key=lambda item: -item[0].score)
    parts = [(entry, prize) for entry, prize in won if prize.percent is not None]
    for entry, prize in won:
        if prize.times:
            times, _ = prize_back(prize.times, rules.side[PROGRESSIVE].returned)
            for move in cover(table, times * entry.cents, prize.article):
                await move
            await Move(BANK, chips(entry.who), times * entry.cents, prize.article)
    if parts:
        claims = [Claim(entry.score, Fraction(prize.percent or 0) / WHOLE) for entry, prize in parts]
        accumulated = await standing(PROGRESSIVE, rules.bets[PROGRESSIVE].article)
        for (entry, prize), cents in zip(parts, shares(accumulated, claims), strict=True):
            kind = named(order(rules).kind(entry.score))
            await Announce("jackpot", (entry.who, kind, str(format_cents(cents))))
            if cents:
                await Move(METER, chips(entry.who), cents, prize.article)


def _prize(rules: Rules, table: Table[Any], entry: Entry) -> Prize | None:
    return prizes(rules, table.settings, PROGRESSIVE).get(order(rules).kind(entry.score))
