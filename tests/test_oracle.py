"""Evenings of the pokers against the house, settled again by oracles that know the texts and not the games."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tapete.engine.requests import Act, Card, Roll
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.games import game
from tests import oracle
from tests.helpers import EVERYTHING, sit
from tests.robot import amount, may_close

Oracle = Callable[[str, oracle.Facts], Counter[str]]
GAMES: list[tuple[str, Oracle, tuple[str, ...]]] = [
    ("trijoker", oracle.trijoker, ("asturias", "extremadura", "galicia", "pais-vasco")),
    ("tripoker", oracle.tripoker, ("extremadura", "pais-vasco")),
    ("texas-bonus", oracle.texas_bonus, ("extremadura", "fragmento")),
    ("texas-poker", oracle.texas_poker, ("pais-vasco",)),
    ("poker-cuatro-cartas", oracle.four_cards, ("extremadura",)),
    ("poker-con-descarte", oracle.with_a_change, ("extremadura", "pais-vasco")),
    ("poker-sin-descarte", oracle.without_a_change, ("asturias", "extremadura", "galicia", "pais-vasco")),
    ("pai-gow", oracle.pai_gow, ("asturias", "extremadura", "pais-vasco")),
]
PAIRS = [(name, region, settled) for name, settled, regions in GAMES for region in regions]
ROUNDS = 300 if EVERYTHING else 10
RANKS = [*map(str, range(2, 11)), *"JQKA"]


def likely(source: random.Random) -> set[str]:
    """Cards that fall before others, so that rare hands are not rare: of few ranks in a row, in one suit or in all."""
    first, suits = source.randrange(len(RANKS) - 4), source.choice(("c", "dh", "cdhs"))
    return {oracle.JOKER} | {rank + suit for rank in RANKS[first : first + source.choice((2, 5))] for suit in suits}


def fall(source: random.Random, asked: Card, sooner: set[str]) -> str:
    """A card that can fall, one of those that fall sooner if there are any."""
    left = [asked.plain(asked.read([at])) for at in range(asked.sizes[0])]
    return source.choice([card for card in left if card in sooner] or left)


def play(source: random.Random, table: Round) -> None:
    """Two players stake and decide at random; nobody stands behind another, and nothing goes wrong."""
    sooner = likely(source) if source.random() < 0.7 else set()
    while not table.finished:
        pending = table.pending
        if isinstance(pending, Card):
            table.fell(fall(source, pending, sooner))
            continue
        if isinstance(pending, Roll):
            table.fell([source.randint(1, 6) for _ in range(pending.dice)])
            continue
        assert isinstance(pending, Window)
        who = source.choice([who for who in pending.actors() if who in ("ana", "luis")])
        open_to = [item for item in pending.open(who) if item.do not in ("admit", "undo", "bank")]
        if may_close(pending) and (not open_to or source.random() < 0.2):
            table.act("croupier", Act("close"))
        elif open_to:
            item = source.choice(open_to)
            slots = source.sample(item.slots, source.randint(item.least, item.most))
            table.act(who, Act(item.do, item.on, amount(source, item), tuple(slots)))


@pytest.mark.parametrize(("name", "region", "settled"), PAIRS)
def test_everybody_wins_what_the_text_says(name: str, region: str, settled: Oracle) -> None:
    source, rules = random.Random(f"{name} {region}"), game(name).rules(region)
    insured = {"seguro": "si"} if "seguro" in rules.options else {}
    options = {**standard(rules).options, **insured}
    session = sit(name, region, chips={"ana": 10**9, "luis": 10**9}, options=options)
    for _ in range(ROUNDS):
        table = session.open()
        had = dict(table.places)
        play(source, table)
        won = {who: table.places[f"chips/{who}"] - had[f"chips/{who}"] for who in ("ana", "luis")}
        expected = settled(region, oracle.facts(table))
        assert won == {who: expected[who] for who in won}, table.log


def test_the_oracle_orders_hands_as_the_texts_list_them() -> None:
    """Worst to best, each an example of a text's own or a plain one."""
    hands = [
        "2c 4d 6h 8s Kc",
        "9s 9c 5h 3h 4c",
        "Jd Jh 10c 10s 5c",
        "2h 2s 2d 8h 9c",
        "Ah 2c 3d 4h 5s",
        "6s 5d 4h 3d 2c",
        "Qs Js 9s 4s 3s",
        "Ks Kh Kd Qh Qd",
        "Ac Ad Ah As 10s",
        "10c 9c 8c 7c 6c",
        "Ac Kc Qc Jc 10c",
    ]
    values = [oracle.five([oracle.card(card) for card in hand.split()]) for hand in hands]
    assert values == sorted(values)
    assert len({kind for kind, _ in values}) == 10
