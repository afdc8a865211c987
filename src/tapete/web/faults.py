"""What is nobody's wish: input that cannot be, which is refused in a line, and faults of the database, which pass."""

import logging

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from tapete import i18n
from tapete.crew import Away
from tapete.errors import TapeteError
from tapete.floor.connection import Unavailable, reason, unavailable

AGAIN_SECONDS = 2
log = logging.getLogger("tapete.web")

# What Python or a driver raises where something was sent that no text, number or column can hold.
IMPOSSIBLE: dict[type[Exception], str] = {
    UnicodeEncodeError: "a text has characters that cannot be written",
    OverflowError: "a number is too large",
    RecursionError: "the input is nested too deeply",
    DataError: "a text or a number cannot be kept",
    IntegrityError: "somebody else wrote at the same moment: try again",
}


def impossible(error: Exception) -> str:
    """What is wrong with what was sent."""
    return next(line for kind, line in IMPOSSIBLE.items() if isinstance(error, kind))


def faulty(error: Exception) -> bool:
    """Whether an error is the database's fault."""
    return isinstance(error, Unavailable) or unavailable(error)


def noted(request_id: str, method: str, path: str, error: Exception) -> None:
    """One line in the log for a fault of the database."""
    why = reason(error.__cause__ if isinstance(error, Unavailable) and error.__cause__ else error)  # type: ignore[arg-type]
    log.error("%s %s %s: the database: %s", request_id, method, path, why)


def plain(path: str, status: int, line: str) -> Response:
    """An answer where there is nobody yet to make a page for; a program is refused as it is everywhere."""
    again = {"Retry-After": str(AGAIN_SECONDS)} if status == 503 else None
    if path.startswith("/api/"):
        return JSONResponse({"detail": line}, status, again)
    return PlainTextResponse(line, status, again)


def unavailable_line() -> str:
    """What is said while the database does not answer."""
    return i18n.gettext("The database does not answer. Nothing was changed: try again in a moment.")


def away_line(error: Away) -> str:
    """What is said while nobody counts; where they should be is for the log alone."""
    log.error("%s", error)
    return i18n.gettext("The machines that count for this house do not answer: try again in a moment.")


def refuse_in_a_line(app: FastAPI, say: object) -> None:
    """Has the application answer all of these."""
    assert callable(say)

    def refused(request: Request, error: Exception) -> Response:
        return _response(say(request, 400, i18n.gettext(impossible(error))))

    def passing(request: Request, error: Exception) -> Response:
        if not faulty(error):
            return refused(request, error)
        noted(request.scope.get("tapete.id", "-"), request.method, request.url.path, error)
        line = i18n.translated(error.text) if isinstance(error, TapeteError) else unavailable_line()
        response = _response(say(request, 503, line))
        response.headers["Retry-After"] = str(AGAIN_SECONDS)
        return response

    def away(request: Request, error: Exception) -> Response:
        assert isinstance(error, Away)
        response = _response(say(request, 503, away_line(error)))
        response.headers["Retry-After"] = str(AGAIN_SECONDS)
        return response

    app.add_exception_handler(Away, away)
    for kind in IMPOSSIBLE:
        app.add_exception_handler(kind, refused)
    for kind in (Unavailable, DBAPIError, NoConnection):
        app.add_exception_handler(kind, passing)


def _response(answer: object) -> Response:
    assert isinstance(answer, Response)
    return answer
