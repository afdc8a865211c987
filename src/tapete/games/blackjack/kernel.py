"""Blackjack for the simulator's loop: coups of one hand played by the chart, an outcome is all that its bets go by."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.compiled import jitable, njit
from tapete.engine.places import bet_of
from tapete.engine.settings import Settings
from tapete.errors import TapeteError, UnknownError
from tapete.games.blackjack import settle
from tapete.games.blackjack.bank import BLACKJACK, ENDS, VALUES
from tapete.games.blackjack.bank import SEVENS as BANK_SEVENS
from tapete.games.blackjack.best import DOUBLE, HIT, SPLIT, STAND, SURRENDER, counts, doubled_totals, pays
from tapete.games.blackjack.chart import chart
from tapete.games.blackjack.lattice import NATURAL, OVER, THREE_SEVENS
from tapete.games.blackjack.rules import (
    INSURANCE,
    MAIN,
    PAIR_PRIZES,
    PAIRS,
    SEVENS,
    SEVENS_PRIZES,
    THIRTEEN,
    Rules,
    layout,
    place_of,
    prize_pays,
    terms,
)
from tapete.games.blackjack.terms import Terms
from tapete.sim.program import Outcomes, Program, Source

# A stake's result: from -MOST to MOST stakes, a blackjack paid, a hand given up. With so many hands doubled and split
# that they would make more, which happens less than once in ten million coups, it counts as the most.
MOST = 12
PAID, GIVEN_UP = 2 * MOST + 1, 2 * MOST + 2
RESULTS = 2 * MOST + 3
NOT_OFFERED, LOST, WON = range(3)  # an insurance
HARD = 32  # no hand has as many hard points

ROW = 2  # digits of an outcome for each square that the hand plays for: its result, its insurance
HALF = 1 << 16  # a card is drawn by sixteen random bits
FEW = 16  # cards that are enough for nearly every coup
BEYOND = 256  # cards that lie beyond the shoe's last one, so that nothing is read there that is no card
WORDS = 1 << 13  # random words drawn at a time
SLACK = 128  # draws kept in reserve for the shuffles of a shoe, in place of those that would favour some cards

Ints = NDArray[np.int64]
Shorts = NDArray[np.uint16]

# What the loop reads is one array, each table from its own place on. `FIRST` and `AGAIN` are the plan's options by the
# bank's card and the hand's two; `GO` is whether the plan draws to more, by the bank's card, an ace and hard points,
# `BANK` whether the bank does, `END` how it ends; `NET` what a stake wins by both ends; `TOTAL` what two cards doubled
# make with a third.
WIDTH = VALUES + 1
FIRST = 0
AGAIN = FIRST + WIDTH**3
GO = AGAIN + WIDTH**3
BANK = GO + WIDTH * 2 * HARD
END = BANK + 2 * HARD
NET = END + 2 * HARD
TOTAL = NET + (THREE_SEVENS + 1) * ENDS

# And these are the table's terms, before what each digit of an outcome counts.
ROWS, BURNT, LAST, FRESH, RESPLIT, RESPLIT_ACES, ONE_CARD, LATE, SCALE = range(9)


class Mix(NamedTuple):
    """A mix of stakes on one place: for each the digit that decides it, and how many values each digit has."""

    digits: dict[str, int]
    sizes: list[int]

    @property
    def scale(self) -> list[int]:
        """What a digit counts in an outcome."""
        parts, scale = [], 1
        for size in self.sizes:
            parts.append(scale if size > 1 else 0)
            scale *= size
        return parts

    @property
    def outcomes(self) -> int:
        """How many outcomes there are."""
        return int(np.prod(self.sizes))


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes of one hand, in cents by spot.

    An insurance waits for the bank's ace. What is doubled or split is always paid for, so a coup may cost more than
    was left.
    """
    mix = _mix(rules, settings, stakes)
    bets = []
    for spot, cents in stakes.items():
        back = _backs(rules, settings, bet_of(spot), cents)
        digit = mix.digits[spot]
        scale, size = mix.scale[digit], mix.sizes[digit]
        bets.append((spot, cents, [back[outcome // scale % size] for outcome in range(mix.outcomes)]))
    return Program.single(bets, mix.outcomes)._replace(source=_source(rules, settings, mix))


def coup(rules: Rules, settings: Settings, stakes: Mapping[str, int], cards: Sequence[int]) -> int:
    """The outcome of the coup that these cards make for a mix of stakes, dealt in this order."""
    mix = _mix(rules, settings, stakes)
    book = _book(rules, settings, mix.sizes[-1] > 1)
    shoe, hands = _coded([*cards, *FRENCH.cards * (BEYOND // len(FRENCH))]), np.zeros(2 * BEYOND, np.int64)
    outcome, at = _coup(shoe, 0, book, _game(rules, settings, mix), hands)
    if at > len(cards):
        raise TapeteError("{count} cards do not make a coup", count=len(cards))
    return int(outcome)


def _mix(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Mix:
    """The digits: for each square with a stake or an insurance its result and that, then the bets beside it."""
    known = layout(rules, settings)
    for spot in stakes:
        if spot not in known:
            raise UnknownError("bet", spot, list(known))
    if len({place_of(spot) for spot in stakes}) > 1:
        raise TapeteError("the simulator plays one hand: put all stakes on one place of the table")
    rows = sorted({_row(spot) for spot in stakes if bet_of(spot) in (MAIN, INSURANCE)}) or [1]
    beside = ROW * len(rows)
    digits, sizes = {}, [1] * (beside + 3)
    for spot in stakes:
        name = bet_of(spot)
        if name in (MAIN, INSURANCE):
            digit = ROW * rows.index(_row(spot)) + (name == INSURANCE)
            sizes[digit] = 3 if name == INSURANCE else RESULTS
        else:
            digit = beside + (name == PAIRS) + 2 * (name == SEVENS)
            sizes[digit] = {PAIRS: 1 + len(PAIR_PRIZES), SEVENS: 1 + len(SEVENS_PRIZES)}.get(name, 3)
        digits[spot] = digit
    return Mix(digits, sizes)


def _row(spot: str) -> int:
    return int(spot.partition(".")[2] or 1)


def _backs(rules: Rules, settings: Settings, name: str, cents: int) -> list[int | None]:
    """What comes back of a stake, by the digit that decides it."""
    bet = rules.bets[name]
    if name == MAIN:
        num, den = terms(rules, settings).blackjack
        whole: list[int | None] = [cents + net * cents for net in range(-MOST, MOST + 1)]
        return [*whole, cents * (num + den) // den, cents // 2]
    if name == INSURANCE:
        num, den = settle.insurance_back(True, *bet.pays)
        return [None, 0, cents * num // den]
    if name in THIRTEEN:
        won = cents + bet.pays.pay(cents)
        return [won if side == THIRTEEN.index(name) else 0 for side in (0, None, 1)]
    prizes = PAIR_PRIZES if name == PAIRS else SEVENS_PRIZES
    return [0, *(cents + prize_pays(rules, settings, name, prize).pay(cents) for prize in prizes)]


def _game(rules: Rules, settings: Settings, mix: Mix) -> Ints:
    """A table's terms as numbers."""
    playing = terms(rules, settings)
    words = {
        ROWS: (len(mix.sizes) - 3) // ROW,
        BURNT: playing.burnt,
        LAST: playing.packs * len(FRENCH) - playing.behind,
        FRESH: playing.fresh,
        RESPLIT: playing.resplit,
        RESPLIT_ACES: playing.resplit_aces,
        ONE_CARD: playing.split_aces_one_card,
        LATE: playing.insurance == "before-bank-card",
    }
    return np.array([*(int(words[place]) for place in range(SCALE)), *mix.scale], np.int64)


@functools.lru_cache(maxsize=32)
def _book(rules: Rules, settings: Settings, sevens: bool) -> Ints:
    """The plan and the rules as the loop reads them; with the bet on sevens, two of them always take a third card."""
    playing = terms(rules, settings)
    plan = chart(playing, counts(Composition.full(playing.packs))).plan
    first = plan.first.copy()
    if sevens:
        seven = first[:, 7, 7]
        first[:, 7, 7] = np.where((seven == STAND) | (seven == SURRENDER), HIT, seven)
    go, bank, end = np.zeros((WIDTH, 2, HARD), int), np.zeros((2, HARD), int), np.zeros((2, HARD), int)
    for ace in range(2):
        for hard in range(2, HARD):
            hand = (hard - 1, 1) if ace else (hard,)
            points, soft = settle.points(hand)
            bank[ace, hard] = settle.bank_draws(hand)
            end[ace, hard] = min(points, OVER) - 17
            if points < 21:
                go[:, ace, hard] = plan.later[:, int(soft), points]
    net = np.array([[_result(playing, own, by) for by in range(ENDS)] for own in range(THREE_SEVENS + 1)])
    totals = doubled_totals(playing.ace_counts_one_when_doubling)
    return np.concatenate([table.ravel() for table in (first, plan.again, go, bank, end, net, totals)]).astype(np.int64)


def _result(playing: Terms, own: int, end: int) -> int:
    """What a stake wins, in stakes; a blackjack that is paid is none of the other results."""
    net = pays(playing)[own][end]
    if own == NATURAL and net > 0:
        return PAID - MOST
    if net.denominator > 1:
        raise TapeteError("the simulator pays whole stakes but for a blackjack, not {net}", net=net)
    return int(net)


def _coded(cards: Sequence[int]) -> Shorts:
    """Cards as the loop takes them: what a card counts in the low four bits, the card above them."""
    return np.array([card << 4 | settle.value(card) for card in cards], np.uint16)


def _source(rules: Rules, settings: Settings, mix: Mix) -> Source:
    """Coups one after another, from one shoe after another; every call begins a new one."""
    book, game = _book(rules, settings, mix.sizes[-1] > 1), _game(rules, settings, mix)
    cards = FRENCH.cards * terms(rules, settings).packs
    whole = _coded([*cards, *(cards[i % len(cards)] for i in range(BEYOND))])
    # Below this the low half of a product favours its card: the draw is made again.
    floor = np.array([0, *(HALF % size for size in range(1, len(cards) + 1))], np.uint32)
    kind = np.min_scalar_type(mix.outcomes - 1)

    def deal(stream: np.random.Generator, count: int) -> Outcomes:
        out, shoe, have = np.empty(count, kind), whole.copy(), 0
        while have < count:
            words = stream.integers(0, 1 << 64, WORDS, np.uint64)
            have = _shoes(words.view(np.uint16), floor, shoe, book, game, out, have)
        return out

    return deal


_thirteen: Any = njit(nogil=True, cache=True)(settle.against_thirteen)
_pair_of: Any = njit(nogil=True, cache=True)(settle.pair)
_sevens_of: Any = njit(nogil=True, cache=True)(settle.sevens)


@njit(nogil=True, cache=True)
def _shoes(draws, floor, shoe, book, game, out, have):  # type: ignore[no-untyped-def]
    """Shuffles shoes and plays them out until there are outcomes enough or the draws run short."""
    size, fresh = len(shoe) - BEYOND, game[FRESH]
    hands = np.empty(2 * len(shoe), np.int64)
    draw = 0
    while have < len(out) and draw + size + SLACK <= len(draws):
        ready = min(FEW if fresh else game[LAST] + FEW, size)
        draw = _shuffle(draws, draw, floor, shoe, size, 0, ready)
        at = 0 if fresh else game[BURNT]
        while draw >= 0 and have < len(out):
            outcome, after = _coup(shoe, at, book, game, hands)
            if after > ready and ready < size:  # it took cards that were not shuffled yet, so it is dealt again
                draw = _shuffle(draws, draw, floor, shoe, size, ready, size)
                ready = size
                continue
            out[have], at = outcome, after
            have += 1
            if fresh or at > game[LAST]:  # the separator has come out
                break
        if draw < 0:
            break
    return have


@jitable
def _shuffle(draws, draw, floor, shoe, size, place, last):  # type: ignore[no-untyped-def]
    """Puts any cards left in the shoe in these places; returns the number of the next draw, -1 if they ran out."""
    slack = SLACK // 2
    while place < last:
        left = np.uint32(size - place)
        product = np.uint32(draws[draw]) * left
        draw += 1
        while product & np.uint32(HALF - 1) < floor[left]:
            slack -= 1
            if slack < 0:
                return -1
            product = np.uint32(draws[draw]) * left
            draw += 1
        other = place + np.int64(product >> np.uint32(16))
        shoe[place], shoe[other] = shoe[other], shoe[place]
        place += 1
    return draw


@njit(nogil=True, cache=True)
def _coup(shoe, at, book, game, hands):  # type: ignore[no-untyped-def]
    """Plays one coup from a place of the shoe; returns its outcome, and the place after it."""
    one, two = shoe[at], shoe[at + 2]
    up, a, b = np.int64(shoe[at + 1] & 15), np.int64(one & 15), np.int64(two & 15)
    at += 3
    dealt = at
    do = book[FIRST + (up * WIDTH + a) * WIDTH + b]
    count, own, stakes, alive = 1, NATURAL, 1, True
    if do == SPLIT:
        count, alive, at = _split(shoe, at, book, game, up, a, hands)
    elif do == SURRENDER:
        count, alive = 0, False
    elif a + b != 11 or (a != 1 and b != 1):
        own, stakes, at = _hand(shoe, at, book, up, a, b, do)
        alive = own != OVER
    shown = at - dealt
    outcome = 0
    for row in range(game[ROWS]):
        digit = SCALE + ROW * row
        insured = up == 1 and game[digit + 1] and (alive or not game[LATE])
        end = 0
        if alive or insured:
            end, at = _bank(shoe, at, book, up, alive)
        if count == 1:
            result = book[NET + own * ENDS + end] * stakes + MOST
        elif count == 0:
            result = GIVEN_UP
        else:
            net = 0
            for hand in range(count):
                net += book[NET + hands[2 * hand] * ENDS + end] * hands[2 * hand + 1]
            result = min(max(net, -MOST), MOST) + MOST
        outcome += game[digit] * result
        if insured:
            outcome += game[digit + 1] * (WON if end == BLACKJACK else LOST)
    beside = SCALE + ROW * game[ROWS]
    if game[beside]:
        outcome += game[beside] * (_thirteen(a, b) + 1)
    if game[beside + 1]:
        outcome += game[beside + 1] * _pair_of(one >> 4, two >> 4)
    if game[beside + 2]:
        cards = np.array([one >> 4, two >> 4, shoe[dealt] >> 4])
        outcome += game[beside + 2] * _sevens_of(cards[: 2 + min(shown, 1)])
    return outcome, at


@jitable
def _hand(shoe, at, book, up, a, b, do):  # type: ignore[no-untyped-def]
    """Plays a hand of two cards on from a decision; returns how it ends, its stakes, and the place in the shoe."""
    hard, ace, first = a + b, np.int64(a == 1 or b == 1), at
    stakes = 1
    if do == DOUBLE:
        hard = book[TOTAL + (a * WIDTH + b) * VALUES + np.int64(shoe[at] & 15) - 1]
        ace, stakes, at = np.int64(0), 2, at + 1
    elif do == HIT:
        go = True
        while go:
            card = np.int64(shoe[at] & 15)
            at += 1
            hard += card
            ace |= np.int64(card == 1)
            go = book[GO + (up * 2 + ace) * HARD + hard] != 0
    if hard == 21 and a == 7 and b == 7 and at == first + 1:
        return THREE_SEVENS, stakes, at
    if ace and hard <= 11:
        hard += 10
    return min(hard, OVER), stakes, at


@jitable
def _split(shoe, at, book, game, up, pair, hands):  # type: ignore[no-untyped-def]
    """Plays a pair as hands of one card each; returns how many they made, whether any is left, and the place."""
    closed = pair == 1 and game[ONE_CARD]
    again = game[RESPLIT] and (pair != 1 or game[RESPLIT_ACES])
    waiting, count, alive = 2, 0, False
    while waiting:
        second = np.int64(shoe[at] & 15)
        at += 1
        do = book[AGAIN + (up * WIDTH + pair) * WIDTH + second]
        if second == pair and do == SPLIT and again:
            waiting += 1
            continue
        own, stakes, at = _hand(shoe, at, book, up, pair, second, STAND if closed else do)
        hands[2 * count], hands[2 * count + 1] = own, stakes
        alive = alive or own != OVER
        count += 1
        waiting -= 1
    return count, alive, at


@jitable
def _bank(shoe, at, book, up, alive):  # type: ignore[no-untyped-def]
    """Plays the bank's hand, or one card of it where only an insurance waits; returns how it ends, and the place."""
    card = np.int64(shoe[at] & 15)
    at += 1
    hard, ace = up + card, np.int64(up == 1 or card == 1)
    if ace and hard == 11:
        return BLACKJACK, at
    if not alive:
        return 0, at
    second = at
    while book[BANK + ace * HARD + hard]:
        card = np.int64(shoe[at] & 15)
        at += 1
        hard += card
        ace |= np.int64(card == 1)
    if hard == 21 and up == 7 and at == second + 1 and card == 7:
        return BANK_SEVENS, at
    return book[END + ace * HARD + hard], at
