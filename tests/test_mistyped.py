"""A key that is mistyped in a file of ours is named with the nearest there is, wherever in the file it stands."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tapete.audit.file import checked
from tapete.errors import TapeteError
from tests.descriptions import DESCRIPTIONS
from tests.torneo import FILE

TABLE: dict[str, Any] = {
    "game": "bola",
    "region": "extremadura",
    "minimum": 5,
    "maximum": {"suertes": 50},
    "options": {},
    "staff": {},
    "float": 1000,
    "authorised-minimum": [5, 150],
    "tables-per-chief": 2,
}
OF_OUR_OWN = {"maximum", "options", "staff", "floats", "shares"}  # their keys are names of the text, or places
FILES: dict[str, dict[str, Any]] = {
    "table": TABLE,
    "casino": {"region": "extremadura", "floats": {}, "tables": [TABLE]},
    "tournament": tomllib.loads(FILE.read_text(encoding="utf-8")),
    **{name: {"game": name, "region": "pais-vasco", **given[0]} for name, given in DESCRIPTIONS.items()},
}


def mistyped(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """The place and the name of every key in some data that a model knows."""
    if isinstance(data, list):
        for number, one in enumerate(data):
            yield from mistyped(one, (*at, number))
    if isinstance(data, dict):
        for key, value in data.items():
            yield at, key
            if key not in OF_OUR_OWN:
                yield from mistyped(value, (*at, key))


@pytest.mark.parametrize("kind", FILES)
def test_every_key_that_is_mistyped_is_named_with_the_nearest(kind: str) -> None:
    """Its last two letters change places; or its last is doubled, where it has but two."""
    for at, key in mistyped(FILES[kind]):
        data = deepcopy(FILES[kind])
        inside = data
        for part in at:
            inside = inside[part]
        wrong = f"{key[:-2]}{key[-1]}{key[-2]}" if len(key) > 2 and key[-1] != key[-2] else f"{key}{key[-1]}"
        renamed = [(wrong if name == key else name, value) for name, value in inside.items()]
        inside.clear()
        inside.update(renamed)
        with pytest.raises(TapeteError) as refused:
            checked(data, "FILE")
        said = str(refused.value)
        assert f"{wrong}: unknown key: did you mean" in said, (at, key, said)
        assert key in said.partition("did you mean ")[2].split(", "), said
        assert said.startswith("FILE: ")
        assert "\n" not in said


def numbers(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every number in some data."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if type(value) in (int, float) and "numbers" not in at:
            yield (*at, key)
        yield from numbers(value, (*at, key))


@pytest.mark.parametrize("wrong", [True, -7, "many", float("nan"), [5], "1/0", "1e99999999", "1e-99999999"])
@pytest.mark.parametrize("kind", FILES)
def test_what_is_no_number_is_refused_by_its_key(kind: str, wrong: object) -> None:
    """True is not one, nor is any number of things, people or cents below nothing; a raffle's numbers are checked."""
    found = {
        **FILES[kind],
        **({"seats": 3, "colours": 1, "others-at-minimum": 1, "staff": {"crupier": 1}} if kind == "table" else {}),
        **({"servers": 1} if kind == "casino" else {}),
    }
    for *way, key in numbers(found):
        data = deepcopy(found)
        inside: Any = data
        for part in way:
            inside = inside[part]
        inside[key] = wrong
        with pytest.raises(TapeteError) as refused:
            checked(data, "FILE")
            raise AssertionError((kind, way, key))
        assert str(refused.value).startswith("FILE: "), refused.value
