"""What a session asks of the house besides its tables: money in the cage, leaves, notices, an end said by mouth."""

import html
import re
from itertools import pairwise

import pytest

from tapete.audit.table import TableFile
from tapete.errors import IllegalAction, UnknownError
from tapete.floor.roles import Forbidden
from tapete.floor.session import HOUR
from tapete.games import games
from tapete.law.house import house as law_of_house
from tapete.law.house import keeps_lowest
from tests.casino import Casino
from tests.test_session import EX, GA, PV, House, house

__all__ = ["house"]
RAISED = {"minimum": "10", "authorised-minimum": "5", "float": "150000"}


def told(house: House, what: str) -> list[tuple[str, str, str]]:
    """What is missing of a kind: its article, what there is, and what should be."""
    lacks = [lack.breach for lack in house.floor.duty.missing()]
    return [(one.article, str(one.what), str(one.right)) for one in lacks if one.where.split(".")[0] == what]


@pytest.mark.parametrize(
    ("region", "article", "default"), [(PV, "01.IV.2.B§2", ""), (EX, "1.1.4.2.B§2", ", a default")]
)
def test_ex_1_1_4_2_b_2_and_pv_01_iv_2_b2_the_cage_has_the_float_of_the_dearest_roulette_half_of_it_in_cash(
    house: House, region: str, article: str, default: str
) -> None:
    """By art. 49.1 of the regulation: 15,000 times 5 are 75,000, half of that 37,500; at 10 twice as much."""
    house.begin(region)
    count, dora = house.floor.reserve.count, house.who("dora")
    house.table("blackjack", region)
    assert told(house, "guarantee") == []
    table = house.table("ruleta-americana", region)
    right = f"75000 or more, 37500 of it in cash{default} (casino regulation of 1979, art. 49.1)"
    assert told(house, "guarantee") == [(article, "nobody has counted it yet", right)]
    count(dora, 3_749_999, 5_000_000, house.key())
    assert told(house, "guarantee") == [(article, "37499.99 in cash, 50000 blocked in a bank", right)]
    count(dora, 3_750_000, 3_749_999, house.key())
    assert told(house, "guarantee") == [(article, "37500 in cash, 37499.99 blocked in a bank", right)]
    count(house.who("iker"), 3_750_000, 3_750_000, house.key())
    assert told(house, "guarantee") == []
    file = TableFile.model_validate({"game": "ruleta-americana", "region": region, **RAISED})
    house.floor.tables.change_table(dora, table, file, house.key())
    right = f"150000 or more, 75000 of it in cash{default} (casino regulation of 1979, art. 49.1)"
    assert told(house, "guarantee") == [(article, "37500 in cash, 37500 blocked in a bank", right)]
    with pytest.raises(Forbidden):
        count(house.who("carla"), 1, 1, house.key())


def test_where_no_text_asks_for_money_in_the_cage_none_is_counted(house: House) -> None:
    house.begin(GA)
    with pytest.raises(IllegalAction, match="asks for no guarantee"):
        house.floor.reserve.count(house.who("dora"), 1, 1, house.key())


def test_what_the_cage_has_is_counted_again_in_every_session_and_once_for_a_key(house: House) -> None:
    house.begin(PV)
    house.table("ruleta-americana", PV)
    for _ in range(2):
        house.floor.reserve.count(house.who("dora"), 7_500_000, 0, "once")
        house.again()
    assert told(house, "guarantee") == []
    session = house.floor.sessions.now()
    assert session is not None
    assert [line.detail for line in session.lines if line.what == "cash"] == ["7500000 0"]


def test_the_cage_is_counted_on_the_session_s_page_and_a_wrong_amount_is_refused_there(casino: Casino) -> None:
    dora = casino.people["dora"]
    casino.floor.sessions.open(dora, PV, 8 * HOUR, casino.key())
    casino.table("ruleta-americana", PV, float="75000")
    path = "/api/v1/casino/acts/cash"
    assert casino.post("iker", path, {"cash": "a lot", "blocked": "0"}).status_code == 400
    assert casino.post("carla", path, {"cash": "75000"}).status_code == 403
    assert casino.post("iker", path, {"cash": "37500", "blocked": "37500.00"}).status_code == 200
    assert "guarantee" not in [one["where"] for one in casino.get("iker", "/api/v1/casino").json()["missing"]]
    page = casino.get("dora", "/casino").text
    assert "37.500 € en metálico, 37.500 € bloqueado en un banco" in re.sub(r"\s", " ", html.unescape(page))


# The lowest minimum


@pytest.mark.parametrize("region", [EX, PV])
def test_whoever_has_the_leave_raises_every_table_of_a_game_and_whoever_has_not_keeps_one(
    house: House, region: str
) -> None:
    """EX 1.1.4.2.B.b and PV 01.IV.2.B§4: one table at the authorised minimum, unless the authority says otherwise."""
    house.begin(region)
    rules = law_of_house(region)
    assert rules is not None
    name, paper = rules.lowest("ruleta-francesa") or ("", None)
    assert paper is not None
    assert paper.article == {EX: "1.1.4.2.B.b", PV: "01.IV.2.B§4"}[region]
    table = house.table("ruleta-francesa", region, **RAISED)
    where = f"others-at-minimum.{name}.ruleta-francesa"
    assert (table, where, paper.article) in house.lacks()
    house.floor.papers.record(house.who("dora"), name, "A-1/2026", house.key(), "ruleta-francesa")
    assert where not in [lack[1] for lack in house.lacks()]
    house.floor.papers.record(house.who("dora"), name, "", house.key(), "ruleta-francesa")
    assert (table, where, paper.article) in house.lacks()
    house.table("ruleta-francesa", region)
    assert where not in [lack[1] for lack in house.lacks()]


def test_ex_1_9_6_b_and_its_like_every_game_whose_text_keeps_one_table_names_the_article_that_does() -> None:
    """The article before it has the announcement: of boule alone both stand in one sentence."""
    for game in games():
        rules = game.rules(EX) if EX in game.regions else None
        if rules is not None and rules.minimum.keeps_one_table and game.id != "bola":
            assert keeps_lowest(rules).split("-")[0].endswith(".b"), game.id
    by_roulette = [
        game.rules(PV) for game in games() if game.id in ("ruleta-americana", "blackjack", "triple-blackjack")
    ]
    assert [keeps_lowest(rules) for rules in by_roulette] == ["01.IV.2.B§4"] * 3


def test_pv_01_iv_2_b1_who_raises_a_minimum_has_the_leave_to_change_them(house: House) -> None:
    house.begin(PV)
    house.table("ruleta-francesa", PV)
    lack = ("", "papers.minimos.ruleta-francesa", "01.IV.2.B§1")
    assert lack not in house.lacks()
    house.table("ruleta-francesa", PV, **RAISED)
    assert lack in house.lacks()
    house.floor.papers.record(house.who("dora"), "minimos", "M-1/2026", house.key(), "ruleta-francesa")
    assert lack not in house.lacks()


def test_a_paper_is_written_down_for_the_games_that_it_is_for(house: House) -> None:
    house.begin(PV)
    with pytest.raises(UnknownError, match="blackjack, triple-blackjack"):
        house.floor.papers.record(house.who("dora"), "acumulada", "A-1", house.key(), "dados")
    assert house.floor.papers.kept(PV) == {}


def test_ga_art_44_3_c_the_leave_of_the_bands_is_asked_for(house: House) -> None:
    house.begin(GA)
    for game, article in (("poker-sin-descarte", "art. 6.2"), ("trijoker", "art. 14.1§2"), ("sintetico", "art. 41")):
        house.table(game, GA)
        (lack,) = (lack for lack in house.lacks() if lack[1].startswith("papers.banda") and lack[1].endswith(game))
        assert lack[2] == article


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.A.5.1.o"), (PV, "08.V§14")])
def test_ex_2_1_a_5_1_o_and_pv_08_v14_a_bank_without_a_maximum_needs_a_leave(
    house: House, region: str, article: str
) -> None:
    house.begin(region)
    lack = ("", "papers.sin-maximo.chemin-de-fer", article)
    house.table("chemin-de-fer", region)
    assert lack not in house.lacks()
    house.table("chemin-de-fer", region, options={"maximo": "sin-maximo"})
    assert lack in house.lacks()


# What hangs at a table


@pytest.mark.parametrize(
    ("region", "game", "options", "article"),
    [
        (EX, "blackjack", {"trece": "si"}, "1.10.5.1.E§1"),
        (EX, "blackjack", {"retiro": "si"}, "1.10.5.1.F§1"),
        (EX, "blackjack", {"tres-sietes": "si"}, "1.10.5.1.G§1"),
        (EX, "punto-banca", {}, "1.11.5§1"),
        (EX, "chemin-de-fer", {}, "2.1.A.5.1.m"),
        (GA, "sintetico", {}, "art. 41"),
    ],
)
def test_ex_1_10_5_1_e1_ex_1_11_5_1_ex_2_1_a_5_1_m_and_ga_art_41_a_notice_hangs_at_the_table(
    house: House, region: str, game: str, options: dict[str, str], article: str
) -> None:
    house.begin(region)
    bare = house.table(game, region)
    table = house.table(game, region, options=options)
    (name,) = (where for at, where, cited in house.lacks() if (at, cited) == (table, article) and "notices" in where)
    assert ((bare, name, article) in house.lacks()) == (not options)
    house.floor.sessions.show(house.who("iker"), name.removeprefix("notices."), house.key(), table)
    assert (table, name, article) not in house.lacks()


# The end


def test_39_4_an_end_that_no_text_has_announced_is_announced_by_word_of_mouth(house: House) -> None:
    """At boule and craps in Extremadura the regulation of 1979 has three last balls or hands announced, a default."""
    house.begin(EX)
    tables = [house.table(game, EX) for game in ("bola", "dados")]
    with pytest.raises(Forbidden):
        house.floor.duty.announce(house.who("carla"), tables[0], house.key())
    house.now += 8 * HOUR - 600_000
    for _, rest in pairwise([*tables, ""]):
        assert [lack[0] for lack in house.lacks() if lack[1] == "soon"] == tables
        house.floor.duty.announce(house.who("iker"), tables.pop(0), house.key())
        assert (rest in tables) == bool(rest)
    assert "soon" not in [lack[1] for lack in house.lacks()]


def test_what_a_text_has_announced_is_announced_at_the_table(house: House) -> None:
    house.begin(PV)
    table = house.table("ruleta-americana", PV)
    with pytest.raises(IllegalAction, match="announced at the table"):
        house.floor.duty.announce(house.who("dora"), table, house.key())
    house.floor.tables.close_table(house.who("dora"), table, house.key())
    with pytest.raises(IllegalAction, match="open table"):
        house.floor.duty.announce(house.who("dora"), table, house.key())
