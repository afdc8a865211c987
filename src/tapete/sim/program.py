"""What the compiled loop runs: a mix of bets as tables of states, over rounds with equally likely outcomes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.sim.stream import uniform

Ints = NDArray[np.int64]


class BetTable(NamedTuple):
    """A bet for the loop. State 0 is "not on the table"; a step to 0 resolves the bet.

    `start[p]` is the state in which it is made while its parent is in state p, 0 where it cannot be; the parent is
    another bet of the mix by index, or -1 for the table itself. When outcome o falls in state s, `after[s][o]` is the
    state that follows and `back[s][o]`, only where that resolves the bet, what comes back to the player; `worth[s]` is
    what the stake counts for meanwhile.
    """

    name: str
    stake: int
    start: Sequence[int]
    after: Sequence[Sequence[int]]
    back: Sequence[Sequence[int]]
    worth: Sequence[int]
    parent: int = -1


Outcomes = NDArray[np.unsignedinteger[Any]]
Source = Callable[[np.random.Generator, int], Outcomes]


class Program(NamedTuple):
    """The arrays of a mix of bets, padded to one shape, and where their outcomes come from.

    A `source` draws so many outcomes in a row; without one they are equally likely. Cards are dealt by a source of
    their own, whose outcomes are the ways a coup can end. `make` makes the same program where this one cannot be sent.
    """

    names: tuple[str, ...]
    outcomes: int
    table: Ints
    stake: Ints
    parent: Ints
    start: Ints
    after: Ints
    back: Ints
    worth: Ints
    source: Source | None = None
    make: "Callable[[], Program] | None" = None

    @classmethod
    def of(cls, bets: Sequence[BetTable], outcomes: int, table: Sequence[Sequence[int]] | None = None) -> "Program":
        """The program of these bets; `table[t][o]` is the table's own state after outcome o, where it has states."""
        table = table or [[0] * outcomes]
        states = max(len(table), *(len(bet.worth) for bet in bets))
        start, worth = _zeros(len(bets), states), _zeros(len(bets), states)
        after, back = _zeros(len(bets), states, outcomes), _zeros(len(bets), states, outcomes)
        for i, bet in enumerate(bets):
            start[i, : len(bet.start)] = bet.start
            worth[i, : len(bet.worth)] = bet.worth
            after[i, : len(bet.after)] = bet.after
            back[i, : len(bet.back)] = bet.back
        return cls(
            tuple(bet.name for bet in bets),
            outcomes,
            np.array(table, np.int64),
            np.array([bet.stake for bet in bets], np.int64),
            np.array([bet.parent for bet in bets], np.int64),
            start,
            after,
            back,
            worth,
        )

    @classmethod
    def single(cls, bets: Sequence[tuple[str, int, Sequence[int | None]]], outcomes: int) -> "Program":
        """A mix of bets decided by one outcome: name, stake, what comes back per outcome; None where it stays."""
        tables = [
            BetTable(
                name,
                stake,
                [1],
                [[0] * outcomes, [int(cents is None) for cents in back]],
                [[0] * outcomes, [cents or 0 for cents in back]],
                [0, stake],
            )
            for name, stake, back in bets
        ]
        return cls.of(tables, outcomes)

    def draw(self, stream: np.random.Generator, count: int) -> Outcomes:
        """So many outcomes."""
        return self.source(stream, count) if self.source else uniform(stream, self.outcomes, count)

    @property
    def arrays(self) -> tuple[Ints, ...]:
        """What the loop takes, in its order: states as flat rows, -1 for none."""
        bets, states, outcomes = self.after.shape
        base = np.arange(bets)[:, None] * states
        start = np.where(self.start > 0, (base + self.start) * outcomes, -1)
        after = np.where(self.after > 0, (base[:, :, None] + self.after) * outcomes, -1)
        worth = np.take_along_axis(self.worth, self.after.reshape(bets, -1), axis=1)
        return self.table, self.stake, self.parent, start, after.ravel(), self.back.ravel(), worth.ravel()


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, np.int64)
