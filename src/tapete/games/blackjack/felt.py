"""The felt of blackjack: squares along an arc around the bank, each with its insurance and room for its cards."""

from collections.abc import Mapping, Sequence
from functools import partial

from tapete.engine.places import bet_of, tail_of
from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.blackjack.rules import INSURANCE, MAIN, Rules
from tapete.games.blackjack.settle import points
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.numbered import ACROSS_AT_MOST, WIDE, Lay, along, in_rows, with_cards_beside
from tapete.games.shared.felt.tiles import HIGH, cell, paid

LINE = THUMB + 2  # how high what lies beside a square is
ROW = 47.0  # and each of several rows of squares on a phone: a thumb hits it
BESIDE = 38.0  # how wide the cards lie beside these
SHARES = {1: (1.0,), 2: (0.5, 0.5)}  # of a line: a square with its insurance
OFFERED = "insurance"  # what is there only while it is offered
NATURAL = "Blackjack"
EXAMPLES = ("casilla 1", "casilla 2", "casilla 1.1", "casilla 2.1")
VERBS = {
    "admit": Said("Admit behind the square"),
    "dismiss": Said("Admit no longer"),
}
WINS = {
    "casilla": Said("your hand is nearer to 21 than the bank's, or the bank passes 21 and you have not"),
    "seguro": Said("the bank's first card is an ace, and it makes a blackjack"),
    "menor-13": Said("your first two cards add up to less than 13"),
    "mayor-13": Said("your first two cards add up to more than 13"),
    "parejas": Said("your first two cards have the same value"),
    "acumulada": Said("there are sevens among your first cards"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout; on a phone in rows, where an arc of them would be too narrow."""
    lines = _blocks(rules, layout)

    def blocks(high: float) -> dict[str, Lay]:
        return {f"mano:{number}": partial(_block, rules, layout, at, high) for number, at in lines.items()}

    narrow = len(lines) <= ACROSS_AT_MOST and all(len(at) <= 2 for at in lines.values()) and rules.rows == 1
    if narrow:
        tall = _arc(rules, blocks(LINE), TALL)
    else:
        tall = with_cards_beside(blocks(ROW), 3, BESIDE, "banca") if rules.rows > 1 else in_rows(blocks(LINE), 4)
    return Felt(_arc(rules, blocks(LINE), WIDE), tall)


def pays(rules: Rules, spot: str) -> tuple[str, ...]:
    """A square may be a blackjack, which pays more; what is bet beside it pays by the cards."""
    bet = rules.bets[bet_of(spot)]
    if not spot.startswith(f"{MAIN}:"):
        return paid(bet)
    prize = bet.prizes.get("blackjack")
    return (str(bet.pays), *([str(prize.pays)] if prize else ()))


def total(rules: Rules, place: str, cards: Sequence[str]) -> str:
    """The points of a hand, with an ace that may still count one or eleven both ways.

    >>> from tapete.games import game
    >>> found = game("blackjack")
    >>> rules = found.rules(found.regions[0])
    >>> total(rules, "mano:1", ("Ah", "6s")), total(rules, "banca", ("Kd", "6s", "9c"))
    ('7/17', '25')
    """
    if not cards or not place.startswith(("mano", "banca")):
        return ""
    best, soft = points([rules.equipment.values.of(card[:-1]) for card in cards])
    return f"{best - 10}/{best}" if soft and best < 21 else str(best)


def _blocks(rules: Rules, layout: Layout) -> dict[str, list[list[str]]]:
    """What lies at each square, line by line from the bank to the player; of several rows, each is a line."""
    blocks: dict[str, dict[str, list[str]]] = {}
    for spot in layout.values():
        number, _, row = tail_of(spot.id).partition(".")
        blocks.setdefault(number, {}).setdefault(row if spot.bet in (MAIN, INSURANCE) else spot.bet, []).append(spot.id)
    if rules.rows > 1:
        return {number: list(lines.values()) for number, lines in blocks.items()}
    return {number: [[spot] for line in lines.values() for spot in line][::-1] for number, lines in blocks.items()}


def _arc(rules: Rules, blocks: Mapping[str, Lay], width: float) -> Drawing:
    """Blocks along an arc, under what a blackjack and insurance pay."""
    insured = rules.bets[INSURANCE]
    printed = [(NATURAL, pays(rules, f"{MAIN}:1")[-1]), (insured.name, str(insured.pays))]
    return along(width, blocks, "banca", printed, over=OFFERED)


def _block(rules: Rules, layout: Layout, lines: list[list[str]], row: float, corner: Rect) -> list[Place]:
    """What lies at one square, below one another."""
    places: list[Place] = []
    y = corner.y
    for line in lines:
        x, high = corner.x, HIGH if line[0].startswith(f"{MAIN}:") and rules.rows == 1 else row
        for spot, share in zip(line, SHARES[len(line)], strict=True):
            places.append(_place(rules, layout, spot, Rect(x, y, corner.w * share, high)))
            x += corner.w * share
        y += high
    return places


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect) -> Place:
    """A square bears its number; insurance is said along the arc; what else lies beside it bears its name."""
    drawn = cell(rules, layout[spot])
    bet, _, number = spot.partition(":")
    if bet == INSURANCE:
        return Place(spot, rect, "", OFFERED)
    return Place(
        spot, rect, number if bet == MAIN else rules.bets[bet].name, drawn.kind, "" if bet == MAIN else drawn.note
    )
