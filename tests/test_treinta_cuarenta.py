"""Treinta y cuarenta, article by article. Expected values come from the texts and from counting, not from the code."""

import functools
import random
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Deal, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.shoe import Gone
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.treinta_cuarenta.kernel import coded, coup, deal_shoe
from tapete.games.treinta_cuarenta.play import Carry
from tapete.games.treinta_cuarenta.rows import chances, favour
from tapete.law.loading import RulebookError
from tapete.sim.loop import PLAYOUT, play
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, edited, gained, lies, prison_evening, sit, stake, total
from tests.staffing import staff_is

NAME, EX, PV = "treinta-cuarenta", "extremadura", "pais-vasco"
CHANCES = ["color", "inverso", "negro", "rojo"]

everywhere = pytest.mark.parametrize("region", [EX, PV])

# Coups in cards, the black row and the red: 32 to 33 after a black card, and so on
ENDS = {
    "negro color": "10s Jd Qh 2c  Ks 10c Kh 3d",
    "negro inverso": "10d Jd Qh 2c  Ks 10c Kh 3d",
    "rojo color": "10h Jd Qh 9c  Ks 10c Kh 8d",
    "rojo inverso": "10c Jd Qh 9c  Ks 10c Kh 8d",
    "nulo": "10c Jd Qh 9c  Ks 10c Kh 9d",
    "31": "10c Jd Qh Ac  Ks 10c 4h 7d",
}


def cards(table: Round, text: str) -> Round:
    """The croupier lays these cards, or others that count as much in the same colour once there are no more of them."""
    for name in text.split():
        card = FRENCH.card(name)
        if isinstance(table.pending, Deal) and not table.pending.left.of(card):
            left, rank = table.pending.left, min(FRENCH.rank(card), 8)
            like = (c for c in FRENCH.cards if FRENCH.rank(c) in (range(8, 12) if rank == 8 else (FRENCH.rank(card),)))
            card = next(c for c in like if left.of(c) and FRENCH.is_red(c) == FRENCH.is_red(card))
        table.fell(FRENCH.show(card))
    return table


def deal(session: Session, end: str, *bets: tuple[str, str, str]) -> Round:
    """One coup with these stakes: who, where, how many euros."""
    table = session.open()
    for who, on, amount in bets:
        stake(table, who, on, amount)
    close(table)
    return cards(table, ENDS.get(end, end))


def all_but(left: str) -> dict[str, int]:
    """How often each card is gone from a shoe that has only these left."""
    kept = Counter(left.split())
    return {name: 6 - kept[name] for name in map(FRENCH.show, FRENCH.cards) if kept[name] < 6}


# The cards and the rows


@everywhere
def test_ex_1_7_2_1_and_pv_05_ii_1_six_packs_and_what_cards_count(region: str) -> None:
    """Court cards ten, the ace one, the others what is printed on them."""
    rules = game(NAME).rules(region)
    shoe = rules.equipment.cards
    assert (shoe.packs, shoe.backs, shoe.indices, shoe.behind) == (6, 1, False, 5)
    words = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "cuarenta"]
    for rank, word in zip(["A", *map(str, range(2, 11))], words, strict=True):
        table = deal(sit(NAME, region), f"10s Js Qs {rank}s  10s Js Ks Ad")
        assert table.said()[-1].startswith(f"{word.capitalize()}, uno: ")


@everywhere
def test_ex_1_7_5_3_4_the_black_row_is_dealt_first_and_each_ends_at_31_or_more(region: str) -> None:
    table = sit(NAME, region).open()
    close(table)
    asked = []
    for card in ("10s", "9s", "Ah", "10c", "Ac", "9s", "9s", "9s", "3h", "Kh"):
        assert table.pending is not None
        asked.append(table.pending.label)
        table.fell(card)
    assert asked == ["card:negra"] * 5 + ["card:roja"] * 5
    assert table.finished
    assert table.cards == {"negra": ["10s", "9s", "Ah", "10c", "Ac"], "roja": ["9s", "9s", "9s", "3h", "Kh"]}
    assert game(NAME).rules(region).rows.points == (31, 40)


@everywhere
def test_ex_1_7_5_3_4_what_is_called(region: str) -> None:
    """Points by what is over thirty; the winner first, then color or inverso; and whether color wins or loses."""
    calls = {
        "negro color": "Dos, tres: negro y color ganan; color gana.",
        "negro inverso": "Dos, tres: negro e inverso ganan; color pierde.",
        "rojo color": "Nueve, ocho: rojo y color ganan; color gana.",
        "rojo inverso": "Nueve, ocho: rojo e inverso ganan; color pierde.",
        "nulo": "Nueve, nueve: juego nulo.",
        "31": "Uno, uno: treinta y uno las dos filas.",
    }
    session = sit(NAME, region)
    for end, call in calls.items():
        assert deal(session, end).said()[-1] == call
    assert session.open().said() == ["Hagan juego."]
    assert sit(NAME, region).open().said() == ["Se barajan las cartas; corta ana.", "Hagan juego."]


# The chances


@everywhere
@pytest.mark.parametrize("bet", CHANCES)
def test_ex_1_7_5_1_a_b_each_chance_pays_its_stake(region: str, bet: str) -> None:
    for end in ("negro color", "negro inverso", "rojo color", "rojo inverso"):
        table = deal(sit(NAME, region), end, ("ana", bet, "20"))
        won = bet in end
        assert table.places["chips/ana"] == (100_000 if won else 98_000)
        assert lies(table, "felt/") == ({f"felt/ana/{bet}": 2000} if won else {})
        assert total(table) == 200_000


@everywhere
@pytest.mark.parametrize("bet", CHANCES)
def test_ex_1_7_5_1_3_equal_points_are_null(region: str, bet: str) -> None:
    session = sit(NAME, region)
    table = deal(session, "nulo", ("ana", bet, "20"))
    assert table.finished
    assert lies(table, "felt/") == {f"felt/ana/{bet}": 2000}
    table = session.open()
    table.act("ana", Act("withdraw", bet))
    assert table.places["chips/ana"] == 100_000


@everywhere
def test_ex_1_7_5_3_4_losers_are_taken_first_then_color_or_inverso_then_black_and_red(region: str) -> None:
    bets = [(who, bet, "20") for bet in ("rojo", "negro", "inverso", "color") for who in ("luis", "ana")]
    moves = [m for m in deal(sit(NAME, region), "negro inverso", *bets).log if isinstance(m, Move)][8:]
    taken = [m.src for m in moves if m.dst == "bank" and m.src != "cage"]
    paid = [(m.dst, m.article) for m in moves if m.src == "bank"]
    assert taken == ["felt/luis/color", "felt/ana/color", "felt/luis/rojo", "felt/ana/rojo"]
    inverse, black = ("1.7.5.1.b", "1.7.5.1.a") if region == EX else ("05.V.1.b§2", "05.V.1.a")
    assert paid == [("chips/luis", inverse), ("chips/ana", inverse), ("chips/luis", black), ("chips/ana", black)]
    assert [m.dst for m in moves].index("chips/luis") > max(moves.index(m) for m in moves if m.src in taken)


def test_ex_1_7_5_2_and_pv_05_v_2_maxima() -> None:
    """A thousand minimums in one text, 20, 25 or 50 in the other."""
    for region, permitted in ((EX, [1000]), (PV, [20, 25, 50])):
        rules = game(NAME).rules(region)
        for multiple in (10, 20, 25, 30, 50, 100, 1000):
            settings = standard(rules)
            settings.maximum["suerte"] = multiple * 500
            assert (check_settings(rules, settings) == []) == (multiple in permitted)
    table = sit(NAME, PV).open()
    for bet in CHANCES:
        stake(table, "ana", bet, "100")
        for amount in ("0.50", "4.50"):
            with pytest.raises(IllegalAction) as refused:
                stake(table, "ana", bet, amount)
            assert refused.value.article == "05.V.2§2"
    with pytest.raises(IllegalAction):
        stake(table, "luis", "rojo", "4.50")


def test_ex_1_7_3_and_pv_05_iii_staff() -> None:
    staff_is(NAME, EX, "mesa", "1.7.3", "1 jefe-de-mesa, 2 crupier")
    staff_is(NAME, PV, "mesa", "05.III", "1 jefe-de-mesa, 2 crupier", tables=4)


def test_ex_1_7_4_and_pv_05_iv_any_number_of_players() -> None:
    for region in (EX, PV):
        rules = game(NAME).rules(region)
        assert rules.players.seats is None
        assert ("temporal" in rules.closing) == (region == PV)


# Thirty-one to thirty-one


@everywhere
@pytest.mark.parametrize("bet", CHANCES)
def test_ex_1_7_5_1_3_at_31_half_is_taken_back(region: str, bet: str) -> None:
    table = deal(sit(NAME, region), "31", ("ana", bet, "20"))
    assert isinstance(table.pending, Choose)
    assert table.pending.label == f"choose:ana:{bet}"
    choose(table, "ana", "mitad")
    assert table.places["chips/ana"] == 99_000
    assert lies(table, "felt/") == lies(table, "prison/") == {}


@everywhere
def test_ex_1_1_4_1_b_b_a_prisoner_is_freed_without_profit_lost_or_left_alone(region: str) -> None:
    """Freed when its chance wins, lost when it loses; a null coup is as if it had not been dealt."""
    for end, chips in (("negro color", 100_000), ("rojo inverso", 98_000), ("nulo", 98_000)):
        session = sit(NAME, region)
        choose(deal(session, "31", ("ana", "negro", "20")), "ana", "prision")
        table = deal(session, end)
        assert table.places["chips/ana"] == chips
        assert lies(table, "prison/") == ({"prison/ana/negro": 2000} if end == "nulo" else {})
        assert lies(table, "felt/") == {}


@everywhere
def test_ex_1_1_4_1_b_b_2_every_further_31_halves_a_prisoner(region: str) -> None:
    """Forty euros: whole after one, twenty after two, ten after three; below the minimum of ten it must stay."""
    session = sit(NAME, region, minimum=1000)
    choose(deal(session, "31", ("ana", "color", "40")), "ana", "prision")
    table = deal(session, "31")
    assert table.pending is not None
    assert table.pending.label == "choose:ana:prision/color"
    choose(table, "ana", "prision")
    assert lies(table, "prison/") == {"prison/ana/color:2": 2000}
    choose(deal(session, "31"), "ana", "prision")
    table = deal(session, "31")
    assert table.finished
    assert lies(table, "prison/") == {"prison/ana/color:4": 500}
    table = deal(session, "rojo color")
    assert table.places["chips/ana"] == 96_500
    assert total(table) == 200_000


@everywhere
def test_ex_1_1_4_1_b_b_2_a_prisoner_taken_back_at_the_second_31_is_a_quarter(region: str) -> None:
    session = sit(NAME, region)
    choose(deal(session, "31", ("ana", "inverso", "40")), "ana", "prision")
    table = deal(session, "31", ("ana", "inverso", "10"))
    choose(table, "ana", "mitad")
    assert table.pending is not None
    assert table.pending.label == "choose:ana:inverso"
    choose(table, "ana", "prision")
    assert table.places["chips/ana"] == 100_000 - 4000 + 1000 - 1000
    assert lies(table, "prison/") == {"prison/ana/inverso": 1000}


@everywhere
def test_ex_1_1_4_1_b_b_3_the_last_coup_empties_the_prison(region: str) -> None:
    """One last coup in one text, three in the other; 31 then gives half of a stake and a quarter of a prisoner."""
    session = sit(NAME, region)
    choose(deal(session, "31", ("ana", "rojo", "40")), "ana", "prision")
    table = session.open()
    table.act("director", Act("last"))
    with pytest.raises(IllegalAction):
        table.act("director", Act("last"))
    close(table)
    if region == PV:
        cards(table, ENDS["nulo"])
        assert session.open().carry.remaining == 3  # type: ignore[attr-defined]
        table = session.round  # type: ignore[assignment]
        for _ in range(2):
            close(table)
            cards(table, ENDS["31"])
            choose(table, "ana", "prision")
            table = session.open()
        close(table)
    stakes = lies(table, "prison/")
    assert stakes == ({"prison/ana/rojo": 4000} if region == EX else {"prison/ana/rojo:3": 1000})
    cards(table, ENDS["31"])
    assert table.finished
    assert lies(table, "prison/") == {}
    assert table.places["chips/ana"] == 100_000 - 4000 + (1000 if region == EX else 250)
    assert table.log[-2].article == ("1.1.4.1.B.b§3" if region == EX else "01.IV.1.B.b§3")  # type: ignore[union-attr]
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


@everywhere
def test_a_null_coup_is_not_the_last(region: str) -> None:
    session = sit(NAME, region)
    choose(deal(session, "31", ("ana", "rojo", "40")), "ana", "prision")
    announced = game(NAME).rules(region).last_coups.announced_rounds
    table = session.open()
    table.act("director", Act("last"))
    close(table)
    cards(table, ENDS["nulo"])
    assert table.carry.remaining == announced  # type: ignore[attr-defined]
    assert lies(table, "prison/")


# Insurance


def insure(session: Session, end: str, on: str = "negro") -> Round:
    return deal(session, end, ("ana", on, "50"), ("ana", f"seguro:{on}", "0.50"))


@everywhere
def test_ex_1_7_5_1_3_an_insured_stake_is_exempt_at_31(region: str) -> None:
    session = sit(NAME, region)
    table = insure(session, "31")
    assert table.finished
    assert lies(table, "felt/") == {"felt/ana/negro": 5000}
    assert table.places["chips/ana"] == 100_000 - 5050
    table = deal(session, "31")
    assert table.pending is not None
    assert table.pending.label == "choose:ana:negro"


@everywhere
@pytest.mark.parametrize("prima", ["casa", "vuelve-con-31", "vuelve-con-empate"])
def test_ex_1_7_5_1_3_what_becomes_of_the_premium(region: str, prima: str) -> None:
    """Fifty cents on fifty euros: the house keeps them, or they go back at 31, or at any equal points."""
    for end, won, back in (
        ("negro color", 5000, ()),
        ("rojo color", -5000, ()),
        ("nulo", 0, ("vuelve-con-empate",)),
        ("31", 0, ("vuelve-con-31", "vuelve-con-empate")),
    ):
        table = insure(sit(NAME, region, options={"prima": prima}), end)
        assert table.finished
        own = table.places["chips/ana"] + sum(lies(table, "felt/ana/").values())
        assert own == 100_000 + won - (0 if prima in back else 50)
        assert total(table) == 200_000


@everywhere
def test_ex_1_7_5_1_3_the_premium_is_one_in_a_hundred_laid_with_the_stake(region: str) -> None:
    article = "1.7.5.1§3" if region == EX else "05.V.1§3"
    table = sit(NAME, region).open()
    with pytest.raises(IllegalAction, match="no stake of 5 or more on rojo") as refused:
        stake(table, "ana", "seguro:rojo", "0.05")
    assert refused.value.article == article
    stake(table, "ana", "rojo", "17.50")
    for amount in ("0.16", "0.18", "0.01", "1"):
        with pytest.raises(IllegalAction, match=rf"takes 0\.17, not {re.escape(amount)}"):
            stake(table, "ana", "seguro:rojo", amount)
    stake(table, "ana", "seguro:rojo", "0.17")
    for act in (Act("stake", "rojo", 500), Act("withdraw", "rojo"), Act("stake", "seguro:rojo", 17)):
        with pytest.raises(IllegalAction):
            table.act("ana", act)
    table.act("ana", Act("withdraw", "seguro:rojo"))
    stake(table, "ana", "rojo", "2.50")
    stake(table, "ana", "seguro:rojo", "0.20")
    table.act("ana", Act("undo"))
    table.act("ana", Act("withdraw", "rojo"))
    assert table.places["chips/ana"] == 100_000


@everywhere
def test_ex_1_7_5_1_3_the_least_stake_that_is_insured_is_the_tables(region: str) -> None:
    rules = game(NAME).rules(region)
    table = sit(NAME, region, minimums={"seguro": 5000}).open()
    stake(table, "ana", "rojo", "49.50")
    with pytest.raises(IllegalAction, match="no stake of 50 or more"):
        stake(table, "ana", "seguro:rojo", "0.49")
    stake(table, "ana", "rojo", "0.50")
    stake(table, "ana", "seguro:rojo", "0.50")
    for least, legal in ((499, False), (500, True), (5000, True), (25_000, True), (500_001, False)):
        settings = standard(rules)
        settings.minimums["seguro"] = least
        assert (check_settings(rules, settings) == []) == legal


def test_a_premium_of_less_than_a_cent_insures_nothing() -> None:
    table = sit(NAME, EX, minimum=50).open()
    stake(table, "ana", "rojo", "0.50")
    with pytest.raises(IllegalAction, match="less than a cent"):
        stake(table, "ana", "seguro:rojo", "0.01")


# The red card


@everywhere
def test_ex_1_7_5_3_3_the_red_card_voids_the_coup_and_ends_the_shoe(region: str) -> None:
    """Eleven cards left: six may be dealt. Stakes and prisoners lie where they lay, the premium goes back."""
    session = sit(NAME, region)
    choose(deal(session, "31", ("luis", "color", "20")), "luis", "prision")
    assert session.round is not None
    session.round.carry = Carry(shoe=Gone(all_but("10s 10s 10s As 9h 9h 9h 9h 9h 9h 2c")))
    table = session.open()
    assert table.said() == ["Hagan juego."]
    stake(table, "ana", "negro", "50")
    stake(table, "ana", "seguro:negro", "0.50")
    close(table)
    cards(table, "10s 10s 10s As 9h 9h")
    assert table.finished
    assert table.said()[-1] == "Carta roja: juego nulo. Las 5 últimas cartas, boca abajo."
    assert table.places["chips/ana"] == 95_000
    assert lies(table, "felt/") == {"felt/ana/negro": 5000}
    assert lies(table, "prison/") == {"prison/luis/color": 2000}
    assert replay(table.play, table.rules, table.log).lines() == table.lines()
    table = session.open()
    assert table.said()[0].startswith("Se barajan")
    assert table.carry == Carry()


@everywhere
def test_ex_1_7_5_3_3_a_coup_that_ends_before_the_red_card_counts(region: str) -> None:
    """Thirteen left: eight make a coup, and the red card comes first in the next, whatever was staked."""
    session = sit(NAME, region)
    session.carry = {"shoe": {"seen": all_but("10s 10s 10s As 9h 9h 9h 9h 9h 9h Kc Kc Kc")}}
    table = session.open()
    stake(table, "ana", "negro", "50")
    close(table)
    cards(table, "10s 10s 10s As 9h 9h 9h 9h")
    assert table.places["chips/ana"] == 100_000
    table = session.open()
    close(table)
    assert table.finished
    assert table.said()[-1].startswith("Carta roja")
    assert table.carry == Carry()


# The rulebook


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("points = [31, 40]", "points = [30, 40]", "ends between 31 and 40"),
        ('[calls.cut]\narticle = "1.7.5.3§3"\n', '[calls.other]\narticle = "1.7.5.3§3"\n', "calls.cut: missing"),
        ("[bets.rojo]", "[bets.verde]", "bets: there are"),
        ('"vuelve-con-31", ', '"vuelve", ', "options.prima.values: among"),
        ("announced-rounds = 1\n", "", "closing: say how many"),
        ('[zero.last]\narticle = "1.1.4.1.B.b§3"\n', "", "last round"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(NAME, EX, (old, new))


# Odds


def by_hand(red: tuple[int, ...], black: tuple[int, ...], most: int) -> tuple[Counter[str], Fraction]:
    """Every order of a small shoe's cards, dealt by the text's words alone: how likely each end is, and a void coup."""
    ends: Counter[str] = Counter()
    whole = sum(red) + sum(black)

    @functools.cache
    def rest(left: tuple[tuple[int, ...], tuple[int, ...]], one: int, two: int, first: str) -> dict[str, Fraction]:
        if two >= 31:
            if one == two:
                return {"31" if one == 31 else "nulo": Fraction(1)}
            winner = "negro" if one < two else "rojo"
            return {f"{winner} {'color' if winner == first else 'inverso'}": Fraction(1)}
        cards = sum(map(sum, left))
        if whole - cards == most:
            return {"void": Fraction(1)}
        found: dict[str, Fraction] = {}
        for colour, name in enumerate(("rojo", "negro")):
            for value, count in enumerate(left[colour]):
                if count:
                    less = tuple(n - (v == value) for v, n in enumerate(left[colour]))
                    after = (less, left[1]) if colour == 0 else (left[0], less)
                    rows = (one + value, two) if one < 31 else (one, two + value)
                    for end, chance in rest(after, *rows, first or name).items():
                        found[end] = found.get(end, Fraction(0)) + chance * Fraction(count, cards)
        return found

    for end, chance in rest((red, black), 0, 0, "").items():
        ends[end] += chance  # type: ignore[assignment]
    return ends, Fraction(ends.pop("void", 0))


@pytest.mark.parametrize("seed", range(6))
def test_odds_of_small_shoes_are_what_all_their_orders_say(seed: int) -> None:
    """Twelve cards or so of both colours, the red card somewhere near their end."""
    source = random.Random(seed)
    red, black = [0] * 11, [0] * 11
    for _ in range(12):
        source.choice((red, black))[source.choice([1, 2, 3, 5, 6, 8, 9, 10, 10, 10])] += 1
    most = 12 - source.randrange(4)
    ends, void = by_hand(tuple(red), tuple(black), most)
    cards = tuple(map(int.__add__, red, black))
    found, lean = chances(cards, most), favour(cards, tuple(red), most)
    assert found.refait == ends["31"]
    assert found.null == ends["nulo"]
    black_wins = ends["negro color"] + ends["negro inverso"]
    red_wins = ends["rojo color"] + ends["rojo inverso"]
    assert black_wins == red_wins == found.decided / 2
    assert ends["negro color"] + ends["rojo color"] - ends["negro inverso"] - ends["rojo inverso"] == lean
    assert found.decided + found.null + found.refait == 1 - void


@functools.cache
def full() -> Any:
    return chances((0, *([24] * 9), 96), 307)


def test_odds_of_the_full_shoe_add_up_and_are_near_the_published_ones() -> None:
    """Every coup ends somehow. Poisson (Annales de mathématiques, 1825; again in 1837) gave the banker a little less
    than eleven thousandths of every stake: half of 31 to 31.
    """
    found = full()
    assert found.decided + found.null + found.refait == 1
    assert 0.0109 < found.refait / 2 < 0.0110
    # With endless packs the rows are independent: each card puts the points further, ten with four chances in thirteen.
    at = [1.0] + [0.0] * 40
    for points in range(1, 41):
        at[points] = sum(at[points - v] * (4 if v == 10 else 1) / 13 for v in range(1, 11) if 0 <= points - v <= 30)
    assert sum(at[31:]) == pytest.approx(1)
    assert float(found.refait) == pytest.approx(at[31] ** 2, rel=0.01)
    assert float(found.null) == pytest.approx(sum(p * p for p in at[32:]), rel=0.01)


@everywhere
def test_odds_of_the_chances_follow_from_31(region: str) -> None:
    """The edge is half of what meets 31; in prison a stake is worth less than half, for it may meet it again."""
    rows = {(row.bet, "".join(row.setting.values())): row for row in game(NAME).odds(game(NAME).rules(region))}
    found = full()
    again = found.refait / (found.refait + found.decided)
    for bet in CHANCES:
        half = rows[bet, "mitad"].figures
        assert half.edge == found.refait / 2
        assert (half.push, half.win) == (found.null, found.decided / 2)
        assert 0.0109 < float(half.edge) < 0.0110
        assert 0.0119 < float(half.edge_resolved) < 0.0121
        free = (1 - again) / 2
        for policy, worth in (("prision", free / (1 - again / 2)), ("prision-mitad", free + again / 4)):
            row = rows[bet, policy]
            assert isinstance(row.figures.edge, float)
            assert row.note
            assert row.figures.edge == pytest.approx(float(found.refait * (1 - worth)))
            assert row.figures.edge > half.edge


@everywhere
def test_odds_of_an_insured_stake_are_one_in_a_hundred(region: str) -> None:
    """A stake by halves and its insurance together cost the premium, less what of it goes back."""
    rules, found = game(NAME).rules(region), full()
    rows = {"".join(row.setting.values()): row.figures.edge for row in game(NAME).odds(rules) if row.bet == "seguro"}
    costs = {prima: found.refait / 2 + edge / 100 for prima, edge in rows.items()}
    assert costs == {
        "casa": Fraction(1, 100),
        "vuelve-con-31": (1 - found.refait) / 100,
        "vuelve-con-empate": (1 - found.refait - found.null) / 100,
    }


def test_odds_by_enumerating_a_small_shoe_through_the_procedure() -> None:
    """Thirteen cards left, tens black and the others red: every order of the eight that may be dealt.

    Each chance is staked by a player of its own, and black once more, insured.
    """
    shoe = Counter({"10s": 6, "Ah": 4, "9h": 3})
    names = ["color", "inverso", "negro", "rojo", "insured"]
    worth: dict[str, Fraction] = dict.fromkeys(names, Fraction(0))

    def open_coup() -> Round:
        session = sit(NAME, EX, chips=dict.fromkeys(names, 10_000))
        session.carry = {"shoe": {"seen": all_but(" ".join(shoe.elements()))}}
        table = session.open()
        for name in names:
            stake(table, name, "negro" if name == "insured" else name, "10")
        stake(table, "insured", "seguro:negro", "0.10")
        close(table)
        return table

    def follow(dealt: list[str], weight: Fraction) -> None:
        table = cards(open_coup(), " ".join(dealt))
        while isinstance(table.pending, Choose):
            choose(table, table.pending.actor, "mitad")
        if table.finished:
            for name in names:
                own = table.places[f"chips/{name}"] + sum(lies(table, f"felt/{name}/").values())
                worth[name] += weight * Fraction(own - 10_000, 1000)
            return
        left = shoe - Counter(dealt)
        for card, count in left.items():
            follow([*dealt, card], weight * Fraction(count, left.total()))

    follow([], Fraction(1))
    gone = [card for card in FRENCH.cards for _ in range(6 - shoe[FRENCH.show(card)])]
    rows = game(NAME).odds(game(NAME).rules(EX), Composition.full(6).less(gone))
    edges = {row.bet: row.figures.edge for row in rows if row.setting in ({"zero": "mitad"}, {"prima": "casa"})}
    assert {name: -net for name, net in worth.items() if name != "insured"} == {bet: edges[bet] for bet in CHANCES}
    assert -worth["insured"] == edges["negro"] + edges["seguro"] / 100
    assert edges["color"] != edges["inverso"]


def test_odds_refuse_a_shoe_of_other_cards() -> None:
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(game(NAME).rules(EX), Composition.full(2, SPANISH))


def test_best_play_at_31_is_to_take_half() -> None:
    """To be in prison is to be freed as often as lost, but for the next 31: it is worth less than half."""
    session = sit(NAME, EX)
    table = deal(session, "31", ("ana", "rojo", "40"))
    best, other = advised(table)
    assert (best.option, best.value) == ("mitad", -0.5)
    assert other.option == "prision"
    assert -0.52 < other.value < -0.5
    choose(table, "ana", "prision")
    best, other = advised(deal(session, "31"))
    assert (best.option, best.value) == ("mitad", -0.75)
    assert -0.76 < other.value < -0.75
    assert advised(sit(NAME, EX).open()) == []


def shares(left: Counter[int], most: int) -> dict[str, Fraction]:
    """How a coup from these cards by their points ends if at most so many may be dealt: every order of two rows."""
    found = dict.fromkeys(("31", "null", "negro", "rojo"), Fraction(0))

    def follow(rows: tuple[int, int], row: int, dealt: int, weight: Fraction) -> None:
        if rows[row] > 30:
            if row == 0:
                follow(rows, 1, dealt, weight)
            else:
                ended = "null" if rows[0] == rows[1] else "negro" if rows[0] < rows[1] else "rojo"
                found["31" if rows == (31, 31) else ended] += weight
            return
        if dealt == most:
            found["null"] += weight
            return
        total = left.total()
        for points, count in list(left.items()):
            if count:
                left[points] -= 1
                more = (rows[0] + points, rows[1]) if row == 0 else (rows[0], rows[1] + points)
                follow(more, row, dealt + 1, weight * Fraction(count, total))
                left[points] += 1

    follow((0, 0), 0, 0, Fraction(1))
    return found


@pytest.mark.parametrize(
    "left", ["10s 10s 10s 10s 10s 10s Ah Ah Ah Ah 9h 9h 9h", "10s 10s 10s 10s 10h 10h Ac Ac Ah 9h 8h 8h Kd Kd"]
)
def test_at_31_prison_is_worth_what_the_cards_left_make_it(left: str) -> None:
    """Freed with a win, lost, halved at another 31, and met by nothing again: with many aces another 31 is near."""
    session = sit(NAME, EX)
    session.carry = {"shoe": {"seen": all_but(f"{left} {ENDS['31']}")}}
    table = deal(session, "31", ("ana", "rojo", "40"))
    points = Counter({"A": 1, "K": 10}.get(card[:-1]) or int(card[:-1]) for card in left.split())
    found = shares(points, len(left.split()) - 5)
    stays, again = 1 - found["null"], found["31"]
    prison = max((found["rojo"] + again / 4) / stays, found["rojo"] / (stays - again / 2))
    worth = {item.option: item.value for item in advised(table)}
    assert worth == {"mitad": -0.5, "prision": pytest.approx(float(prison) - 1)}


# The triangle: procedure, odds and loop agree

OUTCOMES = ["negro color", "negro inverso", "rojo color", "rojo inverso", "nulo", "31"]


def test_the_procedure_and_the_loop_end_shuffled_shoes_alike() -> None:
    """Whole shoes through both: the same coups, the same ends, the same red card."""
    rules = game(NAME).rules(EX)
    source = random.Random(1)
    for _ in range(3):
        order = [card for card in FRENCH.cards for _ in range(6)]
        source.shuffle(order)
        found = np.empty(100, np.uint8)
        have = deal_shoe(coded(rules, order[:307]), found, 0)
        session = sit(NAME, EX)
        at, ends = 0, []
        while True:
            table = session.open()
            close(table)
            first = at
            while not table.finished:
                table.fell(FRENCH.show(order[at]))
                at += 1
            said = table.said()[-1]
            if said.startswith("Carta roja"):
                break
            ends.append(said)
            assert coup(rules, order[first:at]) == found[len(ends) - 1]
        assert at == 307
        assert len(ends) == have
        for said, end in zip(ends, found[:have].tolist(), strict=True):
            words = {"nulo": "juego nulo", "31": "treinta y uno"}.get(OUTCOMES[end])
            winner, _, second = OUTCOMES[end].partition(" ")
            assert words in said if words else f": {winner} " in said and f" {second} ganan" in said


def test_cards_that_do_not_make_a_coup_are_refused() -> None:
    rules = game(NAME).rules(EX)
    for text in ("", "10s Js Qs", "10s Js Qs As", "10s Js Qs As Ks Kd Kh"):
        with pytest.raises(TapeteError, match="do not make a coup"):
            coup(rules, FRENCH.parse(text) if text else ())


def evening(options: dict[str, str], stakes: dict[str, int], drawn: list[int], length: int) -> int:
    """What Ana wins at the table, every coup from a whole shoe."""
    session = sit(NAME, EX, chips={"ana": 10**8}, options=options)
    falls = [functools.partial(cards, text=ENDS[OUTCOMES[end]]) for end in drawn]
    played = []
    for round in prison_evening(session, options["zero"], stakes, falls, length):
        played.append(round)
        round.carry = Carry()
    return gained(played[-1])


@pytest.mark.parametrize("policy", ["mitad", "prision", "prision-mitad"])
@pytest.mark.parametrize("prima", ["casa", "vuelve-con-31", "vuelve-con-empate"])
@pytest.mark.parametrize("cents", [500, 1500])
def test_the_procedure_pays_what_the_loop_pays(policy: str, prima: str, cents: int) -> None:
    """The same ends, with many 31s and null coups among them, through both; red is insured."""
    rules = game(NAME).rules(EX)
    options = {"zero": policy, "prima": prima}
    stakes = {**dict.fromkeys(CHANCES, cents), "seguro:rojo": cents // 100}
    program = game(NAME).program(rules, standard(rules, options=options), stakes)
    source = random.Random(f"{policy} {prima} {cents}")
    length = 60
    drawn = [source.choice((4, 5)) if source.random() < 0.5 else source.randrange(4) for _ in range(length + PLAYOUT)]
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    play(np.array(drawn, np.uint8), *program.arrays, length, 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    assert evening(options, stakes, drawn, length) == results[0]


@pytest.mark.parametrize("policy", ["mitad", "prision", "prision-mitad"])
def test_the_loop_agrees_with_the_exact_odds(policy: str) -> None:
    rules = game(NAME).rules(EX)
    table = standard(rules, options={"zero": policy})
    exact = {row.bet: row.figures for row in game(NAME).odds(rules) if row.setting.items() <= table.options.items()}
    for stakes in (dict.fromkeys(CHANCES, 64_000), {"seguro:color": 64_000}):
        for bet in simulate(game(NAME).program(rules, table, stakes), 2_000_000, seed=7, length=1000).bets:
            figures = exact[bet.bet.partition(":")[0]]
            assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet
            assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
            assert abs(bet.push - float(figures.push)) < 4 * (float(figures.push) / bet.made) ** 0.5 + 1e-9, bet
            assert bet.rounds == pytest.approx(float(figures.rounds), abs=1e-3)


def test_the_loop_refuses_what_the_felt_does_not_take() -> None:
    rules = game(NAME).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'par'"):
        game(NAME).program(rules, standard(rules), {"par": 500})
    with pytest.raises(TapeteError, match=r"0\.05 insures the stake on rojo, not 0\.10"):
        game(NAME).program(rules, standard(rules), {"rojo": 500, "seguro:rojo": 10})


@everywhere
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_open_can_be_done_and_no_chip_is_lost(region: str, seed: int) -> None:
    """Random people do random things that the table says are open; the transcript replays to the byte."""
    source = random.Random(seed)
    session = sit(NAME, region, chips={"ana": 50_000, "luis": 50_000, "eva": 50_000})
    for _ in range(8):
        table = session.open()
        for _ in range(25):
            who = source.choice(["ana", "luis", "eva"])
            assert table.pending
            acts = table.pending.open(who)  # type: ignore[attr-defined]
            if acts:
                item = source.choice(acts)
                do, on, amounts = item.do, item.on, item.amounts
                steps = (amounts.hi - amounts.lo) // amounts.step if amounts else 0
                cents = amounts.lo + amounts.step * source.randrange(min(steps, 30) + 1) if amounts else 0
                table.act(who, Act(do, on, cents))
        close(table)
        cards(table, ENDS["31"] if source.random() < 0.5 else ENDS[source.choice(OUTCOMES)])
        while isinstance(table.pending, Choose):
            choose(table, table.pending.actor, source.choice(["mitad", "prision"]))
        assert total(table) == 150_000
        assert replay(table.play, table.rules, table.log).lines() == table.lines()
