"""The API of drills: a question, and the verdict on an answer."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from tapete.drills import Question, Verdict
from tapete.web.catalogue.place import Here
from tapete.web.drills.asking import Answers, Number, Role, Seed, ask

router = APIRouter(prefix="/api/v1", tags=["drills"])


class Asked(BaseModel):
    """A question of a drill: what happened, and what is open to answer."""

    number: int
    steps: list[dict[str, str | int | bool]]
    cards: dict[str, list[str]]
    actor: str
    options: list[str]
    staked: int

    @classmethod
    def of(cls, number: int, question: Question) -> "Asked":
        """A question without its answer."""
        return cls(
            number=number,
            steps=[step._asdict() for step in question.steps],
            cards=question.cards,
            actor=question.actor,
            options=list(question.options),
            staked=question.staked,
        )


class Judged(BaseModel):
    """An answer judged: what was right, what the mistake costs in cents, and the article."""

    given: str
    right: str
    cost: float
    article: str
    worth: dict[str, float]

    @classmethod
    def of(cls, question: Question, verdict: Verdict) -> "Judged":
        """A verdict as the API shows it."""
        worth = {item.option: item.value for item in question.advice}
        return cls(given=verdict.given, right=verdict.right, cost=verdict.cost, article=question.article, worth=worth)


@router.get("/games/{name}/{region}/drill")
def api_question(here: Here, role: Role = "croupier", seed: Seed = 1, n: Number = 1, a: Answers = []) -> Asked | None:  # noqa: B006
    """The question that follows the answers `a` in drill `n` of a seed; null when that drill is over."""
    number, question = ask(here, role, seed, n, a)
    return None if question is None else Asked.of(number, question)


@router.get("/games/{name}/{region}/drill/verdict")
def api_verdict(
    here: Here,
    answer: Annotated[str, Query(max_length=100)],
    role: Role = "croupier",
    seed: Seed = 1,
    n: Number = 1,
    a: Answers = [],  # noqa: B006
) -> Judged | None:
    """Whether an answer to that question is right; null when the drill is over."""
    _, question = ask(here, role, seed, n, a)
    return None if question is None else Judged.of(question, question.judge(answer))
