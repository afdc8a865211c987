"""What is often done with stakes, at one touch: last round's again, all doubled, all taken back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tapete.engine.places import CHIPS, FELT, place
from tapete.engine.record import until_input
from tapete.engine.requests import Move
from tapete.engine.transcript import Entry, In
from tapete.engine.window import Option
from tapete.i18n import gettext as _


class Quick(NamedTuple):
    """Several acts under one name."""

    id: str
    text: str
    acts: list[dict[str, Any]]


def quick(options: Iterable[Option], lying: Mapping[str, int], before: Sequence[Entry], me: str) -> list[Quick]:
    """What is open of it to somebody whose stakes lie so."""
    mine = [item for item in options if item.who == me]
    takes = {item.on: item for item in mine if item.do == "stake"}
    back = {item.on for item in mine if item.do == "withdraw"}
    again = {spot: cents for spot, cents in staked(before, me).items() if spot not in lying}
    quicks = [
        Quick("again", _("Again"), _stakes(takes, again)),
        Quick("double", _("Double"), _stakes(takes, lying)),
        Quick("clear", _("Clear"), [{"do": "withdraw", "on": spot} for spot in lying if spot in back]),
    ]
    return [item for item in quicks if item.acts]


def _stakes(takes: Mapping[str, Option], wanted: Mapping[str, int]) -> list[dict[str, Any]]:
    """Stakes, if every one of them is open."""
    if not all(spot in takes and takes[spot].lo <= cents <= takes[spot].hi for spot, cents in wanted.items()):
        return []
    return [{"do": "stake", "on": spot, "cents": cents} for spot, cents in wanted.items()]


def staked(entries: Sequence[Entry], me: str) -> dict[str, int]:
    """What somebody had put on each spot in a round before chance spoke."""
    stakes: dict[str, int] = {}
    for entry in until_input(entries[1:]):
        if isinstance(entry, In) and entry.fell is not None:
            break
        if isinstance(entry, Move):
            (src, who, spot), (dst, other, on) = place(entry.src), place(entry.dst)
            if (src.name, dst.name, other) == (CHIPS, FELT, me):
                stakes[on] = stakes.get(on, 0) + entry.cents
            elif (src.name, dst.name, who) == (FELT, CHIPS, me):
                stakes[spot] = stakes.get(spot, 0) - entry.cents
    return {spot: cents for spot, cents in stakes.items() if cents > 0}
