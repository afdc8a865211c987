"""A player's evenings: what each table brought, and what was decided otherwise than best play would have."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, func, literal, or_, select

from tapete.engine.chance import Live
from tapete.engine.places import felt, stakes
from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.round import Play, Round
from tapete.engine.transcript import End, Entry, Header, In, decode
from tapete.engine.window import Window
from tapete.errors import TapeteError
from tapete.floor.connection import Database
from tapete.floor.editions import of_header
from tapete.floor.roles import Account
from tapete.floor.schema import game_tables, ledger, rounds, seats
from tapete.floor.standing import lines_of
from tapete.games import Advice, game
from tapete.law.rulebook import same
from tapete.law.sections import BankRulebook

NOON = 12 * 60 * 60 * 1000  # an evening goes on past midnight: it is counted from noon to noon
DAY = 2 * NOON
KEPT = 2000  # rounds that are looked back on, the latest
MOST_ROUNDS = 40  # of an evening that are looked through for decisions, the latest
OWN = ("chips", "banca", "garage")
SPOTS = ("felt", "prison")
LEAST = 1e-9  # of a unit, below which two choices are worth the same


class Evening(NamedTuple):
    """What a player had at a table in one evening, in cents: `won` is less than nothing where they lost.

    `day` counts from 1970; `first` and `last` are numbers of rounds.
    """

    table: str
    name: str
    game: str
    who: str
    day: int
    rounds: int
    won: int
    first: int
    last: int


class Decision(NamedTuple):
    """Something that was decided: what was chosen, what is best, and what the difference is to be expected to cost."""

    number: int
    n: int
    chose: str
    best: str
    cents: float
    article: str


class Played(NamedTuple):
    """A round that somebody played in."""

    who: str
    number: int
    play: Play
    rules: BankRulebook
    log: tuple[Entry, ...]


class Evenings:
    """What players look back on."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def of(self, account: Account) -> list[Evening]:
        """Somebody's evenings by table, the latest first, from one query: rounds that are over and not void."""
        with self.db.read() as conn:
            rows = conn.execute(_RESULTS.where(seats.c.account_id == account.id).limit(KEPT)).all()
        found: dict[tuple[str, int], Evening] = {}
        for table, name, played, who, number, opened, won in rows:
            day = (opened - NOON) // DAY
            one = found.get((table, day)) or Evening(table, name, played, who, day, 0, 0, number, number)
            found[table, day] = one._replace(rounds=one.rounds + 1, won=one.won + int(won), first=number)
        return list(found.values())

    def decisions(self, account: Account, table_id: str, day: int) -> list[Decision]:
        """What was decided otherwise than best play would have in an evening's last rounds, the dearest first."""
        return judged(self.played(account, table_id, day))

    def played(self, account: Account, table_id: str, day: int) -> list[Played]:
        """An evening's last rounds, to be judged."""
        with self.db.read() as conn:
            start = day * DAY + NOON
            chosen = (
                _PLAYED.where(seats.c.account_id == account.id, game_tables.c.public_id == table_id)
                .where(rounds.c.opened >= start, rounds.c.opened < start + DAY)
                .limit(MOST_ROUNDS)
            )
            found: list[Played] = []
            for row in conn.execute(chosen).all():
                log = [decode(line) for line in lines_of(conn, row.id)]
                header = log[0]
                if isinstance(header, Header) and row.name in header.players:
                    edition = of_header(conn, header)
                    if edition.play is not None:
                        found.append(Played(row.name, row.number, edition.play, edition.rules, tuple(log)))
        return found


def judged(rounds: Iterable[Played]) -> list[Decision]:
    """What was decided otherwise than best play would have in some rounds, the dearest first."""
    found: list[Decision] = []
    for one in rounds:
        header = one.log[0]
        assert isinstance(header, Header)
        rules = same(one.rules)
        again = Round(one.play, rules, header)
        found += _judged(Record.of(rules, one.log), again, one.who, one.number)
    return sorted(found, key=lambda one: -one.cents)


def _judged(record: Record, again: Round, who: str, number: int) -> Iterator[Decision]:
    """A round played once more, and every decision of somebody's in it that another would have been worth more than."""
    end, header = record.end, record.header
    if isinstance(end, End) and (end.secret or end.seed):
        again.use(Live(bytes.fromhex(end.secret or end.seed), header.added))
    advising = game(header.game)
    for entry in record.counting() if advising.advises else ():
        act, pending = entry.act, again.pending
        if entry.who == who and act is not None and isinstance(pending, Window) and (act.do == "choose" or act.slots):
            view = again.view(who)
            try:
                advice = advising.advice(again.rules, view)
            except TapeteError:
                advice = []
            told = _dearer(advice, act)
            if told is not None:
                best, chose = told
                cents = (best.value - chose.value) * _staked(again, who, pending.label)
                said = view.told(chose.option), view.told(best.option)
                yield Decision(number, _entry(record, entry), *said, cents, pending.article)
        again.apply(entry)


def _dearer(advice: list[Advice], act: Act) -> tuple[Advice, Advice] | None:
    """The best of some advice and what was done, if that is worth less."""
    done = next((item for item in advice if _is(item.option, act)), None)
    return (advice[0], done) if done is not None and advice[0].value - done.value > LEAST else None


def _is(option: str, act: Act) -> bool:
    if act.do == "choose":
        return option == act.on
    return {word for word in option.split() if word.startswith("#")} == set(act.slots)


def _staked(table: Round, who: str, label: str) -> int:
    """What is at stake in a decision: what lies where it is about, or all that is theirs."""
    about = table.places.get(felt(who, label.split(":", 2)[-1]), 0)
    return about or sum(stake.cents for stake in stakes(table.places) if stake.who == who)


def _entry(record: Record, wanted: In) -> int:
    """The number of an input's line, by which history shows the round at that moment."""
    return next(n for n, entry in enumerate(record.log) if entry is wanted)


def _own(path: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a place is the seat's own."""
    who = seats.c.name
    bare = [path == literal(f"{zone}/") + who for zone in OWN]
    return or_(*bare, *(path.startswith(literal(f"{zone}/") + who + literal("/")) for zone in SPOTS))


_NET = func.sum(case((_own(ledger.c.dst), ledger.c.cents), else_=0)) - func.sum(
    case((_own(ledger.c.src), ledger.c.cents), else_=0)
)
_PLAYED = (
    select(rounds.c.id, rounds.c.number, seats.c.name)
    .select_from(seats)
    .join(game_tables, game_tables.c.id == seats.c.table_id)
    .join(rounds, rounds.c.table_id == seats.c.table_id)
    .where(rounds.c.state == "finished")
    .order_by(rounds.c.number.desc())
)
_RESULTS = (
    select(
        game_tables.c.public_id,
        game_tables.c.name,
        game_tables.c.game,
        seats.c.name,
        rounds.c.number,
        rounds.c.opened,
        _NET,
    )
    .select_from(seats)
    .join(game_tables, game_tables.c.id == seats.c.table_id)
    .join(rounds, rounds.c.table_id == seats.c.table_id)
    .join(ledger, (ledger.c.table_id == rounds.c.table_id) & (ledger.c.round == rounds.c.number))
    .where(rounds.c.state == "finished", ledger.c.n.is_not(None), or_(_own(ledger.c.src), _own(ledger.c.dst)))
    .group_by(
        game_tables.c.public_id,
        game_tables.c.name,
        game_tables.c.game,
        seats.c.name,
        rounds.c.id,
        rounds.c.number,
        rounds.c.opened,
    )
    .order_by(rounds.c.opened.desc(), rounds.c.id.desc())
)
