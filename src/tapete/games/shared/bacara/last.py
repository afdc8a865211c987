"""The last hands, announced where a text has them announced at the end of the day."""

from tapete.engine.carry import Carry
from tapete.engine.requests import Announce
from tapete.engine.stakes import LastRounds
from tapete.engine.window import Refusal
from tapete.law.sections import StakedRulebook


def last_hands(rules: StakedRulebook, carry: Carry) -> LastRounds:
    """How the last hands are announced, where the text has them."""
    rule = rules.closing.get("hora-limite")
    return LastRounds(
        carry,
        lambda: Announce("last", (str(announced(rules)),)),
        Refusal("the last hands are announced already", rule.article if rule else rules.article),
        None if rule else Refusal("this text announces no last hands", rules.article),
    )


def announced(rules: StakedRulebook) -> int:
    """How many last hands the text announces."""
    rule = rules.closing.get("hora-limite")
    return rule.announced_rounds if rule else 0
