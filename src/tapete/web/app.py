"""The application put together: routers, static files, and how errors are answered."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import ModuleType
from urllib.parse import quote

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from tapete import __version__, i18n
from tapete.errors import IllegalAction, Later, Missing, TapeteError
from tapete.floor import Floor
from tapete.floor.roles import Forbidden
from tapete.odds.kept import Awaited
from tapete.validation import first_wrong
from tapete.web import keeping
from tapete.web.answers import COUNTED, REFUSALS
from tapete.web.apart.front import Apart
from tapete.web.books import api as books_api
from tapete.web.books import cage as books_cage
from tapete.web.books import normal
from tapete.web.books import pages as books
from tapete.web.books import sheets as books_sheets
from tapete.web.casino import api as casino_api
from tapete.web.casino import conduct
from tapete.web.casino import pages as casino
from tapete.web.casino import sheets as casino_sheets
from tapete.web.catalogue import best, differences, equity, evening, frequencies, games, law, odds, par, sheets
from tapete.web.checks import api as checks_api
from tapete.web.checks import pages as checks
from tapete.web.doors import hanging, home, learn, pictures
from tapete.web.doors import play as doors_play
from tapete.web.drills import api as drills_api
from tapete.web.drills import pages as drills
from tapete.web.faults import plain, refuse_in_a_line
from tapete.web.files import Files
from tapete.web.heading import Spared
from tapete.web.history import api as history_api
from tapete.web.history import evenings
from tapete.web.history import pages as history
from tapete.web.history import records as history_records
from tapete.web.once import once
from tapete.web.people import accounts, auth
from tapete.web.people.security import Forged, Front, local, sign_in_path
from tapete.web.render import page, wants_fragment
from tapete.web.returned import returned
from tapete.web.settings import WebSettings
from tapete.web.simulations import api as simulations_api
from tapete.web.simulations import pages as simulations
from tapete.web.tables import api as tables_api
from tapete.web.tables import entering, forms
from tapete.web.tables import floor as floor_pages
from tapete.web.tables import pages as tables
from tapete.web.tables.shortcut import Shortcut
from tapete.web.texts import api as texts_api
from tapete.web.texts import pages as texts
from tapete.web.tournaments import api as tournaments_api
from tapete.web.tournaments import pages as tournaments
from tapete.web.tournaments import results as tournament_results

STATIC = Path(__file__).parent / "static"
COMPUTING = (
    *(odds, frequencies, equity, evening, differences, best, sheets, par),
    *(drills, drills_api),
    *(simulations, simulations_api),
    *(checks, checks_api),
)
PARTS = (
    *(auth, accounts),
    *(games, law),
    *(home, learn, pictures, hanging, doors_play),
    *COMPUTING,
    *(tables, forms, entering, tables_api, floor_pages),
    *(history, history_api, history_records, evenings),
    *(books, books_api, books_sheets, books_cage, normal),
    *(casino, conduct, casino_sheets, casino_api),
    *(texts, texts_api),
    *(tournaments, tournaments_api, tournament_results),
    keeping,
)


class Application(FastAPI):
    """FastAPI, with a short way past it where there is one."""

    short: Shortcut | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.short or super().__call__)(scope, receive, send)


def create_app(floor: Floor, settings: WebSettings | None = None) -> FastAPI:
    """The application on a floor. Pages and the API under /api/v1 are the same functions."""
    settings = settings or WebSettings()
    app = _with(PARTS, settings)
    app.state.floor = floor
    app.mount("/static", Files(directory=STATIC), name="static")
    app.add_middleware(Apart, settings=settings, refuse=say, played=floor.clerk.busy)
    app.state.metrics = keeping.Metrics()
    app.add_middleware(Front, floor=floor, settings=settings, metrics=app.state.metrics)
    app.short = Shortcut(partial(FastAPI.__call__, app), floor, settings, app.state.metrics)
    return app


def computing() -> FastAPI:
    """The parts of the application that compute, for a process of their own; who asks has been found out before."""
    return _with(COMPUTING, WebSettings())


def _with(parts: Iterable[ModuleType], settings: WebSettings) -> Application:
    app = Application(
        title="Tapete",
        version=__version__,
        description="The Spanish casino catalogues, executable: their law, their odds, their tables.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # Starlette's would go to whatever host a request has named
        dependencies=[Depends(once)],
        responses=REFUSALS,
    )
    app.state.settings = settings
    for part in parts:
        app.include_router(part.router, responses=COUNTED if part in COMPUTING else None)
    app.add_exception_handler(Spared, _spared)
    app.add_exception_handler(Awaited, _awaited)
    app.add_exception_handler(TapeteError, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    refuse_in_a_line(app, say)
    return app


def _spared(_request: Request, _error: Exception) -> Response:
    """The head of an answer that was not worked out, and is of a length that nobody knows."""
    response = Response()
    del response.headers["content-length"]
    return response


def _awaited(request: Request, error: Exception) -> Response:
    """What is being worked out: how far that has come; whoever asks again in a second is told anew."""
    assert isinstance(error, Awaited)
    line, again = i18n.translated(error.text), {"Retry-After": "1"}
    if _for_machine(request):
        return JSONResponse({"detail": line, "done": error.done, "of": error.of}, 202, again)
    template = "base/working.html" if wants_fragment(request) else "base/awaited.html"
    target = request.headers.get("hx-target", "") if wants_fragment(request) else ""
    response = page(request, template, 202, line=line, done=error.done, of=error.of, target=target)
    response.headers.update(again if wants_fragment(request) else {**again, "Refresh": "1"})
    return response


STATUS: dict[type[Exception], int] = {
    Forged: 403,
    Forbidden: 403,
    Later: 429,
    Missing: 404,
    IllegalAction: 409,
}


def _refused(request: Request, error: Exception) -> Response:
    """Whatever the house refuses: one clear line."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    assert isinstance(error, TapeteError)
    response = say(request, status, i18n.translated(error.text), getattr(error, "article", ""))
    if isinstance(error, Later):
        response.headers["Retry-After"] = str(error.again)
    return response


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 401 and not _for_machine(request) and request.method == "GET":
        return RedirectResponse(sign_in_path(request), 303)
    if error.status_code == 404 and request.method == "GET" and (elsewhere := _without_slash(request)):
        return RedirectResponse(elsewhere, 307)
    words = {
        400: i18n.gettext("What was sent cannot be read."),
        404: i18n.gettext("There is no such page."),
        405: i18n.gettext("This cannot be done here."),
    }
    plain = error.detail in ("There was an error parsing the body", "Not Found", "Method Not Allowed")
    response = say(request, error.status_code, words[error.status_code] if plain else error.detail)
    response.headers.update(error.headers or {})
    if response.headers.get("Allow") == "GET":
        response.headers["Allow"] = "GET, HEAD"
    return response


def _without_slash(request: Request) -> str:
    """Where a path leads that was given with a slash at its end; nothing, if it was not."""
    path = request.url.path
    query = f"?{request.url.query}" if request.url.query else ""
    return local(f"{quote(path.rstrip('/'))}{query}") if path.endswith("/") else ""


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    line = i18n.translated(first_wrong(error.errors(), skip=1))
    whole = request.method == "POST" and not (_for_machine(request) or wants_fragment(request))
    return (await returned(request, 422, line) if whole else None) or say(request, 422, line)


def _for_machine(request: Request) -> bool:
    if wants_fragment(request):
        return False
    return request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", "text/html")


def say(request: Request, status: int, line: str, article: str = "") -> Response:
    """A refusal as it was asked for, with the article that it names: JSON, a line in the page's notice, or a page."""
    line = " ".join(line.encode("utf-8", "replace").decode().replace("\0", "").split())
    if request.url.path.startswith("/static/"):
        return plain(request.url.path, status, line)
    if _for_machine(request):
        return JSONResponse({"detail": line} | ({"article": article} if article else {}), status)
    if wants_fragment(request):
        response = page(request, "base/notice.html", status, line=line, article=article)
        response.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"})
        return response
    return page(request, "base/error.html", status, code=status, line=line, article=article)
