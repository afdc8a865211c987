"""What goes wrong while cards are dealt and words are said, and what follows: a function for each remedy.

Each is told what was being asked, changes the coup, and says whether that answers the question.
"""

from collections.abc import Awaitable, Callable

from tapete.engine.places import stakes
from tapete.engine.requests import Shift
from tapete.engine.stakes import Staking
from tapete.engine.window import Choose, Closing, Refusal, Window, take
from tapete.games.chemin_de_fer.coup import NEEDED, Coup
from tapete.games.chemin_de_fer.rules import BANCA, PUNTO, layout
from tapete.games.shared.bacara.hand import ANNULS, BASKET, CARD, GIVES, GOES_ON, NO, PAYMENT, SHOWS, THIRD, Hand
from tapete.games.shared.bacara.points import STOOD, TOTALS, total
from tapete.games.shared.bacara.rules import TAKES

DENIES = "negar"
FIRST, SECOND = "primera", "segunda"
NINE = TOTALS - 1


async def remedy(coup: Coup, about: str, name: str) -> bool:
    """What follows a fault, where it can have happened; else the coup goes on. Whether that answers the question."""
    return await REMEDIES[name](coup, about) if name in REMEDIES else False


async def annul(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """The coup is null."""
    coup.null = True
    return True


async def replace(coup: Coup, about: str) -> bool:
    """A card that came out face up is of no use: another takes its place."""
    if about == PUNTO and _spare(coup):
        await coup.replace((coup.punto, coup.banca))
    return False


async def rules_bind(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """Both follow the rules from now on."""
    coup.bound = True
    return False


async def one_seen(coup: Coup, about: str) -> bool:
    """The croupier has uncovered a card: both follow the rules."""
    if about == PUNTO:
        hand, number = await coup.which((coup.punto, coup.banca))
        await coup.deck.show(hand.slots[number], coup.rules.dealing.article)
        coup.bound = True
    return False


async def punto_seen(coup: Coup, about: str) -> bool:
    """The croupier has uncovered both cards of the punto: rules for both, and a card where the banker might choose."""
    if about != PUNTO:
        return False
    coup.bound = coup.drawing = True
    if await coup.show(coup.punto) in coup.rule.natural:
        coup.punto.word = SHOWS
    else:
        await coup.speak_by_rule(coup.punto)
    return True


async def card_called(coup: Coup, about: str) -> bool:
    """The croupier called a card that the punto did not want, and the banker drew one: his, or nobody's."""
    if about != BANCA or coup.punto.word != NO or coup.banca.word or not _spare(coup):
        return False
    if coup.rule.banker(await coup.show(coup.banca), STOOD) == TAKES:
        coup.banca.word = CARD
        await coup.give(coup.banca)
    else:
        coup.banca.word = NO
        await coup.down(BASKET)
    return True


async def two_called(coup: Coup, about: str) -> bool:
    """The same after two cards: the second is nobody's."""
    if not await card_called(coup, about):
        return False
    await coup.down(BASKET)
    return True


async def fifth(coup: Coup, about: str) -> bool:
    """The banker drew a fifth card too early: his, if the punto wants none."""
    coup.fifth = coup.fifth or about == PUNTO
    return False


async def too_many(coup: Coup, about: str) -> bool:
    """The banker gave himself more than two cards: he has nothing, and may take another."""
    if about == PUNTO and coup.banca.fixed is None and _spare(coup):
        coup.banca.slots.append(await coup.down(BANCA, coup.banca.who))
        coup.banca.fixed = 0
    return False


async def better(coup: Coup, about: str) -> bool:
    """The punto was given two third cards: the better one is his."""
    if about == BANCA and coup.punto.third and _spare(coup):
        await coup.show(coup.punto)
        await _two_thirds(coup, coup.punto, highest=True)
    return False


async def worse(coup: Coup, about: str) -> bool:
    """The banker gave himself two third cards: the worse one is his."""
    if about == PAYMENT and coup.banca.third and _spare(coup):
        await _two_thirds(coup, coup.banca, highest=False)
    return False


async def nine(coup: Coup, about: str) -> bool:
    """A card of the punto's fell into the basket: he has nine, at once if it was one of the first two."""
    punto, banca = coup.punto, coup.banca
    if about == PUNTO:
        punto.fixed, punto.word = NINE, SHOWS
        return True
    if about != BANCA or not punto.third or banca.word:
        return False
    await coup.take_away(punto)
    punto.fixed = NINE
    banca.word = NO
    if await coup.show(banca) < len(coup.rule.rows) - 1:
        article = coup.rules.freedom.article
        banca.word = await coup.ask(banca.who, THIRD, (CARD, NO), article) or NO
    if banca.word == CARD:
        await coup.give(banca)
    return True


async def uncover_one(coup: Coup, about: str) -> bool:
    """The banker uncovered a card of the punto's: he uncovers his own of that place."""
    if about == PUNTO:
        _, act = await Choose("inspector", "carta", (FIRST, SECOND), FIRST, coup.rules.dealing.article)
        number = int(act.on == SECOND)
        for hand in (coup.punto, coup.banca):
            await coup.deck.show(hand.slots[number], coup.rules.dealing.article)
    return False


async def uncover_two(coup: Coup, about: str) -> bool:
    """The banker uncovered both: he uncovers his own, and follows the table."""
    if about == PUNTO:
        for hand in (coup.punto, coup.banca):
            await coup.show(hand)
        coup.table_binds = True
    return False


async def withdraw(coup: Coup, about: str) -> bool:
    """The banker showed his cards before the punto spoke: whoever wants takes the stake back."""
    if about != PUNTO:
        return False
    await coup.show(coup.banca)
    rules, table, article = coup.rules, coup.table, coup.rules.errors.article
    no_more = Refusal("the bets are closed", article)
    staking = Staking(rules, table, layout(rules, table.settings), limits=lambda who, spot: no_more)
    await take(Window("withdraw", article, staking, Closing(article)))
    coup.null = not any(True for _ in stakes(table.places))
    return coup.null


async def banker_loses(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """The banker put a card away that nobody had seen clearly."""
    coup.loser = BANCA
    return True


async def punto_loses(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """The punto threw cards away that nobody had seen."""
    coup.loser = PUNTO
    return True


async def croupier_plays(coup: Coup, about: str) -> bool:
    """The punto took too long and no longer has the cards: they are played by the rules, five as it is advised."""
    if about != PUNTO:
        return False
    await coup.be_advised(coup.punto)
    return True


async def banker_decides(coup: Coup, about: str) -> bool:
    """The punto said the one and meant the other: the banker gives or denies the card, unless the punto has nothing."""
    punto, banca = coup.punto, coup.banca
    if about != BANCA or punto.third or banca.word:
        return False
    word = GIVES
    if await coup.show(punto) not in coup.rule.banker_draws:
        word = await coup.ask(banca.who, THIRD, (GIVES, DENIES), coup.rules.errors.wrong.article)
    punto.word, punto.mended = CARD if word == GIVES else NO, True
    return True


async def inspector_decides(coup: Coup, about: str) -> bool:  # noqa: ARG001
    """What no rule provides for is the inspector's to decide."""
    article = coup.rules.calls["noted"].article
    _, act = await Choose("inspector", "caso", (GOES_ON, ANNULS), GOES_ON, article)
    coup.null = act.on == ANNULS
    return coup.null


REMEDIES: dict[str, Callable[[Coup, str], Awaitable[bool]]] = {
    "anular": annul,
    "sustituir": replace,
    "obliga": rules_bind,
    "reglas": one_seen,
    "reglas-y-pedir": punto_seen,
    "carta-del-banquero": card_called,
    "carta-del-banquero-y-otra-fuera": two_called,
    "quinta": fifth,
    "cero": too_many,
    "mejor-de-dos": better,
    "peor-de-dos": worse,
    "nueve": nine,
    "descubre-una": uncover_one,
    "descubre-dos": uncover_two,
    "retirar-apuestas": withdraw,
    "pierde-el-banquero": banker_loses,
    "pierde-el-punto": punto_loses,
    "juega-el-crupier": croupier_plays,
    "decide-el-banquero": banker_decides,
    "decide-el-inspector": inspector_decides,
}


def _spare(coup: Coup) -> bool:
    """Whether the shoe has cards for a fault, with those that the coup may still need."""
    return coup.room > 2 * NEEDED


async def _two_thirds(coup: Coup, hand: Hand, *, highest: bool) -> None:
    """Another third card: of the two, the one with which the hand has most, or least."""
    one, other = hand.third, await coup.down(hand.place)
    await coup.deck.show(other, coup.rules.dealing.article)
    first = coup.first(hand)
    better_is_other = total(first, coup.face(other)) > total(first, coup.face(one))
    hand.third, dropped = (other, one) if better_is_other == highest else (one, other)
    await Shift(dropped, hand.place, BASKET)
