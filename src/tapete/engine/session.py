"""A table over an evening: rounds that follow one another, each taking what the last one left."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tapete.engine.chance import Live, Script
from tapete.engine.places import BANK, ROLES, chips
from tapete.engine.round import Play, Round, now
from tapete.engine.settings import Settings
from tapete.engine.transcript import FORMAT, Header, plain
from tapete.errors import TapeteError
from tapete.law.sections import BankRulebook

FIRST = "0" * 64


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
        self._closed_settings: Settings | None = None

    def open(self) -> Round:
        """Starts the next round."""
        if self.round is not None:
            self._take_over(self.round)
        if self.carry.get("remaining") == 0:
            if self.settings == self._closed_settings:
                raise TapeteError("the announced last rounds are played: the table needs new limits, or it is closed")
            self.carry = {key: value for key, value in self.carry.items() if key != "remaining"}
        source = Script(self.script) if self.script else None if self.physical else Live(self.seeds())
        header = Header(
            FORMAT,
            self.rules.game,
            self.rules.region,
            self.play.version,
            self.rules.digest,
            self.rules.choices,
            self.settings,
            self.players,
            {place: cents for place, cents in self.places.items() if cents},
            self.carry,
            self.previous,
            self.seeds()[:16].hex(),
            source.commitment if source else "",
        )
        self.round = Round(self.play, self.rules, header, source, self.clock)
        return self.round

    def _take_over(self, round: Round) -> None:
        self.previous = round.hash
        self.script = self.script[round.draws :]
        self.places = round.places
        self.carry = plain(round.carry)
        self._closed_settings = round.header.settings


def checked_names(names: Iterable[str]) -> list[str]:
    """Players' names that can stand in a transcript: not empty, not a role's, no slash or space."""
    found = list(names)
    for name in found:
        if not name or any(char in "/: \t\n" for char in name) or name in (*ROLES, "chance", BANK):
            raise TapeteError(
                "'{name}' cannot be a player's name: use letters and digits, and no role's name", name=name
            )
    if len(set(found)) != len(found):
        raise TapeteError("two players have the same name")
    return found
