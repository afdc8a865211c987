"""What a round let the house expect: its stakes as the transcript has them, beside the exact odds of those bets."""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

from tapete.engine.meter import READ
from tapete.engine.places import (
    BANCA,
    BANK,
    CHIPS,
    FELT,
    GARAGE,
    JACKPOT,
    METER,
    POT,
    PRISON,
    bet_of,
    moved,
    place,
    stakes,
)
from tapete.engine.record import until_input
from tapete.engine.requests import Move
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, Header, In, by_chance
from tapete.games import Game, game
from tapete.law.sections import CircleRulebook
from tapete.odds.chain import Figures
from tapete.odds.evening import HALVES, apart, together
from tapete.odds.report import BetOdds

# How far the variance can be relied on: all of it counted; counted as from a full shoe; no more than this.
EXACT, SHOE, MOST = range(3)
# Why a round has no expectation: the bank or the prizes are players'; the game has no odds; a bet's depend on more.
PLAYERS, NO_ODDS, DEPENDS, PRISONERS = "players", "no-odds", "depends", "prisoners"
STAKES = "stakes"  # the window in which bets are made
OWN = f"{JACKPOT}/"
HELD = {CHIPS: 2, FELT: 2, BANCA: 2, GARAGE: 2, POT: 2, PRISON: 1}  # a player's, in halves


class Laid(NamedTuple):
    """The chips of a round: what lay where when chance first spoke, what was laid on each spot first, who won.

    `each` is what every player had on a spot by then, or had given from it to a prize. `won` is what players lost, tips
    left out, with a prisoner counted as the half that it may be had for.
    """

    held: dict[str, int]
    first: dict[str, int]
    each: dict[str, list[int]]
    staked: int
    won: float
    banked: bool


class Reckoned(NamedTuple):
    """A round beside its odds; without any, `why` says why."""

    staked: int
    won: float
    expected: float = 0
    variance: float = 0
    basis: int = EXACT
    why: str = ""


def reckon(log: Sequence[Entry], rules: Any, stood: Mapping[str, int] | None = None) -> Reckoned:
    """A finished round beside what its bets let expect, by the edition that it was played under.

    `stood` is what accounts of the house stood at before it, by their paths, as the books have it.
    """
    header = log[0]
    assert isinstance(header, Header)
    laid, chosen = chips_of(log), game(header.game)
    why = unpriced(chosen, rules, laid)
    if why:
        return Reckoned(laid.staked, laid.won, why=why)
    fates = chosen.fates(rules, header.settings, header.carry)
    if fates is not None and laid.held.keys() <= fates.worths.keys():
        exact = together(fates, laid.held)
        basis = SHOE if hasattr(rules.equipment, "cards") else EXACT
        return Reckoned(laid.staked, laid.won, float(exact.mean), float(exact.variance), basis)
    return _bet_by_bet(chosen, rules, header.settings, laid, pots_of(log, stood or {}))


def unpriced(game: Game, rules: Any, laid: Laid) -> str:
    """Why a round has no expectation, if it has none."""
    if isinstance(rules, CircleRulebook) or laid.banked or game.family == "draws":
        return PLAYERS
    return "" if game.has("odds") else NO_ODDS


def _bet_by_bet(game: Game, rules: Any, settings: Settings, laid: Laid, pots: dict[str, int]) -> Reckoned:
    """Each bet by its own row, decisions by the play that the row is for."""
    if any(at.startswith("prison/") for at in laid.held):
        return Reckoned(laid.staked, laid.won, why=PRISONERS)
    rows, depends = rows_of(game, rules, settings)
    known: dict[str, list[tuple[int, Figures]]] = {}
    for spot, cents in laid.first.items():
        bet = bet_of(spot)
        row = rows.get(spot) or rows.get(bet)
        grown = by_pot(game, rules, settings, spot, laid.each.get(spot, ()), pots)
        if grown:
            known[spot] = grown
        elif bet in depends:
            return Reckoned(laid.staked, laid.won, why=f"{DEPENDS} {bet}")
        elif row is not None:
            known.setdefault(bet if bet in game.together else spot, [(cents, row.figures)])
        elif f"felt/{spot}" in laid.held:
            return Reckoned(laid.staked, laid.won, why=f"{NO_ODDS} {bet}")
    odds = apart((cents, of.edge, of.variance) for bets in known.values() for cents, of in bets)
    return Reckoned(laid.staked, laid.won, float(odds.mean), float(odds.variance), MOST)


def by_pot(
    game: Game, rules: Any, settings: Settings, spot: str, each: Iterable[int], pots: dict[str, int]
) -> list[tuple[int, Figures]]:
    """Each stake on a spot by what had accumulated, which goes to who is paid first; nothing of bets without a pot.

    It is priced as if no other spot won the same prize in the same round.
    """
    bet = bet_of(spot)
    waits = zip(each, chain((pots.get(bet),), repeat(0)), strict=False)
    priced = ((cents, game.with_pot(rules, settings, bet, cents, pot)) for cents, pot in waits)
    return [(cents, figures) for cents, figures in priced if figures is not None]


@functools.lru_cache(maxsize=256)
def rows_of(game: Game, rules: Any, settings: Settings) -> tuple[dict[str, BetOdds], frozenset[str]]:
    """The rows of this table's options, and the bets whose odds depend on what no table is set by."""
    rows: dict[str, BetOdds] = {}
    depends = set()
    for row in game.odds(rules):
        if not row.setting.keys() <= settings.options.keys():
            depends.add(bet_of(row.bet))
        elif row.setting.items() <= settings.options.items():
            rows.setdefault(row.bet, row)
    return rows, frozenset(depends)


# The chips of a round


def chips_of(log: Sequence[Entry]) -> Laid:
    """The chips of a round as its transcript has them."""
    header = log[0]
    assert isinstance(header, Header)
    places = dict(header.balances)
    banked = any(path.startswith("banca/") and cents for path, cents in places.items())
    held: dict[str, int] | None = None
    first: dict[str, int] = {}
    each: dict[str, list[int]] = {}
    given: Counter[tuple[str, str]] = Counter()
    put = lost = 0
    entries = until_input(log[1:])
    spoken = _spoken(entries)
    for number, entry in enumerate(entries):
        if number == spoken:
            held = at_risk(places)
            for stake in stakes(places):
                each.setdefault(stake.bet, []).append(stake.cents)
            first = {at.removeprefix("felt/"): cents for at, cents in held.items() if at.startswith("felt/")}
            for (_, spot), cents in given.items():
                each.setdefault(spot, []).append(cents)
                first[spot] = first.get(spot, 0) + cents
        if isinstance(entry, Move):
            if held is None and _gives(entry):
                given[place(entry.src).who, place(entry.src).spot] += entry.cents
            moved(places, entry.src, entry.dst, entry.cents)
            lost += _lost(entry)
            banked = banked or entry.dst.startswith("banca/")
            to = place(entry.dst)
            if held is not None and to.zone.name == FELT and entry.src.startswith("chips/"):
                put += entry.cents
                first.setdefault(to.spot, entry.cents)
    staked = put + given.total() + sum(cents for at, cents in (held or {}).items() if at.startswith("felt/"))
    return Laid(held or {}, first, each, staked, lost / 2, banked)


def pots_of(log: Sequence[Entry], stood: Mapping[str, int]) -> dict[str, int]:
    """What had accumulated when chance first spoke: as its account stood or was read, or as it lay at the table.

    Of an account of which neither is known nothing is told.
    """
    header = log[0]
    assert isinstance(header, Header)
    pots = {path.removeprefix(OWN): cents for path, cents in header.balances.items() if path.startswith(OWN)}
    pots |= {path.partition("/")[2]: cents for path, cents in stood.items()}
    entries = until_input(log[1:])
    for entry in entries[: _spoken(entries)]:
        if isinstance(entry, In) and entry.act is not None and entry.act.do == READ:
            pots[entry.act.on] = entry.act.cents
        elif isinstance(entry, Move):
            for path, cents in ((entry.src, -entry.cents), (entry.dst, entry.cents)):
                zone, _, name = path.partition("/")
                if zone == JACKPOT or (zone == METER and name in pots):
                    pots[name] = pots.get(name, 0) + cents
    return pots


def _gives(move: Move) -> bool:
    """Whether a stake leaves its player before chance speaks: to a prize, or to the house that keeps a part of it."""
    return place(move.src).zone.name == FELT and (move.dst == BANK or place(move.dst).zone.name == METER)


def _spoken(entries: Sequence[Entry]) -> int:
    """Where chance first speaks of what was staked: a card that is burnt before decides nothing of it."""
    open_ = next((n for n, entry in enumerate(entries) if isinstance(entry, In) and entry.to == STAKES), 0)
    return next((n for n in range(open_, len(entries)) if by_chance(entries[n])), len(entries))


def at_risk(places: dict[str, int]) -> dict[str, int]:
    """What lies on each spot of the felt and in each cell, of all players together."""
    at_risk: dict[str, int] = {}
    for path, cents in places.items():
        if path.partition("/")[0] in HALVES and cents:
            at = place(path)
            spot = at.on
            key = f"{at.zone.name}/{spot}"
            at_risk[key] = at_risk.get(key, 0) + cents
    return at_risk


def _lost(move: Move) -> int:
    """What players have less after a move, in halves of a cent; what they give the staff is no loss of theirs."""
    if place(move.dst).zone.name == "tips":
        return 0
    before, after = (HELD.get(place(path).zone.name, 0) for path in (move.src, move.dst))
    return move.cents * (before - after)
