"""The croupier's warning to who takes long, in words: how long is left to decide, and what is done for them then."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from tapete.engine.round import now
from tapete.engine.transcript import Entry, In
from tapete.engine.warning import is_warning, warning
from tapete.engine.window import Option, Window
from tapete.floor.sight import Sight
from tapete.i18n import gettext as _
from tapete.i18n import ngettext
from tapete.law.sections import BankRulebook
from tapete.web.tables.spoken import SLOTS, Line, by_step
from tapete.web.tables.telling import act_name


class Warned(NamedTuple):
    """A warning to who looks. Where the table runs by itself, until when they may decide, and `what` is done then."""

    article: str
    until: int = 0
    what: str = ""

    @property
    def seconds(self) -> int:
        """How many seconds are left."""
        return max(0, -(-(self.until - now()) // 1000))

    @property
    def said(self) -> str:
        """The warning as it is said aloud."""
        n = self.seconds
        time = ngettext("%(num)s second", "%(num)s seconds", n) % {"num": n}
        return self._words % {"time": time, "what": self.what}

    @property
    def shown(self) -> Markup:
        """The same as it is seen, its time to be counted down."""
        left = Markup('<strong class="left" data-until="{}">{} s</strong>').format(self.until, self.seconds)
        return Markup.escape(self._words) % {"time": left, "what": self.what}

    @property
    def _words(self) -> str:
        if not self.until:
            return _("The croupier warns you: decide now.")
        return _("The croupier warns you: decide within %(time)s. Then the table does it for you: %(what)s.")


def warned(rules: BankRulebook, sight: Sight) -> Warned | None:
    """The warning that holds now for who looks."""
    asks = sight.awaited
    if not sight.me or sight.warned != sight.me or not isinstance(asks, Window):
        return None
    said, item = warning(asks, sight.me), next((one for one in asks.open(sight.me) if one.default), None)
    article = said.article if said else asks.article
    return Warned(article, sight.until, _what(rules, item)) if item and sight.until else Warned(article)


def _what(rules: BankRulebook, item: Option) -> str:
    """What the clock does, in words: of cards that may be chosen, none."""
    text, act = act_name(rules, item.least_act), item.least_act
    return _("%(act)s (none)") % {"act": text} if item.slots and not act.slots else text


def aloud(entries: Sequence[Entry], found: Warned | None) -> Iterator[Line]:
    """The warning as a line that is said once, after the call of the croupier's."""
    given = [
        step for step in by_step(entries) if any(isinstance(one, In) and is_warning(one) for one in step.entries[:1])
    ]
    if found is not None and given:
        yield Line(given[-1].n * SLOTS + 3, found.said)
