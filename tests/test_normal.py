"""Was tonight normal? Stakes beside their exact odds: by hand, enumerated through the procedure, and over evenings."""

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import update

from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.floor.expectation import EXACT, MOST, SHOE, Reckoned, reckon
from tapete.floor.hindsight import bets
from tapete.floor.normal import Choice, Tally
from tapete.floor.roles import Forbidden
from tapete.floor.schema import reckonings
from tapete.games import game
from tapete.odds.evening import apart, together
from tests.casino import Casino
from tests.helpers import choose, close, sit, stake
from tests.test_cli import run


def of(round: Round) -> Reckoned:
    return reckon(round.log, round.rules)


def ball(session: Session, fell: str, *bets: tuple[str, str], leaves: str = "mitad") -> Round:
    """A ball on which Ana stakes."""
    round = session.open()
    for spot, amount in bets:
        stake(round, "ana", spot, amount)
    close(round)
    round.fell(fell)
    while isinstance(round.pending, Choose):
        choose(round, "ana", leaves)
    return round


def test_a_pleno_and_a_colour_by_hand() -> None:
    """36 times the stake comes back in one pocket of 37: edge 1/37, variance 36² · 36 / 37². Red loses half at zero."""
    pleno = of(ball(sit("ruleta-americana", "extremadura"), "17", ("pleno:17", "10")))
    assert pleno.expected == pytest.approx(1000 / 37)
    assert pleno.variance == pytest.approx(1000**2 * 36**2 * 36 / 37**2)
    assert (pleno.staked, pleno.won, pleno.basis) == (1000, -35_000, EXACT)
    red = of(ball(sit("ruleta-francesa", "extremadura"), "2", ("rojo", "10")))
    assert red.expected == pytest.approx(1000 / 74)
    assert red.variance == pytest.approx(1000**2 * (36 + Fraction(1, 4)) / 37 - (Fraction(1000, 74)) ** 2)
    assert red.won == 1000


def test_red_and_black_together_leave_only_the_zero_to_chance() -> None:
    """Counted apart their variance would be near two stakes' squared; together it is that of the zero alone."""
    both = of(ball(sit("ruleta-francesa", "extremadura"), "2", ("rojo", "10"), ("negro", "10")))
    assert both.expected == pytest.approx(1000 / 37)
    assert both.variance == pytest.approx(1000**2 * 36 / 37**2)
    assert both.won == 0


def test_a_prisoner_counts_as_the_half_that_it_may_be_had_for() -> None:
    """In prison red brings the house half a stake in 18 pockets, costs it half in 18, and a quarter comes at a zero."""
    session = sit("ruleta-francesa", "extremadura")
    assert of(ball(session, "0", ("rojo", "20"), leaves="prision")).won == 1000
    freed = of(ball(session, "1"))
    assert freed.expected == pytest.approx(2000 / 4 / 37)
    assert freed.variance == pytest.approx(2000**2 * (36 * Fraction(1, 4) + Fraction(1, 16)) / 37 - (500 / 37) ** 2)
    assert (freed.won, freed.staked) == (-1000, 0)
    halved = sit("ruleta-francesa", "extremadura")
    ball(halved, "0", ("rojo", "20"), leaves="prision")
    assert of(ball(halved, "0", leaves="prision")).won == 500
    assert of(ball(halved, "0", leaves="mitad")).won == 250


def moments(rounds: list[tuple[int, Reckoned]]) -> tuple[Fraction, Fraction]:
    """Mean and variance of what rounds brought, each with its weight."""
    whole = sum(weight for weight, _ in rounds)
    mean = sum((weight * Fraction(found.won) for weight, found in rounds), Fraction(0)) / whole
    square = sum((weight * Fraction(found.won) ** 2 for weight, found in rounds), Fraction(0)) / whole
    return mean, square - mean**2


def assert_as_enumerated(rounds: list[tuple[int, Reckoned]]) -> None:
    mean, variance = moments(rounds)
    for _, found in rounds:
        assert found.expected == pytest.approx(float(mean))
        assert found.variance == pytest.approx(float(variance))


@pytest.mark.parametrize("leaves", ["mitad", "prision"])
def test_every_pocket_through_the_procedure_has_the_mean_and_variance_that_were_told(leaves: str) -> None:
    rules = game("ruleta-francesa").rules("extremadura")
    bets = (("rojo", "10"), ("par", "20"), ("pleno:17", "5"), ("docena:2", "10"), ("caballo:0-1", "10"))
    found = []
    for pocket in rules.equipment.cylinder.order:
        session = sit("ruleta-francesa", "extremadura")
        ball(session, "0", ("rojo", "20"), leaves="prision")
        found.append((1, of(ball(session, pocket, *bets, leaves=leaves))))
    assert_as_enumerated(found)


@pytest.mark.parametrize("first", [[1, 3], [3, 4], [4, 2]])
def test_every_throw_through_the_procedure_at_a_point_and_without_one(first: list[int]) -> None:
    found = []
    for dice in itertools.product(range(1, 7), repeat=2):
        session = sit("dados", "extremadura")
        opening = session.open()
        stake(opening, "ana", "win", "10")
        close(opening)
        opening.fell(first)
        round = session.open()
        for spot in ("field", "come", "dont-come", "win") if opening.carried.get("point") else ("win", "field"):
            stake(round, "ana", spot, "20") if not round.places.get(f"felt/ana/{spot}") else None
        close(round)
        round.fell(list(dice))
        found.append((1, of(round)))
    assert_as_enumerated(found)


@pytest.mark.parametrize(
    ("name", "bets"),
    [
        ("bola", (("rojo", "10"), ("numero-entero:5", "10"))),
        ("ruleta-fortuna", (("24", "10"), ("2", "20"))),
    ],
)
def test_every_number_of_a_wheel_through_the_procedure(name: str, bets: tuple[tuple[str, str], ...]) -> None:
    pockets = Counter(game(name).rules("extremadura").pockets)
    found = [(weight, of(ball(sit(name, "extremadura"), pocket, *bets))) for pocket, weight in sorted(pockets.items())]
    assert_as_enumerated(found)


def test_a_throw_of_three_dice_that_decides_nothing_is_expected_too() -> None:
    ways = Counter(sum(dice) for dice in itertools.product(range(1, 7), repeat=3))
    found = []
    for total, weight in ways.items():
        round = sit("banca-francesa", "extremadura").open()
        stake(round, "ana", "grande", "10")
        close(round)
        dice = next(list(d) for d in itertools.product(range(1, 7), repeat=3) if sum(d) == total)
        round.fell(dice)
        found.append((weight, of(round)))
    assert_as_enumerated(found)


def test_bets_that_are_known_one_by_one_add_their_deviations_at_most() -> None:
    """Whatever they have to do with one another: 10² + 5² apart, (10 + 5)² when they win and lose as one."""
    found = apart([(10, Fraction(1, 10), Fraction(1)), (5, Fraction(1, 5), Fraction(1))])
    assert (found.mean, found.exact) == (2, False)
    assert found.variance == pytest.approx(225)
    rules = game("punto-banca").rules("extremadura")
    fates = game("punto-banca").fates(rules, sit("punto-banca", "extremadura").settings, {})
    assert fates is not None
    joint = together(fates, {"felt/punto": 1000, "felt/empate": 1000})
    rows = {row.bet: row.figures for row in game("punto-banca").odds(rules)}
    most = apart((1000, rows[bet].edge, rows[bet].variance) for bet in ("punto", "empate"))
    assert joint.mean == most.mean
    assert joint.variance < most.variance


def evening(name: str, seed: int, rounds: int, bets: Callable[[Round, random.Random], None]) -> list[Reckoned]:
    session, chooses = sit(name, "extremadura", physical=False, seed=seed, chips={"ana": 10**8}), random.Random(seed)
    found = []
    for _ in range(rounds):
        round = session.open()
        bets(round, chooses)
        close(round)
        while not round.finished:
            pending = round.pending
            assert isinstance(pending, Choose), pending
            choose(round, "ana", chooses.choice(pending.options))
        found.append(of(round))
    return found


def wheel(round: Round, chooses: random.Random) -> None:
    for place in [path for path, cents in round.places.items() if cents and path.startswith("felt/")]:
        round.act("ana", Act("withdraw", place.split("/", 2)[2]))
    for spot in chooses.sample(("rojo", "par", "falta", "pleno:7", "docena:1"), 3):
        stake(round, "ana", spot, chooses.choice(("10", "20")))


def dice(round: Round, chooses: random.Random) -> None:
    if not round.header.carry.get("point") and not round.places.get("felt/ana/win"):
        stake(round, "ana", "win", chooses.choice(("10", "20")))
    elif round.header.carry.get("point") and not round.places.get("felt/ana/come"):
        stake(round, "ana", "come", "10")


@pytest.mark.parametrize(("name", "bets"), [("ruleta-francesa", wheel), ("dados", dice)])
def test_evenings_lie_as_far_apart_as_chance_has_it(name: str, bets: Callable[[Round, random.Random], None]) -> None:
    """Twelve evenings of sixty, nearly normal: the sum of their squared deviations is chi-square with twelve degrees
    of freedom, between 3.074 and 28.300 in 99 of 100 cases, their mean within 2.576. Seeds are fixed."""
    evenings = [evening(name, seed, 60, bets) for seed in range(12)]
    scores = []
    for rounds in evenings:
        assert all(found.why == "" and found.basis == EXACT for found in rounds)
        apart = sum(found.won - found.expected for found in rounds)
        scores.append(apart / math.sqrt(sum(found.variance for found in rounds)))
    assert abs(sum(scores)) / math.sqrt(len(scores)) < 2.576
    assert 3.074 < sum(score**2 for score in scores) < 28.300


Law = dict[int, Fraction]  # what a round brings the house, each with its probability
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def brings(pocket: int, spot: str, cents: int) -> int:
    """What a stake brings the house at the wheel of one zero, half of a simple chance at zero: 35, 2 and 1 for one."""
    if spot == "pleno:7":
        return -35 * cents if pocket == 7 else cents
    if spot == "docena:1":
        return -2 * cents if 1 <= pocket <= 12 else cents
    if pocket == 0:
        return cents // 2
    wins = {"rojo": pocket in RED, "par": pocket % 2 == 0, "falta": pocket <= 18}[spot]
    return -cents if wins else cents


def law_of_the_wheel(round: Round) -> Law:
    """Counted by hand over the 37 pockets."""
    lying = [(path.split("/", 2)[2], cents) for path, cents in round.places.items() if cents and "felt/" in path]
    totals = Counter(sum(brings(pocket, *stake) for stake in lying) for pocket in range(37))
    return {total: Fraction(count, 37) for total, count in totals.items()}


def law_of_the_dice(round: Round) -> Law:
    """Every throw through the procedure; of throws that come to the same, one is thrown."""
    found: Law = {}
    for total in range(2, 13):
        copy = round.copy()
        copy.fell([max(1, total - 6), total - max(1, total - 6)])
        won = round_to_cents(of(copy).won)
        found[won] = found.get(won, Fraction(0)) + Fraction(6 - abs(total - 7), 36)
    return found


def round_to_cents(won: float) -> int:
    assert won == int(won)
    return int(won)


def kolmogorov(values: list[float]) -> float:
    """How far values lie from evenly between 0 and 1, in units of which one test in a hundred finds 1.63 or more."""
    ordered, n = sorted(values), len(values)
    return math.sqrt(n) * max(max((i + 1) / n - value, value - i / n) for i, value in enumerate(ordered))


@pytest.mark.parametrize(
    ("name", "bets", "law", "falls"),
    [
        ("ruleta-francesa", wheel, law_of_the_wheel, lambda source: str(source.randrange(37))),
        ("dados", dice, law_of_the_dice, lambda source: [source.randint(1, 6), source.randint(1, 6)]),
    ],
)
def test_rounds_fall_as_their_exact_distribution_has_it(
    name: str,
    bets: Callable[[Round, random.Random], None],
    law: Callable[[Round], Law],
    falls: Callable[[random.Random], object],
) -> None:
    """Of each round the exact mean and variance; and where each fell in its own distribution, the place between equals
    drawn by lot, is spread evenly: Kolmogorov's distance at the level of one in a hundred. Seeds are fixed."""
    session, source, places = sit(name, "extremadura", chips={"ana": 10**8}), random.Random(2), []
    known: dict[tuple[object, ...], Law] = {}
    for _ in range(240):
        round = session.open()
        bets(round, source)
        close(round)
        state = (round.header.carry.get("point"), *sorted(item for item in round.places.items() if "felt/" in item[0]))
        due = known[state] if state in known else known.setdefault(state, law(round))
        round.fell(falls(source))
        while isinstance(round.pending, Choose):
            choose(round, "ana", "mitad")
        found = of(round)
        mean = sum(won * chance for won, chance in due.items())
        assert found.expected == pytest.approx(float(mean))
        assert found.variance == pytest.approx(float(sum(won**2 * chance for won, chance in due.items()) - mean**2))
        below = sum(chance for won, chance in due.items() if won < found.won)
        places.append(float(below) + float(due[round_to_cents(found.won)]) * source.random())
    assert kolmogorov(places) < 1.63


def test_where_there_are_no_odds_that_is_said() -> None:
    hand = sit("holdem", "extremadura", physical=False, seed=1)
    round = hand.open()
    assert reckon(round.log, round.rules).why == "players"


def test_blackjack_is_by_best_play_and_says_that_the_variance_is_a_bound() -> None:
    session = sit("blackjack", "extremadura")
    round = session.open()
    stake(round, "ana", "casilla:1", "10")
    stake(round, "luis", "casilla:2", "20")
    log = [*round.log]
    rules = round.rules
    rows = {
        row.bet: row for row in game("blackjack").odds(rules) if row.setting.items() <= session.settings.options.items()
    }
    close(round)
    round.fell("Kh")
    found = reckon(round.log, rules)
    assert reckon(log, rules).staked == 0  # nothing is at risk before a card is dealt
    assert found.basis == MOST
    assert found.expected == pytest.approx(3000 * float(rows["casilla"].figures.edge))
    assert found.variance == pytest.approx(3000**2 * float(rows["casilla"].figures.variance))


def test_ex_1_11_7_1_a_card_that_is_burnt_before_the_stakes_decides_nothing() -> None:
    """Six packs: the bank wins 0.458653 of coups, at 19 to 20, and the punto 0.446279 (Wizard of Odds, baccarat)."""
    round = sit("punto-banca", "extremadura", physical=False).open()
    while isinstance(round.pending, Choose):
        choose(round, "croupier", round.pending.options[0])
    stake(round, "ana", "banca", "100")
    stake(round, "luis", "punto", "50")
    close(round)
    bank, punto, found = 0.458653, 0.446279, of(round)
    mean = punto * 5000 - bank * 4500
    assert found.staked == 15_000
    assert found.expected == pytest.approx(mean, abs=0.1)
    assert found.variance == pytest.approx(punto * 5000**2 + bank * 4500**2 - mean**2, rel=1e-4)


# The accumulated bet: a fifth of 2.50 is in its pot when the cards come. Of 312 cards 24 are sevens, six of each suit.

SUITED = Fraction(24 * 5 * 4, 312 * 311 * 310)
SEVENS = {"acumulada": "si", "bote": "20", "distribuidor": "automatico"}
SEVENS_RULES = game("blackjack").rules("pais-vasco")
SEVENS_EDGE = 1 - sum(
    Fraction(ways * (1 + pays), 312 * 311 * 310)
    for ways, pays in (
        (24 * 288 * 310, 2),
        (24 * 18 * 288, 10),
        (24 * 5 * 288, 50),
        (24 * 23 * 22 - 24 * 5 * 4, 200),
        (24 * 5 * 4, 2000),
    )
)


def staked_on_sevens(pot: int, *who: str) -> Round:
    """A round up to its first card in which players stake on one square's accumulated bet."""
    session = sit("blackjack", "pais-vasco", options=standard(SEVENS_RULES, options=SEVENS).options)
    session.places["meter/acumulada"] = pot
    round = session.open()
    round.act("ana", Act("admit", "luis@ana"))
    for player in who:
        stake(round, player, "casilla:1", "5")
        stake(round, player, "acumulada:1", "2.50")
    close(round)
    round.fell("Kh")
    return round


@pytest.mark.parametrize(("pot", "beyond"), [(10_000, 0), (499_950, 0), (900_000, 400_050)])
def test_pv_03_v_1_f_9_the_accumulated_bet_is_priced_by_its_pot_as_it_stood(pot: int, beyond: int) -> None:
    """What the pot has beyond 2,000 times the stake, 5,000 euros, is the player's with three sevens of a suit."""
    fixed, found = of(staked_on_sevens(0, "ana")), of(staked_on_sevens(pot, "ana"))
    assert (found.why, found.basis) == ("", MOST)
    assert found.expected - fixed.expected == pytest.approx(-beyond * float(SUITED))
    assert (found.variance > fixed.variance) == (beyond > 0)
    (cost,) = (
        bet.cost for bet in bets(staked_on_sevens(pot, "ana").log, SEVENS_RULES, "ana") if bet.bet == "acumulada"
    )
    assert cost == pytest.approx(250 * float(SEVENS_EDGE) - beyond * float(SUITED))


def test_pv_03_v_1_f_9_of_two_stakes_on_a_square_one_takes_the_pot() -> None:
    """Whoever is paid second has 2,000 times the stake; the second fifth of 2.50 is in the pot too."""
    fixed, found = (of(staked_on_sevens(pot, "ana", "luis")) for pot in (0, 900_000))
    assert found.expected - fixed.expected == pytest.approx(-400_100 * float(SUITED))


PROGRESSIVE = Fraction(4 * 100 + 36 * 10 + 624 * 5, 100 * 2_598_960)  # of what has accumulated, by all hands of five


def staked_on_progressive(*more: tuple[str, str]) -> Round:
    """A hand of poker without a change that is passed, the progressive beside the first stake or not."""
    rules = game("poker-sin-descarte").rules("pais-vasco")
    options = standard(rules, options={"progresivo": "si"}).options
    round = sit("poker-sin-descarte", "pais-vasco", options=options, physical=False).open()
    for spot, amount in (("inicial:1", "5"), *more):
        stake(round, "ana", spot, amount)
    close(round)
    choose(round, "ana", "pasar")
    return round


def test_pv_11_vi_1_the_progressive_is_priced_by_what_had_accumulated() -> None:
    """4 royal flushes win all of it, 36 straight flushes a tenth, 624 fours of a kind a twentieth; its stake too."""
    alone, round = of(staked_on_progressive()), staked_on_progressive(("progresivo:1", "2.50"))
    assert of(round).why == "depends progresivo"
    for stood in (0, 1_000_000):
        found = reckon(round.log, round.rules, {"meter/progresivo": stood})
        assert (found.staked, found.won, found.why) == (750, 750, "")
        assert found.expected - alone.expected == pytest.approx(250 - (stood + 250) * float(PROGRESSIVE))


@pytest.mark.parametrize("stood", [300_000, 900_000])
def test_pv_12_viii_8_1_b_a_jackpot_that_grows_is_priced_as_it_stood(stood: int) -> None:
    """Prizes are parts of it: what a fixed one of 2,000 stakes brings back goes in proportion."""
    found = game("poker-con-descarte")
    rules = found.rules("pais-vasco")
    (fixed,) = (row for row in found.odds(rules) if row.setting == {"jackpot": "fijo", "premios-con-descarte": "no"})

    def played(**cents: str) -> Round:
        options = standard(rules, options={"jackpot": "progresivo-manual", "jackpot-aumento": "50"}).options
        session = sit("poker-con-descarte", "pais-vasco", options=options, physical=False)
        session.places["meter/jackpot"] = stood
        round = session.open()
        for spot, amount in cents.items():
            stake(round, "ana", spot, amount)
        close(round)
        choose(round, "ana", "pasar")
        return round

    with_it, alone = of(played(inicial="5", jackpot="2.50")), of(played(inicial="5"))
    back = float(1 - fixed.figures.edge) / 2000
    assert (with_it.why, alone.why) == ("", "")
    assert with_it.expected - alone.expected == pytest.approx(250 - stood * back)


# In the casino


def test_pv_11_vi_1_the_books_know_what_the_progressive_stood_at(casino: Casino) -> None:
    """Each hand that loses leaves 2.50 in it: the second was played for twice as much as the first."""
    found = casino.table("poker-sin-descarte", "pais-vasco", options={"progresivo": "si"})
    for _ in range(2):
        casino.floor.rounds.open_round(found, casino.people["carla"], casino.key())
        for spot, cents in (("inicial:1", 500), ("progresivo:1", 250)):
            casino.act("ana", found, "stake", spot, cents)
        casino.act("carla", found, "close")
        casino.act("ana", found, "choose", "pasar")
    casino.floor.normal.catch_up()
    (tally,) = casino.floor.normal.tables().values()
    alone = of(staked_on_progressive()).expected
    assert (tally.rounds, tally.priced, tally.staked, tally.won) == (2, 2, 1500, 1500)
    assert tally.expected == pytest.approx(2 * alone + 500 - 750 * float(PROGRESSIVE))


def spin(casino: Casino, table: str, fell: str, bet: str = "pleno:17") -> None:
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    casino.act("ana", table, "stake", bet, 1000)
    casino.act("carla", table, "close")
    assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": fell}).status_code == 200


@pytest.fixture
def table(casino: Casino) -> str:
    """An American roulette at which 17 fell once and 3 twice, with 10 euros on 17 each time."""
    found = casino.table("ruleta-americana", "extremadura", physical=True)
    for fell in ("3", "17", "3"):
        spin(casino, found, fell)
    return found


def test_a_table_s_tally_is_the_sum_of_its_rounds_and_comes_from_one_query(casino: Casino, table: str) -> None:
    """After a win the stake stays, so 10, 10 and 20 euros lay on 17; two balls bring 30, one costs 350."""
    assert casino.floor.normal.tables() == {}
    assert casino.floor.normal.catch_up()
    (found,) = casino.floor.normal.tables().values()
    assert (found.key, found.rounds, found.staked, found.won) == (table, 3, 4000, 1000 - 35_000 + 2000)
    assert found.expected == pytest.approx(4000 / 37)
    assert found.variance == pytest.approx((1 + 1 + 4) * 1000**2 * 36**3 / 37**2)
    assert found.deviations == pytest.approx((-32_000 - 4000 / 37) / math.sqrt(found.variance))
    assert found.basis == EXACT
    casino.floor.normal.catch_up()
    assert casino.floor.normal.tables()[table] == found


def test_by_game_croupier_and_day_and_what_was_chosen(casino: Casino, table: str) -> None:
    normal, rosa = casino.floor.normal, casino.people["rosa"]
    normal.catch_up()
    today = int(datetime.now(UTC).timestamp() // 86400)
    keys = {group: [tally.key for tally in normal.by(rosa, group, Choice())] for group in ("game", "croupier", "day")}
    assert keys == {"game": ["ruleta-americana"], "croupier": ["carla"], "day": [str(today)]}
    assert normal.by(rosa, "table", Choice(croupier="iker")) == []
    assert normal.by(rosa, "table", Choice(until=1)) == []
    (far,) = normal.furthest(Choice(table=table), limit=1)
    assert (far.number, far.won) == (2, -35_000)
    assert [step.difference for step in normal.chart(Choice())][-1] == pytest.approx(-32_000 - 4000 / 37)
    with pytest.raises(Forbidden, match="read the books"):
        normal.by(casino.people["carla"], "table", Choice())


def test_a_round_that_is_voided_afterwards_is_no_longer_told(casino: Casino, table: str) -> None:
    casino.floor.normal.catch_up()
    casino.floor.rounds.void(table, casino.people["iker"], "a wrong payment", casino.key())
    casino.floor.rounds.agree(table, casino.people["dora"], casino.key())
    assert casino.floor.normal.tables()[table].rounds == 2


def test_a_practice_is_not_told(casino: Casino) -> None:
    file = TableFile.model_validate({"game": "ruleta-americana", "region": "extremadura", "minimum": "5"})
    practice = casino.floor.tables.open_table(casino.people["ana"], file, True, "practice", practice=True).public_id
    casino.floor.seats.seat(casino.people["ana"], practice, 100_000, casino.key())
    casino.floor.rounds.open_round(practice, casino.people["ana"], casino.key())
    casino.act("ana", practice, "stake", "rojo", 1000)
    assert casino.post("ana", f"/api/v1/tables/{practice}/act", {"do": "close"}).status_code == 200
    assert casino.post("ana", f"/api/v1/tables/{practice}/fell", {"value": "3"}).status_code == 200
    casino.floor.normal.catch_up()
    assert casino.floor.normal.tables() == {}


def test_an_alert_says_how_often_chance_goes_as_far() -> None:
    """Three deviations: at most one evening of nine whatever was bet, about 27 of 10,000 where many were alike."""
    found = Tally("", "", 10, 0, 0, 10, 30.0, 0.0, 100.0, EXACT)
    assert (found.deviations, found.alert) == (3.0, True)
    assert found.at_most == pytest.approx(1 / 9)
    assert found.about == pytest.approx(0.0027, abs=0.00005)
    assert not found._replace(compared=29.9).alert
    assert found._replace(variance=0.0).deviations is None
    assert SHOE > EXACT


def test_where_decisions_count_an_alert_for_the_house_says_that_weak_play_is_enough() -> None:
    assert Tally("", "", 10, 0, 0, 10, 30.0, 0.0, 100.0, MOST).weak_play
    assert not Tally("", "", 10, 0, 0, 10, -30.0, 0.0, 100.0, MOST).weak_play
    assert not Tally("", "", 10, 0, 0, 10, 30.0, 0.0, 100.0, SHOE).weak_play


def test_what_an_alert_rests_on_leaves_out_rounds_without_odds(casino: Casino, table: str) -> None:
    """Ten euros, ten that win and stay on 17, and ten more beside those; of the first no odds are known."""
    casino.floor.normal.catch_up()
    with casino.floor.db.write() as conn:
        conn.execute(update(reckonings).where(reckonings.c.number == 1).values(why="depends pleno"))
    (tally,) = casino.floor.normal.read("table", Choice())
    assert (tally.key, tally.rounds, tally.priced, tally.staked, tally.risked) == (table, 3, 2, 4000, 3000)


def test_the_page_shows_chart_alert_and_rounds_to_those_who_read_the_books(casino: Casino, table: str) -> None:
    """17 falls four times running, with stakes that stay: five of seven balls where one of 37 is to be expected."""
    for _ in range(4):
        spin(casino, table, "17")
    text = casino.get("rosa", "/books/normal").text
    assert "desviaciones típicas" in text
    assert "No prueba que algo fuera mal" in text
    assert '<polyline class="path"' in text
    assert f'href="/history/{table}/2"' in text
    assert casino.get("carla", "/books/normal").status_code == 403
    assert casino.get("rosa", "/books/normal?group=wheel").status_code == 400
    assert casino.get("rosa", "/books/normal?since=9999-12-31").status_code == 400
    assert "no terminó ninguna jugada" in casino.get("rosa", "/books/normal?since=1979-01-09").text
    told = casino.get("rosa", f"/api/v1/books/normal?group=croupier&table={table}").json()
    assert [(item["key"], item["rounds"], item["alert"]) for item in told["groups"]] == [("carla", 7, True)]
    rows = casino.get("rosa", "/books/normal.csv?group=game").text.splitlines()
    assert rows[1].startswith("ruleta-americana,extremadura,7,")


def test_the_command_tells_the_same(table: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/casino.db"
    found = run("books", "--database", database, "--normal", "table", "--json")
    assert found.returncode == 0, found.stderr
    (told,) = json.loads(found.stdout)
    assert (told["key"], told["rounds"], told["alert"]) == (table, 3, False)
    assert told["expected"] == pytest.approx(4000 / 37)
    refused = run("books", "--database", database, "--normal", "moon")
    assert (refused.returncode, "table, game, croupier or day" in refused.stderr) == (2, True)
