"""What bets, acts and choices are called in every language, so that each can be typed in any of them."""

from collections.abc import Callable, Sequence

from tapete.games import game
from tapete.i18n import everywhere, sentences
from tapete.law.sections import BankRulebook

Tongue = Callable[[str], Sequence[str]]  # what an id is called, in every language

# Acts of any table, as its page calls them.
ACTS = {"withdraw": "Take back", "undo": "Undo", "close": "No more bets", "last": "Announce the last rounds"}


def no_names(id: str) -> Sequence[str]:  # noqa: ARG001
    """Ids that have no names."""
    return ()


def bets(rules: BankRulebook) -> Tongue:
    """What the spots of a rulebook's bets are called.

    >>> from tapete.i18n import speaking
    >>> with speaking("eu"): bets(game("ruleta-francesa").rules("extremadura"))("pleno:17")[:2]
    ['Osoa 17', 'Pleno 17']
    """

    def names(spot: str) -> Sequence[str]:
        bet, _, on = spot.partition(":")
        name = getattr(rules.bets.get(bet), "name", "")
        return [f"{said} {on}".strip() for said in everywhere(name)] if name else ()

    return names


def choices(id: str) -> Sequence[str]:
    """What something to choose is called."""
    return everywhere(id)


def acts(rules: BankRulebook) -> Tongue:
    """What may be done at a table, by its verb: as the game, any table or the rulebook calls it."""
    own = game(rules.game).verbs

    def names(do: str) -> Sequence[str]:
        templates = [str(own[do])] if do in own else []
        templates += [ACTS[do]] if do in ACTS else []
        return [*(said for text in (*templates, do) for said in sentences(text)), *everywhere(do)]

    return names
