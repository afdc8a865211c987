"""One window of declared options: staking, insurance, doubling, discarding, raising, bidding and offers alike.

A window holds nothing of the round. It lists what is offered; each offer says what is open to whom, and what an act
brings about. Validation, pages, the terminal, robots, hints and refusals read the options and know no game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from tapete.engine.places import called
from tapete.engine.requests import Act, Announce, Move, Request
from tapete.errors import IllegalAction, Said, Word, either
from tapete.money import Range, format_cents

Answer = tuple[str, Act]
Effect = Announce | Move
FREE: Mapping[str, int] = {}


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that somebody may do now, and the article that lets them.

    Where it takes an amount, that is `lo` to `hi` in steps of `step`; where it takes cards, `least` to `most` of
    `slots`. What chips it moves without asking for an amount is its `cost`. The clock would take the one that is
    `default`.
    """

    who: str
    do: str
    on: str
    article: str
    lo: int = 0
    hi: int = 0
    step: int = 0
    slots: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    default: bool = False
    cost: int = 0

    @classmethod
    def of_amount(cls, who: str, do: str, on: str, article: str, amounts: Range) -> "Option":
        """An option that takes an amount."""
        return cls(who, do, on, article, *amounts)

    @property
    def least_act(self) -> Act:
        """The smallest way to do it: the least amount, as few cards as may be."""
        return Act(self.do, self.on, self.lo, self.slots[: self.least])

    @property
    def amounts(self) -> Range | None:
        """The amounts that it takes, if it takes any."""
        return Range(self.lo, self.hi, self.step) if self.step else None


class Refusal:
    """Why an act is not open, and by which article. Its values fill the reason's braces."""

    __slots__ = ("_reason", "_values", "article")

    def __init__(self, reason: str, article: str, /, **values: object) -> None:
        self._reason = reason
        self._values = values
        self.article = article

    @property
    def reason(self) -> Said:
        """The reason in words, put together only when somebody wants to know."""
        return self._reason if isinstance(self._reason, Said) else Said(self._reason, **self._values)


class Offer(ABC):
    """A declaration of something that may be done in a window."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]]

    @abstractmethod
    def actors(self) -> Iterable[str]:
        """To whom it is made."""

    @abstractmethod
    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        """Every verb and object worth asking `option` about for this person."""

    @abstractmethod
    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        """Whether this act is open to this person now, and for how much; or why not."""

    def open(self, who: str) -> list[Option]:
        """All that is open to a person now."""
        return [item for do, on in self.acts(who) if type(item := self.option(who, do, on)) is Option]

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        """What an act brings about at once."""
        return ()


class Window(Request[Answer]):
    """A decision: some people may do some things. It is asked again after each act, until one of them ends it."""

    __slots__ = ("offers",)

    def __init__(self, label: str, article: str, *offers: Offer) -> None:
        self.label, self.article = label, article
        self.offers = offers

    def actors(self) -> Sequence[str]:
        """Who may act, in the order in which they are asked."""
        return tuple(dict.fromkeys(who for offer in self.offers for who in offer.actors()))

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        """Whether an act is open to somebody now, or why not."""
        for offer in self.offers:
            if do in offer.verbs:
                return offer.option(who, do, on)
        return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Said(do))

    def open(self, who: str) -> list[Option]:
        """All that is open to a person now."""
        options: list[Option] = []
        for offer in self.offers:
            options += offer.open(who)
        return options

    def check(self, who: str, act: Act) -> None:
        """Raises `IllegalAction` unless the act is open, its amount fits and its cards may be chosen."""
        option = self.option(who, act.do, act.on)
        if type(option) is not Option:
            assert isinstance(option, Refusal)
            raise IllegalAction(option.reason, option.article)
        if option.step:
            _check_amount(option, act)
        elif act.cents:
            raise IllegalAction("'{act}' takes no amount", option.article, act=Said(act.do))
        if act.slots or option.slots:
            _check_slots(option, act)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        """What an act brings about at once: chips that move, calls that are made."""
        return next(offer for offer in self.offers if act.do in offer.verbs).perform(who, act)


def _check_amount(option: Option, act: Act) -> None:
    if option.lo <= act.cents <= option.hi and (act.cents - option.lo) % option.step == 0:
        return
    bet, amount = act.on or Said(act.do), format_cents(act.cents)
    lo, hi, step = map(format_cents, (option.lo, option.hi, option.step))
    if lo == hi:
        raise IllegalAction("{bet} takes {lo}, not {amount}", option.article, bet=bet, lo=lo, amount=amount)
    words = "{bet} takes {lo} to {hi} in steps of {step}, not {amount}"
    raise IllegalAction(words, option.article, bet=bet, lo=lo, hi=hi, step=step, amount=amount)


def _check_slots(option: Option, act: Act) -> None:
    if not option.slots:
        raise IllegalAction("'{act}' takes no cards", option.article, act=Said(act.do))
    count = len(act.slots)
    if set(act.slots) <= set(option.slots) and count == len(set(act.slots)) and option.least <= count <= option.most:
        return
    raise IllegalAction(
        "'{act}' takes {least} to {most} of the cards {slots}, each once, not {given}",
        option.article,
        act=Said(act.do),
        least=option.least,
        most=option.most,
        slots=" ".join(option.slots),
        given=" ".join(act.slots) or Said("none"),
    )


class Choose(Window):
    """One person's choice among a few, with what others may do meanwhile; the clock would take the default.

    `costs` says of each option that moves chips of theirs how many, in cents.
    """

    __slots__ = ("actor", "default", "options")

    def __init__(
        self,
        actor: str,
        about: str,
        options: tuple[str, ...],
        default: str,
        article: str,
        *meanwhile: Offer,
        costs: Mapping[str, int] = FREE,
    ) -> None:
        choice = _Choice(actor, options, default, article, costs)
        super().__init__(f"choose:{actor}:{about}", article, choice, *meanwhile)
        self.actor = actor
        self.options = options
        self.default = default


class _Choice(Offer):
    """The options of a choice."""

    __slots__ = ("actor", "article", "costs", "default", "options")
    verbs = ("choose",)

    def __init__(
        self, actor: str, options: tuple[str, ...], default: str, article: str, costs: Mapping[str, int]
    ) -> None:
        self.actor, self.options, self.default, self.article = actor, options, default, article
        self.costs = costs

    def actors(self) -> Iterable[str]:
        return (self.actor,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("choose", option) for option in self.options] if who == self.actor else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != self.actor:
            return Refusal("it is {who}'s choice", self.article, who=called(self.actor))
        if on not in self.options:
            return Refusal(
                "'{act}' is not open: choose {options}",
                self.article,
                act=Act(do, on).said,
                options=either([Word(option) for option in self.options]),
            )
        return Option(who, do, on, self.article, default=on == self.default, cost=self.costs.get(on, 0))


class Closing(Offer):
    """The croupier closes the window, unless `hindered` says why not yet."""

    __slots__ = ("article", "hindered")
    verbs = ("close",)

    def __init__(self, article: str, hindered: Callable[[], Refusal | None] = lambda: None) -> None:
        self.article = article
        self.hindered = hindered

    def actors(self) -> Iterable[str]:
        return ("croupier",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("close", "")] if who == "croupier" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != "croupier" or on:
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        return self.hindered() or Option(who, do, on, self.article, default=True)


async def take(window: Window) -> None:
    """A window in which people act as they like, one after another, until the croupier closes it."""
    while True:
        who, act = await window
        if act.do == "close":
            return
        for effect in window.perform(who, act):
            await effect
