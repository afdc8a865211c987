"""What one may do at a table, sorted as it is done: by a button, with an amount, with cards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.engine.views import View
from tapete.engine.warning import WARN
from tapete.engine.window import Option
from tapete.games import Game
from tapete.games.shared.felt.circle import Circle
from tapete.i18n import gettext as _
from tapete.i18n import language, translated
from tapete.law.sections import BankRulebook
from tapete.money import format_cents
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.telling import doing, priced, verb

MANY = 3  # objects of one verb from which on they are a list to choose from
GIVES_UP = "fold"
TAKES_BACK = "undo"  # which stands beside what is done at one touch
ELSEWHERE = ("stake", "withdraw")  # what is done on the felt


class Deed(NamedTuple):
    """A button: what is done, in words, and what it costs."""

    option: Option
    text: str

    @property
    def first(self) -> bool:
        """Whether it stands out: what is done where nobody says anything, unless the hand is lost by it."""
        return self.option.default and self.option.do != GIVES_UP


class Amount(NamedTuple):
    """Something done with an amount: from the least to the most, and amounts that are often taken, in euros."""

    option: Option
    text: str
    sizes: list[tuple[str, str]]


class Pick(NamedTuple):
    """Something done with cards."""

    option: Option
    text: str
    cards: list[tuple[str, Picture]]


class Several(NamedTuple):
    """Something that may be done to one of many."""

    who: str
    do: str
    text: str
    options: list[tuple[Option, str]]


def typed(cents: int) -> str:
    """An amount as its reader types it: with their decimal sign, and thousands not set apart.

    >>> from tapete.i18n import speaking
    >>> with speaking("es"): typed(123450), typed(500)
    ('1234,50', '5')
    """
    written = str(format_cents(cents))
    return written if language() == "en" else written.replace(".", ",")


class Bar:
    """All that is open to somebody, but for stakes on a felt."""

    def __init__(
        self, game: Game, rules: BankRulebook, options: Sequence[Option], view: View | None, circle: Circle | None
    ) -> None:
        self.game, self.rules, self.view, self.circle = game, rules, view, circle
        felt = view is not None and game.felt(rules, view.settings)
        open_ = [item for item in options if not (felt and item.do in ELSEWHERE)]
        objects = [item for item in open_ if item.on and item.do != "choose"]
        many = {item.do for item in objects if sum(item.do == other.do for other in objects) >= MANY}
        listed = [item for item in objects if item.do in many]
        first = [item for item in open_ if item not in listed]
        deeds = [self._deed(item) for item in first if not item.slots and item.lo == item.hi]
        self.deeds = [deed for deed in deeds if deed.option.do != TAKES_BACK]
        self.undo = [deed for deed in deeds if deed.option.do == TAKES_BACK]
        self.amounts, self.picks = self._with_more([item for item in first if item.slots or item.lo < item.hi])
        plain = [item for item in listed if not item.slots and not item.step]
        self.lists = [self._several(of) for do in sorted(many) if (of := [item for item in plain if item.do == do])]
        self.more_amounts, self.more_picks = self._with_more(listed)

    def _with_more(self, items: Sequence[Option]) -> tuple[list[Amount], list[Pick]]:
        """What takes an amount, and what takes cards."""
        return [self._amount(item) for item in items if item.step], [self._pick(item) for item in items if item.slots]

    @property
    def quick(self) -> bool:
        """Whether there is anything besides what is folded away; a warning leaves room for what else staff do."""
        return bool(self.amounts or self.picks or any(deed.option.do != WARN for deed in self.deeds))

    @property
    def crowded(self) -> bool:
        """Whether so much is asked at once that it stands closer: two amounts, or one beside many buttons."""
        return len(self.amounts) > 1 or (bool(self.amounts) and len(self.deeds) >= MANY)

    @property
    def more(self) -> bool:
        """Whether something is folded away."""
        return bool(self.lists or self.more_amounts or self.more_picks)

    def _deed(self, item: Option) -> Deed:
        cost = item.lo or item.cost or (self.circle.costs.get(item.do, 0) if self.circle else 0)
        return Deed(item, priced(doing(self.rules, item.do, item.on), cost))

    def _amount(self, item: Option) -> Amount:
        named = [(translated(name), cents) for name, cents in self.circle.sizes] if self.circle else []
        lo, hi, step = item.lo, item.hi, item.step
        within = [(name, lo + (cents - lo) // step * step) for name, cents in named if lo < cents < hi]
        sizes = [(_("least"), lo), *within, (_("most"), hi)]
        return Amount(item, doing(self.rules, item.do, item.on), [(name, typed(cents)) for name, cents in sizes])

    def _pick(self, item: Option) -> Pick:
        faces = self.view.faces if self.view else {}
        kind = spanish(self.rules)
        cards = [(slot, picture(faces.get(slot, ""), kind)) for slot in item.slots]
        return Pick(item, doing(self.rules, item.do, item.on), cards)

    def _several(self, items: Iterable[Option]) -> Several:
        named = [(item, self._object(item)) for item in items]
        first = named[0][0]
        return Several(first.who, first.do, verb(self.rules, first.do), named)

    def _object(self, item: Option) -> str:
        """What is done to one of many, without the verb that all of them share."""
        named = doing(self.rules, item.do, item.on).removeprefix(verb(self.rules, item.do)).strip(" :")
        return priced(named, item.cost)
