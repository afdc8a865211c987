"""What a game between players declares of its table, so that a page and a terminal can draw it: who sits where, whose
the button, the bank and the cards are. Chips tell the rest by the zones in which they lie."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tapete.engine.places import place
from tapete.engine.record import until_input
from tapete.engine.requests import Down, Move
from tapete.engine.transcript import Entry
from tapete.engine.views import View
from tapete.errors import Said

NONE: Mapping[str, str] = MappingProxyType({})


class Circle(NamedTuple):
    """The people around a table, clockwise from the croupier's left; an empty name is a free seat.

    `numbers` are the seats' own, in the same order. `hands` says before whom the cards of a place lie, `boards` which
    places lie in the middle. `marks` are a few words about somebody. `costs` is what a verb would cost who looks, and
    `sizes` are amounts that are often staked, by their names.
    """

    seats: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    standing: tuple[str, ...] = ()
    button: str = ""
    banker: str = ""
    holder: str = ""
    hands: Mapping[str, str] = NONE
    boards: tuple[str, ...] = ()
    marks: Mapping[str, tuple[Said, ...]] = MappingProxyType({})
    costs: Mapping[str, int] = MappingProxyType({})
    sizes: tuple[tuple[Said, int], ...] = ()


class Pot(NamedTuple):
    """Chips that several play for, and who of them can still win them."""

    number: int
    cents: int
    who: tuple[str, ...]


def plain(view: View, players: Sequence[str]) -> Circle:
    """A table of which its game says nothing more: people in the order in which they sat down."""
    paths = list(view.cards)
    hands = {path: who for path in paths if (who := path.rpartition("/")[2]) in players}
    banker = next(iter(put_up(view.places)), "")
    return Circle(tuple(players), banker=banker, hands=hands, boards=tuple(path for path in paths if path not in hands))


def put_up(places: Mapping[str, int], zone: str = "banca") -> dict[str, int]:
    """What each who is of the bank has there."""
    found = ((place(path), cents) for path, cents in places.items())
    return {where.who: cents for where, cents in found if where.zone.name == zone and cents}


def before(places: Mapping[str, int]) -> dict[str, int]:
    """The chips that lie before each player: what is staked and not gathered yet."""
    found: dict[str, int] = {}
    for path, cents in places.items():
        where = place(path)
        if where.zone.name == "felt":
            found[where.who] = found.get(where.who, 0) + cents
    return found


def counted(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a round that count."""
    return until_input(entries[1:])


def dealt_in(entries: Iterable[Entry], hands: Mapping[str, str]) -> set[str]:
    """Who was dealt cards, whether or not they still lie there."""
    return {hands[entry.to] for entry in entries if isinstance(entry, Down) and entry.to in hands}


def pots(places: Mapping[str, int], entries: Iterable[Entry], live: Iterable[str]) -> list[Pot]:
    """The pots as they lie, the main one first, with who has chips in each and is still in."""
    within: dict[str, dict[str, None]] = {}
    for entry in entries:
        if isinstance(entry, Move) and place(entry.dst).zone.name == "pot" and place(entry.src).who:
            within.setdefault(entry.dst, {})[place(entry.src).who] = None
    lying = [path for path, cents in places.items() if cents and place(path).zone.name == "pot"]
    still = set(live)
    return [
        Pot(number, places[path], tuple(who for who in within.get(path, ()) if who in still))
        for number, path in enumerate(sorted(lying, key=_number))
    ]


def _number(path: str) -> int:
    return int(path.partition("/")[2] or 1)
