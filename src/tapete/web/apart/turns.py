"""Whose turn it is: a few places to work at, a queue in which visitors take turns, and a budget for each of them."""

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

from tapete.errors import Later

MOST_BYTES = 1 << 27  # of what was sent that lie here until their turn comes


class Busy(Later):
    """Somebody has asked for more than their share, or everybody has: their words say when to ask again."""

    def __init__(self, text: str, again: int, /, **values: object) -> None:
        super().__init__(text, again, again=max(1, again), **values)


class Allowance(NamedTuple):
    """What one visitor may ask for: so many things at once, and so many seconds of work in a window of time."""

    at_once: int
    seconds: float
    window: float = 600.0


def nobody(_who: str) -> bool:
    """Who comes first where all are alike."""
    return False


class Turns:
    """The queue. Places are numbers; a visitor who waits for several things waits behind everybody else's first.

    Those who come `first` have a queue of their own, before the others': however many these are, it has room. So many
    places are `kept` for them, as long as the others have one: what these ask for may take minutes.
    """

    def __init__(
        self,
        places: int,
        most: int,
        clock: Callable[[], float] = time.monotonic,
        first: Callable[[str], bool] = nobody,
        kept: int = 0,
    ) -> None:
        self.most, self.clock, self.first = most, clock, first
        self._free = list(range(places))
        self._places = places
        self._for_others = max(1, places - kept)
        self._whose: dict[int, bool] = {}
        self._waiting: dict[bool, OrderedDict[str, deque[asyncio.Future[int]]]] = {
            True: OrderedDict(),
            False: OrderedDict(),
        }
        self._held: Counter[str] = Counter()
        self._asked: Counter[bool] = Counter()
        self._sending: Counter[bool] = Counter()
        self._bytes: Counter[bool] = Counter()
        self._spent: dict[str, tuple[float, float]] = {}
        self._usual = 1.0  # seconds that a piece of work takes, as of late

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(turns) for queue in self._waiting.values() for turns in queue.values())

    @property
    def working(self) -> int:
        """How many places are taken."""
        return self._places - len(self._free)

    def before(self, who: str) -> int:
        """How many of others' wait to be done before somebody's first."""
        names = [*self._waiting[True], *self._waiting[False]]
        return names.index(who) if who in names else 0

    def ask(self, who: str, allowed: Allowance) -> None:
        """Counts one more thing that somebody wants, or refuses it. `done` must follow."""
        if self._held[who] >= allowed.at_once:
            raise Busy(
                "you have asked for {count} things that are still being worked out: ask again in {again} s",
                round(self._usual),
                count=self._held[who],
            )
        over = self._left(who, allowed) - allowed.seconds
        if over > 0:
            again = round(over * allowed.window / allowed.seconds)
            raise Busy("what you asked for has taken its share of the machine: ask again in {again} s", again)
        kind = self.first(who)
        self._check_room(self._asked[kind] - self._sending[kind] - self._places)
        self._held[who] += 1
        self._asked[kind] += 1

    @contextlib.contextmanager
    def sending(self, who: str) -> Iterator[None]:
        """While what somebody sends arrives, by drops perhaps, it keeps nobody but others who send from the queue."""
        kind = self.first(who)
        self._check_room(self._sending[kind])
        self._sending[kind] += 1
        try:
            yield
        finally:
            self._sending[kind] -= 1

    def hold(self, who: str, size: int) -> None:
        """So many bytes more of what somebody sends lie here, or fewer; refused where others' fill the room."""
        kind = self.first(who)
        if size > 0 and self._bytes[kind] + size > MOST_BYTES:
            self._full(self._asked[kind])
        self._bytes[kind] += size

    async def place(self, who: str) -> int:
        """A place to work at, as soon as it is their turn. `give_back` must follow."""
        kind = self.first(who)
        if self._free and self._may(kind):
            return self._take(self._free.pop(), kind)
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[kind].setdefault(who, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.free(turn.result())
            self._forget(who, turn)
            raise

    def give_back(self, place: int, who: str, seconds: float, allowed: Allowance) -> None:
        """The work is done, or given up; whoever is next takes the place."""
        self._usual += 0.1 * (seconds - self._usual)
        self._spent[who] = (self._left(who, allowed) + seconds, self.clock())
        if len(self._spent) > 10_000:
            self._spent = dict(sorted(self._spent.items(), key=lambda item: item[1][1])[5_000:])
        self.free(place)

    def free(self, place: int) -> None:
        """A place is taken by whoever is next; by nobody, if nobody waits."""
        self._whose.pop(place, None)
        for kind, queue in self._waiting.items():
            while queue and self._may(kind):
                who, turns = queue.popitem(last=False)
                turn = turns.popleft()
                if turns:
                    queue[who] = turns
                if not turn.done():
                    turn.set_result(self._take(place, kind))
                    return
        self._free.append(place)

    def _may(self, kind: bool) -> bool:
        """Whether one more of those who come first, or of the others, may have a place."""
        return kind or sum(not whose for whose in self._whose.values()) < self._for_others

    def _take(self, place: int, kind: bool) -> int:
        self._whose[place] = kind
        return place

    def done(self, who: str) -> None:
        """Somebody wants one thing less."""
        self._asked[self.first(who)] -= 1
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]

    def _check_room(self, before: int) -> None:
        if before >= self.most:
            self._full(before)

    def _full(self, before: int) -> NoReturn:
        again = round(self._usual * before / self._places)
        raise Busy("{count} people are waiting for an answer: ask again in {again} s", again, count=before)

    def _left(self, who: str, allowed: Allowance) -> float:
        """The seconds that still count against somebody: they run out over the window."""
        spent, at = self._spent.get(who, (0.0, 0.0))
        return max(0.0, spent - (self.clock() - at) * allowed.seconds / allowed.window)

    def _forget(self, who: str, turn: asyncio.Future[int]) -> None:
        queue = self._waiting[self.first(who)]
        turns = queue.get(who)
        if turns and turn in turns:
            turns.remove(turn)
            if not turns:
                del queue[who]
