"""What a rulebook says, section by section; what differs between two, value by value, and what looks wrong in one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from tapete.law.rulebook import Rulebook, Section
from tapete.law.text import text

R = TypeVar("R", bound=Rulebook)


@dataclass(frozen=True, slots=True)
class Written:
    """A section: what runs, what is printed where that is something else, what is in doubt, whose rules it takes."""

    section: str
    article: str
    title: str
    values: dict[str, Any]
    name: str | None
    printed: dict[str, Any] | None
    why: str | None
    doubt: dict[str, Any] | None
    like: str | None


def written(rules: Rulebook) -> list[Written]:
    """Every section of a rulebook, in its order."""
    source = text(rules.region)
    return [
        Written(
            path,
            section.article,
            source.title(section.article),
            plain(section),
            section.content.get("name") or section.content.get("say"),
            section.printed,
            section.why or None,
            section.doubt.model_dump() if section.doubt else None,
            rules.like.game if rules.like and path in rules.taken else None,
        )
        for path, section in rules.sections()
    ]


class Difference(NamedTuple):
    """A value that two texts give differently; None where one does not have it."""

    path: str
    key: str
    one: Any
    other: Any
    article_one: str
    article_other: str


class Finding(NamedTuple):
    """A place where a text is misprinted, contradicts itself or is in doubt."""

    path: str
    article: str
    kind: str
    runs: dict[str, Any]
    instead: dict[str, Any]
    why: str


def differences(one: Rulebook, other: Rulebook) -> list[Difference]:
    """Every value that differs; names and wordings are not values."""
    left, right = dict(one.sections()), dict(other.sections())
    differences = []
    for path in [*left, *(path for path in right if path not in left)]:
        a, b = left.get(path), right.get(path)
        if a is None or b is None:
            has, lacks = ("there", None) if b is None else (None, "there")
            differences.append(Difference(path, "", has, lacks, a.article if a else "", b.article if b else ""))
            continue
        mine, theirs = plain(a), plain(b)
        differences += [
            Difference(path, key, mine.get(key), theirs.get(key), a.article, b.article)
            for key in {**mine, **theirs}
            if mine.get(key) != theirs.get(key)
        ]
    return differences


def plain(section: Section) -> dict[str, Any]:
    """A section's own values, without its sub-sections and its wording."""
    inner = {field.alias for name, field in type(section).model_fields.items() if _is_inner(getattr(section, name))}
    return {key: value for key, value in section.content.items() if key not in inner | WORDING}


WORDING = {"name", "say", "called", "without"}


def _is_inner(value: Any) -> bool:
    return isinstance(value, Section) or (
        isinstance(value, dict) and any(isinstance(v, Section) for v in value.values())
    )


def with_value(rules: R, difference: Difference) -> R | None:
    """The first rulebook with this one value taken from the second; None where it cannot be taken alone."""
    if not difference.key:
        return None
    data = rules.model_dump(mode="json", by_alias=True)
    target: Any = data
    for part in difference.path.split("."):
        target = target[part]
    target[difference.key] = difference.other
    try:
        return type(rules).model_validate(data)
    except ValidationError:
        return None


def findings(rules: Rulebook) -> Iterator[Finding]:
    """Every reading that differs from the printed text, and every printed value in doubt."""
    for path, section in rules.sections():
        if section.printed is not None:
            instead = section.printed
            yield Finding(path, section.article, "reading", _same(section.content, instead), instead, section.why)
        elif section.why:
            yield Finding(path, section.article, "note", {}, {}, section.why)
        if section.doubt is not None:
            likely = section.doubt.likely
            yield Finding(path, section.article, "doubt", _same(section.content, likely), likely, section.doubt.why)


def _same(content: dict[str, Any], keys: dict[str, Any]) -> dict[str, Any]:
    return {key: content[key] for key in keys if key in content}
