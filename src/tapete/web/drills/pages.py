"""Drills on the page: a question, its verdict and the way on; the record of who is signed in, and of all."""

import contextlib
import secrets
from typing import Annotated, Self
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import Field

from tapete import i18n, wording
from tapete.drills import WHO, Step, Verdict, together
from tapete.engine.record import Record
from tapete.engine.round import now
from tapete.errors import TapeteError
from tapete.floor.calendar import moment
from tapete.floor.roles import ROLES
from tapete.floor.training import Progress, Weak
from tapete.games import Game, game, games
from tapete.law.text import text
from tapete.web.catalogue.place import Here, Place
from tapete.web.doors.pictures import box, wide
from tapete.web.drills.asking import Asking, Said, Seed, ask, decides, kept
from tapete.web.heading import Sparing
from tapete.web.people.security import Chief, SignedIn, TheFloor
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED
from tapete.web.tables.laid import laid

router = APIRouter(route_class=Sparing, include_in_schema=False)


@router.get("/train")
def train_page(request: Request) -> Response:
    """Which drills there are."""
    trained = [(item, [(where, text(where).name) for where in item.regions]) for item in games() if _trains(item)]
    return page(request, "drills/choose.html", found=trained, decides=decides)


def _trains(game: Game) -> bool:
    """Whether a game has bets against the house to ask about."""
    return game.has("play") and bool(game.rules(game.regions[0]).bets)


class Training(Asking):
    """A question, and how it has gone so far; the address carries both."""

    asked: int = Field(0, ge=0)
    right: int = Field(0, ge=0)
    cost: float = Field(0.0, ge=0, le=1e12)

    def judged(self, verdict: Verdict) -> Self:
        """The same with one more answer."""
        score = {"asked": self.asked + 1, "right": self.right + (not verdict.cost), "cost": self.cost + verdict.cost}
        return self.model_copy(update=score)

    def after(self, choice: str = "") -> Self:
        """What comes after a question: the same drill after a choice, or the next one."""
        return self.model_copy(update={"a": [*self.a, choice]} if choice else {"n": self.n + 1, "a": []})

    def path(self, here: Place) -> str:
        """Its address."""
        state = self.model_dump(include=set(Training.model_fields))
        return f"/train/{here.game.id}/{here.region}?{urlencode(state, doseq=True)}"


class Shown(Training):
    """What a page is asked for: a question, or the verdict on an answer."""

    answer: Said | None = None


class Answered(Training):
    """An answer of who is signed in, and when its question was shown."""

    seed: Seed
    answer: Said
    since: int = Field(0, ge=0, lt=1 << 53)


@router.get("/train/record")
def record_page(request: Request, floor: TheFloor, by: SignedIn) -> Response:
    """One's own record: how each game has gone, and where one is wrong most often."""
    own, weakest = floor.training.of(by), floor.training.weakest(by)
    return page(request, "drills/record.html", own=own, weakest=weakest, told=told, about=_about, when=moment)


@router.get("/train/people")
def people_page(request: Request, floor: TheFloor, by: Chief) -> Response:
    """How everybody does, for those who train them."""
    return page(request, "drills/people.html", everybody=floor.training.all(by), told=told, when=moment)


def told(standing: Progress | Weak) -> str:
    """A game and its text by their names; of a game that has gone since, what it was called."""
    try:
        rules = game(standing.game).rules(standing.region)
    except TapeteError:
        return f"{standing.game}, {standing.region}"
    return f"{i18n.law(rules.title)}, {text(standing.region).name}"


def _about(weak: Weak) -> str:
    return text(weak.region).title(weak.article)


@router.get("/train/{name}/{region}")
def drill_page(request: Request, here: Here, shown: Annotated[Shown, Query()]) -> Response:
    """A question or, once it is answered, its verdict and the way on."""
    if "seed" not in request.query_params:
        state = {"role": shown.role, "seed": secrets.randbelow(1 << 31), "stakes": shown.stakes}
        return RedirectResponse(f"{request.url.path}?{urlencode(state)}", 303)
    number, question = ask(here, shown)
    training: Training = shown.model_copy(update={"n": number})
    if question is None:
        return RedirectResponse(training.after().path(here), 303)
    verdict, refused, onward = None, "", ""
    if shown.answer is not None:
        try:
            verdict = question.judge(shown.answer)
            training = training.judged(verdict)
            onward = training.after(verdict.given if question.advice else "").path(here)
        except TapeteError as error:
            refused = i18n.translated(error.text)
    drawing = wide(here.game, here.rules)
    return page(
        request,
        "drills/drill.html",
        400 if refused else 200,
        here=here,
        training=training,
        question=question,
        steps=[said(here, step) for step in together(question.steps) if not (step.fell and step.on and question.cards)],
        laid=laid(here.rules, drawing, Record.of(here.rules, list(question.log)).view(WHO), WHO),
        shape=drawing,
        box=box(drawing) if drawing else "",
        verdict=verdict,
        refused=refused,
        onward=onward,
        since=now(),
        words=wording,
    )


@router.post("/train/{name}/{region}/answer", dependencies=CHECKED)
async def answer_page(request: Request, by: SignedIn, here: Here, given: Annotated[Answered, Form()]) -> Response:
    """Keeps an answer of who is signed in, and goes to its verdict; one that is none is refused there."""
    with contextlib.suppress(TapeteError):
        await kept(request, by, here, given, given.answer, (now() - given.since) / 1000)
    return RedirectResponse(f"{given.path(here)}&{urlencode({'answer': given.answer})}", 303)


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
