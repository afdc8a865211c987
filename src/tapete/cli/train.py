"""`train`: drills at any table. Croupiers train paying, players train deciding; a mistake is shown with its cost."""

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from tapete.cli import output
from tapete.cli.arguments import GAME, REGION, Set, Whole, ruled, switches
from tapete.cli.output import answer, complain, console, say, say_on
from tapete.drills import MOST_STAKES, STAKES, WHO, Drill, Question, Step, Verdict, drill, together
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.law.text import text as law_text
from tapete.money import format_cents


class Asked(NamedTuple):
    """A question that was answered: the answer, the right one, what the mistake costs in cents, how long it took."""

    about: str
    given: str
    right: str
    cost: float
    article: str
    seconds: float


def train(
    name: Annotated[str, GAME],
    /,
    *,
    region: Annotated[str, REGION],
    role: Annotated[Literal["croupier", "player"], Parameter(name="--as")] = "croupier",
    drills: Whole = 10,
    seed: Whole = 1,
    stakes: Whole = STAKES,
    set_: Set = None,
) -> int:
    """Drills: croupiers train paying, players train deciding; a mistake is shown with its cost and article.

    Parameters
    ----------
    role
        croupier: what is paid; player: what is best.
    drills
        How many questions.
    seed
        The same seed asks the same questions.
    stakes
        How many stakes a croupier pays in one question, at most.
    """
    if drills < 1:
        raise TapeteError("--drills must be 1 or more")
    if not 1 <= stakes <= MOST_STAKES:
        raise TapeteError(f"--stakes must be from 1 to {MOST_STAKES}")
    chosen = game(name)
    rules, options = ruled(chosen, region, switches(set_))
    if not rules.bets:
        raise TapeteError(f"{name} is played between players: there are no bets to pay, and no best play to train")
    if role == "player" and not chosen.advises:
        raise TapeteError(f"{name} leaves the player nothing to decide that could be trained: try --as croupier")
    ask = partial(drill, chosen, rules, standard(rules, options=options), random.Random(seed), role == "player", stakes)
    trainer = Trainer(ask, law_text(rules.region).title)
    trainer.run(drills)
    answer([asked._asdict() for asked in trainer.asked], trainer.summary)
    return 1 if any(asked.cost for asked in trainer.asked) else 0


class Trainer:
    """Asks about rounds, reads the answers and judges them."""

    def __init__(self, drill: Callable[[], Drill], title: Callable[[str], str]) -> None:
        self.drill, self.title = drill, title
        self.asked: list[Asked] = []

    def run(self, drills: int) -> None:
        """Asks so many questions, or as many as there are answers to read."""
        while len(self.asked) < drills:
            if not self._drill():
                return

    def summary(self) -> None:
        """How it went."""
        right = sum(not asked.cost for asked in self.asked)
        cost = sum(asked.cost for asked in self.asked)
        say(f"{right} of {len(self.asked)} right; the mistakes cost {cost / 100:.2f} euros.")
        if self.asked and sys.stdin.isatty():
            say(f"{statistics.mean(asked.seconds for asked in self.asked):.1f} seconds an answer.")

    def _drill(self) -> bool:
        """One drill from the felt to its end. False when nobody answers any more."""
        questions = self.drill()
        question = next(questions, None)
        while question is not None:
            choice = self._ask(question)
            if not choice:
                return False
            try:
                question = questions.send(choice)
            except StopIteration:
                question = None
        return True

    def _ask(self, question: Question) -> str:
        """Asks, judges, and says what is right; nothing when nobody answers."""
        asked = f"{'; '.join(_steps(question.steps))}. {_cards(question)}{_asked(question)}"
        began = time.monotonic()
        verdict = self._judged(question, asked)
        if verdict is None:
            return ""
        given, right, cost, over = verdict
        self.asked.append(Asked(asked, given, right, cost, question.article, round(time.monotonic() - began, 1)))
        if question.advice:
            worth = ", ".join(f"{item.option} {item.value:+.4f}" for item in question.advice)
            said = "Right." if not cost else f"{right} is better: that costs {cost / 100:.2f}."
            self._tell(f"  {said} Per unit staked: {worth}.", question.article)
        else:
            self._tell(f"  {f'It pays {right}: you are {_off(over)}.' if over else 'Right.'}", question.article)
        return given

    def _judged(self, question: Question, asked: str) -> Verdict | None:
        """The verdict on the first line that is an answer; none when the lines end."""
        while (line := _read(asked)) is not None:
            try:
                return question.judge(line)
            except TapeteError as error:
                complain(str(error))
        return None

    def _tell(self, text: str, article: str) -> None:
        if not output.as_json:
            say(f"{text}  [{article}: {self.title(article)}]")


def _steps(steps: tuple[Step, ...]) -> list[str]:
    """What happened, in words; the stakes of the beginning make one clause."""
    first = [f"{format_cents(step.cents)} on {step.on}" for step in steps if step.cents and not step.later]
    rest = [_told(step) for step in together(steps) if step.later or step.fell or step.chose]
    return [f"{WHO} has {' and '.join(first)}", *rest]


def _told(step: Step) -> str:
    if step.chose:
        return f"{step.who}: {step.chose}{f' ({step.on})' if step.on else ''}"
    if step.later:
        return f"{WHO} puts {format_cents(step.cents)} on {step.on}"
    return f"{step.on or 'falls'} {step.fell}"


def _asked(question: Question) -> str:
    if question.advice:
        return f"{question.actor}: {' or '.join(question.options)}?"
    return "What does the bank pay, besides the stake?"


def _cards(question: Question) -> str:
    held = "; ".join(f"{place}: {' '.join(cards)}" for place, cards in question.cards.items())
    return f"{held}. " if held else ""


def _off(cents: int) -> str:
    return f"{format_cents(abs(cents))} {'over' if cents > 0 else 'short'}"


def _read(question: str) -> str | None:
    """An answer; None when the lines end. The question goes to standard error when the answer is for a machine."""
    say_on(console(stderr=output.as_json), question)
    while True:
        line: Any = sys.stdin.readline()
        if not line or line.strip() in ("quit", "salir"):
            return None
        if line.strip():
            return str(line.strip())
