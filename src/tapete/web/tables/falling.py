"""What the croupier of a physical table is to enter, as the page offers it: pockets, dice or cards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tapete.engine.requests import Chance, Deal, Request, Roll, Show, Spin
from tapete.games import Game
from tapete.law.sections import BankRulebook
from tapete.web.tables.cards import Picture, whole_pack
from tapete.wording import capital, word


class Fall(NamedTuple):
    """What the croupier is to enter: one of some pockets, so many dice, or a card of those there are.

    Each pocket has its words and its colour.
    """

    kind: str
    pockets: tuple[tuple[str, str, str], ...] = ()
    dice: int = 0
    cards: tuple[tuple[str, Picture], ...] = ()


def falling(game: Game, rules: BankRulebook, awaited: Request[Any] | None) -> Fall | None:
    """What is to be entered now; nothing where the table waits for no chance."""
    match awaited:
        case Spin() as spin:
            results = [(pocket, game.result(rules, pocket)) for pocket in in_order(spin.pockets)]
            return Fall("pocket", tuple((pocket, capital(word(found.text)), found.colour) for pocket, found in results))
        case Roll() as roll:
            return Fall("dice", dice=roll.dice)
        case Deal() | Show():
            return Fall("card", cards=whole_pack(rules))
        case Chance():
            return Fall("text")
        case _:
            return None


def in_order(pockets: Sequence[str]) -> list[str]:
    """Pockets as one looks for them, numbers first and by size.

    >>> in_order(("10", "2", "joker", "00", "2"))
    ['00', '2', '10', 'joker']
    """
    return sorted(
        set(pockets), key=lambda pocket: (not pocket.isdigit(), int(pocket) if pocket.isdigit() else 0, pocket)
    )
