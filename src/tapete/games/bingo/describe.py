"""A bingo room described: its category, its machines, how its sales are parted, and the cards it prints."""

from collections.abc import Iterator

from pydantic import Field

from tapete.errors import IllegalAction, Said, UnknownError
from tapete.games.bingo.cards import check_card
from tapete.games.bingo.rules import MACHINE, Rules
from tapete.games.shared.described import Finding, Verdict
from tapete.law.rulebook import Model, Whole


class Description(Model):
    """A room: how many machines and series for each, the line's and the bingo's share, and its cards, line by line."""

    category: str
    machines: Whole = Field(default=0, ge=0)
    series_per_machine: Whole = Field(default=1, ge=1)
    line: Whole = Field(default=0, ge=0, le=100)
    bingo: Whole = Field(default=0, ge=0, le=100)
    cards: tuple[tuple[tuple[Whole, ...], ...], ...] = ()


def describe(rules: Rules, given: Description) -> Verdict:
    """What the room is, and what is wrong with it."""
    if given.category not in rules.machines:
        raise UnknownError("category", given.category, list(rules.machines))
    room = Said("a bingo room of category {category}", category=given.category)
    return Verdict(((room, rules.machines[given.category].article),), tuple(_wrong(rules, given)))


def _wrong(rules: Rules, given: Description) -> Iterator[Finding]:
    machines, limit = rules.machines[given.category], rules.limits[rules.bets[MACHINE].limit]
    if given.machines > machines.most:
        yield Finding("machines", machines.article, str(given.machines), Said("{most} at most", most=machines.most))
    series = (limit.multiples or (0,))[-1] // rules.equipment.series.cards
    if given.series_per_machine > series:
        right = Said("{most} at most", most=series)
        yield Finding("series-per-machine", limit.article, str(given.series_per_machine), right)
    if given.line + given.bingo > 100:
        what = Said("{percent} per cent", percent=given.line + given.bingo)
        yield Finding("bingo", rules.sharing.article, what, Said("100 at most"))
    for number, card in enumerate(given.cards, 1):
        try:
            check_card(rules.equipment, card)
        except IllegalAction as error:
            yield Finding(f"cards.{number}", error.article, error.reason, Said("a card as the text has it"))
