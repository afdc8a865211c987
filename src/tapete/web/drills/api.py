"""The API of drills: a question, the verdict on an answer, and the record of whoever is signed in."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from tapete.drills import Question, Verdict
from tapete.web.catalogue.place import Here
from tapete.web.drills.asking import Asking, Said, Seed, ask, kept
from tapete.web.heading import Sparing
from tapete.web.people.security import Chief, SignedIn, TheFloor
from tapete.web.tables.commands import CHECKED

router = APIRouter(route_class=Sparing, prefix="/api/v1", tags=["drills"])


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


class Answering(Asking):
    """An answer to a question."""

    answer: Said


class Given(Answering, extra="forbid"):
    """An answer that goes into one's record, and after how many seconds it was given."""

    seed: Seed
    seconds: float | None = None


class Record(BaseModel):
    """How somebody has done in drills: by game, and the articles by which they were wrong most often."""

    standings: list[dict[str, Any]]
    weakest: list[dict[str, Any]]


@router.get("/games/{name}/{region}/drill")
def api_question(here: Here, asking: Annotated[Asking, Query()]) -> Asked | None:
    """The question that follows the answers `a` in drill `n` of a seed; null when that drill is over."""
    number, question = ask(here, asking)
    return None if question is None else Asked.of(number, question)


@router.get("/games/{name}/{region}/drill/verdict")
def api_verdict(here: Here, given: Annotated[Answering, Query()]) -> Judged | None:
    """Whether an answer to that question is right; null when the drill is over."""
    _, question = ask(here, given)
    return None if question is None else Judged.of(question, question.judge(given.answer))


@router.post("/games/{name}/{region}/drill/answer", dependencies=CHECKED)
async def api_answer(request: Request, by: SignedIn, here: Here, given: Given) -> dict[str, Any] | None:
    """Judges an answer and keeps it in one's record, each question's first; null when the drill is over."""
    verdict = await kept(request, by, here, given, given.answer, given.seconds)
    return None if verdict is None else verdict._asdict()


@router.get("/training")
def api_record(floor: TheFloor, by: SignedIn) -> Record:
    """One's own record of drills."""
    own, weakest = floor.training.of(by), floor.training.weakest(by)
    return Record(standings=[item._asdict() for item in own], weakest=[item._asdict() for item in weakest])


@router.get("/training/people")
def api_people(floor: TheFloor, by: Chief) -> list[dict[str, Any]]:
    """How everybody has done in drills, for director and inspectors."""
    return [item._asdict() for item in floor.training.all(by)]
