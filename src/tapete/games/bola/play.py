"""Bola: one ball, nine numbers."""

from tapete.engine.carry import Carry
from tapete.engine.last import LastHands, clear_felt
from tapete.engine.requests import Announce, Spin
from tapete.engine.round import Play
from tapete.engine.stakes import Staking, take_stakes
from tapete.engine.table import Table
from tapete.games.bola.rules import SIMPLE, Rules, layout
from tapete.games.shared.pano.play import settle_felt


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One throw of the ball; after the last of some that were announced, nothing is left on the felt."""
    last = LastHands(rules, table.carry)
    await Announce("open")
    staking = Staking(rules, table, layout(rules, table.settings))
    await take_stakes(rules, staking, *([last] if last.endings else []))
    await Announce("ask")
    await Announce("close")
    number = await Spin(rules.pockets, rules.calls["close"].article)
    await Announce("result", call(rules, number))
    await settle_felt(rules, table, number)
    if table.carry.left(last.announced) == 1:
        await clear_felt(table, last.endings[""].article)
    return Carry(table.carry.after(last.announced))


def call(rules: Rules, number: str) -> tuple[str, ...]:
    """What is called: the number and the simple chances that win, all but for the neutral number."""
    won = (name for name in SIMPLE if number in rules.bets[name].covers)
    return number, ", ".join(won) or "ninguna suerte sencilla"


PLAY = Play(1, play, Carry)
