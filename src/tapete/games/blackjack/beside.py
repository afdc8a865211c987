"""The bets beside a square: over and under thirteen, pairs, and the accumulated bet on sevens with its pot."""

from collections.abc import Iterator

from tapete.engine.places import BANK, Stake, chips, stakes
from tapete.engine.requests import Announce, Move
from tapete.engine.settlement import Due, cover, due, settle
from tapete.engine.table import Table
from tapete.games.blackjack.hands import Coup, Post
from tapete.games.blackjack.rules import (
    PAIR_PRIZES,
    PAIRS,
    POT,
    SEVENS,
    SEVENS_PRIZES,
    THIRTEEN,
    Rules,
    admitted,
    place_of,
    points_of,
    prize_pays,
)
from tapete.games.blackjack.sabot import Carry
from tapete.games.blackjack.settle import against_thirteen, pair, sevens
from tapete.money import Ratio, format_cents

LOST = (0, 1)


async def show_pot(rules: Rules, table: Table[Carry]) -> None:
    """What has accumulated is shown before the bets, where the house sets a share of them aside."""
    if share(rules, table):
        await Announce("pot", (str(format_cents(table.places.get(POT, 0))),))


async def feed_pot(coup: Coup) -> None:
    """Of every stake on the accumulated bet the house adds its share to the pot."""
    hundredths = share(coup.rules, coup.table)
    for _, stake in beside(coup, SEVENS):
        cents = stake.cents * hundredths // 100
        if cents:
            await house_pays(coup, POT, cents, coup.rules.options["bote"].article)


def share(rules: Rules, table: Table[Carry]) -> int:
    """The hundredths of an accumulated bet that go to its pot."""
    admits = admitted(rules, table.settings, "acumulada")
    return int(rules.option(table.settings, "bote") or 0) if admits else 0


async def settle_two_cards(coup: Coup) -> None:
    """Thirteen and pairs are decided by the first two cards."""
    dues: list[Due] = []
    for post, stake in beside(coup, *THIRTEEN, PAIRS):
        bet = coup.rules.bets[name := stake.bet.partition(":")[0]]
        first, second = post.cards
        if name == PAIRS:
            kind = pair(first, second)
            prize = bet.prizes[PAIR_PRIZES[kind - 1]] if kind else None
            article, back = (prize.article, wins(prize.pays)) if prize else (bet.article, LOST)
        else:
            counts = points_of(coup.rules)
            side = against_thirteen(counts[first], counts[second])
            article, back = bet.article, wins(bet.pays) if side == (-1, 1)[THIRTEEN.index(name)] else LOST
        dues.append(due(stake, name, article, back, stays=False))
    await settle(coup.table, coup.rules.settlement, dues)


async def settle_sevens(coup: Coup) -> None:
    """The accumulated bet goes by the first three cards dealt to its place; only the greatest prize is paid."""
    dues: list[Due] = []
    for post, stake in beside(coup, SEVENS):
        bet, found = coup.rules.bets[SEVENS], sevens(post.cards)
        if found == len(SEVENS_PRIZES):
            await pay_pot(coup, stake)
        elif found:
            name = SEVENS_PRIZES[found - 1]
            back = wins(prize_pays(coup.rules, coup.table.settings, SEVENS, name))
            dues.append(due(stake, SEVENS, bet.prizes[name].article, back, stays=False))
        else:
            dues.append(due(stake, SEVENS, bet.article, LOST, stays=False))
    await settle(coup.table, coup.rules.settlement, dues)


async def pay_pot(coup: Coup, stake: Stake) -> None:
    """All that has accumulated, or the prize where that is more; the house pays what the pot lacks."""
    own, pot = chips(stake.who), coup.table.places.get(POT, 0)
    article = coup.rules.bets[SEVENS].prizes[SEVENS_PRIZES[-1]].article
    lacks = prize_pays(coup.rules, coup.table.settings, SEVENS, SEVENS_PRIZES[-1]).pay(stake.cents) - pot
    if pot:
        await Move(POT, own, pot, article)
    if lacks > 0:
        await house_pays(coup, own, lacks, article)
    await Move(stake.place, own, stake.cents, article)


async def house_pays(coup: Coup, to: str, cents: int, article: str) -> None:
    """The house pays into a place, the cage completing the float where it is short."""
    for move in cover(coup.table, cents, coup.rules.settlement.article):
        await move
    await Move(BANK, to, cents, article)


def beside(coup: Coup, *bets: str) -> Iterator[tuple[Post, Stake]]:
    """The stakes on these bets with the place they lie at, from the croupier's right to his left."""
    lying = [stake for stake in stakes(coup.table.places) if stake.bet.partition(":")[0] in bets]
    for post in reversed(coup.posts):
        for stake in lying:
            if place_of(stake.bet) == post.number:
                yield post, stake


def wins(pays: Ratio) -> tuple[int, int]:
    """What comes back to a stake that is paid so much, the stake included."""
    num, den = pays
    return den + num, den
