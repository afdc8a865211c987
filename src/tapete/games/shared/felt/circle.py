"""What a game between players declares of its table, so that a page and a terminal can draw it: who sits where, whose
the button, the bank and the cards are. Chips tell the rest by the zones in which they lie."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from tapete.engine.places import BANCA, FELT, GARAGE, POT, chips, place
from tapete.engine.record import until_input
from tapete.engine.requests import Down, Move
from tapete.engine.transcript import Entry
from tapete.engine.views import View
from tapete.errors import Said
from tapete.money import format_cents

NONE: Mapping[str, str] = MappingProxyType({})
MEANWHILE = ("banker", "cards")  # in which the first is asked, and others may do something while he thinks


def decides(pending: str, asked: Sequence[str]) -> str:
    """Whose decision something is, of those who may act, if it is one person's.

    >>> decides("choose:ana:cartas", ["ana", "eva"]), decides("banker", ["ana", "eva"]), decides("auction", ["a", "b"])
    ('ana', 'ana', '')
    """
    kind, _, rest = pending.partition(":")
    if kind == "choose":
        return rest.partition(":")[0]
    return asked[0] if len(asked) == 1 or (asked and kind in MEANWHILE) else ""


class Circle(NamedTuple):
    """The people around a table, clockwise from the croupier's left; an empty name is a free seat.

    `numbers` are the seats' own, in the same order. `hands` says before whom the cards of a place lie, `boards` which
    places lie in the middle. `marks` are a few words about somebody, `makes` what their cards make. `costs` is what a
    verb would cost who looks, and `sizes` are amounts that are often staked, by their names.
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
    makes: Mapping[str, tuple[str, ...]] = MappingProxyType({})
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


def put_up(places: Mapping[str, int], zone: str = BANCA) -> dict[str, int]:
    """What each who is of the bank has there."""
    lying = ((place(path), cents) for path, cents in places.items())
    return {where.who: cents for where, cents in lying if where.zone.name == zone and cents}


def before(places: Mapping[str, int]) -> dict[str, int]:
    """The chips that lie before each player: what is staked and not gathered yet."""
    before: dict[str, int] = {}
    for path, cents in places.items():
        where = place(path)
        if where.zone.name == FELT:
            before[where.who] = before.get(where.who, 0) + cents
    return before


class Around:
    """A round of a game between players as one person sees it: what each has before them, and what is to be said of it.

    `stacks` is what those hold of whom it may be known, between rounds; `others` are words about people from elsewhere.
    """

    def __init__(
        self,
        circle: Circle,
        view: View | None,
        entries: Sequence[Entry],
        stacks: Mapping[str, int],
        others: Mapping[str, tuple[Said, ...]] = MappingProxyType({}),
    ) -> None:
        self.circle, self.view, self.stacks, self.others = circle, view, stacks, others
        self.entries = counted(entries)
        self.places = view.places if view else {}
        self.cards = view.cards if view else {}
        self.bets, self.banks, self.garages = before(self.places), put_up(self.places), put_up(self.places, GARAGE)
        self.dealt = {circle.hands[e.to] for e in self.entries if isinstance(e, Down) and e.to in circle.hands}

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.view is not None and not self.view.finished

    @cached_property
    def turn(self) -> str:
        """Whose turn it is, if it is one player's."""
        if self.view is None or self.view.finished:
            return ""
        asked = [who for who in self.view.actors if who in self.view.players]
        who = decides(self.view.pending or "", asked)
        return who if who in asked else ""

    def hand(self, who: str) -> list[str]:
        """Somebody's cards, nothing for each whose back is all one sees."""
        return [card for path, whose in self.circle.hands.items() if whose == who for card in self.cards.get(path, ())]

    def folded(self, who: str) -> bool:
        """Whether somebody was dealt cards and has given them up."""
        return who in self.dealt and not self.hand(who)

    def stack(self, who: str) -> int | None:
        """What somebody holds, if one may know it."""
        if who not in self.stacks:
            return None
        return self.places.get(chips(who), 0) if self.playing else self.stacks[who]

    def boards(self) -> list[list[str]]:
        """The common cards, line by line."""
        return [self.cards[path] for path in self.circle.boards if self.cards.get(path)]

    @cached_property
    def pots(self) -> list[Pot]:
        """The pots as they lie, the main one first, with who has chips in each and is still in."""
        within: dict[str, dict[str, None]] = {}
        for entry in self.entries:
            if isinstance(entry, Move) and place(entry.dst).zone.name == POT and place(entry.src).who:
                within.setdefault(entry.dst, {})[place(entry.src).who] = None
        lying = [path for path, cents in self.places.items() if cents and place(path).zone.name == POT]
        return [
            Pot(number, self.places[path], tuple(who for who in within.get(path, ()) if self.hand(who)))
            for number, path in enumerate(sorted(lying, key=_number))
        ]

    @cached_property
    def won(self) -> dict[str, int]:
        """What each has won of the pots, or has in the end of what went into a player's bank and came out of it."""
        won: Counter[str] = Counter()
        for entry in self.entries:
            if not isinstance(entry, Move):
                continue
            src, dst = place(entry.src), place(entry.dst)
            if src.zone.name == POT:
                won[dst.who] += entry.cents
            elif (src.zone.name == BANCA) != (dst.zone.name == BANCA) and src.who != dst.who:
                won[dst.who] += entry.cents
                won[src.who] -= entry.cents
        return {who: cents for who, cents in won.items() if who and cents > 0}

    def marks(self, who: str) -> Iterator[Said]:
        """What is to be said of somebody in a word or two."""
        yield from self.circle.marks.get(who, ())
        yield from self.others.get(who, ())
        if self.folded(who):
            yield Said("folded")
        elif self.playing and self.hand(who) and self.stack(who) == 0 and not self.circle.banker:
            yield Said("all in")
        if who in self.won:
            yield Said("wins {amount}", amount=format_cents(self.won[who]))
        if who in self.banks and who == (self.circle.banker or who):
            yield Said("the bank")
        if who in self.garages:
            yield Said("garage {amount}", amount=format_cents(self.garages[who]))

    def named(self, pot: Pot, most: int = 0) -> Said:
        """A pot in words: how much, and where there are several who is in; where names are too long, how many."""
        amount, names = format_cents(pot.cents), ", ".join(pot.who)
        who = Said("{count} players", count=len(pot.who)) if most and len(names) > most else names
        if len(self.pots) == 1:
            return Said("Pot {amount}", amount=amount)
        if not pot.number:
            return Said("Main pot {amount}: {who}", amount=amount, who=who)
        return Said("Side pot {n} {amount}: {who}", n=pot.number, amount=amount, who=who)

    def middle(self, most: int = 0) -> list[Said]:
        """What is to be said of the middle: the pots, and what the bank holds."""
        words = [self.named(pot, most) for pot in self.pots]
        if self.banks:
            words.append(Said("The bank holds {amount}", amount=format_cents(sum(self.banks.values()))))
        return words


def counted(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a round that count."""
    return until_input(entries[1:])


def _number(path: str) -> int:
    return int(path.partition("/")[2] or 1)
