"""What is left of a shoe: any that can occur is priced, any other is refused in a line."""

import random
from collections.abc import Iterator

import pytest

from tapete.cards.card import FRENCH, SUITS
from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError
from tapete.games import game
from tapete.law.sections import DealtRulebook
from tests.helpers import PRICED

DEALT = [(name, region) for name, region in PRICED if isinstance(game(name).rules(region), DealtRulebook)]


def shoes(rules: DealtRulebook, source: random.Random) -> Iterator[Composition]:
    """Shoes with few cards and shoes with few values."""
    kind, packs = card_pack(rules), rules.equipment.cards.packs  # type: ignore[arg-type]
    full, cards = Composition.full(packs, kind), [card for card in kind.cards for _ in range(packs)]
    for left in (0, 1, 4, 8, 13):
        yield full.less(source.sample(cards, len(cards) - left))
    for count in (1, 2):
        kept = source.sample(range(len(kind.ranks)), count)
        yield full.less(card for card in cards if card // SUITS not in kept)


@pytest.mark.parametrize(("name", "region"), DEALT)
def test_any_shoe_is_priced_or_refused_in_a_line(name: str, region: str) -> None:
    rules = game(name).rules(region)
    for shoe in shoes(rules, random.Random(1)):
        try:
            rows = game(name).odds(rules, shoe)
        except TapeteError as error:
            assert "\n" not in str(error)
            continue
        for row in rows:
            assert row.figures.win + row.figures.push + row.figures.lose == pytest.approx(1)


def test_a_shoe_of_which_much_is_gone_is_told_in_a_line() -> None:
    """Of 24 fives both rows make 35: no coup decides anything."""
    fives = Composition.full(6).less([card for card in FRENCH.cards if FRENCH.show(card)[0] != "5" for _ in range(6)])
    assert str(fives).count(" ") == 2 + 288
    with pytest.raises(TapeteError, match="24 of 312 cards: no coup"):
        game("treinta-cuarenta").odds(game("treinta-cuarenta").rules("extremadura"), fives)
