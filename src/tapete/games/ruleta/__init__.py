"""The roulettes: French with its prison, American of one zero or of two with its colour chips."""

FAMILY = "wheels"
