"""Hands of poker between players reckoned again from the texts alone: who may do what, and who has what at the end.

Asks no game: what a variety is stands here once more, as the articles have it. Amounts are cents, players are numbers
in the order of play, the mano first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

Card = tuple[int, str]
FREE, POT, HALF_POT, FIXED, UP_TO = "free", "pot", "half-pot", "fixed", "up-to"
MANO, AFTER, BLINDS, LOW, BEST, LAST, MOST, OPENER = "mano", "after", "blinds", "low", "best", "last", "most", "opener"


class Variety(NamedTuple):
    """How a variety is dealt: own cards of each interval (d down, u up), common ones, lines, how many of one's own.

    `high`: from which interval on the high limit is. `speaks`: who opens the first interval and the others.
    """

    own: tuple[str, ...]
    common: tuple[int, ...]
    speaks: tuple[str, str]
    lines: int = 1
    from_hand: int = 0
    low: bool = False
    high: int = 2
    covered: bool = False


class Text(NamedTuple):
    """What a text says of raising, of what the house takes, and of throwing one's cards away."""

    doubles: bool
    each_hand: bool
    mucks: bool


class Terms(NamedTuple):
    """What a table plays for: the limit, its share of raises, what the house takes of the pot."""

    minimum: int
    chip: int
    limit: str
    high: int
    raises: int = 0
    of_each: bool = False
    pair: str = ""
    figures: tuple[int, ...] = ()
    rake: tuple[int, int] = (0, 1)
    cap: int | None = None
    fee: int = 0


class Step(NamedTuple):
    """What somebody was asked, what was open to him with the least and the most, and what he did."""

    who: int
    about: str
    open: dict[str, tuple[int, int]]
    do: str
    cents: int


@dataclass
class Player:
    """Somebody in a hand."""

    stack: int
    bet: int = 0
    put: int = 0
    live: bool = True
    free: bool = True
    speaks: bool = False
    raises: int = 0
    up: list[Card] = field(default_factory=list)

    @property
    def all_in(self) -> bool:
        """Whether no chip is left."""
        return self.stack == 0

    def pay(self, cents: int) -> None:
        """Chips from the stack before the seat."""
        self.stack -= cents
        self.bet += cents


# What hands are worth


def value(cards: Sequence[Card], reduced: bool, covered: bool, lowest: int) -> tuple[int, list[int]]:
    """Five cards by 2.2.7, art. 22 and 17.VI: kinds from 0 up, then the cards that decide.

    With fewer than 52 cards colour is above full, and the ace also stands before the lowest card.
    """
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    counts, order = tuple(count for _, count in groups), [rank for rank, _ in groups]
    suited = len({suit for _, suit in cards}) == 1
    low = sorted((lowest - 1 if rank == 14 else rank for rank in ranks), reverse=True)
    runs = [each[0] for each in (ranks, low) if len(set(each)) == 5 and each[0] - each[4] == 4]
    if runs:
        top = max(runs)
        return (10 if suited and top == 14 else 9 if suited else 5), [top]
    if suited:
        return (7.5 if reduced else 6), order  # type: ignore[return-value]
    kinds = {(4, 1): 8, (3, 2): 7, (3, 1, 1): 4, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(counts, 0)
    if covered and kind < 4 and min(ranks) > 10:
        pair = order[0]
        return 3, [pair, *(sorted((r for r in _without(ranks, pair)), reverse=True))]
    return kind, order


def _without(ranks: Sequence[int], pair: int) -> list[int]:
    """The three cards beside a pair: what decides between equal ones."""
    rest = list(ranks)
    rest.remove(pair)
    rest.remove(pair)
    return rest


def low_value(cards: Sequence[Card]) -> tuple[int, ...] | None:
    """The lowest hand of five different cards of eight or lower; the less the better."""
    ranks = sorted((1 if rank == 14 else rank for rank, _ in cards), reverse=True)
    return tuple(ranks) if len(set(ranks)) == 5 and ranks[0] <= 8 else None


def made(variety: Variety, own: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """All five cards that a hand may be made of."""
    if not variety.from_hand:
        yield from combinations((*own, *board), 5)
        return
    for mine in combinations(own, variety.from_hand):
        for common in combinations(board, 5 - variety.from_hand):
            yield (*mine, *common)


def shows(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """What open cards are worth: equal ones first, then the highest."""
    counts = Counter(rank for rank, _ in cards)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


# A hand


class Reckoning:
    """A hand played again by what was done in it."""

    def __init__(self, text: Text, variety: Variety, terms: Terms, stacks: Sequence[int], carried: int = 0) -> None:
        self.text, self.variety, self.terms = text, variety, terms
        self.players = [Player(cents) for cents in stacks]
        self.last = self.posted = 0
        self.bettor: int | None = None
        self.opener: int | None = None
        self.level = 0
        self.gathered = carried
        self.taken: list[int] = []
        self.lying = carried
        self.bounds: set[int] = set()
        self.street = 0
        self.straddles = self.figure = 0

    @property
    def live(self) -> list[Player]:
        return [player for player in self.players if player.live]

    # Before the cards

    def antes(self, due: int) -> None:
        """Everybody lays the ante, as far as he has it; one who has less plays for that part."""
        for player in self.players:
            cents = min(due, player.stack)
            player.stack -= cents
            player.put += cents
            self.lying += cents
            self.gathered += cents
            if cents < due:
                self.bounds.add(cents)

    def post(self, who: int, due: int, alone: bool = False) -> None:
        """A forced stake; the others face all of it also where its owner has less."""
        self.players[who].pay(min(due, self.players[who].stack))
        if not alone and due >= self.level:
            self.posted = self.last = who
        self.level = max(self.level, due)

    # An interval

    def interval(self, number: int, start: int, steps: Iterator[Step], must: str = "") -> None:
        """From who speaks first until all have matched."""
        terms, players = self.terms, self.players
        self.street, self.bettor = number, None
        for player in players:
            player.speaks = player.free = player.live and not player.all_in
            player.raises = 0
        high = number >= self.variety.high
        pair = (
            bool(terms.pair)
            and not high
            and any(len(player.up) > 1 and player.up[0][0] == player.up[1][0] for player in self.live)
        )
        self.unit = terms.high if high or (pair and terms.pair == "all") else terms.minimum
        self.other = terms.high if pair and terms.pair == "may" else 0
        figure = terms.figures[number] if number < len(terms.figures) else 0
        self.figure = self.pot() // figure if figure else 0
        self.full, self.count, first = self.level, self.straddles, True
        at = start
        while (who := self.next(at)) is not None:
            step = next(steps)
            assert step.who == who, f"{step} and not {who}"
            # Who is to open stays in; whoever speaks in his place only has to bet, where that is what opening takes.
            himself = who == start % len(players)
            may = self.may(who, must if first and (himself or must == "bet") else "")
            assert step.open == may, f"{step}: {may}"
            self.does(who, step)
            at, first = who + 1, False

    def next(self, at: int) -> int | None:
        """Who speaks next; nobody, once one is left or one alone could still bet."""
        players, count = self.players, len(self.players)
        waits = [n % count for n in range(at, at + count) if players[n % count].speaks]
        if not waits or len(self.live) == 1:
            return None
        able = [player for player in self.live if not player.all_in]
        one = players[waits[0]]
        if len(able) == 1 and one.bet >= max(player.bet for player in self.live):
            return None
        return waits[0]

    def pot(self) -> int:
        return self.lying + sum(player.bet for player in self.players)

    def may(self, who: int, must: str) -> dict[str, tuple[int, int]]:
        """What is open to somebody: giving up, passing or matching, betting or raising from so much to so much."""
        player = self.players[who]
        owed = self.level - player.bet
        may = {"call" if owed > 0 else "check": (0, 0), "fold": (0, 0)}
        if not owed and must:
            del may["fold"]
        if not self.level and must == "bet":
            del may["check"]
        if amounts := self.raising(player):
            may["raise" if self.level else "bet"] = amounts
        return may

    def least(self) -> int:
        terms, level = self.terms, self.level
        if terms.limit == FIXED:
            return self.full + self.unit
        if not level:
            return terms.minimum
        return max(2 * level, terms.minimum) if self.text.doubles else level + terms.minimum

    def raising(self, player: Player) -> tuple[int, int] | None:
        terms, level = self.terms, self.level
        reach = player.bet + player.stack
        made = player.raises if terms.of_each else self.count
        if not player.free or reach <= level or (terms.raises and made >= terms.raises and len(self.live) > 2):
            return None
        least = self.least()
        if reach < least:
            return player.stack, player.stack
        most = {
            FREE: reach,
            POT: self.by_pot(player, 1),
            HALF_POT: self.by_pot(player, 2),
            FIXED: least,
            UP_TO: level + self.unit,
        }[terms.limit]
        if self.other and reach >= self.full + self.other:
            most = self.full + self.other
        return least - player.bet, min(max(least, most), reach) - player.bet

    def by_pot(self, player: Player, part: int) -> int:
        """To match, and to raise by the pot that is there then; or by the figure of the interval."""
        by = self.figure or (self.pot() + self.level - player.bet) // part
        return self.level + by // self.terms.chip * self.terms.chip

    def does(self, who: int, step: Step) -> None:
        player = self.players[who]
        player.speaks = player.free = False
        if step.do == "fold":
            player.live = False
        elif step.do == "call":
            player.pay(min(self.level - player.bet, player.stack))
        elif step.do in ("bet", "raise"):
            self.raised(who, step.cents)

    def raised(self, who: int, cents: int) -> None:
        """Others answer; they may raise again unless last chips added too little."""
        player, before, least = self.players[who], self.level, self.least()
        player.pay(cents)
        self.level = player.bet
        self.last = self.bettor = who
        self.opener = who if self.opener is None else self.opener
        if self.other and self.level > least:
            self.unit, self.other = self.other, 0
        measure = self.unit if self.terms.limit == FIXED else before
        counts = not before or self.level >= least or not self.text.doubles or 2 * (self.level - before) > measure
        if counts:
            self.full = self.level
            self.count += before > 0
            player.raises += before > 0
        for other in self.players:
            if other.live and not other.all_in and other is not player:
                other.speaks = True
                other.free = other.free or counts

    def gather(self) -> None:
        """What nobody matched goes back, the rest to the pots; the house has its part of what was added."""
        bets = sorted((player.bet for player in self.players), reverse=True)
        for player in self.players:
            if player.live and player.bet == bets[0] > bets[1]:
                player.stack += bets[0] - bets[1]
                player.bet = bets[1]
        for player in self.players:
            player.put += player.bet
            self.gathered += player.bet
            self.lying += player.bet
            player.bet = 0
        self.level = 0
        self.bounds |= {player.put for player in self.live if player.all_in}
        if not self.text.each_hand:
            self.take()

    def take(self) -> None:
        """The house's part, in whole chips, up to its bound."""
        (num, den), chip = self.terms.rake, self.terms.chip
        part = self.gathered * num // den // chip * chip
        if self.terms.cap is not None:
            part = min(part, (self.terms.cap - sum(self.taken)) // chip * chip)
        self.gathered = 0
        if part:
            self.taken.append(part)
            self.lying -= part

    # The end

    def pots(self, carried: int) -> list[int]:
        """What was staked for each pot, the house's part with it."""
        lows = [0, *sorted(self.bounds)]
        highs = [*sorted(self.bounds), max(player.put for player in self.players)]
        pots = [
            sum(max(0, min(player.put, high) - low) for player in self.players)
            for low, high in zip(lows, highs, strict=True)
        ]
        return [pots[0] + carried, *pots[1:]]

    def shares(self, amount: int, low: int, ranked: Sequence[Mapping[int, object]]) -> Counter[int]:
        """What each has of a pot; `ranked`: by line what hands are worth, the more the better."""
        among = [n for n in ranked[0] if self.players[n].put > low]
        if not among:  # whose stakes these were has lost the hand: they are for those who staked most
            most = max(self.players[n].put for n in ranked[0])
            among = [n for n in ranked[0] if self.players[n].put == most]
        best = []
        for line in ranked:
            worth = {n: line[n] for n in among if line.get(n) is not None}
            best.append([n for n in worth if worth[n] == max(worth.values())])  # type: ignore[type-var]
        lines = [winners for winners in best if winners]
        if len(lines) == 1:
            return self.split(amount, lines[0])
        chip = self.terms.chip
        less = amount // 2 // chip * chip
        second = self.last in lines[1] and self.last not in lines[0]
        parts = (less, amount - less) if second else (amount - less, less)
        return self.split(parts[0], lines[0]) + self.split(parts[1], lines[1])

    def split(self, amount: int, winners: Sequence[int]) -> Counter[int]:
        """Equal parts in whole chips; those over go one by one from who raised last on, round the table."""
        chip, count = self.terms.chip, len(self.players)
        shares = Counter({n: amount // len(winners) // chip * chip for n in winners})
        over = amount - shares.total()
        for n in sorted(winners, key=lambda n: (n - self.last) % count):
            shares[n] += min(chip, over)
            over -= min(chip, over)
        return shares


def lowest_card(players: Sequence[Player], by_suit: bool) -> int:
    """Who shows the lowest card; of equal ones the lowest suit, or the nearest to the mano."""
    rank = {suit: n for n, suit in enumerate("cdhs")}
    live = [n for n, player in enumerate(players) if player.live]
    return min(live, key=lambda n: (players[n].up[0][0], rank[players[n].up[0][1]] if by_suit else 0, n))


def best_showing(players: Sequence[Player]) -> int:
    """Who shows the best combination or the highest card; of equal ones the nearest to the mano."""
    live = [n for n, player in enumerate(players) if player.live]
    most = max(shows(players[n].up) for n in live)
    return next(n for n in live if shows(players[n].up) == most)
