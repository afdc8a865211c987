"""Gaming machines: what each is by what it gives and asks, and where it may stand."""

FAMILY = "described"
