"""What the inspector says that somebody has done or suffered in a hand, and what becomes of it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tapete.engine.places import called
from tapete.engine.requests import Act, Announce, Move, Shift
from tapete.engine.window import Offer, Option, Refusal
from tapete.errors import listed
from tapete.games.circulo.faults import FIRST, LATER, Ruling, Situation
from tapete.games.circulo.hand import BURNT, DEAD, Hand, Seat, pot_place
from tapete.games.circulo.rules import DOWN
from tapete.games.circulo.settle import layers
from tapete.games.circulo.warning import remember

if TYPE_CHECKING:
    from tapete.games.circulo.betting import Interval

RULE, EXPELS = "rule", "expulsion"
# Remedies that are treated apart where a ruling is offered.
CHANGES, COMPLETES, COVERS, AHEAD = "cambia", "completa", "cubre", "adelanta"
SHOWS, SET_APART, WARNS = "muestra", "muerta", "advierte"
AGAIN = 2  # as often as something must have been noted of somebody before it can cost him the game


class Rulings(Offer):
    """The inspector says what somebody has done or suffered, and what becomes of his hand."""

    __slots__ = ("interval",)
    verbs = (RULE,)

    def __init__(self, interval: "Interval") -> None:
        self.interval = interval

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        hand = self.interval.hand
        if who != "inspector":
            return []
        return [(RULE, f"{name}:{seat.who}") for seat in hand.seats for name in self._names(seat)]

    def _names(self, seat: Seat) -> list[str]:
        """What can be said of somebody: of who has given up, only what one is warned of, cards or none."""
        rulings = self.interval.hand.rules.rulings
        return [name for name, rule in rulings.items() if seat.live or rule.remedy == WARNS] + [EXPELS]

    def open(self, who: str) -> list[Option]:
        return super().open(who) if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        hand = self.interval.hand
        name, _, whom = on.partition(":")
        if who != "inspector":
            return Refusal("the inspector rules on what players do", hand.rules.article)
        seat = next((seat for seat in hand.seats if seat.who == whom and name in self._names(seat)), None)
        ruling = hand.rules.rulings.get(name)
        if seat is not None and name == EXPELS:
            return self._expels(on, seat)
        if ruling is None or seat is None:
            return Refusal("{who} cannot '{do}' now", hand.rules.article, who=called(who), do=Act(do, on).said)
        return self._unfit(name, ruling, seat) or self._open(on, ruling, seat)

    def _unfit(self, name: str, ruling: Ruling, seat: Seat) -> Refusal | None:
        """Why a ruling cannot be made of somebody now, if the text has it in another situation."""
        interval, hand = self.interval, self.interval.hand
        if ruling.streets and interval.name not in ruling.streets:
            during = listed([hand.rules.streets[street].name for street in ruling.streets])
            said = {"name": name, "during": during}
            return Refusal("'{name}' cannot be reported now, only during {during}", ruling.article, **said)
        if ruling.turn and seat is not interval.asked:
            return Refusal("it is {who}'s turn", ruling.article, who=interval.asked.who)
        if ruling.owing and hand.level <= seat.bet:
            return Refusal("there is no bet to match", ruling.article)
        return unfit(hand, name, ruling)

    def _open(self, on: str, ruling: Ruling, seat: Seat) -> Option | Refusal:
        """Whether a ruling can be made of somebody now; some take chips that lie there, some cards."""
        hand, article = self.interval.hand, ruling.article
        if ruling.remedy == CHANGES and (hand.boards[0] or hand.burnt):
            return Refusal("the card that would be burnt is gone", article)
        if ruling.remedy == CHANGES:  # the last card, unless another is named
            return Option("inspector", RULE, on, article, slots=tuple(seat.cards), least=0, most=1)
        if ruling.remedy == SET_APART and seat.skipped:
            return Refusal("{who} has been given a card that was set apart", article, who=seat.who)
        if ruling.remedy == SET_APART and (not hand.dead or hand.seventh is not None):
            return Refusal("no card that was set apart is left for {who}", article, who=seat.who)
        if ruling.remedy in (COMPLETES, COVERS):
            return self._matching(on, ruling, seat)
        if ruling.remedy == AHEAD:
            return self._ahead(on, ruling, seat)
        if ruling.remedy == SHOWS:
            closed = tuple(slot for slot in seat.cards if slot not in hand.deck.faces)
            if not closed:
                return Refusal("all cards of {who} are seen", article, who=seat.who)
            return Option("inspector", RULE, on, article, slots=closed, least=1, most=len(closed))
        return Option("inspector", RULE, on, article)

    def _matching(self, on: str, ruling: Ruling, seat: Seat) -> Option | Refusal:
        """Who matches a bet with too few chips or too many: only of whoever is in turn and has something to match."""
        hand, chip = self.interval.hand, self.interval.hand.settings.chip
        owed = hand.level - seat.bet
        if seat is not (asked := self.interval.asked):
            return Refusal("it is {who}'s turn", ruling.article, who=asked.who)
        if owed <= 0:
            return Refusal("there is no bet to match", ruling.article)
        if ruling.remedy == COVERS:
            return Option("inspector", RULE, on, ruling.article)
        most = min(owed, hand.stack(seat)) - chip
        if most < chip:
            return Refusal("{who} has no chips to raise with", ruling.article, who=seat.who)
        return Option("inspector", RULE, on, ruling.article, chip, most, chip)

    def _ahead(self, on: str, ruling: Ruling, seat: Seat) -> Option | Refusal:
        """A bet before its turn is as large as it may be in turn."""
        if seat is self.interval.asked or not seat.speaks:
            return Refusal("{who} is not before his turn", ruling.article, who=seat.who)
        raising = self.interval.raising(seat)
        if isinstance(raising, Refusal):
            return raising
        lo, hi, step = raising
        return Option("inspector", RULE, on, ruling.article, lo, hi - (hi - lo) % step, step)

    def _expels(self, on: str, seat: Seat) -> Option | Refusal:
        """Who does again what he was warned of may lose the game, where the text says so."""
        hand = self.interval.hand
        for name, ruling in hand.rules.rulings.items():
            if ruling.again is not None and hand.warned.get(f"{name}:{seat.who}", 0) >= AGAIN:
                return Option("inspector", RULE, on, ruling.again.article)
        return Refusal("nothing was noted of {who} twice for which one is sent away", hand.rules.article, who=seat.who)


def unfit(hand: Hand, name: str, rule: Situation) -> Refusal | None:
    """Why something cannot have happened as a hand stands, if it cannot."""
    article = rule.article
    if rule.dealing == FIRST and hand.dealing != FIRST:
        return Refusal("'{name}' can only have happened as the first cards were dealt", article, name=name)
    if rule.dealing == LATER and hand.dealing != LATER:
        return Refusal("'{name}' can only have happened as cards were dealt after the first", article, name=name)
    if rule.dealing and not hand.dealing:
        return Refusal("'{name}' can only have happened as players were dealt cards", article, name=name)
    if rule.remaining is not None and rule.remaining != hand.count:
        said = {"name": name, "count": rule.remaining, "left": hand.count}
        return Refusal("'{name}' is for {count} players left in the hand, and there are {left}", article, **said)
    if rule.before is not None and hand.acted >= rule.before:
        said = {"name": name, "count": rule.before}
        return Refusal("'{name}' is said before {count} players have acted on their cards", article, **said)
    if rule.acted is not None and hand.acted < rule.acted:
        said = {"name": name, "count": rule.acted}
        return Refusal("'{name}' is said once {count} players have acted on their cards", article, **said)
    return None


async def rule(interval: "Interval", act: Act) -> None:
    """The inspector rules on somebody: it is noted, and what the text has follow follows."""
    hand = interval.hand
    name, _, who = act.on.partition(":")
    seat = next(seat for seat in hand.seats if seat.who == who)
    await Announce("noted", (f"{name}, {who}",))
    if name == EXPELS:
        hand.expelled.append(who)
        if seat.live:
            await hand.put_away(seat)
        return
    ruling = hand.rules.rulings[name]
    remember(hand, name, who)
    await _follows(interval, seat, ruling, act)


async def _follows(interval: "Interval", seat: Seat, ruling: Ruling, act: Act) -> None:
    hand = interval.hand
    match ruling.remedy:
        case "pierde":
            await hand.put_away(seat)
        case "devuelve":
            await _give_back(hand, seat, ruling.article)
            await hand.put_away(seat)
        case "cambia":
            await _change(hand, seat, ruling, act.slots or seat.cards[-1:])
        case "aparta":
            seat.speaks, seat.out = False, True
        case "iguala":
            seat.tied = True
        case "sin-apostar":
            seat.barred = True
        case "completa":
            seat.barred = True
            await hand.pay_in(seat, act.cents, ruling.article)
        case "cubre":
            seat.speaks = seat.free = False
            await hand.pay_in(seat, min(hand.level - seat.bet, hand.stack(seat)), ruling.article)
        case "adelanta":
            seat.speaks, seat.free, seat.tied = False, False, True
            if move := interval.lift(seat, act.cents):
                await move
        case "muerta":
            await _from_apart(hand, seat, ruling.article)
        case "descubierta":
            seat.opened = True
        case "muestra":
            for slot in act.slots:
                await hand.deck.show(slot, ruling.article)


async def _give_back(hand: Hand, seat: Seat, article: str) -> None:
    """All that somebody staked goes back to him, as far as it lies there."""
    if seat.bet:
        await Move(seat.front, seat.home, seat.bet, article)
    for pot, part in enumerate(layers(0, seat.put, hand.bounds)):
        cents = min(part, hand.places.get(pot_place(pot), 0))
        if cents:
            await Move(pot_place(pot), seat.home, cents, article)
            hand.goes_back(pot, cents)
    seat.bet = seat.put = 0


async def _change(hand: Hand, seat: Seat, ruling: Ruling, turned: Sequence[str]) -> None:
    """A card that was turned as it was dealt is burnt, and the one that would be comes in its place."""
    (slot,) = turned
    seat.cards.remove(slot)
    await hand.deck.show(slot, ruling.article)
    await Shift(slot, seat.place, BURNT)
    await hand.give(seat, DOWN, ruling.article)
    hand.burnt += 1


async def _from_apart(hand: Hand, seat: Seat, article: str) -> None:
    """Who was passed over has the first card that was set apart; the one noted as his was not dealt to him."""
    dealt, apart = seat.cards.pop(), hand.dead.pop(0)
    seat.cards.append(apart)
    seat.skipped = True
    await Shift(dealt, seat.place, BURNT)
    await Shift(apart, DEAD, seat.place, seat.who)
    if dealt in hand.deck.faces:  # his was to be open
        seat.up[-1] = await hand.deck.show(apart, article)
