"""Roulette: one ball."""

import functools
from typing import NamedTuple

import msgspec

from tapete.engine import session
from tapete.engine.places import Stake, prison, stakes
from tapete.engine.requests import Announce, Choose, Move, Spin
from tapete.engine.round import Play, Reported, Table
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import Stakes, take_stakes
from tapete.games.ruleta.rules import SIMPLE, Rules, covers, falls, layout, paid, suertes
from tapete.games.ruleta.settle import RESOLVED, ZERO, must_stay, simple_chance
from tapete.games.ruleta.window import ColourStakes


class Carry(session.Carry, frozen=True, omit_defaults=True):
    """What outlives a ball: the number that fell, which way the cylinder turned, whose colour is worth what.

    Stakes in prison lie at `prison/ana/rojo` after their first zero, at `prison/ana/rojo:2` after their second.
    """

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
    kept = []
    for chance in held:
        by = article(rules, chance, last_ball)
        stays = not last_ball and await stays_in_prison(table, chance, by)
        zeros, num, den = simple_chance(chance.zeros, chance.fell, stays, *suertes(rules)[chance.bet].pays)
        fate = due(chance.stake, chance.bet, by, (num, den), stays=stays)
        if zeros != RESOLVED:
            fate = fate._replace(returned=False)
            cell = prison(chance.stake.who, chance.bet if zeros == 1 else f"{chance.bet}:{zeros}")
            kept.append((chance.stake.place, cell, chance.stake.cents - fate.taken, by))
        dues.append(fate)
    await settle(table, rules.settlement, dues, frozenset(SIMPLE))
    for place, cell, worth, by in kept:
        if worth:
            await Move(place, cell, worth, by)


class Held(NamedTuple):
    """A stake on a simple chance that a prison concerns: how many zeros it has seen before, and what it meets now."""

    stake: Stake
    bet: str
    zeros: int
    fell: int


def held_by_prison(rules: Rules, table: Table[Carry], pocket: str) -> list[Held]:
    """The stakes in prison, oldest first, so that each leaves its cell before the next comes; on a zero, all others."""
    if not rules.zero.prison:
        return []
    met = falls(rules, table.settings)
    held = []
    for stake in stakes(table.places, "prison"):
        bet, _, zeros = stake.bet.partition(":")
        held.append(Held(stake, bet, int(zeros or 1), met[bet][pocket]))
    held.sort(key=lambda chance: -chance.zeros)
    if pocket in rules.equipment.cylinder.zeros:
        held += [Held(stake, stake.bet, 0, ZERO) for stake in stakes(table.places) if stake.bet in SIMPLE]
    return held


async def stays_in_prison(table: Table[Carry], chance: Held, by: str) -> bool:
    """On a zero the player takes half back or leaves the stake in prison; worth less than the minimum, it must stay."""
    if chance.fell != ZERO:
        return False
    if must_stay(chance.zeros, chance.stake.cents, table.settings.minimum):
        return True
    about = f"prision/{chance.stake.bet}" if chance.zeros else chance.bet
    _, act = await Choose(chance.stake.who, about, ("mitad", "prision"), "mitad", by)
    return act.on == "prision"


def article(rules: Rules, chance: Held, last_ball: bool) -> str:
    """What a simple chance is treated by: a zero on the last ball, a further zero, or the first and what follows it."""
    zero = rules.zero
    if chance.fell == ZERO and last_ball and zero.last:
        return zero.last.article
    if chance.fell == ZERO and chance.zeros and zero.again:
        return zero.again.article
    return zero.article


def carry_on(table: Table[Carry], window: Stakes, pocket: str, turned: str, announced: int) -> Carry:
    """What the next ball takes over."""
    remaining = table.carry.after(announced)
    if isinstance(window, ColourStakes):
        return Carry(remaining, pocket, turned, window.colours, window.authorised)
    return Carry(remaining, pocket, turned)


PLAY = Play(1, play, Carry)
