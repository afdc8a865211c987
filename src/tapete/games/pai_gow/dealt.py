"""How often each kind of hand is dealt: the best five of seven cards, over all 154,143,080 hands."""

from tapete.games.pai_gow.odds import frequencies
from tapete.games.pai_gow.rules import Rules
from tapete.odds.frequency import Frequency

HANDS = {"poker": "poquer"}  # the game and the hand share a word; rows say the hand's own


def dealt(rules: Rules) -> list[Frequency]:
    """Every kind, the best first."""
    counts = frequencies(rules)
    of = sum(counts.values())
    return [
        Frequency(rules.game, rules.region, HANDS.get(kind, kind), made.name, made.article, counts[kind], of)
        for kind, made in ((kind, rules.hands.kinds[kind]) for kind in counts)
    ]
