"""Play at once: a table of one's own for every game, with robots where it needs them, swept when it was left."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.names import ROBOT
from tapete.engine.places import ROLES, chips, place
from tapete.engine.requests import Act, Announce
from tapete.engine.transcript import AUTOMATIC
from tapete.engine.warning import CROUPIER
from tapete.engine.window import Option, Window
from tapete.floor import Floor, robots
from tapete.floor.automatic import LEFT
from tapete.floor.due import QUICK, default, due
from tapete.floor.roles import Account, Forbidden, robot
from tapete.floor.standing import Standing
from tapete.floor.tables import MOST_PRACTICES
from tapete.floor.visits import PACE, Full
from tapete.games import games
from tapete.web.settings import WebSettings
from tests.database import fresh
from tests.helpers import EVERYTHING, sit
from tests.web import House, house

__all__ = ["house"]
PLAYED = [(found.id, region) for found in games() if found.has("play") for region in found.regions]
STEPS = 400
ROUNDS = 3 if EVERYTHING else 1


class Evening:
    """A floor whose clock the test sets, and a visitor."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        self.floor = fresh(f"sqlite:///{folder}/visits.db", lambda: self.now)
        self.dora = self.floor.accounts.create("dora", "director")
        self.count = 0

    def act(self, table: str, who: Account, act: Act) -> None:
        self.count += 1
        self.floor.rounds.act(table, who, act, f"act {self.count}")

    def goes_on(self, table: str, seconds: int = PACE) -> bool:
        """Whether the table does something by itself within some seconds."""
        first = self.floor.automatic.look(table)
        self.now += 1000 * seconds
        return (first or self.floor.automatic.look(table)) is not None

    def log(self, table: str) -> list[bytes]:
        return b"".join(self.floor.history.export(table, self.dora)).splitlines()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.floor.close()


def beginner(found: Standing, me: str) -> Act | None:
    """What somebody does who has just come in: stakes the least once, and takes what the clock would take."""
    round = found.open_round
    if round is None or not isinstance(round.pending, Window):
        return None
    items: list[Option] = [item for item in round.pending.open(me) if item.do not in ("undo", "withdraw")]
    waits = default(round.pending, "croupier") is None
    done = {entry.act.do for entry in round.counting() if entry.act and entry.who == me}
    own = next((item for item in items if item.default), None)
    if waits and (own or items) and not (own is None and items[0].do in done):
        return (own or items[0]).least_act
    lying = any(cents and place(path).who == me and path != chips(me) for path, cents in round.places.items())
    gone = round.places.get(chips(me), 0) != round.header.balances.get(chips(me), 0)
    others = [item for item in items if item.step and item.do not in done]
    stakes = [item for item in items if item.do == "stake"] or others
    return stakes[0].least_act if stakes and not lying and not gone else None


def plays(evening: Evening, who: Account, table: str, rounds: int) -> None:
    """Some rounds: the beginner does what is theirs, everything else goes on by itself."""
    floor = evening.floor
    for _ in range(STEPS):
        at = floor.feed.position(table)
        if at.round > rounds:
            return
        act = floor.desk.read(table, lambda found: beginner(found, who.name))
        if act is not None:
            evening.act(table, who, act)
        else:
            assert evening.goes_on(table), floor.tables.table(table).name
    raise AssertionError(f"the rounds of {floor.tables.table(table).name} do not end")


def test_every_game_that_is_played_can_be_played_at_once_in_every_region(evening: Evening) -> None:
    floor = evening.floor
    for game, region in PLAYED:
        who = floor.accounts.visitor()
        table = floor.visits.play(who, game, region)
        plays(evening, who, table, ROUNDS)
        seated = floor.desk.read(table, lambda found: [seat.name for seat in found.sitting])
        needed = floor.tables.table(table).rules.least_players
        assert seated == [who.name, *(f"{ROBOT}{number}" for number in range(1, needed))], (game, region)
        assert audit(evening.log(table)).breaches == [], (game, region)
        floor.tables.leave_table(who, table, "leave")
        assert {place(path).zone.closing for path in floor.desk.read(table, Standing.places)} <= {"beyond"}
    assert floor.books.check() == []


def test_a_void_left_behind_by_who_goes_in_the_middle_of_a_round_is_clean(evening: Evening) -> None:
    who = evening.floor.accounts.visitor()
    for game in ("ruleta-francesa", "holdem", "dados"):
        table = evening.floor.visits.play(who, game, "extremadura")
        while not (act := evening.floor.desk.read(table, lambda found: beginner(found, who.name))):
            assert evening.goes_on(table)
        evening.act(table, who, act)
        evening.floor.tables.leave_table(who, table, f"leave {game}")
        assert evening.floor.tables.table(table).state == "closed"
        assert audit(evening.log(table)).breaches == []


def test_the_same_game_again_is_the_same_table_and_there_are_only_so_many(evening: Evening) -> None:
    who = evening.floor.accounts.visitor()
    first = evening.floor.visits.play(who, *PLAYED[0])
    assert evening.floor.visits.play(who, *PLAYED[0]) == first
    for game, region in PLAYED[1:MOST_PRACTICES]:
        evening.floor.visits.play(who, game, region)
    with pytest.raises(Full, match=f"you have {MOST_PRACTICES} tables open"):
        evening.floor.visits.play(who, *PLAYED[MOST_PRACTICES])
    evening.floor.tables.leave_table(who, first, "leave")
    assert evening.floor.visits.play(who, *PLAYED[MOST_PRACTICES])


def test_a_table_that_was_left_is_swept_and_one_that_is_played_at_is_not(evening: Evening) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table, other = (floor.visits.play(who, game, "extremadura") for game in ("bola", "chemin-de-fer"))
    assert evening.goes_on(table)
    evening.now += 1000 * (LEFT - PACE - 1)
    evening.act(table, who, Act("stake", "rojo", 500))
    floor.automatic.look_at_all()
    evening.now += 1000 * PACE
    floor.automatic.look_at_all()
    assert floor.tables.table(table).state == "open"
    for _ in range(LEFT // PACE + 9):  # the robots play on for a while by themselves
        floor.automatic.look_at_all()
        evening.now += 1000 * PACE
    floor.automatic.look_at_all()
    assert {floor.tables.table(id).state for id in (table, other)} == {"closed"}
    assert floor.books.check() == []


def test_tables_where_nothing_happens_are_not_read_again(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table, looks = floor.visits.play(who, "bola", "extremadura"), floor.desk.read
    read: list[str] = []

    def reading(table_id: str, look: Callable[[Standing], object]) -> object:
        read.append(table_id)
        return looks(table_id, look)

    monkeypatch.setattr(floor.desk, "read", reading)
    for _ in range(3):
        floor.automatic.look_at_all()
    assert read == [table]
    evening.now += 1000 * PACE
    floor.automatic.look_at_all()  # the first round is opened
    floor.automatic.look_at_all()
    floor.automatic.look_at_all()
    assert read == [table] * 2


def test_who_stands_up_leaves_a_table_that_is_swept_at_once(evening: Evening) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table = floor.visits.play(who, "bola", "extremadura")
    floor.seats.stand_up(who, table, "up")
    floor.automatic.look(table)
    assert floor.tables.table(table).state == "closed"


def test_the_owner_plays_and_deals_only_once_the_automatic_croupier_has_gone(evening: Evening) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table = floor.visits.play(who, "poker-sin-descarte", "extremadura")
    with pytest.raises(Forbidden, match="set its pace to 0"):
        floor.rounds.open_round(table, who, "open")
    assert floor.rounds.look(table, who).face == who.name  # with a director's face one would see every card
    floor.tables.run_by_itself(who, table, 0, "pace")
    floor.rounds.open_round(table, who, "open now")
    assert "director" in floor.rounds.look(table, who).hats


def test_a_visitor_sits_at_no_table_of_the_casino_and_is_in_no_list(evening: Evening) -> None:
    floor, who, other = evening.floor, evening.floor.accounts.visitor(), evening.floor.accounts.visitor()
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
    casino = floor.tables.open_table(evening.dora, file).public_id
    with pytest.raises(Forbidden, match="visitors play at tables of their own"):
        floor.seats.seat(who, casino, 1000, "sit")
    own = floor.visits.play(who, "bola", "extremadura")
    with pytest.raises(Forbidden, match="visitors play at tables of their own"):
        floor.seats.seat(other, own, 1000, "sit too")
    assert [table.public_id for table in floor.tables.tables(by=who)] == [casino, own]
    for somebody in (None, other, evening.dora):
        assert [table.public_id for table in floor.tables.tables(by=somebody)] == [casino]
        assert [item.table.public_id for item in floor.tables.lobby(somebody)] == [casino]
    plays(evening, who, own, 1)
    assert [played.table for played in floor.history.rounds(by=who, states=["finished"])] == [own]
    assert floor.history.rounds(by=other) == []
    assert [account.name for account in floor.accounts.all(evening.dora)] == [AUTOMATIC, "dora"]


def test_robots_play_by_what_they_see_and_their_acts_are_signed_automatic(evening: Evening) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table = floor.visits.play(who, "holdem", "extremadura")
    plays(evening, who, table, 2)
    inputs = [entry for entry in floor.rounds.look(table, who).before if getattr(entry, "act", None)]
    robots = [entry for entry in inputs if robot(entry.who)]  # type: ignore[union-attr]
    assert robots
    assert {entry.by for entry in robots} == {AUTOMATIC}  # type: ignore[union-attr]


def test_a_practice_of_bingo_calls_a_number_a_second_once_its_cards_are_sold(evening: Evening) -> None:
    floor, who = evening.floor, evening.floor.accounts.visitor()
    table = floor.visits.play(who, "bingo", "pais-vasco")
    evening.goes_on(table)
    evening.act(table, who, Act("stake", "carton", floor.tables.table(table).settings.minimum))
    found = floor.desk.read(table, due)
    assert found is not None and (found.act.do, found.seconds) == ("close", PACE)
    evening.goes_on(table)
    found = floor.desk.read(table, due)
    assert found is not None and (found.act.do, found.seconds) == ("next", QUICK)


def test_a_robot_that_opens_a_round_of_betting_bets_since_it_must() -> None:
    """Seven-card stud: whoever speaks first of the third card has nothing else open, and nobody closes it for them."""
    session = sit("seven-stud", "galicia", physical=False)
    table = session.open()
    while table.finished or (isinstance(table.pending, Window) and CROUPIER in table.pending.actors()):
        if table.finished:  # seats were drawn
            table = session.open()
            continue
        assert isinstance(table.pending, Window)
        table.act(CROUPIER, next(item.least_act for item in table.pending.open(CROUPIER) if item.default))
    assert isinstance(table.pending, Window)
    first = next(who for who in table.pending.actors() if who in table.header.players)
    assert {item.do for item in table.pending.open(first)} == {"bet"}
    found = [robots.chosen(table, table.pending, first, random.Random(seed)) for seed in range(20)]
    assert {act and act.do for act in found} == {"bet"}


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_a_robot_s_bank_leaves_room_for_everybody_s_stake(region: str) -> None:
    """EX 2.1.A.4.2.a: stakes are admitted by priority up to what the bank holds, so a small one sends some back."""
    session = sit("chemin-de-fer", region, physical=False)
    table = session.open()
    source = random.Random(7)
    while isinstance(pending := table.pending, Window) and pending.label != "stakes":
        who = next(who for who in pending.actors() if pending.open(who))
        item = default(pending, who) if who in ROLES else None
        act = item.least_act if item is not None else robots.chosen(table, pending, who, source)
        assert act is not None
        table.act(who, act)
    assert isinstance(pending, Window)
    (bank,) = [cents for place, cents in table.places.items() if place.startswith("banca/")]
    items = [
        item for who in table.header.players for item in pending.open(who) if (item.do, item.on) == ("stake", "punto")
    ]
    stakes = [item.lo + 2 * item.step for item in items]  # the most that robots put down
    assert len(stakes) == len(table.header.players) - 1
    assert bank >= 2 * sum(stakes)


@pytest.mark.parametrize(("name", "region"), [("chemin-de-fer", "extremadura"), ("bacara-dos-panos", "pais-vasco")])
def test_robots_speak_as_the_rules_have_it(name: str, region: str) -> None:
    """EX 2.1.A.8.4: a word against the table is put right aloud, which nobody hears of who asks what it is."""
    session = sit(name, region, physical=False)
    source, calls = random.Random(7), list[str]()
    for _ in range(12):
        table = session.open()
        while not table.finished:
            assert isinstance(table.pending, Window)
            for who in (*table.pending.actors(), CROUPIER):
                act = None if who in ROLES else robots.chosen(table, table.pending, who, source)
                item = default(table.pending, who) if who in ROLES else None
                if act is not None or item is not None:
                    table.act(who, act or item.least_act)  # type: ignore[union-attr]
                    break
            else:
                raise AssertionError(table.pending.label)
        calls += [entry.call for entry in table.log if isinstance(entry, Announce)]
    assert "wrong" not in calls
    assert len(calls) > 50


# Through the door


def visit(client: TestClient, game: str, region: str) -> str:
    """One click; the table's address."""
    client.get("/")
    client.headers["x-csrf-token"] = client.cookies.get("tapete_form", "")
    answer = client.post(f"/play/{game}/{region}")
    assert answer.status_code == 303, answer.text
    path: str = answer.headers["location"]
    return path


@pytest.mark.parametrize(
    ("game", "region"), [("ruleta-francesa", "pais-vasco"), ("blackjack", "extremadura"), ("holdem", "galicia")]
)
def test_one_click_without_an_account_leads_to_a_table_where_one_sits(house: House, game: str, region: str) -> None:
    client = house.visitor()
    path = visit(client, game, region)
    page = client.get(path).text
    assert "visita#" in page
    assert f'action="{path}/leave"' in page


def test_a_visitor_s_csrf_and_bounds(tmp_path: Path) -> None:
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        house = House(floor, WebSettings(address="http://testserver", visits=2))
        client = house.visitor()
        assert client.post("/play/bola/extremadura").status_code == 403
        visit(client, "bola", "extremadura")
        client.headers["x-csrf-token"] = client.get("/api/v1/session").json()["csrf"]
        assert client.post("/play/bola/pais-vasco").status_code == 303
        answer = client.post("/play/monte/extremadura")
        assert (answer.status_code, "<h1>" in answer.text) == (429, True)
        assert house.browser("player", "ana").post("/play/monte/extremadura").status_code == 303
        assert client.post("/play/maquinas/pais-vasco").status_code in (404, 429)


def test_who_has_too_many_tables_is_told_in_a_line_and_shown_them(house: House) -> None:
    client = house.browser("player", "ana")
    for game, region in PLAYED[:MOST_PRACTICES]:
        assert client.post(f"/play/{game}/{region}").status_code == 303
    answer = client.post("/play/monte/extremadura")
    assert answer.status_code == 429
    assert answer.text.count("/leave") == MOST_PRACTICES
    path = answer.text.split('action="/tables/')[1].split('"')[0]
    left = client.post(f"/tables/{path}", data={"key": "left"})
    assert (left.status_code, left.headers["location"]) == (303, "/")
    assert client.post("/play/monte/extremadura").status_code == 303


def test_the_same_for_machines_and_for_a_director_called_so(house: House) -> None:
    machine = TestClient(house.app)
    found = machine.post("/api/v1/play/bola/extremadura").json()
    machine.headers["authorization"] = f"Bearer {found['token']}"
    view = machine.get(f"/api/v1/tables/{found['table']}/view").json()
    assert view["seats"] == [{"name": found["name"], "playing": False, "leaving": False, "chips": 100_000}]
    assert machine.post("/api/v1/play/apuestas/pais-vasco").status_code == 404
