"""A call names faults, rulings and hands as the rulebook does, and never by their ids."""

import pytest

from tapete.engine.calls import spoken
from tapete.engine.requests import Announce
from tapete.games import game


@pytest.mark.parametrize(
    ("name", "region", "call", "args", "said"),
    [
        ("holdem", "extremadura", "wins", ("teo", "trio"), "Teo gana con trío."),
        ("holdem", "extremadura", "wins", ("teo", "doble pareja"), "Teo gana con doble pareja."),
        ("holdem", "galicia", "wins", ("teo", "poker"), "Teo gana con póquer."),
        (
            *("holdem", "extremadura", "noted", ("encarga-su-juego, ana",)),
            "El inspector toma nota: deja su juego encargado a otro, ana.",
        ),
        ("treinta-cuarenta", "extremadura", "result", ("tres", "nueve", "negro gana", "color pierde"), None),
    ],
)
def test_what_a_round_names_by_its_id_is_called_by_its_name(
    name: str, region: str, call: str, args: tuple[str, ...], said: str | None
) -> None:
    rules = game(name).rules(region)
    found = spoken(rules, Announce(call, args))
    assert found == said if said else all(arg in found.lower() for arg in args)


def test_every_ruling_and_fault_of_a_circle_is_noted_without_an_id() -> None:
    rules = game("holdem").rules("extremadura")
    for id in (*rules.irregularities, *rules.rulings):
        assert id.count("-") == 0 or id not in spoken(rules, Announce("noted", (f"{id}, ana",)))
