"""What the rulebooks of both baccarats between players say of cards: their points, the punto's rule, the banker's."""

import functools
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from tapete.engine.shoe import card_pack
from tapete.errors import Said
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Grid, Section
from tapete.law.sections import (
    CardTable,
    Circle,
    CircleRulebook,
    DealtRulebook,
    Irregularity,
    ShoeRule,
    StakedRulebook,
)

TAKES, STANDS, OPTIONAL = "T", "P", "O"
SIGNS = {TAKES: "●", STANDS: "–", OPTIONAL: "○"}
DRAWS = Said("The table of draws")
READS = Said(
    "Down: the bank's points; across: the punto's third card (∅: none). ● takes a card, – takes none, ○ either."
)
CHECK_CALLS = ("checked", "counted")


class Fault(Irregularity):
    """An irregularity of a coup.

    `said`: somebody must have said one of these words for it. `third`: a third card must have been given, or must not
    yet have been to who said them.
    """

    said: tuple[Literal["carta", "no"], ...] = ()
    third: bool | None = None


class FirstUse(Section):
    """That packs are always new."""

    always: Checked[bool]


class Cards(ShoeRule):
    """The cards, with a stop card above the last of them, enough to end a coup that has begun.

    `checked`: a player may have them counted when the shoe has been dealt.
    """

    behind: int = Field(ge=6)
    indices: Checked[bool]
    stop_card: Section
    again: Cited[Section | None] = None
    first_use: Checked[FirstUse | None] = None
    checked: Section | None = None


class Distributor(Section):
    """The shoe itself: how it may work."""

    kinds: Checked[tuple[str, ...]]


class Cloth(Section):
    """The table: its shape, and departments that are numbered from the croupier's right."""

    shape: Checked[str]


class Centre(Section):
    """The middle of the table: its openings."""

    openings: Checked[tuple[str, ...]]


class Equipment(CardTable):
    """Cards, shoe and table."""

    cards: Cards
    distributor: Checked[Distributor]
    table: Checked[Cloth]
    centre: Checked[Centre]


class Worth(Section):
    """What cards count; those not named count what they show."""

    worth: dict[str, int]


class Totals(Section):
    """Some totals of two cards."""

    totals: tuple[int, ...]


class PuntoRule(Section):
    """With which totals the punto takes a third card, may choose, and stands."""

    draws: Totals
    free: Totals
    stands: Totals


class BankerTable(Section):
    """A row for each of the banker's totals, a letter for each third card of the punto and one where it stood.

    T takes a card, P stands, O may choose.
    """

    rows: tuple[str, ...]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if any(len(row) != STOOD + 1 or set(row) - {TAKES, STANDS, OPTIONAL} for row in self.rows):
            raise ValueError(f"a row has {STOOD + 1} letters: {TAKES}, {STANDS} or {OPTIONAL}")
        return self

    def grid(self) -> Grid:
        """A row for each of the banker's totals, a column for each third card of the punto, none last."""
        head = ["", *map(str, range(STOOD)), "∅"]
        rows = [[str(total), *(SIGNS[letter] for letter in row)] for total, row in enumerate(self.rows)]
        return Grid(DRAWS, [head, *rows], READS)


class BankerRule(Section):
    """The banker chooses, but for the totals with which a card is obligatory; or follows the table, if he asks."""

    draws: Totals
    table: BankerTable


class Hands(Section):
    """Points, naturals, and who takes a third card."""

    points: Worth
    natural: Totals
    punto: PuntoRule
    banker: BankerRule
    advice: Section

    @model_validator(mode="after")
    def _every_total_is_ruled(self) -> Self:
        rule = self.punto
        ruled = sorted((*rule.draws.totals, *rule.free.totals, *rule.stands.totals, *self.natural.totals))
        if ruled != list(range(TOTALS)):
            raise ValueError("the punto draws, chooses, stands or shows a natural with each total, once")
        if len(self.banker.table.rows) != TOTALS - len(self.natural.totals):
            raise ValueError("the banker's table needs a row for each total that is no natural")
        return self


class Seated(Circle):
    """Who sits and who stands, and that one waits for a seat."""

    waiting: Section


class Third(NamedTuple):
    """Who takes a third card, as sets of totals, and the banker's table."""

    natural: frozenset[int]
    punto_draws: frozenset[int]
    punto_free: frozenset[int]
    banker_draws: frozenset[int]
    rows: tuple[str, ...]

    def punto(self, total: int) -> str:
        """What the rule has the punto do."""
        if total in self.punto_draws:
            return TAKES
        return OPTIONAL if total in self.punto_free else STANDS

    def banker(self, total: int, third: int) -> str:
        """What the table has the banker do, against this third card of the punto's or `STOOD`."""
        return self.rows[total][third] if total < len(self.rows) else STANDS


class BacaraRulebook(CircleRulebook, StakedRulebook, DealtRulebook):
    """A region's rules of a baccarat between players."""

    equipment: Equipment
    players: Seated
    hands: Hands
    freedom: Section
    dealing: Section
    ante: Cited[None] = None
    irregularities: dict[str, Fault] = Field(default_factory=dict)  # type: ignore[assignment]

    @model_validator(mode="after")
    def _a_check_is_called(self) -> Self:
        self.need("calls", CHECK_CALLS if self.equipment.cards.checked else ())
        return self

    def of_each_coup(self, name: str) -> bool:
        """Whether the house takes a cut of what the banker wins, coup by coup."""
        cut = self.cuts[name]
        return (cut.of, cut.each) == ("winnings", "coup")


@functools.lru_cache(maxsize=64)
def third(rules: BacaraRulebook) -> Third:
    """The rules of the third card."""
    hands = rules.hands
    return Third(
        frozenset(hands.natural.totals),
        frozenset(hands.punto.draws.totals),
        frozenset(hands.punto.free.totals),
        frozenset(hands.banker.draws.totals),
        hands.banker.table.rows,
    )


@functools.lru_cache(maxsize=64)
def worth(rules: BacaraRulebook) -> dict[int, int]:
    """What each card of the pack counts."""
    kind, counts = card_pack(rules), rules.hands.points.worth
    ranks = {card: kind.ranks[kind.rank(card)] for card in kind.cards}
    return {card: counts[rank] if rank in counts else int(rank) for card, rank in ranks.items()}
