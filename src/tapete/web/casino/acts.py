"""What is done in a session, as pages and API send it: one act with whatever it needs."""

from pydantic import Field

from tapete.errors import TapeteError, UnknownError
from tapete.floor.roles import Account
from tapete.floor.session import ACTS, HOUR
from tapete.floor.store import Floor
from tapete.web.models import Strict


class SessionAct(Strict):
    """What an act of a session needs: a text and hours, somebody and a post, a table, a sector or a seal."""

    region: str = Field(default="", max_length=60)
    hours: int = Field(default=0, ge=0, le=24)
    who: str = Field(default="", max_length=60)
    post: str = Field(default="", max_length=40)
    table: str = Field(default="", max_length=60)
    detail: str = Field(default="", max_length=200)


def perform(floor: Floor, by: Account, what: str, given: SessionAct, key: str) -> None:
    """Carries an act of a session out."""
    sessions = floor.sessions
    if what not in ACTS:
        raise UnknownError("act", what, list(ACTS))
    if what == "open":
        sessions.open(by, given.region, sessions.clock() + given.hours * HOUR, key)
    elif what == "end":
        sessions.end(by, key)
    elif what in ("on", "off"):
        who = floor.accounts.account(given.who)
        if what == "on":
            sessions.on(by, who, given.post, _table(given), key)
        else:
            sessions.off(by, who, key, given.table)
    elif what == "place":
        sessions.place(by, _table(given), given.detail, key)
    elif what == "seal":
        sessions.seal(by, _table(given), given.detail, key)
    else:
        (sessions.hold if what == "hold" else sessions.free)(by, _table(given), key)


def _table(given: SessionAct) -> str:
    if not given.table:
        raise TapeteError("say at which table")
    return given.table
