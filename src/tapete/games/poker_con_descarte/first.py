"""Rulebooks of the first procedure: what a text only says of the second stake and the jackpot stood among the bets."""

from typing import Annotated

from pydantic import Discriminator, Tag

from tapete.games.poker_con_descarte.rules import JackpotBet, Rules, SecondBet, Sharing, kind_of
from tapete.law.marks import Cited
from tapete.law.rulebook import Section
from tapete.law.sections import Bet


class Second1(SecondBet):
    """The second stake, and that only the highest hand is paid."""

    highest_only: Cited[Section]


class Sharing1(Sharing):
    """Who is paid first, and the jackpot's books."""

    books: Cited[Section]


class Jackpot1(JackpotBet):
    """The jackpot's stake, that a house may have it, and the sign that shows its prizes."""

    admitted: Cited[Section]
    shown: Cited[Section]
    sharing: Sharing1


Bet1 = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[Second1, Tag("segunda")] | Annotated[Jackpot1, Tag("jackpot")],
    Discriminator(kind_of),
]


class Rules1(Rules):
    """A region's rules of póquer con descarte as the first procedure had them."""

    bets: dict[str, Bet1]  # type: ignore[assignment]
