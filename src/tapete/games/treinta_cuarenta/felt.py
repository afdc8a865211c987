"""The felt of treinta y cuarenta: four chances and the insurance of each, as any felt has them."""

EXAMPLES = ("rojo", "color", "negro")
