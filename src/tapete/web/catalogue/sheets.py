"""The rule sheet that hangs beside a table: two pages at most, in the official languages of its text, as PDF."""

import functools
import json
import re
from typing import Any

import typst
from fastapi import APIRouter
from fastapi.responses import Response

from tapete import i18n
from tapete.engine.settings import Settings, standard
from tapete.games import Game
from tapete.law.sections import BankRulebook
from tapete.law.text import text
from tapete.web.answers import PDF
from tapete.web.catalogue.place import Played
from tapete.web.doors.lesson import Lesson, Point, lesson
from tapete.web.heading import Sparing
from tapete.web.render import HERE
from tapete.wording import capital

router = APIRouter(route_class=Sparing)
TEMPLATE = HERE / "templates" / "catalogue" / "sheet.typ"
MOST_PAGES = 2
LARGE = ("12pt", "11pt", "10pt")  # where a page in each language holds all of it
SIZES = ("9pt", "8pt", "7pt", "6.2pt", "5.5pt", "5pt")


@router.get("/games/{name}/{region}/sheet.pdf", include_in_schema=False)
@router.get("/api/v1/games/{name}/{region}/sheet.pdf", tags=["catalogue"], response_class=Response, responses=PDF)
def sheet(here: Played) -> Response:
    """The rule sheet of a game, to be printed."""
    return pdf(drawn(here.game, here.region), f"{here.game.id}-{here.region}")


def pdf(body: bytes, name: str) -> Response:
    """A sheet as an answer."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(body, media_type="application/pdf", headers=headers)


@functools.lru_cache(maxsize=64)
def drawn(game: Game, region: str) -> bytes:
    """The sheet of a game as a text leaves it, set once."""
    rules: BankRulebook = game.rules(region)
    return composed(rules, standard(rules))


def composed(rules: BankRulebook, settings: Settings) -> bytes:
    """The sheet of a table, set as large as two pages permit: a page in each language, or two in one."""
    parts = []
    for language in text(rules.region).languages:
        with i18n.speaking(language):
            parts.append({"language": language, **content(rules, settings)})
    given, source, composed = json.dumps(parts), TEMPLATE.read_bytes(), b""
    for size in (*LARGE, *SIZES):
        composed = bytes(typst.compile(source, sys_inputs={"parts": given, "size": size}))
        if pages(composed) <= (len(parts) if size in LARGE else MOST_PAGES):
            break
    return composed


def pages(printed: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def content(rules: BankRulebook, settings: Settings) -> dict[str, Any]:
    """What the sheet says, in the language being spoken."""
    _, source, taught = i18n.gettext, text(rules.region), lesson(rules, settings)
    explained = any(bet.wins for bet in taught.bets)
    return {
        "title": i18n.law(rules.title),
        "source": f"{source.name}. {source.text}, {rules.article}",
        "heading": _("Essential rules"),
        "aim": taught.aim,
        "lists": [part for part in _lists(taught) if part["points"]],
        "bets_heading": _("The bets and what they pay"),
        "explained": explained,
        "bets": [_("Bet"), _("Wins with"), _("Pays"), _("Minimum"), _("Maximum"), _("Article")],
        "rows": [[bet.name, capital(bet.wins), bet.pays, bet.least, bet.most, bet.article] for bet in taught.bets],
        "rules_heading": _("The rules in detail"),
        "rules": [
            {
                "said": [rule.name, "; ".join(f"{key}: {value}" for key, value in rule.values) or rule.reads],
                "article": rule.article,
                "table": rule.table,
            }
            for rule in taught.rules
        ],
        "notes": _("Articles are those of the text named above."),
    }


def _lists(lesson: Lesson) -> list[dict[str, Any]]:
    _ = i18n.gettext
    return [
        {"heading": _("What to know first"), "points": _points(lesson.facts), "numbered": False},
        {"heading": _("How a round goes"), "points": _points(lesson.steps), "numbered": True},
        {"heading": _("In force at this table"), "points": _points(lesson.options), "numbered": False},
        {"heading": _("When something goes wrong"), "points": _points(lesson.irregular), "numbered": False},
    ]


def _points(points: list[Point]) -> list[list[str]]:
    """Points with their articles; a call of nothing but numbers tells nothing on paper."""
    said = [(_said(point), point.article) for point in points]
    return [[text, article] for text, article in said if any(map(str.isalpha, text))]


def _said(point: Point) -> str:
    """A point in words; of a call that a round fills in, as it sounds in one, beside what it means."""
    if "…" not in point.text or not point.sounds:
        return point.text
    means = i18n.language() != i18n.DEFAULT and any(map(str.isalpha, point.text))
    return f"{point.text} ({point.sounds})" if means else point.sounds
