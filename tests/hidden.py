"""What reaches a person, and chance whose unseen part can be exchanged without anybody being able to tell."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from tapete.engine.chance import Live
from tapete.engine.requests import Act, Chance
from tapete.engine.round import Round
from tapete.engine.sealed import Order, Stock, order
from tapete.engine.transcript import encode
from tapete.errors import IllegalAction


class Fated:
    """A source whose first draws are always the same, and whose later ones go by `tail`."""

    name = "chance"
    seed = b""
    commitment = "c" * 64

    def __init__(self, known: int, tail: int) -> None:
        self.known, self.tail = known, tail

    def answer(self, request: Chance[Any], number: int) -> str | list[int] | None:
        source = random.Random(f"{number}" if number < self.known else f"{self.tail}/{number}")
        return request.plain(request.read([source.randrange(size) for size in request.sizes]))

    def order(self, stock: Stock) -> Order | None:
        return order(bytes(32), stock)


def everything(table: Round, who: str) -> str:
    """All that leaves for a person now: view, entries, and what is said to one who tries what cannot be."""
    leaves = [msgspec.json.encode(table.view(who)), *map(encode, table.seen(who)), refusal(table, who).encode()]
    return b"\n".join(leaves).decode()


def refusal(table: Round, who: str) -> str:
    """Why an act is refused that nobody may do."""
    try:
        table.act(who, Act("stake", "no-such-bet", 1))
    except IllegalAction as error:
        return str(error)
    raise AssertionError("an act that cannot be was taken")


class Exchanged(Live):
    """The same commitments, and the cards that somebody has not seen in another order behind them."""

    def __init__(self, seed: bytes, unseen: list[int], shuffle: random.Random) -> None:
        super().__init__(seed)
        self.unseen, self.shuffle = unseen, shuffle

    def order(self, stock: Stock) -> Order | None:
        true = order(self.seed, stock)
        faces, mixed = list(true.faces), list(self.unseen)
        self.shuffle.shuffle(mixed)
        for here, there in zip(self.unseen, mixed, strict=True):
            faces[here] = true.faces[there]
        return Order(tuple(faces), true.salts, true.leaves)


def exchanging(opened: Round, played: Callable[[Round], Round], who: str, cards: int, seed: int = 0) -> int:
    """Exchanges those of a pack's cards that somebody was not shown: nothing changes of what reaches them.

    Gives how many these were; all, where the round is over and staff may open what was never shown.
    """
    table = played(opened)
    if table.finished and who in ("croupier", "inspector"):
        return cards
    seen = {slot for slot in table.looks if table.face(slot, who)}
    unseen = [number for number in range(cards) if f"#{number}" not in seen]
    source = Exchanged(bytes.fromhex(table.seed), unseen, random.Random(seed))
    again = played(Round(table.play, table.rules, table.header, source, lambda: 0))
    assert everything(again, who) == everything(table, who)
    return len(unseen)
