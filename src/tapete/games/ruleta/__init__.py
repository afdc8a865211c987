"""The roulettes: French with its prison, American of one zero or of two with its colour chips."""

from tapete.errors import Said

FAMILY = "wheels"
AIM = Said(
    "A ball falls into one of the wheel's numbers. You bet on where: on a number, on several together, on a colour."
)
