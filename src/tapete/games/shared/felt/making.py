"""What the cards before somebody make, in words, once all of them are seen."""

from collections.abc import Iterable, Mapping, Sequence

from tapete.cards.ranking import Ranking
from tapete.cards.worded import in_words

HANDS = ("mano", "crupier")


def made(
    ranking: Ranking,
    place: str,
    lying: Mapping[str, Sequence[str]],
    common: Iterable[str] = (),
    hands: tuple[str, ...] = HANDS,
) -> str:
    """What a hand makes, with the cards that lie in common; nothing of a place that is no hand, or while one is hidden.

    >>> from tapete.cards.rankings import POKER
    >>> lying = {"mano/ana": ["Ah", "As"], "crupier": ["Kd", ""], "flop": ["2c"]}
    >>> made(POKER, "mano/ana", lying, ("flop",)), made(POKER, "crupier", lying)
    ('pair of aces', '')
    """
    own = lying.get(place, ())
    if not place.startswith(hands) or not own or not all(own):
        return ""
    shared = [card for where in common for card in lying.get(where, ()) if card]
    return in_words(ranking, ranking.pack.parse(" ".join((*own, *shared))))
