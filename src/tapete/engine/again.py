"""What was taken back after something fell or was dealt is done again as it was: nobody bets on what they have seen."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.engine.transcript import Entry, In, Rewind, spoken
from tapete.engine.warning import is_warning


class Otherwise(NamedTuple):
    """An input that is not what it was before it was taken back; `excused` where what fell was mended meanwhile."""

    before: In
    excused: bool


class Owed:
    """The inputs that a table owes: those that were taken back, as far as chance had spoken after them."""

    __slots__ = ("_anew", "_dealt", "_mended", "inputs")

    def __init__(self) -> None:
        self.inputs: deque[In] = deque()
        self._anew = self._mended = False
        self._dealt: list[int] = []  # the inputs after which cards were dealt face down

    @classmethod
    def of(cls, log: Iterable[Entry]) -> "Owed":
        """What a round owes by its log so far."""
        owed, counting = cls(), list[In]()
        for entry in log:
            if isinstance(entry, In):
                if owed.inputs:
                    owed.otherwise(entry)
                counting.append(entry)
            elif isinstance(entry, Rewind):
                owed.take_back(counting, entry.to)
                del counting[max(entry.to, 0) :]
            elif spoken((entry,)):
                owed.deal(len(counting))
        return owed

    def deal(self, inputs: int) -> None:
        """Cards were dealt face down after so many inputs."""
        self._dealt.append(inputs)

    def take_back(self, counting: Sequence[In], to: int) -> None:
        """Of the inputs after number `to` those that came before something fell or was dealt are owed."""
        undone = list(counting[max(to, 0) :])
        dealt = max(0, max(self._dealt, default=0) - max(to, 0))  # so many of them came before the cards
        while len(undone) > dealt and not self.inputs and undone[-1].fell is None:
            undone.pop()
        self._dealt = [number for number in self._dealt if number <= to]
        self.inputs.extendleft(one for one in reversed(undone) if not is_warning(one))
        self._mended = self._anew = False

    def otherwise(self, entry: In) -> Otherwise | None:
        """Takes the next input; the one that it should have been, if it is another and nothing explains that.

        Who is warned has not decided anything: a warning is neither owed nor in the way of what is.
        """
        if is_warning(entry):
            return None
        if entry.report:
            self._mended = True  # an irregularity that was not seen before: what is awaited may be something else
            return None
        old = self.inputs.popleft()
        while old.report and self.inputs:
            old = self.inputs.popleft()
        if _does(old) == _does(entry):
            return None
        if old.act is None and old.to == entry.to:
            self._anew = True  # an entry mended: what was decided on the rest stands as long as it is asked for
            return None
        self.inputs.clear()
        if old.act is None or ((self._mended or self._anew) and old.to != entry.to):
            return None
        return Otherwise(old, self._anew)


def _does(entry: In) -> tuple[object, ...]:
    return entry.who, entry.to, entry.act, entry.fell, entry.report
