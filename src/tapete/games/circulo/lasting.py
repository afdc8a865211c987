"""How long a game lasts at least: as long as the house has announced, or until all who began have had the mano."""

from typing import TYPE_CHECKING

from pydantic import Field

from tapete.engine.last import endings
from tapete.engine.settings import Settings
from tapete.law.option import Option
from tapete.law.rulebook import Section

if TYPE_CHECKING:
    from tapete.games.circulo.rules import Rules

DURATION, NOT_ANNOUNCED = "duracion", "sin-fijar"
END = "sesion"  # a session's, before which the last hands are announced
MINUTE = 60_000


class Duration(Section):
    """How often each who begins a game must have had the mano before it ends, if its duration is not announced.

    Earlier editions do not say.
    """

    manos: int = Field(default=0, ge=0)


def durations(option: Option | None) -> tuple[str, ...]:
    """What of an option's values can be a duration: whole minutes, or that none is announced."""
    return (NOT_ANNOUNCED, *(value for value in (option.values if option else ()) if value.isdecimal()))


def announced(rules: "Rules", settings: Settings) -> int:
    """For how many milliseconds the house has announced that a game is played, or 0."""
    chosen = rules.option(settings, DURATION)
    return int(chosen) * MINUTE if chosen.isdecimal() and rules.options[DURATION].takes(chosen) else 0


def manos(rules: "Rules", settings: Settings) -> int:
    """How often the mano is to come to each who begins a game: the house may announce how long it lasts instead."""
    return 0 if announced(rules, settings) else rules.duration.manos


def ends(rules: "Rules", on: str) -> bool:
    """Whether what is announced ahead is the end of a game, and not the house's closing hour."""
    known = endings(rules)
    return known.get(on) == known[END]


def lasting(rules: "Rules", settings: Settings, on: str = END) -> tuple[int, str]:
    """How many milliseconds a game lasts before this end of it, where the house has announced it; and the article."""
    return announced(rules, settings) if ends(rules, on) else 0, rules.duration.article
