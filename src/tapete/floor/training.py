"""Who trained what: every answer of a drill, once, and how it has gone by person, game and article."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import case, func, insert, select

from tapete.floor.connection import Database
from tapete.floor.growing import following, writing, written
from tapete.floor.roles import CHIEFS, Account, require
from tapete.floor.schema import accounts, training_lines

WEAKEST = 10


class Answer(NamedTuple):
    """An answer to a question of a drill: by which article it is judged, what the mistake costs in cents, its seconds.

    `seconds` are as the page told; none where that cannot be.
    """

    game: str
    region: str
    role: str
    question: str
    article: str
    given: str
    cost: int
    seconds: float | None


class Progress(NamedTuple):
    """How somebody has done in the drills of a game: of how many answers how many right, in how many seconds each."""

    who: str
    game: str
    region: str
    role: str
    asked: int
    right: int
    cost: int
    seconds: float | None
    last: int


class Weak(NamedTuple):
    """An article by which somebody was wrong: how often, of how many answers, and what it cost in cents."""

    game: str
    region: str
    article: str
    asked: int
    wrong: int
    cost: int


class Training:
    """The record of drills."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db, self.clock = db, clock

    def keep(self, by: Account, answer: Answer) -> None:
        """Writes an answer down; of those to one question the first counts."""
        key = f"{answer.game}/{answer.region}/{answer.role}/{answer.question}"
        with writing(self.db) as conn:
            if written(conn, training_lines, by, key) is None:
                n = following(conn, training_lines, "n")
                values = answer._asdict() | {"n": n, "at": self.clock(), "account_id": by.id, "key": key}
                conn.execute(insert(training_lines).values(values))

    def of(self, by: Account) -> list[Progress]:
        """How somebody has done so far, the latest game first."""
        return self._standings(by.id)

    def all(self, by: Account) -> list[Progress]:
        """How everybody has done, for those who train them."""
        require(by, CHIEFS, "read how others train")
        return self._standings()

    def weakest(self, by: Account) -> list[Weak]:
        """Where somebody was wrong most often."""
        line = training_lines.c
        wrong = func.sum(case((line.cost > 0, 1), else_=0))
        parts = (line.game, line.region, line.article)
        query = (
            select(*parts, func.count(), wrong, func.sum(line.cost))
            .where(line.account_id == by.id)
            .group_by(*parts)
            .having(wrong > 0)
            .order_by(wrong.desc(), *parts)
            .limit(WEAKEST)
        )
        with self.db.read() as conn:
            return [Weak(*row[:3], *map(int, row[3:])) for row in conn.execute(query)]

    def _standings(self, account: int | None = None) -> list[Progress]:
        line = training_lines.c
        parts = (accounts.c.name, line.game, line.region, line.role)
        right, last = func.sum(case((line.cost == 0, 1), else_=0)), func.max(line.at)
        figures = (func.count(), right, func.sum(line.cost), func.avg(line.seconds), last)
        query = select(*parts, *figures).join_from(training_lines, accounts).group_by(*parts)
        if account is not None:
            query = query.where(line.account_id == account)
        with self.db.read() as conn:
            return [_standing(*row) for row in conn.execute(query.order_by(last.desc(), *parts))]


def _standing(
    who: str, game: str, region: str, role: str, asked: int, right: int, cost: int, seconds: float | None, last: int
) -> Progress:
    mean = None if seconds is None else float(seconds)
    return Progress(who, game, region, role, int(asked), int(right), int(cost), mean, int(last))
