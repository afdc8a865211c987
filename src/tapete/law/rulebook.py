"""A rulebook: one region's rules of one game, every section with its article.

A section holds the values that run. Where the text prints something else, `printed` stands beside them with `why`;
where the printed value runs although it is likely a slip, `doubt` says what is likely and why. The digest covers what
runs, so a rulebook can be kept and built again without its file: `running` and `labels` are all there is to keep.
"""

import functools
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from tapete.errors import Said, TapeteError, UnknownError
from tapete.law.like import paths
from tapete.law.marks import Label, is_label
from tapete.validation import refusing


def _whole(value: Any) -> Any:
    """What may be read as a whole number: neither true nor false is one."""
    if isinstance(value, bool):
        raise TapeteError("not a whole number")
    return value


Whole = Annotated[int, BeforeValidator(refusing(_whole))]
Count = Annotated[Whole, Field(ge=0)]


class Model(BaseModel):
    """Frozen, with hyphens for underscores in TOML, and no key that is not declared."""

    # A section is made ready with the rulebook it stands in, so only what is loaded costs the start of a command.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, alias_generator=lambda name: name.replace("_", "-")
    )


def _known_article(article: str, info: ValidationInfo) -> str:
    articles: Mapping[str, str] | None = (info.context or {}).get("articles")
    if articles is not None and article not in articles:
        raise ValueError(f"article '{article}' is not in the text's index")
    return article


class Doubt(Model):
    """A printed value that runs although it looks like a slip."""

    likely: dict[str, Any]
    why: str


class Grid(NamedTuple):
    """A table to look up: its name, its rows with the head first, and how it is read."""

    name: Said
    rows: list[list[str]]
    reads: Said


class Section(Model):
    """A part of a rulebook, with the article it comes from."""

    article: str
    printed: dict[str, Any] | None = None
    why: str = ""
    doubt: Doubt | None = None

    NOTES: ClassVar[frozenset[str]] = frozenset({"article", "printed", "why", "doubt"})

    @field_validator("article")
    @classmethod
    def _article(cls, value: str, info: ValidationInfo) -> str:
        return _known_article(value, info)

    @model_validator(mode="after")
    def _variants_fit(self, info: ValidationInfo) -> Self:
        fields = {name.replace("_", "-") for name in type(self).model_fields} - self.NOTES
        for source, values in (("printed", self.printed), ("doubt.likely", self.doubt and self.doubt.likely)):
            for key in values or ():
                if key not in fields | ({"article", "says"} if source == "printed" else set()):
                    raise ValueError(f"{source} names '{key}', which is no value of this section")
        if self.printed is not None:
            if not self.why:
                raise ValueError("a reading that differs from the printed text needs its 'why'")
            if "article" in self.printed:
                _known_article(self.printed["article"], info)
        return self

    @classmethod
    @functools.cache
    def labels_of(cls) -> tuple[str, ...]:
        """The fields that are labels."""
        return tuple(name for name, field in cls.model_fields.items() if is_label(field))

    @property
    def variants(self) -> dict[str, dict[str, Any]]:
        """What this section can be switched to: `printed`, `likely`, each with the values it changes."""
        variants = {}
        printed = {k: v for k, v in (self.printed or {}).items() if k not in ("article", "says")}
        if printed:
            variants["printed"] = printed
        if self.doubt:
            variants["likely"] = self.doubt.likely
        return variants

    @property
    def content(self) -> dict[str, Any]:
        """What the section says, without its notes, as plain data."""
        data = self.model_dump(mode="json", by_alias=True, exclude=set(self.NOTES))
        return {key: value for key, value in data.items() if value not in (None, "")}

    def grid(self) -> Grid | None:
        """The section as a table, if that is how people read it."""
        return None


class Like(Section):
    """The game whose rules apply to all that is not said here; `without` has what of it does not, with the article.

    With `region` it is another text's: this one's has lost what it says, so all of it stands under one article.
    """

    game: str
    region: str = ""
    without: Annotated[dict[str, str], BeforeValidator(paths)] = Field(default_factory=dict)

    @field_validator("without")
    @classmethod
    def _articles(cls, value: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        return {path: _known_article(article, info) for path, article in value.items()}


class Rulebook(Section):
    """What every rulebook has; a game's own model adds its sections. `taken` are those that came by `like`."""

    game: str
    region: str
    title: Label
    like: Like | None = None
    equipment: Any
    choices: dict[str, str] = Field(default_factory=dict, exclude=True)
    taken: frozenset[str] = Field(default=frozenset(), exclude=True)

    def __hash__(self) -> int:
        return hash(self.digest)

    @functools.cached_property
    def digest(self) -> str:
        """The hash of what runs: neither notes and labels nor the way the file is written change it."""
        return digest(self.running)

    @property
    def running(self) -> dict[str, Any]:
        """What runs, as plain data: every value but defaults, with articles and calls, without notes and labels."""
        data = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        for path, section in (("", self), *self.sections()):
            target = at(data, path)
            for key in (*section.labels_of(), *(section.NOTES - {"article"})):
                target.pop(key, None)
        # Whatever a rulebook took over from another stands in it whole, so nothing runs by where it came from.
        data.pop("like", None)
        return data

    @property
    def labels(self) -> dict[str, str]:
        """The title, and the names of bets and irregularities, by where they stand: what `running` leaves to people.

        >>> from tapete.games import game
        >>> game("bola").rules("extremadura").labels["bets.falta.name"]
        'Falta'
        """
        everything = (("", self), *((f"{path}.", section) for path, section in self.sections()))
        return {path + key: getattr(section, key) for path, section in everything for key in section.labels_of()}

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Every section with its path, in the order of the rulebook.

        >>> from tapete.games import game
        >>> dict(game("bola").rules("extremadura").sections())["bets.rojo"].article
        '1.3.5.1.b'
        """
        yield from _sections(self, "")

    def section(self, path: str) -> Section:
        """The section at a path, or at the only path that ends with these words."""
        return dict(self.sections())[resolve(path, [name for name, _ in self.sections()])]


_read: dict[tuple[str, str, str, str], Rulebook] = {}
R = TypeVar("R", bound=Rulebook)


def same(rules: R) -> R:
    """A rulebook that came from another process, or its equal that came before: what was counted by that is found.

    To compare two that are not the same object, section by section, takes longer than many a count.
    """
    rulebook = _read.setdefault((rules.game, rules.region, rules.digest, repr(sorted(rules.choices.items()))), rules)
    return cast(R, rulebook)


def has(part: Any, name: str) -> bool:
    """Whether a part of a rulebook, as its file has it or read already, has a value of this name."""
    return name in part if isinstance(part, dict) else hasattr(part, name)


def digest(running: dict[str, Any]) -> str:
    """The hash of what runs of a rulebook."""
    canonical = json.dumps(running, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _sections(model: Model, prefix: str) -> Iterator[tuple[str, Section]]:
    for name, field in type(model).model_fields.items():
        for key, section in inner(getattr(model, name), f"{prefix}{field.alias}"):
            yield key, section
            yield from _sections(section, key + ".")


def inner(value: Any, path: str) -> Iterator[tuple[str, Section]]:
    """The sections that a field holds: itself, or those of a table of them."""
    if isinstance(value, Section):
        yield path, value
    elif isinstance(value, dict):
        yield from ((f"{path}.{key}", section) for key, section in value.items() if isinstance(section, Section))


def at(data: dict[str, Any], path: str) -> dict[str, Any]:
    """The table at a path of plain data."""
    for part in path.split(".") if path else ():
        data = data[part]
    return data


def resolve(name: str, paths: list[str]) -> str:
    """The full path that a name means: the path itself, or the only one ending in it."""
    if name in paths:
        return name
    meant = [path for path in paths if path.endswith("." + name)]
    if len(meant) != 1:
        raise UnknownError("section", name, meant or paths)
    return meant[0]
