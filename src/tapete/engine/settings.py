"""How a table is set: its minimum and maxima, its smallest chip, and what its house chose where the text lets it."""

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

import msgspec

from tapete.law.option import Option
from tapete.law.sections import Limit, Minimum


class Limited(Protocol):
    """A rulebook, as far as settings need to know it: what bounds stakes, and what the text leaves to choose."""

    @property
    def limits(self) -> Mapping[str, Limit]: ...

    @property
    def options(self) -> Mapping[str, Option]: ...

    @property
    def minimum(self) -> Minimum: ...


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table's settings, in cents. `maximum` and `minimums` go by the rulebook's limits; `options` by its options.

    `authorised` is the minimum that the authority gave the game; where none is named, the table's is taken for it.
    `authorised_most` is the upper end of the band that it gave, or 0.
    """

    minimum: int
    maximum: dict[str, int]
    chip: int
    minimums: dict[str, int] = {}
    options: dict[str, str] = {}
    colours: int = 0
    authorised: int = 0
    authorised_most: int = 0

    def __hash__(self) -> int:
        return hash((self.minimum, self.chip, self.colours, self.authorised, self.authorised_most))

    @property
    def raised(self) -> bool:
        """Whether the minimum is above the one that the authority gave."""
        return 0 < self.authorised < self.minimum

    def least(self, limit: str) -> int:
        """The least stake on a bet of this limit."""
        return self.minimums.get(limit, self.minimum)

    def unit(self, limit: Limit, bound: Literal["maximum", "minimum"]) -> int:
        """The minimum in which a bound of this limit is counted: the table's, or the authorised one."""
        return (bound in limit.authorised and self.authorised) or self.minimum


def standard(
    rules: Limited,
    minimum: int = 500,
    options: Mapping[str, str] | None = None,
    authorised: int = 0,
    given: Mapping[str, int] | None = None,
) -> Settings:
    """A table as the text would have it: every maximum the lowest permitted, every option at its default.

    Where the authorisation fixes a maximum without a rule, it is a hundred times the minimum. Of maxima that are given
    others follow, where the text measures them by these.
    """
    chosen = {name: option.default for name, option in rules.options.items()}
    chip = 50 if minimum % 50 == 0 else 1
    bare = Settings(minimum, {}, chip, options={**chosen, **(options or {})}, authorised=authorised)
    maximum: dict[str, int] = {}
    for name, limit in rules.limits.items():
        if given and name in given:
            maximum[name] = given[name]
        elif limit.gain:
            maximum[name] = limit.gain[0] * maximum[limit.of]
        elif not limit.follows:
            maximum[name] = limit.lowest(bare.unit(limit, "maximum"))
    return msgspec.structs.replace(bare, maximum=maximum)


def idle(rules: Limited, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The choices that count only beside others, and are made without them: each with the other that it lacks."""
    chosen = {name: options.get(name, option.default) for name, option in rules.options.items()}
    for name, option in rules.options.items():
        if chosen[name] != option.default:
            yield from ((name, other) for other, value in option.beside.items() if chosen.get(other) != value)


def authorised_still(rules: Limited, before: Settings) -> int:
    """The authorised minimum of a table whose settings change: as it was, if it is known.

    Where none was named and the text says how far the minimum is raised over it, it was the one in force.
    """
    return before.authorised or (before.minimum if rules.minimum.exactly else 0)


def at_minimum(rules: Limited, before: Settings, minimum: int) -> Settings:
    """A table at another minimum, each limit as many times that as before.

    What the text counts in authorised minimums or has within an authorised band, and what only the authorisation
    fixes, stays as it was, if the minimum lets it.
    """
    due = authorised_still(rules, before)
    chip = before.chip if minimum % before.chip == 0 else standard(rules, minimum).chip
    after = msgspec.structs.replace(before, minimum=minimum, authorised=due, chip=chip, maximum={}, minimums={})
    for name, cents in before.minimums.items():
        limit = rules.limits[name]
        kept = cents if "minimum" in limit.authorised and due else cents * minimum // before.minimum
        highest = max(limit.minimum_up_to * after.unit(limit, "minimum"), minimum)
        after.minimums[name] = min(max(kept, -(-minimum // limit.minimum_part)), highest)
    for name, cents in before.maximum.items():
        limit = rules.limits[name]
        if limit.gain:
            after.maximum[name] = cents * after.maximum[limit.of] // before.maximum[limit.of]
        elif limit.bounded:
            after.maximum[name] = min(cents, before.maximum[limit.of] * minimum // before.minimum)
        elif limit.stipulated:
            after.maximum[name] = min(cents, minimum // limit.minimum_part)
        elif limit.stays(bool(due)):
            after.maximum[name] = max(cents, after.least(name))
        else:
            after.maximum[name] = max(cents * minimum // before.minimum, limit.lowest(minimum))
    return after
