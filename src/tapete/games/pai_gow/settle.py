"""What two hands of seven cards decide, and how the bank sets its own. Plain integers in, plain integers out."""

# What comes of a hand, from the player's side.
RESULTS = ("perdida", "nula", "ganancia")
LOST, NULL, WON = range(3)
ENDS = 3

# The kinds of the high hand; a set of them is a number with the bit of each.
KINDS = (
    "carta-mayor",
    "pareja",
    "doble-pareja",
    "trio",
    "escalera",
    "color",
    "full",
    "poker",
    "escalera-de-color",
    "escalera-real",
    "cinco-ases",
)
PAIR, TWO_PAIRS, TRIO, FULL, FOUR, FIVE = 1 << 1, 1 << 2, 1 << 3, 1 << 6, 1 << 7, 1 << 10
RUNS = 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9
ANY = (1 << len(KINDS)) - 1

RANKS, ACE, TEN = 13, 12, 8


def stand(mine: int, other: int) -> int:
    """How a hand stands against another, by their scores: worse, equal or better.

    >>> stand(1, 2), stand(2, 2), stand(3, 2)
    (0, 1, 2)
    """
    return (mine > other) + (mine >= other)


def result(high: int, low: int, bank_high: int, bank_low: int, table: tuple[int, ...]) -> int:
    """What comes of a player's two hands against the bank's, by the table that has each way they can stand.

    >>> [result(high, 5, 5, 5, (0, 0, 1, 0, 0, 1, 1, 1, 2)) for high in (4, 5, 6)]
    [0, 0, 1]
    """
    return table[3 * stand(high, bank_high) + stand(low, bank_low)]


def commission(gain: int, num: int, den: int, unit: int) -> int:
    """What the house keeps of a gain, in whole units: the rest is dropped, for its share is the most it may keep.

    >>> commission(1050, 5, 100, 1), commission(1050, 5, 100, 50), commission(1050, 5, 200, 1)
    (52, 50, 26)
    """
    return gain * num // (den * unit) * unit


def back(end: int, num: int, den: int) -> tuple[int, int]:
    """The share of a stake that comes back to a player, with the house's share of what is won.

    >>> [back(end, 5, 100) for end in (LOST, NULL, WON)]
    [(0, 1), (1, 1), (195, 100)]
    """
    return (2 * den - num, den) if end == WON else (int(end == NULL), 1)


def as_banker(end: int) -> int:
    """What a player's result is to the banker: one's gain is the other's loss.

    >>> [as_banker(end) for end in (LOST, NULL, WON)] == [WON, NULL, LOST]
    True
    """
    return WON - end


def choose(highs: list[int], lows: list[int], kinds: list[int], floors: list[int], allowed: int) -> int:
    """Of the ways to part seven cards the one with the best low hand, then high hand, where it is of a kind allowed.

    A part has the scores of its high and its low hand and the kind of the high one; `floors` has the least high hand
    that stands above each low one.
    """
    best = -1
    for i in range(len(highs)):
        if highs[i] < floors[lows[i]] or not (allowed >> kinds[i]) & 1:
            continue
        if best < 0 or lows[i] > lows[best] or (lows[i] == lows[best] and highs[i] > highs[best]):
            best = i
    return best


def wanted(counts: list[int], kinds: list[int], way: tuple[int, ...]) -> int:
    """The kinds that the bank's high hand may be, by its way.

    `counts` are the cards of each rank, the joker counted as an ace; `kinds` what high hands can be made of them.
    """
    fours = trios = pairs = 0
    four = trio = pair = other = top = second = -1  # the ranks of groups, the higher pair first, and of single cards
    for rank in range(RANKS - 1, -1, -1):
        if counts[rank] >= 4:
            fours, four = fours + 1, rank
        elif counts[rank] == 3:
            trios, trio = trios + 1, rank
        elif counts[rank] == 2:
            pairs += 1
            if pairs == 1:
                pair = rank
            elif pairs == 2:
                other = rank
        elif counts[rank] == 1 and top < 0:
            top = rank
        elif counts[rank] == 1 and second < 0:
            second = rank
    runs = False
    for kind in kinds:
        runs = runs or (RUNS >> kind) & 1 > 0
    at = 1 + 3 * way[0]  # where the rows for four of a kind begin
    rest = at + 1 + 2 * way[at]  # and what follows them
    if counts[ACE] == 5:
        return FIVE if pair == way[rest + 5] else ANY
    if fours and (trios or pairs):
        return FOUR
    if fours:
        for row in range(way[at]):
            if four <= way[at + 1 + 2 * row]:
                return FOUR if top >= way[at + 2 + 2 * row] else ANY
        return ANY
    if trios == 2 or pairs == 3:
        return ANY
    if trios and pairs == 2:
        return FULL
    if trios and pairs:
        return FULL if pair == way[rest] and top >= way[rest + 1] and second >= way[rest + 2] else TRIO
    if trios:
        return RUNS if runs else ANY if trio == way[rest + 4] else TRIO
    if pairs == 2:
        for row in range(way[0]):
            if pair <= way[1 + 3 * row] and other <= way[2 + 3 * row]:
                return TWO_PAIRS if top >= way[3 + 3 * row] else ANY
        return ANY
    if runs:
        return PAIR | RUNS if pairs and pair >= way[rest + 3] and counts[ACE] else RUNS
    return PAIR if pairs else ANY


def simple(counts: list[int], kinds: list[int]) -> int:
    """The kinds that a high hand may be by a rule of two lines.

    Runs and colours stay, and so do three of a kind but aces; else at least a pair is high. Two pairs up to tens stay
    together beside an ace.
    """
    trios = pairs = groups = 0
    pair = -1
    for rank in range(RANKS - 1, -1, -1):
        groups += counts[rank] >= 2
        trios += counts[rank] == 3
        if counts[rank] == 2:
            pairs, pair = pairs + 1, max(pair, rank)
    for kind in kinds:
        if (RUNS >> kind) & 1 and (groups == 0 or (groups == 1 and trios + pairs == 1)):
            return RUNS
    if groups == 1 and trios and counts[ACE] < 3:
        return ANY & -TRIO
    if groups == 2 and pairs == 2 and counts[ACE] == 1 and pair <= TEN:
        return TWO_PAIRS
    return ANY - 1 if groups else ANY
