"""What the croupier offers to all before the third cards: insurance and even money, or giving up for half."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.engine.places import called, chips, felt
from tapete.engine.requests import Act, Announce, Decision, Move, Opening, Refusal
from tapete.engine.settlement import due, settle
from tapete.games.blackjack.hands import Coup, Hand, Post, Wager, put_away
from tapete.games.blackjack.rules import INSURANCE, MAIN, insured
from tapete.money import Range

NONE_APART: frozenset[str] = frozenset()


class Offer(Decision):
    """A window that players answer as they like until the croupier closes it."""

    __slots__ = ("coup",)

    def __init__(self, coup: Coup, label: str, article: str) -> None:
        super().__init__(label, article)
        self.coup = coup

    @abstractmethod
    def players(self) -> Iterable[str]:
        """To whom it is made."""

    def actors(self) -> Sequence[str]:
        return (*dict.fromkeys(self.players()), "croupier")

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do == "close" and who == "croupier" and not on:
            return Opening("close", "", self.article)
        return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)

    @property
    def worth_making(self) -> bool:
        """Whether any player could take it."""
        return any(self.open(who) for who in dict.fromkeys(self.players()))


class Line(NamedTuple):
    """A stake that may be insured: its square, its hand, and how it was before any card."""

    hand: Hand
    wager: Wager


class InsuranceOffer(Offer):
    """Every stake may be insured for half of it; a blackjack may take even money instead."""

    __slots__ = ("lines",)

    def __init__(self, coup: Coup) -> None:
        super().__init__(coup, INSURANCE, coup.rules.insurance.article)
        self.lines: dict[tuple[str, str], Line] = {}
        for _, hand, wager in coup.wagers():
            self.lines.setdefault((wager.who, wager.spot), Line(hand, wager))

    def players(self) -> Iterable[str]:
        return (who for who, _ in self.lines)

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        for player, spot in self.lines:
            if player == who:
                yield "asegurar", insurance_of(spot)
                yield "a-la-par", spot
        yield "close", ""

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do == "asegurar":
            return self._insure(who, on)
        if do == "a-la-par":
            return self._even_money(who, on)
        return super().opening(who, do, on)

    def _insure(self, who: str, on: str) -> Opening | Refusal:
        coup, article = self.coup, self.coup.rules.bets[INSURANCE].article
        line = self.lines.get((who, on.replace(INSURANCE, MAIN, 1)))
        if line is None or not on.startswith(f"{INSURANCE}:"):
            return Refusal("{who} has no stake that '{bet}' insures", article, who=called(who), bet=on)
        lo, hi, step = insured(coup.rules, coup.table.settings, line.wager.first)
        lying = coup.table.places.get(felt(who, on), 0)
        have = coup.table.places.get(chips(who), 0)
        room = Range(step if lying else lo, min(hi - lying, have), step)
        if room.hi < room.lo:
            return Refusal("{who} cannot insure {bet} for more", article, who=who, bet=line.wager.spot)
        return Opening("asegurar", on, article, room.floor())

    def _even_money(self, who: str, on: str) -> Opening | Refusal:
        article = self.coup.rules.insurance.even_money.article
        line = self.lines.get((who, on))
        if line is None or not line.hand.blackjack:
            return Refusal("{who} has no blackjack on '{bet}'", article, who=called(who), bet=on)
        if self.coup.table.places.get(felt(who, insurance_of(on))):
            return Refusal("{who}'s blackjack on {bet} is insured", article, who=who, bet=on)
        return Opening("a-la-par", on, article)


class SurrenderOffer(Offer):
    """Who commands a hand may give it up for half of what lies on it."""

    __slots__ = ()

    def __init__(self, coup: Coup) -> None:
        super().__init__(coup, "retiro", coup.rules.surrender.article)

    def players(self) -> Iterable[str]:
        return (post.commander for post in self.coup.posts if post.hands[0].wagers)

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        for post in self.coup.posts:
            if post.commander == who:
                yield "retirarse", post.hands[0].place
        yield "close", ""

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do != "retirarse":
            return super().opening(who, do, on)
        post = self.post(on)
        if post is None or not post.hands[0].wagers:
            return Refusal("there is no hand '{hand}' to give up", self.article, hand=on)
        if post.commander != who:
            return Refusal(
                "{commander} commands {hand}, not {who}",
                self.article,
                commander=post.commander,
                hand=on,
                who=called(who),
            )
        return Opening("retirarse", on, self.article)

    def post(self, on: str) -> Post | None:
        """The post of a hand."""
        return next((post for post in self.coup.posts if post.hands[0].place == on), None)


async def offer_insurance(coup: Coup) -> None:
    """Against the bank's ace, until the croupier closes the insurances."""
    offer = InsuranceOffer(coup)
    if not offer.worth_making:
        return
    await Announce("insurance")
    while True:
        who, act = await offer
        if act.do == "close":
            break
        if act.do == "asegurar":
            await Move(chips(who), felt(who, act.on), act.cents, coup.rules.bets[INSURANCE].article)
        else:
            await pay_even_money(coup, offer.lines.pop((who, act.on)))
    await Announce("insurance-closed")


async def pay_even_money(coup: Coup, line: Line) -> None:
    """A blackjack is paid as any hand, and its play is over."""
    fate = due(coup.stake(line.wager), MAIN, coup.rules.insurance.even_money.article, (2, 1), stays=False)
    await settle(coup.table, coup.rules.settlement, [fate], NONE_APART)
    line.hand.wagers.remove(line.wager)
    if not line.hand.wagers:
        await put_away(coup, line.hand)


async def offer_surrender(coup: Coup) -> None:
    """Where the house admits it and the bank has no ace: half of the stakes is taken, and the hand's cards."""
    offer = SurrenderOffer(coup)
    await Announce("surrender")
    while offer.worth_making:
        _, act = await offer
        post = offer.post(act.on)
        if post is None:
            return
        hand = post.hands[0]
        dues = [due(coup.stake(wager), MAIN, offer.article, (1, 2), stays=False) for wager in hand.wagers]
        await settle(coup.table, coup.rules.settlement, dues, NONE_APART)
        await put_away(coup, hand)


def insurance_of(spot: str) -> str:
    """The line of insurance in front of a square."""
    return spot.replace(MAIN, INSURANCE, 1)
