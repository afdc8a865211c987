"""A round as its lines tell it: where chips and cards lie, what was said, how it ended. It knows no procedure.

A finished round needs no more than this to be shown, voided or followed by the next one.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tapete.engine.calls import spoken
from tapete.engine.chance import mixed
from tapete.engine.laid import Laid
from tapete.engine.places import CHIPS, STAFF, moved, place, seen_by
from tapete.engine.requests import Announce, Move, Request
from tapete.engine.sealed import Order, order
from tapete.engine.transcript import End, Entry, Header, In, Rewind, Void, encode_all
from tapete.engine.views import NOBODY, View, digest, hashed, masked
from tapete.engine.window import Window
from tapete.errors import IllegalAction, TapeteError
from tapete.law.sections import BankRulebook


class Record:
    """A round's log, folded: `places` has its chips, `cards` faces or slots by place, `faces` the slots shown."""

    __slots__ = ("_folded", "_inputs", "_laid", "_opened", "end", "header", "log", "places", "rules")

    _opened: Order | None

    def __init__(self, rules: BankRulebook, header: Header) -> None:
        self.rules = rules
        self.header = header
        self.log: list[Entry] = [header]
        self._clear()

    @classmethod
    def of(cls, rules: BankRulebook, entries: Sequence[Entry]) -> "Record":
        """The record of a log."""
        header = entries[0]
        if not isinstance(header, Header):
            raise TapeteError("line {line}: a round starts with its header", line=1)
        record = cls(rules, header)
        for entry in entries[1:]:
            record.log.append(entry)
            record._fold(entry)
        return record

    # What may be done to a round that is over

    def apply(self, entry: Entry) -> None:
        """Takes the one entry that may follow an end: the round counts for nothing, every chip goes where it lay."""
        if not isinstance(entry, Void):
            raise IllegalAction("the round is over")
        if self.end is not None and self.end.void:
            raise TapeteError("this round is void already")
        self.log.append(entry)
        self._reverse(entry.why, entry.article)

    # What it says

    @property
    def pending(self) -> Request[Any] | None:
        """What the round waits for; a record waits for nothing."""
        return None

    @property
    def finished(self) -> bool:
        """Whether it has ended."""
        return self.end is not None

    @property
    def carried(self) -> dict[str, Any]:
        """What it hands on once it is over; until then, what it took over."""
        return self.header.carry if self.end is None else self.end.carry

    @property
    def inputs(self) -> int:
        """How many inputs count."""
        return len(self._inputs)

    def counting(self) -> list[In]:
        """The inputs that count."""
        return list(self._inputs)

    @property
    def cards(self) -> dict[str, list[str]]:
        """What lies in each place: faces, or slots of cards that have backs."""
        return self._lying().cards

    @property
    def faces(self) -> dict[str, str]:
        """The cards that were turned over, by their slots."""
        return self._lying().faces

    @property
    def looks(self) -> dict[str, str]:
        """Who may look at the card in each slot."""
        return self._lying().looks

    @property
    def draws(self) -> int:
        """How many of them are something that fell."""
        return sum(entry.fell is not None for entry in self._inputs)

    @property
    def hash(self) -> str:
        """The hash that the next round names as its previous one."""
        if self.end is None:
            raise TapeteError("an open round has no hash yet")
        return self.end.hash

    def lines(self) -> list[bytes]:
        """The transcript, a JSON object a line."""
        return encode_all(self.log).splitlines()

    def seen(self, who: str) -> list[Entry]:
        """The log as somebody may read it."""
        return [masked(entry, who) for entry in self.log]

    def said(self) -> list[str]:
        """The calls so far, in the rulebook's words."""
        return [self.phrase(entry) for entry in self.log if isinstance(entry, Announce)]

    def phrase(self, announce: Announce) -> str:
        """A call in the rulebook's words."""
        return spoken(self.rules, announce)

    def view(self, who: str) -> View:
        """All that a person may see of the round and do in it."""
        header, pending = self.header, self.pending
        return View(
            who,
            header.game,
            header.region,
            header.settings,
            header.players,
            header.commitment,
            pending.label if pending else None,
            pending.article if pending else None,
            tuple(pending.actors()) if isinstance(pending, Window) else (),
            pending.open(who) if isinstance(pending, Window) else [],
            {path: cents for path, cents in self.places.items() if cents and self._sees(path, who)},
            {path: [self.face(card, who) for card in cards] for path, cards in self.cards.items() if cards},
            {path: list(cards) for path, cards in self.cards.items() if cards and cards[0].startswith("#")},
            self.carried,
            self.said(),
            self.finished,
        )

    def _sees(self, path: str, who: str) -> bool:
        """Whether somebody sees the chips in a place: players see what others hold where stacks lie open."""
        open_stack = self.rules.open_stacks and who in self.header.players and place(path).zone.name == CHIPS
        return open_stack or seen_by(path, who)

    def face(self, card: str, who: str) -> str:
        """A card as somebody sees it: its face, or nothing where it shows its back."""
        if not card.startswith("#") or card in self.faces:
            return self.faces.get(card, card)
        closed = self._order()
        looks = who != NOBODY and self.looks.get(card) == who
        if closed is None or not (looks or (self.finished and who in STAFF)):
            return ""
        return closed.opening(card)[0]

    def _order(self) -> Order | None:
        """The order of the pack, where it is known: a record knows it once its end says the secret."""
        if self._opened is None and self.end is not None and self.end.secret and self.header.pack is not None:
            key = mixed(bytes.fromhex(self.end.secret), self.header.added)
            self._opened = order(key, self.header.pack.stock)
        return self._opened

    # How it is folded

    def _clear(self) -> None:
        self.places = dict(self.header.balances)
        self._laid, self._folded = Laid(), 0
        self.end: End | None = None
        self._opened = None
        self._inputs: list[In] = []

    def _fold(self, entry: Entry) -> None:
        if isinstance(entry, Move):
            moved(self.places, entry.src, entry.dst, entry.cents)
        elif isinstance(entry, In):
            self._inputs.append(entry)
        elif isinstance(entry, End):
            self.end = entry
        elif isinstance(entry, Rewind):
            counted = until_input(self.log[1:-1], entry.to)
            self._clear()
            for old in counted:
                self._fold(old)

    def _lying(self) -> Laid:
        """Where cards lie: lines are folded in when somebody looks, which in a replay or a robots' game nobody does."""
        new = self.log[self._folded :]
        if any(isinstance(entry, Rewind) for entry in new):
            self._laid, new = Laid(), until_input(self.log)
        for entry in new:
            self._laid.take(entry)
        self._folded = len(self.log)
        return self._laid

    def _reverse(self, why: str, article: str) -> None:
        """Takes every chip back to where it lay before the round, by moves of its own, and ends it."""
        before = self._before()
        more = {path: cents - before.get(path, 0) for path, cents in self.places.items()}
        less = [path for path, cents in more.items() if cents < 0]
        for path in [path for path, cents in more.items() if cents > 0]:
            while more[path]:
                home = less[-1]
                cents = min(more[path], -more[home])
                self.log.append(Move(path, home, cents, article))
                moved(self.places, path, home, cents)
                moved(more, path, home, cents)
                if not more[home]:
                    less.pop()
        self._close(End(self.header.carry, why, article, *self._seeds(), next=self._promised()))

    def _before(self) -> dict[str, int]:
        """Where the chips lay, but for those that were no stakes: tips stay given, chips bought stay paid for."""
        before = dict(self.header.balances)
        for move in (entry for entry in until_input(self.log[1:]) if isinstance(entry, Move)):
            if "stays" in (place(move.src).zone.void, place(move.dst).zone.void):
                moved(before, move.src, move.dst, move.cents)
        return before

    def _seeds(self) -> tuple[str, str]:
        """The seed and the secret that the end says."""
        return (self.end.seed, self.end.secret) if self.end else ("", "")

    def _promised(self) -> str:
        """The promise of the next round's seed that the end says."""
        return self.end.next if self.end else ""

    def _close(self, end: End) -> None:
        told = [*self.log, end]
        if self.end is None:  # no line but the first and the last has what not everybody may read
            told[0], told[-1] = masked(told[0], NOBODY), masked(end, NOBODY)
            hash = hashed(told)
        else:
            hash = digest(told)
        self.end = msgspec.structs.replace(end, hash=hash)
        self.log.append(self.end)


def until_input(entries: Iterable[Entry], to: int | None = None) -> list[Entry]:
    """The entries that count in a log; with `to`, those that would if all after that input were taken back."""
    kept: list[Entry] = []
    starts: list[int] = []
    for entry in entries:
        if isinstance(entry, Rewind):
            del kept[starts[entry.to] if entry.to < len(starts) else len(kept) :]
            del starts[entry.to :]
            continue
        if isinstance(entry, In):
            starts.append(len(kept))
        kept.append(entry)
    return kept if to is None or to >= len(starts) else kept[: starts[to]]
