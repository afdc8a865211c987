"""What goes wrong while cards are dealt and words are said, and what follows: a function for each remedy.

Each is told what was being asked, changes the coup, and says whether that answers the question.
"""

from collections.abc import Awaitable, Callable, Sequence

from tapete.engine.window import Choose
from tapete.games.bacara_dos_panos.coup import NEEDED, PLAYER, Coup
from tapete.games.bacara_dos_panos.rules import BANCA, CLOTHS, FIRST, SEEN, UNSEEN
from tapete.games.shared.bacara.hand import ANNULS, CARD, GOES_ON, NO, PAYMENT, SHOWS, Hand


async def remedy(coup: Coup, about: str, name: str) -> bool:
    """What follows a fault, where it can have happened; else the coup goes on. Whether that answers the question."""
    return await REMEDIES[name](coup, about) if name in REMEDIES else False


async def which(coup: Coup, hands: Sequence[Hand]) -> Hand:
    """The inspector says whose cards it is about."""
    places = tuple(hand.place for hand in hands)
    article = coup.rules.facing.article
    _, act = await Choose("inspector", "cartas", places, places[0], article)
    return next(hand for hand in hands if hand.place == act.on)


async def annul(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """The coup is null."""
    coup.null = True
    return True


async def annul_of(coup: Coup, about: str) -> bool:
    """Cards fell into the basket unseen: the coup is null at that cloth, or at both for the banker's."""
    return void(coup, about, (await which(coup, coup.hands)).place)


def void(coup: Coup, about: str, place: str) -> bool:
    """The coup does not count at a cloth, or at either for the banker's sake. Whether nothing is left to be asked."""
    coup.voided |= {*CLOTHS} if place == BANCA else {place}
    coup.null = coup.null or not coup.live
    return coup.null or about in (place, BANCA)


async def replace(coup: Coup, about: str) -> bool:
    """A card that came out face up is of no use: another takes its place, and no stake changes."""
    if about == FIRST and coup.room > NEEDED:
        await coup.replace(coup.hands)
    return False


async def rules_bind(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """All follow the rules from now on."""
    coup.bound = True
    return False


async def turn_stays(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """Another had the cards and has spoken: the coup stands, and the turn is still whose it was."""
    coup.keeps.add((await which(coup, coup.cloths)).place)
    return False


async def croupier_plays(coup: Coup, about: str) -> bool:
    """Who took too long no longer has the cards: they are played by the rules, and the turn passes on."""
    for hand in coup.cloths:
        if hand.place == about:
            await coup.be_advised(hand)
            coup.passes.add(about)
            return True
    return False


async def uncovered(coup: Coup, about: str) -> bool:
    """Both cards of a cloth lie open before anybody spoke: it speaks by the rules, and the fault is the banker's."""
    if about != FIRST:
        return False
    hand = await which(coup, coup.live)
    await coup.show(hand)
    coup.opened.add(hand.place)
    coup.fault = BANCA
    return hand.place == about


async def put_right(coup: Coup, about: str) -> bool:
    """A card was given or kept back by mistake, not by the banker's fault."""
    return await _restore(coup, about, coup.fault or PLAYER)


async def put_right_by_banker(coup: Coup, about: str) -> bool:
    """The same by the banker's fault."""
    return await _restore(coup, about, BANCA)


async def third_seen(coup: Coup, about: str) -> bool:
    """A third card that was seen fell into the basket."""
    return await _third_lost(coup, about, SEEN)


async def third_unseen(coup: Coup, about: str) -> bool:
    """A third card that nobody saw fell into the basket."""
    return await _third_lost(coup, about, UNSEEN)


async def nothing(coup: Coup, about: str) -> bool:
    """Cards were thrown away without being shown: they count nothing, and no third card is had."""
    hand = await which(coup, coup.hands)
    await coup.take_away(hand)
    hand.fixed, hand.word = 0, NO
    return about in (hand.place, BANCA)


async def contradicts(coup: Coup, about: str) -> bool:
    """A cloth said the one and then the other: with five the first word counts, else the rules do."""
    spoken = [hand for hand in coup.live if hand.word in (CARD, NO) and not hand.third and hand.fixed is None]
    if not spoken or coup.banca.word or about == PAYMENT:
        return False
    hand = await which(coup, spoken)
    await coup.show(hand)
    hand.word, hand.mended = coup.right(hand) or hand.word, True
    return about == BANCA


async def false_point(coup: Coup, about: str) -> bool:
    """The banker announced a point that is not his: he may still draw, or the coup is put right as his fault."""
    return await _restore(coup, about, BANCA) if about == PAYMENT else False


async def inspector_decides(coup: Coup, about: str) -> bool:
    """What no rule provides for is the inspector's to decide."""
    options = (GOES_ON, *(f"{ANNULS}-{cloth}" for cloth in CLOTHS), ANNULS)
    article = coup.rules.facing.article
    _, act = await Choose("inspector", "caso", options, GOES_ON, article)
    if act.on == GOES_ON:
        return False
    return void(coup, about, act.on.removeprefix(f"{ANNULS}-") if act.on != ANNULS else BANCA)


REMEDIES: dict[str, Callable[[Coup, str], Awaitable[bool]]] = {
    "anular": annul,
    "anular-pano": annul_of,
    "sustituir": replace,
    "obliga": rules_bind,
    "turno-se-mantiene": turn_stays,
    "juega-el-crupier": croupier_plays,
    "descubre-pano": uncovered,
    "restablecer": put_right,
    "restablecer-por-el-banquero": put_right_by_banker,
    "tercera-vista": third_seen,
    "tercera-no-vista": third_unseen,
    "cero": nothing,
    "contradice": contradicts,
    "punto-falso": false_point,
    "decide-el-inspector": inspector_decides,
}


async def _restore(coup: Coup, about: str, fault: str) -> bool:
    """Before the banker has acted he acts as in a coup that is put right; after it, the coup is dealt so again."""
    banca = coup.banca
    if banca.word == SHOWS or banca.fixed is not None or not coup.live:
        return False
    if about == PAYMENT:
        await coup.restore(fault)
        return False
    if about != BANCA:
        return False
    coup.fault = fault
    return not coup.waiting


async def _third_lost(coup: Coup, about: str, how: str) -> bool:
    """It is recovered and the coup goes on, or the coup is null at its cloth."""
    given = [hand for hand in (*coup.live, coup.banca) if hand.third]
    if not given or how in coup.rules.errors.basket.recovered:
        return False
    return void(coup, about, (await which(coup, given)).place)
