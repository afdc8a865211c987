"""Every article is accounted for: each section of a text runs, is checked, is cited only, has no rule or is missing.

What rulebooks cite is as their sections stand (`standing`). `law/<region>/coverage.toml` accounts for the rest: what
rests on a rulebook that cites a neighbouring article, what no machine can do, what has no rule in it, and what a
rulebook cites although nothing runs or checks it yet. What is in neither is missing.
"""

import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Self, get_args

from pydantic import Field, ValidationError, ValidationInfo, model_validator

from tapete.errors import TapeteError
from tapete.law.rulebook import Model, Rulebook
from tapete.law.standing import standing
from tapete.law.text import FOLDER, folder, text

State = Literal["runs", "checked", "cited", "none", "missing"]
STATES: tuple[State, ...] = get_args(State)


class Group(Model):
    """Sections that share a reason."""

    why: str
    articles: tuple[str, ...]


class Account(Model):
    """What a region's `coverage.toml` says: where chapters begin, and what becomes of what no rulebook cites."""

    chapters: dict[str, str]
    rests: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    cited: tuple[Group, ...] = ()
    none: tuple[Group, ...] = ()
    missing: tuple[Group, ...] = ()

    @model_validator(mode="after")
    def _of_the_text(self, info: ValidationInfo) -> Self:
        articles: Mapping[str, str] = info.context or {}
        seen: set[str] = set()
        for article in (*self.rests, *self.listed):
            if article in seen:
                raise ValueError(f"article '{article}' is accounted for twice")
            seen.add(article)
        for article in (*self.chapters, *seen):
            if article not in articles:
                raise ValueError(f"article '{article}' is not in the text's index")
        if next(iter(self.chapters)) != next(iter(articles)):
            raise ValueError("chapters: the first begins where the text does")
        return self

    @property
    def listed(self) -> list[str]:
        """Every article of the groups, in their order."""
        groups = (*self.cited, *self.none, *self.missing)
        return [article for group in groups for article in group.articles]

    def reasons(self) -> dict[str, tuple[State, str]]:
        """The state and the reason of every listed article."""
        kinds: dict[State, tuple[Group, ...]] = {"cited": self.cited, "none": self.none, "missing": self.missing}
        return {
            article: (state, group.why)
            for state, groups in kinds.items()
            for group in groups
            for article in group.articles
        }


class Row(NamedTuple):
    """A section of a text: its state, what rests on it (`game:section` of rulebooks), the tests that hold it.

    `why` says of what does not rest on anything why it is as it is.
    """

    region: str
    chapter: str
    article: str
    title: str
    state: State
    rests: tuple[str, ...]
    tests: tuple[str, ...]
    why: str


@functools.cache
def account(region: str) -> Account:
    """What a region's `coverage.toml` says."""
    path = folder(region) / "coverage.toml"
    if not path.is_file():
        raise _refusal(region, "there is no such file: docs/coverage.md says what it holds")
    return parse(path.read_text(encoding="utf-8"), region)


def parse(toml: str, region: str) -> Account:
    """An account from its TOML; whatever is wrong is said with file, key and reason."""
    try:
        return Account.model_validate(tomllib.loads(toml), context=text(region).articles)
    except tomllib.TOMLDecodeError as error:
        raise _refusal(region, f"not valid TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise _refusal(region, f"{key}: {first['msg']}".removeprefix(": Value error, ")) from None


def _refusal(region: str, why: str) -> TapeteError:
    """What is wrong with a region's account."""
    return TapeteError("{file}: {why}", file=f"{folder(region).name}/coverage.toml", why=why)


@functools.cache
def holding() -> dict[str, dict[str, list[str]]]:
    """By region and article, the tests that hold it, as `python -m tests.holding` found them."""
    holding: dict[str, dict[str, list[str]]] = tomllib.loads((FOLDER / "holding.toml").read_text(encoding="utf-8"))
    return holding


def coverage(region: str, rulebooks: Iterable[Rulebook]) -> Iterator[Row]:
    """Every section of a text in its order, with what rests on it in these rulebooks of the region."""
    said, resting = account(region), _resting(region, list(rulebooks))
    reasons, tests = said.reasons(), holding().get(region, {})
    chapter = ""
    for article, title in text(region).articles.items():
        chapter = article if article in said.chapters else chapter
        on = resting.get(article, {})
        listed, why = reasons.get(article, ("missing", ""))
        # That nothing runs or checks it, somebody has looked up: that a rulebook cites it does not change it.
        state = listed if listed == "missing" and why else min(on.values(), key=STATES.index, default=listed)
        held = tuple(tests.get(article, ()))
        yield Row(region, chapter, article, title, state, tuple(on), held, why if state == listed else "")


def _resting(region: str, rulebooks: list[Rulebook]) -> dict[str, dict[str, State]]:
    """By article, the sections of rulebooks that rest on it, as each stands."""
    resting: dict[str, dict[str, State]] = {}
    stands: dict[str, State] = {}
    for rules in rulebooks:
        elsewhere = {path: (section.printed or {}).get("article") for path, section in rules.sections()}
        for path, article, state in standing(rules):
            target = f"{rules.game}:{path}"
            stands[target] = state
            if state == "missing":
                continue
            for cited in filter(None, (article, elsewhere.get(path))):
                resting.setdefault(cited, {})[target] = state
    for article, targets in account(region).rests.items():
        for target in targets:
            resting.setdefault(article, {})[target] = _standing_of(region, target, stands)
    return resting


def _standing_of(region: str, target: str, stands: Mapping[str, State]) -> State:
    """How a game, a section or a part of a rulebook stands: as the strongest of its sections."""
    under = [state for path, state in stands.items() if path == target or path.startswith((f"{target}.", f"{target}:"))]
    if not under:
        raise _refusal(region, f"rests: there is no '{target}' to rest on")
    return min(under, key=STATES.index)
