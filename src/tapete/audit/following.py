"""How one round follows another in a log: chips, what is handed on, limits, edition, hash."""

from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tapete.audit.stacks import Difference, stacks
from tapete.engine.lasting import changed_in_game, goes_on
from tapete.engine.places import BANK, CAGE, CHIPS, DROP, TIPS, ZONES, chips, stakes
from tapete.engine.settings import Settings, authorised_still
from tapete.engine.succession import Left, carried
from tapete.engine.transcript import End, Header
from tapete.errors import IllegalAction, Said
from tapete.games import game
from tapete.money import format_cents

Passed = Mapping[str, Mapping[str, int]]  # what each place gained between two rounds, by the hash of the first


class Closing(NamedTuple):
    """How a round left the table: its end as written, and where the chips lie.

    `places` is what its procedure made of it, `written` what its lines say where that is something else; `hash` is the
    right one, as far as it can be told. A round that could not be played again leaves only what its lines say.
    """

    header: Header
    end: End | None
    places: Mapping[str, int]
    written: Mapping[str, int]
    hash: str
    exact: bool

    @property
    def carry(self) -> dict[str, Any] | None:
        """What the round hands on, if it has ended."""
        return self.end.carry if self.end else None


def derived(header: Header, before: Closing) -> list[str]:
    """The fields of a header that are as the round before, played again to the end, left them."""
    if not before.exact:
        return []
    if header.settings != before.header.settings:
        return []
    lying = (header.players, header.balances) == (before.header.players, before.places)
    return ["balances"] * lying + ["carry"] * same(before.carry, header.carry)


def differences(
    header: Header, rules: Any, before: Closing, passed: Mapping[str, int] | None = None
) -> Iterator[Difference]:
    """All in which a round does not take up where the last one ended; `passed` is known where the books are at hand."""
    last = before.header
    if (header.game, header.region) != (last.game, last.region):
        what = Said("a round of {game} of {region}", game=header.game, region=header.region)
        right = Said("{game} of {region}: a log is one table's", game=last.game, region=last.region)
        yield Difference("", what, right)
        return
    if before.end is None:
        yield Difference("", Said("a round begins before the last one has ended"), Said("an end"))
        return
    if header.previous not in (before.end.hash, before.hash):
        yield Difference("", Said("the round does not name the last one's hash"), before.hash or before.end.hash)
    yield from _chips(header, before, passed)
    yield from _carry(header, before.end, last)
    yield from _kind(header, last)
    yield from _promised(header, before.end)
    if rules is not None:
        if header.balances != before.places:
            yield from stacks(header, rules, last, before.places)
        yield from _limits(header, rules, before.end, last)


def _promised(header: Header, end: End) -> Iterator[Difference]:
    """A live round draws from the seed that the last one promised; without a promise nobody can bring anything."""
    if not header.commitment:
        return
    if end.next and header.commitment != end.next:
        yield Difference("", Said("the seed is not the one that was promised"), end.next)
    if header.added and not end.next:
        what = Said("{names} brought something to the chance", names=", ".join(header.added))
        yield Difference("", what, Said("nobody: the last round promised no seed"))


def _chips(header: Header, before: Closing, passed: Mapping[str, int] | None) -> Iterator[Difference]:
    """Between rounds players buy in and cash out: that is between them and the cage, and sums to nothing."""
    if header.balances == before.places and not passed:
        yield from _order(header, before)
        return
    left = [before.places, before.written]
    if passed is None:
        changed = min((_moved(header, places) for places in left), key=len)
        right = "{what}, as the last round left it"
    else:
        changed = min((_changed(header, _with(places, passed)) for places in left), key=len)
        right = "{what}, as the last round left it and the cage changed it"
    for path, (then, now) in changed.items():
        what = Said("{place} starts with {amount}", place=path, amount=format_cents(now))
        yield Difference("", what, Said(right, what=format_cents(then)))


def _order(header: Header, before: Closing) -> Iterator[Difference]:
    """Stakes are paid in the order in which they were laid, so that is kept."""
    if before.exact and [*header.balances] != [*before.places]:
        what = Said("chips lie in the order {places}", places=", ".join(header.balances))
        right = Said("{what}, as the last round left it", what=", ".join(before.places))
        yield Difference("", what, right)


def _changed(header: Header, left: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The places in which other chips lie than were left there: then and now."""
    now = header.balances
    return {
        path: (left.get(path, 0), now.get(path, 0))
        for path in sorted({*now, *left})
        if left.get(path, 0) != now.get(path, 0)
    }


def _with(places: Mapping[str, int], passed: Mapping[str, int]) -> dict[str, int]:
    return {path: places.get(path, 0) + passed.get(path, 0) for path in {*places, *passed}}


def _moved(header: Header, left: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The places in which other chips lie than were left there, and that no passing of the cage explains."""
    now, changed = header.balances, _changed(header, left)
    if sum(more - less for less, more in changed.values()):
        return changed
    if not all(_passes_cage(path, now.get(path, 0), header.players) for path in changed):
        return changed
    if _past_cage(changed, now, left) or any(now.get(box, 0) < left.get(box, 0) for box in (DROP, TIPS)):
        return changed
    return {}


def exchanged(header: Header, before: Closing) -> tuple[list[str], list[str]]:
    """What those who stayed hold less of than was left, and what grew: chips may have passed from these to those."""
    changed = _changed(header, before.places)
    stayed = {chips(who) for who in header.players if who in before.header.players}
    down = [path for path, (less, more) in changed.items() if more < less and path in stayed]
    return down, [path for path, (less, more) in changed.items() if more > less and path not in (CAGE, TIPS)]


def _past_cage(changed: Mapping[str, tuple[int, int]], now: Container[str], left: Container[str]) -> bool:
    """Whether nothing can have passed the cage: there is none, or what is in it and in the box is what it was.

    Then players can have tipped, and one who came have bought what one who left had cashed: nobody else can have more.
    """
    if CAGE not in now and CAGE not in left:
        return True
    grew = any(more > less for path, (less, more) in changed.items() if path != TIPS)
    given_up = all(not more or less <= more for less, more in changed.values())
    relieved = given_up and all(path == TIPS or ZONES[path.partition("/")[0]].closing == "player" for path in changed)
    return CAGE not in changed and DROP not in changed and grew and not relieved


def _passes_cage(path: str, now: int, players: tuple[str, ...]) -> bool:
    """Whether chips of a place can have come from the cage or gone there: all but those held, only with their owner.

    A bank is filled up or gives back; what is paid for chips at the table, or given to the staff, goes into a box.
    """
    name, _, who = path.partition("/")
    if path in (CAGE, BANK, DROP, TIPS) or name == CHIPS:
        return True
    return name in ZONES and ZONES[name].closing == "player" and not now and who not in players


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same to the byte: 1 is not true, and an order is kept."""
    if type(one) is str:
        return bool(one == other)
    return one == other and msgspec.json.encode(one) == msgspec.json.encode(other)


def _carry(header: Header, end: End, last: Header) -> Iterator[Difference]:
    try:
        handed = carried(Left(end.carry, end.hash, last.settings), header.settings)
    except IllegalAction as error:
        yield Difference("", error.reason, Said("refused"))
        return
    if not same(header.carry, handed):
        what = Said("takes up {carry}", carry=header.carry)
        yield Difference("", what, Said("{what}, as the last round left it", what=handed))


def _kind(header: Header, last: Header) -> Iterator[Difference]:
    """What a table does not change by itself: its edition, and where its chance comes from."""
    now = header.rulebook, header.procedure, header.choices
    then = last.rulebook, last.procedure, last.choices
    if now != then and not header.adopted:
        what = Said("the table takes edition {digest} and nobody let it", digest=header.rulebook[:12])
        yield Difference("", what, Said("an act of the staff, or {digest}", digest=last.rulebook[:12]))
    if now == then and header.adopted:
        what = Said("{who} let the table take an edition", who=Said(header.adopted))
        yield Difference("", what, Said("nobody: it is the same"))
    if bool(header.commitment) != bool(last.commitment):
        live, physical = Said("live chance"), Said("chance in the croupier's hands")
        yield Difference("", *((live, physical) if header.commitment else (physical, live)))
    if last.house is not msgspec.UNSET and header.house != last.house:
        what = Said("the round is no longer of the house '{house}'", house=last.house)
        yield Difference("", what, Said("casino, practice or tournament, as the last round"))


def _limits(header: Header, rules: Any, end: End, last: Header) -> Iterator[Difference]:
    """Limits change once the last rounds are announced and played, and no stake lies outside the new ones."""
    new, old = header.settings, last.settings
    if new == old:
        if _written(new) != _written(old):
            yield Difference("", Said("the settings are written in another order"), Said("as in the round before"))
        return
    if (new.minimum, new.maximum, new.minimums) != (old.minimum, old.maximum, old.minimums):
        rule = rules.minimum
        if (rule.announced_rounds or rule.announced_shoe) and end.carry.get("remaining", -1) != 0:
            rounds = Said("the last {rounds} rounds announced and played first", rounds=rule.announced_rounds)
            right = Said("the last shoe announced and played first") if rule.announced_shoe else rounds
            yield Difference(rule.article, Said("the limits change"), right)
        yield from _lying(header, rules)
    authorised, due = new.authorised or new.minimum, authorised_still(rules, old)
    if due and authorised != due:
        what = Said("the authorised minimum is {amount}", amount=format_cents(authorised))
        yield Difference(rules.minimum.article, what, format_cents(due))
    if old.authorised_most and new.authorised_most != old.authorised_most:
        what = Said("the authorised band ends at {amount}", amount=format_cents(new.authorised_most))
        yield Difference(rules.minimum.article, what, format_cents(old.authorised_most))
    for option in changed_in_game(rules, old, new) if goes_on(end.carry, header.players) else ():
        what = Said("what is chosen before a game begins changes while one is played")
        yield Difference(option.article, what, Said("as in the round before"))
    if new.options != old.options and end.carry.get("shoe"):
        names = sorted({*new.options, *old.options})
        changed = [name for name in names if new.options.get(name) != old.options.get(name)]
        article = rules.options[changed[0]].article if changed[0] in rules.options else rules.article
        what = Said("'{option}' changes while a shoe is dealt", option=changed[0])
        yield Difference(article, what, Said("'{option}'", option=old.options.get(changed[0], "")))


def _written(settings: Settings) -> list[list[str]]:
    """The order in which settings name things."""
    return [list(settings.maximum), list(settings.minimums), list(settings.options)]


def _lying(header: Header, rules: Any) -> Iterator[Difference]:
    """Stakes that lie on the felt below what a bet takes now."""
    try:
        layout = game(header.game).layout(rules, header.settings)
    except (LookupError, ValueError, ArithmeticError):
        return  # said with the settings
    for stake in stakes(header.balances):
        spot = layout.get(stake.bet)
        if spot is not None and stake.cents < spot.limits.lo:
            what = Said("{amount} lie on {place}", amount=format_cents(stake.cents), place=stake.place)
            right = Said("{least} or more", least=format_cents(spot.limits.lo))
            yield Difference(rules.limits[rules.bets[spot.bet].limit].article, what, right)
