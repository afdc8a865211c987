"""Bets that cover pockets, the felt they make, and what each of its spots brings back."""

import functools
from abc import abstractmethod
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.pano.settle import Share, comes_back
from tapete.law.sections import BankRulebook, Bet
from tapete.money import Range


class PocketBet(Bet):
    """A bet on some pockets; with `each`, every one of them is a spot of its own.

    Of chips laid so that they play only in part, one of so many `parts` plays, and the limits are as many times wider.
    """

    covers: tuple[str, ...]
    each: bool = False
    parts: int = Field(default=1, gt=0)

    def spots(self, name: str) -> dict[str, tuple[str, ...]]:
        """The bet's spots and the pockets that each covers."""
        return {f"{name}:{pocket}": (pocket,) for pocket in self.covers} if self.each else {name: self.covers}


class PanoRules(BankRulebook):
    """The rulebook of a game of one draw."""

    bets: dict[str, PocketBet]

    @model_validator(mode="after")
    def _limits_follow_known_ones(self) -> Self:
        for name, limit in self.limits.items():
            if limit.of and limit.of not in self.limits:
                raise ValueError(f"limits.{name}.of: there is no limit '{limit.of}'")
        return self

    @property
    @abstractmethod
    def pockets(self) -> tuple[str, ...]:
        """The equally likely outcomes, by what is read off them: several may read alike."""

    @property
    def null(self) -> tuple[str, ...]:
        """What decides nothing when it falls: every stake stays."""
        return ()


class Covered(NamedTuple):
    """A spot as it is settled: its bet, the article that pays it, what comes back for all that may fall."""

    bet: str
    article: str
    back: dict[str, Share]


@functools.lru_cache(maxsize=64)
def layout(rules: PanoRules, settings: Settings) -> Layout:
    """The felt at these settings."""
    return {
        spot: Spot(spot, name, spot_range(rules, settings, bet), bet.article)
        for name, bet in rules.bets.items()
        for spot in bet.spots(name)
    }


def spot_range(rules: PanoRules, settings: Settings, bet: PocketBet) -> Range:
    """What a bet takes at this table; where only a part of the chips plays, that part is within the limits."""
    limit = rules.limits[bet.limit].of or bet.limit
    lo, hi, step = settings.least(limit), settings.maximum[limit], settings.chip
    return Range(lo * bet.parts, hi * bet.parts, step * bet.parts)


@functools.lru_cache(maxsize=64)
def spots(rules: PanoRules) -> dict[str, Covered]:
    """Every spot of the felt, ready to be settled."""
    number = {pocket: i for i, pocket in enumerate(dict.fromkeys(rules.pockets))}
    null = [number[pocket] for pocket in rules.null]
    return {
        spot: Covered(
            name,
            bet.article,
            {
                pocket: comes_back([number[covered] for covered in covers], fell, *bet.pays, null, bet.parts)
                for pocket, fell in number.items()
            },
        )
        for name, bet in rules.bets.items()
        for spot, covers in bet.spots(name).items()
    }
