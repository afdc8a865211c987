"""What is said where lottery tickets are sold."""

from tapete.errors import Said
from tapete.games.loteria.rules import TICKET, Rules, prize, written

VERBS = {"mark": Said("Mark")}
WAITING = {"stakes": Said("Tickets are on sale")}
EXAMPLES = ("07", "42", "apuesta")


def winners(rules: Rules, number: str) -> frozenset[str]:
    """The tickets that win something by the number drawn."""
    return frozenset(f"{TICKET}:{written(rules, at)}" for at in range(rules.size) if prize(rules, at, int(number)))
