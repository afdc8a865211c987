"""Monte o banca: four cards laid out, and which of their values comes next."""

from tapete.errors import Said

AIM = Said("Four cards lie face up and others are drawn until one matches. You bet on which of them comes first.")
CAMO = Said("a card of the same value and of the suit after that of the card laid out")
ANTI = Said("a card of the same value and of the suit before that of the card laid out")
VIUDO = Said("a card of the same value and of the suit that is neither before nor after that of the card laid out")
CARTAS = Said("your card, or one of your two, is matched before those it plays against")
WINS = {
    "vista-hermosa": Said("the first card drawn has the same value and the suit after that of the card laid out"),
    "salto": Said("a card of the same value as the card laid out, of any suit"),
    **dict.fromkeys(("camo", "camo-segundas"), CAMO),
    **dict.fromkeys(("anti", "anti-segundas"), ANTI),
    **dict.fromkeys(("viudo", "viudo-segundas"), VIUDO),
    **dict.fromkeys(("cartas", "cartas-segundas"), CARTAS),
}
