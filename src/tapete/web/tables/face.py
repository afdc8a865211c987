"""A table as one person sees it: all that a page shows, made from the floor's view for that person alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tapete.engine.places import chips
from tapete.engine.requests import Chance, Deal, Roll, Spin
from tapete.engine.settings import Settings
from tapete.engine.transcript import decode
from tapete.floor.roles import HATS, READING, Account
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.games import Game, game
from tapete.games.shared.felt.geometry import Felt
from tapete.i18n import gettext as _
from tapete.law.sections import BankRulebook
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.chips import COLOURS, Disc, discs, lying
from tapete.web.tables.results import Fallen, latest
from tapete.web.tables.telling import Told, bet_name, doing, hand_name, label, printed, ratio, role_name, tell
from tapete.words import examples

BUTTONS_AT_MOST = 60


class Button(NamedTuple):
    """Something that is open now, apart from stakes on the felt: as whom, what, and the amounts it takes."""

    hat: str
    do: str
    on: str
    text: str
    article: str
    lo: int
    hi: int
    step: int


class Own(NamedTuple):
    """A stake of one's own."""

    spot: str
    name: str
    cents: int
    imprisoned: bool
    withdraws: bool


class Hand(NamedTuple):
    """Cards in a place."""

    name: str
    cards: list[Picture]


class Fall(NamedTuple):
    """What the croupier is to enter: one of some pockets, so many dice, or a card."""

    kind: str
    pockets: tuple[tuple[str, str], ...] = ()
    dice: int = 0


class Seated(NamedTuple):
    """Somebody at the table."""

    name: str
    colour: int
    playing: bool
    leaving: bool
    chips: int | None


@dataclass(frozen=True)
class Face:
    """What one person sees of a table. `me` is their name there, if they sit; `hats` whom they may act as besides."""

    table: GameTable
    seen: dict[str, Any]
    me: str
    hats: tuple[str, ...]
    open: list[tuple[str, dict[str, Any]]]
    fall: Fall | None
    told: list[Told]
    before: list[Told]
    latest: list[Fallen]

    # The table

    @cached_property
    def game(self) -> Game:
        """The game."""
        return game(self.table.game)

    @cached_property
    def rules(self) -> BankRulebook:
        """Its rulebook."""
        return self.table.rules

    @property
    def settings(self) -> Settings:
        """How the table is set."""
        return self.table.settings

    @property
    def felt(self) -> Felt | None:
        """The felt, where the game has one."""
        return self.game.felt(self.rules, self.settings)

    def labels(self) -> dict[str, str]:
        """Every spot as a screen reader says it."""
        return {spot: label(self.rules, spot) for spot in self.game.layout(self.rules, self.settings)}

    def example(self) -> str:
        """A bet as one would type it here."""
        return next(iter(examples(self.game.layout(self.rules, self.settings), self.game.examples)), "")

    @staticmethod
    def printed(text: str) -> str:
        """Words on the felt."""
        return printed(text)

    @staticmethod
    def ratio(pays: str) -> str:
        """What a bet pays, in words."""
        return ratio(pays)

    def tray(self) -> list[int]:
        """Chips to choose from: those that the table's limits have use for."""
        spots = self.game.layout(self.rules, self.settings).values()
        most = max((spot.limits.hi for spot in spots), default=0)
        values = (50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000)
        chip, minimum = self.settings.chip, self.settings.minimum
        usual = [
            cents
            for cents in values
            if cents % chip == 0 and minimum <= 5 * cents and cents <= min(most, 100 * minimum)
        ]
        return sorted({*usual, minimum})

    # The round

    @property
    def name(self) -> str:
        """Whose face it is: a player's name, a role, or a watcher's."""
        return str(self.seen["face"])

    @property
    def position(self) -> str:
        """How far the table has come, as an event's id."""
        return f"{self.seen['round']}.{self.seen['n']}.{self.seen['change']}"

    @property
    def view(self) -> dict[str, Any]:
        """The round as this face sees it; nothing before the first."""
        return self.seen["view"] or {
            "pending": None,
            "actors": [],
            "places": {},
            "cards": {},
            "said": [],
            "finished": True,
        }

    @property
    def between(self) -> bool:
        """Whether no round is being played."""
        return bool(self.view["finished"])

    @property
    def purse(self) -> int | None:
        """The chips one holds: those the round counts, or all that one has between rounds."""
        mine = next((seat.chips for seat in self.seats if seat.name == self.me), None)
        return (
            mine if self.between or chips(self.me) not in self.view["places"] else self.view["places"][chips(self.me)]
        )

    @cached_property
    def seats(self) -> list[Seated]:
        """Who sits, each with a colour."""
        return [
            Seated(seat["name"], i % COLOURS, seat["playing"], seat["leaving"], seat.get("chips"))
            for i, seat in enumerate(self.seen["seats"])
        ]

    @property
    def staking(self) -> bool:
        """Whether one may put chips on the felt now."""
        return any(item["do"] == "stake" for hat, item in self.open if hat == self.me)

    def closed(self) -> set[str]:
        """The spots that take none of one's chips now, while others do."""
        taking = {item["on"] for item in self._taking()}
        return set(self.game.layout(self.rules, self.settings)) - taking if taking else set()

    def fixed(self) -> dict[str, int]:
        """The spots on which only one amount may be put."""
        return {item["on"]: item["lo"] for item in self._taking() if item["lo"] == item["hi"]}

    def _taking(self) -> list[dict[str, Any]]:
        return [item for hat, item in self.open if hat == self.me and item["do"] == "stake"]

    def discs(self, shape: str) -> list[Disc]:
        """The chips on the wide or the tall felt."""
        if self.felt is None:
            return []
        drawing = self.felt.wide if shape == "wide" else self.felt.tall
        return discs(drawing, self.view["places"], [seat.name for seat in self.seats], self.me)

    def own(self) -> list[Own]:
        """One's own stakes."""
        back = {item["on"] for hat, item in self.open if hat == self.me and item["do"] == "withdraw"}
        return [
            Own(stake.spot, bet_name(self.rules, stake.spot), stake.cents, stake.imprisoned, stake.spot in back)
            for stake in lying(self.view["places"])
            if stake.who == self.me
        ]

    def buttons(self) -> list[Button]:
        """What is open besides putting chips on spots and taking them back."""
        found = [
            Button(
                hat,
                item["do"],
                item["on"],
                doing(self.rules, item["do"], item["on"]),
                item["article"],
                item["lo"],
                item["hi"],
                item["step"],
            )
            for hat, item in self.open
            if item["do"] not in ("stake", "withdraw")
        ]
        return found[:BUTTONS_AT_MOST]

    def hands(self) -> list[Hand]:
        """The cards on the table."""
        kind = spanish(self.rules)
        return [
            Hand(hand_name(place), [picture(card, kind) for card in cards])
            for place, cards in self.view["cards"].items()
        ]

    def waiting(self) -> str:
        """What the table waits for."""
        if self.table.state != "open":
            return _("The table is closed")
        pending = self.view["pending"]
        if pending is None:
            return _("Between rounds") if self.seen["view"] else _("No round has been played yet")
        kind, _colon, rest = pending.partition(":")
        if kind == "choose":
            who, _colon, about = rest.partition(":")
            mine = who in (self.me, self.name)
            turn = _("It is your decision") if mine else _("%(who)s decides") % {"who": role_name(who)}
            return f"{turn}: {hand_name(about)}"
        if kind == "card":
            return _("A card is dealt: %(where)s") % {"where": hand_name(rest)}
        words = {"stakes": _("Place your bets"), "spin": _("The wheel turns"), "roll": _("The dice are thrown")}
        return words.get(kind) or _("The table waits for: %(what)s") % {"what": hand_name(pending)}

    @property
    def payments(self) -> list[Told]:
        """What the croupier takes and pays in this round."""
        return [line for line in self.told if line.kind == "paid"]

    def calls(self) -> str:
        """The last calls, to be read aloud."""
        return " ".join(line.text for line in self.told if line.kind == "call")[-300:]


def face(floor: Floor, table_id: str, account: Account | None) -> Face:
    """A table as somebody sees it now."""
    seen = floor.rounds.view(table_id, account)
    table = floor.tables.table(table_id)
    hats, me = HATS.get(account.role, ()) if account else (), seat_name(floor, table_id, account)
    return Face(
        table,
        seen,
        me,
        hats,
        _open(floor, table_id, account, seen, {*hats, me} - {""}),
        _fall(floor, table) if hats and table.physical else None,
        commentary(floor, table, seen, seen["round"], account),
        commentary(floor, table, seen, seen["round"] - 1, account),
        latest(floor, table),
    )


def commentary(
    floor: Floor, table: GameTable, seen: dict[str, Any], number: int, account: Account | None
) -> list[Told]:
    """A round in words: all of it for staff; for others what all saw and heard, and their own chips."""
    if number < 1:
        return []
    staff = account is not None and account.role in READING
    if number == seen["round"] and not seen["view"]["finished"]:
        said = floor.desk.read(table.public_id, lambda found: found.round.open_to_all() if found.round else [])
        return tell(table.rules, said, seen["face"], staff)
    entries = [decode(line) for line in floor.history.transcript(table.public_id, number, account)]
    return tell(table.rules, entries, seen["face"], staff)


def _open(
    floor: Floor, table_id: str, account: Account | None, seen: dict[str, Any], hats: set[str]
) -> list[tuple[str, dict[str, Any]]]:
    """What is open to a person under each of their hats, their own name at the table included."""
    if not seen["view"] or account is None:
        return []
    found = [(seen["face"], item) for item in seen["view"]["open"]]
    for hat in sorted(hats - {seen["face"]}):
        view = floor.rounds.view(table_id, account, hat)["view"]
        found += [(hat, item) for item in view["open"]]
    return found


def seat_name(floor: Floor, table_id: str, account: Account | None) -> str:
    """The name under which somebody sits at a table, empty if they do not."""
    if account is None:
        return ""
    seat = floor.desk.read(table_id, lambda found: found.seat_of(account.id))
    return seat.name if seat is not None and seat.state != "left" else ""


def _fall(floor: Floor, table: GameTable) -> Fall | None:
    """What the croupier is to enter, if the table waits for it."""
    match floor.desk.read(table.public_id, lambda found: found.round and found.round.pending):
        case Spin() as spin:
            found, pockets = game(table.game), in_order(spin.pockets)
            return Fall("pocket", tuple((pocket, found.result(table.rules, pocket).colour) for pocket in pockets))
        case Roll() as roll:
            return Fall("dice", dice=roll.dice)
        case Deal():
            return Fall("card")
        case Chance():
            return Fall("text")
        case _:
            return None


def in_order(pockets: Sequence[str]) -> list[str]:
    """Pockets as one looks for them, numbers first and by size.

    >>> in_order(("10", "2", "joker", "00", "2"))
    ['00', '2', '10', 'joker']
    """
    return sorted(
        set(pockets), key=lambda pocket: (not pocket.isdigit(), int(pocket) if pocket.isdigit() else 0, pocket)
    )
