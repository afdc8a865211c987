"""Exact odds of boule: nine equally likely numbers."""

from tapete.games.bola.rules import Rules
from tapete.games.pano import odds as pano
from tapete.odds.report import BetOdds


def odds(rules: Rules) -> list[BetOdds]:
    """Every bet."""
    return pano.odds(rules, rules.equipment.pockets)
