"""Poker without discard at the table, article by article. Payments are worked out by hand from the texts."""

import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.engine.window import Choose
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.poker_sin_descarte.rules import order
from tapete.games.shared.mano.five import KINDS
from tapete.law.loading import RulebookError
from tests.helpers import choose, close, edited, five_last_passes, lies, refused, sit, stake
from tests.hidden import exchanging
from tests.mano import begin, read, won

NAME, EX, GA, AS, PV = "poker-sin-descarte", "extremadura", "galicia", "asturias", "pais-vasco"
REGIONS = (EX, GA, AS, PV)
everywhere = pytest.mark.parametrize("region", REGIONS)
# Banks: ace and king and nothing else; without a king; a pair of twos
ACE_KING, IDLE, TWOS = "Ac Kd 9h 7s 3c", "Ac Qd 9h 7s 3c", "2c 2d 9h 7s 3c"
# The best hand that is no royal one, and so on down, with what the second stake wins
PAID = {
    "10s Js Qs Ks As": 100,
    "5d 6d 7d 8d 9d": 25,
    "Ah 2h 3h 4h 5h": 25,
    "4c 4d 4h 4s Kc": 20,
    "4c 4d 4h 8s 8d": 7,
    "4h 6h 8h 10h Qh": 5,
    "5c 6d 7d 8d 9d": 4,
    "As 2d 3h 4h 5s": 4,
    "10s Jd Qs Ks As": 4,
    "4c 4d 4h 8s 10d": 3,
    "4c 4d 8h 8s 10d": 2,
    "4c 4d 8h 10s Jd": 1,
    "As Kh Jd 7d 4h": 1,
}


def admits(**options: str) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in options.items()}


def against(
    region: str, hand: str, bank: str, *bets: tuple[str, str], goes: bool = True, first: str = "10", **sitting: object
) -> Round:
    """Ana's hand at the first square against the bank's, of which the last lies open, or the first where it does."""
    stakes = [("ana", "inicial:1", first), *(("ana", *bet) for bet in bets)]
    table = begin(sit(NAME, region, **sitting), *stakes)  # type: ignore[arg-type]
    shown = 0 if region == GA else 4
    cards = bank.split()
    read(table, cards.pop(shown))
    choose(table, "ana", "ir" if goes else "pasar")
    if goes:
        read(table, " ".join(cards))
    return table if table.finished else read(table, hand)


# The rulebooks


def test_ex_1_12_2_1_ga_art_3_1_and_pv_11_ii_1_1_the_ace_above_the_king_and_before_the_two() -> None:
    for region in REGIONS:
        score = order(game(NAME).rules(region)).lookup.score
        hands = ["Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "9c 10d Jh Qs Kc", "10c Jd Qh Ks Ac"]
        scores = [score(FRENCH.parse(hand)) for hand in hands]
        assert scores == sorted(set(scores))
        assert score(FRENCH.parse("Qc Kd Ah 2s 3c")) < score(FRENCH.parse("2c 2d 3h 4s 5c"))


def test_as_a_2_b_1_the_low_ace_is_another_decrees_and_can_be_left_out() -> None:
    low = FRENCH.parse("Ac 2d 3h 4s 5c")
    for choices, kind in (({}, "escalera"), ({"equipment.cards": "printed"}, "carta-mayor")):
        found = order(game(NAME).rules(AS, choices))
        assert found.kind(found.lookup.score(low)) == kind


@everywhere
def test_ex_1_12_5_1_ga_art_6_1_1_as_a_1_and_pv_11_v_1_1_the_order_of_hands(region: str) -> None:
    """The worst and the best of each kind."""
    score = order(game(NAME).rules(region)).lookup.score
    rising = (
        "7c 5d 4h 3s 2c, Ac Kd Qh Js 9c, 2c 2d 3h 4s 5c, Ac Ad Kh Qs Jc, 3c 3d 2h 2s 4c, Ac Ad Kh Ks Qc, "
        "2c 2d 2h 3s 4c, Ac Ad Ah Ks Qc, Ac 2d 3h 4s 5c, 10c Jd Qh Ks Ac, 7c 5c 4c 3c 2c, Ac Kc Qc Jc 9c, "
        "2c 2d 2h 3s 3c, Ac Ad Ah Ks Kc, 2c 2d 2h 2s 3c, Ac Ad Ah As Kc, Ac 2c 3c 4c 5c, 9c 10c Jc Qc Kc, "
        "10c Jc Qc Kc Ac"
    )
    scores = [score(FRENCH.parse(hand)) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


@everywhere
def test_what_each_kind_pays_is_what_every_text_prints(region: str) -> None:
    kinds = game(NAME).rules(region).hands.kinds
    assert [kinds[kind].pays for kind in KINDS] == [(n, 1) for n in (1, 1, 2, 3, 4, 5, 7, 20, 25, 100)]


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("color", "Ac 9c 7c 5c 3c", "Ad 10d 7d 5d 3d"),
        ("pareja", "9c 9d Ah 7s 3c", "9h 9s Ac 8s 3d"),
        ("carta-mayor", "Ac Kd Qh 7s 3c", "Ad Kc Qs 8h 3d"),
    ],
)
def test_as_a_2_b_3_as_a_2_b_7_and_as_a_1_j_all_five_cards_or_as_printed_fewer(kind: str, one: str, other: str) -> None:
    for choices, tied in (({}, False), ({f"hands.kinds.{kind}.tie": "printed"}, True)):
        score = order(game(NAME).rules(AS, choices)).lookup.score
        low, high = score(FRENCH.parse(one)), score(FRENCH.parse(other))
        assert (low == high) if tied else (low < high)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[hands.kinds.color", "[hands.kinds.figuras", "every kind has one place"),
        ("[bets.inicial]", "[bets.ante]", "bets.inicial: missing"),
        ("times = 2\n", "times = 0\n", "bets.segunda"),
        ('percent = "10"', 'percent = "10"\ntimes = 3', "so many times the stake, or per cent"),
        ('forfeits = ["seguro"', 'forfeits = ["segunda"', "buying.forfeits: among"),
        ('remedy = "sigue"', 'remedy = "nada"', "irregularities.consejo.remedy"),
        ("[calls.idle]", "[calls.other]", "calls.idle: missing"),
        ("[options.carrusel-trio]", "[options.trio]", "options.carrusel-trio: missing"),
        ('"sencillo", "como-la-banca"', '"nunca"', "options.juego.values: among"),
        ("seats = 9\n", "", "players.seats"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(NAME, EX, (old, new))


# The stakes


@pytest.mark.parametrize(
    ("region", "permitted", "article"),
    [
        (EX, (20, 50), "1.12.5.5§1"),
        (GA, (10, 20, 25), "art. 6.3"),
        (AS, (10, 20, 25), "A.3.b"),
        (PV, (10, 20, 25, 50), "11.V.2§2"),
    ],
)
def test_ex_1_12_5_5_1_ga_art_6_3_as_a_3_b_and_pv_11_v_2_2_the_maximum_in_minimums(
    region: str, permitted: tuple[int, ...], article: str
) -> None:
    rules = game(NAME).rules(region)
    for multiple in (5, 10, 15, 20, 25, 30, 50, 100):
        settings = standard(rules)
        settings.maximum["inicial"] = multiple * 500
        assert (check_settings(rules, settings) == []) == (multiple in permitted)
    table = sit(NAME, region).open()
    stake(table, "ana", "inicial:1", str(5 * permitted[0]))
    with pytest.raises(IllegalAction) as found:
        stake(table, "ana", "inicial:1", "0.50")
    assert found.value.article == article


def test_ex_1_12_4_1_ga_art_5_1_as_a_6_1_and_pv_11_iv_1_places() -> None:
    rules = [game(NAME).rules(region) for region in REGIONS]
    assert [rule.players.seats for rule in rules] == [9, 7, 7, 7]
    assert [rule.players.standing for rule in rules] == [True, False, True, True]
    names = [f"p{i}" for i in range(9)]
    table = begin(
        sit(NAME, EX, chips=dict.fromkeys(names, 10_000)),
        *((who, f"inicial:{names.index(who) + 1}", "5") for who in names),
    )
    assert sum(len(slots) for slots in table.cards.values()) == 50


def test_pv_da_6_2_b_the_float_is_ten_thousand_minimums() -> None:
    found = game(NAME).rules(PV).float_
    assert found is not None
    assert found.times_minimum == 10_000
    assert game(NAME).rules(EX).float_ is None


def test_ex_1_12_3_ga_art_4_1_and_pv_11_iii_a_staff() -> None:
    staff = [game(NAME).rules(region).staff["mesa"] for region in REGIONS]
    assert all(rule.roles == {"jefe-de-mesa": (1, 1), "crupier": (1, 1)} for rule in staff)
    assert [rule.tables_per_chief for rule in staff] == [None, 4, None, 4]


@pytest.mark.parametrize(("region", "article"), [(EX, "1.12.4.2"), (AS, "A.6.2"), (PV, "11.IV.2§1")])
def test_ex_1_12_4_2_as_a_6_2_and_pv_11_iv_2_1_stakes_behind_a_hand_with_consent(region: str, article: str) -> None:
    table = sit(NAME, region).open()
    stake(table, "ana", "inicial:1", "10")
    refused(table, "luis", Act("stake", "inicial:1", 500), article)
    table.act("ana", Act("admit", "luis@ana"))
    if region == PV:
        refused(table, "luis", Act("stake", "inicial:1", 500), article)
        table.act("inspector", Act("admit", "luis@ana"))
    else:
        refused(table, "inspector", Act("admit", "luis@ana"), article)
    stake(table, "luis", "inicial:1", "5")
    refused(table, "ana", Act("withdraw", "inicial:1"), article)
    refused(table, "ana", Act("dismiss", "luis@ana"), article)
    refused(table, "ana", Act("admit", "luis@ana"), article)
    table.act("luis", Act("withdraw", "inicial:1"))
    table.act("ana", Act("dismiss", "luis@ana"))
    refused(table, "ana", Act("dismiss", "luis@ana"), article)


def test_ga_art_5_2_seated_players_stake_on_others_squares_where_the_director_authorises_it() -> None:
    table = sit(NAME, GA).open()
    stake(table, "ana", "inicial:1", "10")
    refused(table, "luis", Act("stake", "inicial:1", 500), "art. 5§2")
    table = sit(NAME, GA, options=admits(apuestas_ajenas="si"), chips=dict.fromkeys("abcd", 10_000)).open()
    refused(table, "b", Act("stake", "inicial:1", 500), "art. 5§2")
    for who in "abc":
        stake(table, who, "inicial:1", "5")
    refused(table, "d", Act("stake", "inicial:1", 500), "art. 5§2")


@pytest.mark.parametrize(("region", "most"), [(EX, 4), (AS, 3), (PV, 4)])
def test_ex_1_12_4_2_four_stakes_a_square_or_three_and_within_the_maximum_together(region: str, most: int) -> None:
    names = "abcde"
    table = sit(NAME, region, chips=dict.fromkeys(names, 20_000)).open()
    stake(table, "a", "inicial:1", "30")
    for who in names[1:]:
        table.act("a", Act("admit", f"{who}@a"))
        if region == PV:
            table.act("inspector", Act("admit", f"{who}@a"))
    for who in names[1:most]:
        stake(table, who, "inicial:1", "5")
    with pytest.raises(IllegalAction, match=f"has the {most} stakes"):
        stake(table, names[most], "inicial:1", "5")
    room = {EX: 100, AS: 50, PV: 50}[region] - 30 - 5 * (most - 2)
    with pytest.raises(IllegalAction, match="takes 0"):
        stake(table, "b", "inicial:1", str(room))
    stake(table, "b", "inicial:1", str(room - 5))


@pytest.mark.parametrize(("region", "article"), [(EX, "1.12.4.1"), (AS, "A.6.1")])
def test_vacant_squares_are_not_played_where_no_text_lets_them(region: str, article: str) -> None:
    refused(sit(NAME, region).open(), "ana", Act("stake", "inicial:3", 500), article)


@pytest.mark.parametrize("region", [GA, PV])
def test_ga_art_5_3_and_pv_11_iv_3_vacant_squares_are_played_blind(region: str) -> None:
    """Ana plays her own cards and, unseen by her, those of the third square."""
    session = sit(NAME, region, physical=False, options=admits(compra="si"))
    table = begin(session, ("ana", "inicial:1", "5"), ("ana", "inicial:3", "10"))
    assert all(table.view("ana").cards["mano/1"])
    assert table.view("ana").cards["mano/3"] == [""] * 5
    assert isinstance(table.pending, Choose)
    assert "cambiar-1" in table.pending.options
    choose(table, "ana", "pasar")
    assert isinstance(table.pending, Choose)
    assert (table.pending.label, table.pending.options) == ("choose:ana:segunda:3", ("ir", "pasar"))
    choose(table, "ana", "ir")
    assert table.finished
    assert all(table.view("watcher").cards["mano/3"])


def test_pv_11_iv_3_who_plays_a_vacant_square_first_holds_it() -> None:
    table = sit(NAME, PV).open()
    stake(table, "luis", "inicial:5", "5")
    refused(table, "ana", Act("stake", "inicial:5", 500), "11.IV.2§1")
    table.act("luis", Act("withdraw", "inicial:5"))
    stake(table, "ana", "inicial:5", "5")
    refused(table, "luis", Act("stake", "inicial:5", 500), "11.IV.2§1")


def test_ga_art_5_2_and_art_5_3_who_staked_next_commands_a_vacant_square_once_its_first_stake_is_undone() -> None:
    """Nobody's stake lies on cards that are never dealt."""
    chips = dict.fromkeys(("ana", "luis", "teo"), 10_000)
    table = sit(NAME, GA, options=admits(apuestas_ajenas="si"), chips=chips).open()
    for who in chips:
        stake(table, who, "inicial:6", "5")
    table.act("ana", Act("undo"))
    close(table)
    read(table, "2c")
    assert isinstance(table.pending, Choose)
    assert table.pending.label == "choose:luis:segunda:6"
    choose(table, "luis", "pasar")
    assert lies(table, "felt/") == {}
    assert [table.places[f"chips/{who}"] for who in chips] == [10_000, 9_500, 9_500]


def test_ex_1_12_5_5_a_five_last_passes_before_the_limits_change() -> None:
    five_last_passes(sit(NAME, EX))


def test_ga_art_7_13_five_last_hands_at_the_end_of_the_day() -> None:
    table = sit(NAME, GA).open()
    table.act("director", Act("last"))
    assert table.said()[-1] == "Las 5 últimas jugadas."
    close(table)
    assert table.carry.remaining == 4  # type: ignore[attr-defined]
    with pytest.raises(IllegalAction, match="announces no last rounds"):
        sit(NAME, AS).open().act("director", Act("last"))


# The deal


@everywhere
def test_ex_1_12_6_3_ga_art_7_2_as_a_4_3_and_pv_11_v_3_2_one_by_one_and_one_of_the_banks_open(region: str) -> None:
    table = begin(sit(NAME, region, physical=False), ("luis", "inicial:2", "5"), ("ana", "inicial:1", "5"))
    assert table.cards == {
        "mano/1": ["#0", "#3", "#6", "#9", "#12"],
        "mano/2": ["#1", "#4", "#7", "#10", "#13"],
        "mano/crupier": ["#2", "#5", "#8", "#11", "#14"],
    }
    seen = [bool(card) for card in table.view(NOBODY).cards["mano/crupier"]]
    assert seen == [place == (0 if region == GA else 4) for place in range(5)]
    assert all(table.view("ana").cards["mano/1"])
    assert table.view("ana").cards["mano/2"] == [""] * 5


@everywhere
def test_ga_art_7_3_and_as_a_4_4_five_at_a_time_from_the_shoe_and_the_banks_last_open(region: str) -> None:
    session = sit(NAME, region, physical=False, options=admits(reparto="de-cinco-en-cinco"))
    table = begin(session, ("ana", "inicial:1", "5"), ("luis", "inicial:2", "5"))
    assert [table.cards[place][0] for place in ("mano/1", "mano/2", "mano/crupier")] == ["#0", "#5", "#10"]
    assert [bool(card) for card in table.view(NOBODY).cards["mano/crupier"]] == [False] * 4 + [True]


def test_ga_art_7_2_the_banks_open_card_is_read_before_the_second_goes_round() -> None:
    table = begin(sit(NAME, GA), ("ana", "inicial:1", "5"))
    assert sum(map(len, table.cards.values())) == 2
    read(table, "9c")
    assert sum(map(len, table.cards.values())) == 10


@everywhere
@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier"])
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(region: str, who: str) -> None:
    """Before the decisions, after Ana has bought a card, and once Luis has passed."""
    for choices in ([], ["cambiar-2"], ["cambiar-2", "ir", "pasar"]):

        def played(table: Round, choices: list[str] = choices) -> Round:
            stake(table, "ana", "inicial:1", "10")
            stake(table, "luis", "inicial:2", "10")
            close(table)
            for name, choice in zip(("ana", "ana", "luis"), choices, strict=False):
                choose(table, name, choice)
            return table

        opened = sit(NAME, region, physical=False, seed=3, options=admits(compra="si")).open()
        assert exchanging(opened, played, who, cards=47, seed=3)


# Going and passing


@everywhere
def test_ex_1_12_6_5_ga_art_7_4_as_a_4_5_and_pv_11_v_3_3_the_second_stake_is_twice_the_first(region: str) -> None:
    table = read(begin(sit(NAME, region), ("ana", "inicial:1", "15.50")), "9c")
    assert isinstance(table.pending, Choose)
    assert (table.pending.label, table.pending.options) == ("choose:ana:segunda:1", ("ir", "pasar"))
    with pytest.raises(IllegalAction):
        choose(table, "luis", "ir")
    choose(table, "ana", "ir")
    assert lies(table, "felt/") == {"felt/ana/inicial:1": 1550, "felt/ana/segunda:1": 3100}


@pytest.mark.parametrize(("region", "article"), [(EX, "1.12.6§4"), (GA, "art. 7§4"), (AS, "A.4§5"), (PV, "11.V.3§3")])
def test_ex_1_12_6_4_ga_art_7_4_who_passes_loses_the_first_stake_and_the_cards_unseen(
    region: str, article: str
) -> None:
    table = begin(sit(NAME, region, physical=False), ("ana", "inicial:1", "10"))
    choose(table, "ana", "pasar")
    assert won(table) == -1000
    assert table.view("luis").cards["descartes"] == [""] * 5
    assert sum(map(bool, table.view("watcher").cards["mano/crupier"])) == 1
    assert [move.article for move in table.log if isinstance(move, Move) and move.dst == "bank"] == [article]


@everywhere
def test_who_has_not_the_chips_for_the_second_stake_passes(region: str) -> None:
    for purse, asked in ((2999, False), (3000, True)):
        table = read(begin(sit(NAME, region, chips={"ana": purse}), ("ana", "inicial:1", "10")), "9c")
        assert isinstance(table.pending, Choose) == asked
        if not asked:
            assert table.finished
            assert table.places["chips/ana"] == purse - 1000


# The bank


@everywhere
@pytest.mark.parametrize("hand", PAID)
def test_ex_1_12_5_1_ga_art_6_1_as_a_1_and_pv_11_v_1_the_second_stake_by_the_hand(region: str, hand: str) -> None:
    """Ten at par and twenty by the table, against ace and king with a nine."""
    assert won(against(region, hand, ACE_KING)) == 1000 + 2000 * PAID[hand]


@everywhere
@pytest.mark.parametrize(
    ("hand", "bank", "net"),
    [
        ("2c 4d 7h 9s Jd", IDLE, 1000),  # the bank does not play: the first at par, the second back
        ("4c 4d 4h 4s Kc", IDLE, 1000),
        ("Ks Kh 8d 6s 4d", "2h 2d 9h 7s 3c", 3000),
        ("As Qh 9d 7d 4h", ACE_KING, -3000),
        ("Ah Ks 9d 7d 2h", ACE_KING, -3000),  # the last card decides
        ("Ah Ks 9d 7d 3h", ACE_KING, 0),
        ("2h 2s 9d 8d 3h", TWOS, 3000),
        ("2h 2s 9d 7d 3h", TWOS, 0),
        ("2h 2s 8d 7d 6h", TWOS, -3000),
        ("Kc Kh 3d 3s 2h", "Qc Qd Jh Js Ac", 1000 + 4000),
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", -3000),  # the low ace is the run's lowest card
    ],
)
def test_ex_1_12_5_2_ga_art_6_1_4_as_a_2_a_and_pv_11_v_1_2_who_wins(
    region: str, hand: str, bank: str, net: int
) -> None:
    assert won(against(region, hand, bank)) == net


@pytest.mark.parametrize(
    ("region", "articles"),
    [
        (EX, {"even": "1.12.6§5", "won": "1.12.5.1.i", "idle": "1.12.6§5", "lost": "1.12.6§5", "tied": "1.12.5.2"}),
        (GA, {"even": "art. 7§7", "won": "art. 6.1.i", "idle": "art. 7§6", "lost": "art. 7§8", "tied": "art. 6.1§4"}),
        (AS, {"even": "A.4§8", "won": "A.1.i", "idle": "A.4§7", "lost": "A.4§9", "tied": "A.2.a"}),
        (PV, {"even": "11.V.3§6", "won": "11.V.1.i", "idle": "11.V.3§5", "lost": "11.V.3§7", "tied": "11.V.1§2"}),
    ],
)
def test_ex_1_12_6_5_ga_art_7_6_as_a_4_7_and_pv_11_v_3_5_chips_move_by_these_articles(
    region: str, articles: dict[str, str]
) -> None:
    """Of a hand that wins the first stake is paid even whatever it is, and only the second by its kind."""
    hands = {"won": "4c 4d 8h 10s Jd", "lost": "As Qh 8d 6d 4h", "tied": "Ah Ks 9d 7d 3h", "idle": "4c 4d 8h 10s Jd"}
    for end, hand in hands.items():
        table = against(region, hand, IDLE if end == "idle" else ACE_KING)
        moves = [entry for entry in table.log if isinstance(entry, Move) and entry.src != "chips/ana"]
        first, second = moves[: len(moves) // 2], moves[len(moves) // 2 :]
        assert {move.article for move in first} == {articles["even" if end == "won" else end]}
        assert {move.article for move in second} == {articles[end]}


@everywhere
def test_the_result_is_called(region: str) -> None:
    table = against(region, "4c 4d 8h 10s Jd", "Ac Kd 9h 7s 3c")
    bank = "as de tréboles, rey de diamantes, 9 de corazones, 7 de picas, 3 de tréboles"
    assert table.said()[-1] == f"La banca juega: {bank}. Gana: ana."
    table = against(region, "Ks 8d 7c 4s 2h", "Ac Kd 9h 7s 3c")
    assert table.said()[-1] == f"La banca juega: {bank}. Gana: nadie."
    table = against(region, "4c 4d 8h 10s Jd", "9c 8c 5h 7s 3c")
    assert table.said()[-1].startswith("La banca no juega: 9 de tréboles,")
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


@everywhere
def test_ex_1_12_4_3_as_a_6_3_and_pv_11_iv_2_2_the_holder_commands_and_the_others_follow_or_lose(region: str) -> None:
    """Ana goes with a pair; Luis behind her follows once, and the next time lets his stake go."""
    for follows, net in ((True, 1500), (False, -500)):
        session = sit(NAME, region, options=admits(apuestas_ajenas="si") if region == GA else {})
        table = session.open()
        stake(table, "ana", "inicial:1", "10")
        if region != GA:
            table.act("ana", Act("admit", "luis@ana"))
        if region == PV:
            table.act("inspector", Act("admit", "luis@ana"))
        stake(table, "luis", "inicial:1", "5")
        close(table)
        read(table, "3c")
        choose(table, "ana", "ir")
        assert isinstance(table.pending, Choose)
        assert (table.pending.actor, table.pending.options) == ("luis", ("ir", "pasar"))
        choose(table, "luis", "ir" if follows else "pasar")
        read(table, "Ac Kd 9h 7s 4c 4d 8h 10s Jd")
        assert won(table) == 3000
        assert won(table, "luis") == net


def test_ex_1_12_4_3_the_holders_pass_loses_all_stakes_on_the_square() -> None:
    table = sit(NAME, EX).open()
    stake(table, "ana", "inicial:1", "10")
    table.act("ana", Act("admit", "luis@ana"))
    stake(table, "luis", "inicial:1", "5")
    close(table)
    read(table, "3c")
    choose(table, "ana", "pasar")
    assert (won(table), won(table, "luis")) == (-1000, -500)


# Bets on the cards


SIDES = {
    EX: ("seguro", "carrusel", "progresivo"),
    GA: ("seguro", "progresivo"),
    AS: ("seguro", "progresivo"),
    PV: ("seguro", "progresivo"),
}


@everywhere
def test_ex_1_12_7_ga_art_8_as_a_5_and_pv_11_vi_what_the_house_offers_besides_is_off_until_it_says_so(
    region: str,
) -> None:
    rules = game(NAME).rules(region)
    assert tuple(rules.side) == SIDES[region]
    assert {spot.bet for spot in game(NAME).layout(rules, standard(rules)).values()} == {"inicial"}
    table = sit(NAME, region).open()
    stake(table, "ana", "inicial:1", "10")
    for bet in SIDES[region]:
        with pytest.raises(IllegalAction):
            stake(table, "ana", f"{bet}:1", "2.50")


@everywhere
@pytest.mark.parametrize(
    ("hand", "times"),
    [
        ("4c 4d 4h 8s 8d", 100),
        ("4c 4d 4h 4s Kc", 300),
        ("5d 6d 7d 8d 9d", 1000),
        ("10s Js Qs Ks As", 2000),
        ("4h 6h 8h 10h Qh", 0),
    ],
)
def test_ex_1_12_7_a_ga_art_8_a_1_as_a_5_a_1_and_pv_11_vi_2_1_the_insurance(region: str, hand: str, times: int) -> None:
    """Two and a half euros, whatever the bank has: here four twos and an idle one. The premium does not come back."""
    for bank in ("2c 2d 2h 2s 3c", IDLE):
        table = against(region, hand, bank, ("seguro:1", "2.50"), options=admits(seguro="si"))
        alone = against(region, hand, bank)
        assert won(table) - won(alone) == 250 * times - 250
    returned = against(
        region, hand, IDLE, ("seguro:1", "2.50"), options=admits(seguro="si"), choices={"bets.seguro": "printed"}
    )
    assert won(returned) == 1000 + 250 * (times or -1)


@pytest.mark.parametrize(("region", "article"), [(EX, "1.12.7.A"), (GA, "art. 8.a§1"), (AS, "A.5.a§1")])
def test_ex_1_12_7_a_one_amount_of_insurance_half_the_minimum_at_most(region: str, article: str) -> None:
    table = sit(NAME, region, options=admits(seguro="si")).open()
    refused(table, "ana", Act("stake", "seguro:1", 250), article)  # no stake on the square
    stake(table, "ana", "inicial:1", "10")
    refused(table, "ana", Act("stake", "seguro:1", 200), article)
    refused(table, "ana", Act("stake", "seguro:1", 300), article)
    stake(table, "ana", "seguro:1", "2.50")
    refused(table, "ana", Act("withdraw", "inicial:1"), article)


def test_pv_11_vi_2_1_in_pais_vasco_any_amount_up_to_half_the_minimum() -> None:
    table = sit(NAME, PV, options=admits(seguro="si")).open()
    stake(table, "ana", "inicial:1", "10")
    refused(table, "ana", Act("stake", "seguro:1", 300), "11.VI.2§1")
    stake(table, "ana", "seguro:1", "0.50")
    stake(table, "ana", "seguro:1", "2")


@pytest.mark.parametrize(
    ("hand", "times"),
    [
        ("10s Js Qs Ks As", 12_000),
        ("5d 6d 7d 8d 9d", 2000),
        ("4c 4d 4h 4s Kc", 400),
        ("4c 4d 4h 8s 8d", 100),
        ("4h 6h 8h 10h Qh", 60),
        ("5c 6d 7d 8d 9d", 30),
        ("4c 4d 8h 8s 10d", 0),
    ],
)
def test_ex_1_12_7_b_the_carousel(hand: str, times: int) -> None:
    table = against(EX, hand, IDLE, ("carrusel:1", "1.50"), options=admits(carrusel="si"))
    assert won(table) == 1000 + 150 * times - 150


def test_ex_1_12_7_b_g_the_trio_only_where_the_house_says_so() -> None:
    for trio, times in (("no", 0), ("si", 10)):
        options = admits(carrusel="si", carrusel_trio=trio)
        table = against(EX, "4c 4d 4h 8s 10d", IDLE, ("carrusel:1", "1.50"), options=options)
        assert won(table) == 1000 + 150 * times - 150


@everywhere
def test_ga_art_7_5_and_as_a_4_6_a_passed_hand_is_not_shown_and_its_insurance_lost_elsewhere_paid(region: str) -> None:
    table = against(region, "4c 4d 4h 8s 8d", IDLE, ("seguro:1", "2.50"), options=admits(seguro="si"), goes=False)
    assert won(table) == -1000 + {EX: 24_750, PV: 24_750, GA: -250, AS: -250}[region]
    assert ("descartes" in table.cards) == (region in (GA, AS))


# A card that is bought


def buys(region: str, *bets: tuple[str, str], **sitting: object) -> Round:
    """Ana puts down her second card for another."""
    stakes = [("ana", "inicial:1", "10"), *(("ana", *bet) for bet in bets)]
    options = admits(compra="si", **{bet: "si" for bet in SIDES[region] if bet != "progresivo"})
    table = read(begin(sit(NAME, region, options=options, **sitting), *stakes), "3c")  # type: ignore[arg-type]
    choose(table, "ana", "cambiar-2")
    return table


@pytest.mark.parametrize(
    ("region", "article"), [(EX, "1.12.7.D§1"), (GA, "art. 8.c"), (AS, "A.5.c"), (PV, "11.VI.3§1")]
)
def test_ex_1_12_7_d_1_ga_art_8_c_as_a_5_c_and_pv_11_vi_3_1_a_card_costs_the_first_stake(
    region: str, article: str
) -> None:
    """Four queens with the card that was bought, against ace and king: 10 + 20 x 20 less the ten it cost."""
    table = buys(region)
    assert "Ana compra una carta." in table.said()
    assert [move.cents for move in table.log if isinstance(move, Move) and move.article == article] == [1000]
    assert table.cards["descartes"] == ["#2"]
    if region == PV:
        read(table, "Qs")
    assert isinstance(table.pending, Choose)
    assert table.pending.options == ("ir", "pasar")
    choose(table, "ana", "ir")
    bought = "" if region == PV else "Qs "
    read(table, f"Ac Kd 9h 7s Qc {bought}Qd Qh 2h")
    assert won(table) == 1000 + 40_000 - 1000


def test_ex_1_12_7_d_who_sees_the_card_that_was_bought() -> None:
    """Its buyer alone, or all where the text deals it open."""
    for region in REGIONS:
        session = sit(NAME, region, physical=False, options=admits(compra="si"))
        table = begin(session, ("ana", "inicial:1", "10"))
        choose(table, "ana", "cambiar-5")
        assert all(table.view("ana").cards["mano/1"])
        assert sum(map(bool, table.view("luis").cards["mano/1"])) == (1 if region == PV else 0)
        assert table.view("luis").cards["descartes"] == [""]
        assert all(table.view("ana").cards["descartes"])


def test_ex_1_12_7_d_2_and_pv_11_vi_3_2_buying_forfeits_the_bets_on_the_cards() -> None:
    for region, bets in ((EX, [("seguro:1", "2.50"), ("carrusel:1", "1.50")]), (PV, [("seguro:1", "2")])):
        table = buys(region, *bets)
        assert lies(table, "felt/") == {"felt/ana/inicial:1": 1000}


@pytest.mark.parametrize("region", [GA, AS])
def test_ga_art_8_a_1_and_as_a_5_a_1_the_insurance_goes_by_the_hand_that_is_played(region: str) -> None:
    """A full with the card that was bought, against an idle bank: 10 less 10, and a hundred times 2.50 less it."""
    table = buys(region, ("seguro:1", "2.50"))
    choose(table, "ana", "ir")
    read(table, "Ac Qd 9h 7s 4c 4s 4d 8h 8d")
    assert won(table) == 25_000 - 250


def test_nobody_buys_twice_or_without_the_chips_to_go_on() -> None:
    table = buys(EX)
    assert isinstance(table.pending, Choose)
    assert table.pending.options == ("ir", "pasar")
    for purse, may in ((3999, False), (4000, True)):
        session = sit(NAME, EX, chips={"ana": purse}, options=admits(compra="si"))
        table = read(begin(session, ("ana", "inicial:1", "10")), "3c")
        assert isinstance(table.pending, Choose)
        assert ("cambiar-1" in table.pending.options) == may


@pytest.mark.parametrize("region", [EX, AS, PV])
def test_ex_1_12_7_d_1_who_stakes_behind_the_hand_buys_too_or_loses_the_stake(region: str) -> None:
    for follows in (True, False):
        table = sit(NAME, region, options=admits(compra="si")).open()
        stake(table, "ana", "inicial:1", "10")
        table.act("ana", Act("admit", "luis@ana"))
        if region == PV:
            table.act("inspector", Act("admit", "luis@ana"))
        stake(table, "luis", "inicial:1", "5")
        close(table)
        read(table, "3c")
        choose(table, "ana", "cambiar-1")
        assert isinstance(table.pending, Choose)
        assert (table.pending.actor, table.pending.options) == ("luis", ("comprar", "pasar"))
        choose(table, "luis", "comprar" if follows else "pasar")
        assert table.places["chips/luis"] == 100_000 - (1000 if follows else 500)
        assert table.places.get("felt/luis/inicial:1", 0) == (500 if follows else 0)


def test_ex_1_12_7_d_one_pack_serves_seven_squares_that_may_all_buy() -> None:
    rules = game(NAME).rules(EX)
    assert len(game(NAME).layout(rules, standard(rules, options=admits(compra="si")))) == 7
    names = [f"p{i}" for i in range(7)]
    session = sit(NAME, EX, physical=False, chips=dict.fromkeys(names, 10_000), options=admits(compra="si"))
    table = begin(session, *((who, f"inicial:{place}", "5") for place, who in enumerate(names, 1)))
    for who in names:
        choose(table, who, "cambiar-3")
        choose(table, who, "ir")
    assert table.finished
    assert len(table.looks) == 7 * 6 + 5


# What must not happen


@everywhere
@pytest.mark.parametrize("name", ["error-de-reparto", "carta-descubierta"])
def test_ex_1_12_6_6_ga_art_7_10_as_a_4_10_and_pv_11_v_3_9_a_misdeal_voids_the_hand(region: str, name: str) -> None:
    """Also second and side stakes, the price of a card, and the first stake of who had passed."""
    for steps in range(4):
        options = admits(compra="si", seguro="si")
        table = begin(sit(NAME, region, options=options), ("ana", "inicial:1", "10"), ("luis", "inicial:2", "5"))
        if steps:
            read(table, "3c")
            choose(table, "ana", "cambiar-1")
            if region == PV:
                read(table, "4s")
        if steps > 1:
            choose(table, "ana", "ir")
        if steps > 2:
            choose(table, "luis", "pasar")
        table.report(name)
        assert table.end is not None
        assert table.end.void == name
        assert (table.places["chips/ana"], table.places["chips/luis"]) == (100_000, 100_000)


@pytest.mark.parametrize(
    ("region", "article"), [(EX, "1.12.6§6"), (GA, "art. 7§11"), (AS, "A.4§11"), (PV, "11.V.3§10")]
)
def test_ex_1_12_6_6_ga_art_7_11_as_a_4_11_and_pv_11_v_3_10_who_tells_or_shows_cards_loses_all(
    region: str, article: str
) -> None:
    """Ana has gone when she shows her cards in Luis's turn: 10 and 20 and 2.50 are lost, by this article."""
    session = sit(NAME, region, options=admits(seguro="si"))
    table = begin(session, ("ana", "inicial:1", "10"), ("ana", "seguro:1", "2.50"), ("luis", "inicial:2", "5"))
    read(table, "3c")
    choose(table, "ana", "ir")
    refused(table, "luis", Act("punish", "ana"), article)
    table.act("inspector", Act("punish", "ana"))
    assert table.said()[-1] == "Ana pierde lo apostado."
    refused(table, "inspector", Act("punish", "ana"), article)
    choose(table, "luis", "pasar")
    assert won(table) == -3250
    taken = [move for move in table.log if isinstance(move, Move) and move.src.startswith("felt/ana")]
    assert {move.article for move in taken} == {article}


def test_ex_1_12_6_6_stakes_behind_a_punished_hand_go_back() -> None:
    table = sit(NAME, EX).open()
    stake(table, "ana", "inicial:1", "10")
    table.act("ana", Act("admit", "luis@ana"))
    stake(table, "luis", "inicial:1", "5")
    close(table)
    read(table, "3c")
    table.act("inspector", Act("punish", "ana"))
    assert (won(table), won(table, "luis")) == (-1000, 0)
    # and a guest who tells what he should not loses his own stake alone
    table = sit(NAME, EX).open()
    stake(table, "ana", "inicial:1", "10")
    table.act("ana", Act("admit", "luis@ana"))
    stake(table, "luis", "inicial:1", "5")
    close(table)
    read(table, "3c")
    choose(table, "ana", "ir")
    table.act("inspector", Act("punish", "luis"))
    assert lies(table, "felt/") == {"felt/ana/inicial:1": 1000, "felt/ana/segunda:1": 2000}


def test_ga_art_7_11_who_plays_several_squares_loses_all_of_them_also_after_passing_one() -> None:
    table = begin(sit(NAME, GA), ("ana", "inicial:1", "10"), ("ana", "inicial:4", "5"), ("luis", "inicial:2", "5"))
    read(table, "3c")
    choose(table, "ana", "pasar")
    table.act("inspector", Act("punish", "ana"))
    choose(table, "luis", "pasar")
    assert won(table) == -1500
    assert len(table.cards["descartes"]) == 15


@pytest.mark.parametrize(
    ("region", "name"), [(EX, "consejo"), (GA, "comentarios"), (AS, "consejo"), (PV, "comentarios")]
)
def test_ex_1_12_4_3_ga_art_5_5_as_a_6_1_and_pv_11_iv_2_2_comments_and_advice_are_noted(region: str, name: str) -> None:
    table = read(begin(sit(NAME, region), ("ana", "inicial:1", "10")), "3c")
    table.report(name)
    assert table.said()[-1] == "Sigue la jugada."
    choose(table, "ana", "ir")
    read(table, "Ac Kd 9h 7s 4c 4d 8h 10s Jd")
    assert won(table) == 3000


# The progressive


@pytest.mark.parametrize(("region", "single"), [(EX, True), (GA, True), (AS, True), (PV, False)])
def test_ex_1_12_7_a_ga_art_8_a_1_as_a_5_a_1_and_pv_11_vi_2_1_the_house_stipulates_less_than_half_the_minimum(
    region: str, single: bool
) -> None:
    """One amount for all or, in País Vasco, up to it."""
    for stipulated in (50, 200, 250):
        maximum = {**standard(game(NAME).rules(region)).maximum, "seguro": stipulated}
        table = sit(NAME, region, maximum=maximum, options=admits(seguro="si")).open()
        stake(table, "ana", "inicial:1", "10")
        (insured,) = [item for item in table.view("ana").open if item.on == "seguro:1"]
        assert insured.amounts == (stipulated if single else 50, stipulated, 50)


METER = "meter/progresivo"


def progressive(
    region: str, hands: dict[str, str], bank: str = "Ac Jc 9c 7c 3h", before: int = 0, **options: str
) -> Round:
    """Everybody stakes ten and two and a half on the progressive, which other tables brought to `before`, and goes."""
    chips = dict.fromkeys(hands, 100_000)
    table = sit(NAME, region, chips=chips, options=admits(progresivo="si", **options)).open()
    table.books = lambda name, places: before + places.get(f"meter/{name}", 0)
    for place, who in enumerate(hands, 1):
        stake(table, who, f"inicial:{place}", "10")
        stake(table, who, f"progresivo:{place}", "2.50")
    close(table)
    cards = bank.split()
    read(table, cards.pop(0 if region == GA else 4))
    for who in hands:
        choose(table, who, "ir")
    read(table, " ".join([*cards, *hands.values()]))
    return table


@pytest.mark.parametrize(
    ("region", "article"), [(EX, "1.12.7.C§1"), (GA, "art. 8.b§1"), (AS, "A.5.b§1"), (PV, "11.VI.1§2")]
)
def test_ex_1_12_7_c_1_ga_art_8_b_1_as_a_5_b_1_and_pv_11_vi_1_2_stakes_accumulate_less_what_the_house_keeps(
    region: str, article: str
) -> None:
    for kept, fed in (("0", 500), ("20", 400), ("7.5", 464)):  # 18.75 cents of each 250 are 18
        table = progressive(region, {"ana": "4c 4d 8h 10s Jd", "luis": "5c 5d 8s 10h Qs"}, deduccion=kept)
        assert table.places[METER] == fed
        assert won(table) == 1000 - 250
        assert {entry.article for entry in table.log if isinstance(entry, Move) and entry.dst == METER} == {article}


@pytest.mark.parametrize(
    ("region", "article", "most"),
    [(EX, "1.12.7.C§2", "2.50"), (GA, "art. 8.b§4", "2.50"), (AS, "A.5.b§5", "2.50"), (PV, "11.VI.1§7", "2.50")],
)
def test_ga_art_8_b_4_as_a_5_b_5_and_pv_11_vi_1_7_half_the_minimum_at_most_and_one_amount_where_it_is_posted(
    region: str, article: str, most: str
) -> None:
    table = sit(NAME, region, options=admits(progresivo="si")).open()
    stake(table, "ana", "inicial:1", "10")
    refused(table, "ana", Act("stake", "progresivo:1", 300), article)
    if region in (GA, AS):
        refused(table, "ana", Act("stake", "progresivo:1", 50), article)
    stake(table, "ana", "progresivo:1", most)


# Of 10,002.50 with the stake of the hand; multiples of the stake do not touch it
PARTS = {
    "10s Js Qs Ks As": dict.fromkeys(REGIONS, 1_000_250),
    "5d 6d 7d 8d 9d": dict.fromkeys(REGIONS, 100_025),
    "4c 4d 4h 4s Kc": {EX: 100_000, GA: 0, AS: 0, PV: 50_012},
    "4c 4d 4h 8s 8d": {EX: 25_000, GA: 0, AS: 0, PV: 0},
    "4h 6h 8h 10h Qh": {EX: 12_500, GA: 0, AS: 0, PV: 0},
    "5c 6d 7d 8d 9d": {EX: 5000, GA: 0, AS: 0, PV: 0},
    "4c 4d 4h 8s 10d": dict.fromkeys(REGIONS, 0),
}


@everywhere
@pytest.mark.parametrize("hand", PARTS)
def test_ex_1_12_7_c_2_ga_art_8_b_4_as_a_5_b_5_and_pv_11_vi_1_5_what_a_hand_wins_of_it(region: str, hand: str) -> None:
    """Whatever the bank has: here it does not play, so ten are won beside it."""
    table = progressive(region, {"ana": hand}, before=1_000_000)
    prize = PARTS[hand][region]
    assert won(table) == 1000 - 250 + prize
    touched = prize if prize in (1_000_250, 100_025, 50_012) else 0
    assert table.places[METER] == 250 - touched


@everywhere
def test_pv_11_vi_1_8_the_highest_hand_first_and_each_of_what_is_left(region: str) -> None:
    """Of 10,000 with three stakes in it: a tenth to the nine, a tenth of the rest to the eight."""
    hands = {"ana": "4d 5d 6d 7d 8d", "luis": "5h 6h 7h 8h 9h", "eva": "2c 2d 8c Js Jd"}
    table = progressive(region, hands, before=1_000_000 - 750)
    assert won(table, "luis") - 750 == 100_000
    assert won(table) - 750 == 90_000
    assert won(table, "eva") == 750
    assert table.said()[-2:] == [
        "Luis: escalera de color, 1000 del acumulado.",
        "Ana: escalera de color, 900 del acumulado.",
    ]


def test_pv_11_vi_1_8_equal_straight_flushes_each_take_a_tenth_of_what_there_was() -> None:
    hands = {"ana": "5d 6d 7d 8d 9d", "luis": "5h 6h 7h 8h 9h", "eva": "6s 7s 8s 9s 10s", "leo": "2c 2d 2h 2s 3d"}
    table = progressive(PV, hands, before=1_000_000 - 1000)
    gains = [won(table, who) - 750 for who in ("eva", "ana", "luis", "leo")]
    assert gains == [100_000, 100_000, 100_000, 35_000]  # the four twos: a twentieth of the 7,000 that are left


def test_ex_1_12_7_c_2_two_royal_flushes_share_it_and_leave_nothing() -> None:
    hands = {"ana": "10s Js Qs Ks As", "luis": "10h Jh Qh Kh Ah", "eva": "5d 6d 7d 8d 9d"}
    table = progressive(EX, hands, before=1_000_000 - 749)
    assert [won(table, who) - 750 for who in hands] == [500_000, 500_000, 0]
    assert table.places[METER] == 750 - 1_000_000


def test_ex_1_12_7_d_2_and_pv_11_vi_3_2_who_buys_a_card_is_out_of_the_progressive_elsewhere_the_first_five_count() -> (
    None
):
    """Ana throws a card of her straight flush away for another: four queens would have won a part in one text."""
    for region in REGIONS:
        options = admits(progresivo="si", compra="si")
        table = begin(sit(NAME, region, options=options), ("ana", "inicial:1", "10"), ("ana", "progresivo:1", "2.50"))
        table.books = lambda name, places: 1_000_000
        read(table, "3c")
        choose(table, "ana", "cambiar-5")
        read(table, "2d" if region == PV else "")
        choose(table, "ana", "ir")
        read(table, "Ac Qd 10h 7s 5d 6d 7d 8d")
        read(table, {PV: "", EX: "2d", GA: "2d 9d", AS: "2d 9d"}[region])
        assert won(table) == 1000 - 1000 - 250 + (100_000 if region in (GA, AS) else 0)


@everywhere
def test_a_passed_hand_keeps_its_right_to_the_progressive_where_it_may_be_shown(region: str) -> None:
    options = admits(progresivo="si")
    table = begin(sit(NAME, region, options=options), ("ana", "inicial:1", "10"), ("ana", "progresivo:1", "2.50"))
    table.books = lambda name, places: 1_000_000
    read(table, "3c")
    choose(table, "ana", "pasar")
    if region in (EX, PV):
        read(table, "5d 6d 7d 8d 9d")
    assert won(table) == -1000 - 250 + (100_000 if region in (EX, PV) else 0)


def test_a_misdeal_takes_the_stake_out_of_the_prize_and_a_punished_player_wins_nothing_of_it() -> None:
    options = admits(progresivo="si")
    for punished in (False, True):
        table = begin(sit(NAME, PV, options=options), ("ana", "inicial:1", "10"), ("ana", "progresivo:1", "2.50"))
        read(table, "3c")
        assert table.places[METER] == 250
        if punished:
            table.act("inspector", Act("punish", "ana"))
            assert won(table) == -1250
        else:
            table.report("error-de-reparto")
            assert (table.places["chips/ana"], table.places[METER]) == (100_000, 0)
