"""Drills: what croupiers train to pay has the bets in it that are laid only beside others."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tapete.drills import Question, drill
from tapete.engine.places import stakes
from tapete.engine.record import Record
from tapete.engine.round import now
from tapete.engine.settings import standard
from tapete.games import game
from tests.web import House, house

__all__ = ["house"]


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


def winnings(name: str, region: str, pays: Callable[[str, str], int | Fraction]) -> int:
    """How many of some drills ask for what a second reckoning of each stake comes to, spot by spot."""
    several = 0
    for seed in range(12):
        (question,) = asked(name, region, seed, False)
        stakes = [(step.on, step.cents) for step in question.steps if step.cents]
        (fell,) = [step.fell for step in question.steps if step.fell]
        assert question.pays == sum(cents * pays(spot, fell) for spot, cents in stakes)
        several += len(stakes) > 1
    return several


def test_ex_1_1_4_1_several_stakes_lie_and_are_paid_together() -> None:
    """What each bet pays at roulette follows from how many of 36 numbers it has: 36 over so many, less one."""

    def numbers(spot: str) -> set[int]:
        bet, _, on = spot.partition(":")
        parts = [int(part) for part in on.split("-")] if on else []
        red = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
        simple = {"rojo": red, "negro": set(range(1, 37)) - red, "falta": set(range(1, 19)), "pasa": set(range(19, 37))}
        dozens = {number for part in parts for number in range(12 * part - 11, 12 * part + 1)}
        columns = {number for part in parts for number in range(part, 37, 3)}
        parity = {"par": set(range(2, 37, 2)), "impar": set(range(1, 37, 2))}
        found = {**simple, **parity}.get(bet)
        if found is not None:
            return found
        if bet in ("docena", "dos-docenas"):
            return dozens
        if bet in ("columna", "dos-columnas"):
            return columns
        return set(range(parts[0], parts[1] + 1)) if bet == "seisena" else set(parts)

    def pays(spot: str, fell: str) -> Fraction | int:
        covered = numbers(spot)
        return Fraction(36, len(covered)) - 1 if int(fell) in covered else 0

    assert winnings("ruleta-americana", "extremadura", pays) > 3


def points(cards: list[str]) -> int:
    """Aces are one, tens and figures nothing; tens are dropped."""
    return sum(1 if card[:-1] == "A" else int(card[:-1]) if card[:-1] in "23456789" else 0 for card in cards) % 10


@pytest.mark.parametrize("name", ["chemin-de-fer", "bacara-dos-panos"])
@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_a_bank_covers_all_that_a_drill_stakes_against_it(name: str, region: str) -> None:
    """Before, it held the table's minimum: what lay above went back untold, and nobody could say what is paid.

    Half plays of a stake on the line to a player; one between the cloths is two halves, the odd chip at the first.
    """
    more = 0
    for seed in range(12):
        (question,) = asked(name, region, seed, False)
        won = {place: points(cards) > points(question.cards["banca"]) for place, cards in question.cards.items()}
        pays = Fraction(0)
        for step in question.steps:
            if step.cents and step.on == "caballo":
                first = (step.cents // 50 + 1) // 2 * 50
                pays += first * won["primero"] + (step.cents - first) * won["segundo"]
            elif step.cents and step.on.startswith("raya"):
                pays += Fraction(step.cents, 2) * won[step.on.partition("-")[2] or "punto"]
            elif step.cents:
                pays += step.cents * won[step.on]
        assert question.pays == pays
        more += question.pays > 500
    assert more > 3


def test_what_a_choice_lays_is_told() -> None:
    """At póker sin descarte who goes on lays twice the first stake: the croupier is told of it before paying."""
    for seed in range(8):
        (question,) = asked("poker-sin-descarte", "extremadura", seed, False)
        first = sum(step.cents for step in question.steps if step.on.startswith("inicial") and not step.later)
        second = sum(step.cents for step in question.steps if step.on.startswith("segunda") and step.later)
        goes = [step for step in question.steps if step.chose == "ir"]
        assert second == (2 * first if goes else 0)


def test_the_felt_is_shown_as_it_lay_before_the_payment() -> None:
    for name in ("ruleta-francesa", "dados", "blackjack", "punto-banca", "tripoker", "monte"):
        rules = game(name).rules("extremadura")
        (question,) = asked(name, "extremadura", 3, False)
        lying = {stake.bet for stake in stakes(Record.of(rules, list(question.log)).view("ana").places)}
        assert lying, name
        assert lying <= {step.on for step in question.steps}, name


def test_pv_12_vii_7_2_the_change_of_cards_is_asked_by_the_cards_themselves() -> None:
    goes, changes = asked("poker-con-descarte", "pais-vasco", 1, True)[:2]
    assert set(goes.options) == {"ir", "pasar"}
    assert len(changes.options) == 16  # none, one of five, two of five
    assert all(option.startswith("descartar") for option in changes.options)


SEVENTH = {"seed": "7", "n": "1", "role": "croupier"}
BANCA = "/train/banca-francesa/extremadura"


def right_answer(house: House) -> str:
    asked = house.machine("croupier").get("/api/v1/games/banca-francesa/extremadura/drill/verdict?seed=7&answer=99999")
    return str(asked.json()["right"])


def test_the_first_answer_to_a_question_is_kept(house: House) -> None:
    browser, right = house.browser("croupier"), right_answer(house)
    since = str(now() - 4000)
    for answer in ("99999", right):
        sent = browser.post(f"{BANCA}/answer", data={**SEVENTH, "since": since, "answer": answer})
        assert sent.status_code == 303
        verdict = browser.get(sent.headers["location"])
        assert ("Correcto." in verdict.text) is (answer == right)
    browser.post(f"{BANCA}/answer", data={**SEVENTH, "seed": "8", "since": since, "answer": "nada"})
    (line,) = house.floor.training.of(house.person("croupier"))
    assert (line.asked, line.right, line.game) == (1, 0, "banca-francesa")
    assert line.cost == 9_999_900 - 100 * float(right)
    assert line.seconds is not None
    assert 4 <= line.seconds < 3600
    (weak,) = house.floor.training.weakest(house.person("croupier"))
    assert (weak.wrong, weak.asked) == (1, 1)
    assert weak.article in browser.get("/train/record").text


def test_a_time_that_cannot_be_is_none(house: House) -> None:
    machine, right = house.machine("croupier"), right_answer(house)
    body = {"seed": 7, "answer": right, "seconds": -3}
    assert machine.post("/api/v1/games/banca-francesa/extremadura/drill/answer", json=body).json()["cost"] == 0
    (line,) = machine.get("/api/v1/training").json()["standings"]
    assert (line["asked"], line["right"], line["seconds"]) == (1, 1, None)


def test_records_are_one_s_own_and_the_trainers(house: House) -> None:
    house.machine("croupier").post(
        "/api/v1/games/banca-francesa/extremadura/drill/answer", json={"seed": 7, "answer": "5"}
    )
    assert house.machine("player").get("/api/v1/training").json() == {"standings": [], "weakest": []}
    assert house.machine("croupier").get("/api/v1/training/people").status_code == 403
    (line,) = house.machine("inspector").get("/api/v1/training/people").json()
    assert line["who"] == "croupier1"
    assert "croupier1" in house.browser("director").get("/train/people").text


def test_stakes_lie_on_the_felt_and_cards_are_pictures(house: House) -> None:
    """What a croupier pays is seen as at a table: a chip for every stake, and no card only as its code."""
    number = house.visitor().get("/train/ruleta-americana/extremadura?seed=3&stakes=8").text
    assert "/games/ruleta-americana/extremadura/felt.svg" in number
    assert number.count("<circle") == number.count("Ana tiene ")
    cards = house.visitor().get("/train/blackjack/extremadura?seed=5").text
    assert cards.count("/static/tables/cards/") >= 4
    assert "data-clock" in cards


def test_nothing_of_passers_by_is_kept(house: House) -> None:
    assert house.visitor().post(f"{BANCA}/answer", data={**SEVENTH, "answer": "5"}).status_code in (401, 403)
    page = house.visitor().get(f"{BANCA}?seed=7")
    assert 'method="get"' in page.text
    assert "/answer" not in page.text


def test_the_number_of_stakes_is_bounded(house: House) -> None:
    for most, status in ((0, 422), (1, 200), (12, 200), (13, 422)):
        assert house.visitor().get(f"{BANCA}?seed=7&stakes={most}").status_code == status


def test_a_refused_answer_is_said_beside_it_and_kept(house: House) -> None:
    refused = house.visitor().get("/train/ruleta-americana/extremadura?seed=3&n=1&answer=much")
    assert refused.status_code == 400 and 'class="refusal"' in refused.text
    assert 'value="much" aria-invalid="true"' in refused.text
