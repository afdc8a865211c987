"""What a refusal says to a person: bets by their names, where an amount's bound comes from, whose turn it is not."""

from collections.abc import Mapping
from typing import Any

from tapete.engine.places import bet_of, chips, place
from tapete.engine.record import Record
from tapete.engine.requests import Act, awaited
from tapete.engine.window import Option, Refusal, Window
from tapete.errors import IllegalAction, Named, Said, Word
from tapete.money import format_cents

SPOTS = ("bet", "on", "added")  # values of a sentence that are ids of bets or spots
NOT_NOW = "{who} cannot '{do}' now"


def called(bets: Mapping[str, Any], spot: str) -> Said | Word | None:
    """What a spot is called, if it is one of a bet that has a name.

    >>> class Bet: name = "Pleno"
    >>> called({"pleno": Bet}, "pleno:17"), called({}, "verde")
    ('Pleno 17', None)
    """
    bet, _, on = spot.partition(":")
    name = getattr(bets.get(bet), "name", "")
    if not name:
        return None
    return Said("{bet} {number}", bet=Word(name), number=on.replace("-", "/")) if on else Word(name)


def by_name(said: Said, bets: Mapping[str, Any]) -> Said:
    """A sentence whose bets are said by their names; as text it stays what it was."""
    if not said.values:
        return said
    return Said(said.template, **{key: _value(key, value, bets) for key, value in said.values.items()})


def _value(key: str, value: object, bets: Mapping[str, Any]) -> object:
    if isinstance(value, Said):
        return by_name(value, bets)
    if key in SPOTS and type(value) is str:
        name = called(bets, value)
        return value if name is None else Named.of(value, name)
    return value


def explained(refused: IllegalAction, offered: Option | Refusal, who: str, act: Act, of: Record) -> IllegalAction:
    """A refused act with what the table waits for instead, where it is not asked.

    A refused amount with the source of its bound: one's own purse, which is no law, or what the house has set.
    """
    if isinstance(of.pending, Window) and refused.reason.template == NOT_NOW and _unasked(of.pending, who, act):
        what = Said(NOT_NOW, **{**refused.reason.values, "do": act.said}) if act.do == "choose" else refused.reason
        label = awaited(of.pending.label)
        return IllegalAction("{what}: the table waits for {label}", refused.article, what=what, label=label)
    if not isinstance(offered, Option) or not offered.step or act.cents <= offered.hi:
        return refused
    have = of.places.get(chips(who), 0)
    lying = sum(cents for path, cents in of.places.items() if place(path).who == who and path != chips(who))
    if any(held - offered.step < offered.hi <= held for held in (have, have + lying)) and act.cents > have:
        return IllegalAction(
            "{who} has {chips} in chips, not {amount}",
            who=who,
            chips=format_cents(have),
            amount=format_cents(act.cents),
        )
    if _of_the_house(act.on, of):
        return IllegalAction(
            "{reason}: the house set this maximum, within what the text lets it", refused.article, reason=refused.reason
        )
    return refused


def _unasked(pending: Window, who: str, act: Act) -> bool:
    """Whether nobody is asked to do this, or nothing at all is open to whoever does it."""
    return not any(act.do in offer.verbs for offer in pending.offers) or not pending.open(who)


def _of_the_house(spot: str, of: Record) -> bool:
    """Whether the most that a bet takes was for the house to choose."""
    bet = of.rules.bets.get(bet_of(spot))
    name = getattr(bet, "limit", "")
    limit = of.rules.limits.get(name)
    return limit is not None and name in of.header.settings.maximum and limit.leaves_open
