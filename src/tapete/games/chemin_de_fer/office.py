"""What outlives a coup of the bank: who has it, or how it became free."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tapete.engine.places import banca
from tapete.errors import Said


class Office(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup: who is the bank, or how it became free.

    `dealt` whether he has dealt a coup, `won` what he has won in this bank, `bought` whose passed hand it is, `seated`
    the last banker who sat. Of the bank before: who `left` it, right of whom it is offered (`origin`), what it held
    (`amount`), whether it was `passed`, who may not bid for it, and who had made banco. `holds` is what lay in the bank
    when the last coup was over: who leaves the table takes it along.
    """

    who: str = ""
    partners: list[str] = msgspec.field(default_factory=list)
    dealt: bool = False
    won: int = 0
    bought: str = ""
    seated: str = ""
    left: str = ""
    origin: str = ""
    amount: int = 0
    passed: bool = False
    barred: list[str] = msgspec.field(default_factory=list)
    bancos: list[str] = msgspec.field(default_factory=list)
    holds: int = 0

    def people(self) -> Iterator[str]:
        """The players that it names."""
        named = (self.who, self.bought, self.seated, self.left, self.origin)
        yield from filter(None, (*named, *self.partners, *self.barred, *self.bancos))

    def impossible(self) -> str | None:
        """Why no coup can have handed this on, if none can."""
        holders = [self.who, *self.partners] if self.partners else []
        none = not self.who and (self.dealt or self.won or self.bought or self.holds)
        if min(self.won, self.amount, self.holds) < 0 or not all(holders) or len(set(holders)) < len(holders) or none:
            return Said("nobody can have left such a bank")
        return None

    def beside(self, places: Mapping[str, int], players: Sequence[str]) -> str | None:
        """Why it cannot have held so much beside what lies there: less than it, once a member has left the table."""
        members = (self.who, *self.partners)
        lies = sum(places.get(banca(who), 0) for who in members)
        whole = all(who in players for who in members)
        if self.holds and (lies > self.holds or (whole and lies < self.holds)):
            return Said("nobody can have left such a bank")
        return None
