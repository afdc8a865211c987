"""Where chips lie. A place is a path: `chips/ana`, `felt/ana/pleno:17`, `prison/ana/rojo`, `bank`, `cage`.

Its first part is a zone, and every zone is declared here: who sees it, whose it is, what becomes of it.
"""

import functools
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from tapete.errors import Said

BANK = "bank"
CAGE = "cage"
DROP = "drop"
TIPS = "tips"
CHIPS, FELT, PRISON, BANCA, GARAGE, POT = "chips", "felt", "prison", "banca", "garage", "pot"
JACKPOT, METER, COMMISSION = "jackpot", "meter", "commission"
BEYOND = "beyond"
ROLES = ("croupier", "inspector", "director")
STAFF = (*ROLES, "regulator")


class Zone(NamedTuple):
    """A kind of place.

    `owner`: the player whose place it is, the players among themselves or for whoever wins it, the house, or its staff.
    `seen`: by all, by the player whose place it is, or by staff alone. `void`: whether a void round puts the chips
    back where they lay, or they stay because they were no stake in it. `closing`: when the table closes the chips go
    to their player's hands, to the cage, to an account of the house that is kept for those it belongs to; they hinder
    it; or they lie beyond the table.
    """

    name: str
    owner: Literal["player", "players", "house", "staff"]
    seen: Literal["all", "owner", "staff"]
    void: Literal["back", "stays"]
    closing: Literal["player", "cage", "house", "hinders", "beyond"]


ZONES = {
    zone.name: zone
    for zone in (
        Zone(CHIPS, "player", "owner", "back", "player"),  # what a player holds
        Zone(FELT, "player", "all", "back", "hinders"),  # stakes
        Zone(PRISON, "player", "all", "back", "hinders"),  # stakes that wait for another ball or coup
        Zone(BANCA, "player", "all", "back", "player"),  # what a player who is the bank has put up
        Zone(GARAGE, "player", "all", "back", "player"),  # what that player has taken out of play
        Zone(POT, "players", "all", "back", "hinders"),  # what players play for among themselves
        Zone(JACKPOT, "players", "all", "back", "house"),  # what has accumulated for a player to win
        Zone(METER, "players", "staff", "back", "beyond"),  # what a table gave to, and took from, a shared prize
        Zone(COMMISSION, "house", "staff", "back", "house"),  # what the house is owed of winnings: cagnotte, rake
        Zone(DROP, "house", "staff", "stays", "house"),  # what was paid for chips at the table
        Zone(TIPS, "staff", "staff", "stays", "house"),  # the staff's
        Zone(BANK, "house", "staff", "back", "cage"),
        Zone(CAGE, "house", "staff", "back", "beyond"),
        Zone("house", "house", "staff", "back", "beyond"),  # accounts that outlive tables
    )
}


class Place(NamedTuple):
    """A place taken apart: its zone, whose it is if a player's, and the spot."""

    zone: Zone
    who: str
    spot: str

    @property
    def on(self) -> str:
        """The spot that chips were staked on: of those in prison, without how many zeros they have met.

        >>> place("prison/ana/rojo:2").on, place("felt/ana/caballo:4-7").on
        ('rojo', 'caballo:4-7')
        """
        return bet_of(self.spot) if self.zone.name == PRISON else self.spot


@functools.lru_cache(maxsize=65536)
def place(path: str) -> Place:
    """A path taken apart; one in no declared zone is a fault of the procedure that names it."""
    zone, _, rest = path.partition("/")
    who, _, spot = rest.partition("/")
    if zone not in ZONES:
        raise RuntimeError(f"'{path}' lies in no zone: there are {', '.join(ZONES)}")
    return Place(ZONES[zone], who, spot)


def seen_by(path: str, who: str) -> bool:
    """Whether somebody sees the chips in a place."""
    seen = place(path).zone.seen
    return seen == "all" or who in STAFF or (seen == "owner" and place(path).who == who)


class Stake(NamedTuple):
    """Chips of somebody's on a bet."""

    who: str
    bet: str
    cents: int
    place: str


def bet_of(spot: str) -> str:
    """The bet that a spot belongs to.

    >>> bet_of("caballo:4-7"), bet_of("rojo")
    ('caballo', 'rojo')
    """
    return spot.partition(":")[0]


def tail_of(spot: str) -> str:
    """Where a spot of a bet lies, if the bet has more than one.

    >>> tail_of("caballo:4-7"), tail_of("rojo")
    ('4-7', '')
    """
    return spot.partition(":")[2]


def called(who: str) -> str:
    """Somebody as a sentence names them: a role is words to be translated, a player's name is a name."""
    return Said("the {role}", role=Said(who)) if who in ROLES else who


def chips(who: str) -> str:
    """The chips that somebody holds at the table."""
    return f"{CHIPS}/{who}"


def felt(who: str, bet: str) -> str:
    """Somebody's stake on a bet."""
    return f"{FELT}/{who}/{bet}"


def prison(who: str, bet: str) -> str:
    """Somebody's imprisoned stake."""
    return f"{PRISON}/{who}/{bet}"


def banca(who: str) -> str:
    """What a player who is the bank has put up."""
    return f"{BANCA}/{who}"


def garage(who: str) -> str:
    """What a player who is the bank has taken out of play."""
    return f"{GARAGE}/{who}"


def meter(name: str) -> str:
    """The account of an accumulated prize, as far as a table has fed it or paid from it."""
    return f"{METER}/{name}"


def kept(path: str) -> str:
    """The account of the house that keeps what lay in a place when its table closes."""
    return f"house/{path}"


def stakes(places: Mapping[str, int], zone: str = FELT) -> Iterator[Stake]:
    """The stakes lying in a zone, in the order in which they were first put there."""
    for path, cents in places.items():
        if cents and path.startswith(zone):
            where, who, bet = path.split("/", 2)
            if where == zone:
                yield Stake(who, bet, cents, path)


def moved(places: dict[str, int], src: str, dst: str, cents: int) -> None:
    """Chips go from one place to another."""
    places[src] = places.get(src, 0) - cents
    places[dst] = places.get(dst, 0) + cents
