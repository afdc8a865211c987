"""Golden playthroughs replay to the byte: a change that alters what a procedure asks or moves is seen here."""

import pytest

from tapete.engine.round import replay
from tapete.engine.transcript import Entry, Header, decode
from tapete.games import game
from tests.golden import path
from tests.helpers import EVERYWHERE


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_the_golden_evening_replays_to_the_byte(name: str, region: str) -> None:
    lines = path(name, region).read_bytes().splitlines()
    rounds: list[list[Entry]] = []
    for line in lines:
        entry = decode(line)
        if isinstance(entry, Header):
            rounds.append([])
        rounds[-1].append(entry)
    assert len(rounds) == 12
    again = [line for entries in rounds for line in replay(game(name).play, game(name).rules(region), entries).lines()]
    assert again == lines
