"""Cards and packs: a card is a small integer, four to a rank; a pack reads and prints it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tapete.errors import Said, TapeteError, UnknownError

SUITS = 4
JOKER = "Jk"


@dataclass(frozen=True)
class Pack:
    """Ranks from lowest to highest and four suits: card `4 * rank + suit`, and a joker after all of them.

    `lowest` leaves out the ranks below it without renumbering the rest: the ace of hearts is the same number in every
    French pack. `read` pairs letters that are understood, though never printed, with the rank they mean.

    >>> FRENCH.parse("Ah 10s"), FRENCH.text([50, 35])
    ((50, 35), 'Ah 10s')
    """

    name: str
    ranks: tuple[str, ...]
    suits: str
    lowest: str
    joker: bool = False
    read: tuple[tuple[str, str], ...] = ()

    @cached_property
    def first(self) -> int:
        """The lowest rank that is in the pack."""
        return self.ranks.index(self.lowest)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Every card of the pack, in order."""
        return tuple(range(SUITS * self.first, SUITS * len(self.ranks) + self.joker))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What they are called, in the same order."""
        return tuple(map(self.show, self.cards))

    def __len__(self) -> int:
        return len(self.cards)

    def card(self, text: str) -> int:
        """Reads one card.

        >>> FRENCH.card("Ah"), FRENCH.card("Ts") == FRENCH.card("10s"), SPANISH.card("Rc")
        (50, True, 37)
        """
        card = self._numbers.get(text)
        if card is None:
            card = self._numbers.get(text.strip().lower())
        if card is None:
            ranks, suits = " ".join(self.ranks[self.first :]), " ".join(self.suits)
            raise TapeteError(
                "'{text}' is no card of the {pack}: {ranks} with {suits}",
                text=text,
                pack=self.name,
                ranks=ranks,
                suits=Said("{suits}, or {joker}", suits=suits, joker=JOKER) if self.joker else suits,
            )
        return card

    def parse(self, text: str) -> tuple[int, ...]:
        """Reads cards, with or without spaces and commas between them, none of them twice.

        >>> FRENCH.text(FRENCH.parse("AhKs,10d"))
        'Ah Ks 10d'
        """
        cards = self.parse_many(text)
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise TapeteError("{card} is there twice in '{text}'", card=self.show(card), text=text)
        return cards

    def parse_many(self, text: str) -> tuple[int, ...]:
        """Reads cards of several packs together, where one may come more than once."""
        return tuple(map(self.card, self._pieces(text)))

    def show(self, card: int) -> str:
        """Prints one card."""
        if card not in self._names:
            raise TapeteError("{card} is no card of the {pack}", card=card, pack=self.name)
        return self._names[card]

    def text(self, cards: Iterable[int]) -> str:
        """Prints cards, with spaces between them."""
        return " ".join(map(self.show, cards))

    def rank(self, card: int) -> int:
        """A card's rank, counted from 0 in `ranks`; the joker's is one more than the highest."""
        return card // SUITS

    def suit(self, card: int) -> int:
        """A card's suit, an index into `suits`; -1 for the joker."""
        return -1 if self.is_joker(card) else card % SUITS

    def is_joker(self, card: int) -> bool:
        """Whether this card is the joker."""
        return self.joker and card == SUITS * len(self.ranks)

    def is_red(self, card: int) -> bool:
        """Whether a French card is a diamond or a heart."""
        return not self.is_joker(card) and self.suits[card % SUITS] in "dh"

    def _pieces(self, text: str) -> list[str]:
        """The words of a text, and each word of several cards run together cut into them."""
        pieces: list[str] = []
        for word in re.split(r"[\s,]+", text.strip()):
            cards = self._pattern.findall(word)
            pieces += cards if "".join(cards) == word else [word]
        return pieces

    @cached_property
    def _names(self) -> dict[int, str]:
        plain = range(SUITS * self.first, SUITS * len(self.ranks))
        names = {card: self.ranks[card // SUITS] + self.suits[card % SUITS] for card in plain}
        return names | ({SUITS * len(self.ranks): JOKER} if self.joker else {})

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {name: card for card, printed in self._names.items() for name in (printed, printed.lower())}
        for letters, rank in self.read:
            numbers |= {
                (letters + suit).lower(): numbers[(rank + suit).lower()]
                for suit in self.suits
                if (rank + suit).lower() in numbers
            }
        return numbers

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        ranks = "|".join([*self.ranks, *(letters for letters, _ in self.read)])
        return re.compile(f"{JOKER}|(?:{ranks})[{self.suits}]", re.IGNORECASE)


_FRENCH_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def french(size: int) -> Pack:
    """The French pack of this many cards: 52, 53 with the joker, or a reduced one without its lowest ranks.

    Suits are clubs, diamonds, hearts and spades: `c`, `d`, `h`, `s`. `T` is read as `10`.

    >>> french(28).text(french(28).cards[:4])
    '8c 8d 8h 8s'
    """
    if size not in FRENCH_SIZES:
        sizes = ", ".join(map(str, FRENCH_SIZES))
        raise TapeteError("there is no French pack of {size} cards: {sizes}", size=size, sizes=sizes)
    lowest = _FRENCH_RANKS[-(size // SUITS)]
    name = Said("French pack of {size}", size=size)
    return Pack(name, _FRENCH_RANKS, "cdhs", lowest, size == 53, (("T", "10"),))


FRENCH_SIZES = (53, 52, 48, 44, 40, 36, 32, 28)
FRENCH = french(52)
FRENCH_JOKER = french(53)

# Oros, copas, espadas and bastos; the figures are Sota, Caballo and Rey. The ace is printed `1`, as the pack itself
# and the law's description of it have it, and read as `A` too.
SPANISH = Pack(
    Said("Spanish pack of 40"), ("1", "2", "3", "4", "5", "6", "7", "S", "C", "R"), "oceb", "1", read=(("A", "1"),)
)

PACKS = {str(size): french(size) for size in FRENCH_SIZES} | {"espanola": SPANISH}


def pack(id: str) -> Pack:
    """A pack by its id in a rulebook: `52`, `53`, `32`, … or `espanola`."""
    if id not in PACKS:
        raise UnknownError("pack", id, list(PACKS))
    return PACKS[id]
