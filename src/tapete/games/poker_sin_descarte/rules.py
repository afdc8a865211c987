"""What may differ between the texts in poker without discard, the felt, and the order of hands."""

import functools
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.engine.last import END_OF_DAY
from tapete.engine.places import meter, tail_of
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.mano.asking import STANDS
from tapete.games.shared.mano.five import HAND, KINDS, Hands, Least, Order, compiled
from tapete.games.shared.mano.rules import VOID, Cards
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section, has
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Limit, Percent, Players, Positive
from tapete.money import Range

FIRST, SECOND = "inicial", "segunda"
INSURANCE, CAROUSEL, PROGRESSIVE = "seguro", "carrusel", "progresivo"
SIDE = (INSURANCE, CAROUSEL, PROGRESSIVE)
GOES, FOLDS, BUYS = "ir", "pasar", "comprar"
CHANGES = tuple(f"cambiar-{place}" for place in range(1, HAND + 1))  # a card is bought in the place of one
BEST, SIMPLE, LIKE_THE_BANK, ALWAYS, INSURED = "mejor", "sencillo", "como-la-banca", "siempre", "asegurado"
DEALING, BUYING, OTHERS, POLICY, DEDUCTION = "reparto", "compra", "apuestas-ajenas", "juego", "deduccion"
METER = meter(PROGRESSIVE)
ONE_BY_ONE, BY_FIVES = "una-a-una", "de-cinco-en-cinco"
NO, YES = "no", "si"
OPTIONS = {
    DEALING: (ONE_BY_ONE, BY_FIVES),
    OTHERS: (NO, YES),
    **dict.fromkeys(SIDE, (NO, YES)),
    "carrusel-trio": (NO, YES),
    DEDUCTION: tuple(str(percent) for percent in range(0, 51, 5)),
    BUYING: (NO, YES),
    POLICY: (BEST, SIMPLE, LIKE_THE_BANK, ALWAYS, INSURED),
}
CALLS = ("idle", "noted", "punished", "bought")


class Equipment(CardTable):
    """Cards, the shoe they may be dealt from, and the table."""

    cards: Cards
    shoe: Cited[Section | None] = None
    table: Cited[Section]


class ByFives(Section):
    """From the automatic shoe five cards come at once; which of the bank's is turned over."""

    shown: Literal["first", "last"]


class Deal(Section):
    """By hand the cards go round one by one; which of the bank's lies open."""

    shown: Literal["first", "last"]
    by_fives: ByFives


class Fold(Section):
    """Who passes loses the first stake; whether the cards may be shown after that, for the bets on them alone."""

    shown: bool


class Bank(Section):
    """With what the bank plays, and the articles of what becomes of the stakes."""

    least: Least
    idle: Section
    beaten: Section
    wins: Section
    ties: Section


class Buying(Section):
    """A card bought for as much as the first stake, in the place of one: dealt open or not, and what it forfeits.

    `seats` is how many squares one pack serves where every one of them may buy.
    """

    open: bool = False
    forfeits: tuple[str, ...] = ()
    seats: Positive


class Beside(Section):
    """A bet beside the first stake: its name on the felt, the limit that binds it."""

    name: Label
    limit: str


class SecondBet(Beside):
    """The stake that a player adds to go on, in first stakes; hands.kinds has what it pays."""

    times: Positive


class Prize(Section):
    """What a kind of hand wins: so many stakes, or a part of what has accumulated; `option` is what admits it."""

    times: int = Field(default=0, ge=0)
    percent: Percent | None = None
    option: str = ""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.times) == (self.percent is not None):
            raise ValueError("a prize is so many times the stake, or per cent of what has accumulated")
        return self


class SideBet(Beside):
    """A bet on one's own cards, admitted by the option of its name; whether a prize also brings the stake back.

    `cards`: the first five, or those that are played in the end.
    """

    prizes: dict[str, Prize]
    returned: bool = False
    cards: Literal["first", "played"]


class SquareLimit(Limit):
    """A maximum that all who stake on a square share; `fixed` is one amount for all, `minimum_part` of the minimum."""

    shared: bool = False
    fixed: bool = False


class Behind(Section):
    """Several stakes on a square: how many, the holder's included, whose consent it takes, which option admits it."""

    most: Positive
    consent: tuple[Literal["titular", "inspector"], ...]
    option: str = ""


class Seats(Players):
    """Who plays; where the text has it, vacant squares are played blind."""

    behind: Behind
    vacant: Section | None = None


def _kind(bet: Any) -> str:
    return "lateral" if has(bet, "prizes") else "segunda" if has(bet, "times") else "apuesta"


AnyBet = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[SecondBet, Tag("segunda")] | Annotated[SideBet, Tag("lateral")],
    Discriminator(_kind),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of poker without discard."""

    equipment: Equipment
    hands: Hands
    bets: dict[str, AnyBet]
    limits: dict[str, SquareLimit]  # type: ignore[assignment]
    deal: Deal
    fold: Fold
    bank: Bank
    buying: Buying
    players: Seats
    penalty: Section

    @model_validator(mode="after")
    def _bets_are_understood(self) -> Self:
        kinds = {FIRST: "apuesta", SECOND: "segunda", **dict.fromkeys(SIDE, "lateral")}
        for name in (FIRST, SECOND):
            if name not in self.bets:
                raise ValueError(f"bets.{name}: missing")
        for name, bet in self.bets.items():
            if kinds.get(name) != _kind(bet):
                raise ValueError(f"bets.{name}: there are {', '.join(kinds)}, the last three with prizes")
        for name, bet in self.side.items():
            self.need("options", (name,))
            if not set(bet.prizes) <= set(KINDS):
                raise ValueError(f"bets.{name}.prizes: among {', '.join(KINDS)}")
            self.need("options", [prize.option for prize in bet.prizes.values() if prize.option])
        if PROGRESSIVE in self.side:
            self.need("options", (DEDUCTION,))
            self.need("calls", ("jackpot",))
        if not set(self.buying.forfeits) <= set(self.side):
            raise ValueError(f"buying.forfeits: among {', '.join(self.side)}")
        return self

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        self.need("calls", CALLS)
        self.need("calls", ["last"] if self.minimum.announced_rounds else [])
        self.need("calls", ["last-hands"] if END_OF_DAY in self.closing else [])
        self.need("options", (DEALING, BUYING, POLICY, *filter(None, [self.players.behind.option])))
        self.options_among(OPTIONS)
        self.remedies_among((VOID, STANDS))
        if self.players.seats is None:
            raise ValueError("players.seats: one pack serves so many")
        if (INSURED in self.options[POLICY].values) != self.insures_changes:
            raise ValueError(f"options.{POLICY}.values: '{INSURED}' where the insurance goes by the cards played")
        return self

    def places(self, options: Mapping[str, str]) -> tuple[int | None, str]:
        """A seat for each square of the felt: fewer where cards are bought, for one pack serves no more."""
        fewer = options.get(BUYING) == YES and self.buying.seats < self.seats
        return (self.buying.seats, self.buying.article) if fewer else super().places(options)

    @property
    def insures_changes(self) -> bool:
        """Whether the insurance goes by a hand for which a card was bought."""
        return INSURANCE in self.side and self.side[INSURANCE].cards == "played"

    @functools.cached_property
    def side(self) -> dict[str, SideBet]:
        """The bets on one's own cards."""
        return {name: bet for name, bet in self.bets.items() if isinstance(bet, SideBet)}

    @property
    def second(self) -> SecondBet:
        """The stake that is added to the first."""
        second = self.bets[SECOND]
        assert isinstance(second, SecondBet)
        return second

    @property
    def seats(self) -> int:
        """How many squares a table has where nobody buys a card."""
        assert self.players.seats is not None
        return self.players.seats


def admitted(rules: Rules, settings: Settings, option: str) -> bool:
    """Whether the house admits what this option is about."""
    return not option or rules.option(settings, option) == YES


@functools.lru_cache(maxsize=64)
def order(rules: Rules) -> Order:
    """The order of hands that a text declares."""
    return compiled(card_pack(rules), rules.equipment.cards.ace, rules.hands, rules.bank.least)


@functools.lru_cache(maxsize=256)
def prizes(rules: Rules, settings: Settings, bet: str) -> dict[str, Prize]:
    """The prizes of a bet on one's own cards that the house admits, by kind of hand."""
    return {kind: prize for kind, prize in rules.side[bet].prizes.items() if admitted(rules, settings, prize.option)}


def squares(rules: Rules, settings: Settings) -> int:
    """How many squares may be played; the first is at the croupier's left."""
    return min(rules.seats, rules.buying.seats) if admitted(rules, settings, BUYING) else rules.seats


def apart(rules: Rules) -> tuple[str, ...]:
    """The account in which a prize accumulates, where the text has one."""
    return (METER,) if PROGRESSIVE in rules.side else ()


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The squares, and before each what the house admits besides; the second stake comes to its own with the cards."""
    layout: dict[str, Spot] = {}
    for number in range(1, squares(rules, settings) + 1):
        for name in (FIRST, *rules.side):
            limits = _range(rules, settings, name)
            if limits.hi and (name == FIRST or admitted(rules, settings, name)):
                spot = spot_of(name, number)
                layout[spot] = Spot(spot, name, limits, rules.bets[name].article)
    return layout


def spot_of(bet: str, number: int) -> str:
    """A bet's spot at a square."""
    return f"{bet}:{number}"


def place_of(spot: str) -> int:
    """The square that a spot is at."""
    return int(tail_of(spot))


def _range(rules: Rules, settings: Settings, name: str) -> Range:
    """What a spot takes; beside the first stake at most a part of the table's minimum, in whole chips."""
    bound, chip = rules.bets[name].limit, settings.chip
    limit = rules.limits[bound]
    if name == FIRST:
        return Range(settings.least(bound), settings.maximum[bound], chip).floor()
    part = settings.minimum // limit.minimum_part
    most = min(settings.maximum.get(bound, part), part) // chip * chip
    return Range(most if limit.fixed else chip, most, chip)


__all__ = ["Rules", "layout"]
