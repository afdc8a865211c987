"""Commands at a table as they arrive: by whom, with a key that lets each be applied once, and how they are answered."""

import secrets
from typing import Annotated

from fastapi import Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from tapete.engine.requests import Roll, awaited
from tapete.errors import IllegalAction, Said, TapeteError
from tapete.floor.roles import CHIEFS, PLAYING, STAFF, Account
from tapete.floor.standing import Position, Standing
from tapete.floor.store import Floor
from tapete.games import game
from tapete.tongues import DECISIONS, acts, bets
from tapete.web.once import FORMS, form
from tapete.web.people.security import csrf, require, require_at
from tapete.web.render import wants_fragment
from tapete.web.tables.face import Face, face
from tapete.words import read_act, read_fall

CHECKED = [Depends(csrf)]
LONGEST_KEY = 80
ACTING = (*STAFF, "player")
Line = Annotated[str, Form(max_length=200)]
Value = Annotated[str, Query(max_length=40)]
Number = Annotated[int, Query(ge=0, le=10**6)]
Opener = Annotated[Account, Depends(require(*ACTING))]
Actor = Annotated[Account, Depends(require(*ACTING))]
Sitter = Annotated[Account, Depends(require_at(*PLAYING))]
Staff = Annotated[Account, Depends(require_at(*STAFF))]
Reporter = Annotated[Account, Depends(require_at(*ACTING))]
Chief = Annotated[Account, Depends(require_at(*CHIEFS))]
Boss = Annotated[Account, Depends(require_at("director"))]


async def command_key(request: Request) -> str:
    """The command's own key, from the header `Idempotency-Key` or the form's field `key`."""
    key = request.headers.get("idempotency-key", "")
    kind = request.headers.get("content-type", "")
    if not key and kind.startswith(FORMS):
        field = (await form(request)).get("key", "")
        key = field if isinstance(field, str) else ""
    if not 0 < len(key) <= LONGEST_KEY:
        raise TapeteError(
            "a command needs a key of its own, of {most} characters at most: Idempotency-Key", most=LONGEST_KEY
        )
    return key


Key = Annotated[str, Depends(command_key)]


def new_key() -> str:
    """A key for a form."""
    return secrets.token_urlsafe(12)


def done(request: Request, path: str) -> Response:
    """How a command from a page is answered: its stream shows what came of it; a page without one is loaded again."""
    if wants_fragment(request) or "application/json" in request.headers.get("accept", ""):
        return Response(status_code=204)
    return RedirectResponse(path, 303)


def say(floor: Floor, table_id: str, account: Account, text: str, key: str) -> Position:
    """Carries out what somebody typed: what fell where the croupier is asked for it, and an act otherwise."""
    seen = face(floor, table_id, account)
    if seen.fall is not None:
        return floor.rounds.fell(table_id, account, read_fall(text, seen.fall.kind == "dice"), key)
    if not text.strip():
        example = (seen.example() if seen.me else "no va más") or "paso"
        raise TapeteError("write what you do, as in '{example}'", example=example)
    layout = game(seen.table.game).layout(seen.rules, seen.settings)
    if seen.view is not None and any(item.slots for item in seen.sight.open):
        text = seen.view.meant(text)  # cards by their faces
    decisions = DECISIONS if seen.sight.open else ()
    names = (bets(seen.rules), acts(seen.rules), seen.game.verbs, decisions)
    try:
        meant = read_act(seen.sight.open, layout, text, *names)
    except TapeteError:
        if seen.sight.open:
            raise
        raise _nothing_open(seen, text.strip()) from None
    return floor.rounds.act(table_id, account, meant, key)


def _nothing_open(seen: Face, text: str) -> IllegalAction:
    """Whoever may do nothing now is told what the table waits for, whatever they meant."""
    waits = seen.sight.awaited
    what = Said("'{text}' is nothing that can be done now", text=text)
    if waits is None:
        return IllegalAction("{what}: no round is being played", what=what)
    return IllegalAction("{what}: the table waits for {label}", waits.article, what=what, label=awaited(waits.label))


def fallen(floor: Floor, table_id: str, value: str, n: int = 0, dice: list[int] | None = None) -> str | list[int]:
    """What somebody says fell, now or as input `n` of the last round: a pocket, a card, or dice."""
    if not value.strip() and not dice:
        raise IllegalAction("say what fell")
    rolled = floor.desk.read(table_id, lambda standing: _rolled(standing, n))
    return (dice or read_fall(value, dice=True)) if rolled else value.strip()


def _rolled(standing: Standing, n: int) -> bool:
    """Whether it is dice that fell."""
    if not n:
        return isinstance(standing.round.pending if standing.round else None, Roll)
    inputs = standing.round.counting() if standing.round else []
    return 0 < n <= len(inputs) and isinstance(inputs[n - 1].fell, list)
