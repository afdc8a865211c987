"""Descriptions: a machine, a bet, a raffle, a room of bingo; what each is, whether it is allowed, by which article."""

from typing import Any, NamedTuple

from pydantic import ValidationError

from tapete.audit.breach import Breach
from tapete.errors import TapeteError
from tapete.games import game
from tapete.validation import first_wrong, keys, unknown_key

HEAD = ("game", "region")


class Described(NamedTuple):
    """What a description is, each part with its article, and every breach of the law in it."""

    game: str
    region: str
    is_: tuple[tuple[str, str], ...]
    breaches: list[Breach]


def is_description(data: dict[str, Any]) -> bool:
    """Whether a file describes something instead of a table: its game has descriptions, and no minimum is given."""
    return isinstance(data.get("game"), str) and "minimum" not in data and game(data["game"]).has("describe")


def described(data: dict[str, Any], file: str) -> Described:
    """What a description says; what is wrong with the file itself is one line with file and key."""
    rest = {key: value for key, value in data.items() if key not in HEAD}
    chosen = game(data["game"])
    try:
        _check_region(data, [*HEAD, *keys(chosen.description)])
        verdict = chosen.describe(chosen.rules(str(data["region"])), rest)
    except ValidationError as error:
        why = first_wrong(error.errors(), model=chosen.description)
        raise TapeteError("{file}: {why}", file=file, why=why) from None
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None
    return Described(chosen.id, str(data["region"]), verdict.is_, [Breach(*wrong) for wrong in verdict.wrong])


def _check_region(data: dict[str, Any], known: list[str]) -> None:
    """Refuses a description without a region, by the key that may be meant for it if there is one."""
    if "region" in data:
        return
    strange = next((key for key in data if key not in known), None)
    if strange is not None:
        raise TapeteError("{key}: {why}", key=strange, why=unknown_key(strange, known))
    raise TapeteError("region: missing")
