"""Settlements agree with PokerKit's on random hands, under settings in which the rules coincide.

Amounts are multiples of 2520 cents, which every number of players up to ten divides, so that no chip is over; whoever
acts does what is legal in both.
"""

import os
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tapete.cards.card import FRENCH
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.circulo.rules import Rules

pokerkit = pytest.importorskip("pokerkit")

UNIT = 2520
HANDS = int(os.environ.get("TAPETE_HANDS", "150"))
SIZES = (2, 3, 5, 9, 20, 60, 200)
NAMES = ("ana", "luis", "eva", "pau", "noa", "teo")
Automation = pokerkit.Automation
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def session(name: str, region: str, source: random.Random, **options: str) -> Session:
    """A table of six at which the house takes nothing, after the draw of seats."""
    rules: Any = game(name).rules(region)
    chosen = {"porcentaje": "minimo", "puestos": "6", **options}
    settings = msgspec.structs.replace(standard(rules, 2 * UNIT, chosen), chip=1)
    table = Session(game(name).play, rules, settings, dict.fromkeys(NAMES, UNIT), seeds=lambda: source.randbytes(32))
    table.open().act("croupier", Act("close"))
    return table


def dealt(table: Session, source: random.Random, sizes: Sequence[int]) -> Round:
    """The next hand with stacks of all sizes; no blind is short, which PokerKit would let others match."""
    if table.round is not None:
        table._take_over(table.round)
        table.round = None
    table.places = {f"chips/{who}": UNIT * source.choice(sizes) for who in NAMES}
    found = table.open()
    found.act("croupier", Act("close"))
    return found


def faces(found: Round, place: str) -> list[str]:
    """The cards in a place, as the driver knows them."""
    order = found._order()
    assert order is not None
    return [order.opening(slot)[0].replace("10", "T") for slot in found.cards.get(place, [])]


def order_of_play(found: Round) -> list[str]:
    """The players from the mano on, as they were dealt cards."""
    rules: Rules = found.rules  # type: ignore[assignment]
    said = [entry for entry in found.log if getattr(entry, "call", "") == "button"]
    ring = [place.removeprefix("mano/") for place in found.cards if place.startswith("mano/")]
    at = ring.index(said[-1].args[0])  # type: ignore[union-attr]
    assert rules.making.own == len(found.cards[f"mano/{ring[0]}"])
    return ring[at:] + ring[:at]


def together(found: Round, state: Any, players: list[str], source: random.Random) -> None:
    """Plays a hand in both, with acts that both allow, and the same cards."""
    for who in players:
        state.deal_hole("".join(faces(found, f"mano/{who}")))
    boards = 0
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        if state.can_deal_board():
            cards = faces(found, "mesa")
            count = state.board_dealing_count
            state.deal_board("".join(cards[boards : boards + count]))
            boards += count
            continue
        _, who, about = found.pending.label.split(":") if found.pending else ("", "", "cartas")
        if about == "cartas":
            # Who has matched all others' last chips is still asked there, and has nothing to say.
            state.check_or_call()
            continue
        assert state.actor_index is not None and players[state.actor_index] == who
        step(found, state, who, source)


def step(found: Round, state: Any, who: str, source: random.Random) -> None:
    """One act that both allow."""
    options = {item.do: item for item in found.pending.open(who)}  # type: ignore[union-attr]
    choices = ["fold"] if state.can_fold() and source.random() < 0.5 else []
    choices += ["match", "match"]
    lift, before = options.get("bet") or options.get("raise"), state.bets[state.actor_index]
    lo = hi = 0
    if lift and state.can_complete_bet_or_raise_to():
        lo = max(lift.lo + before, state.min_completion_betting_or_raising_to_amount)
        hi = min(lift.hi + before, state.max_completion_betting_or_raising_to_amount)
        # Last chips that are less than a raise let others raise again by another measure here than there.
        if lo <= hi and lo < before + state.stacks[state.actor_index]:
            choices += ["lift", "lift"]
    choice = source.choice(choices)
    if choice == "fold":
        state.fold()
        found.act(who, Act("fold"))
    elif choice == "match":
        state.check_or_call()
        found.act(who, Act("call" if "call" in options else "check"))
    else:
        assert lift is not None
        level = min(hi, lo + UNIT * source.choice((0, 0, 0, 1, 3, 20, 200)))
        state.complete_bet_or_raise_to(level)
        found.act(who, Act(lift.do, "", level - before))


def finish(found: Round) -> None:
    """Everybody shows."""
    while not found.finished:
        assert found.pending is not None
        who = found.pending.label.split(":")[1]
        found.act(who, Act("choose", "mostrar"))


def agrees(name: str, region: str, create: Any, sizes: Sequence[int] = SIZES, **options: str) -> None:
    """As many hands as are asked for end with the same stacks in both."""
    source = random.Random(f"{name} {region}")
    table = session(name, region, source, **options)
    for _ in range(HANDS):
        found = dealt(table, source, sizes)
        mano = order_of_play(found)
        blinds = bool(found.rules.posts)  # type: ignore[attr-defined]
        players = [*mano[1:], mano[0]] if blinds else mano
        stacks = [found.header.balances[f"chips/{who}"] for who in players]
        state = create(stacks)
        together(found, state, players, source)
        finish(found)
        assert [found.places.get(f"chips/{who}", 0) for who in players] == list(state.stacks)


def create_blinds(kind: str) -> Any:
    """A hand with blinds of one and two units."""
    return lambda stacks: getattr(pokerkit, kind).create_state(
        AUTOMATIC, True, 0, (UNIT, 2 * UNIT), 2 * UNIT, stacks, len(stacks)
    )


def test_ex_2_2_e_holdem_without_limit_as_pokerkit_settles_it() -> None:
    agrees("holdem", "extremadura", create_blinds("NoLimitTexasHoldem"), limite="sin-limite")


def test_ex_2_2_d_omaha_by_the_pot_as_pokerkit_settles_it() -> None:
    agrees("omaha", "extremadura", create_blinds("PotLimitOmahaHoldem"), limite="bote-limitado")


def test_ex_2_2_e_holdem_with_fixed_amounts_as_pokerkit_settles_it() -> None:
    def create(stacks: list[int]) -> Any:
        return pokerkit.FixedLimitTexasHoldem.create_state(
            AUTOMATIC, True, 0, (UNIT, 2 * UNIT), 2 * UNIT, 4 * UNIT, stacks, len(stacks)
        )

    agrees("holdem", "extremadura", create, limite="limitado")


def test_pv_17_2_3_omaha_hi_lo_as_pokerkit_settles_it() -> None:
    """Without side pots: PokerKit shares the low half of one in which nobody has a low hand, if another has."""

    def create(stacks: list[int]) -> Any:
        return pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
            AUTOMATIC, True, UNIT, (0, 0), 2 * UNIT, 10 * UNIT, stacks, len(stacks)
        )

    agrees("omaha-hi-lo", "pais-vasco", create, (500,), limite="limitado")


def test_cards_are_written_as_pokerkit_reads_them() -> None:
    assert {FRENCH.show(card).replace("10", "T") for card in FRENCH.cards} == {
        repr(card) for card in pokerkit.Deck.STANDARD
    }
