"""Which tests hold which article: `python -m tests.holding` writes it down, for where the tests are not at hand.

A test holds the article that its name begins with: `test_ex_1_10_5_1_d_…` is Extremadura's 1.10.5.1.D. After the
region's code come the article's parts in lower case; a dot, a paragraph sign, a hyphen and a space are underscores,
accents fall away, and the longest article that fits is meant. Another article may follow at once, or after `and`:
`test_ex_1_7_3_and_pv_05_iii_…`. A test also holds an article that it has as a string of its own, `"1.10.5.1.B§2"`.
"""

import ast
import functools
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from tapete.law.text import FOLDER, regions, text

TESTS = Path(__file__).parent
APART = "test_coverage"  # what is said of articles there holds none of them
FILE = FOLDER / "holding.toml"
CODES = {text(region).code.lower(): region for region in regions()}


@functools.cache
def slugs(region: str) -> dict[tuple[str, ...], str]:
    """A region's articles by their parts as names have them."""
    return {parts(article): article for article in reversed(list(text(region).articles))}


def parts(article: str) -> tuple[str, ...]:
    """An article's parts as a name has them.

    >>> parts("1.10.5.1.B§2"), parts("art. único")
    (('1', '10', '5', '1', 'b', '2'), ('art', 'unico'))
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", article.lower()) if not unicodedata.combining(c))
    return tuple(re.findall(r"[a-z]+|\d+", plain))


def named(name: str) -> Iterator[tuple[str, str]]:
    """The articles that a test's name begins with, each with its region."""
    words = re.findall(r"[a-z]+|\d+", name.removeprefix("test_").lower())
    while words and words[0] in CODES:
        region = CODES[words[0]]
        fits = [size for size in range(1, len(words)) if tuple(words[1 : size + 1]) in slugs(region)]
        if not fits:
            return
        yield region, slugs(region)[tuple(words[1 : fits[-1] + 1])]
        words = words[fits[-1] + 1 :]
        if words[:1] == ["and"]:
            words = words[1:]


@functools.cache
def quotable() -> dict[str, str]:
    """The articles that a string alone tells: they have two separators, so no amount and no card looks like one."""
    found: dict[str, list[str]] = {}
    for region in regions():
        for article in text(region).articles:
            if len(re.findall(r"[.§]", article)) > 1:
                found.setdefault(article, []).append(region)
    return {article: where[0] for article, where in found.items() if len(where) == 1}


def quoted(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """The articles that a test has as strings of their own, in its cases or its body."""
    for node in ast.walk(test):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in quotable():
            yield quotable()[node.value], node.value


def holding() -> dict[str, dict[str, list[str]]]:
    """By region and article, the tests that hold it."""
    found: dict[str, dict[str, list[str]]] = {region: {} for region in regions()}
    for path in (path for path in sorted(TESTS.glob("test_*.py")) if path.stem != APART):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for region, article in dict.fromkeys((*named(node.name), *quoted(node))):
                    found[region].setdefault(article, []).append(f"{path.stem}::{node.name}")
    return {
        region: {article: held[article] for article in text(region).articles if article in held}
        for region, held in found.items()
    }


def written() -> str:
    """The file that says so."""
    lines = ["# Which tests hold which article: written by `./tapete run python -m tests.holding`, not by hand."]
    for region, held in holding().items():
        lines += ["", f"[{region}]"]
        for article, tests in held.items():
            lines += [f'"{article}" = [', *(f'  "{test}",' for test in tests), "]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
