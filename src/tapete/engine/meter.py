"""Accumulated prizes: money that outlives rounds and tables, in an account of the house that tables may share.

A round feeds and pays an account by moves from and to its place, `meter/progresivo`. What the account stands at, with
what other tables did, no round can know: it is read when it is needed, and paid from at once.
"""

from collections.abc import Callable, Iterable, Mapping

from tapete.engine.places import meter
from tapete.engine.window import Offer, Option, Refusal, Window

BOOKS = "libros"
READ = "read"
MOST = 10**12
Books = Callable[[str, Mapping[str, int]], int]


class Reading(Window):
    """What an account stands at: from the house's books, or read off its display by the croupier."""

    __slots__ = ("name",)

    def __init__(self, name: str, article: str) -> None:
        super().__init__(f"meter:{name}", article, _Display(name, article))
        self.name = name


class _Display(Offer):
    """The display of an account."""

    __slots__ = ("article", "name")
    verbs = (READ,)

    def __init__(self, name: str, article: str) -> None:
        self.name, self.article = name, article

    def actors(self) -> Iterable[str]:
        return ("croupier",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(READ, self.name)] if who == "croupier" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in ("croupier", BOOKS) or on != self.name:
            return Refusal("the croupier reads what {name} stands at", self.article, name=self.name)
        return Option(who, do, on, self.article, 0, MOST, 1)


async def standing(name: str, article: str) -> int:
    """What an account stands at, in cents."""
    _, act = await Reading(name, article)
    return act.cents


def alone(name: str, places: Mapping[str, int]) -> int:
    """What an account stands at that no other table feeds or pays from."""
    return max(0, places.get(meter(name), 0))
