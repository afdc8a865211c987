"""What may differ between the texts in bingo."""

import functools
from typing import Self

from pydantic import Field, model_validator

from tapete.engine.places import meter
from tapete.engine.settings import Settings
from tapete.games.bingo.settle import BINGO, LINE
from tapete.games.shared.sorteo.rules import SorteoRules, layout
from tapete.law.marks import Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import Positive, Span

MACHINE = "maquina"
SPLIT, CATEGORY, SINGING, ADDED, BALL = "reparto", "categoria", "canto", "acumulado", "bola"
ITSELF, BY_HAND = "automatico", "a-mano"


class Card(Section):
    """A card: how many numbers in how many lines and columns, and how many each column has, least and most."""

    name: Label = ""
    numbers: Positive
    lines: Positive
    columns: Positive
    in_column: Span


class Series(Section):
    """The cards of a series, among them every number once."""

    name: Label = ""
    cards: Positive


class Book(Section):
    """The cards that every room has alike: so many series, printed once and sold in their order."""

    series: Positive


class Drum(Section):
    """The balls, and the cards that are played with them."""

    balls: Positive
    card: Card
    series: Series
    book: Book

    @model_validator(mode="after")
    def _a_series_has_every_number_once(self) -> Self:
        card, columns = self.card, self.card.columns
        if self.series.cards * card.numbers != self.balls:
            raise ValueError("series.cards: the cards of a series have every number once")
        if card.numbers % card.lines or card.in_column[1] > card.lines or card.in_column[0] * columns > card.numbers:
            raise ValueError("card: its numbers fill lines of one length, and a column no more than its lines")
        return self


class Machines(Section):
    """How many auxiliary machines a room of a category may have."""

    most: Positive


class Prize(Section):
    """What is won, by the article that says when."""


class Accumulated(Section):
    """A prize that grows by a share of the sales, for whoever has bingo by a certain ball; rooms may be linked."""

    linked: Prize
    in_kind: Cited[bool] = False


class Rules(SorteoRules):
    """A region's rules of bingo."""

    equipment: Drum
    machines: dict[str, Machines]
    prizes: dict[str, Prize]
    sharing: Prize
    accumulated: Accumulated | None = None
    approval: Cited[dict[str, Prize]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        self.need("prizes", (LINE, BINGO))
        self.need("bets", (MACHINE,))
        self.need("options", (SPLIT, CATEGORY, SINGING, ADDED, BALL))
        self.need("calls", ("sold", "empty", "prizes", "line", "wrong", "accumulated"))
        self.options_among({SINGING: (ITSELF, BY_HAND), CATEGORY: tuple(self.machines)})
        for value in self.options[SPLIT].values:
            parts = value.split("-")
            if len(parts) != 2 or not all(part.isdigit() for part in parts) or sum(map(int, parts)) > 100:
                raise ValueError(
                    f"options.{SPLIT}.values: '{value}' is not the line's and the bingo's share in per cent"
                )
        return self


def split(rules: Rules, settings: Settings) -> tuple[int, int]:
    """The line's and the bingo's share of the sales, in hundredths."""
    line, bingo = rules.option(settings, SPLIT).split("-")
    return int(line), int(bingo)


@functools.lru_cache(maxsize=16)
def cards_in_book(rules: Rules) -> int:
    """How many cards there are."""
    return rules.equipment.book.series * rules.equipment.series.cards


def apart(rules: Rules) -> tuple[str, ...]:
    """The account of the prize that grows, where the text has one."""
    return (meter(ADDED),) if rules.accumulated else ()


__all__ = ["Rules", "apart", "cards_in_book", "layout", "split"]
