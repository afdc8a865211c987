"""The felt of blackjack: squares along an arc around the bank, each with its insurance and room for its cards."""

from collections.abc import Sequence
from functools import partial

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.blackjack.rules import INSURANCE, MAIN, Rules
from tapete.games.blackjack.settle import points
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.numbered import GAP, WIDE, along
from tapete.games.shared.felt.tiles import HIGH, cell

LINE = THUMB + 2  # how high what lies beside a square is
SHARES = {1: (1.0,), 2: (0.5, 0.5)}  # of a line: a square with its insurance
ACROSS_AT_MOST = 7  # blocks side by side on a phone
NATURAL = "Blackjack"
EXAMPLES = ("casilla 1", "casilla 2", "casilla 1.1", "casilla 2.1")
VERBS = {
    "admit": Said("Admit behind the square"),
    "dismiss": Said("Admit no longer"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout; on a phone in rows, where an arc of them would be too narrow."""
    blocks = _blocks(rules, layout)
    narrow = len(blocks) <= ACROSS_AT_MOST and all(len(lines) <= 2 for lines in blocks) and rules.rows == 1
    tall = _arc(rules, layout, blocks, TALL) if narrow else _rows(rules, layout, blocks, TALL, 4 - (rules.rows > 1))
    return Felt(_arc(rules, layout, blocks, WIDE), tall)


def pays(rules: Rules, spot: str) -> tuple[str, ...]:
    """A square may be a blackjack, which pays more."""
    bet = rules.bets[spot.partition(":")[0]]
    prize = bet.prizes.get("blackjack") if spot.startswith(f"{MAIN}:") else None
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
    found: dict[str, dict[str, list[str]]] = {}
    for spot in layout.values():
        number, _, row = spot.id.partition(":")[2].partition(".")
        found.setdefault(number, {}).setdefault(row if spot.bet in (MAIN, INSURANCE) else spot.bet, []).append(spot.id)
    if rules.rows > 1:
        return {number: list(lines.values()) for number, lines in found.items()}
    return {number: [[spot] for line in lines.values() for spot in line][::-1] for number, lines in found.items()}


def _arc(rules: Rules, layout: Layout, blocks: dict[str, list[list[str]]], width: float) -> Drawing:
    """Blocks along an arc, under what a blackjack and insurance pay."""
    lay = {f"mano:{number}": partial(_block, rules, layout, lines) for number, lines in blocks.items()}
    insured = rules.bets[INSURANCE]
    printed = [(NATURAL, pays(rules, f"{MAIN}:1")[-1]), (insured.name, str(insured.pays))]
    return along(width, lay, "banca", printed)


def _rows(rules: Rules, layout: Layout, blocks: dict[str, list[list[str]]], width: float, per_row: int) -> Drawing:
    """Blocks in rows."""
    places: list[Place] = []
    across, top = width / per_row, 0.0
    for i, lines in enumerate(blocks.values()):
        if i and i % per_row == 0:
            top = max(place.rect.bottom for place in places) + GAP
        places += _block(rules, layout, lines, Rect(i % per_row * across, top, across - 2, 0))
    return Drawing(width, max(place.rect.bottom for place in places), places)


def _block(rules: Rules, layout: Layout, lines: list[list[str]], corner: Rect) -> list[Place]:
    """What lies at one square, below one another."""
    places: list[Place] = []
    y = corner.y
    for line in lines:
        x, high = corner.x, HIGH if line[0].startswith(f"{MAIN}:") and rules.rows == 1 else LINE
        for spot, share in zip(line, SHARES[len(line)], strict=True):
            places.append(_place(rules, layout, spot, Rect(x, y, corner.w * share, high)))
            x += corner.w * share
        y += high
    return places


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect) -> Place:
    """A square bears its number; insurance is said along the arc; what else lies beside it bears its name."""
    found = cell(rules, layout[spot])
    bet, _, number = spot.partition(":")
    if bet == INSURANCE:
        return Place(spot, rect, "", "insurance")
    return Place(
        spot, rect, number if bet == MAIN else rules.bets[bet].name, found.kind, "" if bet == MAIN else found.note
    )
