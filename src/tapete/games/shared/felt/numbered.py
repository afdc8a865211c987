"""Places with numbers along an arc around the bank, each with room for its cards: whoever will puts chips on any."""

from collections.abc import Callable, Mapping, Sequence

from tapete.games.shared.felt.geometry import CORNER, FEW, INDEX, TALL, Decor, Drawing, Place, Rect, frame
from tapete.games.shared.felt.results import ASIDE

WIDE = 840.0
GAP = 8.0  # between blocks
ACROSS_AT_MOST = 7  # blocks side by side on a phone
LEAST_CELL = 48.0  # a side of a cell that a thumb hits
APART = 2.0  # and between those in a row
BANK_HIGH = 78.0  # room for the bank's cards below the rows
ASIDE_WIDE, ASIDE_HIGH = 40.0, 30.0  # and for those out of play, beside them or below
SHOWN = 345.0  # how high a tall drawing is above which a phone has room for a hand by itself
OVER = 4.0  # by how much chips on the corner of a square leave it
EDGES = 6.0  # between cards and the edges of their room, both together
Lay = Callable[[Rect], list[Place]]  # what lies at a place below its cards, from a corner on


def along(
    width: float,
    blocks: Mapping[str, Lay],
    bank: str,
    lines: Sequence[tuple[str, str]],
    dealt: int = FEW,
    over: str = "",
) -> Drawing:
    """Blocks by where their cards lie: the middle one is farthest from the bank. `lines` are printed before it.

    More cards than a few that are dealt at once lie in a column. On a phone hands that were parted may lie `over` what
    is nearest to them, if it is of that kind.
    """
    wide = width > TALL
    across = width / len(blocks)
    inner = across - (GAP if wide else 0)
    depth, room, high = (120.0, 100.0, 106.0) if wide else (36.0, 84.0, 78.0)
    column = min(inner, room * 0.58)
    hand_wide, hand_high = (inner, room) if dealt <= FEW else (column, 1.5 * column + CORNER * (dealt - 1))
    places: list[Place] = []
    parted: dict[str, Rect] = {}
    cards = {bank: Rect(width / 2 - (100 if wide else 60), 0, 200 if wide else 120, high)}
    cards |= dict.fromkeys(ASIDE, Rect(cards[bank].right + 3 * GAP, 0, room, room * 0.7))
    for i, (hand, lay) in enumerate(blocks.items()):
        aside = (2 * i - (len(blocks) - 1)) / max(len(blocks) - 1, 1)
        top = high + (44 if wide else 34) + depth * (1 - aside * aside) - (60 if wide else 0)
        x = i * across + (across - inner) / 2
        cards[hand] = Rect(x + (inner - hand_wide) / 2, top, hand_wide, hand_high)
        block = lay(Rect(x, top + hand_high + 4, inner, 0))
        if not wide and block[0].kind == over:
            parted[hand] = Rect(x, top, inner, block[0].rect.bottom - top)
        places += block
    height = max(place.rect.bottom for place in places) + 14
    low = height - depth
    edge = Decor(f"M0 {low:g}Q{width / 2:g} {low + 2 * depth:g} {width:g} {low:g}", "edge")
    decor = (edge, frame(cards[bank]), *_printed(lines, width, high))
    return Drawing(width, height, places, cards, decor, parted=parted)


def in_rows(blocks: Mapping[str, Lay], per_row: int) -> Drawing:
    """Blocks in rows, for a phone that has no room for an arc of them: their cards lie above the cloth."""
    places = [place for _, block in _rows(blocks, per_row, TALL / per_row - APART) for place in block]
    return Drawing(TALL, max(place.rect.bottom for place in places), places)


def with_cards_beside(blocks: Mapping[str, Lay], per_row: int, beside: float, bank: str) -> Drawing:
    """Blocks in rows with so much room beside each, where cards lie in a column, partly over what is seldom bet on.

    Those of hands that were parted lie on all of that. A thumb hits what is below all the same.
    """
    across = TALL / per_row - APART
    rows = _rows(blocks, per_row, max(across - beside, 2 * LEAST_CELL))
    cards: dict[str, Rect] = {}
    parted: dict[str, Rect] = {}
    for hand, (corner, block) in zip(blocks, rows, strict=True):
        right, left, high = corner.x + across, block[0].rect.right + OVER, block[-1].rect.bottom - corner.y
        cards[hand] = Rect(right - beside, corner.y, beside, high)
        parted[hand] = Rect(left, corner.y, right - left, high)
    return _with_bank(rows, per_row, bank, cards, parted)


def with_cards_above(blocks: Mapping[str, Lay], per_row: int, dealt: int, bank: str) -> Drawing:
    """Blocks in rows, above each a fan of as many cards as are dealt, where a phone has room for that."""
    across = TALL / per_row - APART
    high = 1.5 * (across - EDGES) / (1 + INDEX * (dealt - 1)) + EDGES
    rows = _rows(blocks, per_row, across, high)
    if rows[-1][1][-1].rect.bottom > SHOWN:
        return in_rows(blocks, per_row)
    cards = {hand: corner._replace(h=high) for hand, (corner, _) in zip(blocks, rows, strict=True)}
    return _with_bank(rows, per_row, bank, cards)


def _rows(blocks: Mapping[str, Lay], per_row: int, wide: float, above: float = 0.0) -> list[tuple[Rect, list[Place]]]:
    """What lies at each place, in rows, with its corner; `above` it as much room as is said."""
    rows: list[tuple[Rect, list[Place]]] = []
    top = 0.0
    for i, lay in enumerate(blocks.values()):
        if i and i % per_row == 0:
            top = max(block[-1].rect.bottom for _, block in rows) + GAP
        corner = Rect(i % per_row * TALL / per_row, top, wide, 0)
        rows.append((corner, lay(corner._replace(y=top + above))))
    return rows


def _with_bank(
    rows: Sequence[tuple[Rect, list[Place]]],
    per_row: int,
    bank: str,
    cards: Mapping[str, Rect],
    parted: Mapping[str, Rect] | None = None,
) -> Drawing:
    """Blocks in rows with their cards; the bank's lie where the last row ends, or below it, with those out of play."""
    places = [place for _, block in rows for place in block]
    height, top = max(place.rect.bottom for place in places), rows[-1][0].y
    left = len(rows) % per_row * TALL / per_row + GAP
    below = left == GAP
    room = Rect(left, height + GAP if below else top, TALL - left, BANK_HIGH if below else height - top)
    if room.column:
        own = room._replace(h=room.h - GAP - ASIDE_HIGH)
        aside = Rect(room.x, own.bottom + GAP, room.w, ASIDE_HIGH)
    else:
        own = room._replace(w=room.w - GAP - ASIDE_WIDE)
        aside = Rect(own.right + GAP, room.y, ASIDE_WIDE, room.h / 2)
    lying = {**cards, bank: own, **dict.fromkeys(ASIDE, aside)}
    return Drawing(TALL, max(height, own.bottom), places, lying, (frame(own),), folded=True, parted=parted)


def _printed(lines: Sequence[tuple[str, str]], width: float, bank: float) -> list[Decor]:
    """Words with what is paid for them, along the arc between the bank and the places."""
    sag, left, step = (64.0, 150.0, 30.0) if width > TALL else (26.0, 40.0, 18.0)
    heights = [bank + step * (i + 0.4) for i in range(len(lines))]
    return [
        Decor(f"M{left} {y:g}Q{width / 2} {y + sag:g} {width - left} {y:g}", "printed", text, note)
        for y, (text, note) in zip(heights, lines, strict=True)
    ]
