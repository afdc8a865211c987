"""The end of a hand: cards are shown in their order, and every pot goes to the best of those who have stakes in it."""

from collections.abc import Sequence

from tapete.engine.requests import Announce, Move
from tapete.engine.round import Reported
from tapete.engine.window import Choose
from tapete.games.circulo.betting import heard, noted
from tapete.games.circulo.hand import Hand, Seat, pot_place
from tapete.games.circulo.rules import ranking
from tapete.games.circulo.settle import contenders, shares

SHOWS, THROWS = "mostrar", "tirar"


class Showdown:
    """Showing and paying."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules = hand, hand.rules
        self.scores: dict[Seat, list[int]] = {}

    async def settle(self) -> None:
        """Who is alone takes all; others show, and the pots are theirs by what they hold."""
        if self.hand.cut.each == "hand":
            await self.hand.rake()
        if self.hand.alone:
            await self._alone(self.hand.live()[0])
            return
        await self.show()
        for number in range(len(self.hand.bounds) + 1):
            await self._pay(number)

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
        """What a hand is worth on each board."""
        making, order = self.rules.making, ranking(self.rules, self.hand.settings)
        if making.from_hand:
            mixed = order.compile_mixed(making.own, making.board, making.from_hand)
            return [mixed.score(faces, board) for board in self.hand.boards]
        return [order.compile(len(faces) + len(board)).score([*faces, *board]) for board in self.hand.boards]

    # Paying

    async def _pay(self, number: int) -> None:
        """One pot, to the best of those who have stakes in it."""
        hand = self.hand
        amount = hand.places.get(pot_place(number), 0)
        if not amount:
            return
        low = hand.bounds[number - 1] if number else 0
        among = contenders([seat.put for seat in hand.seats], [seat in self.scores for seat in hand.seats], low)
        if not among:
            among = [n for n, seat in enumerate(hand.seats) if seat in self.scores]
        best = max(self.scores[hand.seats[n]][0] for n in among)
        winners = [n for n in among if self.scores[hand.seats[n]][0] == best]
        await self._share(number, amount, winners, self._made(best))

    async def _share(self, pot: int, amount: int, winners: Sequence[int], made: str) -> None:
        hand, pots = self.hand, self.rules.pots
        names = ", ".join(hand.seats[n].who for n in winners)
        await Announce("wins" if len(winners) == 1 else "shares", (names, made))
        article = self.rules.showdown.article if len(winners) == 1 else pots.ties.article
        parts = shares(amount, winners, hand.last, len(hand.seats), hand.settings.chip)
        for n, cents in zip(winners, parts, strict=True):
            if cents:
                await Move(pot_place(pot), hand.seats[n].home, cents, article)

    def _made(self, score: int) -> str:
        """A combination as it is called."""
        return ranking(self.rules, self.hand.settings).compile().category(score).replace("-", " ")
