"""Drills on the page: a question, its verdict and the way on; the record of who is signed in, and of all."""

import contextlib
import secrets
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel

from tapete import i18n
from tapete.drills import MOST_STAKES, STAKES, WHO, Step, Verdict, together
from tapete.engine.record import Record
from tapete.engine.round import now
from tapete.errors import TapeteError
from tapete.floor.roles import ROLES
from tapete.floor.training import Standing, Weak
from tapete.games import Game, game, games
from tapete.law.text import text
from tapete.web import wording
from tapete.web.casino.pages import when
from tapete.web.catalogue.place import Here, Place
from tapete.web.doors.pictures import box, wide
from tapete.web.drills.api import Anybody, Trainer
from tapete.web.drills.asking import Answers, Asking, Number, Role, Seed, Stakes, ask, decides, kept
from tapete.web.people.security import TheFloor
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED
from tapete.web.tables.laid import laid

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


@router.get("/train/record")
def record_page(request: Request, floor: TheFloor, by: Anybody) -> Response:
    """One's own record: how each game has gone, and where one is wrong most often."""
    own, weakest = floor.training.of(by), floor.training.weakest(by)
    return page(request, "drills/record.html", own=own, weakest=weakest, told=told, about=_about, when=when)


@router.get("/train/people")
def people_page(request: Request, floor: TheFloor, by: Trainer) -> Response:
    """How everybody does, for those who train them."""
    return page(request, "drills/people.html", everybody=floor.training.all(by), told=told, when=when)


def told(standing: Standing | Weak) -> str:
    """A game and its text by their names; of a game that has gone since, what it was called."""
    try:
        rules = game(standing.game).rules(standing.region)
    except TapeteError:
        return f"{standing.game}, {standing.region}"
    return f"{i18n.law(rules.title)}, {text(standing.region).name}"


def _about(weak: Weak) -> str:
    return text(weak.region).title(weak.article)


@router.get("/train/{name}/{region}")
def drill_page(
    request: Request,
    here: Here,
    role: Role = "croupier",
    seed: Seed | None = None,
    n: Number = 1,
    a: Answers = [],  # noqa: B006
    stakes: Stakes = STAKES,
    answer: Annotated[str | None, Query(max_length=100)] = None,
    asked: Annotated[int, Query(ge=0)] = 0,
    right: Annotated[int, Query(ge=0)] = 0,
    cost: Annotated[float, Query(ge=0, le=1e12)] = 0.0,
) -> Response:
    """A question or, once it is answered, its verdict and the way on."""
    if seed is None:
        state = {"role": role, "seed": secrets.randbelow(1 << 31), "stakes": stakes}
        return RedirectResponse(f"{request.url.path}?{urlencode(state)}", 303)
    score = Score(asked=asked, right=right, cost=cost)
    asking = Asking(role, seed, n, a, stakes)
    number, question = ask(here, asking)
    asking = asking._replace(number=number)
    if question is None:
        return RedirectResponse(_path(here, _after(asking), score), 303)
    verdict, refused, onward = None, "", ""
    if answer is not None:
        try:
            verdict = question.judge(answer)
            score = score.with_(verdict)
            onward = _path(here, _after(asking, verdict.given if question.advice else ""), score)
        except TapeteError as error:
            refused = i18n.translated(error.text)
    drawing = wide(here.game, here.rules)
    return page(
        request,
        "drills/drill.html",
        400 if refused else 200,
        here=here,
        asking=asking,
        question=question,
        steps=[said(here, step) for step in together(question.steps) if not (step.fell and step.on and question.cards)],
        laid=laid(here.rules, drawing, Record.of(here.rules, list(question.log)).view(WHO), WHO),
        shape=drawing,
        box=box(drawing) if drawing else "",
        verdict=verdict,
        refused=refused,
        onward=onward,
        score=score,
        since=now(),
        words=wording,
    )


@router.post("/train/{name}/{region}/answer", dependencies=CHECKED)
async def answer_page(
    request: Request,
    by: Anybody,
    here: Here,
    seed: Annotated[int, Form(ge=0, lt=1 << 63)],
    answer: Annotated[str, Form(max_length=100)],
    role: Annotated[Role, Form()] = "croupier",
    n: Annotated[int, Form(ge=1, le=1_000_000)] = 1,
    a: Annotated[list[str], Form(max_length=60)] = [],  # noqa: B006
    stakes: Annotated[int, Form(ge=1, le=MOST_STAKES)] = STAKES,
    since: Annotated[int, Form(ge=0, lt=1 << 53)] = 0,
    asked: Annotated[int, Form(ge=0)] = 0,
    right: Annotated[int, Form(ge=0)] = 0,
    cost: Annotated[float, Form(ge=0, le=1e12)] = 0.0,
) -> Response:
    """Keeps an answer of who is signed in, and goes to its verdict; one that is none is refused there."""
    asking = Asking(role, seed, n, a, stakes)
    with contextlib.suppress(TapeteError):
        await kept(request, by, here, asking, answer, (now() - since) / 1000)
    score = Score(asked=asked, right=right, cost=cost)
    return RedirectResponse(f"{_path(here, asking, score)}&{urlencode({'answer': answer})}", 303)


def _after(asking: Asking, choice: str = "") -> Asking:
    """What comes after a question: the same drill after a choice, or the next one."""
    if choice:
        return asking._replace(answers=[*asking.answers, choice])
    return asking._replace(number=asking.number + 1, answers=[])


def _path(here: Place, asking: Asking, score: Score) -> str:
    role, seed, number, answers, stakes = asking
    state = {"role": role, "seed": seed, "n": number, "a": answers, "stakes": stakes, **score.model_dump()}
    return f"/train/{here.game.id}/{here.region}?{urlencode(state, doseq=True)}"


def said(here: Place, step: Step) -> str:
    """What happened, in words."""
    if step.chose:
        who = i18n.gettext(step.who) if step.who in ROLES else step.who
        return i18n.gettext("%(who)s: %(choice)s.") % {
            "who": wording.capital(who),
            "choice": wording.chosen(step.chose),
        }
    if step.fell:
        fell = {"place": wording.place(step.on), "fell": step.fell}
        return i18n.gettext("%(place)s: %(fell)s.") % fell if step.on else i18n.gettext("%(fell)s falls.") % fell
    stake = {"amount": i18n.money(step.cents), "bet": wording.bet(here.rules, step.on)}
    if step.later:
        return i18n.gettext("Ana adds %(amount)s on %(bet)s.") % stake
    return i18n.gettext("Ana has %(amount)s on %(bet)s.") % stake
