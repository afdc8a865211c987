"""Wheel of fortune: stakes, a spin, and the whole cycle again when the spin is void."""

from operator import attrgetter

from tapete.engine.carry import Carry
from tapete.engine.requests import Announce, Spin
from tapete.engine.round import Play, Reported
from tapete.engine.settlement import settle
from tapete.engine.stakes import Staking, take_stakes
from tapete.engine.table import Table
from tapete.games.fortuna.rules import Rules, layout
from tapete.games.shared.pano.play import dues


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One spin that counts."""
    cell = await cycle(rules, table)
    while not cell:
        await Announce("void")
        cell = await cycle(rules, table)
    await Announce("result", (cell.replace("-", " "),))
    await pay(rules, table, cell)
    return Carry()


async def cycle(rules: Rules, table: Table[Carry]) -> str:
    """Stakes and spin; the cell at which the wheel stops, or nothing when the spin is void."""
    await Announce("open")
    await take_stakes(rules, Staking(rules, table, layout(rules, table.settings)))
    await Announce("ask")
    await Announce("close")
    try:
        return await Spin(rules.pockets, rules.calls["close"].article)
    except Reported:
        return ""


async def pay(rules: Rules, table: Table[Carry], cell: str) -> None:
    """Takes the losing stakes and pays the winners, the smallest gain first where the text says so."""
    owed = dues(rules, table, cell)
    if rules.settlement.by_gain:
        owed.sort(key=attrgetter("won"))
    await settle(table, rules.settlement, owed)


PLAY = Play(1, play, Carry)
