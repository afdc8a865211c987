"""Editions: what a round was played under, kept so that it can be finished, shown and audited by it years later."""

from tapete.engine.round import Play
from tapete.engine.transcript import Edition, Header
from tapete.law.rulebook import Rulebook


def edition(play: Play, rules: Rulebook) -> Edition:
    """The edition that a procedure and a rulebook make."""
    return Edition(rules.game, rules.region, play.version, rules.digest, rules.choices, rules.running, rules.labels)


def names(header: Header, kept: Edition) -> bool:
    """Whether a round was played under this edition."""
    return (header.game, header.region, header.procedure, header.rulebook) == (
        kept.game,
        kept.region,
        kept.procedure,
        kept.rulebook,
    )
