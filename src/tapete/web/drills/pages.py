"""Drills on the page: a question, then its verdict and the way on."""

import secrets
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel

from tapete import i18n
from tapete.drills import Step, Verdict
from tapete.errors import TapeteError
from tapete.games import Game, games
from tapete.law.text import text
from tapete.web import wording
from tapete.web.catalogue.place import Here, Place
from tapete.web.drills.asking import Answers, Number, Role, Seed, ask, decides
from tapete.web.render import page

router = APIRouter(include_in_schema=False)


@router.get("/train")
def train_page(request: Request) -> Response:
    """Which drills there are."""
    found = [(item, [(where, text(where).name) for where in item.regions]) for item in games() if _trains(item)]
    return page(request, "drills/choose.html", found=found, decides=decides)


def _trains(found: Game) -> bool:
    """Whether a game has bets against the house to ask about."""
    return found.has("play") and bool(found.rules(found.regions[0]).bets)


class Score(BaseModel):
    """How it has gone so far; the address carries it."""

    asked: int = 0
    right: int = 0
    cost: float = 0.0

    def with_(self, verdict: Verdict) -> "Score":
        """The same with one more answer."""
        return Score(asked=self.asked + 1, right=self.right + (not verdict.cost), cost=self.cost + verdict.cost)


@router.get("/train/{name}/{region}")
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
