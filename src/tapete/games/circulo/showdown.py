"""The end of a hand: cards are shown in their order, and every pot goes to the best of those who have stakes in it."""

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tapete.engine.places import POT, called
from tapete.engine.requests import Act, Announce, Move, Several
from tapete.engine.round import Reported
from tapete.engine.settings import Settings
from tapete.engine.warning import WARN
from tapete.engine.window import Choose, Offer, Option, Refusal
from tapete.games.circulo.betting import heard
from tapete.games.circulo.draw import proven
from tapete.games.circulo.hand import POTS, Hand, Seat, noted
from tapete.games.circulo.hands import HAND
from tapete.games.circulo.rules import Rules, low_ranking, ranking
from tapete.games.circulo.settle import contenders, halves, shares
from tapete.games.circulo.warning import may_warn, warn

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup, Mixed

SHOWS, THROWS, ASKS = "mostrar", "tirar", "see"


class Asking(Offer):
    """Others who are in the hand, or the inspector, ask to see the cards of who is about to throw them away."""

    __slots__ = ("article", "asked", "hand", "seat")
    verbs = (ASKS,)

    def __init__(self, hand: Hand, seat: Seat, article: str) -> None:
        self.hand, self.seat, self.article = hand, seat, article
        self.asked = False

    def actors(self) -> Iterable[str]:
        return (*(seat.who for seat in self.hand.live() if seat is not self.seat), "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(ASKS, "")] if who in self.actors() else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in self.actors() or on:
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        if self.asked:
            return Refusal("somebody has asked to see them already", self.article)
        return Option(who, do, "", self.article)


class Showdown:
    """Showing and paying."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules, self.law = hand, hand.rules, hand.law
        self.scores: dict[Seat, list[int]] = {}

    async def settle(self) -> None:
        """Who is alone takes all; others show, and the pots are theirs by what they hold."""
        if self.law.openers and not await self._proven():
            return
        if self.hand.terms.cut.each == "hand" and (raked := self.hand.raked()):
            await Several(raked)
        if self.hand.alone:
            await self._alone(self.hand.live()[0])
            return
        await self.show()
        if paid := [effect for number in range(len(self.hand.bounds) + 1) for effect in self._paid(number)]:
            await Several(paid)

    async def _proven(self) -> bool:
        """Who opened shows that he might, or loses his hand; false if the pot is left to nobody and stays."""
        assert self.law.openers is not None
        if self.hand.opener is None:
            return True
        seat, article = self.hand.seats[self.hand.opener], self.law.openers.false.article
        if not seat.live or await proven(self.hand, self.law.openers.proof.article):
            return True
        await Announce("false", (seat.who,))
        await self.hand.put_away(seat)
        if self.hand.live():
            return True
        await self._carry_over(seat, article)
        return False

    async def _carry_over(self, seat: Seat, article: str) -> None:
        """All that was staked waits for the next hand, with the last bet that nobody matched."""
        await self.hand.into_one(article)
        if self.hand.unmatched:
            await Move(seat.home, POT, self.hand.unmatched, article)

    async def _alone(self, seat: Seat) -> None:
        await Announce("alone", (seat.who,))
        for number, cents in enumerate(self.hand.added_all()):
            if cents:
                await Move(POTS[number], seat.home, cents, self.law.pots.alone.article)

    # Showing

    async def show(self) -> None:
        """From who bet last, in the order of play; where the text lets them, some throw their cards away."""
        seats, start, deck = self.hand.seats, self.hand.last, self.hand.deck
        article = self.law.showdown.order.article
        for seat in [*seats[start:], *seats[:start]]:
            if seat.live and not await self._throws(seat):
                self.scores[seat] = self._scores([await deck.show(slot, article) for slot in seat.cards])

    async def _throws(self, seat: Seat) -> bool:
        """Whether somebody gives up the pot unseen; the last who could take one does not."""
        rule = self.law.showdown.muck
        if rule is None or not self._others(seat):
            return False
        asking = Asking(self.hand, seat, rule.article)
        while (answer := await self._said(seat, asking, rule.article)) != SHOWS:
            if answer == THROWS:
                for slot in seat.cards if asking.asked else ():
                    await self.hand.deck.show(slot, rule.article)
                await self.hand.put_away(seat)
                return True
        return False

    async def _said(self, seat: Seat, asking: Asking, article: str) -> str:
        """What somebody does with his cards; nothing yet, where others act or something is reported meanwhile."""
        besides = (*self.others_say(asking), *may_warn(self.hand, lambda: seat.who))
        answer = await heard(Choose(seat.who, "cartas", (SHOWS, THROWS), SHOWS, article, *besides))
        if isinstance(answer, Reported):
            await noted(answer)
            return ""
        if answer.do == WARN:
            await warn(self.hand, answer.on)
            return ""
        asking.asked = asking.asked or answer.do == ASKS
        return answer.on

    def others_say(self, asking: Asking) -> tuple[Offer, ...]:
        """What others may say while somebody thinks about his cards."""
        return (asking,)

    def _others(self, seat: Seat) -> bool:
        """Whether every pot in which somebody has a share has another who may win it: whether the last of them has."""
        low = max([bound for bound in self.hand.bounds if bound < seat.put], default=0)
        return not seat.put or len([other for other in self.hand.seats if other.live and other.put > low]) > 1

    def _scores(self, faces: list[int]) -> list[int]:
        """What a hand is worth: on each line of common cards, then as a low one where half of the pot is for that."""
        if self.hand.seventh is not None:
            faces = [*faces, self.hand.seventh]
        if not self.law.making.from_hand:
            score = whole(self.rules, self.hand.settings, len(faces) + len(self.hand.boards[0])).score
            return [score([*faces, *board]) for board in self.hand.boards]
        parts = parted(self.rules, self.hand.settings)
        return [mixed.score(faces, board) for mixed in parts for board in self.hand.boards]

    # Paying

    def _paid(self, number: int) -> list[Announce | Move]:
        """One pot, to the best of those who have stakes in it; in halves, where two can be the best."""
        hand = self.hand
        amount = hand.places.get(POTS[number], 0)
        if not amount:
            return []
        low = hand.bounds[number - 1] if number else 0
        shown = [seat in self.scores for seat in hand.seats]
        among = contenders([seat.put for seat in hand.seats], shown, low)
        among = among or self.nearest([n for n, seen in enumerate(shown) if seen])
        best = [self._best(among, line) for line in range(len(self.scores[hand.seats[among[0]]]))]
        if len(best) == 1 or not best[1]:
            return self._shared(number, amount, best[0], 0)
        halves_rule = self.law.pots.halves
        raiser = halves_rule is None or halves_rule.over == "ultimo"
        second = raiser and hand.last in best[1] and hand.last not in best[0]
        parts = enumerate(halves(amount, second, hand.settings.chip))
        return [effect for line, half in parts if half for effect in self._shared(number, half, best[line], line)]

    def nearest(self, shown: Sequence[int]) -> list[int]:
        """Whose a pot is in which nobody who shows has stakes: theirs who staked most, as the last that they have."""
        most = max(self.hand.seats[n].put for n in shown)
        return [n for n in shown if self.hand.seats[n].put == most]

    def _best(self, among: Sequence[int], line: int) -> list[int]:
        """Who of some is the best on a line, or as a low hand; nobody, if none has one."""
        scores = {n: self.scores[self.hand.seats[n]][line] for n in among}
        most = max(scores.values())
        return [n for n, score in scores.items() if score == most and most]

    def _shared(self, pot: int, amount: int, winners: Sequence[int], line: int) -> list[Announce | Move]:
        """An amount of a pot to those who share it, in equal parts."""
        hand, pots = self.hand, self.law.pots
        names = ", ".join([hand.seats[n].who for n in winners])
        made = self._made(self.scores[hand.seats[winners[0]]][line], line)
        whole = self.law.showdown if pots.halves is None else pots.halves
        if len(winners) == 1:
            taken = Move(POTS[pot], hand.seats[winners[0]].home, amount, whole.article)
            return [Announce("wins", (names, made)), taken]
        parts = shares(amount, winners, hand.last, len(hand.seats), hand.settings.chip)
        even, rule, over = min(parts), pots.ties, pots.odd
        moves = [
            Move(POTS[pot], hand.seats[n].home, cents, (over if cents > even else rule).article)
            for n, cents in zip(winners, parts, strict=True)
            if cents
        ]
        return [Announce("shares", (names, made)), *moves]

    def _made(self, score: int, line: int) -> str:
        """A combination as it is called."""
        return named(self.rules, self.hand.settings, bool(line)).category(score).replace("-", " ")


# Tables of scores, found once for a rulebook and its settings


@functools.lru_cache(maxsize=64)
def whole(rules: Rules, settings: Settings, held: int) -> "Lookup":
    """What scores the best of all cards that somebody has."""
    return ranking(rules, settings).compile(held)


@functools.lru_cache(maxsize=64)
def parted(rules: Rules, settings: Settings) -> "list[Mixed]":
    """What scores hands of which some cards must be one's own: as high ones, then as low ones."""
    making, low = rules.making, low_ranking(rules)
    parts = [ranking(rules, settings).compile_mixed(making.own, making.board, making.from_hand or 0)]
    if low and making.low:
        parts.append(low.compile_mixed(making.own, making.board, HAND - making.low.board))
    return parts


@functools.lru_cache(maxsize=64)
def named(rules: Rules, settings: Settings, second: bool) -> "Lookup":
    """What names a combination, on the second line as a low one where there is such."""
    low = low_ranking(rules) if second else None
    return (low or ranking(rules, settings)).compile()
