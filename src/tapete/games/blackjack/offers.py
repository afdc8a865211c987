"""What the croupier offers to all before the third cards: insurance and even money, or giving up for half."""

from collections.abc import Iterable
from typing import NamedTuple

from tapete.engine.places import called, chips, felt
from tapete.engine.requests import Announce, Move
from tapete.engine.settlement import due, settle
from tapete.engine.window import Closing, Offer, Option, Refusal, Window
from tapete.games.blackjack.hands import Coup, Hand, Post, Wager, put_away
from tapete.games.blackjack.rules import INSURANCE, MAIN, insured
from tapete.money import Range


class Insurable(NamedTuple):
    """A stake that may be insured: its hand, and how it was before any card."""

    hand: Hand
    wager: Wager


class Insuring(Offer):
    """Every stake may be insured for half of it; a blackjack may take even money instead."""

    __slots__ = ("coup", "lines")
    verbs = ("asegurar", "a-la-par")

    def __init__(self, coup: Coup) -> None:
        self.coup = coup
        self.lines: dict[tuple[str, str], Insurable] = {}
        for _, hand, wager in coup.wagers():
            self.lines.setdefault((wager.who, wager.spot), Insurable(hand, wager))

    def actors(self) -> Iterable[str]:
        return (who for who, _ in self.lines)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        for player, spot in self.lines:
            if player == who:
                yield "asegurar", insurance_of(spot)
                yield "a-la-par", spot

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        return self._insure(who, on) if do == "asegurar" else self._even_money(who, on)

    def _insure(self, who: str, on: str) -> Option | Refusal:
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
        return Option.of_amount(who, "asegurar", on, article, room.floor())

    def _even_money(self, who: str, on: str) -> Option | Refusal:
        article = self.coup.rules.insurance.even_money.article
        line = self.lines.get((who, on))
        if line is None or not line.hand.blackjack:
            return Refusal("{who} has no blackjack on '{bet}'", article, who=called(who), bet=on)
        if self.coup.table.places.get(felt(who, insurance_of(on))):
            return Refusal("{who}'s blackjack on {bet} is insured", article, who=who, bet=on)
        return Option(who, "a-la-par", on, article)


class Surrender(Offer):
    """Who commands a hand may give it up for half of what lies on it."""

    __slots__ = ("coup",)
    verbs = ("retirarse",)

    def __init__(self, coup: Coup) -> None:
        self.coup = coup

    def actors(self) -> Iterable[str]:
        return (post.commander for post in self.coup.posts if post.hands[0].wagers)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("retirarse", post.hands[0].place) for post in self.coup.posts if post.commander == who]

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        post, article = self.post(on), self.coup.rules.surrender.article
        if post is None or not post.hands[0].wagers:
            return Refusal("there is no hand '{hand}' to give up", article, hand=on)
        if post.commander != who:
            article = post.by or article
            return Refusal(
                "{commander} commands {hand}, not {who}", article, commander=post.commander, hand=on, who=called(who)
            )
        return Option(who, do, on, article)

    def post(self, on: str) -> Post | None:
        """The post of a hand."""
        return next((post for post in self.coup.posts if post.hands[0].place == on), None)


def worth_making(window: Window) -> bool:
    """Whether any player could take what is offered."""
    return any(window.open(who) for who in window.actors() if who != "croupier")


async def offer_insurance(coup: Coup) -> None:
    """Against the bank's ace, until the croupier closes the insurances."""
    article = coup.rules.insurance.article
    offer = Insuring(coup)
    window = Window(INSURANCE, article, offer, Closing(article))
    if not worth_making(window):
        return
    await Announce("insurance")
    while True:
        who, act = await window
        if act.do == "close":
            break
        if act.do == "asegurar":
            await Move(chips(who), felt(who, act.on), act.cents, coup.rules.bets[INSURANCE].article)
        else:
            await pay_even_money(coup, offer.lines.pop((who, act.on)))
    await Announce("insurance-closed")


async def pay_even_money(coup: Coup, line: Insurable) -> None:
    """A blackjack is paid as any hand, and its play is over."""
    fate = due(coup.stake(line.wager), MAIN, coup.rules.insurance.even_money.article, (2, 1), stays=False)
    await settle(coup.table, coup.rules.settlement, [fate])
    line.hand.wagers.remove(line.wager)
    if not line.hand.wagers:
        await put_away(coup, line.hand)


async def offer_surrender(coup: Coup) -> None:
    """Where the house admits it and the bank has no ace: half of the stakes is taken, and the hand's cards."""
    offer, article = Surrender(coup), coup.rules.surrender.article
    window = Window("retiro", article, offer, Closing(article))
    await Announce("surrender")
    while worth_making(window):
        _, act = await window
        post = offer.post(act.on)
        if post is None:
            return
        hand = post.hands[0]
        dues = [due(coup.stake(wager), MAIN, article, (1, 2), stays=False) for wager in hand.wagers]
        await settle(coup.table, coup.rules.settlement, dues)
        await put_away(coup, hand)


def insurance_of(spot: str) -> str:
    """The line of insurance in front of a square."""
    return spot.replace(MAIN, INSURANCE, 1)
