"""The rankings that the catalogues use, each a declaration, worst category first."""

from tapete.cards.card import FRENCH, FRENCH_JOKER, Pack
from tapete.cards.ranking import Ranking

POKER = Ranking(
    FRENCH,
    5,
    (
        "carta-mayor",
        "pareja",
        "doble-pareja",
        "trio",
        "escalera",
        "color",
        "full",
        "poker",
        "escalera-de-color",
        "escalera-real",
    ),
)


def circle(pack: Pack = FRENCH, figuras: bool = False) -> Ranking:
    """Poker between players: colour above full where the pack is reduced, `figuras` in covered poker.

    The low ace stands below the lowest card that is in the pack.

    >>> from tapete.cards.card import french
    >>> circle(french(32)).describe(french(32).parse("Ah 7s 8d 9c 10h"))
    'escalera: Ah 7s 8d 9c 10h'
    """
    order = list(POKER.order)
    if len(pack) < len(FRENCH):
        order.remove("color")
        order.insert(order.index("full") + 1, "color")
    if figuras:
        order.insert(order.index("trio"), "figuras")
    return Ranking(pack, 5, tuple(order))


def pai_gow(completes: tuple[str, ...] = ("escalera", "color", "escalera-de-color", "escalera-real")) -> Ranking:
    """The five-card hand of pai gow: the joker is an ace or completes these; A-2-3-4-5 is the second highest run.

    A joker that completes a colour counts as the highest card of the suit that the hand lacks.
    """
    return Ranking(FRENCH_JOKER, 5, (*POKER.order, "cinco-ases"), low_run="second", joker=completes)


PAI_GOW = pai_gow()
PAI_GOW_LOW = Ranking(FRENCH_JOKER, 2, ("carta-mayor", "pareja"))
THREE = Ranking(FRENCH, 3, ("carta-mayor", "pareja", "color", "escalera", "trio", "escalera-de-color", "escalera-real"))
FOUR = Ranking(
    FRENCH, 4, ("carta-mayor", "pareja", "doble-pareja", "escalera", "color", "trio", "escalera-de-color", "poker")
)
LOW_EIGHT = Ranking(FRENCH, 5, ("ocho-o-menos",), ace="low", lowest_wins=True)
