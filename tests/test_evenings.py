"""My evening: what a table brought, and what best play would have done, the dearest first."""

import math
from collections.abc import Sequence

import pytest

from tapete.engine.requests import Act
from tapete.engine.transcript import In
from tapete.floor.evenings import Looked, judged
from tapete.web.history.evenings import date_of
from tests.casino import Casino


def stood(casino: Casino) -> str:
    """Ana stands on 5 and 6 against a ten, with ten euros at stake; the bank makes 20."""
    table = casino.table("blackjack", "extremadura", physical=True)
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    while casino.view("carla", table)["view"]["pending"] != "stakes":
        rounds.act(table, people["ana"], Act("choose", "cortar"), casino.key())
    rounds.act(table, people["ana"], Act("stake", "casilla:1", 1000), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    for card in ("5h", "10c", "6h"):
        rounds.fell(table, people["carla"], card, casino.key())
    rounds.act(table, people["ana"], Act("choose", "plantarse"), casino.key())
    rounds.fell(table, people["carla"], "10d", casino.key())
    return table


def looked(casino: Casino, table: str, day: int, seconds: float = math.inf) -> Looked:
    """Ana's evening looked back on for so long, as the page does it."""
    ana, evenings = casino.people["ana"], casino.floor.evenings
    unseen = evenings.unseen(ana, table, day)
    evenings.keep(unseen, judged(unseen, seconds))
    return evenings.kept(ana, table, day)


def test_an_evening_has_its_result_and_its_worst_decision(casino: Casino) -> None:
    """Nobody who plays best stands on eleven: doubling is what every published table says, against a ten too."""
    table = stood(casino)
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    assert (evening.table, evening.who, evening.rounds, evening.won) == (table, "ana", 1, -1000)
    (worst,) = looked(casino, table, evening.day).decisions
    assert (worst.chose, worst.number) == ("plantarse", 1)
    assert worst.best in ("doblar", "pedir")
    assert 300 < worst.cents < 1000  # standing on 11 wins only where the bank goes over: about half a stake is lost
    assert casino.floor.evenings.of(casino.people["luis"]) == []


def spun(casino: Casino, falls: Sequence[str]) -> str:
    """Ana puts ten euros on red and five on 17 of a single-zero roulette, ball after ball; Luis does otherwise."""
    table = casino.table("ruleta-americana", "extremadura", physical=True)
    rounds, people = casino.floor.rounds, casino.people
    for fell in falls:
        rounds.open_round(table, people["carla"], casino.key())
        for who, spot, cents in (("ana", "rojo", 1000), ("ana", "pleno:17", 500), ("luis", "negro", 500)):
            if f"felt/{who}/{spot}" not in casino.view(who, table)["view"]["places"]:
                rounds.act(table, people[who], Act("stake", spot, cents), casino.key())
        rounds.act(table, people["carla"], Act("close"), casino.key())
        rounds.fell(table, people["carla"], fell, casino.key())
    return table


def test_bets_cost_what_their_edge_makes_of_them_the_dearest_first(casino: Casino) -> None:
    """One zero among 37: a full number costs 1/37 of what is put on it."""
    table = spun(casino, ("20", "20", "20"))  # black and even: Ana loses and stakes anew each time
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    found = looked(casino, table, evening.day)
    assert (found.rounds, found.of, found.decisions) == (3, 3, [])
    (full,) = (one for one in found.bets if one.bet == "pleno")
    assert (full.times, full.staked) == (3, 1500)
    assert full.cost == pytest.approx(1500 / 37)
    assert {one.bet for one in found.bets} == {"rojo", "pleno"}
    assert found.bets == sorted(found.bets, key=lambda one: -(one.cost or 0))
    shown = casino.get("ana", f"/evenings/{table}/{evening.day}").text
    assert "2,70" in shown
    api = casino.get("ana", f"/api/v1/evenings/{table}/{date_of(evening.day)}/bets").json()
    assert (api["rounds"], api["of"], len(api["bets"])) == (3, 3, 2)


def test_an_evening_is_looked_through_bit_by_bit_and_says_so(casino: Casino) -> None:
    table = spun(casino, ("20", "22", "24"))
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    seen = [looked(casino, table, evening.day, seconds=-1) for _ in range(4)]
    assert [(one.rounds, one.of) for one in seen] == [(1, 3), (2, 3), (3, 3), (3, 3)]


def test_it_is_shown_to_its_player_and_leads_to_the_round(casino: Casino) -> None:
    table = stood(casino)
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    shown = casino.get("ana", "/evenings").text.replace("\xa0", " ")
    assert "-10 €" in shown
    shown = casino.get("ana", f"/evenings/{table}/{evening.day}").text
    assert f"/history/{table}/1?" in shown
    assert casino.client.get("/evenings").status_code == 401
    api = casino.get("ana", "/api/v1/evenings").json()
    assert [(one["table"], one["won"]) for one in api] == [(table, -1000)]
    assert casino.get("luis", "/api/v1/evenings").json() == []


def test_what_was_mended_is_what_counts(casino: Casino) -> None:
    table = stood(casino)
    seen = casino.floor.rounds.look(table, casino.people["carla"]).now
    last = max(entry.n for entry in seen if isinstance(entry, In) and entry.fell is not None)
    casino.floor.rounds.correct(table, casino.people["carla"], last, "6d", "it was a six", casino.key())
    casino.floor.rounds.agree(table, casino.people["iker"], casino.key())
    casino.floor.rounds.fell(table, casino.people["carla"], "10d", casino.key())  # sixteen, and over
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    assert evening.won == 1000


def test_an_evening_s_way_is_drawn_round_after_round(casino: Casino) -> None:
    """Fifteen lost, 175 won on 17 and ten lost on red, fifteen lost: thirty-five to one (1.1.4.1.A.a)."""
    table = spun(casino, ("20", "17", "20"))
    (evening,) = casino.floor.evenings.of(casino.people["ana"])
    results = casino.floor.evenings.results(casino.people["ana"], table, evening.day)
    assert results == [-1500, 16500, -1500]
    assert sum(results) == evening.won
    assert casino.floor.evenings.results(casino.people["ana"], table, evening.day + 1) == []
    shown = casino.get("ana", f"/evenings/{table}/{evening.day}").text.replace("\xa0", " ")
    assert 'aria-label="Jugada a jugada: -15 € como mínimo, 150 € como máximo, 135 € al final."' in shown
    assert shown.count(",", shown.index('<polyline class="path"'), shown.index("/><circle")) == 4
