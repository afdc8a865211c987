"""Games that are described and not dealt: what an organiser writes down, what it is by the text, and what is wrong."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tapete.engine.settings import Settings
from tapete.law.rulebook import Rulebook

NOTHING: Mapping[str, Any] = {}


class Finding(NamedTuple):
    """Something wrong with a description: where it stands, the article, what is and what should be."""

    where: str
    article: str
    what: str
    right: str


class Verdict(NamedTuple):
    """What a description is, each part with the article that says so, and all that is wrong with it."""

    is_: tuple[tuple[str, str], ...]
    wrong: tuple[Finding, ...]


class DescribedRulebook(Rulebook):
    """A text's rules of what no table plays: nothing is staked on a felt, called or chosen."""

    @property
    def bets(self) -> Mapping[str, Any]:
        """No bets."""
        return NOTHING

    @property
    def limits(self) -> Mapping[str, Any]:
        """No limits."""
        return NOTHING

    @property
    def options(self) -> Mapping[str, Any]:
        """No choices of the house."""
        return NOTHING

    @property
    def irregularities(self) -> Mapping[str, Any]:
        """No irregularities."""
        return NOTHING

    @property
    def calls(self) -> Mapping[str, Any]:
        """No calls."""
        return NOTHING

    def option(self, settings: Settings, name: str) -> str:  # noqa: ARG002
        """Nothing is left to choose."""
        return ""
