"""What somebody took back lies there again by undoing it, unless others have taken its room since."""

from typing import NamedTuple

import pytest

from tapete.engine.places import felt, moved
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.engine.stakes import Spot, Staking
from tapete.engine.window import Option, Refusal, Window
from tapete.games import game
from tapete.games.bola.rules import layout
from tapete.money import Range
from tests.bacara import Coups
from tests.helpers import close, refused, sit, stake

FREE, PV = {"modalidad": "libre"}, "pais-vasco"


def leave(table: Round, who: str, bet: str, *, to: str, amount: str) -> None:
    """Somebody takes a stake back, and another puts an amount there."""
    table.act(who, Act("withdraw", bet))
    stake(table, to, bet, amount)


@pytest.mark.parametrize(("region", "article"), [("extremadura", "2.1.B.5.9"), (PV, "09.V.2§1")])
def test_ex_2_1_b_5_9_and_pv_09_v_2_1_an_open_bank_has_no_stake_against_it_beyond_its_deposit(
    region: str, article: str
) -> None:
    evening = Coups("bacara-dos-panos", region, ("ana", "eva", "ivo", "luis", "teo"), FREE)
    evening.act("ana", "bid", "", 20)
    close(evening.round)
    evening.act("croupier", "choose", "hecha")
    stake(evening.round, "eva", "primero", "20")
    leave(evening.round, "eva", "primero", to="luis", amount="15")
    refused(evening.round, "eva", Act("undo"), "2.1.B.5.7" if region == "extremadura" else "09.V.1§7")
    stake(evening.round, "teo", "segundo", "5")
    refused(evening.round, "eva", Act("undo"), article)


def test_pv_12_iv_2_the_stakes_on_a_box_stay_within_its_maximum_together() -> None:
    table = sit("poker-con-descarte", PV).open()
    for by in ("ana", "inspector"):
        table.act(by, Act("admit", "luis@ana"))
    stake(table, "ana", "inicial", "10")
    stake(table, "luis", "inicial", "40")
    table.act("luis", Act("withdraw", "inicial"))
    stake(table, "ana", "inicial", "10")
    refused(table, "luis", Act("undo"), "12.VI.6.2")
    table.act("ana", Act("undo"))
    table.act("luis", Act("undo"))
    assert table.places["felt/luis/inicial"] == 4000


def test_pv_art_8_no_more_tickets_are_sold_than_were_announced() -> None:
    """Of a hundred tickets at two euros."""
    options = {**standard(game("rifa").rules(PV)).options, "programa": "cestas"}
    table = sit("rifa", PV, minimum=200, options=options).open()
    stake(table, "ana", "papeleta", "200")
    leave(table, "ana", "papeleta", to="luis", amount="200")
    refused(table, "ana", Act("undo"), "art. 8")


@pytest.mark.parametrize(
    ("name", "region", "bet", "article"),
    [("pai-gow", "extremadura", "apuesta", "1.15.4§1"), ("trijoker", "galicia", "apuesta:1", "art. 12")],
)
def test_ex_1_15_4_and_ga_12_no_more_play_than_there_are_places(name: str, region: str, bet: str, article: str) -> None:
    """With a seventh hand, and the bank's, pai gow would need 56 cards of 53."""
    seats = game(name).rules(region).players.seats
    names = [f"p{i}" for i in range(seats + 1)]
    table = sit(name, region, chips=dict.fromkeys(names, 100_000)).open()
    while isinstance(table.pending, Window) and table.pending.label != "stakes":
        table.act(table.pending.actors()[0], Act("pass"))
    for who in names[:-1]:
        stake(table, who, bet, "5")
    leave(table, names[0], bet, to=names[-1], amount="5")
    refused(table, names[0], Act("undo"), article)


class Shared(NamedTuple):
    """Boule's red, of which a cloth takes so much of all together."""

    places: dict[str, int]
    most: int
    players: tuple[str, ...] = ("ana", "luis")

    def limits(self, who: str, spot: Spot) -> Range:
        others = sum(self.places.get(felt(other, spot.id), 0) for other in self.players if other != who)
        return Range(500, self.most - others, 500)

    def staking(self) -> Staking:
        rules = game("bola").rules("extremadura")
        return Staking(rules, self, layout(rules, standard(rules)), limits=self.limits)  # type: ignore[arg-type]

    def act(self, staking: Staking, who: str, act: Act) -> None:
        assert isinstance(staking.option(who, act.do, act.on), Option)
        for move in staking.perform(who, act):
            assert isinstance(move, Move)
            moved(self.places, move.src, move.dst, move.cents)


@pytest.mark.parametrize(("most", "luis"), [(3000, 1500), (1000, 500)])
def test_a_stake_that_lay_there_comes_back_unless_others_took_its_room(most: int, luis: int) -> None:
    """Of 20 euros that Ana's red came to; where a cloth takes 10 of new stakes, it is above that and stays."""
    table = Shared({"chips/ana": 0, "chips/luis": 5000, "felt/ana/rojo": 2000}, most)
    staking = table.staking()
    table.act(staking, "ana", Act("withdraw", "rojo"))
    table.act(staking, "ana", Act("undo"))
    assert table.places["felt/ana/rojo"] == 2000
    table.act(staking, "ana", Act("withdraw", "rojo"))
    table.act(staking, "luis", Act("stake", "rojo", luis))
    refused = staking.option("ana", "undo", "")
    assert isinstance(refused, Refusal)
    assert refused.article == "1.3.5.2§2"
    table.act(staking, "luis", Act("undo"))
    table.act(staking, "ana", Act("undo"))
    assert table.places["felt/ana/rojo"] == 2000
