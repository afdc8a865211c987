"""Our hands as others read them: a round's transcript in the format PHH, with the article of every action."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tapete.engine.places import POT, chips, felt
from tapete.engine.requests import Announce, Down, Move, Shift
from tapete.engine.transcript import Edition, Entry, Header, In, Rewind, decode_any
from tapete.errors import TapeteError, Word
from tapete.games.circulo.betting import BET as BETS
from tapete.games.circulo.betting import CALL, CHECK, FOLD, RAISE
from tapete.games.circulo.hand import BET, board_place
from tapete.games.circulo.phh import CHIP, OPTIONS, REGION, SEATED, UNKNOWN
from tapete.games.circulo.rules import MAXIMUM, SCHEME, Rules, Street
from tapete.games.circulo.rulings import RULE
from tapete.games.circulo.showdown import THROWS

CENTS = 100
# Where bets are bounded by the pot or by the table, they are bets without a limit as well.
VARIANTS = {
    ("holdem", "libre"): "NT",
    ("holdem", "bote"): "NT",
    ("holdem", "hasta"): "NT",
    ("holdem", "fijo"): "FT",
    ("omaha", "bote"): "PO",
    ("omaha-hi-lo", "fijo"): "FO/8",
    ("seven-stud", "fijo"): "F7S",
}
OWN = "mano/"


class Unwritten(TapeteError):
    """A hand for which PHH has no words."""


def rounds(lines: Iterable[bytes]) -> Iterator[list[Entry]]:
    """The rounds of a log."""
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        entry = decode_any(line, number)
        if isinstance(entry, Header) and entries:
            yield entries
            entries = []
        if not isinstance(entry, Edition):
            entries.append(entry)
    if entries:
        yield entries


def exported(rules: Rules, entries: Sequence[Entry]) -> str:
    """A round as a hand in PHH; nothing of one in which no cards were dealt, as when seats are drawn."""
    if any(isinstance(entry, Rewind) or (isinstance(entry, In) and _ruled(entry)) for entry in entries):
        raise Unwritten("a hand in which the inspector ruled, or something was taken back, is not written down")
    if not any(isinstance(entry, Down) and entry.to.startswith(OWN) for entry in entries):
        return ""
    try:
        fields = Writing(rules, entries).fields()
    except (LookupError, ValueError, StopIteration):
        raise TapeteError("no table of ours wrote it: tapete audit says what is wrong") from None
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def numbered(hands: Iterable[str]) -> str:
    """Several hands as one file."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def _ruled(entry: In) -> bool:
    return bool(entry.report) or (entry.act is not None and entry.act.do == RULE)


def _given(entry: Entry) -> tuple[str, str] | None:
    """Who is given a card, and which: out of the pack, or one that was set apart."""
    if isinstance(entry, Down) and entry.to.startswith(OWN):
        return entry.to.removeprefix(OWN), entry.slot
    if isinstance(entry, Shift) and entry.dst.startswith(OWN):
        return entry.dst.removeprefix(OWN), entry.card
    return None


def _toml(value: Any) -> str:
    """Strings, numbers and lists of them are the same in TOML and in JSON."""
    return json.dumps(value, ensure_ascii=False)


def amount(cents: int) -> int | float:
    """An amount in euros."""
    return cents / CENTS if cents % CENTS else cents // CENTS


class Writing:
    """A round as it is written down, entry by entry."""

    def __init__(self, rules: Rules, entries: Sequence[Entry]) -> None:
        assert isinstance(entries[0], Header)
        self.rules, self.header, self.entries = rules, entries[0], entries
        self.faces = {
            entry.to.removeprefix("show:"): str(entry.fell).replace("10", "T")
            for entry in entries
            if isinstance(entry, In) and entry.to.startswith("show:") and entry.fell is not None
        }
        self.slots: dict[str, list[str]] = {}
        for entry in entries:
            if given := _given(entry):
                self.slots.setdefault(given[0], []).append(given[1])
        self.players = self._order()
        self.dealt = self._by_street()
        self.bets = dict.fromkeys(self.players, 0)
        self.antes, self.blinds, self.spent = (dict.fromkeys(self.players, 0) for _ in range(3))
        self.actions: list[tuple[str, str]] = []
        self.shows: list[tuple[str, str]] = []
        self.last = 0
        self.street = next(iter(rules.streets.values()))

    def _order(self) -> list[str]:
        """Players as PHH counts them: from who speaks first after the flop."""
        dealt = list(self.slots)
        mano = next(entry.args[0] for entry in self.entries if isinstance(entry, Announce) and entry.call == "button")
        after = list(self.rules.streets.values())[-1].speaks.who == "tras-la-mano"
        start = (dealt.index(mano) + after) % len(dealt)
        return [*dealt[start:], *dealt[:start]]

    def _by_street(self) -> dict[str, tuple[Street, list[str]]]:
        """What everybody is dealt in a street, by the first of these cards."""
        by_street = {}
        for slots in self.slots.values():
            left = iter(slots)
            for street in self.rules.streets.values():
                if part := [slot for _, slot in zip(street.cards, left, strict=False)]:
                    by_street[part[0]] = (street, part)
        return by_street

    def fields(self) -> dict[str, Any]:
        """The hand, by the names of PHH; the articles go by the actions."""
        variant = self._variant()
        self._work_off()
        settings, minimum = self.header.settings, self.header.settings.minimum
        stacks = [self.header.balances[chips(who)] - self.spent[who] for who in self.players]
        scheme = self.rules.schemes[settings.options[SCHEME]]
        high = scheme.high.pay(minimum) if scheme.high else settings.maximum.get(MAXIMUM, minimum)
        bets = {"small_bet": amount(minimum), "big_bet": amount(high)}
        actions = [*self.actions[: self.last], *self.shows, *self._rest()]
        blinds, two = [amount(self.blinds[who]) for who in self.players], len(self.players) == 2
        return {
            "variant": variant,
            "antes": [amount(self.antes[who]) for who in self.players],
            # Of two players PHH has the second's blind first. In stud somebody brings it in, for nothing here.
            **({"bring_in": 0} if variant == "F7S" else {"blinds_or_straddles": blinds[::-1] if two else blinds}),
            **(bets if scheme.kind == "fijo" else {"min_bet": amount(minimum)}),
            "starting_stacks": [amount(cents) for cents in stacks],
            "actions": [action for action, _ in actions],
            "players": self.players,
            SEATED: len(self.header.players),
            CHIP: amount(settings.chip),
            OPTIONS: [f"{name}={value}" for name, value in settings.options.items()],
            "_game": self.rules.game,
            REGION: self.rules.region,
            "_articles": [article for _, article in actions],
        }

    def _variant(self) -> str:
        kind = self.rules.schemes[self.header.settings.options[SCHEME]].kind
        variant = VARIANTS.get((self.rules.game, kind))
        if variant is None:
            raise Unwritten("PHH has no variant for {game} with this limit", game=Word(self.rules.title))
        return variant

    # Entry by entry

    def _work_off(self) -> None:
        dealt = False
        board: list[str] = []
        for entry in self.entries[1:]:
            if isinstance(entry, Move):
                self._move(entry, before=not dealt)
            elif given := _given(entry):
                dealt = True
                self._deal(*given)
            elif isinstance(entry, Announce) and entry.call == "seventh":
                self.actions.append((f"d db {entry.args[0].replace('10', 'T')}", self.street.article))
            elif isinstance(entry, Down) and entry.to == board_place(0):
                board.append(self.faces[entry.slot])
            elif isinstance(entry, Announce) and entry.call in self.rules.streets:
                self.street = self.rules.streets[entry.call]
                self.actions.append((f"d db {''.join(board)}", self.street.article))
                board.clear()
            elif isinstance(entry, In) and entry.who in self.players and entry.act is not None:
                self._act(entry)
        self._shown()

    def _move(self, move: Move, before: bool) -> None:
        """Chips: antes and blinds before the cards, what somebody has before him, what the house takes."""
        for who in self.players:
            home, front = chips(who), felt(who, BET)
            if move.src == home and move.dst == front:
                self.bets[who] += move.cents
                self.blinds[who] += move.cents if before else 0
            elif move.src == home and move.dst.partition("/")[0] == POT:
                self.antes[who] += move.cents
            elif move.src == home:
                self.spent[who] += move.cents
            elif move.src == front:
                self.bets[who] = 0

    def _deal(self, who: str, slot: str) -> None:
        """A player's cards of a street, all of them with the first: those that nobody was shown are not known."""
        if slot in self.dealt:
            self.street, slots = self.dealt[slot]
            cards = "".join(self.faces.get(each, UNKNOWN) for each in slots)
            self.actions.append((f"d dh {self._name(who)} {cards}", self.street.article))

    def _act(self, entry: In) -> None:
        acts, who, act = self.rules.acts, entry.who, entry.act
        assert act is not None
        words = {FOLD: ("f", acts.fold), CHECK: ("cc", acts.check), CALL: ("cc", acts.call)}
        if act.do in words:
            do, rule = words[act.do]
            self.actions.append((f"{self._name(who)} {do}", rule.article))
        elif act.do in (BETS, RAISE):
            to = amount(self.bets[who] + act.cents)
            self.actions.append((f"{self._name(who)} cbr {to}", acts.raise_.article))
        elif (act.do, act.on) == ("choose", THROWS):
            muck = self.rules.showdown.muck or self.rules.showdown
            self.shows.append((f"{self._name(who)} sm", muck.article))
            return
        self.last = len(self.actions) if act.do in (*words, BETS, RAISE) else self.last

    def _shown(self) -> None:
        """Who shows at the end: who has not given up, and whose cards are all known."""
        folded = {words.split()[0] for words, _ in self.actions if words.endswith(" f")}
        thrown = {words.split()[0] for words, _ in self.shows}
        for who in self.players:
            cards = [self.faces.get(slot, UNKNOWN) for slot in self.slots[who]]
            if self._name(who) not in folded | thrown and UNKNOWN not in cards:
                self.shows.append((f"{self._name(who)} sm {''.join(cards)}", self.rules.showdown.order.article))

    def _rest(self) -> list[tuple[str, str]]:
        """The common cards that came when all betting was over; none that only decide between one and those out."""
        out = sum(words.endswith((" f", " sm")) for words, _ in (*self.actions, *self.shows))
        return self.actions[self.last :] if len(self.players) - out > 1 else []

    def _name(self, who: str) -> str:
        return f"p{self.players.index(who) + 1}"
