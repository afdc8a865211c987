"""What outlives a hand."""

from typing import ClassVar

from tapete.games.shared.mano.behind import Carry as EveryCarry


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """Who stands behind whom, and whether the table has added its jackpot to the one that it shares with others."""

    with_prize: ClassVar[tuple[str, ...]] = ("joined",)
    joined: bool = False
