"""Lies in the logs of games between players: each is a breach of its own line, and hides no other."""

import json
from typing import Any

import msgspec
import pytest

from tapete.audit.log import audit
from tapete.engine.carry import Carry
from tapete.engine.chance import Live
from tapete.engine.succession import Left, next_header
from tapete.engine.transcript import Header
from tapete.games import game, games
from tests.forging import Data, data, found, mended, played
from tests.golden import FOLDER, read

CIRCLE = ("circulo", "chemin_de_fer", "bacara_dos_panos")
EVENINGS = [(each.id, region) for each in games() for region in each.regions if each.folder in CIRCLE]
GOLDEN = sorted(file for name, region in EVENINGS for file in FOLDER.glob(f"{name}-{region}-*.jsonl"))


def without_input(rounds: list[list[Data]]) -> None:
    """An act in the middle of the second round that says something else than the table waited for, once more."""
    inputs = [i for i, entry in enumerate(rounds[1]) if entry["t"] == "in"]
    rounds[1].insert(inputs[2], dict(rounds[1][inputs[2]]))


def unreadable(rounds: list[list[Data]]) -> None:
    """The number of an input in the middle of the second round is left out."""
    [entry for entry in rounds[1] if entry["t"] == "in"][2].pop("n")


def otherwise(rounds: list[list[Data]]) -> None:
    """One input has another number."""
    [entry for entry in rounds[1] if entry["t"] == "in"][2]["n"] = 17


@pytest.mark.parametrize(("forge", "count"), [(without_input, 1), (unreadable, 0), (otherwise, 1)])
@pytest.mark.parametrize(("name", "region"), [("chemin-de-fer", "extremadura"), ("holdem", "galicia")])
def test_inputs_numbered_on_after_a_wrong_number_are_not_each_said_to_be_wrong(
    name: str, region: str, forge: Any, count: int
) -> None:
    rounds = data(played(name, region, physical=True))
    assert sum(entry["t"] == "in" for entry in rounds[1]) > 5
    forge(rounds)
    breaches = found(mended(rounds))
    assert breaches
    assert sum(what.startswith("input number") for _, _, what, _ in breaches) == count


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_nothing_that_an_evening_handed_on_under_any_version_is_said_to_be_impossible(file: Any) -> None:
    for first, *_ in read(file)[1]:
        assert isinstance(first, Header)
        here = game(first.game)
        rules = here.rules(first.region, first.choices)
        carry = msgspec.convert(first.carry, here.play.carry)
        assert isinstance(carry, Carry)
        assert carry.impossible(rules, first.settings) is None
        assert carry.beside(first.balances, first.players) is None
        assert all(carry.lying(path, rules) for path in first.balances)


@pytest.mark.parametrize(
    ("name", "region", "change"),
    [
        ("holdem", "galicia", {"mano": "luis"}),
        ("seven-stud", "pais-vasco", {"away": ["ana"]}),
        ("chemin-de-fer", "extremadura", {"office": {}}),
        ("chemin-de-fer", "pais-vasco", {"shoe": {}}),
        ("bacara-dos-panos", "extremadura", {"office": {}}),
    ],
)
@pytest.mark.parametrize("number", [2, 3])
def test_a_round_said_to_take_up_what_was_not_handed_on_is_one_breach_where_it_was_played_from_what_was(
    name: str, region: str, change: dict[str, Any], number: int
) -> None:
    rounds = data(played(name, region, physical=True))
    rounds[number][0]["carry"] |= change
    breaches = found(mended(rounds))
    assert len(breaches) <= 4, breaches
    assert any(what.startswith("takes up") for _, _, what, _ in breaches)
    assert {where for where, *_ in breaches} == {f"line {1 + sum(map(len, rounds[:number]))}"}, breaches


def begun(name: str, region: str, **changes: Any) -> list[str]:
    """What is said of a round that says that it takes up where one ended which is not in the log."""
    table = played(name, region)[2]
    carry = json.loads(msgspec.json.encode(table.header.carry))
    balances = {**table.header.balances, **changes.pop("balances", {})}
    for key, value in changes.items():
        part, _, field = key.rpartition("__")
        (carry.setdefault(part, {}) if part else carry)[field] = value
    source = Live(bytes(32))
    left = Left(carry, "ab" * 32, table.header.settings)
    header = next_header(
        table.play, table.rules, table.header.settings, table.header.players, balances, left, source, "0" * 32
    )
    lines = [msgspec.json.encode(header), *list(table.lines())[1:]]
    return [breach.what for breach in audit(lines).breaches if breach.where == "line 1"]


IMPOSSIBLE: list[tuple[str, str, dict[str, Any]]] = [
    ("holdem", "extremadura", {"balances": {"pot": 500}}),
    ("holdem", "extremadura", {"balances": {"banca/ana": 500}}),
    ("holdem", "extremadura", {"away": ["ana", "ana"]}),
    ("holdem", "extremadura", {"out": ["ana", "ana"]}),
    ("holdem", "extremadura", {"due": {"zoe": 1}}),
    ("holdem", "extremadura", {"mano": ""}),
    ("chemin-de-fer", "extremadura", {"office__holds": 10**7}),
    ("chemin-de-fer", "extremadura", {"office__who": "", "office__partners": [], "office__holds": 500}),
    ("chemin-de-fer", "extremadura", {"seats__were": {"ana": 1}}),
    ("chemin-de-fer", "extremadura", {"seats__bound": ["zoe"]}),
    ("chemin-de-fer", "extremadura", {"seats__refused": {"zoe": 1}}),
    ("chemin-de-fer", "extremadura", {"seats__refused": {"ana": 2}}),
    ("chemin-de-fer", "extremadura", {"seats__refused": {"ana": 0}}),
    ("chemin-de-fer", "extremadura", {"seats__waiting": ["ana"]}),
    ("bacara-dos-panos", "extremadura", {"balances": {"garage/ana": 500}}),
    ("bacara-dos-panos", "extremadura", {"banco": {"who": "ana", "left": 2}}),
    ("bacara-dos-panos", "extremadura", {"banco": {"left": 1}}),
    ("bacara-dos-panos", "extremadura", {"office": {"left": "ana"}}),
    ("bacara-dos-panos", "extremadura", {"office": {"who": "ana", "deposit": 500, "put": 100}}),
    ("bacara-dos-panos", "extremadura", {"office": {"who": "ana", "deposit": 500, "put": 500, "holds": 7}}),
    ("bacara-dos-panos", "extremadura", {"seats__turns": ["zoe", ""]}),
]


@pytest.mark.parametrize(("name", "region", "changes"), IMPOSSIBLE)
def test_what_no_round_can_have_handed_on_is_found_where_the_round_before_is_not_in_the_log(
    name: str, region: str, changes: dict[str, Any]
) -> None:
    assert begun(name, region) == []
    said = begun(name, region, **changes)
    assert any(what.startswith(("takes up", "chips lie on")) for what in said), said
