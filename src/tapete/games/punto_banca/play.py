"""Punto y banca: one coup. The shoe and the turn to deal it go on to the next."""

from collections.abc import Iterable

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.places import called, felt, stakes
from tapete.engine.requests import Announce, Choose, Opening, Refusal
from tapete.engine.round import Play, Table
from tapete.engine.settlement import due, settle
from tapete.engine.shoe import Gone, Shoe, card_pack
from tapete.engine.stakes import Spot, Stakes
from tapete.games.punto_banca.rules import (
    HANDS,
    Rules,
    draws,
    layout,
    paid,
    stake_range,
    worth,
)
from tapete.games.punto_banca.settle import EMPATE, PUNTO, STOOD, TOTALS, banca_draws, outcome, over, punto_draws
from tapete.games.punto_banca.turn import Held, Turn
from tapete.money import Range

CROUPIER = "el crupier"
NONE_APART: frozenset[str] = frozenset()


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a coup: the shoe, untouched once the stop card has come out, and the turn to deal it."""

    shoe: Gone = Gone()
    turn: Held = Held()


class Bets(Stakes):
    """The window of stakes, with what the dealer may do about the shoe in it."""

    __slots__ = ("turn",)
    rules: Rules
    table: Table[Carry]

    def __init__(self, rules: Rules, table: Table[Carry], turn: Turn) -> None:
        super().__init__(rules, table, layout(rules, table.settings))
        self.turn = turn

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        yield from super().candidates(who)
        if who == self.turn.dealer:
            yield "refuse-shoe", ""

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do == "refuse-shoe":
            return self._refuse(who)
        if do == "last" and who == "director":
            return self._last_hands()
        return super().opening(who, do, on)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        rules, settings = self.rules, self.table.settings
        if rules.option(settings, "de-pie") == "no" and who not in self.turn.seated:
            article = rules.players.article
            return Refusal("{who} has no seat, and this table takes no stakes from who stands", article, who=who)
        return stake_range(rules, settings, spot.bet, beside=bool(self._hands(who)))

    def kept(self, who: str, spot: str) -> Refusal | None:
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

    def _refuse(self, who: str) -> Opening | Refusal:
        turn, rule = self.turn, self.rules.turn
        if not turn.dealer or who != turn.dealer:
            dealer = called(turn.dealer or CROUPIER)
            return Refusal("{dealer} has the shoe, not {who}", rule.article, dealer=dealer, who=called(who))
        if not turn.may_refuse():
            return Refusal("{who} has refused the shoe before", (rule.salute or rule).article, who=who)
        return Opening("refuse-shoe", "", rule.article)

    def _last_hands(self) -> Opening | Refusal:
        rule = self.rules.closing.get("hora-limite")
        if rule is None:
            return Refusal("this text announces no last hands", self.rules.article)
        if self.announced_last or self.table.carry.remaining >= 0:
            return Refusal("the last hands are announced already", rule.article)
        return Opening("last", "", rule.article)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One coup, from the stakes to the last payment."""
    gone = table.carry.shoe
    new_shoe = gone == Gone()
    shoe = Shoe(rules.equipment.cards, gone)
    if new_shoe:
        await open_shoe(rules, shoe)
    turn = Turn(rules, table.settings, table.players, table.carry.turn, new_shoe=new_shoe)
    window = Bets(rules, table, turn)
    await take_bets(window)
    p, b = await deal(window, shoe)
    fell = outcome(p, b)
    await call(p, b)
    await settle_felt(rules, table, fell)
    return await hand_on(window, shoe, fell)


async def open_shoe(rules: Rules, shoe: Shoe) -> None:
    """The cards are counted, shuffled and cut; the first one says how many more go into the basket unseen."""
    await Announce("shuffle")
    await Choose("croupier", "mezcla", ("hecha",), "hecha", rules.equipment.cards.stop_card.article)
    card = await shoe.up("cesta", rules.burning.article)
    kind = card_pack(rules)
    count = rules.burning.of(kind.ranks[kind.rank(card)])
    shoe.burn(count)
    await Announce("burn", (kind.show(card), str(count)))


async def take_bets(window: Bets) -> None:
    """The bets are open until the croupier closes them; the shoe may be refused meanwhile."""
    turn = window.turn
    if turn.rotates and not turn.dealing and not turn.croupier:
        await Announce("shoe", (turn.dealer or CROUPIER,))
    await Announce("open")
    while True:
        who, act = await window
        if act.do == "close":
            break
        if act.do == "refuse-shoe":
            turn.refuse()
            await Announce("shoe", (turn.dealer or CROUPIER,))
            continue
        for move in window.perform(who, act):
            await move
        if act.do == "last":
            await Announce("last", (str(announced(window)),))
    await Announce("close")


async def deal(window: Bets, shoe: Shoe) -> tuple[int, int]:
    """Two cards to each hand, then a third by the rule; both final totals."""
    rules = window.rules
    count, (natural, punto, banca) = worth(rules), draws(rules)
    await Announce("cards")
    article = rules.calls["cards"].article
    p = b = 0
    for _ in range(2):
        p += count[await shoe.up("punto", article)]
        b += count[await shoe.up("banca", article)]
    p, b = p % TOTALS, b % TOTALS
    if window.turn.rotates:
        await Announce("hand", (punto_holder(window) or CROUPIER, window.turn.dealer or CROUPIER))
    await Announce("punto", (str(p),))
    await Announce("banca", (str(b),))
    if over(p, b, natural):
        return p, b
    third = STOOD
    if punto_draws(p, b, natural, punto):
        await Announce("punto-draws")
        third = count[await shoe.up("punto", rules.third_card.punto.article)]
    else:
        await Announce("punto-stands", (str(p),))
    if banca_draws(p, b, third, natural, banca):
        await Announce("banca-draws")
        b = (b + count[await shoe.up("banca", rules.third_card.banca.article)]) % TOTALS
    else:
        await Announce("banca-stands", (str(b),))
    return (p if third == STOOD else (p + third) % TOTALS), b


def punto_holder(window: Bets) -> str:
    """Who is given the punto's cards: the highest stake on it, the first laid among equals, or nobody."""
    on_punto = [stake for stake in stakes(window.table.places) if stake.bet == "punto"]
    return max(on_punto, key=lambda stake: stake.cents).who if on_punto else ""


async def call(p: int, b: int) -> None:
    """The croupier calls the winning hand, or the tie."""
    winner, total = divmod(outcome(p, b), TOTALS)
    if winner == EMPATE:
        await Announce("tie", (str(total),))
    else:
        await Announce("result", (HANDS[winner], str(total), str(min(p, b))))


async def settle_felt(rules: Rules, table: Table[Carry], fell: int) -> None:
    """Losing stakes are taken and winners paid, less the deduction; on a tie the hands' stakes stay to be withdrawn."""
    fates, stays = paid(rules, table.settings), rules.settlement.winners_stay
    dues = [due(stake, stake.bet, *fates[stake.bet][fell], stays=stays) for stake in stakes(table.places)]
    await settle(table, rules.settlement, dues, NONE_APART)


async def hand_on(window: Bets, shoe: Shoe, fell: int) -> Carry:
    """What goes on: the shoe, unless its stop card is out, and the turn, which the banca's loss passes on."""
    remaining = window.table.carry.after(announced(window) if window.announced_last else 0)
    turn = window.turn.after(banca_lost=fell // TOTALS == PUNTO)
    if not shoe.cut_card_out:
        return Carry(remaining, shoe.gone, turn)
    await Announce("stop")
    return Carry(remaining, Gone(), turn)


def announced(window: Bets) -> int:
    """How many last hands the text announces."""
    rule = window.rules.closing.get("hora-limite")
    return rule.announced_rounds if rule else 0


PLAY = Play(1, play, Carry)
