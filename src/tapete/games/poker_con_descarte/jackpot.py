"""The jackpot of a hand: who wins which part of it, in what order, and what becomes of its stakes."""

from collections.abc import Sequence
from typing import NamedTuple

from tapete.engine.places import BANK, chips
from tapete.engine.requests import Announce, Move
from tapete.engine.settings import Settings
from tapete.engine.settlement import cover
from tapete.engine.table import Table
from tapete.games.poker_con_descarte.rules import (
    JACKPOT,
    TIMES,
    Rules,
    Share,
    jackpot_prizes,
    jackpot_stake,
    order,
)
from tapete.games.shared.mano.behind import Carry
from tapete.games.shared.mano.five import named
from tapete.games.shared.mano.jackpot import Claim, shares
from tapete.games.shared.mano.lying import lose, stakes
from tapete.law.rulebook import Section


class Prize(NamedTuple):
    """A part of the jackpot that somebody wins with a hand of this score."""

    who: str
    score: int
    share: Share


async def settle_jackpot(rules: Rules, table: Table[Carry], hands: Sequence[tuple[str, bool, int]]) -> None:
    """The stakes on the jackpot are taken, and prizes paid: those without a change of cards before all others."""
    playing = [hand for hand in hands if stakes(table, hand[:1], (JACKPOT,))]
    if rules.jackpot is None or not playing:
        return
    sharing, left = rules.jackpot.sharing, amount(rules, table.settings)
    await lose(table, rules.settlement, stakes(table, [who for who, *_ in playing], (JACKPOT,)), rules.jackpot.article)
    first = prizes(rules, table, playing, changed=False)
    left -= await pay(rules, table, first, left, sharing)
    after = prizes(rules, table, playing, changed=True)
    await pay(rules, table, after, left, sharing.without_first if first else sharing)


def amount(rules: Rules, settings: Settings) -> int:
    """What a fixed jackpot is: so many times its stake."""
    return int(rules.option(settings, TIMES)) * jackpot_stake(rules, settings)


def prizes(rules: Rules, table: Table[Carry], hands: Sequence[tuple[str, bool, int]], changed: bool) -> list[Prize]:
    """The prizes of those who did or did not change cards, the highest first."""
    shown, kinds = jackpot_prizes(rules, table.settings, changed), order(rules)
    found = [(who, score, kinds.kind(score)) for who, was, score in hands if was == changed]
    return sorted(
        (Prize(who, score, shown[kind]) for who, score, kind in found if kind in shown), key=lambda prize: -prize.score
    )


async def pay(rules: Rules, table: Table[Carry], won: Sequence[Prize], left: int, among: Section) -> int:
    """Pays prizes of what is left, and says how much; `among` several, by the article that says who is paid what."""
    assert rules.jackpot is not None
    paid = shares(left, [Claim(prize.score, prize.share.part) for prize in won])
    for prize, cents in zip(won, paid, strict=True):
        several = rules.jackpot.sharing.royals if prize.share.part == 1 else among
        article = (several if len(won) > 1 or among is not rules.jackpot.sharing else prize.share).article
        await Announce("prize", (prize.who, named(order(rules).kind(prize.score))))
        for move in cover(table, cents, article):
            await move
        if cents:
            await Move(BANK, chips(prize.who), cents, article)
    return sum(paid)
