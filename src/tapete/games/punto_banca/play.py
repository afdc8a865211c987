"""Punto y banca: one coup. The shoe and the turn to deal it go on to the next."""

from collections.abc import Iterable
from typing import Any

from tapete.cards.card import pack
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import LastHands
from tapete.engine.places import called, felt, stakes
from tapete.engine.requests import Act, Announce
from tapete.engine.round import Play
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.shoe import Gone, Shoe, card_pack
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Choose, Effect, Offer, Option, Refusal
from tapete.games.punto_banca.rules import (
    BETS,
    HANDS,
    Rules,
    draws,
    layout,
    paid,
    stake_range,
    worth,
)
from tapete.games.punto_banca.settle import banca_draws, punto_draws
from tapete.games.punto_banca.turn import Held, Turn
from tapete.games.shared.bacara.points import EMPATE, STOOD, TOTALS, outcome, over, total
from tapete.money import Range

CROUPIER = "el crupier"


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a coup: the shoe, untouched once the stop card has come out, and the turn to deal it."""

    shoe: Gone = Gone()
    turn: Held = Held()

    def people(self) -> Iterable[str]:
        return self.turn.people()

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        cards = rules.equipment.cards
        impossible = self.shoe.impossible(pack(cards.pack), cards.packs) or self.turn.impossible()
        return impossible or super().impossible(rules, settings)


class Coup:
    """One coup: the turn to deal it, the bets on it, and whether the last hands are announced."""

    def __init__(self, rules: Rules, table: Table[Carry], *, new_shoe: bool) -> None:
        self.rules, self.table = rules, table
        self.turn = Turn(rules, table.settings, table.players, table.carry.turn, new_shoe=new_shoe)
        self.last = LastHands(rules, table.carry)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a spot takes: less on the tie of who has a stake on a hand."""
        rules, settings = self.rules, self.table.settings
        if rules.option(settings, "de-pie") == "no" and who not in self.turn.seated:
            article = rules.players.article
            return Refusal("{who} has no seat, and this table takes no stakes from who stands", article, who=who)
        return stake_range(rules, settings, spot.bet, beside=bool(self._hands(who)))

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A stake on a hand stays as long as the one on the tie lives by it."""
        tie = self.table.places.get(felt(who, "empate"), 0)
        if not tie or self._hands(who) != [spot]:
            return None
        least = stake_range(self.rules, self.table.settings, "empate", beside=False).lo
        if tie >= least:
            return None
        article = self.rules.limits[self.rules.bets["empate"].limit].article
        return Refusal("without {bet} the stake on empate is below its minimum", article, bet=spot)

    def _hands(self, who: str) -> list[str]:
        """The hands on which somebody has a stake."""
        return [hand for hand in HANDS if self.table.places.get(felt(who, hand))]


class ShoeOffer(Offer):
    """Who has the turn to deal may refuse the shoe, as the text has it."""

    __slots__ = ("coup",)
    verbs = ("refuse-shoe",)

    def __init__(self, coup: Coup) -> None:
        self.coup = coup

    def actors(self) -> Iterable[str]:
        return (self.coup.turn.dealer,) if self.coup.turn.dealer else ()

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("refuse-shoe", "")] if who == self.coup.turn.dealer else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        turn, rule = self.coup.turn, self.coup.rules.turn
        if not turn.dealer or who != turn.dealer or on:
            dealer = called(turn.dealer or CROUPIER)
            return Refusal("{dealer} has the shoe, not {who}", rule.article, dealer=dealer, who=called(who))
        if not turn.may_refuse():
            return Refusal("{who} has refused the shoe before", (rule.salute or rule).article, who=who)
        return Option(who, do, "", rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        self.coup.turn.refuse()
        return (Announce("shoe", (self.coup.turn.dealer or CROUPIER,)),)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One coup, from the stakes to the last payment. The one that meets the stop card is the last of its shoe."""
    coup, shoe, fell = await one_coup(rules, table)
    return await hand_on(coup, shoe, fell, ended=shoe.past_cut_card)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """One coup, as it was played when a stop card that comes next had come out."""
    coup, shoe, fell = await one_coup(rules, table)
    return await hand_on(coup, shoe, fell, ended=shoe.cut_card_out)


async def one_coup(rules: Rules, table: Table[Carry]) -> tuple[Coup, Shoe, int]:
    """The stakes, the cards, the call and the payments; what the shoe is then, and how the coup ended."""
    gone = table.carry.shoe
    shoe = Shoe(rules.equipment.cards, gone)
    if gone == Gone():
        await open_shoe(rules, shoe)
    coup = Coup(rules, table, new_shoe=gone == Gone())
    await take_bets(coup)
    punto, banca = await deal(coup, shoe)
    await call(punto, banca)
    fell = outcome(punto, banca)
    await settle_felt(rules, table, fell)
    return coup, shoe, fell


async def open_shoe(rules: Rules, shoe: Shoe) -> None:
    """The cards are counted, shuffled and cut; the first one says how many more go into the basket unseen."""
    await Announce("shuffle")
    await Choose("croupier", "mezcla", ("hecha",), "hecha", rules.equipment.cards.stop_card.article)
    card = await shoe.up("cesta", rules.burning.article)
    kind = card_pack(rules)
    count = rules.burning.of(kind.ranks[kind.rank(card)])
    shoe.burn(count)
    await Announce("burn", (kind.show(card), str(count)))


async def take_bets(coup: Coup) -> None:
    """The bets are open until the croupier closes them; the shoe may be refused meanwhile."""
    rules, table, turn = coup.rules, coup.table, coup.turn
    if turn.rotates and not turn.dealing and not turn.croupier:
        await Announce("shoe", (turn.dealer or CROUPIER,))
    await Announce("open")
    staking = Staking(rules, table, layout(rules, table.settings), limits=coup.limits, kept=coup.kept)
    await take_stakes(rules, staking, ShoeOffer(coup), coup.last)
    await Announce("close")


async def deal(coup: Coup, shoe: Shoe) -> tuple[int, int]:
    """Two cards to each hand, one by one; a natural ends it; then a third by the rule. Both final totals."""
    rules = coup.rules
    worth_of, (naturals, punto_takes, banca_takes) = worth(rules), draws(rules)

    async def card(hand: str, article: str) -> int:
        return worth_of[await shoe.up(hand, article)]

    await Announce("cards")
    first = [await card(hand, rules.hands.article) for _ in range(2) for hand in ("punto", "banca")]
    punto, banca = total(first[0], first[2]), total(first[1], first[3])
    if coup.turn.rotates:
        await Announce("hand", (punto_holder(coup) or CROUPIER, coup.turn.dealer or CROUPIER))
    await Announce("punto", (str(punto),))
    await Announce("banca", (str(banca),))
    if over(punto, banca, naturals):
        return punto, banca
    third = STOOD
    if punto_draws(punto, banca, naturals, punto_takes):
        await Announce("punto-draws")
        third = await card("punto", rules.third_card.punto.article)
    else:
        await Announce("punto-stands", (str(punto),))
    if banca_draws(punto, banca, third, naturals, banca_takes):
        await Announce("banca-draws")
        banca = total(banca, await card("banca", rules.third_card.banca.article))
    else:
        await Announce("banca-stands", (str(banca),))
    return (punto if third == STOOD else total(punto, third)), banca


def punto_holder(coup: Coup) -> str:
    """Who is given the punto's cards: the highest stake on it, the first laid among equals, or nobody."""
    on_punto = [stake for stake in stakes(coup.table.places) if stake.bet == "punto"]
    return max(on_punto, key=lambda stake: stake.cents).who if on_punto else ""


async def call(punto: int, banca: int) -> None:
    """The croupier calls the winning hand, or the tie."""
    winner, points = divmod(outcome(punto, banca), TOTALS)
    if winner == EMPATE:
        await Announce("tie", (str(points),))
    else:
        await Announce("result", (HANDS[winner], str(points), str(min(punto, banca))))


async def settle_felt(rules: Rules, table: Table[Carry], fell: int) -> None:
    """Losing stakes are taken and winners paid, less the deduction; on a tie the hands' stakes stay to be withdrawn."""
    fates, stays = paid(rules, table.settings), rules.settlement.winners_stay
    dues = [due(stake, stake.bet, *fates[stake.bet][fell], stays=stays) for stake in stakes(table.places)]
    await settle(table, rules.settlement, dues)


async def hand_on(coup: Coup, shoe: Shoe, fell: int, *, ended: bool) -> Carry:
    """What goes on: the shoe, unless it has ended, and the turn, which the banca's loss passes on."""
    passing = coup.rules.turn.hands.passes_with
    remaining = coup.table.carry.after(coup.last.announced)
    turn = coup.turn.after(passes=fell // TOTALS in [BETS[name] for name in passing])
    if not ended:
        return Carry(remaining, shoe.gone, turn)
    await Announce("stop")
    return Carry(remaining, Gone(), turn)


PLAY = Play(2, play, Carry, earlier=(Play(1, play_1, Carry),))
