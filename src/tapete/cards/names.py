"""Cards as a croupier calls them aloud, in Spanish."""

from tapete.cards.card import JOKER

_FIGURES = {"A": "as", "J": "jota", "Q": "dama", "K": "rey", "1": "as", "S": "sota", "C": "caballo", "R": "rey"}
_FRENCH = {"c": "tréboles", "d": "diamantes", "h": "corazones", "s": "picas"}
_SPANISH = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}


def french_name(card: str) -> str:
    """A card of the French pack, from the letters that a transcript has.

    >>> french_name("Kh"), french_name("10c"), french_name("Jk")
    ('rey de corazones', '10 de tréboles', 'comodín')
    """
    if card == JOKER:
        return "comodín"
    return f"{_FIGURES.get(card[:-1], card[:-1])} de {_FRENCH[card[-1]]}"


def spanish_name(card: str) -> str:
    """A card of the Spanish pack.

    >>> spanish_name("1o"), spanish_name("7c")
    ('as de oros', '7 de copas')
    """
    return f"{_FIGURES.get(card[:-1], card[:-1])} de {_SPANISH[card[-1]]}"
