"""Sections of the texts found by their number or by words: of their titles, or of what rests on them."""

import functools
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from tapete import i18n
from tapete.games import books
from tapete.law.coverage import Row
from tapete.law.text import regions, text
from tapete.web.texts.reading import names, rows
from tapete.wording import word
from tapete.words import normal

MOST = 40  # sections that a page shows


class Found(NamedTuple):
    """A section that was sought: its text's name, its number and its title, and where it is read."""

    where: str
    article: str
    title: str
    path: str


class Sections(NamedTuple):
    """The first sections that fit, and how many there are."""

    shown: list[Found]
    total: int


def sections(words: str, region: str = "") -> Sections:
    """What fits, of one text or of all: by its number before those below it, and those before what has the words."""
    sought = words.strip().lower().removeprefix("art.").strip()
    if not sought:
        return Sections([], 0)
    fitting = [row for where in regions() if region in ("", where) for row in _fitting(where, sought)]
    fitting.sort(key=lambda row: (_number(row) != sought, not _number(row).startswith(sought)))
    return Sections([_found(row) for row in fitting[:MOST]], len(fitting))


def _fitting(region: str, sought: str) -> Iterator[Row]:
    parts = [normal(word) for word in sought.split()]
    for row, said in zip(rows(region), _said(region, i18n.language()), strict=True):
        if _number(row).startswith(sought) or (any(parts) and all(part in said for part in parts)):
            yield row


def _number(row: Row) -> str:
    return row.article.lower().removeprefix("art. ")


@functools.lru_cache(maxsize=32)
def _said(region: str, language: str) -> list[str]:
    """What is looked through of each section: its title, what rests on it and what may be chosen there."""
    called, choices = names(region, language), _choices(region)
    said = {target: [called.get(target, ""), *map(word, choices.get(target, ()))] for target in {*called, *choices}}
    return [
        normal(" ".join([row.title, *(text for target in row.rests for text in said.get(target, ()))]))
        for row in rows(region)
    ]


def _choices(region: str) -> dict[str, list[str]]:
    """What may be chosen by each option of a region's rulebooks."""
    sections = ((rules.game, path, section) for rules in books(region) for path, section in rules.sections())
    return {
        f"{game}:{path}": [value for value in section.content.get("values", ()) if isinstance(value, str)]
        for game, path, section in sections
    }


def _found(row: Row) -> Found:
    return Found(text(row.region).name, row.article, row.title, f"/law/{row.region}/{quote(row.article)}")
