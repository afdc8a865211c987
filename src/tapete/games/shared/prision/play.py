"""The prison at the table: a stake lies at `prison/ana/rojo` after its first zero, at `prison/ana/rojo:2` after two."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tapete.engine.places import PRISON, Stake, prison, stakes
from tapete.engine.requests import Move
from tapete.engine.settlement import Due, due
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.shared.prision.rules import Zero
from tapete.games.shared.prision.settle import NULL, RESOLVED, ZERO, must_stay, simple_chance
from tapete.money import Ratio


class Prisoner(NamedTuple):
    """A stake on a simple chance that the prison concerns: how many zeros it has seen before, what it meets now."""

    stake: Stake
    bet: str
    zeros: int
    fell: int


def prisoners(places: Mapping[str, int], met: Mapping[str, int]) -> list[Prisoner]:
    """The stakes in prison by what each meets, oldest first, so that each leaves its cell before the next comes."""
    held = []
    for stake in stakes(places, PRISON):
        bet, _, zeros = stake.bet.partition(":")
        if met[bet] != NULL:
            held.append(Prisoner(stake, bet, int(zeros or 1), met[bet]))
    return sorted(held, key=lambda chance: -chance.zeros)


async def judge(
    table: Table[Any], zero: Zero, held: Sequence[Prisoner], pays: Mapping[str, Ratio], *, last: bool
) -> tuple[list[Due], list[Move]]:
    """What becomes of these stakes, as their players choose; the moves into prison come after all is settled."""
    dues: list[Due] = []
    kept: list[Move] = []
    for chance in held:
        by = article(zero, chance, last=last)
        stays = not last and await stays_in_prison(table, chance, by)
        zeros, num, den = simple_chance(chance.zeros, chance.fell, stays, *pays[chance.bet])
        fate = due(chance.stake, chance.bet, by, (num, den), stays=stays)
        if zeros != RESOLVED:
            fate = fate._replace(returned=False)
            cell = prison(chance.stake.who, chance.bet if zeros == 1 else f"{chance.bet}:{zeros}")
            worth = chance.stake.cents - fate.taken
            if worth:
                kept.append(Move(chance.stake.place, cell, worth, by))
        dues.append(fate)
    return dues, kept


async def stays_in_prison(table: Table[Any], chance: Prisoner, by: str) -> bool:
    """On a zero the player takes half back or leaves the stake in prison; worth less than the minimum, it must stay."""
    if chance.fell != ZERO:
        return False
    if must_stay(chance.zeros, chance.stake.cents, table.settings.minimum):
        return True
    about = f"prision/{chance.stake.bet}" if chance.zeros else chance.bet
    _, act = await Choose(chance.stake.who, about, ("mitad", "prision"), "mitad", by)
    return act.on == "prision"


def article(zero: Zero, chance: Prisoner, *, last: bool) -> str:
    """What a simple chance is treated by: a zero in the last round, a further zero, or the first and what follows."""
    if chance.fell == ZERO and last and zero.last:
        return zero.last.article
    if chance.fell == ZERO and chance.zeros and zero.again:
        return zero.again.article
    return zero.article
