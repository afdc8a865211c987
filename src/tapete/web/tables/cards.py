"""Cards for the eye and the ear: which picture shows a card, what a screen reader says, and the Spanish pack drawn."""

from typing import NamedTuple

from markupsafe import Markup

from tapete.cards import pack
from tapete.i18n import gettext as _
from tapete.law.rulebook import Rulebook
from tapete.law.sections import DealtRulebook

BACK = "/static/tables/cards/back.svg"
FRENCH_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SPANISH_SUITS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
FIGURES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "1": "ace", "S": "sota", "C": "caballo", "R": "rey"}


class Picture(NamedTuple):
    """A card as a page shows it."""

    src: str
    alt: str

    @property
    def back(self) -> bool:
        """Whether it shows its back."""
        return self.src == BACK


def spanish(rules: Rulebook) -> bool:
    """Whether a game is played with the Spanish pack."""
    return isinstance(rules, DealtRulebook) and rules.equipment.cards.pack == "espanola"


def picture(card: str, spanish: bool) -> Picture:
    """The picture and the name of a card as a transcript writes it; anything else is a card lying face down."""
    rank, suit = card[:-1], card[-1:]
    if card == "Jk":
        return Picture("/static/tables/cards/Jk.svg", _("joker"))
    suits = SPANISH_SUITS if spanish else FRENCH_SUITS
    if suit not in suits or not rank:
        return Picture(BACK, _("a card face down"))
    name = _("%(rank)s of %(suit)s") % {"rank": _(FIGURES[rank]) if rank in FIGURES else rank, "suit": _(suits[suit])}
    return Picture(f"/cards/{card}.svg" if spanish else f"/static/tables/cards/{card}.svg", name)


def whole_pack(rules: Rulebook) -> tuple[tuple[str, Picture], ...]:
    """Every card that a game is played with, as a transcript writes it, with its picture."""
    if not isinstance(rules, DealtRulebook):
        return ()
    kind = pack(rules.equipment.cards.pack)
    names = list(dict.fromkeys(kind.show(card) for card in kind.cards))
    return tuple((name, picture(name, spanish(rules))) for name in names)


RANKS = ("1", "2", "3", "4", "5", "6", "7", "S", "C", "R")
_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.5, 0.22), (0.5, 0.5), (0.5, 0.78)),
    4: ((0.32, 0.27), (0.68, 0.27), (0.32, 0.73), (0.68, 0.73)),
    5: ((0.32, 0.25), (0.68, 0.25), (0.5, 0.5), (0.32, 0.75), (0.68, 0.75)),
    6: ((0.32, 0.22), (0.68, 0.22), (0.32, 0.5), (0.68, 0.5), (0.32, 0.78), (0.68, 0.78)),
    7: ((0.32, 0.2), (0.68, 0.2), (0.5, 0.36), (0.32, 0.52), (0.68, 0.52), (0.32, 0.8), (0.68, 0.8)),
}
_SUITS = {
    "o": '<circle r="17" fill="#d9a520" stroke="#7a5300" stroke-width="2"/>'
    '<circle r="10" fill="none" stroke="#7a5300"/><path d="M0-9V9M-9 0H9" stroke="#7a5300"/>',
    "c": '<path d="M-14-16H14C14-2 8 6 3 7V13H10V17H-10V13H-3V7C-8 6-14-2-14-16Z" fill="#b3261e" stroke="#5c0f0a"'
    ' stroke-width="2"/><path d="M-13-12H13" stroke="#f2c14e" stroke-width="3"/>',
    "e": '<path d="M0-20L4-14V6H-4V-14Z" fill="#7fa7d6" stroke="#1d3f6e" stroke-width="1.5"/>'
    '<path d="M-10 6H10V10H-10Z" fill="#d9a520" stroke="#7a5300"/><path d="M-2 10H2V19H-2Z" fill="#1d3f6e"/>',
    "b": '<path d="M-5 18L-7-12C-7-20 7-20 7-12L5 18Z" fill="#4f8a3c" stroke="#234d17" stroke-width="2"/>'
    '<path d="M-6-6L-12-11M6 0L12-5M-5 8L-10 5" stroke="#234d17" stroke-width="3" stroke-linecap="round"/>',
}


def drawn(card: str) -> Markup:
    """A card of the Spanish pack as SVG."""
    rank, suit = card[:-1], card[-1]
    number = RANKS.index(rank) + 1
    if number in _PIPS:
        scale = 2.2 if number == 1 else 1.15
        pips = "".join(_pip(suit, x * 160, y * 240, scale) for x, y in _PIPS[number])
    else:
        pips = (
            f'<text x="80" y="160" font-size="96" text-anchor="middle" font-family="Georgia, serif">{rank}</text>'
            f"{_pip(suit, 80, 52, 1.3)}{_pip(suit, 80, 200, 1.3)}"
        )
    index = {"S": "10", "C": "11", "R": "12"}.get(rank, rank)
    corner = f'<text x="12" y="28" font-size="22" font-weight="600" font-family="Georgia, serif">{index}</text>'
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 240" width="160" height="240">'
        '<rect x="1" y="1" width="158" height="238" rx="10" fill="#fff" stroke="#444"/>'
        f'{corner}<g transform="rotate(180 80 120)">{corner}</g>{pips}</svg>'
    )


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f}) scale({scale})">{_SUITS[suit]}</g>'
