"""The doors: the start page, play at once, learn a game."""
