"""A table over an evening: rounds that follow one another, each taking what the last one left."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tapete.engine.chance import Live, Script, Source
from tapete.engine.meter import BOOKS, alone
from tapete.engine.names import skeleton
from tapete.engine.places import BANK, STAFF, chips
from tapete.engine.round import Play, Round, now
from tapete.engine.settings import Settings
from tapete.engine.succession import FIRST, Left, next_header
from tapete.engine.transcript import AUTOMATIC
from tapete.errors import TapeteError
from tapete.law.sections import BankRulebook

RESERVED = frozenset(map(skeleton, (*STAFF, "chance", "script", BOOKS, BANK, AUTOMATIC)))  # as the eye tells apart


class Session:
    """A table with its players and their chips. `open` starts a round; the next takes what it left.

    `physical` leaves chance to the croupier, `script` writes it down beforehand; otherwise each round draws from a seed
    of its own.
    """

    def __init__(
        self,
        play: Play,
        rules: BankRulebook,
        settings: Settings,
        balances: Mapping[str, int],
        *,
        physical: bool = False,
        script: Sequence[str | list[int]] = (),
        seeds: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        clock: Callable[[], int] = now,
    ) -> None:
        self.play, self.rules, self.settings = play, rules, settings
        self.players = tuple(checked_names(balances))
        self.places = {BANK: 0, **{chips(who): cents for who, cents in balances.items()}}
        self.carry: dict[str, Any] = {}
        self.previous = FIRST
        self.physical = physical
        self.script = list(script)
        self.seeds = seeds
        self.clock = clock
        self.round: Round | None = None
        self._before: Settings | None = None

    def open(self) -> Round:
        """Starts the next round."""
        if self.round is not None:
            self._take_over(self.round)
        chance: Source | None = None
        if self.script:
            chance = Script(self.script)
        elif not self.physical:
            chance = Live(self.seeds())
        left = Left(self.carry, self.previous, self._before)
        salt = self.seeds()[:16].hex()
        header = next_header(self.play, self.rules, self.settings, self.players, self.places, left, chance, salt)
        self.round = Round(self.play, self.rules, header, chance, self.clock, alone)
        return self.round

    def _take_over(self, round: Round) -> None:
        self.previous = round.hash
        if self.script:
            self.script = self.script[round.draws :]
        self.places = round.places
        self.carry = round.carried
        self._before = round.header.settings


def checked_names(names: Iterable[str]) -> list[str]:
    """Players' names that can stand in a transcript: not empty, none that looks like a role's or like another's."""
    checked = list(names)
    looks: dict[str, str] = {}
    for name in checked:
        if skeleton(name) in ("", *RESERVED) or not name.isprintable() or any(char in "/: " for char in name):
            raise TapeteError(
                "'{name}' cannot be a player's name: use letters and digits, and no role's name", name=name
            )
        other = looks.setdefault(skeleton(name), name)
        if other != name:
            raise TapeteError("'{other}' and '{name}' look alike: two players are told apart", name=name, other=other)
    if len(looks) != len(checked):
        raise TapeteError("two players have the same name")
    return checked
