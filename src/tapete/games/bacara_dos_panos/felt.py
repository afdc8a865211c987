"""The felt of baccarat at two cloths: the first at the banker's right, the second at his left, the bank between.

Around it the departments of both, as they are taken and left in a coup, and the banker between them.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tapete.engine.places import banca, chips
from tapete.engine.requests import Announce, Move
from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout
from tapete.engine.transcript import Entry, In
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.bacara_dos_panos.play import Carry
from tapete.games.bacara_dos_panos.rules import BANCA, BOTH, FIRST, LINES, MODE, SECOND, Rules, deduction, seats
from tapete.games.bacara_dos_panos.seats import Seats
from tapete.games.shared.bacara.checking import ASKED
from tapete.games.shared.bacara.hand import ADVICE, TABLE, chosen, counts
from tapete.games.shared.felt.circle import Circle
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import HIGHER
from tapete.law.sections import Cut

WIDE = 840.0
EXAMPLES = ("primero", "segundo", "caballo")
ADVISED = (ADVICE, TABLE)
ROWS = ((FIRST, BOTH, SECOND), (f"raya-{FIRST}", BANCA, f"raya-{SECOND}"))
LINE = ((FIRST, f"raya-{FIRST}", BOTH, BANCA, f"raya-{SECOND}", SECOND),)  # below an oval that lies wide
VERBS = {
    "name": Said("Has the bank already:"),
    "bid": Said("Bid for the bank"),
    "take": Said("Take the bank for"),
    "refuse": Said("Do not take the bank"),
    "go-on": Said("Deal"),
    "leave": Said("Leave the bank"),
    "add": Said("Add to the bank"),
    "deposit": Said("Put up again"),
    "deposit-new-shoe": Said("Put up again, with a new shoe"),
    "banco": Said("Banco"),
    "wait": Said("Wait for a seat"),
    "sit": Said("Take the seat"),
    **ASKED,
}
WAITING = {"broken": Said("The bank is broken: the banker decides")}
WINS = {
    FIRST: Said("the hand of the first cloth beats the bank's: nearer to nine, a natural before any other"),
    SECOND: Said("the hand of the second cloth beats the bank's: nearer to nine, a natural before any other"),
    BOTH: Said("half of it plays at each cloth, and wins as that one does"),
    BANCA: Said("the bank's hand beats a cloth's, each for itself"),
}


def cut(rules: Rules, settings: Settings) -> tuple[Cut, Fraction]:
    """What the house takes, and what share that is at a table."""
    return rules.cuts[rules.option(settings, MODE)], deduction(rules, settings)


def named(rules: Rules, do: str, on: str) -> Said | None:  # noqa: ARG001
    """What is chosen."""
    return chosen(on) if do == "choose" else None


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE, LINE, HIGHER), _drawing(rules, layout, TALL, ROWS, THUMB))


def _drawing(rules: Rules, layout: Layout, width: float, rows: Sequence[Sequence[str]], high: float) -> Drawing:
    """Stakes on either cloth and across both; beside or below them the lines of which half plays, and the bank."""
    across = width / len(rows[0])
    places = [
        _place(rules, layout, name, Rect(column * across, row * high, across, high))
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    ]
    return Drawing(width, len(rows) * high, places)


def _place(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A place by the name of its bet; the lines have one of their own."""
    bet = rules.bets[layout[name].bet]
    return Place(name, rect, "Raya" if name in LINES else bet.name, "cell", str(bet.pays))


def circle(rules: Rules, view: View, entries: Sequence[Entry]) -> Circle:
    """The first cloth from its far end to the banker, who faces the croupier, and on to the second cloth's far end."""
    carry = msgspec.convert(view.carry, Carry)
    banker, each = carry.office.who, seats(rules, view.settings)
    chairs = Seats(rules, each, view.players, carry.seats, banker)
    for entry in entries if not view.finished else ():
        banker = _follow(chairs, banker, entry)
    called = [entry.args for entry in entries if isinstance(entry, Announce) and entry.call == "hand"]
    holders = dict(zip((FIRST, SECOND), called[-1] if called else (), strict=False))
    marks: dict[str, tuple[Said, ...]] = {}
    for cloth, said in ((FIRST, Said("first cloth")), (SECOND, Said("second cloth"))):
        if cloth in holders:
            marks[holders[cloth]] = (*marks.get(holders[cloth], ()), said)
    numbers = range(1, 2 * each + 1)
    hands = {BANCA: banker, **holders} if banker and holders else {}
    return Circle(
        (*reversed(chairs.seats[:each]), banker, *chairs.seats[each:]),
        (*reversed(numbers[:each]), 0, *numbers[each:]),
        tuple(chairs.standing),
        banker=banker,
        holder=holders.get(FIRST, ""),
        hands=hands,
        makes=counts(rules, view.cards, hands),
        marks=marks,
    )


def _follow(chairs: Seats, banker: str, entry: Entry) -> str:
    """What an entry changes of the seats; who is the banker then."""
    if isinstance(entry, In) and entry.act is not None and entry.act.do == "sit":
        chairs.sit(entry.who, int(entry.act.on) - 1)
    elif isinstance(entry, Announce) and entry.call == "moved":
        chairs.even_out()
    elif isinstance(entry, Announce) and entry.call == "leaves" and entry.args[0] == banker:
        chairs.arrives(banker)
        return ""
    elif isinstance(entry, Move) and not banker:
        _, _, who = entry.dst.partition("/")
        if (entry.src, entry.dst) == (chips(who), banca(who)):
            chairs.leaves(who)
            return who
    return banker
