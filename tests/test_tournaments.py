"""Tournaments against art. 2 bis: bases checked, people signed up, tables run to the end, prizes paid once."""

import contextlib
import random
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, delete, update

from tapete.audit.log import audit
from tapete.audit.tournament import check_tournament, parse
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.lawful import Illegal
from tapete.floor.roles import Forbidden
from tapete.floor.schema import tournament_acts, tournament_money
from tapete.floor.tournament.rows import IN, Entry, Tournament
from tapete.law.text import regions
from tapete.torneo.lots import seating
from tapete.web.tournaments.seen import seen
from tests.test_cli import data, run
from tests.torneo import BORN, FILE, MINUTE, House, bases, boldest, timid

PV = "pais-vasco"
FAST = {"stack": 400, "levels": [{"minutes": 5, "minimum": 50}, {"minutes": 5, "minimum": 100}]}


def wrong(**more: Any) -> list[tuple[str, str]]:
    """What is wrong with a tournament, and by which article."""
    given = {name: part for name, part in bases(**more).items() if part is not None}
    return [(breach.where, breach.article) for breach in check_tournament(parse(given, "bases"))]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(f"sqlite:///{tmp_path}/casino.db")
    yield found
    found.floor.close()


# The bases


def test_pv_art_2_bis_the_example_is_legal() -> None:
    assert wrong() == []


def test_pv_art_2_bis_1_nothing_without_leave() -> None:
    assert wrong(authorisation=None) == [("authorisation", "art. 2 bis.1")]


def test_pv_art_2_bis_1_a_games_of_casinos_only() -> None:
    assert ("game", "art. 2 bis.1.a") in wrong(game="bingo", classification="fichas", play={"rounds": 5, "seats": None})
    assert wrong(game="blackjack", classification="fichas", play={"rounds": 20, "seats": 7}) == []
    assert wrong(game="ruleta-francesa", classification="fichas", play={"rounds": 20, "seats": 8}) == []


def test_pv_art_2_bis_1_a_the_tables_of_every_level_are_tables_of_the_game() -> None:
    assert wrong(play={"options": {"puestos": "12"}}) == [("play.levels.1.options.puestos", "17.II.2§1")]
    # A chip that divides no minimum is said once, where it is met first.
    assert wrong(play={"chip": 30}) == [("play.stack", "art. 2 bis.1.a"), ("play.levels.1.chip", "17.VI.3.b")]


@pytest.mark.parametrize(
    ("part", "where"),
    [
        ({"entry": {"how": " "}}, "entry.how"),
        ({"entry": {"fee": None}}, "entry.fee"),
        ({"classification": ""}, "classification"),
        ({"prizes": []}, "prizes"),
    ],
)
def test_pv_art_2_bis_1_b_the_bases_say_all_they_must(part: dict[str, Any], where: str) -> None:
    assert wrong(**part) == [(where, "art. 2 bis.1.b")]


def test_pv_art_2_bis_1_b_rules_of_play_and_rounds_where_chips_decide() -> None:
    assert wrong(play=None) == [("play", "art. 2 bis.1.b")]
    assert wrong(classification="fichas") == [("play.rounds", "art. 2 bis.1.b")]
    assert wrong(game="blackjack", play={"seats": 7}) == [("classification", "art. 2 bis.1.b")]


def test_pv_art_2_bis_1_b_nobody_signs_up_in_the_last_level_which_has_no_end() -> None:
    assert wrong(entry={"late": 4}) == []
    assert wrong(entry={"late": 5}) == [("entry.late", "art. 2 bis.1.b")]


def test_pv_art_2_bis_1_b_prizes_are_money_or_in_kind_and_leave_no_place_out() -> None:
    goods = {"place": 2, "goods": "Reloj", "value": 300}
    assert wrong(prizes=[{"place": 1, "euros": 1000}, goods]) == []
    assert wrong(prizes=[{"place": 1, "share": 100}, {"place": 3, "goods": "Cena", "value": 50}]) == [
        ("prizes", "art. 2 bis.1.b")
    ]
    assert wrong(prizes=[{"place": 1, "share": 100, "euros": 50}]) == [
        ("prizes.1", "art. 2 bis.1.b"),
        ("prizes", "art. 2 bis.1.b"),
    ]


def test_pv_art_2_bis_1_d_a_small_percentage_stays_and_all_else_reverts() -> None:
    assert wrong(entry={"kept": 10}) == []
    assert wrong(entry={"kept": "10.5"}) == [("entry.kept", "art. 2 bis.1.d")]
    assert wrong(prizes=[{"place": 1, "share": 60}, {"place": 2, "share": 30}]) == [("prizes", "art. 2 bis.1.d")]


def test_pv_art_2_bis_1_e_elsewhere_only_by_leave() -> None:
    assert wrong(place="elsewhere") == [("place", "art. 2 bis.1.e")]
    assert wrong(place="elsewhere", authorisation={"elsewhere": True}) == []


def test_pv_art_2_bis_3_leave_is_for_a_year_at_most() -> None:
    first, last, after = date(2026, 3, 1), date(2027, 2, 28), date(2027, 3, 1)
    assert wrong(authorisation={"from": first, "until": last}) == []
    assert wrong(authorisation={"from": first, "until": after}) == [("authorisation.until", "art. 2 bis.3")]
    assert wrong(authorisation={"until": date(2026, 11, 15)}) == [("notice.day", "art. 2 bis.3")]


def test_pv_art_2_bis_4_notice_of_twenty_days_with_day_and_hours() -> None:
    assert wrong(notice={"sent": date(2026, 10, 27)}) == []
    assert wrong(notice={"sent": date(2026, 10, 28)}) == [("notice.sent", "art. 2 bis.4")]
    assert wrong(notice={"hours": ""}) == [("notice.hours", "art. 2 bis.4")]
    assert wrong(notice=None) == [("notice", "art. 2 bis.4")]


def test_pv_art_2_bis_5_sit_and_go_are_pokers_and_have_a_book_instead_of_a_notice() -> None:
    assert wrong(sit_and_go=True, notice=None) == []
    other = {"game": "blackjack", "classification": "fichas", "play": {"rounds": 9, "seats": 7}}
    assert wrong(sit_and_go=True, notice=None, **other) == [("sit-and-go", "art. 2 bis.5")]


@pytest.mark.parametrize("region", [region for region in regions() if region != PV])
def test_pv_art_2_bis_6_no_other_text_allows_one_and_the_refusal_is_a_line(region: str) -> None:
    with pytest.raises(TapeteError, match=f"no tournament can be held in {region}"):
        parse(bases(region=region), "bases")


def test_the_command_checks_a_tournament(tmp_path: Path) -> None:
    assert data("check", str(FILE)) == {
        "tournament": "Torneo de otoño",
        "game": "holdem",
        "region": PV,
        "legal": True,
        "breaches": [],
    }
    bad = tmp_path / "torneo.toml"
    bad.write_text(FILE.read_text(encoding="utf-8").replace("kept = 5", "kept = 50"), encoding="utf-8")
    refused = run("check", str(bad))
    assert refused.returncode == 1 and "art. 2 bis.1.d" in refused.stdout


def test_a_file_that_is_none_is_refused_in_a_line_that_says_what_is_wrong() -> None:
    with pytest.raises(TapeteError, match=r"bases: entry\.fee: 'many' is not an amount of euros"):
        parse(bases(entry={"fee": "many"}), "bases")
    with pytest.raises(TapeteError, match=r"bases: entry\.cost"):
        parse(bases(entry={"cost": 5}), "bases")


# Signing up


def test_pv_art_2_bis_1_c_of_age_not_barred_and_through_admission(house: House) -> None:
    office, found = house.floor.tournaments, house.announced(2, bases())
    eva = house.floor.accounts.create("Eva", "player").name
    for born, admitted in ((date(2008, 11, 17), True), (date(1990, 1, 1), False)):
        with pytest.raises(IllegalAction) as refused:
            house.register(found, eva, born, admitted)
        assert refused.value.article == "art. 2 bis.1.c"
    office.bar(house.director, eva, "su propia petición")
    with pytest.raises(IllegalAction, match="barred") as refused:
        house.register(found, eva)
    assert refused.value.article == "art. 2 bis.1.c"
    office.unbar(house.director, eva)
    assert house.register(found, eva, date(2008, 11, 16)) == 3  # eighteen on the day
    admission = [act.detail["admission"] for act in house.sheet(found).acts if act.what == "registered"]
    assert admission == ["persona usuaria de torneo"] * 3
    for works in ("Carla", "Dora"):
        with pytest.raises(Forbidden, match="works here"):
            house.register(found, works)


def test_who_takes_part_decides_nothing_in_a_tournament_whatever_they_become(house: House) -> None:
    office, running, found = house.floor.tournaments, house.floor.running, house.announced(3, bases())
    eva = house.floor.accounts.create("Eva", "player")
    number = house.register(found, "Eva")
    office.bar(house.director, "Eva", "su propia petición")
    eva = house.floor.accounts.change_role(house.director, eva, "director")
    for do in (
        lambda: office.cancel(eva, found.public_id),
        lambda: office.withdraw(eva, found.public_id, 1),
        lambda: office.register(eva, found.public_id, "p001", BORN, True),
        lambda: running.start(eva, found.public_id),
        lambda: running.pause(eva, found.public_id),
    ):
        with pytest.raises(Forbidden, match="takes part"):
            do()
    with pytest.raises(Forbidden, match="another lets them"):
        office.unbar(eva, "Eva")
    office.withdraw(house.director, found.public_id, number)
    office.cancel(eva, found.public_id)


def test_who_withdraws_or_sees_it_cancelled_has_the_fee_back(house: House) -> None:
    office, found = house.floor.tournaments, house.announced(3, bases())
    office.withdraw(house.croupier, found.public_id, 2)
    assert house.sheet(found).purse.fees == 20_000
    assert house.register(found, "p001") == 4
    office.cancel(house.director, found.public_id)
    sheet = house.sheet(found)
    assert (sheet.tournament.state, sheet.purse.fees) == ("cancelled", 0)
    with pytest.raises(IllegalAction):
        office.cancel(house.director, found.public_id)


@pytest.mark.parametrize("log", [tournament_acts, tournament_money], ids=lambda log: str(log.name))
def test_what_happened_and_what_was_paid_only_grows(house: House, log: Table) -> None:
    house.announced(2, bases())
    for change in (delete(log), update(log).values(at=0)):
        with pytest.raises(Exception, match="only grows"), house.floor.db.write() as conn:
            conn.execute(change)


def test_a_tournament_against_the_text_is_not_announced(house: House) -> None:
    with pytest.raises(Illegal, match=r"^not a legal tournament: .*art. 2 bis\.4"):
        house.floor.tournaments.announce(house.director, bases(notice={"sent": date(2026, 11, 1)}))
    with pytest.raises(Forbidden):
        house.floor.tournaments.announce(house.croupier, bases())
    assert house.floor.tournaments.all() == []


def test_pv_art_2_bis_4_it_begins_on_the_day_the_authority_was_told_of(house: House) -> None:
    found = house.announced(4, bases())
    house.time += 24 * 60 * MINUTE
    with pytest.raises(IllegalAction, match="2026-11-16") as refused:
        house.floor.running.start(house.director, found.public_id)
    assert refused.value.article == "art. 2 bis.4"


# At the tables


def test_seats_are_drawn_from_the_promised_seed_and_anybody_can_draw_again(house: House) -> None:
    found = house.announced(20, bases())
    house.floor.running.start(house.director, found.public_id)
    sheet = house.sheet(found)
    started = next(act for act in sheet.acts if act.what == "started")
    drawn = seating(bytes.fromhex(found.seed), "seats", [f"p{i:03d}" for i in range(20)], 9)
    assert started.detail["seats"] == {who: list(where) for who, where in drawn.items()}
    assert sheet.acts[0].detail["commitment"] == found.commitment
    assert {entry.name: entry.table_no for entry in sheet.entries} == {who: at.table for who, at in drawn.items()}
    assert {entry.state for entry in sheet.entries} == {"seated"}


def test_its_tables_are_marked_stand_in_no_books_and_are_nobody_s_to_come_and_go(house: House) -> None:
    found = house.announced(4, bases())
    house.floor.running.start(house.director, found.public_id)
    table, person = found.table(1), house.floor.accounts.account("p000")
    refusals: list[Callable[[], object]] = [
        lambda: house.floor.seats.buy_in(person, table, 10_000, house.key()),
        lambda: house.floor.seats.stand_up(person, table, house.key()),
        lambda: house.floor.seats.seat(house.floor.accounts.create("Eva", "player"), table, 10_000, house.key()),
        lambda: house.floor.seats.change(house.croupier, table, "p000", 10_000, house.key()),
        lambda: house.floor.tables.close_table(house.director, table, house.key()),
        lambda: house.floor.documents.write(house.croupier, table, "count", {}, house.key()),
    ]
    for refused in refusals:
        with pytest.raises(IllegalAction, match="tournament"):
            refused()
    house.hand(table, timid)  # the seats are drawn by cards first, as the game has it
    with pytest.raises(IllegalAction, match="has not let this table go on"):
        house.floor.rounds.open_round(table, house.croupier, house.key())
    house.floor.running.look(found.public_id)
    house.hand(table, timid)
    lines = b"".join(house.floor.history.export(table, house.director)).decode()
    assert lines.count('"house":"tournament"') == 2
    assert not audit(lines.encode().splitlines()).breaches
    assert house.floor.books.check() == []


def test_the_stacks_that_are_shown_are_all_chips_there_are_between_two_steps_too(house: House) -> None:
    """Twenty all in, at three tables: after each hand, before anybody is taken out or moved, and after it."""
    found = house.announced(20, bases(play={"seats": 8}))
    house.floor.running.start(house.director, found.public_id)
    issued = 20 * 500_000  # 5,000 each, as the bases have it

    def shown() -> int:
        return sum(stack.chips for stack in seen(house.floor, found.public_id, house.time).stacks)

    assert shown() == issued
    for _ in range(6):
        for table in house.free(found):
            house.hand(table, boldest)
            assert shown() == issued
        house.floor.running.look(found.public_id)
        assert shown() == issued or house.sheet(found).tournament.over


def test_levels_change_the_limits_between_hands_and_breaks_stop_them(house: House) -> None:
    found = house.announced(4, bases())
    running, table = house.floor.running, found.table(1)
    running.start(house.director, found.public_id)

    def minimum() -> int:
        return house.floor.tables.table(table).settings.minimum

    def hand(minutes: int) -> None:
        house.hand(table, timid)
        house.time += minutes * MINUTE
        running.look(found.public_id)

    assert minimum() == 5_000
    hand(20)
    assert minimum() == 10_000
    hand(20)
    assert minimum() == 20_000
    hand(20)
    assert house.free(found) == []  # ten minutes of rest
    house.time += 10 * MINUTE
    running.look(found.public_id)
    assert (minimum(), house.free(found)) == (40_000, [table])
    running.pause(house.director, found.public_id)
    house.hand(table, timid)
    house.time += 600 * MINUTE
    running.look(found.public_id)
    assert house.free(found) == []  # the clock stands still
    running.resume(house.director, found.public_id)
    assert (minimum(), house.free(found)) == (40_000, [table])


def test_who_has_lost_signs_up_again_as_often_as_the_bases_say(house: House) -> None:
    slow = {**FAST, "levels": [{"minutes": 60, "minimum": 50}, {"minutes": 5, "minimum": 100}]}
    found = house.announced(6, bases(play=slow, entry={"late": 1}))
    house.floor.running.start(house.director, found.public_id)
    while not (gone := [entry for entry in house.sheet(found).entries if entry.state == "out"]):
        house.wave(found)
    who = gone[0].name
    with pytest.raises(IllegalAction, match="signed up already"):
        house.register(found, next(entry.name for entry in house.sheet(found).entries if entry.state == "seated"))
    assert house.register(found, who) == 7
    house.floor.running.look(found.public_id)
    entry = house.sheet(found).entries[-1]
    assert (entry.state, entry.chips, entry.name) == ("seated", 40_000, who)
    assert house.sheet(found).purse.fees == 70_000
    while house.sheet(found).tournament.state == "running":
        own = [one for one in house.sheet(found).entries if one.name == who and one.state in IN]
        if not own and house.sheet(found).tournament.late(house.time):
            with pytest.raises(IllegalAction, match="more than once"):
                house.register(found, who)
        house.wave(found)
    entries = house.sheet(found).entries
    assert entries[gone[0].number - 1].place is None  # classified by their second entry
    assert whole(entries) == 6


def test_pv_art_2_bis_5_a_sit_and_go_begins_once_all_have_come_and_stands_in_the_book(house: House) -> None:
    given = bases(sit_and_go=True, play=FAST, entry={"most": 4, "late": 0, "again": 0})
    found = house.announced(3, {name: part for name, part in given.items() if name != "notice"})
    house.floor.running.look_at_all()
    assert house.sheet(found).tournament.state == "announced"
    house.register(found, house.floor.accounts.create("Eva", "player").name)
    house.floor.running.look_at_all()
    while house.sheet(found).tournament.state == "running":
        house.wave(found)
    (held,) = house.floor.tournaments.book(house.director)
    assert (held.tournament.public_id, len(held.entries), held.tournament.file.sit_and_go) == (found.public_id, 4, True)
    # Four times 100, of which 5 stay; half of 380, and three tenths and a fifth, which equal ones may share.
    assert [entry.won for entry in held.entries if entry.place == 1] == [19_000]
    assert sum(entry.won for entry in held.entries) == 38_000


def test_against_the_bank_chips_decide_after_so_many_rounds(house: House) -> None:
    given = bases(
        game="ruleta-francesa",
        classification="fichas",
        entry={"again": 0, "late": 0},
        play={"rounds": 3, "seats": 4, "stack": 1000, "levels": [{"minutes": 60, "minimum": 5}]},
    )
    found = house.announced(3, given)
    house.floor.running.start(house.director, found.public_id)
    table, rounds = found.table(1), house.floor.rounds
    stakes = {"p000": ("rojo", 500), "p001": ("negro", 500)}
    for _ in range(3):
        rounds.open_round(table, house.croupier, house.key())
        for name, (on, cents) in stakes.items():
            rounds.act(table, house.floor.accounts.account(name), Act("stake", on, cents), house.key())
        rounds.act(table, house.croupier, Act("close"), house.key())
        house.floor.running.look(found.public_id)
    sheet = house.sheet(found)
    assert sheet.tournament.state == "finished"
    ranked = sorted(sheet.entries, key=lambda entry: entry.place or 0)
    assert [entry.chips for entry in ranked] == sorted((entry.chips for entry in ranked), reverse=True)
    assert next(entry.chips for entry in ranked if entry.name == "p002") == 100_000  # who staked nothing
    assert sum(entry.won for entry in sheet.entries) == 28_500


def whole(entries: list[Entry]) -> int:
    """How many have a place, where every place is somebody's and shared ones are by as many as they say."""
    ranked = sorted((entry.place, entry.sharing) for entry in entries if entry.place)
    assert all(place <= number < place + sharing for number, (place, sharing) in enumerate(ranked, 1))
    return len(ranked)


# To the end, killed on the way


class Killed(BaseException):
    """The process is gone."""


def kill_at_random(house: House, source: random.Random) -> None:
    """From now on commands may be the last of this process: before they are done, or just after."""
    run_command = house.floor.desk.run

    def run_or_die(*given: Any) -> Any:
        fate = source.random()
        if fate < 0.0015:
            raise Killed
        done = run_command(*given)
        if fate > 0.9985:
            raise Killed
        return done

    house.floor.desk.run = run_or_die  # type: ignore[method-assign, assignment]


def all_chips(house: House, found: Tournament) -> int:
    """The chips of all who are in: at the tables, on their way between them, or still to be handed out."""
    sheet = house.sheet(found)
    waiting = sum(entry.chips for entry in sheet.entries if entry.state in ("registered", "moving"))
    return waiting + sum(
        house.floor.desk.read(table, lambda at: sum(c for path, c in at.places().items() if path != "cage"))
        for table in house.tables(found)
    )


def test_pv_art_2_bis_two_hundred_play_to_the_end_and_kills_lose_nothing(house: House) -> None:
    """No stack is lost or doubled, nobody goes twice, places are whole, and no prize is paid twice."""
    source, kills = random.Random(7), 0
    found = house.announced(200, bases(play=FAST, entry={"late": 0, "again": 0}))
    kill_at_random(house, source)
    while (state := house.sheet(found).tournament.state) != "finished":
        try:
            if state == "announced":
                house.floor.running.start(house.director, found.public_id)
            house.wave(found)
        except Killed:
            kills += 1
            house.again()
            assert all_chips(house, found) == 200 * 40_000
            kill_at_random(house, source)
    house.again()
    sheet = house.sheet(found)
    assert kills > 3
    gone = [who for act in sheet.acts if act.what == "out" for who in act.detail["began"]]
    assert len(gone) == len(set(gone)) == 199
    assert whole(sheet.entries) == 200
    # 200 fees of 100, of which 5 per cent stay: half, three tenths, a fifth, of which equal ones have equal parts.
    assert sum(entry.won for entry in sheet.entries) == 1_900_000
    assert [entry.won for entry in sheet.entries if entry.place == 1] == [950_000]
    assert paid_once(house, found) == 1_900_000
    house.floor.running.look_at_all()
    assert house.floor.tables.tables("open") == []
    assert house.floor.books.check() == []


def paid_once(house: House, found: Tournament) -> int:
    """What is handed out when everybody asks twice for whatever there may be."""
    for entry in house.sheet(found).entries:
        for _ in range(2):
            with contextlib.suppress(IllegalAction):
                house.floor.tournaments.pay(house.croupier, found.public_id, entry.number)
    return sum(line.cents for line in house.sheet(found).paid if line.kind == "prize")


def test_tables_that_run_by_themselves_take_a_tournament_to_its_end(house: House) -> None:
    """Nobody answers: the clock acts for all, and blinds rise until they eat up any stack, whoever the lots favour."""
    rising = [{"minutes": 5, "minimum": minimum} for minimum in (50, 100, 200, 400)]
    given = bases(play={**FAST, "stack": 100, "levels": rising}, entry={"late": 0, "again": 0})
    found = house.floor.tournaments.announce(house.director, given, automatic=1)
    for account in house.people(4):
        house.register(found, account.name)
    house.floor.running.start(house.director, found.public_id)
    for _ in range(2000):
        if house.sheet(found).tournament.state == "finished":
            break
        house.time += MINUTE
        house.floor.running.look_at_all()
        house.floor.automatic.look_at_all()
    assert whole(house.sheet(found).entries) == 4
    assert house.floor.books.check() == []


def test_pv_art_2_bis_1_d_a_place_in_another_tournament_is_a_prize_in_kind_worth_its_fee(house: House) -> None:
    """Who wins the qualifying one is signed up for the main one when the prize is handed out, once, without a fee."""
    main = house.floor.tournaments.announce(house.director, bases())
    seat = {"place": 1, "goods": f"plaza:{main.public_id}", "value": 100}
    second = {"place": 2, "share": 100}
    with pytest.raises(IllegalAction, match="worth its fee: 100"):
        house.floor.tournaments.announce(house.director, bases(prizes=[{**seat, "value": 99}, second]))
    found = house.announced(3, bases(prizes=[seat, second]))
    house.floor.running.start(house.director, found.public_id)
    while house.sheet(found).tournament.state != "finished":
        house.wave(found)
    (winner,) = [entry for entry in house.sheet(found).entries if entry.goods]
    house.floor.tournaments.pay(house.croupier, found.public_id, winner.number)
    with pytest.raises(IllegalAction, match="paid already"):
        house.floor.tournaments.pay(house.croupier, found.public_id, winner.number)
    sheet = house.sheet(main)
    assert [(entry.name, entry.state) for entry in sheet.entries] == [(winner.name, "registered")]
    assert [(line.kind, line.cents, line.goods) for line in sheet.paid] == [("fee", 100_00, f"plaza {found.public_id}")]


def announced(house: House, names: list[str], given: dict[str, Any]) -> Tournament:
    """A tournament that some of those who play here have signed up for."""
    found = house.floor.tournaments.announce(house.director, given)
    for name in names:
        house.register(found, name)
    return found


def test_pv_art_2_working_1_2_tables_of_a_tournament_are_none_that_the_public_comes_to(house: House) -> None:
    """A card table must be in service besides; of theirs only staff is asked, and no game for the first who comes."""
    house.floor.sessions.open(house.director, PV, 8 * 60 * MINUTE, house.key())
    found = house.announced(4, bases())
    house.floor.running.start(house.director, found.public_id)
    house.floor.running.look(found.public_id)
    lacks = house.floor.duty.missing()
    assert "always-open.naipes" in [lack.breach.where for lack in lacks]
    assert {lack.breach.where for lack in lacks if lack.table} == {"staff.crupier"}
    house.time += 8 * 60 * MINUTE - 1
    assert house.floor.duty.before_the_hour(found.table(1)) is None


def qualified(house: House, main: Tournament) -> tuple[Tournament, Entry]:
    """A qualifying tournament that is over, and who won the place in the main one."""
    seat = {"place": 1, "goods": f"plaza:{main.public_id}", "value": 100}
    found = announced(house, ["p000", "p001"], bases(prizes=[seat, {"place": 2, "share": 100}]))
    house.floor.running.start(house.director, found.public_id)
    while house.sheet(found).tournament.state != "finished":
        house.wave(found)
    (winner,) = [entry for entry in house.sheet(found).entries if entry.goods]
    return found, winner


def paid(house: House, found: Tournament) -> list[tuple[str, int, str]]:
    return [(line.kind, line.cents, line.goods) for line in house.sheet(found).paid if line.kind != "fee"]


def test_pv_art_2_bis_1_b_who_is_out_once_nobody_can_sign_up_has_the_place_they_end_with(house: House) -> None:
    late = house.announced(2, bases(entry={"late": 1, "again": 0}))
    house.floor.running.start(house.director, late.public_id)
    assert seen(house.floor, late.public_id, house.time).open
    given = bases(entry={"late": 0, "again": 0}, play={"seats": 4})
    found = house.floor.tournaments.announce(house.director, given)
    for number in range(8):
        name = f"q{number}"
        house.floor.accounts.create(name, "player")
        house.register(found, name)
    house.floor.running.start(house.director, found.public_id)
    told: dict[int, set[int | None]] = {}
    while (now := seen(house.floor, found.public_id, house.time)).sheet.tournament.state != "finished":
        assert not now.open
        for one in now.placed:
            told.setdefault(one.number, set()).add(one.place)
        house.wave(found)
    assert len(told) >= 5
    assert {
        number: {entry.place} for number, entry in enumerate(house.sheet(found).entries, 1) if number in told
    } == told


def test_pv_art_2_bis_1_b_and_1_d_a_won_place_is_no_money_and_what_is_given_up_stays_with_the_prizes(
    house: House,
) -> None:
    """Two pay 100 and one has won his place: 300 in fees, of which 285 revert whether he comes or not."""
    office = house.floor.tournaments
    house.people(4)
    found, winner = qualified(house, announced(house, ["p000", "p001"], bases()))
    # Whoever of the two won has a place there already, and keeps it.
    office.pay(house.croupier, found.public_id, winner.number)
    assert paid(house, found) == [("prize", 100_00, "")]
    other = announced(house, [], bases())
    again, won = qualified(house, other)
    office.pay(house.croupier, again.public_id, won.number)
    assert paid(house, again) == [("prize", 0, f"plaza:{other.public_id}")]
    for name in ("p002", "p003"):
        house.register(other, name)
    office.withdraw(house.croupier, other.public_id, 1)
    sheet = house.sheet(other)
    assert ([entry.state for entry in sheet.entries], paid(house, other)) == (["withdrawn", *["registered"] * 2], [])
    assert sheet.purse == (300_00, 15_00)


def test_pv_art_2_bis_1_d_the_worth_of_a_won_place_is_paid_if_the_tournament_is_called_off(house: House) -> None:
    office = house.floor.tournaments
    house.people(2)
    before, after = (office.announce(house.director, bases()) for _ in range(2))
    found, winner = qualified(house, before)
    office.pay(house.croupier, found.public_id, winner.number)
    office.cancel(house.director, before.public_id)
    assert paid(house, before) == [("refund", 100_00, "")]
    late, winner = qualified(house, after)
    office.cancel(house.director, after.public_id)
    office.pay(house.croupier, late.public_id, winner.number)
    assert paid(house, late) == [("prize", 100_00, "")]
    assert house.sheet(after).entries == []
