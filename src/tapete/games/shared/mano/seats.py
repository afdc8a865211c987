"""How many may play at once."""

from tapete.engine.window import Refusal
from tapete.law.sections import StakedRulebook


def too_many(rules: StakedRulebook, players: int) -> Refusal | None:
    """Why so many cannot play, if they cannot."""
    rule = rules.players
    if rule.seats is None or players <= rule.seats:
        return None
    return Refusal("{most} may play at most", rule.article, most=rule.seats)
