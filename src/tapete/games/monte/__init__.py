"""Monte o banca: four cards laid out, and which of their values comes next."""

from tapete.errors import Said

AIM = Said("Four cards lie face up and others are drawn until one matches. You bet on which of them comes first.")
