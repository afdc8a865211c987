"""Places with numbers along an arc around the bank, each with room for its cards: whoever will puts chips on any."""

from collections.abc import Callable, Mapping, Sequence

from tapete.games.shared.felt.geometry import CORNER, FEW, TALL, Decor, Drawing, Place, Rect, frame
from tapete.games.shared.felt.results import ASIDE

WIDE = 840.0
GAP = 8.0  # between blocks
ACROSS_AT_MOST = 7  # blocks side by side on a phone
LEAST_CELL = 48.0  # a side of a cell that a thumb hits
BANK_HIGH, ASIDE_WIDE = 78.0, 40.0  # room for the bank's cards below the rows, and for those out of play beside them
Lay = Callable[[Rect], list[Place]]  # what lies at a place below its cards, from a corner on


def along(
    width: float, blocks: Mapping[str, Lay], bank: str, lines: Sequence[tuple[str, str]], dealt: int = FEW
) -> Drawing:
    """Blocks by where their cards lie: the middle one is farthest from the bank. `lines` are printed before it.

    More cards than a few that are dealt at once lie in a column.
    """
    wide = width > TALL
    across = width / len(blocks)
    inner = across - (GAP if wide else 0)
    depth, room, high = (120.0, 100.0, 106.0) if wide else (36.0, 84.0, 78.0)
    column = min(inner, room * 0.58)
    hand_wide, hand_high = (inner, room) if dealt <= FEW else (column, 1.5 * column + CORNER * (dealt - 1))
    places: list[Place] = []
    cards = {bank: Rect(width / 2 - (100 if wide else 60), 0, 200 if wide else 120, high)}
    cards |= dict.fromkeys(ASIDE, Rect(cards[bank].right + 3 * GAP, 0, room, room * 0.7))
    for i, (hand, lay) in enumerate(blocks.items()):
        aside = (2 * i - (len(blocks) - 1)) / max(len(blocks) - 1, 1)
        top = high + (44 if wide else 34) + depth * (1 - aside * aside) - (60 if wide else 0)
        x = i * across + (across - inner) / 2
        cards[hand] = Rect(x + (inner - hand_wide) / 2, top, hand_wide, hand_high)
        places += lay(Rect(x, top + hand_high + 4, inner, 0))
    height = max(place.rect.bottom for place in places) + 14
    low = height - depth
    edge = Decor(f"M0 {low:g}Q{width / 2:g} {low + 2 * depth:g} {width:g} {low:g}", "edge")
    return Drawing(width, height, places, cards, (edge, frame(cards[bank]), *_printed(lines, width, high)))


def in_rows(blocks: Mapping[str, Lay], per_row: int, beside: float = 0, bank: str = "") -> Drawing:
    """Blocks in rows, for a phone that has no room for an arc of them: their cards lie above the cloth.

    With room for them `beside`, they lie in a column there, partly over what is seldom bet on, which a thumb hits all
    the same; and the bank's lie where the last row ends, or below it.
    """
    places: list[Place] = []
    cards: dict[str, Rect] = {}
    across, top = TALL / per_row, 0.0
    for i, (hand, lay) in enumerate(blocks.items()):
        if i and i % per_row == 0:
            top = max(place.rect.bottom for place in places) + GAP
        x = i % per_row * across
        block = lay(Rect(x, top, max(across - 2 - beside, 2 * LEAST_CELL) if beside else across - 2, 0))
        cards[hand] = Rect(x + across - 2 - beside, top, beside, block[-1].rect.bottom - top)
        places += block
    height = max(place.rect.bottom for place in places)
    if not beside:
        return Drawing(TALL, height, places)
    left = len(blocks) % per_row * across
    high = height - top if left else BANK_HIGH
    cards[bank] = Rect(left + GAP, height - high if left else height + GAP, TALL - left - 2 * GAP - ASIDE_WIDE, high)
    aside = Rect(cards[bank].right + GAP, cards[bank].y, ASIDE_WIDE, high / 2)
    decor = (frame(cards[bank]),)
    cards |= dict.fromkeys(ASIDE, aside)
    return Drawing(TALL, max(height, cards[bank].bottom), places, cards, decor, folded=True)


def _printed(lines: Sequence[tuple[str, str]], width: float, bank: float) -> list[Decor]:
    """Words with what is paid for them, along the arc between the bank and the places."""
    sag, left, step = (64.0, 150.0, 30.0) if width > TALL else (26.0, 40.0, 18.0)
    heights = [bank + step * (i + 0.4) for i in range(len(lines))]
    return [
        Decor(f"M{left} {y:g}Q{width / 2} {y + sag:g} {width - left} {y:g}", "printed", text, note)
        for y, (text, note) in zip(heights, lines, strict=True)
    ]
