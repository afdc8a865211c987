"""What a croupier does with chips, spot by spot in the text's order; payments are counted out in chips."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import gcd
from typing import NamedTuple

from tapete.engine.places import BANK, PRISON, bet_of, moved, place
from tapete.engine.places import CHIPS as PURSE
from tapete.engine.record import until_input
from tapete.engine.requests import Move
from tapete.engine.settings import Settings
from tapete.engine.transcript import End, Entry, Header, In
from tapete.i18n import gettext as _
from tapete.law.sections import BankRulebook
from tapete.web.tables.telling import MOVING, bet_name, place_name

Values = tuple[int, ...]  # of chips, the highest first
# What chips are usually worth.
CHIPS = (1_000_000, 500_000, 100_000, 50_000, 10_000, 5_000, 2_500, 1_000, 500, 250, 100, 50)


class Pile(NamedTuple):
    """So many chips of one denomination."""

    number: int
    cents: int


class Payment(NamedTuple):
    """Chips that the bank takes from a spot (`take`) or pays for one (`pay`), that go `back` to a player, or `move`.

    `to` is where they move. Once something was mended, what is left is to `hand` to somebody or `collect` from them.
    """

    do: str
    who: str
    spot: str
    cents: int
    chips: tuple[Pile, ...]
    article: str
    to: str = ""


def values(settings: Settings, kept: Collection[int]) -> Values:
    """The values that a table pays in, the highest first: those the house keeps, or the usual from its smallest on."""
    return tuple(sorted(kept, reverse=True)) or tuple(value for value in CHIPS if value >= settings.chip)


def counted_out(cents: int, of: Values) -> tuple[Pile, ...]:
    """An amount in few chips of some values; what no chips make up is left as an amount of its own.

    >>> counted_out(38_750, (10_000, 5_000, 2_500, 1_000, 250, 50))
    (Pile(number=3, cents=10000), Pile(number=1, cents=5000), Pile(number=1, cents=2500), Pile(number=1, cents=1000), \
Pile(number=1, cents=250))
    >>> counted_out(3_000, (2_500, 1_000)), counted_out(1_200, (2_500, 1_000))
    ((Pile(number=3, cents=1000),), (Pile(number=1, cents=1000), Pile(number=1, cents=200)))
    """
    rest = cents % gcd(*of) if of else cents
    whole = _made_up(cents - rest, of)
    piles = list(_as_many(cents, of)) if whole is None else [*whole, Pile(1, rest)]
    return tuple(pile for pile in piles if pile.number and pile.cents)


def _made_up(cents: int, of: Values) -> tuple[Pile, ...] | None:
    """An amount in chips of some values to the last cent: of each as many as go, or one less."""
    if not of:
        return None if cents else ()
    if cents % gcd(*of):
        return None
    most = cents // of[0]
    for number in (most, most - 1) if most else (0,):
        rest = _made_up(cents - number * of[0], of[1:])
        if rest is not None:
            return Pile(number, of[0]), *rest
    return None


def _as_many(cents: int, of: Values) -> Iterator[Pile]:
    """Of each value as many as go, and what is left."""
    for value in of:
        number, cents = divmod(cents, value)
        yield Pile(number, value)
    yield Pile(1, cents)


def payments(rules: BankRulebook, entries: Sequence[Entry], of: Values) -> list[Payment]:
    """What is done with chips by the entries that count, in their order, counted out in chips of some values.

    Nothing of a round that is void, and nothing that players do themselves when they stake, take back or undo.
    """
    ends = [entry for entry in entries if isinstance(entry, End)]
    if ends and ends[-1].void and isinstance(entries[-1], End):
        return []
    header = entries[0] if entries and isinstance(entries[0], Header) else None
    places = dict(header.balances) if header else {}
    return list(_payments(rules, _moves(until_input(entries)), places, of))


def left(before: Sequence[Payment], after: Sequence[Payment], of: Values) -> list[Payment]:
    """What is still to be done once one list of payments counts in place of another, player by player."""
    due: Counter[str] = Counter()
    for payments, sign in ((before, -1), (after, 1)):
        for item in payments:
            due[item.who] += sign * {"pay": item.cents, "take": -item.cents}.get(item.do, 0)
    return [
        Payment("hand" if cents > 0 else "collect", who, "", abs(cents), counted_out(abs(cents), of), "")
        for who, cents in due.items()
        if cents
    ]


def _moves(entries: Sequence[Entry]) -> list[tuple[Move, bool]]:
    """The chips that moved, each with whether a player moved them."""
    found: list[tuple[Move, bool]] = []
    own = False
    for entry in entries:
        if isinstance(entry, In):
            own = entry.act is not None and entry.act.do in MOVING
        elif isinstance(entry, Move):
            found.append((entry, own))
    return found


def _payments(
    rules: BankRulebook, moves: Sequence[tuple[Move, bool]], places: dict[str, int], of: Values
) -> Iterator[Payment]:
    paid: set[tuple[str, str]] = set()
    for i, (move, own) in enumerate(moves):
        src, dst = place(move.src), place(move.dst)
        if move.dst == BANK and src.spot:
            yield _payment(rules, move, "take", src.who, src.on, of)
        elif move.src == BANK and dst.zone.owner == "player":
            after = moves[i + 1][0] if i + 1 < len(moves) else None
            spot = dst.spot or _for(rules, move, after, places, paid)
            paid.add((dst.who, spot))
            yield _payment(rules, move, "pay", dst.who, spot, of)
        elif not own and (src.who, src.spot) not in paid:
            yield from _passed(rules, move, of)
        moved(places, move.src, move.dst, move.cents)


def _passed(rules: BankRulebook, move: Move, of: Values) -> Iterator[Payment]:
    """Chips that pass between places none of which is the bank's; what leaves a purse is its player's own act."""
    src, dst = place(move.src), place(move.dst)
    if src.spot and dst.spot and src.who == dst.who:
        to = _("in prison") if dst.zone.name == PRISON else bet_name(rules, dst.on)
        yield _payment(rules, move, "move", src.who, src.on, of)._replace(to=to)
    elif src.spot and src.who == dst.who:
        yield _payment(rules, move, "back", src.who, src.on, of)
    elif src.zone.name != PURSE:
        there, to = place_name(rules, move.src), place_name(rules, move.dst)
        yield Payment("move", "", there, move.cents, counted_out(move.cents, of), move.article, to)


def _payment(rules: BankRulebook, move: Move, do: str, who: str, spot: str, of: Values) -> Payment:
    name = bet_name(rules, spot) if spot else ""
    return Payment(do, who, name, move.cents, counted_out(move.cents, of), move.article)


def _for(
    rules: BankRulebook, move: Move, after: Move | None, places: Mapping[str, int], paid: set[tuple[str, str]]
) -> str:
    """The spot for which a winner is paid: the one whose stake goes back next, or lies there under the same article."""
    who = place(move.dst).who
    if after is not None and place(after.src).spot and after.dst == move.dst and after.article == move.article:
        return place(after.src).on
    lying = [place(path) for path, cents in places.items() if cents and path.startswith("felt/")]
    own = [at.spot for at in lying if at.who == who and (who, at.spot) not in paid]
    same = [spot for spot in own if _article(rules, spot) == move.article]
    return same[0] if same else ""


def _article(rules: BankRulebook, spot: str) -> str:
    bet = rules.bets.get(bet_of(spot))
    return bet.article if bet is not None else ""
