"""The felt of chemin de fer: the bank before the croupier, a player's place for stakes, and the line before it.

Around it the departments, as they are taken and lost in a coup, the bank's and the cards' holders among them.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tapete.engine.requests import Announce
from tapete.engine.settings import Settings
from tapete.engine.shoe import Gone
from tapete.engine.stakes import Layout
from tapete.engine.transcript import Entry, In
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.chemin_de_fer.play import Carry
from tapete.games.chemin_de_fer.rules import BANCA, CUT, LINE, PUNTO, Rules, deduction, seats
from tapete.games.chemin_de_fer.seats import Seats
from tapete.games.shared.bacara.checking import ASKED
from tapete.games.shared.bacara.hand import ADVICE, TABLE, chosen, counts
from tapete.games.shared.felt.circle import Circle, put_up
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import HIGH, HIGHER
from tapete.law.sections import Cut

WIDE = 840.0
EXAMPLES = ("punto", "raya")
CALLED, HELD = ("called", "reclaimed"), ("hand", "reclaimed")  # the bank is called; the cards are for somebody
ADVISED = (ADVICE, TABLE)
VERBS = {
    "take": Said("Take the bank for"),
    "refuse": Said("Let the hand pass"),
    "absent": Said("Is not there: the seat is lost"),
    "bid": Said("Bid for the bank"),
    "go-on": Said("Deal"),
    "pass": Said("Pass the hand"),
    "raise": Said("Raise the bank by"),
    "put-away": Said("Put winnings into the garage"),
    "all-goes": Said("All goes: nothing in the garage"),
    "accept": Said("Take as partner:"),
    "associate": Said("Offer to be the banker's partner with"),
    "banco": Said("Banco"),
    "banco-again": Said("Banco again"),
    "banco-with-table": Said("Banco with the table"),
    "last-complete": Said("With the table, and I complete it"),
    "wait": Said("Wait for a seat"),
    "sit": Said("Take the seat"),
    "follows": Said("Follows the hand about:"),
    "lift": Said("Lift the cards"),
    "again-late": Said("Banco again, before the cards are lifted"),
    **ASKED,
}
WINS = {
    PUNTO: Said("the hand of punto comes nearer to nine"),
    BANCA: Said("the hand of banca comes nearer to nine"),
}


def cut(rules: Rules, settings: Settings) -> tuple[Cut, Fraction]:
    """What the house takes, and what share that is at a table."""
    return rules.cuts[CUT], deduction(rules, settings)


def named(rules: Rules, do: str, on: str) -> Said | None:  # noqa: ARG001
    """Whom banco is called with, and what is chosen."""
    if do == "banco" and on:
        return Said("with {who}", who=on)
    return chosen(on) if do == "choose" else None


def caller(entries: Sequence[Entry], me: str) -> str:
    """Who else called the bank and had the cards, if anybody did."""
    said = [entry for entry in entries if isinstance(entry, Announce)]
    callers = {entry.args[0] for entry in said if entry.call in CALLED} - {me}
    holders = [entry.args[0] for entry in said if entry.call in HELD]
    return holders[-1] if holders and holders[-1] in callers else ""


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    """The bank lies where it is put; stakes are put beside it, or on the line."""
    across, high = width / 3, HIGHER if width > TALL else HIGH
    places = [
        _place(rules, layout, name, Rect(column * across, 0, across, high))
        for column, name in enumerate((BANCA, PUNTO, LINE))
    ]
    return Drawing(width, high, places)


def _place(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A place by the name of its bet; the line has one of its own."""
    bet = rules.bets[layout[name].bet]
    return Place(name, rect, "Raya" if name == LINE else bet.name, "cell", str(bet.pays))


def circle(rules: Rules, view: View, entries: Sequence[Entry]) -> Circle:
    """The departments, each to the right of the one before it; who is the bank, and who plays the cards against it."""
    carry = msgspec.convert(view.carry, Carry)
    chairs = Seats(
        rules,
        seats(rules, view.settings),
        view.players,
        carry.seats,
        new_shoe=not view.finished and carry.shoe == Gone(),
    )
    banker, holder = carry.office.who, ""
    for entry in entries if not view.finished else ():
        if isinstance(entry, In) and entry.act is not None and entry.act.do == "sit":
            chairs.sit(entry.who, int(entry.act.on) - 1)
        elif isinstance(entry, Announce) and entry.call == "seat" and entry.args[0] in chairs.seats:
            chairs.lose(entry.args[0])
    for entry in entries:
        if isinstance(entry, Announce) and entry.call in ("banker", "hand", "reclaimed"):
            banker, holder = (entry.args[0], "") if entry.call == "banker" else (banker, entry.args[0])
    bank = put_up(view.places)
    partners = [who for who in bank if who != banker]
    hands = {BANCA: banker, PUNTO: holder} if banker and holder else {}
    return Circle(
        tuple(reversed(chairs.seats)),
        tuple(range(len(chairs.seats), 0, -1)),
        tuple(chairs.standing),
        banker=banker if banker in bank or view.cards else "",
        holder=holder,
        hands=hands,
        makes=counts(rules, view.cards, hands),
        marks={who: (Said("partner"),) for who in partners},
    )
