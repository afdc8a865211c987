"""The par sheet of a game, and the rows that it and the odds are made of."""
