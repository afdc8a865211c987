"""A machine described: which type it is, and whether it may stand where it does."""

from collections.abc import Iterator
from typing import Literal

from tapete.errors import Said, Word, either, listed
from tapete.games.maquinas.rules import Kind, Rules
from tapete.games.shared.described import Finding, Verdict
from tapete.law.rulebook import Model


class Description(Model):
    """What a machine asks and gives, what decides, and where it stands."""

    paid_by: str
    gives: tuple[str, ...] = ()
    decides: Literal["azar", "habilidad", "nada"] = "nada"
    auxiliary: bool = False
    premises: str = ""
    room_apart: bool = False
    warning: tuple[str, ...] = ()
    entrance_controlled: bool = False


def describe(rules: Rules, given: Description) -> Verdict:
    """Its type by what it gives, and what is wrong with it."""
    paid = rules.equipment
    wrong = []
    if given.paid_by not in paid.paid_by:
        wrong.append(Finding("paid-by", paid.article, Said("'{option}'", option=given.paid_by), either(paid.paid_by)))
    if given.auxiliary:
        return Verdict(((Word(rules.auxiliary.name), rules.auxiliary.article),), tuple(wrong))
    kind = kind_of(rules, given)
    if kind is None:
        right = either([Word(kind.name) for kind in rules.kinds.values()])
        wrong.append(Finding("gives", paid.article, listed(given.gives) or Said("nothing"), right))
        return Verdict((), tuple(wrong))
    wrong += [*_premises(kind, given), *_apart(rules, kind, given)]
    return Verdict(((Word(kind.name), kind.article), *_traits(kind, given)), tuple(wrong))


def kind_of(rules: Rules, given: Description) -> Kind | None:
    """The type whose traits a machine has: money by chance alone, money, or no more than a pastime gives."""
    cash = "metalico" in given.gives
    for kind in rules.kinds.values():
        known = {what for trait in kind.gives.values() for what in trait.gives}
        alone = given.decides == "azar"
        if kind.cash == cash and (not cash or kind.chance_alone == alone) and set(given.gives) <= known:
            return kind
    return None


def _traits(kind: Kind, given: Description) -> Iterator[tuple[str, str]]:
    for trait in kind.gives.values():
        has = [what for what in given.gives if what in trait.gives]
        if has:
            yield listed([Word(what) for what in has]), trait.article


def _premises(kind: Kind, given: Description) -> Iterator[Finding]:
    if kind.premises and given.premises and given.premises not in kind.premises:
        right = either([Word(place) for place in kind.premises])
        yield Finding("premises", kind.article, Said("'{option}'", option=given.premises), right)


def _apart(rules: Rules, kind: Kind, given: Description) -> Iterator[Finding]:
    """A room of machines that only casinos have, apart from the gaming room."""
    if not given.room_apart or not kind.chance_alone:
        return
    rule = rules.apart
    if not set(rule.languages) <= set(given.warning):
        yield Finding("warning", rule.article, listed(given.warning) or Said("nothing"), listed(rule.languages))
    if not given.entrance_controlled:
        yield Finding("entrance-controlled", rule.article, Said("no"), Said("yes"))
