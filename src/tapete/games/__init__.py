"""The games: one folder each, everything about it. This page is their register."""

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.errors import UnknownError

if TYPE_CHECKING:
    from tapete.cards.composition import Composition
    from tapete.engine.round import Play, Round
    from tapete.engine.settings import Settings
    from tapete.engine.stakes import Layout
    from tapete.law.sections import BankRulebook
    from tapete.odds.guide import Guide
    from tapete.odds.report import BetOdds
    from tapete.sim.program import Program

FOLDERS = {
    "ruleta-francesa": "ruleta",
    "ruleta-americana": "ruleta",
    "ruleta-doble-cero": "ruleta",
    "bola": "bola",
    "ruleta-fortuna": "fortuna",
    "dados": "dados",
    "banca-francesa": "banca_francesa",
    "treinta-cuarenta": "treinta_cuarenta",
    "monte": "monte",
    "reto": "reto",
    "blackjack": "blackjack",
    "triple-blackjack": "blackjack",
    "punto-banca": "punto_banca",
}


class Advice(NamedTuple):
    """A choice and what is to be expected of it, net, for each unit staked."""

    option: str
    value: float


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its id. What it needs is imported when it is asked for."""

    id: str
    folder: str

    def _part(self, name: str) -> Any:
        return importlib.import_module(f"tapete.games.{self.folder}.{name}")

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions whose text has the game."""
        from tapete.law.rulebook import regions_of

        return regions_of(self.id)

    def rules(self, region: str, choices: Mapping[str, str] | None = None) -> Any:
        """The game's rulebook in a region; `choices` switches readings."""
        from tapete.law.rulebook import load

        return load(self._part("rules").Rules, self.id, region, choices)

    def layout(self, rules: "BankRulebook", settings: "Settings") -> "Layout":
        """The felt of a table."""
        found: Layout = self._part("rules").layout(rules, settings)
        return found

    @property
    def play(self) -> "Play":
        """The procedure."""
        found: Play = self._part("play").PLAY
        return found

    def odds(self, rules: "BankRulebook", shoe: "Composition | None" = None) -> "list[BetOdds]":
        """Every bet's exact odds, one row for each choice the text leaves; from a partly dealt shoe if one is given."""
        found: list[BetOdds] = self._part("odds").odds(rules, *([] if shoe is None else [shoe]))
        return found

    @property
    def advises(self) -> bool:
        """Whether best play is known for the player's decisions."""
        return hasattr(self._part("odds"), "advice")

    def advice(self, table: "Round") -> list[Advice]:
        """What each choice that a round waits for is worth, the best first; nothing where none is known."""
        if not self.advises:
            return []
        found: list[Advice] = [Advice(*item) for item in self._part("odds").advice(table)]
        return sorted(found, key=lambda item: -item.value)

    def guides(self, rules: "BankRulebook", settings: "Settings") -> "list[Guide]":
        """Best play as tables to look up, where a game has them."""
        if importlib.util.find_spec(f"tapete.games.{self.folder}.guide") is None:
            return []
        found: list[Guide] = self._part("guide").guides(rules, settings)
        return found

    def program(self, rules: "BankRulebook", settings: "Settings", stakes: Mapping[str, int]) -> "Program":
        """A mix of stakes, in cents by spot, for the simulator's loop."""
        found: Program = self._part("kernel").program(rules, settings, stakes)
        return found

    def alone(self, rules: "BankRulebook", settings: "Settings", bet: str, cents: int) -> dict[str, int]:
        """Stakes that play one bet of the odds' rows: any spot of it, after the line it is made beside, if any."""
        line = getattr(rules.bets[bet.partition(":")[0]], "line", "")
        spots = self.layout(rules, settings).values()
        spot = bet if ":" in bet else next(spot.id for spot in spots if spot.bet == bet)
        return {**({line: cents} if line else {}), spot: cents}

    def outcome(self, rules: "BankRulebook", drawn: int) -> Any:
        """What an outcome of the simulator's loop is at the table."""
        return self._part("kernel").outcome(rules, drawn)


@functools.cache
def game(id: str) -> Game:
    """A game by its id.

    >>> game("bola").id
    'bola'
    """
    if id not in FOLDERS:
        raise UnknownError("game", id, list(FOLDERS))
    return Game(id, FOLDERS[id])


def games() -> list[Game]:
    """All of them, in the catalogue's order."""
    return [game(id) for id in FOLDERS]


def rulebooks(region: str) -> "list[BankRulebook]":
    """Every rulebook of a region's text, in the catalogue's order."""
    return [found.rules(region) for found in games() if region in found.regions]
