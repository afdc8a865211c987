"""The catalogue: each game in each region, its law, its odds, its best play, and how regions differ."""
