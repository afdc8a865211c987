"""A toy game with an accumulated prize, under boule's rulebook: each player's ante feeds it, a nine wins all of it."""

from tapete.engine.carry import Carry
from tapete.engine.meter import standing
from tapete.engine.places import BANK, CAGE, chips, meter
from tapete.engine.requests import Announce, Move, Spin
from tapete.engine.round import Play
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.bola.rules import Rules

ANTE, SEED, PRIZE = 500, 10_000, meter("premio")


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One ball; the first player decides when it is thrown."""
    article = rules.article
    for who in table.players:
        await Move(chips(who), PRIZE, ANTE, article)
    await Choose("croupier", "bola", ("tirar",), "tirar", article)
    number = await Spin(tuple("123456789"), article)
    await Announce("close")
    if number == "9":
        await Move(PRIZE, chips(table.players[0]), await standing("premio", article), article)
    left = await standing("premio", article)
    if left < SEED:
        await Move(CAGE, BANK, SEED - left, article)
        await Move(BANK, PRIZE, SEED - left, article)
    return Carry()


PLAY = Play(1, play, Carry)
