"""What every game hands on from round to round."""

import msgspec


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every game hands on: how many of the announced last rounds are left, -1 before any is announced."""

    remaining: int = -1

    def left(self, announced: int) -> int:
        """How many last rounds are left, this one included; `announced` more than none starts the count."""
        return announced if announced else self.remaining

    def after(self, announced: int) -> int:
        """The same once this round is over."""
        left = self.left(announced)
        return left - 1 if left > 0 else left
