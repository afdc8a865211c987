"""What may differ between the texts in poker between players: a variant of a text is a declaration of these parts.

Cards and board, streets with what is dealt and who speaks, stakes before the cards, limits, pots and showdown, seats.
"""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from tapete.cards.card import FRENCH, Pack
from tapete.cards.card import pack as pack_of
from tapete.cards.ranking import Ranking
from tapete.engine.settings import Settings
from tapete.engine.window import Refusal
from tapete.games.circulo.faults import Fault, Ruling
from tapete.games.circulo.hands import FULL, HAND, LOWS, Hands, Making
from tapete.games.circulo.lasting import DURATION, END, Duration, durations
from tapete.law.marks import Checked, Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import Ante, CardTable, Circle, CircleRulebook, DealtRulebook, Limit, Pays, Positive, ShoeRule
from tapete.money import Range, Ratio

DOWN = "tapada"
PACK, ANTE, SCHEME, CUT, SHARE, CAP = "baraja", "ante", "limite", "beneficio", "porcentaje", "tope"
STACK, MAXIMUM, REFILL = "resto", "maximo", "reposicion"
KEPT_BACK = "guarda-fichas"  # the ruling on who takes chips off the table
LEAST, MEAN, MOST, UNCAPPED = "minimo", "medio", "maximo", "sin-tope"
OPTIONS = {SHARE: (LEAST, MEAN, MOST)}
FORCED, ANTES, BLINDS = "obligatorias", "ante", "ciegas"
EARLY, YES = "primera-comun", "si"
MISDEAL, STANDS, NO_RAISES, NO_BETS = "anular", "sigue", "sin-subidas", "sin-envites"
BURN, BURN_ONE, REPLACE = "quemar", "quemar-una", "sustituir"
SPARE = 4  # cards that may be burnt or replaced besides
SEATS = "puestos"
DRAW_CALLS = ("served", "changes")
CALLS = ("open", "seats", "button", "suspended", "alone", "wins", "shares", "noted", "last")


class Numbering(Section):
    """From which of the croupier's hands the seats are counted."""

    from_: Literal["izquierda", "derecha"] = Field(alias="from")


class Direction(Section):
    """The direction of play, and of the seats' numbers."""

    direction: Literal["reloj", "contrarreloj"]
    seats: Numbering


class Button(Section):
    """How seats are drawn, how the first mano is found, and from whom on cards are dealt.

    `given`: that who comes later is given a seat by who is responsible for the game.
    """

    first: Literal["carta-alta", "puesto-1"]
    seats: Section
    given: Section | None = None
    deals: Literal["mano", "tras-la-mano", "puesto-1"]


class Post(Section):
    """A stake before the cards, in minimums of the table, of who sits so many seats after the mano.

    `more`: whether he may lay more than that.
    """

    name: Label
    seat: int = Field(ge=0)
    amount: Pays
    more: bool = False


class Straddles(Section):
    """Stakes that players add of their own will before the cards: so many times the last, each or in a chain."""

    times: Positive
    chained: bool


class Openers(Section):
    """The pairs with which a pot may be opened: the first, and the next after each hand that nobody opened."""

    pairs: tuple[str, ...]
    proof: Section
    false: Section


class Draw(Section):
    """The change of cards: how many at most, how many of them come at once, who begins.

    `own_apart`: whether nobody is served his own discards when the pack is used up; where it does not say so, only who
    is the last to be served is not. `last_mixed`: whether the last card of a pack that is too small is mixed with them.
    """

    most: Positive | None = None
    late: Positive | None = None
    begins: Literal["mano", "quien-abrio"]
    own_apart: bool = False
    last_mixed: bool = False
    served: Section
    order: Section
    runs_out: Section


class Dead(Section):
    """Cards set apart: they serve when the pack does not; when they do not either, one card is everybody's last.

    `folded`: whether cards thrown away serve before that.
    """

    completes: Section
    common: Section
    folded: bool = True


class Speaks(Section):
    """Who speaks first, and what he may not do: pass, or give up his cards."""

    who: Literal[
        "tras-las-ciegas",
        "tras-la-ciega",
        "mano",
        "tras-la-mano",
        "carta-baja",
        "mejor-vista",
        "ultimo-envite",
        "apuesta-mas-alta",
        "quien-abrio",
    ]
    must_bet: bool = False
    must_stay: bool = False
    ties: Literal["palo", "mano"] = "mano"


class PotPart(Section):
    """The part of the pot, as it is before an interval, that bounds every raise of it where one plays by the pot."""

    share: Pays


class Street(Section):
    """An interval by its number: what is dealt before it to each and to the board, what is burnt or set apart.

    `high`: whether a fixed limit is the high one.
    """

    name: Label
    number: Positive
    cards: tuple[Literal["tapada", "vista"], ...] = ()
    common: int = Field(default=0, ge=0)
    burnt: int = Field(default=0, ge=0)
    apart: int = Field(default=0, ge=0)
    speaks: Speaks
    high: bool = False
    pot: PotPart | None = None


class Raises(Section):
    """What a raise must be at least: double of what stands, as much as the last one more, or a minimum more.

    A player's last chips may be less; they let others raise again if they are more than `reopens` of what stood, or
    always.
    """

    least: Literal["doble", "subida", "minimo"]
    reopens: Pays | None = None


class Scheme(Section):
    """A limit to play with: none, a share of the pot, fixed amounts, or amounts up to those.

    `high`: what the high limit is, in minimums, or else the table's maximum. `raises`: how many there may be, of all
    together in a round or of each player.
    """

    name: Label
    kind: Literal["libre", "bote", "fijo", "hasta"]
    share: Pays = Ratio(1, 1)
    high: Pays | None = None
    raises: Positive | None = None
    each: Literal["ronda", "jugador"] = "ronda"
    open_pair: Section | None = None


class Acts(Section):
    """What a player may do in turn, each with its article."""

    fold: Section
    check: Section
    call: Section
    raise_: Section = Field(alias="raise")
    short: Section


class Halves(Section):
    """A pot in two halves: the chip over is for the half that who raised last wins, or always for the first."""

    over: Literal["ultimo", "primera"] = "ultimo"


class Pots(Section):
    """What becomes of the stakes: gathered after each interval, won by who is left alone, shared, to the last chip."""

    alone: Section
    ties: Section
    odd: Section
    halves: Halves | None = None


class Showing(Section):
    """Who shows first, and whether cards may be thrown away unseen for giving up the pot."""

    order: Section
    muck: Section | None = None


class Resting(Section):
    """How many hands somebody may rest and keep the seat: one after another, or in the whole game."""

    hands: Positive
    counted: Literal["seguidas", "partida"]


class Entering(Section):
    """With which blind somebody comes back or comes in, and where nobody may come in."""

    back: Section
    new: Section
    barred: Section


class Distributor(Section):
    """The shoe that cards may be dealt from: how it may work, which earlier editions do not say."""

    kinds: Checked[tuple[str, ...]] = ()


class Centre(Section):
    """The middle of the table: the openings that it must have."""

    openings: Checked[tuple[str, ...]]


class Equipment(CardTable):
    """Cards, the shoe they may be dealt from, and the table: what its middle must have, or may."""

    cards: ShoeRule
    shoe: Checked[Distributor | None] = None
    centre: Checked[Centre | None] = None
    table: Cited[Section | None] = None


class Rules(CircleRulebook, DealtRulebook):
    """A text's rules of one variant of poker between players.

    A stack lies before its player, who may not put any of it away: all who play see what each has left.
    """

    open_stacks: ClassVar[bool] = True

    equipment: Equipment
    players: Circle
    hands: Hands
    making: Making
    turn: Direction
    button: Button
    posts: dict[str, Post] = Field(default_factory=dict)
    straddles: Straddles | None = None
    openers: Openers | None = None
    draw: Draw | None = None
    kept: Section | None = None
    dead: Dead | None = None
    streets: dict[str, Street]
    acts: Acts
    raises: Raises
    schemes: dict[str, Scheme]
    pots: Pots
    showdown: Showing
    limits: dict[str, Limit]
    resting: Resting
    entering: Entering | None = None
    irregularities: dict[str, Fault] = Field(default_factory=dict)  # type: ignore[assignment]
    rulings: dict[str, Ruling] = Field(default_factory=dict)
    duration: Duration
    half_session: Section | None = None

    @property
    def bets(self) -> dict[str, Section]:
        """Nobody bets on a felt against the house."""
        return {}

    @functools.cached_property
    def slow(self) -> str:
        """By what name the croupier warns who is slow to decide; nothing where the text has him warn nobody."""
        return next((name for name, ruling in self.rulings.items() if ruling.call), "")

    @functools.cached_property
    def intervals(self) -> dict[str, Street]:
        """The streets as they follow one another."""
        return dict(sorted(self.streets.items(), key=lambda item: item[1].number))

    def seating(self, options: Mapping[str, str]) -> tuple[int | None, str]:
        """As many as the house has seats for and the pack cards; unknown where it may not choose so."""
        option, cards = self.options[SEATS], self.options.get(PACK)
        chosen = options.get(SEATS, option.default)
        if not option.takes(chosen):
            return None, option.article
        kind = options.get(PACK, cards.default) if cards else self.equipment.cards.pack
        served = len(pack_of(kind)) // first_deal(self) if not cards or cards.takes(kind) else int(chosen)
        by = option if int(chosen) <= served else cards or self.equipment.cards
        return min(int(chosen), served), by.article

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        self.need("calls", CALLS)
        self.need("calls", [name for name, street in self.streets.items() if street.common])
        self.need("calls", [next(iter(self.intervals))] if EARLY in self.options else [])
        self.need("calls", DRAW_CALLS if self.draw else ())
        self.need("calls", ("blank", "false") if self.openers else ())
        self.need("calls", ("seventh",) if self.dead else ())
        self.need("calls", [ruling.call for ruling in self.rulings.values() if ruling.call])
        self.need("options", (SCHEME, CUT, SHARE, SEATS))
        self.need("limits", (STACK,))
        self.need("closing", (END,))
        chosen = {SCHEME: tuple(self.schemes), CUT: tuple(self.cuts), FORCED: (ANTES, BLINDS), EARLY: ("no", YES)}
        chosen[DURATION] = durations(self.options.get(DURATION))
        self.options_among({**OPTIONS, **chosen})
        if (ANTE in self.options) != (self.ante is not None):
            raise ValueError(f"options.{ANTE}: there is a choice where there is an ante")
        parts = [*self.options[ANTE].values, *(self.options[ANTE].between or ())[:2]] if self.ante else []
        if self.ante and any(Fraction(*Ratio.part(text)) > Fraction(*self.ante.up_to) for text in parts):
            raise ValueError(f"options.{ANTE}.values: {self.ante.up_to} of the minimum at most")
        self.remedies_among(REMEDIES)
        if unknown := {name for ruling in self.rulings.values() for name in ruling.streets} - set(self.streets):
            raise ValueError(f"rulings: no interval '{min(unknown)}', only {', '.join(self.streets)}")
        return self

    @model_validator(mode="after")
    def _cards_add_up(self) -> Self:
        if self.making.low and self.making.low.highest not in LOWS:
            raise ValueError(f"making.low.highest: among {', '.join(LOWS)}")
        if sorted(street.number for street in self.streets.values()) != list(range(1, len(self.streets) + 1)):
            raise ValueError("streets: they are numbered from 1 on, each once")
        own = sum(len(street.cards) for street in self.streets.values())
        common = sum(street.common for street in self.streets.values())
        if (own, common) != (self.making.own, self.making.board):
            raise ValueError("streets: they deal the cards that a hand is made of")
        if any(scheme.kind == "hasta" and scheme.high is None for scheme in self.schemes.values()):
            self.need("limits", (MAXIMUM,))
        return self


REMEDIES = (MISDEAL, STANDS, NO_RAISES, NO_BETS, BURN, BURN_ONE, REPLACE)


@functools.lru_cache(maxsize=64)
def posts(rules: Rules, settings: Settings) -> dict[str, Post]:
    """The stakes that some must lay before the cards, round the table, unless the house has chosen antes instead."""
    if rules.option(settings, FORCED) == ANTES:
        return {}
    return dict(sorted(rules.posts.items(), key=lambda item: item[1].seat))


def antes(rules: Rules, settings: Settings) -> Ante | None:
    """The stake that all must lay before the cards, unless the house has chosen blinds instead."""
    return None if rules.option(settings, FORCED) == BLINDS else rules.ante


def pack(rules: Rules, settings: Settings) -> Pack:
    """The pack that a table plays with."""
    return pack_of(rules.option(settings, PACK) or rules.equipment.cards.pack)


@functools.lru_cache(maxsize=64)
def ranking(rules: Rules, settings: Settings) -> Ranking:
    """The order of hands of five cards, as the text declares it for this variant and pack."""
    cards, hands = pack(rules, settings), rules.hands
    order = [name for name in hands.order if rules.making.covered or not hands.kinds[name].covered]
    if len(cards) < len(FRENCH):
        order.remove(hands.reduced.above_full)
        order.insert(order.index(FULL), hands.reduced.above_full)
    compared = ((name, hands.kinds[name].tie.compared) for name in order)
    fewer = tuple((name, count) for name, count in compared if count < HAND)
    ace: Literal["both", "high"] = "both" if hands.low_ace.counts else "high"
    return Ranking(cards, HAND, tuple(reversed(order)), ace, compared=fewer)


@functools.lru_cache(maxsize=64)
def low_ranking(rules: Rules) -> Ranking | None:
    """The order of the lowest hands, where half of the pot is theirs: runs and colours do not spoil one."""
    if rules.making.low is None:
        return None
    return Ranking(FRENCH, HAND, (LOWS[rules.making.low.highest],), ace="low", lowest_wins=True)


def first_deal(rules: Rules) -> int:
    """How many cards each must be dealt at least: all his own, but for the last where one may serve all."""
    return rules.making.own - (rules.dead is not None)


@functools.lru_cache(maxsize=64)
def most_cards(rules: Rules, settings: Settings) -> int:
    """How many cards a hand of a full table can take, as far as the pack reaches."""
    middle = sum(street.burnt + street.apart + street.common * rules.making.boards for street in rules.streets.values())
    seats, _ = rules.seating(settings.options)
    drawn = 2 * rules.making.own if rules.draw else rules.making.own
    return min(len(pack(rules, settings)), drawn * (seats or 0) + middle + SPARE)


def first_stack(rules: Rules, settings: Settings) -> tuple[int, str] | None:
    """The least that somebody sits down with, and its article, where the text has the house fix it and what follows.

    It is a least: one text calls it so, the other bounds the least refill by it.
    """
    filled = rules.limits.get(REFILL)
    if filled is None:
        return None
    return settings.maximum.get(STACK, 0), (filled if filled.follows else rules.limits[STACK]).article


def refill(rules: Rules, settings: Settings, held: int) -> Range | Refusal | None:
    """What a stack may be filled up with between hands: within a band once it is used up, or as far as the first one.

    What the house has fixed for it is the least.

    Nothing is said of it in most texts, and nothing bounds it there.
    """
    rule, chip = rules.limits.get(REFILL), settings.chip
    if rule is None:
        return None
    if rule.follows:
        least = -(-settings.maximum.get(REFILL, chip) // chip) * chip
        return Range(least, settings.maximum[rule.of], chip).floor()
    if held >= chip:
        return Refusal("a stack is filled up once it is used up", rule.article)
    return Range(rule.lowest(settings.minimum), settings.maximum[REFILL], chip).floor()


def retained(rules: Rules) -> str:
    """The article by which a stack stays on the table as long as its player."""
    rule = rules.rulings.get(KEPT_BACK)
    return rule.article if rule else ""
