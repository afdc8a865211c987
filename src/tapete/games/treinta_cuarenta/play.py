"""Treinta y cuarenta: one coup, two rows of cards. The shoe goes on to the next, and so does the prison."""

from typing import Any

from tapete.cards.card import pack
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import clear_felt
from tapete.engine.places import bet_of, chips, felt, stakes, tail_of
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.shoe import Gone, Shoe, card_pack
from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Refusal
from tapete.games.shared.prision.play import Prisoner, judge, prisoners
from tapete.games.shared.prision.settle import NULL, ZERO, simple_chance
from tapete.games.treinta_cuarenta.rules import (
    CHANCES,
    INSURANCE,
    MET,
    PREMIUM,
    Rules,
    layout,
    pays,
    premium,
    worth,
)
from tapete.games.treinta_cuarenta.settle import (
    NEGRO_COLOR,
    NEGRO_INVERSO,
    NULO,
    REFAIT,
    ROJO_COLOR,
    ROJO_INVERSO,
    falls,
    outcome,
    premium_back,
)
from tapete.money import Range, format_cents

POINTS = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "cuarenta")
WON = {
    NEGRO_COLOR: ("negro y color ganan", "color gana"),
    NEGRO_INVERSO: ("negro e inverso ganan", "color pierde"),
    ROJO_COLOR: ("rojo y color ganan", "color gana"),
    ROJO_INVERSO: ("rojo e inverso ganan", "color pierde"),
}


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a coup: the shoe, untouched once the red card has come out."""

    shoe: Gone = Gone()

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        cards = rules.equipment.cards
        return self.shoe.impossible(pack(cards.pack), cards.packs) or super().impossible(rules, settings)


class Insuring:
    """What a stake that may be insured as it is laid asks of the window of stakes."""

    __slots__ = ("rules", "table")

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """A chance takes what its limits say until it is insured, and an insurance its premium."""
        if spot.bet == INSURANCE:
            return self._premium(who, tail_of(spot.id))
        if self._insured(who, spot.id):
            return Refusal(
                "{who}'s stake on {bet} is insured: a stake is insured as it is",
                self.rules.seguro.article,
                who=who,
                bet=spot.id,
            )
        return spot.limits

    def kept(self, who: str, spot: str) -> Refusal | None:
        """An insured stake is taken back after its insurance."""
        if not self._insured(who, spot):
            return None
        return Refusal(
            "{who}'s stake on {bet} is insured: its insurance is taken back first",
            self.rules.seguro.article,
            who=who,
            bet=spot,
        )

    def _insured(self, who: str, spot: str) -> bool:
        return bool(self.table.places.get(insurance(who, spot)))

    def _premium(self, who: str, on: str) -> Range | Refusal:
        """What insures a stake: its premium, neither more nor less."""
        bet, stake = self.rules.seguro, self.table.places.get(felt(who, on), 0)
        least = self.table.settings.least(bet.limit)
        if not stake or stake < least:
            return Refusal(
                "{who} has no stake of {least} or more on {bet} to insure",
                bet.article,
                who=who,
                least=format_cents(least),
                bet=on,
            )
        cents = premium(self.rules, stake)
        if not cents:
            return Refusal("the premium of {amount} is less than a cent", bet.article, amount=format_cents(stake))
        return Range(cents, cents, 1)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One coup, from the stakes to the last payment; after the last of all the felt is cleared."""
    carry, last = await coup(rules, table)
    if last:
        await clear_felt(table, rules.last_coups.article)
    return carry


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """One coup, as it was played when stakes stayed after the last of them."""
    return (await coup(rules, table))[0]


async def coup(rules: Rules, table: Table[Carry]) -> tuple[Carry, bool]:
    """The rows dealt, called and settled; what is carried on, and whether this was the last coup of all."""
    shoe = Shoe(rules.equipment.cards, table.carry.shoe)
    if table.carry.shoe == Gone():
        await Announce("shuffle", (cutter(rules, table),))
    announced = await take_bets(rules, table)
    black, red = [await deal_row(rules, shoe, row) for row in rules.rows.order]
    left = table.carry.left(announced)
    if not red:
        await red_card(rules, table, shoe)
        return Carry(left), False
    fell = await call(rules, black, red)
    await settle_felt(rules, table, fell, last=left == 1)
    if fell == NULO and not rules.null.counted:
        return Carry(left, shoe.gone), False
    return Carry(table.carry.after(announced), shoe.gone), left == 1


def cutter(rules: Rules, table: Table[Carry]) -> str:
    """Who cuts the cards."""
    return table.players[0] if table.players and rules.equipment.cards.cut.by == "jugador" else "el crupier"


async def take_bets(rules: Rules, table: Table[Carry]) -> int:
    """The bets are open until the croupier closes them; how many last coups the director has announced meanwhile."""
    spots, insuring = layout(rules, table.settings), Insuring(rules, table)
    staking = Staking(
        rules, table, spots, limits=insuring.limits, kept=insuring.kept, back=lambda spot: spots[spot].article
    )
    rule = rules.last_coups
    already = Refusal("the last coups are announced already", rule.article)
    last = LastRounds(table.carry, lambda: Announce("last", (str(rule.announced_rounds),)), already)
    await Announce("open")
    await take_stakes(rules, staking, last)
    await Announce("close")
    return last.rounds(rule.announced_rounds)


async def deal_row(rules: Rules, shoe: Shoe, row: str) -> list[int]:
    """The cards of a row, laid until it has 31 points; none where the red card comes first."""
    count, points, least = worth(rules), 0, rules.rows.points[0]
    cards: list[int] = []
    while points < least:
        if shoe.cut_card_out:
            return []
        card = await shoe.up(row, rules.calls["result"].article)
        cards.append(card)
        points += count[card]
    return cards


async def red_card(rules: Rules, table: Table[Carry], shoe: Shoe) -> None:
    """The coup is void and its premiums go back; stakes lie where they lay. The last cards are counted, face down."""
    await Announce("cut", (str(shoe.cards),))
    for stake in list(stakes(table.places)):
        if stake.bet.startswith(INSURANCE):
            await Move(stake.place, chips(stake.who), stake.cents, rules.equipment.cards.void.article)


async def call(rules: Rules, black: list[int], red: list[int]) -> int:
    """The croupier calls the points of each row and what wins; how the coup ends."""
    count = worth(rules)
    points = [sum(count[card] for card in row) for row in (black, red)]
    fell = outcome(points[0], points[1], card_pack(rules).is_red(black[0]))
    called = tuple(POINTS[total - rules.rows.points[0]] for total in points)
    if fell == REFAIT:
        await Announce("refait", called)
    elif fell == NULO:
        await Announce("null", called)
    else:
        await Announce("result", (*called, *WON[fell]))
    return fell


async def settle_felt(rules: Rules, table: Table[Carry], fell: int, *, last: bool) -> None:
    """Losing stakes are taken, winners paid, chance by chance; 31 to 31 halves stakes or puts them in prison."""
    held = prisoners(table.places, {name: outcomes[fell] for name, outcomes in MET.items()})
    dues = []
    for stake in stakes(table.places):
        bet = rules.bets[name := bet_of(stake.bet)]
        if name == INSURANCE:
            back = premium_back(fell, *PREMIUM[rules.option(table.settings, "prima")])
            dues.append(due(stake, name, bet.article, back, stays=False))
            continue
        met = falls(CHANCES[name], fell, bool(table.places.get(insurance(stake.who, name))))
        if met == ZERO:
            held.append(Prisoner(stake, name, 0, ZERO))
        elif met != NULL:
            _, num, den = simple_chance(0, met, False, *pays(rules)[name])
            dues.append(due(stake, name, bet.article, (num, den), rules.settlement.winners_stay))
    fates, kept = await judge(table, rules.zero, held, pays(rules), last=last)
    await settle(table, rules.settlement, [*dues, *fates])
    for move in kept:
        await move


def insurance(who: str, name: str) -> str:
    """Where the premium lies that insures somebody's stake on a chance."""
    return felt(who, f"{INSURANCE}:{name}")


PLAY = Play(2, play, Carry, earlier=(Play(1, play_1, Carry),))
