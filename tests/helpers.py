"""What tests of tables share: sitting down, staking in euros, letting things fall."""

import random
from typing import Any

import msgspec

from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.games import game, games
from tapete.money import euros

EVERYWHERE = [(g.id, region) for g in games() for region in g.regions]


def sit(
    name: str,
    region: str,
    *,
    minimum: int = 500,
    physical: bool = True,
    choices: dict[str, str] | None = None,
    seed: int = 0,
    chips: dict[str, int] | None = None,
    **settings: Any,
) -> Session:
    """A table with Ana and Luis, 1,000 euros each, and chance in the croupier's hands."""
    rules = game(name).rules(region, choices)
    table = msgspec.structs.replace(standard(rules, minimum), **settings)
    source = random.Random(seed)
    return Session(
        game(name).play,
        rules,
        table,
        chips or {"ana": 100_000, "luis": 100_000},
        physical=physical,
        seeds=lambda: source.randbytes(32),
        clock=lambda: 0,
    )


def stake(round: Round, who: str, on: str, amount: str) -> None:
    """Somebody puts euros on a spot."""
    round.act(who, Act("stake", on, euros(amount)))


def close(round: Round) -> None:
    """The croupier closes the bets."""
    round.act("croupier", Act("close"))


def total(round: Round) -> int:
    """All chips there are; no move may change it."""
    return sum(round.places.values())
