"""What leaves for a person: the view of a round, and each of its entries as that person may read it."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tapete.engine.places import STAFF, seen_by
from tapete.engine.settings import Settings
from tapete.engine.transcript import End, Entry, Header, encode_all
from tapete.engine.window import Option

NOBODY = ""
SUITS = str.maketrans("♣♦♥♠", "cdhs")
SECRETIVE = frozenset({Header, End})  # what else a round consists of, all who are at the table saw


class View(msgspec.Struct, frozen=True):
    """All that a person may see of a round and do in it. The only way state leaves for a person.

    `cards` has what lies in each place, nothing for a card whose back is all they see; where cards have backs,
    `slots` names them in the same order.
    """

    who: str
    game: str
    region: str
    settings: Settings
    players: tuple[str, ...]
    commitment: str
    pending: str | None
    article: str | None
    actors: tuple[str, ...]
    open: list[Option]
    places: dict[str, int]
    cards: dict[str, list[str]]
    slots: dict[str, list[str]]
    carry: dict[str, Any]
    said: list[str]
    finished: bool

    @property
    def choices(self) -> tuple[str, ...]:
        """What they may choose, where a choice is theirs."""
        return tuple(item.on for item in self.open if item.do == "choose")

    @property
    def faces(self) -> dict[str, str]:
        """The card in each slot; nothing for one whose back is all they see."""
        pairs = [zip(slots, self.cards[path], strict=True) for path, slots in self.slots.items()]
        return {slot: face for each in pairs for slot, face in each}

    def told(self, option: str) -> str:
        """An option as they would say it: cards that they see by their faces, and not by their slots."""
        faces = self.faces
        return " ".join(faces.get(word) or word for word in option.split(" "))

    def meant(self, text: str) -> str:
        """What they say with cards that they see named by their faces, with the slots that are meant."""
        slots = {face.lower(): slot for slot, face in self.faces.items() if face}
        return " ".join(slots.get(_face(word), word) for word in text.split())

    @property
    def about(self) -> str:
        """What a choice is about: a hand, a bet, a card."""
        return (self.pending or "").split(":", 2)[-1]


def _face(word: str) -> str:
    """A card as somebody writes it: `Td`, `10D` and `10♦` are one."""
    return re.sub("^t(?=[cdhs]$)", "10", word.lower().translate(SUITS))


def masked(entry: Entry, who: str) -> Entry:
    """An entry as somebody may read it: a header without what others hold, an end without a secret."""
    if type(entry) not in SECRETIVE or who in STAFF:
        return entry
    if isinstance(entry, Header):
        balances = {path: cents for path, cents in entry.balances.items() if who and seen_by(path, who)}
        return msgspec.structs.replace(entry, balances=balances, salt="")
    if isinstance(entry, End) and entry.secret:
        return msgspec.structs.replace(entry, secret="")
    return entry


def digest(entries: Iterable[Entry]) -> str:
    """The hash of a round: over its lines as anybody may read them, so anybody can check it.

    What they leave out is committed to in them: the balances by `purse`, hidden cards and the seed by the header.
    """
    return hashed([masked(entry, NOBODY) if type(entry) in SECRETIVE else entry for entry in entries])


def hashed(plain: Sequence[Entry]) -> str:
    """The hash of lines that anybody may read."""
    return hashlib.sha256(encode_all(plain)[:-1]).hexdigest()


def purse(balances: Mapping[str, int], salt: str) -> str:
    """What commits to the balances that a round starts with."""
    lines = "\n".join(f"{path} {cents}" for path, cents in sorted(balances.items()))
    return hashlib.sha256(f"tapete purse {salt}\n{lines}".encode()).hexdigest()
