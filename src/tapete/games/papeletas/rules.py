"""What may differ between raffles, tombolas, promotional draws and instant tickets, and between the texts in them."""

import functools
from typing import Literal, Self

from pydantic import Field, model_validator

from tapete.engine.settings import Settings
from tapete.games.papeletas.settle import total_worth
from tapete.games.shared.sorteo.rules import SorteoRules, layout
from tapete.law.marks import Checked, Cited, Label
from tapete.law.rulebook import Section
from tapete.law.sections import Positive

PROGRAMME = "programa"


class Lot(Section):
    """Prizes of one kind: how many, and what each is worth in prices of a ticket; `cash` is money."""

    name: Label
    count: Positive
    worth: Positive
    cash: bool = False


class Programme(Section):
    """What an organiser announces: so many tickets, on how many dates they are drawn, and the prizes of each."""

    tickets: Positive
    dates: Positive = 1
    prizes: dict[str, Lot]

    @functools.cached_property
    def ranked(self) -> tuple[tuple[str, Lot], ...]:
        """The kinds of prizes, the dearest first: the order in which a file has them does not run."""
        return tuple(sorted(self.prizes.items(), key=lambda item: (-item[1].worth, item[0])))

    @functools.cached_property
    def counts(self) -> tuple[int, ...]:
        """How many prizes of each kind there are, the dearest first."""
        return tuple(lot.count for _, lot in self.ranked)

    @functools.cached_property
    def worths(self) -> tuple[int, ...]:
        """What each kind is worth, in prices of a ticket."""
        return tuple(lot.worth for _, lot in self.ranked)

    @model_validator(mode="after")
    def _fewer_prizes_than_tickets(self) -> Self:
        if sum(self.counts) > self.tickets:
            raise ValueError(f"prizes: {sum(self.counts)} of them for {self.tickets} tickets")
        return self


class Drawing(Section):
    """When what a ticket wins is found: at once, or by a draw after the sale."""

    at_once: bool


class Prizes(Section):
    """Whether prizes may be money."""

    cash: Checked[Literal["never", "always", "either"]]


class Cover(Section):
    """All tickets together pay for all objects at least."""


class Ordinary(Section):
    """What is paid is the ordinary price of a product, which is had for it: to take part costs nothing more."""

    rise: Checked[int] = 0


class Points(Section):
    """Tickets that win no object have points, by their number; whoever has so many of them wins one."""

    figure: Positive
    each: tuple[int, ...]


class Codes(Section):
    """What a winning ticket is validated by, once: so many digits that nobody can guess."""

    digits: Positive


class Advertising(Section):
    """How long may be advertised: so many months for each lot, and so many days more in a year."""

    months: Checked[Positive | None] = None
    days: Checked[Positive | None] = None


class Numbered(Section):
    """Tickets of one price with consecutive numbers, from one on."""

    hidden: Cited[bool] = False


class Rules(SorteoRules):
    """A region's rules of a game of this kind."""

    equipment: Checked[Numbered]
    drawing: Drawing
    prizes: Checked[Prizes]
    programmes: dict[str, Programme]
    cover: Checked[Cover | None] = None
    ordinary: Ordinary | None = None
    points: Points | None = None
    codes: Codes | None = None
    campaigns: Checked[dict[str, Advertising]] = Field(default_factory=dict)
    printed_on_it: Cited[dict[str, Numbered]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _programmes_are_lawful(self) -> Self:
        self.need("calls", ("sold", "empty", "drawn"))
        self.need("options", (PROGRAMME,))
        self.options_among({PROGRAMME: tuple(self.programmes)})
        if len(self.bets) != 1:
            raise ValueError("bets: one kind of ticket, at one price")
        for name, programme in self.programmes.items():
            wrong = [lot for lot in programme.prizes.values() if not fits(self.prizes.cash, lot.cash)]
            if wrong:
                raise ValueError(f"programmes.{name}: '{wrong[0].name}' is against the text's prizes")
            if self.cover and total_worth(programme.counts, programme.worths) > programme.tickets:
                raise ValueError(f"programmes.{name}: its tickets do not pay for its objects")
        return self


def fits(cash: str, is_cash: bool) -> bool:
    """Whether a prize is of the kind that a text lets there be."""
    return cash == "either" or (cash == "always") == is_cash


@functools.lru_cache(maxsize=64)
def programme(rules: Rules, settings: Settings) -> Programme:
    """What is announced at a table."""
    return rules.programmes[rules.option(settings, PROGRAMME)]


__all__ = ["Rules", "layout", "programme"]
