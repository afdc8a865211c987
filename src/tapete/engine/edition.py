"""Editions: what a round was played under, kept so that it can be finished, shown and audited by it years later."""

from tapete.engine.round import Play
from tapete.engine.transcript import Edition, Header
from tapete.law.rulebook import Rulebook


def edition(play: Play, rules: Rulebook) -> Edition:
    """The edition that a procedure and a rulebook make."""
    return Edition(rules.game, rules.region, play.version, rules.digest, rules.choices, rules.running, rules.labels)


def named(by: Header | Edition) -> tuple[str, str, int, str]:
    """What a round and the edition it was played under have in common, and no other edition has."""
    return by.game, by.region, by.procedure, by.rulebook
