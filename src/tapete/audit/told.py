"""What an audit has to say while it reads a log."""

from tapete.audit.breach import Breach
from tapete.audit.lines import where

FREE = 20_000  # inputs that may be played again in any case


class Told:
    """What an audit has to say, the time that the log has reached, and how many inputs it may still play again."""

    def __init__(self) -> None:
        self.breaches: list[Breach] = []
        self.notes: dict[str, None] = {}
        self.time = 0
        self.again = FREE

    def fork(self) -> "Told":
        """The same so far, to go on by itself."""
        told = Told()
        told.breaches, told.notes = [*self.breaches], dict(self.notes)
        told.time, told.again = self.time, self.again
        return told

    def breach(self, line: int, article: str, what: str, right: str) -> None:
        """Something is not as it would be right."""
        self.breaches.append(Breach(where(line), article, what, right))

    def note(self, what: str) -> None:
        """Something that a reader should know, once."""
        self.notes[what] = None
