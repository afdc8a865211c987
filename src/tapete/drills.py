"""Drills: rounds with a few stakes, and questions about them. Croupiers train paying, players train deciding."""

import random
from collections.abc import Container, Generator, Sequence
from typing import Any, NamedTuple

from tapete.engine.places import BANCA, BANK, FELT, PRISON, bet_of, chips, felt, place, stakes
from tapete.engine.requests import Act, Chance, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry
from tapete.engine.window import Choose, Option, Window
from tapete.games import Advice, Game
from tapete.law.sections import BankRulebook, Needed
from tapete.money import euros, format_cents
from tapete.tongues import choices
from tapete.words import find_spot

WHO = "ana"
COMPANY = ("luis", "eva", "teo", "sol")
PURSE = 100_000_000
LONGEST = 400  # rounds after which a stake is taken off the table and another drill begins
DRAWN = {"drum": "bombo", "code": "código"}  # where a ticket or its number comes from, by the kind of chance
STAKES, MOST_STAKES = 4, 12  # that are paid in one question, at most
TRIED = 12  # drills in search of one in which something is paid
SELDOM = 0.05  # how often it is asked what is paid where nothing is


class Step(NamedTuple):
    """Something that happened: chips put on a spot, with their cents, what fell in a place, or what somebody chose."""

    on: str
    cents: int = 0
    fell: str = ""
    later: bool = False
    who: str = ""
    chose: str = ""


def together(steps: Sequence[Step]) -> list[Step]:
    """What happened, with all that fell in one place without a break as one step; throws of dice stay apart.

    >>> [step.fell for step in together([Step("roja", fell="Jh"), Step("roja", fell="4c"), Step("", fell="6 1")])]
    ['Jh 4c', '6 1']
    """
    merged: list[Step] = []
    for step in steps:
        if step.fell and step.on and merged and merged[-1].fell and merged[-1].on == step.on:
            merged[-1] = merged[-1]._replace(fell=f"{merged[-1].fell} {step.fell}")
        else:
            merged.append(step)
    return merged


class Verdict(NamedTuple):
    """An answer judged: what was right, and what the mistake costs in cents; a bank that overpays is `over`."""

    given: str
    right: str
    cost: float
    over: int = 0


class Question(NamedTuple):
    """What happened, and what is asked: what the bank pays or, where there is advice, what the player does best.

    `log` is the round as far as it is seen: what is to be paid lies there still.
    """

    steps: tuple[Step, ...]
    cards: dict[str, list[str]]
    article: str
    pays: int = 0
    actor: str = ""
    options: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    staked: int = 0
    log: tuple[Entry, ...] = ()

    def judge(self, answer: str) -> Verdict:
        """Whether an answer is right; one that is no answer is refused."""
        return self._decision(answer) if self.advice else self._payment(euros(answer))

    def _payment(self, given: int) -> Verdict:
        return Verdict(format_cents(given), format_cents(self.pays), float(abs(given - self.pays)), given - self.pays)

    def _decision(self, answer: str) -> Verdict:
        choice = find_spot(self.options, [answer], "choice", choices)
        best, worth = self.advice[0], {item.option: item.value for item in self.advice}
        cost = max(0.0, best.value - worth.get(choice, best.value)) * self.staked
        return Verdict(choice, best.option, cost)


Drill = Generator[Question, str, None]


def drill(
    game: Game, rules: BankRulebook, settings: Settings, source: random.Random, deciding: bool, stakes: int = STAKES
) -> Drill:
    """One hand, coup or ball at a fresh table, from the felt to its end. A question is sent the choice to be played.

    What is paid is asked of so many stakes at most, and seldom where nothing is. Where nobody stakes against the house
    there is nothing to ask.
    """
    if not rules.bets:
        return
    question = None
    for _ in range(TRIED):
        table, steps = yield from _played(game, rules, settings, source, deciding, stakes)
        if deciding or table is None:
            return
        question = _payment(table, steps)
        if question.pays or source.random() < SELDOM:
            break
    if question:
        yield question


def _payment(table: Round, steps: list[Step]) -> Question:
    """What the bank paid in a round."""
    moves = _paid(table)
    article = moves[0].article if moves else table.rules.settlement.article
    return Question(tuple(steps), _cards(table), article, sum(move.cents for move in moves), log=_before_paying(table))


def _before_paying(table: Round) -> tuple[Entry, ...]:
    """A round as far as all stakes lie that are settled."""
    log, paid = table.log, _paid(table)
    end = next((at for at, entry in enumerate(log) if any(entry is move for move in paid)), len(log))
    while end and not isinstance(log[end - 1], Move) and not paid:
        end -= 1
    while end and isinstance(log[end - 1], Move):
        end -= 1
    return tuple(log[:end])


def _played(
    game: Game, rules: BankRulebook, settings: Settings, source: random.Random, deciding: bool, most: int
) -> Generator[Question, str, tuple[Round | None, list[Step]]]:
    """Stakes at a fresh table played until they are settled: the last round, and all that happened."""
    session = _session(game, rules, settings, source)
    table = _at_stakes(source, session)
    if table is None:
        return None, []
    first = _bets(table)
    steps = [*_put(source, table, _any_bet(source, table), False), *_needed(source, table, False)]
    if not deciding:
        steps += _more(source, table, source.randrange(most), {step.on for step in steps})
        steps += _beside(source, table, [*first, *(step.on for step in steps)])
    asked = False
    for _ in range(LONGEST):
        asked = (yield from _finish(game, source, table, steps, deciding)) or asked
        if asked or _paid(table) or not any(True for _ in stakes(table.places)):
            break
        table = session.open()
        _advance(source, table)
        steps += _needed(source, table, True)
    return table, steps


def _session(game: Game, rules: BankRulebook, settings: Settings, source: random.Random) -> Session:
    """A table with one player, or with as many as a game between players needs, of whom another is the bank.

    Cards with backs are dealt live, or else nobody could look at theirs.
    """
    needed: Needed | None = getattr(rules.players, "needed", None)
    others = COMPANY[: needed.people - 1] if needed else ()
    purses = dict.fromkeys((*others, WHO), PURSE)
    if game.play.pack is None:
        return Session(game.play, rules, settings, purses, physical=True)
    return Session(game.play, rules, settings, purses, seeds=lambda: source.randbytes(32))


def _finish(
    game: Game, source: random.Random, table: Round, steps: list[Step], deciding: bool
) -> Generator[Question, str, bool]:
    """Plays a round to its end, and says whether anything was asked; decisions are, when they are what is trained."""
    asked = False
    while not table.finished:
        pending = table.pending
        if isinstance(pending, Chance):
            steps.append(_fall(source, table, pending))
        elif isinstance(pending, Window):
            turn = _turn(game, table, pending)
            if turn is None:
                _close(table, pending)
                continue
            choice = turn.advice[0].option if turn.advice else turn.default
            if deciding and turn.advice:
                asked = True
                choice = find_spot(turn.acts, [(yield _decision(table, turn, steps))], "choice", choices)
            _choose(table, turn, choice, steps)
    return asked


class Turn(NamedTuple):
    """A decision of one person's: what may be done, by how it is said, and what each is worth where that is known."""

    actor: str
    about: str
    article: str
    acts: dict[str, Act]
    default: str
    advice: tuple[Advice, ...]


def _turn(game: Game, table: Round, pending: Window) -> Turn | None:
    """The decision that a window asks for: a choice, or cards of one's own; none where it is open to all."""
    if isinstance(pending, Choose):
        acts = {option: Act("choose", option) for option in pending.options}
        advice = tuple(game.advice(table.rules, table.view(pending.actor)))
        return Turn(pending.actor, _about(pending), pending.article, acts, pending.default, advice)
    picking = next((item for item in pending.open(WHO) if item.slots), None)
    if picking is None:
        return None
    view = table.view(WHO)
    advice = tuple(game.advice(table.rules, view))
    acts = {view.told(item.option): Act(picking.do, picking.on, slots=_slots(item.option)) for item in advice}
    least = view.told(" ".join(picking.least_act.slots))
    told = tuple(item._replace(option=view.told(item.option)) for item in advice)
    return Turn(WHO, _about(pending), pending.article, acts or {least: picking.least_act}, least, told)


def _choose(table: Round, turn: Turn, choice: str, steps: list[Step]) -> None:
    """A choice is made and told with the chips that it lays; a stake that it takes back has not happened."""
    place, said = felt(turn.actor, turn.about), len(table.log) + 1
    table.act(turn.actor, turn.acts[choice])
    moves = [entry for entry in table.log[said:] if isinstance(entry, Move)]
    if moves and (moves[0].src, moves[0].dst) == (place, chips(turn.actor)):
        steps[:] = [step for step in steps if step.on != turn.about]
    steps.append(Step(turn.about, who=turn.actor, chose=choice))
    laid = [(move, stake) for move in moves if move.src == chips(WHO) for stake in stakes({move.dst: move.cents})]
    steps += [Step(stake.bet, move.cents, later=True) for move, stake in laid]


def _slots(option: str) -> tuple[str, ...]:
    """The cards that an option takes."""
    return tuple(word for word in option.split() if word.startswith("#"))


def _about(pending: Window) -> str:
    return pending.label.split(":", 2)[-1]


def _at_stakes(source: random.Random, session: Session) -> Round | None:
    """A round in which stakes are open: whatever comes before them, as shuffling a shoe does, is played."""
    for _ in range(LONGEST):
        table = session.open()
        _advance(source, table)
        if _open(table, "stake"):
            return table
    return None


def _advance(source: random.Random, table: Round) -> None:
    """Plays a round on until stakes are open, or to its end."""
    while not table.finished and not _open(table, "stake"):
        pending = table.pending
        if isinstance(pending, Chance):
            _fall(source, table, pending)
        elif isinstance(pending, Choose):
            table.act(pending.actor, Act("choose", pending.default))
        elif isinstance(pending, Window) and not _bank(table, pending, "take"):
            _bank(table, pending, "bid")
            _close(table, pending)


def _bank(table: Round, pending: Window, verb: str) -> bool:
    """Another takes the bank, or bids for it, for all that he may: all that is staked is in play then."""
    for item in pending.open(COMPANY[0]):
        if item.do == verb:
            table.act(COMPANY[0], Act(verb, item.on, item.hi))
            return True
    return False


def _fall(source: random.Random, table: Round, pending: Chance[Any]) -> Step:
    fell = pending.plain(pending.read([source.randrange(size) for size in pending.sizes]))
    table.fell(fell)
    kind, _, where = pending.label.partition(":")
    return Step(DRAWN.get(kind, where), fell=" ".join(map(str, fell)) if isinstance(fell, list) else fell)


def _close(table: Round, pending: Window) -> None:
    """Ends a window: by closing it or, where nobody can yet, by the first act that is open."""
    people = ("croupier", *pending.actors())
    openings = [(who, item) for who in people for item in pending.open(who)]
    who, item = next((opening for opening in openings if opening[1].do == "close"), openings[0])
    table.act(who, item.least_act)


def _decision(table: Round, turn: Turn, steps: list[Step]) -> Question:
    every = sum(stake.cents for kind in (FELT, PRISON) for stake in stakes(table.places, kind))
    staked = table.places.get(felt(turn.actor, turn.about)) or every
    cards, log = _cards(table), tuple(table.log)
    return Question(tuple(steps), cards, turn.article, 0, turn.actor, tuple(turn.acts), turn.advice, staked, log)


def _any_bet(source: random.Random, table: Round) -> Option:
    """A spot of any bet, each bet as likely as another however many spots it has."""
    bets = _bets(table)
    return source.choice(bets[source.choice(list(bets))])


def _bets(table: Round) -> dict[str, list[Option]]:
    """The spots on which one may stake now, by bet."""
    bets: dict[str, list[Option]] = {}
    for item in _open(table, "stake"):
        bets.setdefault(bet_of(item.on), []).append(item)
    return bets


def _more(source: random.Random, table: Round, count: int, taken: set[str]) -> list[Step]:
    """So many stakes more on spots where none lies, as long as any is open."""
    steps: list[Step] = []
    for _ in range(count):
        bets = {bet: [item for item in spots if item.on not in taken] for bet, spots in _bets(table).items()}
        free = [spots for spots in bets.values() if spots]
        if not free:
            break
        steps += _put(source, table, source.choice(source.choice(free)), False)
        taken |= {step.on for step in steps}
    return steps


def _beside(source: random.Random, table: Round, first: Container[str]) -> list[Step]:
    """Half of the time a stake on a bet that is open only beside another: a jackpot, an insurance, a tie."""
    now = {bet: spots for bet, spots in _bets(table).items() if bet not in first}
    if not now or source.random() < 0.5:
        return []
    return _put(source, table, source.choice(now[source.choice(list(now))]), False)


def _needed(source: random.Random, table: Round, later: bool) -> list[Step]:
    """Puts a stake on whatever the table will not close without."""
    for item in [] if _open(table, "close", "croupier") else _open(table, "stake"):
        steps = _put(source, table, item, later)
        if _open(table, "close", "croupier"):
            return steps
        table.act(WHO, Act("undo"))
    return []


def _put(source: random.Random, table: Round, item: Option, later: bool) -> list[Step]:
    """Chips on a spot, and on those that have to be laid with it; an announced bet is told as it is called."""
    cents, before = _amount(source, item), dict(table.places)
    table.act(WHO, Act("stake", item.on, cents))
    laid = {stake.bet: stake.cents - before.get(stake.place, 0) for stake in stakes(table.places)}
    spots = {spot: more for spot, more in laid.items() if more} if laid.get(item.on) else {item.on: cents}
    return [Step(spot, more, later=later) for spot, more in spots.items()]


def _open(table: Round, do: str, who: str = WHO) -> list[Option]:
    return [item for item in table.pending.open(who) if item.do == do] if isinstance(table.pending, Window) else []


def _paid(table: Round) -> list[Move]:
    """What the bank paid in a round."""
    moves = [entry for entry in table.log if isinstance(entry, Move) and entry.dst == chips(WHO)]
    return [move for move in moves if place(move.src).zone.name in (BANK, BANCA)]


def _amount(source: random.Random, item: Option) -> int:
    """An amount that a player might really stake: some steps above the least, within the limits."""
    assert item.amounts is not None
    lo, hi, step = item.amounts
    return lo + step * min((hi - lo) // step, source.randrange(20))


def _cards(table: Round) -> dict[str, list[str]]:
    """The cards on the table, as far as the player sees them."""
    seen = {place: [card for card in cards if card] for place, cards in table.view(WHO).cards.items()}
    return {place: cards for place, cards in seen.items() if cards}
