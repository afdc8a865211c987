"""The chips that one may buy at a table: to sit down with, and more of them."""

from typing import NamedTuple

from tapete.engine.window import Refusal
from tapete.errors import IllegalAction
from tapete.floor.sight import Sight
from tapete.games import Game
from tapete.i18n import gettext as _
from tapete.i18n import money, translated
from tapete.money import Range
from tapete.web.articles import cited
from tapete.wording import capital


class Buying(NamedTuple):
    """What somebody may buy at a table that they see, in amounts and in words."""

    game: Game
    sight: Sight

    @property
    def more(self) -> Range | None:
        """What one may buy more, where the text bounds it and lets one."""
        refill = self.sight.refill
        return refill if isinstance(refill, Range) else None

    @property
    def more_words(self) -> str:
        """When more chips count, or why none may be bought now."""
        refill = self.sight.refill
        if isinstance(refill, Refusal):
            said = capital(translated(IllegalAction(refill.reason, refill.article).text))
            return cited(said, self.sight.table.region, refill.article)
        return _("More chips count from the next round on.")

    @property
    def first(self) -> int:
        """The least that one sits down with, where the text has the house fix it."""
        return self._first[0]

    @property
    def first_words(self) -> str:
        """The same in words, with its article; nothing where there is none."""
        least, article = self._first
        words = _("The first stack is %(amount)s at least (art. %(article)s).")
        said = words % {"amount": money(least), "article": article.removeprefix("art. ")} if least else ""
        return cited(said, self.sight.table.region, article)

    @property
    def _first(self) -> tuple[int, str]:
        return self.game.first_stack(self.sight.table.rules, self.sight.table.settings) or (0, "")
