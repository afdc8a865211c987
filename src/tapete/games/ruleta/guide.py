"""What to do at a zero, where there is a prison."""

from tapete.engine.settings import Settings
from tapete.games.ruleta.odds import met
from tapete.games.ruleta.rules import SIMPLE, Rules, suertes
from tapete.games.shared.prision import guide as prision
from tapete.odds.guide import Guide


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """The simple chances at a zero."""
    if not rules.zero.prison:
        return []
    falls = {name: met(rules, settings, name) for name in SIMPLE}
    return [prision.guide("zero", rules.zero, falls, {name: suertes(rules)[name].pays for name in SIMPLE})]
