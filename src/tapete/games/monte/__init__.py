"""Monte o banca: four cards laid out, and which of their values comes next."""
