"""Roulette: one ball."""

import functools
from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.engine import carry
from tapete.engine.last import LastHands, clear_felt
from tapete.engine.places import stakes
from tapete.engine.requests import Announce, Spin
from tapete.engine.round import Play, Reported
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import LastRounds, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Offer
from tapete.errors import Said
from tapete.games.ruleta.rules import SIMPLE, Rules, covers, falls, layout, paid, suertes
from tapete.games.ruleta.window import ChipColours
from tapete.games.shared.prision.play import Prisoner, judge, prisoners
from tapete.games.shared.prision.settle import ZERO

WAYS = ("izquierda", "derecha")


class Carry(carry.Carry, frozen=True, omit_defaults=True):
    """What outlives a ball: the number that fell, which way the cylinder turned, whose colour is worth what.

    `ending` is of what the last balls are, once they are announced: of the session or, nothing said, of the limits.
    """

    last: str = ""
    turned: str = ""
    colours: dict[str, int] = msgspec.field(default_factory=dict)
    authorised: list[str] = msgspec.field(default_factory=list)
    ending: str = ""

    def people(self) -> Iterable[str]:
        return (*self.colours, *self.authorised)

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        if self.last not in ("", *rules.pockets):
            return Said("'{pocket}' is no pocket", pocket=self.last)
        if self.turned not in ("", *WAYS):
            return Said("the cylinder turned '{way}'", way=self.turned)
        if (self.colours or self.authorised) and not rules.colour_chips:
            return Said("no player has a colour in this game")
        if min((1, *self.colours.values())) < 1:
            return Said("a chip of a colour is worth nothing")
        if self.ending and (self.ending not in rules.closing or self.remaining < 0):
            return Said("the end of '{ending}' is announced", ending=self.ending)
        return super().impossible(rules, settings)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One ball, from the stakes to the last payment; after the last of some, nothing is left on the felt.

    Only the last ball of a session opens the prison: new limits leave it as it is.
    """
    last = LastHands(rules, table.carry)
    betting = Betting(rules, table, last)
    await betting.open("open")
    pocket, turned = await launch(rules, table, betting)
    await Announce("result", call(rules)[pocket])
    ending = last.ending or table.carry.ending
    is_last = table.carry.left(last.announced) == 1
    await settle_ball(rules, table, pocket, last_ball=is_last and bool(ending))
    if is_last:
        await clear_felt(table, last.endings[ending].article)
    return msgspec.structs.replace(carry_on(table, betting.colours, pocket, turned, last.announced), ending=ending)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """One ball, as it was played when new limits ended a session too and stakes stayed after the last ball."""
    last = LastRounds.of_minimum(rules, table.carry)
    betting = Betting(rules, table, last)
    await betting.open("open")
    pocket, turned = await launch(rules, table, betting)
    await Announce("result", call(rules)[pocket])
    announced = last.rounds(rules.minimum.announced_rounds)
    await settle_ball(rules, table, pocket, last_ball=table.carry.left(announced) == 1)
    return carry_on(table, betting.colours, pocket, turned, announced)


class Betting:
    """The bets before a ball, opened again where a void spin lets them change; colour chips where the text has them."""

    def __init__(self, rules: Rules, table: Table[Carry], last: Offer) -> None:
        self.rules = rules
        spots = layout(rules, table.settings)
        self.colours = ChipColours(rules, table, rules.colour_chips) if rules.colour_chips else None
        if self.colours:
            staking = Staking(rules, table, spots, limits=self.colours.limits, laid=self.colours.taken)
            self.offers: tuple[Offer, ...] = (self.colours, staking, last)
        else:
            self.offers = (Staking(rules, table, spots), last)

    async def open(self, call: str) -> None:
        """The bets are called open, and closed."""
        await Announce(call)
        await take_stakes(self.rules, *self.offers)
        await Announce("close")


async def launch(rules: Rules, table: Table[Carry], betting: Betting) -> tuple[str, str]:
    """The ball is launched, again after every void spin; where it fell, and which way the cylinder turned."""
    turned = table.carry.turned
    while True:
        if rules.launch.alternates:
            turned = "derecha" if turned == "izquierda" else "izquierda"
        try:
            return await Spin(rules.pockets, rules.calls["close"].article), turned
        except Reported as report:
            remedy = report.rule.remedy
        await Announce("void")
        if "previous" in rules.calls and table.carry.last:
            await Announce("previous", (table.carry.last,))
        if remedy == "respin-after-new-bets":
            await betting.open("reopen")


@functools.lru_cache(maxsize=64)
def call(rules: Rules) -> dict[str, tuple[str, ...]]:
    """What is called for each pocket: the number and the simple chances that win, or a zero's colour."""
    return {
        pocket: (
            pocket,
            ", ".join(name for name in SIMPLE if pocket in covers(rules)[name]) or rules.equipment.colours.of(pocket),
        )
        for pocket in rules.pockets
    }


async def settle_ball(rules: Rules, table: Table[Carry], pocket: str, *, last_ball: bool) -> None:
    """Losers are taken, winners are paid; where there is a prison, simple chances go into it and out of it."""
    spots, stay = paid(rules, table.settings)[pocket], rules.settlement.winners_stay
    held = held_by_prison(rules, table, pocket)
    apart = {chance.stake.place for chance in held}
    dues = [due(stake, *spots[stake.bet], stays=stay) for stake in stakes(table.places) if stake.place not in apart]
    pays = {chance.bet: suertes(rules)[chance.bet].pays for chance in held}
    fates, kept = await judge(table, rules.zero, held, pays, last=last_ball)
    await settle(table, rules.settlement, [*dues, *fates], frozenset(SIMPLE))
    for move in kept:
        await move


def held_by_prison(rules: Rules, table: Table[Carry], pocket: str) -> list[Prisoner]:
    """The stakes in prison and, on a zero, those on the simple chances."""
    if not rules.zero.prison:
        return []
    held = prisoners(table.places, {name: fell[pocket] for name, fell in falls(rules, table.settings).items()})
    if pocket in rules.equipment.cylinder.zeros:
        held += [Prisoner(stake, stake.bet, 0, ZERO) for stake in stakes(table.places) if stake.bet in SIMPLE]
    return held


def carry_on(table: Table[Carry], colours: ChipColours | None, pocket: str, turned: str, announced: int) -> Carry:
    """What the next ball takes over."""
    remaining = table.carry.after(announced)
    if colours:
        return Carry(remaining, pocket, turned, colours.values, colours.authorised)
    return Carry(remaining, pocket, turned)


PLAY = Play(2, play, Carry, earlier=(Play(1, play_1, Carry),))
