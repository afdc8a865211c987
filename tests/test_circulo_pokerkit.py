"""Settlements agree with PokerKit's on random hands of every variant that both know, where the rules coincide.

Amounts are multiples of 2520 cents, which every number of players up to ten divides, so that no chip is over; whoever
acts does what is legal in both. Where an interval is opened by another player there than here, all pass it in both.
What PokerKit has no name for it is told: streets, packs and orders of hands are its own declarations.

TAPETE_HANDS=10000 plays as many hands of each as the comparison is meant to have.
"""

import functools
import os
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from tapete.cards.card import FRENCH
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.games import game
from tapete.games.circulo.rules import Rules, ranking
from tests.helpers import EVERYTHING

pokerkit = pytest.importorskip("pokerkit")

UNIT = 2520
ASKED = os.environ.get("TAPETE_HANDS", "10000" if EVERYTHING else "")
HANDS, SOME = int(ASKED or "150"), int(ASKED or "25")  # of the variants that PokerKit names, and of the others
SIZES = (2, 3, 5, 9, 20, 60, 200)
NAMES = ("ana", "luis", "eva", "pau", "noa", "teo")
Automation, Opening, Street = pokerkit.Automation, pokerkit.Opening, pokerkit.Street
FREE, POT, FIXED = (getattr(pokerkit.BettingStructure, name) for name in ("NO_LIMIT", "POT_LIMIT", "FIXED_LIMIT"))
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
    while found.pending is not None and found.pending.label.endswith(":ciega"):  # of nobody's own will
        found.act(found.pending.label.split(":")[1], Act("check"))
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
    first = next(iter(rules.intervals.values()))
    assert len(first.cards) == len(found.cards[f"mano/{ring[0]}"])
    return ring[at:] + ring[:at]


class Together:
    """A hand in both, with acts that both allow, and the same cards."""

    def __init__(self, found: Round, state: Any, players: list[str], source: random.Random) -> None:
        self.found, self.state, self.players, self.source = found, state, players, source
        self.lying = [0, 0]
        self.thrown: dict[str, str] = {}
        self.street = -1

    def play(self) -> None:
        """Cards and betting, as PokerKit asks for them."""
        state = self.state
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                self._board()
            elif state.can_stand_pat_or_discard():
                self._draws()
            elif state.can_deal_hole():
                cards, have = faces(self.found, f"mano/{self._at(state.hole_dealee_index)}"), state.hole_cards
                state.deal_hole(cards[len(have[state.hole_dealee_index])])
            else:
                self._speaks()

    def _at(self, index: int) -> str:
        return self.players[index]

    def _asked(self) -> tuple[str, str]:
        """Who is asked here, and about what."""
        _, who, about = self.found.pending.label.split(":") if self.found.pending else ("", "", "cartas")
        return who, about

    def _board(self) -> None:
        state = self.state
        line, count = state.board_dealing_counts.index(state.board_dealing_count), state.board_dealing_count
        cards = faces(self.found, "mesa/2" if line else "mesa")
        state.deal_board("".join(cards[self.lying[line] : self.lying[line] + count]))
        self.lying[line] += count

    def _draws(self) -> None:
        """All change cards here, each is served at once; there the same cards go."""
        while self._asked()[1] == "descarte":
            who = self._asked()[0]
            slots = self.found.cards[f"mano/{who}"]
            some = tuple(slot for slot in slots if self.source.random() < 0.3)[:4]
            own = dict(zip(slots, faces(self.found, f"mano/{who}"), strict=True))
            self.thrown[who] = "".join(own[slot] for slot in some)
            self.found.act(who, Act("discard", slots=some))
        self.state.stand_pat_or_discard(self.thrown[self._at(self.state.stand_patter_or_discarder_index)])

    def _speaks(self) -> None:
        state, (who, about) = self.state, self._asked()
        if about == "cartas":
            # Who has matched all others' last chips is still asked there, and has nothing to say.
            state.check_or_call()
            return
        assert state.actor_index is not None
        if self._at(state.actor_index) != who:
            assert self.street != state.street_index  # only who opens an interval may be another
            self._pass_by(about)
            return
        self.street = state.street_index
        step(self.found, state, who, self.source)

    def _pass_by(self, about: str) -> None:
        """Nobody bets, here or there."""
        while self._asked()[1] == about:
            self.found.act(self._asked()[0], Act("check"))
        street = self.state.street_index
        while self.state.street_index == street and self.state.actor_index is not None:
            self.state.check_or_call()


def step(found: Round, state: Any, who: str, source: random.Random) -> None:
    """One act that both allow."""
    options = {item.do: item for item in found.pending.open(who)}  # type: ignore[union-attr]
    choices = ["fold"] if "fold" in options and state.can_fold() and source.random() < 0.5 else []
    choices += ["match", "match"]
    lift, before = options.get("bet") or options.get("raise"), state.bets[state.actor_index]
    lo = hi = 0
    least = state.min_completion_betting_or_raising_to_amount if lift else None  # there is none where nobody may
    if lift and least is not None:
        lo = max(lift.lo + before, least)
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


def agrees(
    name: str, region: str, create: Any, sizes: Sequence[int] = SIZES, *, hands: int = HANDS, **options: str
) -> None:
    """So many hands end with the same stacks in both."""
    source = random.Random(f"{name} {region} {sorted(options.items())}")
    table = session(name, region, source, **options)
    played = 0
    while played < hands:
        found = dealt(table, source, sizes)
        mano = order_of_play(found)
        posts: Any = found.rules.posts  # type: ignore[attr-defined]
        players = [*mano[1:], mano[0]] if any(post.seat == 2 for post in posts.values()) else mano
        stacks = [found.header.balances[f"chips/{who}"] for who in players]
        state = create(stacks)
        state.hand_types = tuple(map(remembering, state.hand_types))
        Together(found, state, players, source).play()
        finish(found)
        if unknown_there(found):
            continue
        assert [found.places.get(f"chips/{who}", 0) for who in players] == list(state.stacks)
        played += 1


@functools.cache
def remembering(kind: Any) -> Any:
    """An order of hands of PokerKit's, which it asks for the same cards many times: here each is ranked once.

    It looks every hand up anew for each that it is compared with: here a hand remembers where it stands.
    """

    @functools.lru_cache(maxsize=256)
    def ranked(hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
        try:
            return kind.from_game.__func__(Remembering, hole, board)
        except ValueError:
            return None

    class Remembering(kind):  # type: ignore[misc]
        entry = functools.cached_property(kind.entry.fget)

        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            found = ranked(tuple(hole_cards), tuple(board_cards))
            if found is None:
                raise ValueError("no hand")
            return found

    return Remembering


def unknown_there(found: Round) -> bool:
    """Whether somebody shows five figures, which PokerKit does not know; only covered poker has them."""
    rules: Any = found.rules
    if not rules.making.covered:
        return False
    order = ranking(rules, found.header.settings)
    hands = [[found.faces[slot] for slot in slots if slot in found.faces] for slots in found.cards.values()]
    made = [order.made([order.pack.card(face) for face in hand]) for hand in hands if len(hand) == 5]
    return any(value is not None and rules.hands.kinds[value.category].covered for value in made)


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


# What PokerKit has no name for

some_agree = functools.partial(agrees, hands=SOME)


def streets(*each: tuple[tuple[bool, ...], int, Any, int], cap: int | None = None, draw: int = -1) -> tuple[Any, ...]:
    """Streets by what each deals to players and to the board, who opens it, and the least bet, in units."""
    return tuple(
        Street(False, hole, board, number == draw, opening, least * UNIT, cap)
        for number, (hole, board, opening, least) in enumerate(each)
    )


def create(
    kinds: Sequence[Any],
    along: tuple[Any, ...],
    structure: Any,
    ante: int = UNIT,
    blinds: Sequence[int] = (0, 0),
    deck: Sequence[Any] = pokerkit.Deck.STANDARD,
    boards: int = 1,
) -> Callable[[list[int]], Any]:
    """A variant by its declaration: everything that the named ones are made of there."""

    def made(stacks: list[int]) -> Any:
        return pokerkit.State(
            *(AUTOMATIC, deck, tuple(kinds), along, structure, True, ante, blinds, 0, stacks, len(stacks)),
            starting_board_count=boards,
        )

    return made


def common(own: int, low: int, high: int, cap: int | None = None) -> tuple[Any, ...]:
    """Cards of one's own, then three common ones, one, and one."""
    first, later = (False,) * own, ((0, 3), (1, 1), (2, 1))
    each = [(first, 0, Opening.POSITION, low)]
    each += [((), board, Opening.POSITION, high if place else low) for place, board in later]
    return streets(*each, cap=cap)


def stud(openings: Sequence[Any], hole: Sequence[tuple[bool, ...]], cap: int | None, high: int, from_: int) -> Any:
    """Cards of one's own alone, some of them open."""
    each = [(cards, 0, by, high if n >= from_ else 2) for n, (cards, by) in enumerate(zip(hole, openings, strict=True))]
    return streets(*each, cap=cap)


def short_lookup(ranks: str) -> Any:
    """Orders of hands of a reduced pack: colour above full, the ace below the lowest card too."""

    class Reduced(pokerkit.ShortDeckHoldemLookup):  # type: ignore[misc, name-defined]
        rank_order = tuple(pokerkit.Rank(rank) for rank in ranks)

    return Reduced()


def deck_of(ranks: str) -> tuple[Any, ...]:
    """The cards of a reduced pack."""
    return tuple(card for card in pokerkit.Deck.STANDARD if card.rank in ranks)


class Short(pokerkit.StandardHighHand):  # type: ignore[misc, name-defined]
    """Hands of 32 cards."""

    ranks = "789TJQKA"
    lookup = short_lookup(ranks)


class Synthetic(pokerkit.GreekHoldemHand):  # type: ignore[misc, name-defined]
    """Hands of 28 cards, both of one's own and three common ones."""

    ranks = "89TJQKA"
    lookup = short_lookup(ranks)


HIGH, OMAHA = (pokerkit.StandardHighHand,), (pokerkit.OmahaHoldemHand,)
HI_LO = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)
SEVEN = ((False, False, True), (True,), (True,), (True,), (False,))
FIVE = ((False, True), (True,), (True,), (True,))
BLINDS = (UNIT, 2 * UNIT)


def test_ex_2_2_e_holdem_by_the_pot_as_pokerkit_settles_it() -> None:
    some_agree("holdem", "extremadura", create(HIGH, common(2, 2, 2), POT, 0, BLINDS), limite="bote-limitado")


def test_ga_38_holdem_with_antes_as_pokerkit_settles_it() -> None:
    some_agree("holdem", "galicia", create(HIGH, common(2, 2, 2), FREE), limite="sin-limite")


def test_pv_17_3_1_holdem_with_antes_by_the_pot_as_pokerkit_settles_it() -> None:
    some_agree("holdem", "pais-vasco", create(HIGH, common(2, 2, 2), POT), limite="bote-con-limite")


def test_pv_17_3_2_holdem_on_two_lines_as_pokerkit_settles_it() -> None:
    some_agree("double-holdem", "pais-vasco", create(HIGH, common(2, 2, 2), FREE, boards=2), limite="sin-limite")


def test_pv_17_3_2_holdem_on_two_lines_with_fixed_amounts_as_pokerkit_settles_it() -> None:
    made = create(HIGH, common(2, 2, 10, 4), FIXED, boards=2)
    some_agree("double-holdem", "pais-vasco", made, limite="limitado")


def test_ex_2_2_d_omaha_with_fixed_amounts_as_pokerkit_settles_it() -> None:
    some_agree("omaha", "extremadura", create(OMAHA, common(4, 2, 4, 4), FIXED, 0, BLINDS), limite="limitado")


def test_ex_2_2_d_omaha_without_limit_as_pokerkit_settles_it() -> None:
    some_agree("omaha", "extremadura", create(OMAHA, common(4, 2, 2), FREE, 0, BLINDS), limite="sin-limite")


def test_ga_34_omaha_with_antes_by_the_pot_as_pokerkit_settles_it() -> None:
    some_agree("omaha", "galicia", create(OMAHA, common(4, 2, 2), POT), limite="bote-con-limite")


def test_pv_17_2_1_omaha_with_antes_without_limit_as_pokerkit_settles_it() -> None:
    some_agree("omaha", "pais-vasco", create(OMAHA, common(4, 2, 2), FREE), limite="sin-limite")


def test_pv_17_2_2_omaha_of_five_cards_with_fixed_amounts_as_pokerkit_settles_it() -> None:
    some_agree("omaha-cinco", "pais-vasco", create(OMAHA, common(5, 2, 10, 4), FIXED), limite="limitado")


def test_pv_17_2_2_omaha_of_five_cards_by_the_pot_as_pokerkit_settles_it() -> None:
    some_agree("omaha-cinco", "pais-vasco", create(OMAHA, common(5, 2, 2), POT), limite="bote-con-limite")


def test_pv_17_2_3_omaha_hi_lo_by_the_pot_as_pokerkit_settles_it() -> None:
    """Without side pots, as above."""
    some_agree("omaha-hi-lo", "pais-vasco", create(HI_LO, common(4, 2, 2), POT), (5000,), limite="bote-con-limite")


def test_pv_17_2_3_omaha_hi_lo_without_limit_as_pokerkit_settles_it() -> None:
    """Without side pots, as above."""
    some_agree("omaha-hi-lo", "pais-vasco", create(HI_LO, common(4, 2, 2), FREE), (5000,), limite="sin-limite")


def test_ex_2_2_b_seven_stud_with_fixed_amounts_as_pokerkit_settles_it() -> None:
    openings = (Opening.LOW_CARD, *[Opening.HIGH_HAND] * 4)
    made = create(HIGH, stud(openings, SEVEN, 4, 4, 2), FIXED)
    some_agree("seven-stud", "extremadura", made, limite="limitado", puestos="6")


def test_ex_2_2_b_seven_stud_without_limit_as_pokerkit_settles_it() -> None:
    openings = (Opening.LOW_CARD, *[Opening.HIGH_HAND] * 4)
    some_agree("seven-stud", "extremadura", create(HIGH, stud(openings, SEVEN, None, 2, 9), FREE), limite="sin-limite")


def test_ex_2_2_b_seven_stud_by_the_pot_as_pokerkit_settles_it() -> None:
    openings = (Opening.LOW_CARD, *[Opening.HIGH_HAND] * 4)
    made = create(HIGH, stud(openings, SEVEN, None, 2, 9), POT)
    some_agree("seven-stud", "extremadura", made, limite="bote-limitado")


def test_ex_2_2_c_five_stud_as_pokerkit_settles_it() -> None:
    made = create(HIGH, stud([Opening.HIGH_HAND] * 4, FIVE, None, 2, 9), FREE)
    some_agree("five-stud", "extremadura", made, limite="sin-limite")


def test_ex_2_2_c_five_stud_by_the_pot_as_pokerkit_settles_it() -> None:
    made = create(HIGH, stud([Opening.HIGH_HAND] * 4, FIVE, None, 2, 9), POT)
    some_agree("five-stud", "extremadura", made, limite="bote-limitado")


def test_pv_17_4_five_stud_with_32_cards_as_pokerkit_settles_it() -> None:
    made = create([Short], stud([Opening.HIGH_HAND] * 4, FIVE, None, 2, 9), POT, deck=deck_of(Short.ranks))
    some_agree("five-stud", "pais-vasco", made, limite="bote-con-limite")


def test_ga_38_five_stud_with_32_cards_as_pokerkit_settles_it() -> None:
    made = create([Short], stud([Opening.HIGH_HAND] * 4, FIVE, None, 2, 9), FREE, deck=deck_of(Short.ranks))
    some_agree("five-stud", "galicia", made, limite="sin-limite")


def synthetic(structure: Any) -> Callable[[list[int]], Any]:
    """Two cards of one's own and five common ones that come one by one, of 28."""
    along = streets(((False, False), 1, Opening.POSITION, 2), *[((), 1, Opening.POSITION, 2)] * 4)
    return create([Synthetic], along, structure, deck=deck_of(Synthetic.ranks))


def test_ex_2_2_f_sintetico_with_28_cards_as_pokerkit_settles_it() -> None:
    some_agree("sintetico", "extremadura", synthetic(FREE), limite="sin-limite")


def test_ga_42_sintetico_by_the_pot_as_pokerkit_settles_it() -> None:
    some_agree("sintetico", "galicia", synthetic(POT), limite="bote-con-limite")


def test_pv_17_6_sintetico_as_pokerkit_settles_it() -> None:
    some_agree("sintetico", "pais-vasco", synthetic(FREE), limite="sin-limite")


def test_pv_17_1_covered_poker_as_pokerkit_settles_it() -> None:
    along = streets(((False,) * 5, 0, Opening.POSITION, 2), ((), 0, Opening.POSITION, 2), draw=1)
    made = create(HIGH, along, POT, 0, (2 * UNIT, 4 * UNIT))
    some_agree("poker-cubierto", "pais-vasco", made, (5, 9, 20, 60, 200), limite="bote-con-limite")


def test_cards_are_written_as_pokerkit_reads_them() -> None:
    assert {FRENCH.show(card).replace("10", "T") for card in FRENCH.cards} == {
        repr(card) for card in pokerkit.Deck.STANDARD
    }
