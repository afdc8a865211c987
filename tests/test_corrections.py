"""What was entered wrongly at a physical table is mended with the payments that follow, and the audit is clean."""

import re

import pytest

from tapete.audit.log import audit
from tapete.engine.places import chips
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.transcript import End, Rewind
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.roles import Forbidden
from tapete.web.tables.payments import Payment, counted_out, left
from tests.casino import Casino
from tests.helpers import close, sit, stake


def spun(fell: str) -> Round:
    """Ten euros of Ana's on red, of the hundred she has, and what the croupier entered."""
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 10_000}).open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell(fell)
    return table


def test_a_number_mended_after_the_round_is_paid_as_if_it_had_been_entered() -> None:
    table = spun("2")  # black
    assert table.finished
    assert table.places[chips("ana")] == 9_000
    table.correct(3, "3", "inspector", "it was 3, not 2", ("iker", "carla"))
    assert table.finished
    assert table.places[chips("ana")] + table.places.get("felt/ana/rojo", 0) == 11_000
    assert [type(entry) for entry in table.log].count(End) == 2
    assert audit(table.lines()).breaches == []


def test_a_mended_round_reads_as_one_that_was_entered_rightly() -> None:
    mended, right = spun("2"), spun("3")
    mended.correct(3, "3", "inspector", "it was 3")
    assert {path: cents for path, cents in mended.places.items() if cents} == {
        path: cents for path, cents in right.places.items() if cents
    }
    assert mended.carried == right.carried


@pytest.mark.parametrize(("n", "value"), [(1, "3"), (2, "3"), (4, "3"), (3, "99"), (3, "2-3")])
def test_what_is_no_slip_is_refused_and_leaves_the_round_as_it_was(n: int, value: str) -> None:
    table = spun("2")
    before = table.lines()
    with pytest.raises(TapeteError):
        table.correct(n, value, "inspector", "a better idea")
    assert table.lines() == before


def test_a_round_of_live_chance_that_is_over_stays_as_it_fell() -> None:
    table = sit("ruleta-francesa", "extremadura", physical=False).open()
    stake(table, "ana", "rojo", "10")
    close(table)
    with pytest.raises(IllegalAction, match="only where the croupier entered"):
        table.correct(3, "3", "inspector", "a better idea")


def test_a_card_mended_keeps_the_decisions_and_cards_that_followed() -> None:
    """Ana has 10 and 9 and stands; the bank's 10 and 7, entered as 10 and 10, make 17 and not 20."""
    table = sit("blackjack", "extremadura").open()
    while table.pending is not None and table.pending.label != "stakes":
        table.act("ana", Act("choose", "cortar"))
    stake(table, "ana", "casilla:1", "10")
    close(table)
    falls = iter(["10h", "10c", "9h"])
    while table.pending is not None and table.pending.label.startswith("card"):
        table.fell(next(falls))
    table.act("ana", Act("choose", "plantarse"))
    table.fell("10d")
    assert table.finished
    held = table.places[chips("ana")]
    last = table.inputs
    table.correct(last, "7d", "inspector", "it was a seven")
    assert table.finished
    assert table.places[chips("ana")] == held + 2_000  # the stake, which was lost, and as much again
    first = next(entry.n for entry in table.counting() if entry.fell == "10h")
    table.correct(first, "8h", "inspector", "and the first an eight")
    assert table.finished  # 8 and 9 make 17: nobody wins
    assert table.places[chips("ana")] == held + 1_000
    assert audit(table.lines()).breaches == []


# On the floor


def lost(casino: Casino) -> str:
    """A physical roulette at which 2 was entered and Ana lost ten euros on red."""
    table = casino.table("ruleta-francesa", "extremadura", physical=True, chips=10_000)
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    rounds.act(table, people["ana"], Act("stake", "rojo", 1000), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.fell(table, people["carla"], "2", casino.key())
    return table


def held(casino: Casino, table: str) -> int:
    """What Ana has in chips and on red."""
    view = casino.view("ana", table)["view"]["places"]
    return int(view.get("chips/ana", 0) + view.get("felt/ana/rojo", 0))


@pytest.mark.parametrize("cold", [False, True])
def test_a_croupier_asks_and_an_inspector_agrees(casino: Casino, cold: bool) -> None:
    table = lost(casino)
    rounds, people = casino.floor.rounds, casino.people
    rounds.correct(table, people["carla"], 3, "3", "it was 3", casino.key())
    assert held(casino, table) == 9_000
    if cold:
        casino.floor.desk.forget()
    with pytest.raises(Forbidden):
        rounds.agree(table, people["carla"], casino.key())
    rounds.agree(table, people["iker"], casino.key())
    assert held(casino, table) == 11_000
    (rewound,) = [entry for entry in rounds.look(table, people["iker"]).now if isinstance(entry, Rewind)]
    assert (rewound.by, rewound.signed, rewound.why) == ("inspector", ("carla", "iker"), "it was 3")
    assert list(casino.floor.books.check()) == []
    casino.floor.desk.forget()
    assert held(casino, table) == 11_000
    assert [text for _, text in rounds.look(table, people["iker"]).board] == ["3"]
    assert audit(list(casino.floor.history.export(table, people["rosa"]))).breaches == []
    assert [casino.get(who, f"/history/{table}/1").status_code for who in ("iker", "ana", "")] == [200] * 3
    rounds.open_round(table, people["carla"], casino.key())
    with pytest.raises(TapeteError):
        rounds.correct(table, people["iker"], 3, "3", "too late", casino.key())


def test_two_croupiers_are_not_enough(casino: Casino) -> None:
    table = lost(casino)
    other = casino.floor.accounts.create("cris", "croupier")
    casino.floor.rounds.correct(table, casino.people["carla"], 3, "3", "it was 3", casino.key())
    with pytest.raises(Forbidden):
        casino.floor.rounds.agree(table, other, casino.key())
    assert held(casino, table) == 9_000


def test_who_has_left_with_chips_keeps_them(casino: Casino) -> None:
    table = lost(casino)
    casino.floor.seats.stand_up(casino.people["luis"], table, casino.key())
    with pytest.raises(IllegalAction, match="luis has left since"):
        casino.floor.rounds.correct(table, casino.people["iker"], 3, "3", "it was 3", casino.key())


def test_a_mended_card_may_leave_the_round_open_and_it_goes_on(casino: Casino) -> None:
    """A zero leaves red to be decided: what is asked then was not asked when 2 fell."""
    table = lost(casino)
    rounds, people = casino.floor.rounds, casino.people
    rounds.correct(table, people["iker"], 3, "0", "it was zero", casino.key())
    rounds.agree(table, people["carla"], casino.key())
    casino.floor.desk.forget()
    view = casino.view("dora", table)["view"]
    right = spun("0")
    assert view["finished"] == right.finished
    assert list(casino.floor.books.check()) == []


def test_what_would_follow_is_foreseen_and_changes_nothing(casino: Casino) -> None:
    table = lost(casino)
    moved = casino.floor.rounds.foreseen(table, casino.people["carla"], "3", 3)
    assert any(getattr(entry, "dst", "") == "chips/ana" and entry.cents == 1000 for entry in moved)  # type: ignore[union-attr]
    assert held(casino, table) == 9_000


def test_the_same_by_the_api_and_a_croupier_reports_what_the_text_lets_one(casino: Casino) -> None:
    table = lost(casino)
    path = f"/api/v1/tables/{table}"
    told = casino.get("carla", f"{path}/foreseen", params={"value": "3", "n": 3}).json()["told"]
    assert any("10" in line and "ana" in line for line in told)
    sent = {"n": 3, "value": "3", "why": "it was 3"}
    assert casino.post("ana", f"{path}/correct", sent).status_code == 403
    assert casino.post("carla", f"{path}/correct", sent).status_code == 200
    assert casino.post("iker", f"{path}/agree").status_code == 200
    assert held(casino, table) == 11_000
    assert casino.post("carla", f"{path}/correct", {**sent, "n": 1}).status_code == 400
    casino.post("carla", f"{path}/rounds")
    casino.act("carla", table, "close")
    reported = {
        name: casino.post("carla", f"{path}/report", {"name": name}).status_code for name in ("no", "bola-fuera")
    }
    assert reported == {
        "no": 404,
        "bola-fuera": 403,
    }  # the text leaves a ball that left the wheel to the chief of table


# What the croupier sees


def fragment(casino: Casino, who: str, path: str, **data: str) -> str:
    """What a table's page answers to a form of somebody's."""
    answer = casino.client.post(path, data=data, headers={**casino.headers(who), "hx-request": "true"})
    assert answer.status_code in (200, 204), answer.text
    return str(answer.text).replace("\xa0", " ")


def test_what_fell_is_shown_back_with_payments_by_spot_in_chips_before_it_settles(casino: Casino) -> None:
    """17 is black: red is taken, and ten euros straight up are paid 35 to 1, three hundreds and a fifty."""
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    for spot in ("rojo", "pleno:17"):
        rounds.act(table, people["ana"], Act("stake", spot, 1000), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    shown = fragment(casino, "carla", f"/tables/{table}/foresee", value="17")
    assert 'id="confirm-fell"' in shown
    taken, paid = shown.index("Recoger Rojo · ana"), shown.index("Pagar Pleno 17 · ana")
    assert taken < paid
    assert "3 × 100 €" in shown[paid:]
    assert "1 × 50 €" in shown[paid:]
    assert casino.view("carla", table)["view"]["pending"] == "spin"
    typed = fragment(casino, "carla", f"/tables/{table}/say", text="17")
    assert 'id="confirm-fell"' in typed
    assert casino.view("carla", table)["view"]["pending"] == "spin"
    fragment(casino, "carla", f"/tables/{table}/fell", value="17")
    assert casino.view("carla", table)["view"]["finished"]


def test_a_slip_is_mended_on_the_page_with_both_payments_shown(casino: Casino) -> None:
    table = lost(casino)
    form = casino.get("carla", f"/tables/{table}/mend").text
    assert '<option value="3" selected>3: Sale: 2</option>' in form
    shown = casino.get("carla", f"/tables/{table}/foreseen", params={"n": 3, "value": "3"}).text.replace("\xa0", " ")
    assert shown.index("Recoger Rojo") < shown.index("Pagar Rojo")
    # Ten on red were taken, and are paid even money instead: ana is ten up where she was ten down.
    assert "Entregar a ana</span>" in shown and shown.count("20 €") == 1
    fragment(casino, "carla", f"/tables/{table}/correct", n="3", value="3", why="era el 3")
    assert "quiere que lo que cayó en el paso 3 sea 3" in casino.get("iker", f"/tables/{table}").text
    fragment(casino, "iker", f"/tables/{table}/agree")
    assert held(casino, table) == 11_000


def test_the_step_to_go_back_to_is_picked_from_the_steps_as_they_are_told(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    rounds, people = casino.floor.rounds, casino.people

    def offered(who: str) -> list[tuple[str, str]]:
        shown = casino.get(who, f"/tables/{table}/steps").text.replace("\xa0", " ")
        return re.findall(r'<option value="(\d+)"[^>]*>(.*?)</option>', shown)

    assert offered("iker") == []
    rounds.open_round(table, people["carla"], casino.key())
    assert offered("iker") == []
    for cents in (1000, 2000):
        rounds.act(table, people["ana"], Act("stake", "rojo", cents), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    steps = offered("iker")
    assert [n for n, _text in steps] == ["0", "1", "2"]
    assert steps[0][1] == "0: el principio de la jugada"
    assert [("ana" in text, amount in text) for (_n, text), amount in zip(steps[1:], ("10", "20"), strict=True)] == [
        (True, True)
    ] * 2
    fragment(casino, "iker", f"/tables/{table}/rewind", to="1", why="one stake too many")
    assert [n for n, _text in offered("iker")] == ["0"]
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.fell(table, people["carla"], "17", casino.key())
    assert offered("iker") == []  # once it is over, only what fell is mended
    assert casino.get("ana", f"/tables/{table}/steps").status_code == 403


def test_what_is_left_to_do_after_a_slip_is_told_player_by_player() -> None:
    """17 was entered and 14 fell: Luis had 10 on 17, 50 on black and 25 on even, Ana 5 on 17 and 20 on red."""
    values = (10_000, 2_500, 500)
    was = [("pay", "luis", 35_000), ("pay", "luis", 5_000), ("take", "luis", 2_500)]
    was += [("pay", "ana", 17_500), ("take", "ana", 2_000)]
    now = [("take", "luis", 1_000), ("take", "luis", 5_000), ("pay", "luis", 2_500)]
    now += [("take", "ana", 500), ("pay", "ana", 2_000), ("back", "ana", 2_000)]
    before, after = ([Payment(do, who, "x", cents, (), "") for do, who, cents in items] for items in (was, now))
    found = left(before, after, values)
    # Luis had won 375 and has lost 35; Ana had won 155 and has won 15. What goes back was theirs.
    assert [(item.do, item.who, item.cents) for item in found] == [
        ("collect", "luis", 41_000),
        ("collect", "ana", 14_000),
    ]
    assert found[0].chips == counted_out(41_000, values)
    assert left(before, before, values) == []


def test_ex_1_5_4_3_f_an_irregularity_that_cannot_be_now_is_called_by_its_name(casino: Casino) -> None:
    table = casino.table("dados", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    refused = casino.get("carla", f"/api/v1/tables/{table}/preview/dados-rotos")
    assert refused.status_code == 409
    assert "«Dados rotos» no se puede comunicar ahora" in refused.json()["detail"]


def test_ex_1_5_4_1_a_c_a_come_bet_that_goes_to_its_number_is_shown_back_as_a_move(casino: Casino) -> None:
    """After a point of 6, a throw of 5 takes the Field and lets Come and the Win line lie: Come goes to its number."""
    table = casino.table("dados", "extremadura", physical=True)
    api = f"/api/v1/tables/{table}"
    for stakes, dice in (({"win": 1000}, [2, 4]), ({"come": 500, "field": 500}, [])):
        casino.post("carla", f"{api}/rounds")
        for spot, cents in stakes.items():
            assert casino.act("ana", table, "stake", spot, cents).status_code == 200
        casino.act("carla", table, "close")
        if dice:
            casino.post("carla", f"{api}/fell", {"value": dice})
    shown = fragment(casino, "carla", f"/tables/{table}/say", text="2 3")
    assert "Recoger Field · ana" in shown
    assert "Mover Come → Come 5 · ana" in shown
    assert "Win · ana" not in shown
    fragment(casino, "carla", f"/tables/{table}/fell", value="2 3")
    assert "5 € de ana en Come pasan a Come 5" in casino.get("ana", f"/tables/{table}").text.replace("\xa0", " ")


def test_ex_1_1_4_1_b_b_a_prisoner_set_free_is_shown_back_and_what_a_player_takes_back_is_not(casino: Casino) -> None:
    """Red was imprisoned by a zero: 32 is red, and the stake goes back without a gain."""
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    api = f"/api/v1/tables/{table}"
    casino.post("carla", f"{api}/rounds")
    casino.act("ana", table, "stake", "rojo", 1000)
    casino.act("carla", table, "close")
    casino.post("carla", f"{api}/fell", {"value": "0"})
    assert casino.act("ana", table, "choose", "prision").status_code == 200
    assert "Mover Rojo → en prisión · ana" in casino.get("carla", f"/tables/{table}").text
    casino.post("carla", f"{api}/rounds")
    casino.act("ana", table, "stake", "negro", 1000)
    assert casino.act("ana", table, "withdraw", "negro").status_code == 200
    casino.act("carla", table, "close")
    shown = fragment(casino, "carla", f"/tables/{table}/say", text="32")
    assert "Devolver Rojo · ana" in shown
    assert "Negro" not in shown


def test_ex_1_5_4_3_j_who_throws_and_everybody_reads_what_hinders_the_throw(casino: Casino) -> None:
    table = casino.table("dados", "extremadura", physical=True)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    line = "Tira ana, y no tiene apuesta en Win o Don&#39;t Win (art. 1.5.4.3.j)"

    def read(who: str) -> str:
        return re.sub(r"</?a\b[^>]*>", "", casino.get(who, f"/tables/{table}").text)  # the article is a link

    for who in ("carla", "ana", "luis"):
        assert line in read(who)
    casino.act("luis", table, "stake", "win", 1000)
    assert line in read("carla")
    casino.act("ana", table, "stake", "dont-win", 1000)
    assert 'id="hindered"' not in casino.get("carla", f"/tables/{table}").text
