"""How a form of the house is answered: the page again, with a refusal in one line beside what was sent."""

from collections.abc import Callable, Mapping

from fastapi import Request
from fastapi.responses import Response

from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor.roles import Forbidden
from tapete.i18n import translated
from tapete.web.render import wants_fragment
from tapete.web.tables.commands import done

STATUS: Mapping[type[TapeteError], int] = {Forbidden: 403, Missing: 404, IllegalAction: 409}
Shown = Callable[[str, int], Response]


def answered(request: Request, act: Callable[[], object], path: str, shown: Shown) -> Response:
    """Does what a form asks for and goes to a page, or shows the page it came from with why not."""
    try:
        act()
    except TapeteError as error:
        if wants_fragment(request) or "text/html" not in request.headers.get("accept", ""):
            raise
        status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
        return shown(translated(error.text), status)
    return done(request, path)
