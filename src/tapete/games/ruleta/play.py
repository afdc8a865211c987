"""Roulette: one ball."""

import functools

import msgspec

from tapete.engine import carry
from tapete.engine.places import stakes
from tapete.engine.requests import Announce, Spin
from tapete.engine.round import Play, Reported, Table
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import Stakes, take_stakes
from tapete.games.ruleta.rules import SIMPLE, Rules, covers, falls, layout, paid, suertes
from tapete.games.ruleta.window import ColourStakes
from tapete.games.shared.prision.play import Held, judge, prisoners
from tapete.games.shared.prision.settle import ZERO


class Carry(carry.Carry, frozen=True, omit_defaults=True):
    """What outlives a ball: the number that fell, which way the cylinder turned, whose colour is worth what."""

    last: str = ""
    turned: str = ""
    colours: dict[str, int] = msgspec.field(default_factory=dict)
    authorised: list[str] = msgspec.field(default_factory=list)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One ball, from the stakes to the last payment."""
    window = open_window(rules, table)
    await Announce("open")
    await take_stakes(window)
    await Announce("close")
    pocket, turned = await launch(rules, table, window)
    await Announce("result", call(rules)[pocket])
    announced = rules.minimum.announced_rounds if window.announced_last else 0
    await settle_ball(rules, table, pocket, last_ball=table.carry.left(announced) == 1)
    return carry_on(table, window, pocket, turned, announced)


def open_window(rules: Rules, table: Table[Carry]) -> Stakes:
    """The window of stakes, with colour chips where the text has them."""
    if rules.colour_chips:
        return ColourStakes(rules, table, rules.colour_chips)
    return Stakes(rules, table, layout(rules, table.settings))


async def launch(rules: Rules, table: Table[Carry], window: Stakes) -> tuple[str, str]:
    """The ball is launched, again after every void spin; where it fell, and which way the cylinder turned."""
    turned = table.carry.turned
    while True:
        if rules.launch.alternates:
            turned = "derecha" if turned == "izquierda" else "izquierda"
        try:
            return await Spin(rules.equipment.cylinder.order, rules.calls["close"].article), turned
        except Reported as report:
            remedy = report.rule.remedy
        await Announce("void")
        if remedy == "respin-after-new-bets":
            await Announce("reopen")
            await take_stakes(window)
            await Announce("close")


@functools.lru_cache(maxsize=64)
def call(rules: Rules) -> dict[str, tuple[str, ...]]:
    """What is called for each pocket: the number and the simple chances that win, or a zero's colour."""
    return {
        pocket: (
            pocket,
            ", ".join(name for name in SIMPLE if pocket in covers(rules)[name]) or rules.equipment.colours.of(pocket),
        )
        for pocket in rules.equipment.cylinder.order
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


def held_by_prison(rules: Rules, table: Table[Carry], pocket: str) -> list[Held]:
    """The stakes in prison and, on a zero, those on the simple chances."""
    if not rules.zero.prison:
        return []
    held = prisoners(table.places, {name: fell[pocket] for name, fell in falls(rules, table.settings).items()})
    if pocket in rules.equipment.cylinder.zeros:
        held += [Held(stake, stake.bet, 0, ZERO) for stake in stakes(table.places) if stake.bet in SIMPLE]
    return held


def carry_on(table: Table[Carry], window: Stakes, pocket: str, turned: str, announced: int) -> Carry:
    """What the next ball takes over."""
    remaining = table.carry.after(announced)
    if isinstance(window, ColourStakes):
        return Carry(remaining, pocket, turned, window.colours, window.authorised)
    return Carry(remaining, pocket, turned)


PLAY = Play(1, play, Carry)
