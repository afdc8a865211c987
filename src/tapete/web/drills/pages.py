"""Drills on the page. A drill's address says its seed and what was answered, so nothing has to be kept."""

import functools
import random
import secrets
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel

from tapete import i18n
from tapete.drills import Question, Step, Verdict, drill
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import Game, games
from tapete.law.text import text
from tapete.web import wording
from tapete.web.catalogue.place import Here, Place
from tapete.web.render import page

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["drills"])

Role = Literal["croupier", "player"]
Seed = Annotated[int, Query(ge=0, lt=1 << 63)]
Number = Annotated[int, Query(ge=1, le=1_000_000)]
Answers = Annotated[list[str], Query(alias="a", max_length=60)]
PROBED = 100  # drills after which a game is taken to ask the player nothing
SKIPPED = 5000  # drills without a question that are passed over before giving up


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


# Pages


@router.get("/train", include_in_schema=False)
def train_page(request: Request) -> Response:
    """Which drills there are."""
    found = [(item, [(where, text(where).name) for where in item.regions]) for item in games()]
    return page(request, "drills/choose.html", found=found, decides=decides)


class Score(BaseModel):
    """How it has gone so far; the address carries it."""

    asked: int = 0
    right: int = 0
    cost: float = 0.0

    def with_(self, verdict: Verdict) -> "Score":
        """The same with one more answer."""
        return Score(asked=self.asked + 1, right=self.right + (not verdict.cost), cost=self.cost + verdict.cost)


@router.get("/train/{name}/{region}", include_in_schema=False)
def drill_page(
    request: Request,
    here: Here,
    role: Role = "croupier",
    seed: Seed | None = None,
    n: Number = 1,
    a: Answers = [],  # noqa: B006
    answer: Annotated[str | None, Query(max_length=100)] = None,
    asked: Annotated[int, Query(ge=0)] = 0,
    right: Annotated[int, Query(ge=0)] = 0,
    cost: Annotated[float, Query(ge=0, le=1e12)] = 0.0,
) -> Response:
    """A question or, once it is answered, its verdict and the way on."""
    if seed is None:
        return RedirectResponse(
            f"{request.url.path}?{urlencode({'role': role, 'seed': secrets.randbelow(1 << 31)})}", 303
        )
    score = Score(asked=asked, right=right, cost=cost)
    number, question = ask(here, role, seed, n, a)
    if question is None:
        return RedirectResponse(_path(here, role, seed, number + 1, [], score), 303)
    verdict, refused, onward = None, "", ""
    if answer is not None:
        try:
            verdict = question.judge(answer)
            score = score.with_(verdict)
            after = [*a, verdict.given] if question.advice else []
            onward = _path(here, role, seed, number if after else number + 1, after, score)
        except TapeteError as error:
            refused = i18n.translated(error.text)
    return page(
        request,
        "drills/drill.html",
        400 if refused else 200,
        here=here,
        role=role,
        seed=seed,
        number=number,
        answers=a,
        question=question,
        steps=[said(here, step) for step in question.steps if step.on not in question.cards],
        verdict=verdict,
        refused=refused,
        onward=onward,
        score=score,
        words=wording,
    )


def _path(here: Place, role: Role, seed: int, number: int, answers: list[str], score: Score) -> str:
    state = {"role": role, "seed": seed, "n": number, "a": answers, **score.model_dump()}
    return f"/train/{here.game.id}/{here.region}?{urlencode(state, doseq=True)}"


def said(here: Place, step: Step) -> str:
    """What happened, in words."""
    if step.fell:
        fell = {"place": wording.place(step.on), "fell": step.fell}
        return i18n.gettext("%(place)s: %(fell)s.") % fell if step.on else i18n.gettext("%(fell)s falls.") % fell
    stake = {"amount": i18n.money(step.cents), "bet": wording.bet(here.rules, step.on)}
    if step.later:
        return i18n.gettext("Ana adds %(amount)s on %(bet)s.") % stake
    return i18n.gettext("Ana has %(amount)s on %(bet)s.") % stake


# The same for machines


@api.get("/games/{name}/{region}/drill")
def api_question(here: Here, role: Role = "croupier", seed: Seed = 1, n: Number = 1, a: Answers = []) -> Asked | None:  # noqa: B006
    """The question that follows the answers `a` in drill `n` of a seed; null when that drill is over."""
    number, question = ask(here, role, seed, n, a)
    return None if question is None else Asked.of(number, question)


@api.get("/games/{name}/{region}/drill/verdict")
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


router.include_router(api)
