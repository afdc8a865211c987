"""What is done in a session, as pages and API send it: one act with whatever it needs."""

from pydantic import ConfigDict, Field

from tapete.audit.table import TableFile, parse
from tapete.errors import TapeteError, UnknownError
from tapete.floor.duty import ANNOUNCE
from tapete.floor.papers import FLOAT, PAPER
from tapete.floor.rationed import DINNER
from tapete.floor.reserve import CASH
from tapete.floor.reversible import standard_options
from tapete.floor.roles import Account
from tapete.floor.session import ACTS, HOUR, TIPS, TURN
from tapete.floor.store import Floor
from tapete.games import game, games
from tapete.money import euros
from tapete.web.models import Strict

EVERY = (*ACTS, ANNOUNCE, CASH, DINNER, PAPER, FLOAT, TIPS, TURN)


class SessionAct(Strict):
    """What an act of a session needs: a text and hours, somebody and a post, a table, a sector, a notice or a seal."""

    region: str = Field(default="", max_length=60)
    hours: int = Field(default=0, ge=0, le=24)
    who: str = Field(default="", max_length=60)
    post: str = Field(default="", max_length=40)
    table: str = Field(default="", max_length=60)
    detail: str = Field(default="", max_length=200)
    game: str = Field(default="", max_length=60)
    paper: str = Field(default="", max_length=40, description="what the authority gave, its number in `detail`")
    minimum: str = Field(default="5", max_length=20, description="euros, of a table that is turned over")
    times: int = Field(default=0, ge=0, le=1_000_000, description="of a game's least float; 0: the default")
    float_: str = Field(default="", max_length=20, alias="float", description="euros")
    cash: str = Field(default="0", max_length=20, description="euros in the cage, to pay with")
    blocked: str = Field(default="0", max_length=20, description="euros that a bank keeps blocked for it")


class SessionForm(SessionAct):
    """The same as a page's form sends it, with what every form has besides."""

    model_config = ConfigDict(extra="ignore")


def perform(floor: Floor, by: Account, what: str, given: SessionAct, key: str) -> None:
    """Carries an act of a session out."""
    sessions = floor.sessions
    if what not in EVERY:
        raise UnknownError("act", what, list(EVERY))
    if what == "open":
        sessions.open(by, given.region, given.hours * HOUR, key)
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
    elif what == "show":
        sessions.show(by, given.detail, key, given.table)
    elif what == "seal":
        sessions.seal(by, _table(given), given.detail, key)
    elif what == PAPER:
        floor.papers.record(by, given.paper, given.detail, key, given.game)
    elif what == FLOAT:
        floor.papers.set_float(by, given.game, given.times, key)
    elif what == TIPS:
        sessions.tips(by, given.detail, key)
    elif what == DINNER:
        floor.rationed.dinner(by, key)
    elif what == CASH:
        floor.reserve.count(by, euros(given.cash), euros(given.blocked), key)
    elif what == ANNOUNCE:
        floor.duty.announce(by, _table(given), key)
    elif what == TURN:
        floor.reversing.turn(by, _table(given), _turned(floor, given), key)
    else:
        (sessions.hold if what == "hold" else sessions.free)(by, _table(given), key)


def _turned(floor: Floor, given: SessionAct) -> TableFile:
    """The table that another is to become, with the options that its form takes."""
    region = floor.tables.table(given.table).region
    if region not in game(given.game).regions:
        raise UnknownError("game", given.game, [game.id for game in games() if region in game.regions])
    written = {"game": given.game, "region": region, "minimum": given.minimum}
    amount = {"float": given.float_} if given.float_ else {}
    return parse({**written, **amount, "options": standard_options(region, given.game)}, given.game)


def _table(given: SessionAct) -> str:
    if not given.table:
        raise TapeteError("say at which table")
    return given.table
