"""Are a table's minimum, chips, maxima and options as its text has them?"""

import math
from collections.abc import Iterator

import msgspec

from tapete.audit.breach import Breach
from tapete.engine.settings import Settings, idle, standard
from tapete.errors import Said, either
from tapete.games import game
from tapete.law.house import Band, house
from tapete.law.option import Option
from tapete.law.sections import BankRulebook, Limit, TableRulebook
from tapete.money import format_cents

MOST = 10**15  # cents: more than there is money


def sound(settings: Settings) -> bool:
    """Whether all that a table is set to are amounts."""
    amounts = (settings.minimum, settings.chip, *settings.maximum.values(), *settings.minimums.values())
    others = (settings.colours, settings.authorised, settings.authorised_most)
    return all(0 < cents < MOST for cents in amounts) and all(0 <= count < MOST for count in others)


def possible(rules: BankRulebook, settings: Settings) -> Settings:
    """The same settings, with what no table can be set to as the text would have it."""
    barred = [name for name, option in rules.options.items() if not option.takes(rules.option(settings, name))]
    options = {name: chosen for name, chosen in settings.options.items() if name not in barred}
    usual = standard(rules, settings.minimum if 0 < settings.minimum < MOST else standard(rules).minimum, options)
    maximum = {name: cents for name, cents in settings.maximum.items() if 0 < cents < MOST}
    minimums = {name: cents for name, cents in settings.minimums.items() if 0 < cents < MOST}
    mended = msgspec.structs.replace(
        settings,
        minimum=usual.minimum,
        maximum={**usual.maximum, **maximum},
        minimums=minimums,
        options={**usual.options, **options},
        chip=settings.chip if 0 < settings.chip < MOST else usual.chip,
    )
    if sound(mended):
        return mended
    return msgspec.structs.replace(mended, colours=0, authorised=0, authorised_most=0)


def check_settings(rules: BankRulebook, settings: Settings, notified: bool = False) -> list[Breach]:
    """Breaches in minimum, maxima, chips and options alone."""
    return [*check_bounds(rules, settings, notified), *check_raised(rules, settings), *check_banded(rules, settings)]


def check_bounds(rules: BankRulebook, settings: Settings, notified: bool) -> list[Breach]:
    """Minimum, chip, limits and options, each against what the text has it be."""
    bounds = []
    if settings.minimum <= 0:
        bounds.append(
            Breach("minimum", rules.minimum.article, Said("the minimum is not positive"), Said("a positive amount"))
        )
        return bounds
    if settings.chip <= 0 or settings.minimum % settings.chip:
        what = Said("chips of {amount}", amount=format_cents(settings.chip))
        right = Said("a chip that divides {amount}", amount=format_cents(settings.minimum))
        bounds.append(Breach("chip", rules.minimum.article, what, right))
    for name, limit in rules.limits.items():
        bounds += _maximum(name, limit, settings, notified)
        if limit.stipulated:
            bounds += _stipulated(name, limit, settings)
            continue
        least = settings.least(name)
        lowest = -(-settings.minimum // limit.minimum_part)
        highest = max(limit.minimum_up_to * settings.unit(limit, "minimum"), settings.minimum)
        if name in settings.minimums and name in settings.maximum:
            highest = min(highest, max(settings.maximum[name], lowest))
        if not lowest <= least <= highest:
            bounds.append(Breach(f"minimums.{name}", limit.article, format_cents(least), amounts(lowest, highest)))
    bounds += _unknown(rules, settings)
    if settings.colours and not getattr(rules, "colour_chips", None):
        bounds.append(Breach("colours", rules.article, str(settings.colours), Said("none in this game")))
    for name, option in rules.options.items():
        chosen = rules.option(settings, name)
        if not option.takes(chosen):
            what = Said("'{option}'", option=chosen)
            bounds.append(Breach(f"options.{name}", *_chosen(rules, settings, option, what)))
    bounds += [_idle(rules, settings, name, other) for name, other in idle(rules, settings.options)]
    return bounds or [*_beyond(rules, settings)] or [*_fees(rules, settings)]


def _idle(rules: BankRulebook, settings: Settings, name: str, other: str) -> Breach:
    """A choice that counts only beside another, which is not made."""
    option = rules.options[name]
    right = Said("'{option}': it counts only with '{value}'", option=option.default, value=option.beside[other])
    return Breach(f"options.{name}", option.article, Said("'{option}'", option=rules.option(settings, name)), right)


def _beyond(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """A share that the house's cut may be in one of the ways to take it, and not in the one that is chosen."""
    taken = game(rules.game).cut(rules, settings)
    name = next((name for name, option in rules.options.items() if option.unit == "cut"), "")
    if taken and name and not taken[0].allows(taken[1]):
        what = Said("'{option}'", option=rules.option(settings, name))
        yield Breach(f"options.{name}", *_chosen(rules, settings, rules.options[name], what))


def _fees(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """What is asked of each player, in whole chips, against what the text has it be."""
    for fee in game(rules.game).fees(rules, settings):
        if not fee.least <= fee.cents <= fee.most:
            what = Said("{amount} of each player", amount=format_cents(fee.cents))
            yield Breach("chip", fee.article, what, amounts(math.ceil(fee.least), math.floor(fee.most)))


def _unknown(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """What is set and the text knows nothing of."""
    for table, given, known in (
        ("maximum", settings.maximum, rules.limits),
        ("minimums", settings.minimums, rules.limits),
        ("options", settings.options, rules.options),
    ):
        for name in given:
            if name not in known:
                right = either(list(known)) or Said("nothing")
                yield Breach(f"{table}.{name}", rules.article, Said("is not known to the text"), right)


def _chosen(rules: BankRulebook, settings: Settings, option: Option, what: str) -> tuple[str, str, str]:
    """By which article a choice is none, what it is, and what may be chosen.

    Of the house's cut, by the one of the way in which it is taken, and also between which shares that is.
    """
    taken = game(rules.game).cut(rules, possible(rules, settings)) if option.unit == "cut" else None
    if taken is None:
        return option.article, what, _choices(option)
    least, most = map(str, taken[0].percent)
    right = Said("{values}, from {least} to {most} per cent", values=either(option.values), least=least, most=most)
    return taken[0].article, what, right


def _choices(option: Option) -> str:
    """What may be chosen."""
    values = either(option.values)
    if not option.spans:
        return values
    least, most, step = option.ends
    return Said(
        "{values}, or from {least} to {most} in steps of {step}", values=values, least=least, most=most, step=step
    )


def amounts(lo: int, hi: int | None) -> Said:
    """The amounts that the law allows: up to some most, or with none as many as one likes."""
    if hi is None:
        return Said("{least} or more", least=format_cents(lo))
    return Said("{least} to {most}", least=format_cents(lo), most=format_cents(hi))


def _maximum(name: str, limit: Limit, settings: Settings, notified: bool) -> Iterator[Breach]:
    if limit.follows:
        return
    most, minimum = settings.maximum.get(name, 0), settings.unit(limit, "maximum")
    where = f"maximum.{name}"
    if limit.banded and settings.authorised:
        yield from _within(name, limit, settings)
    elif limit.multiples:
        permitted = [multiple * minimum for multiple in limit.multiples]
        raised = limit.raisable and notified and most > permitted[-1]
        if most not in permitted and not raised:
            right = either([format_cents(cents) for cents in permitted])
            if limit.raisable:
                right = Said("{amounts}, or more once the authority is told", amounts=right)
            yield Breach(where, limit.article, format_cents(most), right)
    else:
        yield from _spanned(name, limit, settings)


def _stipulated(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """What the house stipulates for a bet beside others, where it does: a chip at least, and no minimum besides."""
    part = settings.maximum.get(limit.of, 0) if limit.bounded else settings.minimum // limit.minimum_part
    most = settings.maximum.get(name)
    if most is not None and not settings.chip <= most <= part:
        right = amounts(settings.chip, part) if settings.chip <= part else Said("nothing")
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), right)
    if name in settings.minimums:
        yield Breach(f"minimums.{name}", limit.article, format_cents(settings.minimums[name]), Said("nothing"))


def _within(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """A maximum against the authorised band, as far as it is known: where it ends, or may end at most."""
    assert limit.multiples
    most, lo = settings.maximum.get(name, 0), settings.least(name)
    hi = settings.authorised_most or limit.multiples[-1] * settings.authorised
    if most < lo or (most > hi and not settings.authorised_most):  # what passes an end that is known is said with it
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), amounts(lo, hi))


def _spanned(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """A maximum against a span of them, in minimums or by what may be won."""
    most, minimum = settings.maximum.get(name, 0), settings.unit(limit, "maximum")
    span = limit.between
    if limit.gain:
        base = settings.maximum.get(limit.of, 0)
        lo, hi = (factor * base for factor in limit.gain)
    elif span:
        lo, hi = limit.lowest(minimum), span[1] * minimum // limit.parts
    else:
        lo, hi = (limit.least or 1) * minimum, most
    if not lo <= most <= hi:
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), amounts(lo, hi if hi >= lo else None))


def has_band(rules: TableRulebook) -> bool:
    """Whether the authorisation may give a band of limits for a game."""
    return rules.minimum.band or band(rules) is not None


def band(rules: TableRulebook) -> Band | None:
    """The band in which the text of a region has the limits of a game lie, if it has one."""
    own = house(rules.region)
    return own.band(rules.game) if own else None


def check_banded(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """A band's upper end is so many times its lower where the text says how many, and no maximum lies above it."""
    rule, least, most = band(rules), settings.authorised, settings.authorised_most
    if most and not has_band(rules):
        yield Breach("authorised-minimum", rules.minimum.article, amounts(least, most), Said("one amount"))
    if rule is None or not most:
        return
    if rule.times and most > rule.times * least:
        yield Breach("authorised-minimum", rule.article, amounts(least, most), amounts(least, rule.times * least))
    for name in _fixed(rules, settings, rule.limit) if rule.limit else ():
        if not least <= (amount := settings.maximum.get(name, 0)) <= most:
            yield Breach(f"maximum.{name}", rule.article, format_cents(amount), amounts(least, most))
    if rule.limit or rule.of != "stakes":
        return
    for name, limit in rules.limits.items():
        ends = [least * multiple for multiple in limit.multiples or ()] if limit.banded else []
        if ends and most not in ends:
            right = either([amounts(least, end) for end in ends])
            yield Breach("authorised-minimum", limit.article, amounts(least, most), right)
        highest = settings.maximum.get(name, 0)
        if not limit.follows and highest > most:
            yield Breach(f"maximum.{name}", rule.article, format_cents(highest), amounts(settings.least(name), most))


def _fixed(rules: BankRulebook, settings: Settings, name: str) -> list[str]:
    """What the house fixes within a band: a limit, and what it has fixed up to that one."""
    beside = [other for other, limit in rules.limits.items() if limit.bounded and limit.of == name]
    return [name, *(other for other in beside if other in settings.maximum)]


def check_raised(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """The minimum in force against the authorised one, if that is known, or against the band of it."""
    rule, minimum, authorised, end = rules.minimum, settings.minimum, settings.authorised, settings.authorised_most
    of = band(rules)
    if not authorised or (end and of is not None and of.limit):
        return
    most = end or (authorised * rule.up_to if rule.up_to else None)
    if rule.exactly and most is not None:
        lawful, right = minimum in (authorised, most), either([format_cents(authorised), format_cents(most)])
    else:
        lawful, right = authorised <= minimum and (most is None or minimum <= most), amounts(authorised, most)
    if not lawful:
        yield Breach("minimum", rule.article, format_cents(minimum), right)
