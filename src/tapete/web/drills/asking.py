"""Which question a drill asks next. Its address says its seed and what was answered, so nothing has to be kept."""

import functools
import random
from typing import Annotated, Literal

from fastapi import Query

from tapete.drills import Question, drill
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import Game
from tapete.web.catalogue.place import Place

Role = Literal["croupier", "player"]
Seed = Annotated[int, Query(ge=0, lt=1 << 63)]
Number = Annotated[int, Query(ge=1, le=1_000_000)]
Answers = Annotated[list[str], Query(alias="a", max_length=60)]
PROBED = 100  # drills after which a game is taken to ask the player nothing
SKIPPED = 5000  # drills without a question that are passed over before giving up


@functools.lru_cache(maxsize=128)
def decides(found: Game, region: str) -> bool:
    """Whether best play is known for something that this text leaves to the player, or that soon comes up."""
    if not found.advises:
        return False
    rules = found.rules(region)
    if any(option.by == "player" for option in rules.options.values()):
        return True
    drills = (drill(found, rules, standard(rules), random.Random(seed), True) for seed in range(PROBED))
    return any(next(questions, None) is not None for questions in drills)


def ask(here: Place, role: Role, seed: int, number: int, answers: list[str]) -> tuple[int, Question | None]:
    """The question that follows these answers in a drill, or the first of a later one; none when the drill is over."""
    if role == "player" and not decides(here.game, here.region):
        raise TapeteError("This game leaves the player nothing to decide that could be trained.")
    for later in range(SKIPPED):
        questions = drill(
            here.game, here.rules, standard(here.rules), random.Random(f"{seed}/{number + later}"), role == "player"
        )
        question = next(questions, None)
        for answer in answers if question else ():
            try:
                question = questions.send(answer)
            except StopIteration:
                return number + later, None
        if question is not None:
            return number + later, question
    raise TapeteError("No question came up: try another seed.")
