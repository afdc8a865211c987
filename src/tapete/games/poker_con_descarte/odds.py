"""Odds of póquer con descarte: best play and rules to remember, and what the jackpot is worth.

Every decision is the best by values that are exact in ranks (`chances`), and so is what a way to play is worth by
them. What the suits of the player's cards change in the bank's colours is left out there and measured: the same deals
are played with the suits as they lie and with those of each rank turned by chance, which is what the values stand for,
and the mean of the difference is added. Few deals differ, so its error is small. Every way to play is dealt the same
hands: what one costs against another is the mean of their differences, whose error is smaller still.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Literal

import msgspec
import numpy as np

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.cards.ranking import Ranking
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import card_pack, check_pack
from tapete.engine.views import View
from tapete.errors import Said, TapeteError
from tapete.games.poker_con_descarte.best import CHOICES, GOES, Values, fares, fares_of_all, of_hand, plan, values
from tapete.games.poker_con_descarte.chances import Tables, tables
from tapete.games.poker_con_descarte.hands import CARDS, COLUMNS, HAND, Bytes, Ints, alike
from tapete.games.poker_con_descarte.kinds import summary
from tapete.games.poker_con_descarte.loop import DEALT, PARTS, Book, Measured, book_of, finals_of, measured, told
from tapete.games.poker_con_descarte.rules import (
    AFTER,
    ALWAYS,
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
    jackpot_part,
    jackpot_times,
    order,
)
from tapete.games.poker_con_descarte.rules import GOES as GOING
from tapete.games.poker_con_descarte.simple import RULE, simple
from tapete.games.shared.mano.five import Order
from tapete.games.shared.mano.jackpot import METER, PAYS, PAYS_ALL, grows
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.kept import Progress, kept
from tapete.odds.report import BetOdds

MEASURED = 1 << 26  # hands
PAIRED = 4  # ranks that two pairs of a rank have to compare
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
        facts = msgspec.structs.replace(self, compared=every, seen=(), low_runs=msgspec.UNSET)
        lowest = self.order.lookup.values[self.least]
        assert lowest is not None
        plays = [value is not None and value >= lowest for value in facts.order.lookup.values]
        return msgspec.structs.replace(facts, least=plays.index(True))

    @property
    def tables(self) -> Tables:
        """What `chances` reads."""
        win = tuple(self.first + self.times * pays for pays in self.pays)
        return tables(self.order, win, self.first, -1 - self.times)


class Way(msgspec.Struct, frozen=True):
    """A way to play: its choices by hand and card shown, what it is worth by ranks, and what was measured of it.

    `goes` and `changes` are how many of `deals`, all hands with all cards that may be shown, go on and change cards.
    """

    measured: Measured
    choices: bytes = b""
    worth: float = 0.0
    goes: int = 0
    changes: int = 0
    deals: int = 0


class Answer(msgspec.Struct, frozen=True):
    """Every way to play, with cards seen only as it was measured; and best play's means for its tables."""

    ways: dict[str, Way]
    going: dict[str, list[float]] = {}
    keeping: dict[str, dict[str, tuple[float, float]]] = {}


def facts(rules: Rules, seen: Iterable[int] = ()) -> Facts:
    """What the odds of a rulebook depend on."""
    ranking = order(rules)
    return Facts(
        ranking.kinds,
        tuple(rules.hands.kinds[kind].tie.compared for kind in ranking.kinds),
        rules.equipment.cards.ace,
        ranking.least,
        ranking.pays,
        rules.first.pays.num,
        rules.second.times,
        rules.deal.shows_last,
        rules.changing.most,
        tuple(seen),
        rules.hands.low_runs or msgspec.UNSET,
    )


@kept(version=3)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Best play from a whole pack, and rules to remember beside it; all of them measured."""
    hands, scores, pack = alike(), facts.tables, np.ones(CARDS, np.bool_)
    counted = _counted(facts, progress)
    best = plan(hands.cards, counted, pack, scores, facts.most)
    chosen = {BEST: best.choices, ALWAYS: best.choices % GOES + GOES, SIMPLE: simple(hands.cards, facts.shows)}
    ways = _ways(facts, counted, chosen, progress)
    means = fares_of_all(hands, counted, pack, scores)
    return Answer(ways, *summary(hands, best.worths, means, _lowest(facts.order)))


def _counted(facts: Facts, progress: Progress) -> Values:
    """What hands are worth by ranks, from a whole pack."""
    of = PARTS_OF_VALUES + PARTS

    def further(done: int, parts: int) -> None:
        progress(done * PARTS_OF_VALUES // parts, of)

    return values(facts.tables, np.ones(CARDS, np.bool_), facts.shows, further)


def _ways(facts: Facts, counted: Values, chosen: Mapping[str, Bytes], progress: Progress) -> dict[str, Way]:
    """Ways to play from a whole pack: what they are worth by ranks, how often they go on, and what suits change."""
    hands, of = alike(), PARTS_OF_VALUES + PARTS
    played = _measure(facts, [*map(hands.narrow, chosen.values())], lambda done: progress(PARTS_OF_VALUES + done, of))
    ways = {}
    for (policy, choices), gained in zip(chosen.items(), played, strict=True):
        worths = fares(hands.cards, counted, np.ones(CARDS, np.bool_), facts.tables, choices)
        weights, goes = hands.times(choices.shape[1]), choices >= GOES
        going, changing, deals = (int(weights[which].sum()) for which in (goes, choices > GOES, choices >= 0))
        worth = float((weights * np.where(goes, worths, -1.0)).sum() / deals)
        ways[policy] = Way(gained, hands.narrow(choices).tobytes(), worth, going, changing, deals)
    return ways


def _lowest(ranking: Order) -> int:
    """The rank of the lowest pair with which the bank plays."""
    value = ranking.lookup.values[ranking.least]
    assert value is not None
    return value[1][0]


@kept(version=1)
def compared(facts: Facts, progress: Progress) -> Answer:
    """The same ways to play where fewer cards are compared."""
    hands, whole = alike(), analysis(facts.whole)
    chosen = {policy: hands.wide(_choices(facts, way)) for policy, way in whole.ways.items()}
    return Answer(_ways(facts, _counted(facts, progress), chosen, progress))


@kept(version=3)
def from_rest(facts: Facts, progress: Progress) -> Answer:
    """The same ways to play, measured where cards are known to be out of the pack."""
    ways = analysis(facts.whole).ways
    measured = _measure(facts, [_choices(facts, way) for way in ways.values()], lambda done: progress(done, PARTS))
    return Answer({policy: _played(one) for policy, one in zip(ways, measured, strict=True)})


def _played(measured: Measured) -> Way:
    """A way to play of which no more is known than what was played."""
    goes, changes = (sum(count for place, count in enumerate(measured.tally) if told(place)[part]) for part in (0, 2))
    return Way(measured, goes=goes, changes=changes, deals=measured.hands)


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
    count = from_rest if seen else analysis if asked == asked.whole else compared
    ways = count(asked).ways
    rows = [_row(rules, policy, ways) for policy in rules.options[POLICY].values]
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
    values = of_hand(cards, np.ones(CARDS, np.bool_), asked.shows, asked.tables)
    column = shown if asked.shows and shown is not None else 0
    choices = [places for places in CHOICES if len(places) <= rules.changing.most]
    return {
        tuple(sorted(ascending[place] for place in places)): float(values[column, number])
        for number, places in enumerate(choices)
    }


def _choices(facts: Facts, way: Way) -> Bytes:
    return np.frombuffer(way.choices, np.uint8).reshape(-1, COLUMNS if facts.shows else 1).copy()


def _seen(rules: Rules, shoe: Composition | None) -> tuple[int, ...]:
    if shoe is None:
        return ()
    check_pack(rules, shoe)
    if shoe.packs != 1 or shoe.total < DEALT:
        raise TapeteError("a hand is dealt from one pack with {least} cards or more", least=DEALT)
    return tuple(card for card in shoe.pack.cards if not shoe.of(card))


def _measure(facts: Facts, ways: Sequence[Bytes], progress: Callable[[int], None]) -> list[Measured]:
    left = np.array([card for card in range(CARDS) if card not in facts.seen], np.uint8)
    books, gains = tuple(book_of(facts.order, choices) for choices in ways), _gains(facts)
    return measured(books, (gains, np.zeros_like(gains) if facts.seen else gains), left, MEASURED, progress)


def _gains(facts: Facts) -> Ints:
    """What each outcome wins of a first stake of one."""
    won = [facts.first, -1 - facts.times, 0]
    gains = []
    for place in range(len(facts.kinds)):
        for _ in range(2):
            gains += [-1, *won, facts.first + facts.times * facts.pays[place]]
    return np.array(gains, np.int64)


# The rows


def _row(rules: Rules, policy: str, ways: Mapping[str, Way]) -> BetOdds:
    """A way to play: what it is worth by ranks, with the difference that suits make; from a rest, as it was played."""
    way, best = ways[policy], ways[BEST]
    measured, hands = way.measured, way.measured.hands
    suits, apart = measured.total / hands, (measured.total - best.measured.total) / hands
    often, changed = Fraction(way.goes, way.deals), Fraction(way.changes, way.deals)
    row = BetOdds.of(rules, FIRST, _figures(rules, measured, -way.worth - suits), {POLICY: policy})
    return replace(
        row,
        std_error=sqrt((measured.squares / hands - suits**2) / hands),
        note=RULE if policy == SIMPLE else _best(way) if policy == BEST else "",
        staked=1 + rules.second.times * often,
        decisions={GOING: often, FOLDS: 1 - often, CHANGES: changed},
        cost=best.worth - way.worth - apart,
        cost_error=sqrt((measured.apart / hands - apart**2) / hands),
    )


def _best(way: Way) -> Said:
    """How best play was counted."""
    millions = way.measured.hands // 1_000_000
    if not way.choices:
        return Said("best play of a whole pack; {millions} million hands were played", millions=millions)
    return Said(
        "best play; ranks are counted, and what suits change was measured with {millions} million hands",
        millions=millions,
    )


def _figures(rules: Rules, measured: Measured, edge: float) -> Figures:
    """An edge with how the hands ended that were played."""
    outcomes = [*zip(_gains(facts(rules)).tolist(), measured.tally, strict=True)]
    mean, square = (sum(gain**power * count for gain, count in outcomes) / measured.hands for power in (1, 2))
    win = sum(count for gain, count in outcomes if gain > 0) / measured.hands
    push = sum(count for gain, count in outcomes if gain == 0) / measured.hands
    return Figures(edge, win, push, 1 - win - push, square - mean * mean)


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
    measured = analysis(asked).ways[BEST].measured
    outcomes = [(told(place), count) for place, count in enumerate(measured.tally)]
    if not asked.shows:
        both = enumerate(finals(asked).counts)
        outcomes = [((0, place, bool(after)), pair[after]) for place, pair in both for after in (0, 1)]
    steps = [
        Step(count, -1, jackpot_back(rules, settings, place, changed))
        for (_, place, changed), count in outcomes
        if count
    ]
    return steps, measured.hands if asked.shows else 0


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
        grown = figures([_grown(steps, more)])
        setting = {JACKPOT: BY_HAND, AFTER: fixed.setting[AFTER], METER: str(stakes)}
        error = None if fixed.std_error is None else float(fixed.std_error * more)
        return replace(BetOdds.of(rules, JACKPOT, grown, setting), std_error=error, article=article, note=note)

    each = (1 - Fraction(fixed.figures.edge)) / amount
    part = jackpot_part(rules, settings)
    pays, pays_all = (ceil(back / each) for back in (Fraction(1), 1 + part * Fraction(first.figures.edge)))
    begins = row(jackpot_times(rules, settings, fixed=False), grows(each))
    return [begins, row(pays, PAYS), row(pays_all, PAYS_ALL)]
