"""A text as its page shows it: chapters, their sections, and what rests on each."""

import functools
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import quote

from tapete import i18n, wording
from tapete.errors import UnknownError
from tapete.games import books
from tapete.law.coverage import STATES, Row, account, coverage
from tapete.law.house import HOUSE
from tapete.law.text import text
from tapete.law.tournaments import TOURNAMENTS

MANY = 200  # sections of one state that a page still holds within its weight


class Resting(NamedTuple):
    """A part of a rulebook: where its page is, and what its link is called."""

    path: str
    name: str


class Section(NamedTuple):
    """A section: how deep it stands in the text, and what rests on it, by game; what several games share, by part."""

    row: Row
    depth: int
    rests: Mapping[str, tuple[Resting, ...]]


class Chapter(NamedTuple):
    """A chapter: how many sections of it are in each state, and those that are shown, if any."""

    article: str
    name: str
    counts: Mapping[str, int]
    sections: list[Section]


@functools.cache
def rows(region: str) -> tuple[Row, ...]:
    """Every section of a text."""
    text(region)
    return tuple(coverage(region, books(region)))


def chapters(region: str, opened: str = "", state: str = "") -> list[Chapter]:
    """A text's chapters, one of them with its sections; or with a state, all that have any, with those sections.

    Where more are in a state than a page holds, only the chapter that is opened shows its own.
    """
    called = names(region, i18n.language())
    chapters = []
    by_chapter = not state or counts(region)[state] > MANY
    for article, of_chapter in groupby(rows(region), key=attrgetter("chapter")):
        whole = list(of_chapter)
        shown = [row for row in whole if state in ("", row.state)]
        if shown:
            tally = Counter[str](row.state for row in whole)
            sections = [_section(row, called) for row in shown] if article == opened or not by_chapter else []
            chapters.append(Chapter(article, account(region).chapters[article], tally, sections))
    return chapters


def chapter_of(region: str, article: str) -> str:
    """The chapter in which an article stands."""
    chapters = {row.article: row.chapter for row in rows(region)}
    if article not in chapters:
        raise UnknownError("article", article, list(chapters))
    return chapters[article]


def counts(region: str) -> dict[str, int]:
    """How many sections of a text are in each state."""
    counts = Counter(row.state for row in rows(region))
    return {state: counts[state] for state in STATES}


@functools.lru_cache(maxsize=32)
def names(region: str, _: str) -> dict[str, str]:
    """What each game of a region and each section of its rulebook is called, in the language being spoken."""
    names = {}
    for rules in books(region):
        names[rules.game] = i18n.law(rules.title)
        for path, section in rules.sections():
            said = section.content.get("name") or section.content.get("say")
            names[f"{rules.game}:{path}"] = wording.call(said).rstrip(".") if said else _words(path)
    return names


def _words(path: str) -> str:
    """A section's path as a person reads it: the part of the rulebook, and what it is there."""
    parts = path.split(".")
    return " · ".join(wording.word(part) for part in dict.fromkeys((parts[0], parts[-1])))


def _section(row: Row, names: Mapping[str, str]) -> Section:
    """A section for the page."""
    found = []
    for target in row.rests:
        game, _, path = target.partition(":")
        place = f"/games/{game}/{row.region}" + (f"#{path}" if path else "")
        if game in (HOUSE, TOURNAMENTS):  # no page of their own: their section of the text is their place
            place = f"/law/{row.region}/{quote(row.article)}"
        found.append((names[game], (names.get(target) or _words(path)) if path else "", place))
    games = Counter(part for _, part in {(game, part) for game, part, _ in found})
    rests: dict[str, tuple[Resting, ...]] = {}
    for game, part, place in found:
        head, link = (part, game) if not part or games[part] > 1 else (game, part)
        rests[head] = (*rests.get(head, ()), Resting(place, link))
    return Section(row, min(_depth(row.article), 6), rests)


def _depth(article: str) -> int:
    """How deep a section stands.

    >>> _depth("1.1.4.1.B.a§2"), _depth("art. 3"), _depth("disp. final.única")
    (6, 0, 1)
    """
    number = article.rpartition(". ")[2]
    return number.count(".") + number.count("§")
