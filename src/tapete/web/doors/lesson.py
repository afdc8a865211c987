"""How a game is played, from its rulebook: what the page for beginners and the printed sheet both say."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tapete import i18n
from tapete.engine.calls import spoken
from tapete.engine.places import BANK, CHIPS, FELT, ROLES, place
from tapete.engine.requests import Announce, Down, Move
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.errors import Said
from tapete.games import game
from tapete.law.compare import plain
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Limit
from tapete.web import wording
from tapete.web.doors.example import Played, calls, played, question, seeds_of
from tapete.web.tables.telling import MOVING, bet_name, doing, ratio

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
    """A part of the rulebook by its name, with its values."""

    name: str
    values: list[tuple[str, str]]
    article: str


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
    else:
        yield Point(_("You play against the house."), rules.article)


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


def _decided(rules: BankRulebook, rounds: Sequence[Played]) -> dict[str, list[str]]:
    """What could be decided in some rounds, in words, by what was asked; questions with an answer in common are one."""
    decided: dict[str, list[str]] = {}
    for one in rounds:
        for asked, acts in one.offered.items():
            words = [doing(rules, do, on) for do, on in acts if do not in MOVING]
            known = next((other for other in decided.values() if set(other) & set(words)), decided.get(asked, []))
            known += [text for text in dict.fromkeys(words) if text not in known]
            decided[asked] = known
    return decided


# Bets, rules, options


def _bets(rules: BankRulebook, settings: Settings) -> Iterator[Bet]:
    sections, layout = dict(rules.sections()), game(rules.game).layout(rules, settings)
    wins = game(rules.game).wins(rules)
    for name, bet in getattr(rules, "bets", {}).items():
        limit: Limit = rules.limits[bet.limit]
        least = settings.minimums.get(bet.limit, settings.minimum)
        most = settings.maximum.get(bet.limit)
        amounts = (i18n.money(least), i18n.money(most) if most else multiple(limit))
        pays = next((spot.pays for spot in layout.values() if spot.bet == name and spot.pays), plain(bet).get("pays"))
        said = paid(pays) + _by_number(plain(bet).get("pays-by") or {})
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
        if path.partition(".")[0] in APART or not isinstance(section, Section):
            continue
        values = wording.values(plain(section), wording.usual(section))
        if values:
            *room, name = path.split(".")
            said = ": ".join(wording.word(part) for part in (*room[-1:], name))
            yield Rule(wording.capital(said), values, section.article)


def _options(rules: BankRulebook, settings: Settings) -> Iterator[Point]:
    """The choices that the text leaves to the house, as this table has them."""
    for name, option in rules.options.items():
        if option.by == "house":
            chosen = settings.options.get(name, option.default)
            yield Point(f"{wording.capital(wording.word(name))}: {wording.word(chosen)}", option.article)
