"""Rulebooks from their files, or from what was kept of them: whatever is wrong is said with file, key and reason."""

import copy
import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from tapete.errors import Said, TapeteError, UnknownError
from tapete.law.like import depth, leave_out, paths, taken_over, under
from tapete.law.rulebook import Rulebook, at, resolve
from tapete.law.text import folder, regions, text


class RulebookError(TapeteError):
    """A rulebook that cannot be used: file, key and reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        self.file, self.key, self.reason = file, key, reason
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")


R = TypeVar("R", bound=Rulebook)


def path_of(game: str, region: str) -> Path:
    """The file of a rulebook; whether it exists says whether the region's text has the game."""
    if region not in regions():
        raise UnknownError("region", region, list(regions()))
    return folder(region) / f"{game}.toml"


def regions_of(game: str) -> tuple[str, ...]:
    """The regions whose text has this game."""
    return tuple(region for region in regions() if path_of(game, region).is_file())


class Heading(NamedTuple):
    """What a rulebook's file says before its first section."""

    title: str
    article: str


def heading(game: str, region: str) -> Heading:
    """The title that a text gives a game, and its article, without reading the rules themselves.

    >>> heading("bola", "extremadura")
    Heading(title='Bola o boule', article='1.3')
    """
    path = path_of(game, region)
    said = _source(path.read_text(encoding="utf-8").partition("\n[")[0], _short(path)).data
    return Heading(said["title"], said["article"])


@functools.lru_cache(maxsize=512)  # all as they are read, and some otherwise: anybody may switch readings
def _load(model: type[R], game: str, region: str, choices: frozenset[tuple[str, str]]) -> R:
    path = path_of(game, region)
    if not path.is_file():
        where = ", ".join(regions_of(game))
        raise TapeteError(
            "{game} is not in the text of {region}: it is played in {where}", game=game, region=region, where=where
        )
    return parse(model, path.read_text(encoding="utf-8"), _short(path), region, dict(choices))


def load(model: type[R], game: str, region: str, choices: Mapping[str, str] | None = None) -> R:
    """The rulebook of a game in a region; `choices` switches sections to their printed or likely values."""
    book: R = _load(model, game, region, frozenset((choices or {}).items()))
    return book


def parse(model: type[R], toml: str, file: str, region: str, choices: Mapping[str, str] | None = None) -> R:
    """A rulebook from its TOML, and from those of the games it is like."""
    sources = _sources(toml, file, region)
    data, articles = _put_together(sources), text(region).articles
    try:
        book = _validate(model, data, file, articles)
        if choices:
            book = _validate(model, _switched(data, book, choices), file, articles)
    except RulebookError as error:
        raise _said_where(error, sources) from None
    if book.region != region or Path(file).stem != book.game:
        raise RulebookError(file, "game", f"says {book.game} of {book.region}; the file's place says otherwise")
    return book.model_copy(update={"choices": dict(sorted((choices or {}).items())), "taken": _taken(book, sources)})


def from_running(
    model: type[R], running: Mapping[str, Any], labels: Mapping[str, str], choices: Mapping[str, str] | None = None
) -> R:
    """A rulebook from what was kept of it, with the same digest; its text's index need not be there any more."""
    data: dict[str, Any] = copy.deepcopy(dict(running))
    where = "kept {game}, {region}".format_map({"game": "?", "region": "?", **data})
    for path, label in labels.items():
        table, _, key = path.rpartition(".")
        try:
            at(data, table)[key] = label
        except (KeyError, TypeError):
            raise RulebookError(where, path, "labels what is not there") from None
    return _validate(model, data, where, None).model_copy(update={"choices": dict(sorted((choices or {}).items()))})


def _validate(model: type[R], data: dict[str, Any], file: str, articles: Mapping[str, str] | None) -> R:
    try:
        return model.model_validate(data, context={"articles": articles})
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        reason = {"extra_forbidden": "unknown key", "missing": "missing"}.get(first["type"], first["msg"])
        raise RulebookError(file, key, reason.removeprefix("Value error, ")) from None


def _switched(data: dict[str, Any], book: Rulebook, choices: Mapping[str, str]) -> dict[str, Any]:
    data = copy.deepcopy(data)
    switchable = {path: section for path, section in book.sections() if section.variants}
    for name, choice in choices.items():
        path = resolve(name, list(switchable))
        variants = switchable[path].variants
        if choice == "reading":
            continue
        if choice not in variants:
            raise UnknownError(Said("choice for {key}", key=path), choice, ["reading", *variants])
        at(data, path).update(variants[choice])
    return data


# What a rulebook is put together from


class Source(NamedTuple):
    """What one file says."""

    file: str
    data: dict[str, Any]


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _sources(toml: str, file: str, region: str) -> list[Source]:
    """A file, and those of the games it is like, in this text or another's, each after the one that names it."""
    sources = [_source(toml, file)]
    games = [(sources[0].data.get("game"), region)]
    while isinstance(like := sources[-1].data.get("like"), dict) and isinstance(game := like.get("game"), str):
        region = like.get("region") or region
        path = path_of(game, region)
        if (game, region) in games or not path.is_file():
            why = "is like this one" if (game, region) in games else "is not in this text"
            raise RulebookError(sources[-1].file, "like.game", f"'{game}' {why}")
        games.append((game, region))
        sources.append(_source(path.read_text(encoding="utf-8"), _short(path)))
    return sources


def _source(toml: str, file: str) -> Source:
    try:
        return Source(file, tomllib.loads(toml))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(file, "", f"not valid TOML: {error}") from None


def _put_together(sources: Sequence[Source]) -> dict[str, Any]:
    """What a file says, with all that it takes over from the ones after it."""
    own, *others = sources
    if not others:
        return own.data
    like, other = own.data["like"], copy.deepcopy(_put_together(others))
    if like.get("region"):
        other = under(like.get("article", ""), other)
    without = like.get("without", {})
    for path in paths(without) if isinstance(without, dict) else ():
        if not leave_out(other, path):
            raise RulebookError(own.file, f"like.without.{path}", f"{others[0].file} says nothing of it")
    return taken_over(own.data, other)


def _said_where(error: RulebookError, sources: Sequence[Source]) -> RulebookError:
    """The same error, in the file that says what is wrong: the one that says most of the key, if it lacks no more."""
    parts = error.key.count(".") + 1

    def said(source: Source) -> int:
        deep = depth(source.data, error.key)
        return 0 if error.reason == "missing" and deep == parts else deep

    return RulebookError(max(sources, key=said).file, error.key, error.reason)


def _taken(book: Rulebook, sources: Sequence[Source]) -> frozenset[str]:
    """The sections of which a file says nothing itself."""
    own = sources[0].data
    return frozenset(path for path, _ in book.sections() if depth(own, path) < path.count(".") + 1)
