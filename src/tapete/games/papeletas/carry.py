"""What is handed on of a lot of tickets: the numbers that are out, and who has how many points."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.engine import carry
from tapete.engine.settings import Settings
from tapete.errors import Said


class OpenedLot(carry.Carry, frozen=True, omit_defaults=True):
    """The tickets of a lot that were opened, in their order, and points by player."""

    out: tuple[int, ...] = ()
    points: dict[str, int] = msgspec.field(default_factory=dict)

    def people(self) -> Iterable[str]:
        return self.points

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        most = max(programme.tickets for programme in rules.programmes.values())
        if len(set(self.out)) != len(self.out) or not all(1 <= number <= most for number in self.out):
            return Said("a lot has the tickets 1 to {most}, each once", most=most)
        return super().impossible(rules, settings)
