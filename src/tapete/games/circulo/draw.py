"""Covered poker: stakes of one's own will before the cards, the change of cards, and the proof of who opened."""

from collections.abc import Iterable, Sequence

from tapete.cards.card import SUITS
from tapete.engine.places import called
from tapete.engine.requests import Act, Announce, Shift, Spin
from tapete.engine.round import Reported
from tapete.engine.warning import WARN
from tapete.engine.window import Offer, Option, Refusal, Window
from tapete.games.circulo.betting import heard
from tapete.games.circulo.hand import DISCARDS, Hand, Seat
from tapete.games.circulo.rules import DOWN, Draw, Straddles, ranking
from tapete.games.circulo.warning import may_warn, warn

POST, CHECK, DISCARD = "post", "check", "discard"
KEPT = "abridor"
PAIR = "pareja"


class Own(Offer):
    """Something that one player may do, or pass by."""

    __slots__ = ("options", "seat")
    verbs = (POST, CHECK, DISCARD)

    def __init__(self, seat: Seat, *options: Option) -> None:
        self.seat, self.options = seat, {option.do: option for option in options}

    def actors(self) -> Iterable[str]:
        return (self.seat.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.options] if who == self.seat.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        article = next(iter(self.options.values())).article
        if who != self.seat.who or on:
            return Refusal("it is {who}'s turn", article, who=called(self.seat.who))
        return self.options.get(do) or Refusal("{who} cannot '{do}' now", article, who=who, do=Act(do).said)


async def asked(hand: Hand, seat: Seat, about: str, article: str, *options: Option) -> Act:
    """What a player does; asked again after what is reported instead, and after the croupier's warning."""
    offers = (Own(seat, *options), *may_warn(hand, lambda: seat.who))
    while True:
        answer = await heard(Window(f"choose:{seat.who}:{about}", article, *offers))
        if isinstance(answer, Reported):
            await hand.remedy(answer, about)
        elif answer.do == WARN:
            await warn(hand, answer.on)
        else:
            return answer


# Before the cards


async def open_pot(hand: Hand) -> None:
    """The mano opens: with what he must, or more if he likes and the limit lets him."""
    for number, seat in enumerate(hand.seats):
        post = hand.law.posts.get(hand.ring.posts.get(seat.who, ""))
        if post is not None and post.more:
            least = hand.settings.minimum
            cents, most = min(least, hand.stack(seat)), hand.most_before(seat, least)
            if most > least:
                option = Option(seat.who, POST, "", post.article, least, most, hand.settings.chip, default=True)
                least = cents = (await asked(hand, seat, "apertura", post.article, option)).cents
            elif not hand.short_opens:
                continue
            await hand.post(number, least, cents, post.article)


async def straddle(hand: Hand, rule: Straddles) -> None:
    """Players stake before the cards of their own will: each so many times the opening, or one after another."""
    opening = hand.level
    for number in range(hand.posted + 1, len(hand.seats)):
        seat = hand.seats[number]
        least = rule.times * (hand.level if rule.chained else opening)
        if hand.stack(seat) < least:
            if rule.chained:
                return
            continue
        chip, most = hand.settings.chip, hand.most_before(seat, least)
        stake = Option(seat.who, POST, "", rule.article, least, most - (most - least) % chip, chip)
        act = await asked(
            hand, seat, "ciega", rule.article, Option(seat.who, CHECK, "", rule.article, default=True), stake
        )
        if act.do == CHECK and rule.chained:
            return
        if act.do == POST:
            greater = act.cents > hand.level
            await hand.post(number if greater else hand.posted, act.cents, act.cents, rule.article, seat)
            hand.straddled = True


# The change of cards


class Change:
    """One change of cards, in its order; the last of many cards come when all others are served."""

    def __init__(self, hand: Hand, rule: Draw) -> None:
        self.hand, self.rule = hand, rule
        self.apart, self.again = rule.own_apart, rule.runs_out.article
        self.mixed = self.mixes()
        self.thrown = self.discards()

    def discards(self) -> dict[str, str]:
        """What serves again, and whose it was: at first the hands of those who gave up."""
        return dict.fromkeys(self.hand.folded, "")

    def mixes(self) -> bool:
        """Whether the last card of a pack that is not enough is mixed with what serves again."""
        return self.rule.last_mixed

    async def play(self) -> None:
        """Each who is in throws cards away and is served; from the mano, or from who opened."""
        start = self.hand.opener or 0 if self.rule.begins == "quien-abrio" else 0
        order = [seat for seat in (*self.hand.seats[start:], *self.hand.seats[:start]) if seat.live]
        late: list[tuple[Seat, int]] = []
        for place, seat in enumerate(order):
            count = await self._throws(seat)
            now = count if self.rule.late is None else min(count, self.rule.late)
            await self._serve(seat, now, alone=place == len(order) - 1 and not late)
            if count > now:
                late.append((seat, count - now))
        for place, (seat, count) in enumerate(late):
            await self._serve(seat, count, alone=place == len(late) - 1)

    async def _throws(self, seat: Seat) -> int:
        """How many cards somebody throws away; who opened keeps his apart, to prove what he had."""
        rule, kept = self.rule, self.hand.rules.kept
        first = self.hand.opener
        opener = kept is not None and first is not None and seat is self.hand.seats[first]
        most = min(rule.most or len(seat.cards), len(seat.cards))
        if opener:  # others can be served what they throw away themselves
            most = min(most, self.hand.deck.rest + len(self.thrown))
        option = Option(seat.who, DISCARD, "", rule.article, slots=tuple(seat.cards), least=0, most=most, default=True)
        act = await asked(self.hand, seat, "descarte", (kept if kept and opener else rule.order).article, option)
        for slot in act.slots:
            await Shift(slot, seat.place, KEPT if opener else DISCARDS)
            seat.cards.remove(slot)
            if opener:
                self.hand.kept.append(slot)
            else:
                self.thrown[slot] = seat.who
        await Announce("served" if not act.slots else "changes", (seat.who, str(len(act.slots))))
        return len(act.slots)

    async def _serve(self, seat: Seat, count: int, alone: bool) -> None:
        """New cards from the pack; once it is used up, from what was thrown away, mixed."""
        for more in range(count, 0, -1):
            if self.mixed and more > 1 and self.hand.deck.rest == 1:
                self.thrown[await self.hand.deck.down(DISCARDS, article=self.again)] = ""
            if self.hand.deck.rest:
                await self.hand.give(seat, DOWN, self.rule.served.article)
            else:
                await self._serve_again(seat, alone)

    async def _serve_again(self, seat: Seat, alone: bool) -> None:
        """A card out of the discards: not out of his own, where only he is left to be served or the text says so."""
        apart = alone or self.apart
        pool = [slot for slot, who in self.thrown.items() if not (apart and who == seat.who)] or list(self.thrown)
        slot = await Spin(tuple(pool), self.again, "mix")
        del self.thrown[slot]
        await Shift(slot, DISCARDS, seat.place, seat.who)
        seat.cards.append(slot)


# The proof


async def proven(hand: Hand, article: str) -> bool:
    """Whether who opened can show that he might: his five first cards are shown."""
    assert hand.opener is not None and hand.rules.openers is not None
    faces = [await hand.deck.show(slot, article) for slot in hand.first_cards[hand.opener]]
    return opens(hand, faces)


def opens(hand: Hand, faces: Sequence[int]) -> bool:
    """Whether five cards are the pair that a pot is opened with, or better."""
    assert hand.rules.openers is not None
    order = ranking(hand.rules, hand.settings)
    made = order.made(faces)
    pair = hand.rules.openers.pairs[hand.table.carry.blank]
    if made is None or order.order.index(made.category) < order.order.index(PAIR):
        return False
    least = hand.deck.left.pack.ranks.index(pair)
    return made.category != PAIR or max(rank for rank in _paired(faces)) >= least


def _paired(faces: Sequence[int]) -> list[int]:
    ranks = [face // SUITS for face in faces]
    return [rank for rank in ranks if ranks.count(rank) > 1]
