"""Was chance honest? Commitment, draws, proofs and hashes of a log, without playing it: anybody's copy will do.

What a player is sent leaves out others' chips and a pack's secret; what is left is enough. `docs/verify.py` does the
same with nothing but Python's own library.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tapete.audit.breach import Breach
from tapete.audit.editions import Editions, Kept, none_kept
from tapete.audit.lines import Line, Rounds, opened
from tapete.audit.replaying import hashed
from tapete.audit.source import misplaced
from tapete.audit.told import Told
from tapete.cards.card import pack
from tapete.engine.chance import Live, commitment
from tapete.engine.sealed import opens, order
from tapete.engine.transcript import End, Header, In, Rewind
from tapete.errors import Said, TapeteError
from tapete.games import game

MOST_PACKS, LARGEST_DRUM = 99, 10**6  # beyond what any table has, so that no log makes a verification endless


class Verified(NamedTuple):
    """What was checked of a log's chance: seeds against commitments, draws, shown cards, and what is wrong with them.

    `unchecked` counts what fell and cannot be checked: entered by a croupier, or drawn from a seed that is not shown.
    """

    rounds: int
    seeds: int
    draws: int
    proofs: int
    unchecked: int
    breaches: list[Breach]
    own: bool = True  # whether wheels and cards are those of this release, and not only of an edition in the log

    @property
    def honest(self) -> bool:
        """Whether chance is proved: draws among what nobody else vouches for prove nothing."""
        return self.own and not self.breaches


def verify_file(path: Path, kept: Kept = none_kept) -> Verified:
    """Verifies a log of JSON lines."""
    with opened(path) as file:
        return verify(file, kept)


def verify(lines: Iterable[bytes], kept: Kept = none_kept) -> Verified:
    """Verifies the chance of a log's rounds, one after another."""
    rounds = Rounds(lines)
    editions = Editions(kept, rounds.beside)
    told, counts, own = Told(), Counter[str](), True
    before = promised = ""
    for entries, whole in rounds:
        chance = _Chance(entries, told, counts)
        if whole and before and chance.header.previous != before:
            told.breach(entries[0].number, "", Said("the round does not name the last one's hash"), before)
        rules = editions.of(chance.header).rules
        own = own and (editions.own or _usual(chance.header, rules))
        chance.run(rules)
        counts["rounds"] += 1
        if promised and chance.header.commitment != promised:
            told.breach(entries[0].number, "", Said("the seed is not the one that was promised"), promised)
        before, promised = (chance.end.hash, chance.end.next) if chance.end else ("", "")
    if not counts["rounds"]:
        raise rounds.none
    seeds, draws, proofs = counts["seeds"], counts["draws"], counts["proofs"]
    breaches = [*rounds.breaches, *told.breaches]
    return Verified(counts["rounds"], seeds, draws, proofs, counts["unchecked"], breaches, own)


def _usual(header: Header, rules: Any) -> bool:
    """Whether what a round draws from is what this release has for it, whatever else of its edition differs."""
    if rules is None:
        return True  # nothing is checked by it
    try:
        here = game(header.game).rules(header.region, header.choices)
    except TapeteError:
        return False
    return bool(here.running.get("equipment") == rules.running.get("equipment"))


class _Chance:
    """The chance of one round."""

    def __init__(self, lines: Sequence[Line], told: Told, counts: Counter[str]) -> None:
        self.lines, self.told, self.counts = lines, told, counts
        header, end = lines[0].entry, lines[-1].entry
        assert isinstance(header, Header)
        self.header = header
        self.end = end if isinstance(end, End) else None
        self.gone = _Gone(header.carry)
        self.live: Live | None = None

    def run(self, rules: Any) -> None:
        """Checks the hash, the seed, and everything that fell."""
        self._hash()
        self._seed(rules)
        held = [0]  # how many draws had fallen before each input
        for line in self.lines:
            entry = line.entry
            if isinstance(entry, Rewind):
                del held[max(entry.to, 0) + 1 :]
                self.gone.rewind(max(entry.to, 0))
            elif isinstance(entry, In):
                if entry.fell is not None:
                    self._fell(line.number, entry, held[-1], rules)
                held.append(held[-1] + (entry.fell is not None))
                self.gone.follow(entry)
            elif getattr(entry, "call", "") == "shuffle":
                self.gone.shuffle()

    def _hash(self) -> None:
        if self.end is not None and all(line.entry is not None for line in self.lines):
            right = hashed(self.lines)
            if right != self.end.hash:
                what = Said("the hash is not that of the round's lines")
                self.told.breach(self.lines[-1].number, "", what, right)

    def _seed(self, rules: Any) -> None:
        shown = (self.end.seed or self.end.secret) if self.end else ""
        if not self.header.commitment or not self.end or not (shown or self.header.pack is None):
            return  # cards with backs: the seed is for those who may know them
        try:
            seed = bytes.fromhex(shown)
        except ValueError:
            seed = b""
        if commitment(seed) != self.header.commitment:
            what = Said("the seed is not the one committed to")
            self.told.breach(self.lines[-1].number, "", what, self.header.commitment)
            return
        self.counts["seeds"] += 1
        self.live = Live(seed, self.header.added)
        given = self.header.pack
        if given is not None and rules is not None and given.packs == 1 and len(given.leaves) < 1000:
            try:
                right = order(self.live.key, given.stock).leaves == given.leaves
            except TapeteError:
                right = False  # no pack that there is
            if not right:
                what = Said("the pack is not in the order that its seed gives")
                self.told.breach(self.lines[0].number, "", what, Said("its leaves"))

    def _fell(self, line: int, entry: In, number: int, rules: Any) -> None:
        wrong = misplaced(self.header, entry)
        if wrong is not None:
            self.told.breach(line, "", *wrong)
        if entry.to.startswith("show:") and self.header.pack is not None and self.header.commitment:
            self._proof(line, entry)
            return
        if self.live is None or rules is None or entry.who != "chance":
            self.counts["unchecked"] += 1
            return
        self.counts["draws"] += 1
        try:
            due = self._drawn(self.live, entry, number, rules)
        except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, TapeteError):
            due = Said("nothing")  # there is no such draw here
        if due != entry.fell:
            right = Said("{value}, which the seed draws", value=due)
            self.told.breach(line, "", Said("{value} fell", value=entry.fell), right)

    def _proof(self, line: int, entry: In) -> None:
        assert self.header.pack is not None
        slot = entry.to.removeprefix("show:")
        self.counts["proofs"] += 1
        if not slot[1:].isdecimal() or not opens(self.header.pack.leaves, slot, str(entry.fell), entry.salt):
            what = Said("{card} is not the card that {slot} was committed to", card=entry.fell, slot=slot)
            self.told.breach(line, "", what, Said("a face and a salt that open its leaf"))

    def _drawn(self, live: Live, entry: In, number: int, rules: Any) -> str | list[int]:
        """What the seed draws in answer to a request of this name."""
        if entry.to == "roll" and rules.dice:
            return [1 + value for value in live.draw(number, (6,) * rules.dice)]
        if entry.to.startswith("code:"):
            digits = min(int(entry.to.removeprefix("code:")), 18)
            return f"{live.draw(number, (10**digits,))[0]:0{digits}d}"
        pockets = self._among(entry, rules)
        return pockets[live.draw(number, (len(pockets),))[0]]

    def _among(self, entry: In, rules: Any) -> Sequence[str]:
        """Among what a draw is made, in the order in which it counts."""
        match entry.to.partition(":")[0]:
            case "spin":
                pockets: Sequence[str] = rules.pockets
                return pockets
            case "card":
                return _cards(rules, self.header, self.gone.seen)
            case "drum":
                return self.gone.drum(entry.to)
            case "lots":
                return entry.to.removeprefix("lots:").split("/")
        return ()


class _Gone:
    """What has come out of shoe and drums, input by input: what is taken back is there again.

    `seen` has the cards that were seen since the shuffle, also in earlier rounds; `dealt` those of this one. Of what a
    drum holds, each number has come out as often as all others, or once more; `before` are those of earlier rounds.
    """

    def __init__(self, carry: Mapping[str, Any]) -> None:
        shoe = carry.get("shoe")
        gone = shoe.get("seen") if isinstance(shoe, dict) else None
        counts = gone.items() if isinstance(gone, dict) else ()
        self.seen = Counter({card: min(max(n, 0), MOST_PACKS) for card, n in counts if type(n) is int})
        self.dealt: Counter[str] = Counter()
        before = carry.get("out")
        self.before = Counter(map(str, before)) if isinstance(before, list | tuple) else Counter[str]()
        self.out: Counter[tuple[str, str]] = Counter()
        self._fallen: list[tuple[str, str]] = []
        self._shuffles: list[tuple[int, Counter[str]]] = []

    def follow(self, entry: In) -> None:
        """An input, whatever it is."""
        fell = "" if entry.fell is None else str(entry.fell)
        self._fallen.append((entry.to, fell))
        self._count(entry.to, fell, 1)

    def shuffle(self) -> None:
        """All cards but those of this round are in the shoe again."""
        self._shuffles.append((len(self._fallen), self.seen))
        self.seen = Counter(self.dealt)

    def rewind(self, to: int) -> None:
        """Inputs after the first so many no longer hold, nor shuffles that followed them."""
        while len(self._fallen) > to:
            if self._shuffles and self._shuffles[-1][0] == len(self._fallen):
                _, self.seen = self._shuffles.pop()
                continue
            self._count(*self._fallen.pop(), -1)

    def drum(self, label: str) -> Sequence[str]:
        """The numbers that have not come out since a drum was filled: its label says which it holds."""
        times = {number: self.before[number] + self.out[label, number] for number in _numbers(label)}
        least = min(times.values())
        return [number for number, count in times.items() if count == least]

    def _count(self, to: str, fell: str, times: int) -> None:
        if to.startswith("card:") and fell:
            self.seen[fell] += times
            self.dealt[fell] += times
        elif to.startswith("drum:"):
            self.out[to, fell] += times


@functools.lru_cache(maxsize=4)
def _numbers(label: str) -> list[str]:
    """The numbers that a drum holds."""
    first, _, last = label.removeprefix("drum:").partition("-")
    return [str(n) for n in range(max(int(first), 0), min(int(last), LARGEST_DRUM) + 1)]


def _cards(rules: Any, header: Header, seen: Counter[str]) -> Sequence[str]:
    """The cards that nobody has seen, in the pack's order, each as often as it is unseen."""
    rule = rules.equipment.cards
    kind, packs = pack(rule.pack), int(header.settings.options.get("mazos", rule.packs))
    return [name for name in map(kind.show, kind.cards) for _ in range(min(packs, MOST_PACKS) - seen[name])]
