"""Rounds: opened, acted in, corrected and voided by commands; seen by each face as far as it may see."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import select

from tapete.engine.again import Owed
from tapete.engine.places import ROLES, chips
from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.transcript import AUTOMATIC, Entry, In
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction, Said
from tapete.floor.charges import check_charge
from tapete.floor.course import open_next, write
from tapete.floor.desk import Desk, Order, Work
from tapete.floor.growing import told
from tapete.floor.lasting import check_ending
from tapete.floor.office import agreed, ask, asked, decides, keep, stands_in
from tapete.floor.roles import CHIEFS, HATS, STAFF, Account, Forbidden, hat
from tapete.floor.schema import accounts, game_tables, seats
from tapete.floor.sight import Sight, hats, sight
from tapete.floor.standing import Asked, Position, Standing
from tapete.money import format_cents

R = TypeVar("R", bound=Record)


VISIT_ROUNDS, VISIT_ACTS = 1_000, 1_000  # at a visitor's table, and in one of its rounds


class Rounds:
    """What is played at the tables.

    Staff open each round. Between two, the last one is still seen, can still be voided, and people sit down and leave.
    """

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self.desk = desk
        self.clock = clock
        self.before_acting: list[Callable[[Standing, Act], None]] = []

    # Commands

    def open_round(self, table_id: str, account: Account, key: str) -> Position:
        """Opens the next round for everybody who sits; its seed is stored and committed to before any stake."""
        return self.desk.run(*self.opening(table_id, account, key))

    def opening(self, table_id: str, account: Account, key: str) -> Order:
        """The same as an order, which may be carried out together with others."""

        def work(standing: Standing) -> None:
            decides(standing, account, STAFF, "open a round")
            _check_visit(standing, account)
            open_next(standing, self.clock())

        return Order(table_id, account, key, "open-round", work)

    def act(self, table_id: str, account: Account, act: Act, key: str, who: str = "") -> Position:
        """Somebody acts under their name at the table, or as staff; `who` says as whom where it could be either."""
        return self.desk.run(*self.acting(table_id, account, act, key, who))

    def acting(self, table_id: str, account: Account, act: Act, key: str, who: str = "") -> Order:
        """The same as an order, which may be carried out together with others."""

        def do(round: Round, standing: Standing) -> None:
            _check_visit(standing, account)
            actor = who or _actor(round, standing, account, act)
            if who:
                _check_hat(standing, account, who, act)
            if actor not in ROLES and actor not in round.header.players:
                raise IllegalAction("{who} plays from the next round on", who=actor)
            check_charge(self.desk.db, standing, round.header.players, act)
            check_ending(self.desk.db, standing, act)
            for agrees in self.before_acting:
                agrees(standing, act)
            _as_before(round, actor, act)
            round.act(actor, act)

        return Order(table_id, account, key, f"act {who} {_words(act)}", self._work(Standing.playing, do))

    def by_itself(self, table_id: str, account: Account, at: tuple[int, int], who: str, act: Act, key: str) -> Position:
        """A table that runs by itself acts for somebody, if it is still where it was."""

        def do(round: Round, standing: Standing) -> None:
            if standing.position[:2] != at:
                raise IllegalAction("the table has gone on")
            check_charge(self.desk.db, standing, round.header.players, act)
            _as_before(round, who, act)
            round.act(who, act, AUTOMATIC)

        return self._play(table_id, account, key, f"by itself {who} {_words(act)}", do)

    def fell(self, table_id: str, account: Account, value: str | list[int], key: str) -> Position:
        """The croupier enters what fell."""

        def do(round: Round, standing: Standing) -> None:
            round.fell(value, HATS[decides(standing, account, STAFF, "enter what fell")][-1])

        return self._play(table_id, account, key, f"fell {value}", do)

    def report(self, table_id: str, account: Account, name: str, key: str) -> Position:
        """An irregularity is reported, and what the rulebook says follows; by a croupier where the text lets one."""

        def do(round: Round, standing: Standing) -> None:
            who = _reporter(round, standing, account, name)
            if who in ROLES:
                self._check_prize(standing, account)
            round.report(name, who)

        return self._play(table_id, account, key, f"report {name}", do)

    def rewind(self, table_id: str, account: Account, to: int, why: str, key: str) -> Position:
        """A slip is taken back: inputs after number `to` no longer count. Once chance has spoken, two agree to it."""

        why = told(why, Said("why"))

        def do(round: Round, standing: Standing) -> None:
            role, here = self._decides(standing, account, CHIEFS, "take a slip back"), standing.position
            if round.finished:
                raise IllegalAction("round {number} is over: the croupier opens the next", number=standing.number)
            ask(standing, Asked("rewind", account.id, account.name, role, why, here.round, here.n, to))

        return self._play(table_id, account, key, f"rewind {to} {why}", do)

    def correct(self, table_id: str, account: Account, n: int, value: str | list[int], why: str, key: str) -> Position:
        """What was entered as input `n` of the last round is mended, with the payments that follow from it.

        Any of the staff may ask; one of the two who agree to it is an inspector or the director.
        """

        why = told(why, Said("why"))

        def do(round: Round, standing: Standing) -> None:
            role, here = self._decides(standing, account, STAFF, "correct what fell"), standing.position
            _check_voidable(round, standing)
            ask(standing, Asked("correct", account.id, account.name, role, why, here.round, here.n, n, fell=value))

        return self._at(table_id, account, key, f"correct {n} {value!r} {why}", Standing.reopened, do)

    def void(self, table_id: str, account: Account, why: str, key: str, article: str = "") -> Position:
        """The last round counts for nothing, open or finished, as long as nobody has left with chips from it.

        Once chance has spoken, two agree to it.
        """

        why, article = told(why, Said("why")), told(article, Said("why"))

        def do(round: Record, standing: Standing) -> None:
            role, here = self._decides(standing, account, CHIEFS, "void a round"), standing.position
            _check_voidable(round, standing)
            ask(standing, Asked("void", account.id, account.name, role, why, here.round, here.n, article=article))

        return self._at(table_id, account, key, f"void {why!r} {article}".strip(), Standing.last_round, do)

    def agree(self, table_id: str, account: Account, key: str) -> Position:
        """Somebody else of the staff agrees to what was asked, and it is done."""

        def do(round: Record, standing: Standing) -> None:
            self._decides(standing, account, STAFF, "agree to this")
            _check_voidable(round, standing)
            self._check_asks_still(asked(standing), standing)
            agreed(standing, account)

        return self._at(table_id, account, key, "agree", _concerned, do)

    def _decides(self, standing: Standing, account: Account, roles: tuple[str, ...], what: str) -> str:
        """The role in which somebody takes back what chance has brought, where no chips of theirs play."""
        role = decides(standing, account, roles, what)
        self._check_prize(standing, account)
        return role

    def _check_prize(self, standing: Standing, account: Account) -> None:
        """Refuses who plays at another table for the same accumulated prize: their chips are in it."""
        if not standing.table.meter:
            return
        t, s = game_tables.c, seats.c
        others = select(t.name).join(seats, s.table_id == t.id).where(t.meter == standing.table.meter)
        with self.desk.db.read() as conn:
            other = conn.execute(others.where(s.account_id == account.id, s.state != "left", t.id != standing.table.id))
            table = other.scalar()
        if table is not None:
            raise Forbidden(
                "{who} plays at {table} for the same accumulated prize, and who plays decides nothing of it",
                who=account.name,
                table=table,
            )

    def _check_asks_still(self, wanted: Asked, standing: Standing) -> None:
        """Whoever asked works here, in a role that may, and does not play at the table meanwhile."""
        may = STAFF if wanted.do == "correct" else CHIEFS
        asker = select(accounts.c.role).where(accounts.c.id == wanted.by, accounts.c.ended.is_(None))
        seat = standing.seat_of(wanted.by)
        with self.desk.db.read() as conn:
            works = conn.execute(asker).scalar() in may
        if not works or (seat is not None and seat.state != "left"):
            raise IllegalAction("{who} may no longer ask for this: somebody else has to", who=wanted.name)
        self._check_prize(standing, Account(wanted.by, wanted.name, wanted.role, ""))

    def decline(self, table_id: str, account: Account, key: str) -> Position:
        """Somebody of the staff, also who asked, lets it be."""

        def do(_: Record, standing: Standing) -> None:
            decides(standing, account, STAFF, "decline this")
            asked(standing)
            keep(standing, None)

        return self._at(table_id, account, key, "decline", Standing.last_round, do)

    def _play(
        self, table_id: str, account: Account, key: str, what: str, do: Callable[[Round, Standing], None]
    ) -> Position:
        return self._at(table_id, account, key, what, Standing.playing, do)

    def _at(
        self,
        table_id: str,
        account: Account,
        key: str,
        what: str,
        which: Callable[[Standing], R],
        do: Callable[[R, Standing], None],
    ) -> Position:
        return self.desk.run(table_id, account, key, what, self._work(which, do))

    def _work(self, which: Callable[[Standing], R], do: Callable[[R, Standing], None]) -> Work:
        """Does something to the last round, and writes what it has grown by."""

        def work(standing: Standing) -> None:
            round = which(standing)
            known = len(round.log)
            do(round, standing)
            if len(round.log) > known:
                write(standing, known, self.clock())

        return work

    # What is seen

    def look(self, table_id: str, account: Account | None = None, face: str = "") -> Sight:
        """All that somebody may see of a table, of one moment: under their own face, or one that they may put on."""
        return self.desk.read(table_id, lambda standing: sight(standing, account, face))

    def view(self, table_id: str, account: Account | None = None, face: str = "") -> dict[str, Any]:
        """The same as plain data."""
        return self.look(table_id, account, face).as_json()

    def preview(self, table_id: str, account: Account, name: str) -> list[Entry]:
        """What reporting an irregularity would bring about."""

        def look(standing: Standing) -> list[Entry]:
            round = standing.playing()
            decides(standing, account, _reporting(round, name), "preview an irregularity")
            return round.preview(name)

        return self.desk.read(table_id, look)

    def foreseen(self, table_id: str, account: Account, value: str | list[int], n: int = 0) -> list[Entry]:
        """What would follow if this fell now or, with `n`, had been what fell as that input."""

        def look(standing: Standing) -> list[Entry]:
            decides(standing, account, STAFF, "enter what fell")
            return standing.reopened().foreseen_mended(n, value) if n else standing.playing().foreseen(value)

        return self.desk.read(table_id, look)


# Opening and ending


def _concerned(standing: Standing) -> Record:
    """The round that something is agreed to in: one that is mended is played again."""
    mends = standing.asked is not None and standing.asked.do == "correct"
    return standing.reopened() if mends else standing.last_round()


def _check_voidable(round: Record, standing: Standing) -> None:
    """Chips that have left the table cannot go back where they lay."""
    if not round.finished:
        return
    sitting = {seat.name for seat in standing.sitting}
    gone = [who for who in round.header.players if who not in sitting or standing.coming.get(chips(who), 0) < 0]
    if gone:
        raise IllegalAction("{who} has left since: what was paid can only be corrected by hand", who=gone[0])


# Who acts


def _reporting(round: Round, name: str) -> tuple[str, ...]:
    """Who may report an irregularity: all who work at the table, unless the text leaves it to those above."""
    rule = round.rules.irregularities.get(name)
    return CHIEFS if rule is not None and rule.by and "crupier" not in rule.by else STAFF


def _reporter(round: Round, standing: Standing, account: Account, name: str) -> str:
    """As whom somebody reports an irregularity: in a role, or as a player where the text has any player say it."""
    rule, seat = round.rules.irregularities.get(name), standing.seat_of(account.id)
    if rule is not None and "jugador" in rule.by and seat is not None and seat.name in hats(standing, account):
        return seat.name
    return decides(standing, account, _reporting(round, name), "report an irregularity")


def _words(act: Act) -> str:
    slots = f"({' '.join(act.slots)})" if act.slots else ""
    return " ".join(filter(None, (act.do, act.on, slots, format_cents(act.cents) if act.cents else "")))


def _check_hat(standing: Standing, account: Account, who: str, act: Act) -> None:
    if who not in hats(standing, account) and not (who == "director" and stands_in(standing, account, act)):
        raise Forbidden("{who} may not act as {face} at this table", who=account.name, face=hat(who))


def _as_before(round: Round, who: str, act: Act) -> None:
    """Refuses to stake or decide otherwise than before it was taken back, once something was seen to fall."""
    if not round.taken_back:
        return
    owed, label = Owed.of(round.log), round.pending.label if round.pending else ""
    other = owed.otherwise(In(0, 0, who, label, act)) if owed.inputs else None
    if other is not None and not other.excused and other.before.act is not None:
        name, before = other.before.who, other.before.act
        said = {"who": Said(name) if name in ROLES else name, "act": before.said}
        raise IllegalAction("what fell has been seen: first {who}: {act}, as before it was taken back", **said)


def _actor(round: Round, standing: Standing, account: Account, act: Act) -> str:
    """As whom an act is meant: the first of the account's hats to whom it is open."""
    mine, pending = hats(standing, account), round.pending
    if not mine:
        raise Forbidden("{who} does not sit at this table", who=account.name)
    if stands_in(standing, account, act):
        return "director"
    if len(mine) > 1 and isinstance(pending, Window):
        for one in mine:
            if isinstance(pending.option(one, act.do, act.on), Option):
                return one
    return mine[0]


def _check_visit(standing: Standing, account: Account) -> None:
    """A visit is an evening long: who gave no name writes no more than that."""
    if account.visits and standing.number > VISIT_ROUNDS:
        raise IllegalAction("this table has had {most} rounds: leave it, and sit down at another", most=VISIT_ROUNDS)
    if account.visits and standing.position.n > VISIT_ACTS:
        raise IllegalAction("too much has been done in this round: leave the table, and sit down at another")
