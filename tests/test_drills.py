"""Drills: what croupiers train to pay has the bets in it that are laid only beside others."""

import random

import pytest

from tapete.drills import Question, drill
from tapete.engine.settings import standard
from tapete.games import game


def asked(name: str, region: str, seed: int, deciding: bool, **options: str) -> list[Question]:
    """The questions of a drill, each answered as best play would."""
    rules = game(name).rules(region)
    found: list[Question] = []
    going = drill(game(name), rules, standard(rules, options=options), random.Random(seed), deciding)
    answer = None
    while True:
        try:
            found.append(going.send(answer))  # type: ignore[arg-type]
        except StopIteration:
            return found
        answer = found[-1].advice[0].option if found[-1].advice else ""


@pytest.mark.parametrize(
    ("name", "region", "beside", "options"),
    [
        ("reto", "extremadura", "tie", {}),
        ("treinta-cuarenta", "extremadura", "seguro", {}),
        ("poker-con-descarte", "pais-vasco", "jackpot", {"jackpot": "fijo"}),
    ],
)
def test_what_lies_beside_a_stake_is_paid_too(name: str, region: str, beside: str, options: dict[str, str]) -> None:
    for seed in range(40):
        (question,) = asked(name, region, seed, False, **options)
        bets = [step.on.partition(":")[0] for step in question.steps if step.cents]
        if beside in bets:
            assert bets.index(beside) > 0
            assert question.judge(f"{question.pays / 100:.2f}").cost == 0
            return
    raise AssertionError(f"{beside} is never asked")


def test_pv_12_vii_7_2_the_change_of_cards_is_asked_by_the_cards_themselves() -> None:
    goes, changes = asked("poker-con-descarte", "pais-vasco", 1, True)[:2]
    assert set(goes.options) == {"ir", "pasar"}
    assert len(changes.options) == 16  # none, one of five, two of five
    assert all(option.startswith("descartar") for option in changes.options)
