"""The croupier's warning to who is slow to decide: at a table that runs by itself nobody is acted for without one."""

import itertools
from collections.abc import Callable, Iterable, Sequence

from tapete.engine.places import called
from tapete.engine.requests import Act
from tapete.engine.transcript import In
from tapete.engine.window import Offer, Option, Refusal, Window

WARN = "warn"
CROUPIER = "croupier"


class Warns(Offer):
    """The croupier warns who is asked. The table waits for nobody to do so."""

    __slots__ = ("article", "asked")
    verbs = (WARN,)

    def __init__(self, article: str, asked: Callable[[], str]) -> None:
        self.article, self.asked = article, asked

    def actors(self) -> Iterable[str]:
        return ()

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(WARN, self.asked())] if who == CROUPIER else []

    def open(self, who: str) -> list[Option]:
        return super().open(who) if who == CROUPIER else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != CROUPIER:
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        if on != (asked := self.asked()):
            return Refusal("it is {who}'s turn", self.article, who=asked)
        return Option(who, do, on, self.article)


def warning(pending: Window, who: str) -> Option | None:
    """The croupier's warning to somebody who is slow, where the text has him give one."""
    found = pending.option(CROUPIER, WARN, who)
    return found if isinstance(found, Option) else None


def warned(inputs: Sequence[In], pending: Window, who: str) -> bool:
    """Whether somebody was warned since they were asked what they are asked now."""
    since = itertools.takewhile(lambda one: one.to == pending.label and one.who != who, reversed(inputs))
    return any(is_warning(one) and one.act is not None and one.act.on == who for one in since)


def is_warning(entry: In) -> bool:
    """Whether an input is such a warning."""
    return entry.act is not None and entry.act.do == WARN
