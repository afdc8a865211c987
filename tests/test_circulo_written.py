"""Hands of ours written down as others read them, and hands that PokerKit deals, played here."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.engine.requests import Move
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.circulo.export import Unwritten, exported
from tapete.games.circulo.phh import hands
from tests import ROOT
from tests.helpers import EVERYTHING, sit
from tests.robot import evening
from tests.test_circulo_hands import played
from tests.test_cli import run

EX, GA, PV = "extremadura", "galicia", "pais-vasco"

# Ours, written down


def written_down(name: str, region: str, rounds: int, **options: str) -> list[tuple[Any, str]]:
    """Hands played at random and written down, without those that the inspector had a part in."""
    usual = standard(game(name).rules(region)).options
    session = sit(name, region, physical=False, options={**usual, **options})
    found = []
    for table in evening(session, rounds, seed=5):
        try:
            text = exported(game(name).rules(region), table.log)
        except Unwritten:
            continue
        if text:
            found.append((table, text))
    return found


OURS = [("holdem", EX, {}), ("holdem", EX, {"limite": "limitado"}), ("omaha", EX, {"limite": "bote-limitado"})]
OURS += [("holdem", GA, {}), ("holdem", PV, {})]
OURS += [("holdem", GA, {"limite": "split-limit"}), ("omaha", PV, {"limite": "bote-con-limite"})]
OURS += [("omaha-hi-lo", PV, {"limite": "limitado"}), ("seven-stud", EX, {"limite": "limitado"})]


@pytest.mark.parametrize(("name", "region", "options"), OURS)
def test_our_hands_are_legal_where_they_were_played_and_end_the_same(
    name: str, region: str, options: dict[str, str]
) -> None:
    found = written_down(name, region, 40, **options)
    assert len(found) > 5
    for table, text in found:
        again = played(text, region)
        players = next(hands(text, several=False))["players"]
        assert again.legal, (text, again.breaches)
        assert again.finishing_stacks == [table.places[f"chips/{who}"] / 100 for who in players]


def test_ex_2_2_3_a_what_the_house_took_of_a_hand_of_ours_it_takes_again_and_in_another_text_nothing() -> None:
    """Five per cent of each interval in chips of 0.50, as the file says; under another text it may take nothing."""
    taken = [
        (table, text)
        for table, text in written_down("holdem", EX, 40)
        if any(isinstance(entry, Move) and entry.dst == "commission" for entry in table.log)
    ]
    assert taken
    for _, text in taken:
        began = sum(next(hands(text, several=False))["starting_stacks"])
        assert sum(filter(None, played(text, EX).finishing_stacks)) < began
        assert sum(filter(None, played(text, GA).finishing_stacks)) == began


@pytest.mark.parametrize(("name", "region", "options"), OURS[:3])
def test_pokerkit_reads_our_hands_with_their_articles_and_settles_them_alike(
    name: str, region: str, options: dict[str, str]
) -> None:
    """It knows no more than four bets in a round, and our text as many as two like who are left (2.2.7.3.a.1)."""
    kit = pytest.importorskip("pokerkit")
    for table, text in written_down(name, region, 40, porcentaje="minimo", **options):
        history = kit.HandHistory.loads(text)
        rounds = " ".join(history.actions).split("d db")
        if options.get("limite") == "limitado" and max(each.count("cbr") for each in rounds) > 4:
            continue
        *_, state = history
        assert len(history.user_defined_fields["_articles"]) == len(history.actions)
        if state.status:  # it has no end for a hand in which all but one of those without chips throw their cards away
            continue
        assert [float(stack) for stack in state.stacks] == [
            table.places[f"chips/{who}"] / 100 for who in history.players
        ]


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@pytest.mark.parametrize(("name", "region", "least"), [("seven-stud", EX, 30), ("omaha-hi-lo", PV, 40)])
def test_pokerkit_reads_our_stud_and_hi_lo_but_where_raises_are_as_our_text_has_them(
    name: str, region: str, least: int
) -> None:
    """It knows no more than four bets in a round, and no high limit over an open pair (2.2.B.2)."""
    kit, alike = pytest.importorskip("pokerkit"), 0
    for table, text in written_down(name, region, 60, limite="limitado", porcentaje="minimo"):
        history = kit.HandHistory.loads(text)
        try:
            *_, state = history
        except (ValueError, KeyError):
            continue
        stacks = [table.places[f"chips/{who}"] / 100 for who in history.players]
        assert not state.status and [float(stack) for stack in state.stacks] == stacks
        alike += 1
    assert alike >= least


# What nobody of ours wrote

BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "a limit that there is not": lambda line: line.get("settings", {}).get("options", {}).update(limite="otro"),
    "no options": lambda line: line.get("settings", {}).pop("options", None),
    "nobody's chips": lambda line: line.get("balances", {}).clear(),
    "a button of nobody's": lambda line: "args" in line and line["args"].clear(),
    "a button of somebody else's": lambda line: "args" in line and line.update(args=["nadie"]),
    "no card on the board is turned": lambda line: str(line.get("to")).startswith("show:") and line.update(to="x"),
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_log_that_no_table_of_ours_wrote_is_refused_in_a_line(wrong: str, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in (ROOT / "tests/golden/holdem-extremadura-1.jsonl").read_text().splitlines()]
    for line in lines:
        BROKEN[wrong](line)
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    for more, where in (((), "log.jsonl, hand 1"), (("--export", "out.phhs"), "log.jsonl")):
        found = run("hands", "log.jsonl", "--region", EX, *more, cwd=tmp_path)
        assert (found.returncode, found.stdout) == (2, "")
        assert re.fullmatch(rf"tapete: {where}: round \d+: no table of ours wrote it: .*\n", found.stderr)
    assert not (tmp_path / "out.phhs").exists()


# PokerKit's, played here

UNIT = 5040  # whatever is shared by up to ten, also in halves, comes out even


def random_hand(kit: Any, variant: str, source: random.Random) -> tuple[str, list[int]]:
    """A hand that PokerKit deals and settles, with random acts."""
    done = kit.Automation
    automations = (
        *(done.ANTE_POSTING, done.BET_COLLECTION, done.BLIND_OR_STRADDLE_POSTING, done.HOLE_CARDS_SHOWING_OR_MUCKING),
        *(done.HAND_KILLING, done.CHIPS_PUSHING, done.CHIPS_PULLING),
    )
    kind = kit.HandHistory.game_types[variant]
    forced: tuple[Any, ...] = (0, (UNIT, 2 * UNIT)) if variant != "F7S" else (UNIT, UNIT)
    bets = (2 * UNIT,) if variant in ("NT", "PO") else (2 * UNIT, 4 * UNIT)
    players = source.randrange(4, 8)
    found = kind(automations, True, *forced, *bets)
    state = found([UNIT * source.choice((3, 5, 8, 20, 50, 200)) for _ in range(players)], players)
    deck = list(kit.Deck.STANDARD)
    source.shuffle(deck)
    while state.status:
        random_step(state, deck, source)
    return kit.HandHistory.from_game_state(found, state).dumps(), list(state.stacks)


def random_step(state: Any, deck: list[Any], source: random.Random) -> None:
    """Whatever comes next; bets are whole units."""
    if state.can_burn_card():
        state.burn_card("??")
    elif state.can_deal_hole():
        state.deal_hole([deck.pop()])
    elif state.can_deal_board():
        state.deal_board([deck.pop() for _ in range(state.streets[state.street_index].board_dealing_count)])
    elif state.can_post_bring_in():
        state.post_bring_in()
    elif source.random() < 0.2 and state.can_fold():
        state.fold()
    elif source.random() < 0.3 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(source.choice((least, least + (most - least) // UNIT // 2 * UNIT, most)))
    else:
        state.check_or_call()


@pytest.mark.parametrize("count", [10_000 if EVERYTHING else 60])
@pytest.mark.parametrize(
    ("variant", "region"), [("NT", EX), ("NT", PV), ("FT", EX), ("PO", EX), ("PO", GA), ("FO/8", PV), ("F7S", EX)]
)
@pytest.mark.filterwarnings("ignore:Returning reserved")
def test_hands_that_pokerkit_deals_are_settled_alike(variant: str, region: str, count: int) -> None:
    kit, source = pytest.importorskip("pokerkit"), random.Random(1)
    for _ in range(count):
        text, stacks = random_hand(kit, variant, source)
        assert played(text, region).finishing_stacks == stacks, text
