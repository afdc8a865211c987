"""What a round brought somebody: chips won and lost, by which bet and article, and the spots that were paid."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tapete.engine.calls import spoken
from tapete.engine.places import BANCA, BANK, CAGE, CHIPS, FELT, GARAGE, PRISON, bet_of, place
from tapete.engine.record import until_input
from tapete.engine.requests import Announce, Move
from tapete.engine.transcript import End, Entry, Header, In
from tapete.games import game
from tapete.i18n import gettext as _
from tapete.law.sections import BankRulebook, Bet
from tapete.web.tables.telling import bet_name, place_name
from tapete.wording import capital

TURNING, DRUM = ("spin", "roll"), "drum"
ON_THE_FELT = (FELT, PRISON)
HELD = (CHIPS, FELT, PRISON, BANCA, GARAGE)  # what is a player's, wherever it lies


class Fell(NamedTuple):
    """What a wheel or dice brought, with a key that no other fall at the table has, and what was called before it."""

    key: str
    value: str
    called: str = ""


class Part(NamedTuple):
    """So much won, or lost where it is negative: by what, and by which article."""

    cents: int
    name: str
    article: str


class Paid(NamedTuple):
    """Chips that came to somebody or went: whose, how much, by which article, and the spot, if one can be named."""

    who: str
    cents: int
    article: str
    spot: str
    elsewhere: str


def last_fell(rules: BankRulebook, entries: Sequence[Entry], number: int) -> Fell | None:
    """What fell last in a round, of what turns or rolls."""
    last = _last(entries, TURNING)
    if last is None:
        return None
    until = [entry for entry in entries[: entries.index(last)] if isinstance(entry, Announce)]
    return Fell(f"{number}.{last.n}", last.fallen, spoken(rules, until[-1]) if until else "")


def last_drawn(entries: Sequence[Entry]) -> str:
    """What came out last in a round, of wheel, dice or drum."""
    last = _last(entries, (*TURNING, DRUM))
    return last.fallen if last else ""


def _last(entries: Sequence[Entry], kinds: Collection[str]) -> In | None:
    inputs = [entry for entry in until_input(entries[1:]) if isinstance(entry, In) and entry.fell is not None]
    return next((entry for entry in reversed(inputs) if entry.to.partition(":")[0] in kinds), None)


def is_void(entries: Sequence[Entry]) -> bool:
    """Whether a round ended void: its chips went back by moves of their own, and nobody won or lost any."""
    return bool(entries) and isinstance(entries[-1], End) and bool(entries[-1].void)


def outcome(rules: BankRulebook, entries: Sequence[Entry], me: str) -> list[Part]:
    """What a round has brought somebody so far, what was won first; nothing while nothing has been settled."""
    sums: dict[tuple[str, str, bool], int] = {}
    for paid in settled(rules, entries):
        if paid.who == me:
            name = capital(bet_name(rules, paid.spot) if paid.spot else paid.elsewhere)
            key = (name, paid.article, paid.cents > 0)
            sums[key] = sums.get(key, 0) + paid.cents
    parts = [Part(cents, name, article) for (name, article, _won), cents in sums.items()]
    return sorted(parts, key=lambda part: -part.cents)


def returned(rules: BankRulebook, entries: Sequence[Entry], me: str) -> list[Part]:
    """Stakes that somebody got back and did not take back: the round went without them, or was a tie."""
    found: list[tuple[str, str]] = []
    by_me = False
    for entry in until_input(entries[1:]):
        if isinstance(entry, In):
            by_me = entry.who == me
        elif isinstance(entry, Move) and not by_me:
            (src, giver, _spot), (dst, taker, _on) = place(entry.src), place(entry.dst)
            if src.name in ON_THE_FELT and dst.name == CHIPS and giver == taker == me:
                found.append((place(entry.src).on, entry.article))
    caller = game(rules.game).caller(entries, me)
    words = _("%(bet)s back: %(who)s called the bank") if caller else _("%(bet)s back")
    told = dict.fromkeys(found)
    return [Part(0, words % {"bet": bet_name(rules, spot), "who": caller}, article) for spot, article in told]


def imprisoned(rules: BankRulebook, entries: Sequence[Entry], me: str) -> list[Part]:
    """Stakes of somebody's that a round put in prison, or leaves there."""
    moves = [move for move in _moves(entries) if (at := place(move.dst)).zone.name == PRISON and at.who == me]
    words = _("%(bet)s, in prison")
    return [Part(0, words % {"bet": bet_name(rules, place(move.dst).on)}, move.article) for move in moves]


def winning(rules: BankRulebook, entries: Sequence[Entry]) -> set[str]:
    """The spots that were paid, and a player's bank into which others' stakes were taken."""
    ends = [(place(move.src).zone.name, place(move.dst).zone.name) for move in _moves(entries)]
    bank = {BANCA} & rules.bets.keys() if any(src in ON_THE_FELT and dst == BANCA for src, dst in ends) else set()
    return {paid.spot for paid in settled(rules, entries) if paid.cents > 0 and paid.spot} | bank


def winners(rules: BankRulebook, entries: Sequence[Entry]) -> set[tuple[str, str]]:
    """Who was paid for which spot."""
    return {(paid.who, paid.spot) for paid in settled(rules, entries) if paid.cents > 0 and paid.spot}


def banks(entries: Sequence[Entry]) -> set[str]:
    """The players who were the bank and won as that."""
    sums: Counter[str] = Counter()
    for move in _moves(entries):
        src, dst = place(move.src), place(move.dst)
        if BANCA in (src.zone.name, dst.zone.name) and src.who != dst.who:
            sums[dst.who] += move.cents * (dst.zone.name == BANCA)
            sums[src.who] -= move.cents * (src.zone.name == BANCA)
    return {who for who, cents in sums.items() if cents > 0}


def settled(rules: BankRulebook, entries: Sequence[Entry]) -> Iterator[Paid]:
    """Chips that passed from one to another. A gain is of the stake that it is so many times of."""
    lying = _left_lying(entries)
    moves = list(_moves(entries))
    for move, then in zip_longest(moves, moves[1:]):
        left, came = place(move.src), place(move.dst)
        (src, giver, _spot), (dst, taker, _on) = left, came
        spot, on = left.on, came.on
        gives, takes = src.name in HELD, dst.name in HELD
        passes = giver != taker or gives != takes
        if gives and passes:
            named = move.src if src.name == BANCA and takes else move.dst
            bought = spot or (_bought(rules, move) if move.dst == BANK else "")
            yield Paid(giver, -move.cents, move.article, bought, "" if bought else place_name(rules, named))
        if takes and passes:
            mine = {spot: cents for (who, spot), cents in lying.items() if who == taker and cents}
            paid = on or (_taken(taker, then) or _stake(rules, mine, move) if dst.name != BANCA else "")
            named = move.dst if dst.name == BANCA and gives else move.src
            yield Paid(taker, move.cents, move.article, paid, "" if paid else place_name(rules, named))
        if src.name in ON_THE_FELT:
            lying[giver, spot] = lying.get((giver, spot), 0) - move.cents
        if dst.name in ON_THE_FELT:
            lying[taker, on] = lying.get((taker, on), 0) + move.cents


def _bought(rules: BankRulebook, move: Move) -> str:
    """The bet that is paid for at once, as a ticket that is opened: the only one of its article."""
    bets = [id for id, bet in rules.bets.items() if bet.article == move.article]
    return bets[0] if len(bets) == 1 else ""


def _taken(who: str, then: Move | None) -> str:
    """The stake that goes back to its owner as soon as its gain was paid, if that is what happens next."""
    if then is None:
        return ""
    (src, giver, _spot), (dst, taker, _on) = place(then.src), place(then.dst)
    return place(then.src).on if src.name in ON_THE_FELT and dst.name == CHIPS and giver == taker == who else ""


def _left_lying(entries: Sequence[Entry]) -> dict[tuple[str, str], int]:
    """Stakes that a round found on its felt: they may be paid as well as those that were put there in it."""
    header = entries[0] if entries else None
    lying = [(place(path), cents) for path, cents in header.balances.items()] if isinstance(header, Header) else []
    return {(at.who, at.on): cents for at, cents in lying if at.zone.name in ON_THE_FELT and cents}


def _moves(entries: Sequence[Entry]) -> Iterable[Move]:
    counted = until_input(entries[1:])
    return (entry for entry in counted if isinstance(entry, Move) and CAGE not in (entry.src, entry.dst))


def _stake(rules: BankRulebook, lying: dict[str, int], move: Move) -> str:
    """The stake that a gain is for: one whose bet has the gain's article and pays so much, or the only likely one."""
    bets = {spot: rules.bets.get(bet_of(spot)) for spot in lying}
    by_article = [spot for spot, bet in bets.items() if bet is not None and bet.article == move.article]
    by_amount = [spot for spot, bet in bets.items() if isinstance(bet, Bet) and bet.pays.pay(lying[spot]) == move.cents]
    both = [spot for spot in by_article if spot in by_amount]
    for likely in (both, by_article, by_amount, list(lying)):
        if len(likely) == 1:
            return likely[0]
    return both[0] if both else ""
