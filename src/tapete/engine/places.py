"""Where chips lie. A place is a path: `chips/ana`, `felt/ana/pleno:17`, `prison/ana/rojo`, `bank`, `cage`."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tapete.errors import Said

BANK = "bank"
CAGE = "cage"
ROLES = ("croupier", "inspector", "director")


class Stake(NamedTuple):
    """Chips of somebody's on a bet."""

    who: str
    bet: str
    cents: int
    place: str


def called(who: str) -> str:
    """Somebody as a sentence names them: a role is words to be translated, a player's name is a name."""
    return Said("the {role}", role=Said(who)) if who in ROLES else who


def chips(who: str) -> str:
    """The chips that somebody holds at the table."""
    return f"chips/{who}"


def felt(who: str, bet: str) -> str:
    """Somebody's stake on a bet."""
    return f"felt/{who}/{bet}"


def prison(who: str, bet: str) -> str:
    """Somebody's imprisoned stake."""
    return f"prison/{who}/{bet}"


def stakes(places: Mapping[str, int], zone: str = "felt") -> Iterator[Stake]:
    """The stakes lying in a zone, in the order in which they were first put there."""
    for place, cents in places.items():
        if cents and place.startswith(zone):
            where, who, bet = place.split("/", 2)
            if where == zone:
                yield Stake(who, bet, cents, place)
