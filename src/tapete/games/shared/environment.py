"""A round of a game between players for learning agents: what environments of PettingZoo share.

PettingZoo is an extra of this package: `pip install tapete[pettingzoo]`.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

import gymnasium.spaces as spaces
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tapete.engine.places import place
from tapete.engine.requests import Act
from tapete.engine.round import Play, Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings
from tapete.engine.window import Option
from tapete.errors import TapeteError, UnknownError
from tapete.games import Game, games
from tapete.money import format_cents

PARTS = 4  # amounts: the least, a third, two thirds and all of what may be staked
LOSES = -1


def known(name: str, *folders: str) -> Game:
    """A game, if it is one of those that an environment is of."""
    those = {each.id: each for each in games() if each.folder in folders}
    if name not in those:
        raise UnknownError("game", name, list(those))
    return those[name]


def wrapped(environment: "Rounds") -> AECEnv:
    """An environment in PettingZoo's usual wrappers."""
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=LOSES)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


def amounts(item: Option) -> Iterator[int]:
    """The least, a third, two thirds and all of what may be staked, in whole steps."""
    steps = (item.hi - item.lo) // item.step
    return (item.lo + steps * part // (PARTS - 1) * item.step for part in range(PARTS))


class Rounds(AECEnv):  # type: ignore[misc]
    """A round. Rewards are chips won or lost, in minimums of the table, when it is over."""

    def __init__(
        self,
        play: Play,
        rules: Any,
        settings: Settings,
        players: int,
        stack: int,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.play, self.rules, self.settings = play, rules, settings
        needed = rules.players.needed.people
        if players < needed:
            raise TapeteError("{count} players at least make a game", count=needed)
        seats, _ = rules.seating(settings.options)
        if seats is not None and players > seats:
            raise TapeteError("there are {count} seats", count=seats)
        if stack < 1:
            told = {"least": format_cents(settings.minimum), "amount": format_cents(stack * settings.minimum)}
            raise TapeteError("one sits down with {least} at least at this table, not with {amount}", **told)
        self.stack, self.render_mode = stack * settings.minimum, render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.random = np.random.default_rng()
        self.round: Round

    def sized(self, width: int, actions: int) -> None:
        """How much agents are shown, and how much they may do."""
        self.actions = actions
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, 1.0, (width,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What agents may do, under a mask."""
        return self.action_spaces[agent]

    # The round

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new round, everybody with the same chips."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        session = Session(
            self.play,
            self.rules,
            self.settings,
            dict.fromkeys(self.possible_agents, self.stack),
            seeds=lambda: self.random.bytes(32),
            clock=lambda: 0,
        )
        self.begin(session)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.round = session.open()
        self.agent_selection = self.agents[0]
        self._go_on()

    def begin(self, session: Session) -> None:
        """What the table starts with; nothing but its people, unless a game says otherwise."""

    def step(self, action: int | None) -> None:
        """What the agent whose turn it is does."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.does(agent, dict(self.acts(agent))[int(action if action is not None else -1)])
        self._go_on()
        self._accumulate_rewards()

    def does(self, agent: str, act: Act) -> None:
        """An agent acts."""
        self.round.act(agent, act)

    def _go_on(self) -> None:
        """To the next decision of a player, or to the end."""
        while not self.round.finished:
            agent = self.asked()
            if agent:
                self.agent_selection = agent
                return
            self.served()
        for agent in self.agents:
            owned = sum(cents for path, cents in self.round.places.items() if place(path).who == agent)
            self.rewards[agent] = (owned - self.stack) / self.settings.minimum
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    @abstractmethod
    def asked(self) -> str:
        """The agent whose decision the table waits for; nobody, where the house is to go on."""

    def served(self) -> None:
        """The house goes on: the croupier closes what is open."""
        self.round.act("croupier", Act("close"))

    @abstractmethod
    def acts(self, agent: str) -> Iterator[tuple[int, Act]]:
        """Every number that stands for something an agent may do now."""

    # What is seen

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and what it may do if it is its turn."""
        mask = np.zeros(self.actions, np.int8)
        if agent == self.agent_selection and not self.round.finished:
            mask[[number for number, _ in self.acts(agent)]] = 1
        return {"observation": self.seen(agent), "action_mask": mask}

    @abstractmethod
    def seen(self, agent: str) -> NDArray[np.float32]:
        """What an agent sees, as numbers from nothing to one."""

    def render(self) -> str | None:
        """What the table hears so far."""
        return "\n".join(self.round.view(self.agent_selection).said) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""
