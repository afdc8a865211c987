"""What may differ between the texts in póquer con descarte, the felt, the order of hands, what a hand brings back."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.engine.last import END_OF_DAY
from tapete.engine.places import meter
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.five import HAND, KINDS, Hands, Least, Order, compiled
from tapete.games.shared.mano.rules import VOID
from tapete.games.shared.mano.rules import Cards as EveryCards
from tapete.games.shared.mano.rules import Seats as EverySeats
from tapete.games.shared.mano.settle import FOLDED, ante_back, second_back
from tapete.law.marks import Cited, Label
from tapete.law.option import NUMBER
from tapete.law.rulebook import Section, has
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Fee, Percent, Positive
from tapete.money import Range

FIRST, SECOND, JACKPOT = "inicial", "segunda", "jackpot"
GOES, FOLDS, CHANGES = "ir", "pasar", "descartar"
BEST, SIMPLE, ALWAYS = "mejor", "sencillo", "siempre"
DEALING, POLICY = "reparto", "juego"
ONE_BY_ONE, BY_FIVES = "una-a-una", "de-cinco-en-cinco"
AMOUNT, AFTER = "apuesta-de-jackpot", "premios-con-descarte"
FIXED_TIMES, FIRST_TIMES, ADDED, CAROUSEL = "jackpot-fijo", "jackpot-inicial", "jackpot-aumento", "carrusel"
OF_JACKPOT = (JACKPOT, AMOUNT, AFTER, FIXED_TIMES, FIRST_TIMES, ADDED, CAROUSEL)
NO, YES = "no", "si"
FIXED, BY_HAND, BY_SLOT = "fijo", "progresivo-manual", "progresivo-automatico"
OPTIONS = {
    DEALING: (ONE_BY_ONE, BY_FIVES),
    POLICY: (BEST, SIMPLE, ALWAYS),
    JACKPOT: (NO, FIXED, BY_HAND, BY_SLOT),
    AMOUNT: ("2", "4", "5", "10"),
    AFTER: (NO, YES),
    CAROUSEL: (NO, YES),
}
CALLS = ("changes", "bank-changes", "bank-stands", "idle", "noted")
STEPS = ("escalera-o-mas", "trio", "doble-pareja", "pareja", "cuatro-de-un-palo", "cuatro-seguidas", "nada")
CHANGED = 2  # cards that may be changed
WHOLE = 100  # hundredths


class Cards(EveryCards):
    """The pack, and a second one that may be played in turns with it."""

    alternate: Cited[Section]


class House(Section):
    """What a house that has a jackpot keeps for it: the sign that shows its prizes, and its books."""

    shown: Cited[Section]
    books: Cited[Section]


class Equipment(CardTable):
    """Cards, shuffler and table, and what belongs to a jackpot."""

    cards: Cards
    shoe: Cited[Section]
    table: Cited[Section]
    jackpot: Cited[House | None] = None


class Combinations(Hands):
    """The kinds of hands, of which a player is paid for the highest one only."""

    highest_only: Cited[Section | None] = None


class Deal(Section):
    """How cards are dealt, by hand or by the shuffler, and whether the bank's last one lies open."""

    by_fives: Section
    shows_last: bool


class SecondBet(Section):
    """The stake that a player adds to go on: so many times the first; hands.kinds has what it pays."""

    name: Label
    limit: Cited[str]
    times: Positive


class Share(Section):
    """The part of the jackpot that a kind of hand wins."""

    percent: Percent

    @property
    def part(self) -> Fraction:
        """The same as a part of one."""
        return self.percent / 100


class Amount(Section):
    """How many times its stake a jackpot must be at least: no option of the house is less."""

    times: Positive


class Growing(Amount):
    """A jackpot that grows by a part of its stakes: entered by hand when a hand ends, or by a slot at once."""

    by_hand: Section
    by_slot: Section


class Sharing(Section):
    """Who is paid first where several win, and what equal hands are paid."""

    royals: Section
    without_first: Section


class JackpotBet(Section):
    """The stake on one's own hand for a part of a jackpot: prizes without a change of cards and, as an option, after.

    The stake is at most one of so many parts of the table's minimum.
    """

    name: Label
    limit: str
    part: Positive
    needs_first: Section
    without: dict[str, Share]
    after: dict[str, Share]
    fixed: Amount
    growing: Growing
    sharing: Sharing
    carousel: Section
    stays: Section


class Changing(Section):
    """How many cards a player may change, and whether the hand may be looked at again before the croupier shows it."""

    most: int = Field(ge=0, le=CHANGED)
    seen_again: bool


class Bank(Section):
    """The steps that bind the bank's change of cards, its least pair to play, and what becomes of the stakes."""

    changing: Section
    steps: dict[str, Section]
    least: Least
    idle: Section
    beaten: Section
    wins: Section
    ties: Section

    @model_validator(mode="after")
    def _seven_steps(self) -> Self:
        if tuple(self.steps) != STEPS:
            raise ValueError(f"steps: {', '.join(STEPS)}, in this order")
        return self


class Seats(EverySeats):
    """Who plays, and who commands."""

    commands: Cited[Section | None] = None


def kind_of(bet: Any) -> str:
    """Which of the bets one is, by what it has."""
    return "segunda" if has(bet, "times") else "jackpot" if has(bet, "without") else "apuesta"


AnyBet = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[SecondBet, Tag("segunda")] | Annotated[JackpotBet, Tag("jackpot")],
    Discriminator(kind_of),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of póquer con descarte."""

    equipment: Equipment
    deal: Deal
    hands: Combinations
    bets: dict[str, AnyBet]
    fold: Section
    changing: Changing
    bank: Bank
    players: Seats
    penalty: Section | None = None

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        known = [FIRST, SECOND, *([JACKPOT] if JACKPOT in self.bets else [])]
        kinds = ["apuesta", "segunda", "jackpot"][: len(known)]
        if list(self.bets) != known or [kind_of(bet) for bet in self.bets.values()] != kinds:
            raise ValueError(f"bets: {FIRST}, {SECOND} and perhaps {JACKPOT}")
        self.remedies_among((VOID, STANDS))
        return self

    @model_validator(mode="after")
    def _steps_are_understood(self) -> Self:
        self.need("calls", CALLS if self.penalty is None else (*CALLS, "punished"))
        self.need("calls", ("prize",) if self.jackpot else ())
        self.need("calls", ["last"] if self.minimum.announced_rounds else [])
        self.need("calls", ["last-hands"] if END_OF_DAY in self.closing else [])
        self.need("options", (DEALING, POLICY, *(OF_JACKPOT if self.jackpot else ())))
        self.options_among(OPTIONS)
        if self.jackpot:
            self._jackpot_is_understood(self.jackpot)
        if self.players.seats is None or most_cards(self) > len(card_pack(self)):
            raise ValueError("players.seats: one pack must serve all, and what they change")
        return self

    def _jackpot_is_understood(self, bet: JackpotBet) -> None:
        for prizes in (bet.without, bet.after):
            if not set(prizes) <= set(KINDS):
                raise ValueError(f"bets.{JACKPOT}: prizes are for {', '.join(KINDS)}")
        least = {AMOUNT: bet.part, FIXED_TIMES: bet.fixed.times, FIRST_TIMES: bet.growing.times, ADDED: 0}
        for name in least:
            option = self.options[name]
            numbers = [*option.values, *(option.between or ())[:2]]
            if not all(map(NUMBER.fullmatch, numbers)) or min(map(Fraction, numbers)) < least[name]:
                raise ValueError(f"options.{name}.values: {least[name]} at least")
            if name == ADDED and max(map(Fraction, numbers)) > WHOLE:
                raise ValueError(f"options.{name}.values: {WHOLE} at most")

    @property
    def first(self) -> Bet:
        """The bet before the cards."""
        return self.bets[FIRST]  # type: ignore[return-value]

    @property
    def second(self) -> SecondBet:
        """The bet that is added to the first."""
        return self.bets[SECOND]  # type: ignore[return-value]

    @property
    def jackpot(self) -> JackpotBet | None:
        """The bet on the jackpot, where the text has it."""
        return self.bets.get(JACKPOT)  # type: ignore[return-value]


@functools.lru_cache(maxsize=64)
def order(rules: Rules) -> Order:
    """The order of hands that a text declares."""
    return compiled(card_pack(rules), rules.equipment.cards.ace, rules.hands, rules.bank.least)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The boxes of a player that take stakes before the cards."""
    first = rules.first
    limits = Range(settings.least(first.limit), settings.maximum[first.limit], settings.chip).floor()
    layout = {FIRST: Spot(FIRST, FIRST, limits, first.article)}
    if rules.jackpot and rules.option(settings, JACKPOT) != NO:
        cents = jackpot_stake(rules, settings)
        layout[JACKPOT] = Spot(JACKPOT, JACKPOT, Range(cents, cents, settings.chip), rules.jackpot.article)
    return layout


def jackpot_stake(rules: Rules, settings: Settings) -> int:
    """The one amount that is staked on the jackpot: a part of the table's minimum, in its chips, one at least."""
    part = int(settings.minimum / jackpot_part(rules, settings))
    return max(part - part % settings.chip, settings.chip)


def jackpot_part(rules: Rules, settings: Settings) -> Fraction:
    """One of how many parts of the table's minimum is staked on the jackpot."""
    assert rules.jackpot is not None
    return max(Fraction(rules.option(settings, AMOUNT)), Fraction(rules.jackpot.part))


def fees(rules: Rules, settings: Settings) -> list[Fee]:
    """What the jackpot costs a player who stakes on it: a chip is too much where the minimum is not twice as much."""
    if rules.jackpot is None or rules.option(settings, JACKPOT) == NO:
        return []
    most = Fraction(settings.minimum, rules.jackpot.part)
    return [Fee(jackpot_stake(rules, settings), rules.jackpot.article, Fraction(1), most)]


def jackpot_prizes(rules: Rules, settings: Settings, changed: bool) -> Mapping[str, Share]:
    """The hands that win a part of the jackpot, without a change of cards or after one."""
    assert rules.jackpot is not None
    if changed:
        return rules.jackpot.after if rules.option(settings, AFTER) == YES else {}
    return rules.jackpot.without


def apart(rules: Rules) -> tuple[str, ...]:
    """The account of a jackpot that grows, where the text has one."""
    return (meter(JACKPOT),) if rules.jackpot else ()


def most_cards(rules: Rules) -> int:
    """How many cards a hand of all players takes, with the bank's and what may be changed."""
    assert rules.players.seats is not None
    return HAND + CHANGED + (HAND + rules.changing.most) * rules.players.seats


def share(rules: Rules, end: int, place: int) -> Fraction:
    """What a hand brings back for a first stake of one, with what its second stake wins or loses."""
    back = Fraction(*ante_back(end, *rules.first.pays))
    if end == FOLDED:
        return back
    return back + rules.second.times * (Fraction(*second_back(end, order(rules).pays[place], 1)) - 1)


def jackpot_times(rules: Rules, settings: Settings, fixed: bool) -> int:
    """How many times its stake a fixed jackpot is, or one that grows at the beginning: what the text says at least."""
    assert rules.jackpot is not None
    least, option = (rules.jackpot.fixed, FIXED_TIMES) if fixed else (rules.jackpot.growing, FIRST_TIMES)
    return max(int(rules.option(settings, option)), least.times)


def jackpot_back(rules: Rules, settings: Settings, place: int, changed: bool) -> Fraction:
    """What a stake of one on a fixed jackpot brings back, which is won alone: the stake itself does not come back."""
    prizes = jackpot_prizes(rules, settings, changed)
    kind = order(rules).kinds[place]
    return jackpot_times(rules, settings, fixed=True) * prizes[kind].part if kind in prizes else Fraction(0)


__all__ = ["Rules", "layout"]
