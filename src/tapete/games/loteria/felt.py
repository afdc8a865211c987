"""What is said where lottery tickets are sold."""

from tapete.errors import Said

VERBS = {"mark": Said("Mark")}
EXAMPLES = ("07", "42", "apuesta")
