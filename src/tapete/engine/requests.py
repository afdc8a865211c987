"""What a procedure may await: effects and chance; decisions are windows. Each is typed by the answer it is sent."""

import re
from abc import abstractmethod
from collections.abc import Collection, Generator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tapete.cards.composition import Composition, Dwindling
from tapete.engine.places import ROLES
from tapete.errors import IllegalAction, Named, Said, TapeteError, Word
from tapete.money import format_cents

A = TypeVar("A")
LISTED = 12  # as many pockets as a line names


# What a table waits for besides decisions, by the kind of its label.
AWAITED = {
    "stakes": Said("stakes"),
    "cards": Said("the cards"),
    "card": Said("a card"),
    "show": Said("a card to be turned over"),
    "mix": Said("a card of those mixed again"),
    "spin": Said("the turn of the wheel"),
    "roll": Said("the throw of the dice"),
    "lots": Said("the lots"),
    "sing": Said("the next number"),
    "code": Said("the code of a ticket"),
    "choose": Said("a decision"),
}


def awaited(label: str) -> Said:
    """What the table waits for, as a sentence says it.

    >>> awaited("stakes"), awaited("card:banca"), awaited("choose:ana:punto"), awaited("seguro")
    ('stakes', 'a card: banca', 'a decision: ana, punto', 'a decision: seguro')
    """
    kind, _, rest = label.partition(":")
    if kind == "card" and rest:
        return Said("a card: {place}", place=_about(rest))
    if kind == "show" and rest:
        return Said("card {slot} to be turned over", slot=rest)
    if kind == "drum":
        return Said("a number from the drum: {numbers}", numbers=rest)
    if kind == "choose" and ":" in rest:
        who, _, about = rest.partition(":")
        return Said("a decision: {who}, {about}", who=Said(who) if who in ROLES else who, about=_about(about))
    if kind == "choose" and rest:
        return Said("a decision: {about}", about=_about(rest))
    return AWAITED.get(kind) or Said("a decision: {about}", about=_about(label))


def _about(label: str) -> Named:
    """A hand or whatever else is decided about, by its own name and its number, or whose it is."""
    kind, *which = re.split("[:/]", label, maxsplit=1)
    return Named.of(label, Said("{what} {which}", what=Word(kind), which=Word(which[0])) if which else Word(kind))


def step_names(label: str) -> set[str]:
    """What a step is called where irregularities say at which they are reported: its kind, and what is chosen.

    >>> sorted(step_names("choose:ana:punto"))
    ['choose', 'choose:punto']
    """
    kind, _, rest = label.partition(":")
    return {kind, f"{kind}:{rest.rpartition(':')[2]}"} if kind == "choose" else {kind}


class Request(Generic[A]):
    """Something the table needs next. `label` names it in the transcript; `article` is the rule that asks for it."""

    __slots__ = ("article", "label")

    def __init__(self, label: str, article: str) -> None:
        self.label = label
        self.article = article

    def __await__(self) -> Generator["Request[A]", A, A]:
        answer: A = yield self
        return answer


class Announce(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="say", gc=False):
    """A call said aloud; the rulebook has its words, `args` what this round fills in."""

    call: str
    args: tuple[str, ...] = ()

    def __await__(self) -> Generator["Announce", None, None]:
        yield self


class Move(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="move", gc=False):
    """Chips going from one place to another, by an article; `rest` is the fraction of a cent rounded away."""

    src: str
    dst: str
    cents: int
    article: str
    rest: str = ""

    def __await__(self) -> Generator["Move", None, None]:
        yield self


class Shift(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="card", gc=False):
    """A card going from one place to another, as when a pair is split: its face, or its slot if it has a back.

    `who` may look at it from then on, if it is somebody's own now.
    """

    card: str
    src: str
    dst: str
    who: str = ""

    def __await__(self) -> Generator["Shift", None, None]:
        yield self


class Down(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="down", gc=False):
    """A card laid in a place face down: the slot it is in, and who may look at it."""

    slot: str
    to: str
    who: str = ""

    def __await__(self) -> Generator["Down", None, str]:
        yield self
        return self.slot


class Several(msgspec.Struct, frozen=True, gc=False):
    """Effects that follow one another, with nothing to be answered between them."""

    effects: Sequence[Announce | Move | Shift | Down]

    def __await__(self) -> Generator["Several", None, None]:
        yield self


class Chance(Request[A]):
    """Chance, answered by the generator, by the croupier who saw it, or by a script."""

    __slots__ = ()

    @property
    @abstractmethod
    def sizes(self) -> tuple[int, ...]:
        """How many equally likely values each draw has."""

    @abstractmethod
    def read(self, draws: Sequence[int]) -> A:
        """What these draws, each from 0, mean."""

    @abstractmethod
    def accept(self, value: Any) -> A:
        """The value as the procedure takes it, if it can have fallen; otherwise `IllegalAction`."""

    @abstractmethod
    def plain(self, value: A) -> str | list[int]:
        """The value as a transcript has it."""


class Spin(Chance[str]):
    """A wheel or a plate: one of its pockets."""

    __slots__ = ("pockets",)

    def __init__(self, pockets: tuple[str, ...], article: str, label: str = "spin") -> None:
        super().__init__(label, article)
        self.pockets = pockets

    @property
    def sizes(self) -> tuple[int, ...]:
        return (len(self.pockets),)

    def read(self, draws: Sequence[int]) -> str:
        return self.pockets[draws[0]]

    def accept(self, value: Any) -> str:
        if isinstance(value, str) and value in self.pockets:
            return value
        known = sorted(set(self.pockets), key=lambda pocket: (len(pocket), pocket))
        if len(known) > LISTED:
            known[3:-1] = ["…"]
        raise IllegalAction(
            "'{value}' cannot have come up: the pockets are {known}", self.article, value=value, known=", ".join(known)
        )

    def plain(self, value: str) -> str:
        return value


class Lots(Spin):
    """Lots between several, whom the label names: one of them."""

    __slots__ = ()

    def __init__(self, among: Sequence[str], article: str) -> None:
        super().__init__(tuple(among), article, f"lots:{'/'.join(among)}")


class Drum(Spin):
    """A drum of numbered balls or tickets: one of those that have not come out. The label says of what it is drawn."""

    __slots__ = ("numbers", "out")

    def __init__(self, numbers: range, out: Collection[int], article: str) -> None:
        gone = frozenset(out)
        left = tuple(str(number) for number in numbers if number not in gone)
        super().__init__(left, article, f"drum:{numbers[0]}-{numbers[-1]}")
        self.numbers, self.out = numbers, gone

    def accept(self, value: Any) -> str:
        if isinstance(value, str) and value in self.pockets:
            return value
        if isinstance(value, str) and value in map(str, self.out):
            raise IllegalAction("{value} has come out already", self.article, value=value)
        raise IllegalAction(
            "'{value}' cannot come out: the drum holds {first} to {last}",
            self.article,
            value=value,
            first=self.numbers[0],
            last=self.numbers[-1],
        )


class Roll(Chance[tuple[int, ...]]):
    """A throw of dice."""

    __slots__ = ("dice",)

    def __init__(self, dice: int, article: str, label: str = "roll") -> None:
        super().__init__(label, article)
        self.dice = dice

    @property
    def sizes(self) -> tuple[int, ...]:
        return (6,) * self.dice

    def read(self, draws: Sequence[int]) -> tuple[int, ...]:
        return tuple(draw + 1 for draw in draws)

    def accept(self, value: Any) -> tuple[int, ...]:
        faces = tuple(value) if isinstance(value, list | tuple) else ()
        if len(faces) == self.dice and all(type(face) is int and 1 <= face <= 6 for face in faces):
            return faces
        raise IllegalAction(
            "'{value}' is no throw: {dice} dice show 1 to 6 each", self.article, value=value, dice=self.dice
        )

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


class Card(Chance[int]):
    """A card of those that nobody has seen: each is as likely as any other."""

    __slots__ = ("among",)

    def __init__(self, among: Composition | Dwindling, label: str, article: str) -> None:
        self.among, self.label, self.article = among, label, article

    @property
    def left(self) -> Composition:
        """Those that nobody has seen."""
        return self.among if isinstance(self.among, Composition) else self.among.left

    @property
    def sizes(self) -> tuple[int, ...]:
        return (self.left.total,)

    def read(self, draws: Sequence[int]) -> int:
        return self.left.nth(draws[0])

    def accept(self, value: Any) -> int:
        try:
            card = self.among.pack.card(str(value))
        except TapeteError as error:
            raise IllegalAction(error.text, self.article) from None
        if not self.among.of(card):
            raise IllegalAction("no {card} is left in the shoe", self.article, card=value)
        return card

    def plain(self, value: int) -> str:
        return self.among.pack.show(value)


class Deal(Card):
    """The next card, face up, laid in a place.

    A shoe needs no order of its own: what was shuffled into it and not yet seen is all there is to know, and a card
    burnt unseen is as good as one at the bottom.
    """

    __slots__ = ("to",)

    def __init__(self, left: Composition, to: str, article: str) -> None:
        self.among, self.label, self.article, self.to = left, f"card:{to}", article, to


class Show(Card):
    """A card is turned over for all to see. Live, its face was fixed from the start; else the croupier reads it."""

    __slots__ = ("slot",)

    def __init__(self, among: Composition | Dwindling, slot: str, article: str) -> None:
        self.among, self.label, self.article, self.slot = among, f"show:{slot}", article, slot


class Act(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What somebody does: a verb, what it is done to, and an amount or cards where they are needed."""

    do: str
    on: str = ""
    cents: int = 0
    slots: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Said:
        """The act for a sentence: its verb, what is chosen and its amount are said in the reader's language."""
        amount = format_cents(self.cents) if self.cents else ""
        parts = {"do": Said(self.do), "on": self.on, "slots": " ".join(self.slots), "amount": amount}
        if self.do == "choose" and self.on:
            parts = {"on": Word(self.on)}
        return Said(" ".join(f"{{{name}}}" for name, part in parts.items() if part), **parts)
