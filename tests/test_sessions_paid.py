"""What a session costs between players is taken once for each hour of play: by a croupier, by itself, and in a log."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tapete import i18n
from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.engine.window import Window
from tapete.errors import IllegalAction
from tapete.floor import Floor, automatic, due, standing
from tapete.floor.automatic import Automatic
from tapete.floor.due import default
from tapete.games import game
from tapete.web.tables import telling
from tests.database import fresh
from tests.forging import Data, mended

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
FOUR = ("ana", "luis", "teo", "sol")
ALL = {EX: "2.2.3.b", GA: "18.3.b", PV: "17.II.3.b"}
WHOLE, HALF = Act("session", "entera"), Act("session", "media")
PAUSE, MINUTE = 5, 60_000


class Evening:
    """A floor on whose clock, and its tables', so many minutes have passed."""

    def __init__(self, folder: Path) -> None:
        self.url, self.now, self.count = f"sqlite:///{folder}/evening.db", 10**12, 0
        self.floor = fresh(self.url, self.clock)
        self.dora = self.floor.accounts.create("dora", "director")
        self.carmen = self.floor.accounts.create("carmen", "croupier")
        self.players = {
            name: self.floor.accounts.create(name, "player") for name in (*FOUR, "eva", "pau", "noa", "zoe")
        }
        self.table = ""

    def clock(self) -> int:
        return self.now

    def again(self) -> None:
        """The server ends, and another begins."""
        self.floor.close()
        self.floor = Floor(self.url, self.clock)

    def key(self) -> str:
        self.count += 1
        return f"key {self.count}"

    def open(self, region: str, by_itself: int = 0) -> None:
        options = {"beneficio": "sesion", "porcentaje": "maximo"}
        given = {"game": "holdem", "region": region, "minimum": "10", "chip": "0.50", "options": options}
        file = TableFile.model_validate(given)
        self.table = self.floor.tables.open_table(self.dora, file, automatic=by_itself).public_id
        self.sit(*FOUR)

    def sit(self, *names: str) -> None:
        for name in names:
            self.floor.seats.seat(self.players[name], self.table, 500_000, self.key())

    def hand(self, *acts: Act) -> None:
        """One hand, before which the croupier acts; everybody does what the clock would."""
        self.floor.rounds.open_round(self.table, self.carmen, self.key())
        for act in acts:
            self.charge(act)
        self.finish()

    def charge(self, act: Act) -> None:
        self.floor.rounds.act(self.table, self.carmen, act, self.key(), "croupier")

    def finish(self) -> None:
        for _ in range(100):
            found = self.floor.desk.read(self.table, lambda found: found)
            if found.round is None or found.round.finished:
                return
            pending = found.playing().pending
            assert isinstance(pending, Window)
            who, item = next((who, item) for who in pending.actors() if (item := default(pending, who)) is not None)
            account = self.players.get(who, self.carmen)
            self.floor.rounds.act(self.table, account, item.least_act, self.key(), who)
        raise AssertionError("the hand does not end")

    @property
    def taken(self) -> int:
        return self.floor.desk.read(self.table, lambda found: found.places()).get("commission", 0)

    def log(self) -> list[bytes]:
        return b"".join(self.floor.history.export(self.table, self.dora)).splitlines()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    found = Evening(tmp_path)
    for module in (standing, automatic, due):
        monkeypatch.setattr(module, "present", found.clock)
    yield found
    found.floor.close()


def refused(evening: Evening, act: Act, minutes: int, article: str) -> None:
    """Nobody is charged: as many minutes are paid for yet, and the hand goes on without it."""
    before = evening.taken
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    time = f"{minutes} minutes" if minutes > 1 else "one minute"
    said = f"ana has paid for {time} more of play (art. {article})"
    with pytest.raises(IllegalAction, match=f"^{re.escape(said)}$"):
        evening.charge(act)
    evening.finish()
    assert evening.taken == before


def by_a_croupier(evening: Evening, region: str, each: int) -> None:
    """Before the first hand and an hour later: never between them, also by a server that has begun since."""
    evening.open(region)
    evening.now += 50 * MINUTE  # the table stands open, and nobody plays
    evening.hand(WHOLE)
    assert evening.taken == 4 * each
    evening.hand()
    evening.hand()
    evening.now += 10 * MINUTE
    refused(evening, WHOLE, 50, ALL[region])
    evening.again()
    evening.now += 50 * MINUTE - 1
    refused(evening, WHOLE, 1, ALL[region])
    evening.now += 1
    evening.hand(WHOLE)
    assert evening.taken == 8 * each
    assert audit(evening.log()).breaches == []


def test_ex_2_2_3_b_a_croupier_charges_for_a_session_once_its_hour_is_over(evening: Evening) -> None:
    by_a_croupier(evening, EX, 2000)  # a fifth of ten minimums of 10


def test_ga_art_18_3_b_a_croupier_charges_for_a_session_once_its_hour_is_over(evening: Evening) -> None:
    by_a_croupier(evening, GA, 500)  # a fifth of the maximum, 25


def test_pv_17_ii_3_b_a_croupier_charges_for_a_session_once_its_hour_is_over(evening: Evening) -> None:
    by_a_croupier(evening, PV, 500)  # a fifth of the maximum, 25


def test_pv_17_ii_3_b_half_a_session_is_half_an_hour(evening: Evening) -> None:
    """After a whole one too, which it lengthens."""
    evening.open(PV)
    evening.hand(WHOLE)
    evening.now += 59 * MINUTE
    refused(evening, HALF, 1, ALL[PV])
    evening.now += MINUTE
    evening.hand(HALF)
    evening.now += 29 * MINUTE
    refused(evening, HALF, 1, ALL[PV])
    refused(evening, WHOLE, 1, ALL[PV])
    evening.now += MINUTE
    evening.hand(WHOLE)
    assert audit(evening.log()).breaches == []


def test_ex_2_2_3_b_what_was_taken_back_or_void_is_not_paid_and_others_have_not_paid(evening: Evening) -> None:
    evening.open(EX)
    rounds, table = evening.floor.rounds, evening.table
    rounds.open_round(table, evening.carmen, evening.key())
    evening.charge(WHOLE)
    rounds.rewind(table, evening.dora, 0, "a slip", evening.key())
    assert evening.taken == 0
    evening.charge(WHOLE)
    rounds.void(table, evening.dora, "another", evening.key())
    assert evening.taken == 0
    evening.hand(WHOLE)
    assert evening.taken == 4 * 2000
    evening.sit("eva")
    refused(evening, WHOLE, 60, ALL[EX])  # all at once: who has come since pays for himself
    for who in (*FOUR, "eva"):
        evening.floor.seats.stand_up(evening.players[who], table, evening.key())
    evening.sit("pau", "noa", "zoe")
    evening.floor.rounds.open_round(table, evening.carmen, evening.key())
    evening.charge(WHOLE)
    assert evening.taken == 7 * 2000
    evening.finish()
    assert audit(evening.log()).breaches == []


def comes_later(evening: Evening, region: str, each: int) -> None:
    """Who comes half an hour later pays for an hour of play then, no sooner again, and others not with him."""
    evening.open(region)
    evening.hand(WHOLE)
    evening.now += 30 * MINUTE
    evening.sit("eva")
    refused(evening, Act("session-of", "entera:ana"), 30, ALL[region])
    evening.hand(Act("session-of", "entera:eva"))
    assert evening.taken == 5 * each
    evening.now += 30 * MINUTE
    before = evening.taken
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    with pytest.raises(IllegalAction, match=r"^eva has paid for 30 minutes more of play "):
        evening.charge(WHOLE)
    for who in FOUR:
        evening.charge(Act("session-of", f"entera:{who}"))
        with pytest.raises(IllegalAction):
            evening.charge(Act("session-of", f"entera:{who}"))
    evening.finish()
    assert evening.taken == before + 4 * each
    assert audit(evening.log()).breaches == []
    assert audit(earlier(evening.log(), 1)).breaches[0].what == "ana is charged and has paid for one minute more"


def test_ex_2_2_3_b_who_comes_into_a_session_pays_for_an_hour_of_his_own(evening: Evening) -> None:
    comes_later(evening, EX, 2000)


def test_ga_art_18_3_b_who_comes_into_a_session_pays_for_an_hour_of_his_own(evening: Evening) -> None:
    comes_later(evening, GA, 500)


def test_pv_17_ii_3_b_who_comes_into_a_session_pays_for_an_hour_of_his_own(evening: Evening) -> None:
    comes_later(evening, PV, 500)
    evening.sit("pau")
    evening.hand(Act("session-of", "media:pau"))
    assert evening.taken == 9 * 500 + 250
    evening.now += 30 * MINUTE
    evening.hand(Act("session-of", "entera:pau"))
    assert evening.taken == 10 * 500 + 250


def test_a_croupier_reads_of_whom_a_session_s_price_is_taken() -> None:
    rules = game("holdem").rules(PV)
    with i18n.speaking("es"):
        told = [telling.doing(rules, "session", part) for part in ("entera", "media")]
        of_one = [telling.doing(rules, "session-of", f"{part}:ana") for part in ("entera", "media")]
    assert told == ["Cobrar la sesión: toda", "Cobrar la sesión: la mitad"]
    assert of_one == ["Cobrar la sesión a uno: ana: toda", "Cobrar la sesión a uno: ana: la mitad"]


def test_ga_art_18_3_b_a_table_by_itself_charges_who_comes_later_before_the_next_hand(evening: Evening) -> None:
    evening.open(GA, by_itself=PAUSE)
    one = evening.floor.automatic

    def play(minutes: int) -> None:
        for _ in range(minutes * 4):
            one.look(evening.table)
            evening.now += MINUTE // 4

    play(5)
    assert evening.taken == 4 * 500
    evening.sit("eva")
    play(54)
    assert evening.taken == 5 * 500
    play(62)
    assert evening.taken == 10 * 500
    assert audit(evening.log()).breaches == []


def test_pv_17_ii_3_b_a_table_by_itself_counts_an_hour_from_its_first_charge_whoever_looks(evening: Evening) -> None:
    """The first hand comes fifty minutes after the table was opened; who has just begun to look takes nothing more."""
    evening.open(PV, by_itself=PAUSE)
    evening.now += 50 * MINUTE
    floor = evening.floor
    while evening.now < 10**12 + 240 * MINUTE:
        other = Automatic(floor.desk, floor.tables, floor.rounds, floor.accounts, evening.clock)
        for one in (floor.automatic, other):
            one.look(evening.table)
        evening.now += MINUTE
        for one in (floor.automatic, other):
            one.look(evening.table)
    first = [next(entry for entry in entries if "at" in entry) for entries in rounds(evening.log())[1]]
    charged = [entry["at"] for entry in first if entry["act"]["do"] == "session"]
    assert evening.taken == len(charged) * 4 * 500
    assert len(charged) == 3  # within the 190 minutes that are left, each before the first hand after an hour
    last = first[0]["at"] - 60 * MINUTE
    for entry in first:
        assert (entry["act"]["do"] == "session") == (entry["at"] >= last + 60 * MINUTE)
        last = entry["at"] if entry["act"]["do"] == "session" else last
    assert audit(evening.log()).breaches == []


def rounds(lines: list[bytes]) -> tuple[list[bytes], list[list[Data]]]:
    """The editions of a log, and its rounds as plain data."""
    editions, found = [], []
    for line in lines:
        entry = msgspec.json.decode(line)
        if entry["t"] == "edition":
            editions.append(line)
        elif entry["t"] == "round":
            found.append([entry])
        else:
            found[-1].append(entry)
    return editions, found


def earlier(lines: list[bytes], minutes: int) -> list[bytes]:
    """A log whose last round is so much earlier, with every hash mended."""
    editions, found = rounds(lines)
    for entry in found[-1]:
        if "at" in entry:
            entry["at"] -= minutes * MINUTE
    return [*editions, *mended(found)]


@pytest.mark.parametrize("region", ALL)
def test_ex_2_2_3_b_and_ga_art_18_3_b_and_pv_17_ii_3_b_a_charge_before_its_time_is_a_breach_of_a_log(
    evening: Evening, region: str
) -> None:
    """Two more hands within the hour that was paid are none."""
    evening.open(region)
    evening.hand(WHOLE)
    evening.hand()
    evening.now += 60 * MINUTE
    evening.hand(WHOLE)
    assert audit(earlier(evening.log(), 0)).breaches == []
    lines = earlier(evening.log(), 1)
    charge = max(n for n, line in enumerate(lines, 1) if b'"do":"session"' in line)
    (breach,) = audit(lines).breaches
    assert (breach.where, breach.article.removeprefix("art. ")) == (f"line {charge}", ALL[region])
    assert breach.what == "ana is charged and has paid for one minute more"
