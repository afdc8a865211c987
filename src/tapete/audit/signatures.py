"""Who took something back or declared a round void, and whether they may."""

import functools
from collections.abc import Sequence

from tapete.audit.header import CHIEFS
from tapete.audit.lines import Line
from tapete.audit.told import Told
from tapete.engine.names import skeleton
from tapete.engine.session import RESERVED
from tapete.engine.transcript import CASINO, PRACTICE, TOURNAMENT, Header, Rewind, Void, spoken
from tapete.errors import Said, TapeteError
from tapete.law.text import text

MOST = 2  # who asks, and who agrees


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
        if self.header.house != PRACTICE:
            self._names(line, entry.signed)
        if isinstance(entry, Void):
            self._cited(line, entry.article)

    @functools.cached_property
    def _speaks(self) -> int:
        """The line in which chance first speaks; none comes after it if it never does."""
        return next((line.number for line in self.lines if spoken((line.entry,))), self.lines[-1].number)

    @functools.cached_property
    def _playing(self) -> set[str]:
        """The players, as the eye tells names apart."""
        return set(map(skeleton, self.header.players))

    def _names(self, line: int, signed: tuple[str, ...]) -> None:
        if line > self._speaks:
            self._four_eyes(line, signed)
        elif wrong := [name for name in signed if not _named(name) or skeleton(name) in self._playing]:
            what = Said("signed by {names}", names=", ".join(filter(None, wrong)) or Said("nobody"))
            self.told.breach(line, "", what, Said("somebody who does not play"))
        elif len(set(map(skeleton, signed))) < len(signed) or len(signed) > MOST:
            what = Said("signed by {names}", names=", ".join(signed))
            self.told.breach(line, "", what, Said("one name, or two of which each is another's"))

    def _four_eyes(self, line: int, signed: tuple[str, ...]) -> None:
        """After chance has spoken two people sign, none of whom plays. Older rounds do not say whose they are."""
        names = {skeleton(name) for name in signed if _named(name)} - {"", *self._playing}
        if len(names) == len(signed) == MOST:
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


def _named(name: str) -> bool:
    """Whether this can be somebody's name: none that looks like a role's, and nothing in it that cannot be seen."""
    return skeleton(name) not in ("", *RESERVED) and name.isprintable() and name == name.strip() and "/" not in name
