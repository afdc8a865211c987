"""Pokers against the house reckoned from the texts alone: what a hand is, and what everybody wins. Asks no game."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from tapete.engine.requests import Act, Announce, Down, Move, Shift
from tapete.engine.round import Round
from tapete.engine.transcript import In

Card = tuple[int, str]
Value = tuple[int, list[int]]
JOKER, WILD = "Jk", (0, "")
HIGH, PAIR, TWO_PAIRS, TRIO, RUN, COLOUR, FULL, FOUR, SUITED_RUN, ROYAL = range(10)


def card(text: str) -> Card:
    """A rank from 2 to 14, and a suit; the joker has neither."""
    if text == JOKER:
        return WILD
    return {"J": 11, "Q": 12, "K": 13, "A": 14}.get(text[:-1]) or int(text[:-1]), text[-1]


def shape(cards: Sequence[Card]) -> tuple[tuple[int, ...], list[int], bool, int]:
    """How many are of a rank, the ranks by that, whether all are of a suit, and the top of a run or 0."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    low = [rank if rank < 14 else 1 for rank in ranks]
    tops = [max(each) for each in (ranks, low) if len(set(each)) == len(each) == max(each) - min(each) + 1]
    return (
        tuple(count for _, count in groups),
        [rank for rank, _ in groups],
        len({s for _, s in cards}) == 1,
        max([0, *tops]),
    )


def five(cards: Sequence[Card]) -> Value:
    """Five cards by 1.12.5.1 and its likes; between equals all cards, an ace before the two is the lowest."""
    counts, ranks, suited, run = shape(cards)
    if run:
        return (ROYAL if suited and run == 14 else SUITED_RUN if suited else RUN), [run]
    kinds = {(4, 1): FOUR, (3, 2): FULL, (3, 1, 1): TRIO, (2, 2, 1): TWO_PAIRS, (2, 1, 1, 1): PAIR}
    return (COLOUR if suited else kinds.get(counts, HIGH)), ranks


def four(cards: Sequence[Card]) -> Value:
    """Four cards by 1.18.5.4: poker, suited run, trio, colour, run, two pairs, pair."""
    counts, ranks, suited, run = shape(cards)
    if run:
        return (6 if suited else 3), [run]
    return (4 if suited else {(4,): 7, (3, 1): 5, (2, 2): 2, (2, 1, 1): 1}.get(counts, 0)), ranks


def three(cards: Sequence[Card], royal: bool) -> Value:
    """Three cards by 1.16.5.3 and 15.V.1, of which only the second knows a royal one."""
    counts, ranks, suited, run = shape(cards)
    if run:
        return (6 if suited and royal and run == 14 else 5 if suited else 3), [run]
    return ({(3,): 4, (2, 1): 1}.get(counts, 2 if suited else 0)), ranks


def best(value: Callable[[Sequence[Card]], Value], cards: Sequence[Card], count: int) -> Value:
    """The best so many of some cards."""
    return max(value(some) for some in combinations(cards, count))


class Facts(NamedTuple):
    """A round as it was seen: stakes before and after the bets closed, choices, cards where they lie at last."""

    before: Counter[tuple[str, str]]
    after: Counter[tuple[str, str]]
    chosen: dict[tuple[str, str], Act]
    dealt: dict[str, list[str]]
    gone: dict[str, list[str]]
    faces: dict[str, Card]

    def cards(self, *places: str) -> list[Card]:
        """The cards of some places."""
        return [self.faces[slot] for place in places for slot in self.dealt[place] if slot not in self.gone[place]]


def facts(table: Round) -> Facts:
    """What a round's log tells."""
    found = Facts(Counter(), Counter(), {}, defaultdict(list), defaultdict(list), {})
    closed = False
    for entry in table.log:
        closed = closed or entry == Announce("close")
        if isinstance(entry, Move):
            _staked(found.after if closed else found.before, entry, back=not closed)
        elif isinstance(entry, Down):
            found.dealt[entry.to].append(entry.slot)
        elif isinstance(entry, Shift):
            found.gone[entry.src].append(entry.card)
            found.dealt[entry.dst].append(entry.card)
        elif isinstance(entry, In) and entry.act is not None and entry.to.startswith("choose:"):
            found.chosen[entry.who, entry.to.split(":", 2)[2]] = entry.act
        elif isinstance(entry, In) and isinstance(entry.fell, str):
            found.faces[entry.to.removeprefix("show:")] = card(entry.fell)
    return found


def _staked(stakes: Counter[tuple[str, str]], move: Move, back: bool) -> None:
    """A player's chips onto a bet or, as long as they may be taken back, off it."""
    (src, *_), (dst, *_) = ends = move.src.split("/"), move.dst.split("/")
    if (src, dst) == ("chips", "felt"):
        stakes[ends[1][1], ends[1][2]] += move.cents
    elif back and (src, dst) == ("felt", "chips"):
        stakes[ends[0][1], ends[0][2]] -= move.cents


def goes(seen: Facts, who: str, about: str, word: str = "ir") -> bool:
    """Whether somebody chose to go on."""
    act = seen.chosen.get((who, about))
    return act is not None and act.on == word


def trijoker(region: str, seen: Facts) -> Counter[str]:
    """1.14.5.2, art. 13, B.3 and 13.V.1: three equal stakes, of which two may be taken back."""
    won: Counter[str] = Counter()
    lowest, royal = (10, 1000) if region == "extremadura" else (11, 500)
    pays = [0, 1, 2, 3, 5, 8, 11, 50, 200, royal]
    for (who, box), cents in (+seen.before).items():
        if goes(seen, who, box, "retirar"):
            continue
        kind, ranks = five(seen.cards(f"mano/{who}", "comun/izquierda", "comun/derecha"))
        loses = kind == HIGH or (kind == PAIR and ranks[0] < lowest)
        won[who] += -cents if loses else cents * pays[kind]
    return won


def tripoker(region: str, seen: Facts) -> Counter[str]:
    """1.16.5 and 15.V.3: the bank plays with a queen; some hands are paid beside, whatever the bank has."""
    won: Counter[str] = Counter()
    basque = region == "pais-vasco"
    second, beside = ("segunda-apuesta", "par-plus") if basque else ("bet", "fortuna")
    table = {6: 50, 5: 40, 4: 30, 3: 6, 2: 3, 1: 1} if basque else {5: 40, 4: 25, 3: 6, 2: 4, 1: 1}
    for (who, bet), cents in (+seen.before).items():
        if bet == beside:
            won[who] += cents * table.get(three(seen.cards(f"mano/{who}"), basque)[0], -1)
        elif not goes(seen, who, second):
            won[who] -= cents
        else:
            own, bank = (three(seen.cards(f"mano/{place}"), basque) for place in (who, "crupier"))
            won[who] += cents * {6: 5, 5: 5, 4: 4, 3: 1}.get(own[0], 0)
            won[who] += cents if bank < (HIGH, [12]) else 2 * cents * ((own > bank) - (own < bank))
    return won


def texas_bonus(region: str, seen: Facts) -> Counter[str]:  # noqa: ARG001
    """1.17.6.8 to 12: later stakes are paid even, the ante too from a straight on; two cards alone win a bonus."""
    won: Counter[str] = Counter()
    board = [place for place in seen.dealt if place.split(":")[0] in ("flop", "turn", "river")]
    for (who, bet), cents in (+seen.before).items():
        if bet == "bonus":
            won[who] += cents * two(seen.cards(f"mano/{who}"), seen.cards("mano/crupier"))
        elif not goes(seen, who, "flop", "apostar"):
            won[who] -= cents
        else:
            own, bank = (best(five, seen.cards(f"mano/{place}", *board), 5) for place in (who, "crupier"))
            later = sum(seen.after[who, street] for street in ("flop", "turn", "river"))
            won[who] += later + cents * (own[0] >= RUN) if own > bank else -later - cents if own < bank else 0
    return won


def two(own: Sequence[Card], bank: Sequence[Card]) -> int:
    """What two cards pay by 1.17.6.12."""
    (low, suit), (high, other) = sorted(own)
    if low == high:
        return (1000 if {rank for rank, _ in bank} == {14} else 30) if low == 14 else 10 if low > 10 else 3
    if high < 14 or low < 11:
        return -1
    return {13: (15, 25)}.get(low, (5, 20))[suit == other]


def texas_poker(region: str, seen: Facts) -> Counter[str]:  # noqa: ARG001
    """16.VI and 16.VII: the bank plays with two fours; the ante by its table; five first cards win a bonus."""
    won: Counter[str] = Counter()
    flop = [place for place in seen.dealt if place.startswith("flop")]
    pays = {ROYAL: 100, SUITED_RUN: 20, FOUR: 10, FULL: 3, COLOUR: 2}
    for (who, bet), cents in (+seen.before).items():
        if not goes(seen, who, "segunda-apuesta"):
            won[who] -= cents
        elif bet == "txb":
            early = five(seen.cards(f"mano/{who}", *flop))
            won[who] += cents * (25 if early[0] >= COLOUR else 7 if early >= (PAIR, [14]) else -1)
        else:
            own, bank = (
                best(five, seen.cards(f"mano/{place}", *flop, "turn", "river"), 5) for place in (who, "crupier")
            )
            if bank < (PAIR, [4]) or own > bank:
                won[who] += cents * pays.get(own[0], 1) + 2 * cents * (bank >= (PAIR, [4]))
            else:
                won[who] -= 3 * cents * (own < bank)
    return won


def four_cards(region: str, seen: Facts) -> Counter[str]:  # noqa: ARG001
    """1.18.5: the best four of five against the best four of six, a tie is the player's; trios and better beside."""
    won: Counter[str] = Counter()
    for (who, bet), cents in (+seen.before).items():
        if bet == "ases":
            kind, ranks = best(four, seen.cards(f"mano/{who}"), 4)
            aces = 1 if kind == 1 and ranks[0] == 14 else -1
            won[who] += cents * {7: 40, 6: 30, 5: 7, 4: 6, 3: 4, 2: 2}.get(kind, aces)
        elif not seen.after[who, "play"]:
            won[who] -= cents
        else:
            own, bank = (best(four, seen.cards(f"mano/{place}"), 4) for place in (who, "crupier"))
            won[who] += cents * {7: 20, 6: 15, 5: 2}.get(own[0], 0)
            won[who] += (cents + seen.after[who, "play"]) * (1 if own >= bank else -1)
    return won


def with_a_change(region: str, seen: Facts) -> Counter[str]:  # noqa: ARG001
    """1.13.5.1, 1.13.6.c and 12.V.5.1: the bank plays with two eights; the second stake is twice the first."""
    won: Counter[str] = Counter()
    pays = [0, 1, 1, 2, 3, 5, 7, 20, 25, 100]
    for (who, _), cents in (+seen.before).items():
        if not goes(seen, who, "segunda"):
            won[who] -= cents
            continue
        won[who] += with_second(seen, who, (PAIR, [8]), cents, pays)
    return won


def without_a_change(region: str, seen: Facts) -> Counter[str]:
    """1.12.5.1, 1.12.6.5 and their likes, square by square: the bank plays with an ace and a king; 1.12.7.A insures."""
    won: Counter[str] = Counter()
    pays, insured = [1, 1, 2, 3, 4, 5, 7, 20, 25, 100], {FULL: 100, FOUR: 300, SUITED_RUN: 1000, ROYAL: 2000}
    for (who, spot), cents in (+seen.before).items():
        bet, _, square = spot.partition(":")
        went = goes(seen, who, f"segunda:{square}")
        if bet == "seguro":
            kept = went or region in ("extremadura", "pais-vasco")  # elsewhere cards that are passed stay covered
            won[who] += cents * (insured.get(five(seen.cards(f"mano/{square}"))[0], 0) if kept else 0) - cents
            continue
        if not went:
            won[who] -= cents
            continue
        won[who] += with_second(seen, square, (HIGH, [14, 13]), cents, pays)
    return won


def with_second(seen: Facts, hand: str, least: Value, cents: int, pays: Sequence[int]) -> int:
    """What a stake and a second of twice as much win: the first even, the second by the table if the bank plays."""
    bank = five(seen.cards("mano/crupier"))
    if bank < least:
        return cents
    own = five(seen.cards(f"mano/{hand}"))
    return cents + 2 * cents * pays[own[0]] if own > bank else -3 * cents * (own < bank)


def pai_gow(region: str, seen: Facts) -> Counter[str]:
    """1.15.7, C.4 and 14.VI against the house: both hands win, one is a null game, ties are the bank's; 5 % is kept."""
    won: Counter[str] = Counter()
    for (who, _), cents in (+seen.before).items():
        (high, low), bank = parted(region, seen, who), parted(region, seen, "crupier")
        wins = -1 if foul(high, low) else (high > bank[0]) + (low > bank[1]) - 1
        won[who] += cents - cents * 5 // 100 if wins > 0 else -cents * (wins < 0)
    return won


def parted(region: str, seen: Facts, who: str) -> tuple[Value, Value]:
    """The high and the low hand that somebody made."""
    ranks = sorted((rank or 14 for rank, _ in seen.cards(f"baja/{who}")), reverse=True)
    low = (PAIR, ranks[:1]) if ranks[0] == ranks[1] else (HIGH, ranks)
    return joined(seen.cards(f"alta/{who}"), colours=region != "extremadura"), low


def foul(high: Value, low: Value) -> bool:
    """Whether the low hand is the higher one."""
    return (high[0], high[1][: len(low[1])]) < low


def joined(cards: Sequence[Card], colours: bool) -> Value:
    """Five cards by 1.15.5.1; the joker is an ace without a suit, or completes a run or, in some texts, a colour."""
    plain = [each for each in cards if each != WILD]
    if len(plain) == 5:
        return wheel(five(plain))
    if [rank for rank, _ in plain] == [14] * 4:
        return ROYAL + 1, [14]
    suited = (RUN, SUITED_RUN, ROYAL, *((COLOUR,) if colours else ()))
    others = [(rank, suit) for rank in range(2, 15) for suit in "cdhs" if (rank, suit) not in plain]
    values = [wheel(five([*plain, other])) for other in others]
    return max([wheel(five([*plain, (14, "")])), *(value for value in values if value[0] in suited)])


def wheel(value: Value) -> Value:
    """The run from the ace to the five is the second highest (1.15.5.1.b)."""
    kind, ranks = value
    return (kind, [13, 1]) if kind in (RUN, SUITED_RUN) and ranks == [5] else value
