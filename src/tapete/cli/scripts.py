"""What falls at a table in the terminal: from a file, or drawn by seeds."""

from collections.abc import Callable
from pathlib import Path

from tapete.errors import TapeteError, reason


def scripted(path: Path | None) -> list[str | list[int]]:
    """What falls, from a file: dice are numbers with spaces between them, anything else is as it stands."""
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise TapeteError(f"{path}: no text in UTF-8: save it as such") from None
    except OSError as error:
        raise TapeteError(f"{path}: cannot be read: {reason(error)}") from None
    words = [line.partition("#")[0].split() for line in lines]
    return [[int(word) for word in line] if len(line) > 1 else line[0] for line in words if line and _falls(line, path)]


def _falls(words: list[str], path: Path) -> bool:
    if len(words) > 1 and not all(word.isdecimal() for word in words):
        raise TapeteError(f"{path}: '{' '.join(words)}' cannot fall: write a pocket, dice or a card on a line")
    return True


def seeds(text: str | None) -> Callable[[], bytes]:
    """Fresh seeds, or the same ones again for the same text."""
    import hashlib
    import itertools
    import secrets

    if text is None:
        return lambda: secrets.token_bytes(32)
    count = itertools.count()
    return lambda: hashlib.sha256(f"{text}/{next(count)}".encode(errors="surrogateescape")).digest()
