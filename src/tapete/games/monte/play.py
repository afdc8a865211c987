"""Monte: four cards are laid out, Primeras are played on all of them and Segundas on the row that is left."""

from typing import Any, NamedTuple

from tapete.cards.card import SUITS
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.places import bet_of, stakes
from tapete.engine.requests import Announce, Shift
from tapete.engine.round import Play
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.shoe import Gone, Shoe
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Choose, Refusal
from tapete.errors import Said, Word
from tapete.games.monte.rules import (
    BOTTOM,
    BURNING,
    EVERY,
    NAMES,
    ORDINALS,
    TOP,
    Phase,
    Piled,
    Rules,
    base,
    in_play,
    layout,
    phase,
    won,
)
from tapete.games.monte.settle import (
    BURNT,
    COMBINATIONS,
    LOSES,
    PLACES,
    STAYS,
    WINS,
    combination,
    laid_at,
    of_places,
    points,
    resolve,
)
from tapete.law.rulebook import Section
from tapete.money import Range

UNCOVERED, AWAY = "descubiertas", "retiradas"
PILED = ("", "doubled", "tripled")  # what is called when a pile has grown by so many


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """Which of the packs is dealt next."""

    deck: int = 0

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        most = len(rules.equipment.cards.colours)
        if not 0 <= self.deck < most:
            return Said("pack {number} of {most} is dealt next", number=self.deck + 1, most=most)
        return super().impossible(rules, settings)


class Spread:
    """The cards on the table: a pile in each of the four places, how many were burnt, and the shoe."""

    def __init__(self, rules: Rules) -> None:
        self.shoe = Shoe(rules.equipment.cards, Gone())
        self.piles: list[list[int]] = []
        self.ranks = [0] * PLACES
        self.shown = [0] * len(self.shoe.left.ranks)
        self.burnt = 0

    @property
    def piled(self) -> Piled:
        """How many cards lie on each of the four."""
        return tuple(len(pile) - 1 for pile in self.piles)

    def show(self, card: int) -> str:
        """A card as text."""
        return self.shoe.left.pack.show(card)

    def matching(self, rows: int) -> dict[int, int]:
        """The cards still in the shoe that have the value of one in these rows, each with its bit."""
        left = self.shoe.left
        matching = {}
        for place in places_of(rows):
            laid = self.piles[place][0]
            for card in range(laid - laid % SUITS, laid - laid % SUITS + SUITS):
                if left.of(card):
                    matching[card] = 1 << COMBINATIONS * place + combination(laid % SUITS, card % SUITS)
        return matching


class Dealt(NamedTuple):
    """A card uncovered in a phase: itself, its bit, and whether it was the first."""

    card: int
    hit: int
    first: bool


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One deal of one pack."""
    handed_on = Carry(deck=(table.carry.deck + 1) % len(rules.equipment.cards.colours))
    spread = Spread(rules)
    await Announce("deck", (rules.equipment.cards.colours[table.carry.deck],))
    await Choose("croupier", "corte", ("cortar",), "cortar", rules.laying.cut.article)
    if not await lay_out(rules, spread):
        await Announce("void")
        return handed_on
    row = await play_phase(rules, table, spread, phase(rules, spread.piled))
    await clear(spread, row)
    await Announce("segundas", tuple(ORDINALS[place] for place in places_of(EVERY ^ row)))
    await play_phase(rules, table, spread, phase(rules, spread.piled, EVERY ^ row))
    return handed_on


async def lay_out(rules: Rules, spread: Spread) -> bool:
    """Uncovers cards until four values are laid out; False if all cards of one value come before."""
    rule: Section = rules.laying
    while (count := len(spread.piles)) < PLACES:
        await Announce("place", (ORDINALS[count].capitalize(),))
        card = await spread.shoe.up(ORDINALS[count], rule.article)
        rank = card // SUITS
        place = laid_at(spread.ranks, count, rank)
        if place == BURNT:
            await burn(spread, card)
            rule = rules.laying.burnt
        elif place < count:
            await pile(spread, card, place)
            rule = rules.laying.doubled
        else:
            rule = rules.laying
            spread.ranks[place] = rank
            spread.piles.append([card])
        spread.shown[rank] += 1
        if spread.shown[rank] == rules.laying.void.cards:
            return False
    return True


async def burn(spread: Spread, card: int) -> None:
    """The first two are equal: both are burnt, and the layout begins again."""
    await Announce("burnt")
    await Shift(spread.show(spread.piles.pop()[0]), ORDINALS[0], BURNING)
    await Shift(spread.show(card), ORDINALS[1], BURNING)
    spread.burnt += 2


async def pile(spread: Spread, card: int, place: int) -> None:
    """A card equal to one laid out is put on it, and another is uncovered in its stead."""
    await Shift(spread.show(card), ORDINALS[len(spread.piles)], ORDINALS[place])
    spread.piles[place].append(card)
    if spread.piled[place] < len(PILED):
        await Announce(PILED[spread.piled[place]], (ORDINALS[place],))


async def play_phase(rules: Rules, table: Table[Carry], spread: Spread, now: Phase) -> int:
    """Stakes, then cards until one ends the phase: the row in which that one's value lies, none if no card can."""
    await Announce("open")
    felt = layout(rules, table.settings)
    await take_stakes(rules, Staking(rules, table, felt, limits=lambda _, spot: limits(rules, now, spot)))
    await Announce("close")
    coming, first = spread.matching(now.rows), True
    while coming:
        card = await spread.shoe.up(UNCOVERED, rules.settlement.article)
        dealt = Dealt(card, coming.pop(card, 0), first)
        first = False
        await call(rules, spread, now, dealt)
        await settle_felt(rules, table, spread, now, dealt)
        if dealt.hit & now.ends:
            return TOP if dealt.hit & of_places(TOP) else BOTTOM
    await Announce("spent")
    await give_back(rules, table)
    return 0


def limits(rules: Rules, now: Phase, spot: Spot) -> Range | Refusal:
    """What a spot takes in a phase: only those of the cards that it is played with take anything."""
    if spot.id in now.races:
        return spot.limits
    bet = rules.bets[spot.bet]
    if bet.phase != now.name:
        phase = Word(bet.phase.capitalize())
        return Refusal("{bet} is bet in {phase}, not now", bet.article, bet=Word(bet.name), phase=phase)
    return Refusal("{bet} is on a card that is no longer played", rules.segundas.article, bet=spot.id)


async def call(rules: Rules, spread: Spread, now: Phase, dealt: Dealt) -> None:
    """Says what a card that matches does, and that the deduction is due when it is the first."""
    if not dealt.hit:
        return
    place, named = divmod(dealt.hit.bit_length() - 1, COMBINATIONS)
    said = (spread.show(dealt.card), NAMES[named], ORDINALS[place])
    await Announce("result" if dealt.hit & now.ends else "annulled", said)
    if dealt.first:
        await Announce("door", (str(rules.deduction.percent),))


async def settle_felt(rules: Rules, table: Table[Carry], spread: Spread, now: Phase, dealt: Dealt) -> None:
    """Takes and pays the stakes that a card decides."""
    if not (dealt.hit or dealt.first):
        return
    paid_from, piled = base(rules, table.settings), in_play(spread.piled, now.rows)
    stays = rules.settlement.winners_stay
    dues = []
    for stake in stakes(table.places):
        name = bet_of(stake.bet)
        bet = rules.bets[name]
        result = resolve(now.races[stake.bet], bet.first_card, dealt.hit, dealt.first)
        if result == STAYS:
            continue
        share, article = (0, 1) if result == LOSES else (1, 1), bet.article
        if result == WINS:
            off = points(bet.counted, piled, spread.burnt)
            share, deducted = won(rules, paid_from, name, off, dealt.first)
            article = rules.deduction.article if deducted else article
        dues.append(due(stake, name, article, share, stays))
    await settle(table, rules.settlement, dues)


async def give_back(rules: Rules, table: Table[Carry]) -> None:
    """Returns the stakes that no card left can decide."""
    article = rules.segundas.article
    dues = [due(stake, bet_of(stake.bet), article, (1, 1), False) for stake in stakes(table.places)]
    await settle(table, rules.settlement, dues)


async def clear(spread: Spread, row: int) -> None:
    """Takes away the row that has been played."""
    for place in places_of(row):
        for card in spread.piles[place]:
            await Shift(spread.show(card), ORDINALS[place], AWAY)


def places_of(rows: int) -> list[int]:
    """The places of these rows."""
    return [place for place in range(PLACES) if rows >> place & 1]


PLAY = Play(1, play, Carry)
