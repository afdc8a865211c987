"""Which question a drill asks next: its address says its seed and what was answered. Who is signed in has a record."""

import functools
import random
from typing import Annotated, Literal

from fastapi import Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from tapete.drills import MOST_STAKES, STAKES, Question, Verdict, drill
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.floor.roles import Account
from tapete.floor.training import Answer
from tapete.games import Game
from tapete.web.apart.hands import apart
from tapete.web.catalogue.place import Place, place
from tapete.web.people.security import floor

Role = Literal["croupier", "player"]
Seed = Annotated[int, Field(ge=0, lt=1 << 63)]
Said = Annotated[str, Field(max_length=100)]
PROBED = 100  # drills after which a game is taken to ask the player nothing
LONGEST = 3600  # seconds; who took longer was away
SKIPPED = 5000  # drills without a question that are passed over before giving up


@functools.lru_cache(maxsize=128)
def decides(game: Game, region: str) -> bool:
    """Whether best play is known for something that this text leaves to the player, or that soon comes up."""
    if not game.advises:
        return False
    rules = game.rules(region)
    if any(option.by == "player" for option in rules.options.values()):
        return True
    drills = (drill(game, rules, standard(rules), random.Random(seed), True) for seed in range(PROBED))
    return any(next(questions, None) is not None for questions in drills)


class Asking(BaseModel):
    """Which question: whose, of which seed, in drill `n` after the answers `a`, with how many stakes at most."""

    role: Role = "croupier"
    seed: Seed = 1
    n: int = Field(1, ge=1, le=1_000_000)
    a: list[str] = Field([], max_length=60)
    stakes: int = Field(STAKES, ge=1, le=MOST_STAKES)

    @property
    def id(self) -> str:
        """What no other question of the same game is called."""
        return "/".join(map(str, (self.seed, self.n, self.stakes, *self.a)))


def ask(here: Place, asking: Asking) -> tuple[int, Question | None]:
    """The question that follows these answers in a drill, or the first of a later one; none when the drill is over."""
    deciding = asking.role == "player"
    if deciding and not decides(here.game, here.region):
        raise TapeteError("This game leaves the player nothing to decide that could be trained.")
    for number in range(asking.n, asking.n + SKIPPED):
        source = random.Random(f"{asking.seed}/{number}")
        questions = drill(here.game, here.rules, standard(here.rules), source, deciding, asking.stakes)
        question = next(questions, None)
        for answer in asking.a if question else ():
            try:
                question = questions.send(answer)
            except StopIteration:
                return number, None
        if question is not None:
            return number, question
    raise TapeteError("No question came up: try another seed.")


def judged(game: str, region: str, asking: Asking, answer: str) -> tuple[Answer, Verdict] | None:
    """An answer judged, as it goes into a record; none when the drill is over."""
    here = place(game, region)
    number, question = ask(here, asking)
    if question is None:
        return None
    verdict = question.judge(answer)
    id, cost = asking.model_copy(update={"n": number}).id, round(verdict.cost)
    return Answer(game, region, asking.role, id, question.article, verdict.given, cost, None), verdict


async def kept(
    request: Request, by: Account, here: Place, asking: Asking, answer: str, seconds: float | None
) -> Verdict | None:
    """Has an answer judged and writes it down, but for passers-by, who are forgotten; none when the drill is over."""
    given = await apart(request, judged, here.game.id, here.region, asking, answer)
    if given is None:
        return None
    line, verdict = given
    if not by.visits:
        there = seconds if seconds is not None and 0 <= seconds <= LONGEST else None
        await run_in_threadpool(floor(request).training.keep, by, line._replace(seconds=there))
    return verdict
