"""The five texts: what each is called, and every article that may be cited from it."""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tapete.errors import TapeteError, UnknownError

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Text:
    """One official text and its contents; `articles` gives each section's title in our own words."""

    region: str
    name: str
    code: str
    text: str
    languages: tuple[str, ...]
    articles: Mapping[str, str]

    def title(self, article: str) -> str:
        """What an article is about."""
        return self.articles[article]


def folder(region: str) -> Path:
    """Where a region's index and rulebooks lie."""
    return FOLDER / region.replace("-", "_")


@functools.cache
def regions() -> tuple[str, ...]:
    """The ids of the regions, in alphabetical order."""
    return tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob("*/index.toml")))


@functools.cache
def text(region: str) -> Text:
    """The text of a region.

    >>> text("extremadura").title("1.3")
    'Bola o boule'
    """
    if region not in regions():
        raise UnknownError("region", region, list(regions()))
    path = folder(region) / "index.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        file = f"{path.parent.name}/{path.name}"
        raise TapeteError("{file}: not valid TOML: {why}", file=file, why=error) from None
    return Text(**{**data, "languages": tuple(data["languages"])})
