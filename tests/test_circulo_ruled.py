"""Hands in which the inspector rules: whose the chips are at the end, by what each staked and by the cards that show.

Each pot is reckoned from the stakes alone, level by level, as if nobody had ruled anything: whoever lost his hand has
paid into it and wins none, whoever had his stakes back has none in it, whoever was set apart plays for what he staked.
"""

import os
import random
from collections import Counter
from typing import Any

import pytest

from tapete.engine.requests import Act, Announce, Chance
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.errors import TapeteError
from tapete.games import game
from tests import circle
from tests.helpers import EVERYTHING
from tests.test_circulo_oracle import NAMES, VARIETIES, faces_of, moves, order_of_play

HANDS = int(os.environ.get("TAPETE_HANDS", "300" if EVERYTHING else "25"))
CHANCE = 0.15  # that the inspector rules or reports before an act


class Table:
    """A table at which the house takes nothing, and stacks of all sizes."""

    def __init__(self, name: str, region: str, source: random.Random) -> None:
        self.name, self.source = name, source
        self.rules: Any = game(name).rules(region)
        chosen = {option: source.choice(rule.values) for option, rule in self.rules.options.items()}
        chosen |= {"beneficio": "bote", "porcentaje": "minimo"}
        self.settings = standard(self.rules, 1000, chosen)
        seats, _ = self.rules.seating(self.settings.options)
        self.players = NAMES[: source.randint(4, min(7, seats))]
        purses = dict.fromkeys(self.players, 100_000)
        self.session = Session(game(name).play, self.rules, self.settings, purses, seeds=lambda: source.randbytes(32))
        self.session.open().act("croupier", Act("close"))
        self.variety = VARIETIES[name, region]

    def hand(self) -> Round:
        """One hand at random, with rulings of all kinds."""
        session, source = self.session, self.source
        assert session.round is not None
        session._take_over(session.round)
        session.round = None
        for who in self.players:
            session.places[f"chips/{who}"] = self.settings.chip * source.choice((3, 20, 47, 95, 200, 1000)) + 2000
        hand = session.open()
        hand.act("croupier", Act("close"))
        while not hand.finished:
            pending = hand.pending
            assert not isinstance(pending, Chance) and isinstance(pending, Window), pending
            if source.random() < CHANCE and self.troubled(hand, pending):
                continue
            self.act(hand, pending, pending.label.split(":")[1])
        return hand

    def troubled(self, hand: Round, pending: Window) -> bool:
        """The inspector rules something that can be, or reports what does not void the hand."""
        rulings = [item for item in pending.open("inspector") if item.do == "rule" and "expulsion" not in item.on]
        if rulings:
            item = self.source.choice(rulings)
            slots = tuple(self.source.sample(item.slots, max(item.least, 1))) if item.slots else ()
            hand.act("inspector", Act(item.do, item.on, item.lo, slots))
            return True
        name = self.source.choice(sorted(hand.rules.irregularities))
        if hand.rules.irregularities[name].remedy == "anular":
            return False
        try:
            hand.report(name)
        except TapeteError:
            return False
        return True

    def act(self, hand: Round, pending: Window, who: str) -> None:
        options, source = pending.open(who), self.source
        item = source.choices(options, [0.2 if item.do == "fold" else 1 for item in options])[0]
        lo, hi, by = item.amounts or (0, 0, 1)
        cents = lo + by * source.choice((0, 0, (hi - lo) // by, source.randint(0, (hi - lo) // by)))
        slots = tuple(source.sample(item.slots, source.randint(item.least, item.most))) if item.slots else ()
        hand.act(who, Act(item.do, item.on, cents, slots))

    def reckon(self, hand: Round, carried: int) -> int:
        """What everybody was paid is what the pots, level by level, come to; how many pots were shared out."""
        order, chip = order_of_play(hand), self.settings.chip
        put: Counter[str] = Counter()
        paid: Counter[str] = Counter()
        back = [ruling.article for ruling in self.rules.rulings.values() if ruling.remedy == "devuelve"]
        for move in moves(hand):
            kind, _, rest = move.src.partition("/")
            if kind == "chips":
                put[rest] += move.cents
            elif move.dst.startswith("chips/"):
                who = move.dst.removeprefix("chips/")
                if kind == "felt" or move.article in back:
                    put[who] -= move.cents
                else:
                    paid[who] += move.cents
        shown = [who for who in order if hand.cards.get(f"mano/{who}")]
        left = hand.places.get("pot", 0)
        if left:  # a blank hand, or a false one: all of it waits
            assert not paid and left == carried + put.total()
            return 0
        if len(shown) == 1:
            assert paid == {shown[0]: carried + put.total()}
            return 1
        lines = self.worth(hand, shown)
        levels = sorted({put[who] for who in shown if put[who]})
        due: Counter[str] = Counter()
        slack: Counter[str] = Counter()
        low = 0
        for level in levels:
            cents = sum(max(0, min(put[who], level) - low) for who in order)
            if level == levels[-1]:  # what is above all who are left is theirs who staked most
                cents += sum(max(0, put[who] - level) for who in order)
            if not low:
                cents += carried
            among = [who for who in shown if put[who] > low]
            ways = [best for line in lines if (best := winners(line, among))]
            for best in ways:
                for who in best:
                    due[who] += cents // len(ways) // len(best)
                    slack[who] += (len(ways) * len(best) > 1) * 2 * chip
            low = level
        assert paid.total() == carried + put.total(), (paid, put, carried)
        assert all(abs(paid[who] - due[who]) <= slack[who] for who in order), (paid, due, put, shown)
        return len(levels)

    def worth(self, hand: Round, shown: list[str]) -> list[dict[str, Any]]:
        """By line, and for the low half, what those who show have."""
        faces, variety = faces_of(hand), self.variety
        pack = self.settings.options.get("baraja") or self.rules.equipment.cards.pack
        boards = [[faces[slot] for slot in hand.cards.get(place, [])] for place in ("mesa", "mesa/2")[: variety.lines]]
        own = {who: [faces[slot] for slot in hand.cards[f"mano/{who}"]] for who in shown}
        lowest, reduced = 15 - int(pack) // 4, pack != "52"
        lines: list[dict[str, Any]] = [
            {
                who: max(
                    circle.value(five, reduced, variety.covered, lowest) for five in circle.made(variety, cards, board)
                )
                for who, cards in own.items()
            }
            for board in boards
        ]
        if variety.low:
            lows = {who: [*map(circle.low_value, circle.made(variety, own[who], boards[0]))] for who in shown}
            best = {who: min(filter(None, each), default=None) for who, each in lows.items()}
            lines.append({who: tuple(-rank for rank in each) for who, each in best.items() if each})
        return lines


def winners(line: dict[str, Any], among: list[str]) -> list[str]:
    """Who has the best of a line."""
    worth = {who: line[who] for who in among if who in line}
    return [who for who in worth if worth[who] == max(worth.values())]


@pytest.mark.parametrize(("name", "region"), VARIETIES, ids=["-".join(pair) for pair in VARIETIES])
def test_ex_2_2_10_and_ga_24_and_pv_17_viii_what_is_ruled_leaves_every_pot_with_whose_it_is(
    name: str, region: str
) -> None:
    source = random.Random(f"ruled {name} {region}")
    ruled = pots = 0
    while ruled < HANDS:
        table = Table(name, region, source)
        for _ in range(5):
            carried = table.session.round.places.get("pot", 0) if table.session.round else 0
            hand = table.hand()
            if hand.end is not None and hand.end.void:
                break
            pots += table.reckon(hand, carried)
            ruled += any(isinstance(entry, Announce) and entry.call == "noted" for entry in hand.log)
    assert pots > HANDS
