"""Who speaks first in an interval: by his seat, by what he shows, or by what he did before."""

from collections import Counter

from tapete.cards.card import SUITS
from tapete.games.circulo.hand import Hand, Seat
from tapete.games.circulo.rules import Speaks


def first(hand: Hand, rule: Speaks) -> int:
    """The place after the mano of who speaks first; if he is out, the next after it does."""
    match rule.who:
        case "tras-la-mano":
            return 1
        case "tras-las-ciegas":
            return hand.posted + 1
        case "tras-la-ciega":
            return hand.posted + 1 if hand.straddled else 0
        case "carta-baja":
            return lowest(hand, by_suit=rule.ties == "palo")
        case "mejor-vista":
            return best_showing(hand)
        case "ultimo-envite":
            return hand.last
        case "apuesta-mas-alta":
            return hand.bettor or 0
        case "quien-abrio":
            return hand.opener or 0
    return 0


def lowest(hand: Hand, by_suit: bool) -> int:
    """Who shows the lowest card, the ace being high: of equal ranks the lowest suit, or the nearest to the mano."""
    live = [number for number, seat in enumerate(hand.seats) if seat.live]
    return min(live, key=lambda number: hand.seats[number].up[0] // (1 if by_suit else SUITS))


def best_showing(hand: Hand) -> int:
    """Who shows the best combination, or the highest card; of equal ones the nearest to the mano."""
    live = [number for number, seat in enumerate(hand.seats) if seat.live]
    return max(live, key=lambda number: (showing(hand.seats[number]), -number))


def showing(seat: Seat) -> list[tuple[int, int]]:
    """What somebody's open cards are worth: equal ones first, then the highest."""
    counts = Counter(card // SUITS for card in seat.up)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


def open_pairs(hand: Hand) -> list[tuple[str, str, str]]:
    """Every pair that lies open: whose it is, and its cards."""
    pairs = []
    for seat in hand.live():
        for rank in dict.fromkeys(card // SUITS for card in seat.up):
            one, *others = (card for card in seat.up if card // SUITS == rank)
            if others:
                pairs.append((seat.who, hand.deck.text(one), hand.deck.text(others[0])))
    return pairs


def open_pair(hand: Hand) -> bool:
    """Whether the first two open cards of anybody are a pair."""
    return any(len(seat.up) > 1 and seat.up[0] // SUITS == seat.up[1] // SUITS for seat in hand.seats if seat.live)
