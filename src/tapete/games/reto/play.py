"""El reto: one pass. The shoe goes on to the next."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.cards.card import pack
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import LastHands
from tapete.engine.places import Stake, chips, felt, stakes
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play
from tapete.engine.settings import Settings
from tapete.engine.settlement import Due, due, settle
from tapete.engine.shoe import Gone, Shoe, card_pack
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Choose, Closing, Refusal
from tapete.errors import Said
from tapete.games.reto.rules import (
    CHALLENGE,
    CHALLENGES,
    GIVES_UP,
    INITIAL,
    TIE,
    Rules,
    heights,
    layout,
    packs,
    shoe_for,
)
from tapete.games.reto.settle import TIES, WINS, challenge_back, clash, comes_back, initial_after
from tapete.games.shared.mano.cards import CROUPIER, NOBODY
from tapete.games.shared.mano.seats import too_many
from tapete.money import Range


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a pass: the shoe, and of how many packs it is."""

    shoe: Gone = Gone()
    packs: int = 0

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        known = (0, *map(int, rules.options["mazos"].values))
        if self.packs not in known:
            return Said("the shoe is of {packs} packs", packs=self.packs)
        gone = self.shoe.impossible(pack(rules.equipment.cards.pack), self.packs)
        return gone or super().impossible(rules, settings)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One pass, from the stakes to the last payment."""
    shoe = await open_shoe(rules, table)
    last = LastHands(rules, table.carry)
    await Announce("open")
    await take_bets(rules, table, last)
    await Announce("close")
    players = in_play(table)
    if players:
        card, clashes = await deal(rules, shoe, players, "carta")
        await call_first(card, clashes)
        await settle_first(rules, table, clashes)
        await challenges(rules, table, shoe, [who for who in players if clashes[who] == TIES])
    announced = last.announced
    return Carry(table.carry.after(announced), shoe.gone, packs(rules, table.settings))


async def take_bets(rules: Rules, table: Table[Carry], last: LastHands) -> None:
    """A place for each player, and the tie beside an initial stake, until the croupier closes the bets."""
    spots = layout(rules, table.settings)

    def limits(who: str, spot: Spot) -> Range | Refusal:
        staked = in_play(table)
        if who in staked:
            return spot.limits
        if spot.bet == TIE:
            return Refusal("{who} has no initial stake beside which to play the tie", spot.article, who=who)
        return too_many(rules, len(staked) + 1) or spot.limits

    def kept(who: str, spot: str) -> Refusal | None:
        if spot == INITIAL and table.places.get(felt(who, TIE)):
            return Refusal("the stake on the tie is taken back first", spots[TIE].article)
        return None

    staking = Staking(rules, table, spots, limits=limits, kept=kept, back=lambda spot: spots[spot].article)
    closing = Closing(rules.calls["close"].article, lambda: too_many(rules, len(in_play(table))))
    await take_stakes(rules, staking, last, closing=closing)


async def open_shoe(rules: Rules, table: Table[Carry]) -> Shoe:
    """The shoe as the last pass left it; shuffled anew when there might be too few cards in it."""
    shoe = shoe_for(rules, table.settings, table.carry.shoe, table.carry.packs, len(table.players))
    if shoe.gone == Gone():
        await Announce("shuffle", (str(shoe.left.packs),))
    return shoe


async def deal(rules: Rules, shoe: Shoe, players: Sequence[str], place: str) -> tuple[str, dict[str, int]]:
    """A card to each player and one to the croupier, all face up: his, and what each player's does against it."""
    height, by = heights(rules), rules.equipment.face_up.article
    cards = {who: await shoe.up(f"{place}/{who}", by) for who in players}
    croupier = await shoe.up(f"{place}/{CROUPIER}", by)
    clashes = {who: clash(height[card], height[croupier]) for who, card in cards.items()}
    return card_pack(rules).show(croupier), clashes


async def call_first(card: str, clashes: Mapping[str, int]) -> None:
    """The croupier calls his card, who wins against it, and who ties."""
    await Announce("result", (card, names(clashes, WINS)))
    if TIES in clashes.values():
        await Announce("tie", (names(clashes, TIES),))


def names(clashes: Mapping[str, int], *results: int) -> str:
    """Who has one of these results."""
    return ", ".join(who for who, result in clashes.items() if result in results) or NOBODY


async def settle_first(rules: Rules, table: Table[Carry], clashes: Mapping[str, int]) -> None:
    """The first clash: it decides every stake on the tie, and the initial stakes of all who have not tied."""
    dues = []
    for stake in stakes(table.places):
        bet, result = rules.bets[stake.bet], clashes[stake.who]
        if stake.bet == TIE or result != TIES:
            back = comes_back(result == (TIES if stake.bet == TIE else WINS), *bet.pays)
            dues.append(_due(rules, stake, bet.article, back))
    await settle(table, rules.settlement, dues)


async def challenges(rules: Rules, table: Table[Carry], shoe: Shoe, tied: Sequence[str]) -> None:
    """Who has tied challenges the house with a second stake, or gives up and keeps half of the first."""
    rule = rules.challenge
    bold = [who for who in tied if await dares(rules, table, who)]
    retired = [_initial(table, who) for who in tied if who not in bold]
    num, den = rules.retired.keeps
    dues = [_due(rules, stake, rules.retired.article, (num, den)) for stake in retired]
    await settle(table, rules.settlement, dues)
    if not bold:
        return
    for who in bold:
        await Move(chips(who), felt(who, CHALLENGE), _initial(table, who).cents, rule.equal.article)
    shoe.burn(rule.burnt)
    await Announce("burn", (str(rule.burnt),))
    card, clashes = await deal(rules, shoe, bold, "reto")
    await Announce("challenge", (card, names(clashes, TIES, WINS)))
    await settle_challenges(rules, table, clashes)


async def dares(rules: Rules, table: Table[Carry], who: str) -> bool:
    """Whether a player challenges; who has too few chips left for the second stake cannot."""
    second = _initial(table, who).cents
    if table.places.get(chips(who), 0) < second:
        return False
    costs, article = {CHALLENGES: second}, rules.challenge.who.article
    _, act = await Choose(who, CHALLENGE, (CHALLENGES, GIVES_UP), GIVES_UP, article, costs=costs)
    return act.on == CHALLENGES


async def settle_challenges(rules: Rules, table: Table[Carry], clashes: Mapping[str, int]) -> None:
    """The second clash decides the second stake; the first is lost with it, or goes back."""
    rule = rules.challenge
    dues = []
    for stake in stakes(table.places):
        result = clashes[stake.who]
        second = challenge_back(result, *rule.pays, *rule.ties_pay)
        dues.append(_due(rules, stake, rule.article, second if stake.bet == CHALLENGE else initial_after(result)))
    await settle(table, rules.settlement, dues)


def in_play(table: Table[Any]) -> list[str]:
    """Who has an initial stake on the felt, in the order of their places."""
    return [who for who in table.players if table.places.get(felt(who, INITIAL))]


def _initial(table: Table[Carry], who: str) -> Stake:
    place = felt(who, INITIAL)
    return Stake(who, INITIAL, table.places[place], place)


def _due(rules: Rules, stake: Stake, article: str, back: tuple[int, int]) -> Due:
    stays = rules.settlement.winners_stay and stake.bet != CHALLENGE  # which has no box of its own to stay in
    return due(stake, stake.bet, article, back, stays)


PLAY = Play(1, play, Carry)
