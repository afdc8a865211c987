"""Coups of the baccarats between players, ended and paid again from the cards and the texts alone."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.errors import IllegalAction
from tapete.games import game
from tests.helpers import EVERYTHING
from tests.robot import may_close, step

PEOPLE = ("ana", "luis", "eva", "teo", "noa", "ivo", "uma")
PURSE = 500_000
EVENINGS, COUPS, INPUTS = (40, 60, 400) if EVERYTHING else (4, 40, 400)
# 2.1.A.5.1.p and 08.V (the whole rate if nothing is chosen), 2.1.B.5.11 and 09.V.3
RATES = {"limitada": Fraction(2, 100), "libre": Fraction(125, 10_000)}
CHEMIN, CLOTHS = "chemin-de-fer", "bacara-dos-panos"


def points(round: Round, place: str) -> tuple[int, bool]:
    """What the cards in a place count, whoever has seen them, and whether two of them make a natural."""
    order = round._order()
    assert order is not None
    ranks = [order.opening(slot)[0][:-1] for slot in round.cards.get(place, [])]
    total = sum(int({"A": "1", "J": "10", "Q": "10", "K": "10"}.get(rank, rank)) for rank in ranks) % 10
    return total, len(ranks) == 2 and total in (8, 9)


def coups(name: str, region: str, source: random.Random) -> Iterator[tuple[Round, dict[str, str]]]:
    """An evening of random words and stakes, nobody's chips ever used up."""
    rules: Any = game(name).rules(region)
    options = {option: source.choice(rule.values) for option, rule in rules.options.items()}
    players = PEOPLE[: source.randint(5, len(PEOPLE))]
    settings, purses = standard(rules, 1000, options), dict.fromkeys(players, PURSE)
    session = Session(game(name).play, rules, settings, purses, seeds=lambda: source.randbytes(32))
    for _ in range(COUPS):
        if session.round is not None:
            session._take_over(session.round)
            session.round = None
            session.places.update({f"chips/{who}": PURSE for who in players})
        try:
            round = session.open()
        except IllegalAction:  # the last coups were announced, and are played
            return
        for _ in range(INPUTS):
            if not round.finished and may_close(round.pending) and source.random() < 0.1:
                round.act("croupier", Act("close"))
            elif not round.finished:
                step(source, round)
        assert round.finished
        yield round, options


def ends(round: Round) -> list[tuple[str, ...]]:
    """How the coup ended, as it was called."""
    calls = ("result", "tie", "null")
    return [(e.call, *e.args) for e in round.log if isinstance(e, Announce) and e.call in calls]


def wrong(round: Round) -> bool:
    """Whether somebody's word was against the rules, so that more than points may decide."""
    return any(isinstance(entry, Announce) and entry.call == "wrong" for entry in round.log)


def moved(round: Round, src: str, dst: str, article: str = "") -> int:
    """The chips that went from places to places."""
    moves = [entry for entry in round.log if isinstance(entry, Move)]
    return sum(
        move.cents
        for move in moves
        if move.src.startswith(src) and move.dst.startswith(dst) and article in ("", move.article)
    )


def taken(won: int, rate: Fraction, round: Round, options: dict[str, str]) -> int:
    """The house's part of what the banker won, cut to the cent or to the chip."""
    unit = round.header.settings.chip if options["redondeo"] == "ficha" else 1
    return int(max(0, won) * rate) // unit * unit


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_2_1_a_6_and_5_1_p_and_pv_08_vi_and_v_15_points_decide_and_the_house_has_its_part(region: str) -> None:
    ended: Counter[str] = Counter()
    for seed in range(EVENINGS):
        for round, options in coups(CHEMIN, region, random.Random(seed)):
            lost, cut = moved(round, "felt/", "banca/"), moved(round, "banca/", "commission")
            for call, *told in ends(round):
                (punto, _), (banker, _) = points(round, "punto"), points(round, "banca")
                by_points = "tie" if punto == banker else "punto" if punto > banker else "banca"
                winner = told[0] if call == "result" else call
                assert call == "null" or winner == by_points or wrong(round)
                assert (lost > 0) == (winner == "banca")
                ended[winner] += 1
            assert cut == taken(lost, Fraction(options.get("deduccion", "5")) / 100, round, options)
    assert min(ended[winner] for winner in ("tie", "punto", "banca")) > 0


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_2_1_b_6_d_and_7_5_and_pv_09_vi_and_vii_each_cloth_is_paid_and_the_house_has_its_part_of_both(
    region: str,
) -> None:
    ended: Counter[str] = Counter()
    for seed in range(EVENINGS):
        for round, options in coups(CLOTHS, region, random.Random(seed)):
            article = round.rules.settlement.article
            won = moved(round, "felt/", "banca/") - moved(round, "banca/", "", article)
            assert moved(round, "banca/", "commission") == taken(won, RATES[options["modalidad"]], round, options)
            for call, cloth, *told in ends(round):
                (one, shown), (other, over) = points(round, cloth), points(round, "banca")
                better = cloth if (shown, one) > (over, other) else "banca"
                winner = told[-1] if call == "result" else call
                tied = (shown, one) == (over, other)
                assert call == "null" or wrong(round) or winner == ("tie" if tied else better)
                ended["cloth" if winner == cloth else winner] += 1
    assert min(ended[winner] for winner in ("tie", "cloth", "banca")) > 0
