"""The betting of an interval: who speaks, what he may do, and when all have answered."""

from collections.abc import Iterable

from tapete.engine.places import called
from tapete.engine.requests import Act, Move, Several
from tapete.engine.round import Reported
from tapete.engine.warning import WARN
from tapete.engine.window import Offer, Option, Refusal, Window
from tapete.games.circulo.hand import Hand, Seat
from tapete.games.circulo.limits import FIXED, FREE, POT, least, most, pot_raise, reopens
from tapete.games.circulo.rules import MAXIMUM, NO_BETS, NO_RAISES, Scheme, Street
from tapete.games.circulo.rulings import RULE, Rulings, rule
from tapete.games.circulo.speaking import open_pair
from tapete.games.circulo.warning import may_warn, warn

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"


class Interval:
    """One interval of betting."""

    def __init__(self, hand: Hand, name: str, street: Street) -> None:
        self.hand, self.name, self.street = hand, name, street
        self.acts, self.speaks = hand.law.acts, street.speaks
        self.scheme: Scheme = hand.terms.scheme
        self.kind = self.scheme.kind
        self.asked = hand.seats[0]
        self.around = hand.seats * 2
        self.full = self.by = hand.level
        self.raises = int(hand.straddled and hand.straddles_raise and hand.level > 0)
        self.closed = False
        self.first: Seat | None = None  # who speaks first
        self.opens: Seat | None = None  # who is to, even if he has no chips left for it
        pair = bool(self.scheme.open_pair) and not street.high and open_pair(hand)
        self.unit = self._unit(street.high or (pair and self.kind != FIXED))
        # Where amounts are fixed, anybody may take the high one over an open pair; then all raises are of it.
        self.other = self._unit(high=True) if pair and self.kind == FIXED else 0
        self.figure = self._figure()
        by_pot = street.pot if self.kind == POT else None
        self.article = (by_pot or self.scheme).article  # by what a raise is bounded

    def _unit(self, high: bool) -> int:
        """The fixed amount of the interval: the minimum, or the high limit."""
        if not high:
            return self.hand.settings.minimum
        if self.scheme.high is None:
            most, chip = self.hand.settings.maximum.get(MAXIMUM, 0), self.hand.settings.chip
            return most // chip * chip if self.hand.in_chips else most
        return self.scheme.high.pay(self.hand.settings.minimum)

    def _figure(self) -> int:
        """The pot that bounds every raise of the interval, where the text fixes it as it is before it."""
        return self.street.pot.share.pay(self.hand.pot()) if self.street.pot else 0

    # The round of players

    async def play(self, start: int) -> None:
        """From the first speaker on, until all who are in have matched, or one is left.

        Who speaks is asked again after what the inspector rules or reports, and after the croupier's warning.
        """
        hand, seats = self.hand, self.hand.seats
        for seat in seats:
            if seat.live and not seat.out:
                seat.speaks = seat.free = True
                seat.tied = seat.barred = False
                seat.raises = 0
        at, offers = start % len(seats), (Turn(self), Rulings(self), *may_warn(hand, lambda: self.asked.who))
        self.opens = seats[at]
        while (speaker := self.next(at)) is not None:
            at = seats.index(speaker) + 1
            self.asked, self.first = speaker, self.first or speaker
            while speaker.speaks and not hand.alone:
                answer: Act | Reported
                try:
                    _, answer = await Window(f"choose:{speaker.who}:{self.name}", self.street.article, *offers)
                except Reported as report:
                    answer = report
                if type(answer) is not Act or answer.do in (RULE, WARN):
                    await self.rule(answer)
                elif effect := self.perform(speaker, answer):
                    await effect

    def next(self, at: int) -> Seat | None:
        """Who speaks next, from a place on, if anybody has to; who is alone with players without chips does not."""
        waits = None
        for seat in self.around[at : at + len(self.hand.seats)]:
            if seat.speaks:
                if waits is not None:
                    return waits
                waits = seat
        if waits is None or self.hand.alone:
            return None
        live = self.hand.live()
        others = len(live) - sum([seat.out for seat in live]) > 1
        return waits if others or waits.bet < max([seat.bet for seat in live]) else None

    def perform(self, seat: Seat, act: Act) -> Several | Move | None:
        """What a player does, and what happens by it."""
        hand, acts = self.hand, self.acts
        seat.speaks = seat.free = False
        hand.acted += 1
        if act.do == FOLD:
            return hand.put_away(seat)
        if act.do == CALL:
            cents = hand.level - seat.bet
            stack = hand.stack(seat)
            return hand.paid_in(seat, min(cents, stack), (acts.call if cents <= stack else acts.short).article)
        return self.lift(seat, act.cents) if act.do in (BET, RAISE) else None

    def lift(self, seat: Seat, cents: int) -> Move | None:
        """A bet or a raise: the others must answer, and may raise in their turn unless it is too little for that."""
        hand, before = self.hand, self.hand.level
        least, level = self.least(), seat.bet + cents
        move = hand.paid_in(seat, cents, self.acts.raise_.article)
        hand.level = level
        hand.last = hand.bettor = hand.seats.index(seat)
        hand.opener = hand.last if hand.opener is None else hand.opener
        if self.other and level > least:
            self.unit, self.other = self.other, 0
        base, share = self.unit if self.kind == FIXED else before, hand.law.raises.reopens
        counts = level >= least or not before or reopens(share, base, base + level - before)
        if counts:
            self.full, self.by = level, level - before
            self.raises += before > 0
            seat.raises += before > 0
        for other in hand.seats:
            if other.live and not other.out and other is not seat:
                other.speaks = True
                other.free = other.free or counts
        return move

    # What is open

    def least(self) -> int:
        """The lowest level that a bet or a raise may reach."""
        hand = self.hand
        rule, minimum = hand.law.raises.least, hand.settings.minimum
        return least(self.kind, rule, hand.level, self.full, self.by, self.unit, minimum)

    def most(self, seat: Seat, low: int) -> int:
        """The highest level that a bet or a raise may reach."""
        hand, by = self.hand, self.figure
        if self.kind == POT and not by:
            by = pot_raise(hand.pot(), hand.level - seat.bet, self.scheme.share)
        return most(self.kind, low, hand.level, by, self.unit, hand.settings.chip)

    def raising(self, seat: Seat) -> tuple[int, int, int] | Refusal:
        """The chips, from the least to the most and by steps, that a player may add to raise; or why none."""
        hand, scheme, bet = self.hand, self.scheme, seat.bet
        if self.closed or not seat.free or seat.barred or (seat.tied and hand.level):
            return Refusal("{who} may only match now", hand.law.raises.article, who=seat.who)
        reach = bet + hand.stack(seat)
        if reach <= hand.level:
            return Refusal("{who} has no chips to raise with", self.acts.short.article, who=seat.who)
        if scheme.raises is not None and hand.count > 2:
            made = self.raises if scheme.each == "ronda" else seat.raises
            if made >= scheme.raises:
                return Refusal("{count} raises are the most", scheme.article, count=scheme.raises)
        low = self.least()
        if reach < low:
            return reach - bet, reach - bet, hand.settings.chip
        if self.other and reach >= self.full + self.other:
            return low - bet, self.full + self.other - bet, self.other - self.unit
        high = reach if self.kind == FREE else min(self.most(seat, low), reach)
        return low - bet, high - bet, hand.settings.chip

    # What goes wrong

    async def rule(self, said: Act | Reported) -> None:
        """What the inspector rules, what is reported, or the croupier's warning."""
        if isinstance(said, Reported):
            await self.remedy(said)
        elif said.do == WARN:
            await warn(self.hand, said.on)
        else:
            await rule(self, said)

    async def remedy(self, report: Reported) -> None:
        """Some things close the raising, or all betting."""
        await self.hand.remedy(report, self.name)
        self.closed = self.closed or report.rule.remedy in (NO_RAISES, NO_BETS)


async def heard(window: Window) -> Act | Reported:
    """What is answered, or what is reported instead."""
    try:
        _, act = await window
    except Reported as report:
        return report
    return act


class Turn(Offer):
    """What the player who is asked may do: give up, pass, match, bet or raise."""

    __slots__ = ("interval",)
    verbs = (FOLD, CHECK, CALL, BET, RAISE)

    def __init__(self, interval: Interval) -> None:
        self.interval = interval

    def actors(self) -> Iterable[str]:
        return (self.interval.asked.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.verbs] if who == self.interval.asked.who else []

    def open(self, who: str) -> list[Option]:
        seat, level = self.interval.asked, self.interval.hand.level
        if who != seat.who:
            return []
        folds, lifts = self._folds(), self._lifts(RAISE if level else BET)
        matches = self._calls() if level > seat.bet else self._checks()
        return [item for item in (folds, matches, lifts) if type(item) is Option]

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        asked = self.interval.asked.who
        if who != asked or on:
            return Refusal("it is {who}'s turn", self.interval.acts.article, who=called(asked))
        if do == FOLD:
            return self._folds()
        if do == CALL:
            return self._calls()
        return self._checks() if do == CHECK else self._lifts(do)

    def _folds(self) -> Option | Refusal:
        """Giving up."""
        interval, seat = self.interval, self.interval.asked
        owed, speaks = interval.hand.level - seat.bet, interval.speaks
        stays = speaks.must_stay and (seat is interval.opens or not interval.hand.stays_himself)
        if not owed and seat is interval.first and (speaks.must_bet or stays):
            return Refusal("{who} opens, and cannot give up", speaks.article, who=seat.who)
        return Option(seat.who, FOLD, "", interval.acts.fold.article, default=owed > 0)

    def _checks(self) -> Option | Refusal:
        """Passing."""
        interval, seat = self.interval, self.interval.asked
        level, speaks, article = interval.hand.level, interval.speaks, interval.acts.check.article
        if level > seat.bet:
            return Refusal("there is a bet to match", article)
        if not level and seat is interval.first and speaks.must_bet and not interval.raises:
            return Refusal("{who} opens, and must bet", speaks.article, who=seat.who)
        return Option(seat.who, CHECK, "", article, default=True)

    def _calls(self) -> Option | Refusal:
        """Matching."""
        interval, seat = self.interval, self.interval.asked
        if interval.hand.level <= seat.bet:
            return Refusal("there is no bet to match", interval.acts.call.article)
        return Option(seat.who, CALL, "", interval.acts.call.article)

    def _lifts(self, do: str) -> Option | Refusal:
        """Betting, or raising a bet."""
        interval = self.interval
        if do == BET and interval.hand.level:
            return Refusal("there is a bet: match it or raise it", interval.acts.article)
        if do != BET and not interval.hand.level:
            return Refusal("there is no bet yet", interval.acts.article)
        raising = interval.raising(interval.asked)
        if isinstance(raising, Refusal):
            return raising
        lo, hi, step = raising
        return Option(interval.asked.who, do, "", interval.article, lo, hi - (hi - lo) % step, step)
