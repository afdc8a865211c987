"""Who is slow to decide is warned by the croupier, and at a table that runs by itself only then acted for."""

import json

import pytest

from tapete.audit.log import audit
from tapete.engine.requests import Act, Announce
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.games import game
from tests.helpers import refused
from tests.test_circulo import EX, FOUR, GA, PV, asked, deal, do, fall, held, sit

ARTICLES = {EX: "2.2.10.3.a", GA: "art. 24.3.a", PV: "17.VIII.3.a"}
WITHOUT = "without a warning"
RANKS = ("A", "K", "Q", "J", *map(str, range(10, 1, -1)))
PACK = [rank + suit for suit in "cdhs" for rank in RANKS]


def warns(hand: Round, by: str = "") -> None:
    """The croupier warns who is asked."""
    hand.act("croupier", Act("warn", asked(hand)), by)


def calls(hand: Round) -> list[tuple[str, tuple[str, ...]]]:
    """What was said, and of whom."""
    return [(entry.call, entry.args) for entry in hand.log if isinstance(entry, Announce)]


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_10_3_a_and_ga_art_24_3_a_and_pv_17_viii_3_a_the_croupier_warns_who_is_slow(region: str) -> None:
    """Only whoever is asked, who then is asked still and may do all that he might; it is said aloud."""
    hand = deal(sit("holdem", region))
    who, article = asked(hand), ARTICLES[region]
    (other, *_) = [name for name in FOUR if name != who]
    assert isinstance(hand.pending, Window)
    before = hand.pending.open(who)
    refused(hand, "croupier", Act("warn", other), article)
    refused(hand, other, Act("warn", who), article)
    refused(hand, "inspector", Act("warn", who), article)
    assert [(item.on, item.article) for item in hand.pending.open("croupier") if item.do == "warn"] == [(who, article)]
    warns(hand)
    assert asked(hand) == who and hand.pending.open(who) == before
    assert calls(hand)[-1] == ("warned", (who,))
    assert hand.said()[-1].startswith(who.capitalize())
    assert hand.rules.calls["warned"].article == article
    assert who not in {name for name in hand.pending.actors() if name == "croupier"}  # nobody waits for him to


def test_ex_2_2_10_3_a_all_decisions_are_taken_at_once_also_of_stakes_cards_and_showing_them() -> None:
    """Before the cards, at the change of them, and with those that one may throw away at the end."""
    hand = deal(sit("poker-cubierto", EX))
    asked_of = set()
    while not hand.finished:
        if not isinstance(hand.pending, Window):
            fall(hand, next(card for card in PACK if card not in hand.faces.values()))
            continue
        assert hand.pending.option("croupier", "warn", asked(hand)).article == "2.2.10.3.a"
        label = hand.pending.label
        if label.rpartition(":")[2] not in asked_of:
            warns(hand)
            assert hand.pending.label == label
            asked_of.add(label.rpartition(":")[2])
        plays_on(hand)
    assert asked_of == {"apertura", "ciega", "primero", "descarte", "segundo", "cartas"}


def plays_on(hand: Round) -> None:
    """Who is asked stays in the hand: matches, or does what costs him nothing."""
    assert isinstance(hand.pending, Window)
    items = hand.pending.open(asked(hand))
    calls = [item for item in items if item.do == "call"]
    hand.act(asked(hand), (calls or [item for item in items if item.default])[0].least_act)


def test_pv_17_viii_3_a_who_is_warned_again_may_be_sent_away_and_elsewhere_nobody_is() -> None:
    for region in (EX, GA, PV):
        hand = deal(sit("holdem", region))
        who = asked(hand)
        warns(hand)
        refused(hand, "inspector", Act("rule", f"expulsion:{who}"), hand.rules.article)
        warns(hand)
        if region != PV:
            refused(hand, "inspector", Act("rule", f"expulsion:{who}"), hand.rules.article)
            continue
        hand.act("inspector", Act("rule", f"expulsion:{who}"))
        assert not held(hand, who)


def test_ex_2_2_10_3_a_the_sixth_procedure_knew_no_warning_of_the_croupier() -> None:
    session = sit("holdem", EX)
    session.play = session.play.at(6)
    hand = deal(session)
    assert isinstance(hand.pending, Window)
    assert "warn" not in {item.do for item in hand.pending.open("croupier")}
    refused(hand, "croupier", Act("warn", asked(hand)), hand.pending.article)


def test_a_warning_is_neither_owed_nor_in_the_way_once_a_round_was_taken_back() -> None:
    """What was decided before cards were dealt is done again as it was, whether or not one is warned meanwhile."""
    hand = deal(sit("holdem", EX))
    back = hand.inputs
    warns(hand)
    do(hand, "eva call", "pau call", "ana call", "luis check")
    fall(hand, "2c", "7d", "9h")
    hand.rewind(back, "inspector", "a slip", ("inspector", "director"))
    do(hand, "eva call")
    warns(hand)
    do(hand, "pau call", "ana call", "luis check")
    fall(hand, "2c", "7d", "9h")
    while not hand.finished:
        do(hand, f"{asked(hand)} fold") if asked(hand) else None


# The audit


def by_itself(version: int) -> Round:
    """A hand of which nobody decides anything in person, with live chance."""
    holdem = game("holdem")
    rules = holdem.rules(EX)
    session = Session(holdem.play.at(version), rules, standard(rules), dict.fromkeys(FOUR, 100_000))
    session.open().act("croupier", Act("close"), "automatic")  # the seats are drawn
    hand = session.open()
    hand.act("croupier", Act("close"), "automatic")
    return hand


@pytest.mark.parametrize("version", [6, 7])
def test_ex_2_2_10_3_a_nobody_is_acted_for_who_was_not_warned(version: int) -> None:
    """By the procedure that knows the warning; of one that did not, no warning is missed. A later turn is another."""
    hand = by_itself(version)
    who = asked(hand)
    hand.act(who, Act("fold"), "automatic")
    second = asked(hand)
    if version == 7:
        warns(hand, "automatic")
    hand.act(second, Act("fold"), "automatic")
    while not hand.finished:
        do(hand, f"{asked(hand)} fold")
    found = [one for one in audit(list(hand.lines())).breaches if WITHOUT in str(one.what)]
    told = [(one.article, str(one.what), str(one.right)) for one in found]
    what = f"{who}: fold, which nobody did in person, and without a warning"
    assert told == [("2.2.10.3.a", what, "the croupier's warning before")] * (version == 7)


def test_ex_2_2_10_3_a_a_warning_holds_for_the_decision_that_it_was_given_for() -> None:
    """Raised after he has answered a warning, he is asked anew: acted for without another, that is a breach."""
    hand = by_itself(7)
    who = asked(hand)
    warns(hand, "automatic")
    do(hand, f"{who} call")
    do(hand, f"{asked(hand)} raise 100")
    while asked(hand) != who:
        do(hand, f"{asked(hand)} call")
    hand.act(who, Act("fold"), "automatic")
    log = [json.loads(line) for line in hand.lines()]
    (line,) = [n for n, one in enumerate(log, 1) if one.get("by") and one["act"]["do"] == "fold"]
    found = [one for one in audit(list(hand.lines())).breaches if WITHOUT in str(one.what)]
    assert [one.where.values["line"] for one in found] == [line]  # type: ignore[attr-defined]


def test_a_warning_that_nobody_said_in_person_is_the_croupier_s_alone() -> None:
    """A table says for its croupier what he may say, and makes no ruling for its inspector."""
    hand = by_itself(7)
    who = asked(hand)
    warns(hand, "automatic")
    hand.act("inspector", Act("rule", f"demora:{who}"), "automatic")
    found = [str(one.what) for one in audit(list(hand.lines())).breaches]
    assert f"the inspector: rule demora:{who}, which nobody did in person" in found
    assert not any("warn" in what and "in person" in what for what in found)
