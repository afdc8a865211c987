"""Pages: `page(request, "catalogue/home.html", games=…)` renders a template in the visitor's language.

Every template extends `base/page.html` (blocks `title`, `head`, `content`) and has `visitor`, `_`, `ngettext`, `law`,
the filters `money`, `signed`, `percent`, `number`, `day`, `moment`, `translated`, `stacked`, `article`, `art` and
`cited`, and `csrf_field()` for its forms.
"""

from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tapete import __version__, i18n
from tapete.web.articles import art, article, cited
from tapete.web.people.security import visitor
from tapete.web.refilling import refilled
from tapete.web.stacking import stacked
from tapete.wording import capital, signed

HERE = Path(__file__).parent


def environment() -> Environment:
    """The templates, and what all of them may use."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    env.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals |= {
        "law": i18n.law,
        "languages": i18n.LANGUAGES,
        "language": i18n.language,
        "version": __version__,
    }
    env.filters |= {
        "money": i18n.money,
        "signed": signed,
        "percent": i18n.percent,
        "number": i18n.number,
        "day": i18n.day,
        "moment": i18n.moment,
        "law": i18n.law,
        "translated": i18n.translated,
        "capital": capital,
        "stacked": stacked,
        "article": article,
        "art": art,
        "cited": cited,
    }
    return env


TEMPLATES = environment()


def render(request: Request, template: str, **context: Any) -> str:
    """A template, or a part of a page, as text."""
    who = visitor(request)
    i18n.speak(who.language)
    field = Markup('<input type="hidden" name="csrf" value="{}">').format(who.csrf)
    return TEMPLATES.get_template(template).render(request=request, visitor=who, csrf_field=lambda: field, **context)


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page; one that refuses a form has what was written in it."""
    text, sent = render(request, template, **context), getattr(request, "_form", None)
    return HTMLResponse(refilled(text, request.url.path, sent) if status >= 400 and sent else text, status)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks for a part of a page, and not for a whole one to go to or back to."""
    asked = request.headers
    whole = "true" in (asked.get("hx-boosted"), asked.get("hx-history-restore-request"))
    return asked.get("hx-request") == "true" and not whole
