"""What every game hands on from round to round."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from tapete.engine.places import BANCA, GARAGE, POT, place
from tapete.engine.settings import Settings
from tapete.errors import Said


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every game hands on: how many of the announced last rounds are left, -1 before any is announced.

    `with_prize` is what goes with a place at a shared prize: a table's first round takes it over from one that closed.
    """

    with_prize: ClassVar[tuple[str, ...]] = ()
    remaining: int = -1

    def left(self, announced: int) -> int:
        """How many last rounds are left, this one included; `announced` more than none starts the count."""
        return announced if announced else self.remaining

    def after(self, announced: int) -> int:
        """The same once this round is over."""
        left = self.left(announced)
        return left - 1 if left > 0 else left

    @property
    def unsettled(self) -> bool:
        """Whether stakes on the felt are still to be decided, so that they cannot simply go back to whose they are."""
        return False

    def over(self, rules: Any, settings: Settings) -> bool:  # noqa: ARG002
        """Whether nothing more is played at the table until it has been closed and opened again."""
        return False

    def people(self) -> Iterable[str]:
        """The players that it names."""
        return ()

    def impossible(self, rules: Any, settings: Settings) -> str | None:  # noqa: ARG002
        """Why no round of this game can have handed this on, if none can; a game adds what only it knows."""
        most = max(1, rules.minimum.announced_rounds, *(rule.announced_rounds for rule in rules.closing.values()))
        if -1 <= self.remaining <= most:
            return None
        return Said("{count} last rounds are left of {most}", count=self.remaining, most=most)

    def lying(self, path: str, rules: Any) -> bool:  # noqa: ARG002
        """Whether chips can lie in a place between two rounds; a game adds its players' banks and pots."""
        return place(path).zone.name not in (BANCA, GARAGE, POT)

    def beside(self, places: Mapping[str, int], players: Sequence[str]) -> str | None:  # noqa: ARG002
        """Why this cannot have been handed on with chips lying so, if it cannot; a game says what it counts."""
        return None
