"""A hand that others played, once the cards are dealt: what they did and showed as the file has it."""

from typing import TYPE_CHECKING, Any

from tapete.engine.requests import Act
from tapete.engine.window import Refusal, Window
from tapete.errors import IllegalAction, Said, TapeteError
from tapete.games.circulo.betting import BET, CALL, CHECK, FOLD, RAISE, Interval, Turn
from tapete.games.circulo.hand import Hand, Seat
from tapete.games.circulo.phh import BRINGS_IN, CALLS, DEALS_BOARD, DEALS_HAND, FOLDS, Step
from tapete.games.circulo.showdown import Showdown
from tapete.money.amounts import Money

if TYPE_CHECKING:
    from tapete.games.circulo.replaying import Script


class BrokenOff(Exception):
    """The file says no more, and the hand is not over."""


class Played(Interval):
    """An interval whose decisions are in the file."""

    def __init__(self, script: "Script", hand: Hand, *street: Any) -> None:
        super().__init__(hand, *street)
        self.script = script

    async def play(self, start: int) -> None:
        """As long as the file has somebody act; who should and does not is passed over, and out if he acts no more."""
        seats, script = self.hand.seats, self.script
        for seat in seats:
            seat.speaks, seat.free, seat.raises = seat.live and not seat.out, True, 0
        self.hand.bettor = None
        at = start % len(seats)
        while (step := script.peek()) is not None and step.do not in (DEALS_HAND, DEALS_BOARD):
            expected = self.next(at)
            script.take()
            seat = next(seat for seat in seats if seat.who == script.names[step.player])
            self.first = self.first or expected or seat
            await self._act(seat, expected, step)
            at = seats.index(seat) + 1
        while late := self.next(at):
            if step is None and not script.shows:
                raise BrokenOff
            script.now = step.number if step else script.now
            script.breach(Said("it is {who}'s turn", who=late.who), self.street.article)
            late.speaks = False
            if not script.returns(late):
                await self.hand.put_away(late)

    async def _act(self, seat: Seat, expected: Seat | None, step: Step) -> None:
        """One act of the file: held to the text, and done, but for who is left alone and has won already."""
        act = self._meant(seat, step)
        if seat is not expected:
            what = Said("it is {who}'s turn", who=expected.who) if expected else Said("nobody is to speak now")
            self.script.breach(what, self.street.speaks.article)
        self.asked = seat
        try:
            Window("choose", self.street.article, Turn(self)).check(seat.who, act)
        except IllegalAction as error:
            self.script.breach(self._told(error.reason), self._article(seat, act) or error.article)
        if seat.live and not self.hand.alone and (effect := self.perform(seat, act)):
            await effect

    def _told(self, reason: Said) -> Said:
        """Why an act is not open, its amounts as the file writes them, whatever is the least of them there."""
        told = self.script.written.told
        values = {name: told(each.cents) if isinstance(each, Money) else each for name, each in reason.values.items()}
        return Said(reason.template, **values)

    def _article(self, seat: Seat, act: Act) -> str:
        """By what a raise is too little, which is not what bounds it above."""
        raising = self.raising(seat) if act.cents else None
        short = raising is not None and not isinstance(raising, Refusal) and act.cents < raising[0]
        return self.hand.rules.raises.article if short and self.hand.level else ""

    def _meant(self, seat: Seat, step: Step) -> Act:
        """What an act of the file is here."""
        level = self.hand.level
        if step.do == FOLDS:
            return Act(FOLD)
        if step.do == CALLS:
            return Act(CALL if level > seat.bet else CHECK)
        written, left = self.script.written, self.hand.stack(seat)
        cents = min(written.bring_in - seat.bet, left) if step.do == BRINGS_IN else step.amount - seat.bet
        if left < cents <= left + self.script.fee():  # all that he has, but for what the hand cost him
            cents = left
        if cents > left:
            told = {"who": seat.who, "left": written.told(left)}
            raise TapeteError("action {number}: {who} has {left} left, and no more", number=step.number, **told)
        if cents <= 0:
            raise TapeteError("action {number}: nothing is added to what lies there", number=step.number)
        return Act(RAISE if level else BET, cents=cents)


class Shown(Showdown):
    """A showdown in which those throw their cards away who do so in the file, or whose cards it does not have."""

    def __init__(self, script: "Script", hand: Hand) -> None:
        super().__init__(hand)
        self.script = script

    async def settle(self) -> None:
        """Cards that are not shown are out; what is left is settled as ever, if the cards of anybody are known."""
        thrown = self.script.thrown()
        if not self.hand.alone:
            shown = [seat for seat in self.hand.live() if self.script.names.index(seat.who) not in thrown]
            if len(shown) > 1 and not any(map(self.script.known, shown)):
                what = Said("nobody's cards are known, and who wins cannot be told")
                self.script.breach(what, self.rules.showdown.article)
                return
            for seat in self.hand.live():
                player = self.script.names.index(seat.who)
                if (player in thrown or not self.script.known(seat)) and not self.hand.alone:
                    await self._thrown(seat, thrown.get(player, self.script.now))
        await super().settle()

    async def _thrown(self, seat: Seat, number: int) -> None:
        self.script.now = max(self.script.now, number)
        if self.rules.showdown.muck is None:
            self.script.breach(Said("{who} does not show", who=seat.who), self.rules.showdown.article)
        await self.hand.put_away(seat)

    async def _throws(self, seat: Seat) -> bool:  # noqa: ARG002
        return False
