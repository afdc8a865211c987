"""Poker between players for learning agents: a hand as an environment of PettingZoo, with a mask of what may be done.

PettingZoo is an extra of this package: `pip install tapete[pettingzoo]`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import gymnasium.spaces as spaces
import msgspec
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tapete.cards.card import FRENCH
from tapete.engine.places import chips, felt
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Option, Window
from tapete.errors import TapeteError
from tapete.games.circulo.betting import BET, CALL, CHECK, FOLD, RAISE
from tapete.games.circulo.draw import DISCARD, POST
from tapete.games.circulo.hand import BET as FRONT
from tapete.games.circulo.hand import board_place
from tapete.games.circulo.play import PLAY
from tapete.games.circulo.rules import Rules
from tapete.games.circulo.seats import Carry
from tapete.games.circulo.showdown import SHOWS, THROWS
from tapete.law.loading import load

PARTS = 4  # bets and raises: the least, a third, two thirds and all of what may be staked
OWN = 5  # cards of which some may be thrown away
NAMED = (FOLD, CHECK, CALL, SHOWS, THROWS, POST)
RAISES = len(NAMED)
DISCARDS = RAISES + PARTS
ACTIONS = DISCARDS + 2**OWN
GROUPS = 4  # own cards, two lines of common ones, what others show
LOSES = -1


def env(name: str, region: str, **how: Any) -> AECEnv:
    """The environment of a game in a region's text, in PettingZoo's usual wrappers."""
    found = wrappers.TerminateIllegalWrapper(Environment(name, region, **how), illegal_reward=LOSES)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


class Environment(AECEnv):  # type: ignore[misc]
    """A hand. Rewards are chips won or lost, in minimums of the table, when it is over."""

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
        super().__init__()
        self.rules: Any = load(Rules, name, region)
        self.settings = standard(self.rules, options=options)
        if players < self.rules.players.needed.number:
            raise TapeteError("{count} players at least make a game", count=self.rules.players.needed.number)
        self.stack, self.render_mode = stack * self.settings.minimum, render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.streets = list(self.rules.streets)
        width = GROUPS * len(FRENCH) + 3 * players + 2 + len(self.streets)
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, 1.0, (width,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.random = np.random.default_rng()
        self.round: Round

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What agents may do, under a mask."""
        return self.action_spaces[agent]

    # The hand

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new hand, everybody with the same chips, the mano anybody's."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        balances = dict.fromkeys(self.possible_agents, self.stack)
        session = Session(
            PLAY,
            self.rules,
            self.settings,
            balances,
            seeds=lambda: self.random.bytes(32),
            clock=lambda: 0,
        )
        mano = self.possible_agents[int(self.random.integers(len(self.possible_agents)))]
        session.carry = msgspec.to_builtins(Carry(seats=tuple(self.possible_agents), mano=mano, drawn=True))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.round = session.open()
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """What the agent whose turn it is does."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.round.act(agent, dict(self._acts(agent))[int(action if action is not None else -1)])
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """To the next decision of a player, or to the end."""
        while not self.round.finished:
            pending = self.round.pending
            assert isinstance(pending, Window)
            agent = next((who for who in pending.actors() if who in self.agents and self._mine(pending, who)), None)
            if agent is not None:
                self.agent_selection = agent
                return
            self.round.act("croupier", Act("close"))
        for agent in self.agents:
            won = self.round.places[chips(agent)] - self.stack
            self.rewards[agent] = won / self.settings.minimum
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _mine(self, pending: Window, who: str) -> bool:
        """Whether a decision is a player's own: between hands, where anybody may rest, nobody does."""
        return pending.label.startswith(f"choose:{who}:")

    # What may be done

    def _acts(self, agent: str) -> Iterator[tuple[int, Act]]:
        """Every number that stands for something an agent may do now."""
        pending = self.round.pending
        for item in pending.open(agent) if isinstance(pending, Window) else ():
            if item.do in (BET, RAISE):
                yield from ((RAISES + part, Act(item.do, "", cents)) for part, cents in enumerate(_amounts(item)))
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

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and what it may do if it is its turn."""
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection and not self.round.finished:
            mask[[number for number, _ in self._acts(agent)]] = 1
        return {"observation": self._seen(agent), "action_mask": mask}

    def _seen(self, agent: str) -> NDArray[np.float32]:
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
        pot = sum(cents for place, cents in view.places.items() if place.partition("/")[0] == "pot") / whole
        street = [float(view.about == name) for name in self.streets]
        return np.array([*groups.ravel(), *seats, pot, float(view.finished), *street], np.float32)

    def render(self) -> str | None:
        """What the table hears so far."""
        return "\n".join(self.round.view(self.agent_selection).said) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def _amounts(item: Option) -> Iterator[int]:
    """The least, a third, two thirds and all of what may be staked, in whole steps."""
    steps = (item.hi - item.lo) // item.step
    return (item.lo + steps * part // (PARTS - 1) * item.step for part in range(PARTS))
