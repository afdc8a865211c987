"""Who took something back or declared a round void, and whether they may."""

import functools
from collections.abc import Sequence

from tapete.audit.header import CHIEFS
from tapete.audit.lines import Line
from tapete.audit.told import Told
from tapete.engine.transcript import CASINO, PRACTICE, TOURNAMENT, Header, Rewind, Void, spoken
from tapete.errors import Said, TapeteError
from tapete.law.text import text


class Signatures:
    """The signatures of a round's rewinds and voids."""

    def __init__(self, lines: Sequence[Line], header: Header, told: Told) -> None:
        self.lines, self.header, self.told = lines, header, told

    def check(self, line: int, entry: Rewind | Void) -> None:
        """By whom, why, and of a void by which article."""
        if entry.by not in CHIEFS:
            what = Said("signed by '{who}'", who=entry.by)
            self.told.breach(line, "", what, Said("the inspector or the director"))
        if not entry.why.strip():
            self.told.breach(line, "", Said("no reason is given"), Said("a reason"))
        if line > self._speaks and self.header.house != PRACTICE:
            self._four_eyes(line, entry.signed)
        if isinstance(entry, Void):
            self._cited(line, entry.article)

    @functools.cached_property
    def _speaks(self) -> int:
        """The line in which chance first speaks; none comes after it if it never does."""
        return next((line.number for line in self.lines if spoken((line.entry,))), self.lines[-1].number)

    def _four_eyes(self, line: int, signed: tuple[str, ...]) -> None:
        """After chance has spoken two people sign, none of whom plays. Older rounds do not say whose they are."""
        names = {name for name in signed if name.strip() and name not in self.header.players}
        if len(names) >= 2 and len(names) == len(signed):
            return
        if self.header.house in (CASINO, TOURNAMENT):
            what = Said("signed by {names} after chance has spoken", names=", ".join(signed) or Said("nobody"))
            self.told.breach(line, "", what, Said("two names, none of which plays"))
        else:
            self.told.note(
                Said("line {line}: taken back after chance had spoken, and no two people signed it", line=line)
            )

    def _cited(self, line: int, article: str) -> None:
        try:
            known = text(self.header.region).articles
        except TapeteError:
            return  # the region is said to be none already
        if article and article not in known:
            what = Said("cites article '{article}'", article=article)
            self.told.breach(line, "", what, Said("an article of the text"))
