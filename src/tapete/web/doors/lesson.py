"""How a game is played, from its rulebook: what the page for beginners and the printed sheet both say."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tapete import i18n, wording
from tapete.engine.calls import spoken
from tapete.engine.places import BANK, CHIPS, FELT, ROLES, place
from tapete.engine.requests import Announce, Down, Move
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.errors import Said
from tapete.games import game
from tapete.law.compare import plain
from tapete.law.option import NUMBER, Option
from tapete.law.sections import BankRulebook, Cut, Limit
from tapete.money import Ratio
from tapete.web.doors.example import Sample, calls, played, question, seeds_of
from tapete.web.tables.telling import MOVING, amounting, bet_name, doing, ratio

# Parts of a rulebook that have a place of their own here, or that no player needs to know.
APART = (
    *("bets", "limits", "calls", "irregularities", "options", "minimum", "players", "settlement"),
    *("staff", "closing", "float", "launch", "rulings", "like"),
)
AMONG = 8  # decisions that are named in a row


class Point(NamedTuple):
    """Something to know, the article that says so, and of a call how it sounds in a round."""

    text: str
    article: str = ""
    sounds: str = ""


class Bet(NamedTuple):
    """A bet: what it is called, what it truly pays, between which amounts it is made, and what it wins with."""

    name: str
    pays: str
    least: str
    most: str
    article: str
    wins: str = ""


class Rule(NamedTuple):
    """A part of the rulebook by its name, with its values; a table to look up as rows of cells, and how it is read."""

    name: str
    values: list[tuple[str, str]]
    article: str
    table: Sequence[Sequence[str]] = ()
    reads: str = ""


class Lesson(NamedTuple):
    """How a game is played at a table."""

    aim: str
    facts: list[Point]
    steps: list[Point]
    bets: list[Bet]
    rules: list[Rule]
    options: list[Point]
    irregular: list[Point]


def lesson(rules: BankRulebook, settings: Settings) -> Lesson:
    """How a game is played with these settings, in the language being spoken."""
    return Lesson(
        i18n.translated(game(rules.game).aim),
        list(_facts(rules, settings)),
        steps(rules),
        list(_bets(rules, settings)),
        list(_rules(rules)),
        list(_options(rules, settings)),
        [
            Point(f"{i18n.law(item.name)}: {wording.word(item.remedy)}", item.article)
            for item in rules.irregularities.values()
        ],
    )


# What one needs to know


def _facts(rules: BankRulebook, settings: Settings) -> Iterator[Point]:
    _ = i18n.gettext
    yield Point(_("The minimum is %(amount)s.") % {"amount": i18n.money(settings.minimum)}, rules.minimum.article)
    seats, article = rules.seating(settings.options)
    if rules.least_players > 1:
        yield Point(_("It takes %(n)s players.") % {"n": rules.least_players}, rules.players.article)
    if seats:
        yield Point(_("%(n)s may play at a table.") % {"n": seats}, article)
    for name, cents in settings.maximum.items() if not rules.bets else ():  # what bounds stacks and not a bet
        yield Point(f"{wording.capital(wording.word(name))}: {i18n.money(cents)}", rules.limits[name].article)
    if rules.between_players:
        yield Point(_("You play against the others; the house takes its share."), rules.article)
        if length := game(rules.game).length(rules, settings):
            yield Point(i18n.translated(length[0]), length[1])
        yield from _cut(rules, settings)
    elif prizes := game(rules.game).prizes(rules, settings):
        yield Point(_("You play for prizes of what everybody buys; the house keeps the rest."), rules.article)
        for name, share, article in prizes:
            yield Point(f"{wording.capital(wording.word(name))}: {_of_sales(share)}", article)
    else:
        yield Point(_("You play against the house."), rules.article)


def _of_sales(share: Fraction) -> str:
    """A share of what all buy."""
    return i18n.gettext("%(share)s of what is sold") % {"share": _share(share)}


def _cut(rules: BankRulebook, settings: Settings) -> Iterator[Point]:
    """What the house takes at this table, and what the text would let it take."""
    _ = i18n.gettext
    taken = game(rules.game).cut(rules, settings)
    if taken is None:
        return
    cut, share = taken
    said = {
        ("pot", "interval"): _("The house takes %(share)s of what each interval adds to the pot."),
        ("pot", "hand"): _("The house takes %(share)s of each pot."),
        ("maximum", "session"): _("The house takes %(share)s of the table's maximum from each player for a session."),
        ("stack", "session"): _("The house takes %(share)s of the first stack from each player for a session."),
        ("minimum", "hand"): _("The house takes %(share)s of the minimum from each player for a hand."),
        ("winnings", "coup"): _("The house takes %(share)s of what the banker wins in a coup."),
    }[cut.of, cut.each]
    yield Point(said % {"share": _share(share)}, cut.article)
    if cut.percent[0] < cut.percent[1]:
        yield Point(_bounds(cut), cut.article)


def _bounds(cut: Cut) -> str:
    least, most = (_share(Fraction(percent) / 100) for percent in cut.percent)
    return i18n.gettext("The text lets it take from %(least)s to %(most)s.") % {"least": least, "most": most}


def _share(share: Fraction) -> str:
    """A share in per cent, with decimals only where it has some."""
    return i18n.percent(share, 0 if (share * 100).denominator == 1 else 2)


# How a round goes


def steps(rules: BankRulebook) -> list[Point]:
    """What happens in a round, in its order: calls, stakes, what falls, decisions, payments."""
    return list(_steps(rules.game, rules.region, i18n.language()))


@functools.lru_cache(maxsize=256)
def _steps(id: str, region: str, _language: str) -> tuple[Point, ...]:
    rules = game(id).rules(region)
    rounds = [played(id, region, seed) for seed in seeds_of(id, region)]
    fullest = max(rounds, key=lambda played: (len(calls(played.log)), len(played.offered)))
    decided = _decided(rules, rounds)
    steps: dict[tuple[str, str], Point] = {}
    for entry in fullest.log:
        for point in _step(rules, entry, decided):
            steps.setdefault((point.text, point.article), point)
    return tuple(steps.values())


def _step(rules: BankRulebook, entry: Entry, decided: Mapping[str, list[str]]) -> Iterator[Point]:
    _ = i18n.gettext
    match entry:
        case Announce() if entry.call in rules.calls:
            call = rules.calls[entry.call]
            yield Point(f"«{wording.call(call.say)}»", call.article, f"«{spoken(rules, entry)}»")
        case Down():
            yield Point(_("Cards are dealt face down."))
        case In() if entry.fell is not None:
            yield Point(_chance(entry.to.partition(":")[0]))
        case In() if entry.act is not None and entry.who not in ROLES:
            if entry.act.do in MOVING:
                yield Point(_("You put chips on the felt; until the bets are closed you may take them back."))
            else:
                words = decided[question(entry.to)][:AMONG]
                yield Point(_("Whoever's turn it is decides: %(options)s.") % {"options": ", ".join(words)})
        case Move() if place(entry.src).zone.name == FELT and entry.dst == BANK:
            yield Point(_("Stakes that lost are taken, those that won are paid."), rules.settlement.article)
        case Move() if entry.src == BANK and place(entry.dst).zone.name == CHIPS:
            yield Point(_("Stakes that lost are taken, those that won are paid."), rules.settlement.article)


def _chance(kind: str) -> str:
    _ = i18n.gettext
    words = {
        "spin": _("The ball or the wheel comes to rest."),
        "roll": _("The dice are thrown."),
        "card": _("Cards are dealt face up."),
        "show": _("Cards are turned over."),
        "drum": _("Numbers are drawn."),
        "lots": _("Lots are drawn."),
    }
    return words.get(kind) or _("Chance decides.")


def _decided(rules: BankRulebook, rounds: Sequence[Sample]) -> dict[str, list[str]]:
    """What could be decided in some rounds, in words, by what was asked; questions with an answer in common are one."""
    decided: dict[str, list[str]] = {}
    for one in rounds:
        for asked, acts in one.offered.items():
            words = [amounting(doing(rules, do, on), amount) for do, on, amount in acts if do not in MOVING]
            known = next((other for other in decided.values() if set(other) & set(words)), decided.get(asked, []))
            known += [text for text in dict.fromkeys(words) if text not in known]
            decided[asked] = known
    return decided


# Bets, rules, options


def _bets(rules: BankRulebook, settings: Settings) -> Iterator[Bet]:
    sections, layout = dict(rules.sections()), game(rules.game).layout(rules, settings)
    wins, prizes = game(rules.game).wins(rules), game(rules.game).prizes(rules, settings)
    for name, bet in getattr(rules, "bets", {}).items():
        limit: Limit = rules.limits[bet.limit]
        least = settings.minimums.get(bet.limit, settings.minimum)
        most = settings.maximum.get(bet.limit)
        amounts = (i18n.money(least), i18n.money(most) if most else multiple(limit))
        pays = next((spot.pays for spot in layout.values() if spot.bet == name and spot.pays), plain(bet).get("pays"))
        said = paid(pays) + _by_number(plain(bet).get("pays-by") or {})
        said = _of_sales(sum((share for _name, share, _article in prizes), Fraction())) if prizes else said
        yield Bet(i18n.law(bet.name), said, *amounts, bet.article, _with(plain(bet), wins.get(name, "")))
        for path, section in sections.items():
            inner = plain(section).get("pays")
            if path.startswith(f"bets.{name}.") and inner:
                part = path.rpartition(".")[2]
                label = f"{bet_name(rules, name)}, {wording.word(part)}"
                yield Bet(label, paid(inner), "", "", section.article)


def _by_number(pays: Mapping[str, str]) -> str:
    """What is paid otherwise with some numbers."""
    ratios = dict.fromkeys(pays.values())
    parts = [f"{', '.join(number for number in pays if pays[number] == one)}: {ratio(one)}" for one in ratios]
    return f" ({'; '.join(parts)})" if parts else ""


def _with(bet: Mapping[str, Any], wins: str) -> str:
    """What a bet wins with, its numbers and hands filled in."""
    numbers = {key: ", ".join(map(str, value)) for key, value in bet.items() if isinstance(value, list)}
    hands = {key: wording.word(value) for key, value in bet.items() if isinstance(value, str)}
    return i18n.translated(Said(wins, **numbers, **hands)) if wins else ""


def paid(pays: Any) -> str:
    """What a bet pays: a ratio, or several by number or hand."""
    if isinstance(pays, str) and ":" in pays:
        return ratio(pays)
    if isinstance(pays, Mapping):
        return ", ".join(f"{wording.word(str(key))} {paid(value)}" for key, value in pays.items())
    return wording.shown(pays) if pays else "—"


def multiple(limit: Limit) -> str:
    """A limit's maximum, in minimums."""
    span = limit.between or limit.gain
    if limit.multiples:
        return ", ".join(map(str, limit.multiples))
    if span:
        return f"{span[0]}–{span[1]}" + (f" × {wording.word(limit.of)}" if limit.of else "")
    if limit.of:
        return i18n.gettext("as %(bet)s") % {"bet": wording.word(limit.of)}
    return i18n.gettext("as authorised")


def _rules(rules: BankRulebook) -> Iterator[Rule]:
    for path, section in rules.sections():
        if path.partition(".")[0] in APART:
            continue
        said = wording.capital(": ".join(wording.part(each) for each in wording.above(path)[-2:]))
        if grid := section.grid():
            yield Rule(i18n.translated(grid.name), [], section.article, grid.rows, i18n.translated(grid.reads))
        elif values := wording.values(plain(section), wording.usual(section)):
            yield Rule(said, values, section.article)


def _options(rules: BankRulebook, settings: Settings) -> Iterator[Point]:
    """The choices that the text leaves to the house, as this table has them."""
    for name, option in rules.options.items():
        if option.by == "house":
            chosen = _counted(rules, settings, option, rules.option(settings, name))
            yield Point(f"{wording.capital(wording.word(name))}: {chosen}", option.article)


def _counted(rules: BankRulebook, settings: Settings, option: Option, chosen: str) -> str:
    """What was chosen, with what it counts: a share, an amount, cards; or the word alone."""
    taken = game(rules.game).cut(rules, settings) if option.unit == "cut" else None
    if taken is not None:
        return _share(taken[1]) if NUMBER.fullmatch(chosen) else f"{wording.word(chosen)}, {_share(taken[1])}"
    if option.unit == "of-minimum":
        part = _share(Fraction(*Ratio.part(chosen)))
        return i18n.gettext("%(share)s of the minimum") % {"share": part}
    if not NUMBER.fullmatch(chosen):
        return wording.word(chosen)
    match option.unit:
        case "percent":
            return _share(Fraction(chosen) / 100)
        case "minimums":
            return i18n.money(int(Fraction(chosen) * settings.minimum))
        case "cards":
            return i18n.gettext("%(n)s cards") % {"n": chosen}
        case "minutes":
            return i18n.gettext("%(n)s minutes") % {"n": chosen}
    return wording.word(chosen)
