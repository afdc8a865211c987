"""What tests of tables share: sitting down, staking in euros, letting things fall."""

import math
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

import msgspec
import pytest

from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import Advice, game, games
from tapete.law.loading import parse, path_of
from tapete.law.sections import CircleRulebook
from tapete.money import euros

# The varieties of poker between players are declarations of one engine: what holds of every game is asked of some.
VARIETIES = {
    ("holdem", "extremadura"),
    ("omaha-hi-lo", "pais-vasco"),
    ("seven-stud", "galicia"),
    ("poker-cubierto", "galicia"),
    ("double-holdem", "pais-vasco"),
}
LONG = {"poker_sin_descarte", "poker_con_descarte", "pai_gow", "texas", "bingo"}  # whose own tests hold their loops
EVERYTHING = os.environ.get("TAPETE_EVERYTHING") == "1"
EVERYWHERE = [
    (g.id, region)
    for g in games()
    for region in g.regions
    if g.has("play")
    if EVERYTHING or g.folder != "circulo" or (g.id, region) in VARIETIES
]
PRICED = [(name, region) for name, region in EVERYWHERE if game(name).has("odds")]
SIMULATED = [
    (name, region)
    for name, region in PRICED
    if game(name).has("kernel") and (EVERYTHING or game(name).folder not in LONG)
]


def edited(name: str, region: str, *changes: tuple[str, str]) -> Any:
    """A game's rulebook with something of its file written otherwise; what cannot be is refused."""
    toml = path_of(name, region).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in toml
        toml = toml.replace(old, new)
    return parse(game(name).model, toml, f"{region}/{name}.toml", region)


def refused(round: Round, who: str, act: Act, article: str) -> None:
    """An act is refused by this article."""
    with pytest.raises(IllegalAction) as found:
        round.act(who, act)
    assert found.value.article == article, found.value


def company(rules: Any, cents: int) -> dict[str, int]:
    """Two players, or as many as a game between players needs, who have an amount between them."""
    needed = rules.players.needed if isinstance(rules, CircleRulebook) else None
    count = needed.people if needed else 2
    return dict.fromkeys(("ana", "luis", "teo", "sol", "pau", "noa", "ines", "leo")[:count], cents // count)


def sit(
    name: str,
    region: str,
    *,
    minimum: int = 500,
    physical: bool = True,
    choices: dict[str, str] | None = None,
    seed: int = 0,
    chips: dict[str, int] | None = None,
    kind: type[Session] = Session,
    **settings: Any,
) -> Session:
    """Ana, Luis and as many more as the game needs, 2,000 euros in all, and chance in the croupier's hands."""
    rules = game(name).rules(region, choices)
    table = msgspec.structs.replace(standard(rules, minimum), **settings)
    source = random.Random(seed)
    return kind(
        game(name).play,
        rules,
        table,
        chips or company(rules, 200_000),
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


def five_last_passes(session: Session) -> None:
    """The five last passes are announced before the limits change; they are played, and then nothing more is."""
    table = session.open()
    table.act("director", Act("last"))
    assert table.said()[-1] == "Los 5 últimos pases."
    for left in range(4, -1, -1):
        close(table)
        assert table.carry.remaining == left  # type: ignore[attr-defined]
        if left:
            table = session.open()
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


def total(round: Round) -> int:
    """All chips there are; no move may change it."""
    return sum(round.places.values())


def choose(round: Round, who: str, option: str) -> None:
    """Somebody decides."""
    round.act(who, Act("choose", option))


def advised(round: Round, who: str = "ana") -> list[Advice]:
    """What best play says to somebody, from what they see."""
    return game(round.header.game).advice(round.rules, round.view(who))


def lies(round: Round, zone: str) -> dict[str, int]:
    """The chips in a zone, by place."""
    return {place: cents for place, cents in round.places.items() if cents and place.startswith(zone)}


def prison_evening(
    session: Session, policy: str, stakes: dict[str, int], falls: Sequence[Callable[[Round], object]], length: int
) -> Iterator[Round]:
    """An evening with the loop's way of staking: all of it each time, but not on what is in prison. Each round played.

    The last is one that is only opened, to see what Ana has once nothing of hers is in prison any more.
    """
    for i in count():
        round = session.open()
        for place in lies(round, "felt/"):
            round.act("ana", Act("withdraw", place.split("/", 2)[2]))
        prisoners = {place.split("/", 2)[2].partition(":")[0] for place in lies(round, "prison/")}
        if i >= length and not prisoners:
            yield round
            return
        if i < length:
            for spot, cents in stakes.items():
                if spot not in prisoners:
                    round.act("ana", Act("stake", spot, cents))
        close(round)
        falls[i](round)
        while isinstance(round.pending, Choose):
            leaves = policy == "mitad" or (policy == "prision-mitad" and "prision/" in round.pending.label)
            choose(round, "ana", "mitad" if leaves else "prision")
        yield round


def gained(last: Round) -> int:
    """What Ana, who began with 10**8 cents, has won; all other chips are the bank's."""
    assert total(last) == 10**8
    return last.places["chips/ana"] - 10**8


def strays(weights: Mapping[int, int], sample: int) -> float:
    """How far the variance of a sample strays from that of what it is drawn from: five of its standard errors.

    By the fourth moment, exactly: where a rare and great prize is drawn from, the variance of millions of rounds leaps.
    """
    of = sum(weights.values())
    mean = Fraction(sum(value * weight for value, weight in weights.items()), of)
    second, fourth = (
        float(sum((value - mean) ** power * weight for value, weight in weights.items()) / of) for power in (2, 4)
    )
    return 5 * math.sqrt((fourth - second**2 * (sample - 3) / (sample - 1)) / sample)
