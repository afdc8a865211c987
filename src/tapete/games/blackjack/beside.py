"""The bets beside a square: over and under thirteen, pairs, and the accumulated bet on sevens."""

from collections.abc import Iterator

from tapete.engine.places import Stake, bet_of, stakes
from tapete.engine.settlement import Due, due, settle
from tapete.games.blackjack.hands import Coup, Post
from tapete.games.blackjack.rules import (
    PAIR_PRIZES,
    PAIRS,
    SEVENS,
    SEVENS_PRIZES,
    THIRTEEN,
    place_of,
    points_of,
    prize_pays,
)
from tapete.games.blackjack.settle import against_thirteen, pair, sevens
from tapete.money import Ratio

LOST = (0, 1)


async def settle_two_cards(coup: Coup) -> None:
    """Thirteen and pairs are decided by the first two cards."""
    dues: list[Due] = []
    for post, stake in beside(coup, *THIRTEEN, PAIRS):
        bet = coup.rules.bets[name := bet_of(stake.bet)]
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
        bet, kind = coup.rules.bets[SEVENS], sevens(post.cards)
        if kind == len(SEVENS_PRIZES):
            await coup.pot.pay(stake)
        elif kind:
            name = SEVENS_PRIZES[kind - 1]
            back = wins(prize_pays(coup.rules, coup.table.settings, SEVENS, name))
            dues.append(due(stake, SEVENS, bet.prizes[name].article, back, stays=False))
        else:
            dues.append(due(stake, SEVENS, bet.article, LOST, stays=False))
    await settle(coup.table, coup.rules.settlement, dues)


def beside(coup: Coup, *bets: str) -> Iterator[tuple[Post, Stake]]:
    """The stakes on these bets with the place they lie at, from the croupier's right to his left."""
    lying = [stake for stake in stakes(coup.table.places) if bet_of(stake.bet) in bets]
    for post in reversed(coup.posts):
        for stake in lying:
            if place_of(stake.bet) == post.number:
                yield post, stake


def wins(pays: Ratio) -> tuple[int, int]:
    """What comes back to a stake that is paid so much, the stake included."""
    num, den = pays
    return den + num, den
