"""What a hand makes, in words for a person: "pair of aces", "straight to king"."""

from collections import Counter
from collections.abc import Sequence

from tapete.cards.card import SUITS
from tapete.cards.ranking import CATEGORIES, Category, Made, Ranking
from tapete.errors import Said

SEVERAL = {
    "A": Said("aces"),
    "K": Said("kings"),
    "Q": Said("queens"),
    "J": Said("jacks"),
    "10": Said("tens"),
    "9": Said("nines"),
    "8": Said("eights"),
    "7": Said("sevens"),
    "6": Said("sixes"),
    "5": Said("fives"),
    "4": Said("fours"),
    "3": Said("threes"),
    "2": Said("twos"),
}
FIGURES = {"A": Said("ace"), "K": Said("king"), "Q": Said("queen"), "J": Said("jack")}


def in_words(ranking: Ranking, hand: Sequence[int]) -> str:
    """What the best of a hand's cards make, to be said in any language; nothing where the ranking admits nothing.

    While there are fewer cards than a hand has, only equal ranks count, or the highest card.

    >>> from tapete.cards.rankings import PAI_GOW, POKER
    >>> in_words(POKER, POKER.pack.parse("Kh Ks Kd 2c 2s 3s 7h")), in_words(POKER, POKER.pack.parse("Ah 9s"))
    ('full house, kings over twos', 'high card ace')
    >>> in_words(PAI_GOW, PAI_GOW.pack.parse("Ah Qh 9h 5h Jk")), in_words(PAI_GOW, PAI_GOW.pack.parse("Jk As"))
    ('flush, ace the highest', 'pair of aces')
    """
    if not hand:
        return ""
    if len(hand) < ranking.cards:
        counts = _counts(ranking, hand)
        shown = Category(tuple(sorted((count for count in counts.values() if count > 1), reverse=True)))
        kinds = [kind for kind in ranking.order if CATEGORIES[kind] == shown] if shown.groups else []
        return _equal(ranking, kinds[0] if kinds else "carta-mayor", counts)
    made = ranking.made(hand)
    if made is None:
        return ""
    return _run(ranking, made) or _equal(ranking, made.category, _counts(ranking, made.cards))


def _counts(ranking: Ranking, cards: Sequence[int]) -> Counter[int]:
    """How many there are of each rank, those of which there are most first, then the higher; a joker is an ace."""
    ace = len(ranking.pack.ranks) - 1
    counts = Counter(min(card // SUITS, ace) for card in cards)
    low = ranking.ace == "low"
    height = {rank: -1 if low and rank == ace else rank for rank in counts}
    return Counter(dict(sorted(counts.items(), key=lambda item: (item[1], height[item[0]]), reverse=True)))


def _run(ranking: Ranking, made: Made) -> str:
    """A straight or a flush, by its highest card, which the joker may be."""
    match made.category:
        case "escalera-real":
            return Said("royal flush")
        case "escalera-de-color":
            return Said("straight flush to {rank}", rank=_top(ranking, made))
        case "escalera":
            return Said("straight to {rank}", rank=_top(ranking, made))
        case "color":
            return Said("flush, {rank} the highest", rank=_one(ranking, made.value[1][0]))
    return ""


def _top(ranking: Ranking, made: Made) -> str:
    """The highest card of a run: an ace that stands below the others is not."""
    held = {card // SUITS for card in made.cards} - {len(ranking.pack.ranks)}
    # A joker makes the best run there is; where the one from the low ace ties with another, its cards tell which.
    places = [place for place, run in enumerate(ranking.runs) if held <= run]
    run = sorted(ranking.runs[max(places, key=lambda place: ranking.place(made.category, place))])
    below = run[-1] - run[0] > len(run) - 1
    return _one(ranking, run[-2] if below else run[-1])


def _equal(ranking: Ranking, kind: str, counts: Counter[int]) -> str:
    """Equal ranks, or the highest card."""
    first, *more = counts
    several = [SEVERAL[ranking.pack.ranks[rank]] for rank in (first, *more[:1])]
    match kind:
        case "cinco-ases":
            return Said("five aces")
        case "poker":
            return Said("four of a kind, {ranks}", ranks=several[0])
        case "full":
            return Said("full house, {trio} over {pair}", trio=several[0], pair=several[1])
        case "trio":
            return Said("three of a kind, {ranks}", ranks=several[0])
        case "figuras":
            return Said("figures")
        case "doble-pareja":
            return Said("two pairs, {high} and {low}", high=several[0], low=several[1])
        case "pareja":
            return Said("pair of {ranks}", ranks=several[0])
        case "ocho-o-menos":
            return Said("low hand, {rank} the highest", rank=_one(ranking, first))
    return Said("high card {rank}", rank=_one(ranking, first))


def _one(ranking: Ranking, rank: int) -> str:
    name = ranking.pack.ranks[rank]
    return FIGURES.get(name, name)
