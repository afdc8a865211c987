"""What holds from one session to the next: what the casino has from the authority, and the floats it sets itself.

Both are lines of the session in which somebody wrote them down, and hold in every later one under the same text.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sqlalchemy import Connection, select

from tapete.audit.breach import Breach
from tapete.errors import IllegalAction, Said, UnknownError, Word
from tapete.floor.growing import told
from tapete.floor.roles import Account, require
from tapete.floor.schema import session_lines
from tapete.floor.session import OPEN, Session, Sessions
from tapete.floor.standing import GameTable
from tapete.games import game as game_of
from tapete.law.floats import due
from tapete.law.house import House, Paper

PAPER = "paper"
FLOAT = "float"  # least floats that the house sets: `post` is the game, `detail` so many minimums
Kept = Mapping[tuple[str, str], str]  # numbers by the paper and the game it is for, if it is for one


class Papers:
    """The papers of a casino."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions, self.db = sessions, sessions.db

    def record(self, by: Account, name: str, number: str, key: str, game: str = "") -> None:
        """Writes down a paper's number and date; with none, it is withdrawn."""
        require(by, ("director",), "write down what the authority gave")
        number = told(number, Said("a number"))

        def check(conn: Connection, session: Session) -> None:
            known = session.rules.papers if session.rules else {}
            if name not in known:
                raise UnknownError(Said("paper"), name, list(known))
            _check_game(session, known[name], game)
            if not number and (name, game) not in _kept(conn, session.region):
                raise IllegalAction("say its number and date", known[name].article)

        self.sessions.do(by, key, PAPER, check, post=game, detail=f"{name} {number}".strip())

    def set_float(self, by: Account, game: str, times: int, key: str) -> None:
        """Sets the least float of a game in minimums, where no law does; with 0 the default holds again."""
        require(by, ("director",), "set floats")

        def check(conn: Connection, session: Session) -> None:
            if session.region not in game_of(game).regions:
                raise IllegalAction("say for which game of the text")
            rules = game_of(game).rules(session.region)
            if rules.between_players:
                raise IllegalAction("only games against the house have a float")
            lawful = due(rules, 1, None)
            if lawful is not None and lawful.by in ("law", "regulation"):
                raise IllegalAction("the law has {times} minimums", lawful.article, times=lawful.cents)
            if not times and game not in _floats(conn, session.region):
                raise IllegalAction("say how many minimums")

        self.sessions.do(by, key, FLOAT, check, post=game, detail=str(times or ""))

    def floats(self, region: str) -> dict[str, int]:
        """The least floats that the house has set under a text, by game and in minimums."""
        with self.db.read() as conn:
            return _floats(conn, region)

    def kept(self, region: str) -> Kept:
        """What the casino has under a text."""
        with self.db.read() as conn:
            return _kept(conn, region)


def _written(conn: Connection, region: str, what: str) -> Iterator[tuple[str, str]]:
    """What lines of some kind say in all sessions under a text, each with its game, the oldest first."""
    c = session_lines.c
    under = select(c.session).where(c.what == OPEN, c.detail.startswith(f"{region} "))
    rows = select(c.post, c.detail).where(c.what == what, c.session.in_(under)).order_by(c.session, c.line)
    return ((game, detail) for game, detail in conn.execute(rows))


def _floats(conn: Connection, region: str) -> dict[str, int]:
    return {game: int(times) for game, times in dict(_written(conn, region, FLOAT)).items() if times}


def _kept(conn: Connection, region: str) -> Kept:
    kept: dict[tuple[str, str], str] = {}
    for game, detail in _written(conn, region, PAPER):
        name, _, number = detail.partition(" ")
        kept[name, game] = number
    return {key: number for key, number in kept.items() if number}


def _check_game(session: Session, paper: Paper, game: str) -> None:
    """A paper is for a game of the text, or for the house and then for none."""
    if paper.each == "house":
        if game:
            raise IllegalAction("this is for the house, not for one game", paper.article)
    elif not game or session.region not in game_of(game).regions:
        raise IllegalAction("say for which game of the text", paper.article)
    elif paper.games and game not in paper.games:
        raise UnknownError(Said("game of this paper"), game, list(paper.games))


def unwritten(rules: House, tables: Sequence[GameTable], turned: Collection[str], kept: Kept) -> Iterator[Breach]:
    """What a text asks for and nobody has written down, with the game it is asked for."""
    for name, paper in rules.papers.items():
        for game in _wanted(paper, tables, turned):
            if (name, game) not in kept:
                title = Word(game_of(game).rules(rules.region).title) if game else ""
                what = Said("{game}: nobody has written down its number", game=title) if game else _UNWRITTEN
                yield Breach(f"papers.{name}.{game}", paper.article, what, Said("{notice}", notice=Word(paper.name)))


def _wanted(paper: Paper, tables: Sequence[GameTable], turned: Collection[str]) -> Iterable[str]:
    """The games for which a paper is wanted; one for the house is for none of them."""
    if paper.each == "house":
        return ("",)
    if paper.each == "remote":
        tables = [table for table in tables if not table.physical]
    elif paper.each == "lowest":
        return ()
    elif paper.each == "raised":
        tables = [table for table in tables if table.settings.raised]
    elif paper.each == "reversible":
        tables = [table for table in tables if table.public_id in turned]
    elif paper.each == "linked":
        sharing = Counter(table.meter for table in tables if table.meter)
        tables = [table for table in tables if sharing[table.meter] > 1]
    own = (table for table in tables if not paper.games or paper.concerns(table.rules, table.settings))
    return dict.fromkeys(table.game for table in own)


_UNWRITTEN = Said("nobody has written down its number")
