"""The duel of punto and banker, solved exactly: what each choice is worth, and how both play who play best.

The punto chooses only with some totals, the banker by his own total and the punto's third card, or that it stood. What
both expect is a sum over what the banker may face, so for each way of the punto's he chooses best in each place apart;
as the punto draws more often, one place after another turns. Where a turn makes drawing and standing equal to the
punto, that place is where the banker mixes. The house may take a share of what the banker wins: each then has a sum of
his own, and the same holds.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import STANDS, TAKES, Third

Left = tuple[int, ...]
Place = tuple[int, int]  # the banker's total, and the punto's third card
Counts = dict[Place, list[list[list[int]]]]  # of drawing and of standing, by what the punto does, how often each end


class Ends(NamedTuple):
    """How often the punto wins, ties and loses."""

    win: Fraction | int = 0
    tie: Fraction | int = 0
    lose: Fraction | int = 0

    def plus(self, other: "Ends", times: Fraction | int = 1) -> "Ends":
        """The sum with some times another."""
        return Ends(self.win + times * other.win, self.tie + times * other.tie, self.lose + times * other.lose)

    @property
    def punto(self) -> Fraction | int:
        """What the punto gains."""
        return self.win - self.lose

    def banker(self, cut: Fraction) -> Fraction:
        """What the banker gains, of whose winnings the house takes a share."""
        return (1 - cut) * self.lose - self.win


class Facing(NamedTuple):
    """What the banker may face: ends of drawing and of standing, by what the punto does where he may choose.

    Each has those of the punto's other hands, of his choosing hands if he draws, and of those if he stands.
    """

    draw: tuple[Ends, Ends, Ends]
    stand: tuple[Ends, Ends, Ends]

    def at(self, q: Fraction) -> tuple[Ends, Ends]:
        """Ends of drawing and of standing, where the punto draws with this chance."""
        draw, stand = (always.plus(drew, q).plus(stood, 1 - q) for always, drew, stood in self)
        return draw, stand


class Tally(NamedTuple):
    """All coups of a shoe: those that a natural ends, those in which the banker faces something, and how many."""

    sure: Ends
    faced: Mapping[Place, Facing]
    of: int


class Solution(NamedTuple):
    """How both play: the punto's chance of drawing where he may choose, the banker's in each place, and how it ends."""

    punto: Fraction
    banker: Mapping[Place, Fraction]
    ends: Ends


def tally(left: Left, rule: Third, gone: int = 1) -> Tally:
    """Counts every order of six cards, by what they count; `gone` of each that is dealt are not dealt again."""
    sure = Ends()
    tallied: Counts = {}
    for p, ways_p, after in _pairs(left, gone):
        for b, ways_b, rest in _pairs(after, gone):
            cards, ways = sum(rest), ways_p * ways_b
            if {p, b} & rule.natural:
                sure = sure.plus(_end(p, b), ways * cards * (cards - gone))
                continue
            letter = rule.punto(p)
            if letter != STANDS:
                for third, many in enumerate(rest):
                    if many:
                        less = _less(rest, third, gone)
                        kind = 0 if letter == TAKES else 1
                        _face(tallied, (b, third), kind, (p + third) % TOTALS, ways * many, less)
            if letter != TAKES:
                # The card that the punto leaves is any of those that nobody takes.
                _face(tallied, (b, STOOD), 0 if letter == STANDS else 2, p, ways * (cards - gone), rest)
    faced = {place: Facing(*map(_three, counts)) for place, counts in tallied.items()}
    cards = sum(left)
    of = 1
    for dealt in range(6):
        of *= cards - gone * dealt
    return Tally(sure, faced, of)


def _face(counts: Counts, place: Place, kind: int, p: int, ways: int, left: Left) -> None:
    """Adds what comes of the banker's drawing and standing, whose last card is one of those left."""
    drawing, standing = counts.setdefault(place, [[[0, 0, 0] for _ in range(3)] for _ in range(2)])
    b = place[0]
    standing[kind][_which(p, b)] += ways * sum(left)
    for card, many in enumerate(left):
        drawing[kind][_which(p, (b + card) % TOTALS)] += ways * many


def _three(counts: list[list[int]]) -> tuple[Ends, Ends, Ends]:
    always, drew, stood = (Ends(*ends) for ends in counts)
    return always, drew, stood


def _which(p: int, b: int) -> int:
    return 0 if p > b else 1 if p == b else 2


def _end(p: int, b: int) -> Ends:
    return Ends(*(int(which == _which(p, b)) for which in range(3)))


def _pairs(left: Left, gone: int) -> Iterator[tuple[int, int, Left]]:
    """Every two cards by what they count: their total, in how many orders they come, what is left without them."""
    for one in range(TOTALS):
        for other in range(one, TOTALS):
            ways = left[one] * (left[one] - gone) if one == other else 2 * left[one] * left[other]
            if ways:
                yield (one + other) % TOTALS, ways, _less(_less(left, one, gone), other, gone)


def _less(left: Left, card: int, gone: int) -> Left:
    return (*left[:card], left[card] - gone, *left[card + 1 :])


def facing_banker(left: Left, rule: Third, p: int, draws: bool, banker: Mapping[Place, Fraction]) -> Ends:
    """How coups end for a punto with this total who draws or stands, as chances, against a banker who plays so."""
    sure, of = Ends(), 0
    counts: Counts = {}
    for _, ways_p, after in (pair for pair in _pairs(left, 1) if pair[0] == p):
        for b, ways_b, rest in _pairs(after, 1):
            ways, cards = ways_p * ways_b, sum(rest)
            of += ways * cards * (cards - 1)
            if {p, b} & rule.natural:
                sure = sure.plus(_end(p, b), ways * cards * (cards - 1))
            elif not draws:
                _face(counts, (b, STOOD), 0, p, ways * (cards - 1), rest)
            else:
                for third, many in enumerate(rest):
                    _face(counts, (b, third), 0, (p + third) % TOTALS, ways * many, _less(rest, third, 1))
    for place, (drawing, standing) in counts.items():
        sure = sure.plus(Ends(*drawing[0]), banker[place]).plus(Ends(*standing[0]), 1 - banker[place])
    return Ends(*(Fraction(count) / of for count in sure))


def answers(counted: Tally, rule: Third, q: Fraction, cut: Fraction) -> dict[Place, Fraction]:
    """The banker's best against a punto who draws with this chance; a card where it is obligatory."""
    answers = {}
    for place, facing in counted.faced.items():
        draw, stand = facing.at(q)
        better = draw.banker(cut) > stand.banker(cut)
        answers[place] = Fraction(place[0] in rule.banker_draws or better)
    return answers


def ends(counted: Tally, q: Fraction, banker: Mapping[Place, Fraction]) -> Ends:
    """How coups end, as chances, between these two."""
    ends = counted.sure
    for place, facing in counted.faced.items():
        draw, stand = facing.at(q)
        ends = ends.plus(draw, banker[place]).plus(stand, 1 - banker[place])
    return Ends(*(Fraction(count) / counted.of for count in ends))


def against(counted: Tally, rule: Third, q: Fraction, cut: Fraction) -> Solution:
    """A punto who draws with this chance, and a banker who knows that."""
    banker = answers(counted, rule, q, cut)
    return Solution(q, banker, ends(counted, q, banker))


def equilibrium(counted: Tally, rule: Third, cut: Fraction) -> Solution:
    """How both play if neither would gain by playing otherwise."""
    roots = sorted({root for place in counted.faced if (root := _root(counted, rule, place, cut)) is not None})
    marks = [Fraction(0), *roots, Fraction(1)]
    for before, here, after in zip(marks, marks[1:], [*marks[2:], None], strict=False):
        if _slope(counted, answers(counted, rule, (before + here) / 2, cut)) < 0:
            return against(counted, rule, before, cut)
        if after is not None and _slope(counted, answers(counted, rule, (here + after) / 2, cut)) < 0:
            return _mixed(counted, rule, here, (before + here) / 2, cut)
    return against(counted, rule, Fraction(1), cut)


def _root(counted: Tally, rule: Third, place: Place, cut: Fraction) -> Fraction | None:
    """The chance of the punto's drawing at which the banker turns in a place, if he does."""
    if place[0] in rule.banker_draws:
        return None
    at = [draw.banker(cut) - stand.banker(cut) for draw, stand in map(counted.faced[place].at, map(Fraction, (0, 1)))]
    return at[0] / (at[0] - at[1]) if at[0] * at[1] < 0 else None


def _slope(counted: Tally, banker: Mapping[Place, Fraction]) -> Fraction:
    """What the punto gains more by drawing where he may choose than by standing."""
    value = Fraction(0)
    for place, facing in counted.faced.items():
        for share, (_, drew, stood) in ((banker[place], facing.draw), (1 - banker[place], facing.stand)):
            value += share * (drew.punto - stood.punto)
    return value


def _mixed(counted: Tally, rule: Third, q: Fraction, below: Fraction, cut: Fraction) -> Solution:
    """The banker turns in the place where he is indifferent just as far as leaves the punto indifferent too."""
    banker = answers(counted, rule, below, cut)
    turning = [place for place in counted.faced if _root(counted, rule, place, cut) == q]
    turned = {**banker, **{place: 1 - banker[place] for place in turning}}
    one, other = _slope(counted, banker), _slope(counted, turned)
    share = one / (one - other)
    mixed = {place: (1 - share) * banker[place] + share * turned[place] for place in banker}
    return Solution(q, mixed, ends(counted, q, mixed))
