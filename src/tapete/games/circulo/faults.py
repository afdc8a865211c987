"""What goes wrong in a hand between players: when it can have, who says so, and what becomes of it."""

from typing import Literal

from pydantic import Field

from tapete.law.marks import Label
from tapete.law.rulebook import Section
from tapete.law.sections import Irregularity, Positive

FIRST, LATER = "primeras", "siguientes"


class Situation(Section):
    """When something can have happened.

    `dealing`: as players were dealt cards, the first ones, others or any. `remaining`: with so many in the hand.
    `before` and `acted`: before so many have acted since those cards, or once they have.
    """

    dealing: Literal["primeras", "siguientes", "todas"] | None = None
    remaining: Positive | None = None
    before: Positive | None = None
    acted: Positive | None = None


class Fault(Situation, Irregularity):
    """An irregularity of a hand."""


class Ruling(Situation):
    """Something that one player does or suffers, and what becomes of their hand.

    The hand is lost, or goes with its stakes; a card is changed or shown, one that was set apart takes its place, or
    the next is dealt open; the player is set apart, may only match, may not bet, completes a bet, has matched it, or
    has bet before his turn; or he is warned, or it is noted and that is all. `call`: by what the croupier himself warns
    who is slow. `again`: whether who does it again may be sent away. `streets`: in which intervals it can be, if not in
    all; `turn`: only of who is asked; `owing`: only of who has something to match.
    """

    name: Label
    remedy: Literal[
        "pierde",
        "devuelve",
        "cambia",
        "aparta",
        "iguala",
        "sin-apostar",
        "completa",
        "cubre",
        "adelanta",
        "muestra",
        "descubierta",
        "muerta",
        "advierte",
        "sigue",
    ]
    call: str = ""
    again: Section | None = None
    streets: tuple[str, ...] = Field(default=())
    turn: bool = False
    owing: bool = False
