"""What a text says of the zero, and how a simulated player treats it."""

from typing import Self

from pydantic import model_validator

from tapete.law.rulebook import Section

# At which zero a simulated player takes his stake back, 0 for never. At the table each is asked.
LEAVES = {"mitad": 1, "prision": 0, "prision-mitad": 2}


class Zero(Section):
    """Zero on the simple chances: half is lost. Where there is a prison, the player may leave all of it there instead.

    `again` is for the zeros that meet a stake in prison, `last` for the last round, which empties the prison.
    """

    again: Section | None = None
    last: Section | None = None

    @property
    def prison(self) -> bool:
        """Whether there is a prison."""
        return self.again is not None

    @model_validator(mode="after")
    def _a_prison_is_emptied(self) -> Self:
        if (self.again is None) != (self.last is None):
            raise ValueError("a prison needs its rules for further zeros and for the last round alike")
        return self
