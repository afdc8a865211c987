"""Treinta y cuarenta: two rows of cards, each dealt to 31 points or more, and stakes on which comes nearer."""

from tapete.errors import Said

AIM = Said("Two rows of cards are dealt until each passes thirty. You bet on a row or on the colour it begins with.")
