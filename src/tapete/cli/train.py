"""`train`: drills at any table. Croupiers train paying, players train deciding; a mistake is shown with its cost."""

import random
import sys
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from tapete.cli import output
from tapete.cli.arguments import ruled, switches
from tapete.cli.output import answer, say
from tapete.cli.words import find_spot
from tapete.engine.places import BANK, chips, stakes
from tapete.engine.requests import Act, Chance, Choose, Decision, Move, Opening
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings, standard
from tapete.errors import TapeteError
from tapete.games import Advice, Game, game
from tapete.law.sections import BankRulebook
from tapete.law.text import text as law_text
from tapete.money import euros, format_cents

WHO = "ana"
PURSE = 100_000_000
LONGEST = 400  # rounds after which a stake is taken off the table and another drill begins


class Asked(NamedTuple):
    """A question that was answered: the answer, the right one, and what the mistake costs in cents."""

    about: str
    given: str
    right: str
    cost: float
    article: str


def train(
    name: Annotated[str, Parameter(name="GAME")],
    *,
    region: str,
    role: Annotated[Literal["croupier", "player"], Parameter(name="--as")] = "croupier",
    drills: int = 10,
    seed: int = 1,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative="")] = None,
) -> int:
    """Drills: croupiers train paying, players train deciding; a mistake is shown with its cost and article.

    Parameters
    ----------
    name
        A game of the catalogue.
    region
        A region whose text has the game.
    role
        croupier: what is paid; player: what is best.
    drills
        How many questions.
    seed
        The same seed asks the same questions.
    set_
        option=value: an option, or a reading as in bets.juego-de-7=likely. May be given again.
    """
    if drills < 1:
        raise TapeteError("--drills must be 1 or more")
    found = game(name)
    rules, options = ruled(found, region, switches(set_))
    if role == "player" and not found.advises:
        raise TapeteError(f"{name} leaves the player nothing to decide that could be trained: try --as croupier")
    trainer = Trainer(found, rules, standard(rules, options=options), random.Random(seed), role == "player")
    trainer.run(drills)
    answer([asked._asdict() for asked in trainer.asked], trainer.summary)
    return 1 if any(asked.cost for asked in trainer.asked) else 0


class Trainer:
    """Plays rounds with one stake at a time and asks about them."""

    def __init__(
        self, found: Game, rules: BankRulebook, settings: Settings, source: random.Random, deciding: bool
    ) -> None:
        self.game, self.rules, self.settings, self.source, self.deciding = found, rules, settings, source, deciding
        self.asked: list[Asked] = []
        self.title = law_text(rules.region).title

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

    def _drill(self) -> bool:
        """One stake at a fresh table, from the felt to its end. False when nobody answers any more."""
        session = Session(self.game.play, self.rules, self.settings, {WHO: PURSE}, physical=True)
        table = session.open()
        first = self._put(table, self.source.choice(_open(table, "stake")))
        shown, asked = [" and ".join([f"{WHO} has {first}", *self._needed(table)])], len(self.asked)
        for _ in range(LONGEST):
            if not self._finish(table, shown):
                return False
            if len(self.asked) > asked or _paid(table) or not any(True for _ in stakes(table.places)):
                break
            table = session.open()
            shown += [f"{WHO} puts {more}" for more in self._needed(table)]
        return self.deciding or self._pay(table, shown)

    def _needed(self, table: Round) -> list[str]:
        """Puts a stake on whatever the table will not close without."""
        for item in [] if _open(table, "close", "croupier") else _open(table, "stake"):
            said = self._put(table, item)
            if _open(table, "close", "croupier"):
                return [said]
            table.act(WHO, Act("undo"))
        return []

    def _put(self, table: Round, item: Opening) -> str:
        cents = _amount(self.source, item)
        table.act(WHO, Act("stake", item.on, cents))
        return f"{format_cents(cents)} on {item.on}"

    def _finish(self, table: Round, shown: list[str]) -> bool:
        """Plays a round to its end; the player's decisions are asked when they are what is trained."""
        while not table.finished:
            pending = table.pending
            if isinstance(pending, Chance):
                value = pending.read([self.source.randrange(size) for size in pending.sizes])
                shown.append(f"{pending.label.partition(':')[2] or 'falls'} {_show(pending.plain(value))}")
                table.fell(pending.plain(value))
            elif isinstance(pending, Choose):
                advice = self.game.advice(table)
                if not self.deciding or not advice:
                    choice = advice[0].option if advice else pending.default
                elif not (choice := self._decide(table, pending, advice, shown)):
                    return False
                table.act(pending.actor, Act("choose", choice))
            elif isinstance(pending, Decision):
                table.act("croupier", Act("close"))
        return True

    def _decide(self, table: Round, pending: Choose, advice: list[Advice], shown: list[str]) -> str:
        """Asks for a decision, and says what each would have been worth."""
        asked = f"{'; '.join(shown)}. {_cards(table)}{pending.actor}: {' or '.join(pending.options)}?"
        line = _read(asked)
        if line is None:
            return ""
        choice = find_spot(pending.options, [line])
        best, worth = advice[0], {item.option: item.value for item in advice}
        stake = sum(stake.cents for stake in stakes(table.places)) + sum(
            s.cents for s in stakes(table.places, "prison")
        )
        cost = max(0.0, best.value - worth.get(choice, best.value)) * stake
        self.asked.append(Asked(asked, choice, best.option, cost, pending.article))
        table_of = ", ".join(f"{item.option} {item.value:+.4f}" for item in advice)
        verdict = "Right." if not cost else f"{best.option} is better: that costs {cost / 100:.2f}."
        self._tell(f"  {verdict} Per unit staked: {table_of}.", pending.article)
        return choice

    def _pay(self, table: Round, shown: list[str]) -> bool:
        """Asks what the bank pays for the round that has just ended."""
        asked = f"{'; '.join(shown)}. {_cards(table)}What does the bank pay, besides the stake?"
        line = _read(asked)
        if line is None:
            return False
        moves = _paid(table)
        right = sum(move.cents for move in moves)
        given = euros(line)
        article = moves[0].article if moves else table.rules.settlement.article
        self.asked.append(Asked(asked, format_cents(given), format_cents(right), float(abs(given - right)), article))
        verdict = "Right." if given == right else f"It pays {format_cents(right)}: you are {_off(given - right)}."
        self._tell(f"  {verdict}", article)
        return True

    def _tell(self, text: str, article: str) -> None:
        if not output.as_json:
            say(f"{text}  [{article}: {self.title(article)}]")


def _open(table: Round, do: str, who: str = WHO) -> list[Opening]:
    return [item for item in table.pending.open(who) if item.do == do] if isinstance(table.pending, Decision) else []


def _paid(table: Round) -> list[Move]:
    """What the bank paid in a round."""
    return [entry for entry in table.log if isinstance(entry, Move) and (entry.src, entry.dst) == (BANK, chips(WHO))]


def _amount(source: random.Random, item: Opening) -> int:
    """An amount that a player might really stake: some steps above the least, within the limits."""
    assert item.amounts is not None
    lo, hi, step = item.amounts
    return lo + step * min((hi - lo) // step, source.randrange(20))


def _show(fell: str | list[int]) -> str:
    return " ".join(map(str, fell)) if isinstance(fell, list) else fell


def _cards(table: Round) -> str:
    """The cards on the table."""
    held = "; ".join(f"{place}: {' '.join(cards)}" for place, cards in table.cards.items() if cards)
    return f"{held}. " if held else ""


def _off(cents: int) -> str:
    return f"{format_cents(abs(cents))} {'over' if cents > 0 else 'short'}"


def _read(question: str) -> str | None:
    """An answer; None when the lines end. The question goes to standard error when the answer is for a machine."""
    print(question, file=sys.stderr if output.as_json else sys.stdout, flush=True)
    while True:
        line: Any = sys.stdin.readline()
        if not line or line.strip() in ("quit", "salir"):
            return None
        if line.strip():
            return str(line.strip())
