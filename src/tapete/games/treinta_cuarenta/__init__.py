"""Treinta y cuarenta: two rows of cards, each dealt to 31 points or more, and stakes on which comes nearer."""
