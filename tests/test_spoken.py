"""Whoever cannot see the table hears their stake, the result, the payment and their balance, once each, in order."""

import re
from pathlib import Path

import pytest

from tapete import i18n
from tapete.engine.places import chips
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.transcript import Entry
from tapete.games import game
from tapete.web.tables.spoken import lines
from tests.casino import Casino
from tests.helpers import close, sit, stake


def said(table: Round, who: str = "ana") -> list[str]:
    """All that a round has said to somebody, in English."""
    with i18n.speaking("en"):
        found = lines(table.rules, table.seen(who), who, table.places.get(chips(who), 0))
    assert [line.n for line in found] == sorted({line.n for line in found})
    return [line.text.replace("\xa0", " ") for line in found]


@pytest.mark.parametrize(
    ("fell", "call", "result"),
    [("3", "El 3, rojo, impar, falta.", "You win €10."), ("2", "El 2, negro, par, falta.", "You lose €10.")],
)
def test_stake_result_payment_and_balance_once_each_in_this_order(fell: str, call: str, result: str) -> None:
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 10_000, "luis": 10_000}).open()
    stake(table, "ana", "rojo", "10")
    stake(table, "luis", "negro", "5")
    close(table)
    table.fell(fell)
    held = {"3": "€100", "2": "€90"}[fell]  # a winning stake stays on the felt
    assert said(table) == [
        "Hagan juego.",
        "€10 on Red.",
        "You have €90.",
        "No va más.",
        call,
        result,
        f"You have {held}.",
    ]


def test_what_is_taken_back_is_said_and_no_more_what_it_took_back() -> None:
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 10_000}).open()
    stake(table, "ana", "rojo", "10")
    table.act("ana", Act("undo"))
    assert said(table)[-2:] == ["€10 back from Red.", "You have €100."]
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    table.correct(5, "3", "inspector", "it was 3")
    assert said(table)[-3:] == ["El 3, rojo, impar, falta.", "You win €10.", "You have €100."]
    assert "You lose €10." not in said(table)


def test_every_spot_says_its_name_and_begins_with_it(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    shown = casino.get("ana", f"/tables/{casino.table('ruleta-francesa', 'extremadura')}").text
    names = re.findall(r'data-spot="[^"]*"[^>]*aria-label="([^"]*)"', shown)
    casino.close()
    assert len(names) > 200
    assert [name for name in names if not name or name.startswith((",", " "))] == []


def test_a_stake_that_comes_back_after_a_call_is_told_after_it() -> None:
    """A tie: what is called comes first, then the stake that nobody won, then what one has."""
    rules = game("ruleta-francesa").rules("extremadura")
    tie: list[Entry] = [Announce("close"), Move("felt/ana/rojo", "chips/ana", 500, "1.1.4.1.B.b")]
    with i18n.speaking("en"):
        found = sorted(lines(rules, tie, "ana", 10_000), key=lambda line: line.n)
    assert [line.text for line in found] == ["No va más.", "€5 back from Red.", "You have €100."]


def test_while_others_show_their_cards_only_those_are_said(tmp_path: Path) -> None:
    """At a showdown each hand is heard as it is turned, and not all of them again whenever it is another's turn."""
    casino = Casino(tmp_path, "en")
    table = casino.table("holdem", "extremadura")
    for _ in range(2):  # the seats are drawn, then a hand is dealt
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("carla", table, "close")
    heard: list[str] = []
    while not (view := casino.view("dora", table)["view"])["finished"]:
        who = view["pending"].split(":")[1]
        shows = view["pending"].endswith(":cartas")
        verbs = {item["do"] for item in casino.view(who, table)["view"]["open"]}
        if shows and who != "ana":
            heard += re.findall(r'data-n="\d+"[^>]*>(\w+ decides: [^<]*)<', casino.get("ana", f"/tables/{table}").text)
        casino.act(who, table, *(("choose", "mostrar") if shows else ("check",) if "check" in verbs else ("call",)))
    casino.close()
    assert heard
    assert all(said.count(" of ") <= 2 for said in heard), heard


def in_prison() -> tuple[Session, Round]:
    """A table where ten euros of Ana's on red have just gone to prison."""
    session = sit("ruleta-francesa", "extremadura", chips={"ana": 10_000})
    table = session.open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("0")
    table.act("ana", Act("choose", "prision"))
    return session, table


def test_ex_1_1_4_1_b_b_a_stake_is_heard_to_go_to_prison_to_be_halved_there_and_to_come_out() -> None:
    session, table = in_prison()
    assert said(table)[-3:] == ["El 0, verde.", "€10 on Red in prison.", "You have €90."]
    table = session.open()
    close(table)
    table.fell("0")
    table.act("ana", Act("choose", "prision"))
    assert said(table)[-2:] == ["You lose €5. €5 on Red in prison.", "You have €90."]
    session, _ = in_prison()
    table = session.open()
    close(table)
    table.fell("3")
    assert said(table)[-2:] == ["€10 back from Red.", "You have €100."]


def test_ex_2_1_a_5_1_who_takes_the_bank_hears_what_they_put_up() -> None:
    table = sit("chemin-de-fer", "extremadura").open()
    table.act("croupier", Act("choose", "hecha"))
    first = table.pending.actors()[0]  # type: ignore[union-attr]
    have = table.places[chips(first)]
    table.act(first, Act("take", "", 1000))
    with i18n.speaking("en"):
        balance = i18n.money(have - 1000)
    assert said(table, first)[-3:] == ["You put in €10.", f"You have {balance}.", f"{first.capitalize()}, 10."]
