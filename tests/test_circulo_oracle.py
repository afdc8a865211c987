"""Evenings of poker between players, reckoned again step by step by an oracle that knows the texts alone."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.games import game
from tests import circle
from tests.circle import (
    AFTER,
    BEST,
    BLINDS,
    FIXED,
    FREE,
    HALF_POT,
    LAST,
    LOW,
    MANO,
    MOST,
    OPENER,
    POT,
    UP_TO,
    Reckoning,
    Step,
    Terms,
    Text,
    Variety,
)
from tests.helpers import EVERYTHING

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
TEXTS = {EX: Text(True, False, True), GA: Text(False, True, False), PV: Text(False, False, False)}
NAMES = ("ana", "luis", "eva", "pau", "noa", "teo", "ivo", "uma")
HANDS = int(os.environ.get("TAPETE_HANDS", "400" if EVERYTHING else "40"))
SHARED = (0, 3, 1, 1)
SEVEN = ("ddu", "u", "u", "u", "d")
FIVE = ("du", "u", "u", "u")
VARIETIES: dict[tuple[str, str], Variety] = {
    ("poker-cubierto", EX): Variety(("ddddd", ""), (0, 0), (MANO, LAST), covered=True),
    ("poker-cubierto", GA): Variety(("ddddd", ""), (0, 0), (MANO, OPENER), covered=True),
    ("poker-cubierto", PV): Variety(("ddddd", ""), (0, 0), (BLINDS, LAST), covered=True),
    **{("seven-stud", region): Variety(SEVEN, (0,) * 5, (LOW, BEST)) for region in (EX, GA, PV)},
    **{("five-stud", region): Variety(FIVE, (0,) * 4, (BEST, BEST)) for region in (EX, GA, PV)},
    ("omaha", EX): Variety(("dddd", "", "", ""), SHARED, (BLINDS, AFTER), from_hand=2),
    **{("omaha", region): Variety(("dddd", "", "", ""), SHARED, (MANO, MANO), from_hand=2) for region in (GA, PV)},
    ("omaha-cinco", PV): Variety(("ddddd", "", "", ""), SHARED, (MANO, MANO), from_hand=2),
    ("omaha-hi-lo", PV): Variety(("dddd", "", "", ""), SHARED, (MANO, MANO), from_hand=2, low=True),
    ("holdem", EX): Variety(("dd", "", "", ""), SHARED, (BLINDS, AFTER)),
    **{("holdem", region): Variety(("dd", "", "", ""), SHARED, (MANO, MANO)) for region in (GA, PV)},
    ("double-holdem", PV): Variety(("dd", "", "", ""), SHARED, (MANO, MANO), lines=2),
    **{
        ("sintetico", region): Variety(("dd", *[""] * 4), (1,) * 5, (MANO, MOST), from_hand=2)
        for region in (EX, GA, PV)
    },
}
LIMITS = {
    "sin-limite": FREE,
    "bote-limitado": POT,
    "bote-con-limite": POT,
    "split-limit": HALF_POT,
    "limitado": FIXED,
    "bajo-y-alto": UP_TO,
}
STUDS = ("seven-stud", "five-stud")


def terms(name: str, region: str, settings: Any) -> Terms:
    """What a table plays for, by the texts: 2.2.7.3, art. 22.3 and 30.1, 17.VI.3 and 17.5.II.1; all in whole chips."""
    options, minimum = settings.options, settings.minimum
    limit = LIMITS[options["limite"]]
    high = 2 * minimum if region == EX else settings.maximum.get("maximo", 0) // settings.chip * settings.chip
    own = name == "seven-stud" or (region == EX and name in STUDS)
    pair = {FIXED: "may", UP_TO: "all"}.get(limit, "") if name in STUDS else ""
    figures = (0, 0, 0, 2, 1) if name == "seven-stud" and region != EX and limit == POT else ()
    capped = limit == FIXED or (name == "seven-stud" and region != EX)
    percent = {"minimo": 0, "medio": 25, "maximo": 50}[options["porcentaje"]]
    rake, fee, cap = (percent, 1000), 0, None
    if options["beneficio"] == "sesion":
        rake = (0, 1)
    if options["beneficio"] == "jugador":
        rake, fee = (0, 1), minimum * {"minimo": 20, "medio": 35, "maximo": 50}[options["porcentaje"]] // 100
        fee = fee // settings.chip * settings.chip
    elif options.get("tope", "sin-tope") != "sin-tope":
        cap = int(options["tope"]) * minimum
    return Terms(minimum, settings.chip, limit, high, 3 if capped else 0, own and capped, pair, figures, rake, cap, fee)


class Evening:
    """A table over many hands."""

    def __init__(self, name: str, region: str, source: random.Random) -> None:
        self.name, self.region, self.source = name, region, source
        self.rules: Any = game(name).rules(region)
        chosen = {name: source.choice(option.values) for name, option in self.rules.options.items()}
        if source.random() < 0.5:
            chosen["beneficio"] = "bote"
        minimum, chip = source.choice(((1000, 50), (1000, 100), (1000, 500), (1250, 50), (1250, 250)))
        self.settings = msgspec.structs.replace(standard(self.rules, minimum, chosen), chip=chip)
        seats, _ = self.rules.seating(self.settings.options)
        self.players = NAMES[: source.randint(4, min(8, seats))]
        purses = dict.fromkeys(self.players, 100_000)
        self.session = Session(game(name).play, self.rules, self.settings, purses, seeds=lambda: source.randbytes(32))
        self.session.open().act("croupier", Act("close"))
        self.terms = terms(name, region, self.settings)
        self.text, self.variety = TEXTS[region], VARIETIES[name, region]

    def hand(self) -> None:
        """One hand with stacks of all sizes, played and reckoned."""
        source, session, chip = self.source, self.session, self.settings.chip
        assert session.round is not None and session.round.finished
        session._take_over(session.round)
        session.round = None
        least = 2 * self.settings.minimum
        for who in self.players:
            session.places[f"chips/{who}"] = chip * source.choice((1, 3, 11, 20, 47, 95, 200, 1000)) + source.choice(
                (0, 0, 0, least)
            )
        carried = session.places.get("pot", 0)
        found = session.open()
        stacks = {who: found.places[f"chips/{who}"] for who in self.players}
        found.act("croupier", Act("close"))
        steps = self.played(found)
        self.reckon(found, stacks, steps, carried)

    def played(self, found: Round) -> list[tuple[str, str, dict[str, tuple[int, int]], Act]]:
        """Everybody does what is open, at random."""
        steps, source = [], self.source
        while not found.finished:
            pending = found.pending
            assert isinstance(pending, Window), pending
            _, who, about = pending.label.split(":")
            options = pending.open(who)
            weights = [0.25 if item.do == "fold" else 0.7 if item.do in ("bet", "raise") else 1 for item in options]
            item = source.choices(options, weights)[0]
            cents = 0
            if item.amounts:
                lo, hi, by = item.amounts
                cents = lo + by * source.choice((0, 0, (hi - lo) // by, source.randint(0, (hi - lo) // by)))
            slots = tuple(source.sample(item.slots, source.randint(item.least, item.most))) if item.slots else ()
            act = Act(item.do, item.on, cents, slots)
            steps.append((who, about, {item.do: (item.lo, item.hi) for item in options}, act))
            found.act(who, act)
        return steps

    def reckon(self, found: Round, stacks: dict[str, int], steps: Any, carried: int) -> None:
        """The same by the oracle, and the same at the end."""
        order, faces = order_of_play(found), faces_of(found)
        number = {who: n for n, who in enumerate(order)}
        chip = self.settings.chip
        whole = [stacks[who] // chip * chip for who in order]
        hand = Reckoning(self.text, self.variety, self.terms, whole, carried)
        told = iter([Step(number[who], about, may, act.do, act.cents) for who, about, may, act in steps])
        first = dealt(found, order)
        self.forced(hand, told)
        if self.variety.covered:
            self.covered(hand, told)
        else:
            self.streets(hand, told, {n: [faces[slot] for slot in first[who]] for n, who in enumerate(order)})
        blank = any(entry.call == "blank" for entry in found.log if isinstance(entry, Announce))
        if not blank and self.text.each_hand:
            self.proven(hand, found, order)
            if hand.live:
                hand.take()
        taken = [move.cents for move in moves(found) if move.dst == "commission"]
        if self.terms.fee:
            assert taken == [min(self.terms.fee, cents) for cents in self.after_stakes if cents], (
                taken,
                self.after_stakes,
            )
        else:
            assert sum(taken) == sum(hand.taken), (taken, hand.taken)
        self.ends(hand, found, order, faces, carried, blank)

    def forced(self, hand: Reckoning, told: Iterator[Step]) -> None:
        """Antes, blinds, stakes of one's own will."""
        minimum, chip, count = self.settings.minimum, self.settings.chip, len(hand.players)
        options = self.settings.options
        blinds = options.get("obligatorias") == "ciegas" or (self.region == EX and self.name in ("holdem", "omaha"))
        if blinds:
            half = max(chip, minimum // 2 // chip * chip)
            hand.post(1 % count, half)
            hand.post(2 % count, minimum)
        elif self.name == "poker-cubierto" and self.region != GA:
            self.blind_stakes(hand, told)
        else:
            num, _, den = options["ante"].partition(":")
            hand.antes(max(chip, minimum * int(num) // int(den) // chip * chip))
        self.after_stakes = []
        if self.terms.fee:
            for player in hand.players:
                self.after_stakes.append(player.stack)
                player.stack -= min(self.terms.fee, player.stack)

    def blind_stakes(self, hand: Reckoning, told: Iterator[Step]) -> None:
        """2.2.A.3.1-2: the mano opens, others may double; 17.1.II: two forced stakes, then a chain of doublings."""
        minimum, players = self.settings.minimum, hand.players
        if self.region == EX:
            if self.terms.limit == FREE and players[0].stack > minimum:
                step = next(told)
                assert (step.who, step.about, step.open) == (0, "apertura", {"post": (minimum, players[0].stack)})
                hand.post(0, step.cents)
            else:  # there is no pot yet, and a fixed amount is the minimum
                hand.post(0, minimum)
        else:
            hand.post(0, minimum)
            hand.post(1, 2 * minimum)
        opening = hand.level
        for n in range(hand.posted + 1, len(players)):
            least = 2 * (opening if self.region == EX else hand.level)
            if players[n].stack < least:
                if self.region == EX:
                    continue
                break
            step = next(told)
            assert (step.who, step.about) == (n, "ciega"), step
            most = players[n].stack
            if self.terms.limit == FIXED:
                most = least
            elif self.terms.limit != FREE:
                part = 2 if self.terms.limit == HALF_POT else 1
                most = min(most, max(least, hand.by_pot(players[n], part) if hand.level else least))
            assert step.open == {"check": (0, 0), "post": (least, most)}, (step, most, hand.level)
            if step.do == "post":
                hand.straddles = 1
                hand.post(n, step.cents, alone=step.cents <= hand.level)
            elif self.region == PV:
                break

    def start(self, hand: Reckoning, street: int) -> int:
        """Who speaks first."""
        who = self.variety.speaks[street > 0]
        if self.name == "poker-cubierto" and self.region == EX and not street and hand.straddles:
            who = BLINDS
        if who == LOW:
            return circle.lowest_card(hand.players, self.region == EX)
        if who == BEST:
            return circle.best_showing(hand.players)
        by_seat = {MANO: 0, AFTER: 1, BLINDS: hand.posted + 1, LAST: hand.last}
        return {**by_seat, MOST: hand.bettor or 0, OPENER: hand.opener or 0}[who]

    def must(self, street: int) -> str:
        """2.2.B.3 and 30.2: the best showing stays; 30.2: the lowest card must bet; 27: who opened does not give up."""
        if self.name == "seven-stud":
            return "stay" if street else "" if self.region == EX else "bet"
        return "stay" if self.name == "poker-cubierto" and self.region == GA and street else ""

    def streets(self, hand: Reckoning, told: Iterator[Step], own: dict[int, list[circle.Card]]) -> None:
        """Cards and betting, interval by interval."""
        for street, kinds in enumerate(self.variety.own):
            before = sum(map(len, self.variety.own[:street]))
            for n, player in enumerate(hand.players):
                for at, kind in enumerate(kinds, before):
                    if kind == "u" and player.live:
                        player.up.append(own[n][at])
            hand.interval(street, self.start(hand, street), told, self.must(street))
            hand.straddles = 0
            hand.gather()
            if len(hand.live) == 1:
                return

    def covered(self, hand: Reckoning, told: Iterator[Step]) -> None:
        """Two intervals, and between them the change."""
        hand.interval(0, self.start(hand, 0), told)
        hand.straddles = 0
        hand.gather()
        if len(hand.live) == 1 or (self.region == GA and hand.opener is None):
            return
        start = hand.opener or 0 if self.region == GA else 0
        order = [(start + n) % len(hand.players) for n in range(len(hand.players))]
        for n in order:
            if hand.players[n].live:
                step = next(told)
                assert (step.who, step.about, step.do) == (n, "descarte", "discard"), step
        hand.interval(1, self.start(hand, 1), told, self.must(1))
        hand.gather()

    def proven(self, hand: Reckoning, found: Round, order: list[str]) -> None:
        """Who opened falsely loses his hand (28.3); what he could have shown is held by other tests."""
        for entry in found.log:
            if isinstance(entry, Announce) and entry.call == "false":
                hand.players[order.index(entry.args[0])].live = False

    def ends(
        self, hand: Reckoning, found: Round, order: list[str], faces: dict[str, circle.Card], carried: int, blank: bool
    ) -> None:
        """Who has what in the end."""
        players = hand.players
        paid = [move for move in moves(found) if move.src.startswith("pot") and move.dst.startswith("chips/")]
        if blank or not hand.live:
            assert not paid
            return
        lines = self.ranked(hand, found, order, faces)
        expected: Counter[int] = Counter()
        pots = hand.pots(carried)
        taken = sum(hand.taken)
        assert sum(pots) - taken == sum(move.cents for move in paid), (pots, hand.taken, paid)
        lows = [0, *sorted(hand.bounds)]
        for n, (whole, low) in enumerate(zip(pots, lows, strict=True)):
            path = "pot" if not n else f"pot/{n + 1}"
            rake = sum(m.cents for m in moves(found) if m.dst == "commission" and m.src == path)
            if self.terms.cap is None:
                off = abs(rake * sum(pots) - taken * whole)
                assert off <= (len(hand.taken) + 1) * self.settings.chip * sum(pots)
            mine = sum(move.cents for move in paid if move.src == path)
            assert mine == whole - rake, (path, mine, whole, rake, hand.bounds)
            if mine and len(hand.live) > 1:
                expected += hand.shares(mine, low, lines)
            elif mine:
                expected[players.index(hand.live[0])] += mine
        got = Counter({order.index(who): cents for who, cents in received(paid).items()})
        assert got == expected, (got, expected, lines)

    def ranked(
        self, hand: Reckoning, found: Round, order: list[str], faces: dict[str, circle.Card]
    ) -> list[dict[int, Any]]:
        """What those who show are worth, by line; as low hands too where half is theirs."""
        variety, options = self.variety, self.settings.options
        pack = options.get("baraja") or self.rules.equipment.cards.pack
        lowest = 15 - int(pack) // 4
        shown = [n for n, player in enumerate(hand.players) if player.live and found.cards.get(f"mano/{order[n]}")]
        own = {n: [faces[slot] for slot in found.cards[f"mano/{order[n]}"]] for n in shown}
        boards = [[faces[slot] for slot in found.cards.get(place, [])] for place in ("mesa", "mesa/2")[: variety.lines]]
        if len(hand.live) == 1:
            return [{}]
        lines: list[dict[int, Any]] = []
        for board in boards:
            worth = {}
            for n in shown:
                fives = circle.made(variety, own[n], board)
                worth[n] = max(circle.value(five, pack != "52", variety.covered, lowest) for five in fives)
            lines.append(worth)
        if variety.low:
            lows = {n: [circle.low_value(five) for five in circle.made(variety, own[n], boards[0])] for n in shown}
            best = {n: min(filter(None, each), default=None) for n, each in lows.items()}
            lines.append({n: tuple(-rank for rank in each) for n, each in best.items() if each})
        return lines


def order_of_play(found: Round) -> list[str]:
    """The players from the mano on, as they were dealt cards."""
    said = [entry for entry in found.log if isinstance(entry, Announce) and entry.call == "button"]
    ring = [place.removeprefix("mano/") for place in found.cards if place.startswith("mano/")]
    at = ring.index(said[-1].args[0])
    return ring[at:] + ring[:at]


def dealt(found: Round, order: list[str]) -> dict[str, list[str]]:
    """Every slot that somebody was dealt, in the order in which it came."""
    slots: dict[str, list[str]] = {who: [] for who in order}
    for entry in found.log:
        place = getattr(entry, "to", "")
        if isinstance(place, str) and place.startswith("mano/") and hasattr(entry, "slot"):
            slots[place.removeprefix("mano/")].append(entry.slot)
    return slots


def faces_of(found: Round) -> dict[str, circle.Card]:
    """All cards of the pack by slot, as the driver knows them."""
    order = found._order()
    assert order is not None
    ranks = {"J": 11, "Q": 12, "K": 13, "A": 14}
    faces = {}
    for cards in found.cards.values():
        for slot in cards:
            text = order.opening(slot)[0]
            faces[slot] = (ranks.get(text[:-1]) or int(text[:-1]), text[-1])
    return faces


def moves(found: Round) -> list[Move]:
    """All chips that moved."""
    return [entry for entry in found.log if isinstance(entry, Move)]


def received(paid: list[Move]) -> Counter[str]:
    """What each was given."""
    won: Counter[str] = Counter()
    for move in paid:
        won[move.dst.removeprefix("chips/")] += move.cents
    return won


@pytest.mark.parametrize(("name", "region"), VARIETIES, ids=["-".join(pair) for pair in VARIETIES])
def test_ex_2_2_and_ga_17_43_and_pv_17_hands_are_played_and_paid_as_the_oracle_reckons(name: str, region: str) -> None:
    source = random.Random(f"{name} {region}")
    for _ in range(HANDS // 5):
        evening = Evening(name, region, source)
        for _ in range(5):
            evening.hand()
