"""What becomes of a simple chance where there is a prison. Plain integers in, plain integers out."""

LOSES, WINS, ZERO, NULL = 0, 1, 2, 3
RESOLVED = -1


def simple_chance(zeros: int, fell: int, stays: bool, num: int, den: int) -> tuple[int, int, int]:
    """A simple chance that has seen so many zeros: how many it has seen now, and a share of what it was worth.

    That share comes back if the stake is resolved (-1 zeros), and is what it is now worth if it stays in prison. The
    first zero imprisons it whole, every further one halves it; to take it back is to take half. What is null gives a
    free stake back and leaves a prisoner as it is.

    >>> simple_chance(0, ZERO, True, 1, 1), simple_chance(1, ZERO, True, 1, 1), simple_chance(1, ZERO, False, 1, 1)
    ((1, 1, 1), (2, 1, 2), (-1, 1, 4))
    >>> simple_chance(0, WINS, False, 1, 1), simple_chance(1, WINS, False, 1, 1)
    ((-1, 2, 1), (-1, 1, 1))
    >>> simple_chance(0, NULL, False, 1, 1), simple_chance(2, NULL, False, 1, 1)
    ((-1, 1, 1), (2, 1, 1))
    """
    if fell == NULL:
        return zeros or RESOLVED, 1, 1
    if fell == ZERO:
        if stays:
            return zeros + 1, 1, 2 if zeros else 1
        return RESOLVED, 1, 4 if zeros else 2
    if zeros:
        return RESOLVED, fell, 1
    return (RESOLVED, num + den, den) if fell == WINS else (RESOLVED, 0, 1)


def must_stay(zeros: int, cents: int, minimum: int) -> bool:
    """Whether a prisoner, on a further zero, is worth less than the table's minimum and must stay where it is.

    >>> must_stay(0, 500, 500), must_stay(1, 1000, 500), must_stay(1, 999, 500)
    (False, False, True)
    """
    return zeros > 0 and cents // 2 < minimum
