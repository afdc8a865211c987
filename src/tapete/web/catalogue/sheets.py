"""The rule sheet that a casino has at hand: a page in each of the region's official languages, as PDF."""

import functools
import json
from typing import Any

import typst
from fastapi import APIRouter
from fastapi.responses import Response

from tapete import i18n
from tapete.games import Game
from tapete.law.sections import BankRulebook, Limit
from tapete.law.text import text
from tapete.web import wording
from tapete.web.catalogue.place import Here
from tapete.web.render import HERE

router = APIRouter()
TEMPLATE = HERE / "templates" / "catalogue" / "sheet.typ"
PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}}}}


@router.get("/games/{name}/{region}/sheet.pdf", include_in_schema=False)
@router.get("/api/v1/games/{name}/{region}/sheet.pdf", tags=["catalogue"], response_class=Response, responses=PDF)
def sheet(here: Here) -> Response:
    """The rule sheet of a game, to be printed."""
    headers = {"Content-Disposition": f'inline; filename="{here.game.id}-{here.region}.pdf"'}
    return Response(drawn(here.game, here.region), media_type="application/pdf", headers=headers)


@functools.lru_cache(maxsize=64)
def drawn(found: Game, region: str) -> bytes:
    """The sheet, set once."""
    parts = []
    for language in text(region).languages:
        with i18n.speaking(language):
            parts.append({"language": language, **content(found.rules(region))})
    return bytes(typst.compile(TEMPLATE.read_bytes(), sys_inputs={"parts": json.dumps(parts)}))


def content(rules: BankRulebook) -> dict[str, Any]:
    """What the sheet says, in the language being spoken."""
    _ = i18n.gettext
    source = text(rules.region)
    return {
        "title": i18n.law(rules.title),
        "source": f"{source.name}. {source.text}, {rules.article}",
        "heading": _("Essential rules"),
        "bets_heading": _("Bets"),
        "bets": [_("Bet"), _("Pays"), _("Maximum"), _("Article")],
        "rows": [_row(rules, name) for name in rules.bets],
        "calls_heading": _("Calls"),
        "calls": [[wording.call(call.say), call.article] for call in rules.calls.values()],
        "irregular_heading": _("Irregularities"),
        "irregular": [
            [i18n.law(item.name), wording.word(item.remedy), item.article] for item in rules.irregularities.values()
        ],
        "notes": _("Maxima are counted in minimums of the table. Articles are those of the text named above."),
    }


def _row(rules: BankRulebook, name: str) -> list[str]:
    bet = rules.bets[name]
    pays = bet.model_dump(mode="json", by_alias=True).get("pays")
    return [i18n.law(bet.name), _pays(pays), _most(rules.limits[bet.limit]), bet.article]


def _pays(pays: Any) -> str:
    """What a bet pays: a ratio, or several by number or hand."""
    if isinstance(pays, str):
        return i18n.gettext("%(gain)s to %(stake)s") % dict(zip(("gain", "stake"), pays.split(":"), strict=True))
    return wording.shown(pays) if pays else "—"


def _most(limit: Limit) -> str:
    """A limit's maximum, in minimums."""
    span = limit.between or limit.gain
    if limit.multiples:
        return ", ".join(map(str, limit.multiples))
    if span:
        return f"{span[0]}–{span[1]}" + (f" × {wording.word(limit.of)}" if limit.of else "")
    return wording.word(limit.of) if limit.of else i18n.gettext("as authorised")
