"""The rankings that everybody knows, each a declaration, worst category first. A text may rank hands otherwise.

>>> PAI_GOW.describe(FRENCH_JOKER.parse("2h Jk 4c 5d 6s")), POKER.describe(FRENCH.parse("Ah 2s 3d 4c 5h"))
('escalera: 2h Jk 4c 5d 6s', 'escalera: Ah 2s 3d 4c 5h')
"""

from tapete.cards.card import FRENCH, FRENCH_JOKER
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
# The five-card hand of pai gow: the joker is an ace or completes a run or a colour, of which it counts as the highest
# card that the hand lacks; A-2-3-4-5 is the second highest run.
PAI_GOW = Ranking(
    FRENCH_JOKER,
    5,
    (*POKER.order, "cinco-ases"),
    low_run="second",
    joker=("escalera", "color", "escalera-de-color", "escalera-real"),
)
