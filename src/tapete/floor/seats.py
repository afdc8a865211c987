"""Sitting down, buying in, standing up. Chips pass the cage at once; a round counts them when it opens."""

import re
from collections.abc import Callable

import msgspec
from sqlalchemy import bindparam, select, update

from tapete.engine import names
from tapete.engine.places import BANK, CAGE, DROP, TIPS, chips, place
from tapete.engine.requests import Move
from tapete.engine.session import checked_names
from tapete.engine.settings import Settings
from tapete.engine.window import Refusal
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.desk import Desk
from tapete.floor.line import check_turn, renew, take_out
from tapete.floor.office import plays, runs
from tapete.floor.prepared import Prepared, insertion
from tapete.floor.roles import PLAYING, ROLES, STAFF, VISITOR, WATCHER, Account, Forbidden, require
from tapete.floor.schema import accounts, game_tables, seats
from tapete.floor.standing import Position, Seat, Standing, between_rounds, through_cage
from tapete.games import game
from tapete.law.house import house
from tapete.money import Range, format_cents

_NEW = insertion(seats, "table_id", "account_id", "name", "state", "place")
_MARK = Prepared(
    update(seats)
    .where(seats.c.table_id == bindparam("table"), seats.c.account_id == bindparam("account"))
    .values(state=bindparam("new_state"), place=bindparam("new_place"))
)

_BRING = Prepared(
    update(seats)
    .where(seats.c.table_id == bindparam("table"), seats.c.account_id == bindparam("account"))
    .values(brought=bindparam("value"))
)
BROUGHT = re.compile("[0-9a-f]{64}")


class Seats:
    """Who sits where, and with what."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        # Who else has a say in whether somebody may sit down.
        self.before_sitting: list[Callable[[Standing, Account], None]] = []
        # And in whether the staff is tipped.
        self.before_tipping: list[Callable[[Standing], None]] = []

    def seat(self, account: Account, table_id: str, cents: int, key: str, name: str = "") -> Position:
        """Sits somebody down with chips for some cents; they play from the next round on, under this name."""
        name = self._alias(account, name)

        def work(standing: Standing) -> None:
            if not runs(standing, account):
                require(account, PLAYING, "sit at a table")
                check_invited(account)
            _check_free(standing)
            check_open(standing)
            for admits in self.before_sitting:
                admits(standing, account)
            self._check_one_seat(standing, account)
            _check_amount(standing, cents)
            _check_return(standing, account, cents)
            sit(standing, account, name)
            through_cage(standing, Move(CAGE, chips(_seat(standing, account).name), cents, ""))

        return self.desk.run(table_id, account, key, f"seat {cents} {name}".strip(), work)

    def seat_at_own(self, owner: Account, account: Account, table_id: str, cents: int, key: str) -> Position:
        """The owner of a practice sits down there, or has a robot sit down."""
        name = account.name if account.name not in ROLES else f"{VISITOR}{account.id}"

        def work(standing: Standing) -> None:
            if not runs(standing, owner):
                raise Forbidden("this is a practice table: whoever opened it runs it alone")
            check_open(standing)
            _check_amount(standing, cents)
            _check_return(standing, account, cents)
            sit(standing, account, name)
            through_cage(standing, Move(CAGE, chips(name), cents, ""))

        return self.desk.run(table_id, account, key, f"seat {cents} {name}", work)

    def _check_one_seat(self, standing: Standing, account: Account) -> None:
        """Where a text lets nobody sit at several tables of a game at once."""
        table, own = standing.table, house(standing.table.region)
        rule = own.one_seat if own and not table.practice else None
        if rule is None or table.game not in rule.games:
            return
        t, s = game_tables.c, seats.c
        others = select(t.name).join(seats, s.table_id == t.id).where(s.account_id == account.id, s.state != "left")
        others = others.where(t.game == table.game, t.region == table.region, t.id != table.id, ~t.practice)
        with self.desk.db.read() as conn:
            other = conn.execute(others).scalar()
        if other is not None:
            raise IllegalAction("{who} sits at {table} already", rule.article, who=account.name, table=other)

    def _alias(self, account: Account, name: str) -> str:
        """The name somebody wants to sit under: their own, or one that nobody else is called by, to the eye."""
        if not name or name == account.name:
            return name
        name = names.checked(name)
        other = select(accounts.c.id).where(accounts.c.skeleton == names.skeleton(name), accounts.c.id != account.id)
        with self.desk.db.read() as conn:
            if conn.execute(other).first() is not None:
                raise TapeteError("somebody is called '{name}' already: choose another name", name=name)
        return name

    def buy_in(self, account: Account, table_id: str, cents: int, key: str) -> Position:
        """Buys chips for somebody who sits; they count from the next round on."""

        def work(standing: Standing) -> None:
            _check_free(standing)
            check_open(standing)
            _check_amount(standing, cents)
            seat = _seat(standing, account)
            if seat.state == "leaving":
                raise IllegalAction("{who} is leaving this table: sit down again first", who=seat.name)
            _check_refill(refill(standing, seat.name), cents)
            through_cage(standing, Move(CAGE, chips(seat.name), cents, ""))

        return self.desk.run(table_id, account, key, f"buy-in {cents}", work)

    def change(self, by: Account, table_id: str, who: str, cents: int, key: str) -> Position:
        """Changes money at the table: chips of its bank for somebody who sits, the notes into the locked box."""
        require(by, STAFF, "change money at a table")

        def work(standing: Standing) -> None:
            _check_free(standing)
            check_open(standing)
            _check_amount(standing, cents)
            _check_change(standing, by, cents)
            seat = next((seat for seat in standing.sitting if seat.name == who), None)
            if seat is None:
                raise Forbidden("{who} does not sit at this table", who=who)
            _check_refill(refill(standing, who), cents)
            through_cage(standing, Move(CAGE, DROP, cents, ""))
            between_rounds(standing, Move(BANK, chips(who), cents, ""))

        return self.desk.run(table_id, by, key, f"change {who} {cents}", work)

    def tip(self, account: Account, table_id: str, cents: int, key: str) -> Position:
        """Gives the staff something between two rounds: straight into their box, which is counted apart."""

        def work(standing: Standing) -> None:
            check_open(standing)
            _check_free(standing)
            _check_amount(standing, cents)
            who = _seat(standing, account).name
            if standing.table.practice:
                raise IllegalAction("play chips are no tip")
            for agrees in self.before_tipping:
                agrees(standing)
            if standing.open_round is not None:
                raise IllegalAction("tips are given between two rounds")
            if cents > standing.chips(who):
                has, amount = format_cents(standing.chips(who)), format_cents(cents)
                raise IllegalAction("{who} has {has}, not {amount}", who=who, has=has, amount=amount)
            between_rounds(standing, Move(chips(who), TIPS, cents, ""))

        return self.desk.run(table_id, account, key, f"tip {cents}", work)

    def stand_up(self, account: Account, table_id: str, key: str) -> Position:
        """Cashes out what somebody holds: now, or as soon as the round that they play in is over.

        Chips on the felt or in prison stay, and so does their owner until they are won or lost.
        """

        def work(standing: Standing) -> None:
            _check_free(standing)
            leave(standing, _seat(standing, account))

        return self.desk.run(table_id, account, key, "stand-up", work)

    def send_away(self, by: Account, table_id: str, account_id: int, key: str) -> Position:
        """Lets somebody go who is kept away from a table: now, or as soon as the round that they play in is over."""

        def work(standing: Standing) -> None:
            seat = standing.seat_of(account_id)
            if seat is not None and seat.state != "left":
                leave(standing, seat)

        return self.desk.run(table_id, by, key, f"away {account_id}", work)

    def bring(self, account: Account, table_id: str, value: str, key: str) -> Position:
        """Adds something of somebody's own to the chance of the next round, whose seed has been promised."""

        def work(standing: Standing) -> None:
            seat = _seat(standing, account)
            if not standing.promise:
                raise IllegalAction("chance is in the croupier's hands at this table: nothing can be added to it")
            if not BROUGHT.fullmatch(value):
                raise TapeteError("what is brought to the chance is 64 hexadecimal digits")
            new = msgspec.structs.replace(seat, brought=value)
            here = {"table": standing.table.id, "account": account.id}
            standing.writes.append((_BRING, {**here, "value": value}))
            standing.seats = [new if other == seat else other for other in standing.seats]

        return self.desk.run(table_id, account, key, f"bring {value[:64]}", work)


def leave(standing: Standing, seat: Seat) -> None:
    """Lets somebody go, as far as the round and their chips on the felt permit."""
    playing = standing.open_round
    if playing is not None and seat.name in playing.header.players:
        _mark(standing, seat, "leaving")
        return
    stays = False
    for path, cents in standing.places().items():
        where = place(path)
        if where.who == seat.name and where.zone.closing == "player":
            through_cage(standing, Move(path, CAGE, cents, ""))
        elif where.who == seat.name and where.zone.closing == "hinders":
            stays = True
    _mark(standing, seat, "leaving" if stays else "left")
    renew(standing)


def let_go(standing: Standing) -> None:
    """After a round: whoever is leaving cashes out."""
    for seat in standing.seats:
        if seat.state == "leaving":
            leave(standing, seat)


def sit(standing: Standing, account: Account, name: str) -> None:
    """Gives somebody the next place, under this name."""
    seat = standing.seat_of(account.id)
    if seat is not None and seat.state == "sitting":
        raise IllegalAction("{who} sits at this table already: buy in for more chips", who=seat.name)
    if seat is not None and seat.state == "leaving":
        _mark(standing, seat, "sitting")
        return
    if standing.table.seats is not None and len(standing.sitting) >= standing.table.seats:
        article = standing.table.rules.players.article
        raise IllegalAction("all {count} seats are taken", article, count=standing.table.seats)
    check_turn(standing, account.id)
    place = 1 + max((seat.place for seat in standing.seats), default=0)
    if seat is None:
        _new(standing, Seat(account.id, _name(standing, name or account.name), "sitting", place))
    else:
        _mark(standing, seat, "sitting", place)
    take_out(standing, account.id)


def _name(standing: Standing, name: str) -> str:
    checked_names([name])
    looks = names.skeleton(name)
    if name == WATCHER or any(names.skeleton(seat.name) == looks for seat in standing.seats):
        raise TapeteError("'{name}' is taken at this table: sit down under another name", name=name)
    return name


def _new(standing: Standing, seat: Seat) -> None:
    values = {"table_id": standing.table.id, "account_id": seat.account_id, "name": seat.name}
    standing.writes.append((_NEW, {**values, "state": seat.state, "place": seat.place}))
    standing.seats = [*standing.seats, seat]


def _mark(standing: Standing, seat: Seat, state: str, place: int | None = None) -> None:
    new = msgspec.structs.replace(seat, state=state, place=seat.place if place is None else place)
    if new == seat:
        return
    here = {"table": standing.table.id, "account": seat.account_id}
    standing.writes.append((_MARK, {**here, "new_state": new.state, "new_place": new.place}))
    standing.seats = [new if other == seat else other for other in standing.seats]


def _seat(standing: Standing, account: Account) -> Seat:
    seat = standing.seat_of(account.id)
    if seat is None or seat.state == "left":
        raise Forbidden("{who} does not sit at this table", who=account.name)
    return seat


def _check_free(standing: Standing) -> None:
    """Nobody comes to a tournament's table, or leaves it, with chips in their hands."""
    if standing.table.tournament:
        raise IllegalAction(
            "this is a tournament's table: it seats people, and chips are neither bought nor cashed here"
        )


def check_open(standing: Standing) -> None:
    """Nobody comes to a table that is closed, or whose float is under key."""
    if standing.table.state != "open":
        raise IllegalAction("the table is closed")
    if standing.table.held:
        raise IllegalAction("the float of this table is under key: the director opens it again")


def check_invited(account: Account) -> None:
    """Whoever came in by themselves plays with play chips, at a table of their own."""
    if account.visits:
        raise Forbidden("visitors play at tables of their own: the house gives you an account for this one")


def refill(standing: Standing, who: str) -> Range | Refusal | None:
    """What somebody who sits may buy more, where the text bounds it: what is being played for is not used up yet."""
    table, playing, held = standing.table, standing.open_round, standing.chips(who)
    if playing is not None:
        held = max(held, playing.header.balances.get(chips(who), 0))
    return game(table.game).refill(table.rules, table.settings, held)


def _check_return(standing: Standing, account: Account, cents: int) -> None:
    """Who rises and comes back before the next round has the stack that was left, as if it had stayed.

    Everybody else sits down with a first stack.
    """
    seat, round, table = standing.seat_of(account.id), standing.round, standing.table
    if seat is None or round is None or seat.name not in round.header.players:
        game(table.game).check_first_stack(table.rules, table.settings, cents)
        return
    if standing.open_round is not None:  # they rise once the round is over, so this comes to what they have
        _check_refill(refill(standing, seat.name), cents)
        return
    had, article = round.places.get(chips(seat.name), 0), game(table.game).retained(table.rules)
    if article and cents < had:
        amount = format_cents(had)
        raise IllegalAction(
            "{who} rose with {amount}, and brings no less before the next round", article, who=seat.name, amount=amount
        )
    if cents > had:
        _check_refill(game(table.game).refill(table.rules, table.settings, had), cents - had)


def check_first_stacks(standing: Standing, settings: Settings) -> None:
    """Before the first round no other settings make the stacks of those who sit too small."""
    least, article = game(standing.table.game).first_stack(standing.table.rules, settings) or (0, "")
    for seat in standing.sitting if standing.round is None else ():
        if standing.chips(seat.name) < least:
            raise IllegalAction(
                "{who} sits with {amount}, and the first stack would be {least}: change it once a round is played",
                article,
                who=seat.name,
                amount=format_cents(standing.chips(seat.name)),
                least=format_cents(least),
            )


def _check_refill(bounds: Range | Refusal | None, cents: int) -> None:
    if isinstance(bounds, Refusal):
        raise IllegalAction(bounds.reason, bounds.article)
    if bounds is not None and not bounds.admits(cents):
        lo, hi, step = map(format_cents, bounds)
        raise IllegalAction(
            "a stack is filled up with {lo} to {hi} in steps of {step}, not with {amount}",
            lo=lo,
            hi=hi,
            step=step,
            amount=format_cents(cents),
        )


def _check_change(standing: Standing, by: Account, cents: int) -> None:
    """The chips must be there, in a bank of the house's, and nobody changes money for the table they play at."""
    if standing.table.practice:
        raise IllegalAction("play chips stand in no books: nobody changes money for them")
    if plays(standing, by):
        raise Forbidden("{who} plays at this table: others see to its chips", who=by.name)
    has = standing.places().get(BANK, 0)
    if cents > has:
        raise IllegalAction("the bank has {has}, not {amount}", has=format_cents(has), amount=format_cents(cents))


def _check_amount(standing: Standing, cents: int) -> None:
    chip = standing.table.settings.chip
    if cents <= 0 or cents % chip:
        raise IllegalAction(
            "chips are bought in whole ones of {chip}, not for {amount}",
            chip=format_cents(chip),
            amount=format_cents(cents),
        )
