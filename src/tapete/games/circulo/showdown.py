"""The end of a hand: cards are shown in their order, and every pot goes to the best of those who have stakes in it."""

from collections.abc import Sequence

from tapete.engine.requests import Announce, Move
from tapete.engine.round import Reported
from tapete.engine.window import Choose
from tapete.games.circulo.betting import heard, noted
from tapete.games.circulo.draw import proven
from tapete.games.circulo.hand import POT, Hand, Seat, pot_place
from tapete.games.circulo.rules import HAND, low_ranking, ranking
from tapete.games.circulo.settle import contenders, halves, shares

SHOWS, THROWS = "mostrar", "tirar"


class Showdown:
    """Showing and paying."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules = hand, hand.rules
        self.scores: dict[Seat, list[int]] = {}

    async def settle(self) -> None:
        """Who is alone takes all; others show, and the pots are theirs by what they hold."""
        if self.rules.openers and not await self._proven():
            return
        if self.hand.cut.each == "hand":
            await self.hand.rake()
        if self.hand.alone:
            await self._alone(self.hand.live()[0])
            return
        await self.show()
        for number in range(len(self.hand.bounds) + 1):
            await self._pay(number)

    async def _proven(self) -> bool:
        """Who opened shows that he might, or loses his hand; false if the pot is left to nobody and stays."""
        assert self.rules.openers is not None
        if self.hand.opener is None:
            return True
        seat, article = self.hand.seats[self.hand.opener], self.rules.openers.false.article
        if not seat.live or await proven(self.hand, self.rules.openers.proof.article):
            return True
        await Announce("false", (seat.who,))
        await self.hand.put_away(seat)
        if self.hand.live():
            return True
        await self._carry_over(seat, article)
        return False

    async def _carry_over(self, seat: Seat, article: str) -> None:
        """All that was staked waits for the next hand, with the last bet that nobody matched."""
        for number, cents in enumerate(self.hand.added_all()[1:], 1):
            if cents:
                await Move(pot_place(number), POT, cents, article)
        if self.hand.unmatched:
            await Move(seat.home, POT, self.hand.unmatched, article)

    async def _alone(self, seat: Seat) -> None:
        await Announce("alone", (seat.who,))
        for number, cents in enumerate(self.hand.added_all()):
            if cents:
                await Move(pot_place(number), seat.home, cents, self.rules.pots.alone.article)

    # Showing

    async def show(self) -> None:
        """From who bet last, in the order of play; where the text lets them, some throw their cards away."""
        seats, start = self.hand.seats, self.hand.last
        for seat in [*seats[start:], *seats[:start]]:
            if seat.live and not await self._throws(seat):
                faces = [await self._face(slot) for slot in seat.cards]
                self.scores[seat] = self._scores(faces)

    async def _face(self, slot: str) -> int:
        article = self.rules.showdown.order.article
        return await self.hand.deck.show(slot, article)

    async def _throws(self, seat: Seat) -> bool:
        """Whether somebody gives up the pot unseen; the last who could take one does not."""
        rule = self.rules.showdown.muck
        if rule is None or not self._others(seat):
            return False
        answer = await heard(Choose(seat.who, "cartas", (SHOWS, THROWS), SHOWS, rule.article))
        while isinstance(answer, Reported):
            await noted(answer)
            answer = await heard(Choose(seat.who, "cartas", (SHOWS, THROWS), SHOWS, rule.article))
        if answer.on == THROWS:
            await self.hand.put_away(seat)
        return answer.on == THROWS

    def _others(self, seat: Seat) -> bool:
        """Whether every pot in which somebody has a share has another who may win it."""
        put, live = [other.put for other in self.hand.seats], [other.live for other in self.hand.seats]
        lows = [low for low in (0, *self.hand.bounds) if seat.put > low]
        return all(len(contenders(put, live, low)) > 1 for low in lows)

    def _scores(self, faces: list[int]) -> list[int]:
        """What a hand is worth: on each line of common cards, then as a low one where half of the pot is for that."""
        making, order = self.rules.making, ranking(self.rules, self.hand.settings)
        if self.hand.seventh is not None:
            faces = [*faces, self.hand.seventh]
        if not making.from_hand:
            return [order.compile(len(faces) + len(board)).score([*faces, *board]) for board in self.hand.boards]
        low = low_ranking(self.rules)
        orders = [order, low] if low else [order]
        own = [making.from_hand, HAND - making.low.board if making.low else 0]
        found = [each.compile_mixed(making.own, making.board, use) for each, use in zip(orders, own, strict=False)]
        return [mixed.score(faces, board) for mixed in found for board in self.hand.boards]

    # Paying

    async def _pay(self, number: int) -> None:
        """One pot, to the best of those who have stakes in it; in halves, where two can be the best."""
        hand = self.hand
        amount = hand.places.get(pot_place(number), 0)
        if not amount:
            return
        low = hand.bounds[number - 1] if number else 0
        shown = [seat in self.scores for seat in hand.seats]
        among = contenders([seat.put for seat in hand.seats], shown, low)
        among = among or [n for n, seen in enumerate(shown) if seen]
        best = [self._best(among, line) for line in range(len(self.scores[hand.seats[among[0]]]))]
        if len(best) == 1 or not best[1]:
            await self._share(number, amount, best[0], 0)
            return
        second = hand.last in best[1] and hand.last not in best[0]
        for line, half in enumerate(halves(amount, second, hand.settings.chip)):
            if half:
                await self._share(number, half, best[line], line)

    def _best(self, among: Sequence[int], line: int) -> list[int]:
        """Who of some is the best on a line, or as a low hand; nobody, if none has one."""
        scores = {n: self.scores[self.hand.seats[n]][line] for n in among}
        most = max(scores.values())
        return [n for n, score in scores.items() if score == most and most]

    async def _share(self, pot: int, amount: int, winners: Sequence[int], line: int) -> None:
        """An amount of a pot to those who share it, in equal parts."""
        hand, pots = self.hand, self.rules.pots
        names = ", ".join(hand.seats[n].who for n in winners)
        made = self._made(self.scores[hand.seats[winners[0]]][line], line)
        await Announce("wins" if len(winners) == 1 else "shares", (names, made))
        whole = self.rules.showdown if pots.halves is None else pots.halves
        even, more = (whole, whole) if len(winners) == 1 else (pots.ties, pots.odd)
        parts = shares(amount, winners, hand.last, len(hand.seats), hand.settings.chip)
        for n, cents in zip(winners, parts, strict=True):
            if cents:
                rule = more if cents > min(parts) else even
                await Move(pot_place(pot), hand.seats[n].home, cents, rule.article)

    def _made(self, score: int, line: int) -> str:
        """A combination as it is called."""
        low = low_ranking(self.rules)
        order = low if low and line else ranking(self.rules, self.hand.settings)
        return order.compile().category(score).replace("-", " ")
