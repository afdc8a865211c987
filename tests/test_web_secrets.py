"""What somebody may not see is never sent to them: at every step of every game, by every way out of the house.

What nobody may see yet is the seed, and with it all that is still to be dealt; nobody sees cards that lie closed
before others. Players and passers-by may not see what others and the bank hold either, but where stacks lie open
before those who play. What falls at a physical table is nowhere before the croupier enters it.
"""

import asyncio
import html
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tapete import i18n
from tapete.engine.chance import Live
from tapete.engine.places import chips
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.floor.standing import Standing
from tapete.games import game, games
from tests import robot
from tests.casino import Casino, live
from tests.helpers import EVERYTHING

pytestmark = pytest.mark.slow

PLAYERS = {"ana": 77_777_50, "luis": 88_888_50}
STAFF = {"croupier": "carla", "inspector": "iker", "director": "dora"}
ROUNDS, STEPS, FEWER = 3, 18 if EVERYTHING else 12, 9
BANK = re.compile(r'"bank"\s*:')  # the bank's holdings, wherever balances are told
# No code knows a region: one of a game's is looked at every time, the others with everything. The varieties of poker
# between players are declarations of one engine: some of them are looked at.
CIRCLE = [("holdem", "galicia"), ("seven-stud", "pais-vasco")]
TABLES = [g for g in games() if g.has("play") and (EVERYTHING or g.folder != "circulo")]
PLAYED = [(g.id, region) for g in TABLES for region in g.regions]
FIRST = [*((name, region) for name, region in PLAYED if region == game(name).regions[0]), *CIRCLE]
OTHERS = [here for here in PLAYED if EVERYTHING and here not in FIRST]
# What nobody but the house may do, or nobody at all: each is refused at every step.
FORBIDDEN: list[tuple[str, dict[str, Any]]] = [
    ("act", {"do": "stake", "on": "nothing-like-it", "cents": 500}),
    ("act", {"do": "close", "who": "croupier"}),
    ("fell", {"value": "As"}),
]


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    with found.client:  # one loop for all requests
        yield found
    found.close()


class Played:
    """A table of the floor as the robot plays it: every input is a command of whoever may give it."""

    def __init__(self, casino: Casino, table: str) -> None:
        self.casino, self.table = casino, table

    @property
    def pending(self) -> object:
        """What the table waits for."""
        return standing(self.casino, self.table).playing().pending

    def act(self, who: str, act: Act) -> None:
        """Somebody acts, staff under their role."""
        account = self.casino.people[STAFF.get(who, who)]
        self.casino.floor.rounds.act(self.table, account, act, self.casino.key(), who)


def standing(casino: Casino, table: str) -> Standing:
    return casino.floor.desk.read(table, lambda found: found)


def seated(casino: Casino, name: str, region: str) -> str:
    """A live table with Ana and Luis at it, whose chips can be told apart."""
    table = casino.table(name, region, chips=PLAYERS["ana"])
    casino.floor.seats.buy_in(casino.people["luis"], table, PLAYERS["luis"] - PLAYERS["ana"], casino.key())
    return table


@pytest.mark.parametrize(("name", "region"), [*FIRST, *OTHERS])
def test_nothing_leaves_for_those_who_may_not_see_it(casino: Casino, name: str, region: str) -> None:
    table, source = seated(casino, name, region), random.Random(3)
    steps, most = 0, FEWER if (name, region) in CIRCLE else STEPS
    for number in range(1, ROUNDS + 1):
        casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
        seed = standing(casino, table).playing().seed
        while not standing(casino, table).playing().finished and steps < most:
            look_around(casino, table, number)
            robot.step(source, cast(Round, Played(casino, table)))
            steps += 1
        if steps == most:
            break
        # It was the seed that was looked for: once the round is over, anybody may check it against the commitment.
        assert seed_shown_afterwards(casino, table, number) == seed
    assert steps > ROUNDS


def seed_shown_afterwards(casino: Casino, table: str, number: int) -> str:
    """What a passer-by is told of a finished round: its seed, unless it would tell mucked cards, and no holdings."""
    path = f"/api/v1/tables/{table}/rounds/{number}"
    whole, told = (casino.get(who, path).json()["lines"] for who in ("rosa", ""))
    assert not {chips("ana"), chips("luis"), "bank"} & json.loads(told[0])["balances"].keys()
    end = json.loads(told[-1])
    shared = casino.get("", f"/shared/{table}/{number}/{end['hash'][:16]}")
    assert shared.status_code == 200
    with i18n.speaking("es"):
        for who in PLAYERS:
            assert i18n.money(json.loads(whole[0])["balances"][chips(who)]) not in shared.text
    if "seed" not in end:  # cards have backs, and what was never shown stays closed but to staff
        assert "secret" not in end
        return str(json.loads(whole[-1])["secret"])
    return str(end["seed"])


def look_around(casino: Casino, table: str, number: int) -> None:
    """One step, seen by everybody in every way."""
    found = standing(casino, table)
    seed = found.playing().seed
    assert len(seed) == 64
    for who in (*PLAYERS, ""):
        sees = who != "" and found.table.rules.open_stacks
        hidden = {f"{other}'s chips": held(found, other) for other in PLAYERS if other != who and not sees}
        texts = list(sent_to(casino, table, number, who))
        for text in texts:
            assert seed not in text
            assert not BANK.search(html.unescape(text))
            for whose, amounts in hidden.items():
                assert not any(amount in text for amount in amounts), whose
        assert who not in PLAYERS or held(found, who)[0] in texts[0]
    for text in (*shown_to_regulator(casino, table, number), *shown_to_croupier(casino, table, number)):
        assert seed not in text
    does_not_depend_on_what_is_to_come(casino, table)
    if found.table.rules.between_players:
        does_not_depend_on_closed_cards(casino, table)


def held(found: Standing, who: str) -> list[str]:
    """What somebody holds, as pages and the API would write it."""
    cents = found.places().get(chips(who), 0)
    with i18n.speaking("es"):
        return [i18n.money(cents), str(cents), chips(who)]


def sent_to(casino: Casino, table: str, number: int, who: str) -> Iterator[str]:
    """All that somebody who is not of the house is sent of an open round, whatever they ask for; the page first."""
    api, hash = f"/api/v1/tables/{table}", standing(casino, table).playing().header.commitment[:16]
    yield casino.get(who, f"/tables/{table}").text
    yield first_event(casino, table, who)
    yield json.dumps(casino.view(who, table))
    yield casino.get(who, f"/tables/{table}/hints").text
    yield casino.get(who, "/api/v1/rounds").text
    for path in (
        f"/history/{table}/{number}",
        f"{api}/rounds/{number}",
        f"{api}/rounds/{number}/steps/1",
        f"/shared/{table}/{number}/{hash}",
        f"/history/{table}.jsonl",
        f"{api}/log",
        f"{api}/view?face=inspector",
    ):
        answer = casino.client.get(path, headers=casino.headers(who), follow_redirects=False)
        assert answer.status_code in (303, 401, 403, 404, 409), path
        yield answer.text
    for command, body in FORBIDDEN:
        refused = casino.post(who, f"{api}/{command}", body)
        assert 400 <= refused.status_code < 500, (command, refused.text)
        yield refused.text


def shown_to_regulator(casino: Casino, table: str, number: int) -> Iterator[str]:
    """The regulator reads all but the seed, and may do nothing."""
    api = f"/api/v1/tables/{table}"
    view = casino.view("rosa", table)
    assert view["view"]["open"] == []
    yield json.dumps(view)
    for path in (f"/tables/{table}", f"/history/{table}/{number}", f"{api}/rounds/{number}", f"{api}/log"):
        answer = casino.get("rosa", path)
        assert answer.status_code == 200
        yield answer.text
    for command, body in FORBIDDEN:
        answer = casino.post("rosa", f"{api}/{command}", body)
        assert answer.status_code == 403, (command, answer.text)
        yield answer.text


def shown_to_croupier(casino: Casino, table: str, number: int) -> Iterator[str]:
    """Who deals sees no more of what is to come than anybody."""
    yield first_event(casino, table, "carla")
    yield json.dumps(casino.view("carla", table))
    yield casino.get("carla", f"/api/v1/tables/{table}/rounds/{number}").text


def does_not_depend_on_what_is_to_come(casino: Casino, table: str) -> None:
    """With another seed, so that other cards would come, everybody is sent the same to the byte."""
    round, people = standing(casino, table).playing(), ("ana", "carla")
    before = [seen_and_advised(casino, table, who) for who in people]
    kept = round.chance, round.seed
    round.chance = Live()
    round.seed = round.chance.seed.hex()
    assert [seen_and_advised(casino, table, who) for who in people] == before
    assert standing(casino, table).playing() is round
    round.chance, round.seed = kept


def does_not_depend_on_closed_cards(casino: Casino, table: str) -> None:
    """With the cards that somebody may not see exchanged for one another, they are sent the same to the byte."""
    round = standing(casino, table).playing()
    true = round._pack
    assert true is not None
    for who, face in (("ana", "ana"), ("luis", "luis"), ("", "watcher"), ("carla", "croupier"), ("iker", "inspector")):
        before = first_event(casino, table, who)
        closed = [number for number in range(len(true.faces)) if not shown(round, f"#{number}", face)]
        faces = list(true.faces)
        for here, there in zip(closed, [*closed[1:], closed[0]], strict=True):
            faces[here] = true.faces[there]
        round._pack = true._replace(faces=tuple(faces))
        assert first_event(casino, table, who) == before, who
        round._pack = true


def shown(round: Round, slot: str, who: str) -> bool:
    return slot in round.faces or (slot in round.looks and bool(round.face(slot, who)))


def seen_and_advised(casino: Casino, table: str, who: str) -> tuple[str, str]:
    return first_event(casino, table, who), casino.get(who, f"/api/v1/tables/{table}/hints").text


def first_event(casino: Casino, table: str, who: str) -> str:
    """The first event of somebody's stream."""

    async def first() -> str:
        return (await anext(live(casino, table, who))).decode()

    return asyncio.run(first())
