"""A round to step through: played by the game's own procedure from a seed, as the player Ana sees it.

Of a few seeds the one is shown in which Ana is paid, where there is one, and most is called.
"""

import functools
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete import i18n
from tapete.engine.places import BANK, POT, ROLES, chips, place, tail_of
from tapete.engine.record import Record
from tapete.engine.requests import Act, Announce, Down, Move, Shift
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import Entry, Header, In
from tapete.engine.window import Option, Window
from tapete.floor import robots
from tapete.floor.due import default
from tapete.games import Game, game
from tapete.law.sections import BankRulebook
from tapete.web.doors.pictures import wide
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.chips import Disc
from tapete.web.tables.laid import laid
from tapete.web.tables.telling import Told, tell
from tapete.web.tables.wheel import Sector, drawn
from tapete.words import normal

ME = "Ana"
NAMES = (ME, "Luis", "Teo", "Sol", "Pau", "Noa", "Ines", "Leo")
STACK = 100_000
SEEDS = 4
LONG = 250  # entries of a round so long that one is enough
STEPS = 400
MOST = 36  # frames that are shown; what lies between is left out
BOLD = 0.5  # how often Ana does not take what the clock would


class Frame(NamedTuple):
    """A step of a round: what happened, how the table lies then, and what a wheel brought in it, if one turned."""

    lines: list[Told]
    discs: list[Disc]
    hands: list[tuple[str, list[Picture]]]
    fell: str = ""


class Offered(NamedTuple):
    """Something that was open to a player: a verb, its object, and whether an amount was to be said."""

    do: str
    on: str
    amount: bool


class Sample(NamedTuple):
    """A round's entries, and what was open to players when the table waited for them, by question."""

    log: tuple[Entry, ...]
    offered: dict[str, list[Offered]]


class Example(NamedTuple):
    """A round with its frames, and the wheel that turns in it. `left_out` frames in the middle are not shown."""

    seed: int
    frames: list[Frame]
    left_out: int
    wheel: list[Sector]


def example(id: str, region: str, first: int = 0) -> Example:
    """A game's round in the language being spoken; `first` is the seed to start from."""
    return _example(id, region, first, i18n.language())


@functools.lru_cache(maxsize=256)
def _example(id: str, region: str, first: int, _language: str) -> Example:
    chosen, rules = game(id), game(id).rules(region)
    seed, log = _best(id, region, first)
    frames = _joined([_frame(chosen, rules, log, start, end) for start, end in _steps(log)])
    kept = [*frames[: MOST // 2], *frames[-MOST // 2 :]] if len(frames) > MOST else frames
    turns = any(frame.fell for frame in kept)
    return Example(seed, kept, len(frames) - len(kept), drawn(chosen, rules) if turns else [])


@functools.lru_cache(maxsize=256)
def played(id: str, region: str, seed: int) -> Sample:
    """A round from a seed."""
    chosen, source = game(id), random.Random(f"{id} {region} {seed}")
    rules: BankRulebook = chosen.rules(region)
    people = dict.fromkeys(NAMES[: max(2, rules.least_players)], STACK)
    session = Session(chosen.play, rules, standard(rules), people, seeds=lambda: source.randbytes(32), clock=lambda: 0)
    offered: dict[str, list[Offered]] = {}
    round = _play(session.open(), chosen, source, offered)
    for _ in range(2):  # the first hand of a game between players only draws the seats
        if not any(entry.who in people for entry in round.counting()):
            round = _play(session.open(), chosen, source, offered)
    return Sample(tuple(round.log), offered)


def _best(id: str, region: str, first: int) -> tuple[int, Sequence[Entry]]:
    rounds = [(seed, played(id, region, seed).log) for seed in seeds_of(id, region, first)]
    return min(rounds, key=lambda scored: (not _paid(scored[1]), -len(calls(scored[1])), len(scored[1])))


def seeds_of(id: str, region: str, first: int = 0) -> range:
    """The seeds of a few rounds; where one is long, of one."""
    return range(first, first + (1 if len(played(id, region, first).log) > LONG else SEEDS))


def _paid(log: Sequence[Entry]) -> bool:
    """Whether Ana is paid by the bank or wins a pot."""
    moves = (entry for entry in log if isinstance(entry, Move))
    return any(move.dst == chips(ME) and (move.src == BANK or place(move.src).zone.name == POT) for move in moves)


# Playing


def _play(round: Round, game: Game, source: random.Random, offered: dict[str, list[Offered]]) -> Round:
    for _ in range(STEPS):
        pending = round.pending
        if round.finished or not isinstance(pending, Window):
            break
        who, act = _next(round, pending, game, source)
        if who not in ROLES and act.do != "stake":
            known = offered.setdefault(question(pending.label), [])
            items = [Offered(item.do, "" if item.slots else item.on, item.lo < item.hi) for item in pending.open(who)]
            known += [item for item in dict.fromkeys(items) if item not in known]
        round.act(who, act)
    return round


def question(label: str) -> str:
    """What is asked, whoever it is asked of and of whatever hand.

    >>> question("choose:ana:mano/1"), question("stakes")
    ('choose:mano', 'stakes')
    """
    kind, _, rest = label.partition(":")
    about = re.split("[/:]", rest.partition(":")[2])[0]
    return f"{kind}:{about}" if about else kind


def _next(round: Round, pending: Window, game: Game, source: random.Random) -> tuple[str, Act]:
    """What is done next: by a player who wants something, else by the croupier, else what the clock would do."""
    for who in pending.actors():
        act = None if who in ROLES else _wants(round, pending, who, game, source)
        if act is not None:
            return who, act
    for who in ("croupier", *pending.actors()):
        item = default(pending, who)
        if item is not None:
            return who, item.least_act
    who, items = next((who, items) for who in pending.actors() if (items := pending.open(who)))
    return who, items[0].least_act


def _wants(round: Round, pending: Window, who: str, game: Game, source: random.Random) -> Act | None:
    items = pending.open(who)
    choices = [item for item in items if item.do == "choose"]
    if choices and not round.rules.between_players:
        usual = next((item for item in choices if item.default), choices[0])
        return (source.choice(choices) if source.random() < BOLD else usual).least_act
    stakes = [item for item in items if item.do == "stake"]
    if stakes and not round.rules.between_players:
        return _stake(round, stakes, who, game)
    return robots.chosen(round, pending, who, source)


def _stake(round: Round, stakes: Sequence[Option], who: str, game: Game) -> Act | None:
    """One of the game's examples, each player another; nobody stakes twice."""
    acts = [entry.act for entry in round.counting() if entry.act is not None and entry.who == who]
    if any(act.do == "stake" for act in acts):
        return None
    wished = [normal(text) for text in game.examples]
    turn = round.header.players.index(who)
    names: dict[str, Option] = {}
    for item in stakes:
        names.setdefault(normal(item.on), item)
        names.setdefault(normal(tail_of(item.on)), item)
    open_ones = [names[text] for text in wished if text in names] or list(stakes)
    return open_ones[turn % len(open_ones)].least_act


# Showing


def _steps(log: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Where each step of a round begins and ends: with a call or an input, and what chips and cards move then."""
    start = 1
    for end in range(2, len(log) + 1):
        if end == len(log) or not isinstance(log[end], Move | Down | Shift):
            yield start, end
            start = end


def _frame(game: Game, rules: BankRulebook, log: Sequence[Entry], start: int, end: int) -> Frame:
    assert isinstance(log[0], Header)
    view = Record.of(rules, list(log[:end])).view(ME)
    there = laid(rules, wide(game, rules), view, ME)
    told, before = (tell(rules, log[:at], ME, everything=not rules.between_players) for at in (end, start))
    entry, backs = log[start], picture("", spanish(rules)).alt
    closing = isinstance(entry, In) and entry.who in ROLES and entry.act is not None
    lines = [line for line in told[len(before) :] if not (closing and line.kind == "input") and backs not in line.text]
    fell = entry.fallen if isinstance(entry, In) and entry.fell is not None and entry.to.startswith("spin") else ""
    return Frame(lines, *there, fell)


def _joined(frames: Sequence[Frame]) -> list[Frame]:
    """Frames without those in which nothing is said, and with cards that are dealt one after another in one."""
    joined: list[Frame] = []
    for frame in frames:
        if joined and all(line.kind == "dealt" for line in (*frame.lines, *joined[-1].lines)):
            joined[-1] = frame._replace(lines=joined[-1].lines + frame.lines)
        elif frame.lines:
            joined.append(frame)
        elif joined:
            joined[-1] = frame._replace(lines=joined[-1].lines, fell=frame.fell or joined[-1].fell)
    return joined


def calls(log: Sequence[Entry]) -> list[str]:
    """The calls of a round by their names, in their order, each once."""
    return list(dict.fromkeys(entry.call for entry in log if isinstance(entry, Announce)))
