"""What a round's header claims, each claim against the edition it names: nothing is so because it is written."""

import functools
import re
from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from tapete.audit.following import same
from tapete.audit.limits import MOST, check_settings, possible, sound
from tapete.audit.stacks import brought
from tapete.engine.carry import Carry
from tapete.engine.names import ROBOT
from tapete.engine.places import (
    BANCA,
    BANK,
    BEYOND,
    CAGE,
    CHIPS,
    DROP,
    FELT,
    GARAGE,
    JACKPOT,
    METER,
    PRISON,
    TIPS,
    ZONES,
    place,
)
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.session import checked_names
from tapete.engine.settings import Settings
from tapete.engine.stakes import Layout
from tapete.engine.succession import FIRST
from tapete.engine.transcript import CASINO, PRACTICE, TOURNAMENT, Header, plain
from tapete.engine.views import purse
from tapete.errors import Said, TapeteError
from tapete.games import game
from tapete.money import format_cents

CHIEFS = ("inspector", "director")
HASH = re.compile("[0-9a-f]{64}")
BROUGHT = re.compile("[0-9a-f]{64}")
SALT = re.compile("[0-9a-f]{32}")
CELL = re.compile("[2-9]|[1-9][0-9]")


class Wrong(msgspec.Struct, frozen=True):
    """Something wrong with a header. `hinders`: what a round made of it cannot be played again."""

    article: str
    what: str
    right: str
    hinders: bool = False


def wrongs(header: Header, play: Play, rules: Any, derived: Container[str]) -> list[Wrong]:
    """All that is wrong with a header by itself; `derived` are the fields that follow from the round before."""
    settings = _settings(rules, header.settings)
    wrongs = [*_forms(header), *_brought(header), *_players(header, rules), *settings]
    if hindered(settings):
        header = msgspec.structs.replace(header, settings=possible(rules, header.settings))
    wrongs += () if "balances" in derived else _balances(header, rules)
    carry = [] if "carry" in derived else list(_carry(header, play, rules))
    return wrongs + carry + ([] if hindered(carry) else list(_pack(header, play, rules)))


def hindered(wrongs: Iterable[Wrong]) -> bool:
    """Whether what is wrong keeps a round from being played again."""
    return any(wrong.hinders for wrong in wrongs)


def playable(header: Header, play: Play, rules: Any, handed: dict[str, Any]) -> Header | None:
    """A header with what cannot be played left out, or as the round before handed it on; none where that is not enough.

    So a lie in a header hides nothing of what its round did.
    """
    change = msgspec.structs.replace
    players: tuple[str, ...] = ()
    for who in header.players:
        players += () if _names((*players, who)) else (who,)
    header = change(header, players=players, settings=possible(rules, header.settings))
    nowhere = {path for path, wrong in _places(header, rules) if wrong.hinders}
    balances = {path: cents for path, cents in header.balances.items() if path not in nowhere}
    carries = (change(header, balances=balances, carry=carry) for carry in (header.carry, handed, {}))
    header = next(each for each in carries if not hindered(_carry(each, play, rules)))
    due = play.stock(rules, header.settings, header.carry)
    if due is None or header.pack is None:
        header = change(header, pack=None)
    else:
        header = change(header, pack=change(header.pack, kind=due.kind, packs=due.packs, seen=due.seen))
    return None if hindered(wrongs(header, play, rules, ())) else header


def _forms(header: Header) -> Iterator[Wrong]:
    """Hashes, salts and signatures that are none."""
    digits = Said("64 hexadecimal digits")
    if not HASH.fullmatch(header.previous):
        yield Wrong("", Said("names '{hash}' as the last round's hash", hash=header.previous), digits)
    if header.commitment and not HASH.fullmatch(header.commitment):
        yield Wrong("", Said("commits to '{hash}'", hash=header.commitment), digits)
    if not SALT.fullmatch(header.salt):
        yield Wrong("", Said("the salt is '{salt}'", salt=header.salt), Said("32 hexadecimal digits"))
    if header.purse != (due := purse(header.balances, header.salt)):
        yield Wrong("", Said("the balances are not those committed to"), due)
    if header.adopted not in ("", *CHIEFS):
        what = Said("the edition was let by '{who}'", who=header.adopted)
        yield Wrong("", what, Said("the inspector or the director"))
    if header.house not in (msgspec.UNSET, CASINO, PRACTICE, TOURNAMENT):
        yield Wrong(
            "", Said("a round of the house '{house}'", house=header.house), Said("casino, practice or tournament")
        )


def _brought(header: Header) -> Iterator[Wrong]:
    """What players brought to the chance: theirs alone, by name, and only where there is a seed to add it to."""
    if header.brought is not msgspec.UNSET and (not header.brought or list(header.brought) != sorted(header.brought)):
        what = Said("what was brought to the chance is {names}", names=", ".join(header.brought) or Said("nothing"))
        yield Wrong("", what, Said("those who brought something, by name, or the field left out"))
    for who, value in header.added.items():
        if who not in header.players or not BROUGHT.fullmatch(value) or not header.commitment:
            what = Said("{who} brought '{value}' to the chance", who=who, value=value[:80])
            yield Wrong("", what, Said("64 hexadecimal digits of somebody who plays, at a live table"))


def _players(header: Header, rules: Any) -> Iterator[Wrong]:
    if wrong := _names(header.players):
        yield Wrong("", wrong, Said("players' names, each once"), hinders=True)
    if header.house in (CASINO, TOURNAMENT):
        for who in header.players:
            if who.startswith(ROBOT):
                yield Wrong("", Said("{who} plays, who is a robot", who=who), Said("people, or a practice"))
    try:
        seats, article = rules.seating(header.settings.options)
    except (LookupError, ValueError):
        return  # an option that does not exist, or has no such value: said with the settings
    if seats is not None and len(header.players) > seats:
        what = Said("{count} players sit", count=len(header.players))
        yield Wrong(article, what, Said("{most} at most", most=seats))


@functools.lru_cache(maxsize=64)
def _names(players: tuple[str, ...]) -> str:
    """What is wrong with players' names; they seldom change from round to round."""
    try:
        checked_names(players)
    except TapeteError as error:
        return error.text
    return ""


@functools.lru_cache(maxsize=64)
def _settings(rules: Any, settings: Settings) -> tuple[Wrong, ...]:
    """What is wrong with how a table is set; the rounds of an evening share their settings."""
    wrong = []
    missing = [name for name, limit in rules.limits.items() if not limit.follows and name not in settings.maximum]
    if not sound(settings):
        what = Said("limits that are no amounts")
        wrong.append(Wrong(rules.minimum.article, what, Said("positive amounts"), hinders=True))
        settings = msgspec.structs.replace(possible(rules, settings), options=settings.options)
    choices = ((f"options.{name}", option, rules.option(settings, name)) for name, option in rules.options.items())
    none = {where for where, option, chosen in choices if not option.takes(chosen)}
    for breach in check_settings(rules, settings, notified=True):
        what = Said("{where}: {what}", where=breach.where, what=breach.what)
        wrong.append(Wrong(breach.article, what, breach.right, breach.where in none or bool(missing)))
    return tuple(wrong)


def _balances(header: Header, rules: Any) -> Iterator[Wrong]:
    yield from (wrong for _, wrong in _places(header, rules))
    if header.previous == FIRST and not header.balances.get(TIPS):
        yield from (Wrong(*less) for less in brought(header, rules))


def _places(header: Header, rules: Any) -> Iterator[tuple[str, Wrong]]:
    """The places where chips cannot lie, or not so many; of all together where no felt can be made."""
    try:
        layout = game(header.game).layout(rules, header.settings)
    except (LookupError, ValueError, ArithmeticError) as error:
        what = Said("no felt can be made of these limits: {why}", why=error)
        yield "", Wrong(rules.article, what, Said("limits that a felt can be made of"), hinders=True)
        return
    apart = game(header.game).apart(rules)
    for path, cents in header.balances.items():
        if not _may_lie(path, header, layout, apart):
            right = Said("a place of this game's, of somebody at the table")
            yield path, Wrong(rules.article, Said("chips lie on '{place}'", place=path), right, hinders=True)
        elif not -MOST < cents < MOST or (cents <= 0 and place(path).zone.closing != BEYOND) or not cents:
            what = Said("{place} starts with {amount}", place=path, amount=format_cents(cents))
            yield path, Wrong("", what, Said("a positive amount"), hinders=True)
        elif header.previous == FIRST and place(path).zone.name not in (CHIPS, BANK, CAGE, DROP, TIPS):
            what = Said("{place} starts with {amount}", place=path, amount=format_cents(cents))
            yield path, Wrong("", what, Said("nothing: it is the table's first round"))


def _may_lie(path: str, header: Header, layout: Layout, apart: tuple[str, ...]) -> bool:
    """Whether chips can lie in a place when a round begins."""
    name, _, rest = path.partition("/")
    if name not in ZONES:
        return False
    who, _, spot = rest.partition("/")
    if name in (CHIPS, BANCA, GARAGE):
        return who in header.players and path == f"{name}/{who}"
    if name == FELT:
        return who in header.players and (_takes(layout, spot) or f"felt/{spot}" in apart)
    if name == PRISON:
        bet, colon, zeros = spot.partition(":")
        return who in header.players and f"prison/{bet}" in apart and (not colon or bool(CELL.fullmatch(zeros)))
    if name in (JACKPOT, METER):
        return path in apart
    return name == "house" or not rest


def _takes(layout: Layout, spot: str) -> bool:
    """Whether chips can lie on a spot: those of an announced bet lie on its parts."""
    return spot in layout and not layout[spot].parts


def _with_prize(play: Play) -> set[str]:
    """What a table's first round may take over: the place at a shared prize of a table that has closed."""
    return set(play.carry.with_prize) if issubclass(play.carry, Carry) else set()


def _carry(header: Header, play: Play, rules: Any) -> Iterator[Wrong]:
    """What the round takes over must be something that its procedure can have handed on."""
    right = Said("what a round of this game hands on")
    what = Said("takes up {carry}", carry=_shown(header.carry))
    try:
        carry = msgspec.convert(header.carry, play.carry)
        known = plain(carry)
    except (msgspec.ValidationError, RecursionError) as error:
        yield Wrong("", Said("{what}: {why}", what=what, why=error), right, hinders=True)
        return
    if not same(known, header.carry):
        yield Wrong("", what, Said("{carry}, which is all that this game knows", carry=_shown(known)), hinders=True)
    elif header.previous == FIRST and not set(header.carry) <= _with_prize(play):
        yield Wrong("", what, Said("nothing: it is the table's first round"), hinders=True)
    if not isinstance(carry, Carry):
        return
    try:
        checked_names(set(carry.people()))
        why = carry.impossible(rules, header.settings)
    except TapeteError as error:
        why = error.text
    if otherwise := why or carry.beside(header.balances, header.players):
        yield Wrong("", Said("{what}: {why}", what=what, why=otherwise), right, hinders=bool(why))
    if header.previous != FIRST:
        yield from _nobodys(header, carry, rules)


def _nobodys(header: Header, carry: Carry, rules: Any) -> Iterator[Wrong]:
    """Chips in a bank that nobody has, or in a pot, where none is handed on."""
    for path in header.balances:
        if path.partition("/")[0] in ZONES and not carry.lying(path, rules):
            right = Said("a place of this game's, of somebody at the table")
            yield Wrong(rules.article, Said("chips lie on '{place}'", place=path), right)


def _pack(header: Header, play: Play, rules: Any) -> Iterator[Wrong]:
    """The pack of a game whose cards have backs is the one its table would have, a leaf a card if chance is live."""
    due = play.stock(rules, header.settings, header.carry)
    given = header.pack
    if due is None or given is None:
        if (due is None) != (given is None):
            wrong = Said("no pack is committed to") if given is None else Said("a pack is committed to")
            yield Wrong(rules.article, wrong, Said("as this game has it"), hinders=True)
        return
    if (given.kind, given.packs, given.seen) != (due.kind, due.packs, due.seen):
        what = Said("the pack is {packs} of '{kind}'", packs=given.packs, kind=given.kind)
        right = Said("{packs} of '{kind}', less the cards seen", packs=due.packs, kind=due.kind)
        yield Wrong(rules.article, what, right, hinders=True)
        return
    if [*given.seen] != [*due.seen]:
        yield Wrong("", Said("the cards seen are written in another order"), Said("as the table handed them on"))
    most = _dealt(due) if header.commitment else 0
    if len(given.leaves) != most or not all(map(HASH.fullmatch, given.leaves)):
        what = Said("the pack has {count} leaves", count=len(given.leaves))
        yield Wrong("", what, Said("{most}, each 64 hexadecimal digits", most=most), hinders=True)


def _dealt(stock: Stock) -> int:
    """How many cards of a stock can be dealt."""
    return min(stock.most or stock.left.total, stock.left.total)


def _shown(carry: Any) -> str:
    """What is handed on, as one reads it; no more of it than one would."""
    try:
        text = msgspec.json.encode(carry).decode()
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= 300 else text[:300] + "…"
