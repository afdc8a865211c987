"""Bets that cover pockets, and the felt they make."""

import functools

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.law.sections import BankRulebook, Bet
from tapete.money import Range


class PocketBet(Bet):
    """A bet on some pockets; with `each`, every one of them is a spot of its own."""

    covers: tuple[str, ...]
    each: bool = False

    def spots(self, name: str) -> dict[str, tuple[str, ...]]:
        """The bet's spots and the pockets that each covers."""
        return {f"{name}:{pocket}": (pocket,) for pocket in self.covers} if self.each else {name: self.covers}


class PanoRules(BankRulebook):
    """The rulebook of a game of one draw."""

    bets: dict[str, PocketBet]


def spot_range(settings: Settings, limit: str) -> Range:
    """What a bet of this limit takes at this table."""
    return Range(settings.least(limit), settings.maximum[limit], settings.chip)


@functools.lru_cache(maxsize=64)
def layout(rules: PanoRules, settings: Settings) -> Layout:
    """The felt at these settings."""
    return {
        spot: Spot(spot, name, spot_range(settings, bet.limit), bet.article)
        for name, bet in rules.bets.items()
        for spot in bet.spots(name)
    }


@functools.lru_cache(maxsize=64)
def covers(rules: PanoRules) -> dict[str, tuple[str, ...]]:
    """The pockets that each spot covers."""
    return {spot: pockets for name, bet in rules.bets.items() for spot, pockets in bet.spots(name).items()}
