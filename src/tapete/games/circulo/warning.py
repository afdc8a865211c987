"""The croupier warns who is slow to decide, where the text says so; it is remembered of whom it may cost the game."""

from collections.abc import Callable

from tapete.engine.requests import Announce
from tapete.engine.warning import Warns
from tapete.games.circulo.hand import Hand


def may_warn(hand: Hand, asked: Callable[[], str]) -> tuple[Warns, ...]:
    """What the croupier may say while a player is asked."""
    article = hand.terms.slow
    return (Warns(article, asked),) if article and hand.warns else ()


async def warn(hand: Hand, who: str) -> None:
    """The croupier warns somebody."""
    slow = hand.rules.slow
    await Announce(hand.rules.rulings[slow].call, (who,))
    remember(hand, slow, who)


def remember(hand: Hand, name: str, who: str) -> None:
    """What was said of somebody counts, where who does it again may be sent away."""
    if hand.rules.rulings[name].again is not None:
        on = f"{name}:{who}"
        hand.warned[on] = hand.warned.get(on, 0) + 1
