"""Banca francesa: stakes, one throw of three dice, and the losers taken before anybody is paid."""

from tapete.engine.carry import Carry
from tapete.engine.requests import Announce, Roll
from tapete.engine.round import Play, Reported
from tapete.engine.settlement import Due, settle
from tapete.engine.stakes import Staking, take_stakes
from tapete.engine.table import Table
from tapete.games.banca_francesa.rules import REMEDIES, Rules, layout
from tapete.games.shared.pano.play import dues


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One throw that counts. A sum that decides nothing leaves the stakes for the next one."""
    await Announce("open")
    staking = Staking(rules, table, layout(rules, table.settings))
    while seized := await stakes(rules, staking):
        await Announce(seized)
    await Announce("close")
    total, spared = await throw(rules)
    if total in rules.null:
        await Announce("again", (total,))
        return Carry()
    await Announce("result", (call(rules, total),))
    await settle(table, rules.settlement, decided(rules, table, total, spared))
    return Carry()


async def stakes(rules: Rules, staking: Staking) -> str:
    """Takes stakes until they are closed, or until the dice are seized: then the call that says so."""
    try:
        await take_stakes(rules, staking)
    except Reported as report:
        return REMEDIES[report.rule.remedy]
    return ""


async def throw(rules: Rules) -> tuple[str, bool]:
    """Throws until a throw counts: its sum, and whether nobody loses because the dice were touched before the call."""
    spared = False
    while True:
        try:
            return str(sum(await Roll(rules.dice, rules.calls["close"].article))), spared
        except Reported as report:
            remedy = report.rule.remedy
        # A null throw undoes what was wrong with it; touched dice stay as they are, and are read next.
        spared = remedy == "nadie-pierde"
        await Announce(REMEDIES[remedy])


def call(rules: Rules, total: str) -> str:
    """The chance that wins, as the thrower calls it."""
    return next((bet.called for bet in rules.bets.values() if bet.called and total in bet.covers), "ninguna suerte")


def decided(rules: Rules, table: Table[Carry], total: str, spared: bool) -> list[Due]:
    """What becomes of the stakes, in the order in which they are taken."""
    decided = dues(rules, table, total)
    if spared:
        decided = [due for due in decided if not due.taken]
    if rules.settlement.taking.anticlockwise:
        # Players sit clockwise in the order of their names at the table.
        seat = {who: number for number, who in enumerate(table.players)}
        decided.sort(key=lambda due: -seat.get(due.stake.who, -1))
    return decided


PLAY = Play(1, play, Carry)
