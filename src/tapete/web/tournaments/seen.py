"""A tournament as a page shows it: its clock, its tables with their stacks, places, prizes, chances by stacks."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.audit.tournament import LAST
from tapete.engine.places import place as place_of
from tapete.floor.standing import Standing
from tapete.floor.store import Floor
from tapete.floor.tournament.evening import ranked
from tapete.floor.tournament.office import SEAT, Sheet, places_won
from tapete.floor.tournament.rows import IN, Entry, Tournament
from tapete.i18n import gettext as _
from tapete.torneo import icm, levels, prizes


class Stack(NamedTuple):
    """An entry that is in, with what it has now."""

    entry: Entry
    chips: int


class Chance(NamedTuple):
    """What a stack stands for: the chance of the first place, what it is worth, and both deals, in cents."""

    name: str
    chips: int
    first: float
    worth: float
    deal: int
    chop: int


class Level(NamedTuple):
    """A level on the page: its number among those that are played, and whether it is the one of now."""

    number: int
    minutes: int
    minimum: int
    now: bool


class Seen(NamedTuple):
    """All that a page shows of a tournament. `objects` are prizes in kind as people call them; `won`, entries whose fee
    was such a prize; `open`, whether anybody can sign up. Once nobody can, who is out has a place that stays.
    """

    sheet: Sheet
    money: dict[int, int]
    stacks: list[Stack]
    tables: dict[int, list[Stack]]
    placed: list[Entry]
    levels: list[Level]
    minutes: int | None
    resting: bool
    chances: list[Chance]
    paid: set[int]
    objects: dict[str, str]
    won: set[int]
    open: bool

    @property
    def average(self) -> int:
        """The mean of the stacks."""
        return sum(stack.chips for stack in self.stacks) // len(self.stacks) if self.stacks else 0


def seen(floor: Floor, public_id: str, now: int) -> Seen:
    """A tournament of one moment."""
    sheet = floor.tournaments.sheet(public_id)
    tournament = sheet.tournament
    stacks = sorted(_stacks(floor, sheet), key=lambda stack: (-stack.chips, stack.entry.number))
    by_table: dict[int, list[Stack]] = {}
    for stack in stacks:
        by_table.setdefault(stack.entry.table_no, []).append(stack)
    people = len({entry.account_id for entry in sheet.standing})
    money = prizes.money(sheet.purse.prizes, tournament.prizes, people)
    at, open_ = tournament.clock(now), tournament.state == "announced" or tournament.late(now)
    return Seen(
        sheet,
        money,
        stacks,
        dict(sorted(by_table.items())),
        _placed(sheet, stacks, open_),
        _levels(tournament.file.levels, at.at),
        None if at.left is None else -(-at.left // levels.MINUTE),
        tournament.file.levels[at.at].rest,
        _chances(tournament, stacks, money) if tournament.state in ("running", "paused") else [],
        {line.entry for line in sheet.paid if line.kind == "prize"},
        {prize.goods: _object(floor, prize.goods) for prize in tournament.prizes if prize.goods},
        places_won(sheet.paid),
        open_,
    )


def _object(floor: Floor, goods: str) -> str:
    seat = SEAT.fullmatch(goods)
    if seat is None:
        return goods
    return _("a place in %(tournament)s") % {"tournament": floor.tournaments.sheet(seat[1]).tournament.name}


def _stacks(floor: Floor, sheet: Sheet) -> list[Stack]:
    inside = [entry for entry in sheet.entries if entry.state in IN]
    if sheet.tournament.over:
        return []
    held: dict[int, dict[str, int]] = {}
    for number in {entry.table_no for entry in inside if entry.state == "seated"}:
        held[number] = floor.desk.read(sheet.tournament.table(number), _held)
    return [Stack(one, held.get(one.table_no, {}).get(one.name, one.chips)) for one in inside]


def _held(at: Standing) -> dict[str, int]:
    """What each has at a table as all see it: what lies before them, and on the felt; who sits may have none."""
    stacks = {seat.name: 0 for seat in at.sitting}
    for path, cents in at.places().items():
        who = place_of(path).who
        stacks[who] = stacks.get(who, 0) + cents
    return stacks


def _placed(sheet: Sheet, stacks: list[Stack], open_: bool) -> list[Entry]:
    """Who has a place, from the first on; while it goes on, who went and is not back, the last first."""
    if sheet.tournament.state == "finished":
        return sorted((one for one in sheet.entries if one.place), key=lambda one: (one.place or 0, one.number))
    gone = {entry.number: entry for entry in sheet.entries if entry.state == "out"}
    if open_ or sheet.tournament.file.classification != LAST:
        back = {stack.entry.name for stack in stacks}
        out = (entry for entry in gone.values() if entry.name not in back)
        return sorted(out, key=lambda entry: (-(entry.gone or 0), -entry.chips))
    order = ranked(sheet.entries, {stack.entry.number: stack.chips for stack in stacks})
    return [replace(gone[one.entry], place=one.place, sharing=one.sharing) for one in order if one.entry in gone]


def _levels(those: list[levels.Level], at: int) -> list[Level]:
    return [
        Level(levels.playing(those, index), level.minutes, level.minimum, index == at)
        for index, level in enumerate(those)
    ]


def _chances(tournament: Tournament, stacks: list[Stack], money: dict[int, int]) -> list[Chance]:
    """Chances by stacks, once few enough are left; none before, nor where chips are not all there is to win.

    A stack is worth its chances of prizes in kind too; only money is shared in a deal.
    """
    chips = [stack.chips for stack in stacks]
    if tournament.file.classification != LAST or not 2 <= len(chips) <= icm.MOST or min(chips) <= 0:
        return []
    places = range(1, len(chips) + 1)
    left = [money.get(place, 0) for place in places]
    first = [stack / sum(chips) for stack in chips]
    whole = [cents + _in_kind(tournament, place) for place, cents in zip(places, left, strict=True)]
    worth, deal, chop = icm.worth(chips, whole), icm.deal(chips, left), icm.chop(chips, left)
    rows = zip(stacks, first, worth, deal, chop, strict=True)
    return [Chance(one.entry.name, one.chips, a, float(b), c, d) for one, a, b, c, d in rows]


def _in_kind(tournament: Tournament, place: int) -> int:
    """What the objects of a place are worth."""
    return sum(prize.value for prize in tournament.prizes if prize.place == place)


def told(seen: Seen) -> dict[str, Any]:
    """The same for a machine."""
    sheet, tournament = seen.sheet, seen.sheet.tournament
    return {
        **tournament.told(),
        "day": tournament.file.notice.day.isoformat() if tournament.file.notice else None,
        "commitment": tournament.commitment,
        "seed": tournament.seed if tournament.over else None,
        "fees": sheet.purse.fees,
        "kept": sheet.purse.kept,
        "prizes": {str(number): cents for number, cents in seen.money.items()},
        "levels": [level._asdict() for level in seen.levels],
        "minutes_left": seen.minutes,
        "entries": len(sheet.standing),
        "stacks": [
            {"entry": one.entry.number, "name": one.entry.name, "table": one.entry.table_no, "chips": one.chips}
            for one in seen.stacks
        ],
        "places": [
            {"entry": one.number, "name": one.name, "place": one.place, "sharing": one.sharing, "won": one.won}
            for one in seen.placed
        ],
        "chances": [chance._asdict() for chance in seen.chances],
    }
