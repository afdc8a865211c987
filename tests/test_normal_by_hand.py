"""Was tonight normal? Counted again from transcripts as they are read by anybody, with odds from elsewhere."""

import csv
import json
import math
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import text, update

from tapete import i18n
from tapete.engine.requests import Act
from tapete.floor import Floor
from tapete.floor.schema import reckonings
from tapete.money import euros
from tests.casino import PEOPLE, Casino
from tests.test_blackjack_best import USUAL_CHART
from tests.test_cli import run

Entry = dict[str, Any]
PLAYERS = [name for name, role in PEOPLE.items() if role == "player"]


class Own(NamedTuple):
    """A round by the hand that counts here, in cents."""

    staked: int
    won: int
    expected: float = 0.0
    variance: float = 0.0


def played(casino: Casino, table: str, *stakes: tuple[str, str, int], prefer: tuple[str, ...] = ()) -> None:
    """A round in which these stakes are made, and whoever is asked prefers some answers to others."""
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    for who, spot, cents in stakes:
        assert casino.act(who, table, "stake", spot, cents).status_code == 200
    casino.act("carla", table, "close")
    while not (seen := rounds.look(table, people["iker"])).view or not seen.view.finished:
        for who in PLAYERS:
            items = rounds.look(table, people[who]).open
            if items:
                wanted = [item for name in prefer for item in items if name in (item.do, item.on)]
                item = (wanted or items)[0]
                cents = item.amounts[0] if item.amounts else 0
                rounds.act(table, people[who], Act(item.do, item.on, cents, item.slots[: item.least]), casino.key())
                break


def transcripts(casino: Casino, table: str) -> Iterator[list[Entry]]:
    """The rounds of a table, line by line as they are exported."""
    log: list[Entry] = []
    for line in b"".join(casino.floor.history.export(table, casino.people["rosa"])).splitlines():
        entry = json.loads(line)
        if entry["t"] == "round":
            log = [entry]
        elif entry["t"] != "edition":
            log.append(entry)
        if entry["t"] == "end":
            yield log


def laid(log: list[Entry]) -> tuple[dict[str, int], int]:
    """What each spot had been given when the first card came, and all that was ever put on the felt."""
    first: dict[str, int] = {}
    staked, dealt = 0, False
    for entry in log:
        dealt = dealt or entry["t"] == "down" or "fell" in entry
        if entry["t"] == "move" and entry["src"].startswith("chips/") and entry["dst"].startswith("felt/"):
            staked += entry["cents"]
            if not dealt:
                spot = entry["dst"].split("/")[2]
                first[spot] = first.get(spot, 0) + entry["cents"]
    return first, staked


def lost(log: list[Entry]) -> int:
    """What players have less at the end, in hand and on the felt."""
    theirs = ("chips/", "felt/")
    moves = (entry for entry in log if entry["t"] == "move")
    return sum(entry["cents"] * (entry["src"].startswith(theirs) - entry["dst"].startswith(theirs)) for entry in moves)


def plain(text: str) -> str:
    """What is read of a page, its spaces alike."""
    return unescape(text).replace("\xa0", " ").replace("\u202f", " ")


def told(casino: Casino, table: str, folder: Path) -> Entry:
    """What is told of a table, which is the same to the API's reader, in a file, on the page and by the command."""
    page = plain(casino.get("rosa", "/books/normal").text)
    (found,) = (group for group in casino.get("rosa", "/api/v1/books/normal").json()["groups"] if group["key"] == table)
    rows = csv.DictReader(casino.get("rosa", "/books/normal.csv").text.splitlines())
    (row,) = (row for row in rows if row["group"] == table)
    command = run("books", "--database", f"sqlite:///{folder}/casino.db", "--normal", "table", "--json")
    (printed,) = (one for one in json.loads(command.stdout) if one["key"] == table)
    assert {name: found[name] for name in printed} == printed
    amounts = {name: found[name] for name in ("staked", "won", "compared", "expected")}
    for name, cents in {**amounts, "deviation": math.sqrt(found["variance"])}.items():
        sign = -1 if row[name].startswith("-") else 1
        assert sign * euros(row[name].lstrip("-")) == round(cents), name
        with i18n.speaking("es"):
            said = plain(i18n.money(cents))
        assert said in page or not found["priced"], name
    result: Entry = found
    return result


def compared(found: Entry, rounds: list[Own], within: float) -> None:
    """Books beside the hand that counts here: chips to the cent, odds as near as they are published."""
    assert (found["rounds"], found["priced"]) == (len(rounds), len(rounds))
    assert (found["staked"], found["won"]) == (sum(one.staked for one in rounds), sum(one.won for one in rounds))
    expected, variance = sum(one.expected for one in rounds), sum(one.variance for one in rounds)
    assert found["expected"] == pytest.approx(expected, abs=within)
    assert found["variance"] == pytest.approx(variance, rel=0.01)
    apart = (found["won"] - expected) / math.sqrt(variance)
    assert found["deviations"] == pytest.approx(apart, rel=0.01, abs=0.01)


# Blackjack. Doubling with 9, 10 or 11 and after a split, pairs split as often as they come; six packs.

SIX_PACKS = [min(value, 10) for value in range(1, 14)] * 24
COUPS = 60_000


def points(cards: list[int]) -> int:
    return sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)


def letter(cards: list[int], up: int) -> str:
    """The usual chart; soft hands are not doubled, and after a third card there is only drawing or standing."""
    total, column = points(cards), 9 if up == 1 else up - 2
    if len(cards) == 2 and cards[0] == cards[1]:
        return USUAL_CHART["pair", cards[0]][column]
    if total != sum(cards):
        return "S" if total > 18 or (total == 18 and 2 <= up <= 8) else "H"
    found = USUAL_CHART["hard", max(8, min(total, 17))][column]
    return "H" if found == "D" and len(cards) > 2 else found


def hands(cards: list[int], up: int, draw: Iterator[int], split: bool = False) -> list[tuple[int, int]]:
    """What a hand comes to, and those that it is split into: points and stake of each. Split aces take a card each."""
    while points(cards) < 21:
        move = letter(cards, up)
        if move == "P":
            return [hand for _ in range(2) for hand in hands([cards[0], next(draw)], up, draw, split=True)]
        if move == "S" or (split and cards[0] == 1):
            break
        cards = [*cards, next(draw)]
        if move == "D":
            return [(points(cards), 2)]
    return [(points(cards), 1)]


def coup(draw: Iterator[int]) -> float:
    """What the house wins with a stake of 1; the bank takes its second card once all hands are played."""
    cards, bank = [next(draw), next(draw)], [next(draw)]
    natural = points(cards) == 21
    played = [(21, 1)] if natural else hands(cards, bank[0], draw)
    bank.append(next(draw))
    if points(bank) == 21:
        return 0 if natural else sum(stake for _, stake in played)
    if natural:
        return -1.5
    while points(bank) < 17:
        bank.append(next(draw))
    end = points(bank) if points(bank) < 22 else 0
    return sum(stake * (1 if total > 21 else (total < end) - (total > end)) for total, stake in played)


@pytest.fixture(scope="module")
def square() -> tuple[float, float]:
    """Edge and variance of a square. With six packs, no hole card and a bank that draws to soft 17 a stake costs
    0.72705 %; standing there takes 0.22 off, splitting aces again 0.08, and doubling with 9 to 11 only adds 0.09
    (Wizard of Odds, appendix 9 and rule variations, the latter from memory). The variance is played out here."""
    source = random.Random(11)
    results = [coup(iter(source.sample(SIX_PACKS, 40))) for _ in range(COUPS)]
    mean = sum(results) / COUPS
    variance = sum(result**2 for result in results) / COUPS - mean**2
    edge = 0.0072705 - 0.0022 - 0.0008 + 0.0009
    assert mean == pytest.approx(edge, abs=4 * math.sqrt(variance / COUPS))
    return edge, variance


PAIR = {26: 5, 13: 6, 7: 12, 0: 288}  # what comes back for 1, and by how many of 311 cards: PV 03.V.1.e


def test_pv_03_v_1_blackjack_with_pairs_counted_from_its_transcript(
    casino: Casino, square: tuple[float, float], tmp_path: Path
) -> None:
    """Deviations of bets that one deal decides add up at most; what is doubled is staked, its odds are the square's."""
    table = casino.table("blackjack", "pais-vasco", options={"parejas": "si", "distribuidor": "automatico"})
    for bets in ((("ana", "casilla:1", 1000),), (("ana", "casilla:1", 2500), ("ana", "parejas:1", 500))) * 6:
        played(casino, table, *bets, ("luis", "casilla:2", 1500), prefer=("doblar", "plantarse"))
    back = sum(times * cards for times, cards in PAIR.items()) / 311
    spread = sum(times**2 * cards for times, cards in PAIR.items()) / 311 - back**2
    odds, rounds = {"casilla": square, "parejas": (1 - back, spread)}, []
    for log in transcripts(casino, table):
        first, staked = laid(log)
        known = [(cents, *odds[spot.partition(":")[0]]) for spot, cents in first.items()]
        mean = sum(cents * edge for cents, edge, _ in known)
        most = sum(cents * math.sqrt(variance) for cents, _, variance in known) ** 2
        rounds.append(Own(staked, lost(log), mean, most))
    assert sum(one.staked for one in rounds) > 12 * 1500 + 6 * 1000 + 6 * 3000, "nobody doubled"
    compared(told(casino, table, tmp_path), rounds, within=0.0004 * sum(one.staked for one in rounds))


# Poker without a change, with its progressive

HANDS = 2_598_960
FLUSH = 36 / HANDS  # straight flushes but the royal ones
PARTS = {1.0: 4, 0.1: 36, 0.05: 624}  # of what has accumulated: PV 11.VI.1


def test_pv_11_vi_1_poker_without_a_change_and_its_progressive_counted_from_its_transcript(
    casino: Casino, tmp_path: Path
) -> None:
    """Where a straight flush pays 50 an ante costs 5.2243 % with a deviation of 2.24, and the bank plays in 56.3 % of
    hands (Wizard of Odds). It pays 25 here on two antes: 50 antes less, where the bank plays."""
    table = casino.table("poker-sin-descarte", "pais-vasco", options={"progresivo": "si"})
    edge, variance = 0.052243 + FLUSH * 0.563 * 50, 2.24**2 - FLUSH * 0.563 * (101**2 - 51**2)
    for cents in (500, 1000, 2000, 500):
        played(casino, table, ("ana", "inicial:1", cents), ("ana", "progresivo:1", 250), prefer=("pasar",))
        played(casino, table, ("luis", "inicial:2", cents), prefer=("ir",))
    share = sum(part * ways for part, ways in PARTS.items()) / HANDS
    squared = sum(part**2 * ways for part, ways in PARTS.items()) / HANDS
    rounds, pot = [], 0
    for log in transcripts(casino, table):
        first, staked = laid(log)
        ante = sum(cents for spot, cents in first.items() if spot.startswith("inicial"))
        paid = sum(cents for spot, cents in first.items() if spot.startswith("progresivo"))
        pot += paid
        won = pot if paid else 0
        spread = ante * math.sqrt(variance) + won * math.sqrt(squared - share**2)
        rounds.append(Own(staked, lost(log), ante * edge + paid - won * share, spread**2))
        pot -= sum(entry["cents"] for entry in log if entry["t"] == "move" and entry["src"].startswith("meter/"))
    assert pot == 1000
    compared(told(casino, table, tmp_path), rounds, within=1e-5 * sum(one.staked for one in rounds))


# What an earlier release reckoned


def test_ex_1_11_7_1_a_first_coup_that_was_reckoned_without_its_stakes_is_reckoned_anew(
    casino: Casino, tmp_path: Path
) -> None:
    """The card burnt before the stakes had hidden them. Of coups the bank wins 0.458653 and pays 19 for 20, the punto
    0.446279 (Wizard of Odds, six packs)."""
    table = casino.table("punto-banca", "extremadura")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    while not casino.floor.rounds.look(table, casino.people["ana"]).open:
        (first, *_) = casino.floor.rounds.look(table, casino.people["carla"]).open
        casino.floor.rounds.act(table, casino.people["carla"], Act(first.do, first.on), casino.key())
    assert casino.act("ana", table, "stake", "banca", 10_000).status_code == 200
    assert casino.act("carla", table, "close").status_code == 200
    (log,) = transcripts(casino, table)
    assert next(entry for entry in log if "fell" in entry)["n"] < next(n["n"] for n in log if n.get("to") == "stakes")
    casino.floor.normal.catch_up()
    with casino.floor.db.write() as conn:
        conn.execute(update(reckonings).values(expected=0.0, variance=0.0))
        conn.execute(text("UPDATE alembic_version SET version_num = '0017'"))
    assert casino.floor.normal.tables()[table].deviations is None
    with Floor(f"sqlite:///{tmp_path}/casino.db") as floor:
        assert floor.normal.tables() == {}
        floor.normal.catch_up()
        (found,) = floor.normal.tables().values()
    mean = 10_000 * 0.446279 - 9_500 * 0.458653
    assert (found.staked, found.won, found.priced) == (10_000, lost(log), 1)
    assert found.expected == pytest.approx(mean, abs=0.1)
    assert found.variance == pytest.approx(10_000**2 * 0.446279 + 9_500**2 * 0.458653 - mean**2, rel=1e-4)


# The chart


def test_the_chart_s_limits_are_two_and_three_deviations_of_all_bets_so_far(casino: Casino) -> None:
    """A stake of c on a number has the mean c / 37 and the variance (36 c)² 36 / 37² each time that it lies there."""
    table, difference, variance, steps = casino.table("ruleta-americana", "extremadura", physical=True), 0.0, 0.0, []
    for cents, fell in ((1000, "3"), (500, "20"), (2000, "5"), (1500, "17")):
        casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
        casino.act("ana", table, "stake", "pleno:17", cents)
        casino.act("carla", table, "close")
        assert casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": fell}).status_code == 200
        difference += (-35 if fell == "17" else 1) * cents - cents / 37
        variance += (36 * cents / 37) ** 2 * 36
        steps.append((difference, math.sqrt(variance)))
    page = casino.get("rosa", "/books/normal").text
    (chart,) = re.findall(r'<svg class="chart control".*?</svg>', page, re.DOTALL)
    lines = re.findall(r'<polyline class="(\w+)" points="([^"]*)"', chart)
    drawn = [(kind, [tuple(map(float, point.split(","))) for point in at.split()]) for kind, at in lines]
    assert [kind for kind, _ in drawn] == ["warn", "warn", "bound", "bound", "path"]
    tallest = max(max(abs(apart), 3 * deviation) for apart, deviation in steps)
    middle, room = 121, 105  # of a picture 260 high with 16 above and 34 below
    for (_, at), due in zip(drawn, (2, -2, 3, -3, None), strict=True):
        values = [apart if due is None else due * deviation for apart, deviation in steps]
        assert [y for _, y in at] == pytest.approx(
            [middle - value / tallest * room for value in (0, *values)], abs=0.06
        )
    with i18n.speaking("es"):
        marks = [i18n.money(tallest), i18n.money(-tallest)]
        said = [i18n.money(difference), i18n.money(math.sqrt(variance))]
    assert re.findall(r'<text class="mark"[^>]*>([^<]*)<', chart) == marks
    assert all(amount in chart.partition(">")[0] for amount in said)


# What the house takes of a pot


def test_ex_2_2_3_a_a_circle_s_rake_is_won_without_being_expected(casino: Casino, tmp_path: Path) -> None:
    """Five hundredths of what each interval adds to the pot, down to the chip; the house wagers nothing beside it."""
    table = casino.table("holdem", "extremadura")
    for _ in range(5):
        played(casino, table, prefer=("bet", "call", "check"))
    rakes, staked, taken = 0, 0, 0
    for log in transcripts(casino, table):
        chip, added = log[0]["settings"]["chip"], 0
        for entry in [*log, {"t": "say"}]:
            if entry["t"] == "move" and entry["src"].startswith("felt/") and entry["dst"] == "pot":
                added += entry["cents"]
            elif entry["t"] == "move" and entry["dst"].startswith("commission"):
                taken += entry["cents"]
            elif added:
                rakes, added = rakes + added * 5 // 100 // chip * chip, 0
        staked += laid(log)[1]
    found = told(casino, table, tmp_path)
    assert rakes > 0
    assert (taken, found["won"], found["staked"]) == (rakes, rakes, staked)
    assert (found["rounds"], found["priced"], found["expected"], found["deviations"]) == (5, 0, 0, None)
    assert casino.get("rosa", "/api/v1/books/normal").json()["unpriced"] == {"players": 5}
    assert casino.floor.registers.of(casino.people["rosa"], table).boxes["commission"] == rakes
