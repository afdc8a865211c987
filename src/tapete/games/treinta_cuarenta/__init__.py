"""Treinta y cuarenta: two rows of cards, each dealt to 31 points or more, and stakes on which comes nearer."""

from tapete.errors import Said

AIM = Said("Two rows of cards are dealt until each passes thirty. You bet on a row or on the colour it begins with.")
WINS = {
    "negro": Said("the black row, dealt first, ends nearer to 31"),
    "rojo": Said("the red row, dealt second, ends nearer to 31"),
    "color": Said("the row that wins has the colour of the first card of all"),
    "inverso": Said("the row that wins has the other colour than the first card of all"),
    "seguro": Said("keeps a stake from what 31 in both rows does to it"),
}
