"""The page of a text: its contents as a tree, every section with its state, and what rests on it."""

from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tapete import i18n, wording
from tapete.law.coverage import State
from tapete.law.text import regions, text
from tapete.web.render import page
from tapete.web.texts.reading import chapter_of, chapters, counts

router = APIRouter()


def states() -> dict[str, tuple[str, str]]:
    """What the states are called, and what each means."""
    _ = i18n.gettext
    return {
        "runs": (_("in play"), _("A table plays it, and odds and simulations count with it.")),
        "checked": (_("checked"), _("The check of a table or the audit of a log looks after it.")),
        "cited": (_("cited only"), _("No machine can do it: it is named where it belongs.")),
        "none": (_("no rule"), _("A heading, a definition, or a sentence that lays nothing down.")),
        "missing": (_("not there yet"), _("A rule that nothing here plays or checks so far.")),
    }


@router.get("/law/{region}", include_in_schema=False)
def contents(request: Request, region: str, chapter: str = "", state: State | None = None) -> Response:
    """A text's contents, one chapter open; with a state, only the sections that are in it."""
    return page(
        request,
        "texts/text.html",
        source=text(region),
        others={where: text(where).name for where in regions()},
        chapters=chapters(region, chapter, state or ""),
        opened=chapter,
        counts=counts(region),
        states=states(),
        state=state or "",
        words=wording,
    )


@router.get("/law/{region}/{article:path}", include_in_schema=False)
def article(region: str, article: str) -> Response:
    """An article's own address leads to its place in the contents."""
    query, place = urlencode({"chapter": chapter_of(region, article)}), quote(article.replace(" ", "_"))
    return RedirectResponse(f"/law/{region}?{query}#{place}", 303)
