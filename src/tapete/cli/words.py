"""Bets as people type them: `17 5`, `rojo 10`, `caballo 4/7 2.50`, `hard 6 5`."""

import re
import unicodedata
from collections.abc import Collection, Sequence

from tapete.errors import TapeteError, UnknownError
from tapete.money import euros


def normal(text: str) -> str:
    """Lower case, no accents, hyphens between the parts.

    >>> normal("Don't Win"), normal("caballo:4/7"), normal("Pequeño")
    ('dont-win', 'caballo-4-7', 'pequeno')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def find_spot(spots: Collection[str], words: Sequence[str]) -> str:
    """The spot that words mean: its id, what stands after its colon, or the only one they abbreviate.

    >>> find_spot(["pleno:1", "pleno:17", "rojo", "caballo:17-20"], ["17"])
    'pleno:17'
    """
    said = normal(" ".join(words))
    for spot in spots:
        if normal(spot) == said:
            return spot
    for spot in spots:
        if normal(spot.partition(":")[2]) == said:
            return spot
    head, _, tail = said.partition("-")
    short = [
        spot
        for spot in spots
        if normal(spot).startswith(said)
        or (tail and normal(spot).startswith(head) and normal(spot.partition(":")[2]) == tail)
    ]
    if said and len(short) == 1:
        return short[0]
    raise UnknownError("bet", " ".join(words), short or list(spots))


def read_stake(spots: Collection[str], text: str) -> tuple[str, int]:
    """A spot and an amount in cents, from `rojo 10`."""
    words = text.split()
    if len(words) < 2:
        raise TapeteError(f"'{text}' is no stake: write a bet and an amount, as in '{next(iter(spots))} 5'")
    return find_spot(spots, words[:-1]), euros(words[-1])
