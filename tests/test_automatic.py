"""Tables that run by themselves: what waits for the croupier alone is done after some seconds, once, and said so."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

import tests
from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.round import now as present
from tapete.engine.transcript import AUTOMATIC, In
from tapete.engine.window import Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor import automatic
from tapete.floor.automatic import Automatic
from tapete.floor.connection import Unavailable
from tapete.floor.due import PATIENCE
from tapete.floor.roles import Account
from tapete.games import game
from tests.database import fresh

PAUSE = 5
FOUR = ("ana", "luis", "teo", "sol")
BOULE = ("bola", "extremadura")


class Night:
    """A floor whose clock the test sets."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        self.floor = fresh(f"sqlite:///{folder}/night.db", lambda: self.now)
        self.dora = self.floor.accounts.create("dora", "director")
        self.players = {name: self.floor.accounts.create(name, "player") for name in FOUR}
        self.count = 0

    def key(self) -> str:
        self.count += 1
        return f"key {self.count}"

    def table(self, game: str, region: str, players: tuple[str, ...], cents: int = 50_000, **more: object) -> str:
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5", **more})
        table = self.floor.tables.open_table(self.dora, file, automatic=PAUSE).public_id
        for name in players:
            self.floor.seats.seat(self.players[name], table, cents, self.key())
        return table

    def later(self, table: str, seconds: int = PAUSE) -> bool:
        """So many seconds pass: whether the table went on by itself."""
        first = self.floor.automatic.look(table)
        self.now += 1000 * seconds
        return (first or self.floor.automatic.look(table)) is not None

    def round(self, table: str) -> Round:
        return self.floor.desk.read(table, lambda found: found.playing())

    def act(self, table: str, who: str, act: Act) -> None:
        self.floor.rounds.act(table, self.players[who], act, self.key())


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    found = Night(tmp_path)
    yield found
    found.floor.close()


def inputs(round: Round) -> list[tuple[str, str, str]]:
    return [(entry.who, entry.act.do, entry.by) for entry in round.counting() if entry.act is not None]


def test_a_table_opens_closes_and_pays_once_somebody_has_staked(night: Night) -> None:
    table = night.table("ruleta-francesa", "extremadura", ("ana",))
    assert not night.later(table, PAUSE - 1)
    assert night.later(table, 1)
    assert night.round(table).pending is not None
    assert not night.later(table, 600)  # nobody has staked: there is nothing to close
    night.act(table, "ana", Act("stake", "rojo", 500))
    assert not night.later(table, PAUSE - 1)
    assert night.later(table, 1)
    view = night.floor.rounds.look(table, night.players["ana"]).view
    assert view is not None
    assert view.finished
    entries = [entry for entry in night.floor.rounds.look(table, night.dora).now if isinstance(entry, In)]
    assert [(entry.who, entry.by) for entry in entries] == [("ana", ""), ("croupier", AUTOMATIC), ("chance", "")]
    log = b"".join(night.floor.history.export(table, night.dora))
    assert audit(log.splitlines()).breaches == []
    assert {action.account for action in night.floor.trail(night.dora, table)} == {"dora", AUTOMATIC}


def test_a_choice_that_only_the_croupier_has_keeps_nobody_waiting(night: Night) -> None:
    table = night.table("chemin-de-fer", "extremadura", FOUR)
    assert night.later(table)
    assert night.round(table).view("ana").pending == "choose:croupier:mezcla"
    assert night.later(table, 1)
    assert night.round(table).view("ana").actors == ("ana", "inspector")


def test_when_it_goes_on_is_told_to_all_and_begins_anew_with_every_chip(night: Night) -> None:
    table = night.table("bola", "extremadura", ("ana", "luis"))

    def told(who: str = "luis") -> int:
        return night.floor.rounds.look(table, night.players[who]).until

    assert night.later(table)
    assert told() == 0  # nobody has staked: nothing is to be closed
    last = 0
    for spot in ("rojo", "par"):
        night.act(table, "ana", Act("stake", spot, 500))
        last = max(entry.at for entry in night.round(table).log if isinstance(entry, In))
        assert told() == told("ana") == last + 1000 * PAUSE
    assert night.later(table)
    assert told() >= last + 1000 * PAUSE  # now the next round's
    night.floor.tables.run_by_itself(night.dora, table, 0, night.key())
    assert told() == 0


@pytest.mark.parametrize("practice", [False, True])
def test_nobody_keeps_a_table_of_the_house_open_by_staking_for_ever(
    night: Night, monkeypatch: pytest.MonkeyPatch, practice: bool
) -> None:
    """Bets close a minute after the first chip at the latest; at a practice its owner takes the time they like."""
    monkeypatch.setattr("time.time_ns", lambda: night.now * 1_000_000)
    ana = night.players["ana"]
    table = night.floor.visits.play(ana, "bola", "extremadura") if practice else night.table(*BOULE, ("ana", "luis"))
    pause = night.floor.tables.table(table).automatic
    assert night.later(table, pause)
    night.act(table, "ana", Act("stake", "rojo", 500))
    began = night.now
    while not night.later(table, pause - 1) and night.now < began + 2000 * PATIENCE:
        night.act(table, "ana", Act("stake", "par", 500))
        night.act(table, "ana", Act("undo"))
    lasted = (night.now - began) / 1000
    assert lasted >= 2 * PATIENCE if practice else PATIENCE - pause < lasted <= PATIENCE + pause


@pytest.mark.parametrize("jump", [-1, 1])
def test_a_clock_that_jumps_by_a_year_lets_a_table_go_on_and_countdowns_are_no_longer_than_ever(
    night: Night, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    """Ahead, what was due is done at once; back, a table waits no longer than it would have."""
    table = night.table("bola", "extremadura", ("ana",))
    assert night.later(table)
    night.act(table, "ana", Act("stake", "rojo", 500))
    assert night.floor.automatic.look(table) is None
    night.now += jump * 365 * 24 * 3600 * 1000
    if jump < 0:
        assert night.floor.automatic.look(table) is None
        night.now += 1000 * PAUSE
    assert night.floor.automatic.look(table) is not None
    assert night.later(table)  # the next round
    night.act(table, "ana", Act("stake", "rojo", 500))
    earlier = present() - 365 * 24 * 3600 * 1000
    monkeypatch.setattr("tapete.floor.due.present", lambda: earlier)
    assert night.floor.rounds.look(table, night.players["ana"]).until == earlier + 1000 * PAUSE


def test_poker_between_players_is_dealt_as_soon_as_four_sit(night: Night) -> None:
    table = night.table("holdem", "extremadura", FOUR[:3])
    assert not night.later(table, 600)
    night.floor.seats.seat(night.players["sol"], table, 50_000, night.key())
    for _ in range(4):  # the seats are drawn, then the hand is dealt
        assert night.later(table)
    assert night.round(table).pending.label.startswith("choose:")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("region", "article"), [("extremadura", "2.2.10.3.a"), ("galicia", "art. 24.3.a"), ("pais-vasco", "17.VIII.3.a")]
)
def test_ex_2_2_10_3_a_ga_art_24_3_a_and_pv_17_viii_3_a_who_does_not_answer_is_warned_before_the_table_acts_for_him(
    night: Night, region: str, article: str
) -> None:
    """Half a minute, the croupier's warning, half a minute more: only then what the clock would do."""
    table = night.table("holdem", region, FOUR)
    for _ in range(4):
        assert night.later(table)
    pending = night.round(table).pending
    asked = pending.actors()[0]  # type: ignore[union-attr]
    done = next(item.do for item in pending.open(asked) if item.default)  # type: ignore[union-attr]
    assert night.floor.rounds.look(table, night.players["ana"]).warned == ""
    assert not night.later(table, PATIENCE // 2 - 1)
    assert night.later(table, 1)
    assert inputs(night.round(table))[-1] == ("croupier", "warn", AUTOMATIC)
    look = night.floor.rounds.look(table, night.players["ana"])
    last = max(entry.at for entry in night.round(table).log if isinstance(entry, In))
    assert (look.warned, look.as_json()["warned"]) == (asked, asked)
    assert look.until == last + 1000 * PATIENCE // 2
    assert night.round(table).pending.option("croupier", "warn", asked).article == article  # type: ignore[union-attr]
    assert not night.later(table, PATIENCE // 2 - 1)
    assert night.later(table, 1)
    assert inputs(night.round(table))[-1] == (asked, done, AUTOMATIC)
    assert night.floor.rounds.look(table, night.players["ana"]).warned == ""
    night.floor.rounds.void(table, night.dora, "the evening ends", night.key())
    log = b"".join(night.floor.history.export(table, night.dora))
    assert not [one for one in audit(log.splitlines()).breaches if "in person" in str(one.what)]


def test_who_answers_once_warned_is_asked_for_the_next_decision_as_long_as_before(night: Night) -> None:
    table = night.table("holdem", "extremadura", FOUR)
    for _ in range(4):
        assert night.later(table)
    asked = night.round(table).pending.actors()[0]  # type: ignore[union-attr]
    assert night.later(table, PATIENCE // 2)
    night.act(table, asked, Act("fold"))
    assert not night.later(table, PATIENCE // 2 - 1)
    assert night.later(table, 1)
    assert inputs(night.round(table))[-1] == ("croupier", "warn", AUTOMATIC)


def test_who_leaves_keeps_the_others_no_longer_than_the_table_s_pause(night: Night) -> None:
    """He is warned too: nobody is acted for who was not."""
    table = night.table("holdem", "extremadura", FOUR)
    for _ in range(4):
        assert night.later(table)
    asked = night.round(table).pending.actors()[0]  # type: ignore[union-attr]
    night.floor.seats.stand_up(night.players[asked], table, night.key())
    for who, does in (("croupier", "warn"), (asked, "fold")):
        assert night.later(table, PAUSE // 2)
        assert inputs(night.round(table))[-1] == (who, does, AUTOMATIC)


def test_where_the_text_warns_nobody_the_clock_does_what_it_would_do(night: Night) -> None:
    """At chemin de fer the first player has the bank offered, and no croupier warns anybody."""
    table = night.table("chemin-de-fer", "extremadura", FOUR)
    assert night.later(table) and night.later(table, 1)
    pending = night.round(table).pending
    assert isinstance(pending, Window) and pending.option("croupier", "warn", "ana").article == pending.article
    assert pending.actors() == ("ana", "inspector")
    assert not night.later(table, PATIENCE - 1)
    assert night.later(table, 1)
    assert inputs(night.round(table))[-1][0::2] == ("ana", AUTOMATIC)


def test_two_that_look_after_one_table_do_each_step_once(night: Night) -> None:
    table, floor = night.table("ruleta-francesa", "extremadura", ("ana",)), night.floor
    other = Automatic(floor.desk, floor.tables, floor.rounds, floor.accounts, lambda: night.now)
    assert floor.automatic.look(table) is None and other.look(table) is None
    night.now += 1000 * PAUSE
    assert floor.automatic.look(table) is not None
    assert other.look(table) is None
    assert floor.feed.position(table).round == 1


def test_a_physical_table_cannot_run_by_itself_and_only_chiefs_decide_that_one_does(night: Night) -> None:
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
    with pytest.raises(TapeteError, match="a physical table needs a croupier"):
        night.floor.tables.open_table(night.dora, file, physical=True, automatic=PAUSE)
    with pytest.raises(TapeteError, match="1 to 3600 seconds"):
        night.floor.tables.open_table(night.dora, file, automatic=3601)
    table = night.table("bola", "extremadura", ("ana",))
    with pytest.raises(TapeteError, match="may not"):
        night.floor.tables.run_by_itself(night.players["ana"], table, 0, night.key())
    night.floor.tables.run_by_itself(night.dora, table, 0, night.key())
    assert night.floor.tables.automatic() == []
    assert not night.later(table, 600)


def test_nobody_can_be_called_automatic_or_sign_its_acts_with_another_word(night: Night) -> None:
    with pytest.raises(TapeteError, match="cannot be a name"):
        night.floor.accounts.create(AUTOMATIC, "player")
    found: Account = night.floor.accounts.automatic()
    assert (found.name, found.role) == (AUTOMATIC, "croupier")
    assert night.floor.accounts.automatic() == found
    table = night.table("ruleta-francesa", "extremadura", ("ana",))
    assert night.later(table)
    with pytest.raises(IllegalAction, match="acts are a person's, or automatic"):
        night.round(table).copy().act("ana", Act("stake", "rojo", 500), "somebody")


def test_pv_17_6_iii_b_a_stack_is_filled_up_within_its_band_once_it_is_used_up(night: Night) -> None:
    """From 5 to 100 minimums; the house of this table goes up to 20 of them."""
    limits = {"resto": "100", "reposicion": "100"}
    table = night.table("sintetico", "pais-vasco", ("ana",), maximum=limits)
    with pytest.raises(IllegalAction, match="once it is used up"):
        night.floor.seats.buy_in(night.players["ana"], table, 2500, night.key())
    found = night.floor.tables.table(table)
    assert game("sintetico").refill(found.rules, found.settings, 0) == (2500, 10_000, 50)


def test_ex_2_2_7_3_a_filling_a_stack_up_takes_no_more_than_the_first_one(night: Night) -> None:
    """The table's first stack is ten minimums of five euros."""
    table = night.table("holdem", "extremadura", ("ana",))
    with pytest.raises(IllegalAction, match=r"0\.50 to 50 in steps of 0\.50, not with 50\.50"):
        night.floor.seats.buy_in(night.players["ana"], table, 5050, night.key())
    night.floor.seats.buy_in(night.players["ana"], table, 5000, night.key())
    assert night.floor.rounds.look(table, night.players["ana"]).seats[0].chips == 55_000


def test_a_fault_of_the_database_ends_nothing(
    night: Night, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a driver raises is told in a line, and the tables are looked at again."""
    monkeypatch.setattr(automatic, "LOOKS_EVERY", 0.001)
    faults: list[Exception] = [
        OperationalError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error")),
        IntegrityError("DELETE", {}, sqlite3.IntegrityError("FOREIGN KEY constraint failed")),
        Unavailable("the database did not answer"),
    ]
    looked = threading.Event()

    def look() -> None:
        if faults:
            raise faults.pop(0)
        looked.set()

    monkeypatch.setattr(night.floor.automatic, "besides", look)
    night.floor.automatic.start()
    assert looked.wait(tests.PATIENCE)
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "disk I/O error",
        "FOREIGN KEY constraint failed",
        "the database did not answer",
    ]
