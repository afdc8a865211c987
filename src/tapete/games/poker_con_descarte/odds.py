"""Odds of póquer con descarte: best play and rules to remember, and what the jackpot is worth.

Every decision is the best by values that are exact in ranks (`chances`), and so is what a way to play is worth by
them. What the suits of the player's cards change in the bank's colours is left out there and measured: the same deals
are played with the suits as they lie and with those of each rank turned by chance, which is what the values stand for,
and the mean of the difference is added. Few deals differ, so its error is small.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.cards.ranking import Ranking
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import card_pack, check_pack
from tapete.engine.views import View
from tapete.errors import TapeteError
from tapete.games.poker_con_descarte.best import CHOICES, GOES, fares, fares_of_all, of_hand, plan, values
from tapete.games.poker_con_descarte.chances import Tables, tables
from tapete.games.poker_con_descarte.hands import CARDS, COLUMNS, HAND, Alike, Bytes, Ints, alike
from tapete.games.poker_con_descarte.kinds import summary
from tapete.games.poker_con_descarte.loop import DEALT, PARTS, Book, Measured, book_of, finals_of, measured, told
from tapete.games.poker_con_descarte.rules import (
    AFTER,
    ALWAYS,
    AMOUNT,
    BEST,
    BY_HAND,
    CHANGES,
    FIRST,
    FIXED,
    FOLDS,
    JACKPOT,
    POLICY,
    SIMPLE,
    Rules,
    jackpot_back,
    jackpot_times,
    order,
)
from tapete.games.poker_con_descarte.rules import GOES as GOING
from tapete.games.poker_con_descarte.simple import simple
from tapete.games.shared.mano.five import Order
from tapete.games.shared.mano.jackpot import METER, PAYS, PAYS_ALL, grows
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.kept import Progress, kept
from tapete.odds.report import BetOdds

MEASURED = {BEST: 1 << 26, SIMPLE: 1 << 23, ALWAYS: 1 << 23}  # hands
PAIRED = 4  # ranks that two pairs of a rank have to compare
FROM_REST = 1 << 21  # hands, where cards were seen: somebody waits for them
NOTES = {
    BEST: "best play",
    SIMPLE: (
        "always go, and change as the bank has to; with nothing keep three cards of a suit, or else the three highest"
    ),
}
STANDS = "servido"
LowRuns = tuple[tuple[str, Literal["lowest", "highest"]], ...]
PARTS_OF_VALUES = 300  # as a measurement counts them


class Facts(msgspec.Struct, frozen=True):
    """All that the odds depend on: the order of hands, what they pay, the stakes, what the bank shows, cards seen."""

    kinds: tuple[str, ...]
    compared: tuple[int, ...]
    ace: Literal["high", "both"]
    least: int
    pays: tuple[int, ...]
    first: int
    times: int
    shows: bool
    most: int
    seen: tuple[int, ...] = ()
    low_runs: LowRuns | msgspec.UnsetType = msgspec.UNSET

    @property
    def order(self) -> Order:
        """The order of hands, compiled."""
        fewer = tuple((kind, count) for kind, count in zip(self.kinds, self.compared, strict=True) if count < HAND)
        low_runs = self.low_runs or ()
        lookup = Ranking(FRENCH, HAND, self.kinds, ace=self.ace, compared=fewer, low_runs=low_runs).compile()
        return Order(lookup, self.least, self.kinds, self.pays)

    @property
    def whole(self) -> "Facts":
        """The same where no card was seen and every card is compared: best play hardly goes by what breaks a tie."""
        every = tuple(PAIRED if kind == "pareja" else HAND for kind in self.kinds)
        found = msgspec.structs.replace(self, compared=every, seen=(), low_runs=msgspec.UNSET)
        lowest = self.order.lookup.values[self.least]
        assert lowest is not None
        plays = [value is not None and value >= lowest for value in found.order.lookup.values]
        return msgspec.structs.replace(found, least=plays.index(True))

    @property
    def tables(self) -> Tables:
        """What `chances` reads."""
        win = tuple(self.first + self.times * pays for pays in self.pays)
        return tables(self.order, win, self.first, -1 - self.times)


class Way(msgspec.Struct, frozen=True):
    """A way to play: its choices by hand and card shown, what it is worth by ranks, and what was measured of it."""

    choices: bytes
    worth: float
    measured: Measured


class Answer(msgspec.Struct, frozen=True):
    """Every way to play, with cards seen only as it was measured; and best play's means for its tables."""

    ways: dict[str, Way]
    going: dict[str, list[float]] = {}
    keeping: dict[str, dict[str, tuple[float, float]]] = {}


def facts(rules: Rules, seen: Iterable[int] = ()) -> Facts:
    """What the odds of a rulebook depend on."""
    found = order(rules)
    return Facts(
        found.kinds,
        tuple(rules.hands.kinds[kind].tie.compared for kind in found.kinds),
        rules.equipment.cards.ace,
        found.least,
        found.pays,
        rules.first.pays.num,
        rules.second.times,
        rules.deal.shows_last,
        rules.changing.most,
        tuple(seen),
        rules.hands.low_runs or msgspec.UNSET,
    )


@kept(version=2)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Best play from a whole pack, and rules to remember beside it; all of them measured."""
    hands, scores = alike(), facts.tables
    of, pack = PARTS_OF_VALUES + 3 * PARTS, np.ones(CARDS, np.bool_)
    counted = values(scores, pack, facts.shows, lambda done, parts: progress(done * PARTS_OF_VALUES // parts, of))
    best = plan(hands.cards, counted, pack, scores, facts.most)
    chosen = {BEST: best.choices, SIMPLE: simple(hands.cards, facts.shows), ALWAYS: best.choices % GOES + GOES}
    ways = {}
    for number, (policy, choices) in enumerate(chosen.items()):
        worths = fares(hands.cards, counted, pack, scores, choices)
        mean = _mean(hands, np.where(choices >= GOES, worths, -1.0))
        narrow, before = hands.narrow(choices), PARTS_OF_VALUES + number * PARTS
        found = _measure(facts, MEASURED[policy], narrow, functools.partial(_further, progress, before, of))
        ways[policy] = Way(narrow.tobytes(), mean, found)
    means = fares_of_all(hands, counted, pack, scores)
    return Answer(ways, *summary(hands, best.worths, means, _lowest(facts.order)))


def _lowest(found: Order) -> int:
    """The rank of the lowest pair with which the bank plays."""
    value = found.lookup.values[found.least]
    assert value is not None
    return value[1][0]


@kept(version=2)
def from_rest(facts: Facts, progress: Progress) -> Answer:
    """The same ways to play, measured where cards are known to be out of the pack or fewer are compared."""
    whole = analysis(facts.whole)
    ways = {}
    for number, (policy, way) in enumerate(whole.ways.items()):
        choices = _choices(facts, way)
        found = _measure(facts, FROM_REST, choices, functools.partial(_further, progress, number * PARTS, 3 * PARTS))
        ways[policy] = Way(b"", 0.0, found)
    return Answer(ways)


class Finals(msgspec.Struct, frozen=True):
    """How often each kind of hand comes of best play, by its place from the worst, without a change and after one."""

    counts: list[tuple[int, int]]


@kept(version=1)
def finals(facts: Facts, progress: Progress) -> Finals:
    """Every hand with every card that may come to it, and every one that the bank may show."""
    hands, choices = alike(), _choices(facts, analysis(facts).ways[BEST])
    return Finals(finals_of(facts.order, hands, choices, lambda done: progress(done, PARTS)))


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The first stake with its second, for best play and two rules to remember; and the jackpot, by its prizes."""
    seen = _seen(rules, shoe)
    asked = facts(rules, seen)
    known = asked == asked.whole
    answer = analysis(asked) if known else from_rest(asked)
    rows = [_row(rules, policy, answer.ways[policy], exact=known) for policy in rules.options[POLICY].values]
    return [*rows, *(_jackpot(rules, rows[0]) if rules.jackpot and not seen else [])]


def strategy(rules: Rules, policy: str) -> Bytes:
    """The choices of a way to play, by kind of hand and what the bank shows."""
    asked = facts(rules).whole
    return _choices(asked, analysis(asked).ways[policy])


@functools.lru_cache(maxsize=16)
def book(rules: Rules, policy: str) -> Book:
    """A way to play as loops read it."""
    return book_of(order(rules), strategy(rules, policy))


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What going on, passing or changing cards is worth to the first stake, from the cards that somebody sees."""
    pack, own = card_pack(rules), view.cards.get(f"mano/{view.who}", [])
    bank = [pack.card(card) for card in view.cards.get("mano/crupier", []) if card]
    mine = [pack.card(card) for card in own if card]
    changing = any(item.do == CHANGES for item in view.open)
    if len(mine) < HAND or not (changing or GOING in view.choices):
        return []
    worths = at(rules, mine, bank[-1] if bank else None)
    if not changing:
        return [(GOING, max(worths.values())), (FOLDS, -1.0)]
    slots = view.slots[f"mano/{view.who}"]
    names = {places: " ".join(slots[place] for place in places) or STANDS for places in worths}
    return [(f"{CHANGES} {names[places]}", worth) for places, worth in worths.items()]


def at(rules: Rules, mine: list[int], shown: int | None) -> dict[tuple[int, ...], float]:
    """What going on and changing the cards in some places is worth, by the places as the cards are given."""
    ascending = sorted(range(HAND), key=lambda place: mine[place])
    cards = np.array([mine[place] for place in ascending], np.uint8)
    asked = facts(rules)
    found = of_hand(cards, np.ones(CARDS, np.bool_), asked.shows, asked.tables)
    column = shown if asked.shows and shown is not None else 0
    choices = [places for places in CHOICES if len(places) <= rules.changing.most]
    return {
        tuple(sorted(ascending[place] for place in places)): float(found[column, number])
        for number, places in enumerate(choices)
    }


def _further(progress: Progress, before: int, of: int, part: int) -> None:
    progress(before + part, of)


def _choices(facts: Facts, way: Way) -> Bytes:
    return np.frombuffer(way.choices, np.uint8).reshape(-1, COLUMNS if facts.shows else 1).copy()


def _seen(rules: Rules, shoe: Composition | None) -> tuple[int, ...]:
    if shoe is None:
        return ()
    check_pack(rules, shoe)
    if shoe.packs != 1 or shoe.total < DEALT:
        raise TapeteError("a hand is dealt from one pack with {least} cards or more", least=DEALT)
    return tuple(card for card in shoe.pack.cards if not shoe.of(card))


def _measure(facts: Facts, hands: int, choices: Bytes, progress: Callable[[int], None]) -> Measured:
    left = np.array([card for card in range(CARDS) if card not in facts.seen], np.uint8)
    return measured(book_of(facts.order, choices), _gains(facts), left, hands, progress)


def _gains(facts: Facts) -> Ints:
    """What each outcome wins of a first stake of one."""
    won = [facts.first, -1 - facts.times, 0]
    found = []
    for place in range(len(facts.kinds)):
        for _ in range(2):
            found += [-1, *won, facts.first + facts.times * facts.pays[place]]
    return np.array(found, np.int64)


def _mean(hands: Alike, worths: NDArray[np.float64]) -> float:
    """The mean over all hands and, where the bank shows a card, over all cards that are not in the hand."""
    weights = hands.times(worths.shape[1])
    return float((weights * worths).sum() / weights.sum())


# The rows


def _row(rules: Rules, policy: str, way: Way, exact: bool) -> BetOdds:
    """A way to play: what it is worth by ranks, with the difference that suits make; from a rest, as it was played."""
    found, error = _figures(rules, way, exact)
    tally = way.measured.tally
    often = Fraction(sum(count for place, count in enumerate(tally) if told(place)[0]), way.measured.hands)
    changed = Fraction(sum(count for place, count in enumerate(tally) if told(place)[2]), way.measured.hands)
    row = BetOdds.of(rules, FIRST, found, {POLICY: policy})
    return replace(
        row,
        std_error=error,
        note=NOTES.get(policy, ""),
        staked=float(1 + rules.second.times * often),
        decisions={GOING: float(often), FOLDS: float(1 - often), CHANGES: float(changed)},
    )


def _figures(rules: Rules, way: Way, exact: bool) -> tuple[Figures, float]:
    found, hands = way.measured, way.measured.hands
    gains = _gains(facts(rules)).tolist()
    mean = sum(gain * count for gain, count in zip(gains, found.tally, strict=True)) / hands
    square = sum(gain * gain * count for gain, count in zip(gains, found.tally, strict=True)) / hands
    variance = square - mean * mean
    win = sum(count for gain, count in zip(gains, found.tally, strict=True) if gain > 0) / hands
    push = sum(count for gain, count in zip(gains, found.tally, strict=True) if gain == 0) / hands
    error = sqrt(variance / hands)
    if exact:
        mean = way.worth + found.total / hands
        error = sqrt((found.squares / hands - (found.total / hands) ** 2) / hands)
    return Figures(-mean, win, push, 1 - win - push, variance), error


def _jackpot(rules: Rules, first: BetOdds) -> list[BetOdds]:
    """A fixed jackpot of the least amount, without prizes after a change and with them, for best play.

    Then one that grows: as it begins, with as much as pays for it, and as pays for the first stake too. Every card that
    may come is counted; where the bank shows one too there are too many, and they are measured.
    """
    assert rules.jackpot is not None
    rows, growing = [], []
    for after in rules.options[AFTER].values:
        setting = {JACKPOT: FIXED, AFTER: after}
        settings = standard(rules, options=setting)
        steps, hands = _fixed(rules, settings)
        row = BetOdds.of(rules, JACKPOT, figures([steps]), setting)
        error = sqrt(row.figures.variance / hands) if hands else None
        row = replace(row, std_error=error, article=rules.jackpot.fixed.article)
        rows.append(row)
        growing += _growing(rules, settings, steps, row, first)
    return [*rows, *growing]


def _fixed(rules: Rules, settings: Settings) -> tuple[list[Step], int]:
    """What a fixed jackpot gives back, with its weights; and of how many hands they were measured, if of some."""
    asked = facts(rules).whole
    found = analysis(asked).ways[BEST].measured
    outcomes = [(told(place), count) for place, count in enumerate(found.tally)]
    if not asked.shows:
        both = enumerate(finals(asked).counts)
        outcomes = [((0, place, bool(after)), pair[after]) for place, pair in both for after in (0, 1)]
    steps = [
        Step(count, -1, jackpot_back(rules, settings, place, changed))
        for (_, place, changed), count in outcomes
        if count
    ]
    return steps, found.hands if asked.shows else 0


def with_pot(rules: Rules, settings: Settings, bet: str, cents: int, pot: int | None) -> Figures | None:
    """A stake on a jackpot that grows and stands at so much."""
    if bet != JACKPOT or pot is None or rules.option(settings, JACKPOT) == FIXED:
        return None
    fixed = standard(rules, options={JACKPOT: FIXED, AFTER: rules.option(settings, AFTER)})
    more = Fraction(pot, cents * jackpot_times(rules, fixed, fixed=True))
    return figures([_grown(_fixed(rules, fixed)[0], more)])


def _grown(steps: Iterable[Step], more: Fraction) -> list[Step]:
    """Prizes are parts of what has accumulated, so they go in proportion."""
    return [step._replace(back=step.back * more) for step in steps]


def _growing(rules: Rules, settings: Settings, steps: list[Step], fixed: BetOdds, first: BetOdds) -> list[BetOdds]:
    """What a jackpot is worth by what has accumulated."""
    assert rules.jackpot is not None
    article, amount = rules.jackpot.growing.article, jackpot_times(rules, settings, fixed=True)

    def row(stakes: int, note: str = "") -> BetOdds:
        more = Fraction(stakes, amount)
        found = figures([_grown(steps, more)])
        setting = {JACKPOT: BY_HAND, AFTER: fixed.setting[AFTER], METER: str(stakes)}
        error = None if fixed.std_error is None else float(fixed.std_error * more)
        return replace(BetOdds.of(rules, JACKPOT, found, setting), std_error=error, article=article, note=note)

    each = (1 - Fraction(fixed.figures.edge)) / amount
    part = max(int(rules.option(settings, AMOUNT)), rules.jackpot.part)
    pays, pays_all = (ceil(back / each) for back in (Fraction(1), 1 + part * Fraction(first.figures.edge)))
    begins = row(jackpot_times(rules, settings, fixed=False), grows(each))
    return [begins, row(pays, PAYS), row(pays_all, PAYS_ALL)]
