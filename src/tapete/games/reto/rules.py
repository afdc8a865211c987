"""What may differ between the texts in el reto, the felt, and what a pass brings back."""

import functools
from fractions import Fraction
from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tapete.cards.card import pack
from tapete.engine.settings import Settings
from tapete.engine.shoe import Gone, Shoe, card_pack
from tapete.engine.stakes import Layout, Spot
from tapete.games.reto.settle import LOST, TIE_LOST, WON, challenge_back, comes_back, initial_after
from tapete.law.marks import Cited
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Bet, CardTable, DealtRulebook, Pays, Players, ShoeRule
from tapete.money import Range, Ratio

INITIAL, TIE, CHALLENGE = "inicial", "tie", "reto"
CHALLENGES, GIVES_UP = "retar", "retirarse"
MOST_PACKS = 8
OPTIONS = {"mazos": tuple(map(str, range(1, MOST_PACKS + 1))), "empate": (CHALLENGES, GIVES_UP)}
CALLS = ("shuffle", "tie", "burn", "challenge", "last")


class Renewed(Section):
    """For how many clashes of all the players a pass needs cards; with fewer, the shoe is shuffled anew before it."""

    clashes: int = Field(default=2, ge=2)


class Cards(ShoeRule):
    """The cards, their ranks from the highest to the lowest, and when there are too few of them for another pass."""

    order: tuple[str, ...]
    renewed: Renewed

    @model_validator(mode="after")
    def _every_rank_once(self) -> Self:
        if sorted(self.order) != sorted(pack(self.pack).ranks):
            raise ValueError("every rank of the pack has one place in the order")
        return self


class Equipment(CardTable):
    """Cards, shoe and table; all that is dealt lies face up, but for what is burnt."""

    cards: Cards
    shoe: Cited[Section]
    table: Cited[Section]
    face_up: Section


class Challenge(Bet):
    """The second bet: what it pays when the second clash is a tie too, and how many cards are burnt before that."""

    ties_pay: Pays
    burnt: int = Field(ge=0)
    who: Section
    equal: Section


class Retired(Section):
    """What a player who ties and does not challenge gets back of the initial stake."""

    keeps: Pays


def _kind(bet: Any) -> str:
    return "reto" if (bet.get("ties-pay") if isinstance(bet, dict) else hasattr(bet, "ties_pay")) else "apuesta"


AnyBet = Annotated[
    Annotated[Bet, Tag("apuesta")] | Annotated[Challenge, Tag("reto")],
    Discriminator(_kind),
]


class Rules(BankRulebook, DealtRulebook):
    """A region's rules of el reto."""

    equipment: Equipment
    bets: dict[str, AnyBet]
    players: Players
    retired: Retired

    @model_validator(mode="after")
    def _words_are_understood(self) -> Self:
        if set(self.bets) != {INITIAL, TIE, CHALLENGE} or not isinstance(self.bets[CHALLENGE], Challenge):
            raise ValueError(f"bets: there are {INITIAL}, {TIE} and {CHALLENGE}, which pays ties too")
        self.need("calls", CALLS)
        self.need("options", OPTIONS)
        self.options_among(OPTIONS)
        return self

    @property
    def challenge(self) -> Challenge:
        """The second bet."""
        return self.bets[CHALLENGE]  # type: ignore[return-value]


@functools.lru_cache(maxsize=64)
def heights(rules: Rules) -> dict[int, int]:
    """Every card's height, from 0."""
    kind, order = card_pack(rules), rules.equipment.cards.order[::-1]
    return {card: order.index(kind.ranks[kind.rank(card)]) for card in kind.cards}


def packs(rules: Rules, settings: Settings) -> int:
    """How many packs the house plays with."""
    return int(rules.option(settings, "mazos"))


def needed(rules: Rules, players: int) -> int:
    """How many cards a pass of so many players may take.

    Each clash takes a card for everybody and one for the croupier, and some are burnt between them.
    """
    return rules.equipment.cards.renewed.clashes * (players + 1) + rules.challenge.burnt


def shoe_for(rules: Rules, settings: Settings, gone: Gone, of: int, players: int) -> Shoe:
    """The shoe for the next pass: what is left of one `of` so many packs or, where that might run out, a new one."""
    rule, count = rules.equipment.cards, packs(rules, settings)
    shoe = Shoe(rule, gone if of == count else Gone(), count)
    enough = needed(rules, min(players, rules.players.seats or players))
    return shoe if shoe.cards >= enough else Shoe(rule, Gone(), count)


@functools.lru_cache(maxsize=64)
def layout(rules: Rules, settings: Settings) -> Layout:
    """The two boxes of a player that take stakes before the cards."""
    layout = {}
    for name in (INITIAL, TIE):
        bet = rules.bets[name]
        most = settings.maximum[rules.limits[bet.limit].of or bet.limit]
        layout[name] = Spot(name, name, Range(settings.least(bet.limit), most, settings.chip).floor(), bet.article)
    return layout


def share(rules: Rules, name: str, fell: int, *, challenges: bool) -> Fraction:
    """What a pass brings back for a stake of one; to challenge, the player adds as much and may lose that too."""
    pays: Ratio = rules.bets[name].pays
    if name == TIE:
        return Fraction(*comes_back(fell >= TIE_LOST, *pays))
    if fell in (LOST, WON):
        return Fraction(*comes_back(fell == WON, *pays))
    if not challenges:
        return Fraction(*rules.retired.keeps)
    second = fell - TIE_LOST
    added = Fraction(*challenge_back(second, *rules.challenge.pays, *rules.challenge.ties_pay))
    return Fraction(*initial_after(second)) + added - 1


__all__ = ["Rules", "layout"]
