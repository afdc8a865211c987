"""What two rows decide. Plain integers in, plain integers out."""

from tapete.games.shared.prision.settle import LOSES, NULL, WINS, ZERO

LEAST = 31  # a row takes cards until it has so many points
MOST = 40
# How a coup ends: the row that wins and whether its colour is that of the first card; or equal points.
NEGRO_COLOR, NEGRO_INVERSO, ROJO_COLOR, ROJO_INVERSO, NULO, REFAIT = range(6)
OUTCOMES = 6
NEGRO, ROJO, COLOR, INVERSO = range(4)


def outcome(black: int, red: int, first_is_red: bool) -> int:
    """How a coup ends, by the points of both rows and the colour of the black row's first card.

    >>> outcome(32, 35, False) == NEGRO_COLOR, outcome(40, 31, False) == ROJO_INVERSO
    (True, True)
    >>> outcome(33, 33, True) == NULO, outcome(31, 31, True) == REFAIT
    (True, True)
    """
    if black == red:
        return REFAIT if black == LEAST else NULO
    if black < red:
        return NEGRO_INVERSO if first_is_red else NEGRO_COLOR
    return ROJO_COLOR if first_is_red else ROJO_INVERSO


def falls(bet: int, fell: int, insured: bool) -> int:
    """What an outcome is to a bet: equal points are null, but for 31, which an insured stake need not fear.

    >>> [falls(COLOR, fell, False) for fell in range(OUTCOMES)] == [WINS, LOSES, WINS, LOSES, NULL, ZERO]
    True
    """
    if fell == NULO or (fell == REFAIT and insured):
        return NULL
    if fell == REFAIT:
        return ZERO
    if bet in (NEGRO, ROJO):
        return WINS if (fell in (NEGRO_COLOR, NEGRO_INVERSO)) == (bet == NEGRO) else LOSES
    return WINS if (fell in (NEGRO_COLOR, ROJO_COLOR)) == (bet == COLOR) else LOSES


def premium_back(fell: int, at_31: bool, at_null: bool) -> tuple[int, int]:
    """The share of a premium that goes back once the coup has been dealt: nothing, or all of it.

    >>> premium_back(REFAIT, False, False), premium_back(REFAIT, True, False), premium_back(NULO, True, False)
    ((0, 1), (1, 1), (0, 1))
    """
    return int((fell == REFAIT and at_31) or (fell == NULO and at_null)), 1


def insurance_worth(fell: int, num: int, den: int, at_31: bool, at_null: bool) -> tuple[int, int]:
    """What an insurance is worth, as a share of its premium of `num` in `den`: at 31 to 31 the half that would be lost.

    >>> insurance_worth(REFAIT, 1, 100, False, False), insurance_worth(REFAIT, 1, 100, True, False)
    ((100, 2), (102, 2))
    """
    back, _ = premium_back(fell, at_31, at_null)
    return (den + 2 * num * back, 2 * num) if fell == REFAIT else (back, 1)


def insured(cents: int, num: int, den: int) -> int:
    """The premium of a stake, in whole cents; a fraction of one is not asked for.

    >>> insured(5000, 1, 100), insured(550, 1, 100)
    (50, 5)
    """
    return cents * num // den
