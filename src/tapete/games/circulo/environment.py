"""Poker between players for learning agents: a hand as an environment of PettingZoo, with a mask of what may be done.

PettingZoo is an extra of this package: `pip install tapete[pettingzoo]`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tapete.cards.card import FRENCH
from tapete.engine.places import POT, chips, felt
from tapete.engine.requests import Act
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Option, Window
from tapete.games.circulo.betting import BET, CALL, CHECK, FOLD, RAISE
from tapete.games.circulo.draw import DISCARD, POST
from tapete.games.circulo.hand import BET as FRONT
from tapete.games.circulo.hand import board_place
from tapete.games.circulo.play import PLAY
from tapete.games.circulo.seats import Carry
from tapete.games.circulo.showdown import SHOWS, THROWS
from tapete.games.shared.environment import PARTS, Rounds, amounts, known, wrapped

OWN = 5  # cards of which some may be thrown away
NAMED = (FOLD, CHECK, CALL, SHOWS, THROWS, POST)
RAISES = len(NAMED)
DISCARDS = RAISES + PARTS
ACTIONS = DISCARDS + 2**OWN
GROUPS = 4  # own cards, two lines of common ones, what others show


def env(name: str, region: str, **how: Any) -> AECEnv:
    """The environment of a game in a region's text, in PettingZoo's usual wrappers."""
    return wrapped(Environment(name, region, **how))


class Environment(Rounds):
    """A hand, the mano anybody's."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tapete_circulo_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str,
        region: str,
        players: int = 4,
        stack: int = 100,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules, chosen = known(name, "circulo").ruled(region, options or {})
        super().__init__(PLAY, rules, standard(rules, options=chosen), players, stack, render_mode)
        self.streets = list(rules.streets)
        self.sized(GROUPS * len(FRENCH) + 3 * players + 2 + len(self.streets), ACTIONS)

    def begin(self, session: Session) -> None:
        mano = self.possible_agents[int(self.random.integers(len(self.possible_agents)))]
        session.carry = msgspec.to_builtins(Carry(seats=tuple(self.possible_agents), mano=mano, drawn=True))

    def asked(self) -> str:
        """Whose own decision it is: between hands, where anybody may rest, nobody does."""
        pending = self.round.pending
        assert isinstance(pending, Window)
        actors = (who for who in pending.actors() if who in self.agents)
        return next((who for who in actors if pending.label.startswith(f"choose:{who}:")), "")

    # What may be done

    def acts(self, agent: str) -> Iterator[tuple[int, Act]]:
        """Every number that stands for something an agent may do now."""
        pending = self.round.pending
        for item in pending.open(agent) if isinstance(pending, Window) else ():
            if item.do in (BET, RAISE):
                yield from ((RAISES + part, Act(item.do, "", cents)) for part, cents in enumerate(amounts(item)))
            elif item.do == DISCARD:
                yield from self._discards(item)
            elif item.do in NAMED or item.on in NAMED:
                name = item.on if item.do == "choose" else item.do
                yield NAMED.index(name), item.least_act

    def _discards(self, item: Option) -> Iterator[tuple[int, Act]]:
        """Each choice of cards to throw away, as bits."""
        for chosen in range(2 ** len(item.slots)):
            slots = tuple(slot for bit, slot in enumerate(item.slots) if chosen >> bit & 1)
            if item.least <= len(slots) <= item.most:
                yield DISCARDS + chosen, Act(item.do, item.on, 0, slots)

    # What is seen

    def seen(self, agent: str) -> NDArray[np.float32]:
        """Cards that it sees, by where they lie; chips and who is in, from its own seat on; the interval."""
        view = self.round.view(agent)
        groups = np.zeros((GROUPS, len(FRENCH)), np.float32)
        for place, cards in view.cards.items():
            group = {f"mano/{agent}": 0, board_place(0): 1, board_place(1): 2}.get(place)
            group = 3 if group is None and place.startswith("mano/") else group
            if group is not None:
                groups[group, [FRENCH.card(card) for card in cards if card]] = 1
        start = self.possible_agents.index(agent)
        whole = self.stack * len(self.possible_agents)
        seats: list[float] = []
        for other in (*self.possible_agents[start:], *self.possible_agents[:start]):
            bet = view.places.get(felt(other, FRONT), 0)
            seats += [
                view.places.get(chips(other), 0) / whole,
                bet / whole,
                float(bool(view.cards.get(f"mano/{other}"))),
            ]
        pot = sum(cents for place, cents in view.places.items() if place.partition("/")[0] == POT) / whole
        street = [float(view.about == name) for name in self.streets]
        return np.array([*groups.ravel(), *seats, pot, float(view.finished), *street], np.float32)
