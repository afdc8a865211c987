"""Exact odds of poker without discard: the first stake with what is added to it, and the bets on one's own cards."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tapete.cards.composition import Composition
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack, check_hand
from tapete.engine.views import View
from tapete.games.poker_sin_descarte.best import Answer, analysis, facts
from tapete.games.poker_sin_descarte.play import BANK_HAND
from tapete.games.poker_sin_descarte.rules import (
    BEST,
    BUYING,
    BUYS,
    CHANGES,
    FIRST,
    FOLDS,
    GOES,
    INSURANCE,
    INSURED,
    LIKE_THE_BANK,
    NO,
    POLICY,
    PROGRESSIVE,
    SIMPLE,
    YES,
    Prize,
    Rules,
    order,
    place_of,
)
from tapete.games.poker_sin_descarte.settle import net, prize_back
from tapete.games.shared.mano.five import HAND
from tapete.games.shared.mano.jackpot import METER, PAYS, PAYS_ALL, grows
from tapete.games.shared.mano.settle import ENDS, FOLDED, IDLE, LOST, TIED, WON
from tapete.odds.chain import Figures, Number, at_once
from tapete.odds.report import BetOdds, costed

NOTES = {
    (BEST, NO): "best play",
    (BEST, YES): "best play",
    (SIMPLE, NO): "go with ace, king, jack, eight and three or better, pass with less",
    (SIMPLE, YES): (
        "without a pair buy for four cards of a suit or a straight open on two sides; go with ace, king, jack, eight"
        " and three or better, pass with less"
    ),
    (LIKE_THE_BANK, NO): "go with what the bank plays with",
    (INSURED, YES): "best play with the highest insurance beside the lowest first stake",
}
COUNTED_APART = (BUYING,)
WHOLE = 100  # per cent


class Ended(NamedTuple):
    """How a hand ended: whether a card was bought, the place of the hand played, and against what."""

    bought: int
    place: int
    end: int


Ends = Mapping[Ended, int]


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The first stake by best play and by rules to remember, without and with buying cards; then the bets on cards."""
    gone, selling = _gone(rules, shoe), YES in rules.options[BUYING].values
    stays = dict(_plans(analysis(facts(rules, gone))))
    changes = dict(_plans(analysis(facts(rules, gone, bought=True)))) if selling else {}
    rows = [_first(rules, way, NO, ends) for way, ends in stays.items()]
    rows += [_first(rules, way, YES, ends) for way, ends in changes.items()]
    for bet in rules.side:
        rows += _progressive(rules, stays[BEST], rows[0]) if bet == PROGRESSIVE else _side(rules, bet, stays[BEST])
    if rules.insures_changes and selling:
        insured = analysis(facts(rules, gone, bought=True, insured=True))
        rows += _insured(rules, changes[BEST], dict(_plans(insured)))
    return costed(rows, POLICY, BEST)


def ended(count: Sequence[int]) -> Iterator[tuple[Ended, int]]:
    """What an answer counted, by how hands ended."""
    each = len(count) // 2
    for i, many in enumerate(count):
        if many:
            yield Ended(i // each, i % each // ENDS, i % ENDS), many


def won(rules: Rules, end: Ended) -> int:
    """What a hand wins or loses, in first stakes; a card that was bought cost one."""
    return net(end.end, order(rules).pays[end.place], rules.second.times) - end.bought


def _plans(answer: Answer) -> Iterator[tuple[str, Ends]]:
    return ((way, dict(ended(count))) for way, count in answer.ends.items())


def _gone(rules: Rules, shoe: Composition | None) -> tuple[int, ...]:
    """The cards that are not in a pack any more."""
    if shoe is None:
        return ()
    check_hand(rules, shoe, 2 * HAND + 1)
    return tuple(card for card in shoe.pack.cards if not shoe.of(card))


def _first(rules: Rules, way: str, buying: str, ends: Ends, **options: str) -> BetOdds:
    """The first stake; what is added to it is reckoned into what comes back."""
    counts: Counter[Fraction] = Counter()
    often: Counter[str] = Counter()
    for end, many in ends.items():
        counts[Fraction(1 + won(rules, end))] += many
        often[FOLDS if end.end == FOLDED else GOES] += many
        often[BUYS] += many * end.bought
    total = sum(counts.values())
    goes, passes, buys = (Fraction(often[act], total) for act in (GOES, FOLDS, BUYS))
    row = BetOdds.of(rules, FIRST, at_once(counts.items()), {POLICY: way, BUYING: buying, **options})
    decisions: dict[str, Number] = {GOES: goes, FOLDS: passes, **({BUYS: buys} if buying == YES else {})}
    return replace(
        row, note=NOTES.get((way, buying), ""), staked=1 + rules.second.times * goes + buys, decisions=decisions
    )


# Bets on one's own cards


def _on_cards(rules: Rules, bet: str, ends: Ends, back: Callable[[Prize], Fraction], option: str = "") -> Figures:
    """A bet on the cards, under a plan for the first stake; a hand that passed wins nothing where it is not shown."""
    kinds, prizes = order(rules).kinds, rules.side[bet].prizes
    counts: Counter[Fraction] = Counter()
    for end, many in ends.items():
        prize = prizes.get(kinds[end.place])
        counts_here = prize is not None and prize.option in ("", option) and (end.end != FOLDED or rules.fold.shown)
        counts[back(prize) if counts_here and prize else Fraction(0)] += many
    return at_once(counts.items())


def _times(rules: Rules, bet: str) -> Callable[[Prize], Fraction]:
    return lambda prize: Fraction(*prize_back(prize.times, rules.side[bet].returned))


def _side(rules: Rules, bet: str, ends: Ends) -> list[BetOdds]:
    """A bet whose prizes are multiples of the stake: a row for each that the house may leave out."""
    side_bet, back = rules.side[bet], _times(rules, bet)
    choices = list(dict.fromkeys(prize.option for prize in side_bet.prizes.values() if prize.option))
    if not choices:
        changes = {BUYING: NO} if bet == INSURANCE and rules.insures_changes else {}
        return [BetOdds.of(rules, bet, _on_cards(rules, bet, ends, back), {bet: YES, **changes})]
    return [
        BetOdds.of(
            rules, bet, _on_cards(rules, bet, ends, back, option if value == YES else ""), {bet: YES, option: value}
        )
        for option in choices
        for value in rules.options[option].values
    ]


def _insured(rules: Rules, changed: Ends, insured: Mapping[str, Ends]) -> list[BetOdds]:
    """Where a bought card counts for the insurance: what it is worth then, and how best play for both fares."""
    ends = insured[BEST]
    admits = {INSURANCE: YES}
    rows = [_first(rules, INSURED, YES, ends, **admits)]
    for way, by_end in ((BEST, changed), (INSURED, ends)):
        row = BetOdds.of(rules, INSURANCE, _on_cards(rules, INSURANCE, by_end, _times(rules, INSURANCE)))
        rows.append(replace(row, setting={POLICY: way, BUYING: YES, **admits}, note=NOTES[way, YES]))
    return rows


def _progressive(rules: Rules, ends: Ends, first: BetOdds) -> list[BetOdds]:
    """The progressive with nothing accumulated; with as much as pays for it; and as pays for the first stake too."""

    def row(stakes: int, note: str = "") -> BetOdds:
        figures = _on_cards(rules, PROGRESSIVE, ends, lambda prize: accumulated(rules, prize, stakes))
        return replace(BetOdds.of(rules, PROGRESSIVE, figures, {PROGRESSIVE: YES, METER: str(stakes)}), note=note)

    nothing, some = row(0), row(WHOLE)
    each = (Fraction(nothing.figures.edge) - Fraction(some.figures.edge)) / WHOLE
    part = rules.limits[rules.side[PROGRESSIVE].limit].minimum_part
    lacks = Fraction(nothing.figures.edge)
    pays, pays_all = (math.ceil(loss / each) for loss in (lacks, lacks + part * Fraction(first.figures.edge)))
    return [replace(nothing, note=grows(each)), row(pays, PAYS), row(pays_all, PAYS_ALL)]


def with_pot(rules: Rules, settings: Settings, bet: str, cents: int, pot: int | None) -> Figures | None:  # noqa: ARG001
    """A stake on the progressive with so much accumulated, its own part included, by best play of the first stake."""
    if bet != PROGRESSIVE or pot is None:
        return None
    ends = dict(_plans(analysis(facts(rules, ()))))[BEST]
    return _on_cards(rules, bet, ends, lambda prize: accumulated(rules, prize, Fraction(pot, cents)))


def accumulated(rules: Rules, prize: Prize, stakes: Fraction | int) -> Fraction:
    """What a prize of the progressive brings for a stake of one, with so many stakes accumulated."""
    if prize.percent is None:
        return _times(rules, PROGRESSIVE)(prize)
    return Fraction(prize.percent) / WHOLE * stakes


# Advice at the table


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What going, passing and changing each card are worth to the first stake, from the cards that somebody sees."""
    if GOES not in view.choices:
        return []
    pack, own = card_pack(rules), f"mano/{place_of(view.about)}"
    seen = {place: tuple(pack.card(card) for card in cards if card) for place, cards in view.cards.items()}
    mine, bank = seen.pop(own, ()), seen.get(BANK_HAND, ())
    if len(mine) < HAND or len(bank) != 1:
        return []  # at a table with cards of paper, or a square played blind, nobody knows them
    known = {card for cards in seen.values() for card in cards}
    facing = Facing(rules, mine, bank[0], [card for card in pack.cards if card not in known and card not in mine])
    values = {GOES: facing.going(mine), FOLDS: Fraction(net(FOLDED, 0, 0))}
    for place, act in enumerate(CHANGES):
        if act in view.choices:
            values[act] = facing.changing(place)
    return [(act, float(worth)) for act, worth in values.items() if act in view.choices]


class Facing:
    """A hand against all that the bank can have with its open card, of the cards that nobody has shown."""

    def __init__(self, rules: Rules, mine: Sequence[int], card: int, unseen: Sequence[int]) -> None:
        self.rules, self.mine, self.unseen = rules, mine, unseen
        hands = np.array([(*hidden, card) for hidden in combinations(unseen, HAND - 1)], np.uint8)
        self.hidden = hands[:, :-1]
        self.scores = order(rules).lookup.scores(hands)

    def going(self, cards: Sequence[int], without: int = -1) -> Fraction:
        """What going with some cards is worth, the bank being without one."""
        ranking, times = order(self.rules), self.rules.second.times
        score = ranking.lookup.score(cards)
        pays = ranking.pays[ranking.place(score)]
        bank = self.scores[(self.hidden != without).all(axis=1)] if without >= 0 else self.scores
        plays = bank[bank >= ranking.least]
        counts = {
            IDLE: len(bank) - len(plays),
            WON: int((plays < score).sum()),
            TIED: int((plays == score).sum()),
            LOST: int((plays > score).sum()),
        }
        return Fraction(sum(net(end, pays, times) * many for end, many in counts.items()), len(bank))

    def changing(self, place: int) -> Fraction:
        """What buying a card in a place is worth: its price, and then the better of going and passing."""
        kept = [card for i, card in enumerate(self.mine) if i != place]
        worths = [max(self.going([*kept, card], card), Fraction(net(FOLDED, 0, 0))) for card in self.unseen]
        return sum(worths, Fraction(0)) / len(worths) - 1
