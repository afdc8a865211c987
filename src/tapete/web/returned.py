"""A form whose fields say already that it cannot be taken: its page again, with why and with what was written in it."""

import contextlib
from typing import Any
from urllib.parse import unquote, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import escape
from starlette.datastructures import FormData, Headers
from starlette.exceptions import HTTPException
from starlette.types import Message

from tapete.web.apart.front import is_apart
from tapete.web.refilling import refilled

HTML = "text/html; charset=utf-8"
NOTICE = '<div id="notice" class="notice" role="alert">'


async def returned(request: Request, status: int, line: str) -> HTMLResponse | None:
    """The page that a form was sent from; nothing where there is none, or nothing on it takes what was sent."""
    sent: FormData | None = getattr(request, "_form", None)
    text = await _page(request) if sent else ""
    filled = refilled(text, request.url.path, sent) if sent else ""
    if filled == text or NOTICE not in filled:
        return None
    return HTMLResponse(filled.replace(NOTICE, f"{NOTICE}<p>{escape(line)}</p>", 1), status)


async def _page(request: Request) -> str:
    """The page as whoever sent the form would be shown it now; none that is not here, or takes long to work out."""
    where, answer = _where(request), list[Message]()
    if where is None:
        return ""
    kept = {name: value for name, value in request.scope.items() if name not in ("route", "endpoint", "path_params")}

    async def keep(message: Message) -> None:
        answer.append(message)

    with contextlib.suppress(HTTPException):  # there is no such page
        await request.app.router({**kept, **where, "method": "GET"}, _nothing, keep)
    if not answer or answer[0]["status"] != 200 or Headers(raw=answer[0]["headers"]).get("content-type") != HTML:
        return ""
    return b"".join(message.get("body", b"") for message in answer[1:]).decode()


def _where(request: Request) -> dict[str, Any] | None:
    """Where the form was: as the browser says, if that is here, or where it was sent to."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        came = urlsplit("")
    path, query = (came.path, came.query) if came.netloc == request.url.netloc else (request.url.path, "")
    plain = unquote(path)
    if not (plain.isprintable() and query.isascii()) or plain.startswith("/api/") or is_apart(plain):
        return None
    return {"path": plain, "raw_path": path.encode(), "query_string": query.encode()}


async def _nothing() -> Message:
    """What is read of a request without a body."""
    return {"type": "http.request", "body": b"", "more_body": False}
