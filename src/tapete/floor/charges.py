"""Until when players have paid for a session, by the rounds of their table: nobody pays again before that is over."""

from collections.abc import Sequence

from tapete.engine.charges import Paid, charges
from tapete.engine.requests import Act
from tapete.engine.transcript import CHARGES, SESSION
from tapete.errors import IllegalAction, minutes
from tapete.floor.connection import Database
from tapete.floor.looking import back
from tapete.floor.standing import Standing
from tapete.games import game


def paid(db: Database, standing: Standing) -> Paid:
    """Until when each has paid at a table."""
    found, table = Paid(), standing.table
    longest, _ = game(table.game).session_time(table.rules, table.settings)
    now = standing.clock()
    for log in back(db, standing, f'"do":"{SESSION}'):  # of all, or of one
        made = charges(log)
        for charge in made:
            found.add(charge, game(table.game).session_time(table.rules, table.settings, charge.on)[0])
        if made and made[-1].at + longest <= now:
            break
    return found


def check_charge(db: Database, standing: Standing, players: Sequence[str], act: Act) -> None:
    """Refuses to charge somebody who has paid for time that is not over: one player where one is named, or else all."""
    one = act.on.partition(":")[2]
    if act.do not in CHARGES or not (early := paid(db, standing).early([one] if one else players, standing.clock())):
        return
    table, (who, left) = standing.table, early
    _, article = game(table.game).session_time(table.rules, table.settings, act.on)
    raise IllegalAction("{who} has paid for {time} more of play", article, who=who, time=minutes(left))
